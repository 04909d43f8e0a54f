(* The words of the kernel that are the same for every piece, given what it attacks, and that they
   mean what Game.v and Notions.v say. Krk.v and Kqk.v have them word for word, so that Coq sees by
   itself that theirs are these. *)

From Coq Require Import ZArith Bool Lia.
From Zermelo Require Import Game Notions Play.
Open Scope Z_scope.
Open Scope bool_scope.

Definition on_board (w h x y : Z) : bool :=
  (0 <=? x) && (x <? w) && (0 <=? y) && (y <? h).

Definition beside (kx ky rx ry : Z) : bool :=
  ((Z.abs (kx - rx)) <=? 1) && ((Z.abs (ky - ry)) <=? 1).

Definition black_to_move (w h kx ky rx ry lx ly : Z) : bool :=
  (on_board w h kx ky)
  && (negb (beside kx ky lx ly))
  && ((on_board w h rx ry)
      && (on_board w h lx ly)
      && (negb ((rx =? kx) && (ry =? ky)))
      && (negb ((rx =? lx) && (ry =? ly)))).

Definition king_moves (w h kx ky rx ry lx ly kx' ky' rx' ry' lx' ly' : Z) : bool :=
  (beside kx ky kx' ky')
  && (negb ((kx =? kx') && (ky =? ky')))
  && ((rx =? rx') && (ry =? ry') && ((lx =? lx') && (ly =? ly')))
  && (black_to_move w h kx' ky' rx' ry' lx' ly').

Definition black_takes (kx ky rx ry lx ly : Z) : bool :=
  (beside lx ly rx ry) && (negb (beside kx ky rx ry)).

Definition divides (kx ky rx ry lx ly : Z) : bool :=
  ((kx <? rx) && (rx <? lx))
  || ((lx <? rx) && (rx <? kx))
  || (((ky <? ry) && (ry <? ly)) || ((ly <? ry) && (ry <? ky))).

Section Attacks.

Variable attacks : Z -> Z -> Z -> Z -> Z -> Z -> bool.

Definition white_to_move (w h kx ky rx ry lx ly : Z) : bool :=
  (black_to_move w h kx ky rx ry lx ly) && (negb (attacks kx ky rx ry lx ly)).

Definition black_moves (w h kx ky rx ry lx ly kx' ky' rx' ry' lx' ly' : Z) : bool :=
  (beside lx ly lx' ly')
  && (negb ((lx =? lx') && (ly =? ly')))
  && ((kx =? kx') && (ky =? ky') && ((rx =? rx') && (ry =? ry')))
  && (white_to_move w h kx' ky' rx' ry' lx' ly').

Definition black_is_stuck (w h kx ky rx ry lx ly : Z) : bool :=
  (negb (white_to_move w h kx ky rx ry (lx + (-1)) (ly + (-1))))
  && (negb (white_to_move w h kx ky rx ry (lx + (-1)) (ly + 0)))
  && (negb (white_to_move w h kx ky rx ry (lx + (-1)) (ly + 1)))
  && (negb (white_to_move w h kx ky rx ry (lx + 0) (ly + (-1))))
  && (negb (white_to_move w h kx ky rx ry (lx + 0) (ly + 1)))
  && (negb (white_to_move w h kx ky rx ry (lx + 1) (ly + (-1))))
  && (negb (white_to_move w h kx ky rx ry (lx + 1) (ly + 0)))
  && (negb (white_to_move w h kx ky rx ry (lx + 1) (ly + 1)))
  && (negb (black_takes kx ky rx ry lx ly)).

Definition mate (w h kx ky rx ry lx ly : Z) : bool :=
  (attacks kx ky rx ry lx ly)
  && (black_is_stuck w h kx ky rx ry lx ly)
  && (black_to_move w h kx ky rx ry lx ly).

Definition stalemate (w h kx ky rx ry lx ly : Z) : bool :=
  (negb (attacks kx ky rx ry lx ly)) && (black_is_stuck w h kx ky rx ry lx ly).

End Attacks.

Ltac words := unfold at2, at1, black_takes_piece, legal_black, Game.on_board, adjacent, same,
  king_moves, black_moves, black_takes, black_to_move, on_board, beside in *;
  cbn [king piece lone file rank] in *.

Section Words.

Variables w h : Z.

Lemma legal_black_is p : at1 (black_to_move w h) p = true <-> legal_black w h p.
Proof. coordinates; words; lia. Qed.

Lemma king_move_is p q : at2 (king_moves w h) p q = true <-> king_move w h p q.
Proof.
  unfold king_move; rewrite <- legal_black_is.
  coordinates; unfold at2, at1, king_moves, beside, adjacent, same; cbn [king piece lone file rank].
  destruct (black_to_move _ _ _ _ _ _ _ _); lia.
Qed.

Lemma takes_is p : legal_black w h p -> at1 black_takes p = true <-> black_takes_piece p.
Proof. coordinates; words; lia. Qed.

