// witness_make.c - what Hone has found, as a witness
#include "answer/story/source.h"
#include "answer/witness/witness.h"
#include "base/sha256.h"
#include "program/edit.h"
#include "spec/file.h"
#include <inttypes.h>
#include <math.h>

typedef struct Maker {
    const Program *p; // or NULL
    Arena *arena;
    Witness *w;
    VEC(Source) sources;
    uint8_t *read;  // per VarId: does anything read it?
    VecU32 threads; // of a run with several: who takes each step
    uint32_t thread;
} Maker;

// ---- the task ----
char *witness_specification(char *lines) {
    char *end = lines + strlen(lines);
    for (char *at = lines; *at; at++)
        *at = *at == '\n' ? ' ' : *at;
    while (end > lines && end[-1] == ' ')
        *--end = 0;
    return lines;
}

static bool start(Maker *m, const Input *input, char *lines, Reason *why) {
    char digest[SHA256_TEXT];
    *m->w = (Witness){ .version = "2.0", .data_model = input->model };
    m->w->specification = witness_specification(lines);
    for (uint32_t i = 0; i < input->frontend.files.count; i++) {
        Source s;
        const char *path = input->frontend.files.at[i].path;
        if (!source_read(&s, path, m->arena, why))
            return false;
        vec_push(&m->sources, s);
        sha256(s.text, s.length, digest);
        vec_push(&m->w->files, (WitnessFile){ path, arena_strdup(m->arena, digest) });
    }
    return true;
}

static void finish(Maker *m) {
    for (uint32_t i = 0; i < m->sources.count; i++)
        source_free(&m->sources.at[i]);
    vec_free(&m->sources);
    free(m->read);
    vec_free(&m->threads);
}

typedef struct Spot { // a place that was found in a source
    const Source *source;
    uint32_t offset;
} Spot;

static Spot find_spot(const Maker *m, const char *file, uint32_t line, uint32_t column, const char *word) {
    for (uint32_t i = 0; i < m->sources.count; i++) {
        uint32_t offset = source_find(&m->sources.at[i], file, line, column, word);
        if (offset != NOWHERE)
            return (Spot){ &m->sources.at[i], offset };
    }
    return (Spot){ 0 };
}

static WitnessPlace place_at(Spot spot, const char *function) {
    assert(spot.source && spot.offset <= spot.source->length);
    Place at = source_place(spot.source, spot.offset);
    return (WitnessPlace){ spot.source->path, function && *function ? function : NULL, at.line, at.column };
}

// ---- proofs ----
// What holds at the head of 'do' holds before the first statement of its body.
static Spot body_of_do(Spot at) {
    assert(at.source);
    Token token = source_token(at.source, source_token(at.source, at.offset).end);
    if (token.kind == '{')
        token = source_token(at.source, token.end);
    bool statement = token.kind != '}' && token.end > token.start;
    return statement ? (Spot){ at.source, token.start } : (Spot){ 0 };
}

static void add_loop(Maker *m, const LoopInvariant *v) {
    static const char *const keywords[] = { "while", "for", "do" };
    for (size_t i = 0; i < COUNT(keywords); i++) {
        Spot spot = find_spot(m, v->file, v->pos.line, v->pos.column, keywords[i]);
        bool is_do = keywords[i][0] == 'd';
        if (!spot.source)
            continue; // a macro: the witness has no name for this place
        if (is_do)
            spot = body_of_do(spot);
        if (spot.source)
            vec_push(&m->w->invariants, (WitnessInvariant){ !is_do, place_at(spot, v->function), v->text });
        return;
    }
}

// Where a function is, the compiler tells by the line alone.
static void add_contract(Maker *m, const FunctionContract *c) {
    WitnessPlace at = { c->file, c->function, c->line, 0 };
    vec_push(&m->w->contracts, (WitnessContract){ at, c->requires_, c->witness });
    m->w->version = "2.1";
}

