// "Losing chess": proof trees to walk in, campaigns to watch and steer.
// Each part is there only if the server serves it.
import { Fault, get, getIfServed, post } from '../api.js';
import { makeBoard } from '../board.js';
import { count, fill, h, plural, s } from '../dom.js';
import { failure, patiently } from '../parts.js';
import { makePlayer } from '../player.js';
import { makePlay } from '../play.js';
import { START, move, moveNumber, parseFen, placement, squareIndex } from '../position.js';
import { NAME, fine } from '../words.js';

export function create(context) {
  const tree = treePart(context);
  const campaign = h('section');
  const element = h('div.tab', {},
    h('h1', {}, 'Losing chess'),
    h('p.lead', {}, 'Captures are compulsory, the king is a man like others, and who has no move left wins. A proof is a tree: one move for the side that wins, every reply of the other.'),
    tree.element, campaign);
  let begun = false;
  return {
    element,
    show(params) {
      tree.show(params);
      if (begun) return;
      begun = true;
      campaignPart(campaign);
    },
    hide: tree.hide,
    key: tree.key,
  };
}

/** The trees whose opening begins with these moves. */
const below = (trees, moves) => trees.filter(({ opening }) => moves.every((move, i) => opening[i] === move));
/** The trees that these moves lead into. */
const into = (trees, moves) => trees.filter(({ opening }) => opening.every((move, i) => moves[i] === move));

/** The position after these moves, as far as they move men. */
function after(moves) {
  const { men } = parseFen(START);
  for (const made of moves) {
    if (!/^[a-h][1-8][a-h][1-8][nbrqk]?$/.test(made) || !men[squareIndex(made)]) return undefined;
    move(men, made);
  }
  return `${placement(men)} ${moves.length % 2 ? 'b' : 'w'}`;
}

/** What all trees begin with. */
function common(trees) {
  const moves = [...trees[0].opening];
  while (below(trees, moves).length < trees.length) moves.pop();
  return moves;
}

/** The opening of a tree, as books write it: it is its name. */
const nameOf = (tree) => numbered(0, tree.opening_san) || 'From the start';

/**
 * Walking about in the proof trees. They hang together by their openings: at the start is what all of them begin with, and
 * each next move leads into one of them, or to several more.
 */
