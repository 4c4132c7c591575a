/* wide_bytes.h: looks at thirty-two bytes of text at a time, if the machine can. Layer: collection.
 * Other machines go byte by byte and find the same. */
#ifndef ARB_COLLECTION_WIDE_BYTES_H
#define ARB_COLLECTION_WIDE_BYTES_H

#include <stdbool.h>
#include <stdint.h>

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>

#define HAS_WIDE 1
#define WIDE __attribute__((target("avx2,bmi,popcnt")))

static inline bool machine_is_wide(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("popcnt");
}

static inline WIDE __m256i wide_load(const char *at)
{
    return _mm256_loadu_si256((const __m256i *)(const void *)at);
}

/* All bits of each byte that equals `byte`. */
static inline WIDE __m256i wide_equal(__m256i bytes, char byte)
{
    return _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(byte));
}

static inline WIDE unsigned wide_bits(__m256i bytes)
{
    return (unsigned)_mm256_movemask_epi8(bytes);
}

/* A bit for each of sixty-four bytes that equals `byte`. */
static inline WIDE uint64_t wide_equal_bits(const char *at, char byte)
{
    return wide_bits(wide_equal(wide_load(at), byte)) |
           (uint64_t)wide_bits(wide_equal(wide_load(at + 32), byte)) << 32;
}
#else
#define HAS_WIDE 0
#endif

#endif
