(* King and rook against king, on a board of any width and height: the rules of play.

   This file and Strategy.v are written by hand and say what the theorem is about. They know
   nothing of the definitions that the kernel reads; Bridge.v proves that those mean the same. *)

From Coq Require Import ZArith.
Open Scope Z_scope.

(* Files and ranks are numbered from 0. *)
Record square := Square { file : Z; rank : Z }.

(* The white king, the white rook and the lone black king. *)
Record position := Position { king : square; rook : square; lone : square }.

Definition same (s t : square) : Prop := file s = file t /\ rank s = rank t.

(* A king may step from one square to the other. *)
Definition adjacent (s t : square) : Prop :=
  ~ same s t /\ Z.abs (file s - file t) <= 1 /\ Z.abs (rank s - rank t) <= 1.

(* Two squares on one file or rank. *)
Definition in_line (s t : square) : Prop :=
  ~ same s t /\ (file s = file t \/ rank s = rank t).

(* The square m is on the file or rank of s and t, strictly between them. *)
Definition between (m s t : square) : Prop :=
  (file s = file m /\ file m = file t /\
     (rank s < rank m < rank t \/ rank t < rank m < rank s)) \/
  (rank s = rank m /\ rank m = rank t /\
     (file s < file m < file t \/ file t < file m < file s)).

(* The rook attacks the black king. *)
Definition check (p : position) : Prop :=
  in_line (rook p) (lone p) /\ ~ between (king p) (rook p) (lone p).

Section Rules.

Variables width height : Z.

Definition on_board (s : square) : Prop := 0 <= file s < width /\ 0 <= rank s < height.

(* The men stand on three squares of the board, the kings not beside each other. With Black to
   move this is all that a legal position needs. *)
Definition legal_black (p : position) : Prop :=
  on_board (king p) /\ on_board (rook p) /\ on_board (lone p) /\
  ~ same (king p) (rook p) /\ ~ same (rook p) (lone p) /\ ~ same (king p) (lone p) /\
  ~ adjacent (king p) (lone p).

(* With White to move Black is not in check. *)
Definition legal_white (p : position) : Prop := legal_black p /\ ~ check p.

(* White moves: the king by one step, not beside the black king and not onto the rook; the rook
   along a file or rank, over no man and onto none. *)
Definition king_move (p q : position) : Prop :=
  adjacent (king p) (king q) /\ same (rook p) (rook q) /\ same (lone p) (lone q) /\
  legal_black q.

Definition rook_move (p q : position) : Prop :=
  in_line (rook p) (rook q) /\ same (king p) (king q) /\ same (lone p) (lone q) /\
  ~ between (king p) (rook p) (rook q) /\ ~ between (lone p) (rook p) (rook q) /\
  legal_black q.

Definition white_move (p q : position) : Prop := king_move p q \/ rook_move p q.

(* Black moves: one step, not into check and not beside the white king. *)
Definition black_move (p q : position) : Prop :=
  adjacent (lone p) (lone q) /\ same (king p) (king q) /\ same (rook p) (rook q) /\
  legal_white q.

(* Or Black takes the rook, which its king does not guard. *)
Definition black_takes_rook (p : position) : Prop :=
  adjacent (lone p) (rook p) /\ ~ adjacent (king p) (rook p).

Definition no_black_move (p : position) : Prop :=
  (forall q, ~ black_move p q) /\ ~ black_takes_rook p.

Definition mate (p : position) : Prop := legal_black p /\ check p /\ no_black_move p.

Definition stalemate (p : position) : Prop := legal_black p /\ ~ check p /\ no_black_move p.

(* White follows a strategy, given as the moves that it allows. He wins from a position, White to
   move, if it allows a move, and every move that it allows is legal, does not lose the rook, does
   not stalemate, and mates at once or leads, after every reply of Black, to a position from which
   he wins. The definition is inductive: only finitely many moves are played on every way. *)
Inductive wins (plays : position -> position -> Prop) (p : position) : Prop :=
  Wins :
    (exists q, plays p q) ->
    (forall q, plays p q ->
       white_move p q /\
       ~ black_takes_rook q /\
       ~ stalemate q /\
       (mate q \/ exists r, black_move q r) /\
       (forall r, black_move q r -> wins plays r)) ->
    wins plays p.

End Rules.
