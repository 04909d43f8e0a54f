(* Which kinds of move are there, and which is played; the kernel's candidates are such moves. *)

From Coq Require Import ZArith Bool Lia Arith.
From Zermelo Require Import Game Strategy Bridge Moves.
From Zermelo Require Krk Kernel.
Open Scope Z_scope.

(* Whether there is such a number below n can be found out. *)
Lemma bounded (P : Z -> Prop) : (forall x, P x \/ ~ P x) ->
  forall n, (exists x, 0 <= x < n /\ P x) \/ ~ (exists x, 0 <= x < n /\ P x).
Proof.
  intros decide n.
  destruct (Z_le_gt_dec n 0) as [none | some].
  { right; intros (x & bounds & _); lia. }
  rewrite <- (Z2Nat.id n) by lia; generalize (Z.to_nat n); clear none some || clear some.
  induction n0 as [| m found].
  { right; intros (x & bounds & _); lia. }
  destruct found as [(x & bounds & holds) | not].
  { left; exists x; split; [lia | trivial]. }
  destruct (decide (Z.of_nat m)) as [holds | fails].
  { left; exists (Z.of_nat m); split; [lia | trivial]. }
  right; intros (x & bounds & holds).
  destruct (Z.eq_dec x (Z.of_nat m)) as [-> | other]; [tauto |].
  apply not; exists x; split; [lia | trivial].
Qed.

Section Played.

Variables w h : Z.
Hypothesis wide : 4 <= w.
Hypothesis high : 4 <= h.

Notation legal := (legal_white w h).

(* A move of a kind is there. *)
Definition can (k : kind) (p : position) : Prop := exists q, move_of w h k p q.

(* A move of a kind is played: no earlier kind is there. *)
Definition played (k : kind) (p q : position) : Prop :=
  move_of w h k p q /\ forall k', place_of k' < place_of k -> ~ can k' p.

Lemma plays_is p q : plays w h p q <-> exists k, played k p q.
Proof.
  unfold plays, played, can; split; intros (k & move & first); exists k; split; trivial.
  - intros k' before (q' & move'); exact (first k' q' before move').
  - intros k' q' before move'; exact (first k' before (ex_intro _ q' move')).
Qed.

Lemma is_white_move k p q : move_of w h k p q -> white_move w h p q.
Proof. unfold white_move; destruct k; cbn; tauto. Qed.

Lemma white_keeps p q : white_move w h p q -> legal_black w h q /\ same (lone p) (lone q).
Proof. intros [move | move]; split; apply move. Qed.

Lemma can_or_not k p : legal p -> can k p \/ ~ can k p.
Proof.
  intros here.
  pose (goes kx ky rx ry := at2 (kernels_move w h k) p
    (Position (Square kx ky) (Square rx ry) (lone p)) = true).
  assert (decide : forall kx ky rx ry, goes kx ky rx ry \/ ~ goes kx ky rx ry).
  { intros; unfold goes; destruct (at2 _ _ _); [left; trivial | right; discriminate]. }
  destruct (bounded (fun kx => exists ky, 0 <= ky < h /\ exists rx, 0 <= rx < w /\
    exists ry, 0 <= ry < h /\ goes kx ky rx ry)) with (n := w) as [found | none].
  { intros kx; apply bounded; intros ky; apply bounded; intros rx; apply bounded; auto. }
  - left; destruct found as (kx & _ & ky & _ & rx & _ & ry & _ & move).
    eexists; apply (move_is w h wide high k p); [trivial | exact move].
  - right; intros (q & move); apply none.
    destruct (white_keeps p q (is_white_move k p q move)) as ((k_on & r_on & _) & lone_stays).
    apply (move_is w h wide high k p q here) in move.
    unfold on_board, same in *.
    exists (file (king q)); split; [tauto |]; exists (rank (king q)); split; [tauto |].
    exists (file (rook q)); split; [tauto |]; exists (rank (rook q)); split; [tauto |].
    unfold goes; rewrite <- move; unfold at2, at1; cbn [king rook lone file rank].
    destruct lone_stays as [-> ->]; reflexivity.
Qed.

(* Where a kind is there, the first kind that is there is played. *)
Lemma first_kind k p : legal p -> can k p ->
  exists k' q, place_of k' <= place_of k /\ played k' p q.
