#include "base/limits.h"
#include "base/process.h"
#include "base/stats.h"
#include "base/vec.h"
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const double GRACE = 1.0; // seconds between asking the worker to stop and killing it
static const double TICK = 0.03; // seconds between two looks at time and memory
enum { STACK_BYTES = 512 << 20 };

// What a worker knows of its supervision.  A process has at most one.
static struct {
    bool here;
    int fd;          // to the supervisor
    double deadline; // on the wall clock; 0: none
    double seconds;  // of CPU time; 0: none
    double megabytes;
    char tempdir[400];
    bool is_member;   // it works for another worker
    unsigned created; // files that a member made
    volatile sig_atomic_t asked;
} worker;

// ---- the worker's side ----
static void note_request(int sig) {
    (void)sig;
    worker.asked = 1;
}

static void take_requests(void) {
    struct sigaction on_request = { .sa_handler = note_request, .sa_flags = SA_RESTART };
    sigaction(SIGTERM, &on_request, NULL);
}

bool limits_hit(void) {
    return worker.asked;
}

double limits_megabytes(void) {
    return worker.megabytes;
}

double limits_left(void) {
    double wall = worker.deadline > 0 ? worker.deadline - clock_wall() : 1e9;
    double cpu = worker.seconds > 0 ? worker.seconds - clock_cpu() : 1e9;
    return wall < cpu ? wall : cpu;
}

static double reserve_of(double seconds) {
    assert(seconds >= 0);
    return seconds < 30 ? seconds / 10 : 3;
}

double limits_reserve(void) {
    return worker.seconds > 0 ? reserve_of(worker.seconds) : 0;
}

void limits_grace(double seconds) {
    char text[20];
    assert(seconds >= GRACE);
    snprintf(text, sizeof text, "%.1f", seconds);
    limits_tell("grace", text);
}

void limits_search(bool searches) {
    limits_tell("searches", searches ? "yes" : "");
}

const char *limits_tempdir(void) {
    return worker.here ? worker.tempdir : "";
}

// One message is one write of at most PIPE_BUF bytes, so messages never mix.
// The pipe holds far more than a run sends; were it full, the message is lost.
static void send_message(char tag, const char *text) {
    char message[1000];
    int n = snprintf(message, sizeof message, "%c%.900s\n", tag, text);
    for (int i = 1; i < n - 1; i++)
        if (message[i] == '\n')
            message[i] = ' ';
    while (write(worker.fd, message, (size_t)n) < 0 && errno == EINTR)
        continue;
}

void limits_result(const char *text) {
    if (worker.is_member)
        limits_tell("result", text);
    else if (worker.here)
        send_message('R', text);
    else
        printf("RESULT: %s\n", text);
}

// ---- texts in shared memory ----
// Names and texts one behind the other, each ended by a 0.  'used' counts whole pairs only, and is
// changed last.
enum { MAIL_BYTES = 256 << 20 }; // of address space; memory is taken as it is written
typedef struct Mail {
    size_t used;
    char bytes[];
} Mail;
static Mail *mail;

