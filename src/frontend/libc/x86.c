// x86.c - instructions of x86 that clang knows as functions of vectors
//
// llvm.x86.sse2.pmadd.wd is __hone_x86_sse2_pmadd_wd here.  Bodies have no loops and few variables, so that
// they vanish where they are called.  A register of MMX is a long long.  The rounding mode is to nearest, as
// for all floats; instructions that compute approximations (rcp, rsqrt) have no model.
#include "libc.h"

#define VECTOR(type, bytes) type __attribute__((vector_size(bytes)))
typedef VECTOR(signed char, 16) v16qi;
typedef VECTOR(unsigned char, 16) v16qu;
typedef VECTOR(short, 16) v8hi;
typedef VECTOR(unsigned short, 16) v8hu;
typedef VECTOR(int, 16) v4si;
typedef VECTOR(unsigned, 16) v4su;
typedef VECTOR(long long, 16) v2di;
typedef VECTOR(unsigned long long, 16) v2du;
typedef VECTOR(float, 16) v4sf;
typedef VECTOR(double, 16) v2df;
// half of them, and twice; these are never arguments, as calls would change their type
typedef VECTOR(signed char, 8) v8qi;
typedef VECTOR(unsigned char, 8) v8qu;
typedef VECTOR(short, 8) v4hi;
typedef VECTOR(unsigned short, 8) v4hu;
typedef VECTOR(int, 8) v2si;
typedef VECTOR(unsigned, 8) v2su;
typedef VECTOR(unsigned long long, 8) v1du;
typedef VECTOR(short, 32) v16hi;
typedef VECTOR(unsigned short, 32) v16hu;
typedef VECTOR(int, 32) v8si;
typedef VECTOR(unsigned, 32) v8su;
typedef long long mmx;

#define AS(type, x) __builtin_convertvector(x, type)
#define ALL(type, x) ((type){ 0 } + (x))
#define MIN(a, b) __builtin_elementwise_min(a, b)
#define MAX(a, b) __builtin_elementwise_max(a, b)
#define CLAMP(type, x, low, high) MIN(MAX(x, ALL(type, low)), ALL(type, high))
#define PICK __builtin_shufflevector
#define JOIN4(a, b) PICK(a, b, 0, 1, 2, 3)
#define JOIN8(a, b) PICK(a, b, 0, 1, 2, 3, 4, 5, 6, 7)
#define JOIN16(a, b) PICK(a, b, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
// every other lane of two vectors that follow each other
#define EVEN2(a, b) PICK(a, b, 0, 2)
#define EVEN4(a, b) PICK(a, b, 0, 2, 4, 6)
#define EVEN8(a, b) PICK(a, b, 0, 2, 4, 6, 8, 10, 12, 14)
#define ODD2(a, b) PICK(a, b, 1, 3)
#define ODD4(a, b) PICK(a, b, 1, 3, 5, 7)
#define ODD8(a, b) PICK(a, b, 1, 3, 5, 7, 9, 11, 13, 15)

// ---- lane by lane ----
#define MMX2(name, type, expression)          \
    mmx __hone_x86_mmx_##name(mmx x, mmx y) { \
        type a = (type)x, b = (type)y;        \
        return (mmx)(expression);             \
    }
