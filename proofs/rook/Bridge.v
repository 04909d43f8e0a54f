(* The definitions that the kernel reads (Krk.v) mean what Game.v says. *)

From Coq Require Import ZArith Bool Lia.
From Zermelo Require Import Game Notions Play.
From Zermelo Require Words.
From Zermelo.rook Require Import Strategy.
From Zermelo.rook Require Krk.
Open Scope Z_scope.

Lemma between_is m s t : in_line s t ->
  Krk.between (file s) (rank s) (file t) (rank t) (file m) (rank m) = true <-> between m s t.
Proof.
  unfold in_line, same, Krk.between, between, inside; intros [apart line].
  rewrite !orb_true_iff, !andb_true_iff, !orb_true_iff, !andb_true_iff, !Z.eqb_eq, !Z.ltb_lt.
  split.
  - intros [? | ?]; [left | right; left]; lia.
  - intros [? | [? | [? | ?]]]; [left | right | |]; lia.
Qed.

Lemma line_is s t : ((file s =? file t) || (rank s =? rank t) = true /\
  (file s =? file t) && (rank s =? rank t) = false) <-> in_line s t.
Proof. unfold in_line, same; lia. Qed.

Lemma attacks_is k r s :
  Krk.rook_attacks (file k) (rank k) (file r) (rank r) (file s) (rank s) = true <->
  in_line r s /\ ~ between k r s.
Proof.
  unfold Krk.rook_attacks; rewrite !andb_true_iff, !negb_true_iff, line_is.
  split; intros [line free]; split; trivial.
  - rewrite <- (between_is k r s line); congruence.
  - apply not_true_iff_false; rewrite (between_is k r s line); trivial.
Qed.

Lemma check_is p : at1 Krk.rook_attacks p = true <-> check p.
Proof. apply attacks_is. Qed.

Lemma check_or_not p : check p \/ ~ check p.
Proof. exact (true_or_not _ _ (check_is p)). Qed.

Section Bridge.

Variables w h : Z.

Lemma legal_black_is p : at1 (Krk.black_to_move w h) p = true <-> legal_black w h p.
Proof. exact (Words.legal_black_is w h p). Qed.

Lemma legal_white_is p : at1 (Krk.white_to_move w h) p = true <-> legal_white w h p.
Proof. exact (Words.legal_white_is w h Krk.rook_attacks check_is p). Qed.

Lemma legal_or_not p : legal_white w h p \/ ~ legal_white w h p.
Proof. exact (Words.legal_or_not w h Krk.rook_attacks check_is p). Qed.

Lemma king_move_is p q : at2 (Krk.king_moves w h) p q = true <-> king_move w h p q.
Proof. exact (Words.king_move_is w h p q). Qed.

Lemma black_move_is p q : at2 (Krk.black_moves w h) p q = true <-> black_move w h p q.
Proof. exact (Words.black_move_is w h Krk.rook_attacks check_is p q). Qed.

Lemma takes_is p : legal_black w h p -> at1 Krk.black_takes p = true <-> black_takes_piece p.
Proof. exact (Words.takes_is w h p). Qed.

Lemma seen_before l s t : in_line s t -> between l s t -> in_line s l.
Proof.
  unfold in_line, between, inside, same.
  intros [? [? | ?]] [? | [? | [? | ?]]]; lia.
Qed.

Lemma piece_move_is p q : legal_white w h p ->
  at2 (Krk.rook_moves w h) p q = true <-> piece_move w h p q.
Proof.
  intros legal.
  assert (way := fun line => lone_is_not_in_the_way p (piece q) (seen_before _ _ _ line) (proj2 legal)).
  assert (line := line_is (piece p) (piece q)); assert (free := between_is (king p) (piece p) (piece q)).
  unfold piece_move; rewrite <- legal_black_is; unfold at2, at1, Krk.rook_moves, same, sees, rook in *.
  rewrite !andb_true_iff, !negb_true_iff, !Z.eqb_eq, <- not_true_iff_false in *.
  rewrite <- not_true_iff_false; tauto.
Qed.

Lemma stuck_is p : legal_black w h p ->
  at1 (Krk.black_is_stuck w h) p = true <-> no_black_move w h p.
Proof. exact (Words.stuck_is w h Krk.rook_attacks check_is p). Qed.

Lemma mate_is p : legal_black w h p -> at1 (Krk.mate w h) p = true <-> mate w h p.
Proof. exact (Words.mate_is w h Krk.rook_attacks check_is p). Qed.

Lemma stalemate_is p : legal_black w h p -> at1 (Krk.stalemate w h) p = true <-> stalemate w h p.
Proof. exact (Words.stalemate_is w h Krk.rook_attacks check_is p). Qed.

End Bridge.
