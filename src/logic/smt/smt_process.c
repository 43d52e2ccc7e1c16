// smt_process.c - an external solver behind a socket pair
//
// Each query is a scope: push, the script of the negated formula, check-sat, pop.
// The answer ends at the first line; anything but "sat" and "unsat" is
// undecided.  A query without an answer in time, or with an error, ends the process:
// the next query starts a new one, so no state is carried over.
#include "logic/smt/smt_process.h"
#include "logic/text/script.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

struct SmtProcess {
    Terms *t;
    VEC(char *) command; // ended by NULL
    SmtLimits limits;
    pid_t pid; // 0: not running
    int socket;
    Reason reason;
    SmtStats stats;
    Map valid; // formula -> SmtValidity
};

SmtProcess *smt_process_new(Terms *t, const char *const command[], SmtLimits limits) {
    assert(t);
    char per[40];
    snprintf(per, sizeof per, "--tlimit-per=%.0f", limits.seconds * 1000 + 1);
    const char *const cvc5[] = {
        "cvc5", "--lang=smt2.6", "--incremental", "-q", limits.seconds > 0 ? per : NULL, NULL
    };
    SmtProcess *p = base_alloc(sizeof *p);
    p->t = t;
    p->limits = limits;
    if (!command)
        command = cvc5;
    for (uint32_t i = 0; command[i]; i++)
        vec_push(&p->command, strdup(command[i]));
    vec_push(&p->command, NULL);
    return p;
}

// ---- the process ----
static void stop(SmtProcess *p) {
    assert(p->pid >= 0);
    if (!p->pid)
        return;
    close(p->socket);
    kill(p->pid, SIGKILL);
    waitpid(p->pid, NULL, 0);
    p->pid = 0;
}

void smt_process_free(SmtProcess *p) {
    if (!p)
        return;
    stop(p);
    for (uint32_t i = 0; i < p->command.count; i++)
        free(p->command.at[i]);
    vec_free(&p->command);
    map_free(&p->valid);
    free(p);
}

bool smt_process_exists(const char *program) {
    assert(program && *program);
    const char *path = getenv("PATH");
    if (strchr(program, '/'))
        return access(program, X_OK) == 0;
    while (path && *path) {
        size_t n = strcspn(path, ":");
        Text file = { 0 };
        text_add(&file, "%.*s/%s", (int)n, path, program);
        bool found = access(file.at, X_OK) == 0;
        vec_free(&file);
        if (found)
            return true;
        path += n + (path[n] == ':');
    }
    return false;
}

static bool start(SmtProcess *p) {
    int pair[2];
    if (p->pid)
        return true;
    if (!smt_process_exists(p->command.at[0])) {
        reason_set(&p->reason, "the solver '%s' is not installed", p->command.at[0]);
        return false;
    }
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) {
        reason_set(&p->reason, "no socket for the solver: %s", strerror(errno));
        return false;
    }
    pid_t pid = fork();
    if (pid == 0) {
        int null = open("/dev/null", O_WRONLY);
        dup2(pair[1], 0);
        dup2(pair[1], 1);
        dup2(null, 2);
        execvp(p->command.at[0], p->command.at);
        _exit(127);
    }
    close(pair[1]);
    if (pid < 0) {
        close(pair[0]);
        reason_set(&p->reason, "the solver could not be started: %s", strerror(errno));
        return false;
    }
    if (p->limits.seconds > 0) { // a solver that does not read must not block us
        struct timeval wait = { .tv_sec = (time_t)p->limits.seconds + 1 };
        setsockopt(pair[0], SOL_SOCKET, SO_SNDTIMEO, &wait, sizeof wait);
    }
    p->pid = pid;
    p->socket = pair[0];
    return true;
}

static bool send_all(SmtProcess *p, const char *text, size_t n) {
    assert(p->pid > 0);
    while (n) {
        ssize_t sent = send(p->socket, text, n, MSG_NOSIGNAL);
        if (sent <= 0 && errno != EINTR) {
            reason_set(&p->reason, "the solver does not read");
            return false;
        }
        if (sent > 0) {
            text += sent;
            n -= (size_t)sent;
        }
    }
    return true;
}

