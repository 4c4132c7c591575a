/* py_tree.c: games with variations. A node is a number; arbiter.Tree and arbiter.chess.pgn make
 * objects of them. */
#include "py_tree.h"

PyTypeObject *py_tree_type;

static arb_tree *of(PyObject *self)
{
    return ((py_tree *)self)->tree;
}

static py_tree *tree_alloc(PyTypeObject *type, py_rules *rules)
{
    py_tree *self = (py_tree *)py_allocate(type);
    if (!self)
        return NULL;
    Py_INCREF((PyObject *)rules);
    self->rules = rules;
    self->tree = arb_tree_new(NULL);
    if (!self->tree) {
        PyErr_NoMemory();
        Py_CLEAR(self);
    }
    return self;
}

static PyObject *tree_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"fen", "rules", "lang", NULL};
    PyObject *fen = NULL, *name = NULL, *language = NULL;
    arb_language lang = ARB_ENGLISH;
    arb_position position;
    py_tree *self = NULL;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|OOO", names, &fen, &name, &language) ||
        !py_language(language, &lang))
        return NULL;
    py_rules *rules = py_rules_from(name);
    if (rules && py_read_position(&position, rules->rules, fen, lang))
        self = tree_alloc(type, rules);
    if (self) {
        self->lang = lang;
        arb_tree_set_start(self->tree, &position);
    }
    Py_XDECREF((PyObject *)rules);
    return (PyObject *)self;
}

static void tree_dealloc(PyObject *self)
{
    arb_tree_free(of(self));
    Py_XDECREF((PyObject *)((py_tree *)self)->rules);
    py_free_object(self);
}

/* _read(text as bytes, from, rules) returns (tree, where the next game begins), or None at the end.
 */
static PyObject *tree_read(PyObject *type, PyObject *args)
{
    PyObject *bytes, *name = NULL;
    char *text;
    Py_ssize_t len, from;
    size_t taken = 0;
    if (!PyArg_ParseTuple(args, "Sn|O", &bytes, &from, &name) ||
        PyBytes_AsStringAndSize(bytes, &text, &len) < 0)
        return NULL;
    if (from < 0 || from > len)
        return PyErr_Format(PyExc_ValueError, "the text has %zd bytes", len);
    py_rules *rules = py_rules_from(name);
    py_tree *self = rules ? tree_alloc((PyTypeObject *)type, rules) : NULL;
    Py_XDECREF((PyObject *)rules);
    if (!self)
        return NULL;
    PyThreadState *thread = PyEval_SaveThread();
    arb_status status =
        arb_tree_read(self->tree, self->rules->rules, text + from, (size_t)(len - from), &taken);
    PyEval_RestoreThread(thread);
    if (status == ARB_OK)
        return Py_BuildValue("(Nn)", (PyObject *)self, from + (Py_ssize_t)taken);
    Py_DECREF((PyObject *)self);
    if (status == ARB_BAD_TEXT)
        Py_RETURN_NONE;
    if (status == ARB_NO_MEMORY)
        return PyErr_NoMemory();
    PyErr_SetString(py_input_error, "the game is too large");
    return NULL;
}

/* Reads a node by its number; returns false with an IndexError if there is none. Deleted nodes have
 * no parent. */
static bool read_node(PyObject *self, PyObject *number, arb_node *node)
{
    unsigned long value = PyLong_AsUnsignedLong(number);
    if (PyErr_Occurred())
        return false;
    *node = value > ARB_TREE_NODE_LIMIT ? ARB_NO_NODE : (arb_node)value;
    if (*node == ARB_ROOT ||
        (*node != ARB_NO_NODE && arb_tree_parent(of(self), *node) != ARB_NO_NODE))
        return true;
    PyErr_Format(PyExc_IndexError, "the tree has no node %R", number);
    return false;
}

static PyObject *node_or_none(arb_node node)
{
    if (node == ARB_NO_NODE)
        Py_RETURN_NONE;
    return PyLong_FromUnsignedLong(node);
}

