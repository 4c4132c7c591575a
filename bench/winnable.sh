#!/bin/sh
# Measures the question "can a side still win?" in microseconds of CPU time, on final positions of real
# games that were lost on time, for both sides, with a line and for the answer alone. The peer's figures are
# those published for the Chess Unwinnability Analyzer: 268 with a line, 4.2 for an answer that may be a guess.
# bench/winnable.sh BUILD [ROUNDS]
set -eu
cd "$(dirname "$0")/.."
build=$(cd "${1:?"usage: $0 BUILD [ROUNDS]"}" && pwd)
rounds=${2:-3}
data=../shared/data/outcome/lichess_timeouts_15k.tsv
[ -f "$data" ] || { echo "winnable: no $data, nothing to ask about"; exit 0; }

echo "winnable: microseconds a question, best of $rounds rounds"
printf '%-8s %8s %8s %6s %6s %8s\n' what mean worst open wrong asked
for what in line word; do
    best=$(for _ in $(seq "$rounds"); do "$build/bench/winnable_questions" "$what" "$data"; done |
        sort -n | head -1)
    # shellcheck disable=SC2086 # five numbers
    printf '%-8s %8s %8s %6s %6s %8s\n' "$what" $best
    [ -n "${BENCH_RESULTS:-}" ] || continue
    peer=268
    [ "$what" = line ] || peer=4.2
    echo "$best" | awk -v what="winnable, $what" -v peer=$peer \
        '{ printf "result\t%s\tpublished analyser\t%s\t%s\tus\t%.1f\n", what, peer, $1, peer / $1 }' \
        >>"$BENCH_RESULTS"
done
