// The last position of a game, where a position is asked for and a game was pasted.
import { Fault, stream } from './api.js';
import { patiently } from './parts.js';
import { isChess960 } from './pasted.js';

/**
 * Reads the first game of a record; throws a sentence.
 * @param {string} pgn
 * @param {(words: string) => void} say told while the server is asked again
 * @returns {Promise<{ fens: string[], sans: string[], chess960: boolean, others: number }>} the positions, as far as they are known; how many games follow
 */
export async function lastPosition(pgn, say) {
  let found, games;
  await patiently(() => { games = 0; return stream('/judge', { timeline: 1 }, pgn, (game) => { games += 1; found ??= game; }); }, undefined, say);
  if (!found || found.error) throw new Fault(400, found?.error ?? 'There is no game in this.');
  const { fens = [found.fen], sans = [] } = found.timeline ?? {};
  return { fens, sans, chess960: isChess960(pgn), others: games - 1 };
}
