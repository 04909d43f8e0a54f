// Setting up a position: drag men, tap them into place, type them on the focused board, play legal moves,
// or paste a FEN, a game or a link.
import { makeBoard } from './board.js';
import { fill, h } from './dom.js';
import { lastPosition } from './ending.js';
import { icon } from './icons.js';
import { copyButton } from './parts.js';
import { makePlay } from './play.js';
import { EMPTY, START, colorOf, fault, formatFen, formatPgn, isOnly960, keptRights, letterOf, parseFen, passedSquares, placement, possibleRights, roleOf, squareIndex, squareName, usual } from './position.js';

const ROLES = ['king', 'queen', 'rook', 'bishop', 'knight', 'pawn'];
const LABEL = 'Board. Arrow keys move the cursor, a letter places a man (capitals for White, small letters for Black), Delete takes one away.';
const PLAYING = 'Board. Arrow keys move the cursor, Enter takes a man up and puts it down, Escape lets it go.';
let setups = 0;

/**
 * @typedef {object} Change
 * @property {string} fen the position as it was set up or typed
 * @property {boolean} chess960
 * @property {string} [flag] whose flag has fallen there, if a link was pasted that says so
 * @property {boolean} [edited] the position was corrected by hand, and is no other one
 * @property {string} [stroke] not empty if the change may be one of many, see `context.go`
 */

/**
 * @param {object} options
 * @param {string} options.fen
 * @param {(change: Change) => void} options.onChange told about every change of the position, also if it is none to ask about
 * @param {(words?: string) => void} [options.onBad] told when what is in the field is no position, or none yet
 * @param {(error: any, again: () => void) => void} [options.onAway] told when a game cannot be read for now
 * @param {(game: { fen: string, pgn: string }) => void} [options.onGame] told about a pasted game and its last position, before the change
 * @param {() => void} [options.onBack] told when the lent board is wanted back
 * @param {boolean} [options.anyKings] losing chess: kings are men like others
 * @param {(fen: string) => Promise<import('./play.js').Played[]>} [options.legal] the moves, if they are not those of chess
 * @param {() => string} [options.variant] what lichess calls the game
 * @param {boolean} [options.castling960] offer castling as in Chess960
 * @param {HTMLElement} [options.games] one more choice of which games count
 * @param {boolean} [options.claims] an en-passant square says what the last move was, whether or not one can capture
 */
