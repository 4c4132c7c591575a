# An empty source square is not tested for.
s/    if (!piece) {/    if (false) {/
