// Playing legal moves on a board. Which moves are legal, and where they lead, the server says.
import { get } from './api.js';
import { fill, h } from './dom.js';
import { roleOf } from './position.js';

const ofChess = async (fen, chess960) => (await get('/moves', { fen, chess960: chess960 ? 1 : '' })).moves;

/**
 * @typedef {{ uci: string, san: string, fen: string }} Played
 * @param {object} options
 * @param {any} options.ground the board
 * @param {() => { fen: string, chess960: boolean, turn: 'white'|'black' }} options.at the position on it
 * @param {(move: Played) => void} options.onMove a legal move was made
 * @param {() => void} options.redraw shows the position once more, and so asks for a `refresh`: a man was put down that has not moved
 * @param {(sentence: string) => void} [options.onFault] the moves cannot be had
 * @param {(fen: string, chess960: boolean) => Promise<Played[]>} [options.legal] the moves of a position, if they are not those of chess
 */
export function makePlay({ ground, at, onMove, redraw, onFault, legal = ofChess }) {
  let on = false, number = 0;
  /** @type {Played[]} */
  let moves = [];
  const choice = h('div.promotion', { role: 'group', 'aria-label': 'Promote to', onkeydown: (event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    cancel();
  } });

  function made(from, to) {
    const found = moves.filter((move) => move.uci.startsWith(from + to));
    if (found.length === 1) return onMove(found[0]);
    // Nothing has been played before it is known what the pawn becomes.
    redraw();
    fill(choice, h('span', {}, `${to}: promote to`), found.map((move) => h('button.pill', { type: 'button', onclick: () => { cancel(); onMove(move); } }, roleOf(move.uci[4]))),
      h('button.text', { type: 'button', onclick: cancel }, 'Cancel'));
    choice.querySelector('button').focus({ preventScroll: true });
  }

  /** The choice goes, and who was in it is on the board again. */
  function cancel() {
    const within = choice.contains(document.activeElement);
    fill(choice);
    if (within) ground.state.dom.elements.board.closest('[tabindex]')?.focus({ preventScroll: true });
  }

  const letGo = () => { ground.selectSquare(null); return ''; };

  /** The square is pressed, by a key; what there is to say of it. */
  function press(square) {
    if (ground.state.selected === square) return letGo();
    ground.selectSquare(square);
    if (ground.state.selected !== square) return '';
    const goals = [...new Set(moves.filter(({ uci }) => uci.startsWith(square)).map(({ uci }) => uci.slice(2, 4)))];
    return `${square}: ${goals.length ? `to ${goals.join(', ')}` : 'no legal move'}`;
  }

  /** After every change of the position: its moves. */
  async function refresh() {
    fill(choice);
    if (!on) return ground.set({ movable: { free: true, color: 'both', dests: undefined, showDests: false, events: {} } });
    const mine = ++number, { fen, chess960, turn } = at();
    const movable = (dests) => ground.set({ turnColor: turn, movable: { free: false, color: turn, dests, showDests: true, events: { after: made } } });
    movable(new Map());
    try {
      const found = await legal(fen, chess960);
      if (mine !== number || !on) return;
      moves = found;
      const dests = new Map();
      for (const { uci } of moves) dests.set(uci.slice(0, 2), [...(dests.get(uci.slice(0, 2)) ?? []), uci.slice(2, 4)]);
      movable(dests);
    } catch (error) {
      if (mine === number && on) onFault?.(error.message);
    }
  }

  return {
    choice,
    refresh,
    press,
    letGo,
    get on() { return on; },
    set on(value) { on = value; number += 1; refresh(); },
  };
}
