/** Chess questions, answered with proofs. The keys are those of the command line's `--json`. */

export type Side = 'white' | 'black';
export type Verdict = 'winnable' | 'unwinnable' | 'open';

/** A FEN, or a board that can tell one, such as chess.js has. */
export type Position = string | { fen(): string };

/** What a search may cost. When it is spent the answer is `open`. */
export interface Limits {
  /** Positions that it may visit. */
  nodes?: number;
  /** Bytes that it may hold; 256 MiB unless said. */
  memory?: number;
  /** Four times the memory, where `memory` does not say. */
  long?: boolean;
  /** Seconds that it may take; of `judge`, for each game. */
  seconds?: number;
  /** Called with a sentence saying what is being done. */
  onProgress?: (words: string) => void;
}

export interface WinnableOptions extends Limits {
  /** Whose chances; both unless said, or, with `flag`, those of the other player. */
  for?: Side | 'both';
  /** Whose flag has fallen: the answer then has the `result`. */
  flag?: Side;
  chess960?: boolean;
  /** The fast test alone: microseconds, and some positions stay open. */
  fast?: boolean;
  /** The mate must come before the 75-move rule ends the game. */
  history?: boolean;
  /** The shortest helpmate, and that none is shorter. */
  shortest?: boolean;
  /** Whether the certificates shall come with the answer; true unless said. */
  certificate?: boolean;
}

export interface SideAnswer {
  verdict: Verdict;
  /** The helpmate, if the side can mate. */
  plies?: number;
  helpmate_uci?: string[];
  helpmate_san?: string[];
  shortest?: { plies: number; proved: boolean; lines_uci: string[][]; lines_san: string[][]; complete: boolean };
  /** Why not, if it cannot. */
  reason?: 'material' | 'forced' | 'locked' | 'searched';
  material_rule?: string;
  covered_positions?: number;
  regions?: number;
  region?: {
    anchor: string; locked_pawns: string[]; white_king: string[]; black_king: string[]; checkers: string[]; checked_on: string[];
    men: { home: string; side: Side; role: string; squares: string[]; may_be_taken: boolean; may_promote: boolean; sentence: string }[];
  };
  explanation: { headline: string; sentences: string[]; caption?: string };
  method?: string;
  nodes?: number;
  engine_us?: number;
  check_us?: number;
  /** Whether the kernel has accepted it: always, unless it is open. */
  checked: boolean;
  /** The proof, which `check` takes. */
  certificate?: string;
  [key: string]: unknown;
}

export interface FlagFall {
  result: string | null;
  reason: string;
  /** Of the FIDE Laws, which decides. */
  article: string;
  sentence: string;
}

export interface WinnableAnswer {
  fen: string;
  turn: Side;
  chess960: boolean;
  /** Why the position cannot occur in play, if that is plain to see. */
  notes: string[];
  white?: SideAnswer;
  black?: SideAnswer;
  standing?: 'checkmate' | 'stalemate' | 'dead' | 'alive' | 'open';
  explanation?: { headline: string; article: string };
  flag_falls?: { white: FlagFall; black: FlagFall };
  flag?: Side;
  result?: string | null;
  [key: string]: unknown;
}

/** Can this player still give mate? */
export function winnable(position: Position, options?: Side | 'both' | WinnableOptions): Promise<WinnableAnswer>;

export interface JudgeOptions extends Limits {
  /** Whose flag fell at the end of the record. */
  flag?: Side;
  /** A mate must come before the 75-move rule or a fivefold repetition ends the game. */
  history?: boolean;
  /** The game move by move, too. */
  timeline?: boolean;
  /** Whether the certificate of every ruling shall come with it; only where it rests on a cover unless said. */
  certificate?: boolean;
  /** Called with each game as it is judged; the promise gives an empty list then. */
  onGame?: (game: Ruling) => void;
}

/** What the rules say of one game; `error` alone if it cannot be read. */
export interface Ruling {
  game?: number;
  line?: number;
  error?: string;
  variant?: string;
  white?: string | null;
  black?: string | null;
  plies?: number;
  ruling?: 'over' | 'flag' | 'resigned' | 'drawn' | 'unfounded' | 'decided' | 'unfinished' | 'open';
  article?: string | null;
  ending?: string | null;
  ply?: number;
  move_san?: string | null;
  loser?: Side | null;
  winner?: Side | null;
  result?: string | null;
  claimed_result?: string;
  agreement?: 'agrees' | 'contradicted' | 'missing' | 'left';
  plies_after_end?: number;
  said?: string | null;
  claims?: { ply: number; article: string; move_san?: string }[];
  claims_total?: number;
  reading?: 'position' | 'history';
  fen?: string;
  checked?: boolean;
  explanation?: { headline: string; detail: string; agreement: string };
  certificate?: string;
  timeline?: { fens: string[] | null; sans: string[]; marks: { ply: number; kind: string; article: string | null; text: string }[] };
  [key: string]: unknown;
}

/** When was each of these games over, by which article, and is its result right? */
export function judge(pgn: string | Uint8Array | ArrayBuffer, options?: JudgeOptions): Promise<Ruling[]>;

export interface CheckAnswer {
  /** Whether the claim is proved. */
  accepted: boolean;
  kind: 'chances' | 'legality' | 'record' | 'census' | 'longest' | 'tree' | 'strategy' | null;
  /** What is claimed, in words. */
  words: string;
  claim?: string;
  rules?: string;
  side?: Side;
  fen?: string;
  /** Why it was not accepted. */
  fault?: string;
  check_us: number;
  [key: string]: unknown;
}

