/* abi.c: functions for callers that cannot include the header, such as bindings: sizes of
 * structures, and the inline functions of the header with plain numbers as parameters. Layer: tree,
 * which is the highest. */
#include "arbiter.h"

size_t arb_sizeof_rules(void)
{
    return sizeof(arb_rules);
}

size_t arb_sizeof_setup(void)
{
    return sizeof(arb_setup);
}

size_t arb_sizeof_position(void)
{
    return sizeof(arb_position);
}

size_t arb_sizeof_undo(void)
{
    return sizeof(arb_undo);
}

size_t arb_sizeof_verdict(void)
{
    return sizeof(arb_verdict);
}

size_t arb_sizeof_san(void)
{
    return sizeof(arb_san);
}

size_t arb_sizeof_typed(void)
{
    return sizeof(arb_typed);
}

size_t arb_sizeof_run(void)
{
    return sizeof(arb_run);
}

size_t arb_sizeof_run_keys(void)
{
    return sizeof(arb_run_keys);
}

unsigned arb_abi_piece_of(unsigned colour, unsigned kind)
{
    return arb_piece_of((arb_colour)colour, (arb_kind)kind);
}

unsigned arb_abi_piece_kind(unsigned piece)
{
    return arb_piece_kind((arb_piece)piece);
}

unsigned arb_abi_piece_colour(unsigned piece)
{
    return arb_piece_colour((arb_piece)piece);
}

unsigned arb_abi_other(unsigned colour)
{
    return arb_other((arb_colour)colour);
}

static arb_size size_of(unsigned files, unsigned ranks)
{
    return (arb_size){(uint8_t)files, (uint8_t)ranks};
}

unsigned arb_abi_square_at(unsigned files, unsigned ranks, int file, int rank)
{
    return arb_square_at(size_of(files, ranks), file, rank);
}

int arb_abi_square_file(unsigned files, unsigned ranks, unsigned square)
{
    return arb_square_file(size_of(files, ranks), (arb_square)square);
}

int arb_abi_square_rank(unsigned files, unsigned ranks, unsigned square)
{
    return arb_square_rank(size_of(files, ranks), (arb_square)square);
}

bool arb_abi_square_on(unsigned files, unsigned ranks, unsigned square)
{
    return arb_square_on(size_of(files, ranks), (arb_square)square);
}

uint32_t arb_abi_move_of(unsigned from, unsigned to, unsigned promotion, unsigned type)
{
    return arb_move_of((arb_square)from, (arb_square)to, (arb_kind)promotion, (arb_move_type)type);
}

unsigned arb_abi_move_from(uint32_t move)
{
    return arb_move_from(move);
}

unsigned arb_abi_move_to(uint32_t move)
{
    return arb_move_to(move);
}

unsigned arb_abi_move_promotion(uint32_t move)
{
    return arb_move_promotion(move);
}

unsigned arb_abi_move_type(uint32_t move)
{
    return arb_move_type_of(move);
}

bool arb_abi_area_has(const arb_area *area, int file, int rank)
{
    return arb_area_has(area, file, rank);
}

unsigned arb_abi_rules_checks_left(const arb_rules *rules, unsigned given)
{
    return arb_rules_checks_left(rules, given);
}
