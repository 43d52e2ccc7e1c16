// syscalls_64.c - the numbers of 64-bit programs
#include "base/sandbox/syscalls.h"
#ifdef __x86_64__
#include <asm/unistd_64.h>

// clang-format off
static const Call calls[] = {
#define CALL(name, rule) { __NR_##name, CALL_##rule },
    SYSCALLS(CALL) // and those that only this ABI has
    CALL(newfstatat, ALWAYS) CALL(arch_prctl, ALWAYS)
#undef CALL
};
// clang-format on

CallTable syscalls_64(void) {
    return (CallTable){ calls, sizeof calls / sizeof *calls };
}
#else
CallTable syscalls_64(void) {
    return (CallTable){ 0 };
}
#endif
