/* inline.h: bodies that fold only when they are inlined, and tables that are near. Layer: base. See
 * docs/design/kernels.md.
 */
#ifndef ARB_BASE_INLINE_H
#define ARB_BASE_INLINE_H

#define ARB__INLINE static inline __attribute__((always_inline))

/* Which way a branch nearly always goes. */
#define ARB__LIKELY(condition) __builtin_expect((condition) != 0, 1)
#define ARB__UNLIKELY(condition) __builtin_expect((condition) != 0, 0)

/* A table in another file of the library. Nobody outside may put his own in its place, and so its
 * address need not be looked up. */
#define ARB__TABLE extern __attribute__((visibility("hidden"))) const

#endif
