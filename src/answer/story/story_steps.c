// story_steps.c - a readable choice of the steps that matter
#include "answer/story/story_steps.h"
#include "answer/story/story_rule.h"
#include "answer/run/arguments.h"
#include "answer/story/naming.h"
#include "answer/run/run_slice.h"
#include "answer/story/source_text.h"
#include "answer/story/story_place.h"
#include "base/limits.h"
#include "program/digraph.h"
#include "spec/rule/rule.h"

enum { MOST_STEPS = 2000000, MOST_TOLD = 40, LAST_TOLD = 18, MOST_LOOKED_AT = 600, LONGEST_CONDITION = 70 };
// A story must not cost the answer: with less time left than it may need there is none.
static const double LEAST_SECONDS = 0.5, SECONDS_PER_STEP = 4e-6;

// Something to tell: a step that matters, or a variable bound after it.
typedef struct Event {
    uint32_t record;
    uint32_t binding; // 0: the step itself
    uint32_t rounds;  // of a loop, left out before it; 0: none
    uint32_t head;    // the record that goes back to the head of that loop
} Event;

typedef struct Teller {
    const Program *p;
    Arena *arena;
    Story *story;
    const Driver *driver; // that calls the program; NULL: none
    RunSlice slice;
    Naming *naming;
    SourceText *source;
    uint8_t *model; // by EdgeId: 1 not in a model of the library, 2 in one; 0: not known yet
    VEC(Event) events;
    // while the run is repeated
    uint32_t next; // event
    uint64_t steps;
    VecU32 open; // activations
    uint32_t activations;
} Teller;

// ---- loops ----
typedef struct Rounds {
    uint32_t first, last; // records: of the first round; of the last but one
    uint32_t count;       // rounds from one to the other
} Rounds;
typedef struct Loop { // an activation is in it
    VecU32 visits;    // of its head: records
} Loop;

static void end_loop(Loop *loop, uint32_t n, int32_t *cover, void *rounds_) {
    VEC(Rounds) *rounds = rounds_;
    uint32_t k = loop->visits.count;
    if (k >= 4) {
        Rounds r = { loop->visits.at[0], loop->visits.at[k - 2], k - 2 };
        if (r.first < n) {
            vec_push(rounds, r);
            cover[r.first]++;
            cover[r.last]--;
        }
    }
    loop->visits.count = 0;
}

// Marks the records of rounds to be left out: cover > 0; 'rounds' of an event says how many were before it.
static void find_rounds(Teller *t, int32_t *cover, void *rounds) {
    const Program *p = t->p;
    Digraph flow = flow_graph(p);
    Dominators d = dominators_new(&flow, 0);
    VEC(Loop) loops = { 0 };
    Map loop_at = { 0 }; // (activation, head) -> 1 + loop
    uint8_t *head = base_alloc(p->locs.count);
    for (EdgeId e = 1; e < p->edges.count; e++)
        if (p->edges.at[e].from && dominators_reach(&d, p->edges.at[e].from) && p->locs.at[p->edges.at[e].to].func &&
            dominates(&d, p->edges.at[e].to, p->edges.at[e].from))
            head[p->edges.at[e].to] = 1;
    for (uint32_t i = 0; i < t->slice.steps.count; i++) {
        const RunRecord *r = &t->slice.steps.at[i];
        const Edge *e = &p->edges.at[r->edge];
        if (!head[e->to] || e->cmd.kind == CMD_RETURN)
            continue;
        uint64_t key = (uint64_t)r->activation << 32 | e->to;
        uint32_t at = map_find(&loop_at, key);
        if (!at) {
            (void)vec_add(&loops);
            at = loops.count;
            map_put(&loop_at, key, at);
        }
        if (!dominates(&d, e->to, e->from)) // entered anew
            end_loop(&loops.at[at - 1], t->slice.steps.count, cover, rounds);
        vec_push(&loops.at[at - 1].visits, i + 1);
    }
    for (uint32_t i = 0; i < loops.count; i++) {
        end_loop(&loops.at[i], t->slice.steps.count, cover, rounds);
        vec_free(&loops.at[i].visits);
    }
    vec_free(&loops);
    map_free(&loop_at);
    free(head);
    dominators_free(&d);
    digraph_free(&flow);
}

