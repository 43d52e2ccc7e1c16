// run_slice.c - the steps of a run that matter
#include "answer/run/run_slice.h"
#include "answer/run/slice_state.h"
#include "program/digraph.h"
#include "program/edit.h"

enum { MOST_BYTES = 1 << 16, MOST_PARTS = 500, LONGEST_END = 20 };

RunOptions run_again(const RunResult *run) {
    RunOptions o = run_options();
    o.inputs = &run->trace;
    o.then = SOURCE_ZERO; // nothing is missing but what no trace need hold
    o.max_steps = run->steps + 1;
    return o;
}

// ---- recording ----
typedef struct InitialByte {
    uint64_t address;
    uint32_t object; // index into Recorder.objects
} InitialByte;

typedef struct Recorder {
    const Program *p;
    const Trace *trace;
    RunSlice *slice;
    uint64_t steps, first;  // steps so far; the first to record
    VecU32 open;            // activations
    VEC(RunObject) objects; // with initial bytes that the trace gave
    VEC(InitialByte) bytes; // these, as far as the run read them
    Map is_initial;         // their addresses
} Recorder;

// Bytes that the step reads and that were inputs: the trace has them.
static void note_initial(Recorder *rec, RunView *view, uint64_t address, uint64_t bytes) {
    assert(rec->objects.count <= rec->bytes.count);
    RunObject object;
    if (!rec->trace->memory.count || !run_view_object(view, address, &object))
        return;
    for (uint64_t i = 0; i < bytes && i < MOST_BYTES; i++) {
        uint64_t offset = address + i - object.base;
        uint8_t byte;
        if (offset > UINT32_MAX || !trace_byte(rec->trace, object.number, (uint32_t)offset, &byte) ||
            map_find(&rec->is_initial, address + i))
            continue;
        if (!rec->objects.count || vec_last(&rec->objects).number != object.number)
            vec_push(&rec->objects, object);
        map_put(&rec->is_initial, address + i, 1);
        vec_push(&rec->bytes, (InitialByte){ address + i, rec->objects.count - 1 });
    }
}

static void note_memory(Recorder *rec, RunView *view, RunRecord *r) {
    const Cmd *cmd = &rec->p->edges.at[r->edge].cmd;
    uint64_t value[3];
    RunObject object;
    switch (cmd->kind) {
    case CMD_LOAD:
    case CMD_STORE:
        run_view_operands(view, r->edge, value);
        r->address = value[0];
        r->bytes = cmd->bytes;
        if (cmd->kind == CMD_LOAD)
            note_initial(rec, view, r->address, r->bytes);
        break;
    case CMD_COPY:
    case CMD_SET:
        run_view_operands(view, r->edge, value);
        r->address = value[0];
        r->source = value[1];
        r->bytes = value[2];
        if (cmd->kind == CMD_COPY)
            note_initial(rec, view, r->source, r->bytes);
        break;
    case CMD_HAVOC:
        run_view_operands(view, r->edge, value);
        if (run_view_object(view, value[0], &object)) {
            r->address = object.base;
            r->bytes = object.size;
        }
        break;
    default:
        break;
    }
}

static void follow_calls(Recorder *rec, RunRecord *r, EdgeId edge) {
    assert(rec->open.count && vec_last(&rec->open) < rec->slice->activations.count);
    RunSlice *slice = rec->slice;
    CmdKind kind = rec->p->edges.at[edge].cmd.kind;
    if (kind == CMD_CALL) {
        vec_push(&slice->activations, (Activation){ .caller = vec_last(&rec->open), .call = edge });
        vec_push(&rec->open, slice->activations.count - 1);
        r->other = vec_last(&rec->open);
    } else if (kind == CMD_RETURN) {
        r->other = slice->activations.at[vec_last(&rec->open)].caller;
        if (rec->open.count > 1)
            rec->open.count--;
    }
}

static void record(void *context, RunView *view, EdgeId edge, bool taken) {
    Recorder *rec = context;
    if (taken)
        return;
    RunRecord r = { .edge = edge, .activation = vec_last(&rec->open) };
    rec->slice->activations.at[r.activation].func = rec->p->locs.at[rec->p->edges.at[edge].from].func;
    bool wanted = rec->steps++ >= rec->first;
    if (wanted)
        note_memory(rec, view, &r);
    follow_calls(rec, &r, edge);
    if (wanted)
        vec_push(&rec->slice->steps, r);
}