MMX2(padd_b, v8qu, a + b)
MMX2(padd_w, v4hu, a + b)
MMX2(padd_d, v2su, a + b)
MMX2(padd_q, v1du, a + b)
MMX2(psub_b, v8qu, a - b)
MMX2(psub_w, v4hu, a - b)
MMX2(psub_d, v2su, a - b)
MMX2(psub_q, v1du, a - b)
MMX2(padds_b, v8qi, __builtin_elementwise_add_sat(a, b))
MMX2(padds_w, v4hi, __builtin_elementwise_add_sat(a, b))
MMX2(paddus_b, v8qu, __builtin_elementwise_add_sat(a, b))
MMX2(paddus_w, v4hu, __builtin_elementwise_add_sat(a, b))
MMX2(psubs_b, v8qi, __builtin_elementwise_sub_sat(a, b))
MMX2(psubs_w, v4hi, __builtin_elementwise_sub_sat(a, b))
MMX2(psubus_b, v8qu, __builtin_elementwise_sub_sat(a, b))
MMX2(psubus_w, v4hu, __builtin_elementwise_sub_sat(a, b))
MMX2(pand, v2su, a &b)
MMX2(pandn, v2su, ~a &b)
MMX2(por, v2su, a | b)
MMX2(pxor, v2su, a ^ b)
MMX2(pcmpeq_b, v8qi, a == b)
MMX2(pcmpeq_w, v4hi, a == b)
MMX2(pcmpeq_d, v2si, a == b)
MMX2(pcmpgt_b, v8qi, a > b)
MMX2(pcmpgt_w, v4hi, a > b)
MMX2(pcmpgt_d, v2si, a > b)
MMX2(pmaxs_w, v4hi, MAX(a, b))
MMX2(pmaxu_b, v8qu, MAX(a, b))
MMX2(pmins_w, v4hi, MIN(a, b))
MMX2(pminu_b, v8qu, MIN(a, b))
MMX2(pmull_w, v4hu, a *b)
MMX2(pmulh_w, v4hi, AS(v4hi, AS(v4si, a) * AS(v4si, b) >> 16))
MMX2(pmulhu_w, v4hu, AS(v4hu, AS(v4su, a) * AS(v4su, b) >> 16))
MMX2(pavg_b, v8qu, AS(v8qu, (AS(v8hu, a) + AS(v8hu, b) + 1) >> 1))
MMX2(pavg_w, v4hu, AS(v4hu, (AS(v4su, a) + AS(v4su, b) + 1) >> 1))

// The middle of the product, rounded.
#define HALF_UP(x) ((((x) >> 14) + 1) >> 1)
#define SIGN(a, b) ((((a) ^ (b < 0)) - (b < 0)) & (b != 0))
#define SSSE3_MMX2(name, type, expression)      \
    mmx __hone_x86_ssse3_##name(mmx x, mmx y) { \
        type a = (type)x, b = (type)y;          \
        return (mmx)(expression);               \
    }
SSSE3_MMX2(pmul_hr_sw, v4hi, AS(v4hi, HALF_UP(AS(v4si, a) * AS(v4si, b))))
SSSE3_MMX2(psign_b, v8qi, SIGN(a, b))
SSSE3_MMX2(psign_w, v4hi, SIGN(a, b))
SSSE3_MMX2(psign_d, v2si, SIGN(a, b))
v8hi __hone_x86_ssse3_pmul_hr_sw_128(v8hi a, v8hi b) {
    return AS(v8hi, HALF_UP(AS(v8si, a) * AS(v8si, b)));
}
v16qi __hone_x86_ssse3_psign_b_128(v16qi a, v16qi b) {
    return SIGN(a, b);
}
v8hi __hone_x86_ssse3_psign_w_128(v8hi a, v8hi b) {
    return SIGN(a, b);
}
v4si __hone_x86_ssse3_psign_d_128(v4si a, v4si b) {
    return SIGN(a, b);
}
mmx __hone_x86_ssse3_pabs_b(mmx a) {
    return (mmx)__builtin_elementwise_abs((v8qi)a);
}
mmx __hone_x86_ssse3_pabs_w(mmx a) {
    return (mmx)__builtin_elementwise_abs((v4hi)a);
}
mmx __hone_x86_ssse3_pabs_d(mmx a) {
    return (mmx)__builtin_elementwise_abs((v2si)a);
}

v8hi __hone_x86_sse2_pmulh_w(v8hi a, v8hi b) {
    return AS(v8hi, AS(v8si, a) * AS(v8si, b) >> 16);
}
v8hu __hone_x86_sse2_pmulhu_w(v8hu a, v8hu b) {
    return AS(v8hu, AS(v8su, a) * AS(v8su, b) >> 16);
}
v16qu __hone_x86_sse2_pavg_b(v16qu a, v16qu b) {
    return AS(v16qu, (AS(v16hu, a) + AS(v16hu, b) + 1) >> 1);
}
v8hu __hone_x86_sse2_pavg_w(v8hu a, v8hu b) {
    return AS(v8hu, (AS(v8su, a) + AS(v8su, b) + 1) >> 1);
}

