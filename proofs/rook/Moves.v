(* The kernel's kinds of move are those of Strategy.v. Here its lemmas about shapes enter. *)

From Coq Require Import ZArith Bool Lia.
From Zermelo Require Import Game Notions Play.
From Zermelo Require Words.
From Zermelo.rook Require Import Strategy Bridge.
From Zermelo.rook Require Krk Kernel.
Open Scope Z_scope.

Ltac notions := unfold divides, exposed, l_shape, diagonal, inside, king_moves, steps,
  critical_square, way_to_go, on_one_edge, towards_edge, new_edge, home, side, adjacent, same in *;
  cbn [king piece lone file rank] in *.

Section Moves.

Variables w h : Z.
Hypothesis wide : 4 <= w.
Hypothesis high : 4 <= h.

Let w4 := proj1 (Words.sides w h wide high).
Let h4 := proj2 (Words.sides w h wide high).
Let on1 := Words.on_king w h.
Let on2 := Words.on_piece w h.
Let on3 := Words.on_lone w h.

Lemma alike (a b : bool) :
  (((a && negb b) || (b && negb a)) = true -> False) -> (b = true <-> a = true).
Proof. destruct a, b; cbn; intuition congruence. Qed.

Lemma mate_shape_is p : legal_black w h p ->
  at1 (Krk.mate_shape w h) p = true <-> mate w h p.
Proof.
  intros legal; rewrite <- (mate_is w h p legal); apply alike.
  exact (Kernel.shape_of_mate w h _ _ _ _ _ _ w4 h4 (on1 p legal) (on2 p legal) (on3 p legal)
    (proj2 (legal_black_is w h p) legal)).
Qed.

Lemma stalemate_shape_is p : legal_black w h p ->
  at1 (Krk.stalemate_shape w h) p = true <-> stalemate w h p.
Proof.
  intros legal; rewrite <- (stalemate_is w h p legal); apply alike.
  exact (Kernel.shape_of_stalemate w h _ _ _ _ _ _ w4 h4 (on1 p legal) (on2 p legal) (on3 p legal)
    (proj2 (legal_black_is w h p) legal)).
Qed.

(* A rook that mates comes into line with the black king. *)
Lemma mating_square p s : legal_white w h p -> piece_move w h p s -> check s ->
  s = Position (king p) (Square (file (lone p)) (rank (piece p))) (lone p) \/
  s = Position (king p) (Square (file (piece p)) (rank (lone p))) (lone p).
Proof.
  intros [(_ & _ & _ & _ & apart & _) quiet] (line & k & l & way & _ & legal) [seen free].
  destruct legal as (_ & _ & _ & other & _).
  assert (screened := fun line => proj2 (between_is (king p) (piece p) (lone p) line)).
  assert (in_line (piece p) (lone p) -> between (king p) (piece p) (lone p)) as blocked.
  { intros is; destruct (between_or_not (king p) (piece p) (lone p)); trivial; destruct quiet; split; trivial. }
  rewrite <- (between_is _ _ _ line) in way; rewrite <- (between_is _ _ _ seen) in free.
  assert (dark := fun is => screened is (blocked is)); clear quiet screened blocked.
  unfold sees, rook, in_line, Krk.between, same in *; coordinates; cbn [king piece lone file rank] in *.
  destruct k as [<- <-], l as [<- <-].
  destruct line as [moved [line | line]], seen as [_ [seen | seen]]; subst; auto; exfalso; lia.
Qed.

Lemma mates_is p : legal_white w h p ->
  at1 (Krk.mates w h) p = true <-> exists s, piece_move w h p s /\ mate w h s.
Proof.
  intros legal; unfold at1, Krk.mates; rewrite orb_true_iff, !andb_true_iff.
  set (one := Position (king p) (Square (file (lone p)) (rank (piece p))) (lone p)).
  set (two := Position (king p) (Square (file (piece p)) (rank (lone p))) (lone p)).
  assert (moves : forall s, at1 (Krk.mate w h) s = true /\ at2 (Krk.rook_moves w h) p s = true <->
                            piece_move w h p s /\ mate w h s).
  { intros s; rewrite (piece_move_is w h p s legal); split.
    - intros [mates move]; split; trivial. apply mate_is; trivial. apply move.
    - intros [move mates]; split; trivial. apply mate_is; trivial. apply move. }
  assert (goal := moves one); assert (goal' := moves two).
  unfold at2, at1, one, two in goal, goal'; cbn [king piece lone file rank] in goal, goal'.
  rewrite goal, goal'; fold one; fold two; split.
  - intros [found | found]; eauto.
  - intros (s & move & mates).
    destruct (mating_square p s legal move (proj1 (proj2 mates))) as [-> | ->]; auto.
Qed.

Lemma mates_shape_is p : legal_white w h p ->
  at1 (Krk.mates_shape w h) p = true <-> exists s, piece_move w h p s /\ mate w h s.
Proof.
  intros legal; rewrite <- (mates_is p legal); apply alike.
  exact (Kernel.shape_before_mate w h _ _ _ _ _ _ w4 h4 (on1 p (proj1 legal)) (on2 p (proj1 legal))
    (on3 p (proj1 legal)) (proj2 (legal_white_is w h p) legal)).
Qed.

Lemma a_reply_is_there p : legal_black w h p -> at1 (Krk.black_is_stuck w h) p = false ->
  at1 Krk.black_takes p = false -> exists r, black_move w h p r.
Proof.
  intros legal free takes; destruct (reply_or_not w h (legal_or_not w h) p) as [there | none]; trivial.
  assert (at1 (Krk.black_is_stuck w h) p = true) as stuck; [| congruence].
  apply stuck_is; trivial; split; trivial.
  rewrite <- (takes_is w h p legal), takes; discriminate.
Qed.

Lemma ready_is p : legal_black w h p ->
  at1 (Krk.fits_ReadyToMate w h) p = true <-> ready_to_mate w h p.
Proof.
  intros legal; unfold ready_to_mate; rewrite <- (takes_is w h p legal).
  rewrite (black_moves_are_steps w h p (fun r => exists s, piece_move w h r s /\ mate w h s)).
  unfold after_every_step.
  assert (every : forall r, (legal_white w h r -> exists s, piece_move w h r s /\ mate w h s) <->
    implb (at1 (Krk.white_to_move w h) r) (at1 (Krk.mates_shape w h) r) = true).
  { intros r. assert (white := legal_white_is w h r).
    destruct (at1 (Krk.white_to_move w h) r); cbn [implb].
    - assert (legal_white w h r) by (apply white; trivial). rewrite mates_shape_is by assumption. tauto.
    - split; trivial. intros _ is; apply white in is; discriminate. }
  rewrite !every.
  unfold at1 at 1; unfold Krk.fits_ReadyToMate; rewrite !andb_true_iff, !negb_true_iff.
  unfold at1, step; cbn [king piece lone file rank].
  assert (takes := takes_is w h p legal); assert (stuck := stuck_is w h p legal).
  assert (there := a_reply_is_there p legal).
  unfold at1 in takes, stuck, there.
  split.
  - intros ((not & all) & free). split; [| split; [congruence | tauto]]. auto.
  - intros ((r & move) & not & all).
    rewrite not_true_iff_false in not. split; [tauto |].
    apply not_true_iff_false; intros none; apply stuck in none. exact (proj1 none r move).
Qed.

(* The notions of the strategy. *)

Lemma room_is p : Krk.room w h (file (piece p)) (rank (piece p)) (file (lone p)) (rank (lone p)) = room w h p.
Proof. reflexivity. Qed.

Lemma critical_is r l : Krk.critical r l = r + Z.sgn (l - r).
Proof.
  unfold Krk.critical; destruct (Z.sgn_spec (l - r)) as [[? ->] | [[? ->] | [? ->]]];
    destruct (Z.eqb_spec r l), (Z.ltb_spec l r); lia.
Qed.

Lemma way_is k p :
  Krk.way_to_go (file k) (rank k) (file (piece p)) (rank (piece p)) (file (lone p)) (rank (lone p)) =
  steps k (critical_square p).
Proof. unfold Krk.way_to_go; rewrite !critical_is; reflexivity. Qed.

Lemma divides_is p : at1 Krk.divides p = true <-> divides p.
Proof. exact (Words.divides_is p). Qed.

Lemma exposed_is p : at1 Krk.exposed p = true <-> exposed p.
Proof.
  unfold at1, Krk.exposed; rewrite !farthest, nearest.
  unfold exposed, king_moves; rewrite negb_true_iff, Z.leb_gt; reflexivity.
Qed.

Lemma l_shape_is p : at1 Krk.l_pattern p = true <-> l_shape p.
Proof. unfold at1, Krk.l_pattern; notions; lia. Qed.

Lemma one_edge_is s t :
  Krk.kings_on_one_edge w h (file s) (rank s) (file t) (rank t) = true <-> on_one_edge w h s t.
Proof. unfold Krk.kings_on_one_edge, on_one_edge; lia. Qed.

Lemma towards_is p q :
  at1 (Krk.towards_edge w h) p (file (king q)) (rank (king q)) = true <-> towards_edge w h p q.
Proof. unfold at1, Krk.towards_edge, towards_edge; lia. Qed.

Lemma beside_is s t : ~ same s t ->
  Krk.beside (file s) (rank s) (file t) (rank t) = true <-> adjacent s t.
Proof. exact (Words.beside_is s t). Qed.

(* What is true or false in the kernel's words is one or the other. *)
Ltac cases := repeat match goal with
  | |- context [Krk.divides ?a ?b ?c ?d ?e ?f] => destruct (Krk.divides a b c d e f)
  | |- context [Krk.exposed ?a ?b ?c ?d ?e ?f] => destruct (Krk.exposed a b c d e f)
  | |- context [Krk.l_pattern ?a ?b ?c ?d ?e ?f] => destruct (Krk.l_pattern a b c d e f)
  | |- context [Krk.stalemate_shape ?z ?y ?a ?b ?c ?d ?e ?f] =>
      destruct (Krk.stalemate_shape z y a b c d e f)
  | |- context [Krk.kings_on_one_edge ?a ?b ?c ?d ?e ?f] => destruct (Krk.kings_on_one_edge a b c d e f)
  | |- context [Krk.towards_edge ?a ?b ?c ?d ?e ?f ?g ?i ?j ?k] =>
      destruct (Krk.towards_edge a b c d e f g i j k)
  | |- context [Krk.beside ?a ?b ?c ?d] => destruct (Krk.beside a b c d)
  end.

Lemma edges_are p q : legal_black w h p ->
  ((4 <=? room w h q) || negb (Krk.kings_on_one_edge w h (file (king q)) (rank (king q)) (file (lone q)) (rank (lone q)))) = true /\
  ((4 <=? room w h q) || negb (Krk.beside (file (king p)) (rank (king p)) (file (piece p)) (rank (piece p)) &&
     at1 (Krk.towards_edge w h) p (file (king q)) (rank (king q)))) = true <->
  edge_conditions w h p q.
Proof.
  intros legal; unfold edge_conditions.
  assert (O := one_edge_is (king q) (lone q)); assert (T := towards_is p q).
  assert (B := beside_is (king p) (piece p) (proj1 (proj2 (proj2 (proj2 legal))))).
  rewrite <- O, <- T, <- B; clear O T B.
  generalize (room w h q); intros z; unfold at1; cases; lia.
Qed.

Lemma approach_is p q : legal_black w h p -> legal_black w h q ->
  (((Krk.way_to_go (file (king q)) (rank (king q)) (file (piece p)) (rank (piece p)) (file (lone p)) (rank (lone p)))
     <? (at1 Krk.way_to_go p))
   && (at1 Krk.divides q || at1 Krk.l_pattern q) && negb (at1 Krk.exposed q)
   && ((4 <=? room w h q) || negb (Krk.kings_on_one_edge w h (file (king q)) (rank (king q)) (file (lone q)) (rank (lone q))))
   && ((4 <=? room w h q) || negb (Krk.beside (file (king p)) (rank (king p)) (file (piece p)) (rank (piece p)) &&
         at1 (Krk.towards_edge w h) p (file (king q)) (rank (king q))))
   && negb (at1 (Krk.stalemate_shape w h) q)) = true <-> approach w h p q.
Proof.
  intros legal legal'; unfold approach.
  rewrite <- (edges_are p q legal), <- divides_is, <- l_shape_is, <- exposed_is, <- stalemate_shape_is by assumption.
  rewrite !andb_true_iff, orb_true_iff, !negb_true_iff, !not_true_iff_false.
  unfold at1 at 1; rewrite !way_is, Z.ltb_lt; tauto.
Qed.

Lemma keep_room_is p q : legal_black w h p -> legal_black w h q ->
  ((king_moves (king q) (piece q) <=? king_moves (king p) (piece q))
   && at1 Krk.divides q && negb (at1 Krk.exposed q)
   && ((4 <=? room w h q) || negb (Krk.kings_on_one_edge w h (file (king q)) (rank (king q)) (file (lone q)) (rank (lone q))))
   && ((4 <=? room w h q) || negb (Krk.beside (file (king p)) (rank (king p)) (file (piece p)) (rank (piece p)) &&
         at1 (Krk.towards_edge w h) p (file (king q)) (rank (king q))))
   && negb (at1 (Krk.stalemate_shape w h) q)) = true <-> keep_room w h p q.
Proof.
  intros legal legal'; unfold keep_room.
  rewrite <- (edges_are p q legal), <- divides_is, <- exposed_is, <- stalemate_shape_is by assumption.
  rewrite !andb_true_iff, !negb_true_iff, !not_true_iff_false, Z.leb_le; tauto.
Qed.

Lemma diagonal_is p q :
  negb ((file (king p) =? file (king q)) || (rank (king p) =? rank (king q))) = true <-> diagonal p q.
Proof. unfold diagonal; lia. Qed.

Let king_kind := Words.king_kind w h.
Let rook_kind := Words.piece_kind w h (Krk.rook_moves w h) (piece_move_is w h).

Definition kernels_move (k : kind) := match k with
  | ImmediateMate => Krk.move_ImmediateMate w h
  | ReadyToMate => Krk.move_ReadyToMate w h
  | Squeeze => Krk.move_Squeeze w h
  | ApproachDiag => Krk.move_ApproachDiag w h
  | ApproachNonDiag => Krk.move_ApproachNonDiag w h
  | KeepRoomDiag => Krk.move_KeepRoomDiag w h
  | KeepRoomNonDiag => Krk.move_KeepRoomNonDiag w h
  | RookHome => Krk.move_RookHome w h
  | RookSafe => Krk.move_RookSafe w h
  | RookSafeSmallBoards => Krk.move_RookSafeSmallBoards w h
  end.

Lemma home_is k l r g :
  negb (r =? g) && (((g =? k + 1) && (k <? l)) || ((g =? k - 1) && (l <? k)) ||
    ((Z.abs (g - k) =? 1) && ((k =? l) && (r =? k)))) = true <-> home k l r g.
Proof. unfold home; lia. Qed.

Theorem move_is k p q : legal_white w h p ->
  at2 (kernels_move k) p q = true <-> move_of w h k p q.
Proof.
  intros legal; assert (before := proj1 legal).
  destruct k; cbn [kernels_move move_of].
  - apply (rook_kind p q (at1 (Krk.mate_shape w h) q)); trivial. apply mate_shape_is.
  - change (at2 (Krk.move_ReadyToMate w h) p q) with
      ((at2 (Krk.king_moves w h) p q || at2 (Krk.rook_moves w h) p q) && at1 (Krk.fits_ReadyToMate w h) q).
    rewrite andb_true_iff, orb_true_iff, king_move_is, piece_move_is by assumption.
    unfold white_move.
    assert (king_move w h p q \/ piece_move w h p q -> legal_black w h q) as after
      by (intros [move | move]; apply move).
    assert (ready := ready_is q). tauto.
  - apply (rook_kind p q ((room w h q <? room w h p) && at1 Krk.divides q && negb (at1 Krk.exposed q)
      && negb (at1 (Krk.stalemate_shape w h) q))); trivial; intros after.
    rewrite !andb_true_iff, !negb_true_iff, Z.ltb_lt, divides_is, <- exposed_is, <- stalemate_shape_is, !not_true_iff_false by assumption.
    tauto.
  - rewrite <- diagonal_is. unfold at2, at1, Krk.move_ApproachDiag.
    apply (king_kind p q). intros after. unfold Krk.fits_ApproachDiag.
    rewrite andb_true_iff. rewrite <- (approach_is p q before after). reflexivity.
  - rewrite <- diagonal_is. unfold at2, at1, Krk.move_ApproachNonDiag.
    apply (king_kind p q). intros after. unfold Krk.fits_ApproachNonDiag.
    rewrite andb_true_iff. rewrite <- (approach_is p q before after).
    rewrite not_true_iff_false, <- negb_true_iff. reflexivity.
  - rewrite <- diagonal_is. unfold at2, at1, Krk.move_KeepRoomDiag.
    apply (king_kind p q). intros after. unfold Krk.fits_KeepRoomDiag.
    rewrite andb_true_iff. rewrite <- (keep_room_is p q before after).
    rewrite !farthest, nearest. reflexivity.
  - rewrite <- diagonal_is. unfold at2, at1, Krk.move_KeepRoomNonDiag.
    apply (king_kind p q). intros after. unfold Krk.fits_KeepRoomNonDiag.
    rewrite andb_true_iff. rewrite <- (keep_room_is p q before after).
    rewrite not_true_iff_false, <- negb_true_iff.
    rewrite !farthest, nearest. reflexivity.
  - unfold at2, at1, Krk.move_RookHome. apply (rook_kind p q); trivial; intros after.
    unfold rook_home, Krk.fits_RookHome.
    rewrite <- (takes_is w h q after), <- stalemate_shape_is, <- !home_is by assumption.
    unfold at1, Krk.black_takes.
    rewrite !andb_true_iff, orb_true_iff, !andb_true_iff, !negb_true_iff, !not_true_iff_false, !Z.eqb_eq.
    destruct (Krk.beside (file (lone q)) _ _ _), (Krk.beside (file (king q)) _ _ _);
      cbn [implb andb negb]; intuition congruence.
  - unfold at2, at1, Krk.move_RookSafe. apply (rook_kind p q); trivial; intros after.
    unfold rook_safe, Krk.fits_RookSafe.
    assert (apart := after); destruct apart as (_ & _ & _ & kr & rl & _ & _).
    rewrite <- stalemate_shape_is by assumption.
    rewrite <- (beside_is (king q) (piece q)) by assumption.
    rewrite <- (beside_is (lone q) (piece q)) by (unfold same in *; lia).
    unfold at1; generalize (Krk.stalemate_shape w h (file (king q)) (rank (king q)) (file (piece q)) (rank (piece q)) (file (lone q)) (rank (lone q))).
    unfold king_moves, new_edge; clear - wide high.
    destruct (Krk.beside (file (lone q)) _ _ _), (Krk.beside (file (king q)) _ _ _); intros []; lia.
  - unfold at2, at1, Krk.move_RookSafeSmallBoards. apply (rook_kind p q); trivial; intros after.
    unfold rook_safe_small_boards, Krk.fits_RookSafeSmallBoards.
    rewrite <- stalemate_shape_is by assumption.
    unfold at1; generalize (Krk.stalemate_shape w h (file (king q)) (rank (king q)) (file (piece q)) (rank (piece q)) (file (lone q)) (rank (lone q))).
    unfold king_moves, new_edge, Krk.beside; clear - wide high.
    intros []; lia.
Qed.

End Moves.
