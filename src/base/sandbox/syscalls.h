// syscalls.h - the system calls that are allowed in the sandbox
//
// A list of what is allowed, not of what is forbidden: a call that nobody thought of does not exist (ENOSYS).
// The numbers differ between the two ABIs of an x86-64 kernel (64-bit programs, and 32-bit programs or 'int 0x80'),
// and so do the kernel's headers, which cannot be included together: there is one table and one file for each.
//
// Not in the lists, among others: sockets, processes other than threads, other processes (ptrace, pidfd,
// process_vm_*), IPC by keys, chmod and whatever else changes a file by its name, mounts, namespaces, keys, bpf, perf,
// userfaultfd, io_uring, modules, kexec.
#ifndef SYSCALLS_H
#define SYSCALLS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum CallRule {
    CALL_ALWAYS,
    CALL_COMPILER, // for compilers only
    CALL_PRETEND,  // for compilers: does nothing and succeeds; not for programs
    // according to the arguments, see seccomp.c
    CALL_CLONE,
    CALL_OPEN,   // flags: second argument
    CALL_OPENAT, // flags: third argument
    CALL_SIGNAL, // process: first argument
    CALL_PRCTL,
    CALL_IOCTL,
    CALL_FCNTL,
    CALL_SELF, // first argument 0: the caller
} CallRule;

typedef struct Call {
    uint16_t number;
    uint8_t rule; // CallRule
} Call;
typedef struct CallTable {
    const Call *at;
    size_t count;
} CallTable;
CallTable syscalls_64(void);
CallTable syscalls_32(void);

// X(name, rule): calls that both ABIs have.
// clang-format off
#define SYSCALLS(X)                                                                                                  \
    X(read, ALWAYS) X(write, ALWAYS) X(readv, ALWAYS) X(writev, ALWAYS) X(pread64, ALWAYS) X(pwrite64, ALWAYS)       \
    X(preadv, ALWAYS) X(pwritev, ALWAYS) X(close, ALWAYS) X(lseek, ALWAYS) X(open, OPEN) X(openat, OPENAT)           \
    X(stat, ALWAYS) X(lstat, ALWAYS) X(fstat, ALWAYS) X(statx, ALWAYS) X(access, ALWAYS) X(faccessat, ALWAYS)        \
    X(faccessat2, ALWAYS) X(readlink, ALWAYS) X(readlinkat, ALWAYS) X(getcwd, ALWAYS) X(chdir, ALWAYS)               \
    X(fchdir, ALWAYS) X(getdents, ALWAYS) X(getdents64, ALWAYS) X(dup, ALWAYS) X(dup2, ALWAYS) X(dup3, ALWAYS)       \
    X(pipe, ALWAYS) X(pipe2, ALWAYS) X(poll, ALWAYS) X(ppoll, ALWAYS) X(select, ALWAYS) X(pselect6, ALWAYS)          \
    X(umask, ALWAYS) X(fsync, ALWAYS) X(fdatasync, ALWAYS) X(fadvise64, ALWAYS) X(fcntl, FCNTL) X(ioctl, IOCTL)      \
    X(statfs, ALWAYS) X(fstatfs, ALWAYS)                                                                             \
    X(mmap, ALWAYS) X(mprotect, ALWAYS) X(munmap, ALWAYS) X(mremap, ALWAYS) X(madvise, ALWAYS) X(brk, ALWAYS)        \
    X(msync, ALWAYS) X(mincore, ALWAYS) X(membarrier, ALWAYS)                                                        \
    X(futex, ALWAYS) X(set_robust_list, ALWAYS) X(get_robust_list, SELF) X(set_tid_address, ALWAYS)                  \
    X(rseq, ALWAYS) X(clone, CLONE) X(prctl, PRCTL) X(exit, ALWAYS) X(exit_group, ALWAYS) X(execve, ALWAYS)          \
    X(wait4, ALWAYS) X(waitid, ALWAYS)                                                                               \
    X(sched_yield, ALWAYS) X(sched_getaffinity, ALWAYS) X(sched_getparam, ALWAYS) X(sched_getscheduler, ALWAYS)      \
    X(sched_get_priority_max, ALWAYS) X(sched_get_priority_min, ALWAYS) X(getcpu, ALWAYS)                            \
    X(nanosleep, ALWAYS) X(clock_nanosleep, ALWAYS) X(clock_gettime, ALWAYS) X(clock_getres, ALWAYS)                 \
    X(gettimeofday, ALWAYS) X(time, ALWAYS) X(times, ALWAYS) X(alarm, ALWAYS) X(setitimer, ALWAYS)                   \
    X(getitimer, ALWAYS) X(pause, ALWAYS) X(timer_create, ALWAYS) X(timer_settime, ALWAYS) X(timer_gettime, ALWAYS)  \
    X(timer_delete, ALWAYS) X(timer_getoverrun, ALWAYS)                                                              \
    X(rt_sigaction, ALWAYS) X(rt_sigprocmask, ALWAYS) X(rt_sigpending, ALWAYS) X(rt_sigtimedwait, ALWAYS)            \
    X(rt_sigsuspend, ALWAYS) X(rt_sigreturn, ALWAYS) X(sigaltstack, ALWAYS) X(restart_syscall, ALWAYS)               \
    X(kill, SIGNAL) X(tgkill, SIGNAL) X(rt_sigqueueinfo, SIGNAL) X(rt_tgsigqueueinfo, SIGNAL)                        \
    X(getpid, ALWAYS) X(gettid, ALWAYS) X(getppid, ALWAYS) X(getpgrp, ALWAYS) X(getpgid, ALWAYS) X(getsid, ALWAYS)   \
    X(getuid, ALWAYS) X(geteuid, ALWAYS) X(getgid, ALWAYS) X(getegid, ALWAYS) X(getgroups, ALWAYS)                   \
    X(getresuid, ALWAYS) X(getresgid, ALWAYS) X(getpriority, ALWAYS)                                                 \
    X(getrlimit, ALWAYS) X(setrlimit, ALWAYS) X(prlimit64, SELF) X(getrusage, ALWAYS) X(sysinfo, ALWAYS)             \
    X(uname, ALWAYS) X(getrandom, ALWAYS)                                                                            \
    X(fork, COMPILER) X(vfork, COMPILER) X(creat, COMPILER) X(mkdir, COMPILER) X(mkdirat, COMPILER)                  \
    X(rmdir, COMPILER) X(unlink, COMPILER) X(unlinkat, COMPILER) X(rename, COMPILER) X(renameat, COMPILER)           \
    X(renameat2, COMPILER) X(ftruncate, COMPILER) X(fallocate, COMPILER)                                             \
    X(chmod, PRETEND) X(fchmod, PRETEND) X(fchmodat, PRETEND)
// clang-format on
#endif
