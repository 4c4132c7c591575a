/* py_game.c: games with their history, and the arbiter's log of one. */
#include "py_module.h"

PyTypeObject *py_game_type;

typedef struct {
    PyObject_HEAD py_rules *rules;
    arb_game *game;
    arb_log log;
    arb_language lang; /* the language of its sentences */
} py_game;

static arb_game *of(PyObject *self)
{
    return ((py_game *)self)->game;
}

static arb_language lang_of(PyObject *self)
{
    return ((py_game *)self)->lang;
}

static const arb_position *position_of(PyObject *self)
{
    return arb_game_position(of(self));
}

static PyObject *game_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"fen", "rules", "regulations", "lang", NULL};
    PyObject *fen = NULL, *name = NULL, *regulations = NULL, *language = NULL;
    arb_language lang = ARB_ENGLISH;
    arb_position position;
    arb_regulations wanted = ARB_CASUAL;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|OOOO", names, &fen, &name, &regulations,
                                     &language) ||
        !py_language(language, &lang))
        return NULL;
    if (regulations && regulations != Py_None) {
        PyObject *owner;
        size_t len;
        const char *text = py_text(regulations, &len, &owner);
        bool found = text && arb_regulations_find(text, len, &wanted);
        Py_XDECREF(owner);
        if (!found)
            return text ? PyErr_Format(PyExc_ValueError, "no regulations %R", regulations) : NULL;
    }
    py_rules *rules = py_rules_from(name);
    py_game *self = NULL;
    if (rules && py_read_position(&position, rules->rules, fen, lang))
        self = (py_game *)py_allocate(type);
    if (self) {
        self->game = arb_game_new(&position, NULL);
        self->rules = rules;
        self->lang = lang;
        rules = NULL;
        if (!self->game)
            PyErr_NoMemory();
        else if (!arb_log_start(&self->log, wanted, self->rules->rules))
            PyErr_SetString(PyExc_ValueError,
                            "this rule set does not follow the Laws: its games are casual");
        if (PyErr_Occurred())
            Py_CLEAR(self);
    }
    Py_XDECREF((PyObject *)rules);
    return (PyObject *)self;
}

static void game_dealloc(PyObject *self)
{
    arb_game_free(of(self));
    Py_XDECREF((PyObject *)((py_game *)self)->rules);
    py_free_object(self);
}

static PyObject *game_position(PyObject *self, PyObject *type)
{
    if (!PyType_Check(type) || !PyType_IsSubtype((PyTypeObject *)type, py_position_type)) {
        PyErr_SetString(PyExc_TypeError, "a class of positions is needed");
        return NULL;
    }
    return py_position_of((PyTypeObject *)type, ((py_game *)self)->rules, position_of(self),
                          lang_of(self));
}

/* Plays a legal move unless the game is over. If a move was played and taken back here, the game
 * was not over, so that the library need not test again whether the position is dead. */
static arb_status play_legal(arb_game *game, arb_move move)
{
    return arb_game_ply(game) < arb_game_length(game) ? arb_game_replay(game, move)
                                                      : arb_game_play(game, move);
}

/* Plays a text in the usual SAN, and returns its SAN. It returns NULL without an exception if the
 * text has another form or is refused; the complete reader then says why. */
static PyObject *play_usual(PyObject *self, PyObject *move)
{
    bool strict;
    arb_move code = py_usual_san(position_of(self), move, &strict);
    if (code == ARB_NO_MOVE)
        return NULL;
    PyObject *san = move;
    if (strict)
        Py_INCREF(san);
    else
        san = py_san(position_of(self), code);
    if (san && play_legal(of(self), code) != ARB_OK)
        Py_CLEAR(san);
    return san;
}

static PyObject *game_play(PyObject *self, PyObject *move)
{
    arb_move code;
    PyObject *played = play_usual(self, move);
    if (played || PyErr_Occurred())
        return played;
    if (!py_move_of_game(of(self), move, lang_of(self), &code))
        return NULL;
    PyObject *san = py_san(position_of(self), code);
    if (!san)
        return NULL;
    arb_status status = play_legal(of(self), code);
    if (status == ARB_OK)
        return san;
    Py_DECREF(san);
    if (status == ARB_NO_MEMORY)
        return PyErr_NoMemory();
    PyErr_SetString(py_illegal_error,
                    status == ARB_LIMIT ? "the game has too many plies" : "the game is over");
    return NULL;
}

static PyObject *game_verdict(PyObject *self, PyObject *args)
{
    PyObject *text, *language = NULL;
    arb_language lang = lang_of(self);
    arb_typed typed;
    arb_status status;
    if (!PyArg_ParseTuple(args, "O|O", &text, &language) || !py_language(language, &lang) ||
        !py_read_typed(of(self), text, lang, &typed, &status))
        return NULL;
    return py_typed(&typed, position_of(self));
}

static PyObject *game_is_legal(PyObject *self, PyObject *move)
{
    int legal = py_legal_in_game(of(self), move);
    return legal < 0 ? NULL : PyBool_FromLong(legal);
}

