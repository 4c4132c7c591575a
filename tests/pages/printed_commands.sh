# Commands printed in README, docs and --help must run as printed and give the output printed below them,
# in a folder that has the files they name. `run` reads this file and counts. Not run, but checked for
# their options, are serve, which does not end, backup, commands that need a database, and grade, which has tests of its own.
top=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/tests" "$work/games" "$work/collections" "$work/bin"
ln -s "$(cd "$build" && pwd)/arbiter" "$work/bin/arbiter"
ln -s "$top/examples" "$work/examples"
(
    cd "$work"
    printf '1. f3 e5 2. g4 Qh4# 0-1\n' >games.pgn
    cp games.pgn games/one.pgn
    cp games.pgn collections/one.pgn
    for name in games.pgn twic1500.pgn; do zstd -q -f -o "$name.zst" games.pgn 2>/dev/null || :; done
    printf 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n' >positions.txt
    printf 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400\n' >positions.epd
    echo e4 >move
    printf 'name = my\n' | tee my.rules >my-rules.txt
    printf '[Event "Club"]\n\n1. e4 {[%%clk 0:10:00] [%%eval 0.25]} e5 {[%%clk 0:09:58.5] [%%eval #-3]} 1-0\n' >club.pgn
    printf '%s\n' 'name = my' 'parent = chess' 'bord = 6x6' '' 'castling =   maybe' \
        'start = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNX w KQkq' >mistaken.rules
    printf 'k 4 4 r 8 2 B 1 1 K 4 7: 8 2 2 2 1 1 3 3\n' >input.txt
    printf '10\n4 4\nw k 3 3\nb k 0 0\n~\nisValidScan\n' | tee bonus.txt >tests/part3_4x4_1.txt
)
printed() {
    (cd "$top" && sed -n 's/^ *\(arbiter [a-z].*\)$/\1/p' README.md docs/*.md docs/design/*.md)
    for command in "" $commands; do
        "$build/arbiter" $command --help | sed -n '/^Examples:/,/^$/s/^  \([^ #].*arbiter .*\|arbiter .*\)$/\1/p'
    done
}
runs() { # as a person would; who plays makes a move, to have a game to resume
    local input=/dev/null
    [[ $1 != 'arbiter play' ]] || input=$work/move
    (cd "$work" && export HOME=$work PATH=$work/bin:$PATH:/usr/games && timeout 600 bash -c "$1" <"$input") \
        >"$work/said" 2>&1
}
declare -A known
for command in $commands; do known[$command]=$(options "$command" | xargs); done
while IFS= read -r line; do
    call=${line%%#*}
    call=arbiter${call##*arbiter}
    call=${call%%||*} # what follows is the shell's
    read -r _ command _ <<<"$call"
    for option in $(grep -oE -e ' --?[a-z][a-z0-9-]*' <<<"$call"); do
        [[ " ${known[$command]} " == *" $option "* ]] && good || bad "'$line' has $option, which $command has not"
    done
    case $line in
        *'arbiter serve'* | *'arbiter backup'* | *postgresql://* | *'arbiter grade'* | *'$'* | *'\' | *'part-*'* | *' *.txt'*) continue ;;
        *stockfish*) PATH=$PATH:/usr/games command -v stockfish >/dev/null || { missing="$missing stockfish;"; continue; } ;;
        *.zst*) [[ -s $work/games.pgn.zst ]] || { missing="$missing zstd;"; continue; } ;;
    esac
    status=0
    runs "$line" || status=$?
    [[ $status -le 1 ]] && good || bad "'$line' ends with $status: $(<"$work/said")"
    [[ ! $line =~ '# '([0-9]+)$ ]] || is "'$line'" "$(tail -n 1 "$work/said")" "${BASH_REMATCH[1]}"
done < <(printed)

# A session in a fence has lines "$ command", each followed by the command's whole output.
session() {
    [[ -n $command ]] || return 0
    runs "$command" || :
    is "${page#"$top/"}: $command" "$(<"$work/said")" "$said"
    command=
}
for page in "$top"/README.md "$top"/docs/*.md "$top"/docs/design/*.md; do
    command= said= fenced=
    while IFS= read -r line; do
        case $fenced$line in
            '```'*) fenced='fenced ' ;;
            'fenced ```'*) session; fenced= ;;
            'fenced $ '*) session; command=${line#\$ } said= ;;
            *) said+=${said:+$'\n'}$line ;;
        esac
    done <"$page"
done
