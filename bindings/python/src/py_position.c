/* py_position.c: positions as values: what can be asked of one, and the position after a move. */
#include "py_module.h"

#include <stdlib.h>

PyTypeObject *py_position_type;

static const arb_position *of(PyObject *self)
{
    return &((py_position *)self)->position;
}

static arb_language lang_of(PyObject *self)
{
    return ((py_position *)self)->lang;
}

static PyObject *position_lang(PyObject *self, void *closure)
{
    (void)closure;
    return py_language_get(lang_of(self));
}

PyObject *py_position_of(PyTypeObject *type, py_rules *rules, const arb_position *position,
                         arb_language lang)
{
    py_position *self = (py_position *)py_allocate(type);
    if (!self)
        return NULL;
    Py_INCREF((PyObject *)rules);
    self->rules = rules;
    self->lang = lang;
    arb_position_copy(&self->position, position);
    return (PyObject *)self;
}

void py_bad_input(arb_status status, const arb_error *error, arb_faults faults, arb_language lang)
{
    if (status != ARB_BAD_POSITION) {
        PyErr_Format(py_input_error, lang == ARB_ENGLISH ? "%s, at character %zu" : "%s (%zu)",
                     arb_text_in(lang, error->text), error->offset + 1);
        return;
    }
    PyObject *text = PyUnicode_FromString("");
    for (unsigned bit = 0; text && bit < 32; bit++) {
        const char *why = faults >> bit & 1u ? arb_fault_text(1u << bit) : NULL;
        if (!why)
            continue;
        PyObject *longer = PyUnicode_FromFormat(
            "%U%s%s", text, PyUnicode_GetLength(text) ? "; " : "", arb_text_in(lang, why));
        Py_DECREF(text);
        text = longer;
    }
    if (text)
        PyErr_SetObject(py_input_error, text);
    Py_XDECREF(text);
}

bool py_read_position(arb_position *position, const arb_rules *rules, PyObject *fen,
                      arb_language lang)
{
    arb_faults faults = 0;
    arb_error error = {ARB_BAD_POSITION, 0, ""};
    arb_status status = ARB_BAD_POSITION;
    if (!fen || fen == Py_None) {
        faults = arb_position_start(position, rules);
        if (!faults)
            return true;
    } else {
        PyObject *owner;
        size_t len;
        const char *text = py_text(fen, &len, &owner);
        if (!text)
            return false;
        status = arb_position_read(position, rules, text, len, &faults, &error);
        Py_DECREF(owner);
    }
    if (status != ARB_OK)
        py_bad_input(status, &error, faults, lang);
    return status == ARB_OK;
}

static PyObject *position_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"fen", "rules", "lang", NULL};
    PyObject *fen = NULL, *name = NULL, *language = NULL, *self = NULL;
    arb_language lang = ARB_ENGLISH;
    arb_position position;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|OOO", names, &fen, &name, &language) ||
        !py_language(language, &lang))
        return NULL;
    py_rules *rules = py_rules_from(name);
    if (rules && py_read_position(&position, rules->rules, fen, lang))
        self = py_position_of(type, rules, &position, lang);
    Py_XDECREF((PyObject *)rules);
    return self;
}

static void position_dealloc(PyObject *self)
{
    Py_XDECREF((PyObject *)((py_position *)self)->rules);
    py_free_object(self);
}

static size_t write_fen(const void *context, char *buf, size_t cap)
{
    return arb_position_fen(context, ARB_X_FEN, ARB_EP_LEGAL, buf, cap);
}

static PyObject *position_fen(PyObject *self, void *closure)
{
    (void)closure;
    return py_written(write_fen, of(self));
}

static PyObject *position_repr(PyObject *self)
{
    PyObject *fen = position_fen(self, NULL);
    PyObject *text = fen ? PyUnicode_FromFormat("Position(%R, rules='%s')", fen,
                                                arb_position_rules(of(self))->name)
                         : NULL;
    Py_XDECREF(fen);
    return text;
}

/* ---- moves ---- */

typedef struct {
    const arb_position *position;
    PyObject *list; /* NULL if memory ran out */
    char how;
} move_list;

static bool add_move(void *context, arb_move move)
{
    move_list *moves = context;
    PyObject *entry = moves->how == 'c'   ? PyLong_FromUnsignedLong(move)
                      : moves->how == 's' ? py_san(moves->position, move)
                                          : py_uci(moves->position, move);
    py_list_add(&moves->list, entry);
    return moves->list != NULL;
}

