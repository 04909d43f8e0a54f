// "Losing chess": proof trees to walk in, tables to look into, campaigns to watch and steer.
// Each part is there only if the server serves it.
import { get, getIfServed, post } from '../api.js';
import { makeBoard } from '../board.js';
import { count, fill, h, plural, s } from '../dom.js';
import { failure } from '../parts.js';
import { makePlayer } from '../player.js';
import { START, moveNumber } from '../position.js';
import { makeSetup } from '../setup.js';
import { NAME } from '../words.js';

export function create(context) {
  const tree = treePart(context);
  const tables = h('section'), campaign = h('section');
  const element = h('div.tab', {},
    h('h1', {}, 'Losing chess'),
    h('p.lead', {}, 'Captures are compulsory, the king is a man like others, and who has no move left wins. A proof is a tree: one move for the side that wins, every reply of the other.'),
    tree.element, tables, campaign);
  let begun = false;
  return {
    element,
    show(params) {
      tree.show(params);
      if (begun) return;
      begun = true;
      tablePart(tables);
      campaignPart(campaign);
    },
    hide: tree.hide,
    key: tree.key,
  };
}

/** Walking about in a proof tree. */
function treePart(context) {
  const element = h('section');
  const board = makeBoard();
  const line = h('nav.trail', { 'aria-label': 'The line' });
  const answer = h('section.answer.low', { 'aria-live': 'polite' });
  const select = h('select', { 'aria-label': 'Proof tree', onchange: () => context.go('losing', { tree: select.value }) });
  let trees, name = '', moves = [], shown, player;

  async function load(params) {
    trees ??= (await getIfServed('/losing/trees').catch(() => null)) ?? [];
    if (!trees.length) return fill(element);
    if (!element.firstChild) {
      fill(select, trees.map((t) => h('option', { value: t.name }, t.name)));
      fill(element,
        h('div.columns', {},
          h('div', {}, board.element),
          h('div.beside', {}, trees.length > 1 && h('p.row', {}, 'Proof: ', select), line, answer)));
    }
    name = params.tree || trees[0].name;
    select.value = name;
    moves = params.moves ? params.moves.split(' ').filter(Boolean) : [];
    ask();
  }

  async function ask() {
    player?.stop();
    player = undefined;
    answer.setAttribute('aria-busy', 'true');
    try {
      shown = await get('/losing/tree', { moves: moves.join(' '), tree: name });
      tell();
    } catch (error) {
      failure(answer, error, 'Outside the proof.');
      board.show({ fen: START, jump: true });
    }
    answer.setAttribute('aria-busy', 'false');
  }

  const to = (list) => context.hash('losing', { tree: trees.length > 1 ? name : '', moves: list.join(' ') });

  function tell() {
    const opening = shown.line_san ?? shown.line ?? moves;
    board.show({ fen: shown.fen });
    fill(line, h('a', { href: to([]) }, 'start'), opening.map((san, i) => h('a', {
      href: to((shown.line ?? moves).slice(0, i + 1)), 'aria-current': i === opening.length - 1 ? 'true' : null,
    }, `${moveNumber('w', 1, i)} ${san}`)));
    const winner = shown.winner ?? shown.prover;
    const most = Math.max(1, ...shown.moves.map((m) => m.nodes ?? 0));
    const turn = shown.turn;
    fill(answer,
      h('h2.verdict', {}, `${NAME[winner] ?? winner} wins.`),
      h('p.article', {}, shown.moves.length ? `${plural(shown.nodes, 'position')} below. ${turn === winner ? 'This is the move of the proof:' : `Whatever ${NAME[turn]} plays:`}` : 'The game is over here.'),
      h('table.tree', {}, h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'Move'), h('th.number', { scope: 'col' }, 'Positions'), h('th', { scope: 'col' }, h('span.quiet', {}, 'Share')))),
        h('tbody', {}, shown.moves.map((m) => h('tr', {},
          h('td', {}, h('a', { href: to([...(shown.line ?? moves), m.uci]) }, m.san)),
          h('td.number', {}, m.nodes === null || m.nodes === undefined ? '' : count(m.nodes)),
          h('td.share', {}, h('i', { style: `width:${(100 * (m.nodes ?? 0)) / most}%` }), statusWords(m)))))),
      shown.main_line_san?.length > 0 && mainLine(opening.length));
  }

  /** The reply below which most of the proof lies, each time: to read, or to play. */
  function mainLine(ply) {
    const words = h('p', {}, numbered(ply, shown.main_line_san));
    const button = shown.main_line?.length > 0 && h('button.pill', { type: 'button', onclick: () => {
      player = makePlayer({ show: board.show, start: `${shown.fen} 0 ${Math.floor(ply / 2) + 1}`, uci: shown.main_line, san: shown.main_line_san });
      words.replaceWith(player.element);
      button.remove();
      player.play();
    } }, 'Play it');
    return [h('h3', {}, 'The main line from here'), words, button];
  }

  return {
    element,
    show: load,
    hide: () => player?.stop(),
    key(event) {
      if (player) return player.key(event);
      if (event.key === 'ArrowLeft' && moves.length) { context.go('losing', { tree: trees.length > 1 ? name : '', moves: moves.slice(0, -1).join(' ') }); return true; }
      if (event.key === 'ArrowRight' && shown?.moves[0]) { context.go('losing', { tree: trees.length > 1 ? name : '', moves: [...(shown.line ?? moves), shown.moves[0].uci].join(' ') }); return true; }
      return false;
    },
  };
}

