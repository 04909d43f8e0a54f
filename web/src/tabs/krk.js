// "King and rook": play the black king against the strategy that is proved to mate on every board.
import { get } from '../api.js';
import { fill, h } from '../dom.js';
import { copyLink, failure } from '../parts.js';

/** The strategy: White plays the first kind of move that is possible. */
const RULES = [
  ['ImmediateMate', 'Mate', 'the rook mates'],
  ['ReadyToMate', 'Ready to mate', 'whatever Black plays, mate follows'],
  ['Squeeze', 'Squeeze', 'the rook makes the room smaller'],
  ['ApproachDiag', 'Approach, diagonally', 'the king comes nearer to the square beside the rook'],
  ['ApproachNonDiag', 'Approach, straight', 'the same along a file or rank'],
  ['KeepRoomDiag', 'Keep the room, diagonally', 'the king waits, not further from the rook'],
  ['KeepRoomNonDiag', 'Keep the room, straight', 'the same along a file or rank'],
  ['RookHome', 'Rook home', 'the rook comes to the line next to its king'],
  ['RookSafe', 'Rook to safety', 'the rook flees to an edge, far away'],
  ['RookSafeSmallBoards', 'Rook to safety, small boards', 'the same, in line with its king'],
];

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

/** The rectangle that the rook leaves to the black king. */
function room(men, size) {
  const { rook, black } = men;
  if (rook[0] === black[0] || rook[1] === black[1]) return [0, 0, size - 1, size - 1];
  const side = (r, b) => (b > r ? [r + 1, size - 1] : [0, r - 1]);
  const [left, right] = side(rook[0], black[0]), [low, high] = side(rook[1], black[1]);
  return [left, low, right, high];
}

