/* test_qr.c: what every QR code must have. The browser tests read codes of all lengths with an
 * independent decoder. */
#include "check.h"

#include "formats/qr_code.h"

#include <string.h>

TEST(a_code_has_its_finders_and_grows_with_the_text)
{
    static const struct {
        size_t len;
        int side;
    } cases[] = {{1, 21}, {14, 21}, {15, 25}, {42, 29}, {62, 33}, {84, 37}, {85, 41}, {106, 41}};
    char text[QR_TEXT_LIMIT + 1];
    memset(text, 'x', sizeof text);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        qr_code code;
        check_case("%zu bytes", cases[i].len);
        CHECK(qr_make(&code, text, cases[i].len));
        CHECK_EQ_INT(code.side, cases[i].side);
        for (int at = 0; at < 7; at++) { /* the upper edges of the finders */
            CHECK(code.dark[0][at] && code.dark[0][code.side - 1 - at]);
            CHECK(code.dark[code.side - 7][at]);
        }
        CHECK(!code.dark[7][0] && !code.dark[1][1] && code.dark[3][3]);
    }
    qr_code code;
    CHECK(!qr_make(&code, text, QR_TEXT_LIMIT + 1));
}

/* The table has the format bits of level M with each mask (ISO/IEC 18004, annex C). A code has them
 * twice. */
TEST(the_format_is_one_of_the_standard_and_stands_there_twice)
{
    static const unsigned formats[8] = {0x5412, 0x5125, 0x5E7C, 0x5B4B,
                                        0x45F9, 0x40CE, 0x4F97, 0x4AA0};
    char text[QR_TEXT_LIMIT];
    for (size_t len = 1; len <= 60; len++) {
        qr_code code;
        unsigned around = 0, beside = 0, known = 0;
        for (size_t i = 0; i < len; i++)
            text[i] = (char)('a' + (7 * i + len) % 26);
        check_case("%zu bytes", len);
        CHECK(qr_make(&code, text, len));
        for (int i = 0; i < 15; i++) {
            int row = i < 6 ? i : i == 6 ? 7 : 8, column = i < 8 ? 8 : i == 8 ? 7 : 14 - i;
            around |= (unsigned)code.dark[row][column] << i;
            beside |= (unsigned)(i < 8 ? code.dark[8][code.side - 1 - i]
                                       : code.dark[code.side - 15 + i][8])
                      << i;
        }
        for (size_t mask = 0; mask < 8; mask++)
            known += around == formats[mask];
        CHECK_EQ_INT(known, 1);
        CHECK_EQ_INT(around, beside);
    }
}

/* The browser tests read some of these codes with an independent decoder; this test notices any
 * module that has changed since. */
TEST(every_module_is_as_it_was_when_a_decoder_read_it)
{
    static const uint64_t known[] = {0x122e25afdf6f49f2, 0x16788ff8f61c1dce, 0x4c87773970da142d,
                                     0xc263fb90d301793a, 0xb1e33249d63719be, 0x2dcf7fd3ccf49e09};
    char text[QR_TEXT_LIMIT];
    uint64_t sum[6] = {0};
    for (size_t len = 1; len <= QR_TEXT_LIMIT; len++) {
        qr_code code;
        for (size_t i = 0; i < len; i++)
            text[i] = "http://Aa0-?&=#%"[(i * 7 + len) % 16];
        CHECK(qr_make(&code, text, len));
        uint64_t *of_size = &sum[(code.side - 21) / 4];
        for (int row = 0; row < QR_SIDE_LIMIT; row++) /* nothing lies outside the code */
            for (int column = 0; column < QR_SIDE_LIMIT; column++)
                CHECK(!code.dark[row][column] || (row < code.side && column < code.side));
        for (int row = 0; row < code.side; row++)
            for (int column = 0; column < code.side; column++)
                *of_size = *of_size * 6364136223846793005u + code.dark[row][column] + 1;
    }
    for (size_t i = 0; i < 6; i++) {
        check_case("%zu modules a side", 21 + 4 * i);
        if (!CHECK(sum[i] == known[i]))
            printf("%#llx\n", (unsigned long long)sum[i]);
    }
}

TEST(the_text_and_the_picture_show_the_same_modules)
{
    qr_code code;
    text_builder text = {0}, svg = {0};
    size_t dark = 0, drawn = 0;
    CHECK(qr_make(&code, "http://192.168.1.7:8377/", 24));
    qr_put_text(&text, &code);
    qr_put_svg(&svg, &code);
    for (int row = 0; row < code.side; row++)
        for (int column = 0; column < code.side; column++)
            dark += code.dark[row][column];
    for (size_t i = 0; i + 7 < svg.len; i++)
        drawn += memcmp(svg.at + i, "h1v1h-1", 7) == 0;
    CHECK_EQ_INT(drawn, dark);
    CHECK_EQ_INT(dark > 200 && dark < 400, 1);
    text_free(&text);
    text_free(&svg);
}

int main(void)
{
    RUN(a_code_has_its_finders_and_grows_with_the_text);
    RUN(the_format_is_one_of_the_standard_and_stands_there_twice);
    RUN(every_module_is_as_it_was_when_a_decoder_read_it);
    RUN(the_text_and_the_picture_show_the_same_modules);
    return check_result();
}
