#include "base/crew.h"
#include "base/process.h"
#include "base/progress.h"
#include "base/stats.h"
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static const double GRACE = 1.0;   // seconds between asking a member to stop and killing it
static const double TURN = 0.5;    // seconds of CPU time that a member is ahead of one it has to give way to
static const double CHECKING = 10; // the same for one that checks its answer
static const double NEARLY = 0.9;  // of the memory limit
enum { TICK = 40 };                // milliseconds between two looks

typedef enum State { WAITING, RUNNING, STOPPED, GONE } State;

typedef struct Process {
    State state;
    pid_t pid;
    Desk *desk;
    int alive;      // a pipe that is at its end when the process is gone
    double began;   // on the wall clock
    double kill_at; // 0: it was not asked to stop
    ProcessUse use; // at the last look
    CrewEnd end;
} Process;

struct Crew {
    const CrewMember *members;
    uint32_t n;
    CrewOptions options;
    Process *at;
    double began;
    double give_up_at; // on the wall clock; 0: no member has an answer
};

// ---- starting ----
static _Noreturn void be_member(const CrewMember *m, const Process *p, double seconds, pid_t parent) {
    char code[20];
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(EXIT_BUG);
    dup2(p->end.out, STDOUT_FILENO);
    dup2(p->end.err, STDERR_FILENO);
    limits_be_member(p->desk, seconds);
    progress_hide();
    int result = m->work(m->argument);
    fflush(NULL);
    snprintf(code, sizeof code, "%d", result);
    limits_tell("code", code); // it has returned, and did not exit somewhere
    _exit(result);
}

static double time_for(const Crew *c, const CrewMember *m) {
    double left = limits_left();
    for (uint32_t i = 0; i < c->n; i++)
        left -= c->at[i].end.cpu;
    left = left > 1 ? left : 1;
    return m->limit > 0 && m->limit < left ? m->limit : left;
}

static void start(Crew *c, uint32_t i) {
    Process *p = &c->at[i];
    assert(p->state == WAITING && !p->desk);
    int fds[2] = { -1, -1 };
    pid_t parent = getpid();
    p->end = (CrewEnd){ .started = true, .code = -1 };
    p->end.out = memfd_create("out", MFD_CLOEXEC);
    p->end.err = memfd_create("err", MFD_CLOEXEC);
    p->end.desk = p->desk = desk_new();
    p->began = clock_wall();
    double seconds = time_for(c, &c->members[i]);
    fflush(NULL); // else the member would print it again
    if (p->end.out < 0 || p->end.err < 0 || pipe2(fds, O_CLOEXEC) || (p->pid = fork()) < 0)
        p->pid = 0;
    else if (!p->pid)
        be_member(&c->members[i], p, seconds, parent);
    if (fds[1] >= 0)
        close(fds[1]);
    p->alive = fds[0];
    p->state = p->pid ? RUNNING : GONE;
    p->end.kind = p->pid ? ENDED_NORMALLY : ENDED_CRASHED;
}

// ---- ending ----
static void conclude(Crew *c, uint32_t member, int status, const struct rusage *use) {
    Process *p = &c->at[member];
    assert(p->state != GONE && p->desk);
    const char *code = desk_told(p->desk, "code");
    CrewEnd *e = &p->end;
    p->state = GONE;
    e->cpu = process_cpu(use);
    e->wall = clock_wall() - p->began;
    if (WIFEXITED(status))
        e->code = WEXITSTATUS(status);
    else
        e->signal = WTERMSIG(status);
    e->returned = code != NULL;
    e->decides = code ? c->options.decides(c->options.context, member, e->code, p->desk) : DECIDES_NOT;
    if (e->decides == DECIDES_LATER && !c->give_up_at) {
        double took = clock_wall() - c->began;
        c->give_up_at = clock_wall() + (took > c->options.later ? took : c->options.later);
    }
    if (e->decides != DECIDES_NOT) // asked to stop or not
        e->kind = ENDED_NORMALLY;
    else if (e->kind == ENDED_NORMALLY && !code)
        e->kind = ENDED_CRASHED;
    close(p->alive);
    p->alive = -1;
}

static bool lives(const Process *p) {
    return p->state == RUNNING || p->state == STOPPED;
}

