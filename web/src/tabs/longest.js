// "The longest game": 17,697 plies, with the move clock as a curve.
import { accepts, get, ownProof } from '../api.js';
import { makeBoard } from '../board.js';
import { count, fill, h, s } from '../dom.js';
import { checkedBy, failure } from '../parts.js';
import { makePlayer, replay } from '../player.js';
import { START, formatPgn } from '../position.js';

const HEIGHT = 150;
/** Moves by both sides that the list shows at a time: of 8,849 nobody reads all. */
const LISTED = 16;

export function create(context) {
  let player, asked = false, wanted = 0, link = 0;

  const board = makeBoard();
  board.show({ fen: START, jump: true });
  const facts = h('dl.facts', { 'aria-live': 'off' });
  const near = h('div.near');
  const list = h('ol.moves.pairs', { 'aria-label': 'Moves around this one' });
  const aside = h('div.beside', {}, facts, near);
  const chart = h('div.chart');
  const controls = h('div.under.wide');
  const failed = h('div');
  const element = h('div.tab', {},
    h('h1', {}, 'The longest game'),
    h('p.lead', {}, 'A game ends by itself after 75 moves without a capture or pawn move, or when a position comes for the fifth time. Kept to these rules it can last 17,697 plies and no longer. Here is one, made from nothing and audited move by move.'),
    failed,
    h('div.columns.scrub', {}, h('div', {}, board.element), controls, aside),
    chart,
    h('h2.apart', {}, 'Who found it'),
    h('p', {}, 'Tom Murphy VII played a game of this length first (“Is this the longest Chess game?”, SIGBOVIK 2020). How long a game can last at most has been counted before, by François Labelle among others; see also Yim (2026). The game here is another one: the program makes it from nothing, and the kernel audits it move by move against the Laws. ', h('a', { href: 'docs/theory/longest.txt' }, 'Why none is longer'), '.'));

  async function load() {
    asked = true;
    try {
      const game = await get('/longest');
      fill(failed);
      begin(game);
    } catch (error) {
      asked = false;
      failure(failed, error, 'The game is not there.', load);
    }
  }

  function begin(game) {
    const uci = game.moves_uci.split(' ');
    const sans = Array.isArray(game.sans) ? game.sans : game.sans?.split(' ');
    const { frames, moves } = replay(START, uci);
    const critical = game.critical;
    // The clock after each ply: plies since the last critical move.
    const clock = new Uint8Array(frames.length);
    const isCritical = new Set(critical);
    for (let ply = 1; ply < frames.length; ply++) clock[ply] = isCritical.has(ply) ? 0 : clock[ply - 1] + 1;
    const men = frames.map((frame) => frame.replace(/[^a-z]/gi, '').length);
    const kind = (ply) => { const { captured, pawn } = moves[ply - 1]; return captured && pawn ? 'pawn takes' : captured ? 'capture' : 'pawn move'; };
    const last = frames.length - 1;
    const moveOf = (ply) => `${count(Math.ceil(ply / 2))}${ply % 2 ? '.' : '...'} ${sans?.[ply - 1] ?? `${uci[ply - 1].slice(0, 2)}–${uci[ply - 1].slice(2)}`}`;

    const cursor = s('line.cursor', { y1: -8, y2: HEIGHT + 18 });
    const drawing = whole({ critical, clock, men, moves, last, cursor });
    const lastMoves = [undefined, ...moves.map((m) => [m.from, m.to])];
    player = makePlayer({ show: board.show, start: START, uci: [], known: { frames, lastMoves }, speeds: [2, 10, 100, 1000], at: Math.min(wanted, last), nameOf: moveOf, onPly });
    fill(controls, player.element,
      h('div.row', {},
        h('button.pill', { type: 'button', onclick: () => jump(critical.findLast((ply) => ply < player.ply) ?? 0) }, 'Critical move before'),
        h('button.pill', { type: 'button', onclick: () => jump(critical.find((ply) => ply > player.ply) ?? last) }, 'Next critical move'),
        sans && h('button.text', { type: 'button', onclick: () => save(sans, game.winner) }, 'PGN of the game'),
        checkedBy(game, failed, () => accepts(() => ownProof(formatPgn(START, sans)), ({ claim, moves: played }) => claim === 'record' && played.join(' ') === game.moves_uci))),
      list);
    fill(chart,
      h('h2', {}, 'The whole game'),
      drawing,
      h('p.legend.row', {},
        h('span', {}, h('i.key.curve'), 'the clock'),
        h('span', {}, h('i.key.men'), 'men on the board'),
        h('span', {}, h('i.key.white'), 'pawn moves and captures by White'),
        h('span', {}, h('i.key.black'), 'by Black')));
    drawing.addEventListener('pointerdown', (event) => {
      const drag = (e) => { const box = drawing.getBoundingClientRect(); jump(Math.round(((e.clientX - box.left) / box.width) * last)); };
      drag(event);
      drawing.setPointerCapture(event.pointerId);
      drawing.onpointermove = drag;
      drawing.onpointerup = () => { drawing.onpointermove = null; };
    });

    /** The moves before and after this one. */
    function around(ply) {
      if (!sans) return;
      const from = Math.max(0, Math.min(Math.ceil(last / 2) - LISTED, Math.ceil(ply / 2) - LISTED / 2));
      const button = (at) => at <= last && h('button', { type: 'button', 'aria-current': at === ply ? 'step' : null, onclick: () => jump(at) }, sans[at - 1]);
      fill(list, Array.from({ length: LISTED }, (_, i) => from + i).map((pair) => h('li', {}, h('span.number', {}, `${count(pair + 1)}.`), button(2 * pair + 1), button(2 * pair + 2))));
    }

    function jump(ply) { player.stop(); player.go(ply, true); }

    function onPly(ply) {
      const x = (1000 * ply) / last;
      cursor.setAttribute('x1', x);
      cursor.setAttribute('x2', x);
      const next = critical.find((p) => p > ply);
      const done = critical.filter((p) => p <= ply).length;
      fill(facts,
        fact('Ply', `${count(ply)} of ${count(last)}`),
        fact('Move', ply ? moveOf(ply) : 'the start'),
        fact('Clock', `${clock[ply]} of 150`, h('span.meter', {}, h('i', { style: `width:${clock[ply] / 1.5}%` }))),
        fact('Critical moves', `${done} of ${count(critical.length)}`),
        fact('Next one', next ? `${kind(next)} by ${next % 2 ? 'White' : 'Black'}, in ${count(next - ply)}` : 'mate ends the game'),
        fact('Men', String(men[ply])));
      fill(near, h('h3', {}, 'The move clock'), detail({ clock, isCritical, ply, last }),
        h('p.note', {}, 'Plies since the last capture or pawn move. At 150 the game would be drawn, so one comes just in time, 117 times; then mate.'));
      around(ply);
      window.clearTimeout(link);
      link = window.setTimeout(() => { if (context.tab() === 'longest') context.go('longest', { ply: String(ply || '') }, { replace: true }); }, 300);
    }
  }

  return {
    element,
    /** @param {Record<string, string>} params */
    show({ ply }) {
      wanted = Number(ply) || 0;
      if (player) { if (player.ply !== wanted) player.go(wanted, true); } else if (!asked) load();
    },
    hide: () => player?.stop(),
    key: (event) => player?.key(event) ?? false,
  };
}

