#ifndef CZLIB_SHIM_H
#define CZLIB_SHIM_H
#include <zlib.h>

/* deflateInit2 and inflateInit2 are macros, which Swift does not see. */
static inline int czlib_deflateInit2(z_streamp stream, int level, int window_bits, int mem_level) {
    return deflateInit2(stream, level, Z_DEFLATED, window_bits, mem_level, Z_DEFAULT_STRATEGY);
}

static inline int czlib_inflateInit2(z_streamp stream, int window_bits) {
    return inflateInit2(stream, window_bits);
}
#endif
