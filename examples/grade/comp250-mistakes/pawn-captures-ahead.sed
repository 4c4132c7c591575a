# A pawn takes what stands before it.
s/if (destX != x || target != null)/if (destX != x)/
