/* qr_code.h: makes a QR code (ISO/IEC 18004) of a short text. Layer: formats. Knows no pictures: it
 * tells which modules are dark. */
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

/* Makes the code. Returns false if the text is too long. A seventh of the code may become
 * unreadable (level M). */
bool qr_make(qr_code *code, const char *text, size_t len);

/* Writes the code as lines for a terminal. Each line has two rows of modules, drawn by half blocks
 * of Unicode, dark on light whatever the terminal's colours are. */
void qr_put_text(text_builder *out, const qr_code *code);
/* Writes the code as an SVG picture. */
void qr_put_svg(text_builder *out, const qr_code *code);

#endif
