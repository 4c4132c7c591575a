/* py_epd.c: lines of EPD: the position, and its operations as words. */
#include "py_epd.h"
#include "py_module.h"

/* The operands of one operation. */
static PyObject *operands_of(const char *text, const arb_epd_operation *operation)
{
    PyObject *list = PyList_New(0);
    size_t at = 0, begin, end;
    while (list && arb_epd_operand(text, operation, &at, &begin, &end)) {
        PyObject *word = PyUnicode_DecodeUTF8(text + begin, (Py_ssize_t)(end - begin), "replace");
        py_list_add(&list, word);
    }
    return list;
}

/* epd(text, rules): (FEN, [(opcode, [operand, …]), …]) */
static PyObject *epd_read(PyObject *module, PyObject *args)
{
    PyObject *source, *name = NULL, *owner, *list = NULL;
    size_t len, at = 0;
    arb_setup setup;
    arb_error error;
    char fen[4096];
    (void)module;
    if (!PyArg_ParseTuple(args, "O|O", &source, &name))
        return NULL;
    const char *text = py_text(source, &len, &owner);
    py_rules *rules = text ? py_rules_from(name) : NULL;
    if (rules) {
        arb_status status = arb_epd_read(&setup, rules->rules, text, len, &at, &error);
        if (status == ARB_OK)
            list = PyList_New(0);
        else
            py_bad_input(status, &error, 0, ARB_ENGLISH);
    }
    arb_epd_operation operation;
    while (list && arb_epd_next(text, len, &at, &operation)) {
        PyObject *words = operands_of(text, &operation);
        PyObject *entry =
            words ? Py_BuildValue("(s#N)", text + operation.opcode,
                                  (Py_ssize_t)(operation.opcode_end - operation.opcode), words)
                  : NULL;
        py_list_add(&list, entry);
    }
    if (list)
        arb_fen_write(&setup, rules->rules, ARB_X_FEN, fen, sizeof fen);
    Py_XDECREF((PyObject *)rules);
    Py_XDECREF(owner);
    return list ? Py_BuildValue("(sN)", fen, list) : NULL;
}

PyMethodDef py_epd_functions[] = {
    {"epd", epd_read, METH_VARARGS, "epd(text, rules): (FEN, operations)"},
    {NULL, NULL, 0, NULL},
};
