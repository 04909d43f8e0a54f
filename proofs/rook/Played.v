(* Which kinds of move are there, and which is played; the kernel's candidates are such moves. *)

From Coq Require Import ZArith Bool Lia.
From Zermelo Require Import Game Notions Play.
From Zermelo.rook Require Import Strategy Bridge Moves.
From Zermelo.rook Require Krk Kernel.
Open Scope Z_scope.

Notation can w h := (can (move_of w h)).
Notation played w h := (played place_of (move_of w h)).

(* The order of the kinds. *)

Lemma at_place n : (exists k, place_of k = n) \/ (forall k, place_of k <> n).
Proof.
  assert (1 <= n <= 10 \/ n < 1 \/ n > 10) as [inside | outside] by lia;
    [left | right; intros []; cbn; lia].
  assert (n = 1 \/ n = 2 \/ n = 3 \/ n = 4 \/ n = 5 \/ n = 6 \/ n = 7 \/ n = 8 \/ n = 9 \/ n = 10)
    as number by lia.
  repeat destruct number as [-> | number]; [.. | subst n].
  - exists ImmediateMate; reflexivity.
  - exists ReadyToMate; reflexivity.
  - exists Squeeze; reflexivity.
  - exists ApproachDiag; reflexivity.
  - exists ApproachNonDiag; reflexivity.
  - exists KeepRoomDiag; reflexivity.
  - exists KeepRoomNonDiag; reflexivity.
  - exists RookHome; reflexivity.
  - exists RookSafe; reflexivity.
  - exists RookSafeSmallBoards; reflexivity.
Qed.

Lemma distinct k k' : place_of k = place_of k' -> k = k'.
Proof. destruct k, k'; cbn; congruence. Qed.

Lemma positive k : 0 < place_of k.
Proof. destruct k; cbn; lia. Qed.

Section Played.

Variables w h : Z.
Hypothesis wide : 4 <= w.
Hypothesis high : 4 <= h.

Notation legal := (legal_white w h).
Notation can := (can w h).

Lemma is_white_move k p q : move_of w h k p q -> white_move w h p q.
Proof. unfold white_move; destruct k; cbn; tauto. Qed.

Lemma move_or_not k p q : legal p -> move_of w h k p q \/ ~ move_of w h k p q.
Proof. intros here; exact (true_or_not _ _ (move_is w h wide high k p q here)). Qed.

Lemma can_or_not k p : legal p -> can k p \/ ~ can k p.
Proof. exact (Play.can_or_not w h (move_of w h) is_white_move move_or_not k p). Qed.

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

Lemma possible_is k p : legal p -> at1 (kernels_possible k) p = true -> can k p.
Proof.
  intros here; unfold Play.can; destruct k; cbn [kernels_possible];
    [exact (proj1 (mates_shape_is w h wide high p here)) | ..];
    unfold at1, Krk.possible_ReadyToMate, Krk.possible_Squeeze, Krk.possible_ApproachDiag,
      Krk.possible_ApproachNonDiag, Krk.possible_KeepRoomDiag, Krk.possible_KeepRoomNonDiag,
      Krk.possible_RookHome, Krk.possible_RookSafe, Krk.possible_RookSafeSmallBoards;
    rewrite !orb_true_iff; intros one; repeat destruct one as [one | one];
    candidate one; (apply (move_is w h wide high); [exact here | exact one]).
Qed.

Lemma impossible_is k p : legal p -> ~ can k p -> negb (at1 (kernels_possible k) p) = true.
Proof.
  intros here not; apply negb_true_iff, not_true_iff_false; intros possible.
  exact (not (possible_is k p here possible)).
Qed.

End Played.
