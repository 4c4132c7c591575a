/* engine.c: runs a UCI engine as a child process under time limits. Layer: engine. It knows
 * processes, pipes and the UCI protocol, but no terminals and no games. */
#define _GNU_SOURCE /* pipe2, POSIX_SPAWN_SETSID */
#include "engine/engine.h"

#include "common/steady_clock.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { QUIT_MS = 500, READ_LIMIT = 1 << 16, ARGUMENT_LIMIT = 32, OPTION_LIMIT = 1024 };

static bool fail(engine_process *engine, const char *fault)
{
    snprintf(engine->fault, sizeof engine->fault, "%s", fault);
    engine->state = ENGINE_FAILED;
    engine->deadline = -1;
    return false;
}

static const char has_ended[] = "it has ended";

/* ---- the process ---- */

bool engine_find(const char *program, char *path, size_t cap)
{
    if (strchr(program, '/') != NULL)
        return (size_t)snprintf(path, cap, "%s", program) < cap;
    char folders[4096];
    const char *search = getenv("PATH");
    snprintf(folders, sizeof folders, "%s:/usr/games:/usr/local/games", search ? search : "");
    for (const char *at = folders; *at != '\0'; at += *at == ':') {
        int n = (int)strcspn(at, ":");
        int len = snprintf(path, cap, "%.*s/%s", n, at, program);
        if (n > 0 && (size_t)len < cap && access(path, X_OK) == 0)
            return true;
        at += n;
    }
    return false;
}

/* Starts the engine in a session of its own. So it has no terminal that it could write to or be
 * interrupted by, and it has a process group that can be killed. Its stderr is discarded. */
static int spawn(pid_t *pid, char *const *words, int in, int out)
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t how;
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, in, 0);
    posix_spawn_file_actions_adddup2(&files, out, 1);
    posix_spawn_file_actions_addopen(&files, 2, "/dev/null", O_WRONLY, 0);
    posix_spawnattr_init(&how);
    posix_spawnattr_setsigmask(&how, &none);
    posix_spawnattr_setsigdefault(&how, &all);
    posix_spawnattr_setflags(&how,
                             POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    extern char **environ;
    int error = posix_spawn(pid, words[0], &files, &how, words, environ);
    posix_spawnattr_destroy(&how);
    posix_spawn_file_actions_destroy(&files);
    return error;
}

static void close_both(int pair[2])
{
    close(pair[0]);
    close(pair[1]);
}

static bool start_process(engine_process *engine, char *path, char *const *arguments)
{
    char *words[ARGUMENT_LIMIT + 2] = {path};
    for (size_t i = 0; arguments != NULL && arguments[i] != NULL; i++) {
        if (i == ARGUMENT_LIMIT)
            return fail(engine, "it is given too many arguments");
        words[i + 1] = arguments[i];
    }
    int in[2], out[2];
    if (pipe2(in, O_CLOEXEC) != 0)
        return fail(engine, strerror(errno));
    if (pipe2(out, O_CLOEXEC) != 0) {
        close_both(in);
        return fail(engine, strerror(errno));
    }
    int error = spawn(&engine->pid, words, in[0], out[1]);
    if (error != 0) {
        engine->pid = -1;
        close_both(in);
        close_both(out);
        return fail(engine, strerror(error));
    }
    close(in[0]);
    close(out[1]);
    engine->in = in[1];
    engine->out = out[0];
    fcntl(engine->in, F_SETFL, O_NONBLOCK);
    fcntl(engine->out, F_SETFL, O_NONBLOCK);
    return true;
}

/* No loop is needed: a pipe accepts a write of up to PIPE_BUF bytes as a whole or not at all. */
static bool send_text(engine_process *engine, const char *text)
{
    size_t len = strlen(text);
    ssize_t sent = write(engine->in, text, len);
    if (sent == (ssize_t)len)
        return true;
    return fail(engine, errno == EAGAIN ? "it does not read its input" : has_ended);
}

/* Does the process end within this time? It is not reaped yet, so the number of its group cannot be
 * used again. */
static bool ended_within(pid_t pid, int64_t ms)
{
    int64_t end = steady_ms() + ms;
    for (;;) {
        siginfo_t info = {0};
        if (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == pid)
            return true;
        if (steady_ms() >= end)
            return false;
        nanosleep(&(struct timespec){0, 5000000}, NULL);
    }
}

