// The page's own small knowledge of positions, and its words for times.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPasted as readWhole } from '../src/pasted.js';
import { START, fault, formatFen, formatPgn, keptRights, move, moveNumber, parseFen, passedSquares, placement, possibleRights } from '../src/position.js';
import { time } from '../src/words.js';

const after = (fen, ...moves) => {
  const { men } = parseFen(fen);
  for (const uci of moves) move(men, uci);
  return placement(men);
};

/** What was pasted, without the text itself. */
const readPasted = (text) => (({ text: _, link: __, ...read }) => read)(readWhole(text));

test('a FEN is read and written', () => {
  for (const fen of [START, '5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8 w - - 3 61', 'r3k2r/8/8/8/4Pp2/8/8/R3K2R b Kq e3 0 9']) {
    assert.equal(formatFen(parseFen(fen)), fen);
    assert.equal(formatFen(parseFen(fen.replaceAll(' ', '_'))), fen);
  }
  assert.equal(formatFen(parseFen('8/8/8/8/8/8/8/K1k5')), '8/8/8/8/8/8/8/K1k5 w - - 0 1');
});

test('a bad FEN gets a sentence', () => {
  assert.throws(() => parseFen(''), /no position/);
  assert.throws(() => parseFen('8/8/8 w'), /8 ranks/);
  assert.throws(() => parseFen('9/8/8/8/8/8/8/8 w'), /no man/);
  assert.throws(() => parseFen('8/8/8/8/8/8/8/K1k6 w'), /Rank 1 has 9 squares/);
  assert.throws(() => parseFen('8/8/8/8/8/8/8/K1k5 x'), /neither w nor b/);
  assert.match(fault(parseFen('8/8/8/8/8/8/8/K7 w')), /Black has no king/);
  assert.match(fault(parseFen('P7/8/8/8/8/8/8/K1k5 w')), /pawn stands on a8/);
  assert.equal(fault(parseFen(START)), '');
});

test('men move, capture, castle, promote and pass', () => {
  assert.equal(after(START, 'e2e4', 'e7e5', 'g1f3'), 'rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R');
  assert.equal(after('r3k2r/8/8/8/8/8/8/R3K2R w KQkq -', 'e1g1', 'e8c8'), '2kr3r/8/8/8/8/8/8/R4RK1');
  assert.equal(after('r3k2r/8/8/8/8/8/8/R3K2R w KQkq -', 'e1h1', 'e8a8'), '2kr3r/8/8/8/8/8/8/R4RK1');
  assert.equal(after('8/8/8/4Pp2/8/8/8/K1k5 w - f6', 'e5f6'), '8/8/5P2/8/8/8/8/K1k5');
  assert.equal(after('8/P7/8/8/8/8/7p/K1k5 w - -', 'a7a8q', 'h2h1n'), 'Q7/8/8/8/8/8/8/K1k4n');
  const { men } = parseFen('8/8/8/3p4/4P3/8/8/K1k5 w - -');
  assert.deepEqual(move(men, 'e4d5'), { from: 'e4', to: 'd5', captured: true, pawn: true });
});

test('rights to castle need king and rook', () => {
  const letters = (fen, chess960) => possibleRights(parseFen(fen).men, chess960).map((right) => right.letter).join('');
  assert.equal(letters(START), 'KQkq');
  assert.equal(letters('r3k3/8/8/8/8/8/8/4K2R w - -'), 'Kq');
  // In Chess960 every rook on the king's first rank, by its file.
  assert.equal(letters('1r2k1r1/8/8/8/8/8/8/RR1K3R w - -', true), 'HBAgb');
  const kept = (fen, chess960) => keptRights(parseFen(fen), chess960);
  assert.equal(kept('1r2k1r1/8/8/8/8/8/8/RR1K3R w KQkq -', true), 'HAgb');
  assert.equal(kept('1r2k1r1/8/8/8/8/8/8/RR1K3R w HBg -', true), 'HBg');
  assert.equal(kept('r3k2r/8/8/8/8/8/8/R3K2R w HAha -'), 'KQkq');
  assert.equal(kept('r3k2r/8/8/8/8/8/8/R3K3 w KQkq -'), 'Qkq');
});

test('squares that a pawn may just have passed', () => {
  const squares = (fen, capturable) => passedSquares(parseFen(fen), capturable);
  assert.deepEqual(squares('4k3/8/8/2pPp2p/8/8/8/4K3 w - -'), ['c6', 'e6']);
  assert.deepEqual(squares('4k3/8/8/2pPp2p/8/8/8/4K3 w - -', false), ['c6', 'e6', 'h6']);
  assert.deepEqual(squares('4k3/8/8/8/3pP3/8/8/4K3 b - -'), ['e3']);
  assert.deepEqual(squares('4k3/8/8/8/3pP3/8/4N3/4K3 b - -'), []);
});

