// Answers in the words of an arbiter.
import { count, plural } from './dom.js';

export const NAME = { white: 'White', black: 'Black' };
export const OTHER = { white: 'black', black: 'white' };

/** "a, b and c". */
export const list = (names) => (names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`);

/** Microseconds for people. */
export function time(us) {
  if (us === null || us === undefined) return '';
  if (us < 1000) return `${us.toFixed(us < 10 ? 1 : 0)} µs`;
  if (us < 1e6) return `${(us / 1000).toFixed(us < 1e4 ? 1 : 0)} ms`;
  return `${(us / 1e6).toFixed(1)} s`;
}

const MATERIAL = {
  bare_king: (side) => `${side} has nothing but the king.`,
  lone_knight: (side) => `${side} has a king and one knight, and nothing of the opponent’s can get in its king’s way.`,
  bishops_of_one_colour: (side) => `${side} has only bishops on squares of one colour, and nothing of the opponent’s can get in its king’s way.`,
};

/** Why a side can or cannot win: sentences. */
export function why(side, answer) {
  const name = NAME[side], other = NAME[OTHER[side]];
  if (answer.verdict === 'winnable') {
    if (!answer.plies) return [`${name} has just given mate.`];
    const moves = Math.ceil(answer.plies / 2);
    return [`If both players help, ${name} mates in ${plural(moves, 'move')}${answer.plies > 1 ? ` (${count(answer.plies)} single moves; there may be shorter ways)` : ''}.`];
  }
  if (answer.verdict === 'open') return ['The search reached its limit. This is not a guess either way: the question is open.'];
  const region = answer.region;
  const checks = !region ? '' : !region.checkers?.length
    ? `No man of ${name}’s can ever give check, so there is no mate.`
    : `Only ${list(region.checkers.map((square) => `the man on ${square}`))} could ever give check, and ${other}’s king could be checked only on ${list(region.checked_on ?? [])}. Every way to set up a mate there was tried, and none works.`;
  switch (answer.reason) {
    case 'material': return [MATERIAL[answer.material_rule]?.(name) ?? `${name} has too little to mate with.`];
    case 'forced': return [answer.covered_positions <= 1 ? `Every legal move leaves ${name} without a mate.` : `Only ${plural(answer.covered_positions, 'position')} can arise before the end, and in none of them has ${name} given mate.`];
    case 'locked': return ['The position is locked: no series of moves ever opens it.', checks];
    case 'searched': return [`All lines were followed, through ${plural(answer.covered_positions, 'position')}, until they ended or became locked for good (${plural(answer.regions, 'kind')} of locked position). None is mate by ${name}.`];
    default: return [`No series of legal moves ends in mate by ${name}.`];
  }
}

/** The headline: where the game stands. */
export function standing(report) {
  const { white, black } = report;
  switch (report.standing) {
    case 'checkmate': return `Checkmate: ${report.turn === 'white' ? 'Black' : 'White'} has won.`;
    case 'stalemate': return 'Stalemate: the game is drawn.';
    case 'dead': return 'Dead position: neither side can mate.';
    default:
  }
  if (white?.verdict === 'winnable' && black?.verdict === 'winnable') return 'Either side can still win.';
  if (white?.verdict === 'winnable' && black?.verdict === 'unwinnable') return 'Only White can still win.';
  if (white?.verdict === 'unwinnable' && black?.verdict === 'winnable') return 'Only Black can still win.';
  if (white?.verdict === 'winnable') return 'White can still win; about Black it is open.';
  if (black?.verdict === 'winnable') return 'Black can still win; about White it is open.';
  return 'Open: the search reached its limit.';
}

/** The article that ends or does not end the game. */
export function article(report) {
  switch (report.standing) {
    case 'checkmate': return 'The game ended with the mate (FIDE Laws, Article 5.1.1).';
    case 'stalemate': return 'The game ended with the stalemate (FIDE Laws, Article 5.2.1).';
    case 'dead': return 'The game is over, drawn (FIDE Laws, Article 5.2.2).';
    case 'alive': return 'The position is not dead (FIDE Laws, Article 5.2.2).';
    default: return 'Whether the position is dead is not settled (FIDE Laws, Article 5.2.2).';
  }
}

/** The ruling when a flag falls here (Article 6.9): result and reason. */
export function flagFall(report, fallen) {
  const winner = OTHER[fallen], win = winner === 'white' ? '1 – 0' : '0 – 1';
  if (report.standing === 'checkmate') return { result: report.turn === 'white' ? '0 – 1' : '1 – 0', reason: 'too late: the game ended with the mate' };
  if (report.standing === 'stalemate') return { result: '½ – ½', reason: 'too late: the game ended with the stalemate' };
  if (report.standing === 'dead') return { result: '½ – ½', reason: 'too late: the position is dead' };
  const verdict = report[winner]?.verdict;
  if (verdict === 'winnable') return { result: win, reason: `${NAME[winner]} could still mate` };
  if (verdict === 'unwinnable') return { result: '½ – ½', reason: `${NAME[winner]} cannot mate by any series of legal moves` };
  return { result: '?', reason: `it is open whether ${NAME[winner]} can still mate` };
}