/* Reaps the process. If it ended by itself, the fault tells how. */
static void reap(engine_process *engine)
{
    int status;
    pid_t pid;
    while ((pid = waitpid(engine->pid, &status, 0)) < 0 && errno == EINTR)
        ;
    if (pid < 0 || engine->state != ENGINE_FAILED || strcmp(engine->fault, has_ended) != 0)
        return;
    if (WIFEXITED(status) && WEXITSTATUS(status) != 0)
        snprintf(engine->fault, sizeof engine->fault, "%s with exit code %d", has_ended,
                 WEXITSTATUS(status));
    else if (WIFSIGNALED(status) && WTERMSIG(status) != SIGTERM && WTERMSIG(status) != SIGKILL)
        snprintf(engine->fault, sizeof engine->fault, "%s by signal %d (%s)", has_ended,
                 WTERMSIG(status), strsignal(WTERMSIG(status)));
}

static void forget(engine_process *engine)
{
    engine->pid = -1;
    engine->in = engine->out = -1;
    engine->deadline = -1;
    engine->state = ENGINE_OFF;
}

void engine_stop(engine_process *engine)
{
    if (engine->pid > 0) {
        bool broken = engine->state == ENGINE_FAILED;
        if (!broken)
            send_text(engine, "stop\nquit\n");
        close(engine->in);
        close(engine->out);
        if (broken || !ended_within(engine->pid, QUIT_MS)) {
            kill(-engine->pid, SIGTERM);
            ended_within(engine->pid, QUIT_MS);
        }
        kill(-engine->pid, SIGKILL); /* kills what is left of its group */
        reap(engine);
    }
    forget(engine);
}

void engine_kill(engine_process *engine)
{
    if (engine->pid > 0) {
        close(engine->in);
        close(engine->out);
        kill(-engine->pid, SIGKILL);
        reap(engine);
    }
    forget(engine);
}

/* ---- reading its output ---- */

/* Returns the rest of the line after these words, or NULL if it does not begin with them. */
static const char *after(const char *line, const char *words)
{
    size_t n = strlen(words);
    if (strncmp(line, words, n) != 0 || (line[n] != ' ' && line[n] != '\0'))
        return NULL;
    return line + n + (line[n] == ' ');
}

/* Adds the rule set of this name to those that the engine plays. */
static void take_played(engine_process *engine, const char *name, size_t len)
{
    for (size_t i = 0; i < arb_rules_count() && i < 64; i++)
        if (arb_rules_named(arb_rules_at(i), name, len))
            engine->plays |= (uint64_t)1 << i;
}

static void take_all_variants(engine_process *engine, const char *choices)
{
    for (const char *at = strstr(choices, " var "); at != NULL; at = strstr(at, " var ")) {
        at += 5;
        take_played(engine, at, strcspn(at, " "));
    }
}

/* Looks in "… type combo default chess var 3check var crazyhouse" for the variant that is our rule
 * set. A rule set from a file matches none, even if it has the same name. */
static void take_variants(engine_process *engine, const char *choices)
{
    take_all_variants(engine, choices);
    const char *name = engine->rules->name;
    if (engine->rules != arb_rules_find(name, strlen(name)))
        return;
    for (const char *at = strstr(choices, " var "); at != NULL; at = strstr(at, " var ")) {
        at += 5;
        size_t len = strcspn(at, " ");
        if (len < sizeof engine->variant && arb_rules_named(engine->rules, at, len)) {
            memcpy(engine->variant, at, len);
            engine->variant[len] = '\0';
            return;
        }
    }
}

static void take_option(engine_process *engine, const char *option)
{
    const char *rest;
    if (after(option, "name UCI_Chess960") != NULL) {
        engine->has_chess960 = true;
        take_played(engine, "chess960", 8);
    }
    if ((rest = after(option, "name UCI_Variant type combo")) != NULL)
        take_variants(engine, rest - 1);
    if ((rest = after(option, "name UCI_Elo type spin")) != NULL) {
        const char *min = strstr(rest, "min "), *max = strstr(rest, "max ");
        engine->min_elo = min != NULL ? (int)strtol(min + 4, NULL, 10) : 0;
        engine->max_elo = max != NULL ? (int)strtol(max + 4, NULL, 10) : 0;
    }
}

