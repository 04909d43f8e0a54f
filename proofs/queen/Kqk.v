(* Written by `zermelo strategy kqk prove --rocq FILE`. Do not edit.

   The definition of the strategy and its lemmas, as the kernel reads them: w files and h
   ranks, the white king (kx, ky), the queen (qx, qy), the black king (lx, ly). *)

From Coq Require Import ZArith Bool.
Open Scope Z_scope.
Open Scope bool_scope.

Definition on_board (w h x y : Z) : bool :=
  (0 <=? x) && (x <? w) && (0 <=? y) && (y <? h).

Definition beside (kx ky qx qy : Z) : bool :=
  ((Z.abs (kx - qx)) <=? 1) && ((Z.abs (ky - qy)) <=? 1).

Definition king_blocks (kx ky qx qy x y : Z) : bool :=
  ((kx =? qx) && (kx =? x) && (((qy <? ky) && (ky <? y)) || ((y <? ky) && (ky <? qy))))
  || ((ky =? qy) && (ky =? y) && (((qx <? kx) && (kx <? x)) || ((x <? kx) && (kx <? qx))))
  || (((kx + ky) =? (qx + qy))
      && ((kx + ky) =? (x + y))
      && (((qx <? kx) && (kx <? x)) || ((x <? kx) && (kx <? qx))))
  || (((kx - ky) =? (qx - qy))
      && ((kx - ky) =? (x - y))
      && (((qx <? kx) && (kx <? x)) || ((x <? kx) && (kx <? qx)))).

Definition queen_attacks (kx ky qx qy x y : Z) : bool :=
  ((x =? qx) || (y =? qy) || ((qx - qy) =? (x - y)) || ((qx + qy) =? (x + y)))
  && (negb ((qx =? x) && (qy =? y)))
  && (negb (king_blocks kx ky qx qy x y)).

Definition black_to_move (w h kx ky qx qy lx ly : Z) : bool :=
  (on_board w h kx ky)
  && (negb (beside kx ky lx ly))
  && ((on_board w h qx qy)
      && (on_board w h lx ly)
      && (negb ((qx =? kx) && (qy =? ky)))
      && (negb ((qx =? lx) && (qy =? ly)))).

Definition white_to_move (w h kx ky qx qy lx ly : Z) : bool :=
  (black_to_move w h kx ky qx qy lx ly) && (negb (queen_attacks kx ky qx qy lx ly)).

Definition king_moves (w h kx ky qx qy lx ly kx' ky' qx' qy' lx' ly' : Z) : bool :=
  (beside kx ky kx' ky')
  && (negb ((kx =? kx') && (ky =? ky')))
  && ((qx =? qx') && (qy =? qy') && ((lx =? lx') && (ly =? ly')))
  && (black_to_move w h kx' ky' qx' qy' lx' ly').

Definition black_moves (w h kx ky qx qy lx ly kx' ky' qx' qy' lx' ly' : Z) : bool :=
  (beside lx ly lx' ly')
  && (negb ((lx =? lx') && (ly =? ly')))
  && ((kx =? kx') && (ky =? ky') && ((qx =? qx') && (qy =? qy')))
  && (white_to_move w h kx' ky' qx' qy' lx' ly').

Definition black_takes (kx ky qx qy lx ly : Z) : bool :=
  (beside lx ly qx qy) && (negb (beside kx ky qx qy)).

Definition black_is_stuck (w h kx ky qx qy lx ly : Z) : bool :=
  (negb (white_to_move w h kx ky qx qy (lx + (-1)) (ly + (-1))))
  && (negb (white_to_move w h kx ky qx qy (lx + (-1)) (ly + 0)))
  && (negb (white_to_move w h kx ky qx qy (lx + (-1)) (ly + 1)))
  && (negb (white_to_move w h kx ky qx qy (lx + 0) (ly + (-1))))
  && (negb (white_to_move w h kx ky qx qy (lx + 0) (ly + 1)))
  && (negb (white_to_move w h kx ky qx qy (lx + 1) (ly + (-1))))
  && (negb (white_to_move w h kx ky qx qy (lx + 1) (ly + 0)))
  && (negb (white_to_move w h kx ky qx qy (lx + 1) (ly + 1)))
  && (negb (black_takes kx ky qx qy lx ly)).

Definition mate (w h kx ky qx qy lx ly : Z) : bool :=
  (queen_attacks kx ky qx qy lx ly)
  && (black_is_stuck w h kx ky qx qy lx ly)
  && (black_to_move w h kx ky qx qy lx ly).

Definition stalemate (w h kx ky qx qy lx ly : Z) : bool :=
  (negb (queen_attacks kx ky qx qy lx ly)) && (black_is_stuck w h kx ky qx qy lx ly).

Definition divides (kx ky qx qy lx ly : Z) : bool :=
  ((kx <? qx) && (qx <? lx))
  || ((lx <? qx) && (qx <? kx))
  || (((ky <? qy) && (qy <? ly)) || ((ly <? qy) && (qy <? ky))).

Definition queen_moves (w h kx ky qx qy lx ly kx' ky' qx' qy' lx' ly' : Z) : bool :=
  (queen_attacks kx ky qx qy qx' qy')
  && ((kx =? kx') && (ky =? ky') && ((lx =? lx') && (ly =? ly')))
  && (black_to_move w h kx' ky' qx' qy' lx' ly').

Definition room_width (w qx lx : Z) : Z :=
  if lx <? qx then qx else ((w - 1) - qx).

Definition room (w h qx qy lx ly : Z) : Z :=
  if (qx =? lx) || (qy =? ly) then ((w + h) - 1) else ((room_width w qx lx) + (room_width h qy ly)).

Definition way_to_place (kx ky qx qy lx ly : Z) : Z :=
  (Z.abs (kx - (if lx <? qx then (qx + 1) else (qx - 1)))) + (Z.abs (ky - (if ly <? qy then (qy - 1) else (qy + 1)))).

Definition mating (w h kx ky qx qy lx ly : Z) : bool :=
  (((((lx =? 0) && (qx =? 1)) || ((lx =? (w - 1)) && (qx =? (w - 2)))) && (qy =? ly))
      || ((((ly =? 0) && (qy =? 1)) || ((ly =? (h - 1)) && (qy =? (h - 2)))) && (qx =? lx))
      || ((((lx =? 0) && (qx =? 1)) || ((lx =? (w - 1)) && (qx =? (w - 2))))
          && (((ly =? 0) && (qy =? 1)) || ((ly =? (h - 1)) && (qy =? (h - 2))))))
  && (beside kx ky qx qy).

