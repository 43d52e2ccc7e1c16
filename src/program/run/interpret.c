// interpret.c - the loop over edges
//
// Calls of the program do not use the stack of C: a thread has an array of
// frames and one of values.  Nothing is looked up by name or hash in the loop: an
// edge is an index into the steps, a variable an index into a bank, and
// each load and store remembers the object it found last.
#include "program/edit.h"
#include "program/run/interpret_machine.h"

const char *run_end_text(RunEnd end) {
    static const char *const texts[] = {
#define RUN_TEXT(name, text) [RUN_##name] = text,
        RUN_ENDS(RUN_TEXT)
#undef RUN_TEXT
    };
    assert((size_t)end < COUNT(texts) && texts[end]);
    return texts[end];
}

RunOptions run_options(void) {
    return (RunOptions){ .max_steps = 1000000000, .max_memory = 1u << 30, .max_output = 1u << 24, .max_depth = 100000 };
}

void run_result_free(RunResult *r) {
    trace_free(&r->trace);
    vec_free(&r->path);
    vec_free(&r->heap);
    vec_free(&r->race.of[0].locks);
    vec_free(&r->race.of[1].locks);
    *r = (RunResult){ 0 };
}

uint32_t run_unwritten(const RunResult *r) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < r->trace.memory.count; i++)
        n += r->trace.memory.at[i].object != r->environment;
    return n;
}

bool machine_end(Machine *m, RunEnd end, const char *format, ...) {
    assert(end != RUN_GOING);
    if (m->end != RUN_GOING) // the first reason counts
        return false;
    m->end = end;
    va_list args;
    va_start(args, format);
    vsnprintf(m->r->message.text, sizeof m->r->message.text, format, args);
    va_end(args);
    return false;
}

bool machine_within_memory(Machine *m, uint64_t more) {
    uint64_t used = m->memory.bytes + m->frame_bytes;
    if (used <= m->o->max_memory && more <= m->o->max_memory - used)
        return true;
    return machine_end(m, RUN_OUT_OF_MEMORY, "over the memory limit of %llu bytes",
                       (unsigned long long)m->o->max_memory);
}

void machine_bank(Machine *m) {
    m->locals = m->t->values.at + (m->t->frames.count ? vec_last(&m->t->frames).base : 0);
    m->globals = m->it->globals.at;
    m->bank[0] = m->locals;
    m->bank[1] = m->globals;
}

// ---- inputs ----
enum { INPUT_COST = 64 };

// The next of its queue in the given trace, or NULL.
static const TraceInput *take_input(Machine *m, InputKind kind) {
    const Trace *given = m->o->inputs;
    bool uninit = kind == INPUT_UNINIT;
    uint32_t *next = uninit ? &m->next_uninit : &m->next_input;
    while (given && *next < given->inputs.count) {
        const TraceInput *input = &given->inputs.at[(*next)++];
        if ((input->kind == INPUT_UNINIT) == uninit)
            return input;
    }
    return NULL;
}

// Does the name in a trace fit?  Files have '_' for what they cannot hold.
static bool same_name(const char *given, const char *name) {
    if (!*given || !*name)
        return true;
    while (*given && *name && (*given == *name || *given == '_'))
        given++, name++;
    return !*given && !*name;
}

// The next input of its kind: from the trace, or what the options say instead.
static bool next_input(Machine *m, EdgeId edge, InputKind kind, const char *name, SrcPos pos, ValueType type,
                       Value *value) {
    const TraceInput *given = take_input(m, kind);
    *value = (Value){ 0 };
    if (given) {
        const char *given_name = name_text(m->o->inputs->names, given->name);
        bool fits = trace_value(given, type, value);
        m->r->misfits += !fits || !same_name(given_name, name);
    } else if (m->o->choose && m->o->choose(m->o->choose_context, edge, type, value))
        ;
    else if (m->o->then == SOURCE_NONE)
        return machine_end(m, RUN_INPUTS_EXHAUSTED, "no input is left for %s", *name ? name : "a variable");
    else if (m->o->then == SOURCE_RANDOM)
        *value = random_value(&m->random, type);
    if (m->unrecorded)
        return true;
    if (!machine_within_memory(m, INPUT_COST))
        return false;
    m->memory.bytes += INPUT_COST;
    trace_add_input(&m->r->trace, kind, name, pos, type, *value);
    return true;
}

