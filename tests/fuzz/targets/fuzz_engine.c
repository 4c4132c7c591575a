/* fuzz_engine.c: the output of a UCI engine, in pieces separated by NULs, between which the referee
 * asks for a move. Whatever the engine writes, texts must end with a NUL, the state must be a valid
 * one, and a move that the engine names must be judged. Layer: tests. */
#include "common/steady_clock.h"
#include "engine/engine.h"
#include "tests/fuzz/fuzz.h"

#include <fcntl.h>
#include <unistd.h>

static void check_texts(const engine_process *engine)
{
    FUZZ_CHECK(memchr(engine->name, '\0', sizeof engine->name) != NULL);
    FUZZ_CHECK(memchr(engine->move, '\0', sizeof engine->move) != NULL);
    FUZZ_CHECK(memchr(engine->fault, '\0', sizeof engine->fault) != NULL);
    FUZZ_CHECK(engine->state >= ENGINE_OFF && engine->state <= ENGINE_FAILED);
    if (engine->state == ENGINE_FAILED)
        fuzz_check_sentence(engine->fault);
}

static void take_move(engine_process *engine, arb_position *position)
{
    arb_verdict verdict;
    arb_error error;
    arb_undo undo;
    if (arb_uci_read(position, engine->move, strlen(engine->move), &verdict, &error) == ARB_OK)
        FUZZ_CHECK(arb_position_play(position, verdict.move, &undo));
    engine_taken(engine);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static engine_process engine;
    static arb_position position;
    int pipes[2], nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    FUZZ_CHECK(nowhere >= 0 && pipe(pipes) == 0);
    fcntl(pipes[0], F_SETFL, O_NONBLOCK);
    arb_position_start(&position, arb_rules_at(0));
    engine = (engine_process){.state = ENGINE_STARTING,
                              .deadline = steady_ms() + ENGINE_HANDSHAKE,
                              .pid = -1,
                              .in = nowhere,
                              .out = pipes[0],
                              .rules = arb_rules_at(size % 5),
                              .elo = size % 7 == 0 ? 1500 : 0};
    for (size_t at = 0; at < size && at < 60000;) {
        const uint8_t *end = memchr(data + at, 0, size - at);
        size_t len = end != NULL ? (size_t)(end - data) - at : size - at;
        len = len < 30000 ? len : 30000;
        FUZZ_CHECK(write(pipes[1], data + at, len) == (ssize_t)len);
        at += len + (end != NULL);
        engine_state state = engine_step(&engine);
        check_texts(&engine);
        if (state == ENGINE_MOVED)
            take_move(&engine, &position);
        if (state == ENGINE_IDLE || state == ENGINE_MOVED)
            engine_go(&engine, "position startpos", "go movetime 10", 10);
        else if (state == ENGINE_THINKING && len % 2 == 0)
            engine_hurry(&engine);
    }
    close(pipes[1]);
    engine_step(&engine);
    check_texts(&engine);
    close(pipes[0]);
    close(nowhere);
    return 0;
}
