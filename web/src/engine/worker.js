// A Web Worker that answers questions with the engines and the kernel in WebAssembly.
//
// It is told { given }, the compiled module of what most people ask, and says { loaded } once it can be asked. Then it is told
// { id, question, request, payload } and answers { id, progress }, a sentence; { id, answer }, for `judge` one for each game; and
// at the end { id, done: true } or { id, error: { kind, message } }.
// Who wants it to stop ends it and starts another one: engine.js does.
import { Core, compile, moduleOf } from './core.js';

let give;
const given = new Promise((go) => { give = go; });
const cores = {
  'zermelo': new Core(() => given),
  'zermelo-more': new Core(() => compile(new URL('zermelo-more.wasm', import.meta.url))),
};

/** Bytes, unpacked if they are compressed by gzip, which the browser knows. */
async function plain(payload) {
  const bytes = typeof payload === 'string' ? new TextEncoder().encode(payload) : new Uint8Array(payload ?? 0);
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

addEventListener('message', async ({ data }) => {
  if (data.given) {
    give(data.given);
    await cores.zermelo.start();
    return postMessage({ loaded: true });
  }
  const { id, question, request, payload } = data;
  const tell = (told) => postMessage({ id, ...told });
  try {
    const bytes = await plain(payload);
    await cores[moduleOf(question, bytes)].ask({ ...request, question }, bytes, (answer) => tell({ answer }), (progress) => tell({ progress }));
    tell({ done: true });
  } catch (error) {
    tell({ error: { kind: error.kind ?? 'unavailable', message: error.message } });
  }
});
