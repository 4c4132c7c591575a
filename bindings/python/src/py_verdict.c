/* py_verdict.c: verdicts and outcomes as tuples, refusals as exceptions. */
#include "py_module.h"

typedef struct {
    const arb_verdict *verdict;
    const arb_position *position;
} verdict_text;

static size_t write_verdict(const void *context, char *buf, size_t cap)
{
    const verdict_text *text = context;
    return arb_verdict_text(text->verdict, text->position, buf, cap);
}

/* Of a verdict whose sentence the caller has; it takes over the reference. */
static PyObject *verdict_tuple(const arb_verdict *v, const arb_position *position, PyObject *text)
{
    arb_size size = arb_position_size(position);
    PyObject *uci = NULL, *san = NULL;
    if (!text)
        return NULL;
    if (v->code == ARB_V_OK) {
        uci = py_uci(position, v->move);
        san = py_san(position, v->move);
        if (!uci || !san) {
            Py_DECREF(text);
            Py_XDECREF(uci);
            Py_XDECREF(san);
            return NULL;
        }
    } else {
        Py_INCREF(Py_None);
        Py_INCREF(Py_None);
        uci = san = Py_None;
    }
    return Py_BuildValue("(isNNNNsNNN)", (int)v->code, arb_verdict_name(v->code),
                         py_square(size, v->from), py_square(size, v->to), py_square(size, v->at),
                         py_square(size, v->by), arb_verdict_article(v), text, uci, san);
}

PyObject *py_verdict(const arb_verdict *verdict, const arb_position *position)
{
    return verdict_tuple(verdict, position,
                         py_written(write_verdict, &(verdict_text){verdict, position}));
}

typedef struct {
    const arb_typed *typed;
    const arb_position *position;
} typed_text;

static size_t write_typed(const void *context, char *buf, size_t cap)
{
    const typed_text *text = context;
    return arb_typed_text(text->typed, text->position, buf, cap);
}

PyObject *py_typed(const arb_typed *typed, const arb_position *position)
{
    PyObject *text = py_written(write_typed, &(typed_text){typed, position});
    if (typed->status == ARB_OK || typed->status == ARB_ILLEGAL)
        return verdict_tuple(&typed->verdict, position, text);
    const char *name = typed->status == ARB_AMBIGUOUS  ? "ambiguous"
                       : typed->status == ARB_BAD_TEXT ? "unreadable"
                                                       : "limit";
    if (!text)
        return NULL;
    return Py_BuildValue("(isOOOOsNOO)", -1, name, Py_None, Py_None, Py_None, Py_None, "", text,
                         Py_None, Py_None);
}

void py_refuse(const arb_typed *typed, const arb_position *position)
{
    PyObject *tuple = py_typed(typed, position);
    PyObject *kind = typed->status == ARB_AMBIGUOUS ? py_ambiguous_error
                     : typed->status == ARB_ILLEGAL ? py_illegal_error
                                                    : py_invalid_error;
    PyObject *error =
        tuple ? PyObject_CallFunctionObjArgs(kind, PyTuple_GetItem(tuple, 7), NULL) : NULL;
    if (error && PyObject_SetAttrString(error, "verdict", tuple) == 0)
        PyErr_SetObject(kind, error);
    Py_XDECREF(error);
    Py_XDECREF(tuple);
}

static size_t write_outcome(const void *context, char *buf, size_t cap)
{
    return arb_outcome_text(*(const arb_outcome *)context, buf, cap);
}

PyObject *py_outcome(arb_outcome outcome)
{
    PyObject *text = py_written(write_outcome, &outcome);
    return text ? Py_BuildValue("(sssN)", arb_result_text(outcome.result),
                                arb_reason_name(outcome.reason), arb_outcome_article(outcome), text)
                : NULL;
}

/* A number is a move of the library's own lists; *number is false for anything else. */
static bool number_move(PyObject *from, arb_move *move, bool *number)
{
    *number = PyLong_Check(from) && !PyBool_Check(from);
    if (!*number)
        return true;
    unsigned long code = PyLong_AsUnsignedLong(from);
    if (PyErr_Occurred())
        return false;
    *move = code > UINT32_MAX ? ARB_NO_MOVE : (arb_move)code;
    return true;
}

bool py_read_typed(const arb_game *game, PyObject *from, arb_typed *typed, arb_status *status)
{
    PyObject *owner;
    size_t len;
    const char *text = py_text(from, &len, &owner);
    if (!text)
        return false;
    *status = arb_move_read(game, ARB_COORDS_ALGEBRAIC, text, len, typed);
    Py_DECREF(owner);
    return true;
}

bool py_move_of_game(const arb_game *game, PyObject *from, arb_move *move)
{
    bool number;
    const arb_position *position = arb_game_position(game);
    if (!number_move(from, move, &number))
        return false;
    if (number) {
        if (arb_position_is_legal(position, *move))
            return true;
        PyErr_Format(py_illegal_error, "%R is the code of no legal move", from);
        return false;
    }
    arb_typed typed;
    arb_status status;
    if (!py_read_typed(game, from, &typed, &status))
        return false;
    *move = typed.verdict.move;
    if (status != ARB_OK)
        py_refuse(&typed, position);
    return status == ARB_OK;
}

bool py_move_of_position(const arb_position *position, PyObject *from, arb_move *move)
{
    if (PyUnicode_Check(from)) { /* UCI needs no game; with a capital letter it may be SAN */
        PyObject *owner;
        size_t len;
        arb_verdict verdict;
        arb_error error;
        const char *text = py_text(from, &len, &owner);
        if (!text)
            return false;
        bool capital = len > 0 && text[0] >= 'A' && text[0] <= 'Z';
        arb_status status =
            capital ? ARB_BAD_TEXT : arb_uci_read(position, text, len, &verdict, &error);
        Py_DECREF(owner);
        if (status == ARB_OK) {
            *move = verdict.move;
            return true;
        }
    }
    arb_game *game = arb_game_new(position, NULL);
    if (!game)
        return PyErr_NoMemory() != NULL;
    bool good = py_move_of_game(game, from, move);
    arb_game_free(game);
    return good;
}