static Mail *mail_new(void) {
    void *shared = mmap(NULL, MAIL_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return shared == MAP_FAILED ? NULL : shared;
}

static void mail_free(Mail *m) {
    if (m)
        munmap(m, MAIL_BYTES);
}

static const char *mail_find(const Mail *m, const char *name) {
    assert(name && *name);
    assert(!m || m->used <= MAIL_BYTES - sizeof *m);
    const char *found = NULL;
    for (size_t at = 0; m && at < m->used;) {
        const char *text = m->bytes + at + strlen(m->bytes + at) + 1;
        if (!strcmp(m->bytes + at, name))
            found = *text ? text : NULL;
        at = (size_t)(text - m->bytes) + strlen(text) + 1;
    }
    return found;
}

bool limits_tell(const char *name, const char *text) {
    assert(name && *name && text);
    size_t room = MAIL_BYTES - sizeof *mail, name_size = strlen(name) + 1, text_size = strlen(text) + 1;
    if (!mail || name_size > room - mail->used)
        return false;
    bool fits = text_size <= room - mail->used - name_size;
    if (!fits)
        text = "", text_size = 1;
    if (name_size + text_size > room - mail->used)
        return false;
    memcpy(mail->bytes + mail->used, name, name_size);
    memcpy(mail->bytes + mail->used + name_size, text, text_size);
    __atomic_store_n(&mail->used, mail->used + name_size + text_size, __ATOMIC_RELEASE);
    return fits;
}

const char *limits_told(const char *name) {
    return mail_find(mail, name);
}

// ---- members ----
struct Desk {
    Mail *mail;
    StatsTables *stats;
};

Desk *desk_new(void) {
    Desk *d = base_alloc(sizeof *d);
    d->mail = mail_new();
    d->stats = stats_new();
    return d;
}

void desk_free(Desk *d) {
    mail_free(d->mail);
    stats_free(d->stats);
    free(d);
}

const char *desk_told(const Desk *d, const char *name) {
    return mail_find(d->mail, name);
}

const StatsTables *desk_stats(const Desk *d) {
    assert(d);
    return d->stats;
}

void limits_be_member(const Desk *d, double seconds) {
    assert(d && !worker.is_member && seconds >= 0);
    worker.is_member = true;
    worker.seconds = seconds;
    worker.created = 0;
    mail = d->mail;
    stats_work_on(d->stats);
    take_requests();
}

FILE *limits_create(const char *path) {
    char name[1000], private[500];
    assert(path && *path);
    if (!worker.is_member)
        return fopen(path, "w");
    snprintf(name, sizeof name, "file:%s", path);
    snprintf(private, sizeof private, "%s/%d.%u", worker.tempdir, (int)getpid(), worker.created++);
    FILE *out = fopen(private, "w");
    if (out)
        limits_tell(name, private);
    return out;
}

bool limits_write(const char *path, const char *text, size_t length, Reason *why) {
    FILE *out = limits_create(path);
    bool good = out && fwrite(text, 1, length, out) == length;
    good = out && fclose(out) == 0 && good;
    if (!good)
        reason_set(why, "cannot write %.300s: %s", path, strerror(errno));
    return good;
}

typedef struct Job {
    int (*work)(const void *argument);
    const void *argument;
    int code;
} Job;

static void *run_job(void *job_) {
    Job *job = job_;
    job->code = job->work(job->argument);
    return NULL;
}

// Terms and graphs can be deep: the work gets a thread with a large stack.
static int run_with_large_stack(Job *job) {
    pthread_attr_t attr;
    pthread_t thread;
    pthread_attr_init(&attr);
    if (pthread_attr_setstacksize(&attr, STACK_BYTES) || pthread_create(&thread, &attr, run_job, job))
        run_job(job); // no room for it: the ordinary stack must do
    else
        pthread_join(thread, NULL);
    return job->code;
}

static _Noreturn void be_worker(Job job, const sigset_t *old_mask, pid_t supervisor) {
    worker.here = true;
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != supervisor)
        _exit(EXIT_BUG);
    setrlimit(RLIMIT_CORE, &(struct rlimit){ 0, 0 });
    take_requests();
    signal(SIGINT, SIG_IGN); // the supervisor is asked, and asks us by SIGTERM
    signal(SIGTTOU, SIG_IGN);
    sigprocmask(SIG_SETMASK, old_mask, NULL);
    setvbuf(stdout, NULL, _IOLBF, 0); // what was printed stays printed if we are killed
    int code = run_with_large_stack(&job);
    fflush(NULL);
    char text[20];
    snprintf(text, sizeof text, "%d", code);
    send_message('C', text);
    _exit(code);
}

// ---- the supervisor's side ----
typedef struct Watch {
    pid_t worker;
    double started, seconds, wall, megabytes;
    double cpu_before; // of children that this process had earlier
    EndingKind asked;  // why the worker was asked to stop; ENDED_NORMALLY: it was not
    double kill_at;
    double peak;
} Watch;

// What the machine has or, in a container with a limit, what the container has.
static double machine_megabytes(void) {
    double megabytes = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE) / 1e6;
    char text[64];
    if (read_small("/sys/fs/cgroup/memory.max", text, sizeof text)) {
        double limit = strtod(text, NULL) / 1e6; // "max" reads as 0
        if (limit > 0 && limit < megabytes)
            megabytes = limit;
    }
    return megabytes;
}

