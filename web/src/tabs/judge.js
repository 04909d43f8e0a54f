// "Judge a game": a record in, the ruling out, and the game to walk through with the points that matter.
import { Fault, stream } from '../api.js';
import { makeBoard } from '../board.js';
import { count, fill, h, plural } from '../dom.js';
import { checkedBy, copyLink, failure } from '../parts.js';
import { makePlayer } from '../player.js';
import { START, parseFen, squareName } from '../position.js';
import { acceptFiles } from '../setup.js';
import { CONTRADICTED, ruling, shortRuling } from '../rulings.js';

const SAMPLE = `[White "Anna"]
[Black "Boris"]
[Result "1-0"]
[FEN "8/8/4k3/8/8/3pK3/8/8 w - - 0 56"]

56. Kxd3 Kd6 57. Kd4 Kc6 1-0

[White "Carla"]
[Black "Dmitri"]
[Result "0-1"]
[Termination "Time forfeit"]
[FEN "5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8 w - - 3 61"]

61. Ke3 Be7 62. Kd3 Bd8 0-1

[White "Emil"]
[Black "Fanny"]
[Result "1/2-1/2"]

1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 1/2-1/2
`;
const LONGEST_LINK = 6000;
// Of a larger file only the rulings are asked for; each game's positions when it is chosen.
const SMALL = 20_000;
const MOST_SHOWN = 1000;

