(* What is taken from the kernel: lemmas whose denials it has refuted (`zermelo strategy krk
   prove`), as Krk.v states them. *)

From Zermelo.rook Require Krk.

Axiom shape_of_mate : Krk.shape_of_mate.
Axiom shape_of_stalemate : Krk.shape_of_stalemate.
Axiom shape_before_mate : Krk.shape_before_mate.
Axiom a_move_is_always_there : Krk.a_move_is_always_there.
Axiom after_a_basic_move : Krk.after_a_basic_move.
Axiom after_RookHome : Krk.after_RookHome.
Axiom after_RookHome_twice : Krk.after_RookHome_twice.
Axiom after_RookSafe : Krk.after_RookSafe.
Axiom after_RookSafeSmallBoards : Krk.after_RookSafeSmallBoards.
Axiom three_basic_moves : Krk.three_basic_moves.
Axiom the_last_room : Krk.the_last_room.
