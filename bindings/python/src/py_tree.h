/* py_tree.h: trees as Python objects, shared by py_tree.c and py_tree_text.c. */
#ifndef PY_TREE_H
#define PY_TREE_H

#include "board/py_board.h"

typedef struct {
    PyObject_HEAD py_rules *rules;
    arb_tree *tree;
    arb_language lang; /* the language of its sentences */
} py_tree;

/* Returns the result if the status is ARB_OK, else NULL with an exception. */
PyObject *py_tree_status(arb_status status, PyObject *result);

PyObject *py_tree_tags(PyObject *self, void *closure);
PyObject *py_tree_set_tag(PyObject *self, PyObject *args);
PyObject *py_tree_result(PyObject *self, void *closure);
PyObject *py_tree_has_marker(PyObject *self, void *closure);
int py_tree_set_result(PyObject *self, PyObject *value, void *closure);
PyObject *py_tree_faults(PyObject *self, void *closure);
PyObject *py_tree_write(PyObject *self, PyObject *args);

#endif