Lemma divides_is p : at1 divides p = true <-> Notions.divides p.
Proof. unfold at1, divides, Notions.divides, inside; lia. Qed.

Lemma beside_is s t : ~ same s t -> beside (file s) (rank s) (file t) (rank t) = true <-> adjacent s t.
Proof. unfold beside, adjacent; intros; split; [intros; split; trivial |]; lia. Qed.

(* The sides of the board and the squares of a position, as the lemmas of the kernel ask for them. *)

Lemma sides : 4 <= w -> 4 <= h -> (4 <=? w) = true /\ (4 <=? h) = true.
Proof. lia. Qed.

Lemma on_king p : legal_black w h p -> on_board w h (file (king p)) (rank (king p)) = true.
Proof. unfold legal_black, Game.on_board, on_board; lia. Qed.
Lemma on_piece p : legal_black w h p -> on_board w h (file (piece p)) (rank (piece p)) = true.
Proof. unfold legal_black, Game.on_board, on_board; lia. Qed.
Lemma on_lone p : legal_black w h p -> on_board w h (file (lone p)) (rank (lone p)) = true.
Proof. unfold legal_black, Game.on_board, on_board; lia. Qed.

Context {the_piece : Piece}.
Variable attacks : Z -> Z -> Z -> Z -> Z -> Z -> bool.
Hypothesis check_is : forall p, at1 attacks p = true <-> check p.

Lemma legal_white_is p : at1 (white_to_move attacks w h) p = true <-> legal_white w h p.
Proof.
  unfold legal_white; rewrite <- legal_black_is, <- check_is.
  unfold at1, white_to_move; rewrite andb_true_iff, negb_true_iff, not_true_iff_false; tauto.
Qed.

Lemma black_move_is p q : at2 (black_moves attacks w h) p q = true <-> black_move w h p q.
Proof.
  unfold black_move; rewrite <- legal_white_is.
  coordinates; unfold at2, at1, black_moves, beside, adjacent, same; cbn [king piece lone file rank].
  destruct (white_to_move _ _ _ _ _ _ _ _ _); lia.
Qed.

Lemma legal_or_not p : legal_white w h p \/ ~ legal_white w h p.
Proof. exact (true_or_not _ _ (legal_white_is p)). Qed.

Lemma stuck_is p : legal_black w h p ->
  at1 (black_is_stuck attacks w h) p = true <-> no_black_move w h p.
Proof.
  intros legal; unfold no_black_move; rewrite <- (takes_is p legal).
  assert ((forall q, ~ black_move w h p q) <-> (forall q, black_move w h p q -> False)) as -> by (unfold not; tauto).
  rewrite (black_moves_are_steps w h p (fun _ => False)); unfold after_every_step.
  rewrite <- !legal_white_is.
  destruct p as [[kx ky] [rx ry] [lx ly]]; unfold at1, step, black_is_stuck; cbn [king piece lone file rank].
  rewrite !andb_true_iff, !negb_true_iff, !not_true_iff_false. unfold not in *.
  rewrite <- !not_true_iff_false. tauto.
Qed.

Lemma mate_is p : legal_black w h p -> at1 (mate attacks w h) p = true <-> Game.mate w h p.
Proof.
  intros legal; unfold Game.mate; rewrite <- check_is, <- stuck_is, <- legal_black_is by assumption.
  unfold at1, mate; rewrite !andb_true_iff; tauto.
Qed.

Lemma stalemate_is p : legal_black w h p ->
  at1 (stalemate attacks w h) p = true <-> Game.stalemate w h p.
Proof.
  intros legal; unfold Game.stalemate; rewrite <- check_is, <- stuck_is by assumption.
  unfold at1, stalemate; rewrite !andb_true_iff, negb_true_iff, not_true_iff_false; tauto.
Qed.

(* A kind of move is a move of a man that fits. *)

Lemma king_kind p q (b : bool) (P : Prop) :
  (legal_black w h q -> (b = true <-> P)) ->
  (at2 (king_moves w h) p q && b = true <-> king_move w h p q /\ P).
Proof.
  intros same; rewrite andb_true_iff, king_move_is.
  assert (king_move w h p q -> legal_black w h q) by (intros move; apply move). tauto.
Qed.

Variable piece_moves : Z -> Z -> Z -> Z -> Z -> Z -> Z -> Z -> Z -> Z -> Z -> Z -> bool.
Hypothesis piece_move_is : forall p q, legal_white w h p ->
  at2 piece_moves p q = true <-> piece_move w h p q.

Lemma piece_kind p q (b : bool) (P : Prop) : legal_white w h p ->
  (legal_black w h q -> (b = true <-> P)) ->
  (at2 piece_moves p q && b = true <-> piece_move w h p q /\ P).
Proof.
  intros legal same; rewrite andb_true_iff, piece_move_is by assumption.
  assert (piece_move w h p q -> legal_black w h q) by (intros move; apply move). tauto.
Qed.

End Words.