static PyObject *game_moves(PyObject *self, PyObject *none)
{
    (void)none;
    bool over = arb_game_outcome(of(self)).result != ARB_ONGOING;
    return over ? PyList_New(0) : py_move_list(position_of(self), 'u');
}

static PyObject *game_undo(PyObject *self, PyObject *none)
{
    (void)none;
    return PyBool_FromLong(arb_game_undo(of(self)));
}

static PyObject *game_redo(PyObject *self, PyObject *none)
{
    (void)none;
    return PyBool_FromLong(arb_game_redo(of(self)));
}

static PyObject *game_goto(PyObject *self, PyObject *ply)
{
    size_t number = PyLong_AsSize_t(ply);
    if (PyErr_Occurred())
        return NULL;
    return PyBool_FromLong(arb_game_goto(of(self), number));
}

static PyObject *history(PyObject *self, bool san)
{
    arb_position position;
    PyObject *list = PyList_New(0);
    arb_position_copy(&position, arb_game_start(of(self)));
    for (size_t i = 0; list && i < arb_game_ply(of(self)); i++)
        py_line_add(&list, &position, arb_game_move(of(self), i), san);
    return list;
}

static PyObject *game_sans(PyObject *self, PyObject *none)
{
    (void)none;
    return history(self, true);
}

static PyObject *game_ucis(PyObject *self, PyObject *none)
{
    (void)none;
    return history(self, false);
}

static PyObject *game_outcome(PyObject *self, void *closure)
{
    (void)closure;
    return py_outcome(arb_game_outcome(of(self)), lang_of(self));
}

static PyObject *game_is_over(PyObject *self, void *closure)
{
    (void)closure;
    return PyBool_FromLong(arb_game_outcome(of(self)).result != ARB_ONGOING);
}

static PyObject *game_ply(PyObject *self, void *closure)
{
    (void)closure;
    return PyLong_FromSize_t(arb_game_ply(of(self)));
}

static PyObject *game_length(PyObject *self, void *closure)
{
    (void)closure;
    return PyLong_FromSize_t(arb_game_length(of(self)));
}

static PyObject *game_repetitions(PyObject *self, void *closure)
{
    (void)closure;
    return PyLong_FromSize_t(arb_game_repetitions(of(self)));
}

/* Returns the names of what may be claimed. */
static PyObject *claim_names(uint32_t claims)
{
    PyObject *list = PyList_New(0);
    const char *const names[] = {claims & ARB_CLAIM_REPETITION ? "repetition" : NULL,
                                 claims & ARB_CLAIM_MOVES ? "moves" : NULL};
    for (int i = 0; list && i < 2; i++)
        if (names[i])
            py_list_add(&list, py_latin(names[i]));
    return list;
}

static PyObject *game_claims(PyObject *self, void *closure)
{
    (void)closure;
    return claim_names(arb_game_claims(of(self)));
}

static PyObject *game_claimable(PyObject *self, void *closure)
{
    (void)closure;
    return claim_names(arb_game_claimable(of(self)));
}

static PyObject *game_claim(PyObject *self, PyObject *args)
{
    PyObject *move = NULL;
    arb_move intended = ARB_NO_MOVE;
    if (!PyArg_ParseTuple(args, "|O", &move))
        return NULL;
    if (move && move != Py_None && !py_move_of_game(of(self), move, lang_of(self), &intended))
        return NULL;
    return PyBool_FromLong(arb_game_claim(of(self), intended));
}

static PyObject *game_resign(PyObject *self, PyObject *who)
{
    arb_colour colour;
    return py_colour(who, &colour) ? PyBool_FromLong(arb_game_resign(of(self), colour)) : NULL;
}

static PyObject *game_flag(PyObject *self, PyObject *who)
{
    arb_colour colour;
    return py_colour(who, &colour) ? PyBool_FromLong(arb_game_flag(of(self), colour)) : NULL;
}

static PyObject *game_agree(PyObject *self, PyObject *none)
{
    (void)none;
    return PyBool_FromLong(arb_game_agree_draw(of(self)));
}

static PyObject *game_opening(PyObject *self, void *closure)
{
    (void)closure;
    return py_opening(arb_game_opening(of(self)));
}

/* ---- the arbiter's log ---- */

typedef struct {
    const arb_ruling *ruling;
    const arb_position *position;
    arb_language lang;
} ruling_text;

static size_t write_ruling(const void *context, char *buf, size_t cap)
{
    const ruling_text *text = context;
    return arb_ruling_text(text->ruling, text->position,
                           arb_coords_in(ARB_COORDS_ALGEBRAIC, text->lang), buf, cap);
}

/* Reads the move that an event tries or claims with. */
static bool read_attempt(arb_game *game, PyObject *move, arb_language lang, arb_event *event)
{
    arb_typed typed;
    arb_status status;
    if (!py_read_typed(game, move, lang, &typed, &status))
        return false;
    event->attempt = typed.verdict;
    if (status == ARB_OK || status == ARB_ILLEGAL)
        return true;
    py_refuse(&typed, arb_game_position(game));
    return false;
}

/* event(kind, by=None, square=None, move=None, last_period=False):
 * (name, ok, by, article, cause, seconds, move or None, text). */