Proof.
  intros here there.
  assert (search : forall n : nat, (exists k' q, place_of k' <= Z.of_nat n /\ played k' p q) \/
    (forall k', place_of k' <= Z.of_nat n -> ~ can k' p)).
  { induction n as [| n [(k' & q & low & move) | none]].
    - right; intros []; cbn; lia.
    - left; exists k', q; split; [lia | trivial].
    - assert (at_most : forall k', place_of k' <= Z.of_nat (S n) ->
        place_of k' <= Z.of_nat n \/ place_of k' = Z.of_nat (S n)) by lia.
      assert (one : (exists k', place_of k' = Z.of_nat (S n)) \/
        (forall k', place_of k' <> Z.of_nat (S n))).
      { assert (Z.of_nat (S n) = 1 \/ Z.of_nat (S n) = 2 \/ Z.of_nat (S n) = 3 \/
          Z.of_nat (S n) = 4 \/ Z.of_nat (S n) = 5 \/ Z.of_nat (S n) = 6 \/ Z.of_nat (S n) = 7 \/
          Z.of_nat (S n) = 8 \/ Z.of_nat (S n) = 9 \/ Z.of_nat (S n) = 10 \/ Z.of_nat (S n) > 10)
          as number by lia.
        destruct number as [-> | [-> | [-> | [-> | [-> | [-> | [-> | [-> | [-> | [-> | large]]]]]]]]]].
        - left; exists ImmediateMate; reflexivity.
        - left; exists ReadyToMate; reflexivity.
        - left; exists Squeeze; reflexivity.
        - left; exists ApproachDiag; reflexivity.
        - left; exists ApproachNonDiag; reflexivity.
        - left; exists KeepRoomDiag; reflexivity.
        - left; exists KeepRoomNonDiag; reflexivity.
        - left; exists RookHome; reflexivity.
        - left; exists RookSafe; reflexivity.
        - left; exists RookSafeSmallBoards; reflexivity.
        - right; intros []; cbn; lia. }
      destruct one as [(k' & is) | no].
      + destruct (can_or_not k' p here) as [(q & move) | not].
        * left; exists k', q; split; [lia |]; split; trivial.
          intros k'' before; apply none; lia.
        * right; intros k'' low; destruct (at_most k'' low) as [lower | equal]; [auto |].
          assert (k'' = k') as -> by (destruct k'', k'; cbn in *; congruence). trivial.
      + right; intros k'' low; destruct (at_most k'' low) as [lower | equal]; [auto |].
        destruct (no k'' equal). }
  destruct (search (Z.to_nat (place_of k))) as [(k' & q & low & move) | none].
  - exists k', q; split; [destruct k; cbn in *; lia | trivial].
  - destruct (none k); [destruct k; cbn; lia | trivial].
Qed.

(* Where a kind is there, no later kind is played. *)
Lemma not_later k k' p q : can k p -> played k' p q -> place_of k' <= place_of k.
Proof.
  intros there [_ first]; destruct (Z_le_gt_dec (place_of k') (place_of k)); trivial.
  destruct (first k); [lia | trivial].
Qed.

(* The kernel's candidates are moves. *)
Definition kernels_possible (k : kind) := match k with
  | ImmediateMate => Krk.mates_shape w h
  | ReadyToMate => Krk.possible_ReadyToMate w h
  | Squeeze => Krk.possible_Squeeze w h
  | ApproachDiag => Krk.possible_ApproachDiag w h
  | ApproachNonDiag => Krk.possible_ApproachNonDiag w h
  | KeepRoomDiag => Krk.possible_KeepRoomDiag w h
  | KeepRoomNonDiag => Krk.possible_KeepRoomNonDiag w h
  | RookHome => Krk.possible_RookHome w h
  | RookSafe => Krk.possible_RookSafe w h
  | RookSafeSmallBoards => Krk.possible_RookSafeSmallBoards w h
  end.

Ltac candidate k p here one := match type of one with
  | _ _ _ _ _ _ _ _ _ ?a ?b ?c ?d ?e ?f = true =>
      exists (Position (Square a b) (Square c d) (Square e f));
      apply (move_is w h wide high k p); [exact here | exact one]
  end.

Lemma possible_is k p : legal p -> at1 (kernels_possible k) p = true -> can k p.
Proof.
  intros here; unfold can; destruct k; cbn [kernels_possible]; [| 
    unfold at1, Krk.possible_ReadyToMate | unfold at1, Krk.possible_Squeeze
  | unfold at1, Krk.possible_ApproachDiag | unfold at1, Krk.possible_ApproachNonDiag
  | unfold at1, Krk.possible_KeepRoomDiag | unfold at1, Krk.possible_KeepRoomNonDiag
  | unfold at1, Krk.possible_RookHome | unfold at1, Krk.possible_RookSafe
  | unfold at1, Krk.possible_RookSafeSmallBoards]; [| rewrite !orb_true_iff; intros one ..].
  - apply (mates_shape_is w h wide high p here).
  - repeat destruct one as [one | one]; candidate ReadyToMate p here one.
  - repeat destruct one as [one | one]; candidate Squeeze p here one.
  - repeat destruct one as [one | one]; candidate ApproachDiag p here one.
  - repeat destruct one as [one | one]; candidate ApproachNonDiag p here one.
  - repeat destruct one as [one | one]; candidate KeepRoomDiag p here one.
  - repeat destruct one as [one | one]; candidate KeepRoomNonDiag p here one.
  - repeat destruct one as [one | one]; candidate RookHome p here one.
  - repeat destruct one as [one | one]; candidate RookSafe p here one.
  - repeat destruct one as [one | one]; candidate RookSafeSmallBoards p here one.
Qed.

Lemma impossible_is k p : legal p -> ~ can k p -> negb (at1 (kernels_possible k) p) = true.
Proof.
  intros here not; apply negb_true_iff, not_true_iff_false; intros possible.
  exact (not (possible_is k p here possible)).
Qed.

End Played.
