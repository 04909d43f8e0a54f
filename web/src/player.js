// Plays a line on a board: step, play, pause, jump. Used for helpmates, proof games, records, main lines
// and, with 17,697 plies, the longest game.
import { count, fill, h } from './dom.js';
import { icon } from './icons.js';
import { move, moveNumber, parseFen, placement } from './position.js';

/** Every position of a line as placements, and the moves that lead there. */
export function replay(start, uci) {
  const { men } = parseFen(start);
  const frames = [placement(men)];
  const moves = uci.map((text) => {
    const made = move(men, text);
    frames.push(placement(men));
    return made;
  });
  return { frames, moves };
}

/**
 * @param {object} line
 * @param {(shown: import('./board.js').Shown) => void} line.show puts a position on the board
 * @param {string} line.start FEN
 * @param {string[]} line.uci
 * @param {string[]} [line.san] what to call the moves; no list of moves without
 * @param {{ frames: string[], lastMoves: (string[]|undefined)[] }} [line.known] positions, if they need no replay
 * @param {number[]} [line.speeds] plies a second to choose from
 * @param {number} [line.at] where to begin
 * @param {(ply: number) => string} [line.nameOf] what to call the move that led to a ply, if there is no list
 * @param {(ply: number) => void} [line.onPly] told about every jump and step
 */
export function makePlayer({ show, start, uci, san, known, speeds, at = 0, nameOf, onPly }) {
  let frames, lastMoves;
  if (known) ({ frames, lastMoves } = known);
  else {
    const made = replay(start, uci);
    frames = made.frames;
    lastMoves = [undefined, ...made.moves.map((m) => [m.from, m.to])];
  }
  const { turn, number } = parseFen(start);
  const last = frames.length - 1;
  let ply = 0, begun = false, timer = 0, speed = speeds?.[0] ?? 1.4;

  const button = (name, label, act) => h('button.icon-button', { type: 'button', 'aria-label': label, title: label, onclick: act }, icon(name));
  const playing = h('button.icon-button.play', { type: 'button', onclick: () => (timer ? stop() : play()) });
  const slider = h('input', { type: 'range', min: 0, max: last, value: 0, 'aria-label': 'Ply', oninput: () => { stop(); go(Number(slider.value), true); } });
  const place = h('output.place');
  const rate = speeds && h('select', { 'aria-label': 'Speed', onchange: () => { speed = Number(rate.value); if (timer) { stop(); play(); } } },
    speeds.map((n) => h('option', { value: String(n) }, `${count(n)} a second`)));

  // What was played is said, unless it goes by too fast.
  const said = h('p.quiet', { 'aria-live': 'polite' });
  const name = nameOf ?? ((to) => (san ? `${moveNumber(turn, number, to - 1)} ${san[to - 1]}`.trim() : ''));

  const items = [];
  const list = san && h('ol.moves', { 'aria-label': 'Moves' }, san.map((name, i) => {
    const item = h('button', { type: 'button', onclick: () => { stop(); go(i + 1); } }, name);
    items.push(item);
    const before = moveNumber(turn, number, i);
    return h('li', {}, before && h('span.number', {}, before), item);
  }));

  /** Moves to a ply; `jump` without the men sliding there. */
  function go(to, jump = false) {
    const target = Math.max(0, Math.min(last, to));
    items[ply - 1]?.removeAttribute('aria-current');
    const step = Math.abs(target - ply) === 1;
    ply = target;
    const item = items[ply - 1];
    if (item) {
      item.setAttribute('aria-current', 'step');
      const top = item.offsetTop - list.offsetTop;
      if (top < list.scrollTop || top > list.scrollTop + list.clientHeight - 40) list.scrollTop = top - list.clientHeight / 2;
    } else if (list) list.scrollTop = 0;
    slider.value = String(ply);
    slider.setAttribute('aria-valuetext', ply ? [`ply ${ply}`, name(ply)].filter(Boolean).join(', ') : 'the start');
    if (begun && (!timer || speed < 3)) said.textContent = ply ? name(ply) : 'the start';
    place.textContent = `${count(ply)} / ${count(last)}`;
    const side = (turn === 'w') === (ply % 2 === 0) ? 'w' : 'b';
    show({ fen: `${frames[ply]} ${side}`, lastMove: lastMoves[ply], jump: jump || !step });
    onPly?.(ply);
  }

  function play() {
    if (ply === last) go(0, true);
    // Faster than a screen can show: several plies at a time.
    const every = Math.max(1000 / speed, 50), plies = Math.max(1, Math.round((speed * every) / 1000));
    const began = () => { go(ply + plies, plies > 1 || speed > 6); if (ply === last) stop(); };
    timer = window.setInterval(began, every);
    began();
    sign();
  }

  function stop() {
    window.clearInterval(timer);
    timer = 0;
    sign();
  }

  function sign() {
    fill(playing, icon(timer ? 'pause' : 'play'));
    playing.setAttribute('aria-label', timer ? 'Pause' : 'Play');
    playing.title = timer ? 'Pause' : 'Play';
  }

  const element = h('div.player', {},
    h('div.controls', {},
      button('first', 'To the start', () => { stop(); go(0); }),
      button('back', 'Back', () => { stop(); go(ply - 1); }),
      playing,
      button('next', 'Forward', () => { stop(); go(ply + 1); }),
      button('last', 'To the end', () => { stop(); go(last); }),
      slider, place, rate, said),
    list);
  sign();
  go(at, true);
  begun = true;

  return {
    element, go, play, stop,
    get ply() { return ply; },
    get last() { return last; },
    /** Arrow keys, Home, End and the space bar. @returns {boolean} whether the key meant something */
    key(event) {
      const to = { ArrowLeft: ply - 1, ArrowRight: ply + 1, Home: 0, End: last }[event.key];
      if (to !== undefined) { stop(); go(to); } else if (event.key === ' ') (timer ? stop : play)();
      else return false;
      return true;
    },
  };
}
