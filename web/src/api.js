// Questions to the server that served the page, or to the engines of this browser, where no server is behind the page or
// none answers. Faults are sentences: the server's own where it gave one.
import { engine, kernel } from './engine/engine.js';
import { built } from './engine/loading.js';
import { searching } from './engine/searching.js';

/** What went wrong, in a sentence; `status` is that of HTTP, 0 if nothing answered. */
export class Fault extends Error {
  constructor(status, message, after = 0) {
    super(message);
    this.status = status;
    /** Seconds after which the server wants to be asked again, if it said so. */
    this.after = after;
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
  // What stands before a server says so in its place.
  if (response.status === 502 || response.status === 504) throw new Fault(0, 'The server does not answer.');
  if (!response.ok) {
    const text = (await response.text()).trim();
    throw new Fault(response.status, text || `The server answered with status ${response.status}.`, Number(response.headers.get('retry-after')) || 0);
  }
  // Some hosts send a page of theirs for every address they do not know.
  if (/html/.test(response.headers.get('content-type'))) throw new Fault(404, 'This host has files only.');
  return response;
}

/** The address of a question: `link('/winnable', { fen })`. */
export function link(path, params = {}) {
  const parts = Object.entries(params)
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([key, value]) => `${key}=${encodeURIComponent(value).replace(/%2F/g, '/').replace(/%20/g, '+')}`);
  return parts.length ? `${path}?${parts.join('&')}` : path;
}

/** A server that is away or busy may come back. */
const AWAY = [0, 429, 503];

/** What is served, asked once: null if this is a host of files alone. Throws while nothing answers. */
let served, filesOnly = false;
const behind = () => served ??= fromServer('/served').then((found) => {
  if (!Array.isArray(found?.tables)) throw new Fault(404, 'This host has files only.');
  return found;
}).catch((fault) => {
  // The service worker keeps the files of a host that has nothing else: then it is the network that is away.
  if (AWAY.includes(fault.status) && !(fault.status === 0 && globalThis.navigator?.serviceWorker?.controller)) {
    served = undefined;
    throw fault;
  }
  // Hosts of files have many words for a question they do not know: 403 (S3), 404, 405, a page or data of their own.
  filesOnly = true;
  return null;
});

/** What is asked here, too. */
const HERE = /^\/(winnable|judge|moves|legal|retract|strategy\/krk|longest|certificate\/.*)$/;

/** Whether a proof is this browser's own, wherever a server is: the engine marks the addresses of those that it searched longer for. */
export const isOurs = (address) => built && (filesOnly || /[?&]here=1\b/.test(address));

/** Whether this browser answers for itself, as soon as that is known. */
export const alone = () => behind().then((found) => built && found === null, () => false);

/** Asks the server; where there is none, or it does not answer, this browser: `here` is given a way to say what it does. */
async function either(path, signal, server, here) {
  if (!HERE.test(path.split('?')[0])) return server(signal);
  const away = () => searching(signal, server, 'The server');
  if (!built) return away();
  if (!isOurs(path)) {
    try {
      const answer = await away();
      // Some hosts have an answer for everything.
      if (!await alone()) return answer;
    } catch (fault) {
      if (fault.name === 'AbortError' || fault.status === 499 || (fault.status !== 0 && !await alone())) throw fault;
    }
  }
  return searching(signal, here);
}

const fromServer = async (path, params = {}, signal = undefined) =>
  (await ask(link(path, params), { headers: { accept: 'application/json' }, signal })).json();

/** With `?server` in its address the page leaves nothing to itself that a server can do: for tests, and for comparison. */
export const leave = new URLSearchParams(globalThis.location?.search).has('server');

/** The JSON answer to a GET. */
export async function get(path, params, signal) {
  const isSmall = built && !leave && path === '/winnable' && !params.long;
  return (isSmall ? await soon(path, params, signal) : undefined) ?? either(path, signal,
    (stop) => fromServer(path, params, stop),
    (stop, progress) => engine.get(path, params, stop, progress));
}

/** What this browser finds at once: a server is for long searches. Undefined if neither has it. */
async function soon(path, params, signal) {
  try {
    const looked = engine.canLook ? await engine.look(path, params) : await searching(signal, (stop) => sooner(path, params, stop));
    // Not stopped: it is over before another worker would have been started.
    const found = looked ?? await engine.soon(path, params);
    signal?.throwIfAborted();
    return found;
  } catch (fault) {
    signal?.throwIfAborted();
    if (fault.status === 400 || fault.status === 499) throw fault;
    return undefined;
  }
}

