// Loaded before the other modules: what answers most questions is on its way before the page is drawn. engine.js finds it here.
import { compile } from './core.js';

/** Whether the modules of WebAssembly are there: web/build says so where they are. */
export const built = false;

/** @type {Promise<WebAssembly.Module> | undefined} */
let module;

/** Whether the module is there. */
export let isLoaded = false;

/** The module, compiled once for all who answer with it. */
export function load() {
  module ??= compile(new URL('zermelo.wasm', import.meta.url));
  module.then(() => { isLoaded = true; }, () => { module = undefined; }); // the network may be back next time
  return module;
}
if (built) load();

/**
 * A worker, and whether it can be asked without waiting: a promise that fails if it never can.
 * @typedef {{ worker: Worker, loaded: Promise<void> }} Begun
 * @returns {Begun}
 */
export function begin() {
  const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
  /** @type {Promise<void>} */
  const loaded = new Promise((go, stop) => {
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      stop(new Error('The engine of this browser cannot be started.'));
    });
    worker.addEventListener('message', ({ data }) => { if (data.loaded) go(); });
    load().then((given) => worker.postMessage({ given }), stop);
  });
  loaded.catch(() => { /* whoever asks is told */ });
  return { worker, loaded };
}
