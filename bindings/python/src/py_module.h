/* py_module.h: what the files of the extension share: types, text in and out, errors. The extension
 * translates between Python's objects and the library's; it decides nothing about chess. */
#ifndef PY_MODULE_H
#define PY_MODULE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "arbiter.h"

/* Types and exceptions of the module; set when it is imported, and never freed. */
extern PyObject *py_illegal_error;   /* IllegalMoveError */
extern PyObject *py_invalid_error;   /* InvalidMoveError: a text that is no move */
extern PyObject *py_ambiguous_error; /* AmbiguousMoveError */
extern PyObject *py_input_error;     /* BadInput: a bad FEN, PGN or rule set */
extern PyTypeObject *py_rules_type, *py_position_type, *py_game_type, *py_tree_type;
extern PyTypeObject *py_move_type, *py_board_type;

int py_rules_add(PyObject *module); /* each adds its type; on failure -1 with an exception */
int py_position_add(PyObject *module);
int py_game_add(PyObject *module);
int py_tree_add(PyObject *module);
int py_move_add(PyObject *module);
int py_board_add(PyObject *module);
extern PyMethodDef py_batch_functions[];

/* ---- types ---- */

PyTypeObject *py_type_add(PyObject *module, PyType_Spec *spec);
PyObject *py_allocate(PyTypeObject *type); /* an object whose fields are 0 */
/* Ends a tp_dealloc: frees the memory and the reference to the type. */
void py_free_object(PyObject *self);

/* ---- lists ---- */

/* Appends an entry and takes its reference. If the entry is NULL or memory runs out, the list is
 * freed and becomes NULL, with an exception set. */
void py_list_add(PyObject **list, PyObject *entry);
/* Appends a move as SAN or UCI, and plays it. */
void py_line_add(PyObject **list, arb_position *position, arb_move move, bool san);

/* ---- text ---- */

/* Returns the UTF-8 of a str, which *owner keeps alive, or NULL with a TypeError for anything else.
 */
const char *py_text(PyObject *from, size_t *len, PyObject **owner);
/* Makes a str of any text of the library: `write` is called with some room, and again with more if
 * the text was cut. */
typedef size_t py_writer(const void *context, char *buf, size_t cap);
PyObject *py_written(py_writer *write, const void *context);
/* Returns a square's name, or None for ARB_NO_SQUARE. */
PyObject *py_square(arb_size size, arb_square square);
/* Reads a square's name; returns false with a ValueError if it is none. */
bool py_read_square(arb_size size, PyObject *from, arb_square *square);
PyObject *py_latin(const char *text); /* a constant, ASCII */
PyObject *py_uci(const arb_position *position, arb_move move);
PyObject *py_san(const arb_position *position, arb_move move);

/* Reads "white", "black", True or False (as in python-chess); returns false with a TypeError for
 * anything else. */
bool py_colour(PyObject *from, arb_colour *colour);
/* Reads "en", "de", "fr", "es" or "zh" (by arb_language_find); NULL and None leave *lang unchanged.
 * Returns false with a TypeError or ValueError for anything else. */
bool py_language(PyObject *from, arb_language *lang);
/* The property `lang` of an object that keeps its language there. */
PyObject *py_language_get(arb_language lang);
int py_language_set(PyObject *value, arb_language *lang);

/* ---- rules and positions ---- */

typedef struct {
    PyObject_HEAD arb_rules *own; /* NULL: one of the library's */
    const arb_rules *rules;
} py_rules;

/* Finds the rules for None, a name, or a Rules. Returns a new reference, or NULL with an exception.
 */
py_rules *py_rules_from(PyObject *from);
PyObject *py_rules_of(const arb_rules *rules); /* one of the library's */

typedef struct {
    PyObject_HEAD py_rules *rules; /* kept alive, because the position points into it */
    arb_position position;
    arb_language lang; /* the language of its sentences */
} py_position;

PyObject *py_position_of(PyTypeObject *type, py_rules *rules, const arb_position *position,
                         arb_language lang);
/* Reads a FEN, or takes the rule set's start for None; returns false with a BadInput on failure. */
bool py_read_position(arb_position *position, const arb_rules *rules, PyObject *fen,
                      arb_language lang);
/* Sets the exception BadInput from the answer of a reader. */
void py_bad_input(arb_status status, const arb_error *error, arb_faults faults, arb_language lang);

/* Makes (code, name, from, to, at, by, article, text, uci, san); the last two are None if the move
 * is refused. */
PyObject *py_verdict(const arb_verdict *verdict, const arb_position *position, arb_language lang);
PyObject *py_typed(const arb_typed *typed, const arb_position *position);
/* Sets the exception for a refused move, with the sentence and `verdict` as a tuple. */
void py_refuse(const arb_typed *typed, const arb_position *position);
/* Reads a move as people type it; returns false with a TypeError if `from` is no text. */
bool py_read_typed(const arb_game *game, PyObject *from, arb_language lang, arb_typed *typed,
                   arb_status *status);
/* Makes (ECO, name), or None. */
PyObject *py_opening(arb_opening opening);
/* Makes an Outcome of arbiter.answers. Each is made once and kept, because there are few and they
 * do not change. */
PyObject *py_outcome(arb_outcome outcome, arb_language lang);
/* Reads the move that a number or a text means, for arb_game_play and the like; returns false with
 * an exception if there is none. */
bool py_move_of_game(const arb_game *game, PyObject *from, arb_language lang, arb_move *move);
bool py_move_of_position(const arb_position *position, PyObject *from, arb_language lang,
                         arb_move *move);
/* Is the move legal? Returns 1 or 0 without making a sentence, or -1 with an exception if `from` is
 * neither number nor text. */
int py_legal_in_game(const arb_game *game, PyObject *from);
int py_legal_in_position(const arb_position *position, PyObject *from);
/* Reads a short text in SAN, whether or not the game is over. *strict says that it is exactly what
 * arb_san_write writes; otherwise its check mark is missing. For all other texts it returns
 * ARB_NO_MOVE; arb_move_read reads every text, these with the same result. */
arb_move py_usual_san(const arb_position *position, PyObject *from, bool *strict);
/* Lists the legal moves as UCI ('u'), SAN ('s') or numbers ('c'). */
PyObject *py_move_list(const arb_position *position, char how);

#endif
