(* Written by `zermelo strategy krk prove --rocq FILE`. Do not edit.

   The definition of the strategy and its lemmas, as the kernel reads them: w files and h
   ranks, the white king (kx, ky), the rook (rx, ry), the black king (lx, ly). *)

From Coq Require Import ZArith Bool.
Open Scope Z_scope.
Open Scope bool_scope.

Definition on_board (w h x y : Z) : bool :=
  (0 <=? x) && (x <? w) && (0 <=? y) && (y <? h).

Definition beside (kx ky rx ry : Z) : bool :=
  ((Z.abs (kx - rx)) <=? 1) && ((Z.abs (ky - ry)) <=? 1).

Definition between (kx ky rx ry x y : Z) : bool :=
  ((x =? kx) && (x =? rx) && (((ky <? y) && (y <? ry)) || ((ry <? y) && (y <? ky))))
  || ((y =? ky) && (y =? ry) && (((kx <? x) && (x <? rx)) || ((rx <? x) && (x <? kx)))).

Definition rook_attacks (kx ky rx ry x y : Z) : bool :=
  ((rx =? x) || (ry =? y)) && (negb ((rx =? x) && (ry =? y))) && (negb (between rx ry x y kx ky)).

Definition black_to_move (w h kx ky rx ry lx ly : Z) : bool :=
  (on_board w h kx ky)
  && (negb (beside kx ky lx ly))
  && ((on_board w h rx ry)
      && (on_board w h lx ly)
      && (negb ((rx =? kx) && (ry =? ky)))
      && (negb ((rx =? lx) && (ry =? ly)))).

Definition white_to_move (w h kx ky rx ry lx ly : Z) : bool :=
  (black_to_move w h kx ky rx ry lx ly) && (negb (rook_attacks kx ky rx ry lx ly)).

Definition king_moves (w h kx ky rx ry lx ly kx' ky' rx' ry' lx' ly' : Z) : bool :=
  (beside kx ky kx' ky')
  && (negb ((kx =? kx') && (ky =? ky')))
  && ((rx =? rx') && (ry =? ry') && ((lx =? lx') && (ly =? ly')))
  && (black_to_move w h kx' ky' rx' ry' lx' ly').

Definition black_moves (w h kx ky rx ry lx ly kx' ky' rx' ry' lx' ly' : Z) : bool :=
  (beside lx ly lx' ly')
  && (negb ((lx =? lx') && (ly =? ly')))
  && ((kx =? kx') && (ky =? ky') && ((rx =? rx') && (ry =? ry')))
  && (white_to_move w h kx' ky' rx' ry' lx' ly').

Definition black_takes (kx ky rx ry lx ly : Z) : bool :=
  (beside lx ly rx ry) && (negb (beside kx ky rx ry)).

Definition black_is_stuck (w h kx ky rx ry lx ly : Z) : bool :=
  (negb (white_to_move w h kx ky rx ry (lx + (-1)) (ly + (-1))))
  && (negb (white_to_move w h kx ky rx ry (lx + (-1)) (ly + 0)))
  && (negb (white_to_move w h kx ky rx ry (lx + (-1)) (ly + 1)))
  && (negb (white_to_move w h kx ky rx ry (lx + 0) (ly + (-1))))
  && (negb (white_to_move w h kx ky rx ry (lx + 0) (ly + 1)))
  && (negb (white_to_move w h kx ky rx ry (lx + 1) (ly + (-1))))
  && (negb (white_to_move w h kx ky rx ry (lx + 1) (ly + 0)))
  && (negb (white_to_move w h kx ky rx ry (lx + 1) (ly + 1)))
  && (negb (black_takes kx ky rx ry lx ly)).

Definition mate (w h kx ky rx ry lx ly : Z) : bool :=
  (rook_attacks kx ky rx ry lx ly)
  && (black_is_stuck w h kx ky rx ry lx ly)
  && (black_to_move w h kx ky rx ry lx ly).

Definition stalemate (w h kx ky rx ry lx ly : Z) : bool :=
  (negb (rook_attacks kx ky rx ry lx ly)) && (black_is_stuck w h kx ky rx ry lx ly).

Definition divides (kx ky rx ry lx ly : Z) : bool :=
  ((kx <? rx) && (rx <? lx))
  || ((lx <? rx) && (rx <? kx))
  || (((ky <? ry) && (ry <? ly)) || ((ly <? ry) && (ry <? ky))).

Definition rook_moves (w h kx ky rx ry lx ly kx' ky' rx' ry' lx' ly' : Z) : bool :=
  ((rx =? rx') || (ry =? ry'))
  && (negb ((rx =? rx') && (ry =? ry')))
  && ((kx =? kx') && (ky =? ky') && ((lx =? lx') && (ly =? ly')))
  && (negb (between rx ry rx' ry' kx ky))
  && (black_to_move w h kx' ky' rx' ry' lx' ly').

Definition mates (w h kx ky rx ry lx ly : Z) : bool :=
  ((mate w h kx ky lx ry lx ly) && (rook_moves w h kx ky rx ry lx ly kx ky lx ry lx ly))
  || ((mate w h kx ky rx ly lx ly) && (rook_moves w h kx ky rx ry lx ly kx ky rx ly lx ly)).

Definition mate_shape (w h kx ky rx ry lx ly : Z) : bool :=
  ((rx =? 0)
      && ((lx =? 0)
          && (kx =? 2)
          && (negb ((Z.abs (ry - ly)) <=? 1))
          && ((ky =? ly) || (((ly =? 0) || (ly =? (h - 1))) && ((Z.abs (ky - ly)) <=? 1)))))
  || ((((w - 1) - rx) =? 0)
      && ((((w - 1) - lx) =? 0)
          && (((w - 1) - kx) =? 2)
          && (negb ((Z.abs (ry - ly)) <=? 1))
          && ((ky =? ly) || (((ly =? 0) || (ly =? (h - 1))) && ((Z.abs (ky - ly)) <=? 1)))))
  || ((ry =? 0)
      && ((ly =? 0)
          && (ky =? 2)
          && (negb ((Z.abs (rx - lx)) <=? 1))
          && ((kx =? lx) || (((lx =? 0) || (lx =? (w - 1))) && ((Z.abs (kx - lx)) <=? 1)))))
  || ((((h - 1) - ry) =? 0)
      && ((((h - 1) - ly) =? 0)
          && (((h - 1) - ky) =? 2)
          && (negb ((Z.abs (rx - lx)) <=? 1))
          && ((kx =? lx) || (((lx =? 0) || (lx =? (w - 1))) && ((Z.abs (kx - lx)) <=? 1))))).

Definition mates_shape (w h kx ky rx ry lx ly : Z) : bool :=
  ((lx =? 0)
      && (kx =? 2)
      && (negb ((Z.abs (ry - ly)) <=? 1))
      && ((ky =? ly) || (((ly =? 0) || (ly =? (h - 1))) && ((Z.abs (ky - ly)) <=? 1))))
  || ((((w - 1) - lx) =? 0)
      && (((w - 1) - kx) =? 2)
      && (negb ((Z.abs (ry - ly)) <=? 1))
      && ((ky =? ly) || (((ly =? 0) || (ly =? (h - 1))) && ((Z.abs (ky - ly)) <=? 1))))
  || ((ly =? 0)
      && (ky =? 2)
      && (negb ((Z.abs (rx - lx)) <=? 1))
      && ((kx =? lx) || (((lx =? 0) || (lx =? (w - 1))) && ((Z.abs (kx - lx)) <=? 1))))
  || ((((h - 1) - ly) =? 0)
      && (((h - 1) - ky) =? 2)
      && (negb ((Z.abs (rx - lx)) <=? 1))
      && ((kx =? lx) || (((lx =? 0) || (lx =? (w - 1))) && ((Z.abs (kx - lx)) <=? 1)))).

Definition stalemate_shape (w h kx ky rx ry lx ly : Z) : bool :=
  (((lx =? 0)
          && (ly =? 0)
          && ((negb (white_to_move w h kx ky rx ry (lx + 1) (ly + 0)))
              && (negb (white_to_move w h kx ky rx ry (lx + 0) (ly + 1)))
              && (negb (white_to_move w h kx ky rx ry (lx + 1) (ly + 1)))))
      || ((lx =? 0)
          && (ly =? (h - 1))
          && ((negb (white_to_move w h kx ky rx ry (lx + 1) (ly + 0)))
              && (negb (white_to_move w h kx ky rx ry (lx + 0) (ly + (-1))))
              && (negb (white_to_move w h kx ky rx ry (lx + 1) (ly + (-1))))))
      || ((lx =? (w - 1))
          && (ly =? 0)
          && ((negb (white_to_move w h kx ky rx ry (lx + (-1)) (ly + 0)))
              && (negb (white_to_move w h kx ky rx ry (lx + 0) (ly + 1)))
              && (negb (white_to_move w h kx ky rx ry (lx + (-1)) (ly + 1)))))
      || ((lx =? (w - 1))
          && (ly =? (h - 1))
          && ((negb (white_to_move w h kx ky rx ry (lx + (-1)) (ly + 0)))
              && (negb (white_to_move w h kx ky rx ry (lx + 0) (ly + (-1))))
              && (negb (white_to_move w h kx ky rx ry (lx + (-1)) (ly + (-1)))))))
  && (negb (rook_attacks kx ky rx ry lx ly))
  && (negb (black_takes kx ky rx ry lx ly)).