/** The whole game as a file, lines folded as PGN wants them. */
function save(sans, winner) {
  const result = { white: '1-0', black: '0-1' }[winner] ?? '1/2-1/2';
  const moves = formatPgn(START, sans).trim().replace(/\*$/, result).replace(/(.{1,79})(?: |$)/g, '$1\n');
  const tags = { Event: 'The longest game', Site: '?', Date: '????.??.??', Round: '?', White: '?', Black: '?', Result: result };
  const text = `${Object.entries(tags).map(([name, value]) => `[${name} "${value}"]`).join('\n')}\n\n${moves}`;
  const address = URL.createObjectURL(new Blob([text], { type: 'application/x-chess-pgn' }));
  h('a', { href: address, download: 'longest.pgn' }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

const fact = (name, ...value) => [h('dt', {}, name), h('dd', {}, value)];

const SPAN = 900;

/** The clock around one ply: a saw whose teeth end in critical moves. */
function detail({ clock, isCritical, ply, last }) {
  const from = Math.max(0, Math.min(last - SPAN, ply - SPAN / 2)), to = Math.min(last, from + SPAN);
  const x = (p) => ((1000 * (p - from)) / (to - from)).toFixed(1);
  let path = `M0 ${HEIGHT - clock[from]}`;
  for (let p = from + 1; p <= to; p++) if (isCritical.has(p) || isCritical.has(p + 1) || p === to) path += `L${x(p)} ${HEIGHT - clock[p]}`;
  return s('svg.saw', { viewBox: `0 -8 1000 ${HEIGHT + 12}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': `The clock stands at ${clock[ply]} of 150.` },
    s('path.area', { d: `${path}V${HEIGHT}H0Z` }),
    s('line.limit', { x1: 0, x2: 1000, y1: 0, y2: 0 }),
    s('path.teeth', { d: path }),
    s('line.cursor', { x1: x(ply), x2: x(ply), y1: -8, y2: HEIGHT }));
}

/** The whole game: the clock as a saw, the men as a line, each critical move as a mark in its colour. */
function whole({ critical, clock, men, moves, last, cursor }) {
  const x = (ply) => ((1000 * ply) / last).toFixed(2);
  let saw = `M0 ${HEIGHT}`, level = `M0 ${HEIGHT - 4 * men[0]}`;
  for (const ply of [...critical, last]) {
    saw += `L${x(ply - 1)} ${HEIGHT - clock[ply - 1]}L${x(ply)} ${HEIGHT - clock[ply]}`;
    level += `H${x(ply)}V${HEIGHT - 4 * men[ply]}`;
  }
  const mark = (ply) => s(`rect.${ply % 2 ? 'white' : 'black'}`, { x: Number(x(ply)) - 1.3, y: HEIGHT + 6, width: 2.6, height: moves[ply - 1].captured ? 12 : 7 });
  return s('svg.saw.whole', { viewBox: `0 -8 1000 ${HEIGHT + 28}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': `The clock over the game: ${critical.length} critical moves, one about every 150 plies.` },
    s('path.area', { d: `${saw}V${HEIGHT}H0Z` }),
    s('line.limit', { x1: 0, x2: 1000, y1: 0, y2: 0 }),
    s('path.level', { d: level }),
    critical.map(mark), cursor);
}