// By the sign of the mask's lanes.
#define BLEND(type, a, b, mask) (((type)(a) & ~((type)(mask) < 0)) | ((type)(b) & ((type)(mask) < 0)))
v16qi __hone_x86_sse41_pblendvb(v16qi a, v16qi b, v16qi mask) {
    return BLEND(v16qi, a, b, mask);
}
v4sf __hone_x86_sse41_blendvps(v4sf a, v4sf b, v4sf mask) {
    return (v4sf)BLEND(v4si, a, b, mask);
}
v2df __hone_x86_sse41_blendvpd(v2df a, v2df b, v2df mask) {
    return (v2df)BLEND(v2di, a, b, mask);
}

// ---- shifts: by the width or more all bits are shifted out ----
#define SHIFT(set, name, type, lane, width, operation, out)     \
    type __hone_x86_sse2_##set##_##name(type a, type amount) {  \
        unsigned long long by = ((v2du)amount)[0];              \
        return by < width ? a operation(lane) by : out;         \
    }                                                           \
    type __hone_x86_sse2_##set##i_##name(type a, unsigned by) { \
        return by < width ? a operation(lane) by : out;         \
    }
#define NONE(type) ((type){ 0 })
SHIFT(psll, w, v8hu, unsigned short, 16, <<, NONE(v8hu))
SHIFT(psll, d, v4su, unsigned, 32, <<, NONE(v4su))
SHIFT(psll, q, v2du, unsigned long long, 64, <<, NONE(v2du))
SHIFT(psrl, w, v8hu, unsigned short, 16, >>, NONE(v8hu))
SHIFT(psrl, d, v4su, unsigned, 32, >>, NONE(v4su))
SHIFT(psrl, q, v2du, unsigned long long, 64, >>, NONE(v2du))
SHIFT(psra, w, v8hi, short, 16, >>, a >> 15)
SHIFT(psra, d, v4si, int, 32, >>, a >> 31)

#define MMX_SHIFT(set, name, type, lane, width, operation, out)       \
    mmx __hone_x86_mmx_##set##_##name(mmx x, unsigned long long by) { \
        type a = (type)x;                                             \
        return by < width ? (mmx)(a operation(lane) by) : (mmx)(out); \
    }                                                                 \
    mmx __hone_x86_mmx_##set##i_##name(mmx x, unsigned by) {          \
        type a = (type)x;                                             \
        return by < width ? (mmx)(a operation(lane) by) : (mmx)(out); \
    }
MMX_SHIFT(psll, w, v4hu, unsigned short, 16, <<, NONE(v4hu))
MMX_SHIFT(psll, d, v2su, unsigned, 32, <<, NONE(v2su))
MMX_SHIFT(psll, q, v1du, unsigned long long, 64, <<, NONE(v1du))
MMX_SHIFT(psrl, w, v4hu, unsigned short, 16, >>, NONE(v4hu))
MMX_SHIFT(psrl, d, v2su, unsigned, 32, >>, NONE(v2su))
MMX_SHIFT(psrl, q, v1du, unsigned long long, 64, >>, NONE(v1du))
MMX_SHIFT(psra, w, v4hi, short, 16, >>, a >> 15)
MMX_SHIFT(psra, d, v2si, int, 32, >>, a >> 31)

// ---- packing: to half the width, what does not fit becomes the nearest that does ----
v16qi __hone_x86_sse2_packsswb_128(v8hi a, v8hi b) {
    return AS(v16qi, CLAMP(v16hi, JOIN16(a, b), -128, 127));
}
v16qu __hone_x86_sse2_packuswb_128(v8hi a, v8hi b) {
    return AS(v16qu, CLAMP(v16hi, JOIN16(a, b), 0, 255));
}
v8hi __hone_x86_sse2_packssdw_128(v4si a, v4si b) {
    return AS(v8hi, CLAMP(v8si, JOIN8(a, b), -32768, 32767));
}
v8hu __hone_x86_sse41_packusdw(v4si a, v4si b) {
    return AS(v8hu, CLAMP(v8si, JOIN8(a, b), 0, 65535));
}
MMX2(packsswb, v4hi, AS(v8qi, CLAMP(v8hi, JOIN8(a, b), -128, 127)))
MMX2(packuswb, v4hi, AS(v8qu, CLAMP(v8hi, JOIN8(a, b), 0, 255)))
MMX2(packssdw, v2si, AS(v4hi, CLAMP(v4si, JOIN4(a, b), -32768, 32767)))
MMX2(punpcklbw, v8qu, PICK(a, b, 0, 8, 1, 9, 2, 10, 3, 11))
MMX2(punpcklwd, v4hu, PICK(a, b, 0, 4, 1, 5))
MMX2(punpckldq, v2su, PICK(a, b, 0, 2))
MMX2(punpckhbw, v8qu, PICK(a, b, 4, 12, 5, 13, 6, 14, 7, 15))
MMX2(punpckhwd, v4hu, PICK(a, b, 2, 6, 3, 7))
MMX2(punpckhdq, v2su, PICK(a, b, 1, 3))