// Sees who is gone.  True: one of them decides.
static bool collect(Crew *c, int flags) {
    bool decided = false;
    for (uint32_t i = 0; i < c->n; i++) {
        Process *p = &c->at[i];
        int status;
        struct rusage use;
        if (lives(p) && wait4(p->pid, &status, flags, &use) == p->pid)
            conclude(c, i, status, &use);
        decided |= p->end.decides == DECIDES_NOW;
    }
    return decided;
}

static void end_member(Process *p, EndingKind why) {
    assert(lives(p) && why != ENDED_NORMALLY);
    if (p->end.kind == ENDED_NORMALLY)
        p->end.kind = why;
    process_end_tree(p->pid);
}

static void end_all(Crew *c) {
    for (uint32_t i = 0; i < c->n; i++)
        if (lives(&c->at[i]))
            end_member(&c->at[i], ENDED_INTERRUPTED);
    collect(c, 0);
}

// ---- limits ----
static bool checks_answer(const Process *p) {
    Phase phase = stats_phase(desk_stats(p->desk));
    return phase == PHASE_proof || phase == PHASE_replay;
}

static void ask_to_stop(Process *p) {
    assert(lives(p) && !p->kill_at);
    p->end.kind = ENDED_TIMEOUT;
    p->kill_at = clock_wall() + GRACE;
    kill(p->pid, SIGTERM);
    kill(p->pid, SIGCONT);
    p->state = RUNNING;
}

static bool is_late(const Crew *c) {
    double left = limits_left();
    for (uint32_t i = 0; i < c->n; i++)
        left -= c->at[i].end.cpu;
    return left < limits_reserve();
}

static void look_at_use(Crew *c) {
    bool late = is_late(c);
    double megabytes = process_tree_use(getpid()).megabytes;
    Process *largest = NULL;
    bool shrinking = false; // one was ended for its size just now
    for (uint32_t i = 0; i < c->n; i++) {
        Process *p = &c->at[i];
        if (!lives(p))
            continue;
        p->use = process_tree_use(p->pid);
        p->end.cpu = p->use.cpu;
        if (p->use.megabytes > p->end.megabytes)
            p->end.megabytes = p->use.megabytes;
        shrinking |= p->end.kind == ENDED_MEMORY;
        if (!largest || p->use.megabytes > largest->use.megabytes)
            largest = p;
        bool over = (c->members[i].limit > 0 && p->use.cpu > c->members[i].limit) || (late && !checks_answer(p));
        if (!p->kill_at && over)
            ask_to_stop(p);
        else if (p->kill_at && clock_wall() > p->kill_at)
            end_member(p, ENDED_TIMEOUT);
    }
    if (largest && !shrinking && c->options.megabytes > 0 && megabytes > NEARLY * c->options.megabytes)
        end_member(largest, ENDED_MEMORY);
}

// ---- turns ----
// Who has least comes first; who winds up before all.
static double order(const Crew *c, uint32_t i) {
    const CrewMember *m = &c->members[i];
    const Process *p = &c->at[i];
    double ahead = 0;
    if (lives(p))
        ahead = p->kill_at > 0 ? 1e9 : checks_answer(p) ? CHECKING : p->state == RUNNING ? TURN : 0;
    return m->start + (p->use.cpu > ahead ? p->use.cpu - ahead : 0) / m->share - (ahead > TURN);
}

static uint32_t next_member(const Crew *c, const bool *chosen) {
    uint32_t best = c->n;
    for (uint32_t i = 0; i < c->n; i++)
        if (!chosen[i] && c->at[i].state != GONE && (best == c->n || order(c, i) < order(c, best)))
            best = i;
    return best;
}

static void give_turns(Crew *c) {
    bool *chosen = base_alloc(c->n + 1);
    for (uint32_t k = 0; k < c->options.jobs; k++)
        chosen[next_member(c, chosen)] = true; // the last element stands for none
    for (uint32_t i = 0; i < c->n; i++)        // first those who give way; again, if somebody let all go on
        if (!chosen[i] && lives(&c->at[i])) {
            kill(c->at[i].pid, SIGSTOP);
            c->at[i].state = STOPPED;
        }
    for (uint32_t i = 0; i < c->n; i++) {
        if (chosen[i] && c->at[i].state == STOPPED) {
            kill(c->at[i].pid, SIGCONT);
            c->at[i].state = RUNNING;
        }
        if (chosen[i] && c->at[i].state == WAITING)
            start(c, i);
    }
    free(chosen);
}