// ---- calls ----
FuncId function_at(Machine *m, uint64_t address) {
    Instance *o = memory_find(m, address);
    FuncId f = o && o->kind == OBJ_FUNCTION && o->base == address ? m->p->objects.at[o->site].func : 0;
    if (!f)
        machine_end(m, RUN_TRAP, "call of a non-function: address 0x%llx", (unsigned long long)address);
    return f;
}

bool push_frame(Machine *m, Thread *t, FuncId func, const Step *caller) {
    assert(func && func < m->p->funcs.count);
    const Function *f = &m->p->funcs.at[func];
    if (!f->defined)
        return machine_end(m, RUN_UNMODELLED, "call of %s, which has no body", program_text(m->p, f->name));
    if (t->frames.count >= m->o->max_depth)
        return machine_end(m, RUN_DEPTH_LIMIT, "%u calls of functions are open", t->frames.count);
    uint32_t base = t->values.count, n = m->it->n_slots[func];
    uint64_t cost = n * sizeof(Value) + sizeof(Frame);
    if (!machine_within_memory(m, cost))
        return false;
    m->frame_bytes += cost;
    vec_push(&t->frames, (Frame){ func, base, t->stack.count, caller });
    vec_resize(&t->values, base + n);
    return true;
}

static void pop_frame(Machine *m, Thread *t) {
    assert(vec_last(&t->frames).first <= t->stack.count);
    Frame f = vec_pop(&t->frames);
    m->frame_bytes -= m->it->n_slots[f.func] * sizeof(Value) + sizeof(Frame);
    t->values.count = f.base;
    memory_pop_stack(m, t, f.first);
}

static bool is_modelled(Machine *m, const Step *s, FuncId func) {
    return call_is_modelled(m->p, &m->p->edges.at[s->edge].cmd, func) ||
           machine_end(m, RUN_UNMODELLED, "call of %s by a pointer of another type",
                       program_text(m->p, m->p->funcs.at[func].name));
}

static FuncId callee_at(Machine *m, const Step *s, uint64_t address) {
    FuncId outside = in_environment(address, 1) ? call_outside(m->p, &m->p->edges.at[s->edge].cmd) : 0;
    if (outside)
        return outside;
    FuncId f = function_at(m, address);
    return f && is_modelled(m, s, f) ? f : 0;
}

// By a pointer of another type than the function: what the arguments do not give are inputs.
static bool pass_arguments(Machine *m, const Step *s, FuncId func) {
    const Edge *e = &m->p->edges.at[s->edge];
    const Function *f = &m->p->funcs.at[func];
    uint32_t passed = call_passes(m->p, &e->cmd, func).args, base = vec_last(&m->t->frames).base;
    if (s->n)
        code_run(s->values, m->bank, m->it->scratch.at);
    for (uint32_t i = 0; i < f->params.count; i++) {
        ValueType type = value_type(m->p->terms, m->p->vars.at[f->params.at[i]].sort);
        if (i < passed)
            m->t->values.at[base + i] = value_truncate(m->it->scratch.at[i], type.width);
        else if (!next_input(m, s->edge, INPUT_UNINIT, MISSING_ARGUMENT, e->pos, type, &m->t->values.at[base + i]))
            return false;
    }
    return true;
}