// ---- choosing ----
static bool may_tell(const Program *p, const RunRecord *r) {
    switch (p->edges.at[r->edge].cmd.kind) {
    case CMD_ASSUME:
    case CMD_ASSIGN:
    case CMD_INPUT:
    case CMD_STORE:
    case CMD_COPY:
    case CMD_SET:
    case CMD_HAVOC:
    case CMD_CALL:
    case CMD_ERROR:
        return true;
    default:
        return false;
    }
}

// A variable bound to a value that matters.  Where the value is itself a variable that has the same name the
// step that gave it says so already.
static bool binding_matters(const Teller *t, const RunRecord *r, const Binding *b) {
    const Program *p = t->p;
    if (!b->value.id || !run_slice_uses(&t->slice, r->activation, b->value))
        return false;
    VarId v = program_var_of(p, b->value);
    return !v || (p->locs.at[b->loc].inlined && p->vars.at[v].kind != VAR_ADDRESS && p->vars.at[v].c_name.id &&
                  p->vars.at[v].c_name.id != b->c_name.id);
}

// Loop counters: bound at the end of the body, but assigned in the head, where they are declared.
static bool is_counter(const Program *p, const Binding *b) {
    for_out_edges(p, b->loc, e) {
        const Edge *next = &p->edges.at[e];
        for (uint32_t i = 0; next->cmd.kind == CMD_ASSIGN && i < next->cmd.n; i++)
            if (p->vars.at[next->cmd.vars[i]].c_name.id == b->c_name.id && next->pos.line == b->decl.line)
                return true;
    }
    return false;
}

static bool in_model(Teller *t, EdgeId e) {
    if (!t->model[e])
        t->model[e] = story_in_model(t->p, e) ? 2 : 1;
    return t->model[e] == 2;
}

// Of models of the library only what they take from outside is told.  (The arguments of main are among the inputs.)  Of
// rules, which state they reach.
static bool may_tell_of_model(const Program *p, const Cmd *cmd) {
    for (uint32_t i = 0; cmd->kind == CMD_ASSIGN && i < cmd->n; i++)
        if (rule_is_state(program_text(p, p->vars.at[cmd->vars[i]].c_name)))
            return true;
    return cmd->kind == CMD_INPUT && strcmp(program_text(p, cmd->text), LENGTH_OF_ARGUMENT) != 0;
}

static void add_events(Teller *t, uint32_t record) {
    const RunRecord *r = &t->slice.steps.at[record];
    const Edge *e = &t->p->edges.at[r->edge];
    bool end = record + 1 == t->slice.steps.count;
    if (!r->matters && !naming_first_binding(t->naming, e->to))
        return;
    bool model = in_model(t, r->edge);
    if (r->matters && (end || (may_tell(t->p, r) && (!model || may_tell_of_model(t->p, &e->cmd)))))
        vec_push(&t->events, (Event){ .record = record });
    if (model || e->cmd.kind == CMD_CALL || e->cmd.kind == CMD_RETURN)
        return;
    for (uint32_t i = naming_first_binding(t->naming, e->to); i; i = naming_next_binding(t->naming, i))
        if (binding_matters(t, r, &t->p->bindings.at[i]) && !is_counter(t->p, &t->p->bindings.at[i]))
            vec_push(&t->events, (Event){ .record = record, .binding = i });
}

// What is left when rounds of loops are left out; and the middle of what is too long to look at.
static void choose(Teller *t) {
    uint32_t n = t->slice.steps.count;
    int32_t *cover = base_alloc((n + 1) * sizeof *cover), depth = 0;
    VEC(Rounds) rounds = { 0 };
    find_rounds(t, cover, &rounds);
    for (uint32_t i = 0; i <= n; i++)
        depth = cover[i] += depth;
    Map starts = { 0 }; // the last round told -> 1 + rounds
    for (uint32_t i = 0; i < rounds.count; i++)
        if (cover[rounds.at[i].first] == 1)
            map_put(&starts, rounds.at[i].last, rounds.at[i].count);
    uint32_t left_out = 0, pending = 0, head = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t before = t->events.count, count = map_find(&starts, i);
        if (count && left_out)
            pending = count, head = i - 1; // a round was before it
        if (count)
            left_out = 0;
        add_events(t, i);
        if (cover[i] > 0) {
            left_out += t->events.count - before;
            t->events.count = before;
        } else if (t->events.count > before && pending) {
            t->events.at[before].rounds = pending;
            t->events.at[before].head = head;
            pending = 0;
        }
    }
    if (t->events.count > MOST_LOOKED_AT) {
        uint32_t half = MOST_LOOKED_AT / 2;
        memmove(t->events.at + half, t->events.at + t->events.count - half, half * sizeof *t->events.at);
        t->events.count = 2 * half;
    }
    map_free(&starts);
    vec_free(&rounds);
    free(cover);
}