static void show(const Crew *c) {
    Text text = { 0 };
    for (uint32_t i = 0; i < c->n; i++)
        if (c->at[i].state == RUNNING)
            text_add(&text, "%s%s", text.count ? ", " : "", c->members[i].name);
    if (text.count)
        progress("%s", text.at);
    vec_free(&text);
}

// ---- the crew ----
static bool is_over(const Crew *c) {
    for (uint32_t i = 0; i < c->n; i++)
        if (c->at[i].state != GONE)
            return false;
    return true;
}

// Until a member is gone, or for a tick.
static void wait_a_little(const Crew *c) {
    struct pollfd *fds = base_alloc((c->n + 1) * sizeof *fds);
    for (uint32_t i = 0; i < c->n; i++)
        fds[i] = (struct pollfd){ .fd = lives(&c->at[i]) ? c->at[i].alive : -1, .events = POLLIN };
    poll(fds, c->n, TICK);
    free(fds);
}

static bool has_waited_enough(const Crew *c) {
    return c->give_up_at > 0 && clock_wall() > c->give_up_at;
}

void crew_run(Crew *c) {
    assert(c->began == 0); // once
    c->began = clock_wall();
    while (!limits_hit() && !collect(c, WNOHANG) && !is_over(c) && !has_waited_enough(c)) {
        look_at_use(c);
        give_turns(c);
        show(c);
        wait_a_little(c);
    }
    end_all(c);
    for (uint32_t i = 0; i < c->n; i++)
        assert(!lives(&c->at[i]));
    progress_clear();
}

uint32_t crew_cores(void) {
    cpu_set_t set;
    int n = sched_getaffinity(0, sizeof set, &set) ? 1 : CPU_COUNT(&set);
    return n > 0 ? (uint32_t)n : 1;
}

Crew *crew_new(uint32_t n, const CrewMember members[], const CrewOptions *options) {
    assert(options->decides);
    for (uint32_t i = 0; i < n; i++)
        assert(members[i].work && members[i].share > 0);
    Crew *c = base_alloc(sizeof *c);
    *c = (Crew){ .members = members, .n = n, .options = *options };
    c->at = base_alloc((n + 1) * sizeof *c->at);
    for (uint32_t i = 0; i <= n; i++)
        c->at[i].end.out = c->at[i].end.err = c->at[i].alive = -1;
    if (!c->options.jobs)
        c->options.jobs = crew_cores();
    if (c->options.jobs > n)
        c->options.jobs = n;
    return c;
}

const CrewEnd *crew_end(const Crew *c, uint32_t member) {
    assert(member < c->n);
    return &c->at[member].end;
}

void crew_free(Crew *c) {
    for (uint32_t i = 0; i < c->n; i++) {
        if (c->at[i].desk)
            desk_free(c->at[i].desk);
        if (c->at[i].end.out >= 0)
            close(c->at[i].end.out);
        if (c->at[i].end.err >= 0)
            close(c->at[i].end.err);
    }
    free(c->at);
    free(c);
}

// ---- what a member printed ----
void crew_copy(int from, FILE *to) {
    char buffer[4096];
    off_t at = 0;
    for (ssize_t n; (n = pread(from, buffer, sizeof buffer, at)) > 0; at += n)
        fwrite(buffer, 1, (size_t)n, to);
}

void crew_last_line(int from, char *line, size_t room) {
    assert(room > 1);
    off_t size = lseek(from, 0, SEEK_END), at = size > (off_t)room - 1 ? size - (off_t)room + 1 : 0;
    ssize_t n = size > 0 ? pread(from, line, room - 1, at) : 0;
    line[n > 0 ? n : 0] = 0;
    for (size_t length = strlen(line); length && line[length - 1] == '\n';)
        line[--length] = 0;
    char *last = strrchr(line, '\n');
    if (last)
        memmove(line, last + 1, strlen(last));
}