function treePart(context) {
  const element = h('section');
  const board = makeBoard({ viewOnly: false, movable: { free: false, color: undefined }, highlight: { lastMove: true } });
  const line = h('nav.trail', { 'aria-label': 'The line' });
  const answer = h('section.answer.low', { 'aria-live': 'polite' });
  let trees, wantedTree = '', moves = [], shown, player, asked = '', turn = 0;
  const play = makePlay({
    ground: board.ground,
    at: () => ({ fen: shown.fen, chess960: false, turn: shown.turn }),
    legal: async () => shown.moves,
    onMove: ({ uci }) => go([...moves, uci]),
    redraw: () => draw(),
  });

  /** Where a line is; the tree is named only where several would fit. */
  const place = (list) => ({ tree: into(trees, list).length > 1 ? wantedTree : '', moves: list.join(' ') || '-' });
  const to = (list) => context.href('losing', place(list));
  const go = (list) => context.go('losing', place(list));

  async function load({ tree: name, moves: text }) {
    const mine = ++turn;
    if (!trees) {
      try {
        trees = await patiently(() => getIfServed('/losing/trees'), undefined, (words) => { if (mine === turn) fill(element, h('p.article', {}, words)); }) ?? [];
      } catch (error) {
        if (mine === turn) failure(element, error, 'The proof trees cannot be had.', () => load({ tree: name, moves: text }));
        return;
      }
      if (mine !== turn) return;
      fill(element);
    }
    if (!trees.length) return fill(element, h('p.article', {}, 'There are no proof trees here: they need a server that has some.'));
    if (!element.firstChild) fill(element, h('div.columns.pair', {}, h('div', {}, h('div.held', {}, board.element, play.choice)), h('div.beside', {}, line, answer)));
    if (!text) {
      const named = trees.find((tree) => tree.name === name);
      wantedTree = named?.name ?? '';
      return context.go('losing', place(named?.opening ?? common(trees)), { replace: true });
    }
    wantedTree = name || wantedTree;
    const list = text.split(' ').filter((move) => move && move !== '-');
    if (`${name} ${text}` === asked && shown) return;
    asked = `${name} ${text}`;
    moves = list;
    player?.stop();
    player = undefined;
    const found = into(trees, list), tree = found.find((one) => one.name === wantedTree) ?? found[0];
    if (tree) ask(tree);
    else if (below(trees, list).length) fork(below(trees, list));
    else outside(new Fault(404, 'No proof that is served has these moves.'));
  }

  async function ask(tree) {
    const mine = asked;
    fill(answer);
    answer.setAttribute('aria-busy', 'true');
    try {
      const found = await get('/losing/tree', { moves: moves.join(' '), tree: tree.name });
      if (mine !== asked) return;
      shown = found;
      tell();
    } catch (error) {
      if (mine === asked) outside(error, () => ask(tree));
    }
    if (mine === asked) answer.setAttribute('aria-busy', 'false');
  }

  /** Not in any proof. */
  function outside(error, again) {
    shown = undefined;
    play.on = false;
    failure(answer, error, 'Outside the proof.', again);
    fill(line, h('a.step', { href: to(common(trees)) }, 'Back into the proof'));
    // The board is that of the address, or there is none.
    const fen = after(moves);
    board.element.hidden = !fen;
    if (fen) board.show({ fen, lastMove: lastMove(), jump: true });
  }

  const lastMove = () => (moves.length ? [moves.at(-1).slice(0, 2), moves.at(-1).slice(2, 4)] : []);
  let named = [];

  function draw(sans = named) {
    named = sans;
    board.element.hidden = false;
    board.show({ fen: shown.fen, lastMove: lastMove() });
    play.on = true;
    const step = (list, text) => h('a.step', { href: to(list), 'aria-current': list.length === moves.length ? 'true' : null }, text);
    fill(line, step([], 'start'), sans.map((san, i) => step(moves.slice(0, i + 1), `${moveNumber('w', 1, i)} ${san}`.trim())));
  }

  /** Before the proofs part: which moves lead into which of them. */
  function fork(those) {
    const at = moves.length;
    const next = new Map();
    for (const tree of those) next.set(tree.opening[at], [...(next.get(tree.opening[at]) ?? []), tree]);
    const turn = at % 2 ? 'black' : 'white';
    shown = {
      fen: after(moves), turn,
      moves: [...next].map(([uci, found]) => ({ uci, san: found[0].opening_san[at], trees: found, nodes: found.reduce((sum, tree) => sum + tree.nodes, 0) })),
    };
    draw(those[0].opening_san.slice(0, at));
    const winners = [...new Set(those.map((tree) => NAME[tree.winner]))];
    fill(answer,
      h('h2.verdict', {}, `${plural(those.length, 'proof')}: ${winners.join(' and ')} ${winners.length > 1 ? 'win' : 'wins'}.`),
      h('p.article', {}, 'Choose a move, here or on the board. What is not in the list is not proved here.'),
      table('Opening', shown.moves, (m) => (m.trees.length > 1 ? `${m.san} …` : nameOf(m.trees[0]))));
  }

  function tell() {
    const sans = shown.line_san ?? moves;
    moves = shown.line ?? moves;
    draw(sans);
    const winner = shown.winner ?? shown.prover, { turn } = shown;
    fill(answer,
      h('h2.verdict', {}, `${NAME[winner] ?? winner} wins.`),
      h('p.article', {}, shown.moves.length ? `${plural(shown.nodes, 'position')} below. ${turn === winner ? 'This is the move of the proof:' : `Whatever ${NAME[turn]} plays:`}` : 'The game is over here.'),
      shown.moves.length > 0 && table('Move', shown.moves, (m) => m.san),
      shown.main_line_san?.length > 0 && mainLine(sans.length));
  }

  function table(title, list, name) {
    const most = Math.max(1, ...list.map((m) => m.nodes ?? 0));
    return h('table.tree', {}, h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, title), h('th.number', { scope: 'col' }, 'Positions'), h('th', { scope: 'col' }, h('span.quiet', {}, 'Share')))),
      h('tbody', {}, list.map((m) => h('tr', {},
        h('td', {}, h('a', { href: to([...moves, m.uci]) }, name(m))),
        h('td.number', {}, m.nodes === null || m.nodes === undefined ? '' : count(m.nodes)),
        h('td.share', {}, h('i', { style: `width:${(100 * (m.nodes ?? 0)) / most}%` }), statusWords(m))))));
  }

  /** The reply below which most of the proof lies, each time: to read, or to play. */
  function mainLine(ply) {
    const words = h('p', {}, numbered(ply, shown.main_line_san));
    const button = shown.main_line?.length > 0 && h('button.pill', { type: 'button', onclick: () => {
      play.on = false;
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
      if (event.key === 'ArrowLeft' && moves.length) { go(moves.slice(0, -1)); return true; }
      if (event.key === 'ArrowRight' && shown?.moves[0]) { go([...moves, shown.moves[0].uci]); return true; }
      return false;
    },
  };
}

function statusWords({ status: given, transposition, end }) {
  const status = given ?? (transposition ? 'transposition' : end);
  const words = { transposition: 'seen before', over: 'the game is over', table: 'left to tables' }[status];
  return words ? h('span.note', {}, words) : null;
}

const numbered = (ply, sans) => sans.map((san, i) => `${moveNumber(ply % 2 ? 'b' : 'w', Math.floor(ply / 2) + 1, i)} ${san}`.trim()).join(' ');

/** A campaign: where it stands, and where it should look next. */
async function campaignPart(place) {
  let status;
  try {
    status = await patiently(() => getIfServed('/losing/campaign'), undefined, () => {});
  } catch (error) {
    const answer = h('section.answer', { 'aria-live': 'polite' });
    fill(place, h('h2.apart', {}, 'The campaign'), answer);
    return failure(answer, error, 'The campaign cannot be had.', () => campaignPart(place));
  }
  if (!status) return void fill(place);
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
    fill(facts, h('p.article', {}, fine(now.headline)), h('dl.facts', {},
        fact('State', now.running ? 'at work' : 'at rest'), fact('Upper tree', plural(now.nodes, 'node')),
        fact('Searches', `${count(now.searches_proved ?? 0)} proved, ${count(now.searches_refuted ?? 0)} refuted`),
        fact('Work', plural(now.work ?? 0, 'node')), fact('Waiting', plural(now.queue?.length ?? now.queue ?? 0, 'position')),
        fact('Searched now', now.searching_san.length > 0 ? now.searching_san.join('; ') : null), fact('Main line', now.main_line_san)));
    fill(body,
      now.curve?.length > 1 && [h('h3', {}, 'Share of the proof, over time '), h('p.note', {}, `${(100 * (now.now.share ?? 0)).toFixed(1)} percent now, a guess.`), curve(now.curve)],
      now.branches?.length > 0 && h('table.tree', {}, h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'Largest open parts'), h('th.number', { scope: 'col' }, 'Nodes'), h('th.number', { scope: 'col' }, 'Ratio'))),
        h('tbody', {}, now.branches.map((branch, i) => h('tr', {},
          h('td', {}, h('button.text', { type: 'button', title: 'Take this line', onclick: () => { moves.value = branch.line; } }, now.branches_san[i])),
          h('td.number', {}, count(branch.nodes)), h('td.number', {}, branch.ratio?.toFixed(2) ?? ''))))));
  };
  draw(status);
  let drawn = JSON.stringify(status);
  // Watched while it is in sight. What has not changed stays as it is, with the place where somebody reads.
  window.setInterval(async () => {
    if (!place.isConnected || document.hidden) return;
    const now = await getIfServed('/losing/campaign').catch(() => null);
    if (!now || JSON.stringify(now) === drawn) return;
    drawn = JSON.stringify(now);
    draw(now);
  }, 5000);
}

/** How the share of the work that is done has grown. */
function curve(points) {
  const last = points.length - 1;
  const path = points.map((p, i) => `${i ? 'L' : 'M'}${((1000 * i) / last).toFixed(1)} ${(100 - 100 * (p.share ?? 0)).toFixed(1)}`).join('');
  return s('svg.saw', { viewBox: '0 -4 1000 108', preserveAspectRatio: 'none', role: 'img', 'aria-label': 'Share of the proof over time' }, s('path.teeth', { d: path }));
}