// ---- telling ----
// Was it said a few steps before, and is it still so?  An assignment may show twice: when a C variable is bound to the
// value, and when the program's variable gets it.
static bool is_told(const Story *story, const StoryStep *step) {
    const char *equals = strstr(step->text, " = ");
    size_t name = equals && step->kind != STORY_BRANCH ? (size_t)(equals - step->text) + 3 : strlen(step->text);
    uint32_t n = story->steps.count, most = step->kind == STORY_BRANCH ? 1 : 6;
    for (uint32_t i = 0; i < n && i < most; i++) {
        const StoryStep *last = &story->steps.at[n - 1 - i];
        if (!strncmp(last->text, step->text, name) && !strcmp(last->at.function, step->at.function))
            return !strcmp(last->text, step->text);
    }
    return false;
}

// What a chain of comparisons with one value comes to: "x != 1", "x != 2", "x == 3" is told as the last of them.
static bool narrows(const Story *story, const StoryStep *step) {
    const StoryStep *last = story->steps.count ? &vec_last(&story->steps) : NULL;
    const char *sign = last && last->kind == STORY_BRANCH ? strstr(last->text, " != ") : NULL;
    if (!sign || step->kind != STORY_BRANCH || strcmp(last->at.function, step->at.function) != 0)
        return false;
    size_t n = (size_t)(sign - last->text);
    return !strncmp(last->text, step->text, n) &&
           (!strncmp(step->text + n, " != ", 4) || !strncmp(step->text + n, " == ", 4));
}

static void add_step(Teller *t, StoryKind kind, const RunRecord *r, const char *text, const char *note) {
    VecU32 calls = { 0 };
    StoryPlaces places = { 0 };
    StoryStep step = { .kind = kind, .text = story_rule_plain(text, t->driver, t->arena) };
    for (uint32_t a = r->activation; a; a = t->slice.activations.at[a].caller)
        if (t->slice.activations.at[a].call)
            vec_push(&calls, t->slice.activations.at[a].call);
    for (uint32_t i = 0; i < calls.count / 2; i++) {
        EdgeId e = calls.at[i];
        calls.at[i] = calls.at[calls.count - 1 - i];
        calls.at[calls.count - 1 - i] = e;
    }
    story_places(t->p, r->edge, calls.count, calls.at, &places);
    step.at = places.at[0];
    step.depth = places.count - 1;
    step.note = note && *note ? arena_strdup(t->arena, note) : NULL;
    if (narrows(t->story, &step))
        vec_last(&t->story->steps) = step;
    else if (story_rule_calls(text) || !is_told(t->story, &step))
        vec_push(&t->story->steps, step);
    vec_free(&calls);
    vec_free(&places);
}

static const char *source_line(Teller *t, const RunRecord *r) {
    const Edge *e = &t->p->edges.at[r->edge];
    const char *file = e->pos.file ? program_text(t->p, t->p->files.at[e->pos.file]) : NULL;
    return source_text_line(t->source, file, e->pos.line);
}

static Scope scope_of(const Program *p, const RunRecord *r) {
    return (Scope){ r->activation, p->locs.at[p->edges.at[r->edge].from].inlined };
}

static void tell_branch(Teller *t, RunView *view, const RunRecord *r) {
    Text text = { 0 }, values = { 0 };
    const Edge *e = &t->p->edges.at[r->edge];
    bool named = naming_condition(t->naming, view, scope_of(t->p, r), e->cmd.a, &text, &values);
    bool outside = named && strstr(text.at, "environment+"); // the user has another name for it
    bool clear = named && text.count <= LONGEST_CONDITION && !outside && !strstr(text.at, "_BitInt");
    const char *source = clear ? NULL : source_line(t, r);
    if (source)
        add_step(t, STORY_BRANCH, r, source, outside && !values.count ? text.at : values.at);
    else if (named)
        add_step(t, STORY_BRANCH, r, text.at, values.at);
    vec_free(&text);
    vec_free(&values);
}

