// unistd.c - <unistd.h>, <fcntl.h>, <sys/socket.h>, <arpa/inet.h>
//
// The world outside answers with inputs.  Sleeping takes no time.
#include "libc.h"

typedef __INT64_TYPE__ Wide;

// 0, or -1 with an error number.
#define done(function) finished(input_between(function, -1, 0))
static int finished(int result) {
    if (result != 0)
        __hone_fail("error number");
    return result;
}

// The same of an operation on a descriptor.
#define done_on(file, function) finished_on(file, __hone_input_int(function))
static int finished_on(int file, int result) {
    if (!__hone_may_use(file))
        return -1;
    __hone_assume(result == -1 || result == 0);
    return finished(result);
}

// A new descriptor, or -1 with an error number.
#define descriptor(function) __hone_opened(__hone_input_int(function))

// The number of bytes moved, up to 'most', or -1 with an error number.  Linux moves no more than 0x7ffff000 at once.
#define moved(file, most, function) count_up_to(file, most, __hone_input_long(function))
static ssize_t count_up_to(int file, size_t most, long n) {
    if (!__hone_may_use(file))
        return -1;
    __hone_assume((n == -1) | ((n >= 0) & ((size_t)n <= most) & (n <= 0x7ffff000)));
    if (n == -1)
        __hone_fail("error number");
    return (ssize_t)n;
}

// ---- waiting ----
unsigned sleep(unsigned seconds) {
    unsigned rest = __hone_input_uint("sleep");
    __hone_assume(rest <= seconds);
    return rest;
}

int usleep(unsigned microseconds) {
    (void)microseconds;
    int result = input_between("usleep", -1, 0);
    if (result == -1)
        *__hone_errno() = __hone_input_bool("error number") ? EINVAL : EINTR;
    return result;
}

int sched_yield(void) {
    return 0;
}

// ---- process and user numbers: constant, but for the parent, which may end ----
static int process; // its number, once it was asked for

int getpid(void) {
    if (process == 0)
        process = (int)(__hone_input_uint("getpid") & INT_MAX);
    if (process == 0)
        process = 1;
    return process;
}

// 0 where the parent is of another name space.
int getppid(void) {
    int id = __hone_input_int("getppid");
    __hone_assume(id >= 0);
    return id;
}

// The child has the memory of its parent as it is now, and no part of it in common: each of the two is a run of its
// own.
int fork(void) {
    int id = __hone_input_int("fork");
    __hone_assume(id >= -1);
    if (!__hone_may_fork())
        __hone_unmodelled("call of fork, with threads, shared memory or clocks");
    if (id == -1)
        __hone_fail("error number");
    if (id == 0)
        process = 0;
    return id;
}