static bool record_run(Recorder *rec, const RunResult *run) {
    RunSlice *slice = rec->slice;
    rec->first = slice->first = run->steps > MOST_RECORDED ? run->steps - MOST_RECORDED : 0;
    vec_resize(&slice->activations, 2);
    vec_push(&rec->open, 1);
    RunOptions o = run_again(run);
    o.observe = record;
    o.observe_context = rec;
    RunResult again;
    interpret(rec->p, &o, &again);
    bool same = again.end == run->end && again.steps == run->steps && again.edge == run->edge;
    run_result_free(&again);
    return same;
}

static void recorder_free(Recorder *rec) {
    vec_free(&rec->open);
    vec_free(&rec->objects);
    vec_free(&rec->bytes);
    map_free(&rec->is_initial);
}

// ---- slicing ----
typedef struct Slicer {
    const Program *p;
    RunSlice *slice;
    const Dominators *post; // node 0 is the end of all
    Map needed;             // (activation or 0, variable)
    Map bytes;              // address
    VEC(VecU32) waiting;    // by activation: locations of steps that matter and whose branch was not yet met
    VEC(bool) active;       // by activation: has a step that matters
    SliceState *state;      // of rules; NULL: not asked for
} Slicer;

// Does the run end soon from here, without any choice: at the error, by abort or exit?
static bool is_dead_end(const Program *p, LocId loc) {
    for (uint32_t i = 0; i < LONGEST_END; i++) {
        EdgeId e = loc_only_out(p, loc);
        if (loc == p->error || loc == p->stop || !e)
            return loc == p->error || loc == p->stop;
        loc = p->edges.at[e].to;
    }
    return false;
}

// For a story as if no check could fail: else everything would depend on each check passed before.
static Dominators post_dominators(const Program *p, SliceKind kind) {
    VecU32 from = { 0 }, to = { 0 };
    for (EdgeId id = 1; id < p->edges.count; id++) {
        const Edge *e = &p->edges.at[id];
        bool check = kind == SLICE_STORY && e->from && !loc_only_out(p, e->from) && is_dead_end(p, e->to);
        if (e->from && !check) {
            vec_push(&from, e->to);
            vec_push(&to, e->from);
        }
    }
    for (FuncId f = 1; f < p->funcs.count; f++) {
        vec_push(&from, 0);
        vec_push(&to, p->funcs.at[f].exit);
    }
    vec_push(&from, 0);
    vec_push(&to, p->stop);
    vec_push(&from, 0);
    vec_push(&to, p->error);
    Digraph g = digraph_new(p->locs.count, from.count, from.at, to.at);
    Dominators d = dominators_new(&g, 0);
    digraph_free(&g);
    vec_free(&from);
    vec_free(&to);
    return d;
}

static bool post_dominates(const Slicer *s, LocId late, LocId early) {
    return late == early ||
           (dominators_reach(s->post, late) && dominators_reach(s->post, early) && dominates(s->post, late, early));
}

static uint64_t key_of(const Slicer *s, uint32_t activation, VarId v) {
    assert(v && (activation || !s->p->vars.at[v].func));
    return (uint64_t)(s->p->vars.at[v].func ? activation : 0) << 32 | v;
}

static void use_parts(Slicer *s, uint32_t activation, Term a) {
    Terms *t = s->p->terms;
    VecTerm todo = { 0 };
    vec_push(&todo, a);
    for (uint32_t i = 0; i < todo.count && todo.count < MOST_PARTS; i++) {
        Term part = todo.at[i];
        uint64_t key = (uint64_t)activation << 32 | part.id;
        if (term_is_const(t, part) || map_find(&s->slice->used, key))
            continue;
        map_put(&s->slice->used, key, 1);
        for (uint32_t k = 0; k < term_arity(t, part); k++)
            vec_push(&todo, term_arg(t, part, k));
    }
    vec_free(&todo);
}

static void use(Slicer *s, uint32_t activation, Term a) {
    VecTerm vars = { 0 };
    if (!a.id)
        return;
    term_vars(s->p->terms, a, &vars);
    for (uint32_t i = 0; i < vars.count; i++) {
        VarId v = program_var_of(s->p, vars.at[i]);
        if (v)
            map_put(&s->needed, key_of(s, activation, v), 1);
    }
    use_parts(s, activation, a);
    vec_free(&vars);
}

