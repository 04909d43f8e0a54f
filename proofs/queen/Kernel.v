(* What is taken from the kernel: lemmas whose denials it has refuted (`zermelo strategy kqk
   prove`), as Kqk.v states them. *)

From Zermelo.queen Require Kqk.

Axiom Mate_mates : Kqk.Mate_mates.
Axiom no_stalemate_after_Squeeze : Kqk.no_stalemate_after_Squeeze.
Axiom no_stalemate_after_Approach : Kqk.no_stalemate_after_Approach.
Axiom no_stalemate_after_Wait : Kqk.no_stalemate_after_Wait.
Axiom no_stalemate_after_QueenHome : Kqk.no_stalemate_after_QueenHome.
Axiom on_track_a_move_is_there : Kqk.on_track_a_move_is_there.
Axiom on_track_after_a_basic_move : Kqk.on_track_after_a_basic_move.
Axiom Squeeze_lowers_the_rectangle : Kqk.Squeeze_lowers_the_rectangle.
Axiom Approach_lowers_the_way : Kqk.Approach_lowers_the_way.
Axiom Mate_or_Squeeze_after_Wait : Kqk.Mate_or_Squeeze_after_Wait.
Axiom a_move_is_always_there : Kqk.a_move_is_always_there.
Axiom after_QueenHome : Kqk.after_QueenHome.
Axiom after_QueenHome_out_of_the_trap : Kqk.after_QueenHome_out_of_the_trap.
Axiom after_two_of_the_last_kinds : Kqk.after_two_of_the_last_kinds.
