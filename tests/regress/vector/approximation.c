// expect: unknown(unmodelled: call of llvm.x86.sse.rcp.ss
// engines: bmc
// Processors differ in how well they approximate.
#include <xmmintrin.h>
extern void reach_error(void);
int main(void) {
    if (_mm_cvtss_f32(_mm_rcp_ss(_mm_set_ss(3))) == 1 / 3.0f)
        reach_error();
    return 0;
}
