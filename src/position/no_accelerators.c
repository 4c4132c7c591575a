/* no_accelerators.c: the table of accelerators in a build without src/fast. Layer: position. */
#include "position/position.h"

#if !ARB__FAST
const arb__fast_table arb__fast = {
    .play = {arb__core_play}, .make = {arb__core_make}, .unmake = {arb__core_unmake}};
#endif
