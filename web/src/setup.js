// Setting up a position: drag men, tap them into place, type them on the focused board, or paste a FEN.
import { makeBoard } from './board.js';
import { fill, h } from './dom.js';
import { icon } from './icons.js';
import { EMPTY, START, colorOf, fault, formatFen, letterOf, parseFen, placement, possibleRights, roleOf, squareIndex, squareName } from './position.js';

const ROLES = ['king', 'queen', 'rook', 'bishop', 'knight', 'pawn'];
const RIGHTS = { K: 'White O-O', Q: 'White O-O-O', k: 'Black O-O', q: 'Black O-O-O' };

/**
 * @param {object} options
 * @param {string} options.fen
 * @param {(fen: string) => void} options.onChange told about every change that leaves something to ask
 * @param {(text: string) => void} [options.onPaste] told about a pasted game record
 * @param {() => void} [options.onBack] told when the lent board is wanted back
 * @param {boolean} [options.anyKings] losing chess: kings are men like others
 */
export function makeSetup({ fen, onChange, onPaste, onBack, anyKings = false }) {
  let position = parseFen(fen), brush = '', cursor = -1, editing = true;

  const board = makeBoard({
    viewOnly: false,
    movable: { free: true, color: 'both', showDests: false },
    premovable: { enabled: false },
    predroppable: { enabled: false },
    draggable: { deleteOnDropOff: true, showGhost: true },
    highlight: { lastMove: true },
    events: { change: () => { if (editing) take(); } },
  });
  const { ground } = board;
  const spoken = h('p.quiet', { 'aria-live': 'polite' });
  board.element.setAttribute('role', 'application');
  board.element.setAttribute('tabindex', '0');
  board.element.setAttribute('aria-label', 'Board. Arrow keys move the cursor, a letter places a man (capitals for White, small letters for Black), Delete takes one away.');

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

  function changed() {
    const possible = anyKings ? '' : possibleRights(position.men);
    position.castling = [...position.castling].filter((right) => possible.includes(right)).join('') || '-';
    draw();
    tell();
  }

  function tell() {
    const wrong = anyKings ? '' : fault(position);
    complain(wrong);
    if (!wrong) onChange(formatFen(position));
  }

  function draw() {
    editing = false;
    board.show({ fen: placement(position.men), jump: true, marks: cursor < 0 ? undefined : new Map([[squareName(cursor), 'cursor']]) });
    ground.set({ viewOnly: false, selected: undefined });
    editing = true;
    field.value = formatFen(position);
    for (const [side, input] of Object.entries(turns)) input.checked = position.turn === side;
    const possible = anyKings ? '' : possibleRights(position.men);
    fill(rights, possible ? 'Castling: ' : '', [...possible].map((right) => h('label', {}, h('input', {
      type: 'checkbox', checked: position.castling.includes(right),
      onchange: (event) => {
        const others = position.castling.replace(/[-]/g, '').replace(right, '');
        position.castling = [...'KQkq'].filter((r) => (others + (event.target.checked ? right : '')).includes(r)).join('') || '-';
        field.value = formatFen(position);
        tell();
      },
    }), RIGHTS[right])));
  }

  // The field: a FEN, or a whole game record pasted by mistake or on purpose.
  const wrong = h('p.fault', { role: 'alert' });
  const complain = (text) => { wrong.textContent = text; field.setAttribute('aria-invalid', String(Boolean(text))); };
  const field = h('input.fen', {
    type: 'text', 'aria-label': 'Position in FEN', spellcheck: 'false', autocomplete: 'off', autocapitalize: 'off',
    oninput: () => read(field.value),
    onpaste: (event) => {
      const text = event.clipboardData.getData('text');
      if (onPaste && /\n|^\s*\[|\d+\.\s*[a-hKQRBNO]/.test(text.trim())) { event.preventDefault(); onPaste(text); }
    },
  });
  function read(text) {
    try {
      position = parseFen(text);
    } catch (error) {
      complain(error.message);
      return;
    }
    const typed = field.value, at = field.selectionStart;
    draw();
    if (document.activeElement === field) { field.value = typed; field.setSelectionRange(at, at); }
    const bad = anyKings ? '' : fault(position);
    complain(bad);
    if (!bad) onChange(text.trim().replace(/_/g, ' '));
  }

  // Spare men: drag one to the board, or tap one and then the squares it should stand on.
  const brushes = [];
  function choose(name) {
    brush = brush === name ? '' : name;
    for (const [button, letter] of brushes) button.setAttribute('aria-pressed', String(letter === brush));
    board.element.classList.toggle('painting', brush !== '');
  }
  function spare(letter) {
    const color = colorOf(letter), role = roleOf(letter);
    const button = h('button.spare', { type: 'button', 'aria-pressed': 'false', 'aria-label': `Place a ${color} ${role}`, onclick: () => choose(letter) },
      h(`piece.${color}.${role}`));
    const drag = (event) => {
      if (event.type === 'mousedown' && event.button !== 0) return;
      ground.dragNewPiece({ color: /** @type {any} */ (color), role: /** @type {any} */ (role) }, event, true);
    };
    button.addEventListener('mousedown', drag);
    button.addEventListener('touchstart', drag, { passive: false });
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
  board.element.addEventListener('mousedown', paint, true);
  board.element.addEventListener('touchstart', paint, { capture: true, passive: false });

  // The keyboard.
  board.element.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || ground.state.viewOnly) return;
    const flipped = ground.state.orientation === 'black' ? -1 : 1;
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (step) {
      if (cursor < 0) cursor = squareIndex('e4');
      else {
        const file = (cursor & 7) + flipped * step[0], rank = (cursor >> 3) + flipped * step[1];
        if (file >= 0 && file < 8 && rank >= 0 && rank < 8) cursor = 8 * rank + file;
      }
    } else if (cursor >= 0 && /^[pnbrqk]$/i.test(event.key)) put(squareName(cursor), event.key);
    else if (cursor >= 0 && (event.key === 'Delete' || event.key === 'Backspace')) put(squareName(cursor), '');
    else return;
    event.preventDefault();
    event.stopPropagation();
    draw();
    const man = position.men[cursor];
    spoken.textContent = `${squareName(cursor)}: ${man ? `${colorOf(man)} ${roleOf(man)}` : 'empty'}`;
  });
  board.element.addEventListener('blur', () => { if (cursor >= 0) { cursor = -1; if (!ground.state.viewOnly) draw(); } });

  const name = `turn-${Math.random().toString(36).slice(2)}`;
  const turns = {};
  for (const side of /** @type {('w'|'b')[]} */ (['w', 'b'])) {
    turns[side] = h('input', { type: 'radio', name, onchange: () => { position.turn = side; position.passed = '-'; field.value = formatFen(position); tell(); } });
  }
  const rights = h('div.rights');
  const stage = h('section.stage');
  const element = h('div.setup', {},
    h('div.palette', {}, spares('black'), bin),
    board.element,
    stage,
    h('div.palette.lower', {}, spares('white'),
      h('button.spare', { type: 'button', 'aria-label': 'Flip the board', title: 'Flip the board', onclick: () => board.flip() }, icon('flip'))),
    h('div.tools', {},
      h('fieldset.choice', {}, h('legend.quiet', {}, 'Side to move'),
        h('label', {}, turns.w, 'White to move'), h('label', {}, turns.b, 'Black to move')),
      h('span.actions', {},
        h('button.text', { type: 'button', onclick: () => read(START) }, 'Start'),
        h('button.text', { type: 'button', onclick: () => { position = parseFen(EMPTY); draw(); complain(''); } }, 'Clear'))),
    field, wrong, rights, spoken);

  draw();
  return {
    element,
    board,
    /** Puts a position on the board without asking about it. */
    set(text) { position = parseFen(text); draw(); complain(''); },
    complain,
    /** Shows something else for a while (a line, a region); the position being set up is kept. */
    lend(shown) { ground.set({ viewOnly: true }); editing = false; board.show(shown); },
    /** What goes with it takes the place of the tools below the board. */
    lendStage(title, ...parts) {
      fill(stage, h('header', {}, h('h3', {}, title), h('button.text', { type: 'button', onclick: () => onBack?.() }, 'Back to setting up')), parts);
      element.classList.add('lent');
      const { top, bottom } = board.element.getBoundingClientRect();
      if (top < 0 || bottom > innerHeight) board.element.scrollIntoView({ block: 'start', behavior: 'smooth' });
    },
    /** Marks squares of the position being set up. */
    mark(marks) { ground.set({ highlight: { custom: marks } }); },
    /** Back to the position being set up. */
    giveBack() { if (!element.classList.contains('lent')) return; element.classList.remove('lent'); fill(stage); draw(); },
  };
}

/** Files dropped anywhere on the element go to `take` as text. */
export function acceptFiles(element, take) {
  element.addEventListener('dragover', (event) => { if (event.dataTransfer.types.includes('Files')) { event.preventDefault(); element.classList.add('dropping'); } });
  element.addEventListener('dragleave', () => element.classList.remove('dropping'));
  element.addEventListener('drop', async (event) => {
    element.classList.remove('dropping');
    const file = event.dataTransfer.files[0];
    if (!file) return;
    event.preventDefault();
    take(await file.text());
  });
}
