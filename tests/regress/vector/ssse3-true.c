// expect: true
// engines: bmc
// Instructions that a function is compiled for.
#include <smmintrin.h>
extern void reach_error(void);
__attribute__((target("sse4.1"))) int main(void) {
    __m128i a = _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    __m128i b = _mm_shuffle_epi8(a, _mm_setr_epi8(15, -1, 0, 17, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0));
    if (_mm_cvtsi128_si32(b) != 0x0100000f || !_mm_testz_si128(a, _mm_set1_epi8(16)))
        reach_error();
    return 0;
}
