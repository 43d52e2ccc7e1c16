// A program that tries to do harm when it is replayed.  Hone reads main() only; what gcc compiles tries, before
// main(), what ATTACK says: the name of one attempt, or 'everything'.  An attempt that succeeds leaves the file MARK,
// if it can, and ends the program with 70; else the error is reached and the replay agrees.
//
// PLACE is a folder with: victim (a file), secret (a file), closed (empty folder), socket (somebody listens there and
// at the abstract name PLACE/socket).  PORT: somebody listens on loopback.  PID: a process of the same user.
extern void reach_error(void);

#ifndef __clang__
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

#define VICTIM PLACE "/victim"
#define SECRET PLACE "/secret"
#define MARK PLACE "/mark"

// ---- files ----
static int write_file(void) {
    int file = open(VICTIM, O_WRONLY | O_APPEND);
    return file >= 0 && write(file, "harmed", 6) == 6;
}

static int map_file(void) {
    int file = open(VICTIM, O_RDWR);
    char *at = file < 0 ? MAP_FAILED : mmap(0, 6, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (at == MAP_FAILED)
        return 0;
    memcpy(at, "harmed", 6);
    return 1;
}

static int cut_file(void) {
    int cut = truncate(VICTIM, 1) == 0;
    return open(VICTIM, O_RDONLY | O_TRUNC) >= 0 || cut;
}

static int change_file(void) {
    int changed = chmod(VICTIM, 0777) == 0;
    return utimensat(AT_FDCWD, VICTIM, 0, 0) == 0 || changed;
}

static int remove_file(void) {
    return rename(VICTIM, PLACE "/renamed") == 0 || unlink(VICTIM) == 0;
}

static int make_file(void) {
    const char *const names[] = { PLACE "/made", "made", "/tmp/hone-security-made", "/dev/shm/hone-security-made" };
    for (int i = 0; i < 4; i++) {
        int file = open(names[i], O_WRONLY | O_CREAT, 0666);
        unlink(names[i]);
        if (file >= 0)
            return 1;
    }
    return mkdir(PLACE "/closed/made", 0777) == 0 || symlink(VICTIM, PLACE "/closed/link") == 0 ||
           link(VICTIM, PLACE "/closed/hard") == 0 || mkfifo(PLACE "/closed/fifo", 0666) == 0;
}

static int fill_disk(void) {
    static char block[1 << 20];
    long written = 0;
    int file = open(PLACE "/filled", O_WRONLY | O_CREAT, 0666);
    for (int i = 0; i < 20 && file >= 0; i++)
        written += write(file, block, sizeof block) > 0;
    return written == 20;
}

static int read_file(void) {
    char c;
    const char *const names[] = { SECRET, "/proc/self/root" SECRET, "/etc/passwd", "/proc/self/cwd/" SECRET };
    for (int i = 0; i < 4; i++) {
        int file = open(names[i], O_RDONLY);
        if (file >= 0 && read(file, &c, 1) == 1)
            return 1;
    }
    return 0;
}

static int list_folder(void) {
    return opendir(PLACE) != 0;
}

// ---- sockets ----
static int reaches(int abstract) {
    struct sockaddr_un address = { .sun_family = AF_UNIX };
    strcpy(address.sun_path + abstract, PLACE "/socket");
    socklen_t length = offsetof(struct sockaddr_un, sun_path) + abstract + strlen(PLACE "/socket");
    int s = socket(AF_UNIX, SOCK_STREAM, 0);
    return s >= 0 && connect(s, (struct sockaddr *)&address, length) == 0;
}

static int reach_unix(void) {
    return reaches(0);
}

static int reach_abstract(void) {
    return reaches(1);
}

static int reach_tcp(void) {
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_port = htons(PORT) };
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int s = socket(AF_INET, SOCK_STREAM, 0);
    return s >= 0 && connect(s, (struct sockaddr *)&address, sizeof address) == 0;
}

static int make_socket(void) {
    int two[2];
    return socket(AF_INET, SOCK_DGRAM, 0) >= 0 || socket(AF_NETLINK, SOCK_RAW, 0) >= 0 ||
           socketpair(AF_UNIX, SOCK_STREAM, 0, two) == 0;
}

// ---- other processes ----
static int read_process(void) {
    char name[64], c;
    sprintf(name, "/proc/%d/environ", PID);
    int file = open(name, O_RDONLY);
    return file >= 0 && read(file, &c, 1) == 1;
}

static int signal_process(void) {
    return kill(PID, 0) == 0 || syscall(SYS_tgkill, PID, PID, 0) == 0 || syscall(SYS_tkill, PID, 0) == 0;
}

static int trace_process(void) {
    return ptrace(PTRACE_SEIZE, PID, 0, 0) == 0;
}

// Left alone, the daemon would leave MARK.
static int leave_daemon(void) {
    pid_t child = fork();
    if (child)
        return child > 0;
    setsid();
    if (fork() == 0) {
        sleep(1);
        close(open(MARK, O_WRONLY | O_CREAT, 0666));
    }
    _exit(0);
}