PyObject *py_move_list(const arb_position *position, char how)
{
    move_list moves = {position, PyList_New(0), how};
    if (moves.list)
        arb_position_each_move(moves.position, add_move, &moves);
    return moves.list;
}

static PyObject *position_moves(PyObject *self, PyObject *none)
{
    (void)none;
    return py_move_list(of(self), 'u');
}

static PyObject *position_sans(PyObject *self, PyObject *none)
{
    (void)none;
    return py_move_list(of(self), 's');
}

static PyObject *position_codes(PyObject *self, PyObject *none)
{
    (void)none;
    return py_move_list(of(self), 'c');
}

static PyObject *position_count(PyObject *self, PyObject *none)
{
    (void)none;
    return PyLong_FromSize_t(arb_position_moves(of(self), NULL, 0));
}

static PyObject *position_is_legal(PyObject *self, PyObject *move)
{
    int legal = py_legal_in_position(of(self), move);
    return legal < 0 ? NULL : PyBool_FromLong(legal);
}

static PyObject *position_play(PyObject *self, PyObject *move)
{
    arb_move code;
    arb_undo undo;
    if (!py_move_of_position(of(self), move, lang_of(self), &code))
        return NULL;
    PyObject *after =
        py_position_of(Py_TYPE(self), ((py_position *)self)->rules, of(self), lang_of(self));
    if (after)
        arb_position_play(&((py_position *)after)->position, code, &undo);
    return after;
}

static PyObject *position_uci(PyObject *self, PyObject *move)
{
    arb_move code;
    return py_move_of_position(of(self), move, lang_of(self), &code) ? py_uci(of(self), code)
                                                                     : NULL;
}

static PyObject *position_san(PyObject *self, PyObject *move)
{
    arb_move code;
    return py_move_of_position(of(self), move, lang_of(self), &code) ? py_san(of(self), code)
                                                                     : NULL;
}

static PyObject *position_code(PyObject *self, PyObject *move)
{
    arb_move code;
    return py_move_of_position(of(self), move, lang_of(self), &code) ? PyLong_FromUnsignedLong(code)
                                                                     : NULL;
}

static size_t write_lan(const void *context, char *buf, size_t cap)
{
    const struct {
        const arb_position *position;
        arb_move move;
    } *text = context;
    return arb_lan_write(text->position, text->move, buf, cap);
}

static PyObject *position_lan(PyObject *self, PyObject *move)
{
    struct {
        const arb_position *position;
        arb_move move;
    } text = {of(self), ARB_NO_MOVE};
    return py_move_of_position(of(self), move, lang_of(self), &text.move)
               ? py_written(write_lan, &text)
               : NULL;
}

/* Returns the verdict on a text, or on two squares given by name. */
static PyObject *position_verdict(PyObject *self, PyObject *args)
{
    PyObject *text, *language = NULL;
    arb_language lang = lang_of(self);
    arb_typed typed;
    arb_status status;
    if (!PyArg_ParseTuple(args, "O|O", &text, &language) || !py_language(language, &lang))
        return NULL;
    arb_game *game = arb_game_new(of(self), NULL);
    if (!game)
        return PyErr_NoMemory();
    PyObject *tuple =
        py_read_typed(game, text, lang, &typed, &status) ? py_typed(&typed, of(self)) : NULL;
    arb_game_free(game);
    return tuple;
}

static PyObject *position_verdict_squares(PyObject *self, PyObject *args)
{
    PyObject *from_name, *to_name, *language = NULL;
    arb_language lang = lang_of(self);
    int promotion = 0;
    arb_square from, to;
    arb_size size = arb_position_size(of(self));
    if (!PyArg_ParseTuple(args, "OO|iO", &from_name, &to_name, &promotion, &language) ||
        !py_language(language, &lang) || !py_read_square(size, from_name, &from) ||
        !py_read_square(size, to_name, &to))
        return NULL;
    if (promotion < 0 || promotion >= ARB_KIND_LIMIT)
        return PyErr_Format(PyExc_ValueError, "no kind has the number %d", promotion);
    arb_verdict verdict = arb_position_verdict(of(self), from, to, (arb_kind)promotion);
    return py_verdict(&verdict, of(self), lang);
}

/* ---- questions ---- */