static void ask_to_stop(Watch *w, EndingKind why, double grace) {
    assert(why != ENDED_NORMALLY && why != ENDED_CRASHED && grace >= 0);
    if (w->asked != ENDED_NORMALLY) {
        w->kill_at = clock_wall(); // asked twice: now
        return;
    }
    const char *more = limits_told("grace");
    if (grace > 0 && more)
        grace = strtod(more, NULL);
    w->asked = why;
    w->kill_at = clock_wall() + grace;
    kill(w->worker, SIGTERM);
}

// 'reserve': seconds to keep back.
static bool is_late(const Watch *w, double cpu, double reserve) {
    return (w->seconds > 0 && cpu > w->seconds - reserve) ||
           (w->wall > 0 && clock_wall() - w->started > w->wall - reserve);
}

static void look_at_use(Watch *w) {
    ProcessUse use = process_tree_use(w->worker);
    if (use.megabytes > w->peak)
        w->peak = use.megabytes;
    if (w->asked != ENDED_NORMALLY)
        return;
    if (use.megabytes > w->megabytes)
        ask_to_stop(w, ENDED_MEMORY, 0); // it would go on growing
    else if (is_late(w, use.cpu, limits_told("searches") ? reserve_of(w->seconds) : 0))
        ask_to_stop(w, ENDED_TIMEOUT, GRACE);
}

static void suspend_all(const Watch *w) {
    kill(-w->worker, SIGSTOP);
    raise(SIGSTOP);
    kill(-w->worker, SIGCONT);
}

static void take_signal(Watch *w, int sig) {
    switch (sig) {
    case SIGINT:
    case SIGTERM:
    case SIGHUP:
        ask_to_stop(w, ENDED_INTERRUPTED, GRACE);
        break;
    case SIGALRM:
        ask_to_stop(w, ENDED_TIMEOUT, GRACE);
        break;
    case SIGTSTP:
        suspend_all(w);
        break;
    }
}

// Waits for the worker's end; returns its status.
static int wait_for_worker(Watch *w, const sigset_t *signals) {
    struct timespec tick = { 0, (long)(TICK * 1e9) };
    for (;;) {
        int status;
        pid_t pid;
        while ((pid = waitpid(-1, &status, WNOHANG)) > 0)
            if (pid == w->worker)
                return status;
        int sig = sigtimedwait(signals, NULL, &tick);
        if (sig > 0)
            take_signal(w, sig);
        else
            look_at_use(w);
        if (w->asked != ENDED_NORMALLY && clock_wall() >= w->kill_at)
            kill(-w->worker, SIGKILL);
    }
}

// The worker is gone.  Ends what it left: its group, then, since orphans of a
// subreaper become its children, whatever is still there.
static void end_descendants(const Watch *w) {
    assert(w->worker > 1);
    kill(-w->worker, SIGKILL);
    for (int round = 0; round < 1000; round++) {
        Pids pids = { 0 };
        process_children(getpid(), &pids);
        for (uint32_t i = 0; i < pids.count; i++)
            kill(pids.at[i], SIGKILL);
        vec_free(&pids);
        while (waitpid(-1, NULL, WNOHANG) > 0)
            continue;
        if (waitpid(-1, NULL, WNOHANG) < 0) // ECHILD: none left
            return;
        nanosleep(&(struct timespec){ 0, 1000000 }, NULL);
    }
}

static int remove_entry(const char *path, const struct stat *st, int type, struct FTW *ftw) {
    (void)st, (void)type, (void)ftw;
    remove(path);
    return 0;
}

static void read_messages(int fd, Ending *ending, bool *returned) {
    FILE *in = fdopen(fd, "r");
    char line[1024];
    while (fgets(line, sizeof line, in)) {
        line[strcspn(line, "\n")] = 0;
        if (line[0] == 'R')
            snprintf(ending->result, sizeof ending->result, "%.599s", line + 1);
        else if (line[0] == 'C')
            *returned = true;
    }
    fclose(in);
}

