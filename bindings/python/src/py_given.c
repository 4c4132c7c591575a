/* py_given.c: reads moves as Python gives them: a number from the library's own lists, or a text.
 */
#include "py_module.h"

#include <string.h>

bool py_read_typed(const arb_game *game, PyObject *from, arb_language lang, arb_typed *typed,
                   arb_status *status)
{
    PyObject *owner;
    size_t len;
    const char *text = py_text(from, &len, &owner);
    if (!text)
        return false;
    *status = arb_move_read(game, arb_coords_in(ARB_COORDS_ALGEBRAIC, lang), text, len, typed);
    Py_DECREF(owner);
    return true;
}

/* The following functions, and py_legal_in_position and py_legal_in_game, return 1, 0, or -1 with
 * an exception. */

static bool is_number(PyObject *from)
{
    return PyLong_Check(from) && !PyBool_Check(from);
}

static int number_is_legal(const arb_position *position, PyObject *from, arb_move *move)
{
    unsigned long code = PyLong_AsUnsignedLong(from);
    if (code == (unsigned long)-1 && PyErr_Occurred())
        return -1;
    *move = code > UINT32_MAX ? ARB_NO_MOVE : (arb_move)code;
    return arb_position_is_legal(position, *move);
}

arb_move py_usual_san(const arb_position *position, PyObject *from, bool *strict)
{
    Py_UCS4 letters[8];
    char text[8];
    arb_san san;
    Py_ssize_t len = PyUnicode_CheckExact(from) ? PyUnicode_GetLength(from) : 0;
    if (arb_position_size(position).files > 22) /* on such a board 'x' may be a file */
        return ARB_NO_MOVE;
    if (len < 2 || len > 8 || !PyUnicode_AsUCS4(from, letters, 8, 0)) {
        PyErr_Clear();
        return ARB_NO_MOVE;
    }
    /* The letters are stored as one word, because the reader loads several at once, and a processor
     * stalls when it loads what it has just stored in parts. */
    uint64_t word = 0;
    Py_UCS4 all = 0;
    for (Py_ssize_t i = 0; i < len; i++) {
        word |= (uint64_t)letters[i] << (PY_LITTLE_ENDIAN ? 8 * i : 56 - 8 * i);
        all |= letters[i];
    }
    if (all > 127)
        return ARB_NO_MOVE;
    memcpy(text, &word, sizeof text);
    if (len > 3 && text[0] >= 'a' && text[1] <= '9') /* UCI, or a promotion */
        return ARB_NO_MOVE;
    if (arb_san_read(position, text, (size_t)len, &san) != ARB_OK ||
        (san.tolerated & ~(uint32_t)ARB_SAN_NO_CHECK_MARK) != 0)
        return ARB_NO_MOVE;
    *strict = san.tolerated == 0;
    return san.move;
}

bool py_move_of_game(const arb_game *game, PyObject *from, arb_language lang, arb_move *move)
{
    const arb_position *position = arb_game_position(game);
    if (is_number(from)) {
        int legal = number_is_legal(position, from, move);
        if (legal == 0)
            PyErr_Format(py_illegal_error, "%R is the code of no legal move", from);
        return legal > 0;
    }
    arb_typed typed;
    arb_status status;
    if (!py_read_typed(game, from, lang, &typed, &status))
        return false;
    *move = typed.verdict.move;
    if (status != ARB_OK)
        py_refuse(&typed, position);
    return status == ARB_OK;
}

/* Finds most legal moves without a game; returns 0 if it needs one. */
static int find_without_game(const arb_position *position, PyObject *from, arb_move *move)
{
    bool strict;
    if (is_number(from))
        return number_is_legal(position, from, move);
    if (!PyUnicode_Check(from))
        return 0;
    *move = py_usual_san(position, from, &strict);
    if (*move != ARB_NO_MOVE) /* a typed move is refused after the game's end, a number is not */
        return arb_position_outcome(position).result == ARB_ONGOING;
    PyObject *owner;
    size_t len;
    arb_verdict verdict;
    arb_error error;
    const char *text = py_text(from, &len, &owner);
    if (!text)
        return -1;
    bool capital = len > 0 && text[0] >= 'A' && text[0] <= 'Z'; /* it may be SAN */
    arb_status status =
        capital ? ARB_BAD_TEXT : arb_uci_read(position, text, len, &verdict, &error);
    Py_DECREF(owner);
    if (status != ARB_OK)
        return 0;
    *move = verdict.move;
    return arb_position_outcome(position).result == ARB_ONGOING;
}

bool py_move_of_position(const arb_position *position, PyObject *from, arb_language lang,
                         arb_move *move)
{
    int found = find_without_game(position, from, move);
    if (found != 0)
        return found > 0;
    arb_game *game = arb_game_new(position, NULL);
    if (!game)
        return PyErr_NoMemory() != NULL;
    bool good = py_move_of_game(game, from, lang, move);
    arb_game_free(game);
    return good;
}

int py_legal_in_game(const arb_game *game, PyObject *from)
{
    const arb_position *position = arb_game_position(game);
    arb_move move;
    bool strict;
    if (is_number(from)) {
        int legal = number_is_legal(position, from, &move);
        return legal > 0 ? arb_game_outcome(game).result == ARB_ONGOING : legal;
    }
    if (py_usual_san(position, from, &strict) != ARB_NO_MOVE)
        return arb_game_outcome(game).result == ARB_ONGOING;
    arb_typed typed;
    arb_status status;
    if (!py_read_typed(game, from, ARB_ENGLISH, &typed, &status))
        return -1;
    return status == ARB_OK;
}

int py_legal_in_position(const arb_position *position, PyObject *from)
{
    arb_move move;
    int found = find_without_game(position, from, &move);
    if (found != 0 || is_number(from))
        return found;
    arb_game *game = arb_game_new(position, NULL);
    if (!game) {
        PyErr_NoMemory();
        return -1;
    }
    int legal = py_legal_in_game(game, from);
    arb_game_free(game);
    return legal;
}
