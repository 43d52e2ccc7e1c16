#include "base/sandbox/landlock.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// Headers are often older than the kernel: the newer fields of the attributes and rights are written out here.
// A kernel takes attributes that are longer than it knows if the rest is zero, so they are zero unless its version
// has them.
typedef struct Attributes {
    uint64_t files;   // version 1
    uint64_t network; // version 4
    uint64_t scoped;  // version 6
} Attributes;

enum {
    FILE_RIGHTS_1 = (1 << 13) - 1,
    RIGHT_REFER = 1 << 13,     // version 2
    RIGHT_TRUNCATE = 1 << 14,  // version 3
    RIGHT_IOCTL_DEV = 1 << 15, // version 5
    NETWORK_TCP = 3,           // bind, connect
    SCOPE_ALL = 3,             // abstract unix sockets, signals
    READING = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR,
    OF_FILES =
        LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE | RIGHT_TRUNCATE,
    MAKING_DEVICES = LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SOCK |
                     LANDLOCK_ACCESS_FS_MAKE_FIFO,
};

static long version(void) {
    return syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
}

static uint64_t file_rights(long v) {
    return FILE_RIGHTS_1 | (v >= 2 ? RIGHT_REFER : 0u) | (v >= 3 ? RIGHT_TRUNCATE : 0u) |
           (v >= 5 ? RIGHT_IOCTL_DEV : 0u);
}

int landlock_new(void) {
    long v = version();
    if (v < 1)
        return -1;
    Attributes a = { .files = file_rights(v), .network = v >= 4 ? NETWORK_TCP : 0, .scoped = v >= 6 ? SCOPE_ALL : 0 };
    size_t size = v >= 6 ? sizeof a : v >= 4 ? offsetof(Attributes, scoped) : offsetof(Attributes, network);
    return (int)syscall(SYS_landlock_create_ruleset, &a, size, 0); // is closed on exec
}

bool landlock_allow(int rules, const char *path, LandlockAccess access) {
    struct stat st;
    struct landlock_path_beneath_attr rule = { .parent_fd = open(path, O_PATH | O_CLOEXEC) };
    if (rule.parent_fd < 0)
        return errno == ENOENT || errno == ENOTDIR || errno == EACCES;
    rule.allowed_access = READING;
    if (access == LANDLOCK_WRITE)
        rule.allowed_access = file_rights(version()) & ~(uint64_t)(MAKING_DEVICES | RIGHT_IOCTL_DEV);
    bool good = !fstat(rule.parent_fd, &st);
    if (good && !S_ISDIR(st.st_mode))
        rule.allowed_access &= OF_FILES;
    good = good && !syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    int error = errno;
    close(rule.parent_fd);
    errno = error;
    return good;
}

bool landlock_apply(int rules) {
    return !prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) && !syscall(SYS_landlock_restrict_self, rules, 0);
}
