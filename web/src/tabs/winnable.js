// "Can they still win?" Both sides at once, with the helpmate to watch or the reason to see.
import { get, stream } from '../api.js';
import { fill, h } from '../dom.js';
import { icon } from '../icons.js';
import { miniBoard } from '../mini.js';
import { makePlayer } from '../player.js';
import { acceptFiles, makeSetup } from '../setup.js';
import { EXAMPLES } from './examples.js';
import { checkedBy, copyLink, failure } from '../parts.js';
import { NAME, OTHER, flagFall, why } from '../words.js';

export function create(context) {
  let asked = '', controller, player, lent = '';

  const setup = makeSetup({ fen: EXAMPLES[0].fen, onChange: (fen) => open(fen, true), onPaste: lastPosition, onBack: () => leave() });
  const answer = h('section.answer', { 'aria-live': 'polite', 'aria-busy': 'true' });
  const gallery = h('ul.gallery', {}, EXAMPLES.map(({ fen, name, text }) => h('li', {},
    h('a', { href: context.hash('winnable', { fen }), onclick: () => window.scrollTo({ top: 0, behavior: 'smooth' }) },
      miniBoard(fen), h('strong', {}, name), h('span', {}, text)))));
  const element = h('div.tab', {},
    h('h1', {}, 'Can they still win?'),
    h('p.lead', {}, 'A flag has fallen. If the opponent cannot mate by any series of legal moves, the game is drawn. Set up a position, paste a FEN, or drop a game.'),
    h('div.columns', {}, h('div', {}, setup.element), h('div.beside', {}, answer)),
    h('h2.apart', {}, 'Positions worth a look'),
    gallery);
  acceptFiles(element, lastPosition);

  function open(fen, replace = false) {
    context.go('winnable', { fen }, replace);
    if (replace) ask(fen);
  }

  async function ask(fen) {
    controller?.abort();
    controller = new AbortController();
    asked = fen;
    leave();
    answer.setAttribute('aria-busy', 'true');
    try {
      const report = await get('/winnable', { fen, for: 'both' }, controller.signal);
      tell(report);
    } catch (error) {
      if (error.name === 'AbortError') return;
      if (error.status === 400) setup.complain(error.message);
      failure(answer, error, 'This position has no answer.');
    }
    answer.setAttribute('aria-busy', 'false');
  }

  function tell(report) {
    fill(answer,
      h('h2.verdict', {}, report.explanation.headline),
      h('p.article', {}, report.explanation.article),
      report.notes?.map((note) => h('p.note', {}, `${note.replace(/\.$/, '')}.`)),
      ['white', 'black'].map((side) => report[side] && sideAnswer(report, side)),
      report.standing !== 'checkmate' && h('section.flags', {},
        h('h3', {}, 'If a flag falls now'),
        h('dl', {}, ['white', 'black'].map((side) => {
          const { result, reason } = flagFall(report, side);
          return [h('dt', {}, `${NAME[side]}’s flag`), h('dd', {}, h('b', {}, result), ` ${reason} (Article 6.9)`)];
        }))),
      h('div.row', {}, copyLink(), h('a.quiet-link', { href: context.hash('legal', { fen: asked }) }, 'Could it arise?')));
  }

  function sideAnswer(report, side) {
    const given = report[side];
    const words = { winnable: 'can still win', unwinnable: 'cannot win', open: 'may win or not: open' }[given.verdict];
    return h(`section.side.${given.verdict}`, { 'data-side': side },
      h('h3', {}, h(`i.disc.${side}`), `${NAME[side]} `, h('em', {}, words)),
      why(given).map((text) => h('p', {}, text)),
      h('div.row', {},
        given.verdict === 'winnable' && given.plies > 0 && toggle(`${side}-mate`, 'Play the helpmate', () => playMate(report, side)),
        given.region && toggle(`${side}-why`, 'See why', () => seeWhy(report, side)),
        checkedBy(given),
        given.certificate && h('a.quiet-link', { href: given.certificate, download: '' }, icon('down'), 'Certificate')));
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
    player?.stop();
    player = undefined;
    lent = '';
    for (const button of answer.querySelectorAll('[data-lend]')) button.setAttribute('aria-pressed', 'false');
    setup.giveBack();
  }

  function playMate(report, side) {
    const given = report[side];
    player = makePlayer({ show: setup.lend, start: asked, uci: given.helpmate_uci, san: given.helpmate_san });
    setup.lendStage(`A helpmate by ${NAME[side]}`, player.element);
    player.play();
  }

  function seeWhy(report, side) {
    const { region } = report[side];
    const shown = new Set(['white', 'black', 'locked', 'checks']);
    const draw = () => {
      const marks = new Map();
      const mark = (squares, name) => squares?.forEach((square) => marks.set(square, `${marks.get(square) ?? ''} ${name}`.trim()));
      if (shown.has('white')) mark(region.white_king, 'reach-white');
      if (shown.has('black')) mark(region.black_king, 'reach-black');
      if (shown.has('locked')) mark(region.locked_pawns, 'locked');
      if (shown.has('checks')) { mark(region.checkers, 'checker'); mark(region.checked_on, 'checked-on'); }
      setup.lend({ fen: region.anchor, marks, jump: true });
    };
    const key = (name, text) => h('label', {}, h('input', { type: 'checkbox', checked: true, onchange: (event) => {
      if (event.target.checked) shown.add(name); else shown.delete(name);
      draw();
    } }), h(`i.swatch.${name}`), text);
    const other = region.anchor.split(' ').slice(0, 2).join(' ') !== asked.split(' ').slice(0, 2).join(' ');
    setup.lendStage(`Why ${NAME[side]} cannot win`,
      other && h('p', {}, `Shown is one of the locked positions that lines lead to, with ${region.anchor.split(' ')[1] === 'w' ? 'White' : 'Black'} to move.`),
      h('div.legend', {},
        key('white', 'squares White’s king can ever reach'),
        key('black', 'squares Black’s king can ever reach'),
        key('locked', 'pawns that never move'),
        region.checkers?.length > 0 && key('checks', `men that could ever check, and where ${NAME[OTHER[side]]}’s king could stand then`)),
      h('p.note', {}, 'What is not marked is out of reach for certain, as long as the game lasts.'));
    draw();
  }

  /** A game record: its last position is the one in question. */
  async function lastPosition(text) {
    if (text.trim().split('\n').length === 1 && text.split('/').length === 8) return open(text.trim());
    try {
      let first;
      await stream('/judge', { timeline: 1 }, text, (game) => { first ??= game; });
      if (!first || first.error) throw new Error(first?.error ?? 'There is no game in this.');
      const fen = first.timeline?.fens?.at(-1) ?? first.fen;
      open(fen);
    } catch (error) {
      setup.complain(error.message);
    }
  }

  return {
    element,
    /** @param {Record<string, string>} params */
    show({ fen }) {
      const wanted = fen || EXAMPLES[0].fen;
      if (wanted === asked) return;
      try {
        setup.set(wanted);
      } catch (error) {
        setup.complain(error.message);
        failure(answer, error, 'This position has no answer.');
        return;
      }
      ask(wanted);
    },
    hide: () => player?.stop(),
    key: (event) => (event.key === 'Escape' && lent ? (leave(), true) : player?.key(event) ?? false),
  };
}

