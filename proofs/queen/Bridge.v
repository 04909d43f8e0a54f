(* The definitions that the kernel reads (Kqk.v) mean what Game.v says. *)

From Coq Require Import ZArith Bool Lia.
From Zermelo Require Import Game Notions Play.
From Zermelo Require Words.
From Zermelo.queen Require Import Strategy.
From Zermelo.queen Require Kqk.
Open Scope Z_scope.

Lemma blocks_is k q s :
  Kqk.king_blocks (file k) (rank k) (file q) (rank q) (file s) (rank s) = true <-> between k q s.
Proof. unfold Kqk.king_blocks, between, inside; lia. Qed.

Lemma attacks_is k q s :
  Kqk.queen_attacks (file k) (rank k) (file q) (rank q) (file s) (rank s) = true <->
  sees q s /\ ~ between k q s.
Proof.
  rewrite <- blocks_is; unfold Kqk.queen_attacks, sees, queen, in_line, on_diagonal, same.
  destruct (Kqk.king_blocks _ _ _ _ _ _); lia.
Qed.

Lemma check_is p : at1 Kqk.queen_attacks p = true <-> check p.
Proof. apply attacks_is. Qed.

Lemma check_or_not p : check p \/ ~ check p.
Proof. exact (true_or_not _ _ (check_is p)). Qed.

Lemma seen_before l s t : between l s t -> sees s l.
Proof.
  unfold between, inside, sees, queen, in_line, on_diagonal, same.
  intros [? | [? | [? | ?]]]; [left | left | right | right]; lia.
Qed.

Section Bridge.

Variables w h : Z.

Lemma legal_or_not p : legal_white w h p \/ ~ legal_white w h p.
Proof. exact (Words.legal_or_not w h Kqk.queen_attacks check_is p). Qed.

Lemma piece_move_is p q : legal_white w h p ->
  at2 (Kqk.queen_moves w h) p q = true <-> piece_move w h p q.
Proof.
  intros legal; assert (way := lone_is_not_in_the_way p (piece q) (seen_before _ _ _) (proj2 legal)).
  unfold piece_move; rewrite <- (Words.legal_black_is w h q).
  assert (at2 (Kqk.queen_moves w h) p q = true <-> (sees (piece p) (piece q) /\
    ~ between (king p) (piece p) (piece q)) /\ same (king p) (king q) /\ same (lone p) (lone q) /\
    at1 (Words.black_to_move w h) q = true) as ->; [| tauto].
  rewrite <- attacks_is; unfold at2, at1, Kqk.queen_moves.
  rewrite !andb_true_iff, !Z.eqb_eq; unfold same; tauto.
Qed.

Lemma stalemate_is p : legal_black w h p -> at1 (Kqk.stalemate w h) p = true <-> stalemate w h p.
Proof. exact (Words.stalemate_is w h Kqk.queen_attacks check_is p). Qed.

End Bridge.