static bool set_option(engine_process *engine, const char *name, size_t len, const char *value)
{
    char text[OPTION_LIMIT];
    int n = snprintf(text, sizeof text, "setoption name %.*s%s%s\n", (int)len, name,
                     value != NULL ? " value " : "", value != NULL ? value : "");
    if (n < 0 || (size_t)n >= sizeof text)
        return fail(engine, "an option for it is too long");
    return send_text(engine, text);
}

/* Sets the game: chess, Chess960, or a variant that the engine has announced. The engine must also
 * be told if castling is written as king takes rook. */
static bool set_game(engine_process *engine)
{
    const arb_rules *rules = engine->rules;
    if (rules->castling.any_home) {
        if (!engine->has_chess960)
            return fail(engine, "it does not play Chess960");
        if (!set_option(engine, "UCI_Chess960", 12, "true"))
            return false;
    }
    if (engine_plays(rules))
        return true;
    if (engine->variant[0] != '\0')
        return set_option(engine, "UCI_Variant", 11, engine->variant);
    char fault[sizeof engine->fault];
    snprintf(fault, sizeof fault, "it does not play %s", rules->name);
    return fail(engine, fault);
}

static bool set_strength(engine_process *engine)
{
    char number[16];
    if (engine->elo == 0)
        return true;
    if (engine->elo < engine->min_elo || engine->elo > engine->max_elo) {
        char fault[sizeof engine->fault];
        if (engine->max_elo <= 0)
            return fail(engine, "it cannot play at a lower strength");
        snprintf(fault, sizeof fault, "it can play at a strength of %d to %d only", engine->min_elo,
                 engine->max_elo);
        return fail(engine, fault);
    }
    snprintf(number, sizeof number, "%d", engine->elo);
    return set_option(engine, "UCI_LimitStrength", 17, "true") &&
           set_option(engine, "UCI_Elo", 7, number);
}

static bool finish_handshake(engine_process *engine)
{
    if (!set_game(engine) || !set_strength(engine))
        return false;
    for (size_t i = 0; engine->options != NULL && engine->options[i] != NULL; i++) {
        const char *option = engine->options[i], *value = strchr(option, '=');
        size_t len = value != NULL ? (size_t)(value - option) : strlen(option);
        if (!set_option(engine, option, len, value != NULL ? value + 1 : NULL))
            return false;
    }
    engine->state = ENGINE_IDLE;
    engine->deadline = -1;
    return send_text(engine, "ucinewgame\n");
}

static void begin_to_think(engine_process *engine)
{
    engine->state = ENGINE_THINKING;
    engine->opinion = (engine_opinion){.known = false};
    memset(engine->lines, 0, sizeof engine->lines);
    engine->deadline = steady_ms() + engine->think_ms + ENGINE_GRACE;
    send_text(engine, engine->go);
}

static void take_readiness(engine_process *engine)
{
    if (engine->go[0] != '\0') {
        begin_to_think(engine);
    } else { /* another game */
        engine->state = ENGINE_IDLE;
        engine->deadline = -1;
    }
}

static void take_line(engine_process *engine, const char *line)
{
    const char *rest;
    if (engine->state == ENGINE_STARTING) {
        if ((rest = after(line, "id name")) != NULL)
            snprintf(engine->name, sizeof engine->name, "%.*s", (int)sizeof engine->name - 1, rest);
        else if ((rest = after(line, "option")) != NULL)
            take_option(engine, rest);
        else if (after(line, "uciok") != NULL) {
            take_played(engine, "chess", 5);
            finish_handshake(engine);
        }
    } else if (engine->state == ENGINE_READYING && after(line, "readyok") != NULL) {
        take_readiness(engine);
    } else if (engine->state == ENGINE_THINKING && (rest = after(line, "info")) != NULL) {
        engine_info_read(&engine->opinion, engine->lines, rest);
    } else if (engine->state == ENGINE_THINKING && (rest = after(line, "bestmove")) != NULL) {
        snprintf(engine->move, sizeof engine->move, "%.*s", (int)strcspn(rest, " \t"), rest);
        engine->state = ENGINE_MOVED;
        engine->deadline = -1;
    }
}

/* Collects a line, and returns how many bytes were taken: up to the end of the line. A line that
 * exceeds the buffer is ignored: no line that matters is that long. */