static bool call(Machine *m, const Step *s) {
    FuncId func = s->callee ? s->callee : callee_at(m, s, operand(m, &s->a).lo);
    if (!func)
        return false;
    Thread *t = m->t;
    if (!push_frame(m, t, func, s))
        return false;
    m->bank[0] = t->values.at + t->frames.at[t->frames.count - 2].base; // the frames may have moved
    if (!s->callee && !call_fits(m->p, &m->p->edges.at[s->edge].cmd, func)) {
        if (!pass_arguments(m, s, func))
            return false;
    } else if (s->n)
        code_run(s->values, m->bank, t->values.at + vec_last(&t->frames).base);
    machine_bank(m);
    m->loc = m->p->funcs.at[func].entry;
    return true;
}

static bool pass_results(Machine *m, const Step *caller, FuncId func, const Value results[]) {
    assert(caller->kind == CMD_CALL && !caller->callee);
    const Edge *e = &m->p->edges.at[caller->edge];
    uint32_t passed = call_passes(m->p, &e->cmd, func).results;
    for (uint32_t i = 0; i < caller->n_vars; i++) {
        ValueType type = value_type(m->p->terms, m->p->vars.at[e->cmd.vars[i]].sort);
        Value v;
        if (i < passed)
            v = value_truncate(results[i], type.width);
        else if (!next_input(m, caller->edge, INPUT_UNINIT, MISSING_RESULT, e->pos, type, &v))
            return false;
        set_slot(m, caller->vars[i], v);
    }
    return true;
}

static bool return_(Machine *m, const Step *s) {
    Thread *t = m->t;
    Value *results = m->it->scratch.at;
    if (s->n)
        code_run(s->values, m->bank, results);
    const Step *caller = vec_last(&t->frames).caller;
    FuncId func = vec_last(&t->frames).func;
    if (caller) {
        pop_frame(m, t);
        machine_bank(m);
        if (!caller->callee && !pass_results(m, caller, func, results))
            return false;
        for (uint32_t i = 0; caller->callee && i < caller->n_vars; i++)
            set_slot(m, caller->vars[i], results[i]);
        m->loc = caller->to;
        m->returned_to = caller->edge;
        return true;
    }
    Value result = s->n ? results[0] : (Value){ 0 };
    if (t->id == 0) {
        m->r->exit_code = s->n && s->types[0].width <= 64 ? value_signed(result, s->types[0].width) : 0;
        return machine_end(m, RUN_RETURNED, "%s", "");
    }
    thread_end(m, t, result);
    return thread_switch(m);
}

// ---- one step ----
static inline void assign(Machine *m, const Step *s) {
    if (s->n == 1) {
        set_slot(m, s->var, operand(m, &s->a));
        return;
    }
    Value *values = m->it->scratch.at;
    code_run(s->values, m->bank, values);
    for (uint32_t i = 0; i < s->n; i++)
        set_slot(m, s->vars[i], values[i]);
}

// A scalar of an object that a function without body may write has a new value only if it is handed out by now.
static bool renew(Machine *m, const Step *s, Value *v) {
    assert(m->p->edges.at[s->edge].cmd.a.id && "the address says whether it is handed out");
    Value old = m->bank[s->var >> 31][s->var & ~SLOT_BANK1];
    if (memory_is_given(m, operand(m, &s->a).lo))
        return s->type.width != m->p->pointer_bits || memory_from_outside(m, &v->lo);
    if (v->lo == old.lo && v->hi == old.hi)
        return true;
    if (m->o->inputs && m->o->then == SOURCE_NONE)
        return machine_end(m, RUN_UNMODELLED, "%s is written by a function without body that cannot reach it",
                           program_text(m->p, m->p->objects.at[m->p->edges.at[s->edge].cmd.object].name));
    *v = old;
    if (!m->unrecorded)
        vec_last(&m->r->trace.inputs).value = old;
    return true;
}

static bool is_from_outside(const Machine *m, const Cmd *cmd) {
    return m->p->vars.at[cmd->var].pointer && (cmd->input == INPUT_EXTERNAL || cmd->input == INPUT_NONDET);
}

