// Small boards that only show a position: for galleries and retractions, where there are dozens.
import { inWords } from './board.js';
import { h } from './dom.js';
import { colorOf, parseFen, roleOf, squareName } from './position.js';

/**
 * @param {string} fen
 * @param {string[]} [marked] squares to point out
 */
export function miniBoard(fen, marked = []) {
  const { men } = parseFen(fen);
  const pieces = [];
  for (let i = 0; i < 64; i++) {
    const place = `transform:translate(${100 * (i & 7)}%,${100 * (7 - (i >> 3))}%)`;
    if (marked.includes(squareName(i))) pieces.push(h('i', { style: place }));
    if (men[i]) pieces.push(h(`piece.${colorOf(men[i])}.${roleOf(men[i])}`, { style: place }));
  }
  return h('span.mini.cg-wrap', { role: 'img', 'aria-label': inWords(fen) }, pieces);
}