function statusWords(move) {
  const status = move.status ?? (move.transposition ? 'transposition' : move.end);
  const words = { transposition: 'seen before', over: 'the game is over', table: 'left to tables' }[status];
  return words ? h('span.note', {}, words) : null;
}

const numbered = (ply, sans) => sans.map((san, i) => `${moveNumber(ply % 2 ? 'b' : 'w', Math.floor(ply / 2) + 1, i)} ${san}`.trim()).join(' ');

/** Values of endings. */
async function tablePart(place) {
  const words = { losing: 'losing chess', 'losing-fics': 'losing chess, FICS', 'losing-joint': 'losing chess, both rules', chess: 'chess' };
  const tables = (await getIfServed('/served').catch(() => null))?.tables ?? [];
  const served = Object.keys(words).filter((rules) => tables.includes(rules));
  if (!served.length) return;
  const select = h('select', { 'aria-label': 'Rules', onchange: () => ask(fen) }, served.map((rules) => h('option', { value: rules }, words[rules])));
  const answer = h('section.answer.low', { 'aria-live': 'polite' });
  let fen = '8/8/8/3k4/8/8/8/KB6 b - - 0 1', number = 0;
  const setup = makeSetup({ fen, anyKings: true, onChange: (text) => { fen = text; ask(text); } });
  fill(place, h('h2.apart', {}, 'What the tables know'), h('div.columns', {}, h('div', {}, setup.element), h('div.beside', {}, h('p.row', {}, 'By the rules of ', select), answer)));
  ask(fen);

  async function ask(text) {
    const mine = ++number;
    answer.setAttribute('aria-busy', 'true');
    try {
      const value = await get(`/table/${select.value}`, { fen: text });
      if (mine === number) tell(value);
    } catch (error) {
      if (mine === number) failure(answer, error, 'No value.');
    }
    if (mine === number) answer.setAttribute('aria-busy', 'false');
  }

  function tell(value) {
    const outcome = value.category ?? value.value ?? value.outcome;
    const plies = value.plies ?? value.dtm;
    fill(answer,
      h(`h2.verdict.${outcome}`, {}, value.winner ? `${NAME[value.winner]} wins` : { win: 'The side to move wins', loss: 'The side to move loses', draw: 'A draw' }[outcome] ?? outcome, plies ? ` in ${plural(plies, 'ply', 'plies')}.` : '.'),
      h('p.article', {}, value.metric === 'conversion' ? 'Plies count to the next capture or promotion.' : value.metric === 'end' ? 'Plies count to the end of the game.' : '', value.kernel_checked === true && ' The kernel agrees with the entry.'),
      h('table.tree', {}, h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'Move'), h('th', { scope: 'col' }, 'Value'), h('th.number', { scope: 'col' }, 'Plies'))),
        h('tbody', {}, (value.moves ?? []).map((m) => h('tr', {},
          h('td', {}, m.fen ? h('button.text', { type: 'button', onclick: () => { fen = m.fen; setup.set(fen); ask(fen); } }, m.san) : m.san), h('td', { class: m.category ?? m.value }, m.category ?? m.value), h('td.number', {}, m.plies ?? ''))))));
    // The values on the board: where each man of the side to move should go.
    const marks = new Map();
    const best = (value.moves ?? []).filter((m) => (m.category ?? m.value) === outcome);
    for (const m of best) marks.set(m.uci.slice(2, 4), `value-${m.category ?? m.value}`);
    for (const m of value.moves ?? []) if (!marks.has(m.uci.slice(2, 4))) marks.set(m.uci.slice(2, 4), `value-${m.category ?? m.value}`);
    setup.mark(marks);
  }
}

