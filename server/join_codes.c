/* join_codes.c: five letters that stand for a seat for a while. Layer: server.
 *
 * The codes use 18 letters that nobody confuses when they are read aloud or written on a board, and
 * no vowels, so that no code is a word: 1.9 million codes. If all 1,024 are in use, an address that
 * tries ten wrong ones a minute hits one in three hours on average, and a seat that is taken no
 * longer has a code. Codes are kept in memory; servers that share a store keep them there
 * (store_code_for), and only count wrong ones here. */
#include "server/join_codes.h"

#include "common/game_clock.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

static const char letters[] = "BCDFGHJKMNPRSTVWXZ";
enum { ALPHABET = sizeof letters - 1, ASKERS = 1024 };

typedef struct {
    char code[JOIN_LETTERS + 1]; /* "": free */
    join_place place;
    int64_t until;
} entry;

struct join_codes {
    entry entries[JOIN_LIMIT];
    struct {
        unsigned wrong;
        int64_t since;
    } askers[ASKERS]; /* by the hash of their address; two with the same place share a count */
};

join_codes *join_codes_new(void)
{
    return calloc(1, sizeof(join_codes));
}

void join_codes_free(join_codes *codes)
{
    free(codes);
}

static bool is_good(const entry *e, int64_t now)
{
    return e->code[0] != '\0' && now < e->until;
}

static entry *find(join_codes *codes, const char *code, int64_t now)
{
    for (size_t i = 0; i < JOIN_LIMIT; i++)
        if (is_good(&codes->entries[i], now) && strcmp(codes->entries[i].code, code) == 0)
            return &codes->entries[i];
    return NULL;
}

/* Draws letters from the system's random bytes; bytes that would make some letters likelier are
 * skipped. */
bool join_code_make(char code[JOIN_LETTERS + 1])
{
    for (size_t made = 0; made < JOIN_LETTERS;) {
        unsigned char byte;
        if (getrandom(&byte, 1, 0) != 1)
            return false;
        if (byte < 256 / ALPHABET * ALPHABET)
            code[made++] = letters[byte % ALPHABET];
    }
    code[JOIN_LETTERS] = '\0';
    return true;
}

bool join_code_for(join_codes *codes, join_place place, int64_t now, char code[JOIN_LETTERS + 1])
{
    entry *best = &codes->entries[0];
    for (size_t i = 0; i < JOIN_LIMIT; i++) {
        entry *e = &codes->entries[i];
        if (is_good(e, now) && e->place.game == place.game && e->place.seat == place.seat) {
            memcpy(code, e->code, sizeof e->code);
            return true;
        }
        if (!is_good(e, now))
            e->until = 0;
        if (e->until < best->until)
            best = e;
    }
    do {
        if (!join_code_make(code))
            return false;
    } while (find(codes, code, now) != NULL);
    *best = (entry){.place = place, .until = now + JOIN_MS};
    memcpy(best->code, code, sizeof best->code);
    return true;
}

join_answer join_code_read(join_codes *codes, const char *text, uint64_t asker, int64_t now,
                           char code[JOIN_LETTERS + 1])
{
    size_t at = asker % ASKERS;
    if (now - codes->askers[at].since >= JOIN_WRONG_MS) {
        codes->askers[at].since = now;
        codes->askers[at].wrong = 0;
    }
    if (codes->askers[at].wrong >= JOIN_WRONG_LIMIT)
        return JOIN_TOO_MANY;
    if (strlen(text) != JOIN_LETTERS) {
        join_code_was_wrong(codes, asker);
        return JOIN_UNKNOWN;
    }
    for (size_t i = 0; i <= JOIN_LETTERS; i++)
        code[i] = (char)toupper((unsigned char)text[i]);
    return JOIN_FOUND;
}

void join_code_was_wrong(join_codes *codes, uint64_t asker)
{
    codes->askers[asker % ASKERS].wrong++;
}

join_answer join_code_take(join_codes *codes, const char *text, uint64_t asker, int64_t now,
                           join_place *place)
{
    char code[JOIN_LETTERS + 1];
    join_answer answer = join_code_read(codes, text, asker, now, code);
    if (answer != JOIN_FOUND)
        return answer;
    entry *e = find(codes, code, now);
    if (e == NULL) {
        join_code_was_wrong(codes, asker);
        return JOIN_UNKNOWN;
    }
    *place = e->place;
    if (e->place.seat != NOBODY)
        e->code[0] = '\0';
    return JOIN_FOUND;
}
