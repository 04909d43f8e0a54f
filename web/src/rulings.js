// Rulings on game records in words, from the keys of `zermelo judge --json` (docs/guide/judge.md).
import { plural } from './dom.js';
import { moveNumber, parseFen } from './position.js';
import { NAME, OTHER } from './words.js';

export const CONTRADICTED = 'contradicted';

const ENDING = {
  checkmate: 'Checkmate',
  stalemate: 'Stalemate',
  dead_position: 'Dead position',
  fivefold_repetition: 'Five-fold repetition',
  seventy_five_moves: '75 moves without capture and pawn move',
};
const RESULT = { '1-0': 'White won', '0-1': 'Black won', '1/2-1/2': 'a draw' };
const SIGN = { '1-0': '1 – 0', '0-1': '0 – 1', '1/2-1/2': '½ – ½', '*': '*' };

/** "after 56. Kxd3", "at the start". */
function when(game) {
  if (!game.move_san) return game.ply === 0 ? 'at the start' : `after ply ${game.ply}`;
  const start = game.timeline?.fens?.[0];
  const { turn, number } = start ? parseFen(start) : { turn: 'w', number: 1 };
  const ply = game.ply - 1;
  const white = (turn === 'w') === (ply % 2 === 0);
  const n = white ? moveNumber(turn, number, ply) : `${number + Math.floor((ply + (turn === 'b' ? 1 : 0)) / 2)}...`;
  return start ? `with ${n} ${game.move_san}` : `with ${game.move_san} (ply ${game.ply})`;
}

/** @returns {{ headline: string, detail: string, agreement: string }} */
export function ruling(game) {
  return { ...sentence(game), agreement: agreement(game) };
}

function sentence(game) {
  const result = RESULT[game.result] ?? 'no result';
  const loser = NAME[game.loser], other = NAME[OTHER[game.loser]];
  const after = game.plies_after_end ? ` ${plural(game.plies_after_end, 'move was', 'moves were')} played after the end.` : '';
  switch (game.ruling) {
    case 'over':
      return { headline: `${ENDING[game.ending] ?? game.ending} ${when(game)}: ${result}.`, detail: `FIDE Laws, Article ${game.article}.${after}` };
    case 'flag':
      return game.winner
        ? { headline: `${loser} ran out of time: ${result}.`, detail: `${other} could still mate (FIDE Laws, Article 6.9).` }
        : { headline: `${loser} ran out of time, but ${other} cannot mate: a draw.`, detail: 'No series of legal moves ends in that mate (FIDE Laws, Article 6.9).' };
    case 'resigned':
      return game.winner
        ? { headline: `${loser} resigned: ${result}.`, detail: 'FIDE Laws, Article 5.1.2. A decisive result without a mate is taken as a resignation.' }
        : { headline: `${loser} resigned, but ${other} cannot mate: a draw.`, detail: 'FIDE Laws, Article 5.1.2.' };
    case 'drawn':
      return { headline: game.claims_total ? 'Drawn, claimed or agreed.' : 'Drawn by agreement.', detail: game.article ? `FIDE Laws, Article ${game.article}.` : '' };
    case 'unfounded':
      return { headline: 'The reason given does not show on the board.', detail: `The record says: ${game.said}.` };
    case 'decided':
      return { headline: 'Decided otherwise than by the moves.', detail: game.said ? `The record says: ${game.said}.` : '' };
    case 'unfinished':
      return { headline: 'Not over, and nobody gave up.', detail: '' };
    default:
      return { headline: 'Open.', detail: `The search reached its limit before it was settled who can still mate at ply ${game.ply}.` };
  }
}

function agreement(game) {
  const said = SIGN[game.claimed_result] ?? game.claimed_result;
  switch (game.agreement) {
    case 'agrees': return `The record agrees: ${said}.`;
    case 'contradicted': return `Contradicted: the record says ${said}, the rules say ${SIGN[game.result]}.`;
    case 'missing': return 'The record gives no result.';
    default: return game.claimed_result === '*' || !game.claimed_result ? 'The record gives no result.' : `The record’s ${said} stands.`;
  }
}

/** A few words for a list of games. */
export function shortRuling(game) {
  if (game.error) return game.error;
  const words = { over: ENDING[game.ending]?.toLowerCase(), flag: 'time', resigned: 'resignation', drawn: 'agreed or claimed', unfounded: 'unfounded', decided: 'decided otherwise', unfinished: 'not over', open: 'open' }[game.ruling];
  return `${SIGN[game.result] ?? ''} ${words ?? game.ruling}`.trim();
}
