#include "engine/api/api_search.h"
#include "base/limits.h"
#include "base/progress.h"
#include "base/stats.h"

enum { STEPS_OF_CALL = 5000000, LOOK_UP = 1 << 14, KEPT_PART = 4, NO_NODE = UINT32_MAX };

typedef struct Node { // a sequence whose state was stored
    uint32_t parent;  // NO_NODE: the empty sequence
    uint32_t call;    // the last one
    uint32_t depth;   // how many calls
    RunState *state;  // NULL: not kept, or not needed any more
    DataCells cells;
} Node;

typedef struct Stored { // a key
    const uint8_t *bytes;
    uint32_t length, next; // next: 1 + index of another one with this hash
} Stored;

typedef struct Search {
    const ApiTask *task;
    const Program *p;
    ApiResult *r;
    Interpreter *it;
    Stepper *s;
    RunOptions options;
    HeapShape *shape;
    DataFlow *flow; // where the mode needs it, else NULL
    Cover *cover;
    EdgeId choice;   // the driver asks here for the next call
    FuncId silent;   // not covered while it is open: predicates
    uint32_t next;   // the call that it will be given
    VEC(Node) nodes; // breadth first
    Arena *keys;
    VEC(Stored) stored;
    Map stored_at;      // hash -> 1 + index
    TargetSet now, all; // branches of the calls made last; of all sequences
    VEC(ApiTest) candidates;
    uint64_t kept, most_kept; // bytes of saved states
} Search;

// ---- running calls ----
static bool choose(void *self, EdgeId edge, ValueType type, Value *value) {
    Search *x = self;
    (void)type;
    *value = (Value){ edge == x->choice ? x->next : 0 };
    x->r->inputs += edge != x->choice;
    return true;
}

// Memory that was never written is read: as zero.
static bool unwritten(void *self, EdgeId load, uint32_t occurrence, Value *value) {
    Search *x = self;
    (void)load, (void)occurrence, (void)value;
    x->r->inputs++;
    return false;
}

static bool at_choice(const Search *x) {
    return x->p->locs.at[stepper_at(x->s, 0)].first_out == x->choice && stepper_depth(x->s, 0) == 1;
}

static bool take_edge(Search *x, EdgeId *edge) {
    *edge = x->p->locs.at[stepper_at(x->s, 0)].first_out;
    bool flows = x->flow && x->p->edges.at[*edge].cmd.kind != CMD_ASSUME;
    bool call = x->p->edges.at[*edge].cmd.kind == CMD_CALL && stepper_depth(x->s, 0) == 1;
    bool data = call && x->next < x->task->calls->count && x->p->edges.at[*edge].cmd.callee != x->silent;
    if (flows)
        data_flow_before(x->flow, x->s, *edge, data ? x->task->calls->at[x->next].data : 0);
    bool going = stepper_step(x->s, 0);
    if (flows && going)
        data_flow_after(x->flow, x->s, *edge);
    *edge = stepper_last_edge(x->s);
    return going;
}

// Runs until the driver asks for the next call; collects branches in 'now'.
static RunEnd run_on(Search *x) {
    uint32_t quiet = 0; // the depth at which predicates are open; 0: they are not
    EdgeId edge;
    for (uint32_t steps = 0; steps < STEPS_OF_CALL; steps++) {
        if (steps && at_choice(x))
            return RUN_GOING;
        if (steps % LOOK_UP == LOOK_UP - 1 && limits_hit())
            return RUN_TIME_LIMIT;
        bool going = take_edge(x, &edge);
        uint32_t branch = quiet ? UINT32_MAX : cover_taken(x->cover, x->s, edge);
        if (branch != UINT32_MAX)
            target_set_add(&x->now, branch);
        if (!going)
            return stepper_end(x->s);
        uint32_t depth = stepper_depth(x->s, 0);
        if (!quiet && x->p->locs.at[stepper_at(x->s, 0)].func == x->silent)
            quiet = depth;
        else if (depth < quiet)
            quiet = 0;
    }
    return RUN_STEP_LIMIT;
}

static RunEnd run_call(Search *x, uint32_t call) {
    assert(at_choice(x));
    x->next = call;
    return run_on(x);
}

static void start(Search *x) {
    stepper_free(x->s);
    x->next = UINT32_MAX;
    x->s = stepper_new(x->it, &x->options);
    if (x->flow)
        data_flow_restore(x->flow, &(DataCells){ 0 });
}

