/* inline.h: forced inlining, hints for branches, and tables that are private to the library. Layer:
 * base. docs/design/kernels.md says what inlining is for. */
#ifndef ARB_BASE_INLINE_H
#define ARB_BASE_INLINE_H

#define ARB__INLINE static inline __attribute__((always_inline))

/* Tells the compiler which way a branch nearly always goes. */
#define ARB__LIKELY(condition) __builtin_expect((condition) != 0, 1)
#define ARB__UNLIKELY(condition) __builtin_expect((condition) != 0, 0)

/* A constant table in another file of the library. With hidden visibility no other module can
 * replace it, so its address needs no lookup at run time. */
#define ARB__TABLE extern __attribute__((visibility("hidden"))) const

#endif