mmx __hone_x86_sse_pshuf_w(mmx x, char how) {
    v4hi a = (v4hi)x;
    return (mmx)(v4hi){ a[how & 3], a[how >> 2 & 3], a[how >> 4 & 3], a[how >> 6 & 3] };
}
int __hone_x86_mmx_pextr_w(mmx a, int i) {
    return ((v4hu)a)[i & 3];
}
mmx __hone_x86_mmx_pinsr_w(mmx x, int value, int i) {
    v4hi a = (v4hi)x;
    a[i & 3] = (short)value;
    return (mmx)a;
}
// Eight bytes of 'a' behind 'b', from byte 'from' on.
mmx __hone_x86_mmx_palignr_b(unsigned long long a, unsigned long long b, unsigned char from) {
    unsigned by = from * 8;
    return (mmx)(by == 0 ? b : by < 64 ? b >> by | a << (64 - by) : by < 128 ? a >> (by - 64) : 0);
}

// ---- neighbours ----
v4su __hone_x86_sse2_pmadd_wd(v8hi a, v8hi b) {
    return (v4su)(AS(v4si, EVEN4(a, a)) * AS(v4si, EVEN4(b, b))) + (v4su)(AS(v4si, ODD4(a, a)) * AS(v4si, ODD4(b, b)));
}
MMX2(pmadd_wd, v4hi,
     (v2su)(AS(v2si, EVEN2(a, a)) * AS(v2si, EVEN2(b, b))) + (v2su)(AS(v2si, ODD2(a, a)) * AS(v2si, ODD2(b, b))))
mmx __hone_x86_mmx_pmulu_dq(unsigned long long a, unsigned long long b) {
    return (mmx)((a & 0xffffffffu) * (b & 0xffffffffu));
}

// Bytes without a sign times bytes with one.
v8hi __hone_x86_ssse3_pmadd_ub_sw_128(v16qu a, v16qi b) {
    return __builtin_elementwise_add_sat(AS(v8hi, EVEN8(a, a)) * AS(v8hi, EVEN8(b, b)),
                                         AS(v8hi, ODD8(a, a)) * AS(v8hi, ODD8(b, b)));
}
mmx __hone_x86_ssse3_pmadd_ub_sw(mmx x, mmx y) {
    v8qu a = (v8qu)x;
    v8qi b = (v8qi)y;
    return (mmx)__builtin_elementwise_add_sat(AS(v4hi, EVEN4(a, a)) * AS(v4hi, EVEN4(b, b)),
                                              AS(v4hi, ODD4(a, a)) * AS(v4hi, ODD4(b, b)));
}

v8hu __hone_x86_ssse3_phadd_w_128(v8hu a, v8hu b) {
    return EVEN8(a, b) + ODD8(a, b);
}
v4su __hone_x86_ssse3_phadd_d_128(v4su a, v4su b) {
    return EVEN4(a, b) + ODD4(a, b);
}
v8hi __hone_x86_ssse3_phadd_sw_128(v8hi a, v8hi b) {
    return __builtin_elementwise_add_sat(EVEN8(a, b), ODD8(a, b));
}
v8hu __hone_x86_ssse3_phsub_w_128(v8hu a, v8hu b) {
    return EVEN8(a, b) - ODD8(a, b);
}
v4su __hone_x86_ssse3_phsub_d_128(v4su a, v4su b) {
    return EVEN4(a, b) - ODD4(a, b);
}
v8hi __hone_x86_ssse3_phsub_sw_128(v8hi a, v8hi b) {
    return __builtin_elementwise_sub_sat(EVEN8(a, b), ODD8(a, b));
}
SSSE3_MMX2(phadd_w, v4hu, EVEN4(a, b) + ODD4(a, b))
SSSE3_MMX2(phadd_d, v2su, EVEN2(a, b) + ODD2(a, b))
SSSE3_MMX2(phadd_sw, v4hi, __builtin_elementwise_add_sat(EVEN4(a, b), ODD4(a, b)))
SSSE3_MMX2(phsub_w, v4hu, EVEN4(a, b) - ODD4(a, b))
SSSE3_MMX2(phsub_d, v2su, EVEN2(a, b) - ODD2(a, b))
SSSE3_MMX2(phsub_sw, v4hi, __builtin_elementwise_sub_sat(EVEN4(a, b), ODD4(a, b)))