static PyObject *tree_parent(PyObject *self, PyObject *number)
{
    arb_node node;
    return read_node(self, number, &node) ? node_or_none(arb_tree_parent(of(self), node)) : NULL;
}

static PyObject *tree_children(PyObject *self, PyObject *number)
{
    arb_node node;
    if (!read_node(self, number, &node))
        return NULL;
    PyObject *list = PyList_New(0);
    for (node = arb_tree_child(of(self), node); list && node != ARB_NO_NODE;
         node = arb_tree_next(of(self), node)) {
        PyObject *child = PyLong_FromUnsignedLong(node);
        py_list_add(&list, child);
    }
    return list;
}

static PyObject *move_text(PyObject *self, PyObject *number, bool san)
{
    arb_node node;
    arb_position position;
    if (!read_node(self, number, &node))
        return NULL;
    arb_move move = arb_tree_move(of(self), node);
    if (move == ARB_NO_MOVE)
        Py_RETURN_NONE;
    arb_tree_board(of(self), arb_tree_parent(of(self), node), &position);
    return san ? py_san(&position, move) : py_uci(&position, move);
}

static PyObject *tree_san(PyObject *self, PyObject *number)
{
    return move_text(self, number, true);
}

static PyObject *tree_uci(PyObject *self, PyObject *number)
{
    return move_text(self, number, false);
}

static PyObject *tree_position(PyObject *self, PyObject *args)
{
    PyObject *number, *type;
    arb_node node;
    arb_position position;
    if (!PyArg_ParseTuple(args, "OO", &number, &type) || !read_node(self, number, &node))
        return NULL;
    if (!PyType_Check(type) || !PyType_IsSubtype((PyTypeObject *)type, py_position_type)) {
        PyErr_SetString(PyExc_TypeError, "a class of positions is needed");
        return NULL;
    }
    arb_tree_board(of(self), node, &position);
    const arb_rules *rules = arb_position_rules(&position);
    if (rules == ((py_tree *)self)->rules->rules)
        return py_position_of((PyTypeObject *)type, ((py_tree *)self)->rules, &position,
                              ((py_tree *)self)->lang);
    py_rules *named =
        (py_rules *)py_rules_of(rules); /* named by the Variant tag, so one of the library's own */
    PyObject *result =
        named ? py_position_of((PyTypeObject *)type, named, &position, ((py_tree *)self)->lang)
              : NULL;
    Py_XDECREF((PyObject *)named);
    return result;
}

/* ---- notes ---- */

static PyObject *note_list(const arb_tree *tree, arb_node node)
{
    static const char *const kinds[] = {"comment", "line-comment", "escape", "nag", "text"};
    static const char *const sides[] = {"after", "before", "end"};
    PyObject *list = PyList_New(0);
    for (arb_note_id id = arb_tree_note_first(tree, node); list && id;
         id = arb_tree_note_next(tree, node, id)) {
        arb_note note = arb_tree_note(tree, id);
        PyObject *text =
            PyUnicode_DecodeUTF8(note.text ? note.text : "", (Py_ssize_t)note.len, "replace");
        PyObject *entry =
            text ? Py_BuildValue("(IssIN)", id, kinds[note.kind], sides[note.side], note.nag, text)
                 : NULL;
        py_list_add(&list, entry);
    }
    return list;
}

static PyObject *tree_notes(PyObject *self, PyObject *number)
{
    arb_node node;
    return read_node(self, number, &node) ? note_list(of(self), node) : NULL;
}

/* Lists every node in the order of the text, for arbiter.chess.pgn: (number, parent, kind, Move or
 * None, notes). */