// The first line the solver writes, within its time and a little more.
static bool read_line(SmtProcess *p, char *line, size_t room) {
    assert(p->pid > 0 && room);
    double end = p->limits.seconds > 0 ? clock_wall() + p->limits.seconds + 1 : 0;
    size_t n = 0;
    while (n + 1 < room) {
        struct pollfd f = { .fd = p->socket, .events = POLLIN };
        int wait = end > 0 ? (int)((end - clock_wall()) * 1000) : -1;
        int ready = end > 0 && wait <= 0 ? 0 : poll(&f, 1, wait);
        if (ready < 0 && errno == EINTR)
            continue;
        if (ready <= 0) {
            reason_set(&p->reason, "the solver did not answer in time");
            return false;
        }
        ssize_t got = read(p->socket, line + n, 1);
        if (got <= 0) {
            reason_set(&p->reason, "the solver ended without an answer");
            return false;
        }
        if (line[n] == '\n')
            break;
        n++;
    }
    line[n] = 0;
    return true;
}

// ---- queries ----
static bool holds_fmod(Terms *t, Term a) {
    VecTerm stack = { 0 };
    Map seen = { 0 };
    bool found = false;
    vec_push(&stack, a);
    while (!found && stack.count) {
        Term x = vec_pop(&stack);
        if (map_find(&seen, x.id))
            continue;
        map_put(&seen, x.id, 1);
        found = term_op(t, x) == OP_FP_FMOD;
        for (uint32_t i = 0; i < term_arity(t, x); i++)
            vec_push(&stack, term_arg(t, x, i));
    }
    vec_free(&stack);
    map_free(&seen);
    return found;
}

static SmtValidity read_answer(SmtProcess *p, Term formula, const char *line) {
    if (!strcmp(line, "unsat")) {
        p->stats.unsat++;
        return SMT_VALID;
    }
    if (!strcmp(line, "sat")) {
        p->stats.sat++;
        return holds_fmod(p->t, formula) ? SMT_UNDECIDED : SMT_INVALID;
    }
    p->stats.unknown++;
    reason_set(&p->reason, "the solver said '%s'", line);
    if (strcmp(line, "unknown") != 0)
        stop(p); // an error message: more may follow
    return SMT_UNDECIDED;
}

static SmtValidity ask(SmtProcess *p, Term formula) {
    Text script = { 0 };
    char line[300];
    SmtValidity answer = SMT_UNDECIDED;
    bool fresh = !p->pid;
    if (!start(p))
        return answer;
    if (fresh)
        text_add(&script, "(set-logic ALL)\n");
    text_add(&script, "(push 1)\n");
    script_print(p->t, term_not(p->t, formula), &script);
    text_add(&script, "(check-sat)\n(pop 1)\n");
    if (send_all(p, script.at, script.count) && read_line(p, line, sizeof line)) {
        answer = read_answer(p, formula, line);
    } else {
        p->stats.unknown++;
        p->stats.rebuilt++;
        stop(p);
    }
    vec_free(&script);
    return answer;
}

SmtValidity smt_process_valid(SmtProcess *p, Term formula) {
    assert(term_is_formula(p->t, formula));
    p->stats.validity++;
    if (term_op(p->t, formula) == OP_TRUE)
        return SMT_VALID;
    uint32_t known = map_find(&p->valid, formula.id);
    if (known) {
        p->stats.cache_hits++;
        return (SmtValidity)known;
    }
    double begin = clock_wall();
    p->stats.checks++;
    SmtValidity answer = ask(p, formula);
    p->stats.seconds += clock_wall() - begin;
    if (answer != SMT_UNDECIDED)
        map_put(&p->valid, formula.id, answer);
    return answer;
}

SmtValidity smt_process_implies(SmtProcess *p, Term strong, Term weak) {
    assert(term_is_formula(p->t, strong) && term_is_formula(p->t, weak));
    return smt_process_valid(p, term_implies(p->t, strong, weak));
}

const char *smt_process_reason(const SmtProcess *p) {
    return p->reason.text;
}

SmtStats smt_process_stats(const SmtProcess *p) {
    return p->stats;
}
