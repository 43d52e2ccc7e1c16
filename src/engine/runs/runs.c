// runs.c - runs of the program on inputs that are guessed
//
// Some errors are far away and easy to reach: behind a loop that counts to a hundred million, or along many inputs of
// which each is one of a few.  The interpreter takes some fifty million steps a second, so such runs are simply made:
// short ones first, then fewer and longer ones.  guess.h makes up the inputs; the first run of a length gets zeros.
//
// Inputs that led to an edge which no run took before are kept, and most runs begin with some of these: so runs get
// deeper into a program step by step (as M. Zalewski's fuzzer afl does it).  The program's state variables are
// control here (program/pass/states.h), so an edge distinguishes more than in the source.
//
// Threads take turns at random, short ones or long ones.
//
// A program without inputs and threads has one run only, which decides: to its end, it is a proof (check_unwound.h).
#include "base/limits.h"
#include "base/stats.h"
#include "engine/engine.h"
#include "engine/runs/guess.h"
#include "program/edit.h"
#include "program/run/interpret.h"

enum { FIRST_LENGTH = 20000, MOST_LENGTH = 1u << 31, LONG = 5000000, PATH_KEPT = 1 << 20 };
enum { LONGEST_INPUTS = 1 << 14, MOST_POOLED = 1 << 22 };
enum { APART = 4096, MOST_POINTERS = ENVIRONMENT_BYTES / APART }; // bytes of the environment's memory for a pointer

typedef VEC(Value) Inputs;
typedef struct Asked { // for a value
    EdgeId edge;       // 0: an argument of the entry function
    uint32_t occurrence;
} Asked;

typedef struct Runs {
    Program *p;
    Interpreter *it;
    Guesser *guesser;
    uint64_t random;
    Mood mood;
    uint32_t worth[MOODS]; // how often it led to something new
    uint8_t *taken;        // per EdgeId: by some run
    VEC(Inputs) pool;      // that led to something new
    uint32_t pooled;       // values in it
    Inputs now;            // of this run; the first 'given' are from the pool
    uint32_t given;
    VEC(Asked) asked;  // of this run, in order
    uint32_t *times;   // per EdgeId: how often a LOAD was taken; zero between uses
    uint32_t pointers; // to memory of the environment, given out in this run
    uint64_t runs, steps;
} Runs;

// ---- inputs ----
// Null, a pointer to new memory of the environment, or one that was given before.
static uint64_t pointer(Runs *r) {
    assert(r->pointers <= MOST_POINTERS);
    uint64_t x = random_next(&r->random);
    if (r->mood == MOOD_ZERO || x % 8 == 0)
        return 0;
    if (r->pointers == MOST_POINTERS || (x % 8 == 1 && r->pointers))
        return ENVIRONMENT_BASE + (x >> 8) % r->pointers * APART;
    return ENVIRONMENT_BASE + (uint64_t)r->pointers++ * APART;
}

// The value of the next input, or of memory that was never written.
static Value next_value(Runs *r, Asked asked, ValueType type, bool is_pointer) {
    assert(r->given <= r->now.count && asked.edge < r->p->edges.count);
    uint32_t i = r->asked.count;
    Value value = i < r->given ? r->now.at[i]
                  : is_pointer ? (Value){ .lo = pointer(r) }
                               : guess_value(r->guesser, asked.edge, type);
    if (i >= r->given && i < LONGEST_INPUTS)
        vec_push(&r->now, value);
    if (i < LONGEST_INPUTS)
        vec_push(&r->asked, asked);
    return value;
}

static bool is_pointer(const Runs *r, EdgeId edge) {
    return edge && r->p->vars.at[r->p->edges.at[edge].cmd.var].pointer;
}

static bool choose(void *context, EdgeId edge, ValueType type, Value *value) {
    Runs *r = context;
    *value = next_value(r, (Asked){ edge, 0 }, type, is_pointer(r, edge));
    return true;
}

