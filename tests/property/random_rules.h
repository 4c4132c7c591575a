/* random_rules.h: random rule-set files, right ones, as text. */
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

/* Up to four pieces of its own: leaps and slides, all round or as the mover sees them. */
static inline void random_pieces(random_source *source, rule_text *out, char *letters)
{
    static const char *const free_letters = "acdefgijlmostuvwxyzh";
    unsigned n = random_below(source, 5);
    for (unsigned i = 0; i < n; i++) {
        char letter = free_letters[i * 4 + random_below(source, 4)];
        rule_say(out, "piece %c piece-%c =", letter, letter);
        unsigned steps = 1 + random_below(source, 3);
        for (unsigned k = 0; k < steps; k++) {
            unsigned b = 1 + k, a = k == 0 ? random_below(source, 2) : 1 + random_below(source, k);
            if (random_chance(source, 30))
                rule_say(out, " leap %c%u,%c%u", random_chance(source, 50) ? '+' : '-', a,
                         random_chance(source, 70) ? '+' : '-', b);
            else if (random_chance(source, 50))
                rule_say(out, " leap %u,%u", a, b);
            else if (random_chance(source, 40))
                rule_say(out, " slide %u,%u max %u", a, b, 1 + random_below(source, 5));
            else
                rule_say(out, " slide %u,%u", a, b);
        }
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
    rule_say(out, "castling-king = %c\ncastling-rooks = %c a\n",
             (char)('a' + 4 + random_below(source, (unsigned)right - 6)), (char)('a' + right));
    rule_say(out, "castling-king-to = %c c\ncastling-rooks-to = %c d\n", (char)('a' + right - 1),
             (char)('a' + right - 2));
}

/* A whole file for a board of this size. */
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
    random_pieces(source, out, letters);
    rule_say(out, "royal = %s\n", royal ? "k" : "none");
    rule_say(out, "kings = %s\nking-safety = %s\n", random_chance(source, 50) ? "any" : "0..1",
             royal && random_chance(source, 75) ? "yes" : "no");
    rule_say(out, "double-step = %s\nen-passant = %s\n",
             size.ranks > 1 && random_chance(source, 60) ? "2"
             : random_chance(source, 50)                 ? "no"
                                                         : "all",
             random_yes_no(source));
    if (!rook || random_chance(source, 30)) {
        rule_say(out, "promotion = no\n");
    } else {
        rule_say(out, "promotion = r");
        if (letters[0] != '\0')
            rule_say(out, " %c", letters[random_below(source, (unsigned)strlen(letters))]);
        static const char *const rows[] = {"1", "1 2", "1 2 3", "1 2 3"};
        rule_say(out, "\npromotion-rows = %s\n", random_word(source, rows, size.ranks > 4 ? 4 : 1));
    }
    random_castling_keys(source, out, size, royal && rook);
    rule_say(out, "checkmate = %s\nstalemate = %s\n", random_effect(source), random_effect(source));
    rule_say(out, "king-captured = %s\nbare-king = %s\n", random_effect(source),
             random_effect(source));
    rule_say(out, "dead-material = %s\n", random_chance(source, 50) ? "draws" : "goes-on");
    rule_say(out, "claim-repetitions = 3\nauto-repetitions = no\nclaim-moves = 50\n");
    rule_say(out, "faults = none\nmax-pieces = no\nmax-pawns = no\nstart = ");
    for (unsigned rank = 0; rank < size.ranks; rank++)
        rule_say(out, "%s%u", rank ? "/" : "", size.files);
    rule_say(out, " w - - 0 1\n");
}

#endif