static PyObject *position_perft(PyObject *self, PyObject *depth)
{
    long plies = PyLong_AsLong(depth);
    if (plies == -1 && PyErr_Occurred())
        return NULL;
    if (plies < 0 || plies > ARB_DEPTH_LIMIT)
        return PyErr_Format(PyExc_ValueError, "a depth is 0 to %d", ARB_DEPTH_LIMIT);
    PyThreadState *thread = PyEval_SaveThread();
    uint64_t count = arb_position_perft(of(self), (unsigned)plies);
    PyEval_RestoreThread(thread);
    return PyLong_FromUnsignedLongLong(count);
}

static PyObject *square_list(arb_size size, const arb_square *squares, size_t count)
{
    PyObject *list = PyList_New(0);
    for (size_t i = 0; list && i < count; i++) {
        PyObject *name = py_square(size, squares[i]);
        py_list_add(&list, name);
    }
    return list;
}

static PyObject *position_attackers(PyObject *self, PyObject *args)
{
    PyObject *name, *by;
    arb_square square, list[ARB_SQUARE_LIMIT];
    arb_colour colour;
    arb_size size = arb_position_size(of(self));
    if (!PyArg_ParseTuple(args, "OO", &name, &by) || !py_read_square(size, name, &square) ||
        !py_colour(by, &colour))
        return NULL;
    return square_list(size, list,
                       arb_position_attackers(of(self), square, colour, list, ARB_SQUARE_LIMIT));
}

static PyObject *position_checkers(PyObject *self, void *closure)
{
    arb_square list[ARB_SQUARE_LIMIT];
    (void)closure;
    return square_list(
        arb_position_size(of(self)), list,
        arb_position_checkers(of(self), arb_position_turn(of(self)), list, ARB_SQUARE_LIMIT));
}

static PyObject *position_piece(PyObject *self, PyObject *name)
{
    arb_square square;
    if (!py_read_square(arb_position_size(of(self)), name, &square))
        return NULL;
    arb_piece piece = arb_position_piece(of(self), square);
    if (piece == ARB_NO_PIECE)
        Py_RETURN_NONE;
    char letter = arb_position_rules(of(self))->kinds[arb_piece_kind(piece)].letter;
    if (arb_piece_colour(piece) == ARB_WHITE)
        letter = (char)(letter - 'a' + 'A');
    return PyUnicode_FromStringAndSize(&letter, 1);
}

/* (answer, proof, line as UCI, nodes) */
static PyObject *position_winnable(PyObject *self, PyObject *args)
{
    PyObject *by, *list = NULL;
    unsigned long long nodes = ARB_WIN_NODES;
    arb_colour side;
    arb_winnable answer = {0};
    if (!PyArg_ParseTuple(args, "O|K", &by, &nodes) || !py_colour(by, &side))
        return NULL;
    if (nodes > 1u << 24)
        return PyErr_Format(PyExc_ValueError, "at most %u nodes", 1u << 24);
    size_t size = arb_winnable_memory(nodes);
    void *memory = malloc(size);
    arb_move *line = malloc(ARB_WIN_LINE * sizeof *line);
    if (memory && line) {
        PyThreadState *thread = PyEval_SaveThread();
        answer = arb_position_winnable(of(self), side, nodes, memory, size, line, ARB_WIN_LINE);
        PyEval_RestoreThread(thread);
        list = PyList_New(0);
    } else
        PyErr_NoMemory();
    arb_position position;
    arb_position_copy(&position, of(self));
    for (size_t i = 0; list && i < answer.length && i < ARB_WIN_LINE; i++)
        py_line_add(&list, &position, line[i], false);
    free(memory);
    free(line);
    return list ? Py_BuildValue("(ssNK)", arb_win_answer_name(answer.answer),
                                arb_win_proof_name(answer.proof), list,
                                (unsigned long long)answer.nodes)
                : NULL;
}

static PyObject *position_opening(PyObject *self, void *closure)
{
    (void)closure;
    return py_opening(arb_opening_find(of(self)));
}

static PyObject *position_turn(PyObject *self, void *closure)
{
    (void)closure;
    return py_latin(arb_position_turn(of(self)) == ARB_WHITE ? "white" : "black");
}

static PyObject *position_outcome(PyObject *self, void *closure)
{
    (void)closure;
    return py_outcome(arb_position_outcome(of(self)), lang_of(self));
}

static PyObject *position_is_over(PyObject *self, void *closure)
{
    (void)closure;
    return PyBool_FromLong(arb_position_outcome(of(self)).result != ARB_ONGOING);
}