/** Is this saved proof right? The kernel alone says so. Gzip is unpacked, zstd is not. */
export function check(certificate: string | Uint8Array | ArrayBuffer, options?: { seconds?: number }): Promise<CheckAnswer>;

export interface LegalAnswer {
  verdict: 'legal' | 'illegal' | 'open';
  fen?: string;
  rule?: string | null;
  reasons?: string[];
  explanation?: { headline: string; reasons: { text: string; squares: string[] }[]; last_moves?: string };
  /** A game that leads there, if there is one. */
  plies?: number | null;
  uci?: string[] | null;
  san?: string[] | null;
  checked?: boolean;
  certificate?: string | null;
  /** If a field of the FEN is unknown (`?`): an answer for each reading. */
  readings?: LegalAnswer[];
  /** With readings: what follows for each field, and the premises. */
  headline?: string;
  fields?: { field: 'turn' | 'castling' | 'en_passant'; text: string; legal: string[]; open: string[]; illegal: string[] }[];
  notes?: string[];
  [key: string]: unknown;
}

/** The shortest games to this position; what `legal` says, if there are none. */
export function legal(position: Position, options: Limits & { shortest: true; limit?: number }): Promise<ProofGamesAnswer | LegalAnswer>;

/** Can this position arise? */
export function legal(position: Position, options?: Limits & { certificate?: boolean; chess960?: boolean; dead_reckoning?: boolean }): Promise<LegalAnswer>;

export interface RetractAnswer {
  cannot_arise?: boolean;
  reasons?: string[];
  possible?: number;
  excluded_by_count?: number;
  explanation?: { headline: string; notes: string[] };
  retractions?: { uci: string; san: string; long: string; kind: string; taken: string | null; possible_by_count: boolean; fen_before: string }[];
  [key: string]: unknown;
}

/** What was the last move? */
export function retract(position: Position, options?: { chess960?: boolean; dead_reckoning?: boolean }): Promise<RetractAnswer>;

export interface PuzzleOptions extends Limits {
  winner?: Side;
  duplex?: boolean;
  set_play?: boolean;
  up_to?: boolean;
  /** Does not look for a shorter solution. */
  no_shorter?: boolean;
  castling?: 'convention' | 'fen';
  en_passant?: 'fen' | 'none';
  /** So many solutions of each length are kept; 1,000 unless said. */
  limit?: number;
}

export interface PuzzleAnswer {
  stipulation: string;
  goal: 'mate' | 'stalemate';
  interrupted: boolean;
  positions: {
    twin: string | null;
    fen: string;
    notes: string[];
    parts: {
      kind: string;
      stipulation: string;
      plies: number;
      searches: { stipulation: string; solutions: { uci: string[]; san: string[]; dual_ply: number | null }[]; complete: boolean; cut: boolean }[];
      [key: string]: unknown;
    }[];
  }[];
}

export interface ProofGamesAnswer {
  men: string;
  verdict: 'unique' | 'two' | 'cooked' | 'none' | 'open';
  /** The same in words. */
  headline: string;
  interrupted: boolean;
  plies: number | null;
  known_plies: number | null;
  games: { fen: string; uci: string[]; san: string[] }[];
  complete: boolean;
  cut: boolean;
  /** Null if it was not asked. */
  shorter: { verdict: 'none' | 'exists' | 'open'; plies: number | null; uci: string[] | null; san: string[] | null } | null;
  [key: string]: unknown;
}

/** All proof games of a length (`PG 12.5`). */
export function puzzle(position: Position, stipulation: `PG${string}`, options?: Limits & { no_shorter?: boolean; limit?: number }): Promise<ProofGamesAnswer>;

/** All solutions of a help problem (`h#3`, `h=2.5`); several positions are twins. */
export function puzzle(position: Position | Position[], stipulation: string, options?: PuzzleOptions): Promise<PuzzleAnswer>;

export interface StrategyAnswer {
  board: string;
  men: string;
  turn: Side;
  rule: string | null;
  /** What people call the rule. */
  name: string | null;
  told: string | null;
  /** What is proved of such moves, on every board. */
  lemma: { name: string; text: string } | null;
  words: string | null;
  move: { from: string; to: string; uci: string; san: string } | null;
  men_after: string | null;
  /** All rules in their order, in a few words. */
  rules: { rule: string; name: string; text: string }[];
  /** The rules before it, and why they do not apply. */
  not: { rule: string; words: string }[];
  /** All that White may play, if White is to move. */
  white_moves: { from: string; to: string; uci: string; san: string; men_after: string; fits: boolean; words: string }[];
  black_moves: string[];
  mate: boolean;
  stalemate: boolean;
  [key: string]: unknown;
}

/** What the strategy of king and rook plays: `strategy("Kc3 Ra1 kd5")`, on boards from 4x4 to 16x16. */
export function strategy(men: string, options?: { board?: string; turn?: Side }): Promise<StrategyAnswer>;

/** Why there is no answer, in a sentence. */
export class ZermeloError extends Error {
  /** `input`: what was asked cannot be; `bug`: ours, please report it. */
  kind: 'input' | 'open' | 'rejected' | 'bug';
}