v4sf __hone_x86_sse3_hadd_ps(v4sf a, v4sf b) {
    return EVEN4(a, b) + ODD4(a, b);
}
v4sf __hone_x86_sse3_hsub_ps(v4sf a, v4sf b) {
    return EVEN4(a, b) - ODD4(a, b);
}
v2df __hone_x86_sse3_hadd_pd(v2df a, v2df b) {
    return EVEN2(a, b) + ODD2(a, b);
}
v2df __hone_x86_sse3_hsub_pd(v2df a, v2df b) {
    return EVEN2(a, b) - ODD2(a, b);
}
v4sf __hone_x86_sse3_addsub_ps(v4sf a, v4sf b) {
    return (v4sf){ a[0] - b[0], a[1] + b[1], a[2] - b[2], a[3] + b[3] };
}
v2df __hone_x86_sse3_addsub_pd(v2df a, v2df b) {
    return (v2df){ a[0] - b[0], a[1] + b[1] };
}

// ---- all lanes ----
#define DISTANCE(a, b) (MAX(a, b) - MIN(a, b))
#define LOW8(a) PICK(a, a, 0, 1, 2, 3, 4, 5, 6, 7)
#define HIGH8(a) PICK(a, a, 8, 9, 10, 11, 12, 13, 14, 15)
v2du __hone_x86_sse2_psad_bw(v16qu a, v16qu b) {
    v16qu d = DISTANCE(a, b);
    return (v2du){ __builtin_reduce_add(AS(v8hu, LOW8(d))), __builtin_reduce_add(AS(v8hu, HIGH8(d))) };
}
mmx __hone_x86_mmx_psad_bw(mmx x, mmx y) {
    v8qu a = (v8qu)x, b = (v8qu)y;
    return __builtin_reduce_add(AS(v8hu, DISTANCE(a, b)));
}

// Signs as bits.
#define BITS8 1, 2, 4, 8, 16, 32, 64, 128
int __hone_x86_sse2_pmovmskb_128(v16qi a) {
    v16qu bits = (v16qu)(a < 0) & (v16qu){ BITS8, BITS8 };
    return __builtin_reduce_or(LOW8(bits)) | __builtin_reduce_or(HIGH8(bits)) << 8;
}
int __hone_x86_mmx_pmovmskb(mmx a) {
    return __builtin_reduce_or((v8qu)((v8qi)a < 0) & (v8qu){ BITS8 });
}
int __hone_x86_sse_movmsk_ps(v4sf a) {
    return __builtin_reduce_or(((v4si)a < 0) & (v4si){ 1, 2, 4, 8 });
}
int __hone_x86_sse2_movmsk_pd(v2df a) {
    return (int)__builtin_reduce_or(((v2di)a < 0) & (v2di){ 1, 2 });
}

int __hone_x86_sse41_ptestz(v2di a, v2di b) {
    return __builtin_reduce_or(a & b) == 0;
}
int __hone_x86_sse41_ptestc(v2di a, v2di b) {
    return __builtin_reduce_or(~a & b) == 0;
}
int __hone_x86_sse41_ptestnzc(v2di a, v2di b) {
    return __builtin_reduce_or(a & b) != 0 && __builtin_reduce_or(~a & b) != 0;
}

// The least lane, and the first place it is at.
v8hu __hone_x86_sse41_phminposuw(v8hu a) {
    unsigned short least = __builtin_reduce_min(a);
    unsigned short at = a[0] == least   ? 0
                        : a[1] == least ? 1
                        : a[2] == least ? 2
                        : a[3] == least ? 3
                        : a[4] == least ? 4
                        : a[5] == least ? 5
                        : a[6] == least ? 6
                                        : 7;
    return (v8hu){ least, at };
}

