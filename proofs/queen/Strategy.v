(* King and queen: the strategy, in the words of docs/theory/strategy-queen.md. White plays any
   legal move of the first kind that is possible. *)

From Coq Require Import ZArith Bool.
From Zermelo Require Import Game Notions.
Open Scope Z_scope.

#[export] Instance queen : Piece := fun s t => in_line s t \/ on_diagonal s t.

Inductive kind := Mate | Squeeze | Approach | Wait | QueenHome | QueenBeside | KingStep.

(* The order in which kinds are tried. *)
Definition place_of (k : kind) : Z :=
  match k with
  | Mate => 1 | Squeeze => 2 | Approach => 3 | Wait => 4 | QueenHome => 5 | QueenBeside => 6
  | KingStep => 7
  end.

(* Where the white king belongs: diagonally beside the queen, on the black king's side of her rank
   and on the other side of her file. *)
Definition kings_place (p : position) : square :=
  Square (if file (lone p) <? file (piece p) then file (piece p) + 1 else file (piece p) - 1)
         (if rank (lone p) <? rank (piece p) then rank (piece p) - 1 else rank (piece p) + 1).

Definition way_to_place (p : position) : Z := steps (king p) (kings_place p).

Section Strategy.

Variables width height : Z.

(* How wide the rectangle is that the queen leaves to the black king. *)
Definition room_width (p : position) : Z := side (file (piece p)) (file (lone p)) width.

(* It is smaller, or as small and narrower. *)
Definition smaller (p q : position) : Prop :=
  room width height q < room width height p \/
  (room width height q = room width height p /\ room_width q < room_width p).

(* The black king is in a corner and the queen a knight's move away. *)
Definition in_corner (s : square) : Prop :=
  (file s = 0 \/ file s = width - 1) /\ (rank s = 0 \/ rank s = height - 1).

Definition knights_move (s t : square) : Prop :=
  (Z.abs (file s - file t) = 1 /\ Z.abs (rank s - rank t) = 2) \/
  (Z.abs (file s - file t) = 2 /\ Z.abs (rank s - rank t) = 1).

Definition trapped (p : position) : Prop := in_corner (lone p) /\ knights_move (piece p) (lone p).

(* The queen stands between the kings and the black one is not trapped. *)
Definition on_track (p : position) : Prop := divides p /\ ~ trapped p.

(* The queen is one line further in than the black king, who is on an edge. *)
Definition before (queen lone length : Z) : Prop :=
  (lone = 0 /\ queen = 1) \/ (lone = length - 1 /\ queen = length - 2).

(* The queen, guarded, right before a black king on an edge, or diagonally before one in a corner. *)
Definition mating (q : position) : Prop :=
  let by_file := before (file (piece q)) (file (lone q)) width in
  let by_rank := before (rank (piece q)) (rank (lone q)) height in
  ((by_file /\ rank (piece q) = rank (lone q)) \/ (by_rank /\ file (piece q) = file (lone q)) \/
   (by_file /\ by_rank)) /\
  adjacent (king q) (piece q).

(* On track, and the queen is not beside the black king. *)
Definition keeps (q : position) : Prop := on_track q /\ ~ adjacent (lone q) (piece q).

(* Black can neither take the queen nor is stalemated. *)
Definition safe (q : position) : Prop := ~ black_takes_piece q /\ ~ stalemate width height q.

Definition straight_or_one_step (s t : square) : Prop :=
  file s = file t \/ rank s = rank t \/ king_moves s t <= 1.

(* A legal move of a kind. *)
Definition move_of (k : kind) (p q : position) : Prop :=
  match k with
  | Mate => piece_move width height p q /\ mating q
  | Squeeze => piece_move width height p q /\
               straight_or_one_step (piece p) (piece q) /\
               smaller p q /\ keeps q
  | Approach => king_move width height p q /\ way_to_place q < way_to_place p /\ keeps q
  | Wait => king_move width height p q /\ same (king p) (kings_place p) /\ keeps q
  | QueenHome => piece_move width height p q /\ ~ on_track p /\ on_track q /\
                 ~ black_takes_piece q
  | QueenBeside => piece_move width height p q /\ adjacent (king q) (piece q) /\ safe q
  | KingStep => king_move width height p q /\
                king_moves (king q) (lone q) <= king_moves (king p) (lone q) /\ safe q
  end.

(* The strategy. *)
Definition plays : position -> position -> Prop := first_possible place_of move_of.

End Strategy.
