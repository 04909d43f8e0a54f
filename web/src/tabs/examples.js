// Positions worth a look. Each was asked of `zermelo winnable`; the tests ask again.
export const EXAMPLES = [
  { fen: '5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8 w - - 3 61', name: 'The pawn wall', text: 'White’s flag falls. Black has a bishop and five pawns, and will never give check.' },
  { fen: 'Bb1k1b2/bKp1p1p1/1pP1P1P1/1P6/p5P1/P7/8/8 w - - 0 1', name: 'A pawn on a4 …', text: 'Dead. Nobody can mate any more. (A. Buchanan, StrateGems 2002)' },
  { fen: 'Bb1k1b2/bKp1p1p1/1pP1P1P1/pP6/6P1/P7/8/8 w - - 0 1', name: '… and on a5', text: 'One square further back, Black has a move to spare, and is mated.' },
  { fen: '8/5k1K/7P/8/8/5n2/8/8 w - - 0 1', name: 'The knight that still mates', text: 'A lone knight is enough: White’s own pawn takes the last square away.' },
  { fen: 'K7/q7/2k5/8/8/8/8/8 w - - 18 76', name: 'A queen up, and dead', text: 'White has one legal move, and it takes the queen. The game is over already.' },
  { fen: 'k1b1b3/1p1b1b1b/1P4b1/8/8/1p6/pP1B1B1B/K1B1B1B1 w - - 0 1', name: 'Locked?', text: 'It looks locked for good. But the bishops make way, one by one, and Black can still mate.' },
];
