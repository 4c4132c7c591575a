#!/bin/sh
# Games by random play under every rule set, built in or from a file, pass a strict check.
#   tests/collection/rules.sh BUILD [GAMES] [SEED]
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
build=$(cd "${1:?"usage: $0 BUILD [GAMES] [SEED]"}" && pwd)
games=${2:-20} seed=${3:-1}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0
for rules in chess chess960 basic lab lab-bonus king-capture "$top"/examples/rules/*.rules; do
    "$build/tests/random_games" "$rules" "$games" "$seed" >"$work/games.pgn"
    if "$build/arbiter" check --strict --rules "$rules" "$work/games.pgn" >"$work/said" &&
        grep -q "^1 file, $games games, .*: no faults" "$work/said"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "failed $(basename "$rules") (seed $seed):"
        head -n 5 "$work/said"
    fi
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