Definition room (w h rx ry lx ly : Z) : Z :=
  if (rx =? lx) || (ry =? ly) then ((w + h) - 1) else ((if lx <? rx then rx else ((w - 1) - rx)) + (if ly <? ry then ry else ((h - 1) - ry))).

Definition critical (rx lx : Z) : Z :=
  if rx =? lx then rx else (if lx <? rx then (rx - 1) else (rx + 1)).

Definition way_to_go (kx ky rx ry lx ly : Z) : Z :=
  (Z.abs (kx - (critical rx lx))) + (Z.abs (ky - (critical ry ly))).

Definition exposed (kx ky rx ry lx ly : Z) : bool :=
  negb ((((kx - rx) <=? (lx - rx)) || ((kx - rx) <=? (0 - (lx - rx))) || ((kx - rx) <=? (ly - ry)) || ((kx - rx) <=? (0 - (ly - ry)))) && (((0 - (kx - rx)) <=? (lx - rx)) || ((0 - (kx - rx)) <=? (0 - (lx - rx))) || ((0 - (kx - rx)) <=? (ly - ry)) || ((0 - (kx - rx)) <=? (0 - (ly - ry)))) && (((ky - ry) <=? (lx - rx)) || ((ky - ry) <=? (0 - (lx - rx))) || ((ky - ry) <=? (ly - ry)) || ((ky - ry) <=? (0 - (ly - ry)))) && (((0 - (ky - ry)) <=? (lx - rx)) || ((0 - (ky - ry)) <=? (0 - (lx - rx))) || ((0 - (ky - ry)) <=? (ly - ry)) || ((0 - (ky - ry)) <=? (0 - (ly - ry))))).

Definition kings_on_one_edge (w h kx ky lx ly : Z) : bool :=
  ((kx =? 0) && (lx =? 0))
  || ((kx =? (w - 1)) && (lx =? (w - 1)))
  || ((ky =? 0) && (ly =? 0))
  || ((ky =? (h - 1)) && (ly =? (h - 1))).