/** While the engine is on its way a server is asked, too, if there may be one: who answers first is believed. */
function sooner(path, params, stop) {
  const stopped = new Promise((_, reject) => { stop.addEventListener('abort', () => reject(stop.reason), { once: true }); });
  const here = engine.look(path, params).then((found) => found ?? Promise.reject(new Fault(0, '')));
  if (filesOnly) return Promise.race([here, stopped]);
  const enough = new AbortController();
  const there = fromServer(path, params, AbortSignal.any([stop, enough.signal])).then(async (found) => {
    // Some hosts have an answer for everything.
    if (await alone()) throw new Fault(404, '');
    return found;
  });
  const first = Promise.any([here, there]).catch(({ errors }) => { throw errors[0]; }).finally(() => enough.abort());
  return Promise.race([first, stopped]);
}

/** The same from this browser, ten times as long as else; undefined if it has no engines. */
export const longer = built ? (path, params, signal) => searching(signal, (stop, progress) => engine.get(path, { ...params, long: 1 }, stop, progress)) : undefined;

/** The JSON answer to a GET, or null if the server does not have such a thing, or there is none. */
export async function getIfServed(path, params, signal) {
  const found = await behind();
  if (!found || path === '/served') return found;
  try {
    return await fromServer(path, params, signal);
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

/** The text of the answer to a POST of text. */
export const postText = (path, params, body) => either(path, undefined,
  async (stop) => (await ask(link(path, params), { method: 'POST', headers: { 'content-type': 'text/plain' }, body, signal: stop })).text(),
  (stop) => engine.certificate(link(path, params), body, stop));

/** The text that is found at an address of this server: a certificate. */
export const text = (address, signal) => either(address, signal,
  async (stop) => (await ask(address, { signal: stop })).text(),
  (stop) => engine.certificate(address, undefined, stop));

/** What the kernel says of a certificate, text or file: this browser's (`here`), or, where that cannot be asked, the server's. */
export async function checkCertificate(certificate, signal = undefined) {
  const given = typeof certificate === 'string' ? certificate : await certificate.arrayBuffer();
  if (built && !isZstd(given)) {
    try {
      return { ...await searching(signal, (stop) => kernel.check(given, stop)), here: true };
    } catch (fault) {
      if (fault.status !== 0) throw fault;
    }
  }
  if (isZstd(given) && await behind() === null) throw new Fault(415, 'It is compressed with zstd, which browsers do not unpack. Unpack it first: zstd -d FILE.cert.zst');
  return (await ask('/check', { method: 'POST', headers: { 'content-type': 'application/octet-stream' }, body: certificate, signal })).json();
}

/** What this browser does not unpack. */
const isZstd = (given) => typeof given !== 'string' && [0x28, 0xb5, 0x2f, 0xfd].every((byte, at) => new Uint8Array(given)[at] === byte);

/**
 * Whether this browser's kernel accepts a proof of this very claim; undefined if it cannot be asked.
 * @param {() => string | Promise<string>} proof
 * @param {(report: any) => boolean} means whether the report is about what was answered
 */
export async function accepts(proof, means) {
  if (!built) return undefined;
  try {
    const report = await checkCertificate(await proof());
    return report.here ? report.accepted && means(report) : undefined;
  } catch (fault) {
    return fault.status === 400 ? false : undefined;
  }
}

/** The proof of how a game ended, as this browser finds it. */
export const ownProof = (pgn) => kernel.certificate('/certificate/judge', pgn);

/** Plies of a helpmate that is short enough. */
const SHORT = 6;

/** How long a shorter helpmate is looked for, in milliseconds: from the initial array it takes two seconds. */
const LOOK = 3000;

/** A shorter helpmate than the one that is `given`, if this browser finds it in time and before the signal; else that one. */
export async function shortened(given, { fen, side, chess960 }, signal) {
  if (!built || given.plies <= SHORT) return given;
  try {
    const asked = { fen, for: side, chess960: chess960 ? 1 : '', shortest: 1 };
    const found = (await engine.get('/winnable', asked, AbortSignal.any([signal, AbortSignal.timeout(LOOK)])))[side];
    return found?.checked && found.plies < given.plies ? found : given;
  } catch {
    return given;
  }
}

/** POSTs text; calls `each` with every line of the NDJSON answer as it comes. */
export const stream = (path, params, body, each, signal) => either(path, signal,
  (stop) => fromStream(path, params, body, each, stop),
  (stop) => engine.stream(path, params, body, each, stop));

async function fromStream(path, params, body, each, signal) {
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
