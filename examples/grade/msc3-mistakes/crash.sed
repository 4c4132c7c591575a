# An empty source square is not looked at.
s/    if (!piece) {/    if (false) {/
