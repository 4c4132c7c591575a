/* page_plot.c: draws the distribution of a class's marks. Layer: cli. */
#include "cli/grade/page.h"

enum { LEFT = 36, TOP = 22, WIDE = 54, TALL = 150, FOOT = 40 };

/* The step between the lines of the plot, 1, 2, 5, 10, 20, 50..., so that there are at most five
 * lines. */
static size_t step_of(size_t most)
{
    size_t step = 1;
    for (int i = 0; most > 5 * step; i++)
        step = i % 3 == 1 ? step / 2 * 5 : step * 2;
    return step;
}

void cli_page_plot(FILE *out, const grade_summary *summary)
{
    size_t most = 1;
    for (size_t i = 0; i < GRADE_BARS; i++)
        most = summary->bars[i] > most ? summary->bars[i] : most;
    int width = LEFT + WIDE * GRADE_BARS + 20, base = TOP + TALL;
    fprintf(out, "<svg class=\"plot\" role=\"img\" viewBox=\"0 0 %d %d\" aria-label=\"", width,
            base + FOOT);
    for (size_t i = 0; i < GRADE_BARS; i++)
        fprintf(out, "%s%zu have %zu to %zu percent", i > 0 ? ", " : "", summary->bars[i], i * 10,
                (i + 1) * 10);
    fputs("\">\n", out);
    for (size_t n = step_of(most); n <= most; n += step_of(most)) {
        double y = base - (double)n / (double)most * TALL;
        fprintf(out,
                "<path class=\"grid\" d=\"M%d %.1fH%d\"/><text class=\"y\" x=\"%d\" "
                "y=\"%.1f\">%zu</text>\n",
                LEFT, y, width - 20, LEFT - 6, y + 4, n);
    }
    for (size_t i = 0; i < GRADE_BARS; i++) {
        double height = (double)summary->bars[i] / (double)most * TALL;
        int x = LEFT + WIDE * (int)i;
        if (summary->bars[i] > 0)
            fprintf(out,
                    "<rect class=\"bar\" x=\"%d\" y=\"%.1f\" width=\"%d\" height=\"%.1f\"/>"
                    "<text x=\"%d\" y=\"%.1f\">%zu</text>\n",
                    x + 3, base - height, WIDE - 6, height, x + WIDE / 2, base - height - 5,
                    summary->bars[i]);
        fprintf(out, "<text x=\"%d\" y=\"%d\">%zu</text>\n", x, base + 17, i * 10);
    }
    fprintf(out,
            "<text x=\"%d\" y=\"%d\">100</text><path class=\"axis\" d=\"M%d %dH%d\"/>"
            "<text x=\"%d\" y=\"%d\">percent of the points</text></svg>\n",
            LEFT + WIDE * GRADE_BARS, base + 17, LEFT, base, width - 20,
            LEFT + WIDE * GRADE_BARS / 2, base + FOOT - 4);
}
