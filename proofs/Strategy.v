(* The strategy, in the words of docs/guide/strategy.md: White plays any legal move of the first
   kind that is possible. *)

From Coq Require Import ZArith Bool.
From Zermelo Require Import Game.
Open Scope Z_scope.

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

(* How many moves a king needs; how many steps along files and ranks. *)
Definition king_moves (s t : square) : Z :=
  Z.max (Z.abs (file s - file t)) (Z.abs (rank s - rank t)).

Definition steps (s t : square) : Z := Z.abs (file s - file t) + Z.abs (rank s - rank t).

(* The square next to the rook towards the black king. *)
Definition critical_square (p : position) : square :=
  Square (file (rook p) + Z.sgn (file (lone p) - file (rook p)))
         (rank (rook p) + Z.sgn (rank (lone p) - rank (rook p))).

Definition way_to_go (p : position) : Z := steps (king p) (critical_square p).

(* Black, to move, is nearer to the rook than the white king. *)
Definition exposed (p : position) : Prop :=
  king_moves (lone p) (rook p) < king_moves (king p) (rook p).

(* The rook's file or rank lies strictly between those of the kings. *)
Definition strictly_between (m a b : Z) : Prop := a < m < b \/ b < m < a.

Definition divides (p : position) : Prop :=
  strictly_between (file (rook p)) (file (king p)) (file (lone p)) \/
  strictly_between (rank (rook p)) (rank (king p)) (rank (lone p)).

(* The kings face each other two squares apart, the rook beside its king across that line. *)
Definition l_shape (p : position) : Prop :=
  (Z.abs (file (king p) - file (lone p)) = 2 /\ rank (king p) = rank (lone p) /\
     file (rook p) = file (king p) /\ Z.abs (rank (rook p) - rank (king p)) = 1) \/
  (Z.abs (rank (king p) - rank (lone p)) = 2 /\ file (king p) = file (lone p) /\
     rank (rook p) = rank (king p) /\ Z.abs (file (rook p) - file (king p)) = 1).

(* The king steps diagonally. *)
Definition diagonal (p q : position) : Prop :=
  file (king p) <> file (king q) /\ rank (king p) <> rank (king q).

Section Strategy.

Variables width height : Z.

(* Half the way around the rectangle that the rook leaves to the black king. *)
Definition side (rook lone length : Z) : Z := if lone <? rook then rook else length - 1 - rook.

Definition room (p : position) : Z :=
  if (file (rook p) =? file (lone p)) || (rank (rook p) =? rank (lone p))
  then width + height - 1
  else side (file (rook p)) (file (lone p)) width + side (rank (rook p)) (rank (lone p)) height.

(* The edge conditions on a move of the king, in a room of three or less. *)
Definition on_one_edge (s t : square) : Prop :=
  (file s = 0 /\ file t = 0) \/ (file s = width - 1 /\ file t = width - 1) \/
  (rank s = 0 /\ rank t = 0) \/ (rank s = height - 1 /\ rank t = height - 1).

Definition towards_edge (p q : position) : Prop :=
  (file (lone p) = 0 /\ file (rook p) = 1 /\ file (king q) < file (king p)) \/
  (file (lone p) = width - 1 /\ file (rook p) = width - 2 /\ file (king p) < file (king q)) \/
  (rank (lone p) = 0 /\ rank (rook p) = 1 /\ rank (king q) < rank (king p)) \/
  (rank (lone p) = height - 1 /\ rank (rook p) = height - 2 /\ rank (king p) < rank (king q)).

Definition edge_conditions (p q : position) : Prop :=
  room q <= 3 ->
  ~ on_one_edge (king q) (lone q) /\ ~ (adjacent (king p) (rook p) /\ towards_edge p q).

(* Black has a move, cannot take the rook, and is mated after every move. *)
Definition ready_to_mate (q : position) : Prop :=
  (exists r, black_move width height q r) /\ ~ black_takes_rook q /\
  (forall r, black_move width height q r ->
     exists s, rook_move width height r s /\ mate width height s).

Definition approach (p q : position) : Prop :=
  steps (king q) (critical_square p) < steps (king p) (critical_square p) /\
  (divides q \/ l_shape q) /\ ~ exposed q /\ edge_conditions p q /\
  ~ stalemate width height q.

Definition keep_room (p q : position) : Prop :=
  king_moves (king q) (rook q) <= king_moves (king p) (rook q) /\
  divides q /\ ~ exposed q /\ edge_conditions p q /\ ~ stalemate width height q.

(* The rook goes to the line next to its king on the black king's side; if the kings share that
   coordinate the rook must share it too, and may go to either side. *)
Definition home (king lone rook goal : Z) : Prop :=
  rook <> goal /\
  ((goal = king + 1 /\ king < lone) \/ (goal = king - 1 /\ lone < king) \/
   ((goal = king - 1 \/ goal = king + 1) /\ king = lone /\ rook = king)).

Definition rook_home (p q : position) : Prop :=
  ((rank (rook p) = rank (rook q) /\
      home (file (king p)) (file (lone p)) (file (rook p)) (file (rook q))) \/
   (file (rook p) = file (rook q) /\
      home (rank (king p)) (rank (lone p)) (rank (rook p)) (rank (rook q)))) /\
  ~ black_takes_rook q /\ ~ stalemate width height q.

(* The rook goes to an edge on which it did not stand. *)
Definition new_edge (p q : position) : Prop :=
  (file (rook q) = 0 /\ file (rook p) <> 0) \/
  (file (rook q) = width - 1 /\ file (rook p) <> width - 1) \/
  (rank (rook q) = 0 /\ rank (rook p) <> 0) \/
  (rank (rook q) = height - 1 /\ rank (rook p) <> height - 1).

Definition rook_safe (p q : position) : Prop :=
  new_edge p q /\
  (king_moves (lone q) (rook q) > 2 \/ (adjacent (lone q) (rook q) /\ adjacent (king q) (rook q))) /\
  ~ stalemate width height q.

Definition rook_safe_small_boards (p q : position) : Prop :=
  new_edge p q /\ king_moves (lone q) (rook q) = 2 /\
  (file (rook q) = file (king q) \/ rank (rook q) = rank (king q)) /\
  ~ stalemate width height q.

(* A legal move of a kind. *)
Definition move_of (k : kind) (p q : position) : Prop :=
  match k with
  | ImmediateMate => rook_move width height p q /\ mate width height q
  | ReadyToMate => white_move width height p q /\ ready_to_mate q
  | Squeeze => rook_move width height p q /\ room q < room p /\ divides q /\ ~ exposed q /\
               ~ stalemate width height q
  | ApproachDiag => king_move width height p q /\ diagonal p q /\ approach p q
  | ApproachNonDiag => king_move width height p q /\ ~ diagonal p q /\ approach p q
  | KeepRoomDiag => king_move width height p q /\ diagonal p q /\ keep_room p q
  | KeepRoomNonDiag => king_move width height p q /\ ~ diagonal p q /\ keep_room p q
  | RookHome => rook_move width height p q /\ rook_home p q
  | RookSafe => rook_move width height p q /\ rook_safe p q
  | RookSafeSmallBoards => rook_move width height p q /\ rook_safe_small_boards p q
  end.

(* The strategy: a move of the first kind of which there is one. *)
Definition plays (p q : position) : Prop :=
  exists k, move_of k p q /\
    forall k' q', place_of k' < place_of k -> ~ move_of k' p q'.

End Strategy.
