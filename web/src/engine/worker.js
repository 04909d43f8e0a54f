// A Web Worker that answers questions with the engines and the kernel in WebAssembly.
//
// It is told { id, question, request, payload } and answers { id, progress }, a sentence; { id, answer },
// for `judge` one for each game; and at the end { id, done: true } or { id, error: { kind, message } }. It says { loaded }, the
// module, as soon as it has what most people ask. If its name is `given`, it is told { given } first, that very module.
// Who wants it to stop ends it and starts another one: engine.js does.

async function compile(name) {
  const address = new URL(`${name}.wasm`, import.meta.url);
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address.pathname} cannot be loaded: status ${response.status}`);
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('application/wasm')) return WebAssembly.compileStreaming(response);
  // Some static hosts do not know what it is.
  return WebAssembly.compile(await response.arrayBuffer());
}

// What most people ask is fetched at once, beside the script that asks it.
const first = self.name === 'given'
  ? new Promise((go) => addEventListener('message', ({ data }) => go(data.given), { once: true }))
  : compile('zermelo');
const script = import('./core.js');
Promise.all([first, script]).then(([loaded]) => postMessage({ loaded }), () => { /* whoever asks is told */ });

const cores = new Map();
async function core(question, bytes) {
  const { Core, moduleOf } = await script;
  const name = moduleOf(question, bytes);
  if (!cores.has(name)) cores.set(name, new Core(() => (name === 'zermelo' ? first : compile(name))));
  return cores.get(name);
}


/** Bytes, unpacked if they are compressed by gzip, which the browser knows. */
async function plain(payload) {
  const bytes = typeof payload === 'string' ? new TextEncoder().encode(payload) : new Uint8Array(payload ?? 0);
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

addEventListener('message', async ({ data: { given, id, question, request, payload } }) => {
  if (given) return;
  const tell = (told) => postMessage({ id, ...told });
  try {
    const bytes = await plain(payload);
    await (await core(question, bytes)).ask({ ...request, question }, bytes, (answer) => tell({ answer }), (progress) => tell({ progress }));
    tell({ done: true });
  } catch (error) {
    tell({ error: { kind: error.kind ?? 'unavailable', message: error.message } });
  }
});