static bool input(Machine *m, const Step *s) {
    const Edge *e = &m->p->edges.at[s->edge];
    Value v;
    if (!next_input(m, s->edge, e->cmd.input, program_text(m->p, e->cmd.text), e->pos, s->type, &v))
        return false;
    if (e->cmd.object && !renew(m, s, &v))
        return false;
    if (is_from_outside(m, &e->cmd) && !memory_from_outside(m, &v.lo))
        return false;
    set_slot(m, s->var, v);
    return true;
}

static bool exit_(Machine *m, const Step *s) {
    Term a = m->p->edges.at[s->edge].cmd.a;
    uint32_t width = sort_width(m->p->terms, term_sort(m->p->terms, a));
    m->r->exit_code = value_signed(operand(m, &s->a), width <= 64 ? width : 64);
    return machine_end(m, RUN_EXITED, "%s", "");
}

static bool end_here(Machine *m, const Step *s, RunEnd end) {
    return machine_end(m, end, "%s", program_text(m->p, m->p->edges.at[s->edge].cmd.text));
}

static bool restore_stack(Machine *m, const Step *s) {
    uint64_t mark = operand(m, &s->a).lo;
    uint32_t first = vec_last(&m->t->frames).first;
    if (mark < m->t->stack.count)
        memory_pop_stack(m, m->t, mark > first ? (uint32_t)mark : first);
    return true;
}

// The commands that are not in the inner loop.
static bool execute_rare(Machine *m, const Step *s) {
    switch ((CmdKind)s->kind) {
    case CMD_SKIP:
    case CMD_ASSUME:
    case CMD_ASSIGN:
    case CMD_LOAD:
    case CMD_STORE:
        break; // the loop has them
    case CMD_EVENT:
        return true;
    case CMD_INPUT:
        return input(m, s);
    case CMD_COPY:
        return memory_copy(m, s);
    case CMD_SET:
        return memory_set(m, s);
    case CMD_HAVOC:
        if (m->o->no_havoc)
            return true;
        return cmd_is_outside(&m->p->edges.at[s->edge].cmd) ? memory_outside(m, s) : memory_havoc(m, s);
    case CMD_ALLOC:
        return memory_alloc(m, s);
    case CMD_FREE:
        return memory_release(m, s);
    case CMD_STACK_SAVE:
        set_slot(m, s->var, (Value){ m->t->stack.count, 0 });
        return true;
    case CMD_STACK_RESTORE:
        return restore_stack(m, s);
    case CMD_OBJECT_SIZE:
        return memory_object_size(m, s);
    case CMD_SCOPE:
        return memory_scope(m, s);
    case CMD_VALID:
        return memory_valid(m, s);
    case CMD_CALL:
        return call(m, s);
    case CMD_RETURN:
        return return_(m, s);
    case CMD_PRINT:
        return machine_print(m, s);
    case CMD_THREAD_CREATE:
        return thread_create(m, s);
    case CMD_THREAD_JOIN:
        return thread_join(m, s);
    case CMD_THREAD_EXIT:
        thread_end(m, m->t, operand(m, &s->a));
        return thread_switch(m);
    case CMD_MUTEX_INIT:
    case CMD_MUTEX_LOCK:
    case CMD_MUTEX_TRYLOCK:
    case CMD_MUTEX_UNLOCK:
        return mutex_do(m, s);
    case CMD_INTERRUPT:
        return interrupt_do(m, s);
    case CMD_ATOMIC_BEGIN:
        m->t->atomic++;
        return true;
    case CMD_ATOMIC_END:
        if (m->t->atomic == 1)
            race_section_end(m);
        m->t->atomic -= m->t->atomic > 0;
        return true;
    case CMD_ACCESS:
        return race_access(m, s);
    case CMD_ERROR:
        return machine_end(m, RUN_ERROR, "%s",
                           *m->fault.text ? m->fault.text : goal_text(m->p, m->p->edges.at[s->edge].cmd.goal));
    case CMD_EXIT:
        return exit_(m, s);
    case CMD_ABORT:
        return end_here(m, s, RUN_ABORTED);
    case CMD_TRAP:
        return end_here(m, s, RUN_TRAP);
    case CMD_UNMODELLED:
        return end_here(m, s, RUN_UNMODELLED);
    }
    bug("interpret: a step of no kind");
}

