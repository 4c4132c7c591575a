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
}; /* bytes; modules; and around them */

typedef struct {
    int side;
    uint8_t dark[QR_SIDE_LIMIT][QR_SIDE_LIMIT]; /* [row][column], 0 or 1 */
} qr_code;

/* False: the text is too long. A seventh of the code may be unreadable (level M). */
bool qr_make(qr_code *code, const char *text, size_t len);

/* As lines for a terminal, two rows of modules a line by half blocks of Unicode, dark on light
 * whatever the terminal's colours are. */
void qr_put_text(text_builder *out, const qr_code *code);
/* As an SVG picture. */
void qr_put_svg(text_builder *out, const qr_code *code);

#endif