static int start_many(void) {
    int n = 0;
    for (int i = 0; i < 20; i++) {
        pid_t child = i % 2 ? fork() : (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
        if (child == 0) {
            usleep(100000);
            _exit(0);
        }
        n += child > 0;
    }
    return n > 0;
}

static int become_other(void) {
    char *const none[] = { 0 }, *const arguments[] = { "sh", "-c", "echo >" MARK, 0 };
    execve("/bin/sh", arguments, none);
    return 0;
}

// ---- the kernel ----
// Numbers that are the same in both ABIs, or are named.
static int ask_kernel(void) {
    static char page[4096];
    const long numbers[] = {
        SYS_keyctl,         SYS_bpf,   SYS_userfaultfd,       SYS_perf_event_open, SYS_memfd_create,
        SYS_io_uring_setup, SYS_mount, SYS_pidfd_open,        SYS_fanotify_init,   SYS_inotify_init1,
        SYS_setpgid,        SYS_setns, SYS_name_to_handle_at, SYS_process_vm_readv
    };
    int n = 0;
    for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        errno = 0;
        long result = syscall(numbers[i], 0, page, 0, 0, 0, 0);
        n += result >= 0 || (errno != ENOSYS && errno != EPERM);
    }
    return n > 0;
}

static int make_namespace(void) {
    return unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0 || unshare(CLONE_NEWUSER) == 0 ||
           syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0) > 0;
}

static int share_memory(void) {
    int id = shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600);
    if (id >= 0)
        shmctl(id, IPC_RMID, 0);
    return id >= 0;
}

// The other ABI of the same kernel: unlink is 10 there, socketcall 102, open 5.
static int use_narrow_calls(void) {
    int unlinked = -1, opened = -1;
#ifdef __x86_64__
    static const char victim[] = VICTIM; // below 4 GB: the program is linked with -no-pie
    __asm__ volatile("int $0x80"
                     : "=a"(opened)
                     : "a"(5), "b"(victim), "c"(2), "d"(0)
                     : "memory", "r8", "r9", "r10", "r11");
    __asm__ volatile("int $0x80" : "=a"(unlinked) : "a"(10), "b"(victim) : "memory", "r8", "r9", "r10", "r11");
#endif
    return unlinked == 0 || opened >= 0;
}

// A third ABI, where 2 is open as well.
static int use_x32_calls(void) {
#ifdef __x86_64__
    return syscall(0x40000000 | SYS_open, VICTIM, O_RDWR) >= 0;
#else
    return 0;
#endif
}

// ---- limits ----
static int allocate(void) {
    long got = 0;
    for (int i = 0; i < 200; i++)
        got +=
            mmap(0, 64 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0) != MAP_FAILED;
    return got == 200;
}

static int open_many(void) {
    int n = 0;
    while (n < 600 && open("/dev/null", O_RDONLY) >= 0)
        n++;
    for (int i = 0; i < n; i++)
        close(3 + i);
    return n == 600;
}

static void *wait_long(void *a) {
    sleep(5);
    return a;
}

static int start_threads(void) {
    pthread_attr_t small;
    pthread_t t;
    int n = 0;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 65536);
    while (n < 1000 && pthread_create(&t, &small, wait_long, 0) == 0)
        n++;
    usleep(500000);
    return n == 1000;
}

static int print_much(void) {
    static char line[4096];
    memset(line, 'x', sizeof line);
    for (;;)
        if (write(2, line, sizeof line) < 0)
            return 1;
}

static int stay_for_ever(void) {
    signal(SIGXCPU, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    for (;;)
        usleep(1000);
}

// What the sandbox's own failure was once taken for.
static int exit_127(void) {
    if (write_file())
        return 1;
    _exit(127);
}

static int say_bwrap(void) {
    if (write_file())
        return 1;
    fputs("bwrap: No permissions to create a new namespace\n", stderr);
    _exit(1);
}

#define ATTEMPTS(X)                                                                                                    \
    X(write_file)                                                                                                      \
    X(map_file)                                                                                                        \
    X(cut_file)                                                                                                        \
    X(change_file)                                                                                                     \
    X(remove_file)                                                                                                     \
    X(make_file)                                                                                                       \
    X(fill_disk)                                                                                                       \
    X(read_file)                                                                                                       \
    X(list_folder)                                                                                                     \
    X(reach_unix)                                                                                                      \
    X(reach_abstract)                                                                                                  \
    X(reach_tcp)                                                                                                       \
    X(make_socket)                                                                                                     \
    X(read_process)                                                                                                    \
    X(signal_process)                                                                                                  \
    X(trace_process) X(leave_daemon) X(start_many) X(ask_kernel) X(make_namespace) X(share_memory) X(use_narrow_calls) \
        X(become_other) X(allocate) X(open_many)

static const struct {
    const char *name;
    int (*attempt)(void);
} attempts[] = {
#define ROW(name) { #name, name },
    ATTEMPTS(ROW){ "start_threads", start_threads },
};
enum { LISTED = sizeof attempts / sizeof *attempts - 1 };

// For the program on its own: the attempt of that name in the environment.
static int named(void) {
    for (int i = 0; i <= LISTED; i++)
        if (!strcmp(attempts[i].name, getenv("ATTEMPT")))
            return attempts[i].attempt();
    abort();
}

static int everything(void) {
    for (int i = 0; i < LISTED; i++)
        if (attempts[i].attempt())
            return 1;
    return 0;
}

__attribute__((constructor)) static void attack(void) {
    if (!ATTACK())
        return;
    close(open(MARK, O_WRONLY | O_CREAT, 0666));
    _exit(70);
}
#endif

int main(void) {
    reach_error();
    return 0;
}