// ---- the loop ----
static inline Step *step_of(Machine *m, EdgeId e) {
    Step *s = &m->it->steps[e];
    if (!s->ready) {
        compile_step(m->it, e);
        machine_bank(m); // there may be new constants
    }
    return s;
}

// No edge leads on from here: 'error', 'stop', or a dead end.
static void no_way_on(Machine *m) {
    if (m->loc == m->p->error)
        machine_end(m, RUN_ERROR, "%s", "");
    else if (m->loc == m->p->stop)
        machine_end(m, RUN_EXITED, "%s", "");
    else
        machine_end(m, RUN_BLOCKED, "%s", "");
}

// More than one enabled edge is a fault of the program.
static void check_choice(Machine *m, const Step *taken) {
    for (EdgeId e = taken->next_out; e; e = m->p->edges.at[e].next_out) {
        Step *other = step_of(m, e);
        if (!other->unmodelled && operand(m, &other->a).lo)
            machine_end(m, RUN_WRONG_CHOICE, "edges %u and %u are both enabled", taken->edge, e);
    }
}

// The enabled one of the assumptions from s on, or NULL and the run has ended.
static Step *choose(Machine *m, Step *s) {
    assert(s->kind == CMD_ASSUME);
    for (;;) {
        m->edge = s->edge;
        if (s->unmodelled) {
            machine_end(m, RUN_UNMODELLED, "%s", s->unmodelled);
            return NULL;
        }
        if (operand(m, &s->a).lo) {
            if (m->o->check_choices)
                check_choice(m, s);
            return m->end == RUN_GOING ? s : NULL;
        }
        if (!s->next_out) {
            machine_end(m, RUN_BLOCKED, "%s", "");
            return NULL;
        }
        bool sure = s->other_negated;
        s = step_of(m, s->next_out);
        if (sure && !m->o->check_choices)
            return s;
    }
}

static inline bool execute(Machine *m, Step *s) {
    switch (s->kind) {
    case CMD_SKIP:
    case CMD_ASSUME:
        return true;
    case CMD_ASSIGN:
        assign(m, s);
        return true;
    case CMD_LOAD:
        return memory_load(m, s);
    case CMD_STORE:
        return memory_store(m, s);
    default:
        return execute_rare(m, s);
    }
}

// One edge of the thread that runs.  False: the run has ended.  A command that has to wait undoes its
// step, so that 'steps' counts edges really taken.
static inline bool take_edge(Machine *m) {
    EdgeId e = m->p->locs.at[m->loc].first_out;
    if (!e) {
        no_way_on(m);
        return false;
    }
    Step *s = step_of(m, e);
    if (s->kind == CMD_ASSUME && !(s = choose(m, s)))
        return false;
    m->edge = s->edge;
    if (s->unmodelled)
        return machine_end(m, RUN_UNMODELLED, "%s", s->unmodelled);
    if (m->o->observe)
        m->o->observe(m->o->observe_context, m, s->edge, false);
    m->loc = s->to;
    uint64_t before = m->steps++;
    const Thread *t = m->t;
    bool goes_on = execute(m, s);
    if (m->watched && m->steps > before)
        watch_step(m, s, t);
    return goes_on;
}

bool machine_step(Machine *m) {
    assert(m->end == RUN_GOING);
    return take_edge(m);
}

// Runs until something ends the run.
static void run(Machine *m) {
    do {
        if (m->steps >= m->pause_at && !machine_pause(m))
            return;
    } while (take_edge(m));
}

