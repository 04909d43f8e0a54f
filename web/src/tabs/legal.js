// "Could it arise?" Legal or not, with the reason; the last moves to click through; the game that leads there.
import { get } from '../api.js';
import { count, fill, h, plural } from '../dom.js';
import { icon } from '../icons.js';
import { miniBoard } from '../mini.js';
import { checkedBy, copyLink, failure } from '../parts.js';
import { makePlayer } from '../player.js';
import { START } from '../position.js';
import { makeSetup } from '../setup.js';

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
const WORDS = { legal: 'Legal', illegal: 'Illegal', open: 'Open' };

export function create(context) {
  let asked = '', controller, player;
  /** The way back through the retractions: where it began, and each step. @type {{ fen: string, name: string }[]} */
  let trail = [];

  const setup = makeSetup({ fen: EXAMPLES[0].fen, onChange: (fen) => { trail = []; context.go('legal', { fen }, true); ask(fen); }, onBack: () => leave() });
  const answer = h('section.answer.low', { 'aria-live': 'polite' });
  const before = h('section.before');
  const element = h('div.tab', {},
    h('h1', {}, 'Could it arise?'),
    h('p.lead', {}, 'A position is legal if some game from the initial array leads to it. Castling rights and the side to move count; so does an en-passant square.'),
    h('div.columns', {}, h('div', {}, setup.element), h('div.beside', {}, answer, before)),
    h('h2.apart', {}, 'Try these'),
    h('ul.gallery', {}, EXAMPLES.map(({ fen, name, text }) => h('li', {},
      h('a', { href: context.hash('legal', { fen }), onclick: () => { trail = []; } }, miniBoard(fen), h('strong', {}, name), h('span', {}, text))))));

  async function ask(fen) {
    controller?.abort();
    controller = new AbortController();
    const { signal } = controller;
    asked = fen;
    leave();
    answer.setAttribute('aria-busy', 'true');
    before.setAttribute('aria-busy', 'true');
    try {
      const [legal, retract] = await Promise.all([get('/legal', { fen }, signal), get('/retract', { fen }, signal)]);
      if (legal.readings) readings(legal);
      else tell(legal);
      if (retract.readings) fill(before);
      else lastMoves(retract);
    } catch (error) {
      if (error.name === 'AbortError') return;
      if (error.status === 400) setup.complain(error.message);
      failure(answer, error, 'Nothing to ask about.');
      fill(before);
    }
    answer.setAttribute('aria-busy', 'false');
    before.setAttribute('aria-busy', 'false');
  }

  function tell(report) {
    const { verdict } = report;
    const after = {
      legal: report.plies ? `: a game of ${report.plies === 1 ? '1 ply' : `${report.plies} plies`} leads here.` : ': the game begins here.',
      illegal: ': no game leads to this position.',
      open: ': neither a game nor a reason against one was found in the time allowed.',
    }[verdict];
    fill(answer,
      h(`h2.verdict.${verdict}`, {}, h('em', {}, WORDS[verdict]), after),
      report.reasons?.length > 0 && h('ul.reasons', {}, report.reasons.map((reason) => h('li', {}, reason))),
      h('div.row', {},
        verdict === 'legal' && report.plies > 0 && h('button.pill', { type: 'button', onclick: () => playGame(report) }, 'Play the game'),
        checkedBy(report),
        report.certificate && h('a.quiet-link', { href: report.certificate, download: '' }, icon('down'), 'Certificate'),
        copyLink()));
  }

  /** A field of the FEN was left open: an answer for everything it can mean. */
  function readings(report) {
    fill(answer,
      h(`h2.verdict.${report.verdict}`, {}, h('em', {}, WORDS[report.verdict]), `, with ${plural(report.readings.length, 'reading')} of the FEN.`),
      h('ul.reasons', {}, report.readings.map((reading) => h('li', {},
        h('a', { href: context.hash('legal', { fen: reading.fen }) }, reading.fen), ` is ${reading.verdict}`))));
  }

  function leave() {
    player?.stop();
    player = undefined;
    setup.giveBack();
  }

  function playGame(report) {
    leave();
    player = makePlayer({ show: setup.lend, start: START, uci: report.uci, san: report.san });
    setup.lendStage('A game that leads here', player.element);
    player.play();
  }

  function lastMoves(report) {
    const mover = report.turn === 'white' ? 'Black' : 'White';
    const possible = report.retractions.filter((r) => r.possible_by_count !== false);
    const byCount = report.retractions.length - possible.length;
    // Before castling, say, the other rook may or may not have moved: one move, two positions.
    const different = new Set(possible.map((r) => `${r.uci} ${r.taken}`)).size;
    const title = report.initial_array && !possible.length ? 'The game begins here'
      : !possible.length ? `No last move of ${mover}’s is possible`
        : `${different === 1 ? 'One last move' : plural(different, 'last move')} of ${mover}’s ${different === 1 ? 'is' : 'are'} possible${different < possible.length ? `, from ${plural(possible.length, 'position')}` : ''}`;
    const cards = possible.map((r) => () => h('li', {}, h('a', {
      href: context.hash('legal', { fen: r.fen_before }),
      onclick: () => {
        if (!trail.length) trail = [{ fen: asked, name: 'the position' }];
        trail.push({ fen: r.fen_before, name: `before ${named(r)}` });
      },
    }, miniBoard(r.fen_before, [r.uci.slice(0, 2), r.uci.slice(2, 4)]), h('strong', {}, named(r)),
    h('span', {}, r.kind === 'castling' ? 'castling' : r.kind === 'en_passant' ? 'en passant' : r.taken ? `took a ${r.taken}` : r.kind === 'promotion' ? 'a pawn promoted' : 'no capture'))));
    const grid = h('ul.gallery.small', {}, cards.slice(0, SHOWN).map((make) => make()));
    const more = cards.length > SHOWN && h('button.pill', { type: 'button', onclick: () => { grid.append(...cards.slice(SHOWN).map((make) => make())); more.remove(); } }, `Show all ${count(cards.length)}`);
    fill(before,
      h('h2', {}, title),
      trail.length > 1 && h('nav.trail', { 'aria-label': 'The way back' }, trail.map((step, i) => h('a', {
        href: context.hash('legal', { fen: step.fen }), 'aria-current': step.fen === asked ? 'true' : null,
        onclick: () => { trail = trail.slice(0, i + 1); },
      }, step.name))),
      h('p.article', {}, possible.length ? 'Each board shows the position before. Click to go on backwards. Whether it can arise itself is the next question.' : report.reasons?.join(' ')),
      byCount > 0 && h('p.note', {}, `${plural(byCount, 'more')} would fit the men’s ways, but not their number.`.replace('mores', 'more')),
      grid, more);
  }

  return {
    element,
    /** @param {Record<string, string>} params */
    show({ fen }) {
      const wanted = fen || EXAMPLES[0].fen;
      if (wanted === asked) return;
      const at = trail.findIndex((step) => step.fen === wanted);
      trail = at >= 0 ? trail.slice(0, at + 1) : [];
      try {
        setup.set(wanted);
      } catch (error) {
        setup.complain(error.message);
        return;
      }
      ask(wanted);
    },
    hide: () => player?.stop(),
    key: (event) => player?.key(event) ?? false,
  };
}

/** A retraction with the square it came from: "Rb1×a1". */
function named({ san, uci, kind, taken }) {
  if (kind === 'castling') return san;
  const man = /^[KQRBN]/.test(san) && kind !== 'promotion' ? san[0] : '';
  return `${man}${uci.slice(0, 2)}${taken ? '×' : '–'}${uci.slice(2, 4)}${uci[4] ? `=${uci[4].toUpperCase()}` : ''}${kind === 'en_passant' ? ' e.p.' : ''}`;
}
