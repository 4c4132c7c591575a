/* index_build.h: builds the index of a collection, game by game. Layer: collection.
 *
 * A checker's record writes games in the form TO_KEYS, and the sink passes them on in the order of
 * the text. Data that grows with the collection is kept in temporary files. */
#ifndef ARB_COLLECTION_INDEX_BUILD_H
#define ARB_COLLECTION_INDEX_BUILD_H

#include "collection/index/index_format.h"

/* The body of a game in this form: White's name and then Black's, each byte written as two, its
 * high and its low half, and the end of the name; then the keys. No byte is a mark
 * (marked_text.h). */
enum { KEYS_HALF = 0x80, KEYS_NAME_ENDS = 0x90, KEYS_DIGIT = 0x80, KEYS_DIGITS = 10 };

typedef struct index_builder index_builder;

/* Makes a builder that sorts postings in `memory` bytes. Returns NULL if there is no memory. */
index_builder *index_builder_new(size_t memory);
void index_builder_free(index_builder *b);

/* Begins a game: its flags, and its line and byte as text with a tab between. */
void index_game(index_builder *b, uint32_t flags, const char *place, size_t len);
/* Takes a piece of the game's body. */
void index_text(index_builder *b, const char *text, size_t len);
/* Returns NULL if nothing failed; else a sentence that says what did. */
const char *index_builder_problem(const index_builder *b);
uint64_t index_builder_games(const index_builder *b);

/* Writes the index to a seekable file. If it returns false, index_builder_problem or the file
 * says why. */
bool index_builder_write(index_builder *b, const index_stamp *stamp, FILE *to);

#endif