export function create(context) {
  let player, controller, games = [], asked = '', chosen = -1;

  const board = makeBoard();
  board.show({ fen: START, jump: true });
  const controls = h('div.under');
  const text = h('textarea', { rows: 9, spellcheck: 'false', 'aria-label': 'Game record in PGN', placeholder: '1. e4 e5 2. …' });
  const file = h('input.quiet', { type: 'file', accept: '.pgn,.txt', 'aria-label': 'A PGN file', tabindex: '-1', onchange: async () => { if (file.files[0]) judge(await file.files[0].text()); } });
  const flag = h('select', { 'aria-label': 'Whose flag fell', onchange: () => { if (asked) judge(asked); } },
    h('option', { value: '' }, 'ended as the record says'), h('option', { value: 'white' }, 'White’s flag fell'), h('option', { value: 'black' }, 'Black’s flag fell'));
  const form = h('form.paper', { onsubmit: (event) => { event.preventDefault(); judge(text.value); } },
    text,
    h('div.row', {},
      h('button.pill.strong', { type: 'submit' }, 'Judge'),
      flag,
      h('button.text', { type: 'button', onclick: () => file.click() }, 'Open a file'),
      h('button.text', { type: 'button', onclick: () => { text.value = SAMPLE; judge(SAMPLE); } }, 'Try three games'),
      file));
  const answer = h('section.answer.low', { 'aria-live': 'polite' });
  const chooser = h('section');
  const element = h('div.tab', {},
    h('h1', {}, 'Judge a game'),
    h('p.lead', {}, 'When was it over, by which article of the Laws, and is the result in the record right? Paste a game in PGN, or drop a file; it may hold many.'),
    h('div.columns.ask', {}, h('div.beside', {}, form, chooser, answer), h('div', {}, board.element, controls)));
  acceptFiles(element, judge);

  /** @param {string} pgn */
  async function judge(pgn) {
    if (!pgn.trim()) return;
    controller?.abort();
    controller = new AbortController();
    asked = pgn;
    text.value = pgn.length < 200_000 ? pgn : '';
    games = [];
    chosen = -1;
    text.rows = 4;
    fill(chooser);
    answer.setAttribute('aria-busy', 'true');
    const link = encodeURIComponent(pgn).length < LONGEST_LINK ? { pgn } : {};
    context.go('judge', link, true);
    try {
      let drawn = 0;
      await stream('/judge', { timeline: pgn.length < SMALL ? 1 : '', flag: flag.value }, pgn, (game) => {
        games.push(game);
        if (games.length === 1) choose(0);
        if (performance.now() - drawn > 300) { drawn = performance.now(); list(); }
      }, controller.signal);
      if (!games.length) throw new Fault(400, 'There is no game in this.');
      list();
    } catch (error) {
      if (error.name === 'AbortError') return;
      if (!games.length) { player?.stop(); fill(controls); failure(answer, error, 'This cannot be judged.'); }
    }
    answer.setAttribute('aria-busy', 'false');
  }

  function list() {
    if (games.length < 2) return fill(chooser);
    const wrong = games.filter((game) => game.agreement === 'contradicted').length;
    const broken = games.filter((game) => game.error).length;
    fill(chooser,
      h('h2', {}, plural(games.length, 'game')),
      h('p.article', {}, [wrong ? `${plural(wrong, 'result')} contradicted` : 'No result is contradicted', broken ? `, ${count(broken)} cannot be judged` : '', '.']),
      h('ol.games', {}, games.slice(0, MOST_SHOWN).map((game, i) => h('li', {},
        h('button', { type: 'button', 'aria-current': i === chosen ? 'true' : null, onclick: () => choose(i) },
          h('span.players', {}, game.error ? `Game ${game.game ?? i + 1}` : `${game.white ?? '?'} – ${game.black ?? '?'}`),
          h('span.short', {}, shortRuling(game)),
          game.agreement === 'contradicted' && h('b.wrong', {}, CONTRADICTED))))),
      games.length > MOST_SHOWN && h('p.note', {}, `The first ${count(MOST_SHOWN)} are shown.`));
  }

  function choose(i) {
    chosen = i;
    player?.stop();
    player = undefined;
    fill(controls);
    for (const [n, button] of [...chooser.querySelectorAll('.games button')].entries()) {
      if (n === i) button.setAttribute('aria-current', 'true'); else button.removeAttribute('aria-current');
    }
    const game = games[i];
    if (game.error) {
      fill(answer, h('h2.verdict', {}, 'This game cannot be judged.'), h('p.fault', { role: 'alert' }, `${game.line ? `Line ${game.line}: ` : ''}${game.error}`));
      return;
    }
    if (!game.timeline) return fetchTimeline(i);
    const told = ruling(game);
    fill(answer,
      game.white || game.black ? h('p.players', {}, `${game.white ?? '?'} – ${game.black ?? '?'}`) : null,
      h('h2.verdict', {}, told.headline),
      told.detail && h('p.article', {}, told.detail),
      h(`p.agreement.${game.agreement}`, {}, told.agreement),
      h('div.row', {}, checkedBy(game)),
      walk(game),
      asked && encodeURIComponent(asked).length < LONGEST_LINK && copyLink());
  }

  /** Asks again about one game of a large file, cut out by its lines, this time with its positions. */
  async function fetchTimeline(i) {
    const lines = asked.split('\n');
    const text = lines.slice(games[i].line - 1, games[i + 1]?.line - 1 || lines.length).join('\n');
    let found;
    try {
      await stream('/judge', { timeline: 1, flag: flag.value }, text, (game) => { found ??= game; }, controller.signal);
      games[i].timeline = found?.timeline ?? {};
      if (chosen === i) choose(i);
    } catch (error) {
      if (error.name !== 'AbortError' && chosen === i) failure(answer, error, 'The positions of this game are missing.');
    }
  }

  /** The game itself, with what happened where. */
  function walk(game) {
    const line = game.timeline;
    const marks = line?.marks ?? [];
    const fens = line?.fens;
    if (fens) {
      const onward = h('a.onward', {}, 'Can they still win here?');
      const lastMoves = fens.map((fen, i) => (i ? difference(fens[i - 1], fen) : undefined));
      player = makePlayer({
        show: board.show, start: fens[0], uci: [], san: line.sans,
        known: { frames: fens.map((fen) => fen.split(' ')[0]), lastMoves },
        onPly: (ply) => { onward.href = context.hash('winnable', { fen: fens[ply] }); },
        at: Math.min(game.ply ?? fens.length - 1, fens.length - 1),
      });
      const [bar, moves] = player.element.children;
      fill(controls, bar, strip(game, marks), onward, h('h2', {}, 'The game'), moves);
      const buttons = [...moves.querySelectorAll('button')];
      const end = game.ruling === 'over' ? game.ply : Infinity;
      buttons.forEach((button, i) => button.classList.toggle('after', i + 1 > end));
      for (const claim of game.claims ?? []) buttons[claim.ply - 1]?.classList.add('marked');
      for (const mark of marks) buttons[mark.ply - 1]?.classList.add(mark.kind === 'claim' ? 'marked' : 'ended');
      return points(marks);
    }
    fill(controls, strip(game, marks),
      h('p.note', {}, `${plural(game.plies, 'ply', 'plies')}: too long a record to step through here.`));
    return points(marks);
  }

  const jump = (ply) => { player?.stop(); player?.go(ply, true); };

  /** The game from left to right; a sign at each point. */
  function strip(game, marks) {
    if (!game.plies) return null;
    const at = (ply) => `left:${(100 * ply) / game.plies}%`;
    // The server names the first claim of each kind; the others are smaller signs.
    const told = new Set(marks.map((mark) => mark.ply));
    const others = new Map((game.claims ?? []).filter((claim) => !told.has(claim.ply)).map((claim) => [claim.ply, claim.article]));
    const end = game.ruling === 'over' && game.plies_after_end ? game.ply : null;
    return h('div.strip', { role: 'group', 'aria-label': 'Timeline' },
      end !== null && h('i.late', { style: `${at(end)};right:0` }),
      [...others].map(([ply, article]) => h('button.sign.again', {
        type: 'button', style: at(ply), title: `a draw can be claimed (Article ${article})`, 'aria-label': `Ply ${ply}: a draw can be claimed (Article ${article})`, onclick: () => jump(ply),
      })),
      marks.slice(0, 300).map((mark) => h(`button.sign.${mark.kind}`, {
        type: 'button', style: at(mark.ply), title: mark.text, 'aria-label': `Ply ${mark.ply}: ${mark.text}`, onclick: () => jump(mark.ply),
      })));
  }

  function points(marks) {
    if (!marks.length) return null;
    return h('ul.points', {}, marks.slice(0, 12).map((mark) => h('li', {},
      h('button.text', { type: 'button', onclick: () => jump(mark.ply) }, `ply ${count(mark.ply)}`),
      h('span', {}, h(`i.sign.${mark.kind}`), mark.text, mark.article && !mark.text.includes(mark.article) ? ` (Article ${mark.article})` : ''))),
    marks.length > 12 && h('li', {}, h('span'), h('span.note', {}, `and ${count(marks.length - 12)} more on the timeline`)));
  }

  return {
    element,
    /** @param {Record<string, string>} params */
    show({ pgn }) {
      if (pgn && pgn !== asked) judge(pgn);
    },
    hide: () => player?.stop(),
    key: (event) => player?.key(event) ?? false,
  };
}

/** The squares that a move changed, to mark it. */
function difference(before, after) {
  const a = parseFen(before).men, b = parseFen(after).men;
  return a.flatMap((man, i) => (man !== b[i] ? [squareName(i)] : []));
}
