// Questions to the server that served the page. Faults are sentences: the server's own where it gave one.

/** What went wrong, in a sentence; `status` is that of HTTP, 0 if nothing answered. */
export class Fault extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

async function ask(path, init) {
  let response;
  try {
    response = await fetch(path, init);
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new Fault(0, 'The server does not answer.');
  }
  if (!response.ok) {
    const text = (await response.text()).trim();
    throw new Fault(response.status, text || `The server answered with status ${response.status}.`);
  }
  return response;
}

/** The address of a question: `link('/winnable', { fen })`. */
export function link(path, params = {}) {
  const parts = Object.entries(params)
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([key, value]) => `${key}=${encodeURIComponent(value).replace(/%2F/g, '/').replace(/%20/g, '+')}`);
  return parts.length ? `${path}?${parts.join('&')}` : path;
}

/** The JSON answer to a GET. */
export async function get(path, params, signal) {
  const response = await ask(link(path, params), { headers: { accept: 'application/json' }, signal });
  return response.json();
}

/** The JSON answer to a GET, or null if the server does not have such a thing. */
export async function getIfServed(path, params, signal) {
  try {
    return await get(path, params, signal);
  } catch (error) {
    if (error.status === 404 || error.status === 405) return null;
    throw error;
  }
}

/** The JSON answer to a POST of JSON. */
export async function post(path, body) {
  const response = await ask(path, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return text ? JSON.parse(text) : {};
}

/** POSTs text; calls `each` with every line of the NDJSON answer as it comes. */
export async function stream(path, params, body, each, signal) {
  const response = await ask(link(path, params), { method: 'POST', headers: { 'content-type': 'text/plain' }, body, signal });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const lines = (rest + value).split('\n');
    rest = lines.pop();
    for (const line of lines) if (line.trim()) each(JSON.parse(line));
  }
  if (rest.trim()) each(JSON.parse(rest));
}
