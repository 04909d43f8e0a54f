// "Could it arise?" Legal or not, with the reason; the last moves to click through; the game that leads there.
import { makeAnswer } from '../answer.js';
import { accepts, get, longer, text } from '../api.js';
import { count, fill, h, plural } from '../dom.js';
import { miniBoard } from '../mini.js';
import { STOPPED, certificateLinks, checkedBy, copyLink, failure, patiently, sameMen } from '../parts.js';
import { makePlayer } from '../player.js';
import { START, is960, usual } from '../position.js';
import { makeSetup } from '../setup.js';
import { fine } from '../words.js';

// Each of these was asked of `zermelo legal`.
const EXAMPLES = [
  { fen: '8/8/2kP4/8/8/8/6BK/2R5 b - - 0 1', name: 'One last move', text: 'Two men give check at once. Only one move can have done that.' },
  { fen: 'rnbqkbnr/pppppppp/8/8/8/P7/P1PPPPPP/RNBQKBNR b KQkq - 0 1', name: 'A pawn too far', text: 'It must have captured something. What?' },
  { fen: '8/8/8/8/8/8/P1k5/K7 b - - 0 1', name: 'No last move', text: 'Black is to move. What did White play?' },
  { fen: 'r1bqkb1r/pppp1ppp/2n2n2/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4', name: 'An opening', text: 'Legal, of course; here is a game that leads there.' },
  { fen: '4k3/8/8/8/8/8/5PPP/R4RK1 b - - 0 1', name: 'Castled long ago', text: 'Sixty-six moves can have been the last one.' },
  { fen: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1', name: 'Lost a tempo', text: 'All men at home, and Black to move.' },
];
const SHOWN = 12;
/** What the search for a shortest game may cost in a browser. */
const SHORTEST = { seconds: 20, memory: 100_000_000 };

export function create(context) {
  /** @typedef {{ fen: string, chess960: boolean, dead: boolean }} Question */
  /** @type {Question} */
  let asked = { fen: '', chess960: false, dead: false };
  let player;
  /** The way back through the retractions: where it began, and each step. @type {{ fen: string, name: string }[]} */
  let trail = [];

  const reckoning = h('input', { type: 'checkbox', onchange: () => context.go('legal', params({ ...asked, dead: reckoning.checked })) });
  const setup = makeSetup({
    fen: EXAMPLES[0].fen, claims: true, castling960: true,
    games: h('label', {}, reckoning, 'No move from a dead position'),
    onChange: ({ fen, chess960, stroke }) => { trail = []; context.go('legal', params({ fen, chess960, dead: reckoning.checked }), { stroke }); },
    onBad: (words) => answering.drop(words), onAway: unread, onBack: () => leave(),
  });
  const answer = h('section.answer.first', { 'aria-live': 'polite' });
  const before = h('section.before.rest');
  const answering = makeAnswer([answer, before], leave);
  const element = h('div.tab', {},
    h('h1', {}, 'Could it arise?'),
    h('p.lead', {}, 'A position is legal if some game from the initial array leads to it. Castling rights and the side to move count; so does an en-passant square.'),
    setup.entry,
    h('div.columns.arbiter.arise', {}, answer, setup.element, before),
    h('h2.apart', {}, 'Try these'),
    h('ul.gallery', {}, EXAMPLES.map(({ fen, name, text }) => h('li', {},
      h('a', { href: context.href('legal', { fen }), onclick: () => { trail = []; window.scrollTo({ top: 0, behavior: 'smooth' }); } }, miniBoard(fen), h('strong', {}, name), h('span', {}, text))))));

  /** What stands in the address; the same of another position. @param {Question} question */
  const params = ({ fen, chess960, dead }) => ({ fen, chess960: chess960 ? '1' : '', dead_reckoning: dead ? '1' : '' });
  const link = (fen) => context.href('legal', params({ ...asked, fen }));
  const key = ({ fen, chess960, dead }) => `${chess960} ${dead} ${fen}`;

  /** Asks; once more and longer if there is an answer that is `open`. @param {Question} which */
  async function ask(which, open = undefined) {
    const long = Boolean(open);
    asked = which;
    const signal = answering.begin(key(which), long);
    const question = () => Promise.all([long ? longer('/legal', params(which), signal) : get('/legal', params(which), signal), get('/retract', params(which), signal)]);
    try {
      const [legal, retract] = await patiently(question, signal, answering.say);
      if (legal.readings) readings(legal);
      else tell(legal, long);
      if (!retract.readings) lastMoves(legal, retract);
    } catch (error) {
      if (error.name === 'AbortError') return;
      // Who stops a longer search has what was known.
      if (open && error.status === STOPPED) {
        tell(open);
        return answering.end();
      }
      answering.end(true);
      if (error.status === 400) {
        setup.complain(error.message);
        fill(answer, h('h2.verdict', {}, 'Nothing to ask about.'));
      } else failure(answer, error, 'Nothing to ask about.', () => ask(which, open));
      return;
    }
    answering.end();
  }

  function unread(error, again) {
    answering.drop();
    failure(answer, error, 'The game cannot be read.', again);
  }

  /** The server's headline: its first word is the verdict. */
  function headline(verdict, text) {
    const [word, ...rest] = fine(text).split(':');
    return h(`h2.verdict.${verdict}`, {}, h('em', {}, word), `:${rest.join(':')}`);
  }

  /** A reason; its squares are marked on the board, alone while one points at it. */
  function reason({ text, squares }, all) {
    const show = (which) => setup.mark(new Map(which.map((square) => [square, 'point'])));
    if (!squares.length) return h('li', {}, fine(text));
    return h('li', {}, h('button.reason', {
      type: 'button', onpointerenter: () => show(squares), onfocus: () => show(squares), onpointerleave: () => show(all), onblur: () => show(all),
    }, fine(text)));
  }

  function tell(report, long = false) {
    const { verdict, explanation: { headline: title, reasons, legend, notes = [] } } = report;
    const all = [...new Set(reasons.flatMap((one) => one.squares))];
    fill(answer,
      headline(verdict, title),
      reasons.length > 0 && h('ul.reasons', {}, reasons.map((one) => reason(one, all))),
      legend && all.length > 0 && h('p.note', {}, h('i.swatch.point'), ` ${fine(legend)}`),
      notes.map((note) => h('p.note', {}, fine(note))),
      h('div.row', {},
        verdict === 'legal' && report.plies > 0 && h('button.pill', { type: 'button', onclick: () => playGame(report) }, 'Play the game'),
        verdict === 'legal' && report.plies > 0 && longer && !asked.chess960 && !asked.dead && h('button.pill', { type: 'button', onclick: (event) => shortest(event.target) }, 'Shortest game'),
        verdict === 'open' && longer && !long && h('button.pill', { type: 'button', onclick: () => ask(asked, report) }, 'Ask longer'),
        verdict === 'open' && long && h('span.note', {}, 'Ten times the time did not settle it.'),
        checkedBy(report, answer, () => accepts(() => text(report.certificate), (claimed) => claimed.claim === verdict && sameMen(claimed.fen, report.fen))),
        certificateLinks(context, report.certificate),
        copyLink(context),
        h('a.quiet-link', { href: context.href('winnable', { fen: asked.fen, chess960: asked.chess960 ? '1' : '' }) }, 'Can they still win?')));
    setup.mark(new Map(all.map((square) => [square, 'point'])));
  }

  /** Looks in this browser for the shortest game, and whether it is the only one. */
  async function shortest(button) {
    const which = asked, words = h('p.note', { 'aria-live': 'polite' });
    button.disabled = true;
    button.closest('.row').after(words);
    const signal = answering.signal;
    const say = (text) => { if (which === asked) words.textContent = text; };
    try {
      say('Looking for the shortest game …');
      const found = await longer('/legal', { fen: which.fen, shortest: 1, ...SHORTEST }, signal);
      if (which !== asked) return;
      say(fine(found.headline));
      const [game] = found.games;
      if (game) words.append(' ', h('button.text', { type: 'button', onclick: () => playGame(game) }, 'Play it'));
      else if (found.known_plies) words.append(` ${plural(found.known_plies, 'ply', 'plies')} are enough.`);
    } catch (error) {
      if (error.name === 'AbortError') return;
      say(error.message);
      button.disabled = false;
    }
  }

  /** A field of the FEN was left open: an answer for everything it can mean. */
  function readings(report) {
    fill(answer,
      headline(report.verdict, report.headline),
      h('ul.reasons', {}, report.fields.map((field) => h('li', {}, fine(field.text)))),
      report.notes.map((note) => h('p.note', {}, fine(note))),
      h('p.article', {}, `The FEN leaves something open; it has ${report.readings.length} readings.`),
      h('ol.reasons', {}, report.readings.map((reading) => h('li', {},
        h('a', { href: link(reading.fen) }, reading.fen), ` is ${reading.verdict}`))));
  }

  function leave() {
    player?.stop();
    player = undefined;
    setup.giveBack();
    setup.mark(new Map());
  }

  function playGame(report) {
    leave();
    player = makePlayer({ show: setup.lend, start: report.start ?? START, uci: report.uci, san: report.san });
    setup.lendStage('A game that leads here', player.element);
    player.play();
  }

  function lastMoves(legal, report) {
    // Then the reasons of the verdict have said it.
    if (legal.rule === 'no-last-move') return;
    const counted = (list) => list.filter((r) => r.possible_by_count !== false);
    const dead = new Set(counted(report.dead_reckoning?.from_dead ?? []));
    const possible = [...counted(report.retractions), ...dead];
    const failed = failures(legal.explanation);
    const why = (r) => failed(r) || (dead.has(r) && h('div.why', {}, 'Nobody could mate any more before it.'));
    const cards = possible.map((r) => () => h('li', {}, h('a', {
      href: link(r.fen_before),
      onclick: () => {
        if (!trail.length) trail = [{ fen: asked.fen, name: 'the position' }];
        trail.push({ fen: r.fen_before, name: `before ${named(r)}` });
      },
    }, miniBoard(r.fen_before, [r.uci.slice(0, 2), r.uci.slice(2, 4)]), h('strong', {}, named(r)),
    h('span', {}, r.kind === 'castling' ? 'castling' : r.kind === 'en_passant' ? 'en passant' : r.taken ? `took a ${r.taken}` : r.kind === 'promotion' ? 'a pawn promoted' : 'no capture')),
    why(r)));
    const grid = h('ul.gallery.small', {}, cards.slice(0, SHOWN).map((make) => make()));
    const more = cards.length > SHOWN && h('button.pill', { type: 'button', onclick: () => { grid.append(...cards.slice(SHOWN).map((make) => make())); more.remove(); } }, `Show all ${count(cards.length)}`);
    fill(before,
      h('h2', {}, fine(report.explanation.headline)),
      trail.length > 1 && h('nav.trail', { 'aria-label': 'The way back' }, trail.map((step, i) => h('a', {
        href: link(step.fen), 'aria-current': step.fen === asked.fen ? 'true' : null,
        onclick: () => { trail = trail.slice(0, i + 1); },
      }, step.name))),
      possible.length > 0 && legal.explanation?.last_moves && h('p', {}, fine(legal.explanation.last_moves)),
      h('p.article', {}, possible.length ? 'Each board shows the position before. Click to go on backwards. Whether it can arise itself is the next question.' : fine(report.reasons?.join(' ') ?? '')),
      report.explanation.notes.map((note) => h('p.note', {}, fine(note))),
      grid, more);
  }

  return {
    element,
    /** @param {Record<string, string>} given */
    show({ fen, chess960, dead_reckoning: dead }) {
      if (!fen) return context.go('legal', { fen: EXAMPLES[0].fen }, { replace: true });
      const question = { fen, chess960: chess960 === '1' || is960(fen), dead: dead === '1' };
      if (!question.chess960) question.fen = usual(fen);
      if (question.fen !== fen || question.chess960 !== (chess960 === '1')) return context.go('legal', params(question), { replace: true });
      reckoning.checked = question.dead;
      if (answering.is(key(question))) return;
      const at = trail.findIndex((step) => step.fen === fen);
      trail = at >= 0 ? trail.slice(0, at + 1) : [];
      asked = question;
      if (setup.open(fen, answering.drop, question.chess960)) ask(question);
    },
    takes: ['fen', 'pgn'],
    paste: setup.paste,
    hide: () => { player?.stop(); setup.rest(); },
    key: (event) => player?.key(event) ?? false,
  };
}

/**
 * Why each last move fails, as its card says it: the reason, and what lies behind it if that goes on.
 * @param {{ reasons?: { text: string }[], before?: any[] }} [explanation]
 * @returns {(retraction: { uci: string, fen_before: string }) => HTMLElement|false}
 */
function failures({ reasons = [], before = [] } = {}) {
  const name = ({ uci, fen_before: fen }) => `${uci} ${fen}`;
  const found = new Map(before.flatMap((group) => group.moves.map((move) => [name(move), { group, move }])));
  const same = (text) => reasons.some((one) => one.text.toLowerCase() === `${text.toLowerCase()}.`);
  return (retraction) => {
    const one = found.get(name(retraction));
    if (!one) return false;
    const { group, move } = one;
    return h('div.why', {}, same(group.text) ? 'The same is true before it.' : fine(sentence(group.text)), nested(move.before));
  };
}

/** Why the last moves before fail, nested as the proof goes on. */
function nested(groups = []) {
  return groups.length > 0 && h('details', {}, h('summary', {}, 'Why?'), h('ul', {}, groups.map((group) => h('li', {},
    group.moves.length > 0 && h('strong', {}, [...new Set(group.moves.map(named))].join(', ')),
    group.more ? ` and ${count(group.more)} more` : '', ': ', fine(group.text),
    group.moves.map((move) => nested(move.before))))));
}

const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}.`;

/** A retraction with the square it came from: "Rb1×a1". What it took is said below. */
const named = ({ long }) => (long.startsWith('O-') ? long : long.replace(/ \([A-Z]\)/, '').replace('x', '×').replace('-', '–'));
