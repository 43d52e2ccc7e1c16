// expect: true
// engines: bmc
// The second operand is the least where the first is not less: of zeros, too.
#include <xmmintrin.h>
extern void reach_error(void);
int main(void) {
    __m128 a = _mm_setr_ps(0.0f, -0.0f, 3, -1), b = _mm_setr_ps(-0.0f, 0.0f, 2, 5), least = _mm_min_ps(a, b);
    if (1 / least[0] > 0 || 1 / least[1] < 0 || least[2] != 2 || least[3] != -1)
        reach_error();
    if (!_mm_comilt_ss(_mm_set_ss(1), _mm_set_ss(2)) || _mm_cvtss_si32(_mm_set_ss(2.5f)) != 2 ||
        _mm_cvttss_si32(_mm_set_ss(1e20f)) != -2147483647 - 1)
        reach_error();
    return 0;
}
