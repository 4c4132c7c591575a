/* py_objects.c: makes Python objects that several types need: memory, lists, lines of moves,
 * openings. */
#include "py_module.h"

PyObject *py_allocate(PyTypeObject *type)
{
    allocfunc allocate;
    *(void **)&allocate = PyType_GetSlot(type, Py_tp_alloc); /* ISO C has no cast for it */
    return allocate(type, 0);
}

void py_free_object(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    freefunc release;
    *(void **)&release = PyType_GetSlot(type, Py_tp_free);
    release(self);
    Py_DECREF((PyObject *)type);
}

void py_list_add(PyObject **list, PyObject *entry)
{
    if (!entry || PyList_Append(*list, entry) < 0)
        Py_CLEAR(*list);
    Py_XDECREF(entry);
}

void py_line_add(PyObject **list, arb_position *position, arb_move move, bool san)
{
    arb_undo undo;
    py_list_add(list, san ? py_san(position, move) : py_uci(position, move));
    arb_position_play(position, move, &undo);
}

PyObject *py_opening(arb_opening opening)
{
    char eco[8], name[ARB_OPENING_NAME];
    if (opening == ARB_NO_OPENING)
        Py_RETURN_NONE;
    arb_opening_eco(opening, eco, sizeof eco);
    arb_opening_name(opening, name, sizeof name);
    return Py_BuildValue("(ss)", eco, name);
}
