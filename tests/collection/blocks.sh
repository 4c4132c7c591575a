#!/usr/bin/env bash
# A file is read in blocks of 512 KB. Where a block ends within a game changes no finding: the same texts with short and with
# long comments, so that a block ends behind a place that can be read in two ways. tests/collection/blocks.sh BUILD
. "$(dirname "$0")/common"

comment() { printf '{'; head -c "$1" /dev/zero | tr '\0' x; printf '}'; }

checked() { # name, what stands between the comments
    for size in 10 400000; do
        { printf '[Event "a"]\n[Result "0-0"]\n\n'; comment $size; printf '%b' "$2"; comment $size; printf ' 1. e4 e5 *\n'; } >$size.pgn
        arbiter check --warnings $size.pgn | sed 's/^[^:]*:[0-9]*:[0-9]*: //' >$size.told || :
    done
    [ -s 10.told ] || bad "$1: nothing is told"
    same "$1" 10.told 400000.told
}

for between in '\t' ' ' '\032' '\r' '\n' '' 'x' '%' '; '; do
    checked "a result, a line end, '$between' and a tag" " 0-0\n${between}[Black \"b\"]\n\n"
    checked "a result, a line end, '$between' and a word" " 0-0\n${between}e5\n"
    checked "a result, two line ends, '$between' and a tag" " 0-0\n\n${between}[Black \"b\"]\n\n"
done
finish
