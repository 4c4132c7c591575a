# Turns well-formed games into a collection as people have them: games without an Event tag or without
# any tag, cut anywhere, with wrong moves, blank lines, braces that are not closed, text between games,
# comments longer than any block. `seed` decides which.
function chance(n) { return int(rand() * n) == 0 }
function flush_game(    i, cut, mess, body) {
    if (count == 0)
        return
    mess = int(rand() * 14)
    cut = mess == 0 ? 1 + int(rand() * count) : count
    for (i = 1; i <= cut; i++) {
        body = lines[i]
        if (mess == 1 && body ~ /^\[Event /) continue
        if (mess == 2 && body ~ /^\[/) continue
        if (mess == 3 && body !~ /^\[/) sub(/ [a-h][1-8] /, " Kk9 ", body)
        if (mess == 4 && body !~ /^\[/) sub(/ (N|B|R|Q|K)/, " {[Event \"inside\"]\n1. e4 ", body)
        if (mess == 5 && body ~ /^\[Result/) body = "[Result \"0-1\"]"
        if (mess == 6 && body !~ /^\[/ && body != "" && chance(3)) body = body "\n\n1. e4"
        if (mess == 7 && body ~ /^\[White /) body = body " [Black \"same line\"] [Odd \"]\"]"
        if (mess == 8 && body !~ /^\[/) body = body "\r"
        if (mess == 9 && body !~ /^\[/ && body != "") sub(/ /, " ( ( ", body)
        if (mess == 10 && body ~ /^\[White /) body = "[White \"not closed"
        if (mess == 11 && body !~ /^\[/) sub(/ (1-0|0-1|1\/2-1\/2|\*)$/, "", body)
        print body
    }
    if (chance(12)) print "text between games\n\n1. d4 d5 *\n[Site \"nowhere\"]\n\n1. c4 *"
    if (chance(60)) {
        printf "[Event \"long\"]\n\n1. e4 {"
        for (i = 0; i < 40000; i++) {
            printf "a comment of many words%s", (i % 9 == 0 ? "\n" : " ")
            if (i % 900 == 0) printf "1. e4 e5 *\n[White \"nobody\"]\n\n"
        }
        print "} e5 *\n"
    }
    count = 0
}
BEGIN { srand(seed) }
/^\[Event / { flush_game() }
{ lines[++count] = $0 }
END { flush_game() }
