/* inline.h: bodies that fold only when they are inlined. Layer: base. See docs/design/kernels.md.
 */
#ifndef ARB_BASE_INLINE_H
#define ARB_BASE_INLINE_H

#define ARB__INLINE static inline __attribute__((always_inline))

#endif