static void tell_memory(Teller *t, RunView *view, const RunRecord *r) {
    const Cmd *cmd = &t->p->edges.at[r->edge].cmd;
    Text text = { 0 };
    const char *source = source_line(t, r);
    bool named = naming_cell(t->naming, view, r->address, r->bytes, &text);
    Value v;
    if (cmd->kind == CMD_STORE && named && run_view_value(view, cmd->b, &v)) {
        text_add(&text, " = ");
        naming_value(t->naming, view, term_sort(t->p->terms, cmd->b), "", false, v, &text);
    } else if (cmd->kind == CMD_HAVOC && named) {
        text_add(&text, " becomes any value");
    } else if (named) {
        text_add(&text, " is %s", cmd->kind == CMD_COPY ? "copied to" : "filled");
    }
    if (named)
        add_step(t, STORY_ASSIGNMENT, r, text.at, source);
    else if (source)
        add_step(t, STORY_ASSIGNMENT, r, source, NULL);
    vec_free(&text);
}

static bool is_needed(const RunRecord *r, uint32_t i) {
    return r->needed >> (i < 63 ? i : 63) & 1;
}

static void tell_variables(Teller *t, RunView *view, const RunRecord *r) {
    const Cmd *cmd = &t->p->edges.at[r->edge].cmd;
    for (uint32_t i = 0; i < cmd->n; i++) {
        Text text = { 0 };
        if (is_needed(r, i) && naming_assignment(t->naming, view, cmd->vars[i], &text))
            add_step(t, STORY_ASSIGNMENT, r, text.at, NULL);
        vec_free(&text);
    }
}

// The callee's frame is there: its parameters have their values.
static void tell_parameters(Teller *t, RunView *view, const RunRecord *r) {
    const Function *f = &t->p->funcs.at[t->slice.activations.at[r->other].func];
    for (uint32_t i = 0; i < f->params.count; i++) {
        Text text = { 0 };
        if (is_needed(r, i) && naming_assignment(t->naming, view, f->params.at[i], &text)) {
            uint32_t before = t->story->steps.count;
            add_step(t, STORY_ASSIGNMENT, r, text.at, "parameter");
            if (t->story->steps.count > before) {
                StoryStep *step = &vec_last(&t->story->steps);
                step->at = (StoryPlace){ f->pos.file ? program_text(t->p, t->p->files.at[f->pos.file]) : NULL,
                                         f->pos.line, 0, program_text(t->p, f->name) };
                step->depth++;
            }
        }
        vec_free(&text);
    }
}

static void tell_input(Teller *t, RunView *view, const RunRecord *r) {
    const Cmd *cmd = &t->p->edges.at[r->edge].cmd;
    const Var *var = &t->p->vars.at[cmd->var];
    const char *name = program_text(t->p, cmd->text);
    bool called = *name && !strchr(name, ' ') && cmd->input != INPUT_UNINIT;
    Text text = { 0 }, note = { 0 };
    Value v;
    if (cmd->input == INPUT_UNINIT)
        text_add(&note, "uninitialised");
    else
        text_add(&note, "input");
    if (naming_assignment(t->naming, view, cmd->var, &text)) {
        if (called)
            text_add(&note, " %s", name);
    } else if ((called || cmd->input == INPUT_LIBRARY) && run_view_value(view, var->term, &v)) {
        text_add(&text, "%s%s = ", name, called ? "()" : "");
        naming_value(t->naming, view, var->sort, program_text(t->p, var->c_type), var->pointer, v, &text);
    }
    if (text.count)
        add_step(t, STORY_INPUT, r, text.at, note.at);
    vec_free(&text);
    vec_free(&note);
}

static void tell_binding(Teller *t, RunView *view, const RunRecord *r, const Binding *b) {
    Text text = { 0 };
    Value v;
    if (!run_view_value(view, b->value, &v))
        return;
    text_add(&text, "%s = ", program_text(t->p, b->c_name));
    naming_value(t->naming, view, term_sort(t->p->terms, b->value), program_text(t->p, b->c_type), false, v, &text);
    uint32_t before = t->story->steps.count;
    add_step(t, STORY_ASSIGNMENT, r, text.at, NULL);
    if (t->story->steps.count > before &&
        t->p->locs.at[b->loc].inlined != t->p->locs.at[t->p->edges.at[r->edge].from].inlined)
        t->story->steps.count = before; // bound in another function: its place is not known
    vec_free(&text);
}