static bool give_var(Slicer *s, uint32_t activation, VarId v) { // was it needed?
    uint64_t key = key_of(s, activation, v);
    if (!map_find(&s->needed, key))
        return false;
    map_put(&s->needed, key, 0);
    return true;
}

static bool give_bytes(Slicer *s, const RunRecord *r) {
    bool any = false;
    for (uint64_t i = 0; i < r->bytes && i < MOST_BYTES; i++)
        if (map_find(&s->bytes, r->address + i)) {
            map_put(&s->bytes, r->address + i, 0);
            any = true;
        }
    return any;
}

static bool copy_bytes(Slicer *s, const RunRecord *r) {
    VEC(uint64_t) at = { 0 };
    for (uint64_t i = 0; i < r->bytes && i < MOST_BYTES; i++)
        if (map_find(&s->bytes, r->address + i)) {
            map_put(&s->bytes, r->address + i, 0);
            vec_push(&at, i);
        }
    bool any = at.count > 0;
    for (uint32_t i = 0; i < at.count; i++)
        map_put(&s->bytes, r->source + at.at[i], 1);
    vec_free(&at);
    return any;
}

static void set_needed(RunRecord *r, uint32_t i) {
    r->needed |= (uint64_t)1 << (i < 63 ? i : 63);
}

// ---- what each command gives ----
static bool assigns(Slicer *s, RunRecord *r, const Cmd *cmd) {
    assert(!r->needed && cmd->n == cmd->n_vars);
    for (uint32_t i = 0; i < cmd->n; i++)
        if (give_var(s, r->activation, cmd->vars[i]))
            set_needed(r, i);
    for (uint32_t i = 0; i < cmd->n; i++)
        if (r->needed >> (i < 63 ? i : 63) & 1)
            use(s, r->activation, cmd->terms[i]);
    return r->needed != 0;
}

static bool decides(Slicer *s, const RunRecord *r, const Edge *e) {
    assert(e->cmd.kind == CMD_ASSUME);
    VecU32 *waiting = &s->waiting.at[r->activation];
    uint32_t left = 0;
    if (s->p->locs.at[e->from].first_out == s->p->locs.at[e->from].last_out)
        return false;
    for (uint32_t i = 0; i < waiting->count; i++) {
        LocId l = waiting->at[i];
        bool dependent = post_dominates(s, l, e->to) && (l == e->from || !post_dominates(s, l, e->from));
        if (!dependent)
            waiting->at[left++] = l;
    }
    bool any = left < waiting->count;
    waiting->count = left;
    return any;
}

// Would another side of the branch have changed what matters of a rule's state?
static bool leaves_out(Slicer *s, const RunRecord *r) {
    uint64_t beside = s->state ? slice_state_beside(s->state, r->edge) : 0;
    for (uint32_t k = 0; beside; k++, beside >>= 1)
        if (beside & 1 && map_find(&s->needed, key_of(s, 0, s->state->vars[k])))
            return true;
    return false;
}

static bool calls(Slicer *s, RunRecord *r, const Cmd *cmd) {
    assert(r->other && r->other < s->active.count);
    const Function *f = &s->p->funcs.at[s->slice->activations.at[r->other].func];
    for (uint32_t i = 0; i < f->params.count && i < cmd->n; i++)
        if (give_var(s, r->other, f->params.at[i])) {
            set_needed(r, i);
            use(s, r->activation, cmd->terms[i]);
        }
    return s->active.at[r->other];
}

static bool returns(Slicer *s, RunRecord *r, const Cmd *cmd) {
    const Activation *a = &s->slice->activations.at[r->activation];
    if (!a->call)
        return false;
    const Cmd *call = &s->p->edges.at[a->call].cmd;
    for (uint32_t i = 0; i < call->n_vars && i < cmd->n; i++)
        if (call->vars[i] && give_var(s, r->other, call->vars[i])) {
            set_needed(r, i);
            use(s, r->activation, cmd->terms[i]);
        }
    return r->needed != 0;
}

static bool gives_var(Slicer *s, RunRecord *r, const Cmd *cmd) {
    if (!cmd->var || !give_var(s, r->activation, cmd->var))
        return false;
    r->needed = 1;
    if (cmd->kind == CMD_LOAD)
        for (uint64_t i = 0; i < r->bytes; i++)
            map_put(&s->bytes, r->address + i, 1);
    return true;
}