// A byte of 'a' for each byte of 'b', or 0 where that is negative.
#define BYTE(i, last) (b[i] < 0 ? 0 : a[b[i] & last])
v16qi __hone_x86_ssse3_pshuf_b_128(v16qi a, v16qi b) {
    return (v16qi){ BYTE(0, 15),  BYTE(1, 15),  BYTE(2, 15),  BYTE(3, 15), BYTE(4, 15),  BYTE(5, 15),
                    BYTE(6, 15),  BYTE(7, 15),  BYTE(8, 15),  BYTE(9, 15), BYTE(10, 15), BYTE(11, 15),
                    BYTE(12, 15), BYTE(13, 15), BYTE(14, 15), BYTE(15, 15) };
}
mmx __hone_x86_ssse3_pshuf_b(mmx x, mmx y) {
    v8qi a = (v8qi)x, b = (v8qi)y;
    return (
        mmx)(v8qi){ BYTE(0, 7), BYTE(1, 7), BYTE(2, 7), BYTE(3, 7), BYTE(4, 7), BYTE(5, 7), BYTE(6, 7), BYTE(7, 7) };
}

// ---- memory ----
#define PUT(i)       \
    if (mask[i] < 0) \
        to[i] = a[i];
void __hone_x86_sse2_maskmov_dqu(v16qi a, v16qi mask, signed char *to) {
    PUT(0)
    PUT(1) PUT(2) PUT(3) PUT(4) PUT(5) PUT(6) PUT(7) PUT(8) PUT(9) PUT(10) PUT(11) PUT(12) PUT(13) PUT(14) PUT(15)
}
void __hone_x86_mmx_maskmovq(mmx x, mmx y, signed char *to) {
    v8qi a = (v8qi)x, mask = (v8qi)y;
    PUT(0) PUT(1) PUT(2) PUT(3) PUT(4) PUT(5) PUT(6) PUT(7)
}
void __hone_x86_mmx_movnt_dq(mmx *to, mmx a) {
    *to = a;
}
v16qi __hone_x86_sse3_ldu_dq(const void *from) {
    typedef v16qi unaligned __attribute__((aligned(1)));
    return *(const unaligned *)from;
}

// ---- floats ----
// The second where one is NaN or both are zero.
#define LESS(a, b) ((a) < (b) ? (a) : (b))
#define MORE(a, b) ((a) > (b) ? (a) : (b))
v4sf __hone_x86_sse_min_ps(v4sf a, v4sf b) {
    return (v4sf){ LESS(a[0], b[0]), LESS(a[1], b[1]), LESS(a[2], b[2]), LESS(a[3], b[3]) };
}
v4sf __hone_x86_sse_max_ps(v4sf a, v4sf b) {
    return (v4sf){ MORE(a[0], b[0]), MORE(a[1], b[1]), MORE(a[2], b[2]), MORE(a[3], b[3]) };
}
v4sf __hone_x86_sse_min_ss(v4sf a, v4sf b) {
    return (v4sf){ LESS(a[0], b[0]), a[1], a[2], a[3] };
}
v4sf __hone_x86_sse_max_ss(v4sf a, v4sf b) {
    return (v4sf){ MORE(a[0], b[0]), a[1], a[2], a[3] };
}
v2df __hone_x86_sse2_min_pd(v2df a, v2df b) {
    return (v2df){ LESS(a[0], b[0]), LESS(a[1], b[1]) };
}
v2df __hone_x86_sse2_max_pd(v2df a, v2df b) {
    return (v2df){ MORE(a[0], b[0]), MORE(a[1], b[1]) };
}
v2df __hone_x86_sse2_min_sd(v2df a, v2df b) {
    return (v2df){ LESS(a[0], b[0]), a[1] };
}
v2df __hone_x86_sse2_max_sd(v2df a, v2df b) {
    return (v2df){ MORE(a[0], b[0]), a[1] };
}

#define COMPARE(a, b, how)                   \
    ((how) == 0   ? (a) == (b)               \
     : (how) == 1 ? (a) < (b)                \
     : (how) == 2 ? (a) <= (b)               \
     : (how) == 3 ? (a) != (a) || (b) != (b) \
     : (how) == 4 ? (a) != (b)               \
     : (how) == 5 ? !((a) < (b))             \
     : (how) == 6 ? !((a) <= (b))            \
                  : (a) == (a) && (b) == (b))