static PyObject *position_key(PyObject *self, void *closure)
{
    (void)closure;
    return PyLong_FromUnsignedLongLong(arb_position_key(of(self)));
}

static PyObject *position_polyglot(PyObject *self, void *closure)
{
    (void)closure;
    return PyLong_FromUnsignedLongLong(arb_position_polyglot_key(of(self)));
}

static PyObject *position_check(PyObject *self, void *closure)
{
    (void)closure;
    return PyBool_FromLong(arb_position_in_check(of(self), arb_position_turn(of(self))));
}

static PyObject *position_rules(PyObject *self, void *closure)
{
    PyObject *rules = (PyObject *)((py_position *)self)->rules;
    (void)closure;
    Py_INCREF(rules);
    return rules;
}

static PyObject *position_compare(PyObject *a, PyObject *b, int how)
{
    if ((how != Py_EQ && how != Py_NE) || !PyObject_TypeCheck(b, py_position_type)) {
        Py_INCREF(Py_NotImplemented);
        return Py_NotImplemented;
    }
    bool same =
        arb_position_rules(of(a)) == arb_position_rules(of(b)) && arb_position_same(of(a), of(b));
    return PyBool_FromLong(same == (how == Py_EQ));
}

static Py_hash_t position_hash(PyObject *self)
{
    Py_hash_t hash = (Py_hash_t)arb_position_key(of(self));
    return hash == -1 ? -2 : hash;
}

static PyMethodDef methods[] = {
    {"moves", position_moves, METH_NOARGS, "The legal moves as UCI."},
    {"sans", position_sans, METH_NOARGS, "The legal moves as SAN."},
    {"codes", position_codes, METH_NOARGS, "The legal moves as numbers: the quickest."},
    {"count", position_count, METH_NOARGS, "How many legal moves there are."},
    {"is_legal", position_is_legal, METH_O, "Would play() take this move?"},
    {"play", position_play, METH_O, "The position after a move; IllegalMoveError if it is none."},
    {"uci", position_uci, METH_O, "A legal move as UCI."},
    {"san", position_san, METH_O, "A legal move as SAN."},
    {"lan", position_lan, METH_O, "A legal move in long algebraic notation."},
    {"code", position_code, METH_O, "A legal move as a number."},
    {"_verdict", position_verdict, METH_VARARGS, "The verdict on a text, as a tuple."},
    {"_verdict_squares", position_verdict_squares, METH_VARARGS, "On two squares."},
    {"_winnable", position_winnable, METH_VARARGS, "(answer, proof, line, nodes)."},
    {"perft", position_perft, METH_O, "Number of legal lines of so many plies."},
    {"attackers", position_attackers, METH_VARARGS, "attackers(square, colour): squares."},
    {"piece", position_piece, METH_O, "The letter of the piece on a square, or None."},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef properties[] = {
    {"fen", position_fen, NULL, "FEN in its canonical form.", NULL},
    {"turn", position_turn, NULL, "\"white\" or \"black\".", NULL},
    {"rules", position_rules, NULL, "The rule set.", NULL},
    {"lang", position_lang, NULL, "The language of its sentences: \"en\".", NULL},
    {"key", position_key, NULL, "64 bits, equal for the same position (FIDE 9.2.3).", NULL},
    {"polyglot_key", position_polyglot, NULL, "The key of Polyglot's books.", NULL},
    {"is_check", position_check, NULL, "Is the side to move in check?", NULL},
    {"checkers", position_checkers, NULL, "Squares of the pieces that give check.", NULL},
    {"opening", position_opening, NULL, "(ECO, name), or None.", NULL},
    {"outcome", position_outcome, NULL,
     "What the rules say from the position alone: all but repetition.", NULL},
    {"is_over", position_is_over, NULL, "outcome.is_over, and quicker.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_doc, "A position under a rule set; a value that does not change."},
    {Py_tp_new, position_new},
    {Py_tp_dealloc, position_dealloc},
    {Py_tp_repr, position_repr},
    {Py_tp_richcompare, position_compare},
    {Py_tp_hash, position_hash},
    {Py_tp_methods, methods},
    {Py_tp_getset, properties},
    {0, NULL},
};

static PyType_Spec spec = {"arbiter._arbiter.Position", sizeof(py_position), 0,
                           Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots};

int py_position_add(PyObject *module)
{
    py_position_type = py_type_add(module, &spec);
    return py_position_type ? 0 : -1;
}
