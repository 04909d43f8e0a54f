// Rulings on game records in a few words, from the keys of `zermelo judge --json` (docs/guide/judge.md).
import { fine, score } from './words.js';

export const CONTRADICTED = 'contradicted';

/** The server's sentences: headline, detail, agreement. */
export const ruling = ({ explanation }) => Object.fromEntries(Object.entries(explanation).map(([key, text]) => [key, fine(text)]));

const WORDS = {
  flag: 'time', resigned: 'resignation', drawn: 'agreed or claimed', decided: 'decided otherwise', unfinished: 'not over',
  fivefold_repetition: 'five-fold repetition', seventy_five_moves: '75 moves without capture and pawn move', dead_position: 'dead position',
};

/** A few words for a list of games. */
export function shortRuling(game) {
  if (game.error) return game.error;
  const what = game.ending ?? game.ruling;
  return `${game.result ? score(game.result) : ''} ${WORDS[what] ?? what}`.trim();
}