Definition towards_edge (w h kx ky rx ry lx ly kx' ky' : Z) : bool :=
  ((lx =? 0) && (rx =? 1) && (kx' <? kx))
  || ((lx =? (w - 1)) && (rx =? (w - 2)) && (kx <? kx'))
  || ((ly =? 0) && (ry =? 1) && (ky' <? ky))
  || ((ly =? (h - 1)) && (ry =? (h - 2)) && (ky <? ky')).

Definition l_pattern (kx ky rx ry lx ly : Z) : bool :=
  (((Z.abs (kx - lx)) =? 2) && (rx =? kx) && ((ky =? ly) && ((Z.abs (ry - ky)) =? 1)))
  || (((Z.abs (ky - ly)) =? 2) && (ry =? ky) && ((kx =? lx) && ((Z.abs (rx - kx)) =? 1))).

Definition move_ImmediateMate (w h kx ky rx ry lx ly kx' ky' rx' ry' lx' ly' : Z) : bool :=
  (rook_moves w h kx ky rx ry lx ly kx' ky' rx' ry' lx' ly')
  && (mate_shape w h kx' ky' rx' ry' lx' ly').

Definition fits_ReadyToMate (w h kx' ky' rx' ry' lx' ly' : Z) : bool :=
  (negb (black_takes kx' ky' rx' ry' lx' ly'))
  && ((implb (white_to_move w h kx' ky' rx' ry' (lx' + (-1)) (ly' + (-1))) (mates_shape w h kx' ky' rx' ry' (lx' + (-1)) (ly' + (-1))))
      && (implb (white_to_move w h kx' ky' rx' ry' (lx' + (-1)) (ly' + 0)) (mates_shape w h kx' ky' rx' ry' (lx' + (-1)) (ly' + 0)))
      && (implb (white_to_move w h kx' ky' rx' ry' (lx' + (-1)) (ly' + 1)) (mates_shape w h kx' ky' rx' ry' (lx' + (-1)) (ly' + 1)))
      && (implb (white_to_move w h kx' ky' rx' ry' (lx' + 0) (ly' + (-1))) (mates_shape w h kx' ky' rx' ry' (lx' + 0) (ly' + (-1))))
      && (implb (white_to_move w h kx' ky' rx' ry' (lx' + 0) (ly' + 1)) (mates_shape w h kx' ky' rx' ry' (lx' + 0) (ly' + 1)))
      && (implb (white_to_move w h kx' ky' rx' ry' (lx' + 1) (ly' + (-1))) (mates_shape w h kx' ky' rx' ry' (lx' + 1) (ly' + (-1))))
      && (implb (white_to_move w h kx' ky' rx' ry' (lx' + 1) (ly' + 0)) (mates_shape w h kx' ky' rx' ry' (lx' + 1) (ly' + 0)))
      && (implb (white_to_move w h kx' ky' rx' ry' (lx' + 1) (ly' + 1)) (mates_shape w h kx' ky' rx' ry' (lx' + 1) (ly' + 1))))
  && (negb (black_is_stuck w h kx' ky' rx' ry' lx' ly')).

Definition move_ReadyToMate (w h kx ky rx ry lx ly kx' ky' rx' ry' lx' ly' : Z) : bool :=
  ((king_moves w h kx ky rx ry lx ly kx' ky' rx' ry' lx' ly')
      || (rook_moves w h kx ky rx ry lx ly kx' ky' rx' ry' lx' ly'))
  && (fits_ReadyToMate w h kx' ky' rx' ry' lx' ly').

Definition possible_ReadyToMate (w h kx ky rx ry lx ly : Z) : bool :=
  (move_ReadyToMate w h kx ky rx ry lx ly (kx + (-1)) (ky + (-1)) rx ry lx ly)
  || (move_ReadyToMate w h kx ky rx ry lx ly (kx + (-1)) (ky + 0) rx ry lx ly)
  || (move_ReadyToMate w h kx ky rx ry lx ly (kx + (-1)) (ky + 1) rx ry lx ly)
  || (move_ReadyToMate w h kx ky rx ry lx ly (kx + 0) (ky + (-1)) rx ry lx ly)
  || (move_ReadyToMate w h kx ky rx ry lx ly (kx + 0) (ky + 1) rx ry lx ly)
  || (move_ReadyToMate w h kx ky rx ry lx ly (kx + 1) (ky + (-1)) rx ry lx ly)
  || (move_ReadyToMate w h kx ky rx ry lx ly (kx + 1) (ky + 0) rx ry lx ly)
  || (move_ReadyToMate w h kx ky rx ry lx ly (kx + 1) (ky + 1) rx ry lx ly)
  || (move_ReadyToMate w h kx ky rx ry lx ly kx ky kx ry lx ly)
  || (move_ReadyToMate w h kx ky rx ry lx ly kx ky (lx - 1) ry lx ly)
  || (move_ReadyToMate w h kx ky rx ry lx ly kx ky (lx + 1) ry lx ly)
  || (move_ReadyToMate w h kx ky rx ry lx ly kx ky 0 ry lx ly)
  || (move_ReadyToMate w h kx ky rx ry lx ly kx ky (w - 1) ry lx ly)
  || (move_ReadyToMate w h kx ky rx ry lx ly kx ky rx ky lx ly)
  || (move_ReadyToMate w h kx ky rx ry lx ly kx ky rx (ly - 1) lx ly)
  || (move_ReadyToMate w h kx ky rx ry lx ly kx ky rx (ly + 1) lx ly)
  || (move_ReadyToMate w h kx ky rx ry lx ly kx ky rx 0 lx ly)
  || (move_ReadyToMate w h kx ky rx ry lx ly kx ky rx (h - 1) lx ly).

Definition fits_Squeeze (w h rx ry lx ly kx' ky' rx' ry' lx' ly' : Z) : bool :=
  ((room w h rx' ry' lx' ly') <? (room w h rx ry lx ly))
  && (divides kx' ky' rx' ry' lx' ly')
  && (negb (exposed kx' ky' rx' ry' lx' ly'))
  && (negb (stalemate_shape w h kx' ky' rx' ry' lx' ly')).

Definition move_Squeeze (w h kx ky rx ry lx ly kx' ky' rx' ry' lx' ly' : Z) : bool :=
  (rook_moves w h kx ky rx ry lx ly kx' ky' rx' ry' lx' ly')
  && (fits_Squeeze w h rx ry lx ly kx' ky' rx' ry' lx' ly').

Definition possible_Squeeze (w h kx ky rx ry lx ly : Z) : bool :=
  (move_Squeeze w h kx ky rx ry lx ly kx ky ((kx + lx) / 2) ry lx ly)
  || (move_Squeeze w h kx ky rx ry lx ly kx ky (((kx + lx) + 1) / 2) ry lx ly)
  || (move_Squeeze w h kx ky rx ry lx ly kx ky (lx + (ky - ry)) ry lx ly)
  || (move_Squeeze w h kx ky rx ry lx ly kx ky (lx - (ky - ry)) ry lx ly)
  || (move_Squeeze w h kx ky rx ry lx ly kx ky (kx + (ly - ry)) ry lx ly)
  || (move_Squeeze w h kx ky rx ry lx ly kx ky (kx - (ly - ry)) ry lx ly)
  || (move_Squeeze w h kx ky rx ry lx ly kx ky (lx - 2) ry lx ly)
  || (move_Squeeze w h kx ky rx ry lx ly kx ky (lx - 1) ry lx ly)
  || (move_Squeeze w h kx ky rx ry lx ly kx ky (lx + 1) ry lx ly)
  || (move_Squeeze w h kx ky rx ry lx ly kx ky (lx + 2) ry lx ly)
  || (move_Squeeze w h kx ky rx ry lx ly kx ky rx ((ky + ly) / 2) lx ly)
  || (move_Squeeze w h kx ky rx ry lx ly kx ky rx (((ky + ly) + 1) / 2) lx ly)
  || (move_Squeeze w h kx ky rx ry lx ly kx ky rx (ly + (kx - rx)) lx ly)
  || (move_Squeeze w h kx ky rx ry lx ly kx ky rx (ly - (kx - rx)) lx ly)
  || (move_Squeeze w h kx ky rx ry lx ly kx ky rx (ky + (lx - rx)) lx ly)
  || (move_Squeeze w h kx ky rx ry lx ly kx ky rx (ky - (lx - rx)) lx ly)
  || (move_Squeeze w h kx ky rx ry lx ly kx ky rx (ly - 2) lx ly)
  || (move_Squeeze w h kx ky rx ry lx ly kx ky rx (ly - 1) lx ly)
  || (move_Squeeze w h kx ky rx ry lx ly kx ky rx (ly + 1) lx ly)
  || (move_Squeeze w h kx ky rx ry lx ly kx ky rx (ly + 2) lx ly).

Definition fits_ApproachDiag (w h kx ky rx ry lx ly kx' ky' rx' ry' lx' ly' : Z) : bool :=
  (negb ((kx =? kx') || (ky =? ky')))
  && (((way_to_go kx' ky' rx ry lx ly) <? (way_to_go kx ky rx ry lx ly))
      && ((divides kx' ky' rx' ry' lx' ly') || (l_pattern kx' ky' rx' ry' lx' ly'))
      && (negb (exposed kx' ky' rx' ry' lx' ly'))
      && ((4 <=? (room w h rx' ry' lx' ly')) || (negb (kings_on_one_edge w h kx' ky' lx' ly')))
      && ((4 <=? (room w h rx' ry' lx' ly'))
          || (negb ((beside kx ky rx ry) && (towards_edge w h kx ky rx ry lx ly kx' ky'))))
      && (negb (stalemate_shape w h kx' ky' rx' ry' lx' ly'))).

Definition move_ApproachDiag (w h kx ky rx ry lx ly kx' ky' rx' ry' lx' ly' : Z) : bool :=
  (king_moves w h kx ky rx ry lx ly kx' ky' rx' ry' lx' ly')
  && (fits_ApproachDiag w h kx ky rx ry lx ly kx' ky' rx' ry' lx' ly').

Definition possible_ApproachDiag (w h kx ky rx ry lx ly : Z) : bool :=
  (move_ApproachDiag w h kx ky rx ry lx ly (kx + (-1)) (ky + (-1)) rx ry lx ly)
  || (move_ApproachDiag w h kx ky rx ry lx ly (kx + (-1)) (ky + 0) rx ry lx ly)
  || (move_ApproachDiag w h kx ky rx ry lx ly (kx + (-1)) (ky + 1) rx ry lx ly)
  || (move_ApproachDiag w h kx ky rx ry lx ly (kx + 0) (ky + (-1)) rx ry lx ly)
  || (move_ApproachDiag w h kx ky rx ry lx ly (kx + 0) (ky + 1) rx ry lx ly)
  || (move_ApproachDiag w h kx ky rx ry lx ly (kx + 1) (ky + (-1)) rx ry lx ly)
  || (move_ApproachDiag w h kx ky rx ry lx ly (kx + 1) (ky + 0) rx ry lx ly)
  || (move_ApproachDiag w h kx ky rx ry lx ly (kx + 1) (ky + 1) rx ry lx ly).

Definition fits_ApproachNonDiag (w h kx ky rx ry lx ly kx' ky' rx' ry' lx' ly' : Z) : bool :=
  (negb (negb ((kx =? kx') || (ky =? ky'))))
  && (((way_to_go kx' ky' rx ry lx ly) <? (way_to_go kx ky rx ry lx ly))
      && ((divides kx' ky' rx' ry' lx' ly') || (l_pattern kx' ky' rx' ry' lx' ly'))
      && (negb (exposed kx' ky' rx' ry' lx' ly'))
      && ((4 <=? (room w h rx' ry' lx' ly')) || (negb (kings_on_one_edge w h kx' ky' lx' ly')))
      && ((4 <=? (room w h rx' ry' lx' ly'))
          || (negb ((beside kx ky rx ry) && (towards_edge w h kx ky rx ry lx ly kx' ky'))))
      && (negb (stalemate_shape w h kx' ky' rx' ry' lx' ly'))).

Definition move_ApproachNonDiag (w h kx ky rx ry lx ly kx' ky' rx' ry' lx' ly' : Z) : bool :=
  (king_moves w h kx ky rx ry lx ly kx' ky' rx' ry' lx' ly')
  && (fits_ApproachNonDiag w h kx ky rx ry lx ly kx' ky' rx' ry' lx' ly').

Definition possible_ApproachNonDiag (w h kx ky rx ry lx ly : Z) : bool :=
  (move_ApproachNonDiag w h kx ky rx ry lx ly (kx + (-1)) (ky + (-1)) rx ry lx ly)
  || (move_ApproachNonDiag w h kx ky rx ry lx ly (kx + (-1)) (ky + 0) rx ry lx ly)
  || (move_ApproachNonDiag w h kx ky rx ry lx ly (kx + (-1)) (ky + 1) rx ry lx ly)
  || (move_ApproachNonDiag w h kx ky rx ry lx ly (kx + 0) (ky + (-1)) rx ry lx ly)
  || (move_ApproachNonDiag w h kx ky rx ry lx ly (kx + 0) (ky + 1) rx ry lx ly)
  || (move_ApproachNonDiag w h kx ky rx ry lx ly (kx + 1) (ky + (-1)) rx ry lx ly)
  || (move_ApproachNonDiag w h kx ky rx ry lx ly (kx + 1) (ky + 0) rx ry lx ly)
  || (move_ApproachNonDiag w h kx ky rx ry lx ly (kx + 1) (ky + 1) rx ry lx ly).

Definition fits_KeepRoomDiag (w h kx ky rx ry lx ly kx' ky' rx' ry' lx' ly' : Z) : bool :=
  (negb ((kx =? kx') || (ky =? ky')))
  && ((((kx' - rx') <=? (kx - rx'))
          || ((kx' - rx') <=? (0 - (kx - rx')))
          || ((kx' - rx') <=? (ky - ry'))
          || ((kx' - rx') <=? (0 - (ky - ry'))))
      && (((0 - (kx' - rx')) <=? (kx - rx'))
          || ((0 - (kx' - rx')) <=? (0 - (kx - rx')))
          || ((0 - (kx' - rx')) <=? (ky - ry'))
          || ((0 - (kx' - rx')) <=? (0 - (ky - ry'))))
      && (((ky' - ry') <=? (kx - rx'))
          || ((ky' - ry') <=? (0 - (kx - rx')))
          || ((ky' - ry') <=? (ky - ry'))
          || ((ky' - ry') <=? (0 - (ky - ry'))))
      && (((0 - (ky' - ry')) <=? (kx - rx'))
          || ((0 - (ky' - ry')) <=? (0 - (kx - rx')))
          || ((0 - (ky' - ry')) <=? (ky - ry'))
          || ((0 - (ky' - ry')) <=? (0 - (ky - ry'))))
      && (divides kx' ky' rx' ry' lx' ly')
      && (negb (exposed kx' ky' rx' ry' lx' ly'))
      && ((4 <=? (room w h rx' ry' lx' ly')) || (negb (kings_on_one_edge w h kx' ky' lx' ly')))
      && ((4 <=? (room w h rx' ry' lx' ly'))
          || (negb ((beside kx ky rx ry) && (towards_edge w h kx ky rx ry lx ly kx' ky'))))
      && (negb (stalemate_shape w h kx' ky' rx' ry' lx' ly'))).

Definition move_KeepRoomDiag (w h kx ky rx ry lx ly kx' ky' rx' ry' lx' ly' : Z) : bool :=
  (king_moves w h kx ky rx ry lx ly kx' ky' rx' ry' lx' ly')
  && (fits_KeepRoomDiag w h kx ky rx ry lx ly kx' ky' rx' ry' lx' ly').

Definition possible_KeepRoomDiag (w h kx ky rx ry lx ly : Z) : bool :=
  (move_KeepRoomDiag w h kx ky rx ry lx ly (kx + (-1)) (ky + (-1)) rx ry lx ly)
  || (move_KeepRoomDiag w h kx ky rx ry lx ly (kx + (-1)) (ky + 0) rx ry lx ly)
  || (move_KeepRoomDiag w h kx ky rx ry lx ly (kx + (-1)) (ky + 1) rx ry lx ly)
  || (move_KeepRoomDiag w h kx ky rx ry lx ly (kx + 0) (ky + (-1)) rx ry lx ly)
  || (move_KeepRoomDiag w h kx ky rx ry lx ly (kx + 0) (ky + 1) rx ry lx ly)
  || (move_KeepRoomDiag w h kx ky rx ry lx ly (kx + 1) (ky + (-1)) rx ry lx ly)
  || (move_KeepRoomDiag w h kx ky rx ry lx ly (kx + 1) (ky + 0) rx ry lx ly)
  || (move_KeepRoomDiag w h kx ky rx ry lx ly (kx + 1) (ky + 1) rx ry lx ly).

Definition fits_KeepRoomNonDiag (w h kx ky rx ry lx ly kx' ky' rx' ry' lx' ly' : Z) : bool :=
  (negb (negb ((kx =? kx') || (ky =? ky'))))
  && ((((kx' - rx') <=? (kx - rx'))
          || ((kx' - rx') <=? (0 - (kx - rx')))
          || ((kx' - rx') <=? (ky - ry'))
          || ((kx' - rx') <=? (0 - (ky - ry'))))
      && (((0 - (kx' - rx')) <=? (kx - rx'))
          || ((0 - (kx' - rx')) <=? (0 - (kx - rx')))
          || ((0 - (kx' - rx')) <=? (ky - ry'))
          || ((0 - (kx' - rx')) <=? (0 - (ky - ry'))))
      && (((ky' - ry') <=? (kx - rx'))
          || ((ky' - ry') <=? (0 - (kx - rx')))
          || ((ky' - ry') <=? (ky - ry'))
          || ((ky' - ry') <=? (0 - (ky - ry'))))
      && (((0 - (ky' - ry')) <=? (kx - rx'))
          || ((0 - (ky' - ry')) <=? (0 - (kx - rx')))
          || ((0 - (ky' - ry')) <=? (ky - ry'))
          || ((0 - (ky' - ry')) <=? (0 - (ky - ry'))))
      && (divides kx' ky' rx' ry' lx' ly')
      && (negb (exposed kx' ky' rx' ry' lx' ly'))
      && ((4 <=? (room w h rx' ry' lx' ly')) || (negb (kings_on_one_edge w h kx' ky' lx' ly')))
      && ((4 <=? (room w h rx' ry' lx' ly'))
          || (negb ((beside kx ky rx ry) && (towards_edge w h kx ky rx ry lx ly kx' ky'))))
      && (negb (stalemate_shape w h kx' ky' rx' ry' lx' ly'))).

Definition move_KeepRoomNonDiag (w h kx ky rx ry lx ly kx' ky' rx' ry' lx' ly' : Z) : bool :=
  (king_moves w h kx ky rx ry lx ly kx' ky' rx' ry' lx' ly')
  && (fits_KeepRoomNonDiag w h kx ky rx ry lx ly kx' ky' rx' ry' lx' ly').

Definition possible_KeepRoomNonDiag (w h kx ky rx ry lx ly : Z) : bool :=
  (move_KeepRoomNonDiag w h kx ky rx ry lx ly (kx + (-1)) (ky + (-1)) rx ry lx ly)
  || (move_KeepRoomNonDiag w h kx ky rx ry lx ly (kx + (-1)) (ky + 0) rx ry lx ly)
  || (move_KeepRoomNonDiag w h kx ky rx ry lx ly (kx + (-1)) (ky + 1) rx ry lx ly)
  || (move_KeepRoomNonDiag w h kx ky rx ry lx ly (kx + 0) (ky + (-1)) rx ry lx ly)
  || (move_KeepRoomNonDiag w h kx ky rx ry lx ly (kx + 0) (ky + 1) rx ry lx ly)
  || (move_KeepRoomNonDiag w h kx ky rx ry lx ly (kx + 1) (ky + (-1)) rx ry lx ly)
  || (move_KeepRoomNonDiag w h kx ky rx ry lx ly (kx + 1) (ky + 0) rx ry lx ly)
  || (move_KeepRoomNonDiag w h kx ky rx ry lx ly (kx + 1) (ky + 1) rx ry lx ly).

Definition fits_RookHome (w h kx ky rx ry lx ly kx' ky' rx' ry' lx' ly' : Z) : bool :=
  (((ry =? ry')
          && (negb (rx =? rx'))
          && (((rx' =? (kx + 1)) && (kx <? lx))
              || ((rx' =? (kx - 1)) && (lx <? kx))
              || (((Z.abs (rx' - kx)) =? 1) && ((kx =? lx) && (rx =? kx)))))
      || ((rx =? rx')
          && (negb (ry =? ry'))
          && (((ry' =? (ky + 1)) && (ky <? ly))
              || ((ry' =? (ky - 1)) && (ly <? ky))
              || (((Z.abs (ry' - ky)) =? 1) && ((ky =? ly) && (ry =? ky))))))
  && (implb (beside lx' ly' rx' ry') (beside kx' ky' rx' ry'))
  && (negb (stalemate_shape w h kx' ky' rx' ry' lx' ly')).

Definition move_RookHome (w h kx ky rx ry lx ly kx' ky' rx' ry' lx' ly' : Z) : bool :=
  (rook_moves w h kx ky rx ry lx ly kx' ky' rx' ry' lx' ly')
  && (fits_RookHome w h kx ky rx ry lx ly kx' ky' rx' ry' lx' ly').

Definition possible_RookHome (w h kx ky rx ry lx ly : Z) : bool :=
  (move_RookHome w h kx ky rx ry lx ly kx ky (kx - 1) ry lx ly)
  || (move_RookHome w h kx ky rx ry lx ly kx ky (kx + 1) ry lx ly)
  || (move_RookHome w h kx ky rx ry lx ly kx ky rx (ky - 1) lx ly)
  || (move_RookHome w h kx ky rx ry lx ly kx ky rx (ky + 1) lx ly).

Definition fits_RookSafe (w h rx ry kx' ky' rx' ry' lx' ly' : Z) : bool :=
  (((rx' =? 0) && (negb (rx =? 0)))
      || ((rx' =? (w - 1)) && (negb (rx =? (w - 1))))
      || ((ry' =? 0) && (negb (ry =? 0)))
      || ((ry' =? (h - 1)) && (negb (ry =? (h - 1)))))
  && ((negb (((Z.abs (lx' - rx')) <=? 2) && ((Z.abs (ly' - ry')) <=? 2)))
      || ((beside lx' ly' rx' ry') && (beside kx' ky' rx' ry')))
  && (negb (stalemate_shape w h kx' ky' rx' ry' lx' ly')).

Definition move_RookSafe (w h kx ky rx ry lx ly kx' ky' rx' ry' lx' ly' : Z) : bool :=
  (rook_moves w h kx ky rx ry lx ly kx' ky' rx' ry' lx' ly')
  && (fits_RookSafe w h rx ry kx' ky' rx' ry' lx' ly').

Definition possible_RookSafe (w h kx ky rx ry lx ly : Z) : bool :=
  (move_RookSafe w h kx ky rx ry lx ly kx ky 0 ry lx ly)
  || (move_RookSafe w h kx ky rx ry lx ly kx ky (w - 1) ry lx ly)
  || (move_RookSafe w h kx ky rx ry lx ly kx ky rx 0 lx ly)
  || (move_RookSafe w h kx ky rx ry lx ly kx ky rx (h - 1) lx ly).

Definition fits_RookSafeSmallBoards (w h rx ry kx' ky' rx' ry' lx' ly' : Z) : bool :=
  (((rx' =? 0) && (negb (rx =? 0)))
      || ((rx' =? (w - 1)) && (negb (rx =? (w - 1))))
      || ((ry' =? 0) && (negb (ry =? 0)))
      || ((ry' =? (h - 1)) && (negb (ry =? (h - 1)))))
  && (((Z.abs (lx' - rx')) <=? 2) && ((Z.abs (ly' - ry')) <=? 2) && (negb (beside lx' ly' rx' ry')))
  && ((rx' =? kx') || (ry' =? ky'))
  && (negb (stalemate_shape w h kx' ky' rx' ry' lx' ly')).

Definition move_RookSafeSmallBoards (w h kx ky rx ry lx ly kx' ky' rx' ry' lx' ly' : Z) : bool :=
  (rook_moves w h kx ky rx ry lx ly kx' ky' rx' ry' lx' ly')
  && (fits_RookSafeSmallBoards w h rx ry kx' ky' rx' ry' lx' ly').

Definition possible_RookSafeSmallBoards (w h kx ky rx ry lx ly : Z) : bool :=
  (move_RookSafeSmallBoards w h kx ky rx ry lx ly kx ky 0 ry lx ly)
  || (move_RookSafeSmallBoards w h kx ky rx ry lx ly kx ky (w - 1) ry lx ly)
  || (move_RookSafeSmallBoards w h kx ky rx ry lx ly kx ky rx 0 lx ly)
  || (move_RookSafeSmallBoards w h kx ky rx ry lx ly kx ky rx (h - 1) lx ly).

(* shape of mate: A position is mate exactly if it has the shape of one. *)
Definition shape_of_mate : Prop := forall w h kx ky rx ry lx ly : Z,
  (4 <=? w) = true ->
  (4 <=? h) = true ->
  (on_board w h kx ky) = true ->
  (on_board w h rx ry) = true ->
  (on_board w h lx ly) = true ->
  (black_to_move w h kx ky rx ry lx ly) = true ->
  (((mate w h kx ky rx ry lx ly) && (negb (mate_shape w h kx ky rx ry lx ly)))
   || ((mate_shape w h kx ky rx ry lx ly) && (negb (mate w h kx ky rx ry lx ly)))) = true ->
  False.

(* shape of stalemate: A position is stalemate exactly if it has the shape of one. *)
Definition shape_of_stalemate : Prop := forall w h kx ky rx ry lx ly : Z,
  (4 <=? w) = true ->
  (4 <=? h) = true ->
  (on_board w h kx ky) = true ->
  (on_board w h rx ry) = true ->
  (on_board w h lx ly) = true ->
  (black_to_move w h kx ky rx ry lx ly) = true ->
  (((stalemate w h kx ky rx ry lx ly) && (negb (stalemate_shape w h kx ky rx ry lx ly)))
   || ((stalemate_shape w h kx ky rx ry lx ly) && (negb (stalemate w h kx ky rx ry lx ly)))) = true ->
  False.

(* shape before mate: The rook mates on one of two squares exactly if the position has the shape for it. *)
Definition shape_before_mate : Prop := forall w h kx ky rx ry lx ly : Z,
  (4 <=? w) = true ->
  (4 <=? h) = true ->
  (on_board w h kx ky) = true ->
  (on_board w h rx ry) = true ->
  (on_board w h lx ly) = true ->
  (white_to_move w h kx ky rx ry lx ly) = true ->
  (((mates w h kx ky rx ry lx ly) && (negb (mates_shape w h kx ky rx ry lx ly)))
   || ((mates_shape w h kx ky rx ry lx ly) && (negb (mates w h kx ky rx ry lx ly)))) = true ->
  False.

(* the king never mates: No move of the white king mates. *)
Definition the_king_never_mates : Prop := forall w h kx ky rx ry lx ly kx1 ky1 : Z,
  (4 <=? w) = true ->
  (4 <=? h) = true ->
  (on_board w h kx ky) = true ->
  (on_board w h rx ry) = true ->
  (on_board w h lx ly) = true ->
  (white_to_move w h kx ky rx ry lx ly) = true ->
  (on_board w h kx1 ky1) = true ->
  (king_moves w h kx ky rx ry lx ly kx1 ky1 rx ry lx ly) = true ->
  (mate_shape w h kx1 ky1 rx ry lx ly) = true ->
  False.

(* the black king is never in the rook's way: The rook, moving as the definition lets it, does not jump over the black king. *)
Definition the_black_king_is_never_in_the_rooks_way : Prop := forall w h kx ky rx ry lx ly rx1 ry1 : Z,
  (4 <=? w) = true ->
  (4 <=? h) = true ->
  (on_board w h kx ky) = true ->
  (on_board w h rx ry) = true ->
  (on_board w h lx ly) = true ->
  (white_to_move w h kx ky rx ry lx ly) = true ->
  (on_board w h rx1 ry1) = true ->
  (rook_moves w h kx ky rx ry lx ly kx ky rx1 ry1 lx ly) = true ->
  (between rx ry rx1 ry1 lx ly) = true ->
  False.

(* candidates of ImmediateMate: If some legal move fits ImmediateMate, one of its candidates does. *)
Definition candidates_of_ImmediateMate : Prop := forall w h kx ky rx ry lx ly rx1 ry1 : Z,
  (4 <=? w) = true ->
  (4 <=? h) = true ->
  (on_board w h kx ky) = true ->
  (on_board w h rx ry) = true ->
  (on_board w h lx ly) = true ->
  (white_to_move w h kx ky rx ry lx ly) = true ->
  (on_board w h rx1 ry1) = true ->
  (move_ImmediateMate w h kx ky rx ry lx ly kx ky rx1 ry1 lx ly) = true ->
  (negb (mates_shape w h kx ky rx ry lx ly)) = true ->
  False.

(* candidates of ReadyToMate: If some legal move fits ReadyToMate, one of its candidates does. *)
Definition candidates_of_ReadyToMate : Prop := forall w h kx ky rx ry lx ly kx1 ky1 rx1 ry1 : Z,
  (4 <=? w) = true ->
  (4 <=? h) = true ->
  (on_board w h kx ky) = true ->
  (on_board w h rx ry) = true ->
  (on_board w h lx ly) = true ->
  (white_to_move w h kx ky rx ry lx ly) = true ->
  (on_board w h kx1 ky1) = true ->
  (on_board w h rx1 ry1) = true ->
  (move_ReadyToMate w h kx ky rx ry lx ly kx1 ky1 rx1 ry1 lx ly) = true ->
  (negb (possible_ReadyToMate w h kx ky rx ry lx ly)) = true ->
  False.

(* candidates of Squeeze: If some legal move fits Squeeze, one of its candidates does. *)
Definition candidates_of_Squeeze : Prop := forall w h kx ky rx ry lx ly rx1 ry1 : Z,
  (4 <=? w) = true ->
  (4 <=? h) = true ->
  (on_board w h kx ky) = true ->
  (on_board w h rx ry) = true ->
  (on_board w h lx ly) = true ->
  (white_to_move w h kx ky rx ry lx ly) = true ->
  (on_board w h rx1 ry1) = true ->
  (move_Squeeze w h kx ky rx ry lx ly kx ky rx1 ry1 lx ly) = true ->
  (negb (possible_Squeeze w h kx ky rx ry lx ly)) = true ->
  False.

(* candidates of ApproachDiag: If some legal move fits ApproachDiag, one of its candidates does. *)
Definition candidates_of_ApproachDiag : Prop := forall w h kx ky rx ry lx ly kx1 ky1 : Z,
  (4 <=? w) = true ->
  (4 <=? h) = true ->
  (on_board w h kx ky) = true ->
  (on_board w h rx ry) = true ->
  (on_board w h lx ly) = true ->
  (white_to_move w h kx ky rx ry lx ly) = true ->
  (on_board w h kx1 ky1) = true ->
  (move_ApproachDiag w h kx ky rx ry lx ly kx1 ky1 rx ry lx ly) = true ->
  (negb (possible_ApproachDiag w h kx ky rx ry lx ly)) = true ->
  False.

(* candidates of ApproachNonDiag: If some legal move fits ApproachNonDiag, one of its candidates does. *)
Definition candidates_of_ApproachNonDiag : Prop := forall w h kx ky rx ry lx ly kx1 ky1 : Z,
  (4 <=? w) = true ->
  (4 <=? h) = true ->
  (on_board w h kx ky) = true ->
  (on_board w h rx ry) = true ->
  (on_board w h lx ly) = true ->
  (white_to_move w h kx ky rx ry lx ly) = true ->
  (on_board w h kx1 ky1) = true ->
  (move_ApproachNonDiag w h kx ky rx ry lx ly kx1 ky1 rx ry lx ly) = true ->
  (negb (possible_ApproachNonDiag w h kx ky rx ry lx ly)) = true ->
  False.

(* candidates of KeepRoomDiag: If some legal move fits KeepRoomDiag, one of its candidates does. *)
Definition candidates_of_KeepRoomDiag : Prop := forall w h kx ky rx ry lx ly kx1 ky1 : Z,
  (4 <=? w) = true ->
  (4 <=? h) = true ->
  (on_board w h kx ky) = true ->
  (on_board w h rx ry) = true ->
  (on_board w h lx ly) = true ->
  (white_to_move w h kx ky rx ry lx ly) = true ->
  (on_board w h kx1 ky1) = true ->
  (move_KeepRoomDiag w h kx ky rx ry lx ly kx1 ky1 rx ry lx ly) = true ->
  (negb (possible_KeepRoomDiag w h kx ky rx ry lx ly)) = true ->
  False.

(* candidates of KeepRoomNonDiag: If some legal move fits KeepRoomNonDiag, one of its candidates does. *)
Definition candidates_of_KeepRoomNonDiag : Prop := forall w h kx ky rx ry lx ly kx1 ky1 : Z,
  (4 <=? w) = true ->
  (4 <=? h) = true ->
  (on_board w h kx ky) = true ->
  (on_board w h rx ry) = true ->
  (on_board w h lx ly) = true ->
  (white_to_move w h kx ky rx ry lx ly) = true ->
  (on_board w h kx1 ky1) = true ->
  (move_KeepRoomNonDiag w h kx ky rx ry lx ly kx1 ky1 rx ry lx ly) = true ->
  (negb (possible_KeepRoomNonDiag w h kx ky rx ry lx ly)) = true ->
  False.

(* candidates of RookHome: If some legal move fits RookHome, one of its candidates does. *)
Definition candidates_of_RookHome : Prop := forall w h kx ky rx ry lx ly rx1 ry1 : Z,
  (4 <=? w) = true ->
  (4 <=? h) = true ->
  (on_board w h kx ky) = true ->
  (on_board w h rx ry) = true ->
  (on_board w h lx ly) = true ->
  (white_to_move w h kx ky rx ry lx ly) = true ->
  (on_board w h rx1 ry1) = true ->
  (move_RookHome w h kx ky rx ry lx ly kx ky rx1 ry1 lx ly) = true ->
  (negb (possible_RookHome w h kx ky rx ry lx ly)) = true ->
  False.

(* candidates of RookSafe: If some legal move fits RookSafe, one of its candidates does. *)
Definition candidates_of_RookSafe : Prop := forall w h kx ky rx ry lx ly rx1 ry1 : Z,
  (4 <=? w) = true ->
  (4 <=? h) = true ->
  (on_board w h kx ky) = true ->
  (on_board w h rx ry) = true ->
  (on_board w h lx ly) = true ->
  (white_to_move w h kx ky rx ry lx ly) = true ->
  (on_board w h rx1 ry1) = true ->
  (move_RookSafe w h kx ky rx ry lx ly kx ky rx1 ry1 lx ly) = true ->
  (negb (possible_RookSafe w h kx ky rx ry lx ly)) = true ->
  False.

(* candidates of RookSafeSmallBoards: If some legal move fits RookSafeSmallBoards, one of its candidates does. *)
Definition candidates_of_RookSafeSmallBoards : Prop := forall w h kx ky rx ry lx ly rx1 ry1 : Z,
  (4 <=? w) = true ->
  (4 <=? h) = true ->
  (on_board w h kx ky) = true ->
  (on_board w h rx ry) = true ->
  (on_board w h lx ly) = true ->
  (white_to_move w h kx ky rx ry lx ly) = true ->
  (on_board w h rx1 ry1) = true ->
  (move_RookSafeSmallBoards w h kx ky rx ry lx ly kx ky rx1 ry1 lx ly) = true ->
  (negb (possible_RookSafeSmallBoards w h kx ky rx ry lx ly)) = true ->
  False.

(* a move is always there: In every position some kind of move is possible. *)
Definition a_move_is_always_there : Prop := forall w h kx ky rx ry lx ly : Z,
  (4 <=? w) = true ->
  (4 <=? h) = true ->
  (on_board w h kx ky) = true ->
  (on_board w h rx ry) = true ->
  (on_board w h lx ly) = true ->
  (white_to_move w h kx ky rx ry lx ly) = true ->
  (negb (possible_RookHome w h kx ky rx ry lx ly)) = true ->
  (negb (possible_RookSafe w h kx ky rx ry lx ly)) = true ->
  (negb (possible_RookSafeSmallBoards w h kx ky rx ry lx ly)) = true ->
  False.

(* 4.1: the rook is safe: After a strategy move Black cannot take the rook. *)
Definition the_rook_is_safe : Prop := forall w h kx ky rx ry lx ly kx1 ky1 rx1 ry1 : Z,
  (4 <=? w) = true ->
  (4 <=? h) = true ->
  (on_board w h kx ky) = true ->
  (on_board w h rx ry) = true ->
  (on_board w h lx ly) = true ->
  (white_to_move w h kx ky rx ry lx ly) = true ->
  (on_board w h kx1 ky1) = true ->
  (on_board w h rx1 ry1) = true ->
  ((move_ImmediateMate w h kx ky rx ry lx ly kx1 ky1 rx1 ry1 lx ly)
   || (move_ReadyToMate w h kx ky rx ry lx ly kx1 ky1 rx1 ry1 lx ly)
   || (move_Squeeze w h kx ky rx ry lx ly kx1 ky1 rx1 ry1 lx ly)
   || (move_ApproachDiag w h kx ky rx ry lx ly kx1 ky1 rx1 ry1 lx ly)
   || (move_ApproachNonDiag w h kx ky rx ry lx ly kx1 ky1 rx1 ry1 lx ly)
   || (move_KeepRoomDiag w h kx ky rx ry lx ly kx1 ky1 rx1 ry1 lx ly)
   || (move_KeepRoomNonDiag w h kx ky rx ry lx ly kx1 ky1 rx1 ry1 lx ly)
   || (move_RookHome w h kx ky rx ry lx ly kx1 ky1 rx1 ry1 lx ly)
   || (move_RookSafe w h kx ky rx ry lx ly kx1 ky1 rx1 ry1 lx ly)
   || (move_RookSafeSmallBoards w h kx ky rx ry lx ly kx1 ky1 rx1 ry1 lx ly)) = true ->
  (black_takes kx1 ky1 rx1 ry1 lx ly) = true ->
  False.

(* no stalemate: After a strategy move Black is not stalemated. *)
Definition no_stalemate : Prop := forall w h kx ky rx ry lx ly kx1 ky1 rx1 ry1 : Z,
  (4 <=? w) = true ->
  (4 <=? h) = true ->
  (on_board w h kx ky) = true ->
  (on_board w h rx ry) = true ->
  (on_board w h lx ly) = true ->
  (white_to_move w h kx ky rx ry lx ly) = true ->
  (on_board w h kx1 ky1) = true ->
  (on_board w h rx1 ry1) = true ->
  ((move_ImmediateMate w h kx ky rx ry lx ly kx1 ky1 rx1 ry1 lx ly)
   || (move_ReadyToMate w h kx ky rx ry lx ly kx1 ky1 rx1 ry1 lx ly)
   || (move_Squeeze w h kx ky rx ry lx ly kx1 ky1 rx1 ry1 lx ly)
   || (move_ApproachDiag w h kx ky rx ry lx ly kx1 ky1 rx1 ry1 lx ly)
   || (move_ApproachNonDiag w h kx ky rx ry lx ly kx1 ky1 rx1 ry1 lx ly)
   || (move_KeepRoomDiag w h kx ky rx ry lx ly kx1 ky1 rx1 ry1 lx ly)
   || (move_KeepRoomNonDiag w h kx ky rx ry lx ly kx1 ky1 rx1 ry1 lx ly)
   || (move_RookHome w h kx ky rx ry lx ly kx1 ky1 rx1 ry1 lx ly)
   || (move_RookSafe w h kx ky rx ry lx ly kx1 ky1 rx1 ry1 lx ly)
   || (move_RookSafeSmallBoards w h kx ky rx ry lx ly kx1 ky1 rx1 ry1 lx ly)) = true ->
  (stalemate_shape w h kx1 ky1 rx1 ry1 lx ly) = true ->
  False.

(* 4.2: ImmediateMate mates: After ImmediateMate Black is mated. *)
Definition ImmediateMate_mates : Prop := forall w h kx ky rx ry lx ly rx1 ry1 : Z,
  (4 <=? w) = true ->
  (4 <=? h) = true ->
  (on_board w h kx ky) = true ->
  (on_board w h rx ry) = true ->
  (on_board w h lx ly) = true ->
  (white_to_move w h kx ky rx ry lx ly) = true ->
  (on_board w h rx1 ry1) = true ->
  (move_ImmediateMate w h kx ky rx ry lx ly kx ky rx1 ry1 lx ly) = true ->
  (negb (mate w h kx ky rx1 ry1 lx ly)) = true ->
  False.

(* 4.3: ReadyToMate leads to mate: After ReadyToMate Black has a move, and after each of them ImmediateMate is possible. *)
Definition ReadyToMate_leads_to_mate : Prop := forall w h kx ky rx ry lx ly kx1 ky1 rx1 ry1 lx2 ly2 : Z,
  (4 <=? w) = true ->
  (4 <=? h) = true ->
  (on_board w h kx ky) = true ->
  (on_board w h rx ry) = true ->
  (on_board w h lx ly) = true ->
  (white_to_move w h kx ky rx ry lx ly) = true ->
  (on_board w h kx1 ky1) = true ->
  (on_board w h rx1 ry1) = true ->
  (move_ReadyToMate w h kx ky rx ry lx ly kx1 ky1 rx1 ry1 lx ly) = true ->
  (on_board w h lx2 ly2) = true ->
  ((black_is_stuck w h kx1 ky1 rx1 ry1 lx ly)
   || ((black_moves w h kx1 ky1 rx1 ry1 lx ly kx1 ky1 rx1 ry1 lx2 ly2)
       && (negb (mates_shape w h kx1 ky1 rx1 ry1 lx2 ly2)))) = true ->
  False.

(* 4.4: after a basic move: Then one of these is possible: [Squeeze, KeepRoomDiag, KeepRoomNonDiag]. *)
Definition after_a_basic_move : Prop := forall w h kx ky rx ry lx ly kx1 ky1 rx1 ry1 lx2 ly2 : Z,
  (4 <=? w) = true ->
  (4 <=? h) = true ->
  (on_board w h kx ky) = true ->
  (on_board w h rx ry) = true ->
  (on_board w h lx ly) = true ->
  (white_to_move w h kx ky rx ry lx ly) = true ->
  (on_board w h kx1 ky1) = true ->
  (on_board w h rx1 ry1) = true ->
  ((move_Squeeze w h kx ky rx ry lx ly kx1 ky1 rx1 ry1 lx ly)
   || (move_ApproachDiag w h kx ky rx ry lx ly kx1 ky1 rx1 ry1 lx ly)
   || (move_ApproachNonDiag w h kx ky rx ry lx ly kx1 ky1 rx1 ry1 lx ly)
   || (move_KeepRoomDiag w h kx ky rx ry lx ly kx1 ky1 rx1 ry1 lx ly)
   || (move_KeepRoomNonDiag w h kx ky rx ry lx ly kx1 ky1 rx1 ry1 lx ly)) = true ->
  (on_board w h lx2 ly2) = true ->
  (black_moves w h kx1 ky1 rx1 ry1 lx ly kx1 ky1 rx1 ry1 lx2 ly2) = true ->
  (negb (possible_Squeeze w h kx1 ky1 rx1 ry1 lx2 ly2)) = true ->
  (negb (possible_KeepRoomDiag w h kx1 ky1 rx1 ry1 lx2 ly2)) = true ->
  (negb (possible_KeepRoomNonDiag w h kx1 ky1 rx1 ry1 lx2 ly2)) = true ->
  False.

(* 4.4: after RookHome: Then one of these is possible: [KeepRoomNonDiag, RookHome]. *)
Definition after_RookHome : Prop := forall w h kx ky rx ry lx ly rx1 ry1 lx2 ly2 : Z,
  (4 <=? w) = true ->
  (4 <=? h) = true ->
  (on_board w h kx ky) = true ->
  (on_board w h rx ry) = true ->
  (on_board w h lx ly) = true ->
  (white_to_move w h kx ky rx ry lx ly) = true ->
  (on_board w h rx1 ry1) = true ->
  ((negb (possible_ReadyToMate w h kx ky rx ry lx ly))
   && (negb (possible_Squeeze w h kx ky rx ry lx ly))
   && (negb (possible_ApproachNonDiag w h kx ky rx ry lx ly))
   && (move_RookHome w h kx ky rx ry lx ly kx ky rx1 ry1 lx ly)) = true ->
  (on_board w h lx2 ly2) = true ->
  (black_moves w h kx ky rx1 ry1 lx ly kx ky rx1 ry1 lx2 ly2) = true ->
  (negb (possible_KeepRoomNonDiag w h kx ky rx1 ry1 lx2 ly2)) = true ->
  (negb (possible_RookHome w h kx ky rx1 ry1 lx2 ly2)) = true ->
  False.

(* 4.4: after RookHome twice: Then one of these is possible: [KeepRoomNonDiag]. *)
Definition after_RookHome_twice : Prop := forall w h kx ky rx ry lx ly rx1 ry1 lx2 ly2 rx3 ry3 lx4 ly4 : Z,
  (4 <=? w) = true ->
  (4 <=? h) = true ->
  (on_board w h kx ky) = true ->
  (on_board w h rx ry) = true ->
  (on_board w h lx ly) = true ->
  (white_to_move w h kx ky rx ry lx ly) = true ->
  (on_board w h rx1 ry1) = true ->
  (move_RookHome w h kx ky rx ry lx ly kx ky rx1 ry1 lx ly) = true ->
  (on_board w h lx2 ly2) = true ->
  (black_moves w h kx ky rx1 ry1 lx ly kx ky rx1 ry1 lx2 ly2) = true ->
  (on_board w h rx3 ry3) = true ->
  ((negb (possible_Squeeze w h kx ky rx1 ry1 lx2 ly2))
   && (negb (possible_ApproachNonDiag w h kx ky rx1 ry1 lx2 ly2))
   && (move_RookHome w h kx ky rx1 ry1 lx2 ly2 kx ky rx3 ry3 lx2 ly2)) = true ->
  (on_board w h lx4 ly4) = true ->
  (black_moves w h kx ky rx3 ry3 lx2 ly2 kx ky rx3 ry3 lx4 ly4) = true ->
  (negb (possible_KeepRoomNonDiag w h kx ky rx3 ry3 lx4 ly4)) = true ->
  False.

(* 4.4: after RookSafe: Then one of these is possible: [Squeeze, RookHome]. *)
Definition after_RookSafe : Prop := forall w h kx ky rx ry lx ly rx1 ry1 lx2 ly2 : Z,
  (4 <=? w) = true ->
  (4 <=? h) = true ->
  (on_board w h kx ky) = true ->
  (on_board w h rx ry) = true ->
  (on_board w h lx ly) = true ->
  (white_to_move w h kx ky rx ry lx ly) = true ->
  (on_board w h rx1 ry1) = true ->
  ((negb (possible_RookHome w h kx ky rx ry lx ly))
   && (move_RookSafe w h kx ky rx ry lx ly kx ky rx1 ry1 lx ly)) = true ->
  (on_board w h lx2 ly2) = true ->
  (black_moves w h kx ky rx1 ry1 lx ly kx ky rx1 ry1 lx2 ly2) = true ->
  (negb (possible_Squeeze w h kx ky rx1 ry1 lx2 ly2)) = true ->
  (negb (possible_RookHome w h kx ky rx1 ry1 lx2 ly2)) = true ->
  False.

(* 4.4: after RookSafeSmallBoards: Then one of these is possible: [RookHome]. *)
Definition after_RookSafeSmallBoards : Prop := forall w h kx ky rx ry lx ly rx1 ry1 lx2 ly2 : Z,
  (4 <=? w) = true ->
  (4 <=? h) = true ->
  (on_board w h kx ky) = true ->
  (on_board w h rx ry) = true ->
  (on_board w h lx ly) = true ->
  (white_to_move w h kx ky rx ry lx ly) = true ->
  (on_board w h rx1 ry1) = true ->
  (move_RookSafeSmallBoards w h kx ky rx ry lx ly kx ky rx1 ry1 lx ly) = true ->
  (on_board w h lx2 ly2) = true ->
  (black_moves w h kx ky rx1 ry1 lx ly kx ky rx1 ry1 lx2 ly2) = true ->
  (negb (possible_RookHome w h kx ky rx1 ry1 lx2 ly2)) = true ->
  False.

(* 4.5: three basic moves: From a room above 3, three basic moves and replies make the room smaller, or leave it and bring the white king closer to the critical square. *)
Definition three_basic_moves : Prop := forall w h kx ky rx ry lx ly kx1 ky1 rx1 ry1 lx2 ly2 kx3 ky3 rx3 ry3 lx4 ly4 kx5 ky5 rx5 ry5 lx6 ly6 : Z,
  (4 <=? w) = true ->
  (4 <=? h) = true ->
  (on_board w h kx ky) = true ->
  (on_board w h rx ry) = true ->
  (on_board w h lx ly) = true ->
  (white_to_move w h kx ky rx ry lx ly) = true ->
  (4 <=? (room w h rx ry lx ly)) = true ->
  (on_board w h kx1 ky1) = true ->
  (on_board w h rx1 ry1) = true ->
  ((move_Squeeze w h kx ky rx ry lx ly kx1 ky1 rx1 ry1 lx ly)
   || ((negb (possible_Squeeze w h kx ky rx ry lx ly))
       && (move_ApproachDiag w h kx ky rx ry lx ly kx1 ky1 rx1 ry1 lx ly))
   || ((negb (possible_Squeeze w h kx ky rx ry lx ly))
       && (move_ApproachNonDiag w h kx ky rx ry lx ly kx1 ky1 rx1 ry1 lx ly))
   || ((negb (possible_Squeeze w h kx ky rx ry lx ly))
       && (negb (possible_ApproachNonDiag w h kx ky rx ry lx ly))
       && (move_KeepRoomDiag w h kx ky rx ry lx ly kx1 ky1 rx1 ry1 lx ly))
   || ((negb (possible_Squeeze w h kx ky rx ry lx ly))
       && (negb (possible_ApproachNonDiag w h kx ky rx ry lx ly))
       && (move_KeepRoomNonDiag w h kx ky rx ry lx ly kx1 ky1 rx1 ry1 lx ly))) = true ->
  (on_board w h lx2 ly2) = true ->
  (black_moves w h kx1 ky1 rx1 ry1 lx ly kx1 ky1 rx1 ry1 lx2 ly2) = true ->
  (on_board w h kx3 ky3) = true ->
  (on_board w h rx3 ry3) = true ->
  ((move_Squeeze w h kx1 ky1 rx1 ry1 lx2 ly2 kx3 ky3 rx3 ry3 lx2 ly2)
   || ((negb (possible_Squeeze w h kx1 ky1 rx1 ry1 lx2 ly2))
       && (move_ApproachDiag w h kx1 ky1 rx1 ry1 lx2 ly2 kx3 ky3 rx3 ry3 lx2 ly2))
   || ((negb (possible_Squeeze w h kx1 ky1 rx1 ry1 lx2 ly2))
       && (negb (possible_ApproachDiag w h kx1 ky1 rx1 ry1 lx2 ly2))
       && (move_ApproachNonDiag w h kx1 ky1 rx1 ry1 lx2 ly2 kx3 ky3 rx3 ry3 lx2 ly2))
   || ((negb (possible_Squeeze w h kx1 ky1 rx1 ry1 lx2 ly2))
       && (negb (possible_ApproachDiag w h kx1 ky1 rx1 ry1 lx2 ly2))
       && (negb (possible_ApproachNonDiag w h kx1 ky1 rx1 ry1 lx2 ly2))
       && (move_KeepRoomDiag w h kx1 ky1 rx1 ry1 lx2 ly2 kx3 ky3 rx3 ry3 lx2 ly2))
   || ((negb (possible_Squeeze w h kx1 ky1 rx1 ry1 lx2 ly2))
       && (negb (possible_ApproachDiag w h kx1 ky1 rx1 ry1 lx2 ly2))
       && (negb (possible_ApproachNonDiag w h kx1 ky1 rx1 ry1 lx2 ly2))
       && (move_KeepRoomNonDiag w h kx1 ky1 rx1 ry1 lx2 ly2 kx3 ky3 rx3 ry3 lx2 ly2))) = true ->
  (on_board w h lx4 ly4) = true ->
  (black_moves w h kx3 ky3 rx3 ry3 lx2 ly2 kx3 ky3 rx3 ry3 lx4 ly4) = true ->
  (on_board w h kx5 ky5) = true ->
  (on_board w h rx5 ry5) = true ->
  ((move_Squeeze w h kx3 ky3 rx3 ry3 lx4 ly4 kx5 ky5 rx5 ry5 lx4 ly4)
   || ((negb (possible_Squeeze w h kx3 ky3 rx3 ry3 lx4 ly4))
       && (move_ApproachDiag w h kx3 ky3 rx3 ry3 lx4 ly4 kx5 ky5 rx5 ry5 lx4 ly4))
   || ((negb (possible_Squeeze w h kx3 ky3 rx3 ry3 lx4 ly4))
       && (move_ApproachNonDiag w h kx3 ky3 rx3 ry3 lx4 ly4 kx5 ky5 rx5 ry5 lx4 ly4))
   || ((negb (possible_Squeeze w h kx3 ky3 rx3 ry3 lx4 ly4))
       && (negb (possible_ApproachNonDiag w h kx3 ky3 rx3 ry3 lx4 ly4))
       && (move_KeepRoomDiag w h kx3 ky3 rx3 ry3 lx4 ly4 kx5 ky5 rx5 ry5 lx4 ly4))
   || ((negb (possible_Squeeze w h kx3 ky3 rx3 ry3 lx4 ly4))
       && (negb (possible_ApproachNonDiag w h kx3 ky3 rx3 ry3 lx4 ly4))
       && (move_KeepRoomNonDiag w h kx3 ky3 rx3 ry3 lx4 ly4 kx5 ky5 rx5 ry5 lx4 ly4))) = true ->
  (on_board w h lx6 ly6) = true ->
  (black_moves w h kx5 ky5 rx5 ry5 lx4 ly4 kx5 ky5 rx5 ry5 lx6 ly6) = true ->
  ((room w h rx ry lx ly) <=? (room w h rx5 ry5 lx6 ly6)) = true ->
  (((room w h rx ry lx ly) <? (room w h rx5 ry5 lx6 ly6))
   || ((way_to_go kx ky rx ry lx ly) <=? (way_to_go kx5 ky5 rx5 ry5 lx6 ly6))) = true ->
  False.

(* 4.6: the last room: From a room of 3 or less, after three basic moves and replies ReadyToMate is possible. *)
Definition the_last_room : Prop := forall w h kx ky rx ry lx ly kx1 ky1 rx1 ry1 lx2 ly2 kx3 ky3 rx3 ry3 lx4 ly4 kx5 ky5 rx5 ry5 lx6 ly6 : Z,
  (4 <=? w) = true ->
  (4 <=? h) = true ->
  (on_board w h kx ky) = true ->
  (on_board w h rx ry) = true ->
  (on_board w h lx ly) = true ->
  (white_to_move w h kx ky rx ry lx ly) = true ->
  ((room w h rx ry lx ly) <=? 3) = true ->
  (on_board w h kx1 ky1) = true ->
  (on_board w h rx1 ry1) = true ->
  ((move_Squeeze w h kx ky rx ry lx ly kx1 ky1 rx1 ry1 lx ly)
   || (move_ApproachDiag w h kx ky rx ry lx ly kx1 ky1 rx1 ry1 lx ly)
   || (move_ApproachNonDiag w h kx ky rx ry lx ly kx1 ky1 rx1 ry1 lx ly)
   || (move_KeepRoomDiag w h kx ky rx ry lx ly kx1 ky1 rx1 ry1 lx ly)
   || (move_KeepRoomNonDiag w h kx ky rx ry lx ly kx1 ky1 rx1 ry1 lx ly)) = true ->
  (on_board w h lx2 ly2) = true ->
  (black_moves w h kx1 ky1 rx1 ry1 lx ly kx1 ky1 rx1 ry1 lx2 ly2) = true ->
  (on_board w h kx3 ky3) = true ->
  (on_board w h rx3 ry3) = true ->
  ((move_Squeeze w h kx1 ky1 rx1 ry1 lx2 ly2 kx3 ky3 rx3 ry3 lx2 ly2)
   || (move_ApproachDiag w h kx1 ky1 rx1 ry1 lx2 ly2 kx3 ky3 rx3 ry3 lx2 ly2)
   || (move_ApproachNonDiag w h kx1 ky1 rx1 ry1 lx2 ly2 kx3 ky3 rx3 ry3 lx2 ly2)
   || ((negb (possible_ApproachNonDiag w h kx1 ky1 rx1 ry1 lx2 ly2))
       && (move_KeepRoomDiag w h kx1 ky1 rx1 ry1 lx2 ly2 kx3 ky3 rx3 ry3 lx2 ly2))
   || ((negb (possible_ApproachNonDiag w h kx1 ky1 rx1 ry1 lx2 ly2))
       && (negb (possible_KeepRoomDiag w h kx1 ky1 rx1 ry1 lx2 ly2))
       && (move_KeepRoomNonDiag w h kx1 ky1 rx1 ry1 lx2 ly2 kx3 ky3 rx3 ry3 lx2 ly2))) = true ->
  (on_board w h lx4 ly4) = true ->
  (black_moves w h kx3 ky3 rx3 ry3 lx2 ly2 kx3 ky3 rx3 ry3 lx4 ly4) = true ->
  (on_board w h kx5 ky5) = true ->
  (on_board w h rx5 ry5) = true ->
  (((negb (possible_ReadyToMate w h kx3 ky3 rx3 ry3 lx4 ly4))
       && (move_Squeeze w h kx3 ky3 rx3 ry3 lx4 ly4 kx5 ky5 rx5 ry5 lx4 ly4))
   || ((negb (possible_ReadyToMate w h kx3 ky3 rx3 ry3 lx4 ly4))
       && (move_ApproachDiag w h kx3 ky3 rx3 ry3 lx4 ly4 kx5 ky5 rx5 ry5 lx4 ly4))
   || ((negb (possible_ReadyToMate w h kx3 ky3 rx3 ry3 lx4 ly4))
       && (move_ApproachNonDiag w h kx3 ky3 rx3 ry3 lx4 ly4 kx5 ky5 rx5 ry5 lx4 ly4))
   || ((negb (possible_ReadyToMate w h kx3 ky3 rx3 ry3 lx4 ly4))
       && (negb (possible_ApproachNonDiag w h kx3 ky3 rx3 ry3 lx4 ly4))
       && (move_KeepRoomDiag w h kx3 ky3 rx3 ry3 lx4 ly4 kx5 ky5 rx5 ry5 lx4 ly4))
   || ((negb (possible_ReadyToMate w h kx3 ky3 rx3 ry3 lx4 ly4))
       && (negb (possible_ApproachNonDiag w h kx3 ky3 rx3 ry3 lx4 ly4))
       && (negb (possible_KeepRoomDiag w h kx3 ky3 rx3 ry3 lx4 ly4))
       && (move_KeepRoomNonDiag w h kx3 ky3 rx3 ry3 lx4 ly4 kx5 ky5 rx5 ry5 lx4 ly4))) = true ->
  (on_board w h lx6 ly6) = true ->
  (black_moves w h kx5 ky5 rx5 ry5 lx4 ly4 kx5 ky5 rx5 ry5 lx6 ly6) = true ->
  (negb (possible_ReadyToMate w h kx5 ky5 rx5 ry5 lx6 ly6)) = true ->
  False.
