// "Endgame tables": what a position is worth, and every move of it, for chess and losing chess.
import { makeAnswer } from '../answer.js';
import { get, getIfServed } from '../api.js';
import { count, fill, h, plural } from '../dom.js';
import { copyLink, failure, patiently } from '../parts.js';
import { makePlayer } from '../player.js';
import { EMPTY, colorOf, formatFen, parseFen, squareIndex } from '../position.js';
import { makeSetup } from '../setup.js';
import { fine } from '../words.js';

const RULES = { chess: 'Chess', losing: 'Losing chess', 'losing-fics': 'Losing chess, FICS rules', 'losing-joint': 'Losing chess, both rules' };
const FIRST = { chess: '8/8/8/3k4/8/8/8/KR6 w - - 0 1', other: '8/8/8/3k4/8/8/8/KB6 b - - 0 1' };
/** Groups of moves, seen by the side that makes them. */
const GROUPS = [['win', 'Winning'], ['draw', 'Drawing'], ['loss', 'Losing']];
/** Where men are put when an ending is chosen by its name. */
const HOMES = { K: ['c1', 'b3'], k: ['f6', 'g8'], P: ['d4', 'b4', 'f4'], p: ['e5', 'c5', 'g5'], other: ['h1', 'g2', 'b2'], OTHER: ['a8', 'b7', 'g7'] };

/** A position with the men of an ending: KRvK. */
function example(name) {
  const [white, black] = name.split('v');
  const position = parseFen(EMPTY);
  for (const letter of white + black.toLowerCase()) {
    const squares = HOMES[letter] ?? HOMES[colorOf(letter) === 'white' ? 'other' : 'OTHER'];
    const free = squares.find((square) => !position.men[squareIndex(square)]);
    if (free) position.men[squareIndex(free)] = letter;
  }
  return formatFen(position);
}