static bool gives(Slicer *s, RunRecord *r, const Edge *e) {
    switch (e->cmd.kind) {
    case CMD_ASSUME:
        return decides(s, r, e) || leaves_out(s, r);
    case CMD_ASSIGN:
        return assigns(s, r, &e->cmd);
    case CMD_CALL:
        return calls(s, r, &e->cmd);
    case CMD_RETURN:
        return returns(s, r, &e->cmd);
    case CMD_HAVOC:
        if (cmd_is_outside(&e->cmd)) // which objects it wrote is not recorded
            return s->bytes.count > 0;
        return give_bytes(s, r);
    case CMD_STORE:
    case CMD_SET:
        return give_bytes(s, r);
    case CMD_COPY:
        return copy_bytes(s, r);
    default:
        return gives_var(s, r, &e->cmd);
    }
}

static void wait_for_branch(VecU32 *waiting, LocId loc) {
    for (uint32_t i = waiting->count; i-- > 0;)
        if (waiting->at[i] == loc)
            return;
    vec_push(waiting, loc);
}

static void look_at(Slicer *s, RunRecord *r, bool last) {
    assert(r->activation && r->activation < s->waiting.count);
    const Edge *e = &s->p->edges.at[r->edge];
    r->needed = 0;
    r->matters = gives(s, r, e) || last || r->ends_loop;
    if (!r->matters)
        return;
    bool whole = e->cmd.kind != CMD_ASSIGN && e->cmd.kind != CMD_CALL && e->cmd.kind != CMD_RETURN;
    use(s, r->activation, e->cmd.a);
    use(s, r->activation, e->cmd.b);
    use(s, r->activation, e->cmd.c);
    for (uint32_t i = 0; whole && i < e->cmd.n; i++)
        use(s, r->activation, e->cmd.terms[i]);
    wait_for_branch(&s->waiting.at[r->activation], e->from);
    s->active.at[r->activation] = true;
}

// What is still needed before the first step: initial bytes, and variables that stand for some.
static void find_initial(Slicer *s, const Recorder *rec) {
    uint8_t *taken = base_alloc(rec->objects.count + 1);
    s->slice->initial.count = 0;
    for (uint32_t i = 0; i < rec->bytes.count; i++)
        if (map_find(&s->bytes, rec->bytes.at[i].address) && !taken[rec->bytes.at[i].object]++)
            vec_push(&s->slice->initial, rec->objects.at[rec->bytes.at[i].object]);
    free(taken);
    for (VarId v = 1; v < s->p->vars.count; v++) {
        ObjId o = s->p->vars.at[v].kind == VAR_GLOBAL ? s->p->vars.at[v].object : 0;
        if (o && s->p->objects.at[o].made && map_find(&s->needed, key_of(s, 0, v)))
            vec_push(&s->slice->initial, (RunObject){ .site = o });
    }
}

static void slice_once(const Recorder *rec, const Dominators *post, SliceState *state) {
    RunSlice *slice = rec->slice;
    Slicer s = { .p = rec->p, .slice = slice, .post = post, .state = state };
    vec_resize(&s.waiting, slice->activations.count);
    vec_resize(&s.active, slice->activations.count);
    for (uint32_t i = slice->steps.count; i-- > 0;)
        look_at(&s, &slice->steps.at[i], i + 1 == slice->steps.count);
    find_initial(&s, rec);
    assert(!slice->steps.count || vec_last(&slice->steps).matters);
    for (uint32_t i = 0; i < s.waiting.count; i++)
        vec_free(&s.waiting.at[i]);
    vec_free(&s.waiting);
    vec_free(&s.active);
    map_free(&s.needed);
    map_free(&s.bytes);
}

// ---- the ends of loops ----
typedef struct LoopBodies {
    uint32_t *number; // by LocId: of a head, 1, 2, ...; else 0
    VEC(Map) body;    // by number: its locations; element 0 is unused
} LoopBodies;