Definition trapped (w h qx qy lx ly : Z) : bool :=
  ((lx =? 0) || (lx =? (w - 1)))
  && ((ly =? 0) || (ly =? (h - 1)))
  && (((((qx - lx) =? 1) || ((qx - lx) =? (-1))) && (((qy - ly) =? 2) || ((qy - ly) =? (-2))))
      || ((((qx - lx) =? 2) || ((qx - lx) =? (-2))) && (((qy - ly) =? 1) || ((qy - ly) =? (-1))))).

Definition smaller (w h qx qy lx ly qx' qy' lx' ly' : Z) : bool :=
  ((room w h qx' qy' lx' ly') <? (room w h qx qy lx ly))
  || (((room w h qx' qy' lx' ly') =? (room w h qx qy lx ly))
      && ((room_width w qx' lx') <? (room_width w qx lx))).

Definition on_track (w h kx ky qx qy lx ly : Z) : bool :=
  (divides kx ky qx qy lx ly) && (negb (trapped w h qx qy lx ly)).

Definition move_Mate (w h kx ky qx qy lx ly kx' ky' qx' qy' lx' ly' : Z) : bool :=
  (queen_moves w h kx ky qx qy lx ly kx' ky' qx' qy' lx' ly')
  && (mating w h kx' ky' qx' qy' lx' ly').

Definition possible_Mate (w h kx ky qx qy lx ly : Z) : bool :=
  (move_Mate w h kx ky qx qy lx ly kx ky (lx + (-1)) (ly + (-1)) lx ly)
  || (move_Mate w h kx ky qx qy lx ly kx ky (lx + (-1)) (ly + 0) lx ly)
  || (move_Mate w h kx ky qx qy lx ly kx ky (lx + (-1)) (ly + 1) lx ly)
  || (move_Mate w h kx ky qx qy lx ly kx ky (lx + 0) (ly + (-1)) lx ly)
  || (move_Mate w h kx ky qx qy lx ly kx ky (lx + 0) (ly + 1) lx ly)
  || (move_Mate w h kx ky qx qy lx ly kx ky (lx + 1) (ly + (-1)) lx ly)
  || (move_Mate w h kx ky qx qy lx ly kx ky (lx + 1) (ly + 0) lx ly)
  || (move_Mate w h kx ky qx qy lx ly kx ky (lx + 1) (ly + 1) lx ly).

Definition fits_Squeeze (w h qx qy lx ly kx' ky' qx' qy' lx' ly' : Z) : bool :=
  ((qx =? qx') || (qy =? qy') || (beside qx qy qx' qy'))
  && (smaller w h qx qy lx ly qx' qy' lx' ly')
  && ((on_track w h kx' ky' qx' qy' lx' ly') && (negb (beside lx' ly' qx' qy'))).

Definition move_Squeeze (w h kx ky qx qy lx ly kx' ky' qx' qy' lx' ly' : Z) : bool :=
  (queen_moves w h kx ky qx qy lx ly kx' ky' qx' qy' lx' ly')
  && (fits_Squeeze w h qx qy lx ly kx' ky' qx' qy' lx' ly').

Definition possible_Squeeze (w h kx ky qx qy lx ly : Z) : bool :=
  (move_Squeeze w h kx ky qx qy lx ly kx ky (lx + (-3)) qy lx ly)
  || (move_Squeeze w h kx ky qx qy lx ly kx ky (lx + (-2)) qy lx ly)
  || (move_Squeeze w h kx ky qx qy lx ly kx ky (lx + (-1)) qy lx ly)
  || (move_Squeeze w h kx ky qx qy lx ly kx ky (lx + 1) qy lx ly)
  || (move_Squeeze w h kx ky qx qy lx ly kx ky (lx + 2) qy lx ly)
  || (move_Squeeze w h kx ky qx qy lx ly kx ky (lx + 3) qy lx ly)
  || (move_Squeeze w h kx ky qx qy lx ly kx ky qx (ly + (-3)) lx ly)
  || (move_Squeeze w h kx ky qx qy lx ly kx ky qx (ly + (-2)) lx ly)
  || (move_Squeeze w h kx ky qx qy lx ly kx ky qx (ly + (-1)) lx ly)
  || (move_Squeeze w h kx ky qx qy lx ly kx ky qx (ly + 1) lx ly)
  || (move_Squeeze w h kx ky qx qy lx ly kx ky qx (ly + 2) lx ly)
  || (move_Squeeze w h kx ky qx qy lx ly kx ky qx (ly + 3) lx ly)
  || (move_Squeeze w h kx ky qx qy lx ly kx ky (qx + (-1)) (qy + (-1)) lx ly)
  || (move_Squeeze w h kx ky qx qy lx ly kx ky (qx + (-1)) (qy + 1) lx ly)
  || (move_Squeeze w h kx ky qx qy lx ly kx ky (qx + 1) (qy + (-1)) lx ly)
  || (move_Squeeze w h kx ky qx qy lx ly kx ky (qx + 1) (qy + 1) lx ly).

Definition fits_Approach (w h kx ky qx qy lx ly kx' ky' qx' qy' lx' ly' : Z) : bool :=
  ((way_to_place kx' ky' qx' qy' lx' ly') <? (way_to_place kx ky qx qy lx ly))
  && ((on_track w h kx' ky' qx' qy' lx' ly') && (negb (beside lx' ly' qx' qy'))).

Definition move_Approach (w h kx ky qx qy lx ly kx' ky' qx' qy' lx' ly' : Z) : bool :=
  (king_moves w h kx ky qx qy lx ly kx' ky' qx' qy' lx' ly')
  && (fits_Approach w h kx ky qx qy lx ly kx' ky' qx' qy' lx' ly').

Definition possible_Approach (w h kx ky qx qy lx ly : Z) : bool :=
  (move_Approach w h kx ky qx qy lx ly (kx + (-1)) (ky + (-1)) qx qy lx ly)
  || (move_Approach w h kx ky qx qy lx ly (kx + (-1)) (ky + 0) qx qy lx ly)
  || (move_Approach w h kx ky qx qy lx ly (kx + (-1)) (ky + 1) qx qy lx ly)
  || (move_Approach w h kx ky qx qy lx ly (kx + 0) (ky + (-1)) qx qy lx ly)
  || (move_Approach w h kx ky qx qy lx ly (kx + 0) (ky + 1) qx qy lx ly)
  || (move_Approach w h kx ky qx qy lx ly (kx + 1) (ky + (-1)) qx qy lx ly)
  || (move_Approach w h kx ky qx qy lx ly (kx + 1) (ky + 0) qx qy lx ly)
  || (move_Approach w h kx ky qx qy lx ly (kx + 1) (ky + 1) qx qy lx ly).