// ---- begin and end of a run ----
// Objects first, as their bytes may hold addresses of others.
static bool make_globals(Machine *m) {
    const Program *p = m->p;
    for (uint32_t i = 0; i < m->it->n_globals; i++)
        m->globals[i] = (Value){ 0 };
    for (ObjId i = 1; i < p->objects.count; i++) {
        const Object *object = &p->objects.at[i];
        if (object->kind != OBJ_GLOBAL && object->kind != OBJ_FUNCTION)
            continue;
        Instance *o = memory_new(m, i, object->kind == OBJ_FUNCTION ? 1 : object->size);
        if (!o)
            return false;
        set_slot(m, m->it->slot_of[object->address], (Value){ o->base, 0 });
    }
    for (ObjId i = 1; i < p->objects.count; i++)
        if (p->objects.at[i].kind == OBJ_GLOBAL)
            memory_global_init(m,
                               memory_find(m, m->globals[m->it->slot_of[p->objects.at[i].address] & ~SLOT_BANK1].lo));
    return true;
}

// Global variables that were in objects take over their bytes there.
static bool start_variables(Machine *m) {
    const Program *p = m->p;
    for (VarId v = 1; v < p->vars.count; v++) {
        const Var *var = &p->vars.at[v];
        if (var->kind != VAR_GLOBAL || !var->object || p->objects.at[var->object].kind != OBJ_GLOBAL)
            continue;
        VarId address = p->objects.at[var->object].address;
        Instance *o = memory_find(m, m->globals[m->it->slot_of[address] & ~SLOT_BANK1].lo);
        assert(o && o->site == var->object);
        ValueType type = value_type(p->terms, var->sort);
        uint32_t n = memory_bytes(type);
        if (type.kind == SORT_NONE || type.width > 128 || var->offset + n > o->size)
            return machine_end(m, RUN_UNMODELLED, "a variable wider than its object");
        if (!memory_fix(m, o, var->offset, n))
            return false;
        set_slot(m, m->it->slot_of[v], memory_decode(type, o->bytes + var->offset, n));
    }
    return true;
}

// Nobody gives the entry function its arguments: they are inputs.
static bool entry_arguments(Machine *m) {
    const Function *f = &m->p->funcs.at[m->p->entry];
    for (uint32_t i = 0; i < f->params.count; i++) {
        const Var *var = &m->p->vars.at[f->params.at[i]];
        ValueType type = value_type(m->p->terms, var->sort);
        if (type.kind == SORT_NONE || type.width > 128)
            return machine_end(m, RUN_UNMODELLED, "an argument of the entry function is too wide");
        const char *name = var->c_name.id ? program_text(m->p, var->c_name) : term_name(m->p->terms, var->term);
        if (!next_input(m, 0, INPUT_UNINIT, name, var->pos, type, &m->locals[i]))
            return false;
    }
    return true;
}

bool machine_begin(Machine *m) {
    assert(!m->threads.count && m->end == RUN_GOING);
    Thread *t = thread_new(m);
    m->t = t;
    machine_bank(m);
    memory_init(m);
    race_begin(m);
    if (!make_globals(m) || !start_variables(m))
        return false;
    if (!push_frame(m, t, m->p->entry, NULL))
        return false;
    machine_bank(m);
    if (!entry_arguments(m))
        return false;
    m->loc = m->p->funcs.at[m->p->entry].entry;
    m->watched = m->o->trace || m->o->observe || m->o->max_path;
    if (m->o->trace)
        watch_prepare(m);
    machine_plan(m);
    return true;
}

void machine_finish(Machine *m) {
    RunResult *r = m->r;
    memory_check(m);
    r->end = m->end;
    r->steps = m->steps;
    r->edge = m->edge;
    if (m->edge) {
        r->pos = m->p->edges.at[m->edge].pos;
        r->func = m->p->locs.at[m->p->edges.at[m->edge].from].func;
    }
    trace_add_turn(&r->trace, m->t->id, m->steps - m->turn_from);
    if (m->threads.count == 1)
        r->trace.schedule.count = 0;
    if (m->o->trace)
        watch_end(m);
    for (uint32_t i = 0; i < m->threads.count; i++)
        thread_free(m->threads.at[i]);
    vec_free(&m->threads);
    memory_free(m);
    race_end(m);
    map_free(&m->mutexes);
    free(m->loads);
    vec_free(&m->text);
}

