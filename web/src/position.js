// Positions as far as a page needs them: read and write FEN, move men about. No rules: which moves are legal,
// and what follows from a position, is for the server to say.

/**
 * @typedef {object} Position
 * @property {string[]} men 64 letters as in FEN, '' where nobody stands; a1 is 0, h8 is 63
 * @property {'w'|'b'} turn
 * @property {string} castling
 * @property {string} passed the en-passant square, or '-'
 * @property {number} clock
 * @property {number} number
 */

export const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
export const EMPTY = '8/8/8/8/8/8/8/8 w - - 0 1';

/** 'a1' of 0. */
export const squareName = (index) => 'abcdefgh'[index & 7] + ((index >> 3) + 1);
/** 0 of 'a1'. */
export const squareIndex = (name) => name.charCodeAt(0) - 97 + 8 * (name.charCodeAt(1) - 49);

const ROLES = { p: 'pawn', n: 'knight', b: 'bishop', r: 'rook', q: 'queen', k: 'king' };
/** 'knight' of 'N'. */
export const roleOf = (letter) => ROLES[letter.toLowerCase()];
/** 'white' of 'N'. */
export const colorOf = (letter) => (letter === letter.toUpperCase() ? 'white' : 'black');
/** 'N' of white and knight. */
export function letterOf(color, role) {
  const letter = role === 'knight' ? 'n' : role[0];
  return color === 'white' ? letter.toUpperCase() : letter;
}

/** Reads a FEN; underscores stand for spaces, and what comes after the placement may be left out. Throws a sentence. */
export function parseFen(text) {
  const fields = text.trim().replace(/_/g, ' ').split(/\s+/);
  if (!fields[0]) throw new Error('There is no position yet.');
  const ranks = fields[0].split('/');
  if (ranks.length !== 8) throw new Error(`A board has 8 ranks, and here ${ranks.length === 1 ? 'is' : 'are'} ${ranks.length}.`);
  const men = Array(64).fill('');
  ranks.forEach((rank, row) => {
    let file = 0;
    for (const letter of rank.replace(/~/g, '')) {
      if (/[1-8]/.test(letter)) file += Number(letter);
      else if (/[pnbrqk]/i.test(letter)) {
        if (file < 8) men[8 * (7 - row) + file] = letter;
        file += 1;
      } else throw new Error(`Rank ${8 - row} has “${letter}”, which is no man.`);
    }
    if (file !== 8) throw new Error(`Rank ${8 - row} has ${file} squares instead of 8.`);
  });
  const turn = fields[1] ?? 'w';
  if (turn !== 'w' && turn !== 'b') throw new Error(`Whose move is it? “${turn}” is neither w nor b.`);
  return /** @type {Position} */ ({
    men,
    turn,
    castling: fields[2] ?? '-',
    passed: /^([a-h][36]|\?)$/.test(fields[3] ?? '') ? fields[3] : '-',
    clock: Number.parseInt(fields[4], 10) || 0,
    number: Number.parseInt(fields[5], 10) || 1,
  });
}

/** The first field of a FEN. */
export function placement(men) {
  const ranks = [];
  for (let row = 7; row >= 0; row--) {
    let text = '', empty = 0;
    for (let file = 0; file < 8; file++) {
      const man = men[8 * row + file];
      if (!man) empty += 1;
      else {
        text += (empty || '') + man;
        empty = 0;
      }
    }
    ranks.push(text + (empty || ''));
  }
  return ranks.join('/');
}

/** The whole FEN. @param {Position} p */
export const formatFen = (p) => [placement(p.men), p.turn, p.castling || '-', p.passed || '-', p.clock, p.number].join(' ');

/**
 * The rights to castle that king and rook on their squares allow: the letter in FEN, and what to call it.
 * In Chess960 a right is named after the file of its rook (Shredder-FEN), wherever king and rook stand.
 * @param {string[]} men
 * @returns {{ letter: string, name: string }[]}
 */
export function possibleRights(men, chess960 = false) {
  const rights = [];
  for (const [side, king, rook, home] of /** @type {const} */ ([['White', 'K', 'R', 0], ['Black', 'k', 'r', 56]])) {
    const own = (letter) => (side === 'White' ? letter.toUpperCase() : letter);
    if (chess960) {
      const at = men.indexOf(king, home);
      if (at < home || at > home + 7) continue;
      for (let file = 7; file >= 0; file--) {
        if (men[home + file] === rook) rights.push({ letter: own('abcdefgh'[file]), name: `${side}, rook ${squareName(home + file)}` });
      }
    } else if (men[home + 4] === king) {
      if (men[home + 7] === rook) rights.push({ letter: own('k'), name: `${side} O-O` });
      if (men[home] === rook) rights.push({ letter: own('q'), name: `${side} O-O-O` });
    }
  }
  return rights;
}

