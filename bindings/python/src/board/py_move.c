/* py_move.c: the moves of arbiter.chess. A move is made once and kept, so that a list of moves is a
 * list of pointers. */
#include "board/py_board.h"

#include <string.h>

PyTypeObject *py_move_type;

typedef struct {
    PyObject_HEAD uint8_t parts[4]; /* from, to, promotion, drop */
} move_object;

/* All moves: indexed by promotion, from and to; drops by kind and square. */
static PyObject *known[8][64][64];
static PyObject *known_drops[8][64];

static PyObject **place_of(unsigned from, unsigned to, unsigned promotion, unsigned drop)
{
    return drop ? &known_drops[drop][to] : &known[promotion][from][to];
}

PyObject *py_move_new(unsigned from, unsigned to, unsigned promotion, unsigned drop)
{
    PyObject **place = place_of(from, to, promotion, drop);
    if (!*place) {
        move_object *move = (move_object *)py_allocate(py_move_type);
        if (!move)
            return NULL;
        move->parts[0] = (uint8_t)from;
        move->parts[1] = (uint8_t)to;
        move->parts[2] = (uint8_t)promotion;
        move->parts[3] = (uint8_t)drop;
        *place = (PyObject *)move;
    }
    Py_INCREF(*place);
    return *place;
}

PyObject *py_move_of(const arb_rules *rules, bool chess960, arb_move move)
{
    unsigned from = arb_move_from(move), to = arb_move_to(move);
    unsigned kind = arb_move_promotion(move) & 7u;
    arb_move_type type = arb_move_type_of(move);
    if (type == ARB_CASTLING && !chess960)
        to = (from & ~7u) |
             (unsigned)rules->castling.king_to[to > from ? ARB_KING_SIDE : ARB_QUEEN_SIDE];
    return py_move_new(from & 63u, to & 63u, type == ARB_DROP ? 0 : kind,
                       type == ARB_DROP ? kind : 0);
}

bool py_move_parts(PyObject *move, unsigned parts[4])
{
    if (!PyObject_TypeCheck(move, py_move_type)) {
        PyErr_Format(PyExc_TypeError, "a Move is needed, not %R", move);
        return false;
    }
    for (int i = 0; i < 4; i++)
        parts[i] = ((move_object *)move)->parts[i];
    return true;
}

bool py_move_is_null(const unsigned parts[4])
{
    return parts[0] == 0 && parts[1] == 0 && parts[2] == 0 && parts[3] == 0;
}

/* Reads a kind of piece, which may be None. */
static bool read_kind(PyObject *from, long *kind)
{
    *kind = 0;
    if (from && from != Py_None)
        *kind = PyLong_AsLong(from);
    if (*kind == -1 && PyErr_Occurred())
        return false;
    if (*kind >= 0 && *kind <= ARB_KING)
        return true;
    PyErr_Format(PyExc_ValueError, "no piece type %ld", *kind);
    return false;
}

static PyObject *move_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"from_square", "to_square", "promotion", "drop", NULL};
    long from, to, promotion, drop;
    PyObject *become = NULL, *dropped = NULL;
    (void)type;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "ll|OO", names, &from, &to, &become, &dropped) ||
        !read_kind(become, &promotion) || !read_kind(dropped, &drop))
        return NULL;
    if (from < 0 || from > 63 || to < 0 || to > 63)
        return PyErr_Format(PyExc_ValueError, "squares are 0 to 63, not %ld and %ld", from, to);
    return py_move_new((unsigned)from, (unsigned)to, (unsigned)promotion, (unsigned)drop);
}

static PyObject *move_square(PyObject *self, void *which)
{
    return PyLong_FromLong(((move_object *)self)->parts[(size_t)which]);
}

static PyObject *move_kind(PyObject *self, void *which)
{
    uint8_t kind = ((move_object *)self)->parts[(size_t)which];
    if (!kind)
        Py_RETURN_NONE;
    return PyLong_FromLong(kind);
}

static PyObject *move_uci(PyObject *self, PyObject *none)
{
    static const char letters[] = " pnbrqk";
    const uint8_t *parts = ((move_object *)self)->parts;
    const unsigned wide[4] = {parts[0], parts[1], parts[2], parts[3]};
    char text[8];
    size_t len = 0;
    (void)none;
    if (py_move_is_null(wide))
        return PyUnicode_FromString("0000");
    if (parts[3]) {
        text[len++] = (char)(letters[parts[3]] - 'a' + 'A');
        text[len++] = '@';
    } else {
        text[len++] = (char)('a' + (parts[0] & 7));
        text[len++] = (char)('1' + (parts[0] >> 3));
    }
    text[len++] = (char)('a' + (parts[1] & 7));
    text[len++] = (char)('1' + (parts[1] >> 3));
    if (parts[2])
        text[len++] = letters[parts[2]];
    return PyUnicode_FromStringAndSize(text, (Py_ssize_t)len);
}

