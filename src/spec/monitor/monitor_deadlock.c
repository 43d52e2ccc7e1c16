#include "spec/monitor/monitor_deadlock.h"
#include "program/edit.h"
#include <string.h>

// A test of a model without another one beside it: a run that does not pass it would wait.
static bool is_wait_of_model(const Program *p, EdgeId e) {
    const Edge *edge = &p->edges.at[e];
    const char *path = edge->pos.file ? program_text(p, p->files.at[edge->pos.file]) : "";
    const char *name = strrchr(path, '/');
    bool threads = file_is_model(path) && name && (!strcmp(name, "/pthread.c") || !strcmp(name, "/mutex.c"));
    return threads && edge->cmd.kind == CMD_ASSUME && loc_only_out(p, edge->from) == e;
}

static Cmd not_modelled(Program *p) {
    return (Cmd){ .kind = CMD_UNMODELLED,
                  .text = program_name(p, "deadlocks of other waits than for mutexes and threads") };
}

static bool is_condition_wait(const Program *p, FuncId f) {
    const char *name = program_text(p, p->funcs.at[f].name);
    return strstr(name, "cond_wait") || strstr(name, "cond_timedwait") || strstr(name, "cond_clockwait") ||
           strstr(name, "cnd_wait") || strstr(name, "cnd_timedwait");
}

static void mark_wait(Program *p, EdgeId e) {
    const Edge *edge = &p->edges.at[e];
    bool lock = edge->cmd.kind == CMD_MUTEX_LOCK;
    const char *text = lock ? "a deadlock: a thread waits for a mutex" : "a deadlock: a thread waits for another one";
    p->edges.at[e].cmd.goal = program_goal(p, GOAL_DEADLOCK, text, edge->pos, p->locs.at[edge->from].func);
}

void monitor_deadlocks(Program *p) {
    for (FuncId f = 1; f < p->funcs.count; f++) {
        EdgeId e = p->funcs.at[f].defined && is_condition_wait(p, f) ? p->locs.at[p->funcs.at[f].entry].first_out : 0;
        for (EdgeId next; e; e = next) {
            next = p->edges.at[e].next_out;
            p->edges.at[e].cmd = not_modelled(p);
            p->edges.at[e].to = p->stop;
        }
    }
    for (EdgeId e = 1, n = p->edges.count; e < n; e++) {
        Edge edge = p->edges.at[e];
        if (!edge.from)
            continue;
        if (edge.cmd.kind == CMD_MUTEX_LOCK || edge.cmd.kind == CMD_THREAD_JOIN) {
            mark_wait(p, e);
        } else if (is_wait_of_model(p, e)) {
            LocId waits = program_loc(p, p->locs.at[edge.from].func, edge.pos);
            program_edge(p, edge.from, waits, edge.pos, cmd_assume(term_not(p->terms, edge.cmd.a)));
            program_edge(p, waits, p->stop, edge.pos, not_modelled(p));
        }
    }
}