// ---- sequences ----
static ApiTest sequence_of(const Search *x, uint32_t node, uint32_t call) {
    ApiTest t = { 0 };
    if (call != UINT32_MAX)
        vec_push(&t.calls, call);
    for (; node != NO_NODE && x->nodes.at[node].parent != NO_NODE; node = x->nodes.at[node].parent)
        vec_push(&t.calls, x->nodes.at[node].call);
    for (uint32_t i = 0; i < t.calls.count / 2; i++) {
        uint32_t other = t.calls.count - 1 - i, kept = t.calls.at[i];
        t.calls.at[i] = t.calls.at[other];
        t.calls.at[other] = kept;
    }
    return t;
}

// From the start through all calls; at_choice afterwards where the result is GOING.
static RunEnd run_sequence(Search *x, const ApiTest *t) {
    start(x);
    RunEnd end = run_on(x);
    for (uint32_t i = 0; i < t->calls.count && end == RUN_GOING; i++)
        end = run_call(x, t->calls.at[i]);
    return end;
}

// The stepper is in the node's state afterwards.
static void go_to(Search *x, uint32_t node) {
    assert(node < x->nodes.count && x->nodes.at[node].depth < x->task->length);
    const Node *n = &x->nodes.at[node];
    if (n->state) {
        run_restore(x->s, n->state);
        if (x->flow)
            data_flow_restore(x->flow, &n->cells);
        return;
    }
    ApiTest t = sequence_of(x, node, UINT32_MAX);
    RunEnd end = run_sequence(x, &t);
    assert(end == RUN_GOING);
    (void)end;
    vec_free(&t.calls);
}

static bool fails(RunEnd end) {
    return end == RUN_ERROR || end == RUN_MEMORY_ERROR || end == RUN_TRAP;
}

// ---- stored states ----
// Is the key new?  Then it is stored.
static bool store(Search *x, HeapKey key) {
    assert(key.length);
    uint64_t hash = hash_bytes(key.bytes, key.length, 0);
    uint32_t first = map_find(&x->stored_at, hash);
    for (uint32_t i = first; i; i = x->stored.at[i - 1].next) {
        const Stored *k = &x->stored.at[i - 1];
        if (k->length == key.length && !memcmp(k->bytes, key.bytes, key.length))
            return false;
    }
    uint8_t *bytes = arena_alloc(x->keys, key.length);
    memcpy(bytes, key.bytes, key.length);
    vec_push(&x->stored, (Stored){ bytes, key.length, first });
    map_put(&x->stored_at, hash, x->stored.count);
    return true;
}

static void keep_state(Search *x, Node *n) {
    assert(!n->state && at_choice(x));
    if (n->depth >= x->task->length || x->kept > x->most_kept)
        return;
    n->state = run_save(x->s);
    x->kept += run_state_bytes(n->state);
    if (x->flow)
        data_flow_save(x->flow, &n->cells);
}

static void drop_state(Search *x, Node *n) {
    if (n->state)
        x->kept -= run_state_bytes(n->state);
    run_state_free(n->state);
    n->state = NULL;
    vec_free(&n->cells);
}

// ---- what a sequence did ----
static bool add_covered(Search *x) {
    bool more = false;
    for (uint32_t i = 0; i < x->now.all.count; i++)
        more |= target_set_add(&x->all, x->now.all.at[i]);
    return more;
}

static void fail(Search *x, uint32_t node, uint32_t call, RunEnd end) {
    assert(end != RUN_GOING);
    x->r->stop = API_FAILED;
    x->r->failing = sequence_of(x, node, call);
    x->r->end = end;
    reason_set(&x->r->message, "%s", stepper_message(x->s));
}

// The stepper is between calls, behind the sequence of 'node' and 'call': the test ends here.  False: that fails.
static bool end_test(Search *x, uint32_t node, uint32_t call, bool candidate) {
    assert(at_choice(x));
    target_set_clear(&x->now);
    RunEnd end = run_call(x, UINT32_MAX - 1);
    if (fails(end)) {
        fail(x, node, call, end);
        return false;
    }
    if ((add_covered(x) || candidate) && (end == RUN_RETURNED || end == RUN_EXITED))
        vec_push(&x->candidates, (ApiTest){ sequence_of(x, node, call).calls });
    return true;
}