export function create(context) {
  let size = 8, men = '', start = '', log = [], waiting = false, turn = 0;

  const field = h('div.field.cg-wrap', { role: 'group' });
  const says = h('section.says', { 'aria-live': 'polite' });
  const rules = h('ol.rules', {}, RULES.map(([id, name, text]) => h('li', { 'data-rule': id }, h('b', {}, name), h('span', {}, text))));
  const history = h('ol.duel', { 'aria-label': 'Moves so far' });
  const rooms = h('div.rooms', { role: 'img' });
  const width = h('output', {}, '8 × 8');
  const slider = h('input', { type: 'range', min: 4, max: 16, value: 8, id: 'krk-size', 'aria-label': 'Size of the board',
    oninput: () => { width.textContent = `${slider.value} × ${slider.value}`; },
    onchange: () => begin(Number(slider.value)) });
  const element = h('div.tab.krk', {},
    h('h1', {}, 'King and rook'),
    h('p.lead', {}, 'You are the black king. White follows ten rules and plays the first that applies. It is proved, for boards of every size, that they always mate.'),
    h('div.columns', {},
      h('div', {}, field,
        h('div.tools', {}, h('label.size', {}, 'Board', slider, width),
          h('span.actions', {},
            h('button.text', { type: 'button', onclick: () => begin(size, start) }, 'Again'),
            h('button.text', { type: 'button', onclick: () => begin(size) }, 'New position')))),
      h('div.beside', {}, says, h('h3', {}, 'The room left to you'), rooms, h('h3', {}, 'The rules, in order'), rules, history, copyLink())));

  /** A new game; without men the position is drawn by lot. */
  function begin(n, from) {
    size = n;
    start = from ?? draw(n);
    context.go('krk', { board: String(n), men: start }, true);
    slider.value = String(n);
    width.textContent = `${n} × ${n}`;
    men = start;
    log = [];
    turn += 1;
    fill(history);
    fill(rooms);
    white();
  }

  async function white() {
    const mine = turn;
    waiting = true;
    show([]);
    try {
      const reply = await get('/strategy/krk', { board: size, men, turn: 'white' });
      if (mine !== turn) return;
      waiting = false;
      log.push(reply);
      men = reply.men_after;
      tell(reply);
      show(reply.mate ? [] : reply.black_moves, reply);
    } catch (error) {
      if (mine !== turn) return;
      waiting = false;
      failure(says, error, 'This position is not for the strategy.');
    }
  }

  function black(square) {
    if (waiting) return;
    log.at(-1).answer = square;
    men = men.replace(/k\w+$/, `k${square}`);
    const row = history.lastElementChild;
    row?.append(` … K${square}`);
    white();
  }

  function tell(reply) {
    const name = RULES.find(([id]) => id === reply.rule)?.[1] ?? reply.rule;
    const moves = log.length;
    fill(says,
      h('h2.verdict', {}, reply.mate ? `${reply.move.san.replace(/#?$/, '#')} Mate in ${moves} moves.` : `White plays ${reply.move.san}`),
      h('p', {}, h('b.rule', {}, name), reply.mate ? '. Nobody lasts.' : `: ${reply.words.replace(/\.$/, '')}.`),
      !reply.mate && h('p.article', {}, reply.black_moves.length ? 'Your move: choose a marked square.' : 'You have no move.'));
    for (const item of rules.children) item.toggleAttribute('data-used', item.dataset.rule === reply.rule);
    history.append(h('li', {}, `${reply.move.san}`));
    history.scrollTop = history.scrollHeight;
    const most = 2 * size - 1;
    rooms.append(h('i', { style: `height:${(100 * Math.min(reply.room_after, most)) / most}%`, title: `room ${reply.room_after}` }));
    rooms.setAttribute('aria-label', `The room after each move: ${log.map((step) => step.room_after).join(', ')}`);
  }

  function show(targets, reply) {
    const placed = parse(men);
    const [left, low, right, high] = room(placed, size);
    field.style.setProperty('--n', String(size));
    field.style.backgroundSize = `${200 / size}% ${200 / size}%`;
    field.classList.toggle('odd', size % 2 === 1);
    const at = ([file, rank]) => `left:${(100 * file) / size}%;top:${(100 * (size - 1 - rank)) / size}%`;
    const box = h('i.room', { style: `left:${(100 * left) / size}%;top:${(100 * (size - 1 - high)) / size}%;width:${(100 * (right - left + 1)) / size}%;height:${(100 * (high - low + 1)) / size}%` });
    const piece = (name, where) => h(`piece.${name}`, { style: at(where) });
    const moved = reply ? [reply.move.from, reply.move.to].filter(Boolean).map((square) => h('i.moved', { style: at(place(square)) })) : [];
    fill(field, moved, box,
      piece('white.king', placed.king), piece('white.rook', placed.rook), piece('black.king', placed.black),
      targets.map((square) => h('button.target', { type: 'button', style: at(place(square)), 'aria-label': `King to ${square}`, onclick: () => black(square) })));
    field.setAttribute('aria-label', `Board of ${size} by ${size}: white king ${named(...placed.king)}, white rook ${named(...placed.rook)}, black king ${named(...placed.black)}.`);
  }

  return {
    element,
    /** @param {Record<string, string>} params */
    show({ board, men: from }) {
      const n = Math.min(16, Math.max(4, Number.parseInt(board, 10) || 8));
      if (from === start && n === size) return;
      if (from && !/^K[a-p]\d+ R[a-p]\d+ k[a-p]\d+$/.test(from)) return begin(n);
      if (!from && start) return;
      begin(n, from || (n === 8 ? 'Kb2 Rh1 kf6' : undefined));
    },
    // Arrow keys move the king like a numeric pad would: the target that lies most in that direction.
    key(event) {
      const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
      if (!step || waiting) return false;
      const [file, rank] = parse(men).black;
      const goal = named(file + step[0], rank + step[1]);
      const button = [...field.querySelectorAll('.target')].find((b) => b.getAttribute('aria-label') === `King to ${goal}`);
      if (button) button.click();
      return Boolean(button);
    },
  };
}
