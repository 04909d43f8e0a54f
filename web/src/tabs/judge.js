// "Judge a game": a record in, the ruling out, and the game to walk through with the points that matter.
import { makeAnswer } from '../answer.js';
import { Fault, accepts, get, postText, shortened, stream } from '../api.js';
import { makeBoard } from '../board.js';
import { count, fill, h, plural } from '../dom.js';
import { icon } from '../icons.js';
import { checkedBy, copyLink, failure, patiently, shorter } from '../parts.js';
import { isChess960, readPasted } from '../pasted.js';
import { makePlayer } from '../player.js';
import { START, parseFen, squareName } from '../position.js';
import { CONTRADICTED, ruling, shortRuling } from '../rulings.js';
import { NAME } from '../words.js';

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
  let player, games = [], asked = '', draft = '', askedFlag = '', chosen = -1, only = false, timer = 0;
  /** What the address asks for: a game, and a ply of it. @type {{ game: number, ply: number | undefined }} */
  let wanted = { game: 0, ply: undefined };
  /** Records that are too long for a link; in this visit their number will do. @type {string[]} */
  const kept = [];

  const board = makeBoard();
  board.show({ fen: START, jump: true });
  const controls = h('div.under');
  const text = h('textarea', { rows: 9, spellcheck: 'false', 'aria-label': 'Game record in PGN', 'data-reads': 'pgn', placeholder: '1. e4 e5 2. …', oninput: () => edited() });
  const file = h('input.quiet', { type: 'file', accept: '.pgn,.txt', 'aria-label': 'A PGN file', tabindex: '-1', onchange: async () => { if (file.files[0]) send(await file.files[0].text(), nextFlag()); file.value = ''; } });
  const flag = h('select', { 'aria-label': 'Whose flag fell', onchange: () => (asked ? go({ flag: flag.value, game: chosen > 0 ? String(chosen + 1) : '' }) : submit(text.value)) },
    h('option', { value: '' }, 'ended as the record says'), h('option', { value: 'white' }, 'White’s flag fell'), h('option', { value: 'black' }, 'Black’s flag fell'));
  const form = h('form.paper', { onsubmit: (event) => { event.preventDefault(); send(text.value, flag.value); } },
    text,
    h('div.row', {},
      h('button.pill.strong', { type: 'submit' }, 'Judge'),
      flag,
      h('button.text', { type: 'button', onclick: () => file.click() }, 'Open a file'),
      h('button.text', { type: 'button', onclick: () => submit(SAMPLE, '') }, 'Try three games'),
      file));
  const answer = h('section.answer.low', { 'aria-live': 'polite' });
  const chooser = h('section');
  const answering = makeAnswer([answer], leave);
  const element = h('div.tab', {},
    h('h1', {}, 'Judge a game'),
    h('p.lead', {}, 'When was it over, by which article of the Laws, and is the result in the record right? Paste a game in PGN, or drop a file; it may hold many.'),
    h('div.columns.ask', {}, h('div.beside', {}, form, answer, chooser), h('div', {}, board.element, controls)));

  /** Where the record is found again: in the address itself, or among those of this visit. */
  function source(pgn) {
    if (encodeURIComponent(pgn).length < LONGEST_LINK) return { pgn };
    if (!kept.includes(pgn)) kept.push(pgn);
    return { file: String(kept.indexOf(pgn) + 1) };
  }

  const go = (more, how) => context.go('judge', { ...source(asked), flag: askedFlag, ...more }, how);

  /** @param {string} record */
  function submit(record, fallen = flag.value) {
    const pgn = record.replace(/\r\n?/g, '\n');
    if (!pgn.trim()) return;
    if (pgn === asked && fallen === askedFlag) asked = '';
    context.go('judge', { ...source(pgn), flag: fallen }, { stroke: draft });
    draft = '';
  }

  /** A record of a game, in whatever words; what is clearly something else goes where it would go if it were pasted. */
  function send(record, fallen) {
    const { fen, certificate, link } = readPasted(record);
    if (fen || certificate || link) context.paste(record);
    else submit(record, fallen);
  }

  /** The flag that is chosen before there is a record is meant for the next one; that of the last game is not. */
  const nextFlag = () => (asked ? '' : flag.value);

  /** The record is another one, and none is in the address: what was said goes, and with it the flag that fell in the old one. */
  function edited() {
    if (asked) {
      // What is asked next takes the place of this step.
      draft = `draft ${Date.now()}`;
      context.go('judge', {}, { stroke: draft });
    } else if (answer.firstChild) answering.drop('');
  }

  /** What else goes with an answer. */
  function leave() {
    asked = '';
    games = [];
    chosen = -1;
    window.clearTimeout(timer);
    player?.stop();
    player = undefined;
    fill(controls);
    fill(chooser);
    board.show({ fen: START, jump: true });
  }

  /** @param {string} pgn */
  async function judge(pgn) {
    const signal = answering.begin(pgn);
    asked = pgn;
    askedFlag = flag.value;
    only = false;
    text.value = pgn.length < 200_000 ? pgn : '';
    text.rows = 4;
    let drawn = 0;
    const question = () => stream('/judge', { timeline: pgn.length < SMALL ? 1 : '', flag: askedFlag }, pgn, (game) => {
      games.push(game);
      if (games.length === wanted.game + 1) choose(wanted.game);
      if (performance.now() - drawn > 300) { drawn = performance.now(); list(); }
    }, signal);
    try {
      // Asked again from the start: what came before is not counted twice.
      await patiently(() => { games = []; return question(); }, signal, answering.say);
      if (!games.length) throw new Fault(400, 'There is no game in this.');
      if (chosen < 0) {
        // The link names a game that is not there.
        wanted = { game: 0, ply: undefined };
        choose(0);
        go({}, { replace: true });
      }
      list();
    } catch (error) {
      if (error.name === 'AbortError') return;
      if (!games.length) { player?.stop(); fill(controls); failure(answer, error, 'This cannot be judged.', () => judge(pgn)); }
    }
    answering.end();
  }

  function list() {
    if (games.length < 2) return fill(chooser);
    const wrong = games.filter((game) => game.agreement === 'contradicted').length;
    const broken = games.filter((game) => game.error).length;
    fill(chooser,
      h('h2', {}, plural(games.length, 'game')),
      h('p.article', {}, [wrong ? `${plural(wrong, 'result')} contradicted` : 'No result is contradicted', broken ? `, ${count(broken)} cannot be judged` : '', '.']),
      wrong > 0 && h('label.choice', {}, h('input', { type: 'checkbox', checked: only, onchange: (event) => { only = event.target.checked; list(); } }), 'contradicted only'),
      h('ol.games', {}, [...games.entries()].filter(([, game]) => !only || game.agreement === 'contradicted').slice(0, MOST_SHOWN).map(([i, game]) => h('li', {},
        h('button', { type: 'button', 'data-game': i, 'aria-current': i === chosen ? 'true' : null, onclick: () => go({ game: i ? String(i + 1) : '' }) },
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
    for (const button of chooser.querySelectorAll('.games button')) {
      if (button.dataset.game === String(i)) button.setAttribute('aria-current', 'true'); else button.removeAttribute('aria-current');
    }
    const game = games[i];
    if (game.error) {
      fill(answer, h('h2.verdict', {}, 'This game cannot be judged.'), h('p.fault', {}, `${game.line ? `Line ${game.line}: ` : ''}${game.error}`));
      board.show({ fen: START, jump: true });
      return;
    }
    if (!game.timeline) return fetchTimeline(i);
    const told = ruling(game);
    fill(answer,
      game.white || game.black ? h('p.players', {}, `${game.white ?? '?'} – ${game.black ?? '?'}`) : null,
      h('h2.verdict', {}, told.headline),
      told.detail && h('p.article', {}, told.detail),
      h(`p.agreement.${game.agreement}`, {}, told.agreement),
      h('div.row', {},
        game.winner && game.ruling !== 'over' && game.timeline.fens && h('button.pill', { type: 'button', onclick: (event) => playMate(game, event.currentTarget) }, 'Play a mate'),
        checkedBy(game, answer, () => accepts(() => proofOf(i), (claimed) => claimed.claim === 'record' && claimed.moves?.length === game.plies)),
        game.checked && h('button.text.copy', { type: 'button', onclick: (event) => save(i, event.currentTarget) }, icon('down'), 'Certificate')),
      walk(game),
      encodeURIComponent(asked).length < LONGEST_LINK ? copyLink(context) : h('p.note', {}, 'This record is too long for a link.'));
  }

  /** The winner could still mate: this is how, from the end of the record. */
  async function playMate(game, button) {
    const fen = game.timeline.fens.at(-1), side = game.winner, { signal } = answering, mine = chosen;
    const chess960 = isChess960(textOf(mine));
    button.disabled = true;
    try {
      const found = (await patiently(() => get('/winnable', { fen, for: side, chess960: chess960 ? 1 : '' }, signal), signal, () => {}))[side];
      if (!found.helpmate_uci) throw new Fault(404, 'No mate was found in the time allowed.');
      const given = await shortened(found, { fen, side, chess960 }, signal);
      if (signal.aborted || mine !== chosen) return;
      button.disabled = false;
      player?.stop();
      player = makePlayer({ show: board.show, start: fen, uci: given.helpmate_uci, san: given.helpmate_san });
      fill(controls, h('h2', {}, `How ${NAME[side]} could mate`), given !== found && shorter(given), player.element,
        h('button.text', { type: 'button', onclick: () => choose(chosen) }, 'Back to the game'));
      player.play();
    } catch (error) {
      if (error.name === 'AbortError') return;
      button.disabled = false;
      const note = h('span.note', {}, error.message);
      // It may be found another time, if the server was away or busy.
      if (error.status === 404) button.replaceWith(note); else if (!button.nextSibling?.matches?.('.note')) button.after(note);
    }
  }

  const proofOf = async (i) => games[i].certificate ?? postText('/certificate/judge', { flag: askedFlag }, textOf(i));

  /** The proof of the ruling, as a file. */
  async function save(i, button) {
    try {
      const proof = await proofOf(i);
      const link = h('a', { href: URL.createObjectURL(new Blob([proof], { type: 'text/plain' })), download: 'record.cert' });
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    } catch (error) {
      button.replaceWith(h('span.note', {}, error.message));
    }
  }

  /** One game of the record, cut out by its lines. */
  function textOf(i) {
    const lines = asked.split('\n');
    return lines.slice(games[i].line - 1, games[i + 1]?.line - 1 || lines.length).join('\n');
  }

  /** Asks again about one game of a large file, cut out by its lines, this time with its positions. */
  async function fetchTimeline(i) {
    let found;
    fill(answer);
    try {
      await stream('/judge', { timeline: 1, flag: askedFlag }, textOf(i), (game) => { found ??= game; }, answering.signal);
      games[i].timeline = found?.timeline ?? {};
      if (chosen === i) choose(i);
    } catch (error) {
      if (error.name !== 'AbortError' && chosen === i) failure(answer, error, 'The positions of this game are missing.', () => choose(i));
    }
  }

  /** The game itself, with what happened where. */
  function walk(game) {
    const line = game.timeline;
    const marks = line?.marks ?? [];
    const fens = line?.fens;
    if (fens) {
      const onward = h('a.onward', {}, 'Can they still win here?');
      const chess960 = isChess960(textOf(chosen)) ? '1' : '';
      const lastMoves = fens.map((fen, i) => (i ? difference(fens[i - 1], fen) : undefined));
      player = makePlayer({
        show: board.show, start: fens[0], uci: [], san: line.sans,
        known: { frames: fens.map((fen) => fen.split(' ')[0]), lastMoves },
        onPly: (ply) => {
          onward.href = context.href('winnable', { fen: fens[ply], chess960 });
          window.clearTimeout(timer);
          // The address follows, when the hand is still.
          if (player) timer = window.setTimeout(() => { if (context.tab() === 'judge' && chosen === wanted.game) go({ game: chosen ? String(chosen + 1) : '', ply: String(ply) }, { replace: true }); }, 300);
        },
        at: wanted.ply ?? home(game),
      });
      // The link names a ply that is not there.
      if (wanted.game === chosen && wanted.ply !== undefined && wanted.ply !== player.ply) go({ game: chosen ? String(chosen + 1) : '', ply: String(player.ply) }, { replace: true });
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

  /** The ply to begin with: where the ruling was made. */
  const home = (game) => Math.min(game.ply ?? Infinity, game.timeline.fens.length - 1);

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
    show({ pgn, file: number, flag: side = '', game, ply }) {
      const record = pgn ?? kept[Number(number) - 1];
      flag.value = ['white', 'black'].includes(side) ? side : '';
      wanted = { game: Math.max(0, (Number.parseInt(game, 10) || 1) - 1), ply: /^\d+$/.test(ply ?? '') ? Number(ply) : undefined };
      if (!record) return answering.drop(number ? 'The record of this link was too long to be part of it. Paste it again.' : '');
      if (record !== asked || flag.value !== askedFlag) return void judge(record);
      if (!games[wanted.game]) return;
      if (wanted.game !== chosen) choose(wanted.game);
      else if (player && games[chosen].timeline?.fens && player.ply !== (wanted.ply ?? home(games[chosen]))) player.go(wanted.ply ?? home(games[chosen]), true);
    },
    takes: ['pgn'],
    paste({ pgn, text: other, fault, flag: fallen = nextFlag() }) {
      if (pgn) return submit(pgn, fallen);
      text.value = other.slice(0, 2000);
      edited();
      fill(answer, h('h2.verdict', {}, 'This cannot be judged.'), h('p.fault', {}, fault));
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