static void tell_before(Teller *t, RunView *view, const RunRecord *r) {
    switch (t->p->edges.at[r->edge].cmd.kind) {
    case CMD_ASSUME:
        tell_branch(t, view, r);
        break;
    case CMD_STORE:
    case CMD_COPY:
    case CMD_SET:
    case CMD_HAVOC:
        tell_memory(t, view, r);
        break;
    case CMD_ERROR:
        add_step(t, STORY_ERROR, r, t->story->what, NULL);
        break;
    default:
        break;
    }
}

static void tell_after(Teller *t, RunView *view, const RunRecord *r) {
    switch (t->p->edges.at[r->edge].cmd.kind) {
    case CMD_ASSIGN:
        tell_variables(t, view, r);
        break;
    case CMD_INPUT:
        tell_input(t, view, r);
        break;
    case CMD_CALL:
        tell_parameters(t, view, r);
        break;
    default:
        break;
    }
}

static void tell_rounds(Teller *t, const Event *event) {
    assert(event->head < t->slice.steps.count);
    const RunRecord *r = &t->slice.steps.at[event->head];
    char text[60];
    snprintf(text, sizeof text, "%u times around the loop; then:", event->rounds);
    if (event->rounds)
        add_step(t, STORY_ROUNDS, r, text, NULL);
}

// ---- the run once more ----
static void follow(Teller *t, EdgeId edge, uint32_t activation) {
    const Program *p = t->p;
    const Edge *e = &p->edges.at[edge];
    Scope scope = { activation, p->locs.at[e->from].inlined };
    LocId loc = e->to;
    if (e->cmd.kind == CMD_CALL) {
        vec_push(&t->open, ++t->activations);
        FuncId f = t->slice.activations.at[t->activations].func;
        loc = f ? p->funcs.at[f].entry : loc;
    } else if (e->cmd.kind == CMD_RETURN && t->open.count > 1) {
        loc = p->edges.at[t->slice.activations.at[activation].call].to;
        t->open.count--;
    }
    naming_after(t->naming, edge, scope, loc, vec_last(&t->open));
}

static void observe(void *context, RunView *view, EdgeId edge, bool taken) {
    Teller *t = context;
    uint32_t activation = vec_last(&t->open);
    if (!taken)
        naming_before(t->naming, view, edge, (Scope){ activation, t->p->locs.at[t->p->edges.at[edge].from].inlined });
    else
        follow(t, edge, activation);
    for (; t->next < t->events.count; t->next++) {
        const Event *event = &t->events.at[t->next];
        const RunRecord *r = &t->slice.steps.at[event->record];
        if (t->slice.first + event->record != t->steps)
            break;
        if (!taken) {
            tell_rounds(t, event);
            if (!event->binding)
                tell_before(t, view, r);
            break;
        }
        if (event->binding)
            tell_binding(t, view, r, &t->p->bindings.at[event->binding]);
        else
            tell_after(t, view, r);
    }
    t->steps += taken;
}

// Leaves out steps in the middle.
static void shorten(Story *story, Arena *arena) {
    uint32_t n = story->steps.count, first = MOST_TOLD - LAST_TOLD;
    if (n <= MOST_TOLD)
        return;
    StoryStep *gap = &story->steps.at[first];
    *gap = (StoryStep){ .kind = STORY_LEFT_OUT, .at.function = "" };
    gap->text = arena_printf(arena, "... %u more steps ...", n - MOST_TOLD);
    memmove(gap + 1, &story->steps.at[n - LAST_TOLD], LAST_TOLD * sizeof *gap);
    story->steps.count = MOST_TOLD + 1;
}

void story_steps(const Program *p, const FrontendInput *in, const RunResult *r, Arena *arena, Story *story) {
    Teller t = { .p = p, .arena = arena, .story = story, .driver = in->driver, .activations = 1 };
    if (r->steps > MOST_STEPS || limits_left() < LEAST_SECONDS + SECONDS_PER_STEP * (double)r->steps)
        return;
    t.naming = naming_new(p);
    t.source = source_text_new(in);
    t.model = base_alloc(p->edges.count);
    vec_push(&t.open, 1);
    if (run_slice(p, r, SLICE_STORY, &t.slice)) {
        choose(&t);
        RunOptions o = run_again(r);
        RunResult again;
        o.observe = observe;
        o.observe_context = &t;
        interpret(p, &o, &again);
        run_result_free(&again);
        shorten(story, arena);
    }
    run_slice_free(&t.slice);
    naming_free(t.naming);
    source_text_free(t.source);
    free(t.model);
    vec_free(&t.events);
    vec_free(&t.open);
}