static bool unwritten(void *context, EdgeId load, uint32_t occurrence, Value *value) {
    Runs *r = context;
    ValueType type = value_type(r->p->terms, r->p->vars.at[r->p->edges.at[load].cmd.var].sort);
    *value = next_value(r, (Asked){ load, occurrence }, type, is_pointer(r, load));
    return true;
}

// ---- what is new ----
// How many values the run had asked for when it took an edge for the first time, the last such; 0: none.
static uint32_t inputs_to_new(Runs *r, const VecU32 *path) {
    assert(r->asked.count <= LONGEST_INPUTS);
    uint32_t asked = 0, at = 0;
    while (asked < r->asked.count && !r->asked.at[asked].edge)
        asked++;
    for (uint32_t i = 0; i < path->count; i++) {
        EdgeId e = path->at[i];
        bool load = r->p->edges.at[e].cmd.kind == CMD_LOAD;
        const Asked *next = asked < r->asked.count ? &r->asked.at[asked] : &(Asked){ 0 };
        asked += next->edge == e && (!load || next->occurrence == r->times[e]);
        r->times[e] += load;
        if (!r->taken[e])
            at = asked;
        r->taken[e] = 1;
    }
    for (uint32_t i = 0; i < path->count; i++)
        r->times[path->at[i]] = 0;
    return at;
}

static void learn(Runs *r, const RunResult *result) {
    uint32_t n = inputs_to_new(r, &result->path);
    if (!n)
        return;
    r->worth[r->mood]++;
    if (n > r->now.count || r->pooled + n > MOST_POOLED)
        return;
    Inputs *kept = vec_add(&r->pool);
    *kept = (Inputs){ 0 };
    for (uint32_t i = 0; i < n; i++)
        vec_push(kept, r->now.at[i]);
    r->pooled += n;
}

// ---- runs ----
// Moods in turn, and those more often that were worth it.
static Mood mood_of(Runs *r, uint32_t n) {
    uint32_t all = 0;
    for (Mood m = 1; m < MOODS; m++)
        all += r->worth[m];
    if (!n || n % 2 || !all)
        return n ? 1 + n / 2 % (MOODS - 1) : MOOD_ZERO;
    uint64_t x = random_next(&r->random) % all;
    Mood m = 1;
    assert(x < all);
    for (; x >= r->worth[m]; m++)
        x -= r->worth[m];
    return m;
}

// Three runs of four begin as one in the pool, the newer ones more often.
static void begin(Runs *r, uint32_t n) {
    r->mood = mood_of(r, n);
    guess_begin(r->guesser, r->mood);
    r->now.count = r->given = r->asked.count = r->pointers = 0;
    uint64_t x = random_next(&r->random);
    if (r->mood == MOOD_ZERO || x % 4 == 0 || !r->pool.count)
        return;
    uint32_t back = (uint32_t)((x >> 8 & 0xffff) * (x >> 24 & 0xffff) >> 16); // 0 to 2^16, small ones more often
    const Inputs *old = &r->pool.at[r->pool.count - 1 - (uint32_t)((uint64_t)back * r->pool.count >> 16)];
    uint32_t less = (uint32_t)(x >> 40 & 3) ? 0 : (uint32_t)(x >> 44 & 0xffff) % old->count;
    for (uint32_t i = 0; i < old->count - less; i++)
        vec_push(&r->now, old->at[i]);
    r->given = r->now.count;
    for (uint32_t i = 0; i < r->given; i++) // which of them are pointers is not known
        r->pointers += r->now.at[i].lo == ENVIRONMENT_BASE + (uint64_t)r->pointers * APART;
}

// Most errors of threads need few switches, and hand-made locks end a run in which another thread holds them: in some
// runs turns are long (S. Burckhardt et al., "A Randomized Scheduler with Probabilistic Guarantees of Finding Bugs",
// ASPLOS 2010).
static const uint32_t turns[] = { 24, 200, 24, 2000, 100000 };