export function makeSetup({ fen, onChange, onBad, onAway, onGame, onBack, anyKings = false, castling960 = false, games = undefined, claims = false, legal = undefined, variant = undefined }) {
  let position = parseFen(fen), text = fen, chess960 = false, brush = '', cursor = -1, editing = true, reading = 0;
  /** Whether something stands in the field that is not the position: what is no position, or no game. */
  let strayed = false;
  /** Where the focus was when the board was lent. @type {HTMLElement | undefined} */
  let opener;
  /** The moves played here, the positions between them, and which of these is shown. */
  let line = { fens: [fen], sans: [], at: 0 };
  const id = `setup-${++setups}`;

  const board = makeBoard({
    viewOnly: false,
    movable: { free: true, color: 'both', showDests: false },
    premovable: { enabled: false },
    predroppable: { enabled: false },
    draggable: { deleteOnDropOff: true, showGhost: true },
    highlight: { lastMove: true },
    events: { change: () => { if (editing && !play.on) take(); } },
  }, { label: LABEL });
  const { ground } = board;
  const spoken = h('p.quiet', { 'aria-live': 'polite' });
  const play = makePlay({
    ground,
    at: () => ({ fen: formatFen(position), chess960, turn: position.turn === 'w' ? 'white' : 'black' }),
    onMove({ fen: after, san }) {
      line = { fens: [...line.fens.slice(0, line.at + 1), after], sans: [...line.sans.slice(0, line.at), san], at: line.at + 1 };
      position = parseFen(after);
      text = after;
      field.value = text;
      draw();
      spoken.textContent = san;
      tell();
    },
    redraw: draw,
    onFault: (sentence) => complain(sentence),
    legal,
  });

  // Chessground has moved something: its men are the truth.
  function take() {
    const men = Array(64).fill('');
    for (const [key, piece] of ground.state.pieces) men[squareIndex(key)] = letterOf(piece.color, piece.role);
    if (men.join('.') === position.men.join('.')) return;
    position.men = men;
    position.passed = '-';
    changed();
  }

  function put(square, letter) {
    position.men[squareIndex(square)] = letter;
    position.passed = '-';
    changed();
  }

  /** The position was edited, by whatever means. */
  function changed() {
    position.castling = castles() ? keptRights(position, chess960) : '-';
    text = formatFen(position);
    line = { fens: [text], sans: [], at: 0 };
    field.value = text;
    draw();
    tell({ edited: true });
  }

  /** Whether there is castling in the game. */
  const castles = () => !anyKings || variant?.() === 'standard';

  const wrongWith = () => (anyKings ? '' : fault(position))
    || (castles() && !castling960 && isOnly960(position) ? 'These rights to castle are those of Chess960, and this is asked of ordinary chess: clear them below the board.' : '');

  function tell({ stroke = '', flag = '', edited = false } = {}) {
    reading += 1;
    strayed = false;
    remark.textContent = '';
    complain(wrongWith());
    onChange({ fen: text, chess960, stroke, flag, edited });
  }

  function draw() {
    editing = false;
    board.show({ fen: `${placement(position.men)} ${position.turn}`, jump: true, marks: cursor < 0 ? undefined : new Map([[squareName(cursor), 'cursor']]) });
    ground.set({ viewOnly: false, selected: undefined });
    play.refresh();
    editing = true;
    for (const [side, input] of Object.entries(turns)) input.checked = position.turn === side;
    drawRights();
    played.textContent = line.at ? formatPgn(line.fens[0], line.sans.slice(0, line.at)).replace(/^(\[.*\n)+\n?|\*\n$/g, '') : '';
  }

  /** What the men alone do not say: castling, en passant, the rules of castling. */
  function drawRights() {
    const possible = castles() ? possibleRights(position.men, chess960) : [];
    const rightsOf = (castling) => castling.replace(/[^a-hkq]/gi, '').length;
    const stray = rightsOf(position.castling) > (castles() ? rightsOf(keptRights(position, chess960)) : 0);
    const passed = passedSquares(position, !claims);
    if (position.passed !== '-' && !passed.includes(position.passed)) passed.push(position.passed);
    fill(rights,
      possible.length > 0 && h('fieldset.choice', {}, h('legend', {}, 'Castling'), possible.map(({ letter, name }) => h('label', {}, h('input', {
        type: 'checkbox', checked: keptRights(position, chess960).includes(letter),
        onchange: (event) => {
          position.castling = keptRights(position, chess960).replace(/[-]/g, '').replace(letter, '') + (event.target.checked ? letter : '');
          changed();
        },
      }), name))),
      stray && h('button.text', { type: 'button', onclick: changed }, `Clear castling rights that are none (${position.castling})`),
      passed.length > 0 && h('label', {}, 'En passant', h('select', { 'aria-label': 'En-passant square', onchange: (event) => { position.passed = event.target.value; changed(); } },
        ['-', ...passed].map((square) => h('option', { value: square, selected: square === position.passed }, square === '-' ? 'none' : square)))),
      castling960 && h('label', {}, h('input', {
        type: 'checkbox', checked: chess960, onchange: (event) => { chess960 = event.target.checked; changed(); },
      }), 'Chess960'),
      games);
  }

  // The field: whatever is typed or pasted there.
  const wrong = h('p.fault', { id: `${id}-wrong`, role: 'alert' });
  const remark = h('p.note', { role: 'status' });
  const complain = (sentence) => { if (wrong.textContent !== sentence) wrong.textContent = sentence; field.setAttribute('aria-invalid', String(Boolean(sentence))); };
  const field = h('input.fen', {
    type: 'text', 'aria-label': 'Position in FEN', 'aria-describedby': `${id}-wrong`, spellcheck: 'false', autocomplete: 'off', autocapitalize: 'off',
    placeholder: 'FEN, PGN or a lichess link',
    oninput: () => read(field.value),
    onchange: () => { if (!wrong.textContent) field.value = text; },
    'data-reads': 'fen',
  });

  /** Of the men alone it is not known who is to move; that is White, as the choice beside the board says. */
  const complete = (fen) => (/\s/.test(fen) ? fen : `${fen} ${position.turn} - - 0 1`);

  /** What is in the field is not the position on the board: no answer to that one may stand beside it. */
  function stray(sentence, words = undefined) {
    reading += 1;
    strayed = true;
    remark.textContent = '';
    complain(sentence);
    onBad?.(words);
  }

  /** Only the first of several things that were pasted is read: nobody should think that it was the only one. */
  function remarkOn(others, words) {
    if (others > 0) remark.textContent = words;
  }

  function read(typed) {
    try {
      position = parseFen(typed);
    } catch (error) {
      stray(error.message);
      return;
    }
    // As with what is pasted, the rights to castle say which chess it is, if there are any.
    if (castling960 && position.castling !== '-') chess960 = isOnly960(position);
    const whole = complete(typed.trim().replace(/_/g, ' '));
    text = chess960 ? whole : usual(whole);
    line = { fens: [text], sans: [], at: 0 };
    draw();
    tell({ stroke: id });
  }

  /** A position, a game or a link, pasted anywhere. @param {import('./pasted.js').Pasted} found */
  function paste(found) {
    if (found.pgn) return readGame(found.pgn, found.flag);
    try {
      if (found.fault) throw new Error(found.fault);
      position = parseFen(found.fen);
    } catch (error) {
      field.value = found.text.trim().slice(0, 300);
      stray(error.message);
      return;
    }
    chess960 = castling960 && Boolean(found.chess960);
    text = complete(found.fen);
    line = { fens: [text], sans: [], at: 0 };
    field.value = text;
    draw();
    tell({ flag: found.flag });
    remarkOn(found.others, `Of ${found.others + 1} positions that were pasted, this is the first one.`);
  }

  /** A game record: its last position is the one in question. */
  async function readGame(pgn, flag = undefined) {
    const mine = ++reading;
    onBad?.('Reading the game …');
    try {
      const game = await lastPosition(pgn, (words) => { if (mine === reading) onBad?.(words); });
      if (mine !== reading) return;
      text = game.fens.at(-1);
      position = parseFen(text);
      chess960 = castling960 && game.chess960;
      line = { fens: game.fens, sans: game.sans, at: game.fens.length - 1 };
      field.value = text;
      draw();
      onGame?.({ fen: text, pgn });
      tell({ flag });
      remarkOn(game.others, `Of ${game.others + 1} games that were pasted, this is the end of the first one; “Judge a game” takes them all.`);
    } catch (error) {
      if (mine !== reading) return;
      if (error.status !== 400 && onAway) return onAway(error, () => readGame(pgn, flag));
      field.value = pgn.trim().slice(0, 300);
      stray(error.message, 'The game cannot be read.');
    }
  }

  // Spare men: drag one to the board, or tap one and then the squares it should stand on.
  const brushes = [];
  function choose(name) {
    brush = brush === name ? '' : name;
    for (const [button, letter] of brushes) button.setAttribute('aria-pressed', String(letter === brush));
    board.wrap.classList.toggle('painting', brush !== '');
  }
  function spare(letter) {
    const color = colorOf(letter), role = roleOf(letter);
    const button = h('button.spare', { type: 'button', 'aria-pressed': 'false', 'aria-label': `Place a ${color} ${role}`, onclick: () => choose(letter) },
      h(`piece.${color}.${role}`));
    const drag = (event) => ground.dragNewPiece({ color: /** @type {any} */ (color), role: /** @type {any} */ (role) }, event, true);
    button.addEventListener('mousedown', (event) => { if (event.button === 0 && !play.on) drag(event); });
    // A finger that moves drags; one that does not taps.
    let from;
    button.addEventListener('touchstart', (event) => { from = event.touches[0]; }, { passive: true });
    button.addEventListener('touchmove', (event) => {
      const { clientX, clientY } = event.touches[0];
      if (!from || play.on || Math.hypot(clientX - from.clientX, clientY - from.clientY) < 8) return;
      from = undefined;
      event.preventDefault();
      drag(event);
    }, { passive: false });
    button.addEventListener('touchend', (event) => { if (from) { event.preventDefault(); choose(letter); } });
    brushes.push([button, letter]);
    return button;
  }
  const bin = h('button.spare', { type: 'button', 'aria-pressed': 'false', 'aria-label': 'Take men away', title: 'Take men away', onclick: () => choose('x') }, icon('bin'));
  brushes.push([bin, 'x']);
  const spares = (color) => h('div.spares.cg-wrap', { role: 'group', 'aria-label': `${color === 'white' ? 'White' : 'Black'} men` }, ROLES.map((role) => spare(letterOf(color, role))));
  const paint = (event) => {
    if (!brush || ground.state.viewOnly) return;
    const touch = event.touches?.[0] ?? event;
    const key = ground.getKeyAtDomPos([touch.clientX, touch.clientY]);
    if (!key) return;
    event.stopPropagation();
    event.preventDefault();
    put(key, brush === 'x' || position.men[squareIndex(key)] === brush ? '' : brush);
  };
  board.wrap.addEventListener('mousedown', paint, true);
  board.wrap.addEventListener('touchstart', paint, { capture: true, passive: false });

  // The keyboard.
  const showCursor = () => ground.set({ highlight: { custom: cursor < 0 ? new Map() : new Map([[squareName(cursor), 'cursor']]) } });
  board.wrap.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || ground.state.viewOnly) return;
    const flipped = ground.state.orientation === 'black' ? -1 : 1;
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (step) {
      if (cursor < 0) cursor = squareIndex('e4');
      else {
        const file = (cursor & 7) + flipped * step[0], rank = (cursor >> 3) + flipped * step[1];
        if (file >= 0 && file < 8 && rank >= 0 && rank < 8) cursor = 8 * rank + file;
      }
      showCursor();
    } else if (play.on) {
      if (cursor < 0 || !['Enter', ' ', 'Escape'].includes(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
      spoken.textContent = event.key === 'Escape' ? play.letGo() : play.press(squareName(cursor));
      return;
    }
    else if (cursor >= 0 && /^[pnbrqk]$/i.test(event.key)) put(squareName(cursor), event.key);
    else if (cursor >= 0 && (event.key === 'Delete' || event.key === 'Backspace')) put(squareName(cursor), '');
    else return;
    event.preventDefault();
    event.stopPropagation();
    const man = position.men[cursor];
    spoken.textContent = `${squareName(cursor)}: ${man ? `${colorOf(man)} ${roleOf(man)}` : 'empty'}`;
  });
  board.wrap.addEventListener('blur', () => { if (cursor >= 0) { cursor = -1; if (!ground.state.viewOnly) showCursor(); } });

  const turns = {};
  for (const side of /** @type {('w'|'b')[]} */ (['w', 'b'])) {
    turns[side] = h('input', { type: 'radio', name: `${id}-turn`, onchange: () => { position.turn = side; position.passed = '-'; changed(); } });
  }
  const rights = h('div.rights');
  const played = h('p.played');
  const stage = h('section.stage');
  const lichess = h('a.quiet-link', { href: '#', target: '_blank', rel: 'noopener' }, 'Open in lichess');
  const tellLichess = () => { lichess.href = `https://lichess.org/analysis/${variant?.() ?? (chess960 ? 'chess960' : 'standard')}/${formatFen(position).replace(/ /g, '_')}`; };
  for (const kind of ['pointerenter', 'focus', 'click']) lichess.addEventListener(kind, tellLichess);
  const element = h('div.setup', {},
    h('div.palette', {}, spares('black'), bin),
    h('div.held', {}, board.element, play.choice),
    stage,
    h('div.palette.lower', {}, spares('white'),
      h('button.spare', { type: 'button', 'aria-label': 'Flip the board', title: 'Flip the board', onclick: () => board.flip() }, icon('flip'))),
    h('div.tools', {},
      h('fieldset.choice', {}, h('legend.quiet', {}, 'Side to move'),
        h('label', {}, turns.w, 'White to move'), h('label', {}, turns.b, 'Black to move')),
      h('span.actions', {},
        h('button.text', { type: 'button', onclick: () => { position = parseFen(START); changed(); } }, 'Start'),
        h('button.text', { type: 'button', onclick: () => { position = parseFen(EMPTY); changed(); } }, 'Clear'))),
    rights,
    (!anyKings || legal) && h('div.tools', {},
      h('label.choice', {}, h('input', { type: 'checkbox', onchange: (event) => { if (brush) choose(brush); play.on = event.target.checked; board.wrap.setAttribute('aria-label', play.on ? PLAYING : LABEL); } }), 'Play legal moves'),
      h('span.actions', {},
        copyButton('Copy FEN', () => formatFen(position)),
        copyButton('Copy PGN', () => formatPgn(line.fens[0], line.sans.slice(0, line.at), chess960)),
        lichess)),
    played, spoken);

  field.value = text;
  draw();
  return {
    element,
    /** The field and what is wrong with its content, to be put where they are seen. */
    entry: h('div.entry', {}, field, wrong, remark),
    board,
    paste,
    complain,
    /** What a person can be told before the server is asked; '' if nothing is wrong at first sight. */
    fault: wrongWith,
    /** Puts a position on the board without telling about it; throws a sentence. */
    set(wanted, with960 = false) {
      reading += 1;
      if (wanted === text && with960 === chess960 && !strayed) return;
      strayed = false;
      remark.textContent = '';
      position = parseFen(wanted);
      const at = line.fens.indexOf(wanted);
      if (at < 0) line = { fens: [wanted], sans: [], at: 0 }; else line.at = at;
      text = wanted;
      chess960 = with960;
      field.value = text;
      draw();
      complain(wrongWith());
    },
    /** Puts the position of a link on the board; false if it holds none to ask about, and `silence` was told to say so. */
    open(wanted, silence, with960 = false) {
      try {
        this.set(wanted, with960);
      } catch (error) {
        this.set(EMPTY);
        silence('The link holds no position.');
        complain(error.message);
        return false;
      }
      if (!wrongWith()) return true;
      silence();
      return false;
    },
    /** Shows something else for a while (a line, a region); the position being set up is kept. */
    lend(shown) { ground.set({ viewOnly: true }); editing = false; board.show(shown); },
    /** What goes with it takes the place of the tools below the board. */
    lendStage(title, ...parts) {
      opener ??= /** @type {HTMLElement} */ (document.activeElement);
      fill(stage, h('header', {}, h('h3', {}, title), h('button.text', { type: 'button', onclick: () => onBack?.() }, 'Back to setting up')), parts);
      element.classList.add('lent');
      const { top, bottom } = board.element.getBoundingClientRect();
      if (top < 0 || bottom > innerHeight) board.element.scrollIntoView({ block: 'start', behavior: 'smooth' });
    },
    /** Nobody waits for a game that is still being read. */
    rest() { reading += 1; },
    /** Marks squares of the position being set up. */
    mark(marks) { ground.set({ highlight: { custom: marks } }); },
    /** Back to the position being set up. */
    giveBack() {
      if (!element.classList.contains('lent')) return;
      // Who was in what goes away is again where it was opened.
      if (stage.contains(document.activeElement) && opener?.isConnected) opener.focus();
      opener = undefined;
      element.classList.remove('lent');
      fill(stage);
      draw();
    },
  };
}
