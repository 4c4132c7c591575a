/* py_text.c: converts text between Python and the library. */
#include "py_module.h"

#include <stdlib.h>
#include <string.h>

const char *py_text(PyObject *from, size_t *len, PyObject **owner)
{
    char *text;
    Py_ssize_t size;
    *owner = NULL;
    if (!PyUnicode_Check(from)) {
        PyErr_SetString(PyExc_TypeError, "a str is needed");
        return NULL;
    }
    *owner = PyUnicode_AsUTF8String(from);
    if (!*owner)
        return NULL;
    if (PyBytes_AsStringAndSize(*owner, &text, &size) < 0) {
        Py_CLEAR(*owner);
        return NULL;
    }
    *len = (size_t)size;
    return text;
}

PyObject *py_written(py_writer *write, const void *context)
{
    char small[512];
    size_t need = write(context, small, sizeof small);
    if (need < sizeof small)
        return PyUnicode_DecodeUTF8(small, (Py_ssize_t)need, "replace");
    char *large = malloc(need + 1);
    if (!large)
        return PyErr_NoMemory();
    write(context, large, need + 1);
    PyObject *text = PyUnicode_DecodeUTF8(large, (Py_ssize_t)need, "replace");
    free(large);
    return text;
}

PyObject *py_latin(const char *text)
{
    return PyUnicode_FromStringAndSize(text, (Py_ssize_t)strlen(text));
}

PyObject *py_square(arb_size size, arb_square square)
{
    char name[8];
    if (square == ARB_NO_SQUARE)
        Py_RETURN_NONE;
    size_t len = arb_square_write(size, square, name, sizeof name);
    return PyUnicode_FromStringAndSize(name, (Py_ssize_t)len);
}

bool py_read_square(arb_size size, PyObject *from, arb_square *square)
{
    PyObject *owner;
    size_t len;
    const char *text = py_text(from, &len, &owner);
    if (!text)
        return false;
    bool good = len > 0 && arb_square_read(size, text, len, square) == len;
    Py_DECREF(owner);
    if (!good)
        PyErr_Format(PyExc_ValueError, "%R is no square of the board", from);
    return good;
}

typedef struct {
    const arb_position *position;
    arb_move move;
} move_text;

static size_t write_uci(const void *context, char *buf, size_t cap)
{
    const move_text *text = context;
    return arb_uci_write(text->position, text->move, ARB_UCI_RULES, buf, cap);
}

PyObject *py_uci(const arb_position *position, arb_move move)
{
    return py_written(write_uci, &(move_text){position, move});
}

static size_t write_san(const void *context, char *buf, size_t cap)
{
    const move_text *text = context;
    return arb_san_write(text->position, text->move, buf, cap);
}

PyObject *py_san(const arb_position *position, arb_move move)
{
    return py_written(write_san, &(move_text){position, move});
}

bool py_colour(PyObject *from, arb_colour *colour)
{
    if (PyUnicode_Check(from)) {
        if (PyUnicode_CompareWithASCIIString(from, "white") == 0)
            *colour = ARB_WHITE;
        else if (PyUnicode_CompareWithASCIIString(from, "black") == 0)
            *colour = ARB_BLACK;
        else
            goto bad;
        return true;
    }
    if (PyBool_Check(from)) {
        *colour = from == Py_True ? ARB_WHITE : ARB_BLACK;
        return true;
    }
bad:
    PyErr_Format(PyExc_TypeError, "a colour is \"white\" or \"black\", not %R", from);
    return false;
}

bool py_language(PyObject *from, arb_language *lang)
{
    PyObject *owner;
    size_t len;
    if (!from || from == Py_None)
        return true;
    const char *tag = py_text(from, &len, &owner);
    if (!tag)
        return false;
    bool found = arb_language_find(tag, len, lang);
    Py_DECREF(owner);
    if (!found)
        PyErr_Format(PyExc_ValueError, "%R is no language of the referee: en, de, fr, es, zh are",
                     from);
    return found;
}

PyObject *py_language_get(arb_language lang)
{
    return py_latin(arb_language_tag(lang));
}

int py_language_set(PyObject *value, arb_language *lang)
{
    if (!value) {
        PyErr_SetString(PyExc_AttributeError, "lang cannot be deleted");
        return -1;
    }
    return py_language(value, lang) ? 0 : -1;
}

PyTypeObject *py_type_add(PyObject *module, PyType_Spec *spec)
{
    PyObject *type = PyType_FromSpec(spec);
    if (!type)
        return NULL;
    Py_INCREF(type); /* one for the module, one for the caller */
    if (PyModule_AddObject(module, strrchr(spec->name, '.') + 1, type) < 0) {
        Py_DECREF(type);
        return NULL;
    }
    return (PyTypeObject *)type;
}
