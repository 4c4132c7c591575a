/* stroke_font.h: letters and digits as lines, for coordinates and counts in pictures. Layer:
 * formats. */
#ifndef ARB_FORMATS_STROKE_FONT_H
#define ARB_FORMATS_STROKE_FONT_H

enum { GLYPH_WIDTH = 60, GLYPH_HEIGHT = 100, GLYPH_MIDDLE = 50 };

/* Path data of lines in a cell of 60 by 100, for a-z, A-Z and 0-9; NULL for anything else. Capitals
 * and digits stand between 20 and 80. */
const char *glyph_path(char letter);

#endif
