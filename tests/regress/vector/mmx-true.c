// expect: true
// engines: bmc
// Registers of MMX.
#include <mmintrin.h>
extern void reach_error(void);
int main(void) {
    __m64 a = _mm_set1_pi16(1), b = _mm_add_pi16(a, a), c = _mm_sll_pi16(b, _mm_cvtsi32_si64(3));
    if (_mm_cvtsi64_si32(b) != 0x20002 || _mm_cvtsi64_si32(c) != 0x100010)
        reach_error();
    return 0;
}
