#include "base/sandbox/seccomp.h"
#include "base/sandbox/syscalls.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/prctl.h>
#include <unistd.h>

enum {
    X32_BIT = 0x40000000,
    NAMESPACES =
        CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET,
    WRITING = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_TMPFILE,
    ALLOW = SECCOMP_RET_ALLOW,
    REFUSE = SECCOMP_RET_ERRNO | EPERM,
};

// What is allowed of calls with many purposes.
static const uint32_t prctls[] = { PR_SET_NAME, PR_GET_NAME, 0x53564d41 /* names of memory areas */ };
static const uint32_t ioctls[] = { 0x5401 /* is it a terminal? */, 0x5413 /* its size */, 0x541b /* bytes to read */ };
static const uint32_t fcntls[] = { F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD_CLOEXEC };

// ---- instructions ----
static void put(SeccompFilter *f, struct sock_filter instruction) {
    assert(f->count < COUNT(f->at));
    f->at[f->count++] = instruction;
}

static void load(SeccompFilter *f, size_t offset) {
    put(f, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset));
}

// The lower half: of all arguments that are looked at the kernel uses no more.
static void load_argument(SeccompFilter *f, int i) {
    load(f, offsetof(struct seccomp_data, args) + 8 * (size_t)i);
}

static void answer(SeccompFilter *f, uint32_t action) {
    put(f, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, action));
}

// 'test' is BPF_JEQ, BPF_JSET (some bit of 'k') or BPF_JGE: where it holds of what is loaded, the answer is 'action'.
static void answer_if(SeccompFilter *f, uint16_t test, uint32_t k, uint32_t action) {
    put(f, (struct sock_filter)BPF_JUMP(BPF_JMP | test | BPF_K, k, 0, 1));
    answer(f, action);
}

static void allow_listed(SeccompFilter *f, int argument, const uint32_t *list, size_t n) {
    load_argument(f, argument);
    for (size_t i = 0; i < n; i++)
        answer_if(f, BPF_JEQ, list[i], ALLOW);
    answer(f, REFUSE);
}

// ---- rules ----
// A compiler may open for writing what the other layers let it; but a file that is opened for reading is not
// emptied by that, which old versions of Landlock do not see.
static void add_open(SeccompFilter *f, Tenant tenant, int argument) {
    load_argument(f, argument);
    if (tenant == TENANT_COMPILER) {
        answer_if(f, BPF_JSET, O_WRONLY | O_RDWR, ALLOW);
        answer_if(f, BPF_JSET, O_TRUNC, REFUSE);
    } else
        answer_if(f, BPF_JSET, WRITING & ~O_DIRECTORY, SECCOMP_RET_ERRNO | EROFS);
    answer(f, ALLOW);
}

static void add_clone(SeccompFilter *f, Tenant tenant) {
    load_argument(f, 0);
    answer_if(f, BPF_JSET, NAMESPACES, REFUSE);
    if (tenant == TENANT_PROGRAM) {
        answer_if(f, BPF_JSET, CLONE_THREAD, ALLOW);
        answer(f, REFUSE);
    }
    answer(f, ALLOW);
}

static void add_signal(SeccompFilter *f, bool any) {
    if (!any) {
        load_argument(f, 0);
        assert(f->owns < COUNT(f->own));
        f->own[f->owns++] = (uint16_t)f->count;
        answer_if(f, BPF_JEQ, 0, ALLOW);
    }
    answer(f, any ? ALLOW : REFUSE);
}

static void add_rule(SeccompFilter *f, CallRule rule, Tenant tenant, bool signals) {
    switch (rule) {
    case CALL_ALWAYS:
    case CALL_COMPILER:
        answer(f, ALLOW);
        break;
    case CALL_PRETEND:
        answer(f, SECCOMP_RET_ERRNO | 0);
        break;
    case CALL_CLONE:
        add_clone(f, tenant);
        break;
    case CALL_OPEN:
    case CALL_OPENAT:
        add_open(f, tenant, rule == CALL_OPEN ? 1 : 2);
        break;
    case CALL_SIGNAL:
        add_signal(f, signals);
        break;
    case CALL_PRCTL:
        allow_listed(f, 0, prctls, COUNT(prctls));
        break;
    case CALL_IOCTL:
        allow_listed(f, 1, ioctls, COUNT(ioctls));
        break;
    case CALL_FCNTL:
        allow_listed(f, 1, fcntls, COUNT(fcntls));
        break;
    case CALL_SELF:
        allow_listed(f, 0, &(uint32_t){ 0 }, 1);
        break;
    }
}

// The number of the call is loaded.  Each rule is skipped unless it is for that number.
static void add_calls(SeccompFilter *f, CallTable calls, Tenant tenant, bool signals) {
    for (size_t i = 0; i < calls.count; i++) {
        CallRule rule = calls.at[i].rule;
        if (tenant == TENANT_PROGRAM && (rule == CALL_COMPILER || rule == CALL_PRETEND))
            continue;
        uint32_t jump = f->count;
        put(f, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, calls.at[i].number, 0, 0));
        add_rule(f, rule, tenant, signals);
        assert(f->count - jump - 1 <= UINT8_MAX);
        f->at[jump].jf = (uint8_t)(f->count - jump - 1);
    }
    answer(f, SECCOMP_RET_ERRNO | ENOSYS);
}

bool seccomp_make(Tenant tenant, bool signals, SeccompFilter *f) {
    CallTable wide = syscalls_64(), narrow = syscalls_32();
    f->count = f->owns = 0;
    if (!wide.count || !narrow.count)
        return false;
    load(f, offsetof(struct seccomp_data, arch));
    uint32_t jump = f->count;
    put(f, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_I386, 1, 0));
    put(f, (struct sock_filter)BPF_STMT(BPF_JMP | BPF_JA, 0)); // to the 64-bit part; conditional jumps reach 255 only
    load(f, offsetof(struct seccomp_data, nr));
    add_calls(f, narrow, tenant, signals);
    f->at[jump + 1].k = f->count - jump - 2;
    put(f, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 1, 0));
    answer(f, SECCOMP_RET_KILL_PROCESS);
    load(f, offsetof(struct seccomp_data, nr));
    answer_if(f, BPF_JGE, X32_BIT, SECCOMP_RET_KILL_PROCESS);
    add_calls(f, wide, tenant, signals);
    return true;
}

bool seccomp_apply(SeccompFilter *f) {
    for (uint32_t i = 0; i < f->owns; i++)
        f->at[f->own[i]].k = (uint32_t)getpid();
    struct sock_fprog program = { (unsigned short)f->count, f->at };
    return !prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) && !prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}