static size_t take_bytes(engine_process *engine, const char *bytes, size_t count)
{
    const char *end = memchr(bytes, '\n', count);
    size_t len = end != NULL ? (size_t)(end - bytes) : count;
    size_t room = sizeof engine->line - 1 - engine->line_len, kept = len < room ? len : room;
    memcpy(engine->line + engine->line_len, bytes, kept);
    engine->line_len += kept;
    engine->line_cut = engine->line_cut || kept < len;
    if (end == NULL)
        return count;
    if (engine->line_len > 0 && engine->line[engine->line_len - 1] == '\r')
        engine->line_len--;
    engine->line[engine->line_len] = '\0';
    if (!engine->line_cut)
        take_line(engine, engine->line);
    engine->line_len = 0;
    engine->line_cut = false;
    return len + 1;
}

static bool awaited(const engine_process *engine)
{
    return engine->state == ENGINE_STARTING || engine->state == ENGINE_READYING ||
           engine->state == ENGINE_THINKING;
}

engine_state engine_step(engine_process *engine)
{
    char bytes[4096];
    /* The amount per call is limited, so that an engine that floods us cannot keep us from checking
     * the time. */
    for (size_t total = 0; awaited(engine) && total < READ_LIMIT;) {
        ssize_t n = read(engine->out, bytes, sizeof bytes);
        if (n < 0 && (errno == EAGAIN || errno == EINTR))
            break;
        if (n <= 0) {
            fail(engine, has_ended);
            break;
        }
        for (size_t i = 0; i < (size_t)n && awaited(engine);)
            i += take_bytes(engine, bytes + i, (size_t)n - i);
        total += (size_t)n;
        if ((size_t)n < sizeof bytes)
            break; /* a short read means that the pipe is empty */
    }
    if (awaited(engine) && steady_ms() >= engine->deadline)
        fail(engine, engine->state == ENGINE_STARTING ? "it did not answer as a UCI engine in time"
                                                      : "it did not move in time");
    return engine->state;
}

/* ---- commands ---- */

bool engine_start(engine_process *engine, const engine_setup *setup)
{
    *engine = (engine_process){
        .pid = -1, .in = -1, .out = -1, .options = setup->options, .elo = setup->elo};
    engine->rules = setup->rules != NULL ? setup->rules : arb_rules_find("chess", 5);
    char path[4096];
    if (!engine_find(setup->program, path, sizeof path))
        return fail(engine, "there is no such program");
    snprintf(engine->name, sizeof engine->name, "%.*s", (int)sizeof engine->name - 1,
             setup->program);
    if (!start_process(engine, path, setup->arguments))
        return false;
    engine->state = ENGINE_STARTING;
    engine->deadline = steady_ms() + ENGINE_HANDSHAKE;
    return send_text(engine, "uci\n");
}

int engine_fd(const engine_process *engine)
{
    return engine->out;
}

static bool set_go(engine_process *engine, const char *position, const char *go, int64_t think_ms)
{
    int len = snprintf(engine->go, sizeof engine->go, "%s\n%s\n", position, go);
    engine->think_ms = think_ms;
    if (len < 0 || (size_t)len >= sizeof engine->go)
        return fail(engine, "the game is too long to tell it");
    return true;
}

bool engine_go(engine_process *engine, const char *position, const char *go, int64_t think_ms)
{
    bool busy = engine->state == ENGINE_THINKING; /* thinks about a move nobody awaits */
    if (!set_go(engine, position, go, think_ms))
        return false;
    engine->state = ENGINE_READYING;
    engine->deadline = steady_ms() + ENGINE_GRACE;
    return send_text(engine, busy ? "stop\nisready\n" : "isready\n");
}

bool engine_go_at_once(engine_process *engine, const char *position, const char *go,
                       int64_t think_ms)
{
    if (!set_go(engine, position, go, think_ms))
        return false;
    begin_to_think(engine);
    return engine->state == ENGINE_THINKING;
}

bool engine_new_game(engine_process *engine)
{
    engine->go[0] = '\0';
    engine->state = ENGINE_READYING;
    engine->deadline = steady_ms() + ENGINE_HANDSHAKE;
    return send_text(engine, "ucinewgame\nisready\n");
}

void engine_hurry(engine_process *engine)
{
    int64_t soon = steady_ms() + ENGINE_GRACE;
    if (engine->state == ENGINE_THINKING && send_text(engine, "stop\n") && engine->deadline > soon)
        engine->deadline = soon;
}

void engine_taken(engine_process *engine)
{
    if (engine->state == ENGINE_MOVED)
        engine->state = ENGINE_IDLE;
}
