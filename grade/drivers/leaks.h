// leaks.h: counts what a submission has allocated by `new` and not freed, for the drivers of C++
// classes. The operators are weak, because a submission may have its own. The head of each block
// has its size, its caller, and its neighbours in the list of all blocks. Only what is allocated
// while lab3_counting is set counts.
#ifndef LAB3_LEAKS_H
#define LAB3_LEAKS_H

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <stdio.h>

struct lab3_block {
    lab3_block *before, *after;
    std::size_t size;
    void *caller;
};
static lab3_block lab3_first = {&lab3_first, &lab3_first, 0, nullptr};
static bool lab3_counting;

static void *lab3_new(std::size_t size, void *caller)
{
    lab3_block *block = static_cast<lab3_block *>(std::malloc(size + sizeof *block));
    if (!block)
        throw std::bad_alloc();
    *block = {lab3_first.before, &lab3_first, size, lab3_counting ? caller : nullptr};
    block->before->after = block->after->before = block;
    return block + 1;
}

static void lab3_delete(void *memory) noexcept
{
    if (!memory)
        return;
    lab3_block *block = static_cast<lab3_block *>(memory) - 1;
    block->before->after = block->after;
    block->after->before = block->before;
    std::free(block);
}

#ifndef LAB3_SANITIZED
__attribute__((weak)) void *operator new(std::size_t size)
{
    return lab3_new(size, __builtin_return_address(0));
}
__attribute__((weak)) void *operator new[](std::size_t size)
{
    return lab3_new(size, __builtin_return_address(0));
}
__attribute__((weak)) void operator delete(void *memory) noexcept
{
    lab3_delete(memory);
}
__attribute__((weak)) void operator delete[](void *memory) noexcept
{
    lab3_delete(memory);
}
__attribute__((weak)) void operator delete(void *memory, std::size_t) noexcept
{
    lab3_delete(memory);
}
__attribute__((weak)) void operator delete[](void *memory, std::size_t) noexcept
{
    lab3_delete(memory);
}
#endif

// Called when the program ends, after the destructors of static objects: what these held has not
// leaked.
static bool lab3_leaks_asked;
static int lab3_leaks_output = 2;
__attribute__((destructor)) static void lab3_tell_leaks()
{
    unsigned long blocks = 0, bytes = 0;
    for (lab3_block *block = lab3_first.after; block != &lab3_first; block = block->after)
        if (block->caller) {
            blocks++;
            bytes += block->size;
        }
    if (blocks == 0 || !lab3_leaks_asked)
        return;
    dprintf(lab3_leaks_output, "\narbiter-leak: %lu %lu\narbiter-leak-at:", blocks, bytes);
    int shown = 0;
    for (lab3_block *block = lab3_first.after; block != &lab3_first && shown < 16;
         block = block->after)
        if (block->caller && ++shown)
            dprintf(lab3_leaks_output, " %p", block->caller);
    dprintf(lab3_leaks_output, "\n");
}

#endif
