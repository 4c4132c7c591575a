/* page.c: writes the head, style and text of HTML pages. Layer: cli. It knows nothing of
 * results. */
#include "cli/grade/page.h"

#include "cli/io/format_out.h"
#include "cli/io/io.h"

#include <ctype.h>
#include <string.h>

static const char style[] =
    ":root{color-scheme:light dark;--line:#0002;--soft:#0000000a;--good:#1a7f37;--bad:#b3261e;"
    "--warn:#8a5a00;--mark:#0b57d0;--fill:#5b7fb9}"
    "@media(prefers-color-scheme:dark){:root{--line:#fff3;--soft:#ffffff12;--good:#6fdd8b;"
    "--bad:#ff8a80;--warn:#ffca66;--mark:#8ab4f8;--fill:#7d9fd6}}"
    "*{box-sizing:border-box}"
    "body{font:16px/1.5 system-ui,sans-serif;max-width:64rem;margin:0 auto;padding:1rem;"
    "overflow-wrap:anywhere}"
    "h1{margin:.5rem 0 0;font-size:1.7rem;line-height:1.2}h2{margin:2rem 0 .5rem;font-size:1.25rem}"
    "h3{margin:0;font-size:1rem}p{margin:.4rem 0}"
    "a{color:var(--mark)}.of{opacity:.75}"
    ".scroll{overflow-x:auto}table{border-collapse:collapse;width:100%}"
    "th,td{padding:.3rem .6rem;text-align:left;border-bottom:1px solid var(--line);"
    "vertical-align:top;overflow-wrap:normal}th{font-weight:600}"
    "td.n,th.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}"
    "td.bar{min-width:7rem;width:30%;vertical-align:middle}"
    ".track{display:block;height:.7rem;border-radius:.35rem;background:var(--soft);"
    "border:1px solid var(--line);overflow:hidden}"
    ".track span{display:block;height:100%;background:var(--fill)}"
    ".track.ok span{background:var(--good)}.track.no span{background:var(--bad)}"
    ".state{display:inline-block;padding:0 .5rem;border-radius:.7rem;border:1px solid;"
    "font-size:.85rem;white-space:nowrap}"
    ".ok{color:var(--good)}.no{color:var(--bad)}.odd{color:var(--warn)}"
    ".state.no{background:var(--bad);border-color:var(--bad);color:#fff}"
    "@media(prefers-color-scheme:dark){.state.no{color:#000}}"
    ".facts{display:flex;flex-wrap:wrap;gap:.6rem;margin:1rem 0;padding:0;list-style:none}"
    ".facts li{border:1px solid var(--line);border-radius:.5rem;padding:.4rem .9rem}"
    ".facts b{display:block;font-size:1.4rem;line-height:1.2}"
    ".alarm{border-left:4px solid var(--bad);background:var(--soft);padding:.5rem .9rem}"
    ".fault{border:1px solid var(--line);border-left:4px solid var(--bad);border-radius:.4rem;"
    "margin:1rem 0;padding:.7rem .9rem}"
    "summary{cursor:pointer}details{margin:.5rem 0}"
    "pre{overflow:auto;background:var(--soft);padding:.6rem;margin:.5rem 0;font-size:.85rem;"
    "white-space:pre-wrap}"
    "dl{display:grid;grid-template-columns:max-content 1fr;gap:.1rem .9rem;margin:.4rem 0}"
    "dt{font-weight:600}dd{margin:0;min-width:0}code{font-size:.95em}"
    ".boards{display:flex;flex-wrap:wrap;gap:1.2rem}figure{margin:.4rem 0}"
    "figcaption{font-size:.9rem}"
    "svg.b{width:min(17rem,86vw);height:auto;display:block}"
    "svg.h{position:absolute;width:0;height:0}"
    "svg.plot{width:100%;max-width:40rem;height:auto;display:block}"
    "svg.plot text{font:13px system-ui,sans-serif;fill:currentColor;text-anchor:middle}"
    "svg.plot .y{text-anchor:end}svg.plot .bar{fill:var(--fill)}"
    "svg.plot .axis{stroke:currentColor;opacity:.5}svg.plot .grid{stroke:var(--line)}"
    ".w,.k{stroke-width:4;stroke-linejoin:round;stroke-linecap:round}"
    ".w{fill:#fffdf6;stroke:#2a2320;color:#2a2320}.k{fill:#38332f;stroke:#120f0d;color:#e9e2d6}"
    ".n{fill:none;stroke:currentColor}.o{fill:currentColor;stroke:none}"
    "defs text{font:bold 42px sans-serif;text-anchor:middle;stroke:none;fill:currentColor}"
    ".l{fill:#f0d9b5}.d{fill:#b58863}.m{fill:none;stroke:#06c;stroke-width:4}"
    ".x{fill:none;stroke:#c00;stroke-width:4}"
    ".c{font:13px sans-serif;text-anchor:middle;fill:currentColor}"
    ".t{font:bold 18px sans-serif;text-anchor:middle;stroke:none}.k .t{fill:#fff}.w .t{fill:#000}"
    "@media(max-width:32rem){body{padding:.7rem}dl{grid-template-columns:1fr}"
    "th,td{padding:.25rem .35rem}td.bar{min-width:4rem}}"
    "@media print{:root{color-scheme:light;--line:#0005;--good:#060;--bad:#900;--mark:#000}"
    "body{max-width:none;padding:0;font-size:10.5pt}a{text-decoration:none}"
    ".fault,.facts li,figure,tr{break-inside:avoid}h2,h3{break-after:avoid}"
    "svg.b{width:6.2cm}.track,.track span,.l,.d,.state,svg.plot{print-color-adjust:exact;"
    "-webkit-print-color-adjust:exact}}";

void cli_page_text(FILE *out, const char *text)
{
    for (; *text != '\0'; text++) {
        unsigned char c = (unsigned char)*text;
        bool harmful = c == 0x7F || (c < 0x20 && c != '\n' && c != '\t');
        cli_html_char(out, harmful ? '?' : *text);
    }
}

void cli_page_address(FILE *out, const char *text)
{
    for (; *text != '\0'; text++) {
        unsigned char c = (unsigned char)*text;
        if (isascii(c) && (isalnum(c) || strchr("-_.~", c) != NULL))
            putc(c, out);
        else
            fprintf(out, "%%%02X", c);
    }
}

void cli_page_points(FILE *out, double points)
{
    fmt_out text = cli_format_out(out);
    grade_put_points(&text, points);
}

void cli_page_bar(FILE *out, double part, const char *kind)
{
    double full = part < 0 ? 0 : part > 1 ? 1 : part;
    fprintf(out, "<span class=\"track %s\"><span style=\"width:%.1f%%\"></span></span>", kind,
            full * 100);
}

void cli_page_begin(FILE *out, const char *title)
{
    fputs("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
          "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><title>",
          out);
    cli_page_text(out, title);
    fprintf(out, "</title><style>%s</style></head>\n<body>\n", style);
}

void cli_page_end(FILE *out)
{
    fputs("</body></html>\n", out);
}