Definition fits_Wait (w h kx ky qx qy lx ly kx' ky' qx' qy' lx' ly' : Z) : bool :=
  (kx =? (if lx <? qx then (qx + 1) else (qx - 1)))
  && (ky =? (if ly <? qy then (qy - 1) else (qy + 1)))
  && ((on_track w h kx' ky' qx' qy' lx' ly') && (negb (beside lx' ly' qx' qy'))).

Definition move_Wait (w h kx ky qx qy lx ly kx' ky' qx' qy' lx' ly' : Z) : bool :=
  (king_moves w h kx ky qx qy lx ly kx' ky' qx' qy' lx' ly')
  && (fits_Wait w h kx ky qx qy lx ly kx' ky' qx' qy' lx' ly').

Definition possible_Wait (w h kx ky qx qy lx ly : Z) : bool :=
  (move_Wait w h kx ky qx qy lx ly (kx + (-1)) (ky + (-1)) qx qy lx ly)
  || (move_Wait w h kx ky qx qy lx ly (kx + (-1)) (ky + 0) qx qy lx ly)
  || (move_Wait w h kx ky qx qy lx ly (kx + (-1)) (ky + 1) qx qy lx ly)
  || (move_Wait w h kx ky qx qy lx ly (kx + 0) (ky + (-1)) qx qy lx ly)
  || (move_Wait w h kx ky qx qy lx ly (kx + 0) (ky + 1) qx qy lx ly)
  || (move_Wait w h kx ky qx qy lx ly (kx + 1) (ky + (-1)) qx qy lx ly)
  || (move_Wait w h kx ky qx qy lx ly (kx + 1) (ky + 0) qx qy lx ly)
  || (move_Wait w h kx ky qx qy lx ly (kx + 1) (ky + 1) qx qy lx ly).

Definition fits_QueenHome (w h kx ky qx qy lx ly kx' ky' qx' qy' lx' ly' : Z) : bool :=
  (negb (on_track w h kx ky qx qy lx ly))
  && (on_track w h kx' ky' qx' qy' lx' ly')
  && (negb (black_takes kx' ky' qx' qy' lx' ly')).

Definition move_QueenHome (w h kx ky qx qy lx ly kx' ky' qx' qy' lx' ly' : Z) : bool :=
  (queen_moves w h kx ky qx qy lx ly kx' ky' qx' qy' lx' ly')
  && (fits_QueenHome w h kx ky qx qy lx ly kx' ky' qx' qy' lx' ly').

Definition possible_QueenHome (w h kx ky qx qy lx ly : Z) : bool :=
  (move_QueenHome w h kx ky qx qy lx ly kx ky (kx - 1) qy lx ly)
  || (move_QueenHome w h kx ky qx qy lx ly kx ky (kx + 1) qy lx ly)
  || (move_QueenHome w h kx ky qx qy lx ly kx ky qx (ky - 1) lx ly)
  || (move_QueenHome w h kx ky qx qy lx ly kx ky qx (ky + 1) lx ly)
  || (move_QueenHome w h kx ky qx qy lx ly kx ky lx qy lx ly)
  || (move_QueenHome w h kx ky qx qy lx ly kx ky qx ly lx ly)
  || (move_QueenHome w h kx ky qx qy lx ly kx ky (kx - 1) (qy + ((kx - 1) - qx)) lx ly)
  || (move_QueenHome w h kx ky qx qy lx ly kx ky (kx - 1) (qy - ((kx - 1) - qx)) lx ly)
  || (move_QueenHome w h kx ky qx qy lx ly kx ky (kx + 1) (qy + ((kx + 1) - qx)) lx ly)
  || (move_QueenHome w h kx ky qx qy lx ly kx ky (kx + 1) (qy - ((kx + 1) - qx)) lx ly)
  || (move_QueenHome w h kx ky qx qy lx ly kx ky (qx + ((ky - 1) - qy)) (ky - 1) lx ly)
  || (move_QueenHome w h kx ky qx qy lx ly kx ky (qx - ((ky - 1) - qy)) (ky - 1) lx ly)
  || (move_QueenHome w h kx ky qx qy lx ly kx ky (qx + ((ky + 1) - qy)) (ky + 1) lx ly)
  || (move_QueenHome w h kx ky qx qy lx ly kx ky (qx - ((ky + 1) - qy)) (ky + 1) lx ly).

Definition fits_QueenBeside (w h kx' ky' qx' qy' lx' ly' : Z) : bool :=
  (beside kx' ky' qx' qy')
  && ((negb (black_takes kx' ky' qx' qy' lx' ly')) && (negb (stalemate w h kx' ky' qx' qy' lx' ly'))).

Definition move_QueenBeside (w h kx ky qx qy lx ly kx' ky' qx' qy' lx' ly' : Z) : bool :=
  (queen_moves w h kx ky qx qy lx ly kx' ky' qx' qy' lx' ly')
  && (fits_QueenBeside w h kx' ky' qx' qy' lx' ly').

Definition possible_QueenBeside (w h kx ky qx qy lx ly : Z) : bool :=
  (move_QueenBeside w h kx ky qx qy lx ly kx ky (kx + (-1)) (ky + (-1)) lx ly)
  || (move_QueenBeside w h kx ky qx qy lx ly kx ky (kx + (-1)) (ky + 0) lx ly)
  || (move_QueenBeside w h kx ky qx qy lx ly kx ky (kx + (-1)) (ky + 1) lx ly)
  || (move_QueenBeside w h kx ky qx qy lx ly kx ky (kx + 0) (ky + (-1)) lx ly)
  || (move_QueenBeside w h kx ky qx qy lx ly kx ky (kx + 0) (ky + 1) lx ly)
  || (move_QueenBeside w h kx ky qx qy lx ly kx ky (kx + 1) (ky + (-1)) lx ly)
  || (move_QueenBeside w h kx ky qx qy lx ly kx ky (kx + 1) (ky + 0) lx ly)
  || (move_QueenBeside w h kx ky qx qy lx ly kx ky (kx + 1) (ky + 1) lx ly).

