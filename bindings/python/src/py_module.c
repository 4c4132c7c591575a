/* py_module.c: the module arbiter._arbiter. */
#include "py_module.h"
#include "py_epd.h"

PyObject *py_illegal_error, *py_invalid_error, *py_ambiguous_error, *py_input_error;

static int add_error(PyObject *module, PyObject **error, const char *name, const char *whole)
{
    *error = PyErr_NewException(whole, PyExc_ValueError, NULL);
    if (!*error)
        return -1;
    Py_INCREF(*error);
    return PyModule_AddObject(module, name, *error);
}

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    "arbiter._arbiter",
    "The library under arbiter and arbiter.chess.",
    -1,
    py_batch_functions,
    NULL,
    NULL,
    NULL,
    NULL,
};

PyMODINIT_FUNC PyInit__arbiter(void)
{
    PyObject *module = PyModule_Create(&definition);
    if (module &&
        (PyModule_AddStringConstant(module, "version", arb_version()) < 0 ||
         PyModule_AddFunctions(module, py_epd_functions) < 0 ||
         add_error(module, &py_illegal_error, "IllegalMoveError", "arbiter.IllegalMoveError") < 0 ||
         add_error(module, &py_invalid_error, "InvalidMoveError", "arbiter.InvalidMoveError") < 0 ||
         add_error(module, &py_ambiguous_error, "AmbiguousMoveError",
                   "arbiter.AmbiguousMoveError") < 0 ||
         add_error(module, &py_input_error, "BadInput", "arbiter.BadInput") < 0 ||
         py_rules_add(module) < 0 || py_position_add(module) < 0 || py_game_add(module) < 0 ||
         py_tree_add(module) < 0 || py_move_add(module) < 0 || py_board_add(module) < 0))
        Py_CLEAR(module);
    return module;
}