bool witness_of_proof(const Input *input, const LoopInvariants *loops, const FunctionContracts *contracts, Arena *arena,
                      Witness *w, Reason *why) {
    Maker m = { .arena = arena, .w = w };
    bool good = start(&m, input, property_lines(&input->property, arena), why);
    for (uint32_t i = 0; good && i < loops->count; i++)
        add_loop(&m, &loops->at[i]);
    for (uint32_t i = 0; good && i < contracts->count; i++)
        add_contract(&m, &contracts->at[i]);
    finish(&m);
    return good;
}

// ---- values ----
static bool returns_unsigned(const char *name) {
    static const char prefix[] = "__VERIFIER_nondet_";
    size_t n = sizeof prefix - 1;
    return !strncmp(name, prefix, n) && (name[n] == 'u' || !strncmp(name + n, "size", 4));
}

// Of a narrow type it matters whether it is signed: -1 and 255 differ when promoted to int.
static bool is_doubtful(ValueType type, Value value, const char *name) {
    bool high = type.kind == SORT_BV && type.width > 1 && type.width < 32 && value.lo >> (type.width - 1) & 1;
    return high && strncmp(name, "__VERIFIER_nondet_", 18) != 0;
}

// A value as a C constant; NULL: it has none that other programs would read.
static const char *value_text(const Maker *m, ValueType type, Value value, bool is_unsigned) {
    if (type.kind == SORT_BOOL)
        return value.lo & 1 ? "1" : "0";
    if (type.kind == SORT_FLOAT) {
        Terms *t = m->p->terms;
        long double x = value_to_float(value, value_sort(t, type), t);
        if (!isfinite(x) || type.width > 64)
            return NULL;
        const char *digits = arena_printf(m->arena, "%.*Lg", value_digits(x, type.width), x);
        return arena_printf(m->arena, "%s%s%s", digits, strpbrk(digits, ".e") ? "" : ".0", type.width == 32 ? "f" : "");
    }
    if (type.kind != SORT_BV || type.width > 64)
        return NULL;
    uint64_t bits = value.lo;
    if (is_unsigned || type.width < 2)
        return arena_printf(m->arena, "%" PRIu64 "%s", bits, bits <= INT32_MAX ? "" : bits <= UINT32_MAX ? "U" : "ULL");
    int64_t number = (int64_t)(bits << (64 - type.width)) >> (64 - type.width);
    if (number == INT64_MIN)
        return "(-9223372036854775807LL - 1)";
    if (number == INT32_MIN)
        return "(-2147483647 - 1)";
    bool wide = number > INT32_MAX || number < INT32_MIN;
    return arena_printf(m->arena, "%" PRId64 "%s", number, wide ? "LL" : "");
}

// ---- runs ----
static const char *function_of(const Program *p, EdgeId e) {
    const Loc *loc = &p->locs.at[p->edges.at[e].from];
    FuncId f = loc->inlined ? p->inlined.at[loc->inlined].callee : loc->func;
    return f ? program_text(p, p->funcs.at[f].name) : NULL;
}

static Spot spot_of(const Maker *m, SrcPos pos, const char *word) {
    if (!pos.file || !pos.line)
        return (Spot){ 0 };
    return find_spot(m, program_text(m->p, m->p->files.at[pos.file]), pos.line, pos.column ? pos.column : 1, word);
}

static void add_waypoint(Maker *m, Waypoint w) {
    assert(w.at.file && w.at.line);
    w.segment = m->w->waypoints.count; // one waypoint a segment
    w.thread = m->thread;
    vec_push(&m->w->waypoints, w);
}

// The result of a call that is an input.
static void add_result(Maker *m, EdgeId id, const TraceInput *input, const char *name) {
    assert(m->p->edges.at[id].cmd.kind == CMD_INPUT);
    const Edge *e = &m->p->edges.at[id];
    bool pointer = m->p->vars.at[e->cmd.var].pointer;
    Spot call = spot_of(m, e->pos, NULL);
    const char *value = value_text(m, input->type, input->value, returns_unsigned(name));
    if (!call.source || !value || (pointer && input->value.lo) || is_doubtful(input->type, input->value, name))
        return;
    uint32_t end = source_call_end(call.source, call.offset);
    Waypoint w = { .type = WAYPOINT_FUNCTION_RETURN, .format = "acsl_expression" };
    w.constraint = arena_printf(m->arena, "\\result == %s", value);
    w.at = place_at((Spot){ call.source, end == NOWHERE ? call.offset : end }, function_of(m->p, id));
    if (end == NOWHERE)
        w.at.column = 0; // a macro: the leftmost call of the line
    add_waypoint(m, w);
}