/** A campaign: where it stands, and where it should look next. */
async function campaignPart(place) {
  const status = await getIfServed('/losing/campaign').catch(() => null);
  if (!status) return;
  const facts = h('div'), body = h('div'), said = h('p.fault', { role: 'status' });
  const moves = h('input', { type: 'text', 'aria-label': 'Line, from the start', placeholder: 'e3 c6 …' });
  const move = h('input', { type: 'text', 'aria-label': 'Move to force', placeholder: 'b4' });
  const send = async (order, content) => {
    try {
      await post(`/losing/campaign/${order}`, content);
      said.textContent = 'The order is given; a run at work follows it within a second.';
    } catch (error) {
      said.textContent = error.message;
    }
  };
  fill(place,
    h('h2.apart', {}, 'The campaign'),
    h('div.columns', {}, facts, body),
    h('form.row.steer', { onsubmit: (event) => event.preventDefault() },
      moves, h('button.pill', { type: 'button', onclick: () => send('queue', { moves: moves.value.trim() }) }, 'Search here next'),
      move, h('button.pill', { type: 'button', onclick: () => send('force', { moves: moves.value.trim(), move: move.value.trim() }) }, 'Force this move')),
    said);
  const draw = (now) => {
    const fact = (name, value) => value !== null && value !== undefined && [h('dt', {}, name), h('dd', {}, value)];
    fill(facts, h('dl.facts', {},
        fact('State', `${now.result}${now.running ? ', at work' : ''}`), fact('Upper tree', plural(now.nodes, 'node')),
        fact('Searches', `${count(now.searches_proved ?? 0)} proved, ${count(now.searches_refuted ?? 0)} refuted`),
        fact('Work', plural(now.work ?? 0, 'node')), fact('Waiting', plural(now.queue?.length ?? now.queue ?? 0, 'position')),
        fact('Main line', [now.main_line_san ?? now.main_line ?? []].flat().join(' '))));
    fill(body,
      now.curve?.length > 1 && [h('h3', {}, 'Share of the proof, over time'), curve(now.curve)],
      now.branches?.length > 0 && h('table.tree', {}, h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'Largest open parts'), h('th.number', { scope: 'col' }, 'Nodes'), h('th.number', { scope: 'col' }, 'Ratio'))),
        h('tbody', {}, now.branches.slice(0, 10).map((b) => h('tr', {},
          h('td', {}, h('button.text', { type: 'button', onclick: () => { moves.value = [b.line].flat().join(' '); } }, [b.line].flat().join(' ') || 'the root')),
          h('td.number', {}, count(b.nodes)), h('td.number', {}, b.ratio?.toFixed?.(2) ?? ''))))));
  };
  draw(status);
  // Watched while it is in sight.
  window.setInterval(async () => {
    if (!place.isConnected || document.hidden) return;
    const now = await getIfServed('/losing/campaign').catch(() => null);
    if (now) draw(now);
  }, 5000);
}

/** How the share of the work that is done has grown. */
function curve(points) {
  const last = points.length - 1;
  const path = points.map((p, i) => `${i ? 'L' : 'M'}${((1000 * i) / last).toFixed(1)} ${(100 - 100 * (p.share ?? 0)).toFixed(1)}`).join('');
  return s('svg.saw', { viewBox: '0 -4 1000 108', preserveAspectRatio: 'none', role: 'img', 'aria-label': 'Share of the proof over time' }, s('path.teeth', { d: path }));
}
