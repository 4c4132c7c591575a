/* py_tree_text.c: tags, result, faults, and the whole as PGN. */
#include "py_tree.h"

static arb_tree *of(PyObject *self)
{
    return ((py_tree *)self)->tree;
}

PyObject *py_tree_tags(PyObject *self, void *closure)
{
    (void)closure;
    PyObject *list = PyList_New(0);
    for (size_t i = 0; list && i < arb_tree_tag_count(of(self)); i++) {
        arb_tree_tag tag = arb_tree_tag_at(of(self), i);
        PyObject *name = PyUnicode_DecodeUTF8(tag.name, (Py_ssize_t)tag.name_len, "replace");
        PyObject *value = PyUnicode_DecodeUTF8(tag.value, (Py_ssize_t)tag.value_len, "replace");
        PyObject *entry = name && value ? Py_BuildValue("(OO)", name, value) : NULL;
        py_list_add(&list, entry);
        Py_XDECREF(name);
        Py_XDECREF(value);
    }
    return list;
}

PyObject *py_tree_set_tag(PyObject *self, PyObject *args)
{
    PyObject *name, *value, *name_owner = NULL, *value_owner = NULL;
    size_t name_len, len;
    arb_status status = ARB_BAD_TEXT;
    if (!PyArg_ParseTuple(args, "OO", &name, &value))
        return NULL;
    const char *key = py_text(name, &name_len, &name_owner);
    const char *text = key ? py_text(value, &len, &value_owner) : NULL;
    if (text)
        status = arb_tree_set_tag(of(self), key, text, len);
    Py_XDECREF(name_owner);
    Py_XDECREF(value_owner);
    Py_INCREF(Py_None);
    return py_tree_status(status, Py_None);
}

PyObject *py_tree_result(PyObject *self, void *closure)
{
    (void)closure;
    return py_latin(arb_result_text(arb_tree_result(of(self))));
}

PyObject *py_tree_has_marker(PyObject *self, void *closure)
{
    (void)closure;
    return PyBool_FromLong(arb_tree_has_marker(of(self)));
}

int py_tree_set_result(PyObject *self, PyObject *value, void *closure)
{
    (void)closure;
    for (int result = ARB_ONGOING; value && result <= ARB_BOTH_LOSE; result++)
        if (PyUnicode_Check(value) &&
            PyUnicode_CompareWithASCIIString(value, arb_result_text((arb_result)result)) == 0) {
            if (arb_tree_set_result(of(self), (arb_result)result) == ARB_OK)
                return 0;
            PyErr_NoMemory();
            return -1;
        }
    PyErr_SetString(PyExc_ValueError, "a result is 1-0, 0-1, 1/2-1/2, 0-0 or *");
    return -1;
}

typedef struct {
    const arb_tree *tree;
    size_t index;
    arb_pgn_options options;
    arb_language lang;
} tree_text;

static size_t write_fault(const void *context, char *buf, size_t cap)
{
    const tree_text *text = context;
    return arb_tree_fault_text_in(text->tree, text->index, text->lang, buf, cap);
}

/* Lists the faults as (name, node, offset, text). */
PyObject *py_tree_faults(PyObject *self, void *closure)
{
    (void)closure;
    PyObject *list = PyList_New(0);
    const arb_tree_fault *fault;
    for (size_t i = 0; list && (fault = arb_tree_fault_at(of(self), i)) != NULL; i++) {
        PyObject *text =
            py_written(write_fault,
                       &(tree_text){.tree = of(self), .index = i, .lang = ((py_tree *)self)->lang});
        PyObject *entry = text ? Py_BuildValue("(sInN)", arb_tree_fault_name(fault->code),
                                               fault->node, (Py_ssize_t)fault->place, text)
                               : NULL;
        py_list_add(&list, entry);
    }
    return list;
}

static size_t write_tree(const void *context, char *buf, size_t cap)
{
    const tree_text *text = context;
    return arb_tree_write(text->tree, &text->options, buf, cap);
}

/* _write(keep, width, comments, variations, nags) */
PyObject *py_tree_write(PyObject *self, PyObject *args)
{
    int keep, comments, variations, nags;
    unsigned width;
    if (!PyArg_ParseTuple(args, "pIppp", &keep, &width, &comments, &variations, &nags))
        return NULL;
    tree_text text = {
        .tree = of(self),
        .options = {keep ? ARB_PGN_KEEP : ARB_PGN_EXPORT, width, !comments, !variations, !nags}};
    return py_written(write_tree, &text);
}
