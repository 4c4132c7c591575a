# Either side may move at any time.
s/if (piece->white != white_to_move) {/if (false) {/