test('what is pasted is a position, a game or a link', () => {
  const fen = '8/8/4k3/8/8/3NK3/8/8 b - - 5 61';
  const same = [
    fen, ` ${fen}\n`, fen.replaceAll(' ', '_'), `[FEN "${fen}"]`, `[Event "?"]\n[FEN "${fen}"]\n[SetUp "1"]\n\n*`,
    '8/8/4k3/8/8/3NK3/8/8 b - - hmvc 5; fmvn 61; id "x";', `https://lichess.org/analysis/${fen.replaceAll(' ', '_')}`,
    `https://lichess.org/editor/${encodeURIComponent(fen)}?color=white`, `lichess.org/analysis/standard/${fen.replaceAll(' ', '_')}#12`,
    `https://www.chess.com/analysis?fen=${fen.replaceAll(' ', '+')}&flip=false`, `http://127.0.0.1:8080/#/winnable?fen=${fen.replaceAll(' ', '_')}`,
  ];
  for (const text of same) assert.deepEqual(readPasted(text), { fen, chess960: false }, text);
  assert.equal(readPasted('8/8/4k3/8/8/3NK3/8/8 b - - bm Kf5; id "x";').fen, '8/8/4k3/8/8/3NK3/8/8 b - -');
  assert.equal(readPasted('https://lichess.org/analysis/chess960/1r2k1r1/8/8/8/8/8/8/RR1K3R_w_-_-_0_1').chess960, true);
  assert.equal(readPasted('1r2k1r1/8/8/8/8/8/8/RR1K3R w HAgb - 0 1').chess960, true);
  assert.equal(readPasted(START).chess960, false);
  for (const game of ['1. e4 e5 *', '[White "A"]\n\n1. e4 *', `[FEN "${fen}"]\n\n61... Kd5 *`, 'e4 e5 Nf3', '1. ♘f3 ♞f6', '1. Sf3 Sf6']) assert.deepEqual(readPasted(game), { pgn: game });
  const here = `http://127.0.0.1:8080/winnable?fen=${fen.replaceAll(' ', '+')}&flag=white`;
  assert.deepEqual(readPasted(here), { fen, chess960: false, flag: 'white' });
  const game = '[White "A & B_C"]\n\n1. e4 e5 2. Bb5+ *';
  const encoded = encodeURIComponent(game).replace(/_/g, '%5F');
  assert.deepEqual(readPasted(`http://127.0.0.1:8080/judge?pgn=${encoded.replace(/%20/g, '+')}&flag=white`), { pgn: game, flag: 'white' });
  assert.deepEqual(readPasted(`https://example.org/page/#/judge?pgn=${encoded.replace(/%20/g, '_')}&ply=1`), { pgn: game });
  for (const moves of ['e4_e5_Bb5+_Nc6', 'e4+e5+Bb5%2B+Nc6', 'e4%20e5%20Bb5+%20Nc6']) assert.deepEqual(readPasted(`https://lichess.org/analysis/pgn/${moves}?color=black`), { pgn: 'e4 e5 Bb5+ Nc6' }, moves);
  assert.match(readPasted('https://lichess.org/abcdefgh').fault, /Share & export/);
  assert.match(readPasted('hello').fault, /no position and no game/);
  assert.match(readPasted(' ').fault, /nothing/);
});

test('a line is written as a game', () => {
  assert.equal(formatPgn(START, ['e4', 'e5']), '1. e4 e5 *\n');
  assert.equal(formatPgn('4k3/8/8/8/8/8/8/4K3 b - - 0 9', ['Ke7', 'Ke2']), '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/8/4K3 b - - 0 9"]\n\n9... Ke7 10. Ke2 *\n');
});

test('moves are numbered as in books', () => {
  assert.deepEqual([0, 1, 2].map((ply) => moveNumber('w', 12, ply)), ['12.', '', '13.']);
  assert.deepEqual([0, 1, 2].map((ply) => moveNumber('b', 12, ply)), ['12...', '13.', '']);
});

test('a time is told even where the clock saw none go by', () => {
  assert.deepEqual([0, 4.25, 300, 1500, 2e6].map(time), ['no measurable time', '4.3 µs', '300 µs', '1.5 ms', '2.0 s']);
  assert.equal(time(null), '');
});
