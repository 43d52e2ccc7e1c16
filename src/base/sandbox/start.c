#include "base/sandbox/start.h"
#include "base/sandbox/landlock.h"
#include "base/process.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    OUTPUT_KEPT = 1 << 16,
    READS_AT_ONCE = 64,
    STACK_MEGABYTES = 512,
    MOST_FILES = 256,
    MOST_THREADS = 256,       // counted now and then
    MOST_PROCESSES = 1 << 14, // of the user in all: what the kernel counts; not for root
    MOST_INHERITED = 1 << 16,
    ABOVE = 32, // descriptors from here on are not in the way of those that are handed over
};
static const double SECONDS_TO_DIE = 1;

// Why the child could not become what it should: it tells by a pipe that exec closes.
typedef struct Failure {
    enum { DIRECTORY, PROCESSOR, PRIVILEGES, RULES, FILTER, EXECUTE } step;
    int error;
} Failure;

typedef struct Ends { // of files, for the child
    int out, nothing, failure;
    pid_t parent;
} Ends;

void process_result_free(ProcessResult *r) {
    vec_free(&r->output);
    *r = (ProcessResult){ 0 };
}

// ---- the child, between fork and exec: only system calls ----
static void limit(int resource, uint64_t soft, uint64_t hard) {
    struct rlimit now;
    if (getrlimit((__rlimit_resource_t)resource, &now))
        return;
    if (hard > now.rlim_max)
        hard = now.rlim_max;
    setrlimit((__rlimit_resource_t)resource, &(struct rlimit){ soft < hard ? soft : hard, hard });
}

static void set_limits(const Start *s) {
    uint64_t seconds = (uint64_t)(s->limits.cpu + 0.999), bytes = s->limits.megabytes << 20;
    limit(RLIMIT_CORE, 0, 0);
    limit(RLIMIT_CPU, seconds, seconds + 1);
    if (bytes)
        limit(RLIMIT_AS, bytes, bytes);
    if (!s->locked)
        return;
    limit(RLIMIT_FSIZE, 0, 0);
    limit(RLIMIT_STACK, (uint64_t)STACK_MEGABYTES << 20, RLIM_INFINITY);
    limit(RLIMIT_NOFILE, MOST_FILES, MOST_FILES);
    limit(RLIMIT_NPROC, MOST_PROCESSES, MOST_PROCESSES);
    limit(RLIMIT_MSGQUEUE, 0, 0);
    limit(RLIMIT_MEMLOCK, 0, 0);
}

// The processor that runs us now is one we may use.
static bool stay_here(void) {
    cpu_set_t here;
    int cpu = sched_getcpu();
    if (cpu < 0 || cpu >= CPU_SETSIZE)
        return false;
    CPU_ZERO(&here);
    CPU_SET(cpu, &here);
    return !sched_setaffinity(0, sizeof here, &here);
}

static void reset_signals(bool locked) {
    static const int defaults[] = { SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGTTOU, SIGTSTP, SIGXCPU, SIGXFSZ, SIGCHLD };
    sigset_t none;
    sigemptyset(&none);
    for (size_t i = 0; i < COUNT(defaults); i++)
        signal(defaults[i], SIG_DFL);
    if (locked)
        signal(SIGXFSZ, SIG_IGN); // writing to a file fails, and that is all
    sigprocmask(SIG_SETMASK, &none, NULL);
}

// With no_new_privs, which the filter needs anyway, exec does not give root's capabilities back.
static bool drop_privileges(void) {
    struct __user_cap_header_struct head = { .version = _LINUX_CAPABILITY_VERSION_3 };
    struct __user_cap_data_struct none[2] = { 0 };
    return !prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) && !syscall(SYS_capset, &head, none);
}

static void take_files(const Start *s, const Ends *e) {
    dup2(e->nothing, STDIN_FILENO);
    dup2(s->locked ? e->nothing : e->out, STDOUT_FILENO);
    dup2(e->out, STDERR_FILENO);
    int next = FIRST_GIVEN;
    for (size_t i = 0; i < COUNT(s->given); i++)
        if (s->given[i])
            dup2(s->given[i], next++);
    if (close_range((unsigned)next, ~0u, CLOSE_RANGE_CLOEXEC)) // kernels before 5.11
        for (int file = next; file < MOST_INHERITED; file++)
            fcntl(file, F_SETFD, FD_CLOEXEC);
}

static _Noreturn void fail(const Ends *e, int step) {
    Failure failure = { step, errno };
    ssize_t written = write(e->failure, &failure, sizeof failure);
    _exit(written < 0 ? 126 : 127); // nobody looks at it
}

static _Noreturn void be_child(const Start *s, const Ends *e) {
    reset_signals(s->locked);
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != e->parent)
        _exit(1); // it was gone before
    take_files(s, e);
    if (s->directory && chdir(s->directory))
        fail(e, DIRECTORY);
    set_limits(s);
    if (s->limits.one_processor && !stay_here())
        fail(e, PROCESSOR);
    if (s->filter && !drop_privileges())
        fail(e, PRIVILEGES);
    if (s->rules && !landlock_apply(s->rules))
        fail(e, RULES);
    if (s->filter && !seccomp_apply(s->filter))
        fail(e, FILTER);
    execve(s->path, (char *const *)s->arguments, (char *const *)s->environment);
    fail(e, EXECUTE);
}

// ---- watching ----
static void keep(Text *output, const char *bytes, size_t n) {
    text_add(output, "%s", ""); // so that there is a text at all
    vec_reserve(output, output->count + n + 1);
    memcpy(output->at + output->count, bytes, n);
    output->count += (uint32_t)n;
    if (output->count > 2 * OUTPUT_KEPT) {
        memmove(output->at, output->at + output->count - OUTPUT_KEPT, OUTPUT_KEPT);
        output->count = OUTPUT_KEPT;
    }
    output->at[output->count] = 0;
}

