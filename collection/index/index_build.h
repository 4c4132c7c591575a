/* index_build.h: an index of a collection, gathered game by game. Room: collection.
 *
 * A checker's record writes games in the form TO_KEYS; the sink hands them here, in the order of
 * the text. What grows with the collection waits in temporary files. */
#ifndef ARB_COLLECTION_INDEX_BUILD_H
#define ARB_COLLECTION_INDEX_BUILD_H

#include "collection/index/index_format.h"

/* The body of a game in this form: of White's name and then Black's each byte as two, with its high
 * and low half, and the end of a name; then keys. None of the bytes is a mark (marked_text.h). */
enum { KEYS_HALF = 0x80, KEYS_NAME_ENDS = 0x90, KEYS_DIGIT = 0x80, KEYS_DIGITS = 10 };

typedef struct index_builder index_builder;

/* Postings are sorted in so many bytes. NULL: no memory. */
index_builder *index_builder_new(size_t memory);
void index_builder_free(index_builder *b);

/* A game begins: `flags`, and its line and byte as text with a tab between. */
void index_game(index_builder *b, uint32_t flags, const char *place, size_t len);
/* A piece of its body. */
void index_text(index_builder *b, const char *text, size_t len);
/* NULL: all is well; else what could not be done. */
const char *index_builder_problem(const index_builder *b);
uint64_t index_builder_games(const index_builder *b);

/* Writes the index to a file that can be sought. False: see index_builder_problem, or the file. */
bool index_builder_write(index_builder *b, const index_stamp *stamp, FILE *to);

#endif