static void count_end(Search *x, RunEnd end) {
    x->r->endless += end == RUN_STEP_LIMIT || end == RUN_DEPTH_LIMIT || end == RUN_OUT_OF_MEMORY;
    x->r->unmodelled += end == RUN_UNMODELLED;
}

// Between calls: is the state new?  Then it is a node.
static bool add_node(Search *x, uint32_t parent, uint32_t call) {
    bool fresh = x->task->mode == MATCH_NONE || store(x, heap_shape_key(x->shape, x->s, x->flow));
    if (!fresh) {
        x->r->matched++;
        return false;
    }
    uint32_t depth = parent == NO_NODE ? 0 : x->nodes.at[parent].depth + 1;
    vec_push(&x->nodes, (Node){ .parent = parent, .call = call, .depth = depth });
    keep_state(x, &vec_last(&x->nodes));
    x->r->states++;
    return true;
}

// One call from the state of 'node'.  False: the search ends.
static bool explore(Search *x, uint32_t node, uint32_t call) {
    go_to(x, node);
    target_set_clear(&x->now);
    x->r->sequences++;
    RunEnd end = run_call(x, call);
    if (end == RUN_TIME_LIMIT)
        return false;
    if (fails(end)) {
        fail(x, node, call, end);
        return false;
    }
    bool more = add_covered(x);
    count_end(x, end);
    if (end == RUN_EXITED && more)
        vec_push(&x->candidates, (ApiTest){ sequence_of(x, node, call).calls });
    if (end != RUN_GOING)
        return true;
    bool fresh = add_node(x, node, call);
    return !(fresh || more) || end_test(x, node, call, more);
}

// The search: breadth first over stored states.  False: it ended before all was explored.
static bool explore_all(Search *x) {
    start(x);
    target_set_clear(&x->now);
    RunEnd end = run_on(x);
    if (end != RUN_GOING) {
        fail(x, NO_NODE, UINT32_MAX, end);
        x->r->stop = fails(end) ? API_FAILED : API_NO_START;
        return false;
    }
    add_covered(x);
    if (!add_node(x, NO_NODE, UINT32_MAX) || !end_test(x, 0, UINT32_MAX, true))
        return false;
    for (uint32_t n = 0; n < x->nodes.count && x->nodes.at[n].depth < x->task->length; n++) {
        x->r->depth = x->nodes.at[n].depth + 1;
        for (uint32_t c = 0; c < x->task->calls->count; c++)
            if (limits_hit() || !explore(x, n, c))
                return false;
        drop_state(x, &x->nodes.at[n]);
        progress("sequences of %u calls: %llu states", x->r->depth, (unsigned long long)x->r->states);
    }
    return true;
}

// ---- tests ----
// Which branches the test takes, its end included; false where it does not end in order.
static bool run_test(Search *x, const ApiTest *t) {
    target_set_clear(&x->now);
    RunEnd end = run_sequence(x, t);
    if (end == RUN_GOING)
        end = run_call(x, UINT32_MAX - 1);
    return end == RUN_RETURNED || end == RUN_EXITED;
}

static uint32_t count_new(const TargetSet *set, const VecU32 *branches) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < branches->count; i++)
        n += !set->in[branches->at[i]];
    return n;
}

// Greedy: the test that adds most, and of those the shortest, first one.
static void pick_tests(Search *x) {
    VEC(VecU32) takes = { 0 };
    TargetSet covered = target_set_new(x->cover);
    for (uint32_t i = 0; i < x->candidates.count; i++) {
        VecU32 *taken = vec_add(&takes);
        bool ends = run_test(x, &x->candidates.at[i]);
        for (uint32_t k = 0; ends && k < x->now.all.count; k++)
            vec_push(taken, x->now.all.at[k]);
    }
    for (;;) {
        uint32_t best = UINT32_MAX, most = 0;
        for (uint32_t i = 0; i < takes.count; i++) {
            uint32_t n = count_new(&covered, &takes.at[i]);
            if (n > most || (n && n == most && x->candidates.at[i].calls.count < x->candidates.at[best].calls.count)) {
                best = i;
                most = n;
            }
        }
        if (best == UINT32_MAX)
            break;
        for (uint32_t i = 0; i < takes.at[best].count; i++)
            target_set_add(&covered, takes.at[best].at[i]);
        vec_push(&x->r->tests, x->candidates.at[best]);
        x->candidates.at[best] = (ApiTest){ 0 };
        takes.at[best].count = 0;
    }
    x->r->covered = covered.all.count;
    x->r->executed = target_set_executed(&covered, x->cover);
    assert(x->r->covered <= x->r->executed && x->r->executed <= x->r->branches);
    for (uint32_t i = 0; i < x->cover->targets.count; i++)
        if (!covered.in[i])
            vec_push(&x->r->missed, x->cover->targets.at[i]);
    for (uint32_t i = 0; i < takes.count; i++)
        vec_free(&takes.at[i]);
    vec_free(&takes);
    target_set_free(&covered);
}

