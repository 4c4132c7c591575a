/* test_text_out.c: UTF-8, JSON strings and numbers, as every program reads and writes them. */
#include "check.h"
#include "common/number.h"
#include "common/utf8.h"
#include "fmt_buffer.h"

#include <stdio.h>
#include <string.h>

TEST(characters_are_read_as_rfc_3629_says)
{
    static const struct {
        const char *bytes;
        size_t size;
        uint32_t character;
    } cases[] = {
        {"a", 1, 'a'},
        {"\xC3\xA9", 2, 0xE9},
        {"\xE2\x99\x94", 3, 0x2654},
        {"\xF4\x8F\xBF\xBF", 4, 0x10FFFF},
        {"\x80", 0, 0},             /* a continuation byte first */
        {"\xC0\xAF", 0, 0},         /* overlong */
        {"\xE0\x80\xAF", 0, 0},     /* overlong */
        {"\xED\xA0\x80", 0, 0},     /* a surrogate */
        {"\xF4\x90\x80\x80", 0, 0}, /* past U+10FFFF */
        {"\xE2\x99", 0, 0},         /* cut off */
        {"\xC3(", 0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint32_t character = 0;
        CHECK_EQ_INT(utf8_read(cases[i].bytes, strlen(cases[i].bytes), &character), cases[i].size);
        CHECK_EQ_INT(character, cases[i].character);
    }
}

TEST(a_json_string_is_safe_for_readers_and_terminals)
{
    static const struct {
        const char *text, *json, *visible;
    } cases[] = {
        {"Bxf7+", "\"Bxf7+\"", "Bxf7+"},
        {"a\"b\\c", "\"a\\\"b\\\\c\"", "a\"b\\c"},
        {"one\ntwo\tthree\r", "\"one\\ntwo\\tthree\\u000d\"", "one\\x0atwo\\x09three\\x0d"},
        {"\x1b[31m\x7f", "\"\\u001b[31m\\u007f\"", "\\x1b[31m\\x7f"},
        {"\xC2\x85", "\"\\u0085\"", "\\u0085"},
        {"\xE2\x80\xAE", "\"\\u202e\"", "\\u202e"},
        {"\xE2\x99\x94", "\"\xE2\x99\x94\"", "\xE2\x99\x94"},
        {"\xFF!", "\"\xEF\xBF\xBD!\"", "\\xff!"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        buffer json = {.len = 0}, visible = {.len = 0};
        fmt_out out = buffer_out(&json), shown = buffer_out(&visible);
        fmt_put_json(&out, cases[i].text, strlen(cases[i].text));
        fmt_put_visible(&shown, cases[i].text, strlen(cases[i].text));
        CHECK_EQ_TEXT(json.text, cases[i].json);
        CHECK_EQ_TEXT(visible.text, cases[i].visible);
    }
}

TEST(an_escape_is_found_at_every_place)
{
    static const struct {
        char c;
        const char *json;
    } cases[] = {{'"', "\\\""}, {'\\', "\\\\"}, {'\x1f', "\\u001f"}, {'\x7f', "\\u007f"},
                 {' ', " "},    {'~', "~"},     {'!', "!"},          {'#', "#"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int at = 0; at < 20; at++) {
            char text[] = "abcdefghijklmnopqrst", expected[40];
            buffer json = {.len = 0};
            fmt_out out = buffer_out(&json);
            snprintf(expected, sizeof expected, "\"%.*s%s%s\"", at, text, cases[i].json,
                     text + at + 1);
            text[at] = cases[i].c;
            fmt_put_json(&out, text, 20);
            CHECK_EQ_TEXT(json.text, expected);
        }
}

TEST(numbers_and_tenths_have_a_sign)
{
    static const struct {
        int64_t number;
        const char *text;
    } numbers[] = {{0, "0"}, {-7, "-7"}, {10, "10"}, {INT64_MIN, "-9223372036854775808"}};
    static const struct {
        int32_t tenths;
        const char *text;
    } tenths[] = {{0, "0.0"},  {7, "0.7"},      {-3, "-0.3"},
                  {10, "1.0"}, {-101, "-10.1"}, {INT32_MIN, "-214748364.8"}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        buffer text = {.len = 0};
        fmt_out out = buffer_out(&text);
        fmt_put_number(&out, numbers[i].number);
        CHECK_EQ_TEXT(text.text, numbers[i].text);
    }
    for (size_t i = 0; i < sizeof tenths / sizeof *tenths; i++) {
        buffer text = {.len = 0};
        fmt_out out = buffer_out(&text);
        fmt_put_tenths(&out, tenths[i].tenths);
        CHECK_EQ_TEXT(text.text, tenths[i].text);
    }
}

TEST(sizes_are_bytes_or_have_a_letter)
{
    static const struct {
        const char *text;
        uint64_t unit, bytes; /* 0 bytes: refused */
    } cases[] = {
        {"7", 1, 7},
        {"7", 1000000, 7000000},
        {"7K", 1, 7000},
        {"7k", 1, 7000},
        {"7kB", 1, 7000},
        {"500KB", 1, 500000},
        {"10M", 1, 10000000},
        {"10MB", 1, 10000000},
        {"3G", 1, 3000000000},
        {"3GB", 1000000, 3000000000},
        {"5000000000", 1, 5000000000},
        {"5000000001", 1, 0}, /* more than the limit */
        {"6G", 1, 0},
        {"18446744073709551615G", 1, 0},
        {"", 1, 0},
        {"KB", 1, 0},
        {"7T", 1, 0},
        {"7B", 1, 0},
        {"7 KB", 1, 0},
        {"7KBs", 1, 0},
        {"7KK", 1, 0},
        {"-7K", 1, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint64_t bytes = 0;
        CHECK_EQ_INT(number_of_bytes(cases[i].text, cases[i].unit, 5000000000, &bytes),
                     cases[i].bytes > 0);
        CHECK_EQ_INT(bytes, cases[i].bytes);
    }
}

TEST(numbers_are_digits_within_a_limit)
{
    uint64_t number = 7;
    CHECK_EQ_INT(number_read("12x", 3, 99, &number), 2);
    CHECK_EQ_INT(number, 12);
    CHECK_EQ_INT(number_read("100", 3, 99, &number), 0);
    CHECK_EQ_INT(number_read("4", 1, 3, &number), 0);
    CHECK_EQ_INT(number_read("-1", 2, 99, &number), 0);
    CHECK_EQ_INT(number, 12);
    CHECK(number_whole("18446744073709551615", UINT64_MAX, &number) && number == UINT64_MAX);
    CHECK(!number_whole("18446744073709551616", UINT64_MAX, &number));
    CHECK(!number_whole("", 9, &number) && !number_whole("1 ", 9, &number));
    char digits[NUMBER_DIGITS];
    CHECK_EQ_INT(number_write(digits, UINT64_MAX), 0);
    CHECK_EQ_INT(number_write(digits, 0), NUMBER_DIGITS - 1);
}

static void a_message_has_whole_characters_and_no_others(void)
{
    fmt_error error;
    fmt_error_set(&error, 3, 7,
                  "a\x7f"
                  "b\xC2\x91"
                  "c\xFF"
                  "d\xC3\xA9");
    CHECK(strcmp(error.text, "a?b??c?d\xC3\xA9") == 0);
    fmt_error_set(&error, 3, 7, "'%.2s'", "e\xC3\xA9"); /* the cut falls into a character */
    CHECK(strcmp(error.text, "'e?'") == 0);
    CHECK(error.line == 3 && error.column == 7);
}

int main(void)
{
    RUN(characters_are_read_as_rfc_3629_says);
    RUN(a_json_string_is_safe_for_readers_and_terminals);
    RUN(an_escape_is_found_at_every_place);
    RUN(numbers_and_tenths_have_a_sign);
    RUN(sizes_are_bytes_or_have_a_letter);
    RUN(numbers_are_digits_within_a_limit);
    RUN(a_message_has_whole_characters_and_no_others);
    return check_result();
}