static void conclude(Watch *w, int status, int fd, Ending *ending) {
    bool returned = false;
    *ending = (Ending){ .code = -1 };
    read_messages(fd, ending, &returned);
    if (WIFEXITED(status))
        ending->code = WEXITSTATUS(status);
    else
        ending->signal = WTERMSIG(status);
    bool definite = returned && (ending->code == EXIT_TRUE || ending->code == EXIT_FALSE);
    if (w->asked != ENDED_NORMALLY && !definite)
        ending->kind = w->asked;
    else if (!returned)
        ending->kind = ending->signal == SIGPIPE ? ENDED_INTERRUPTED : ENDED_CRASHED;
    struct rusage use;
    getrusage(RUSAGE_CHILDREN, &use);
    ending->wall = clock_wall() - w->started;
    ending->cpu = process_cpu(&use) - w->cpu_before;
    double largest = (double)use.ru_maxrss * 1024 / 1e6; // of one process; counts for runs shorter than a tick
    ending->megabytes = largest > w->peak ? largest : w->peak;
}

static bool make_tempdir(Reason *why) {
    const char *base = getenv("TMPDIR");
    if (!base || !*base)
        base = "/tmp";
    int n = snprintf(worker.tempdir, sizeof worker.tempdir, "%s/hone-XXXXXX", base);
    if (n < (int)sizeof worker.tempdir && mkdtemp(worker.tempdir))
        return true;
    reason_set(why, "cannot make a temporary directory in %s: %s; set TMPDIR to a directory that can be written", base,
               n < (int)sizeof worker.tempdir ? strerror(errno) : "name too long");
    return false;
}

static void watched_signals(sigset_t *set) {
    static const int list[] = { SIGCHLD, SIGINT, SIGTERM, SIGHUP, SIGALRM, SIGTSTP };
    sigemptyset(set);
    struct sigaction hangup;
    for (size_t i = 0; i < COUNT(list); i++)
        sigaddset(set, list[i]);
    if (!sigaction(SIGHUP, NULL, &hangup) && hangup.sa_handler == SIG_IGN)
        sigdelset(set, SIGHUP); // started by nohup
}

// From here on nobody has to be asked to stop, and those who asked once more must not end us now.
static void ignore_requests(void) {
    static const int list[] = { SIGINT, SIGTERM, SIGHUP, SIGALRM };
    for (size_t i = 0; i < COUNT(list); i++)
        signal(list[i], SIG_IGN);
}

static void remove_tempdir(void) {
    nftw(worker.tempdir, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

bool limits_supervise(const Limits *limits, int (*work)(const void *argument), const void *argument, Ending *ending,
                      Reason *why) {
    sigset_t signals, old_mask;
    int fds[2];
    assert(work && ending && !worker.here); // a worker has members, not workers
    watched_signals(&signals);
    sigprocmask(SIG_BLOCK, &signals, &old_mask); // from here on no signal can leave the directory behind
    if (!make_tempdir(why)) {
        sigprocmask(SIG_SETMASK, &old_mask, NULL);
        return false;
    }
    stats_share();
    mail_free(mail);
    mail = mail_new();
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    fflush(NULL); // else the worker would print it again
    struct rusage before;
    getrusage(RUSAGE_CHILDREN, &before);
    Watch w = { .started = clock_wall(), .seconds = limits->seconds, .cpu_before = process_cpu(&before) };
    w.wall = limits->wall > 0 ? limits->wall : limits->seconds;
    w.megabytes = limits->megabytes ? (double)limits->megabytes : machine_megabytes() * 0.9;
    worker.deadline = w.wall > 0 ? w.started + w.wall : 0;
    worker.seconds = limits->seconds;
    worker.megabytes = w.megabytes;
    pid_t supervisor = getpid();
    if (pipe2(fds, O_CLOEXEC | O_NONBLOCK) || (w.worker = fork()) < 0) {
        reason_set(why, "cannot start a process: %s", strerror(errno));
        sigprocmask(SIG_SETMASK, &old_mask, NULL);
        remove_tempdir();
        return false;
    }
    worker.fd = fds[1];
    if (w.worker == 0) {
        close(fds[0]);
        be_worker((Job){ work, argument, 0 }, &old_mask, supervisor);
    }
    close(fds[1]);
    setpgid(w.worker, w.worker); // both do it: whoever comes first
    int status = wait_for_worker(&w, &signals);
    end_descendants(&w);
    conclude(&w, status, fds[0], ending);
    stats_stop();
    remove_tempdir();
    ignore_requests();
    sigprocmask(SIG_SETMASK, &old_mask, NULL);
    return true;
}
