(* What the strategies speak of, whichever piece White has. *)

From Coq Require Import ZArith Bool.
From Zermelo Require Import Game.
Open Scope Z_scope.

(* How many moves a king needs; how many steps along files and ranks. *)
Definition king_moves (s t : square) : Z :=
  Z.max (Z.abs (file s - file t)) (Z.abs (rank s - rank t)).

Definition steps (s t : square) : Z := Z.abs (file s - file t) + Z.abs (rank s - rank t).

(* The piece's file or rank lies strictly between those of the kings. *)
Definition divides (p : position) : Prop :=
  inside (file (piece p)) (file (king p)) (file (lone p)) \/
  inside (rank (piece p)) (rank (king p)) (rank (lone p)).

(* One side of the rectangle that the lines of the piece leave to the black king; and half the way
   around it, which is more than any rectangle has if they meet him. *)
Definition side (piece lone length : Z) : Z := if lone <? piece then piece else length - 1 - piece.

Definition room (width height : Z) (p : position) : Z :=
  if (file (piece p) =? file (lone p)) || (rank (piece p) =? rank (lone p))
  then width + height - 1
  else side (file (piece p)) (file (lone p)) width + side (rank (piece p)) (rank (lone p)) height.