// Behind the declaration of 'name', which the compiler saw in that line; the statement there.
static Spot behind_declaration(const Maker *m, SrcPos pos, const char *name) {
    Spot spot = spot_of(m, (SrcPos){ pos.file, pos.line, 1 }, NULL);
    if (!spot.source)
        return spot;
    Token t = source_token(spot.source, spot.offset);
    uint32_t line = source_place(spot.source, spot.offset).line;
    while (t.end > t.start && source_place(spot.source, t.start).line == line && !token_is(spot.source, t, name))
        t = source_token(spot.source, t.end);
    uint32_t end = token_is(spot.source, t, name) ? source_statement_end(spot.source, t.start) : NOWHERE;
    Token next = end == NOWHERE ? (Token){ 0 } : source_token(spot.source, end);
    return next.end > next.start && next.kind != '}' ? (Spot){ spot.source, next.start } : (Spot){ 0 };
}

// An uninitialised variable: an assumption at the statement behind its declaration, which is passed
// when the run comes there; until then it waits.
typedef struct Waiting {
    Waypoint waypoint;
    const char *function;
} Waiting;
typedef VEC(Waiting) WaitingList;

static void wait_for_variable(Maker *m, EdgeId id, const TraceInput *input, WaitingList *waiting) {
    const Edge *e = &m->p->edges.at[id];
    const Var *var = &m->p->vars.at[e->cmd.var];
    const char *type = program_text(m->p, var->c_type);
    if (!var->c_name.id || !m->read[e->cmd.var] || var->pointer)
        return;
    const char *name = program_text(m->p, var->c_name);
    Spot spot = behind_declaration(m, var->pos, name);
    const char *value = value_text(m, input->type, input->value, strstr(type, "unsigned") || !strcmp(type, "_Bool"));
    if (!spot.source || !value)
        return;
    const char *function = function_of(m->p, id);
    Waypoint w = { .type = WAYPOINT_ASSUMPTION, .format = "c_expression", .at = place_at(spot, function) };
    w.constraint = arena_printf(m->arena, "%s == %s", name, value);
    vec_push(waiting, (Waiting){ w, function });
}

// The run takes an edge at or behind the place of an assumption, in its function.
static void pass_waiting(Maker *m, EdgeId id, WaitingList *waiting) {
    uint32_t kept = 0;
    if (!waiting->count)
        return;
    Spot now = spot_of(m, m->p->edges.at[id].pos, NULL);
    const char *function = function_of(m->p, id);
    for (uint32_t i = 0; i < waiting->count; i++) {
        const Waiting *w = &waiting->at[i];
        bool passed = false;
        if (now.source && function && w->function && !strcmp(function, w->function)) {
            Place at = source_place(now.source, now.offset);
            passed =
                at.line > w->waypoint.at.line || (at.line == w->waypoint.at.line && at.column >= w->waypoint.at.column);
        }
        if (passed)
            add_waypoint(m, w->waypoint);
        else
            waiting->at[kept++] = *w;
    }
    waiting->count = kept;
}

// ---- threads ----
static void note_threads(Maker *m, const RunResult *run) {
    const Trace *t = &run->trace;
    if (!program_has_threads(m->p))
        return;
    m->w->version = WITNESS_OF_THREADS;
    for (uint32_t i = 0; i < t->schedule.count; i++)
        for (uint64_t k = 0; k < t->schedule.at[i].edges && m->threads.count < run->path.count; k++)
            vec_push(&m->threads, t->schedule.at[i].thread);
    uint32_t last = t->schedule.count ? vec_last(&t->schedule).thread : 0;
    while (m->threads.count < run->path.count)
        vec_push(&m->threads, last);
}

