/* py_packed.c: positions in 32 bytes. */
#include "py_packed.h"

#include <string.h>

bool py_pack(const arb_position *position, uint8_t packed[PY_PACKED])
{
    arb_setup setup;
    unsigned count = 0;
    const arb_rules *rules = arb_position_rules(position);
    arb_position_setup(position, ARB_EP_LEGAL, &setup);
    if (setup.size.files != 8 || setup.size.ranks != 8 || rules->capture.to_hand)
        return false;
    memset(packed, 0, PY_PACKED);
    for (unsigned square = 0; square < 64; square++) {
        arb_piece piece = setup.board[square];
        if (piece == ARB_NO_PIECE)
            continue;
        unsigned code = arb_piece_kind(piece) | (arb_piece_colour(piece) == ARB_BLACK ? 8u : 0u);
        if (count == 32 || arb_piece_kind(piece) > ARB_KING)
            return false;
        packed[square / 8] |= (uint8_t)(1u << square % 8);
        packed[8 + count / 2] |= (uint8_t)(code << count % 2 * 4);
        count++;
    }
    packed[24] = (uint8_t)(setup.turn == ARB_BLACK);
    if (setup.en_passant != ARB_NO_SQUARE)
        packed[24] |= (uint8_t)((setup.en_passant % 8 + 1) << 4);
    packed[25] = (uint8_t)((setup.checks[0] & 15u) | (setup.checks[1] & 15u) << 4);
    for (unsigned i = 0; i < 4; i++) {
        arb_square rook = setup.castle_rook[i / 2][i % 2];
        if (rook != ARB_NO_SQUARE)
            packed[26 + i / 2] |= (uint8_t)((rook % 8 + 1u) << i % 2 * 4);
    }
    uint32_t halfmove = setup.halfmove > 0xFFFF ? 0xFFFF : setup.halfmove;
    uint32_t fullmove = setup.fullmove > 0xFFFF ? 0xFFFF : setup.fullmove;
    packed[28] = (uint8_t)halfmove;
    packed[29] = (uint8_t)(halfmove >> 8);
    packed[30] = (uint8_t)fullmove;
    packed[31] = (uint8_t)(fullmove >> 8);
    return true;
}

bool py_unpack(arb_position *position, const arb_rules *rules, const uint8_t packed[PY_PACKED])
{
    static const arb_size size = {8, 8};
    arb_setup setup;
    unsigned count = 0;
    arb_setup_clear(&setup, size);
    for (unsigned square = 0; square < 64; square++) {
        if (!(packed[square / 8] >> square % 8 & 1u))
            continue;
        if (count == 32)
            return false;
        unsigned code = packed[8 + count / 2] >> count % 2 * 4 & 15u;
        arb_kind kind = code & 7u;
        if (kind == ARB_NO_KIND || kind > ARB_KING)
            return false;
        arb_setup_put(&setup, rules, (arb_square)square,
                      arb_piece_of(code & 8u ? ARB_BLACK : ARB_WHITE, kind));
        count++;
    }
    setup.turn = packed[24] & 1u ? ARB_BLACK : ARB_WHITE;
    unsigned file = packed[24] >> 4;
    if (file > 8)
        return false;
    if (file)
        setup.en_passant = (arb_square)((setup.turn == ARB_WHITE ? 40u : 16u) + file - 1);
    setup.checks[0] = packed[25] & 15u;
    setup.checks[1] = packed[25] >> 4;
    for (unsigned i = 0; i < 4; i++) {
        unsigned rook = packed[26 + i / 2] >> i % 2 * 4 & 15u;
        unsigned row = i / 2 ? 7u - rules->castling.row : rules->castling.row;
        if (rook > 8)
            return false;
        if (rook)
            setup.castle_rook[i / 2][i % 2] = (arb_square)(row * 8 + rook - 1);
    }
    setup.halfmove = packed[28] | (uint32_t)packed[29] << 8;
    setup.fullmove = packed[30] | (uint32_t)packed[31] << 8;
    return arb_position_set(position, rules, &setup, ARB_KERNEL_AUTO, 0) == 0;
}
