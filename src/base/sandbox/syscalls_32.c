// syscalls_32.c - the numbers of 32-bit programs
#include "base/sandbox/syscalls.h"
#ifdef __x86_64__
#include <asm/unistd_32.h>

// clang-format off
static const Call calls[] = {
#define CALL(name, rule) { __NR_##name, CALL_##rule },
    SYSCALLS(CALL) // and those that only this ABI has: older forms, and newer ones for large files and times
    CALL(mmap2, ALWAYS) CALL(_llseek, ALWAYS) CALL(stat64, ALWAYS) CALL(lstat64, ALWAYS) CALL(fstat64, ALWAYS)
    CALL(fstatat64, ALWAYS) CALL(fcntl64, FCNTL) CALL(_newselect, ALWAYS) CALL(fadvise64_64, ALWAYS)
    CALL(statfs64, ALWAYS) CALL(fstatfs64, ALWAYS) CALL(ugetrlimit, ALWAYS) CALL(waitpid, ALWAYS)
    CALL(set_thread_area, ALWAYS) CALL(get_thread_area, ALWAYS)
    CALL(getuid32, ALWAYS) CALL(geteuid32, ALWAYS) CALL(getgid32, ALWAYS) CALL(getegid32, ALWAYS)
    CALL(getgroups32, ALWAYS) CALL(getresuid32, ALWAYS) CALL(getresgid32, ALWAYS)
    CALL(sigreturn, ALWAYS) CALL(sigaction, ALWAYS) CALL(sigprocmask, ALWAYS) CALL(sigpending, ALWAYS)
    CALL(sigsuspend, ALWAYS) CALL(signal, ALWAYS)
    CALL(clock_gettime64, ALWAYS) CALL(clock_getres_time64, ALWAYS) CALL(clock_nanosleep_time64, ALWAYS)
    CALL(timer_gettime64, ALWAYS) CALL(timer_settime64, ALWAYS) CALL(pselect6_time64, ALWAYS)
    CALL(ppoll_time64, ALWAYS) CALL(rt_sigtimedwait_time64, ALWAYS) CALL(futex_time64, ALWAYS)
    CALL(ftruncate64, COMPILER)
#undef CALL
};
// clang-format on

CallTable syscalls_32(void) {
    return (CallTable){ calls, sizeof calls / sizeof *calls };
}
#else
CallTable syscalls_32(void) {
    return (CallTable){ 0 };
}
#endif