export function create(context) {
  let rules = 'chess', player, served, turn = 0;
  /** The last answer: the moves on the board are its, too. */
  let known = { key: '', answer: /** @type {Promise<any> | undefined} */ (undefined) };

  const setup = makeSetup({
    fen: FIRST.chess, anyKings: true, onBad: (words) => answer.drop(words), onAway: unread, onBack: () => leave(),
    onChange: ({ fen, stroke }) => go(fen, { stroke }),
    legal: async (fen) => (await lookUp(fen)).moves,
    variant: () => (rules === 'chess' ? 'standard' : 'antichess'),
  });
  const select = h('select', { 'aria-label': 'Rules', onchange: () => context.go('tables', { rules: select.value }) });
  const endings = h('select', { 'aria-label': 'An ending', onchange: () => { if (endings.value) go(example(endings.value)); } });
  const first = h('section.answer.first', { 'aria-live': 'polite' });
  const rest = h('section.answer.rest');
  const answer = makeAnswer([first, rest], leave);
  const element = h('div.tab.endings', {},
    h('h1', {}, 'Endgame tables'),
    h('p.lead', {}, 'What every position of a few men is worth, and how far the end is. Each entry that is shown was compared by the kernel with those one move later.'),
    h('div.row.kinds', {}, select, endings),
    setup.entry,
    h('div.columns.arbiter', {}, first, setup.element, rest));

  /** What the table says, asked once, by whoever is first: the board or the answer. So neither may stop it. */
  function lookUp(fen) {
    const key = `${rules} ${formatFen(parseFen(fen))}`;
    if (known.key !== key) {
      const answer = get(`/table/${rules}`, { fen, line: 1 });
      known = { key, answer };
      answer.catch(() => { if (known.answer === answer) known.key = ''; });
    }
    return known.answer;
  }
  const go = (fen, how) => context.go('tables', { rules, fen }, how);

  function leave() {
    player?.stop();
    player = undefined;
    setup.giveBack();
    setup.mark(new Map());
  }

  function unread(error, again) {
    answer.drop();
    failure(first, error, 'The game cannot be read.', again);
  }

  async function ask(fen) {
    const signal = answer.begin(`${rules} ${fen}`);
    try {
      tell(fen, await patiently(() => lookUp(fen), signal, answer.say));
    } catch (error) {
      if (error.name === 'AbortError') return;
      answer.end(true);
      if (error.status === 400) {
        setup.complain(error.message);
        fill(first, h('h2.verdict', {}, 'This position has no value.'));
      } else failure(first, error, error.status === 404 ? 'No table.' : 'No value.', () => ask(fen));
      return;
    }
    answer.end();
  }

  function tell(fen, value) {
    fill(first,
      h(`h2.verdict.${value.value}`, {}, fine(value.explanation.headline)),
      value.explanation.sentences.map((sentence) => h('p.article', {}, fine(sentence))));
    fill(rest,
      value.notes.map((note) => h('p.note', {}, fine(note))),
      GROUPS.map(([kind, title]) => group(title, kind, value)),
      h('div.row', {},
        value.line_uci?.length > 0 && h('button.pill', { type: 'button', onclick: () => playLine(fen, value) }, 'Play the best line'),
        copyLink(context),
        rules === 'chess' && h('a.quiet-link', { href: context.href('winnable', { fen }) }, 'Can they still win?')));
    const marks = new Map();
    for (const [kind] of GROUPS) for (const { uci, value: worth } of value.moves) if (worth === kind && !marks.has(uci.slice(2, 4))) marks.set(uci.slice(2, 4), `value-${kind}`);
    setup.mark(marks);
  }

  /** The moves of one worth, each a link to the position after it. */
  function group(title, kind, value) {
    const moves = value.moves.filter((move) => move.value === kind);
    if (!moves.length) return null;
    return h(`section.worth.${kind}`, {},
      h('h3', {}, `${title} moves `, h('span.note', {}, count(moves.length))),
      h('ul', {}, moves.map((move) => h('li', {}, h('a', { href: context.href('tables', { rules, fen: move.fen }) },
        h('b', {}, move.san), h('span', {}, move.words ?? ''))))));
  }

  function playLine(fen, value) {
    leave();
    player = makePlayer({ show: setup.lend, start: fen, uci: value.line_uci, san: value.line_san });
    setup.lendStage(value.line_cut ? 'The best line, as far as there are tables' : 'The best line', player.element);
    player.play();
  }

  async function load() {
    const found = await patiently(() => getIfServed('/served'), undefined, answer.drop);
    served = (found?.endings ?? []).filter(({ rules: name }) => RULES[name]);
    fill(select, served.map(({ rules: name }) => h('option', { value: name }, RULES[name])));
  }

  function choose(name) {
    rules = name;
    select.value = name;
    const names = served.find((one) => one.rules === name)?.names ?? [];
    fill(endings, h('option', { value: '' }, `${plural(names.length, 'ending')} to choose from`), names.map((ending) => h('option', { value: ending }, ending)));
  }

  return {
    element,
    /** @param {Record<string, string>} params */
    async show({ rules: wanted, fen }) {
      const mine = ++turn;
      if (!served?.length) {
        try {
          await load();
        } catch (error) {
          if (mine === turn) failure(first, error, 'The tables cannot be had.', () => this.show({ rules: wanted, fen }));
          return;
        }
        if (mine !== turn) return;
      }
      if (!served.length) return answer.drop('There are no tables here: they need a server that has some.');
      const name = wanted && served.some((one) => one.rules === wanted) ? wanted : served[0].rules;
      if (!fen || name !== wanted) return context.go('tables', { rules: name, fen: fen || (name === 'chess' ? FIRST.chess : FIRST.other) }, { replace: true });
      if (answer.is(`${name} ${fen}`)) return;
      choose(name);
      if (setup.open(fen, answer.drop)) ask(fen);
    },
    hide: () => { player?.stop(); setup.rest(); },
    takes: ['fen', 'pgn'],
    paste: setup.paste,
    key: (event) => (event.key === 'Escape' && player ? (leave(), true) : player?.key(event) ?? false),
  };
}
