(* King and rook: the strategy, in the words of docs/guide/strategy.md. White plays any legal move
   of the first kind that is possible. *)

From Coq Require Import ZArith Bool.
From Zermelo Require Import Game Notions.
Open Scope Z_scope.

#[export] Instance rook : Piece := in_line.

Inductive kind :=
  | ImmediateMate | ReadyToMate | Squeeze | ApproachDiag | ApproachNonDiag | KeepRoomDiag
  | KeepRoomNonDiag | RookHome | RookSafe | RookSafeSmallBoards.

(* The order in which kinds are tried. *)
Definition place_of (k : kind) : Z :=
  match k with
  | ImmediateMate => 1 | ReadyToMate => 2 | Squeeze => 3 | ApproachDiag => 4
  | ApproachNonDiag => 5 | KeepRoomDiag => 6 | KeepRoomNonDiag => 7 | RookHome => 8
  | RookSafe => 9 | RookSafeSmallBoards => 10
  end.

(* The square next to the rook towards the black king. *)
Definition critical_square (p : position) : square :=
  Square (file (piece p) + Z.sgn (file (lone p) - file (piece p)))
         (rank (piece p) + Z.sgn (rank (lone p) - rank (piece p))).

Definition way_to_go (p : position) : Z := steps (king p) (critical_square p).

(* Black, to move, is nearer to the rook than the white king. *)
Definition exposed (p : position) : Prop :=
  king_moves (lone p) (piece p) < king_moves (king p) (piece p).

(* The kings face each other two squares apart, the rook beside its king across that line. *)
Definition l_shape (p : position) : Prop :=
  (Z.abs (file (king p) - file (lone p)) = 2 /\ rank (king p) = rank (lone p) /\
     file (piece p) = file (king p) /\ Z.abs (rank (piece p) - rank (king p)) = 1) \/
  (Z.abs (rank (king p) - rank (lone p)) = 2 /\ file (king p) = file (lone p) /\
     rank (piece p) = rank (king p) /\ Z.abs (file (piece p) - file (king p)) = 1).

(* The king steps diagonally. *)
Definition diagonal (p q : position) : Prop :=
  file (king p) <> file (king q) /\ rank (king p) <> rank (king q).

Section Strategy.

Variables width height : Z.

(* The edge conditions on a move of the king, in a room of three or less. *)
Definition on_one_edge (s t : square) : Prop :=
  (file s = 0 /\ file t = 0) \/ (file s = width - 1 /\ file t = width - 1) \/
  (rank s = 0 /\ rank t = 0) \/ (rank s = height - 1 /\ rank t = height - 1).

Definition towards_edge (p q : position) : Prop :=
  (file (lone p) = 0 /\ file (piece p) = 1 /\ file (king q) < file (king p)) \/
  (file (lone p) = width - 1 /\ file (piece p) = width - 2 /\ file (king p) < file (king q)) \/
  (rank (lone p) = 0 /\ rank (piece p) = 1 /\ rank (king q) < rank (king p)) \/
  (rank (lone p) = height - 1 /\ rank (piece p) = height - 2 /\ rank (king p) < rank (king q)).

Definition edge_conditions (p q : position) : Prop :=
  room width height q <= 3 ->
  ~ on_one_edge (king q) (lone q) /\ ~ (adjacent (king p) (piece p) /\ towards_edge p q).

(* Black has a move, cannot take the rook, and is mated after every move. *)
Definition ready_to_mate (q : position) : Prop :=
  (exists r, black_move width height q r) /\ ~ black_takes_piece q /\
  (forall r, black_move width height q r ->
     exists s, piece_move width height r s /\ mate width height s).

Definition approach (p q : position) : Prop :=
  steps (king q) (critical_square p) < steps (king p) (critical_square p) /\
  (divides q \/ l_shape q) /\ ~ exposed q /\ edge_conditions p q /\
  ~ stalemate width height q.

Definition keep_room (p q : position) : Prop :=
  king_moves (king q) (piece q) <= king_moves (king p) (piece q) /\
  divides q /\ ~ exposed q /\ edge_conditions p q /\ ~ stalemate width height q.

(* The rook goes to the line next to its king on the black king's side; if the kings share that
   coordinate the rook must share it too, and may go to either side. *)
Definition home (king lone rook goal : Z) : Prop :=
  rook <> goal /\
  ((goal = king + 1 /\ king < lone) \/ (goal = king - 1 /\ lone < king) \/
   ((goal = king - 1 \/ goal = king + 1) /\ king = lone /\ rook = king)).

Definition rook_home (p q : position) : Prop :=
  ((rank (piece p) = rank (piece q) /\
      home (file (king p)) (file (lone p)) (file (piece p)) (file (piece q))) \/
   (file (piece p) = file (piece q) /\
      home (rank (king p)) (rank (lone p)) (rank (piece p)) (rank (piece q)))) /\
  ~ black_takes_piece q /\ ~ stalemate width height q.

(* The rook goes to an edge on which it did not stand. *)
Definition new_edge (p q : position) : Prop :=
  (file (piece q) = 0 /\ file (piece p) <> 0) \/
  (file (piece q) = width - 1 /\ file (piece p) <> width - 1) \/
  (rank (piece q) = 0 /\ rank (piece p) <> 0) \/
  (rank (piece q) = height - 1 /\ rank (piece p) <> height - 1).

Definition rook_safe (p q : position) : Prop :=
  new_edge p q /\
  (king_moves (lone q) (piece q) > 2 \/
     (adjacent (lone q) (piece q) /\ adjacent (king q) (piece q))) /\
  ~ stalemate width height q.

Definition rook_safe_small_boards (p q : position) : Prop :=
  new_edge p q /\ king_moves (lone q) (piece q) = 2 /\
  (file (piece q) = file (king q) \/ rank (piece q) = rank (king q)) /\
  ~ stalemate width height q.

(* A legal move of a kind. *)
Definition move_of (k : kind) (p q : position) : Prop :=
  match k with
  | ImmediateMate => piece_move width height p q /\ mate width height q
  | ReadyToMate => white_move width height p q /\ ready_to_mate q
  | Squeeze => piece_move width height p q /\ room width height q < room width height p /\
               divides q /\ ~ exposed q /\ ~ stalemate width height q
  | ApproachDiag => king_move width height p q /\ diagonal p q /\ approach p q
  | ApproachNonDiag => king_move width height p q /\ ~ diagonal p q /\ approach p q
  | KeepRoomDiag => king_move width height p q /\ diagonal p q /\ keep_room p q
  | KeepRoomNonDiag => king_move width height p q /\ ~ diagonal p q /\ keep_room p q
  | RookHome => piece_move width height p q /\ rook_home p q
  | RookSafe => piece_move width height p q /\ rook_safe p q
  | RookSafeSmallBoards => piece_move width height p q /\ rook_safe_small_boards p q
  end.

(* The strategy. *)
Definition plays : position -> position -> Prop := first_possible place_of move_of.

End Strategy.
