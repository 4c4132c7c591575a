# Whoever likes may move.
s/if (piece->white != white_to_move) {/if (false) {/
