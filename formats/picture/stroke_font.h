/* stroke_font.h: letters and digits drawn as lines, for coordinates and counts in pictures. Layer:
 * formats. */
#ifndef ARB_FORMATS_STROKE_FONT_H
#define ARB_FORMATS_STROKE_FONT_H

enum { GLYPH_WIDTH = 60, GLYPH_HEIGHT = 100, GLYPH_MIDDLE = 50 };

/* The path data of the lines of a letter or digit (a-z, A-Z, 0-9) in a cell of 60 by 100; NULL for
 * any other character. Capitals and digits stand between 20 and 80. */
const char *glyph_path(char letter);

#endif
