(* What the proofs about every piece share: one position after another, and which kind of move is
   played. *)

From Coq Require Import ZArith Bool Lia Decidable.
From Zermelo Require Import Game Notions.
Open Scope Z_scope.

(* A function of the kernel's at a position, and at two. *)
Definition at1 {A} (f : Z -> Z -> Z -> Z -> Z -> Z -> A) (p : position) : A :=
  f (file (king p)) (rank (king p)) (file (piece p)) (rank (piece p)) (file (lone p)) (rank (lone p)).

Definition at2 {A} (f : Z -> Z -> Z -> Z -> Z -> Z -> Z -> Z -> Z -> Z -> Z -> Z -> A)
  (p q : position) : A := at1 (at1 f p) q.

Ltac coordinates := repeat match goal with
  | p : position |- _ => let kx := fresh "kx" in let ky := fresh "ky" in let rx := fresh "rx" in
    let ry := fresh "ry" in let lx := fresh "lx" in let ly := fresh "ly" in
    destruct p as [[kx ky] [rx ry] [lx ly]]
  | s : square |- _ => destruct s as [? ?]
  end.

(* The position that a candidate leads to. *)
Ltac candidate one := match type of one with
  | _ _ _ _ _ _ _ _ _ ?a ?b ?c ?d ?e ?f = true =>
      exists (Position (Square a b) (Square c d) (Square e f))
  end.

(* How the kernel says "at most the larger of two distances". *)
Lemma farthest a c d :
  (a <=? c) || (a <=? 0 - c) || (a <=? d) || (a <=? 0 - d) = (a <=? Z.max (Z.abs c) (Z.abs d)).
Proof. apply eq_true_iff_eq; lia. Qed.

Lemma nearest a b m :
  (a <=? m) && (0 - a <=? m) && (b <=? m) && (0 - b <=? m) = (Z.max (Z.abs a) (Z.abs b) <=? m).
Proof. apply eq_true_iff_eq; lia. Qed.

Lemma true_or_not (b : bool) (P : Prop) : b = true <-> P -> P \/ ~ P.
Proof. destruct b; intuition congruence. Qed.

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

Lemma between_or_not m s t : between m s t \/ ~ between m s t.
Proof.
  unfold between, inside; repeat
    (apply Decidable.dec_or || apply Decidable.dec_and || apply Z.eq_decidable || apply Z.lt_decidable).
Qed.

(* Who stands before one who stands before the goal stands before the goal. *)
Lemma before_what_is_before k l s t : between l s t -> between k s l -> between k s t.
Proof.
  intros [(? & ? & ?) | [(? & ? & ?) | [(? & ? & ?) | (? & ? & ?)]]]
    [(? & ? & ?) | [(? & ? & ?) | [(? & ? & ?) | (? & ? & ?)]]]; unfold between, inside in *; first
    [ left; lia | right; left; lia | right; right; left; lia | right; right; right; lia ].
Qed.

Section Moves.

Context {the_piece : Piece}.
Variables w h : Z.

(* Black is not in check, so the white king stands before the black one. *)
Lemma lone_is_not_in_the_way p t :
  (between (lone p) (piece p) t -> sees (piece p) (lone p)) -> ~ check p ->
  ~ between (king p) (piece p) t -> ~ between (lone p) (piece p) t.
Proof.
  intros seen quiet free inway; apply free, (before_what_is_before _ (lone p)); trivial.
  destruct (between_or_not (king p) (piece p) (lone p)); trivial.
  destruct quiet; split; auto.
Qed.

Lemma white_keeps p q : white_move w h p q -> legal_black w h q /\ same (lone p) (lone q).
Proof. intros [move | move]; split; apply move. Qed.

(* Who does not move stays where he is. *)

Lemma shape_of_white p q : white_move w h p q -> exists k r, q = Position k r (lone p).
Proof.
  intros move; destruct (white_keeps p q move) as [_ [f r]].
  exists (king q), (piece q); destruct q as [? ? [? ?]], p as [? ? [? ?]]; cbn in *; congruence.
Qed.

Lemma shape_of_king p q : king_move w h p q -> exists k, q = Position k (piece p) (lone p).
Proof.
  intros (_ & [f r] & [f' r'] & _); exists (king q).
  destruct q as [? [? ?] [? ?]], p as [? [? ?] [? ?]]; cbn in *; congruence.
Qed.

Lemma shape_of_piece p q : piece_move w h p q -> exists r, q = Position (king p) r (lone p).
Proof.
  intros (_ & [f r] & [f' r'] & _); exists (piece q).
  destruct q as [[? ?] ? [? ?]], p as [[? ?] ? [? ?]]; cbn in *; congruence.
Qed.

Lemma shape_of_black q r : black_move w h q r -> exists l, r = Position (king q) (piece q) l.
Proof.
  intros (_ & [f k] & [f' k'] & _); exists (lone r).
  destruct q as [[? ?] [? ?] ?], r as [[? ?] [? ?] ?]; cbn in *; congruence.
Qed.

Lemma legal_after q r : black_move w h q r -> legal_white w h r.
Proof. intros move; apply move. Qed.

(* Eight steps of the black king. *)
Definition step (p : position) (dx dy : Z) : position :=
  Position (king p) (piece p) (Square (file (lone p) + dx) (rank (lone p) + dy)).

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
    unfold adjacent, same in *; cbn [king piece lone file rank] in *.
    destruct stays_k as [<- <-], stays_r as [<- <-].
    assert (cases : exists dx dy, lx' = lx + dx /\ ly' = ly + dy /\ -1 <= dx <= 1 /\ -1 <= dy <= 1 /\
      (dx <> 0 \/ dy <> 0)) by (exists (lx' - lx), (ly' - ly); lia).
    destruct cases as (dx & dy & -> & -> & ? & ? & ?).
    unfold after_every_step, step in all; cbn [king piece lone file rank] in all.
    assert (dx = -1 \/ dx = 0 \/ dx = 1) as [-> | [-> | ->]] by lia;
    assert (dy = -1 \/ dy = 0 \/ dy = 1) as [-> | [-> | ->]] by lia; try lia; tauto.
Qed.

Hypothesis legal_or_not : forall p, legal_white w h p \/ ~ legal_white w h p.
Hypothesis check_or_not : forall p, check p \/ ~ check p.

Lemma reply_or_not q : (exists r, black_move w h q r) \/ (forall r, ~ black_move w h q r).
Proof.
  assert (one : forall dx dy, -1 <= dx <= 1 /\ -1 <= dy <= 1 /\ (dx <> 0 \/ dy <> 0) ->
    (exists r, black_move w h q r) \/ (legal_white w h (step q dx dy) -> False)).
  { intros dx dy ?; destruct (legal_or_not (step q dx dy)) as [legal | not]; [left | tauto].
    exists (step q dx dy); split; [| split; [| split; [| exact legal]]];
      unfold step, adjacent, same; cbn; lia. }
  Local Ltac free one dx dy :=
    destruct (one dx dy) as [? | ?]; [clear; lia | left; assumption |].
  free one (-1) (-1); free one (-1) 0; free one (-1) 1; free one 0 (-1); free one 0 1;
    free one 1 (-1); free one 1 0; free one 1 1.
  right; refine (proj2 (black_moves_are_steps q (fun _ => False)) _); unfold after_every_step; auto 10.
Qed.

Lemma mate_or_reply q : legal_black w h q -> ~ black_takes_piece q -> ~ stalemate w h q ->
  mate w h q \/ exists r, black_move w h q r.
Proof.
  intros legal safe moves; destruct (reply_or_not q) as [there | none]; [right; trivial | left].
  assert (no_black_move w h q) by (split; trivial).
  destruct (check_or_not q); [split; auto | destruct moves; split; auto].
Qed.

Section Kinds.

Context {kind : Type}.
Variable place_of : kind -> Z.
Variable move_of : kind -> position -> position -> Prop.

(* A move of a kind is there. *)
Definition can (k : kind) (p : position) : Prop := exists q, move_of k p q.

(* A move of a kind is played: no earlier kind is there. *)
Definition played (k : kind) (p q : position) : Prop :=
  move_of k p q /\ forall k', place_of k' < place_of k -> ~ can k' p.

Lemma plays_is p q : first_possible place_of move_of p q <-> exists k, played k p q.
Proof.
  unfold first_possible, played, can; split; intros (k & move & first); exists k; split; trivial.
  - intros k' before (q' & move'); exact (first k' q' before move').
  - intros k' q' before move'; exact (first k' before (ex_intro _ q' move')).
