// "Can they still win?" Both sides at once, with the helpmate to watch or the reason to see.
import { makeAnswer } from '../answer.js';
import { accepts, get, shortened, text } from '../api.js';
import { fill, h } from '../dom.js';
import { miniBoard } from '../mini.js';
import { makePlayer } from '../player.js';
import { is960, usual } from '../position.js';
import { makeSetup } from '../setup.js';
import { EXAMPLES } from './examples.js';
import { STOPPED, certificateLinks, checkedBy, copyLink, failure, patiently, sameMen, shorter } from '../parts.js';
import { NAME, OTHER, fine, flagFall, why } from '../words.js';
import { regionView } from '../region.js';

/** Games that are longer do not fit into a link. */
const LONGEST_LINK = 6000;

export function create(context) {
  let flag = '', player, lent = '', turn = 0;
  /** The game that was pasted, and the position it ended with. */
  let game = { fen: '', pgn: '' };

  const setup = makeSetup({ fen: EXAMPLES[0].fen, castling960: true, onChange: open, onBad: (words) => answer.drop(words), onAway: unread, onGame: (read) => { game = read; }, onBack: () => leave() });
  const first = h('section.answer.first', { 'aria-live': 'polite' });
  const rest = h('section.answer.rest');
  const answer = makeAnswer([first, rest], leave);
  const gallery = h('ul.gallery', {}, EXAMPLES.map(({ fen, name, text }) => h('li', {},
    h('a', { href: context.href('winnable', { fen }), onclick: () => window.scrollTo({ top: 0, behavior: 'smooth' }) },
      miniBoard(fen), h('strong', {}, name), h('span', {}, text)))));
  const element = h('div.tab', {},
    h('h1', {}, 'Can they still win?'),
    h('p.lead', {}, 'A flag has fallen. If the opponent cannot mate by any series of legal moves, the game is drawn.'),
    setup.entry,
    h('div.columns.arbiter', {}, first, setup.element, rest),
    h('h2.apart', {}, 'Positions worth a look'),
    gallery);

  /** The flag that has fallen stays so while the position is set up. */
  function open({ fen, chess960 = false, stroke = '', flag: fallen = '', edited = false }) {
    context.go('winnable', { fen, chess960: chess960 ? '1' : '', flag: edited ? flag : fallen }, { stroke });
  }

  const key = ({ fen, chess960 }) => `${chess960} ${fen}`;

  /** Asks; once more and longer if there is an answer `before` that is open. @param {{ fen: string, chess960: boolean }} question */
  async function ask({ fen, chess960 }, before = undefined) {
    const long = Boolean(before);
    const signal = answer.begin(key({ fen, chess960 }), long);
    const question = () => get('/winnable', { fen, for: 'both', chess960: chess960 ? 1 : '', long: long ? 1 : '' }, signal);
    try {
      const report = await patiently(question, signal, answer.say);
      tell({ fen, chess960 }, report, long);
    } catch (error) {
      if (error.name === 'AbortError') return;
      // Who stops a longer search has what was known.
      if (before && error.status === STOPPED) {
        tell({ fen, chess960 }, before);
        return answer.end();
      }
      answer.end(true);
      fill(rest);
      if (error.status === 400) {
        setup.complain(error.message);
        fill(first, h('h2.verdict', {}, 'This position has no answer.'));
      } else failure(first, error, 'This position has no answer.', () => ask({ fen, chess960 }, before));
      return;
    }
    answer.end();
  }

  function tell(question, report, long = false) {
    fill(first,
      h('h2.verdict', {}, report.explanation.headline),
      h('p.article', {}, report.explanation.article),
      report.standing !== 'checkmate' && h('section.flags', {},
        h('h3', {}, 'If a flag falls now'),
        h('dl', {}, ['white', 'black'].map((side) => {
          const { result, reason, article } = flagFall(report, side);
          const button = h('button.flag', { type: 'button', 'data-flag': side, title: 'Put this flag into the link', onclick: () => fall(question, side) }, `${NAME[side]}’s flag`);
          return [h('dt', {}, button), h('dd', {}, h('b', {}, result), ' ', h('span', {}, `${reason} `, h('span.whole', {}, `(Article ${article})`)))];
        }))));
    markFlag();
    fill(rest,
      report.notes?.map((note) => h('p.note', {}, `${fine(note).replace(/\.$/, '')}.`)),
      ['white', 'black'].map((side) => report[side] && sideAnswer(question, report, side, long)),
      h('div.row', {}, copyLink(context),
        h('a.quiet-link', { href: context.href('legal', { fen: question.fen }) }, 'Could it arise?'),
        game.fen === question.fen && encodeURIComponent(game.pgn).length < LONGEST_LINK
          && h('a.quiet-link', { href: context.href('judge', { pgn: game.pgn }) }, 'Judge the whole game')));
  }

  function sideAnswer(question, report, side, long) {
    const given = report[side];
    const words = { winnable: given.plies === 0 ? 'has won' : 'can still win', unwinnable: 'cannot win', open: 'may win or not: open' }[given.verdict];
    return h(`section.side.${given.verdict}`, { 'data-side': side },
      h('h3', {}, h(`i.disc.${side}`), `${NAME[side]} `, h('em', {}, words)),
      why(given).map((text) => h('p', {}, text)),
      h('div.row', {},
        given.verdict === 'winnable' && given.plies > 0 && toggle(`${side}-mate`, 'Play the helpmate', () => playMate(question, report, side)),
        given.region && toggle(`${side}-why`, 'See why', () => seeWhy(question, report, side)),
        given.verdict === 'open' && !long && h('button.pill', { type: 'button', onclick: () => ask(question, report) }, 'Ask longer'),
        given.verdict === 'open' && long && h('span.note', {}, 'Ten times the time did not settle it.'),
        checkedBy(given, first, () => accepts(() => text(given.certificate), (claimed) => claimed.claim === given.verdict && claimed.side === side && sameMen(claimed.fen, report.fen))),
        certificateLinks(context, given.certificate)));
  }

  /** A button that lends the board to something, and gives it back. */
  function toggle(name, text, act) {
    return h('button.pill', { type: 'button', 'aria-pressed': 'false', 'data-lend': name, onclick: (event) => {
      const again = lent === name;
      leave();
      if (again) return;
      lent = name;
      event.currentTarget.setAttribute('aria-pressed', 'true');
      act();
    } }, text);
  }

  function leave() {
    turn += 1;
    player?.stop();
    player = undefined;
    lent = '';
    for (const button of rest.querySelectorAll('[data-lend]')) button.setAttribute('aria-pressed', 'false');
    setup.giveBack();
  }

  /** Plays a helpmate; where the one at hand is long, a shorter one if this browser finds it in time. */
  async function playMate({ fen, chess960 }, report, side) {
    const { signal } = answer, mine = turn;
    const enough = new AbortController();
    setup.lendStage(`A helpmate by ${NAME[side]}`, h('p.note', { 'aria-live': 'polite' }, 'Looking for a shorter one …'),
      h('div.row', {}, h('button.pill', { type: 'button', onclick: () => enough.abort() }, 'Play the one at hand')));
    const given = await shortened(report[side], { fen, side, chess960 }, AbortSignal.any([signal, enough.signal]));
    if (signal.aborted || mine !== turn) return;
    player = makePlayer({ show: setup.lend, start: fen, uci: given.helpmate_uci, san: given.helpmate_san });
    setup.lendStage(`A helpmate by ${NAME[side]}`,
      given !== report[side] && shorter(given),
      player.element);
    player.play();
  }

  function seeWhy({ fen }, report, side) {
    const { region } = report[side];
    const other = region.anchor.split(' ').slice(0, 2).join(' ') !== fen.split(' ').slice(0, 2).join(' ');
    setup.lendStage(`Why ${NAME[side]} cannot win`,
      other && h('p', {}, `Shown is one of the locked positions that lines lead to, with ${region.anchor.split(' ')[1] === 'w' ? 'White' : 'Black'} to move.`),
      regionView(region, NAME[OTHER[side]], setup.board, setup.lend));
  }

  /** A flag has fallen: the address says so, and with it the page that others are shown. */
  const fall = ({ fen, chess960 }, side) => context.go('winnable', { fen, chess960: chess960 ? '1' : '', flag: flag === side ? '' : side });

  function markFlag() {
    for (const button of first.querySelectorAll('button.flag')) button.setAttribute('aria-pressed', String(button.dataset.flag === flag));
  }

  function unread(error, again) {
    answer.drop();
    failure(first, error, 'The game cannot be read.', again);
  }

  return {
    element,
    /** @param {Record<string, string>} params */
    show({ fen, chess960, flag: fallen }) {
      flag = fallen === 'white' || fallen === 'black' ? fallen : '';
      markFlag();
      if (!fen) return context.go('winnable', { fen: EXAMPLES[0].fen }, { replace: true });
      // What the link leaves to be found out about castling is found out, and said in the address.
      const question = { fen, chess960: chess960 === '1' || is960(fen) };
      if (!question.chess960) question.fen = usual(fen);
      if (question.fen !== fen || question.chess960 !== (chess960 === '1')) {
        return context.go('winnable', { fen: question.fen, chess960: question.chess960 ? '1' : '', flag }, { replace: true });
      }
      if (answer.is(key(question))) return;
      if (setup.open(fen, answer.drop, question.chess960)) ask(question);
    },
    hide: () => { player?.stop(); setup.rest(); },
    takes: ['fen', 'pgn'],
    paste: setup.paste,
    key: (event) => (event.key === 'Escape' && lent ? (leave(), true) : player?.key(event) ?? false),
  };
}
