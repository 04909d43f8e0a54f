// The large board: chessground, shown or edited.
import { Chessground } from './chessground/chessground.min.js';
import { h } from './dom.js';
import { colorOf, parseFen, roleOf, squareName } from './position.js';

/**
 * @typedef {object} Shown what a board shows
 * @property {string} fen at least the placement
 * @property {string[]} [lastMove] two squares
 * @property {string} [check] the square of a king in check
 * @property {Map<string, string>} [marks] classes of squares
 * @property {boolean} [jump] do not slide the men there
 */

const still = matchMedia('(prefers-reduced-motion: reduce)');

/** The men in words, for those who do not see the board. */
export function inWords(fen) {
  const { men, turn } = parseFen(fen);
  const side = (color) => {
    const names = [];
    for (const role of ['king', 'queen', 'rook', 'bishop', 'knight', 'pawn']) {
      const squares = men.flatMap((man, i) => (man && colorOf(man) === color && roleOf(man) === role ? [squareName(i)] : []));
      if (squares.length) names.push(`${role}${squares.length > 1 ? 's' : ''} ${squares.join(' ')}`);
    }
    return names.join(', ') || 'nobody';
  };
  return `White: ${side('white')}. Black: ${side('black')}. ${turn === 'w' ? 'White' : 'Black'} to move.`;
}

let boards = 0;

/**
 * A board that only shows. What it shows stands beside it in words, for those who do not see it;
 * a board that one works on has a label of its own, and is described by these words.
 */
export function makeBoard(config = {}, { label = '' } = {}) {
  const words = h('p.quiet', { id: `board-${++boards}` });
  const wrap = label
    ? h('div.board', { role: 'application', tabindex: '0', 'aria-label': label, 'aria-describedby': words.id })
    : h('div.board', { role: 'img', 'aria-labelledby': words.id });
  const element = h('div.boarded', {}, wrap, words);
  const ground = Chessground(wrap, {
    coordinates: true,
    viewOnly: true,
    drawable: { enabled: false },
    disableContextMenu: false,
    animation: { enabled: !still.matches, duration: 220 },
    ...config,
  });
  // Chessground measures its place once. Whatever has come in above the board since then has moved it, and a click would
  // go to another square.
  for (const press of ['mousedown', 'touchstart']) wrap.addEventListener(press, () => ground.state.dom.bounds.clear(), { capture: true, passive: true });
  return {
    element,
    wrap,
    ground,
    /** @param {Shown} shown */
    show({ fen, lastMove, marks, jump }) {
      if (jump) ground.set({ animation: { enabled: false } });
      ground.set({
        fen: fen.split(' ')[0],
        lastMove: /** @type {any} */ (lastMove ?? []),
        highlight: { custom: /** @type {any} */ (marks ?? new Map()) },
      });
      if (jump) ground.set({ animation: { enabled: !still.matches } });
      words.textContent = inWords(fen);
    },
    flip: () => ground.toggleOrientation(),
  };
}
