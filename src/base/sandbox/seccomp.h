// seccomp.h - the filter of system calls for the sandbox, as a program for the kernel
//
// What may be called is in syscalls.h.  The rest gets an error (ENOSYS, or EPERM where the arguments decide); calls of
// another architecture, and of the x32 ABI, end the process.
#ifndef SECCOMP_H
#define SECCOMP_H
#include "base/base.h"
#include <linux/filter.h>

typedef enum Tenant {
    TENANT_PROGRAM,  // threads, but no processes; opens files for reading only
    TENANT_COMPILER, // starts other tools and makes files; all stays in one process group
} Tenant;

typedef struct SeccompFilter {
    struct sock_filter at[2048];
    uint32_t count;
    uint16_t own[16]; // the instructions whose constant is to be the process that signals may go to
    uint32_t owns;
} SeccompFilter;

// 'signals': to any process; else to itself only, once seccomp_bind has said who that is.
// False: there is no filter for this machine.
bool seccomp_make(Tenant tenant, bool signals, SeccompFilter *filter);

// In the process that is to be confined, without memory allocation; the filter outlasts exec.  False with errno.
bool seccomp_apply(SeccompFilter *filter);
#endif