#define USER(NAME)                         \
    unsigned NAME(void) {                  \
        static _Bool known;                \
        static unsigned id;                \
        if (!known)                        \
            id = __hone_input_uint(#NAME); \
        known = 1;                         \
        return id;                         \
    }
USER(getuid)
USER(geteuid)
USER(getgid)
USER(getegid)

int isatty(int file) {
    if (!__hone_may_use(file))
        return 0;
    int result = input_between("isatty", 0, 1);
    if (result == 0)
        __hone_fail("error number");
    return result;
}

long sysconf(int name) {
    (void)name;
    return __hone_input_long("sysconf");
}

int getpagesize(void) {
    return 4096;
}

int gethostname(char *to, size_t room) {
    fill(to, room);
    return done("gethostname");
}

char *getcwd(char *to, size_t room) {
    char *given = to;
    if (!to)
        to = __hone_allocate("getcwd", room = room ? room : 4096);
    if (!to)
        return NULL;
    if (room < 2 || !__hone_input_bool("getcwd")) {
        __hone_fail("getcwd");
        if (!given)
            __hone_free(to);
        return NULL;
    }
    fill(to, room);
    to[0] = '/';
    to[room - 1] = 0;
    return to;
}

// ---- files ----
int open(const char *path, int flags, ...) {
    (void)text_length(path);
    (void)flags;
    return descriptor("open");
}

int open64(const char *path, int flags, ...) {
    (void)text_length(path);
    (void)flags;
    return descriptor("open");
}

int creat(const char *path, unsigned mode) {
    (void)text_length(path);
    (void)mode;
    return descriptor("creat");
}

int openat(int directory, const char *path, int flags, ...) {
    (void)directory;
    (void)text_length(path);
    (void)flags;
    return descriptor("open");
}

// Linux gives the descriptor back even where it reports an error; POSIX leaves that open.
int close(int file) {
    if (!__hone_may_use(file))
        return -1;
    int result = done("close");
    if (result == 0)
        __hone_closed(file);
    return result;
}

int dup(int file) {
    if (!__hone_may_use(file))
        return -1;
    int copy = __hone_input_int("dup");
    if (copy >= 0)
        __hone_set_open(file);
    return __hone_opened(copy);
}

// 'to' itself, or -1.
static int duplicate(int file, int to, int result) {
    if (!__hone_may_use(file))
        return -1;
    __hone_assume(result == -1 || result == to);
    if (result == -1 || to < 0) {
        __hone_fail("error number");
        return -1;
    }
    __hone_set_open(file);
    __hone_set_open(to);
    return to;
}

int dup2(int file, int to) {
    return duplicate(file, to, __hone_input_bool("dup2") ? -1 : to);
}

int dup3(int file, int to, int flags) {
    (void)flags;
    if (file == to) {
        *__hone_errno() = EINVAL;
        return -1;
    }
    return duplicate(file, to, __hone_input_bool("dup2") ? -1 : to);
}

static int make_pair(int files[2], int result) {
    if (result != 0)
        return result;
    int first = __hone_opened(__hone_input_int("pipe"));
    int second = first < 0 ? -1 : __hone_opened(__hone_input_int("pipe") ^ 1);
    if (second < 0)
        return -1;
    files[0] = first;
    files[1] = second;
    return 0;
}

int pipe(int files[2]) {
    return make_pair(files, done("pipe"));
}

int pipe2(int files[2], int flags) {
    (void)flags;
    return make_pair(files, done("pipe"));
}

int socketpair(int domain, int type, int protocol, int files[2]) {
    (void)domain;
    (void)type;
    (void)protocol;
    return make_pair(files, done("socketpair"));
}

enum { F_DUPFD = 0, F_GETFD = 1, F_SETFD = 2, F_GETFL = 3, F_SETFL = 4, F_DUPFD_CLOEXEC = 1030 };

// A copy from 'least' on.
static int duplicate_from(int file, int least) {
    int copy = __hone_input_int("fcntl");
    __hone_assume(copy == -1 || copy >= least);
    if (copy >= 0)
        __hone_set_open(file);
    return __hone_opened(copy);
}

int fcntl(int file, int command, ...) {
    int argument = 0;
    if (!__hone_may_use(file))
        return -1;
    if (command == F_DUPFD || command == F_DUPFD_CLOEXEC || command == F_SETFD || command == F_SETFL) {
        va_list list;
        va_start(list, command);
        argument = va_arg(list, int);
        va_end(list);
    }
    if (command == F_DUPFD || command == F_DUPFD_CLOEXEC)
        return duplicate_from(file, argument);
    if (command == F_SETFD || command == F_SETFL)
        return done_on(file, "fcntl");
    if (command != F_GETFD && command != F_GETFL)
        __hone_unmodelled("fcntl");
    int flags = __hone_input_int("fcntl");
    __hone_assume(flags >= -1);
    return flags == -1 ? finished(-1) : flags;
}

// What comes in overwrites up to n bytes.
ssize_t read(int file, void *to, size_t n) {
    ssize_t got = moved(file, n, "read");
    if (got > 0)
        fill(to, (size_t)got);
    return got;
}

ssize_t write(int file, const void *from, size_t n) {
    const char *bytes = from;
    if (file == 1)
        for (size_t i = 0; i < n; i++)
            putchar((unsigned char)bytes[i]);
    ssize_t written = moved(file, n, "write");
    if (written > 0) { // not shown, but read
        volatile char read = bytes[0];
        read = bytes[written - 1];
        (void)read;
    }
    return written;
}

// From the start the new position is the offset, or 0 on a device that has no positions (/dev/null); how large files
// are and where we are in them is not kept.
static Wide moved_to(int file, Wide offset, int whence, Wide position) {
    if (!__hone_may_use(file))
        return -1;
    __hone_assume(position >= -1);
    if (whence == 0)
        __hone_assume((position == -1) | (position == offset) | (position == 0));
    if (position == -1)
        __hone_fail("error number");
    return position;
}

long lseek(int file, long offset, int whence) {
    return (long)moved_to(file, offset, whence, __hone_input_long("lseek"));
}

Wide lseek64(int file, Wide offset, int whence) {
    return moved_to(file, offset, whence, __hone_input_longlong("lseek"));
}

int access(const char *path, int mode) {
    (void)text_length(path);
    (void)mode;
    return done("access");
}

int unlink(const char *path) {
    (void)text_length(path);
    return done("unlink");
}

int rmdir(const char *path) {
    (void)text_length(path);
    return done("rmdir");
}

int mkdir(const char *path, unsigned mode) {
    (void)text_length(path);
    (void)mode;
    return done("mkdir");
}

// ---- rights: whether the system allows it is the world's business ----
int chroot(const char *path) {
    (void)text_length(path);
    return done("chroot");
}

int fchdir(int descriptor) {
    (void)descriptor;
    return done("fchdir");
}

int setuid(unsigned id) {
    (void)id;
    return done("setuid");
}

int seteuid(unsigned id) {
    (void)id;
    return done("seteuid");
}

int setgid(unsigned id) {
    (void)id;
    return done("setgid");
}

int setegid(unsigned id) {
    (void)id;
    return done("setegid");
}

int setreuid(unsigned real, unsigned effective) {
    (void)real, (void)effective;
    return done("setreuid");
}

int setregid(unsigned real, unsigned effective) {
    (void)real, (void)effective;
    return done("setregid");
}

int setgroups(size_t n, const unsigned *groups) {
    (void)n, (void)groups;
    return done("setgroups");
}

int chdir(const char *path) {
    (void)text_length(path);
    return done("chdir");
}

int fsync(int file) {
    return done_on(file, "fsync");
}

int ftruncate(int file, long length) {
    (void)length;
    return done_on(file, "ftruncate");
}

// ---- sockets ----
int socket(int domain, int type, int protocol) {
    (void)domain;
    (void)type;
    (void)protocol;
    return descriptor("socket");
}

int bind(int file, const void *address, unsigned length) {
    (void)address;
    (void)length;
    return done_on(file, "bind");
}

int listen(int file, int backlog) {
    (void)backlog;
    return done_on(file, "listen");
}

int connect(int file, const void *address, unsigned length) {
    (void)address;
    (void)length;
    return done_on(file, "connect");
}

int accept(int file, void *address, unsigned *length) {
    if (!__hone_may_use(file))
        return -1;
    int result = descriptor("accept");
    if (result >= 0 && address) {
        fill(address, *length);
        *length = __hone_input_uint("accept");
    }
    return result;
}

int shutdown(int file, int how) {
    (void)how;
    return done_on(file, "shutdown");
}

int setsockopt(int file, int level, int name, const void *value, unsigned length) {
    (void)level;
    (void)name;
    (void)value;
    (void)length;
    return done_on(file, "setsockopt");
}

ssize_t recv(int file, void *to, size_t n, int flags) {
    (void)flags;
    ssize_t got = moved(file, n, "recv");
    if (got > 0)
        fill(to, (size_t)got);
    return got;
}

ssize_t send(int file, const void *from, size_t n, int flags) {
    (void)from;
    (void)flags;
    return moved(file, n, "send");
}

unsigned inet_addr(const char *text) {
    (void)text_length(text);
    return __hone_input_uint("inet_addr");
}

// ---- network byte order ----
unsigned short htons(unsigned short n) {
    return (unsigned short)(n << 8 | n >> 8);
}

unsigned short ntohs(unsigned short n) {
    return (unsigned short)(n << 8 | n >> 8);
}

unsigned htonl(unsigned n) {
    return n << 24 | (n & 0xff00) << 8 | (n >> 8 & 0xff00) | n >> 24;
}

unsigned ntohl(unsigned n) {
    return n << 24 | (n & 0xff00) << 8 | (n >> 8 & 0xff00) | n >> 24;
}