// A thread is known by the call that made it.
static void add_thread(Maker *m, EdgeId id) {
    assert(m->p->edges.at[id].cmd.kind == CMD_THREAD_CREATE);
    Spot call = spot_of(m, m->p->edges.at[id].pos, NULL);
    if (!call.source)
        return;
    uint32_t end = source_call_end(call.source, call.offset);
    Waypoint w = { .type = WAYPOINT_FUNCTION_ENTER };
    w.at = place_at((Spot){ call.source, end == NOWHERE ? call.offset : end }, function_of(m->p, id));
    if (end == NOWHERE)
        w.at.column = 0;
    add_waypoint(m, w);
}

static void note_reads(Maker *m) {
    assert(!m->read);
    VecU32 reads = { 0 };
    m->read = base_alloc(m->p->vars.count);
    for (EdgeId e = 1; e < m->p->edges.count; e++)
        if (m->p->edges.at[e].from)
            cmd_reads(m->p, &m->p->edges.at[e].cmd, &reads);
    for (uint32_t i = 0; i < reads.count; i++)
        m->read[reads.at[i]] = 1;
    vec_free(&reads);
}

static void add_inputs(Maker *m, const RunResult *run) {
    const Trace *t = &run->trace;
    WaitingList waiting = { 0 };
    uint32_t on_path = 0;
    for (uint32_t i = 0; i < run->path.count; i++)
        on_path += m->p->edges.at[run->path.at[i]].cmd.kind == CMD_INPUT;
    if (run->path.count != run->steps || on_path > t->inputs.count)
        return;                                // the path was not kept whole: inputs cannot be told apart
    uint32_t next = t->inputs.count - on_path; // before: arguments of the entry function
    for (uint32_t i = 0; i < run->path.count; i++) {
        EdgeId e = run->path.at[i];
        const Cmd *cmd = &m->p->edges.at[e].cmd;
        m->thread = m->threads.count ? m->threads.at[i] : 0;
        pass_waiting(m, e, &waiting);
        if (cmd->kind == CMD_THREAD_CREATE)
            add_thread(m, e);
        if (cmd->kind != CMD_INPUT)
            continue;
        const TraceInput *input = &t->inputs.at[next++];
        if (input->kind == INPUT_UNINIT)
            wait_for_variable(m, e, input, &waiting);
        else
            add_result(m, e, input, name_text(t->names, input->name));
    }
    vec_free(&waiting);
}

static const char *violated_by(const Maker *m, const RunResult *run) {
    return goal_property(m->p, m->p->edges.at[run->edge].cmd.goal);
}

static void add_target_at(Maker *m, const RunResult *run, EdgeId edge, SrcPos pos) {
    Waypoint w = { .type = WAYPOINT_TARGET };
    const char *function = function_of(m->p, edge);
    Spot spot = spot_of(m, pos, NULL);
    if (spot.source && strcmp(violated_by(m, run), "no-overflow") == 0) {
        uint32_t start = source_expression_start(spot.source, spot.offset);
        spot.offset = start == NOWHERE ? spot.offset : start;
    }
    if (spot.source)
        w.at = place_at(spot, function);
    else
        w.at = (WitnessPlace){ pos.file ? program_text(m->p, m->p->files.at[pos.file]) : "?", function,
                               pos.line ? pos.line : 1, pos.column };
    add_waypoint(m, w);
}

// A data race has two: nothing orders them.
static void add_target(Maker *m, const RunResult *run) {
    for (uint32_t i = 0; run->race.of[0].edge && i < COUNT(run->race.of); i++) {
        m->thread = run->race.of[i].thread;
        add_target_at(m, run, run->race.of[i].edge, m->p->edges.at[run->race.of[i].edge].pos);
    }
    if (run->race.of[0].edge)
        vec_last(&m->w->waypoints).segment--;
    else
        add_target_at(m, run, run->edge, run->pos);
}

bool witness_of_run(const Program *p, const Input *input, const RunResult *run, Arena *arena, Witness *w, Reason *why) {
    assert(run->end == RUN_ERROR);
    Maker m = { .p = p, .arena = arena, .w = w };
    bool good = start(&m, input, property_violated_line(&input->property, violated_by(&m, run), arena), why);
    w->violation = true;
    if (good) {
        note_reads(&m);
        note_threads(&m, run);
        add_inputs(&m, run);
        add_target(&m, run);
    }
    finish(&m);
    return good;
}