/** The rights of a FEN that the men allow, in order; X-FEN's K and Q become the outermost rooks in Chess960. @param {Position} p */
export function keptRights(p, chess960 = false) {
  const possible = possibleRights(p.men, chess960).map((right) => right.letter);
  let wanted = p.castling;
  if (chess960) {
    wanted = [...wanted].map((letter) => {
      if (!/[kq]/i.test(letter)) return letter;
      const side = possible.filter((file) => (file < 'a') === (letter < 'a'));
      const king = 'abcdefgh'[p.men.indexOf(letter < 'a' ? 'K' : 'k') & 7];
      return (letter.toLowerCase() === 'k' ? side.find((file) => file.toLowerCase() > king) : side.findLast((file) => file.toLowerCase() < king)) ?? '';
    }).join('');
  } else {
    // Files of rooks, as Shredder-FEN has them, are the usual rights where king and rooks stand as usual.
    wanted = wanted.replace(/[ah]/gi, (file) => ({ A: 'Q', H: 'K', a: 'q', h: 'k' })[file]);
  }
  return possible.filter((letter) => wanted.includes(letter)).join('') || '-';
}

/** How many rights to castle are written down. */
const rightsIn = (castling) => castling.replace(/[^a-hkq]/gi, '').length;

/** Whether the rights to castle are such only in Chess960. @param {Position} p */
export function isOnly960(p) {
  const wanted = rightsIn(p.castling);
  return wanted === p.castling.length && rightsIn(keptRights(p)) < wanted && rightsIn(keptRights(p, true)) === wanted;
}

/** The same of a FEN; false if it is none. */
export function is960(fen) {
  try {
    return isOnly960(parseFen(fen));
  } catch {
    return false;
  }
}

/** A FEN whose rights to castle are named after the files of rooks (HAha), as everybody reads it: KQkq, where king and rooks stand as usual. */
export function usual(fen) {
  const fields = fen.split(' ');
  if (!/[a-h]/i.test(fields[2] ?? '')) return fen;
  try {
    const kept = keptRights(parseFen(fen));
    if (rightsIn(kept) === rightsIn(fields[2])) fields[2] = kept;
  } catch { /* whoever reads it is told */ }
  return fields.join(' ');
}

/** Squares that a pawn may just have passed; `capturable` only where an enemy pawn stands ready. @param {Position} p */
export function passedSquares(p, capturable = true) {
  const [pawn, enemy, rank, back] = p.turn === 'w' ? ['p', 'P', 4, 8] : ['P', 'p', 3, -8];
  const found = [];
  for (let file = 0; file < 8; file++) {
    const at = 8 * Number(rank) + file;
    if (p.men[at] !== pawn || p.men[at + Number(back)] || p.men[at + 2 * Number(back)]) continue;
    const ready = (file > 0 && p.men[at - 1] === enemy) || (file < 7 && p.men[at + 1] === enemy);
    if (ready || !capturable) found.push(squareName(at + Number(back)));
  }
  return found;
}

/** What a person can be told before the server is asked; '' if nothing is wrong at first sight. @param {Position} p */
export function fault(p) {
  for (const [king, name] of [['K', 'White'], ['k', 'Black']]) {
    const kings = p.men.filter((man) => man === king).length;
    if (kings !== 1) return kings ? `${name} has ${kings} kings.` : `${name} has no king.`;
  }
  const pawn = p.men.findIndex((man, index) => (man === 'P' || man === 'p') && (index < 8 || index > 55));
  return pawn < 0 ? '' : `A pawn stands on ${squareName(pawn)}.`;
}

/**
 * Moves the men as a move in UCI says, in place. It is taken to be legal.
 * Castling may be written as the king's two steps or as king takes rook.
 * @param {string[]} men
 * @param {string} uci
 * @returns {{ from: string, to: string, captured: boolean, pawn: boolean }}
 */
export function move(men, uci) {
  const from = squareIndex(uci), to = squareIndex(uci.slice(2));
  const man = men[from], pawn = man === 'P' || man === 'p', king = man === 'K' || man === 'k';
  let captured = men[to] !== '';
  men[from] = '';
  const rook = man === 'K' ? 'R' : 'r', home = from & 56;
  if (king && men[to] === rook) {
    const short = to > from;
    men[to] = '';
    men[home + (short ? 6 : 2)] = man;
    men[home + (short ? 5 : 3)] = rook;
    captured = false;
  } else {
    if (king && Math.abs(from - to) === 2 && men[home + (to > from ? 7 : 0)] === rook) {
      men[home + (to > from ? 7 : 0)] = '';
      men[home + (to > from ? 5 : 3)] = rook;
    }
    if (pawn && !captured && (from & 7) !== (to & 7)) {
      men[(from & 56) + (to & 7)] = '';
      captured = true;
    }
    const role = uci[4] ?? man;
    men[to] = colorOf(man) === 'white' ? role.toUpperCase() : role.toLowerCase();
  }
  return { from: uci.slice(0, 2), to: uci.slice(2, 4), captured, pawn };
}

/** A line of moves as a game record, from the position it began with. */
export function formatPgn(start, sans, chess960 = false) {
  const { turn, number } = parseFen(start);
  const tags = start === START ? '' : `${chess960 ? '[Variant "Chess960"]\n' : ''}[SetUp "1"]\n[FEN "${start}"]\n\n`;
  return `${tags}${sans.map((san, i) => `${moveNumber(turn, number, i)} ${san}`.trim()).concat('*').join(' ')}\n`;
}

/** "12." or "12..." before a move, or '' within a line. */
export function moveNumber(turn, number, ply) {
  const white = (turn === 'w') === (ply % 2 === 0);
  const n = number + Math.floor((ply + (turn === 'b' ? 1 : 0)) / 2);
  return white ? `${n}.` : ply === 0 ? `${n}...` : '';
}