static void one_run(Runs *r, uint32_t n, uint64_t length, RunResult *result) {
    begin(r, n);
    RunOptions o = run_options();
    o.seed = random_next(&r->random);
    o.choose = choose;
    o.choose_context = r;
    o.random_schedule = r->mood != MOOD_ZERO;
    o.longest_turn = turns[n % COUNT(turns)];
    o.unwritten = unwritten;
    o.unwritten_context = r;
    o.max_steps = length;
    o.max_path = PATH_KEPT;
    interpreter_run(r->it, &o, result);
    learn(r, result);
    r->runs++;
    r->steps += result->steps;
    stat_set(STAT_runs, (double)r->runs);
    stat_set(STAT_run_steps, (double)r->steps);
}

static bool has_ended(const RunResult *result) {
    return result->end == RUN_RETURNED || result->end == RUN_EXITED || result->end == RUN_ABORTED ||
           result->end == RUN_BLOCKED;
}

// Then all runs are the same.
static bool took_nothing(const Runs *r, const RunResult *result) {
    return !program_has_threads(r->p) && !result->trace.inputs.count && !result->trace.memory.count &&
           !result->trace.schedule.count;
}

static void claim_error(const Runs *r, RunResult *result, Claim *claim) {
    assert(result->end == RUN_ERROR && claim->kind == CLAIM_NOTHING);
    trace_free(&claim->run.trace);
    claim->run.trace = result->trace;
    trace_init(&result->trace);
    trace_drop_memory(&claim->run.trace); // objects have other numbers in the check: it gets hints
    for (uint32_t i = 0; i < r->asked.count; i++) {
        Asked a = r->asked.at[i];
        if (a.edge && r->p->edges.at[a.edge].cmd.kind == CMD_LOAD)
            vec_push(&claim->run.hints, (LoadHint){ a.edge, a.occurrence, r->now.at[i] });
    }
    VecU32 path = claim->run.path;
    claim->run.path = result->path;
    result->path = path;
    claim->kind = CLAIM_UNSAFE;
}

// Runs of at most that length.  True: no more are needed.
static bool runs_of(Runs *r, uint64_t length, Claim *claim) {
    assert(length >= FIRST_LENGTH);
    uint64_t end = r->steps + (length < LONG ? 16 : 3) * length;
    bool decided = false, same = false;
    for (uint32_t n = 0; r->steps < end && !decided && !same && !limits_hit(); n++) {
        RunResult result;
        one_run(r, n, length, &result);
        same = took_nothing(r, &result);
        r->steps += FIRST_LENGTH / 20; // short runs cost something too
        if (result.end == RUN_ERROR)
            claim_error(r, &result, claim);
        else if (same && has_ended(&result)) {
            claim->kind = CLAIM_SAFE;
            claim->proof.unwound = true;
        }
        decided = claim->kind != CLAIM_NOTHING || (same && result.end != RUN_STEP_LIMIT);
        run_result_free(&result);
    }
    return decided;
}

static void run(const void *config, const Task *task, Claim *claim) {
    (void)config;
    Runs r = { .p = task->program, .it = interpreter_new(task->program) };
    r.guesser = guesser_new(r.p, &r.random);
    r.taken = base_alloc(r.p->edges.count);
    r.times = base_alloc(r.p->edges.count * sizeof *r.times);
    uint64_t length = FIRST_LENGTH;
    while (length < MOST_LENGTH && !limits_hit() && !runs_of(&r, length, claim))
        length *= 4;
    if (claim->kind == CLAIM_NOTHING) {
        reason_set(&claim->reason, "bound");
        reason_set(&claim->detail, "none of %llu runs (%llu steps) came to the error; try another engine",
                   (unsigned long long)r.runs, (unsigned long long)r.steps);
    }
    guesser_free(r.guesser);
    for (uint32_t i = 0; i < r.pool.count; i++)
        vec_free(&r.pool.at[i]);
    vec_free(&r.pool);
    vec_free(&r.now);
    vec_free(&r.asked);
    free(r.taken);
    free(r.times);
    interpreter_free(r.it);
}

const Engine engine_runs = {
    .name = "runs",
    .summary = "runs the program on inputs that are guessed, and the only run of a program without inputs",
    .handles = FEATURES_ALL,
    .schedules = true,
    .run = run,
};