static PyObject *game_event(PyObject *self, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"kind", "by", "square", "move", "last_period", NULL};
    PyObject *kind, *by = Py_None, *square = Py_None, *move = Py_None, *owner;
    int last_period = 0;
    size_t len;
    arb_event event = {.square = ARB_NO_SQUARE};
    py_game *game = (py_game *)self;
    arb_size size = arb_position_size(position_of(self));
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O|OOOp", names, &kind, &by, &square, &move,
                                     &last_period))
        return NULL;
    const char *text = py_text(kind, &len, &owner);
    bool found = text && arb_event_find(text, len, &event.kind);
    Py_XDECREF(owner);
    if (!found)
        return text ? PyErr_Format(PyExc_ValueError, "no event %R", kind) : NULL;
    event.by = arb_log_player(&game->log, game->game, event.kind);
    event.intended = move != Py_None;
    event.last_period = last_period;
    if ((by != Py_None && !py_colour(by, &event.by)) ||
        (square != Py_None && !py_read_square(size, square, &event.square)) ||
        (move != Py_None && !read_attempt(game->game, move, game->lang, &event)))
        return NULL;
    if (event.kind == ARB_E_MOVE && move == Py_None) {
        PyErr_SetString(PyExc_ValueError, "which move?");
        return NULL;
    }
    if ((event.kind == ARB_E_TOUCH || event.kind == ARB_E_ADJUST) && square == Py_None) {
        PyErr_SetString(PyExc_ValueError, "which square?");
        return NULL;
    }
    arb_ruling ruling = arb_log_event(&game->log, game->game, &event);
    if (ruling.status == ARB_NO_MEMORY)
        return PyErr_NoMemory();
    PyObject *sentence =
        py_written(write_ruling, &(ruling_text){&ruling, position_of(self), game->lang});
    if (!sentence)
        return NULL;
    return Py_BuildValue("(sOsssIN)", arb_ruling_name(ruling.code),
                         ruling.status == ARB_OK ? Py_True : Py_False,
                         ruling.by == ARB_WHITE ? "white" : "black", ruling.article, ruling.cause,
                         ruling.seconds, sentence);
}

static PyObject *game_lang(PyObject *self, void *closure)
{
    (void)closure;
    return py_language_get(lang_of(self));
}

static int game_set_lang(PyObject *self, PyObject *value, void *closure)
{
    (void)closure;
    return py_language_set(value, &((py_game *)self)->lang);
}

static PyMethodDef methods[] = {
    {"_position", game_position, METH_O, "The position on the board, of this class."},
    {"play", game_play, METH_O, "Plays a move and returns its SAN."},
    {"is_legal", game_is_legal, METH_O, "Would play() take this move?"},
    {"moves", game_moves, METH_NOARGS, "The legal moves as UCI; none once the game is over."},
    {"_verdict", game_verdict, METH_VARARGS, "The verdict on a text, as a tuple."},
    {"undo", game_undo, METH_NOARGS, "One step back; False at the start."},
    {"redo", game_redo, METH_NOARGS, "One step forth; False at the end."},
    {"goto", game_goto, METH_O, "Goes to a ply; False if there is none."},
    {"sans", game_sans, METH_NOARGS, "The moves up to here as SAN."},
    {"ucis", game_ucis, METH_NOARGS, "The moves up to here as UCI."},
    {"claim", game_claim, METH_VARARGS, "Claims a draw, perhaps with an intended move."},
    {"resign", game_resign, METH_O, "A side resigns."},
    {"flag", game_flag, METH_O, "The flag of a side has fallen."},
    {"agree_draw", game_agree, METH_NOARGS, "The players agree to a draw."},
    {"_event", (PyCFunction)(void (*)(void))game_event, METH_VARARGS | METH_KEYWORDS,
     "An event at the board; the ruling as a tuple."},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef properties[] = {
    {"lang", game_lang, game_set_lang, "The language of its sentences: \"en\".", NULL},
    {"ply", game_ply, NULL, "Moves played up to here.", NULL},
    {"length", game_length, NULL, "With those that redo brings back.", NULL},
    {"repetitions", game_repetitions, NULL, "How often this position has occurred.", NULL},
    {"outcome", game_outcome, NULL, "Position, repetition, claims and what the players declared.",
     NULL},
    {"is_over", game_is_over, NULL, "outcome.is_over, and quicker.", NULL},
    {"claims", game_claims, NULL, "What the side to move may claim now.", NULL},
    {"claimable", game_claimable, NULL, "Now, or with some legal move.", NULL},
    {"opening", game_opening, NULL, "(ECO, name) of the last opening, or None.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_doc, "A position with its history."},
    {Py_tp_new, game_new},
    {Py_tp_dealloc, game_dealloc},
    {Py_tp_methods, methods},
    {Py_tp_getset, properties},
    {0, NULL},
};

static PyType_Spec spec = {"arbiter._arbiter.Game", sizeof(py_game), 0,
                           Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots};

int py_game_add(PyObject *module)
{
    py_game_type = py_type_add(module, &spec);
    return py_game_type ? 0 : -1;
}