v4sf __hone_x86_sse_cmp_ss(v4sf a, v4sf b, char how) {
    v4si out = (v4si)a;
    out[0] = COMPARE(a[0], b[0], how & 7) ? -1 : 0;
    return (v4sf)out;
}
v2df __hone_x86_sse2_cmp_sd(v2df a, v2df b, char how) {
    v2di out = (v2di)a;
    out[0] = COMPARE(a[0], b[0], how & 7) ? -1 : 0;
    return (v2df)out;
}

#define COMI(set, kind, type)                                   \
    int __hone_x86_##set##_##kind##eq_##type(TYPE a, TYPE b) {  \
        return a[0] == b[0];                                    \
    }                                                           \
    int __hone_x86_##set##_##kind##neq_##type(TYPE a, TYPE b) { \
        return a[0] != b[0];                                    \
    }                                                           \
    int __hone_x86_##set##_##kind##lt_##type(TYPE a, TYPE b) {  \
        return a[0] < b[0];                                     \
    }                                                           \
    int __hone_x86_##set##_##kind##le_##type(TYPE a, TYPE b) {  \
        return a[0] <= b[0];                                    \
    }                                                           \
    int __hone_x86_##set##_##kind##gt_##type(TYPE a, TYPE b) {  \
        return a[0] > b[0];                                     \
    }                                                           \
    int __hone_x86_##set##_##kind##ge_##type(TYPE a, TYPE b) {  \
        return a[0] >= b[0];                                    \
    }
#define TYPE v4sf
COMI(sse, comi, ss)
COMI(sse, ucomi, ss)
#undef TYPE
#define TYPE v2df
COMI(sse2, comi, sd)
COMI(sse2, ucomi, sd)
#undef TYPE

// To integers: what does not fit, and NaN, is the least number.
static int to_int(double x) {
    return x >= -0x1p31 && x < 0x1p31 ? (int)x : -0x7fffffff - 1;
}
static long long to_long(double x) {
    return x >= -0x1p63 && x < 0x1p63 ? (long long)x : -0x7fffffffffffffff - 1;
}
#define NEAREST(x) __builtin_rint(x)
#define TOWARDS_ZERO(x) __builtin_trunc(x)
int __hone_x86_sse_cvtss2si(v4sf a) {
    return to_int(NEAREST(a[0]));
}
int __hone_x86_sse_cvttss2si(v4sf a) {
    return to_int(TOWARDS_ZERO(a[0]));
}
long long __hone_x86_sse_cvtss2si64(v4sf a) {
    return to_long(NEAREST(a[0]));
}
long long __hone_x86_sse_cvttss2si64(v4sf a) {
    return to_long(TOWARDS_ZERO(a[0]));
}
int __hone_x86_sse2_cvtsd2si(v2df a) {
    return to_int(NEAREST(a[0]));
}
int __hone_x86_sse2_cvttsd2si(v2df a) {
    return to_int(TOWARDS_ZERO(a[0]));
}
long long __hone_x86_sse2_cvtsd2si64(v2df a) {
    return to_long(NEAREST(a[0]));
}
long long __hone_x86_sse2_cvttsd2si64(v2df a) {
    return to_long(TOWARDS_ZERO(a[0]));
}
v4si __hone_x86_sse2_cvtps2dq(v4sf a) {
    return (v4si){ to_int(NEAREST(a[0])), to_int(NEAREST(a[1])), to_int(NEAREST(a[2])), to_int(NEAREST(a[3])) };
}
v4si __hone_x86_sse2_cvttps2dq(v4sf a) {
    return (v4si){ to_int(TOWARDS_ZERO(a[0])), to_int(TOWARDS_ZERO(a[1])), to_int(TOWARDS_ZERO(a[2])),
                   to_int(TOWARDS_ZERO(a[3])) };
}
v4si __hone_x86_sse2_cvtpd2dq(v2df a) {
    return (v4si){ to_int(NEAREST(a[0])), to_int(NEAREST(a[1])) };
}
v4si __hone_x86_sse2_cvttpd2dq(v2df a) {
    return (v4si){ to_int(TOWARDS_ZERO(a[0])), to_int(TOWARDS_ZERO(a[1])) };
}
mmx __hone_x86_sse_cvtps2pi(v4sf a) {
    return (mmx)(v2si){ to_int(NEAREST(a[0])), to_int(NEAREST(a[1])) };
}
mmx __hone_x86_sse_cvttps2pi(v4sf a) {
    return (mmx)(v2si){ to_int(TOWARDS_ZERO(a[0])), to_int(TOWARDS_ZERO(a[1])) };
}
mmx __hone_x86_sse_cvtpd2pi(v2df a) {
    return (mmx)(v2si){ to_int(NEAREST(a[0])), to_int(NEAREST(a[1])) };
}
mmx __hone_x86_sse_cvttpd2pi(v2df a) {
    return (mmx)(v2si){ to_int(TOWARDS_ZERO(a[0])), to_int(TOWARDS_ZERO(a[1])) };
}
v4sf __hone_x86_sse_cvtpi2ps(v4sf a, mmx x) {
    v2si b = (v2si)x;
    return (v4sf){ b[0], b[1], a[2], a[3] };
}
v2df __hone_x86_sse_cvtpi2pd(mmx x) {
    v2si b = (v2si)x;
    return (v2df){ b[0], b[1] };
}
v4sf __hone_x86_sse2_cvtpd2ps(v2df a) {
    return (v4sf){ a[0], a[1] };
}
v4sf __hone_x86_sse2_cvtsd2ss(v4sf a, v2df b) {
    return (v4sf){ b[0], a[1], a[2], a[3] };
}

