// For browsers and their workers: the modules are fetched when they are first asked. The addresses are
// written out, so that bundlers find them.
import { questions, ZermeloError } from './questions.js';

const addresses = {
  'zermelo': new URL('./dist/zermelo.wasm', import.meta.url),
  'zermelo-more': new URL('./dist/zermelo-more.wasm', import.meta.url),
};

async function compile(name) {
  const response = await fetch(addresses[name]);
  if (!response.ok) throw new Error(`${addresses[name]} cannot be loaded: status ${response.status}`);
  return WebAssembly.compile(await response.arrayBuffer());
}
export { ZermeloError };
export const { winnable, judge, check, legal, retract, puzzle, strategy } = questions(compile);