static PyObject *tree_walk(PyObject *self, PyObject *none)
{
    const arb_tree *tree = of(self);
    const arb_rules *rules = arb_position_rules(arb_tree_start(tree));
    PyObject *list = PyList_New(0);
    arb_node node = ARB_ROOT;
    (void)none;
    while (list && node != ARB_NO_NODE) {
        arb_move move = arb_tree_move(tree, node);
        arb_node_kind kind = arb_tree_kind(tree, node);
        PyObject *pushed = kind == ARB_NODE_NULL ? py_move_new(0, 0, 0, 0)
                           : move != ARB_NO_MOVE ? py_move_of(rules, rules->castling.any_home, move)
                                                 : (Py_INCREF(Py_None), Py_None);
        PyObject *notes =
            arb_tree_note_first(tree, node) ? note_list(tree, node) : (Py_INCREF(Py_None), Py_None);
        arb_node parent = arb_tree_parent(tree, node);
        PyObject *entry =
            pushed && notes
                ? Py_BuildValue("(ILiOO)", node, parent == ARB_NO_NODE ? -1LL : (long long)parent,
                                (int)kind, pushed, notes)
                : NULL;
        py_list_add(&list, entry);
        Py_XDECREF(pushed);
        Py_XDECREF(notes);
        arb_node next = arb_tree_child(tree, node);
        while (next == ARB_NO_NODE && node != ARB_ROOT) {
            next = arb_tree_next(tree, node);
            if (next == ARB_NO_NODE)
                node = arb_tree_parent(tree, node);
        }
        node = next;
    }
    return list;
}

PyObject *py_tree_status(arb_status status, PyObject *result)
{
    if (status == ARB_OK && result)
        return result;
    Py_XDECREF(result);
    if (status == ARB_NO_MEMORY)
        return PyErr_NoMemory();
    if (!PyErr_Occurred())
        PyErr_SetString(PyExc_ValueError, "this fits into no PGN");
    return NULL;
}

static PyObject *tree_comment(PyObject *self, PyObject *args)
{
    PyObject *number, *source, *owner;
    int before = 0;
    arb_node node;
    arb_note_id id = 0;
    size_t len;
    if (!PyArg_ParseTuple(args, "OO|p", &number, &source, &before) ||
        !read_node(self, number, &node))
        return NULL;
    const char *text = py_text(source, &len, &owner);
    if (!text)
        return NULL;
    arb_status status = arb_tree_add_comment(
        of(self), node, before ? ARB_NOTE_BEFORE : ARB_NOTE_AFTER, text, len, &id);
    Py_DECREF(owner);
    return py_tree_status(status, PyLong_FromUnsignedLong(id));
}

static PyObject *tree_nag(PyObject *self, PyObject *args)
{
    PyObject *number;
    unsigned nag;
    arb_node node;
    arb_note_id id = 0;
    if (!PyArg_ParseTuple(args, "OI", &number, &nag) || !read_node(self, number, &node))
        return NULL;
    if (nag > ARB_NAG_LIMIT)
        return PyErr_Format(PyExc_ValueError, "NAGs go up to %d", ARB_NAG_LIMIT);
    return py_tree_status(arb_tree_add_nag(of(self), node, nag, &id), PyLong_FromUnsignedLong(id));
}

/* ---- changing ---- */

static PyObject *tree_add(PyObject *self, PyObject *args)
{
    PyObject *number, *text;
    arb_node node, added = ARB_NO_NODE;
    arb_position position;
    arb_move move;
    if (!PyArg_ParseTuple(args, "OO", &number, &text) || !read_node(self, number, &node))
        return NULL;
    arb_tree_board(of(self), node, &position);
    if (!py_move_of_position(&position, text, ((py_tree *)self)->lang, &move))
        return NULL;
    added = arb_tree_find(of(self), node, move);
    arb_status status = added == ARB_NO_NODE ? arb_tree_add(of(self), node, move, &added) : ARB_OK;
    return py_tree_status(status, PyLong_FromUnsignedLong(added));
}

enum { DELETE, PROMOTE, DEMOTE, PROMOTE_LINE };

