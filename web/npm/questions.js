// The questions, for whoever can compile a module: node.js from a file, browser.js from an address.
import { Core, ZermeloError, moduleOf } from './dist/core.js';

export { ZermeloError };

const ZSTD = [0x28, 0xb5, 0x2f, 0xfd], GZIP = [0x1f, 0x8b];
const begins = (bytes, with_) => with_.every((byte, at) => bytes[at] === byte);

/** Text or bytes as bytes, unpacked if they are compressed by gzip. */
async function plain(given) {
  if (typeof given !== 'string' && !(given instanceof ArrayBuffer) && !ArrayBuffer.isView(given)) throw new ZermeloError('input', 'a text is needed, or bytes');
  const bytes = typeof given === 'string' ? new TextEncoder().encode(given) : new Uint8Array(given.buffer ?? given, given.byteOffset, given.byteLength);
  if (begins(bytes, ZSTD)) throw new ZermeloError('input', 'this is compressed with zstd, which is not unpacked here: run `zstd -d` first');
  if (!begins(bytes, GZIP)) return bytes;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** A position as text: of a board that can tell it (chess.js and others), what it tells. */
function text(position) {
  const told = typeof position?.fen === 'function' ? position.fen() : position;
  if (told === undefined) throw new ZermeloError('input', 'a position is missing: give a FEN');
  if (typeof told !== 'string') throw new ZermeloError('input', `a position is a text in FEN, or a board with fen(), not ${told === null ? 'null' : typeof told}`);
  return told;
}

/** The questions, asked of modules that `compile` gives by their names. */
export function questions(compile) {
  const cores = new Map();
  async function all(question, { onProgress, ...request }, given, each) {
    const payload = given === undefined ? undefined : await plain(given);
    const name = moduleOf(question, payload);
    if (!cores.has(name)) cores.set(name, new Core(() => compile(name)));
    await cores.get(name).ask({ ...request, question }, payload, each, onProgress);
  }
  async function one(question, request, given) {
    let found;
    await all(question, request, given, (answer) => { found = answer; });
    return found;
  }
  return {
    winnable: async (position, options = {}) =>
      one('winnable', { ...(typeof options === 'string' ? { for: options } : options), fen: text(position) }),
    async judge(pgn, { onGame, ...options } = {}) {
      const games = [];
      await all('judge', options, pgn, onGame ?? ((game) => games.push(game)));
      return games;
    },
    check: (certificate, options = {}) => one('check', options, certificate),
    legal: async (position, options = {}) => one('legal', { ...options, fen: text(position) }),
    retract: async (position, options = {}) => one('retract', { ...options, fen: text(position) }),
    puzzle: async (position, stipulation, options = {}) =>
      one('puzzle', { ...options, stipulation, fens: (Array.isArray(position) ? position : [position]).map(text) }),
    strategy: async (men, options = {}) => one('strategy', { ...options, men: text(men) }),
  };
}
