#!/bin/sh
# Compares the package for JavaScript with chess.js from npm: milliseconds of CPU time for the same work, best of interleaved rounds.
# bench/js.sh BUILD [ROUNDS]
set -eu
cd "$(dirname "$0")/.."
build=$(cd "${1:?"usage: $0 BUILD [ROUNDS]"}" && pwd)
rounds=${2:-5}
work=$build/bindings-js
for program in node npm clang; do
    command -v $program >/dev/null || { echo "js: no $program, nothing to compare"; exit 0; }
done
mkdir -p "$work"
bindings/js/build "$work/package" || { echo "js: no package"; exit 0; }
tests/bindings/peers "$work"

echo "js: milliseconds of CPU time, best of $rounds rounds"
printf '%-30s %10s %10s %7s %10s\n' what chess.js ours times 'own face'
node bench/programs/js_faces.mjs "$work/package" "$work" "$rounds" | while IFS="$(printf '\t')" read -r what theirs ours times modern; do
    printf '%-30s %10s %10s %7s %10s\n' "$what" "$theirs" "$ours" "$times" "$modern"
    [ -z "${BENCH_RESULTS:-}" ] || printf 'result\tjs, %s\tchess.js\t%s\t%s\tms\t%s\n' "$what" "$theirs" "$ours" "$times" >>"$BENCH_RESULTS"
done
