(* On every board with at least four files and four ranks, from every legal position with White to
   move, the strategy mates: from the kernel's lemmas (Kernel.v), with the induction done. *)

From Coq Require Import ZArith Bool Lia Wf_nat.
From Zermelo Require Import Game Notions Play.
From Zermelo Require Words.
From Zermelo.queen Require Import Strategy Bridge Moves.
From Zermelo.queen Require Kqk Kernel.
Open Scope Z_scope.

Section Mates.

Variables w h : Z.
Hypothesis wide : 4 <= w.
Hypothesis high : 4 <= h.

Notation legal := (legal_white w h).
Notation win := (wins w h (plays w h)).
Notation can := (can w h).
Notation played := (played w h).
Notation reply := (black_move w h).

(* The kernel's words for "this is a move of the kind" and "no candidate of the kind is a move". *)
Notation M k := (at2 (kernels_move w h k)).
Notation N k p := (negb (at1 (kernels_possible w h k) p)).

Let w4 : (4 <=? w) = true := proj1 (Words.sides w h wide high).
Let h4 : (4 <=? h) = true := proj2 (Words.sides w h wide high).
Let on1 := Words.on_king w h.
Let on2 := Words.on_piece w h.
Let on3 := Words.on_lone w h.

Lemma legal_between k p q : move_of w h k p q -> legal_black w h q.
Proof. exact (Play.legal_between w h (move_of w h) (is_white_move w h) k p q). Qed.

Lemma M_is k p q : legal p -> move_of w h k p q -> M k p q = true.
Proof. intros here move; apply (move_is w h k p q here), move. Qed.

Lemma N_is k p : legal p -> ~ can k p -> N k p = true.
Proof. apply impossible_is. Qed.

Lemma W_is p : legal p -> at1 (Kqk.white_to_move w h) p = true.
Proof. exact (proj2 (Words.legal_white_is w h Kqk.queen_attacks check_is p)). Qed.

Lemma R_is q r : reply q r -> at2 (Kqk.black_moves w h) q r = true.
Proof. exact (proj2 (Words.black_move_is w h Kqk.queen_attacks check_is q r)). Qed.

Lemma not_before k k' p q : legal p -> played k p q -> place_of k' < place_of k -> N k' p = true.
Proof. intros here [_ first] before; apply N_is; auto. Qed.

(* After every move of the strategy the queen is safe and Black not stalemated. *)

Lemma queen_is_safe k p q : legal p -> move_of w h k p q -> ~ black_takes_piece q.
Proof.
  intros _ move; unfold black_takes_piece; destruct k; cbn in move;
    unfold mating, keeps, safe, black_takes_piece in move; tauto.
Qed.

Lemma Mate_is_mate p q : legal p -> move_of w h Mate p q -> mate w h q.
Proof.
  intros here move; assert (after := legal_between Mate p q move).
  apply (Words.mate_is w h Kqk.queen_attacks check_is q after).
  change (at1 (Kqk.mate w h) q = true); destruct (at1 (Kqk.mate w h) q) eqn:not; trivial; exfalso.
  apply negb_true_iff in not; assert (m := M_is Mate p q here move).
  destruct (shape_of_piece w h p q (proj1 move)) as (Q & ->).
  exact (Kernel.Mate_mates w h _ _ _ _ _ _ _ _ w4 h4 (on1 p (proj1 here)) (on2 p (proj1 here))
    (on3 p (proj1 here)) (W_is p here) (on2 _ after) m not).
Qed.

Lemma not_stalemate k p q : legal p -> move_of w h k p q -> ~ stalemate w h q.
Proof.
  intros here move; assert (after := legal_between k p q move); assert (m := M_is k p q here move).
  assert (old1 := on1 p (proj1 here)); assert (old2 := on2 p (proj1 here)).
  assert (old3 := on3 p (proj1 here)); assert (turn := W_is p here).
  destruct k.
  - intros (_ & quiet & _); exact (quiet (proj1 (proj2 (Mate_is_mate p q here move)))).
  - rewrite <- (stalemate_is w h q after); intros still.
    destruct (shape_of_piece w h p q (proj1 move)) as (Q & ->).
    exact (Kernel.no_stalemate_after_Squeeze w h _ _ _ _ _ _ _ _ w4 h4 old1 old2 old3 turn
      (on2 _ after) m still).
  - rewrite <- (stalemate_is w h q after); intros still.
    destruct (shape_of_king w h p q (proj1 move)) as (K & ->).
    exact (Kernel.no_stalemate_after_Approach w h _ _ _ _ _ _ _ _ w4 h4 old1 old2 old3 turn
      (on1 _ after) m still).
  - rewrite <- (stalemate_is w h q after); intros still.
    destruct (shape_of_king w h p q (proj1 move)) as (K & ->).
    exact (Kernel.no_stalemate_after_Wait w h _ _ _ _ _ _ _ _ w4 h4 old1 old2 old3 turn
      (on1 _ after) m still).
  - rewrite <- (stalemate_is w h q after); intros still.
    destruct (shape_of_piece w h p q (proj1 move)) as (Q & ->).
    exact (Kernel.no_stalemate_after_QueenHome w h _ _ _ _ _ _ _ _ w4 h4 old1 old2 old3 turn
      (on2 _ after) m still).
  - apply move.
  - apply move.
Qed.

Lemma step_wins p k : legal p -> can k p ->
  (forall k q r, played k p q -> reply q r -> win r) -> win p.
Proof.
  exact (Play.step_wins w h (legal_or_not w h) check_or_not place_of (move_of w h)
    (is_white_move w h) (move_or_not w h) at_place distinct positive queen_is_safe not_stalemate p k).
Qed.

Lemma mate_has_no_reply p q r : legal p -> played Mate p q -> reply q r -> False.
Proof. intros here [move _] next; exact (proj1 (proj2 (proj2 (Mate_is_mate p q here move))) r next). Qed.

(* On track. *)

Definition basic (k : kind) : Prop := 2 <= place_of k <= 4.

Lemma spelled k p q : legal p -> basic k -> move_of w h k p q ->
  M Squeeze p q || M Approach p q || M Wait p q = true.
Proof.
  intros here is_basic move; assert (m := M_is k p q here move); unfold basic in is_basic.
  destruct k; cbn [place_of] in *; try lia; rewrite m; rewrite ?orb_true_r; reflexivity.
Qed.

Lemma track_or_not p : on_track w h p \/ ~ on_track w h p.
Proof. exact (true_or_not _ _ (on_track_is w h p)). Qed.

Lemma off_is p : ~ on_track w h p -> negb (at1 (Kqk.on_track w h) p) = true.
Proof. rewrite negb_true_iff, <- not_true_iff_false, on_track_is; trivial. Qed.

Lemma track_after k p q r : legal p -> basic k -> move_of w h k p q -> reply q r -> on_track w h r.
Proof.
  intros here is_basic move next; destruct (track_or_not r) as [yes | no]; trivial; exfalso.
  assert (off := off_is r no); assert (m := spelled k p q here is_basic move).
  assert (after := legal_between k p q move); assert (there := legal_after w h q r next).
  assert (b := R_is q r next).
  destruct (shape_of_white w h p q (is_white_move w h k p q move)) as (K & Q & ->).
  destruct (shape_of_black w h _ _ next) as (L & ->).
  exact (Kernel.on_track_after_a_basic_move w h _ _ _ _ _ _ _ _ _ _ _ _ w4 h4 (on1 p (proj1 here))
    (on2 p (proj1 here)) (on3 p (proj1 here)) (W_is p here) (on1 _ after) (on2 _ after) m
    (on3 _ (proj1 there)) b off).
Qed.

Lemma a_move_on_track p : legal p -> on_track w h p -> exists k, place_of k <= 4 /\ can k p.
Proof.
  intros here track.
  destruct (can_or_not w h Mate p here) as [yes | no1]; [exists Mate; split; trivial; cbn; lia |].
  destruct (can_or_not w h Squeeze p here) as [yes | no2]; [exists Squeeze; split; trivial; cbn; lia |].
  destruct (can_or_not w h Approach p here) as [yes | no3]; [exists Approach; split; trivial; cbn; lia |].
  destruct (can_or_not w h Wait p here) as [yes | no4]; [exists Wait; split; trivial; cbn; lia |].
  exfalso; apply on_track_is in track.
  exact (Kernel.on_track_a_move_is_there w h _ _ _ _ _ _ w4 h4 (on1 p (proj1 here)) (on2 p (proj1 here))
    (on3 p (proj1 here)) (W_is p here) track (N_is _ _ here no1) (N_is _ _ here no2) (N_is _ _ here no3)
    (N_is _ _ here no4)).
Qed.

Lemma Squeeze_lowers p q r : legal p -> move_of w h Squeeze p q -> reply q r -> smaller w h p r.
Proof.
  intros here move next; assert (m := M_is Squeeze p q here move); assert (b := R_is q r next).
  assert (after := legal_between Squeeze p q move); assert (there := legal_after w h q r next).
  apply smaller_is; apply not_false_iff_true; rewrite <- negb_true_iff.
  destruct (shape_of_piece w h p q (proj1 move)) as (Q & ->), (shape_of_black w h _ _ next) as (L & ->).
  exact (Kernel.Squeeze_lowers_the_rectangle w h _ _ _ _ _ _ _ _ _ _ w4 h4 (on1 p (proj1 here))
    (on2 p (proj1 here)) (on3 p (proj1 here)) (W_is p here) (on2 _ after) m (on3 _ (proj1 there)) b).
Qed.

Lemma Approach_lowers p q r : legal p -> on_track w h p -> move_of w h Approach p q -> reply q r ->
  ~ smaller w h r p /\ way_to_place r < way_to_place p.
Proof.
  intros here track move next; assert (m := M_is Approach p q here move); assert (b := R_is q r next).
  assert (after := legal_between Approach p q move); assert (there := legal_after w h q r next).
  apply on_track_is in track; rewrite <- smaller_is.
  destruct (shape_of_king w h p q (proj1 move)) as (K & ->), (shape_of_black w h _ _ next) as (L & ->).
  assert (no := Kernel.Approach_lowers_the_way w h _ _ _ _ _ _ _ _ _ _ w4 h4 (on1 p (proj1 here))
    (on2 p (proj1 here)) (on3 p (proj1 here)) (W_is p here) track (on1 _ after) m (on3 _ (proj1 there)) b).
  rewrite <- !way_is; unfold at1; cbn [king piece lone file rank] in *.
  rewrite <- Z.nle_gt, <- Z.leb_le; rewrite orb_true_iff in no; tauto.
Qed.

Lemma Wait_waits p q r : legal p -> on_track w h p -> played Wait p q -> reply q r ->
  ~ smaller w h r p /\ exists k, place_of k <= 2 /\ can k r.
Proof.
  intros here track move next; assert (m := M_is Wait p q here (proj1 move)); assert (b := R_is q r next).
  assert (m' : N Mate p && N Squeeze p && M Wait p q = true).
  { rewrite (not_before Wait Mate p q here move), (not_before Wait Squeeze p q here move), m by (cbn; lia).
    reflexivity. }
  assert (after := legal_between Wait p q (proj1 move)); assert (there := legal_after w h q r next).
  apply on_track_is in track; rewrite <- smaller_is.
  assert (yes : forall k, place_of k <= 2 -> at1 (kernels_possible w h k) r = true ->
    exists k, place_of k <= 2 /\ can k r).
  { intros k low is; exists k; split; trivial; exact (possible_is w h k r there is). }
  assert (mates := yes Mate ltac:(cbn; lia)); assert (squeezes := yes Squeeze ltac:(cbn; lia)); clear yes.
  destruct (shape_of_king w h p q (proj1 (proj1 move))) as (K & ->), (shape_of_black w h _ _ next) as (L & ->).
  assert (no := Kernel.Mate_or_Squeeze_after_Wait w h _ _ _ _ _ _ _ _ _ _ w4 h4 (on1 p (proj1 here))
    (on2 p (proj1 here)) (on3 p (proj1 here)) (W_is p here) track (on1 _ after) m' (on3 _ (proj1 there)) b).
  cbn [kernels_possible] in mates, squeezes; unfold at1 in *; cbn [king piece lone file rank] in *.
  rewrite orb_true_iff, andb_true_iff, !negb_true_iff in no.
  split; [tauto |].
  destruct (Kqk.possible_Mate _ _ _ _ _ _ _ _); [auto |].
  destruct (Kqk.possible_Squeeze _ _ _ _ _ _ _ _); [auto | tauto].
Qed.

Lemma room_is_a_number p : legal_black w h p -> 0 <= room w h p /\ 0 <= room_width w p.
Proof.
  unfold legal_black, on_board, room, room_width, side; intros legal.
  destruct (file (lone p) <? file (piece p)), (rank (lone p) <? rank (piece p)), (_ || _); lia.
Qed.

Lemma way_is_a_number p : 0 <= way_to_place p.
Proof. unfold way_to_place, steps; lia. Qed.

Lemma on_track_wins : forall a b c p, Z.to_nat (room w h p) = a -> Z.to_nat (room_width w p) = b ->
  Z.to_nat (way_to_place p) = c -> legal p -> on_track w h p -> win p.
Proof.
  intros a; induction a as [a by_room] using lt_wf_ind.
  intros b; induction b as [b by_width] using lt_wf_ind.
  intros c; induction c as [c by_way] using lt_wf_ind.
  intros p is_a is_b is_c here track.
  assert (number := room_is_a_number p (proj1 here)).
  assert (lower : forall r, legal r -> on_track w h r -> smaller w h p r -> win r).
  { intros r there on [less | [equal less]]; assert (number' := room_is_a_number r (proj1 there)).
    - apply (by_room (Z.to_nat (room w h r))) with (b := Z.to_nat (room_width w r))
        (c := Z.to_nat (way_to_place r)); trivial; lia.
    - apply (by_width (Z.to_nat (room_width w r))) with (c := Z.to_nat (way_to_place r)); trivial;
        [lia | congruence]. }
  destruct (a_move_on_track p here track) as (k & low & possible).
  apply (step_wins p k here possible); intros k1 q r move next.
  assert (first := not_later place_of (move_of w h) _ _ _ _ possible move).
  assert (there := legal_after w h q r next).
  assert (on : basic k1 -> on_track w h r) by (intros is; exact (track_after k1 p q r here is (proj1 move) next)).
  unfold basic in on; destruct k1; cbn [place_of] in *; try lia.
  - destruct (mate_has_no_reply p q r here move next).
  - apply lower; trivial; [apply on; lia | exact (Squeeze_lowers p q r here (proj1 move) next)].
  - destruct (Approach_lowers p q r here track (proj1 move) next) as [no_larger nearer].
    assert (number' := way_is_a_number r); assert (room' := room_is_a_number r (proj1 there)).
    unfold smaller in no_larger, lower.
    destruct (Z.eq_dec (room w h r) (room w h p)) as [equal | other]; [| apply lower; trivial; [apply on; lia | lia]].
    destruct (Z.eq_dec (room_width w r) (room_width w p)) as [equal' | other]; [| apply lower; trivial; [apply on; lia | lia]].
    apply (by_way (Z.to_nat (way_to_place r))); trivial; [lia | congruence | congruence | apply on; lia].
  - destruct (Wait_waits p q r here track move next) as [no_larger (k' & low' & possible')].
    apply (step_wins r k' there possible'); intros k2 q2 r2 move2 next2.
    assert (first2 := not_later place_of (move_of w h) _ _ _ _ possible' move2).
    destruct k2; cbn [place_of] in first2; try lia.
    + destruct (mate_has_no_reply r q2 r2 there move2 next2).
    + apply lower; [exact (legal_after w h q2 r2 next2) | |].
      * apply (track_after Squeeze r q2 r2 there); [unfold basic; cbn; lia | apply move2 | trivial].
      * assert (less := Squeeze_lowers r q2 r2 there (proj1 move2) next2); unfold smaller in *; lia.
Qed.

Lemma track_wins p : legal p -> on_track w h p -> win p.
Proof. exact (on_track_wins _ _ _ p eq_refl eq_refl eq_refl). Qed.

(* The first moves. *)

Lemma low_wins k p q r : legal p -> played k p q -> reply q r -> place_of k <= 4 -> win r.
Proof.
  intros here move next low; destruct (Z_le_gt_dec (place_of k) 1) as [one | more].
  - destruct k; cbn in one; try lia; destruct (mate_has_no_reply p q r here move next).
  - apply (track_wins r (legal_after w h q r next)), (track_after k p q r here); trivial;
      [unfold basic; lia | apply move].
Qed.

Lemma mate_wins p : legal p -> can Mate p -> win p.
Proof.
  intros here there; apply (step_wins p Mate here there); intros k q r move next.
  assert (first := not_later place_of (move_of w h) _ _ _ _ there move).
  apply (low_wins k p q r here move next); cbn in first; lia.
Qed.

Lemma out_of_the_trap p q r : legal p -> trapped w h p -> played QueenHome p q -> reply q r -> win r.
Proof.
  intros here trap move next; assert (there := legal_after w h q r next).
  destruct (track_or_not r) as [yes | no]; [exact (track_wins r there yes) | exfalso].
  assert (after := legal_between QueenHome p q (proj1 move)).
  assert (m : N Mate p && M QueenHome p q = true).
  { rewrite (not_before QueenHome Mate p q here move), (M_is _ _ _ here (proj1 move)) by (cbn; lia); reflexivity. }
  assert (b := R_is q r next); assert (off := off_is r no); apply trapped_is in trap.
  destruct (shape_of_piece w h p q (proj1 (proj1 move))) as (Q & ->), (shape_of_black w h _ _ next) as (L & ->).
  exact (Kernel.after_QueenHome_out_of_the_trap w h _ _ _ _ _ _ _ _ _ _ w4 h4 (on1 p (proj1 here))
    (on2 p (proj1 here)) (on3 p (proj1 here)) (W_is p here) trap (on2 _ after) m (on3 _ (proj1 there)) b off).
Qed.

Lemma home_wins p q r : legal p -> played QueenHome p q -> reply q r -> win r.
Proof.
  intros here move next; assert (there := legal_after w h q r next).
  destruct (track_or_not r) as [yes | no]; [exact (track_wins r there yes) |].
  destruct (can_or_not w h Mate r there) as [yes | not]; [exact (mate_wins r there yes) |].
  assert (after := legal_between QueenHome p q (proj1 move)).
  assert (m := M_is QueenHome p q here (proj1 move)); assert (b := R_is q r next).
  assert (off := off_is r no); assert (n := N_is _ _ there not).
  assert (trap := trapped_is w h r); assert (home := possible_is w h QueenHome r there).
  assert (known : trapped w h r /\ can QueenHome r).
  { destruct (shape_of_piece w h p q (proj1 (proj1 move))) as (Q & ->), (shape_of_black w h _ _ next) as (L & ->).
    assert (no' := Kernel.after_QueenHome w h _ _ _ _ _ _ _ _ _ _ w4 h4 (on1 p (proj1 here))
      (on2 p (proj1 here)) (on3 p (proj1 here)) (W_is p here) (on2 _ after) m (on3 _ (proj1 there)) b off n).
    unfold at1 in home; cbn [kernels_possible king piece lone file rank] in *.
    destruct (Kqk.trapped _ _ _ _ _ _), (Kqk.possible_QueenHome _ _ _ _ _ _ _ _); try tauto. }
  clear trap home; destruct known as [trap home].
  apply (step_wins r QueenHome there home); intros k q2 r2 move2 next2.
  assert (first := not_later place_of (move_of w h) _ _ _ _ home move2).
  destruct (Z_le_gt_dec (place_of k) 4) as [low | more].
  { exact (low_wins k r q2 r2 there move2 next2 low). }
  assert (k = QueenHome) as -> by (destruct k; cbn in *; trivial; lia).
  exact (out_of_the_trap r q2 r2 there trap move2 next2).
Qed.

Lemma early_wins k p q r : legal p -> played k p q -> reply q r -> place_of k <= 5 -> win r.
Proof.
  intros here move next low; destruct (Z_le_gt_dec (place_of k) 4) as [lower | more].
  - exact (low_wins k p q r here move next lower).
  - assert (k = QueenHome) as -> by (destruct k; cbn in *; trivial; lia).
    exact (home_wins p q r here move next).
Qed.

Lemma wins_with k p : legal p -> can k p -> place_of k <= 5 -> win p.
Proof.
  intros here there low; apply (step_wins p k here there); intros k1 q r move next.
  assert (first := not_later place_of (move_of w h) _ _ _ _ there move).
  apply (early_wins k1 p q r here move next); lia.
Qed.

Lemma always_a_move p : legal p -> exists k, can k p.
Proof.
  intros here; destruct (track_or_not p) as [on | off].
  { destruct (a_move_on_track p here on) as (k & _ & there); exists k; trivial. }
  destruct (can_or_not w h Mate p here) as [yes | no1]; [exists Mate; trivial |].
  destruct (can_or_not w h Squeeze p here) as [yes | no2]; [exists Squeeze; trivial |].
  destruct (can_or_not w h QueenHome p here) as [yes | no3]; [exists QueenHome; trivial |].
  destruct (can_or_not w h QueenBeside p here) as [yes | no4]; [exists QueenBeside; trivial |].
  destruct (can_or_not w h KingStep p here) as [yes | no5]; [exists KingStep; trivial |].
  exfalso.
  exact (Kernel.a_move_is_always_there w h _ _ _ _ _ _ w4 h4 (on1 p (proj1 here)) (on2 p (proj1 here))
    (on3 p (proj1 here)) (W_is p here) (off_is p off) (N_is _ _ here no1) (N_is _ _ here no2)
    (N_is _ _ here no3) (N_is _ _ here no4) (N_is _ _ here no5)).
Qed.

Lemma spelled_last k p q : legal p -> played k p q -> 5 < place_of k ->
  (N QueenHome p && M QueenBeside p q) || (N QueenHome p && N QueenBeside p && M KingStep p q) = true.
Proof.
  intros here move late; assert (m := M_is k p q here (proj1 move)).
  assert (n := fun k' => not_before k k' p q here move).
  rewrite (n QueenHome) by (cbn; lia); destruct k; cbn [place_of] in *; try lia; rewrite m; [reflexivity |].
  rewrite (n QueenBeside) by (cbn; lia); rewrite ?orb_true_r; reflexivity.
Qed.

Lemma spelled_last_again k p q : legal p -> played k p q -> 5 < place_of k ->
  (N Approach p && N Wait p && N QueenHome p && M QueenBeside p q)
  || (N Approach p && N Wait p && N QueenHome p && N QueenBeside p && M KingStep p q) = true.
Proof.
  intros here move late; assert (one := spelled_last k p q here move late).
  rewrite (not_before k Approach p q here move), (not_before k Wait p q here move) by (cbn; lia).
  exact one.
Qed.

Lemma late_wins k p q r : legal p -> played k p q -> reply q r -> 5 < place_of k -> win r.
Proof.
  intros here move next late; assert (there := legal_after w h q r next).
  destruct (always_a_move r there) as (k' & possible).
  apply (step_wins r k' there possible); intros k2 q2 r2 move2 next2.
  destruct (Z_le_gt_dec (place_of k2) 5) as [low | late2].
  { exact (early_wins k2 r q2 r2 there move2 next2 low). }
  assert (there2 := legal_after w h q2 r2 next2).
  destruct (can_or_not w h Approach r2 there2) as [yes | no1]; [apply (wins_with Approach r2 there2 yes); cbn; lia |].
  destruct (can_or_not w h Wait r2 there2) as [yes | no2]; [apply (wins_with Wait r2 there2 yes); cbn; lia |].
  destruct (can_or_not w h QueenHome r2 there2) as [yes | no3]; [apply (wins_with QueenHome r2 there2 yes); cbn; lia |].
  exfalso.
  assert (m1 := spelled_last k p q here move late).
  assert (m2 := spelled_last_again k2 r q2 there move2 ltac:(lia)).
  assert (after := legal_between k p q (proj1 move)); assert (after2 := legal_between k2 r q2 (proj1 move2)).
  assert (b1 := R_is q r next); assert (b2 := R_is q2 r2 next2).
  assert (n1 := N_is _ _ there2 no1); assert (n2 := N_is _ _ there2 no2); assert (n3 := N_is _ _ there2 no3).
  assert (s1 := shape_of_white w h p q (is_white_move w h k p q (proj1 move))).
  assert (s2 := shape_of_white w h r q2 (is_white_move w h k2 r q2 (proj1 move2))).
  assert (s1' := shape_of_black w h _ _ next); assert (s2' := shape_of_black w h _ _ next2).
  clear move move2 next next2 no1 no2 no3 possible.
  destruct s1 as (K1 & Q1 & ->), s1' as (L1 & ->), s2 as (K2 & Q2 & ->), s2' as (L2 & ->).
  exact (Kernel.after_two_of_the_last_kinds w h _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ w4 h4 (on1 p (proj1 here))
    (on2 p (proj1 here)) (on3 p (proj1 here)) (W_is p here) (on1 _ after) (on2 _ after) m1
    (on3 _ (proj1 there)) b1 (on1 _ after2) (on2 _ after2) m2 (on3 _ (proj1 there2)) b2 n1 n2 n3).
Qed.

Lemma every_position_wins p : legal p -> win p.
Proof.
  intros here; destruct (always_a_move p here) as (k & there).
  apply (step_wins p k here there); intros k1 q r move next.
  destruct (Z_le_gt_dec (place_of k1) 5) as [low | late].
  - exact (early_wins k1 p q r here move next low).
  - exact (late_wins k1 p q r here move next ltac:(lia)).
Qed.

End Mates.

Theorem the_strategy_mates : forall width height, 4 <= width -> 4 <= height ->
  forall p, legal_white width height p -> wins width height (plays width height) p.
Proof. exact every_position_wins. Qed.

Print Assumptions the_strategy_mates.
