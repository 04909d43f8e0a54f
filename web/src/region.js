// Why a side cannot win: where each man can ever stand, on the board.
import { h, fill } from './dom.js';
import { letterOf } from './position.js';

const KEYS = {
  white: ['squares White’s king can ever reach', (region) => [[region.white_king, 'reach-white']]],
  black: ['squares Black’s king can ever reach', (region) => [[region.black_king, 'reach-black']]],
  locked: ['pawns that never move', (region) => [[region.locked_pawns, 'locked']]],
  checks: ['', (region) => [[region.checkers, 'checker'], [region.checked_on, 'checked-on']]],
};

/**
 * The marks, a legend to choose from, and every man to point at.
 * @param {any} region as the server gives it
 * @param {string} loser whose king might be in check
 * @param {ReturnType<typeof import('./board.js').makeBoard>} board
 * @param {(shown: import('./board.js').Shown) => void} show
 */
export function regionView(region, loser, board, show) {
  const shown = new Set(Object.keys(KEYS));
  const says = h('p.note', { 'aria-live': 'polite' });
  const general = 'A square without a tint is out of that king’s reach for certain, as long as the game lasts. Point at a man, here or on the board, to see where it can ever stand.';
  let pointed;

  function draw() {
    const marks = new Map();
    const mark = (squares, name) => squares.forEach((square) => marks.set(square, `${marks.get(square) ?? ''} ${name}`.trim()));
    if (pointed) {
      mark(pointed.squares, `reach-${pointed.side}`);
      mark([pointed.home], 'pointed');
    } else for (const key of shown) for (const [squares, name] of KEYS[key][1](region)) mark(squares, name);
    show({ fen: region.anchor, marks, jump: true });
    says.textContent = pointed ? pointed.sentence.replaceAll("'", '’') : general;
  }

  const point = (man) => { if (man !== pointed) { pointed = man; draw(); for (const [of, button] of buttons) button.toggleAttribute('data-pointed', of === pointed); } };
  /** @type {[any, HTMLElement][]} */
  const buttons = region.men.map((man) => [man, h('button.man', {
    type: 'button', 'aria-label': `${man.side} ${man.role} ${man.home}`, onclick: () => point(man),
    onpointerenter: () => point(man), onpointerleave: () => point(undefined), onfocus: () => point(man), onblur: () => point(undefined),
  }, h(`piece.${man.side}.${man.role}`, { title: letterOf(man.side, man.role) }), man.home)]);

  const key = (name, text) => h('label', {}, h('input', { type: 'checkbox', checked: true, onchange: (event) => {
    if (event.target.checked) shown.add(name); else shown.delete(name);
    draw();
  } }), h(`i.swatch.${name}`), text);
  const element = h('div.region', {},
    h('div.legend', {},
      ['white', 'black', 'locked'].map((name) => key(name, KEYS[name][0])),
      region.checkers.length > 0 && key('checks', `men that could ever check, and where ${loser}’s king could stand then`)),
    says,
    h('div.men.cg-wrap', { role: 'group', 'aria-label': 'The men, and where each can ever stand' }));
  fill(element.querySelector('.men'), buttons.map(([, button]) => button));

  // On the board: a mouse points by being there, a finger by tapping. All of it ends with the view.
  const at = (event) => {
    const square = board.ground.getKeyAtDomPos([event.clientX, event.clientY]);
    return region.men.find((man) => man.home === square);
  };
  const watch = (kind, act) => board.wrap.addEventListener(kind, function listen(event) {
    if (element.isConnected) act(event); else board.wrap.removeEventListener(kind, listen);
  });
  watch('pointermove', (event) => point(at(event)));
  watch('pointerdown', (event) => point(at(event)));
  watch('pointerleave', (event) => { if (event.pointerType === 'mouse') point(undefined); });
  draw();
  return element;
}
