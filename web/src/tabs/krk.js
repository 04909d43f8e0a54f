// "King and rook": play either side against the strategy that is proved to mate on every board, or with it.
import { get } from '../api.js';
import { fill, h, plural } from '../dom.js';
import { copyLink, failure, patiently } from '../parts.js';

/** @returns {[number, number]} */
const place = (square) => [square.charCodeAt(0) - 97, Number(square.slice(1)) - 1];
const named = (file, rank) => String.fromCharCode(97 + file) + (rank + 1);

/** Kc3 Ra1 kd5, taken apart. */
function parse(men) {
  const [king, rook, black] = men.trim().split(/\s+/);
  return { king: place(king.slice(1)), rook: place(rook.slice(1)), black: place(black.slice(1)) };
}

/** A place to start from: White to move, Black not in check, the kings apart. */
function draw(size) {
  /** @returns {[number, number]} */
  const any = () => [Math.floor(Math.random() * size), Math.floor(Math.random() * size)];
  for (;;) {
    const king = any(), rook = any(), black = any();
    const far = Math.max(Math.abs(king[0] - black[0]), Math.abs(king[1] - black[1]));
    if (far < 2 || rook[0] === black[0] || rook[1] === black[1] || (rook[0] === king[0] && rook[1] === king[1])) continue;
    return `K${named(...king)} R${named(...rook)} k${named(...black)}`;
  }
}

/**
 * The rectangle that the rook leaves to the black king; none while it gives check.
 * @returns {[number, number, number, number] | null}
 */
function room(men, size) {
  const { rook, black } = men;
  if (rook[0] === black[0] || rook[1] === black[1]) return null;
  const side = (r, b) => (b > r ? [r + 1, size - 1] : [0, r - 1]);
  const [left, right] = side(rook[0], black[0]), [low, high] = side(rook[1], black[1]);
  return [left, low, right, high];
}

/** The reply that keeps the king in the middle of things; a rook that hangs is taken. */
function defence(men, replies, size) {
  const { rook } = parse(men), middle = (size - 1) / 2;
  const taken = replies.find((square) => square === named(...rook));
  const off = (square) => { const [file, rank] = place(square); return Math.abs(file - middle) + Math.abs(rank - middle); };
  return taken ?? [...replies].sort((one, other) => off(one) - off(other))[0];
}

