(* The definitions that the kernel reads (Krk.v) mean what Game.v and Strategy.v say. *)

From Coq Require Import ZArith Bool Lia.
From Zermelo Require Import Game Strategy.
From Zermelo Require Krk Kernel.
Open Scope Z_scope.

Section Bridge.

Variables w h : Z.
Hypothesis wide : 4 <= w.
Hypothesis high : 4 <= h.

(* A function of the kernel's at a position, and at two. *)
Definition at1 {A} (f : Z -> Z -> Z -> Z -> Z -> Z -> A) (p : position) : A :=
  f (file (king p)) (rank (king p)) (file (rook p)) (rank (rook p)) (file (lone p)) (rank (lone p)).

Definition at2 {A} (f : Z -> Z -> Z -> Z -> Z -> Z -> Z -> Z -> Z -> Z -> Z -> Z -> A)
  (p q : position) : A := at1 (at1 f p) q.

Ltac coordinates := repeat match goal with
  | p : position |- _ => destruct p as [[? ?] [? ?] [? ?]]
  | s : square |- _ => destruct s as [? ?]
  end.

Ltac plain := unfold at2, at1, white_move, king_move, rook_move, black_move, black_takes_rook, legal_white,
  legal_black, on_board, check, in_line, adjacent, between, same in *;
  cbn [king rook lone file rank] in *.

Ltac kernel := unfold Krk.king_moves, Krk.rook_moves, Krk.black_moves, Krk.black_takes,
  Krk.white_to_move, Krk.black_to_move, Krk.on_board, Krk.rook_attacks, Krk.between, Krk.beside in *.

Lemma legal_black_is p : at1 (Krk.black_to_move w h) p = true <-> legal_black w h p.
Proof. coordinates; plain; kernel; lia. Qed.

Lemma check_is p : at1 (fun kx ky rx ry lx ly => Krk.rook_attacks kx ky rx ry lx ly) p = true <-> check p.
Proof. coordinates; plain; kernel; lia. Qed.

Lemma legal_white_is p : at1 (Krk.white_to_move w h) p = true <-> legal_white w h p.
Proof.
  unfold legal_white; rewrite <- legal_black_is, <- check_is.
  unfold at1, Krk.white_to_move; rewrite andb_true_iff, negb_true_iff, not_true_iff_false; tauto.
Qed.

Lemma king_move_is p q : at2 (Krk.king_moves w h) p q = true <-> king_move w h p q.
Proof.
  unfold king_move; rewrite <- legal_black_is.
  coordinates; plain; unfold Krk.king_moves, Krk.beside.
  destruct (Krk.black_to_move _ _ _ _ _ _ _ _); lia.
Qed.

Lemma black_move_is p q : at2 (Krk.black_moves w h) p q = true <-> black_move w h p q.
Proof.
  unfold black_move; rewrite <- legal_white_is.
  coordinates; plain; unfold Krk.black_moves, Krk.beside.
  destruct (Krk.white_to_move _ _ _ _ _ _ _ _); lia.
Qed.

Lemma takes_is p : legal_black w h p -> at1 Krk.black_takes p = true <-> black_takes_rook p.
Proof. coordinates; plain; kernel; lia. Qed.

(* Black is not in check, so the white king stands before the black one. *)
Lemma lone_is_not_in_the_way p q : ~ check p -> ~ between (king p) (rook p) (rook q) ->
  ~ between (lone p) (rook p) (rook q).
Proof. coordinates; plain; lia. Qed.

Lemma rook_move_is p q : legal_white w h p ->
  at2 (Krk.rook_moves w h) p q = true <-> rook_move w h p q.
Proof.
  intros legal; unfold rook_move; rewrite <- legal_black_is.
  assert (way := lone_is_not_in_the_way p q (proj2 legal)).
  assert (at2 (Krk.rook_moves w h) p q = true <-> in_line (rook p) (rook q) /\ same (king p) (king q) /\
    same (lone p) (lone q) /\ ~ between (king p) (rook p) (rook q) /\
    at1 (Krk.black_to_move w h) q = true) as -> by
   (clear; coordinates; plain; unfold Krk.rook_moves, Krk.between;
    destruct (Krk.black_to_move _ _ _ _ _ _ _ _); lia).
  tauto.
Qed.

(* Eight steps of the black king. *)
Definition step (p : position) (dx dy : Z) : position :=
  Position (king p) (rook p) (Square (file (lone p) + dx) (rank (lone p) + dy)).

Definition after_every_step (p : position) (f : position -> Prop) : Prop :=
  f (step p (-1) (-1)) /\ f (step p (-1) 0) /\ f (step p (-1) 1) /\ f (step p 0 (-1)) /\
  f (step p 0 1) /\ f (step p 1 (-1)) /\ f (step p 1 0) /\ f (step p 1 1).

Lemma black_moves_are_steps p (f : position -> Prop) :
  (forall r, black_move w h p r -> f r) <->
  after_every_step p (fun r => legal_white w h r -> f r).
Proof.
  split.
  - intros all; unfold after_every_step; repeat split; intros legal; apply all;
      (split; [unfold step, adjacent, same; cbn; lia | unfold step; unfold same; cbn; auto]).
  - intros all r [near [stays_k [stays_r legal]]].
    destruct p as [[kx ky] [rx ry] [lx ly]], r as [[kx' ky'] [rx' ry'] [lx' ly']].
    unfold adjacent, same in *; cbn [king rook lone file rank] in *.
    destruct stays_k as [<- <-], stays_r as [<- <-].
    assert (cases : exists dx dy, lx' = lx + dx /\ ly' = ly + dy /\ -1 <= dx <= 1 /\ -1 <= dy <= 1 /\
      (dx <> 0 \/ dy <> 0)) by (exists (lx' - lx), (ly' - ly); lia).
    destruct cases as (dx & dy & -> & -> & ? & ? & ?).
    unfold after_every_step, step in all; cbn [king rook lone file rank] in all.
    assert (dx = -1 \/ dx = 0 \/ dx = 1) as [-> | [-> | ->]] by lia;
    assert (dy = -1 \/ dy = 0 \/ dy = 1) as [-> | [-> | ->]] by lia; try lia; tauto.
Qed.

Lemma stuck_is p : legal_black w h p ->
  at1 (Krk.black_is_stuck w h) p = true <-> no_black_move w h p.
Proof.
  intros legal; unfold no_black_move; rewrite <- (takes_is p legal).
  assert ((forall q, ~ black_move w h p q) <-> (forall q, black_move w h p q -> False)) as -> by (unfold not; tauto).
  rewrite (black_moves_are_steps p (fun _ => False)); unfold after_every_step.
  rewrite <- !legal_white_is.
  destruct p as [[kx ky] [rx ry] [lx ly]]; unfold at1, step, Krk.black_is_stuck; cbn [king rook lone file rank].
  rewrite !andb_true_iff, !negb_true_iff, !not_true_iff_false. unfold not in *. 
  rewrite <- !not_true_iff_false. tauto.
Qed.

Lemma mate_is p : legal_black w h p -> at1 (Krk.mate w h) p = true <-> mate w h p.
Proof.
  intros legal; unfold mate; rewrite <- check_is, <- stuck_is, <- legal_black_is by assumption.
  unfold at1, Krk.mate; rewrite !andb_true_iff; tauto.
Qed.

Lemma stalemate_is p : legal_black w h p -> at1 (Krk.stalemate w h) p = true <-> stalemate w h p.
Proof.
  intros legal; unfold stalemate; rewrite <- check_is, <- stuck_is by assumption.
  unfold at1, Krk.stalemate; rewrite !andb_true_iff, negb_true_iff, not_true_iff_false; tauto.
Qed.

End Bridge.
