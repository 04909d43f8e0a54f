// The page's own small knowledge of positions.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { START, fault, formatFen, move, moveNumber, parseFen, placement, possibleRights } from '../src/position.js';

const after = (fen, ...moves) => {
  const { men } = parseFen(fen);
  for (const uci of moves) move(men, uci);
  return placement(men);
};

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
  assert.equal(possibleRights(parseFen(START).men), 'KQkq');
  assert.equal(possibleRights(parseFen('r3k3/8/8/8/8/8/8/4K2R w - -').men), 'Kq');
});

test('moves are numbered as in books', () => {
  assert.deepEqual([0, 1, 2].map((ply) => moveNumber('w', 12, ply)), ['12.', '', '13.']);
  assert.deepEqual([0, 1, 2].map((ply) => moveNumber('b', 12, ply)), ['12...', '13.', '']);
});