Definition fits_KingStep (w h kx ky kx' ky' qx' qy' lx' ly' : Z) : bool :=
  (((kx' - lx') <=? (kx - lx'))
      || ((kx' - lx') <=? (0 - (kx - lx')))
      || ((kx' - lx') <=? (ky - ly'))
      || ((kx' - lx') <=? (0 - (ky - ly'))))
  && (((0 - (kx' - lx')) <=? (kx - lx'))
      || ((0 - (kx' - lx')) <=? (0 - (kx - lx')))
      || ((0 - (kx' - lx')) <=? (ky - ly'))
      || ((0 - (kx' - lx')) <=? (0 - (ky - ly'))))
  && (((ky' - ly') <=? (kx - lx'))
      || ((ky' - ly') <=? (0 - (kx - lx')))
      || ((ky' - ly') <=? (ky - ly'))
      || ((ky' - ly') <=? (0 - (ky - ly'))))
  && (((0 - (ky' - ly')) <=? (kx - lx'))
      || ((0 - (ky' - ly')) <=? (0 - (kx - lx')))
      || ((0 - (ky' - ly')) <=? (ky - ly'))
      || ((0 - (ky' - ly')) <=? (0 - (ky - ly'))))
  && ((negb (black_takes kx' ky' qx' qy' lx' ly')) && (negb (stalemate w h kx' ky' qx' qy' lx' ly'))).

Definition move_KingStep (w h kx ky qx qy lx ly kx' ky' qx' qy' lx' ly' : Z) : bool :=
  (king_moves w h kx ky qx qy lx ly kx' ky' qx' qy' lx' ly')
  && (fits_KingStep w h kx ky kx' ky' qx' qy' lx' ly').

Definition possible_KingStep (w h kx ky qx qy lx ly : Z) : bool :=
  (move_KingStep w h kx ky qx qy lx ly (kx + (-1)) (ky + (-1)) qx qy lx ly)
  || (move_KingStep w h kx ky qx qy lx ly (kx + (-1)) (ky + 0) qx qy lx ly)
  || (move_KingStep w h kx ky qx qy lx ly (kx + (-1)) (ky + 1) qx qy lx ly)
  || (move_KingStep w h kx ky qx qy lx ly (kx + 0) (ky + (-1)) qx qy lx ly)
  || (move_KingStep w h kx ky qx qy lx ly (kx + 0) (ky + 1) qx qy lx ly)
  || (move_KingStep w h kx ky qx qy lx ly (kx + 1) (ky + (-1)) qx qy lx ly)
  || (move_KingStep w h kx ky qx qy lx ly (kx + 1) (ky + 0) qx qy lx ly)
  || (move_KingStep w h kx ky qx qy lx ly (kx + 1) (ky + 1) qx qy lx ly).

(* the black king is never in the queen's way: The queen, moving as the definition lets her, does not jump over the black king. *)
Definition the_black_king_is_never_in_the_queens_way : Prop := forall w h kx ky qx qy lx ly qx1 qy1 : Z,
  (4 <=? w) = true ->
  (4 <=? h) = true ->
  (on_board w h kx ky) = true ->
  (on_board w h qx qy) = true ->
  (on_board w h lx ly) = true ->
  (white_to_move w h kx ky qx qy lx ly) = true ->
  (on_board w h qx1 qy1) = true ->
  (queen_moves w h kx ky qx qy lx ly kx ky qx1 qy1 lx ly) = true ->
  (king_blocks lx ly qx qy qx1 qy1) = true ->
  False.

(* candidates of Mate: Every legal move that fits Mate is one of its candidates. *)
Definition candidates_of_Mate : Prop := forall w h kx ky qx qy lx ly qx1 qy1 : Z,
  (4 <=? w) = true ->
  (4 <=? h) = true ->
  (on_board w h kx ky) = true ->
  (on_board w h qx qy) = true ->
  (on_board w h lx ly) = true ->
  (white_to_move w h kx ky qx qy lx ly) = true ->
  (on_board w h qx1 qy1) = true ->
  (move_Mate w h kx ky qx qy lx ly kx ky qx1 qy1 lx ly) = true ->
  (negb ((kx =? kx) && (ky =? ky) && (((lx + (-1)) =? qx1) && ((ly + (-1)) =? qy1)))) = true ->
  (negb ((kx =? kx) && (ky =? ky) && (((lx + (-1)) =? qx1) && ((ly + 0) =? qy1)))) = true ->
  (negb ((kx =? kx) && (ky =? ky) && (((lx + (-1)) =? qx1) && ((ly + 1) =? qy1)))) = true ->
  (negb ((kx =? kx) && (ky =? ky) && (((lx + 0) =? qx1) && ((ly + (-1)) =? qy1)))) = true ->
  (negb ((kx =? kx) && (ky =? ky) && (((lx + 0) =? qx1) && ((ly + 1) =? qy1)))) = true ->
  (negb ((kx =? kx) && (ky =? ky) && (((lx + 1) =? qx1) && ((ly + (-1)) =? qy1)))) = true ->
  (negb ((kx =? kx) && (ky =? ky) && (((lx + 1) =? qx1) && ((ly + 0) =? qy1)))) = true ->
  (negb ((kx =? kx) && (ky =? ky) && (((lx + 1) =? qx1) && ((ly + 1) =? qy1)))) = true ->
  False.

(* candidates of Squeeze: If some legal move fits Squeeze, one of its candidates does. *)
Definition candidates_of_Squeeze : Prop := forall w h kx ky qx qy lx ly qx1 qy1 : Z,
  (4 <=? w) = true ->
  (4 <=? h) = true ->
  (on_board w h kx ky) = true ->
  (on_board w h qx qy) = true ->
  (on_board w h lx ly) = true ->
  (white_to_move w h kx ky qx qy lx ly) = true ->
  (on_board w h qx1 qy1) = true ->
  (move_Squeeze w h kx ky qx qy lx ly kx ky qx1 qy1 lx ly) = true ->
  (negb (possible_Squeeze w h kx ky qx qy lx ly)) = true ->
  False.

(* candidates of Approach: Every legal move that fits Approach is one of its candidates. *)
Definition candidates_of_Approach : Prop := forall w h kx ky qx qy lx ly kx1 ky1 : Z,
  (4 <=? w) = true ->
  (4 <=? h) = true ->
  (on_board w h kx ky) = true ->
  (on_board w h qx qy) = true ->
  (on_board w h lx ly) = true ->
  (white_to_move w h kx ky qx qy lx ly) = true ->
  (on_board w h kx1 ky1) = true ->
  (move_Approach w h kx ky qx qy lx ly kx1 ky1 qx qy lx ly) = true ->
  (negb (((kx + (-1)) =? kx1) && ((ky + (-1)) =? ky1) && ((qx =? qx) && (qy =? qy)))) = true ->
  (negb (((kx + (-1)) =? kx1) && ((ky + 0) =? ky1) && ((qx =? qx) && (qy =? qy)))) = true ->
  (negb (((kx + (-1)) =? kx1) && ((ky + 1) =? ky1) && ((qx =? qx) && (qy =? qy)))) = true ->
  (negb (((kx + 0) =? kx1) && ((ky + (-1)) =? ky1) && ((qx =? qx) && (qy =? qy)))) = true ->
  (negb (((kx + 0) =? kx1) && ((ky + 1) =? ky1) && ((qx =? qx) && (qy =? qy)))) = true ->
  (negb (((kx + 1) =? kx1) && ((ky + (-1)) =? ky1) && ((qx =? qx) && (qy =? qy)))) = true ->
  (negb (((kx + 1) =? kx1) && ((ky + 0) =? ky1) && ((qx =? qx) && (qy =? qy)))) = true ->
  (negb (((kx + 1) =? kx1) && ((ky + 1) =? ky1) && ((qx =? qx) && (qy =? qy)))) = true ->
  False.

(* candidates of Wait: Every legal move that fits Wait is one of its candidates. *)
Definition candidates_of_Wait : Prop := forall w h kx ky qx qy lx ly kx1 ky1 : Z,
  (4 <=? w) = true ->
  (4 <=? h) = true ->
  (on_board w h kx ky) = true ->
  (on_board w h qx qy) = true ->
  (on_board w h lx ly) = true ->
  (white_to_move w h kx ky qx qy lx ly) = true ->
  (on_board w h kx1 ky1) = true ->
  (move_Wait w h kx ky qx qy lx ly kx1 ky1 qx qy lx ly) = true ->
  (negb (((kx + (-1)) =? kx1) && ((ky + (-1)) =? ky1) && ((qx =? qx) && (qy =? qy)))) = true ->
  (negb (((kx + (-1)) =? kx1) && ((ky + 0) =? ky1) && ((qx =? qx) && (qy =? qy)))) = true ->
  (negb (((kx + (-1)) =? kx1) && ((ky + 1) =? ky1) && ((qx =? qx) && (qy =? qy)))) = true ->
  (negb (((kx + 0) =? kx1) && ((ky + (-1)) =? ky1) && ((qx =? qx) && (qy =? qy)))) = true ->
  (negb (((kx + 0) =? kx1) && ((ky + 1) =? ky1) && ((qx =? qx) && (qy =? qy)))) = true ->
  (negb (((kx + 1) =? kx1) && ((ky + (-1)) =? ky1) && ((qx =? qx) && (qy =? qy)))) = true ->
  (negb (((kx + 1) =? kx1) && ((ky + 0) =? ky1) && ((qx =? qx) && (qy =? qy)))) = true ->
  (negb (((kx + 1) =? kx1) && ((ky + 1) =? ky1) && ((qx =? qx) && (qy =? qy)))) = true ->
  False.

(* candidates of QueenHome: If some legal move fits QueenHome, one of its candidates does. *)
Definition candidates_of_QueenHome : Prop := forall w h kx ky qx qy lx ly qx1 qy1 : Z,
  (4 <=? w) = true ->
  (4 <=? h) = true ->
  (on_board w h kx ky) = true ->
  (on_board w h qx qy) = true ->
  (on_board w h lx ly) = true ->
  (white_to_move w h kx ky qx qy lx ly) = true ->
  (on_board w h qx1 qy1) = true ->
  (move_QueenHome w h kx ky qx qy lx ly kx ky qx1 qy1 lx ly) = true ->
  (negb (possible_QueenHome w h kx ky qx qy lx ly)) = true ->
  False.

(* candidates of QueenBeside: Every legal move that fits QueenBeside is one of its candidates. *)
Definition candidates_of_QueenBeside : Prop := forall w h kx ky qx qy lx ly qx1 qy1 : Z,
  (4 <=? w) = true ->
  (4 <=? h) = true ->
  (on_board w h kx ky) = true ->
  (on_board w h qx qy) = true ->
  (on_board w h lx ly) = true ->
  (white_to_move w h kx ky qx qy lx ly) = true ->
  (on_board w h qx1 qy1) = true ->
  (move_QueenBeside w h kx ky qx qy lx ly kx ky qx1 qy1 lx ly) = true ->
  (negb ((kx =? kx) && (ky =? ky) && (((kx + (-1)) =? qx1) && ((ky + (-1)) =? qy1)))) = true ->
  (negb ((kx =? kx) && (ky =? ky) && (((kx + (-1)) =? qx1) && ((ky + 0) =? qy1)))) = true ->
  (negb ((kx =? kx) && (ky =? ky) && (((kx + (-1)) =? qx1) && ((ky + 1) =? qy1)))) = true ->
  (negb ((kx =? kx) && (ky =? ky) && (((kx + 0) =? qx1) && ((ky + (-1)) =? qy1)))) = true ->
  (negb ((kx =? kx) && (ky =? ky) && (((kx + 0) =? qx1) && ((ky + 1) =? qy1)))) = true ->
  (negb ((kx =? kx) && (ky =? ky) && (((kx + 1) =? qx1) && ((ky + (-1)) =? qy1)))) = true ->
  (negb ((kx =? kx) && (ky =? ky) && (((kx + 1) =? qx1) && ((ky + 0) =? qy1)))) = true ->
  (negb ((kx =? kx) && (ky =? ky) && (((kx + 1) =? qx1) && ((ky + 1) =? qy1)))) = true ->
  False.

(* candidates of KingStep: Every legal move that fits KingStep is one of its candidates. *)
Definition candidates_of_KingStep : Prop := forall w h kx ky qx qy lx ly kx1 ky1 : Z,
  (4 <=? w) = true ->
  (4 <=? h) = true ->
  (on_board w h kx ky) = true ->
  (on_board w h qx qy) = true ->
  (on_board w h lx ly) = true ->
  (white_to_move w h kx ky qx qy lx ly) = true ->
  (on_board w h kx1 ky1) = true ->
  (move_KingStep w h kx ky qx qy lx ly kx1 ky1 qx qy lx ly) = true ->
  (negb (((kx + (-1)) =? kx1) && ((ky + (-1)) =? ky1) && ((qx =? qx) && (qy =? qy)))) = true ->
  (negb (((kx + (-1)) =? kx1) && ((ky + 0) =? ky1) && ((qx =? qx) && (qy =? qy)))) = true ->
  (negb (((kx + (-1)) =? kx1) && ((ky + 1) =? ky1) && ((qx =? qx) && (qy =? qy)))) = true ->
  (negb (((kx + 0) =? kx1) && ((ky + (-1)) =? ky1) && ((qx =? qx) && (qy =? qy)))) = true ->
  (negb (((kx + 0) =? kx1) && ((ky + 1) =? ky1) && ((qx =? qx) && (qy =? qy)))) = true ->
  (negb (((kx + 1) =? kx1) && ((ky + (-1)) =? ky1) && ((qx =? qx) && (qy =? qy)))) = true ->
  (negb (((kx + 1) =? kx1) && ((ky + 0) =? ky1) && ((qx =? qx) && (qy =? qy)))) = true ->
  (negb (((kx + 1) =? kx1) && ((ky + 1) =? ky1) && ((qx =? qx) && (qy =? qy)))) = true ->
  False.

(* Mate mates: After Mate Black is mated. *)
Definition Mate_mates : Prop := forall w h kx ky qx qy lx ly qx1 qy1 : Z,
  (4 <=? w) = true ->
  (4 <=? h) = true ->
  (on_board w h kx ky) = true ->
  (on_board w h qx qy) = true ->
  (on_board w h lx ly) = true ->
  (white_to_move w h kx ky qx qy lx ly) = true ->
  (on_board w h qx1 qy1) = true ->
  (move_Mate w h kx ky qx qy lx ly kx ky qx1 qy1 lx ly) = true ->
  (negb (mate w h kx ky qx1 qy1 lx ly)) = true ->
  False.

(* the queen is safe: After a strategy move Black cannot take the queen. *)
Definition the_queen_is_safe : Prop := forall w h kx ky qx qy lx ly kx1 ky1 qx1 qy1 : Z,
  (4 <=? w) = true ->
  (4 <=? h) = true ->
  (on_board w h kx ky) = true ->
  (on_board w h qx qy) = true ->
  (on_board w h lx ly) = true ->
  (white_to_move w h kx ky qx qy lx ly) = true ->
  (on_board w h kx1 ky1) = true ->
  (on_board w h qx1 qy1) = true ->
  ((move_Mate w h kx ky qx qy lx ly kx1 ky1 qx1 qy1 lx ly)
   || (move_Squeeze w h kx ky qx qy lx ly kx1 ky1 qx1 qy1 lx ly)
   || (move_Approach w h kx ky qx qy lx ly kx1 ky1 qx1 qy1 lx ly)
   || (move_Wait w h kx ky qx qy lx ly kx1 ky1 qx1 qy1 lx ly)
   || (move_QueenHome w h kx ky qx qy lx ly kx1 ky1 qx1 qy1 lx ly)
   || (move_QueenBeside w h kx ky qx qy lx ly kx1 ky1 qx1 qy1 lx ly)
   || (move_KingStep w h kx ky qx qy lx ly kx1 ky1 qx1 qy1 lx ly)) = true ->
  (black_takes kx1 ky1 qx1 qy1 lx ly) = true ->
  False.

(* no stalemate after Mate: After Mate Black is not stalemated. *)
Definition no_stalemate_after_Mate : Prop := forall w h kx ky qx qy lx ly qx1 qy1 : Z,
  (4 <=? w) = true ->
  (4 <=? h) = true ->
  (on_board w h kx ky) = true ->
  (on_board w h qx qy) = true ->
  (on_board w h lx ly) = true ->
  (white_to_move w h kx ky qx qy lx ly) = true ->
  (on_board w h qx1 qy1) = true ->
  (move_Mate w h kx ky qx qy lx ly kx ky qx1 qy1 lx ly) = true ->
  (stalemate w h kx ky qx1 qy1 lx ly) = true ->
  False.

(* no stalemate after Squeeze: After Squeeze Black is not stalemated. *)
Definition no_stalemate_after_Squeeze : Prop := forall w h kx ky qx qy lx ly qx1 qy1 : Z,
  (4 <=? w) = true ->
  (4 <=? h) = true ->
  (on_board w h kx ky) = true ->
  (on_board w h qx qy) = true ->
  (on_board w h lx ly) = true ->
  (white_to_move w h kx ky qx qy lx ly) = true ->
  (on_board w h qx1 qy1) = true ->
  (move_Squeeze w h kx ky qx qy lx ly kx ky qx1 qy1 lx ly) = true ->
  (stalemate w h kx ky qx1 qy1 lx ly) = true ->
  False.

(* no stalemate after Approach: After Approach Black is not stalemated. *)
Definition no_stalemate_after_Approach : Prop := forall w h kx ky qx qy lx ly kx1 ky1 : Z,
  (4 <=? w) = true ->
  (4 <=? h) = true ->
  (on_board w h kx ky) = true ->
  (on_board w h qx qy) = true ->
  (on_board w h lx ly) = true ->
  (white_to_move w h kx ky qx qy lx ly) = true ->
  (on_board w h kx1 ky1) = true ->
  (move_Approach w h kx ky qx qy lx ly kx1 ky1 qx qy lx ly) = true ->
  (stalemate w h kx1 ky1 qx qy lx ly) = true ->
  False.

(* no stalemate after Wait: After Wait Black is not stalemated. *)
Definition no_stalemate_after_Wait : Prop := forall w h kx ky qx qy lx ly kx1 ky1 : Z,
  (4 <=? w) = true ->
  (4 <=? h) = true ->
  (on_board w h kx ky) = true ->
  (on_board w h qx qy) = true ->
  (on_board w h lx ly) = true ->
  (white_to_move w h kx ky qx qy lx ly) = true ->
  (on_board w h kx1 ky1) = true ->
  (move_Wait w h kx ky qx qy lx ly kx1 ky1 qx qy lx ly) = true ->
  (stalemate w h kx1 ky1 qx qy lx ly) = true ->
  False.

(* no stalemate after QueenHome: After QueenHome Black is not stalemated. *)
Definition no_stalemate_after_QueenHome : Prop := forall w h kx ky qx qy lx ly qx1 qy1 : Z,
  (4 <=? w) = true ->
  (4 <=? h) = true ->
  (on_board w h kx ky) = true ->
  (on_board w h qx qy) = true ->
  (on_board w h lx ly) = true ->
  (white_to_move w h kx ky qx qy lx ly) = true ->
  (on_board w h qx1 qy1) = true ->
  (move_QueenHome w h kx ky qx qy lx ly kx ky qx1 qy1 lx ly) = true ->
  (stalemate w h kx ky qx1 qy1 lx ly) = true ->
  False.

(* no stalemate after QueenBeside: After QueenBeside Black is not stalemated. *)
Definition no_stalemate_after_QueenBeside : Prop := forall w h kx ky qx qy lx ly qx1 qy1 : Z,
  (4 <=? w) = true ->
  (4 <=? h) = true ->
  (on_board w h kx ky) = true ->
  (on_board w h qx qy) = true ->
  (on_board w h lx ly) = true ->
  (white_to_move w h kx ky qx qy lx ly) = true ->
  (on_board w h qx1 qy1) = true ->
  (move_QueenBeside w h kx ky qx qy lx ly kx ky qx1 qy1 lx ly) = true ->
  (stalemate w h kx ky qx1 qy1 lx ly) = true ->
  False.

(* no stalemate after KingStep: After KingStep Black is not stalemated. *)
Definition no_stalemate_after_KingStep : Prop := forall w h kx ky qx qy lx ly kx1 ky1 : Z,
  (4 <=? w) = true ->
  (4 <=? h) = true ->
  (on_board w h kx ky) = true ->
  (on_board w h qx qy) = true ->
  (on_board w h lx ly) = true ->
  (white_to_move w h kx ky qx qy lx ly) = true ->
  (on_board w h kx1 ky1) = true ->
  (move_KingStep w h kx ky qx qy lx ly kx1 ky1 qx qy lx ly) = true ->
  (stalemate w h kx1 ky1 qx qy lx ly) = true ->
  False.

(* on track a move is there: On track Mate, Squeeze, Approach or Wait is possible. *)
Definition on_track_a_move_is_there : Prop := forall w h kx ky qx qy lx ly : Z,
  (4 <=? w) = true ->
  (4 <=? h) = true ->
  (on_board w h kx ky) = true ->
  (on_board w h qx qy) = true ->
  (on_board w h lx ly) = true ->
  (white_to_move w h kx ky qx qy lx ly) = true ->
  (on_track w h kx ky qx qy lx ly) = true ->
  (negb (possible_Mate w h kx ky qx qy lx ly)) = true ->
  (negb (possible_Squeeze w h kx ky qx qy lx ly)) = true ->
  (negb (possible_Approach w h kx ky qx qy lx ly)) = true ->
  (negb (possible_Wait w h kx ky qx qy lx ly)) = true ->
  False.

(* on track after a basic move: After Squeeze, Approach or Wait and a reply the game is on track. *)
Definition on_track_after_a_basic_move : Prop := forall w h kx ky qx qy lx ly kx1 ky1 qx1 qy1 lx2 ly2 : Z,
  (4 <=? w) = true ->
  (4 <=? h) = true ->
  (on_board w h kx ky) = true ->
  (on_board w h qx qy) = true ->
  (on_board w h lx ly) = true ->
  (white_to_move w h kx ky qx qy lx ly) = true ->
  (on_board w h kx1 ky1) = true ->
  (on_board w h qx1 qy1) = true ->
  ((move_Squeeze w h kx ky qx qy lx ly kx1 ky1 qx1 qy1 lx ly)
   || (move_Approach w h kx ky qx qy lx ly kx1 ky1 qx1 qy1 lx ly)
   || (move_Wait w h kx ky qx qy lx ly kx1 ky1 qx1 qy1 lx ly)) = true ->
  (on_board w h lx2 ly2) = true ->
  (black_moves w h kx1 ky1 qx1 qy1 lx ly kx1 ky1 qx1 qy1 lx2 ly2) = true ->
  (negb (on_track w h kx1 ky1 qx1 qy1 lx2 ly2)) = true ->
  False.

(* the measure is a number: Neither the rectangle nor its width nor the white king's way is below zero. *)
Definition the_measure_is_a_number : Prop := forall w h kx ky qx qy lx ly : Z,
  (4 <=? w) = true ->
  (4 <=? h) = true ->
  (on_board w h kx ky) = true ->
  (on_board w h qx qy) = true ->
  (on_board w h lx ly) = true ->
  (white_to_move w h kx ky qx qy lx ly) = true ->
  (((room_width w qx lx) <=? (-1))
   || ((room w h qx qy lx ly) <=? (-1))
   || ((way_to_place kx ky qx qy lx ly) <=? (-1))) = true ->
  False.

(* Squeeze lowers the rectangle: After Squeeze and a reply the rectangle is smaller, or as small and narrower. *)
Definition Squeeze_lowers_the_rectangle : Prop := forall w h kx ky qx qy lx ly qx1 qy1 lx2 ly2 : Z,
  (4 <=? w) = true ->
  (4 <=? h) = true ->
  (on_board w h kx ky) = true ->
  (on_board w h qx qy) = true ->
  (on_board w h lx ly) = true ->
  (white_to_move w h kx ky qx qy lx ly) = true ->
  (on_board w h qx1 qy1) = true ->
  (move_Squeeze w h kx ky qx qy lx ly kx ky qx1 qy1 lx ly) = true ->
  (on_board w h lx2 ly2) = true ->
  (black_moves w h kx ky qx1 qy1 lx ly kx ky qx1 qy1 lx2 ly2) = true ->
  (negb (smaller w h qx qy lx ly qx1 qy1 lx2 ly2)) = true ->
  False.

(* Approach lowers the way: On track, after Approach and a reply the rectangle is no larger and the way smaller. *)
Definition Approach_lowers_the_way : Prop := forall w h kx ky qx qy lx ly kx1 ky1 lx2 ly2 : Z,
  (4 <=? w) = true ->
  (4 <=? h) = true ->
  (on_board w h kx ky) = true ->
  (on_board w h qx qy) = true ->
  (on_board w h lx ly) = true ->
  (white_to_move w h kx ky qx qy lx ly) = true ->
  (on_track w h kx ky qx qy lx ly) = true ->
  (on_board w h kx1 ky1) = true ->
  (move_Approach w h kx ky qx qy lx ly kx1 ky1 qx qy lx ly) = true ->
  (on_board w h lx2 ly2) = true ->
  (black_moves w h kx1 ky1 qx qy lx ly kx1 ky1 qx qy lx2 ly2) = true ->
  ((smaller w h qx qy lx2 ly2 qx qy lx ly)
   || ((way_to_place kx ky qx qy lx ly) <=? (way_to_place kx1 ky1 qx qy lx2 ly2))) = true ->
  False.

(* Mate or Squeeze after Wait: On track, after Wait and a reply the rectangle is no larger, and Mate or Squeeze is possible. *)
Definition Mate_or_Squeeze_after_Wait : Prop := forall w h kx ky qx qy lx ly kx1 ky1 lx2 ly2 : Z,
  (4 <=? w) = true ->
  (4 <=? h) = true ->
  (on_board w h kx ky) = true ->
  (on_board w h qx qy) = true ->
  (on_board w h lx ly) = true ->
  (white_to_move w h kx ky qx qy lx ly) = true ->
  (on_track w h kx ky qx qy lx ly) = true ->
  (on_board w h kx1 ky1) = true ->
  ((negb (possible_Mate w h kx ky qx qy lx ly))
   && (negb (possible_Squeeze w h kx ky qx qy lx ly))
   && (move_Wait w h kx ky qx qy lx ly kx1 ky1 qx qy lx ly)) = true ->
  (on_board w h lx2 ly2) = true ->
  (black_moves w h kx1 ky1 qx qy lx ly kx1 ky1 qx qy lx2 ly2) = true ->
  ((smaller w h qx qy lx2 ly2 qx qy lx ly)
   || ((negb (possible_Mate w h kx1 ky1 qx qy lx2 ly2))
       && (negb (possible_Squeeze w h kx1 ky1 qx qy lx2 ly2)))) = true ->
  False.

(* a move is always there: In every position some kind is possible. *)
Definition a_move_is_always_there : Prop := forall w h kx ky qx qy lx ly : Z,
  (4 <=? w) = true ->
  (4 <=? h) = true ->
  (on_board w h kx ky) = true ->
  (on_board w h qx qy) = true ->
  (on_board w h lx ly) = true ->
  (white_to_move w h kx ky qx qy lx ly) = true ->
  (negb (on_track w h kx ky qx qy lx ly)) = true ->
  (negb (possible_Mate w h kx ky qx qy lx ly)) = true ->
  (negb (possible_Squeeze w h kx ky qx qy lx ly)) = true ->
  (negb (possible_QueenHome w h kx ky qx qy lx ly)) = true ->
  (negb (possible_QueenBeside w h kx ky qx qy lx ly)) = true ->
  (negb (possible_KingStep w h kx ky qx qy lx ly)) = true ->
  False.

(* after QueenHome: After QueenHome and a reply the game is on track, or Mate is possible, or the black king is trapped and QueenHome possible. *)
Definition after_QueenHome : Prop := forall w h kx ky qx qy lx ly qx1 qy1 lx2 ly2 : Z,
  (4 <=? w) = true ->
  (4 <=? h) = true ->
  (on_board w h kx ky) = true ->
  (on_board w h qx qy) = true ->
  (on_board w h lx ly) = true ->
  (white_to_move w h kx ky qx qy lx ly) = true ->
  (on_board w h qx1 qy1) = true ->
  (move_QueenHome w h kx ky qx qy lx ly kx ky qx1 qy1 lx ly) = true ->
  (on_board w h lx2 ly2) = true ->
  (black_moves w h kx ky qx1 qy1 lx ly kx ky qx1 qy1 lx2 ly2) = true ->
  (negb (on_track w h kx ky qx1 qy1 lx2 ly2)) = true ->
  (negb (possible_Mate w h kx ky qx1 qy1 lx2 ly2)) = true ->
  (negb ((trapped w h qx1 qy1 lx2 ly2) && (possible_QueenHome w h kx ky qx1 qy1 lx2 ly2))) = true ->
  False.

(* after QueenHome out of the trap: After QueenHome with the black king trapped, and a reply, the game is on track. *)
Definition after_QueenHome_out_of_the_trap : Prop := forall w h kx ky qx qy lx ly qx1 qy1 lx2 ly2 : Z,
  (4 <=? w) = true ->
  (4 <=? h) = true ->
  (on_board w h kx ky) = true ->
  (on_board w h qx qy) = true ->
  (on_board w h lx ly) = true ->
  (white_to_move w h kx ky qx qy lx ly) = true ->
  (trapped w h qx qy lx ly) = true ->
  (on_board w h qx1 qy1) = true ->
  ((negb (possible_Mate w h kx ky qx qy lx ly))
   && (move_QueenHome w h kx ky qx qy lx ly kx ky qx1 qy1 lx ly)) = true ->
  (on_board w h lx2 ly2) = true ->
  (black_moves w h kx ky qx1 qy1 lx ly kx ky qx1 qy1 lx2 ly2) = true ->
  (negb (on_track w h kx ky qx1 qy1 lx2 ly2)) = true ->
  False.

(* after two of the last kinds: After QueenBeside or KingStep twice, and replies, an earlier kind is possible. *)
Definition after_two_of_the_last_kinds : Prop := forall w h kx ky qx qy lx ly kx1 ky1 qx1 qy1 lx2 ly2 kx3 ky3 qx3 qy3 lx4 ly4 : Z,
  (4 <=? w) = true ->
  (4 <=? h) = true ->
  (on_board w h kx ky) = true ->
  (on_board w h qx qy) = true ->
  (on_board w h lx ly) = true ->
  (white_to_move w h kx ky qx qy lx ly) = true ->
  (on_board w h kx1 ky1) = true ->
  (on_board w h qx1 qy1) = true ->
  (((negb (possible_QueenHome w h kx ky qx qy lx ly))
       && (move_QueenBeside w h kx ky qx qy lx ly kx1 ky1 qx1 qy1 lx ly))
   || ((negb (possible_QueenHome w h kx ky qx qy lx ly))
       && (negb (possible_QueenBeside w h kx ky qx qy lx ly))
       && (move_KingStep w h kx ky qx qy lx ly kx1 ky1 qx1 qy1 lx ly))) = true ->
  (on_board w h lx2 ly2) = true ->
  (black_moves w h kx1 ky1 qx1 qy1 lx ly kx1 ky1 qx1 qy1 lx2 ly2) = true ->
  (on_board w h kx3 ky3) = true ->
  (on_board w h qx3 qy3) = true ->
  (((negb (possible_Approach w h kx1 ky1 qx1 qy1 lx2 ly2))
       && (negb (possible_Wait w h kx1 ky1 qx1 qy1 lx2 ly2))
       && (negb (possible_QueenHome w h kx1 ky1 qx1 qy1 lx2 ly2))
       && (move_QueenBeside w h kx1 ky1 qx1 qy1 lx2 ly2 kx3 ky3 qx3 qy3 lx2 ly2))
   || ((negb (possible_Approach w h kx1 ky1 qx1 qy1 lx2 ly2))
       && (negb (possible_Wait w h kx1 ky1 qx1 qy1 lx2 ly2))
       && (negb (possible_QueenHome w h kx1 ky1 qx1 qy1 lx2 ly2))
       && (negb (possible_QueenBeside w h kx1 ky1 qx1 qy1 lx2 ly2))
       && (move_KingStep w h kx1 ky1 qx1 qy1 lx2 ly2 kx3 ky3 qx3 qy3 lx2 ly2))) = true ->
  (on_board w h lx4 ly4) = true ->
  (black_moves w h kx3 ky3 qx3 qy3 lx2 ly2 kx3 ky3 qx3 qy3 lx4 ly4) = true ->
  (negb (possible_Approach w h kx3 ky3 qx3 qy3 lx4 ly4)) = true ->
  (negb (possible_Wait w h kx3 ky3 qx3 qy3 lx4 ly4)) = true ->
  (negb (possible_QueenHome w h kx3 ky3 qx3 qy3 lx4 ly4)) = true ->
  False.
