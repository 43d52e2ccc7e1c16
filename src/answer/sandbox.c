#include "answer/sandbox.h"
#include "base/limits.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { OUTPUT_KEPT = 1 << 16, STACK_MEGABYTES = 512, NOT_EXECUTED = 127 };

extern char **environ;

typedef struct Start { // what the child needs, made before the fork
    const char *const *arguments;
    char *const *environment;
    const char *directory; // or NULL
    ProcessLimits limits;
    bool locked;      // output: standard error only; no files
    bool offline;     // asks the kernel for a network of its own, which is none
    int out, nothing; // ends of files: for output, /dev/null
} Start;

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
}

static _Noreturn void be_child(const Start *s) {
    static const int defaults[] = { SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGTTOU, SIGTSTP, SIGXCPU, SIGXFSZ, SIGCHLD };
    sigset_t none;
    sigemptyset(&none);
    for (size_t i = 0; i < COUNT(defaults); i++)
        signal(defaults[i], SIG_DFL);
    if (s->locked)
        signal(SIGXFSZ, SIG_IGN); // writing to a file fails, and that is all
    sigprocmask(SIG_SETMASK, &none, NULL);
    setpgid(0, 0);
    dup2(s->nothing, STDIN_FILENO);
    dup2(s->locked ? s->nothing : s->out, STDOUT_FILENO);
    dup2(s->out, STDERR_FILENO);
    close_range(STDERR_FILENO + 1, ~0u, 0);
    if (!s->directory || !chdir(s->directory)) {
        set_limits(s);
        if (s->offline)
            unshare(CLONE_NEWUSER | CLONE_NEWNET); // where this is not allowed, it has to do without
        execvpe(s->arguments[0], (char *const *)s->arguments, s->environment);
    }
    _exit(NOT_EXECUTED);
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

// Reads what is there; false at the end of the file.
static bool drain(int fd, Text *output) {
    char buffer[4096];
    for (;;) {
        ssize_t n = read(fd, buffer, sizeof buffer);
        if (n > 0)
            keep(output, buffer, (size_t)n);
        else if (n == 0 || (errno != EINTR && errno != EAGAIN))
            return false;
        else if (errno == EAGAIN)
            return true;
    }
}

// Waits for the child; returns whether it ended before the deadline.
static bool wait_until(pid_t child, int fd, double deadline, int *status, Text *output) {
    struct pollfd wait = { .fd = fd, .events = POLLIN };
    for (;;) {
        if (wait.fd >= 0 && !drain(fd, output))
            wait.fd = -1; // nobody writes any more: it is about to end
        pid_t ended = waitpid(child, status, WNOHANG);
        if (ended == child || (ended < 0 && errno != EINTR))
            return true;
        if (clock_wall() > deadline)
            return false;
        poll(&wait, 1, wait.fd >= 0 ? 20 : 1);
    }
}

static void watch(pid_t child, int fd, const ProcessLimits *limits, ProcessResult *r) {
    int status = 0;
    bool ended = wait_until(child, fd, clock_wall() + limits->wall, &status, &r->output);
    kill(-child, SIGKILL);
    if (!ended) {
        while (waitpid(child, &status, 0) < 0 && errno == EINTR)
            continue;
        r->end = PROCESS_TIMED_OUT;
    } else if (WIFEXITED(status)) {
        r->end = PROCESS_EXITED;
        r->code = WEXITSTATUS(status);
    } else {
        r->signal = WTERMSIG(status);
        r->end = r->signal == SIGXCPU ? PROCESS_TIMED_OUT : PROCESS_KILLED;
    }
    drain(fd, &r->output);
}

static void start(Start *s, ProcessResult *r) {
    int ends[2] = { -1, -1 };
    *r = (ProcessResult){ 0 };
    keep(&r->output, "", 0);
    s->nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    pid_t child = s->nothing < 0 || pipe2(ends, O_CLOEXEC) ? -1 : fork();
    s->out = ends[1];
    if (child == 0)
        be_child(s);
    if (child < 0)
        text_add(&r->output, "cannot start a process: %s", strerror(errno));
    else {
        setpgid(child, child); // both do it: whoever comes first
        close(ends[1]);
        ends[1] = -1;
        fcntl(ends[0], F_SETFL, O_NONBLOCK);
        watch(child, ends[0], &s->limits, r);
    }
    for (int i = 0; i < 2; i++)
        if (ends[i] >= 0)
            close(ends[i]);
    if (s->nothing >= 0)
        close(s->nothing);
}

// ---- tools ----
void process_run(const char *const arguments[], double seconds, ProcessResult *r) {
    VEC(char *) environment = { 0 };
    Text place = { 0 };
    bool own_place = *limits_tempdir() != 0; // a compiler that is killed leaves files: there they are removed
    for (char **e = environ; *e; e++)
        if (strncmp(*e, "LC_", 3) != 0 && strncmp(*e, "LANG", 4) != 0 && !(own_place && strncmp(*e, "TMPDIR=", 7) == 0))
            vec_push(&environment, *e);
    vec_push(&environment, "LC_ALL=C"); // we read messages
    text_add(&place, "TMPDIR=%s", limits_tempdir());
    if (own_place)
        vec_push(&environment, place.at);
    vec_push(&environment, NULL);
    Start s = { .arguments = arguments, .environment = environment.at, .limits = { seconds, seconds, 0 } };
    start(&s, r);
    if (r->end == PROCESS_EXITED && r->code == NOT_EXECUTED && !r->output.count)
        r->end = PROCESS_NOT_STARTED;
    vec_free(&place);
    vec_free(&environment);
}

// ---- the sandbox ----
// Bubblewrap gives the signal of its child as 128 + signal.
static void see_through_bubblewrap(ProcessResult *r) {
    if (r->end != PROCESS_EXITED || r->code <= 128 || r->code > 128 + 64)
        return;
    r->signal = r->code - 128;
    r->end = r->signal == SIGXCPU || r->signal == SIGKILL ? PROCESS_TIMED_OUT : PROCESS_KILLED;
}

static bool bubblewrap_failed(const ProcessResult *r) {
    bool absent = r->end == PROCESS_EXITED && r->code == NOT_EXECUTED && !r->output.count;
    return absent || r->end == PROCESS_NOT_STARTED ||
           (r->end == PROCESS_EXITED && r->code == 1 && !strncmp(r->output.at, "bwrap: ", 7));
}

void sandbox_run(const char *executable, const char *const arguments[], const char *directory,
                 const ProcessLimits *limits, ProcessResult *r) {
    const char *const wrap[] = { "bwrap",
                                 "--ro-bind",
                                 "/",
                                 "/",
                                 "--dev",
                                 "/dev",
                                 "--proc",
                                 "/proc",
                                 "--unshare-all",
                                 "--die-with-parent",
                                 "--new-session",
                                 "--clearenv",
                                 "--chdir",
                                 directory,
                                 "--" };
    VEC(const char *) words = { 0 };
    for (size_t i = 0; i < COUNT(wrap); i++)
        vec_push(&words, wrap[i]);
    vec_push(&words, executable);
    for (uint32_t i = 0; arguments[i]; i++)
        vec_push(&words, arguments[i]);
    vec_push(&words, NULL);
    static char path[] = "PATH=/usr/local/bin:/usr/bin:/bin";
    char *with_path[] = { path, NULL }, *empty[] = { NULL };
    Start s = { .arguments = words.at, .environment = with_path, .limits = *limits, .locked = true };
    s.directory = directory;
    start(&s, r);
    see_through_bubblewrap(r);
    if (bubblewrap_failed(r)) {
        process_result_free(r);
        s.arguments = words.at + COUNT(wrap);
        s.environment = empty;
        s.offline = true;
        start(&s, r);
    }
    vec_free(&words);
}
