#include "spec/monitor/monitor.h"
#include "spec/monitor/monitor_deadlock.h"
#include "spec/monitor/monitor_memory.h"
#include "program/edit.h"
#include "spec/monitor/monitor_race.h"
#include "spec/monitor/monitor_unset.h"
#include <stdlib.h>

static bool violates(const Program *p, const EventSet *events, const Cmd *cmd) {
    assert(cmd->kind == CMD_EVENT);
    switch (cmd->event) {
    case EVENT_CALL:
        return events_have_call(events, program_text(p, cmd->text));
    case EVENT_ASSERTION:
        return events->asserts;
    case EVENT_OVERFLOW:
        return events->overflow;
    case EVENT_SHIFT:
        return events->shift;
    case EVENT_LIBRARY:
        return events->library;
    case EVENT_UNDEFINED:
        return events->undefined;
    case EVENT_RULE:
        return events->rules;
    }
    bug("monitor: an event of no kind");
}

// Without what is between braces, and the blanks before.
static const char *without_braces(Arena *arena, const char *text) {
    char *out = arena_strdup(arena, text), *to = out;
    for (const char *at = text; *at;) {
        size_t blank = strspn(at, " "), n = at[blank] == '{' ? strcspn(at + blank, "}") : 0;
        if (n && at[blank + n])
            at += blank + n + 1;
        else
            *to++ = *at++;
    }
    *to = 0;
    return out;
}

static GoalId goal_of_rule(Program *p, const Edge *e, FuncId func) {
    Name told = e->cmd.text;
    GoalId goal = program_goal(p, GOAL_RULE, without_braces(p->arena, program_text(p, told)), e->pos, func);
    p->goals.at[goal].told = told;
    return goal;
}

static GoalId goal_of(Program *p, const Edge *e) {
    FuncId func = p->locs.at[e->from].func;
    const char *text = program_text(p, e->cmd.text);
    switch (e->cmd.event) {
    case EVENT_CALL:
        return program_goal(p, GOAL_CALL, arena_printf(p->arena, "%s is called", text), e->pos, func);
    case EVENT_ASSERTION:
        return program_goal(p, GOAL_ASSERTION, "an assertion fails", e->pos, func);
    case EVENT_OVERFLOW:
        return program_goal(p, GOAL_OVERFLOW, text, e->pos, func);
    case EVENT_SHIFT:
        return program_goal(p, GOAL_SHIFT, text, e->pos, func);
    case EVENT_LIBRARY:
        return program_goal(p, GOAL_LIBRARY, text, e->pos, func);
    case EVENT_UNDEFINED:
        return program_goal(p, GOAL_UNDEFINED, text, e->pos, func);
    case EVENT_RULE:
        return goal_of_rule(p, e, func);
    }
    bug("monitor: an event of no kind");
}

// How many edges lead to each location.
static uint32_t *count_in(const Program *p) {
    uint32_t *in = base_alloc(p->locs.count * sizeof *in);
    for (EdgeId e = 1; e < p->edges.count; e++)
        in[p->edges.at[e].to] += p->edges.at[e].from != 0;
    return in;
}

// The edge to 'loc' leads to 'error' now: deletes the way the program would have gone on, as far as nothing else
// leads there.  What it does then - run the handler of SIGABRT, say - must not count as something the program does.
static void delete_behind(Program *p, LocId loc, uint32_t in[]) {
    while (p->locs.at[loc].func && !--in[loc] && !loc_is_fixed(p, loc)) {
        EdgeId e = loc_only_out(p, loc);
        if (!e)
            return;
        loc = p->edges.at[e].to;
        program_delete_edge(p, e);
    }
}

static void reach_goal(Program *p, EdgeId e, uint32_t in[]) {
    LocId behind = p->edges.at[e].to;
    GoalId goal = goal_of(p, &p->edges.at[e]);
    p->edges.at[e].cmd = cmd_error(goal);
    p->edges.at[e].to = p->error;
    delete_behind(p, behind, in);
}

// The front end ends such a run by a trap.
static void monitor_divisions(Program *p) {
    for (EdgeId e = 1; e < p->edges.count; e++) {
        const Edge *edge = &p->edges.at[e];
        if (!edge->from || edge->cmd.kind != CMD_TRAP || strcmp(program_text(p, edge->cmd.text), DIVISION_BY_ZERO))
            continue;
        GoalId goal = program_goal(p, GOAL_DIVISION, DIVISION_BY_ZERO, edge->pos, p->locs.at[edge->from].func);
        p->edges.at[e].cmd = cmd_error(goal);
        p->edges.at[e].to = p->error;
    }
}

bool monitor_watches(const RuleEvent *e) {
    return e->watch && !e->first;
}

RuleMatch monitor_match(const Program *p, const Rule *rule) {
    Text name = { 0 };
    bool found = false, watches = false, chosen = false, unguarded = false;
    for (uint32_t i = 0; i < rule->events.count; i++) {
        const RuleEvent *e = &rule->events.at[i];
        name.count = 0;
        text_add(&name, RULE_HANDLER, rule->number, i);
        watches |= monitor_watches(e);
        if (!strcmp(e->function, RULE_PROGRAM) || !program_find_func(p, name.at))
            continue;
        found = true;
        chosen |= monitor_watches(e);
        unguarded |= !e->guard;
    }
    vec_free(&name);
    return !found ? MATCH_NONE : watches && !chosen && !unguarded ? MATCH_UNWATCHED : MATCH_SOME;
}

void monitor_property(Program *p, const Property *property) {
    assert(!p->monitored && p->goals.count == 1);
    EventSet events = property_events(property);
    uint32_t *in = count_in(p);
    for (EdgeId e = 1; e < p->edges.count; e++) {
        if (!p->edges.at[e].from || p->edges.at[e].cmd.kind != CMD_EVENT)
            continue;
        if (violates(p, &events, &p->edges.at[e].cmd))
            reach_goal(p, e, in);
        else
            edge_become_skip(p, e);
    }
    free(in);
    if (events.unset)
        monitor_unset(p);
    if (events.races)
        monitor_races(p);
    p->races_meet |= property->variable != NULL;
    if (events.deadlocks)
        monitor_deadlocks(p);
    if (events.division)
        monitor_divisions(p);
    if (events_of_memory(&events))
        monitor_memory(p, &events);
    p->monitored = true;
#ifndef NDEBUG
    program_check(p);
#endif
}
