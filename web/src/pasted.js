// What somebody pasted: a position, a game, a link that holds one, or a proof.
import { is960, usual } from './position.js';

const PLACEMENT = /(?<!\w)(?:[pnbrqkPNBRQK1-8~]{1,16}\/){7}[pnbrqkPNBRQK1-8~]{1,16}/;

/**
 * @typedef {object} Pasted
 * @property {string} [fen] a position
 * @property {boolean} [chess960] with castling as in Chess960
 * @property {number} [others] positions that follow it, and are not read
 * @property {string} [flag] whose flag has fallen there
 * @property {string} [pgn] a game record
 * @property {string} [certificate] a proof
 * @property {string} [text] what was pasted
 * @property {string} [link] if it is a link
 * @property {boolean} [part] perhaps a part of something
 * @property {string} [fault] none of these; what to do about it
 */

/** Reads FEN, EPD, PGN, `[FEN "…"]`, links to positions, and certificates. @returns {Pasted} */
export const readPasted = (text) => ({ ...read(text), text });

/** @returns {Pasted} */
function read(text) {
  const plain = text.replace(/^\ufeff/, '').trim();
  if (!plain) return { fault: 'There is nothing to paste.' };
  if (/^zermelo-certificate \d/.test(plain)) return { certificate: plain };
  if (/^(https?:\/\/|www\.|lichess\.org\/|chess\.com\/)\S+$/i.test(plain)) return { ...readLink(plain), link: plain };
  const tag = plain.match(/\[FEN\s+"([^"]+)"\]/i);
  const moves = plain.replace(/\[[^\]]*\]|\{[^}]*\}/g, '').trim();
  if (tag && /^(\*|1-0|0-1|1\/2-1\/2)?$/.test(moves)) {
    return { ...readFen(tag[1]), ...(isChess960(plain) && { chess960: true }) };
  }
  if (tag || /^\[\w+\s+"/m.test(plain) || /(^|\s)1\.+\s*[\p{L}♔-♟]/u.test(plain)) return { pgn: text };
  if (PLACEMENT.test(plain)) return readFen(plain);
  // Moves without a number are a game, too: "e4 e5 Nf3".
  if (/^([a-h][1-8]|[KQRBN][a-h1-8x]+|O-O)\S*(\s|$)/.test(plain)) return { pgn: text };
  return { part: true, fault: 'This is no position and no game: paste a FEN, a PGN or a link that holds a position.' };
}

/** Whether a game record says that it is one of Chess960. */
export const isChess960 = (pgn) => /\[Variant\s+"(chess ?960|fischer ?random)/i.test(pgn);

/** A FEN or EPD; what EPD adds is left out, but for the clock and the number of the move. @returns {Pasted} */
function readFen(text) {
  const fields = text.replace(/_/g, ' ').slice(text.search(PLACEMENT)).trim().split(/\s+/);
  const extra = fields.slice(4).join(' ');
  const number = (name, at) => (extra.match(new RegExp(`\\b${name} (\\d+)`)) ?? [])[1] ?? (/^\d+$/.test(fields[at] ?? '') ? fields[at] : undefined);
  const clock = number('hmvc', 4), move = number('fmvn', 5);
  const fen = [...fields.slice(0, 4), ...(clock ?? move ? [clock ?? 0, move ?? 1] : [])].join(' ');
  // Rights that the usual squares do not allow are those of Chess960.
  const chess960 = is960(fen);
  const others = text.match(new RegExp(PLACEMENT.source, 'g')).length - 1;
  return { fen: chess960 ? fen : usual(fen), chess960, ...(others && { others }) };
}

/** @returns {Pasted} */
function readLink(text) {
  const decoded = decode(text);
  const chess960 = /chess960|fischerandom/i.test(decoded);
  const flag = decoded.match(/[?&]flag=(white|black)\b/)?.[1];
  // Our own: after # underscores stand for spaces, to a server a plus does, too.
  const [, hash, game] = text.match(/(#?)\/judge\?(?:.*&)?pgn=([^&]*)/s) ?? [];
  if (game) return { pgn: decode(game.replace(hash ? /_/g : /[_+]/g, ' ')), ...(flag && { flag }) };
  const moves = decoded.match(/lichess\.org\/analysis\/pgn\/([^?#]+)/i)?.[1];
  if (moves) return { pgn: moves.replace(/_|\+(?=[a-hKQRBNO\d])/g, ' ') };
  const found = decoded.match(new RegExp(`${PLACEMENT.source}[^&#?]*`));
  if (found) return { ...readFen(found[0].replace(/[_+]/g, ' ')), ...(chess960 && { chess960 }), ...(flag && { flag }) };
  return { fault: /lichess/i.test(text)
    ? 'This link holds no position and no game: on lichess, copy the FEN or the PGN (Share & export) and paste that.'
    : 'This link holds no position and no game: paste a FEN or a PGN.' };
}

function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