// 4: as the processor is set, which is to nearest.
#define ROUND(x, how)                      \
    ((how)&4          ? __builtin_rint(x)  \
     : ((how)&3) == 0 ? __builtin_rint(x)  \
     : ((how)&3) == 1 ? __builtin_floor(x) \
     : ((how)&3) == 2 ? __builtin_ceil(x)  \
                      : __builtin_trunc(x))
#define ROUNDF(x, how)                      \
    ((how)&4          ? __builtin_rintf(x)  \
     : ((how)&3) == 0 ? __builtin_rintf(x)  \
     : ((how)&3) == 1 ? __builtin_floorf(x) \
     : ((how)&3) == 2 ? __builtin_ceilf(x)  \
                      : __builtin_truncf(x))
v4sf __hone_x86_sse41_round_ps(v4sf a, int how) {
    return (v4sf){ ROUNDF(a[0], how), ROUNDF(a[1], how), ROUNDF(a[2], how), ROUNDF(a[3], how) };
}
v4sf __hone_x86_sse41_round_ss(v4sf a, v4sf b, int how) {
    return (v4sf){ ROUNDF(b[0], how), a[1], a[2], a[3] };
}
v2df __hone_x86_sse41_round_pd(v2df a, int how) {
    return (v2df){ ROUND(a[0], how), ROUND(a[1], how) };
}
v2df __hone_x86_sse41_round_sd(v2df a, v2df b, int how) {
    return (v2df){ ROUND(b[0], how), a[1] };
}

// The products that the upper bits of 'which' choose, summed, where the lower bits say.
v4sf __hone_x86_sse41_dpps(v4sf a, v4sf b, char which) {
    float p0 = which & 16 ? a[0] * b[0] : 0, p1 = which & 32 ? a[1] * b[1] : 0;
    float p2 = which & 64 ? a[2] * b[2] : 0, p3 = which & 128 ? a[3] * b[3] : 0;
    float sum = (p0 + p1) + (p2 + p3);
    return (v4sf){ which & 1 ? sum : 0, which & 2 ? sum : 0, which & 4 ? sum : 0, which & 8 ? sum : 0 };
}
v2df __hone_x86_sse41_dppd(v2df a, v2df b, char which) {
    double sum = (which & 16 ? a[0] * b[0] : 0) + (which & 32 ? a[1] * b[1] : 0);
    return (v2df){ which & 1 ? sum : 0, which & 2 ? sum : 0 };
}
v4sf __hone_x86_sse41_insertps(v4sf a, v4sf b, char how) {
    v4sf out = a;
    out[how >> 4 & 3] = b[how >> 6 & 3];
    return (v4sf){ how & 1 ? 0 : out[0], how & 2 ? 0 : out[1], how & 4 ? 0 : out[2], how & 8 ? 0 : out[3] };
}