// Who writes faster than we read must not keep us here for ever: the rest is for the next time.
bool read_available(int file, Text *text) {
    char buffer[4096];
    for (int i = 0; i < READS_AT_ONCE; i++) {
        ssize_t n = read(file, buffer, sizeof buffer);
        if (n > 0)
            keep(text, buffer, (size_t)n);
        else if (n == 0 || (errno != EINTR && errno != EAGAIN))
            return false;
        else if (errno == EAGAIN)
            return true;
    }
    return true;
}

// Waits for the child; returns whether it ended by itself, not by a limit that is watched here.
// It is not reaped yet: as long as it is there, no other process group can have its number.
static bool wait_until(pid_t child, int file, double deadline, bool count, Text *output) {
    struct pollfd wait = { .fd = file, .events = POLLIN };
    for (;;) {
        if (wait.fd >= 0 && !read_available(file, output))
            wait.fd = -1; // nobody writes any more: it is about to end
        siginfo_t info = { 0 };
        if (!waitid(P_PID, (id_t)child, &info, WEXITED | WNOHANG | WNOWAIT) ? info.si_pid == child : errno != EINTR)
            return true;
        if (clock_wall() > deadline || (count && process_tree_threads(child) > MOST_THREADS))
            return false;
        poll(&wait, 1, wait.fd >= 0 ? 20 : 1);
    }
}

// The kernel ends what is left of a process group, or of bubblewrap's namespace, at once but not before we go on:
// when all have gone, nobody has the other end of the pipe.
static void wait_for_last(int file, Text *output) {
    double deadline = clock_wall() + SECONDS_TO_DIE;
    while (read_available(file, output) && clock_wall() < deadline)
        poll(&(struct pollfd){ .fd = file, .events = POLLIN }, 1, 10);
}

static void reap(pid_t child, int *status) {
    while (waitpid(child, status, 0) < 0 && errno == EINTR)
        continue;
}

static void watch(pid_t child, int file, const Start *s, ProcessResult *r) {
    int status = 0;
    bool ended = wait_until(child, file, clock_wall() + s->limits.wall, s->locked, &r->output);
    kill(-child, SIGKILL);
    reap(child, &status);
    if (!ended)
        r->end = PROCESS_TIMED_OUT;
    else if (WIFEXITED(status)) {
        r->end = PROCESS_EXITED;
        r->code = WEXITSTATUS(status);
    } else {
        r->signal = WTERMSIG(status);
        bool by_limit = r->signal == SIGXCPU || (s->locked && r->signal == SIGKILL);
        r->end = by_limit ? PROCESS_TIMED_OUT : PROCESS_KILLED;
    }
    wait_for_last(file, &r->output);
}

// ---- the parent ----
// Returns whether the child failed to become what it should, which is then said in 'r'.
static bool read_failure(int file, ProcessResult *r) {
    static const char *const steps[] = { "its directory", "one processor", "giving up privileges",
                                         "Landlock",      "seccomp",       "exec" };
    Failure failure;
    ssize_t n;
    while ((n = read(file, &failure, sizeof failure)) < 0 && errno == EINTR)
        continue;
    if (n != sizeof failure)
        return false;
    text_add(&r->output, "%s: %s", steps[failure.step], strerror(failure.error));
    return true;
}

int lift_file(int file) {
    int lifted = file < 0 ? -1 : fcntl(file, F_DUPFD_CLOEXEC, ABOVE);
    if (file >= 0)
        close(file);
    return lifted;
}

static bool make_pipe(int ends[2]) {
    ends[0] = ends[1] = -1;
    if (pipe2(ends, O_CLOEXEC))
        return false;
    ends[0] = lift_file(ends[0]);
    ends[1] = lift_file(ends[1]);
    return ends[0] >= 0 && ends[1] >= 0;
}

static void close_end(int *file) {
    if (*file >= 0)
        close(*file);
    *file = -1;
}

void start_process(const Start *s, ProcessResult *r) {
    int output[2], failure[2] = { -1, -1 };
    *r = (ProcessResult){ 0 };
    keep(&r->output, "", 0);
    int nothing = lift_file(open("/dev/null", O_RDWR | O_CLOEXEC));
    pid_t parent = getpid();
    pid_t child = !make_pipe(output) || !make_pipe(failure) || nothing < 0 ? -1 : fork();
    if (child == 0)
        be_child(s, &(Ends){ output[1], nothing, failure[1], parent });
    if (child < 0)
        text_add(&r->output, "cannot start a process: %s", strerror(errno));
    else {
        setpgid(child, child); // both do it: whoever comes first
        close_end(&output[1]);
        close_end(&failure[1]);
        fcntl(output[0], F_SETFL, O_NONBLOCK);
        if (read_failure(failure[0], r))
            reap(child, &(int){ 0 });
        else
            watch(child, output[0], s, r);
    }
    int *ends[] = { &output[0], &output[1], &failure[0], &failure[1], &nothing };
    for (size_t i = 0; i < COUNT(ends); i++)
        close_end(ends[i]);
}

char *find_tool(const char *name, Arena *arena) {
    const char *path = getenv("PATH");
    if (strchr(name, '/'))
        return access(name, X_OK) ? NULL : arena_strdup(arena, name);
    for (const char *at = path ? path : "/usr/bin:/bin"; *at;) {
        int n = (int)strcspn(at, ":");
        char *file = n ? arena_printf(arena, "%.*s/%s", n, at, name) : arena_printf(arena, "./%s", name);
        if (access(file, X_OK) == 0)
            return file;
        at += n + (at[n] == ':');
    }
    return NULL;
}
