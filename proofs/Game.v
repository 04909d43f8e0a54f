(* King and one more piece against king, on a board of any width and height: the rules of play.

   This file, Notions.v and the two Strategy.v are written by hand and say what the theorems are
   about. They know nothing of the definitions that the kernel reads; each Bridge.v proves that
   those mean the same. *)

From Coq Require Import ZArith.
Open Scope Z_scope.

(* Files and ranks are numbered from 0. *)
Record square := Square { file : Z; rank : Z }.

(* The white king, the white piece and the lone black king. *)
Record position := Position { king : square; piece : square; lone : square }.

Definition same (s t : square) : Prop := file s = file t /\ rank s = rank t.

(* A king may step from one square to the other. *)
Definition adjacent (s t : square) : Prop :=
  ~ same s t /\ Z.abs (file s - file t) <= 1 /\ Z.abs (rank s - rank t) <= 1.

(* Two squares on one file or rank; on one diagonal. *)
Definition in_line (s t : square) : Prop :=
  ~ same s t /\ (file s = file t \/ rank s = rank t).

Definition on_diagonal (s t : square) : Prop :=
  ~ same s t /\ (file s - rank s = file t - rank t \/ file s + rank s = file t + rank t).

(* The square m is on the file, rank or diagonal of s and t, strictly between them. *)
Definition inside (m s t : Z) : Prop := s < m < t \/ t < m < s.

Definition between (m s t : square) : Prop :=
  (file s = file m /\ file m = file t /\ inside (rank m) (rank s) (rank t)) \/
  (rank s = rank m /\ rank m = rank t /\ inside (file m) (file s) (file t)) \/
  (file s - rank s = file m - rank m /\ file m - rank m = file t - rank t /\
     inside (file m) (file s) (file t)) \/
  (file s + rank s = file m + rank m /\ file m + rank m = file t + rank t /\
     inside (file m) (file s) (file t)).

(* Which piece it is: the squares that it sees from its own on an empty board. *)
Class Piece := sees : square -> square -> Prop.

Section Rules.

Context {the_piece : Piece}.

(* The piece attacks the black king. *)
Definition check (p : position) : Prop :=
  sees (piece p) (lone p) /\ ~ between (king p) (piece p) (lone p).

Variables width height : Z.

Definition on_board (s : square) : Prop := 0 <= file s < width /\ 0 <= rank s < height.

(* The men stand on three squares of the board, the kings not beside each other. With Black to
   move this is all that a legal position needs. *)
Definition legal_black (p : position) : Prop :=
  on_board (king p) /\ on_board (piece p) /\ on_board (lone p) /\
  ~ same (king p) (piece p) /\ ~ same (piece p) (lone p) /\ ~ same (king p) (lone p) /\
  ~ adjacent (king p) (lone p).

(* With White to move Black is not in check. *)
Definition legal_white (p : position) : Prop := legal_black p /\ ~ check p.

(* White moves: the king by one step, not beside the black king and not onto the piece; the piece
   to a square that it sees, over no man and onto none. *)
Definition king_move (p q : position) : Prop :=
  adjacent (king p) (king q) /\ same (piece p) (piece q) /\ same (lone p) (lone q) /\
  legal_black q.

Definition piece_move (p q : position) : Prop :=
  sees (piece p) (piece q) /\ same (king p) (king q) /\ same (lone p) (lone q) /\
  ~ between (king p) (piece p) (piece q) /\ ~ between (lone p) (piece p) (piece q) /\
  legal_black q.

Definition white_move (p q : position) : Prop := king_move p q \/ piece_move p q.

(* Black moves: one step, not into check and not beside the white king. *)
Definition black_move (p q : position) : Prop :=
  adjacent (lone p) (lone q) /\ same (king p) (king q) /\ same (piece p) (piece q) /\
  legal_white q.

(* Or Black takes the piece, which its king does not guard. *)
Definition black_takes_piece (p : position) : Prop :=
  adjacent (lone p) (piece p) /\ ~ adjacent (king p) (piece p).

Definition no_black_move (p : position) : Prop :=
  (forall q, ~ black_move p q) /\ ~ black_takes_piece p.

Definition mate (p : position) : Prop := legal_black p /\ check p /\ no_black_move p.

Definition stalemate (p : position) : Prop := legal_black p /\ ~ check p /\ no_black_move p.

(* White follows a strategy, given as the moves that it allows. He wins from a position, White to
   move, if it allows a move, and every move that it allows is legal, does not lose the piece, does
   not stalemate, and mates at once or leads, after every reply of Black, to a position from which
   he wins. The definition is inductive: only finitely many moves are played on every way. *)
Inductive wins (plays : position -> position -> Prop) (p : position) : Prop :=
  Wins :
    (exists q, plays p q) ->
    (forall q, plays p q ->
       white_move p q /\
       ~ black_takes_piece q /\
       ~ stalemate q /\
       (mate q \/ exists r, black_move q r) /\
       (forall r, black_move q r -> wins plays r)) ->
    wins plays p.

End Rules.

(* A strategy: kinds of move in the order in which they are tried, and which moves are of a kind.
   It allows the moves of the first kind of which there is one. *)
Definition first_possible {kind : Type} (place_of : kind -> Z)
  (move_of : kind -> position -> position -> Prop) (p q : position) : Prop :=
  exists k, move_of k p q /\
    forall k' q', place_of k' < place_of k -> ~ move_of k' p q'.
