(* On every board with at least four files and four ranks, from every legal position with White to
   move, the strategy mates: from the kernel's lemmas (Kernel.v), with the induction done. *)

From Coq Require Import ZArith Bool Lia Wf_nat.
From Zermelo Require Import Game Notions Play.
From Zermelo Require Words.
From Zermelo.rook Require Import Strategy Bridge Moves Played.
From Zermelo.rook Require Krk Kernel.
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

Definition basic (k : kind) : Prop := 3 <= place_of k <= 7.

Let w4 : (4 <=? w) = true := proj1 (Words.sides w h wide high).
Let h4 : (4 <=? h) = true := proj2 (Words.sides w h wide high).

Lemma legal_between p q k : move_of w h k p q -> legal_black w h q.
Proof. exact (Play.legal_between w h (move_of w h) (is_white_move w h) k p q). Qed.

Let on1 := Words.on_king w h.
Let on2 := Words.on_piece w h.
Let on3 := Words.on_lone w h.

Lemma M_is k p q : legal p -> move_of w h k p q -> M k p q = true.
Proof. intros here move; apply (move_is w h wide high k p q here), move. Qed.

Lemma N_is k p : legal p -> ~ can k p -> N k p = true.
Proof. apply impossible_is; assumption. Qed.

Lemma W_is p : legal p -> at1 (Krk.white_to_move w h) p = true.
Proof. apply legal_white_is. Qed.

Lemma R_is q r : reply q r -> at2 (Krk.black_moves w h) q r = true.
Proof. apply black_move_is. Qed.

(* After every move of the strategy the rook is safe and Black not stalemated: two of the kernel's
   lemmas, which are short enough to be proved here. *)

Lemma not_exposed q : legal_black w h q -> ~ exposed q -> ~ black_takes_piece q.
Proof.
  intros (_ & _ & _ & apart & _); unfold exposed, king_moves, black_takes_piece, adjacent.
  intros far [[_ near] away]; apply away; split; trivial; lia.
Qed.

Lemma rook_is_safe k p q : legal p -> move_of w h k p q -> ~ black_takes_piece q.
Proof.
  intros here move; assert (between := legal_between p q k move).
  assert (guard := not_exposed q between).
  destruct k; cbn in move; unfold approach, keep_room, rook_home in move; try tauto.
  - exact (proj2 (proj2 (proj2 (proj2 move)))).
  - unfold ready_to_mate in move; tauto.
  - destruct move as (_ & _ & [far | [_ near]] & _); [| unfold black_takes_piece; tauto].
    unfold king_moves in far; intros [[_ near] _]; lia.
  - destruct move as (_ & _ & two & _); unfold king_moves in two; intros [[_ near] _]; lia.
Qed.

Lemma not_stalemate k p q : legal p -> move_of w h k p q -> ~ stalemate w h q.
Proof.
  intros here move; destruct k; cbn in move;
    unfold approach, keep_room, rook_home, rook_safe, rook_safe_small_boards in move; try tauto.
  - intros (_ & quiet & _); exact (quiet (proj1 (proj2 (proj2 move)))).
  - destruct move as [_ [(r & next) _]]; intros (_ & _ & none & _); exact (none r next).
Qed.

Lemma step_wins p k : legal p -> can k p ->
  (forall k q r, played k p q -> reply q r -> win r) -> win p.
Proof.
  exact (Play.step_wins w h (legal_or_not w h) check_or_not place_of (move_of w h)
    (is_white_move w h) (move_or_not w h wide high) at_place distinct positive rook_is_safe
    not_stalemate p k).
Qed.

(* ImmediateMate and ReadyToMate. *)

Lemma mate_has_no_reply p q r : played ImmediateMate p q -> reply q r -> False.
Proof. intros [[_ (_ & _ & none & _)] _] move; exact (none r move). Qed.

Lemma mate_wins p : legal p -> can ImmediateMate p -> win p.
Proof.
  intros here there; apply (step_wins p ImmediateMate here there); intros k q r move next.
  assert (low := not_later place_of (move_of w h) _ _ _ _ there move).
  destruct k; cbn in low; try lia. destruct (mate_has_no_reply p q r move next).
Qed.

Lemma mating_kinds k p q r : played k p q -> reply q r -> place_of k <= 2 -> win r.
Proof.
  intros move next low; destruct k; cbn in low; try lia.
  - destruct (mate_has_no_reply p q r move next).
  - destruct move as [[_ (_ & _ & all)] _]. apply (mate_wins r (legal_after w h q r next)).
    destruct (all r next) as (s & move & mates). exists s; split; trivial.
Qed.

Lemma ready_wins p : legal p -> can ReadyToMate p -> win p.
Proof.
  intros here there; apply (step_wins p ReadyToMate here there); intros k q r move next.
  apply (mating_kinds k p q r move next), (not_later place_of (move_of w h) _ _ _ _ there move).
Qed.

(* What a basic move says in the kernel's words, as its lemmas ask for it. *)

Lemma not_before k k' p q : legal p -> played k p q -> place_of k' < place_of k -> N k' p = true.
Proof. intros here [_ first] before; apply N_is; auto. Qed.

Ltac spelled k p q := intros here is_basic move;
  assert (m := M_is k p q here (proj1 move)); assert (n := fun k' => not_before k k' p q here move);
  clear here move; unfold basic in is_basic; destruct k; cbn [place_of] in *; try lia; rewrite m;
  try rewrite (n ReadyToMate) by (cbn; lia); try rewrite (n Squeeze) by (cbn; lia);
  try rewrite (n ApproachDiag) by (cbn; lia); try rewrite (n ApproachNonDiag) by (cbn; lia);
  try rewrite (n KeepRoomDiag) by (cbn; lia); rewrite ?andb_true_r, ?orb_true_r; reflexivity.

Lemma spelled k p q : legal p -> basic k -> played k p q ->
  M Squeeze p q || M ApproachDiag p q || M ApproachNonDiag p q || M KeepRoomDiag p q
  || M KeepRoomNonDiag p q = true.
Proof. spelled k p q. Qed.

Lemma spelled_squeeze_approach k p q : legal p -> basic k -> played k p q ->
  M Squeeze p q || (N Squeeze p && M ApproachDiag p q)
  || (N Squeeze p && M ApproachNonDiag p q)
  || (N Squeeze p && N ApproachNonDiag p && M KeepRoomDiag p q)
  || (N Squeeze p && N ApproachNonDiag p && M KeepRoomNonDiag p q) = true.
Proof. spelled k p q. Qed.

Lemma spelled_squeeze_both k p q : legal p -> basic k -> played k p q ->
  M Squeeze p q || (N Squeeze p && M ApproachDiag p q)
  || (N Squeeze p && N ApproachDiag p && M ApproachNonDiag p q)
  || (N Squeeze p && N ApproachDiag p && N ApproachNonDiag p && M KeepRoomDiag p q)
  || (N Squeeze p && N ApproachDiag p && N ApproachNonDiag p && M KeepRoomNonDiag p q) = true.
Proof. spelled k p q. Qed.

Lemma spelled_approach_keep k p q : legal p -> basic k -> played k p q ->
  M Squeeze p q || M ApproachDiag p q || M ApproachNonDiag p q
  || (N ApproachNonDiag p && M KeepRoomDiag p q)
  || (N ApproachNonDiag p && N KeepRoomDiag p && M KeepRoomNonDiag p q) = true.
Proof. spelled k p q. Qed.

Lemma spelled_ready k p q : legal p -> basic k -> played k p q ->
  (N ReadyToMate p && M Squeeze p q) || (N ReadyToMate p && M ApproachDiag p q)
  || (N ReadyToMate p && M ApproachNonDiag p q)
  || (N ReadyToMate p && N ApproachNonDiag p && M KeepRoomDiag p q)
  || (N ReadyToMate p && N ApproachNonDiag p && N KeepRoomDiag p && M KeepRoomNonDiag p q) = true.
Proof. spelled k p q. Qed.

(* A basic or mating move is there. *)
Definition on_its_way (p : position) : Prop := legal p /\ exists k, place_of k <= 7 /\ can k p.

Lemma after_basic k p q r : legal p -> basic k -> played k p q -> reply q r -> on_its_way r.
Proof.
  intros here is_basic move next; assert (there := legal_after w h q r next); split; trivial.
  destruct (can_or_not w h wide high Squeeze r there) as [yes | no1]; [exists Squeeze; split; [cbn; lia | trivial] |].
  destruct (can_or_not w h wide high KeepRoomDiag r there) as [yes | no2]; [exists KeepRoomDiag; split; [cbn; lia | trivial] |].
  destruct (can_or_not w h wide high KeepRoomNonDiag r there) as [yes | no3]; [exists KeepRoomNonDiag; split; [cbn; lia | trivial] |].
  exfalso.
  assert (between := legal_between p q k (proj1 move)).
  assert (m := spelled k p q here is_basic move).
  assert (n1 := N_is _ _ there no1); assert (n2 := N_is _ _ there no2); assert (n3 := N_is _ _ there no3).
  assert (b := R_is q r next).
  destruct (shape_of_white w h p q (is_white_move w h k p q (proj1 move))) as (K & R & ->).
  destruct (shape_of_black w h _ _ next) as (L & ->).
  exact (Kernel.after_a_basic_move w h _ _ _ _ _ _ _ _ _ _ _ _ w4 h4 (on1 p (proj1 here)) (on2 p (proj1 here))
    (on3 p (proj1 here)) (W_is p here) (on1 _ between) (on2 _ between) m (on3 _ (proj1 there)) b n1 n2 n3).
Qed.

Section ThreeMoves.

Variables (k1 k2 k3 : kind) (p q1 r1 q2 r2 q3 r3 : position).
Hypothesis here : legal p.
Hypotheses (basic1 : basic k1) (basic2 : basic k2) (basic3 : basic k3).
Hypotheses (move1 : played k1 p q1) (next1 : reply q1 r1).
Hypotheses (move2 : played k2 r1 q2) (next2 : reply q2 r2).
Hypotheses (move3 : played k3 r2 q3) (next3 : reply q3 r3).

Definition way (p : position) : Z := at1 Krk.way_to_go p.

Lemma last_room : room w h p <= 3 -> can ReadyToMate r3.
Proof.
  intros small; assert (l1 := legal_after w h _ _ next1); assert (l2 := legal_after w h _ _ next2).
  assert (l3 := legal_after w h _ _ next3).
  destruct (can_or_not w h wide high ReadyToMate r3 l3) as [yes | no]; trivial; exfalso.
  apply Z.leb_le in small.
  assert (n := N_is _ _ l3 no).
  assert (t1 := legal_between _ _ _ (proj1 move1)); assert (t2 := legal_between _ _ _ (proj1 move2)).
  assert (t3 := legal_between _ _ _ (proj1 move3)).
  assert (m1 := spelled _ _ _ here basic1 move1).
  assert (m2 := spelled_approach_keep _ _ _ l1 basic2 move2).
  assert (m3 := spelled_ready _ _ _ l2 basic3 move3).
  assert (b1 := R_is _ _ next1); assert (b2 := R_is _ _ next2); assert (b3 := R_is _ _ next3).
  assert (s1 := shape_of_white w h _ _ (is_white_move _ _ _ _ _ (proj1 move1))).
  assert (s2 := shape_of_white w h _ _ (is_white_move _ _ _ _ _ (proj1 move2))).
  assert (s3 := shape_of_white w h _ _ (is_white_move _ _ _ _ _ (proj1 move3))).
  assert (s1' := shape_of_black w h _ _ next1); assert (s2' := shape_of_black w h _ _ next2).
  assert (s3' := shape_of_black w h _ _ next3).
  clear move1 move2 move3 next1 next2 next3 no.
  destruct s1 as (K1 & R1 & ->), s1' as (L1 & ->), s2 as (K2 & R2 & ->), s2' as (L2 & ->),
    s3 as (K3 & R3 & ->), s3' as (L3 & ->).
  exact (Kernel.the_last_room w h _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
    w4 h4 (on1 p (proj1 here)) (on2 p (proj1 here)) (on3 p (proj1 here)) (W_is p here) small
    (on1 _ t1) (on2 _ t1) m1 (on3 _ (proj1 l1)) b1 (on1 _ t2) (on2 _ t2) m2 (on3 _ (proj1 l2)) b2
    (on1 _ t3) (on2 _ t3) m3 (on3 _ (proj1 l3)) b3 n).
Qed.

Lemma measure : 4 <= room w h p ->
  room w h r3 < room w h p \/ (room w h r3 = room w h p /\ way r3 < way p).
Proof.
  intros large; assert (l1 := legal_after w h _ _ next1); assert (l2 := legal_after w h _ _ next2).
  assert (l3 := legal_after w h _ _ next3).
  apply Z.leb_le in large.
  assert (t1 := legal_between _ _ _ (proj1 move1)); assert (t2 := legal_between _ _ _ (proj1 move2)).
  assert (t3 := legal_between _ _ _ (proj1 move3)).
  assert (m1 := spelled_squeeze_approach _ _ _ here basic1 move1).
  assert (m2 := spelled_squeeze_both _ _ _ l1 basic2 move2).
  assert (m3 := spelled_squeeze_approach _ _ _ l2 basic3 move3).
  assert (b1 := R_is _ _ next1); assert (b2 := R_is _ _ next2); assert (b3 := R_is _ _ next3).
  assert (s1 := shape_of_white w h _ _ (is_white_move _ _ _ _ _ (proj1 move1))).
  assert (s2 := shape_of_white w h _ _ (is_white_move _ _ _ _ _ (proj1 move2))).
  assert (s3 := shape_of_white w h _ _ (is_white_move _ _ _ _ _ (proj1 move3))).
  assert (s1' := shape_of_black w h _ _ next1); assert (s2' := shape_of_black w h _ _ next2).
  assert (s3' := shape_of_black w h _ _ next3).
  clear move1 move2 move3 next1 next2 next3.
  destruct s1 as (K1 & R1 & ->), s1' as (L1 & ->), s2 as (K2 & R2 & ->), s2' as (L2 & ->),
    s3 as (K3 & R3 & ->), s3' as (L3 & ->).
  assert (falls := fun a b => Kernel.three_basic_moves w h _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
    w4 h4 (on1 p (proj1 here)) (on2 p (proj1 here)) (on3 p (proj1 here)) (W_is p here) large
    (on1 _ t1) (on2 _ t1) m1 (on3 _ (proj1 l1)) b1 (on1 _ t2) (on2 _ t2) m2 (on3 _ (proj1 l2)) b2
    (on1 _ t3) (on2 _ t3) m3 (on3 _ (proj1 l3)) b3 a b).
  match goal with |- room w h ?r < _ \/ _ =>
    change ((room w h p <=? room w h r) = true ->
      ((room w h p <? room w h r) || (way p <=? way r)) = true -> False) in falls;
    revert falls; generalize (room w h r), (room w h p), (way r), (way p)
  end.
  clear; intros; lia.
Qed.

End ThreeMoves.

Lemma way_is_a_number p : 0 <= way p.
Proof. unfold way, at1, Krk.way_to_go; lia. Qed.

(* A move is played: it mates in two, or it is basic. *)
Lemma goes_on p k q r : on_its_way p -> played k p q -> reply q r ->
  win r \/ (basic k /\ on_its_way r).
Proof.
  intros (here & k' & low & there) move next.
  assert (lower := not_later place_of (move_of w h) _ _ _ _ there move).
  destruct (Z_le_gt_dec (place_of k) 2).
  - left; exact (mating_kinds k p q r move next l).
  - right; assert (is_basic : basic k) by (unfold basic; lia).
    split; trivial; exact (after_basic k p q r here is_basic move next).
Qed.

Lemma on_its_way_wins : forall n m p, Z.to_nat (room w h p) = n -> Z.to_nat (way p) = m ->
  on_its_way p -> win p.
Proof.
  intros n; induction n as [n lower_room] using lt_wf_ind.
  intros m; induction m as [m lower_way] using lt_wf_ind.
  intros p is_n is_m start; assert (start' := start); destruct start' as (here & k & _ & there).
  apply (step_wins p k here there); intros k1 q1 r1 move1 next1.
  destruct (goes_on p k1 q1 r1 start move1 next1) as [done | (basic1 & way1)]; trivial.
  assert (way1' := way1); destruct way1' as (here1 & k' & _ & there1).
  apply (step_wins r1 k' here1 there1); intros k2 q2 r2 move2 next2.
  destruct (goes_on r1 k2 q2 r2 way1 move2 next2) as [done | (basic2 & way2)]; trivial.
  assert (way2' := way2); destruct way2' as (here2 & k'' & _ & there2).
  apply (step_wins r2 k'' here2 there2); intros k3 q3 r3 move3 next3.
  destruct (goes_on r2 k3 q3 r3 way2 move3 next3) as [done | (basic3 & way3)]; trivial.
  destruct (Z_le_gt_dec (room w h p) 3) as [small | large].
  - apply (ready_wins r3 (proj1 way3)).
    exact (last_room k1 k2 k3 p q1 r1 q2 r2 q3 r3 here basic1 basic2 basic3 move1 next1 move2 next2 move3 next3 small).
  - assert (falls := measure k1 k2 k3 p q1 r1 q2 r2 q3 r3 here basic1 basic2 basic3 move1 next1 move2 next2
      move3 next3 ltac:(lia)).
    assert (positive := way_is_a_number r3).
    destruct falls as [smaller | [equal nearer]].
    + apply (lower_room (Z.to_nat (room w h r3))) with (m := Z.to_nat (way r3)); trivial. lia.
    + apply (lower_way (Z.to_nat (way r3))); trivial; [lia | congruence].
Qed.

Lemma wins_with k p : legal p -> can k p -> place_of k <= 7 -> win p.
Proof.
  intros here there low.
  apply (on_its_way_wins _ _ p eq_refl eq_refl); split; trivial; exists k; auto.
Qed.

Lemma low_wins k p q r : legal p -> played k p q -> reply q r -> place_of k <= 7 -> win r.
Proof.
  intros here move next low.
  assert (start : on_its_way p) by (split; trivial; exists k; split; [trivial | exists q; apply move]).
  destruct (goes_on p k q r start move next) as [done | (_ & way1)]; trivial.
  exact (on_its_way_wins _ _ r eq_refl eq_refl way1).
Qed.

(* The first moves. *)

Lemma home_wins p q r : legal p -> played RookHome p q -> reply q r -> win r.
Proof.
  intros here move next; assert (there := legal_after w h _ _ next).
  assert (between := legal_between _ _ _ (proj1 move)).
  destruct (can_or_not w h wide high KeepRoomNonDiag r there) as [yes | no1].
  { apply (wins_with KeepRoomNonDiag r there yes); cbn; lia. }
  assert (m := M_is _ _ _ here (proj1 move)); assert (b := R_is _ _ next).
  destruct (can_or_not w h wide high RookHome r there) as [yes | no2].
  - apply (step_wins r RookHome there yes); intros k q2 r2 move2 next2.
    assert (low := not_later place_of (move_of w h) _ _ _ _ yes move2).
    destruct (Z_le_gt_dec (place_of k) 7) as [lower | is].
    { exact (low_wins k r q2 r2 there move2 next2 lower). }
    assert (k = RookHome) as -> by (destruct k; cbn in *; trivial; lia).
    assert (there2 := legal_after w h _ _ next2).
    destruct (can_or_not w h wide high KeepRoomNonDiag r2 there2) as [yes2 | no2].
    { apply (wins_with KeepRoomNonDiag r2 there2 yes2); cbn; lia. }
    exfalso.
    assert (between2 := legal_between _ _ _ (proj1 move2)).
    assert (m2 : N Squeeze r && N ApproachNonDiag r && M RookHome r q2 = true).
    { rewrite (not_before RookHome Squeeze r q2 there move2), (not_before RookHome ApproachNonDiag r q2 there move2),
        (M_is _ _ _ there (proj1 move2)) by (cbn; lia); reflexivity. }
    assert (b2 := R_is _ _ next2); assert (n2 := N_is _ _ there2 no2).
    assert (s1 := shape_of_piece w h _ _ (proj1 (proj1 move))); assert (s1' := shape_of_black w h _ _ next).
    assert (s2 := shape_of_piece w h _ _ (proj1 (proj1 move2))); assert (s2' := shape_of_black w h _ _ next2).
    clear move move2 next next2 no1 no2 yes low is.
    destruct s1 as (R1 & ->), s1' as (L1 & ->), s2 as (R2 & ->), s2' as (L2 & ->).
    exact (Kernel.after_RookHome_twice w h _ _ _ _ _ _ _ _ _ _ _ _ _ _ w4 h4 (on1 p (proj1 here)) (on2 p (proj1 here))
      (on3 p (proj1 here)) (W_is p here) (on2 _ between) m (on3 _ (proj1 there)) b (on2 _ between2) m2
      (on3 _ (proj1 there2)) b2 n2).
  - exfalso.
    assert (m1 : N ReadyToMate p && N Squeeze p && N ApproachNonDiag p && M RookHome p q = true).
    { rewrite (not_before RookHome ReadyToMate p q here move), (not_before RookHome Squeeze p q here move),
        (not_before RookHome ApproachNonDiag p q here move), m by (cbn; lia); reflexivity. }
    assert (n1 := N_is _ _ there no1); assert (n2 := N_is _ _ there no2).
    destruct (shape_of_piece w h _ _ (proj1 (proj1 move))) as (R1 & ->), (shape_of_black w h _ _ next) as (L1 & ->).
    exact (Kernel.after_RookHome w h _ _ _ _ _ _ _ _ _ _ w4 h4 (on1 p (proj1 here)) (on2 p (proj1 here))
      (on3 p (proj1 here)) (W_is p here) (on2 _ between) m1 (on3 _ (proj1 there)) b n1 n2).
Qed.

Lemma wins_with_home r : legal r -> can RookHome r -> win r.
Proof.
  intros there yes; apply (step_wins r RookHome there yes); intros k q2 r2 move2 next2.
  assert (low := not_later place_of (move_of w h) _ _ _ _ yes move2).
  destruct (Z_le_gt_dec (place_of k) 7) as [lower | is].
  - exact (low_wins k r q2 r2 there move2 next2 lower).
  - assert (k = RookHome) as -> by (destruct k; cbn in *; trivial; lia).
    exact (home_wins r q2 r2 there move2 next2).
Qed.

Lemma safe_wins p q r : legal p -> played RookSafe p q -> reply q r -> win r.
Proof.
  intros here move next; assert (there := legal_after w h _ _ next).
  destruct (can_or_not w h wide high Squeeze r there) as [yes | no1].
  { apply (wins_with Squeeze r there yes); cbn; lia. }
  destruct (can_or_not w h wide high RookHome r there) as [yes | no2].
  { exact (wins_with_home r there yes). }
  exfalso.
  assert (between := legal_between _ _ _ (proj1 move)).
  assert (m : N RookHome p && M RookSafe p q = true).
  { rewrite (not_before RookSafe RookHome p q here move), (M_is _ _ _ here (proj1 move)) by (cbn; lia); reflexivity. }
  assert (b := R_is _ _ next).
  assert (n1 := N_is _ _ there no1); assert (n2 := N_is _ _ there no2).
  destruct (shape_of_piece w h _ _ (proj1 (proj1 move))) as (R1 & ->), (shape_of_black w h _ _ next) as (L1 & ->).
  exact (Kernel.after_RookSafe w h _ _ _ _ _ _ _ _ _ _ w4 h4 (on1 p (proj1 here)) (on2 p (proj1 here))
    (on3 p (proj1 here)) (W_is p here) (on2 _ between) m (on3 _ (proj1 there)) b n1 n2).
Qed.

Lemma small_boards_win p q r : legal p -> played RookSafeSmallBoards p q -> reply q r -> win r.
Proof.
  intros here move next; assert (there := legal_after w h _ _ next).
  destruct (can_or_not w h wide high RookHome r there) as [yes | no].
  { exact (wins_with_home r there yes). }
  exfalso.
  assert (between := legal_between _ _ _ (proj1 move)).
  assert (m := M_is _ _ _ here (proj1 move)); assert (b := R_is _ _ next); assert (n := N_is _ _ there no).
  destruct (shape_of_piece w h _ _ (proj1 (proj1 move))) as (R1 & ->), (shape_of_black w h _ _ next) as (L1 & ->).
  exact (Kernel.after_RookSafeSmallBoards w h _ _ _ _ _ _ _ _ _ _ w4 h4 (on1 p (proj1 here)) (on2 p (proj1 here))
    (on3 p (proj1 here)) (W_is p here) (on2 _ between) m (on3 _ (proj1 there)) b n).
Qed.

Lemma always_a_move p : legal p -> exists k, can k p.
Proof.
  intros here.
  destruct (can_or_not w h wide high RookHome p here) as [yes | no1]; [exists RookHome; trivial |].
  destruct (can_or_not w h wide high RookSafe p here) as [yes | no2]; [exists RookSafe; trivial |].
  destruct (can_or_not w h wide high RookSafeSmallBoards p here) as [yes | no3]; [exists RookSafeSmallBoards; trivial |].
  exfalso; exact (Kernel.a_move_is_always_there w h _ _ _ _ _ _ w4 h4 (on1 p (proj1 here)) (on2 p (proj1 here))
    (on3 p (proj1 here)) (W_is p here) (N_is _ _ here no1) (N_is _ _ here no2) (N_is _ _ here no3)).
Qed.

Lemma every_position_wins p : legal p -> win p.
Proof.
  intros here; destruct (always_a_move p here) as (k & there).
  apply (step_wins p k here there); intros k1 q r move next.
  destruct (Z_le_gt_dec (place_of k1) 7) as [low | high'].
  { exact (low_wins k1 p q r here move next low). }
  destruct k1; cbn in high'; try lia.
  - exact (home_wins p q r here move next).
  - exact (safe_wins p q r here move next).
  - exact (small_boards_win p q r here move next).
Qed.

End Mates.

Theorem the_strategy_mates : forall width height, 4 <= width -> 4 <= height ->
  forall p, legal_white width height p -> wins width height (plays width height) p.
Proof. exact every_position_wins. Qed.

Print Assumptions the_strategy_mates.
