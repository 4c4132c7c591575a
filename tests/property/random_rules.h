/* random_rules.h: random rule-set files without mistakes, as text. */
#ifndef ARB_TESTS_RANDOM_RULES_H
#define ARB_TESTS_RANDOM_RULES_H

#include "random.h"

#include <stdarg.h>
#include <stdio.h>

typedef struct {
    char text[8192];
    size_t len;
} rule_text;

__attribute__((format(printf, 2, 3))) static inline void rule_say(rule_text *out,
                                                                  const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    out->len +=
        (size_t)vsnprintf(out->text + out->len, sizeof out->text - out->len, format, arguments);
    va_end(arguments);
}

static inline const char *random_word(random_source *source, const char *const *words, unsigned n)
{
    return words[random_below(source, n)];
}

static inline const char *random_effect(random_source *source)
{
    static const char *const effects[] = {"loses", "draws", "wins", "goes-on"};
    return random_word(source, effects, 4);
}

static inline const char *random_yes_no(random_source *source)
{
    return random_chance(source, 50) ? "yes" : "no";
}

/* Adds up to four new pieces, whose leaps and slides go in all directions or as the mover sees
 * them. */
static inline void random_pieces(random_source *source, rule_text *out, char *letters, bool rook)
{
    static const char *const free_letters = "acdefgijlmostuvwxyzh";
    unsigned n = random_below(source, 5);
    for (unsigned i = 0; i < n; i++) {
        char letter = free_letters[i * 4 + random_below(source, 4)];
        rule_say(out, "piece %c piece-%c =", letter, letter);
        unsigned steps = 1 + random_below(source, 3);
        for (unsigned k = 0; k < steps; k++) {
            unsigned b = 1 + k, a = k == 0 ? random_below(source, 2) : 1 + random_below(source, k);
            static const char *const hows[] = {"", "", "", " move", " capture"};
            rule_say(out, "%s", random_word(source, hows, 5));
            if (random_chance(source, 15))
                rule_say(out, " hop %u,%u%s", a, b, random_chance(source, 50) ? " max 1" : "");
            else if (random_chance(source, 30))
                rule_say(out, " leap %c%u,%c%u", random_chance(source, 50) ? '+' : '-', a,
                         random_chance(source, 70) ? '+' : '-', b);
            else if (random_chance(source, 50))
                rule_say(out, " leap %u,%u", a, b);
            else if (random_chance(source, 40))
                rule_say(out, " slide %u,%u max %u", a, b, 1 + random_below(source, 5));
            else
                rule_say(out, " slide %u,%u", a, b);
        }
        if (rook && random_chance(source, 15))
            rule_say(out, " becomes r");
        rule_say(out, "\n");
        letters[strlen(letters) + 1] = '\0';
        letters[strlen(letters)] = letter;
    }
}

static inline void random_castling_keys(random_source *source, rule_text *out, arb_size size,
                                        bool possible)
{
    if (!possible || size.files < 8 || size.files > 10 || size.ranks < 2 ||
        random_chance(source, 50)) {
        rule_say(out, "castling = no\n");
        return;
    }
    int right = size.files - 1;
    rule_say(out, "castling = %s\n", random_chance(source, 50) ? "yes" : "any-home");
    if (size.ranks > 3 && random_chance(source, 20))
        rule_say(out, "castling-row = 2\n");
    rule_say(out, "castling-king = %c\ncastling-rooks = %c a\n",
             (char)('a' + 4 + random_below(source, (unsigned)right - 6)), (char)('a' + right));
    rule_say(out, "castling-king-to = %c c\ncastling-rooks-to = %c d\n", (char)('a' + right - 1),
             (char)('a' + right - 2));
}

/* Adds a pawn that moves in other ways than that of chess. */
static inline void random_pawn(random_source *source, rule_text *out)
{
    static const char *const pawns[] = {
        "double move leap -1,+1 +1,+1 capture leap +0,+1",
        "double move leap +0,+1 move leap +1,+0 -1,+0 capture leap -1,+1 +1,+1",
        "double move leap +0,+1 move leap +0,-1 capture leap -1,+1 +1,+1",
        "move leap -1,+1 capture leap +0,+1 -1,+0",
        "double leap +0,+1 leap -1,+1 +1,+1",
        "double move leap +1,+1 slide +0,+1 max 3 capture hop 1,0",
    };
    if (random_chance(source, 25))
        rule_say(out, "piece p pawn = %s\n", random_word(source, pawns, 6));
}

