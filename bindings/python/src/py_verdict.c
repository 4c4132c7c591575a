/* py_verdict.c: verdicts as tuples, outcomes, refusals as exceptions. */
#include "py_module.h"

typedef struct {
    const arb_verdict *verdict;
    const arb_position *position;
    arb_language lang;
} verdict_text;

static size_t write_verdict(const void *context, char *buf, size_t cap)
{
    const verdict_text *text = context;
    return arb_verdict_text_in(text->verdict, text->position,
                               arb_coords_in(ARB_COORDS_ALGEBRAIC, text->lang), buf, cap);
}

/* Makes the tuple of a verdict; takes over the reference to the sentence. */
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

PyObject *py_verdict(const arb_verdict *verdict, const arb_position *position, arb_language lang)
{
    return verdict_tuple(verdict, position,
                         py_written(write_verdict, &(verdict_text){verdict, position, lang}));
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

typedef struct {
    arb_outcome outcome;
    arb_language lang;
} outcome_text;

static size_t write_outcome(const void *context, char *buf, size_t cap)
{
    const outcome_text *text = context;
    return arb_outcome_text_in(text->outcome, text->lang, buf, cap);
}

static PyObject *new_outcome(arb_outcome outcome, arb_language lang)
{
    PyObject *answers = PyImport_ImportModule("arbiter.answers"), *made = NULL;
    PyObject *kind = answers ? PyObject_GetAttrString(answers, "Outcome") : NULL;
    PyObject *text = kind ? py_written(write_outcome, &(outcome_text){outcome, lang}) : NULL;
    if (text)
        made = PyObject_CallFunction(kind, "sssO", arb_result_text(outcome.result),
                                     arb_reason_name(outcome.reason), arb_outcome_article(outcome),
                                     text);
    Py_XDECREF(text);
    Py_XDECREF(kind);
    Py_XDECREF(answers);
    return made;
}

PyObject *py_outcome(arb_outcome outcome, arb_language lang)
{
    static PyObject *known[ARB_LANGUAGE_COUNT][ARB_BOTH_LOSE + 1][ARB_R_COUNT][2];
    PyObject **place = &known[lang][outcome.result][outcome.reason][outcome.own_rule];
    if (!*place)
        *place = new_outcome(outcome, lang);
    Py_XINCREF(*place);
    return *place;
}
