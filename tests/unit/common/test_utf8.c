/* test_utf8.c: converts text of old files to UTF-8. */
#include "check.h"
#include "common/utf8.h"

TEST(what_is_no_utf8_is_windows_1252)
{
    static const struct {
        const char *old, *text;
    } cases[] = {
        {"plain", "plain"},
        {"M\xFCller", "Müller"},
        {"Müller", "Müller"},
        {"O\x92Kelly \x8Aimko \x80", "O’Kelly Šimko €"},
        {"\xC3", "Ã"},
        {"♞ \xE9", "♞ é"},
        {"\xF0\x9F\x98\x80", "😀"},
        {"", ""},
    };
    char buf[64];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        utf8_copy_old(buf, sizeof buf, cases[i].old, strlen(cases[i].old));
        CHECK_EQ_TEXT(buf, cases[i].text);
    }
}

TEST(every_character_is_read_as_it_was_written)
{
    for (uint32_t c = 0; c <= 0x10FFFF; c++) {
        char bytes[4];
        uint32_t back = 0;
        if (c >= 0xD800 && c < 0xE000)
            continue;
        size_t n = utf8_write(c, bytes);
        if (utf8_read(bytes, n, &back) != n || back != c) {
            CHECK_EQ_INT(back, c);
            return;
        }
    }
}

TEST(no_character_is_cut)
{
    char buf[5];
    utf8_copy_old(buf, sizeof buf, "ab\x92", 3);
    CHECK_EQ_TEXT(buf, "ab");
    utf8_copy_old(buf, 1, "ab", 2);
    CHECK_EQ_TEXT(buf, "");
}

/* Eight bytes are looked at together, so every byte has to be found in every place. */
TEST(printable_ascii_ends_at_the_first_other_byte)
{
    enum { LENGTH = 20 };
    char text[LENGTH];
    for (unsigned byte = 0; byte < 256; byte++)
        for (size_t at = 0; at < LENGTH; at++) {
            bool printable = byte >= ' ' && byte < 0x7F;
            memset(text, 'a', sizeof text);
            text[at] = (char)byte;
            CHECK_EQ_INT(utf8_ascii(text, LENGTH), printable ? LENGTH : at);
            CHECK_EQ_INT(utf8_ascii(text, at), at);
            text[at == 0 ? LENGTH - 1 : at - 1] = '\xFF';
            CHECK_EQ_INT(utf8_ascii(text, LENGTH), at == 0 && !printable ? 0
                                                   : at == 0             ? LENGTH - 1
                                                                         : at - 1);
        }
}

int main(void)
{
    RUN(what_is_no_utf8_is_windows_1252);
    RUN(every_character_is_read_as_it_was_written);
    RUN(no_character_is_cut);
    RUN(printable_ascii_ends_at_the_first_other_byte);
    return check_result();
}