// ---- what is covered ----
// The container's own functions: not the driver's, the library's or the system's.
static bool counts(const void *context, FuncId func) {
    const Search *x = context;
    const Function *f = &x->p->funcs.at[func];
    const char *file = f->pos.file ? program_text(x->p, x->p->files.at[f->pos.file]) : "";
    return f->defined && func != x->p->entry && func != x->silent && !file_is_model(file) &&
           strcmp(file, x->task->api->path) != 0 && strncmp(file, "/usr/", 5) != 0;
}

static EdgeId find_choice(const Program *p) {
    for (EdgeId e = 1; e < p->edges.count; e++) {
        const Edge *edge = &p->edges.at[e];
        if (edge->from && edge->cmd.kind == CMD_INPUT && p->locs.at[edge->from].func == p->entry &&
            !strcmp(program_text(p, edge->cmd.text), API_CHOICE))
            return e;
    }
    bug("the driver asks for no calls");
}

static void search_init(Search *x, const ApiTask *task, ApiResult *r) {
    const Program *p = task->p;
    bool abstracts = task->mode == MATCH_ORDER || task->mode == MATCH_SHAPE;
    *x = (Search){ .task = task, .p = p, .r = r, .it = interpreter_new(p), .options = run_options() };
    x->options.choose = choose;
    x->options.unwritten = unwritten;
    x->options.choose_context = x->options.unwritten_context = x;
    x->options.max_steps = UINT64_MAX;
    x->choice = find_choice(p);
    x->silent = program_find_func(p, API_PREDICATES);
    x->flow = abstracts ? data_flow_new(p, x->it) : NULL;
    x->cover = cover_new(p, x->it, COVER_BRANCHES, counts, x);
    x->shape = task->mode == MATCH_NONE
                   ? NULL
                   : heap_shape_new(p, x->it, task->mode, task->api->bounds.count, task->api->bounds.at);
    x->keys = arena_new();
    x->now = target_set_new(x->cover);
    x->all = target_set_new(x->cover);
    x->most_kept = (uint64_t)(limits_megabytes() * 1e6) / KEPT_PART;
}

static void search_free(Search *x) {
    for (uint32_t i = 0; i < x->nodes.count; i++)
        drop_state(x, &x->nodes.at[i]);
    for (uint32_t i = 0; i < x->candidates.count; i++)
        vec_free(&x->candidates.at[i].calls);
    vec_free(&x->candidates);
    vec_free(&x->nodes);
    vec_free(&x->stored);
    map_free(&x->stored_at);
    target_set_free(&x->now);
    target_set_free(&x->all);
    heap_shape_free(x->shape);
    data_flow_free(x->flow);
    cover_free(x->cover);
    stepper_free(x->s);
    interpreter_free(x->it);
    arena_free(x->keys);
}

void api_search(const ApiTask *task, ApiResult *result) {
    assert(task->p->monitored && task->calls->count && task->length);
    Search x;
    double started = clock_cpu();
    *result = (ApiResult){ 0 };
    search_init(&x, task, result);
    result->branches = x.cover->targets.count;
    if (!explore_all(&x) && result->stop == API_EXPLORED)
        result->stop = API_INTERRUPTED;
    pick_tests(&x);
    if (result->stop != API_INTERRUPTED) // millions of states: when the time is up the end of the process is sooner
        search_free(&x);
    result->seconds = clock_cpu() - started;
}

void api_result_free(ApiResult *r) {
    for (uint32_t i = 0; i < r->tests.count; i++)
        vec_free(&r->tests.at[i].calls);
    vec_free(&r->tests);
    vec_free(&r->missed);
    vec_free(&r->failing.calls);
}
