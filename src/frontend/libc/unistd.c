// unistd.c - <unistd.h>, <fcntl.h>, <sys/socket.h>, <arpa/inet.h>
//
// The world outside answers with inputs.  Sleeping takes no time.
#include "libc.h"

// 0, or -1 with an error number.
#define done(function) finished(input_between(function, -1, 0))
static int finished(int result) {
    if (result != 0)
        __hone_fail("error number");
    return result;
}

// A new descriptor, or -1 with an error number.
#define descriptor(function) opened(__hone_input_int(function))
static int opened(int result) {
    __hone_assume(result >= -1);
    if (result == -1)
        __hone_fail("error number");
    return result;
}

// The number of bytes moved, up to 'most', or -1 with an error number.
#define moved(most, function) count_up_to(most, __hone_input_long(function))
static ssize_t count_up_to(size_t most, long n) {
    __hone_assume(n == -1 || (n >= 0 && (size_t)n <= most));
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
    return done("usleep");
}

int sched_yield(void) {
    return 0;
}

// ---- who we are: nothing here changes that, but for the parent, who may end ----
int getpid(void) {
    static int id = -1;
    if (id < 0)
        id = __hone_input_int("getpid");
    __hone_assume(id >= 0);
    return id;
}

int getppid(void) {
    int id = __hone_input_int("getppid");
    __hone_assume(id >= 0);
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
    (void)file;
    return input_between("isatty", 0, 1);
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
    if (!to)
        to = __hone_malloc(room = room ? room : 4096);
    if (room == 0 || !__hone_input_bool("getcwd")) {
        __hone_fail("getcwd");
        return NULL;
    }
    fill(to, room);
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

int close(int file) {
    (void)file;
    return done("close");
}

int dup(int file) {
    (void)file;
    return descriptor("dup");
}

int dup2(int file, int to) {
    (void)file;
    (void)to;
    return descriptor("dup2");
}

int pipe(int files[2]) {
    int result = done("pipe");
    if (result == 0) {
        files[0] = __hone_input_int("pipe");
        files[1] = __hone_input_int("pipe");
    }
    return result;
}

// What comes in overwrites up to n bytes.
ssize_t read(int file, void *to, size_t n) {
    (void)file;
    ssize_t got = moved(n, "read");
    if (got > 0)
        fill(to, (size_t)got);
    return got;
}

ssize_t write(int file, const void *from, size_t n) {
    const char *bytes = from;
    if (file == 1)
        for (size_t i = 0; i < n; i++)
            putchar((unsigned char)bytes[i]);
    return moved(n, "write");
}

long lseek(int file, long offset, int whence) {
    (void)file;
    (void)offset;
    (void)whence;
    long position = __hone_input_long("lseek");
    __hone_assume(position >= -1);
    if (position == -1)
        __hone_fail("lseek");
    return position;
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

int chdir(const char *path) {
    (void)text_length(path);
    return done("chdir");
}

int fsync(int file) {
    (void)file;
    return done("fsync");
}

int ftruncate(int file, long length) {
    (void)file;
    (void)length;
    return done("ftruncate");
}

// ---- sockets ----
int socket(int domain, int type, int protocol) {
    (void)domain;
    (void)type;
    (void)protocol;
    return descriptor("socket");
}

int bind(int file, const void *address, unsigned length) {
    (void)file;
    (void)address;
    (void)length;
    return done("bind");
}

int listen(int file, int backlog) {
    (void)file;
    (void)backlog;
    return done("listen");
}

int connect(int file, const void *address, unsigned length) {
    (void)file;
    (void)address;
    (void)length;
    return done("connect");
}

int accept(int file, void *address, unsigned *length) {
    (void)file;
    int result = descriptor("accept");
    if (result >= 0 && address) {
        fill(address, *length);
        *length = __hone_input_uint("accept");
    }
    return result;
}

int shutdown(int file, int how) {
    (void)file;
    (void)how;
    return done("shutdown");
}

int setsockopt(int file, int level, int name, const void *value, unsigned length) {
    (void)file;
    (void)level;
    (void)name;
    (void)value;
    (void)length;
    return done("setsockopt");
}

ssize_t recv(int file, void *to, size_t n, int flags) {
    (void)file;
    (void)flags;
    ssize_t got = moved(n, "recv");
    if (got > 0)
        fill(to, (size_t)got);
    return got;
}

ssize_t send(int file, const void *from, size_t n, int flags) {
    (void)file;
    (void)from;
    (void)flags;
    return moved(n, "send");
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