export function create(context) {
  let size = 8, side = 'black', men = '', start = '', waiting = false, turn = 0, chosen = '', last;
  /** The positions with White to move, from the start, and what was said of each; the address holds the last one. */
  let course = [], log = [];

  const field = h('div.field.cg-wrap', { role: 'group' });
  const says = h('section.says', { 'aria-live': 'polite' });
  const measure = h('p.note.measure');
  const rules = h('ol.rules');
  const history = h('ol.duel', { 'aria-label': 'Moves so far' });
  const shrinking = h('h3', { hidden: true }, 'The room left to the black king');
  const rooms = h('div.rooms', { role: 'img', hidden: true });
  const width = h('output', {}, '8 × 8');
  const slider = h('input', { type: 'range', min: 4, max: 16, value: 8, id: 'krk-size', 'aria-label': 'Size of the board',
    oninput: () => { width.textContent = `${slider.value} × ${slider.value}`; },
    onchange: () => go(Number(slider.value), draw(Number(slider.value))) });
  const back = h('button.text', { type: 'button', disabled: true, onclick: () => (side === 'white' && last ? ask() : go(size, course.at(-2))) }, 'Take back');
  const sides = ['black', 'white'].map((color) => h('input', { type: 'radio', name: 'krk-side', value: color, onchange: () => context.go('krk', { board: String(size), men: course.at(-1), side: color === 'white' ? color : '' }) }));
  const element = h('div.tab.krk', {},
    h('h1', {}, 'King and rook'),
    h('p.lead', {}, 'White follows ten rules and plays the first that applies. It is proved, for boards of every size, that they always mate. Flee from them with the black king, or learn to mate with White.'),
    h('div.columns', {},
      h('div', {}, h('div.ranked', {}, field),
        h('div.tools', {},
          h('fieldset.choice', {}, h('legend.quiet', {}, 'You play'), h('label', {}, sides[0], 'Play Black'), h('label', {}, sides[1], 'Play White')),
          h('label.size', {}, 'Board', slider, width)),
        h('div.tools', {}, h('span.actions', {},
          back,
          h('button.text', { type: 'button', onclick: () => go(size, start) }, 'Again'),
          h('button.text', { type: 'button', onclick: () => go(size, draw(size)) }, 'New position')))),
      h('div.beside', {}, says, measure, shrinking, rooms, h('h3', {}, 'The rules, in order'), rules, history, copyLink(context))));

  const go = (n, where) => context.go('krk', { board: String(n), men: where, side: side === 'white' ? side : '' });

  /** A new game. */
  function begin(n, from) {
    size = n;
    start = from;
    slider.value = String(n);
    width.textContent = `${n} × ${n}`;
    course = [];
    log = [];
    forward(from);
  }

  /** White is to move here. */
  function forward(where) {
    course.push(where);
    ask();
  }

  /** Back to an earlier position of this game. */
  function rewind(at, where) {
    course.length = at;
    log.length = at;
    forward(where);
  }

  /** What the strategy says of the position: it plays, or advises. */
  async function ask() {
    const mine = ++turn;
    men = course.at(-1);
    back.disabled = course.length < 2;
    waiting = true;
    chosen = '';
    last = undefined;
    show();
    try {
      const reply = await patiently(() => get('/strategy/krk', { board: size, men, turn: 'white' }), undefined, (words) => { if (mine === turn) fill(says, h('p.article', {}, words)); });
      if (mine !== turn) return;
      waiting = false;
      log[course.length - 1] = { ...reply, by: reply.move };
      if (side === 'black') {
        men = reply.men_after;
        last = reply.move;
      }
      tell(reply);
      show();
    } catch (error) {
      if (mine !== turn) return;
      waiting = false;
      failure(says, error, 'This position is not for the strategy.', () => ask());
    }
  }

  /** The black king goes to a square; White is to move then. */
  const black = (square) => go(size, men.replace(/k\w+$/, `k${square}`));

  /** The student has moved: what does Black do? */
  async function white(made) {
    const reply = log.at(-1), mine = ++turn;
    waiting = true;
    men = made.men_after;
    last = made;
    log[log.length - 1] = { ...reply, by: made };
    show();
    const after = await patiently(() => get('/strategy/krk', { board: size, men, turn: 'black' }), undefined, () => {}).catch((error) => error);
    if (mine !== turn) return;
    waiting = false;
    if (after instanceof Error) return failure(says, after, 'There is no answer.', () => white(made));
    const square = defence(men, after.black_moves, size);
    const over = after.mate ? `Mate in ${plural(log.length, 'move')}.` : after.stalemate ? 'Stalemate: a draw.' : square === named(...parse(men).rook) ? 'Black takes the rook: a draw.' : '';
    log[log.length - 1] = { ...log.at(-1), mate: after.mate, room_after: after.room_before };
    if (over) {
      fill(says, h('h2.verdict', {}, `${made.san} ${over}`), h('p', {}, after.mate ? 'Well done.' : 'Take back, and look at what the rules advise.'), h('p.note', {}, made.words));
      back.disabled = false;
      drawRules(reply);
      drawRooms();
      show();
    } else {
      said = h('p.note', {}, made.words);
      black(square);
    }
  }
  /** What is to be said of the student's move, above the next advice. */
  let said;

  /** What is proved of a move by this rule. @param {{ lemma: { name: string, text: string } | null }} reply */
  const lemma = (reply) => reply.lemma && h('p.note.lemma', {}, `Proved for every board: ${reply.lemma.text} `, '(', h('a', { href: 'docs/guide/strategy.txt' }, `lemma ${reply.lemma.name.split(':')[0]}`), ').');

  function tell(reply) {
    const { name } = reply;
    const because = `: ${reply.words.replace(/\.$/, '')}.`;
    if (side === 'white') {
      const hint = h('div', { hidden: true }, h('p', {}, h('b.rule', {}, `${reply.move.san}, ${name}`), because), lemma(reply));
      fill(says, h('h2.verdict', {}, 'Your move, White.'), said,
        h('p.article', {}, 'Choose the king or the rook, then a marked square.'),
        h('div.row', {}, h('button.pill', { type: 'button', 'aria-expanded': 'false', onclick: (event) => { hint.hidden = false; event.currentTarget.setAttribute('aria-expanded', 'true'); drawRules(reply); } }, 'What do the rules say?')), hint);
      drawRules(reply, false);
    } else {
      fill(says,
        h('h2.verdict', {}, reply.mate ? `${reply.move.san.replace(/#?$/, '#')} Mate in ${plural(log.length, 'move')}.` : `White plays ${reply.move.san}`),
        h('p', {}, h('b.rule', {}, name), reply.mate ? '. Nobody lasts.' : because),
        lemma(reply),
        !reply.mate && h('p.article', {}, reply.black_moves.length ? 'Your move: choose a marked square.' : 'You have no move.'));
      drawRules(reply);
    }
    said = undefined;
    drawRooms();
  }

  /** The rules; the one that is used, and why not one before it, unless that is still to be found out. */
  function drawRules(reply, isTold = true) {
    const whyNot = (id) => isTold && reply.not.find(({ rule }) => rule === id)?.words;
    fill(rules, reply.rules.map(({ rule, name, text }) => h('li', { 'data-rule': rule, 'data-used': isTold && rule === reply.rule ? '' : null },
      h('b', {}, name), h('span', {}, text), h('span.why-not', {}, whyNot(rule) ? `not now: ${whyNot(rule)}` : ''))));
  }

  /** The moves so far, and how the room shrinks; a mated king has none. */
  function drawRooms() {
    const done = side === 'white' && log.length === course.length && !last ? log.slice(0, -1) : log;
    const roomOf = (step) => (step.mate ? 0 : step.room_after);
    const most = 2 * size - 1;
    fill(history, done.map((step, i) => h('li', {}, `${step.by.san}${course[i + 1] ? ` … K${course[i + 1].split('k')[1]}` : ''}`)));
    history.scrollTop = history.scrollHeight;
    for (const part of [shrinking, rooms]) part.hidden = !done.length;
    fill(rooms, done.map((step) => h('i', { style: `height:${(100 * Math.min(roomOf(step), most)) / most}%`, title: step.mate ? 'mate' : `room ${step.room_after}` })));
    rooms.setAttribute('aria-label', `The room after each move: ${done.map((step) => (step.mate ? 'none, mate' : step.room_after)).join(', ')}`);
  }

  /** The board: men, coordinates, the room, and where one may go. */
  function show() {
    const placed = parse(men), reply = log.at(-1);
    field.style.setProperty('--n', String(size));
    field.style.backgroundSize = `${200 / size}% ${200 / size}%`;
    field.classList.toggle('odd', size % 2 === 1);
    const at = ([file, rank]) => `left:${(100 * file) / size}%;top:${(100 * (size - 1 - rank)) / size}%`;
    const box = ([left, low, right, high]) => h('i.room', { style: `left:${(100 * left) / size}%;top:${(100 * (size - 1 - high)) / size}%;width:${(100 * (right - left + 1)) / size}%;height:${(100 * (high - low + 1)) / size}%` });
    const piece = (name, where) => h(`piece.${name}`, { style: at(where) });
    const moved = last ? [last.from, last.to].map((square) => h('i.moved', { style: at(place(square)) })) : [];
    const left = room(placed, size);
    measure.textContent = left ? `The room is measured in files plus ranks: ${left[2] - left[0] + 1} + ${left[3] - left[1] + 1} = ${left[2] - left[0] + left[3] - left[1] + 2}.` : '';
    const target = (square, label, act) => h('button.target', { type: 'button', style: at(place(square)), 'aria-label': label, onclick: act });
    const mine = !waiting && reply && !last === (side === 'white');
    const own = mine && side === 'white' && reply.white_moves ? ['king', 'rook'].map((name) => {
      const square = named(...placed[name]);
      return h('button.own', { type: 'button', style: at(placed[name]), 'aria-label': `White ${name} ${square}`, 'aria-pressed': String(chosen === square), onclick: () => { chosen = chosen === square ? '' : square; show(); } });
    }) : [];
    const goals = !mine ? [] : side === 'white'
      ? (reply.white_moves ?? []).filter((made) => made.from === chosen).map((made) => target(made.to, `${made.san[0] === 'K' ? 'King' : 'Rook'} to ${made.to}`, () => white(made)))
      : reply.mate ? [] : reply.black_moves.map((square) => target(square, `King to ${square}`, () => black(square)));
    const edge = [];
    for (let i = 0; i < size; i++) edge.push(h('i.file', { style: at([i, 0]) }, named(i, 0)[0]), h('i.rank', { style: at([0, i]) }, String(i + 1)));
    const focused = /** @type {HTMLElement} */ (document.activeElement)?.closest?.('.field .own')?.getAttribute('aria-label');
    fill(field, moved, left && box(left), edge.map((label) => { label.setAttribute('aria-hidden', 'true'); return label; }),
      piece('white.king', placed.king), piece('white.rook', placed.rook), piece('black.king', placed.black), own, goals);
    if (focused) /** @type {HTMLElement} */ (field.querySelector(`[aria-label="${focused}"]`))?.focus();
    field.setAttribute('aria-label', `Board of ${size} by ${size}: white king ${named(...placed.king)}, white rook ${named(...placed.rook)}, black king ${named(...placed.black)}.`);
  }

  return {
    element,
    /** @param {Record<string, string>} params */
    show({ board, men: from, side: wanted }) {
      const n = Math.min(16, Math.max(4, Number.parseInt(board, 10) || 8));
      const playing = wanted === 'white' ? 'white' : 'black';
      if (!from || !/^K[a-p]\d+ R[a-p]\d+ k[a-p]\d+$/.test(from)) {
        return context.go('krk', { board: String(n), men: n === 8 ? 'Kb2 Rh1 kf6' : draw(n), side: wanted }, { replace: true });
      }
      const changed = playing !== side;
      side = playing;
      for (const input of sides) input.checked = input.value === side;
      if (n === size && from === course.at(-1)) { if (changed) ask(); return; }
      const at = n === size ? course.indexOf(from) : -1;
      if (at >= 0) return rewind(at, from);
      // A reply of the black king to the move that stands on the board goes on with the game.
      const follows = n === size && last && !waiting && log.length === course.length && from.startsWith(men.replace(/k\w+$/, 'k'));
      if (follows) forward(from); else begin(n, from);
    },
    // Arrow keys move the king like a numeric pad would: the target that lies most in that direction.
    key(event) {
      const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
      if (!step || waiting || side === 'white') return false;
      const [file, rank] = parse(men).black;
      const goal = named(file + step[0], rank + step[1]);
      const button = [...field.querySelectorAll('.target')].find((b) => b.getAttribute('aria-label') === `King to ${goal}`);
      if (button) button.click();
      return Boolean(button);
    },
  };
}