// The natural loop of a back edge: what reaches its source without passing the head.
static void add_body(const Program *p, const Digraph *into, LocId head, LocId from, Map *body) {
    assert(p->locs.at[head].func == p->locs.at[from].func);
    VecU32 todo = { 0 };
    map_put(body, head, 1);
    vec_push(&todo, from);
    while (todo.count) {
        LocId loc = vec_pop(&todo);
        if (map_find(body, loc))
            continue;
        map_put(body, loc, 1);
        for (uint32_t i = into->first[loc]; i < into->first[loc + 1]; i++)
            vec_push(&todo, p->edges.at[into->to[i]].from);
    }
    vec_free(&todo);
}

static LoopBodies find_loops(const Program *p) {
    Digraph flow = flow_graph(p), into = edges_into(p);
    Dominators d = dominators_new(&flow, 0);
    LoopBodies loops = { .number = base_alloc(p->locs.count * sizeof *loops.number) };
    vec_resize(&loops.body, 1);
    for (EdgeId id = 1; id < p->edges.count; id++) {
        const Edge *e = &p->edges.at[id];
        if (!e->from || !dominators_reach(&d, e->from) || !p->locs.at[e->to].func || !dominates(&d, e->to, e->from))
            continue;
        if (!loops.number[e->to]) {
            loops.number[e->to] = loops.body.count;
            (void)vec_add(&loops.body);
        }
        add_body(p, &into, e->to, e->from, &loops.body.at[loops.number[e->to]]);
    }
    dominators_free(&d);
    digraph_free(&into);
    digraph_free(&flow);
    return loops;
}

static void free_loops(LoopBodies *loops) {
    for (uint32_t i = 0; i < loops->body.count; i++)
        map_free(&loops->body.at[i]);
    vec_free(&loops->body);
    free(loops->number);
}

typedef struct OpenLoop { // that the run is in
    uint32_t loop, activation;
    uint32_t since; // how many steps mattered before it
} OpenLoop;

// Marks the branches that end a loop in which a step matters; gives whether there are any.
static bool mark_loop_ends(const Program *p, const LoopBodies *loops, RunSlice *slice) {
    assert(loops->body.count && "element 0 is unused");
    VEC(OpenLoop) open = { 0 };
    uint32_t mattered = 0;
    bool any = false;
    for (uint32_t i = 0; i < slice->steps.count; i++) {
        RunRecord *r = &slice->steps.at[i];
        const Edge *e = &p->edges.at[r->edge];
        bool leaves = e->cmd.kind == CMD_RETURN;
        while (open.count && vec_last(&open).activation == r->activation &&
               (leaves || !map_find(&loops->body.at[vec_last(&open).loop], e->to))) {
            r->ends_loop |= e->cmd.kind == CMD_ASSUME && mattered > vec_last(&open).since;
            open.count--;
        }
        any |= r->ends_loop;
        mattered += r->matters;
        uint32_t loop = e->cmd.kind == CMD_RETURN ? 0 : loops->number[e->to];
        bool inside = open.count && vec_last(&open).loop == loop && vec_last(&open).activation == r->activation;
        if (loop && !inside)
            vec_push(&open, (OpenLoop){ loop, r->activation, mattered });
    }
    vec_free(&open);
    return any;
}

bool run_slice(const Program *p, const RunResult *run, SliceKind kind, RunSlice *slice) {
    *slice = (RunSlice){ 0 };
    Recorder rec = { .p = p, .trace = &run->trace, .slice = slice };
    bool recorded = !run->trace.schedule.count && record_run(&rec, run);
    if (recorded) {
        Dominators post = post_dominators(p, kind);
        LoopBodies loops = find_loops(p);
        SliceState state;
        slice_state_init(&state, p, &post);
        slice_once(&rec, &post, kind == SLICE_STORY ? &state : NULL);
        if (mark_loop_ends(p, &loops, slice)) {
            map_free(&slice->used);
            slice_once(&rec, &post, kind == SLICE_STORY ? &state : NULL);
        }
        slice_state_free(&state);
        free_loops(&loops);
        dominators_free(&post);
    }
    recorder_free(&rec);
    return recorded;
}

bool run_slice_uses(const RunSlice *slice, uint32_t activation, Term a) {
    return map_find(&slice->used, (uint64_t)activation << 32 | a.id) != 0;
}

void run_slice_free(RunSlice *slice) {
    vec_free(&slice->steps);
    vec_free(&slice->activations);
    map_free(&slice->used);
    vec_free(&slice->initial);
}
