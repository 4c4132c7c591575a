/* test_qr.c: QR codes. The browser tests read all lengths with a decoder of other people; here is
 * what every code has. */
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
    RUN(the_text_and_the_picture_show_the_same_modules);
    return check_result();
}