/* Adds rules that chess does not have, each now and then. */
static inline void random_specials(random_source *source, rule_text *out, arb_size size, bool royal)
{
    if (random_chance(source, 15))
        rule_say(out, "capture = forced\n");
    if (random_chance(source, 15))
        rule_say(out, "explosions = yes\n");
    if (random_chance(source, 15))
        rule_say(out, "hands = yes\n");
    if (random_chance(source, 10))
        rule_say(out, "give-check = forbidden\n");
    if (random_chance(source, 15))
        rule_say(out, "checks-win = %u\n", 1 + random_below(source, 4));
    if (random_chance(source, 10))
        rule_say(out, "no-pieces = %s\n", random_effect(source));
    if (random_chance(source, 10))
        rule_say(out, "extinction = p%s\n", royal ? " k:1" : "");
    if (size.ranks > 2 && random_chance(source, 10))
        rule_say(out, "pawn-not-on = 1\n");
    if (royal && random_chance(source, 15)) {
        if (random_chance(source, 50))
            rule_say(out, "goal = %u\n", size.ranks);
        else
            rule_say(out, "goal = a1 %c%u\n", 'a' + (size.files > 26 ? 25 : size.files - 1),
                     1 + size.ranks / 2);
        rule_say(out, "goal-answer = %s\n", random_yes_no(source));
    }
}

/* Writes a complete file for a board of this size. */
static inline void random_rule_text(random_source *source, rule_text *out, arb_size size)
{
    static const char *const parents[] = {"chess", "chess960",  "basic",
                                          "lab",   "lab-bonus", "king-capture"};
    static const char *const keeps[] = {"k q r b n p", "k q r n p", "k r p", "k p", "k b n p r"};
    const char *keep = random_word(source, keeps, 5);
    bool royal = random_chance(source, 80);
    bool rook = strchr(keep, 'r') != NULL;
    char letters[16] = "";
    out->len = 0;
    rule_say(out, "# random\nparent = %s\nname = random\n", random_word(source, parents, 6));
    rule_say(out, "board = %ux%u\n", size.files, size.ranks);
    rule_say(out, "pieces = %s\n", keep);
    random_pieces(source, out, letters, rook);
    random_pawn(source, out);
    bool queen = strchr(keep, 'q') != NULL;
    rule_say(out, "royal = %s\n",
             !royal                               ? "none"
             : queen && random_chance(source, 15) ? "k q"
                                                  : "k");
    random_specials(source, out, size, royal);
    rule_say(out, "kings = %s\nking-safety = %s\n", random_chance(source, 50) ? "any" : "0..1",
             royal && random_chance(source, 75) ? "yes" : "no");
    rule_say(out, "double-step = %s\nen-passant = %s\n",
             size.ranks > 1 && random_chance(source, 60)   ? "2"
             : size.ranks > 2 && random_chance(source, 30) ? "2 a3"
             : random_chance(source, 50)                   ? "no"
                                                           : "all",
             size.ranks > 1 && random_chance(source, 10) ? "2" : random_yes_no(source));
    if (!rook || random_chance(source, 30)) {
        rule_say(out, "promotion = no\n");
    } else {
        rule_say(out, "promotion = r");
        if (letters[0] != '\0')
            rule_say(out, " %c", letters[random_below(source, (unsigned)strlen(letters))]);
        static const char *const rows[] = {"1", "1 2", "1 2 3", "1 2 3"};
        const char *where = random_word(source, rows, size.ranks > 4 ? 4 : 1);
        rule_say(out, "\npromotion-rows = %s%s\n", where, random_chance(source, 10) ? " a1" : "");
        if (where[1] != '\0' && random_chance(source, 50))
            rule_say(out, "promotion-optional = %s\n", random_chance(source, 50) ? "2" : "1 2");
        if (random_chance(source, 20))
            rule_say(out, "promotion-of = %s\n", random_chance(source, 50) ? "start" : "missing");
    }
    random_castling_keys(source, out, size, royal && rook);
    rule_say(out, "checkmate = %s\nstalemate = %s\n", random_effect(source), random_effect(source));
    rule_say(out, "king-captured = %s\nbare-king = %s\n", random_effect(source),
             random_effect(source));
    rule_say(out, "dead-material = %s\n", random_chance(source, 50) ? "draws" : "goes-on");
    rule_say(out, "claim-repetitions = 3\nauto-repetitions = no\nclaim-moves = 50\n");
    rule_say(out, "faults = none\nmax-pieces = no\nmax-pawns = no\nstart = ");
    bool holes = random_chance(source, 20);
    for (unsigned rank = 0; rank < size.ranks; rank++) {
        unsigned left = holes ? random_below(source, size.files) : 0;
        rule_say(out, "%s", rank ? "/" : "");
        if (left > 0)
            rule_say(out, "%u", left);
        if (holes)
            rule_say(out, "*");
        if (left + holes < size.files)
            rule_say(out, "%u", size.files - left - holes);
    }
    rule_say(out, " w - - 0 1\n");
}

#endif