Qed.

(* Where a kind is there, no later kind is played. *)
Lemma not_later k k' p q : can k p -> played k' p q -> place_of k' <= place_of k.
Proof.
  intros there [_ first]; destruct (Z_le_gt_dec (place_of k') (place_of k)); trivial.
  destruct (first k); [lia | trivial].
Qed.

Hypothesis is_white_move : forall k p q, move_of k p q -> white_move w h p q.

Lemma legal_between k p q : move_of k p q -> legal_black w h q.
Proof. intros move; exact (proj1 (white_keeps p q (is_white_move k p q move))). Qed.

Hypothesis move_or_not : forall k p q, legal_white w h p -> move_of k p q \/ ~ move_of k p q.

Lemma can_or_not k p : legal_white w h p -> can k p \/ ~ can k p.
Proof.
  intros here.
  pose (goes kx ky rx ry := move_of k p (Position (Square kx ky) (Square rx ry) (lone p))).
  assert (decide : forall kx ky rx ry, goes kx ky rx ry \/ ~ goes kx ky rx ry)
    by (intros; apply move_or_not; trivial).
  destruct (bounded (fun kx => exists ky, 0 <= ky < h /\ exists rx, 0 <= rx < w /\
    exists ry, 0 <= ry < h /\ goes kx ky rx ry)) with (n := w) as [found | none].
  { intros kx; apply bounded; intros ky; apply bounded; intros rx; apply bounded; auto. }
  - left; destruct found as (kx & _ & ky & _ & rx & _ & ry & _ & move); eexists; exact move.
  - right; intros (q & move); apply none.
    assert (legal := legal_between k p q move).
    destruct (shape_of_white p q (is_white_move k p q move)) as ([kx ky] & [rx ry] & ->).
    destruct legal as ([fk rk] & [fr rr] & _); cbn [king piece file rank] in fk, rk, fr, rr.
    exists kx; split; trivial; exists ky; split; trivial; exists rx; split; trivial.
    exists ry; split; trivial.
Qed.

Hypothesis at_place : forall n, (exists k, place_of k = n) \/ (forall k, place_of k <> n).
Hypothesis distinct : forall k k', place_of k = place_of k' -> k = k'.
Hypothesis positive : forall k, 0 < place_of k.

(* Where a kind is there, the first kind that is there is played. *)
Lemma first_kind k p : legal_white w h p -> can k p ->
  exists k' q, place_of k' <= place_of k /\ played k' p q.
Proof.
  intros here there.
  assert (search : forall n : nat, (exists k' q, place_of k' <= Z.of_nat n /\ played k' p q) \/
    (forall k', place_of k' <= Z.of_nat n -> ~ can k' p)).
  { induction n as [| n [(k' & q & low & move) | none]].
    - right; intros k' low; assert (above := positive k'); cbn in low; lia.
    - left; exists k', q; split; [lia | trivial].
    - assert (at_most : forall k', place_of k' <= Z.of_nat (S n) ->
        place_of k' <= Z.of_nat n \/ place_of k' = Z.of_nat (S n)) by lia.
      destruct (at_place (Z.of_nat (S n))) as [(k' & is) | no].
      + destruct (can_or_not k' p here) as [(q & move) | not].
        * left; exists k', q; split; [lia |]; split; trivial.
          intros k'' before; apply none; lia.
        * right; intros k'' low; destruct (at_most k'' low) as [lower | equal]; [auto |].
          assert (k'' = k') as -> by (apply distinct; congruence). trivial.
      + right; intros k'' low; destruct (at_most k'' low) as [lower | equal]; [auto |].
        destruct (no k'' equal). }
  assert (above := positive k).
  destruct (search (Z.to_nat (place_of k))) as [(k' & q & low & move) | none].
  - exists k', q; split; [lia | trivial].
  - destruct (none k); [lia | trivial].
Qed.

Hypothesis piece_is_safe : forall k p q, legal_white w h p -> move_of k p q -> ~ black_takes_piece q.
Hypothesis not_stalemate : forall k p q, legal_white w h p -> move_of k p q -> ~ stalemate w h q.

(* White wins if he has a move, and after every move by the strategy and every reply. *)
Lemma step_wins p k : legal_white w h p -> can k p ->
  (forall k q r, played k p q -> black_move w h q r ->
     wins w h (first_possible place_of move_of) r) ->
  wins w h (first_possible place_of move_of) p.
Proof.
  intros here there next; constructor.
  - destruct (first_kind k p here there) as (k' & q & _ & move).
    exists q; apply plays_is; exists k'; exact move.
  - intros q plays; apply plays_is in plays; destruct plays as (k' & move).
    assert (m := proj1 move); assert (safe := piece_is_safe k' p q here m).
    assert (stale := not_stalemate k' p q here m).
    split; [exact (is_white_move k' p q m) |].
    split; [exact safe |].
    split; [exact stale |].
    split; [exact (mate_or_reply q (legal_between k' p q m) safe stale) |].
    intros r; exact (next k' q r move).
Qed.

End Kinds.
End Moves.