static PyObject *move_str(PyObject *self)
{
    return move_uci(self, NULL);
}

static PyObject *move_repr(PyObject *self)
{
    PyObject *uci = move_uci(self, NULL);
    PyObject *text = uci ? PyUnicode_FromFormat("Move.from_uci(%R)", uci) : NULL;
    Py_XDECREF(uci);
    return text;
}

static const char *read_square(const char *text, unsigned *square)
{
    if (text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8')
        return NULL;
    *square = (unsigned)(text[1] - '1') * 8 + (unsigned)(text[0] - 'a');
    return text + 2;
}

static unsigned read_letter(char letter)
{
    static const char letters[] = "pnbrqk";
    const char *found = letter ? strchr(letters, (unsigned char)letter) : NULL;
    return found ? (unsigned)(found - letters) + 1 : 0;
}

PyObject *py_move_read(PyObject *source)
{
    PyObject *owner, *move = NULL;
    size_t len;
    unsigned from = 0, to = 0, kind = 0;
    const char *text = py_text(source, &len, &owner);
    if (!text)
        return NULL;
    if (len == 4 && memcmp(text, "0000", 4) == 0)
        move = py_move_new(0, 0, 0, 0);
    else if (len == 4 && text[1] == '@') {
        kind = read_letter(text[0] < 'a' ? (char)(text[0] - 'A' + 'a') : text[0]);
        if (kind && read_square(text + 2, &to))
            move = py_move_new(to, to, 0, kind);
    } else if ((len == 4 || len == 5) && read_square(text, &from) && read_square(text + 2, &to)) {
        if (len == 5)
            kind = read_letter(text[4]);
        if (from != to && (len == 4 || kind))
            move = py_move_new(from, to, kind, 0);
    }
    Py_DECREF(owner);
    if (!move && !PyErr_Occurred())
        PyErr_Format(py_invalid_error, "%R is no move in UCI", source);
    return move;
}

static PyObject *move_from_uci(PyObject *type, PyObject *source)
{
    (void)type;
    return py_move_read(source);
}

static PyObject *move_xboard(PyObject *self, PyObject *none)
{
    unsigned parts[4];
    if (py_move_parts(self, parts) && py_move_is_null(parts))
        return PyUnicode_FromString("@@@@");
    return move_uci(self, none);
}

static PyObject *move_null(PyObject *type, PyObject *none)
{
    (void)type, (void)none;
    return py_move_new(0, 0, 0, 0);
}

static int move_true(PyObject *self)
{
    unsigned parts[4];
    return py_move_parts(self, parts) && !py_move_is_null(parts);
}

static PyObject *move_itself(PyObject *self, PyObject *unused)
{
    (void)unused;
    Py_INCREF(self);
    return self;
}

static PyObject *move_reduce(PyObject *self, PyObject *none)
{
    const uint8_t *parts = ((move_object *)self)->parts;
    (void)none;
    return Py_BuildValue("(O(iiii))", (PyObject *)py_move_type, parts[0], parts[1], parts[2],
                         parts[3]);
}

static void move_dealloc(PyObject *self)
{
    py_free_object(self);
}

static PyMethodDef methods[] = {
    {"uci", move_uci, METH_NOARGS, "The move as UCI."},
    {"xboard", move_xboard, METH_NOARGS, "The move for XBoard."},
    {"from_uci", move_from_uci, METH_O | METH_CLASS, "Reads UCI; InvalidMoveError."},
    {"null", move_null, METH_NOARGS | METH_CLASS, "The null move."},
    {"__copy__", move_itself, METH_NOARGS, "Moves do not change."},
    {"__deepcopy__", move_itself, METH_O, "Moves do not change."},
    {"__reduce__", move_reduce, METH_NOARGS, "For pickle."},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef properties[] = {
    {"from_square", move_square, NULL, "The source square.", (void *)0},
    {"to_square", move_square, NULL, "The target square.", (void *)1},
    {"promotion", move_kind, NULL, "The piece type it becomes, or None.", (void *)2},
    {"drop", move_kind, NULL, "The piece type that is dropped, or None.", (void *)3},
    {NULL, NULL, NULL, NULL, NULL},
};

/* Equality and hash are inherited from object, because there is one object for each move. */
static PyType_Slot slots[] = {
    {Py_tp_doc, "Move(from_square, to_square, promotion=None, drop=None); it does not change."},
    {Py_tp_new, move_new},
    {Py_tp_dealloc, move_dealloc},
    {Py_tp_str, move_str},
    {Py_tp_repr, move_repr},
    {Py_nb_bool, move_true},
    {Py_tp_methods, methods},
    {Py_tp_getset, properties},
    {0, NULL},
};

static PyType_Spec spec = {"arbiter._arbiter.Move", sizeof(move_object), 0, Py_TPFLAGS_DEFAULT,
                           slots};

int py_move_add(PyObject *module)
{
    py_move_type = py_type_add(module, &spec);
    return py_move_type ? 0 : -1;
}
