// The last position of a game, where a position is asked for and a game was pasted.
import { Fault, stream } from './api.js';
import { patiently } from './parts.js';
import { isChess960 } from './pasted.js';

/**
 * Reads the first game of a record; throws a sentence.
 * @param {string} pgn
 * @param {(words: string) => void} say told while the server is asked again
 * @returns {Promise<{ fens: string[], sans: string[], chess960: boolean }>} the positions, as far as they are known
 */
export async function lastPosition(pgn, say) {
  let found;
  await patiently(() => stream('/judge', { timeline: 1 }, pgn, (game) => { found ??= game; }), undefined, say);
  if (!found || found.error) throw new Fault(400, found?.error ?? 'There is no game in this.');
  const { fens = [found.fen], sans = [] } = found.timeline ?? {};
  return { fens, sans, chess960: isChess960(pgn) };
}
