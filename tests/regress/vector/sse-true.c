// expect: true
// engines: bmc impact
// Instructions of SSE2: masks of signs, packing with saturation, sums of products, shifts by any number.
#include <emmintrin.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    __m128i same = _mm_cmpeq_epi8(_mm_set1_epi8((char)n), _mm_set1_epi8((char)n));
    __m128i words = _mm_setr_epi16(300, -300, 5, -5, 32767, -32768, 0, 1);
    __m128i packed = _mm_packs_epi16(words, words), none = _mm_srl_epi16(words, _mm_cvtsi32_si128(16));
    if (_mm_movemask_epi8(same) != 0xffff || _mm_movemask_epi8(packed) != 0x2a2a)
        reach_error();
    if ((_mm_cvtsi128_si32(packed) & 0xffff) != 0x807f || _mm_movemask_epi8(_mm_cmpeq_epi16(none, same)) != 0)
        reach_error();
    if (_mm_cvtsi128_si32(_mm_madd_epi16(words, words)) != 180000 || _mm_extract_epi16(_mm_srai_epi16(words, 99), 1) != 0xffff)
        reach_error();
    return 0;
}
