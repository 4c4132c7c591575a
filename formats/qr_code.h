/* qr_code.h: a short text as a QR code (ISO/IEC 18004). Layer: formats. Knows no pictures: it says
 * which modules are dark. */
#ifndef ARB_FORMATS_QR_CODE_H
#define ARB_FORMATS_QR_CODE_H

#include "common/text_builder.h"

#include <stdint.h>

enum {
    QR_TEXT_LIMIT = 106,
    QR_SIDE_LIMIT = 41,
    QR_QUIET = 4
}; /* bytes of text; modules of a side; modules of the margin */

typedef struct {
    int side;
    uint8_t dark[QR_SIDE_LIMIT][QR_SIDE_LIMIT]; /* [row][column], 0 or 1 */
} qr_code;

/* False: the text is too long. A seventh of the code may be unreadable (level M). */
bool qr_make(qr_code *code, const char *text, size_t len);

/* Writes the code as lines for a terminal, two rows of modules in each by half blocks of Unicode,
 * dark on light whatever the colours of the terminal. */
void qr_put_text(text_builder *out, const qr_code *code);
/* Writes the code as an SVG picture. */
void qr_put_svg(text_builder *out, const qr_code *code);

#endif