void interpreter_run(Interpreter *it, const RunOptions *options, RunResult *result) {
    *result = (RunResult){ 0 };
    trace_init(&result->trace);
    Machine m = { .it = it, .p = it->p, .o = options, .r = result, .random = options->seed };
    m.regions = options->check_regions && it->p->regions.count > 1;
    if (!it->p->entry)
        bug("interpret: the program has no entry function");
    if (options->unwritten)
        m.loads = base_alloc(it->p->edges.count * sizeof *m.loads);
    if (machine_begin(&m))
        run(&m);
    if (m.end == RUN_GOING)
        bug("interpret: a run ended without a reason");
    machine_finish(&m);
}

// ---- the interpreter ----
// Parameters are the first locals of a frame, so that a call computes its
// arguments right into place.
static void number_slots(Interpreter *it) {
    const Program *p = it->p;
    for (FuncId f = 1; f < p->funcs.count; f++)
        for (uint32_t i = 0; i < p->funcs.at[f].params.count; i++)
            it->slot_of[p->funcs.at[f].params.at[i]] = it->n_slots[f]++;
    uint8_t *is_param = base_alloc(p->vars.count);
    for (FuncId f = 1; f < p->funcs.count; f++)
        for (uint32_t i = 0; i < p->funcs.at[f].params.count; i++)
            is_param[p->funcs.at[f].params.at[i]] = 1;
    for (VarId v = 1; v < p->vars.count; v++) {
        const Var *var = &p->vars.at[v];
        if (var->func && !is_param[v])
            it->slot_of[v] = it->n_slots[var->func]++;
        else if (!var->func)
            it->slot_of[v] = SLOT_BANK1 | it->n_globals++;
        if (!var->func && var->object && p->objects.at[var->object].thread_local)
            vec_push(&it->private, v);
    }
    free(is_param);
}

Interpreter *interpreter_new(const Program *p) {
    Interpreter *it = base_alloc(sizeof *it);
    it->p = p;
    it->arena = arena_new();
    it->steps = base_alloc(p->edges.count * sizeof *it->steps);
    it->slot_of = base_alloc(p->vars.count * sizeof *it->slot_of);
    it->n_slots = base_alloc(p->funcs.count * sizeof *it->n_slots);
    number_slots(it);
    assert(it->n_globals < SLOT_BANK1 && "the bank is a bit of the slot");
    vec_resize(&it->globals, it->n_globals);
    vec_resize(&it->scratch, 1);
    return it;
}

static void free_step(Step *s) {
    if (!s->ready)
        return;
    code_free(s->a.code);
    code_free(s->b.code);
    code_free(s->c.code);
    code_free(s->values);
}

void interpreter_free(Interpreter *it) {
    if (!it)
        return;
    for (EdgeId e = 0; e < it->p->edges.count; e++)
        free_step(&it->steps[e]);
    for (uint32_t i = 0; i < it->chunks.count; i++)
        free(it->chunks.at[i]);
    for (uint32_t i = 0; it->binding_code && i < it->p->bindings.count; i++)
        code_free(it->binding_code[i]);
    free(it->binding_code);
    free(it->first_binding);
    free(it->next_binding);
    vec_free(&it->chunks);
    vec_free(&it->spare);
    vec_free(&it->globals);
    vec_free(&it->scratch);
    vec_free(&it->private);
    map_free(&it->constants);
    free(it->steps);
    free(it->slot_of);
    free(it->n_slots);
    arena_free(it->arena);
    free(it);
}

void interpret(const Program *p, const RunOptions *options, RunResult *result) {
    Interpreter *it = interpreter_new(p);
    interpreter_run(it, options, result);
    interpreter_free(it);
}