static PyObject *change(PyObject *self, PyObject *number, int how)
{
    arb_node node;
    if (!read_node(self, number, &node))
        return NULL;
    if (node == ARB_ROOT)
        Py_RETURN_FALSE;
    switch (how) {
    case DELETE:
        return PyBool_FromLong(arb_tree_delete(of(self), node));
    case PROMOTE:
        return PyBool_FromLong(arb_tree_promote(of(self), node));
    case DEMOTE:
        return PyBool_FromLong(arb_tree_demote(of(self), node));
    default:
        arb_tree_promote_line(of(self), node);
        Py_RETURN_TRUE;
    }
}

static PyObject *tree_delete(PyObject *self, PyObject *number)
{
    return change(self, number, DELETE);
}

static PyObject *tree_promote(PyObject *self, PyObject *number)
{
    return change(self, number, PROMOTE);
}

static PyObject *tree_demote(PyObject *self, PyObject *number)
{
    return change(self, number, DEMOTE);
}

static PyObject *tree_promote_line(PyObject *self, PyObject *number)
{
    return change(self, number, PROMOTE_LINE);
}

static PyObject *tree_lang(PyObject *self, void *closure)
{
    (void)closure;
    return py_language_get(((py_tree *)self)->lang);
}

static int tree_set_lang(PyObject *self, PyObject *value, void *closure)
{
    (void)closure;
    return py_language_set(value, &((py_tree *)self)->lang);
}

static PyMethodDef methods[] = {
    {"_read", tree_read, METH_VARARGS | METH_CLASS, "_read(bytes, from, rules)"},
    {"parent", tree_parent, METH_O, "The parent of a node; None of the root."},
    {"children", tree_children, METH_O, "The moves on from a node, the main one first."},
    {"san", tree_san, METH_O, "The move that leads to a node."},
    {"uci", tree_uci, METH_O, "The same as UCI."},
    {"_position", tree_position, METH_VARARGS, "_position(node, class)"},
    {"_notes", tree_notes, METH_O, "(id, kind, side, nag, text) of each."},
    {"_walk", tree_walk, METH_NOARGS, "Every node in the order of the text."},
    {"comment", tree_comment, METH_VARARGS, "comment(node, text, before=False)"},
    {"nag", tree_nag, METH_VARARGS, "nag(node, number)"},
    {"add", tree_add, METH_VARARGS, "add(node, move): the node with it, new or not."},
    {"delete", tree_delete, METH_O, "Deletes a node and all that follows it."},
    {"promote", tree_promote, METH_O, "One place up among the alternatives."},
    {"demote", tree_demote, METH_O, "One place down."},
    {"promote_line", tree_promote_line, METH_O, "Makes its line the main line."},
    {"set_tag", py_tree_set_tag, METH_VARARGS, "set_tag(name, value)"},
    {"_write", py_tree_write, METH_VARARGS, "_write(keep, width, comments, variations, nags)"},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef properties[] = {
    {"lang", tree_lang, tree_set_lang, "The language of its sentences: \"en\".", NULL},
    {"_tags", py_tree_tags, NULL, "(name, value) of each tag.", NULL},
    {"result", py_tree_result, py_tree_set_result, "The result at the end of the moves.", NULL},
    {"has_marker", py_tree_has_marker, NULL, "Does it stand there?", NULL},
    {"_faults", py_tree_faults, NULL, "(name, node, offset, text) of each.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_doc, "A game with variations, comments and marks."},
    {Py_tp_new, tree_new},
    {Py_tp_dealloc, tree_dealloc},
    {Py_tp_methods, methods},
    {Py_tp_getset, properties},
    {0, NULL},
};

static PyType_Spec spec = {"arbiter._arbiter.Tree", sizeof(py_tree), 0,
                           Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots};

int py_tree_add(PyObject *module)
{
    py_tree_type = py_type_add(module, &spec);
    return py_tree_type ? 0 : -1;
}
