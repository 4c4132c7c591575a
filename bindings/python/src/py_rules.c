/* py_rules.c: rule sets, by name and from files. */
#include "py_module.h"

#include <stdlib.h>

PyTypeObject *py_rules_type;

PyObject *py_rules_of(const arb_rules *rules)
{
    py_rules *self = (py_rules *)py_allocate(py_rules_type);
    if (self)
        self->rules = rules;
    return (PyObject *)self;
}

py_rules *py_rules_from(PyObject *from)
{
    if (from && PyObject_TypeCheck(from, py_rules_type)) {
        Py_INCREF(from);
        return (py_rules *)from;
    }
    if (!from || from == Py_None)
        return (py_rules *)py_rules_of(arb_rules_at(0));
    PyObject *owner;
    size_t len;
    const char *name = py_text(from, &len, &owner);
    if (!name)
        return NULL;
    const arb_rules *found = arb_rules_find(name, len);
    Py_DECREF(owner);
    if (!found) {
        PyErr_Format(py_input_error, "no rule set goes by the name %R", from);
        return NULL;
    }
    return (py_rules *)py_rules_of(found);
}

/* Adds a mistake of a file to a list of (line, column, text), which becomes NULL if memory runs
 * out. */
static void note_mistake(void *context, const arb_rules_mistake *mistake)
{
    PyObject **list = context;
    PyObject *entry =
        *list ? Py_BuildValue("(IIs)", mistake->line, mistake->column, mistake->text) : NULL;
    py_list_add(list, entry);
}

static PyObject *rules_read(PyObject *type, PyObject *source)
{
    PyObject *owner;
    size_t len;
    (void)type;
    const char *text = py_text(source, &len, &owner);
    arb_rules *own = text ? malloc(sizeof *own) : NULL;
    PyObject *mistakes = own ? PyList_New(0) : NULL;
    PyObject *result = NULL;
    if (text && !own)
        PyErr_NoMemory();
    if (mistakes) {
        bool good = arb_rules_read(own, text, len, note_mistake, &mistakes);
        if (good)
            result = py_rules_of(own);
        else if (mistakes) {
            PyObject *error =
                PyObject_CallFunction(py_input_error, "s", "the rule set has mistakes");
            if (error && PyObject_SetAttrString(error, "mistakes", mistakes) == 0)
                PyErr_SetObject(py_input_error, error);
            Py_XDECREF(error);
        } else if (!PyErr_Occurred())
            PyErr_NoMemory();
    }
    if (result)
        ((py_rules *)result)->own = own;
    else
        free(own);
    Py_XDECREF(mistakes);
    Py_XDECREF(owner);
    return result;
}

static PyObject *rules_all(PyObject *type, PyObject *none)
{
    (void)type, (void)none;
    PyObject *list = PyList_New(0);
    for (size_t i = 0; list && i < arb_rules_count(); i++) {
        PyObject *rules = py_rules_of(arb_rules_at(i));
        py_list_add(&list, rules);
    }
    return list;
}

static PyObject *rules_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"name", NULL};
    PyObject *name = NULL;
    (void)type;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|O", names, &name))
        return NULL;
    return (PyObject *)py_rules_from(name);
}

static void rules_dealloc(PyObject *self)
{
    free(((py_rules *)self)->own);
    py_free_object(self);
}

static size_t write_rules(const void *context, char *buf, size_t cap)
{
    return arb_rules_write(context, buf, cap);
}

static PyObject *rules_text(PyObject *self)
{
    return py_written(write_rules, ((py_rules *)self)->rules);
}

static PyObject *rules_repr(PyObject *self)
{
    return PyUnicode_FromFormat("Rules('%s')", ((py_rules *)self)->rules->name);
}

static PyObject *rules_name(PyObject *self, void *closure)
{
    (void)closure;
    return py_latin(((py_rules *)self)->rules->name);
}

static PyObject *rules_title(PyObject *self, void *closure)
{
    (void)closure;
    return py_latin(((py_rules *)self)->rules->title);
}

static PyObject *rules_size(PyObject *self, void *closure)
{
    arb_size size = ((py_rules *)self)->rules->board.size;
    (void)closure;
    return Py_BuildValue("(ii)", size.files, size.ranks);
}

static PyObject *rules_start(PyObject *self, void *closure)
{
    (void)closure;
    return py_latin(((py_rules *)self)->rules->board.start);
}

static PyObject *rules_compare(PyObject *a, PyObject *b, int how)
{
    if ((how != Py_EQ && how != Py_NE) || !PyObject_TypeCheck(b, py_rules_type)) {
        Py_INCREF(Py_NotImplemented);
        return Py_NotImplemented;
    }
    bool same = ((py_rules *)a)->rules == ((py_rules *)b)->rules;
    return PyBool_FromLong(same == (how == Py_EQ));
}

static Py_hash_t rules_hash(PyObject *self)
{
    return (Py_hash_t)((uintptr_t)((py_rules *)self)->rules >> 4);
}

static PyMethodDef methods[] = {
    {"read", rules_read, METH_O | METH_CLASS, "A rule set from the text of a rule-set file."},
    {"all", rules_all, METH_NOARGS | METH_CLASS, "The rule sets of the library."},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef properties[] = {
    {"name", rules_name, NULL, "Its name.", NULL},
    {"title", rules_title, NULL, "One line for people.", NULL},
    {"size", rules_size, NULL, "(files, ranks) of the usual board.", NULL},
    {"start", rules_start, NULL, "FEN of the start.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_doc, "A rule set: by name, or read from a rule-set file."},
    {Py_tp_new, rules_new},
    {Py_tp_dealloc, rules_dealloc},
    {Py_tp_str, rules_text},
    {Py_tp_repr, rules_repr},
    {Py_tp_richcompare, rules_compare},
    {Py_tp_hash, rules_hash},
    {Py_tp_methods, methods},
    {Py_tp_getset, properties},
    {0, NULL},
};

static PyType_Spec spec = {"arbiter._arbiter.Rules", sizeof(py_rules), 0, Py_TPFLAGS_DEFAULT,
                           slots};

int py_rules_add(PyObject *module)
{
    py_rules_type = py_type_add(module, &spec);
    return py_rules_type ? 0 : -1;
}
