(* The kernel's kinds of move are those of Strategy.v; its candidates are such moves. *)

From Coq Require Import ZArith Bool Lia.
From Zermelo Require Import Game Notions Play.
From Zermelo Require Words.
From Zermelo.queen Require Import Strategy Bridge.
From Zermelo.queen Require Kqk.
Open Scope Z_scope.

Notation can w h := (can (move_of w h)).
Notation played w h := (played place_of (move_of w h)).

(* The order of the kinds. *)

Lemma at_place n : (exists k, place_of k = n) \/ (forall k, place_of k <> n).
Proof.
  assert (n = 1 \/ n = 2 \/ n = 3 \/ n = 4 \/ n = 5 \/ n = 6 \/ n = 7 \/ (n < 1 \/ n > 7)) as number by lia.
  destruct number as [-> | [-> | [-> | [-> | [-> | [-> | [-> | outside]]]]]]].
  - left; exists Mate; reflexivity.
  - left; exists Squeeze; reflexivity.
  - left; exists Approach; reflexivity.
  - left; exists Wait; reflexivity.
  - left; exists QueenHome; reflexivity.
  - left; exists QueenBeside; reflexivity.
  - left; exists KingStep; reflexivity.
  - right; intros []; cbn; lia.
Qed.

Lemma distinct k k' : place_of k = place_of k' -> k = k'.
Proof. destruct k, k'; cbn; congruence. Qed.

Lemma positive k : 0 < place_of k.
Proof. destruct k; cbn; lia. Qed.

Section Moves.

Variables w h : Z.

Notation legal := (legal_white w h).
Notation can := (can w h).

(* The notions of the strategy. *)

Lemma room_is p :
  Kqk.room w h (file (piece p)) (rank (piece p)) (file (lone p)) (rank (lone p)) = room w h p.
Proof. reflexivity. Qed.

Lemma width_is p : Kqk.room_width w (file (piece p)) (file (lone p)) = room_width w p.
Proof. reflexivity. Qed.

Lemma way_is p : at1 Kqk.way_to_place p = way_to_place p.
Proof. reflexivity. Qed.

Lemma smaller_is p q : Kqk.smaller w h (file (piece p)) (rank (piece p)) (file (lone p)) (rank (lone p))
  (file (piece q)) (rank (piece q)) (file (lone q)) (rank (lone q)) = true <-> smaller w h p q.
Proof.
  unfold Kqk.smaller, smaller; rewrite !room_is, !width_is; generalize (room w h p), (room w h q); lia.
Qed.

Lemma trapped_is p : Kqk.trapped w h (file (piece p)) (rank (piece p)) (file (lone p)) (rank (lone p)) = true
  <-> trapped w h p.
Proof. unfold Kqk.trapped, trapped, in_corner, knights_move; lia. Qed.

Lemma on_track_is p : at1 (Kqk.on_track w h) p = true <-> on_track w h p.
Proof.
  unfold on_track; rewrite <- trapped_is, <- Words.divides_is.
  change (at1 (Kqk.on_track w h) p) with (at1 Words.divides p &&
    negb (Kqk.trapped w h (file (piece p)) (rank (piece p)) (file (lone p)) (rank (lone p)))).
  rewrite andb_true_iff, negb_true_iff, not_true_iff_false; reflexivity.
Qed.

Lemma keeps_is p : legal_black w h p ->
  at1 (Kqk.on_track w h) p = true /\
    Kqk.beside (file (lone p)) (rank (lone p)) (file (piece p)) (rank (piece p)) = false <->
  keeps w h p.
Proof.
  intros (_ & _ & _ & _ & apart & _); unfold keeps; rewrite <- on_track_is.
  rewrite <- (Words.beside_is (lone p) (piece p)) by (unfold same in *; lia).
  rewrite not_true_iff_false; reflexivity.
Qed.

Lemma safe_is p : legal_black w h p ->
  at1 Kqk.black_takes p = false /\ at1 (Kqk.stalemate w h) p = false <-> safe w h p.
Proof.
  intros legal; unfold safe; rewrite <- (Words.takes_is w h p legal), <- (stalemate_is w h p legal).
  rewrite !not_true_iff_false; reflexivity.
Qed.

Lemma near_is s t :
  Kqk.beside (file s) (rank s) (file t) (rank t) = true <-> king_moves s t <= 1.
Proof. unfold Kqk.beside, king_moves; lia. Qed.

Lemma mating_is p : legal_black w h p -> at1 (Kqk.mating w h) p = true <-> mating w h p.
Proof.
  intros (_ & _ & _ & apart & _); unfold mating, before; rewrite <- (Words.beside_is _ _ apart).
  change Words.beside with Kqk.beside; unfold at1, Kqk.mating.
  repeat (rewrite andb_true_iff || rewrite orb_true_iff || rewrite Z.eqb_eq); tauto.
Qed.

Definition kernels_move (k : kind) := match k with
  | Mate => Kqk.move_Mate w h
  | Squeeze => Kqk.move_Squeeze w h
  | Approach => Kqk.move_Approach w h
  | Wait => Kqk.move_Wait w h
  | QueenHome => Kqk.move_QueenHome w h
  | QueenBeside => Kqk.move_QueenBeside w h
  | KingStep => Kqk.move_KingStep w h
  end.

Let king_kind := Words.king_kind w h.
Let queen_kind := Words.piece_kind w h (Kqk.queen_moves w h) (piece_move_is w h).

Theorem move_is k p q : legal p -> at2 (kernels_move k) p q = true <-> move_of w h k p q.
Proof.
  intros legal; destruct k; cbn [kernels_move move_of].
  - apply (queen_kind p q (at1 (Kqk.mating w h) q)); trivial; apply mating_is.
  - unfold at2, at1, Kqk.move_Squeeze; apply (queen_kind p q); trivial; intros after.
    assert (same := keeps_is q after); unfold at1 in same; unfold Kqk.fits_Squeeze.
    unfold straight_or_one_step; rewrite <- same, <- smaller_is, <- near_is.
    rewrite !andb_true_iff, !orb_true_iff, !Z.eqb_eq, negb_true_iff; tauto.
  - unfold at2, at1, Kqk.move_Approach; apply (king_kind p q); intros after.
    assert (same := keeps_is q after); unfold at1 in same; unfold Kqk.fits_Approach.
    rewrite <- same, <- !way_is; unfold at1.
    rewrite !andb_true_iff, Z.ltb_lt, negb_true_iff; tauto.
  - unfold at2, at1, Kqk.move_Wait; apply (king_kind p q); intros after.
    assert (is := keeps_is q after); unfold at1 in is; unfold Kqk.fits_Wait.
    rewrite <- is; unfold same, kings_place; cbn [file rank].
    rewrite !andb_true_iff, !Z.eqb_eq, negb_true_iff; tauto.
  - unfold at2, at1, Kqk.move_QueenHome; apply (queen_kind p q); trivial; intros after.
    assert (is := on_track_is p); assert (is' := on_track_is q); assert (takes := Words.takes_is w h q after).
    change Words.black_takes with Kqk.black_takes in takes; unfold at1 in *; unfold Kqk.fits_QueenHome.
    rewrite <- is, <- is', <- takes, !andb_true_iff, !negb_true_iff, !not_true_iff_false; tauto.
  - unfold at2, at1, Kqk.move_QueenBeside; apply (queen_kind p q); trivial; intros after.
    assert (is := safe_is q after); unfold at1 in is; unfold Kqk.fits_QueenBeside.
    rewrite <- is, <- (Words.beside_is (king q) (piece q)) by apply after.
    rewrite !andb_true_iff, !negb_true_iff; tauto.
  - unfold at2, at1, Kqk.move_KingStep; apply (king_kind p q); intros after.
    assert (is := safe_is q after); unfold at1 in is; unfold Kqk.fits_KingStep.
    rewrite <- is, !farthest, nearest; unfold king_moves.
    rewrite !andb_true_iff, !negb_true_iff, Z.leb_le; tauto.
Qed.

Lemma is_white_move k p q : move_of w h k p q -> white_move w h p q.
Proof. unfold white_move; destruct k; cbn; tauto. Qed.

Lemma move_or_not k p q : legal p -> move_of w h k p q \/ ~ move_of w h k p q.
Proof. intros here; exact (true_or_not _ _ (move_is k p q here)). Qed.

Lemma can_or_not k p : legal p -> can k p \/ ~ can k p.
Proof. exact (Play.can_or_not w h (move_of w h) is_white_move move_or_not k p). Qed.

(* The kernel's candidates are moves. *)
Definition kernels_possible (k : kind) := match k with
  | Mate => Kqk.possible_Mate w h
  | Squeeze => Kqk.possible_Squeeze w h
  | Approach => Kqk.possible_Approach w h
  | Wait => Kqk.possible_Wait w h
  | QueenHome => Kqk.possible_QueenHome w h
  | QueenBeside => Kqk.possible_QueenBeside w h
  | KingStep => Kqk.possible_KingStep w h
  end.

Lemma possible_is k p : legal p -> at1 (kernels_possible k) p = true -> can k p.
Proof.
  intros here; unfold Play.can; destruct k; cbn [kernels_possible];
    unfold at1, Kqk.possible_Mate, Kqk.possible_Squeeze, Kqk.possible_Approach, Kqk.possible_Wait,
      Kqk.possible_QueenHome, Kqk.possible_QueenBeside, Kqk.possible_KingStep;
    rewrite !orb_true_iff; intros one; repeat destruct one as [one | one];
    candidate one; (apply move_is; [exact here | exact one]).
Qed.

Lemma impossible_is k p : legal p -> ~ can k p -> negb (at1 (kernels_possible k) p) = true.
Proof.
  intros here not; apply negb_true_iff, not_true_iff_false; intros possible.
  exact (not (possible_is k p here possible)).
Qed.

End Moves.
