#include "report/verdict_record.h"
#include "base/record.h"

static const char TYPE[] = "hone-verdict 3", NAME[] = "verdict";
enum { INPUTS_AT_MOST = 100000 }; // where there is no room for all

// ---- the parts: each function serves writing and reading (base/record.h) ----
#define PASS_ENUM(r, field, last)                \
    do {                                         \
        uint32_t number_ = (uint32_t) * (field); \
        record_number((r), &number_, (last));    \
        if ((r)->reads)                          \
            *(field) = number_;                  \
    } while (0)

static void pass_u32(Record *r, uint32_t *number) {
    record_number(r, number, UINT32_MAX);
}

static void pass_place(Record *r, StoryPlace *at) {
    record_text(r, &at->file);
    pass_u32(r, &at->line);
    pass_u32(r, &at->column);
    record_text(r, &at->function);
}

static void pass_task(Record *r, TaskFacts *t) {
    record_vec(r, &t->files, record_text);
    record_text(r, &t->property);
    record_text(r, &t->claim);
    record_text(r, &t->entry);
    record_text(r, &t->beside);
    record_text(r, &t->data_model);
    record_text(r, &t->externals);
    record_text(r, &t->engine);
    record_text(r, &t->note);
}

static void pass_check(Record *r, Check *c) {
    record_text(r, &c->what);
    pass_place(r, &c->at);
    record_text(r, &c->kind);
    record_text(r, &c->asked);
    PASS_ENUM(r, &c->state, CHECK_FAILS);
    record_text(r, &c->found);
    record_text(r, &c->run);
}

static void pass_program(Record *r, ProgramFacts *p) {
    pass_u32(r, &p->functions);
    pass_u32(r, &p->locations);
    pass_u32(r, &p->edges);
    record_bool(r, &p->unmodelled);
    record_vec(r, &p->checks, pass_check);
    record_bool(r, &p->summed);
    record_bool(r, &p->listed);
    pass_u32(r, &p->settled);
    record_vec(r, &p->assumptions, record_text);
}

static void pass_proof(Record *r, ProofFacts *f) {
    PASS_ENUM(r, &f->kind, PROOF_LOCKS);
    pass_u32(r, &f->accesses);
    pass_u32(r, &f->atomic);
    pass_u32(r, &f->points);
    pass_u32(r, &f->heaps);
    pass_u32(r, &f->locked);
    pass_u32(r, &f->ordered);
    pass_u32(r, &f->conditions);
    pass_u32(r, &f->by_bits);
    pass_u32(r, &f->by_integers);
    pass_u32(r, &f->by_second);
    pass_u32(r, &f->witness_invariants);
    pass_u32(r, &f->rounds);
    record_u64(r, &f->steps);
    record_text(r, &f->proviso);
    record_text(r, &f->nothing);
}

static void pass_invariant(Record *r, LoopInvariant *v) {
    uint32_t file = v->pos.file, line = v->pos.line, column = v->pos.column;
    pass_u32(r, &file);
    pass_u32(r, &line);
    pass_u32(r, &column);
    v->pos.file = file, v->pos.line = line, v->pos.column = column;
    record_text(r, &v->file);
    record_text(r, &v->function);
    record_text(r, &v->text);
}

static void pass_shared(Record *r, SharedPlace *s) {
    record_text(r, &s->name);
    pass_u32(r, &s->accesses);
    record_text(r, &s->by);
}

static void pass_step(Record *r, StoryStep *s) {
    PASS_ENUM(r, &s->kind, STORY_ERROR);
    pass_place(r, &s->at);
    pass_u32(r, &s->depth);
    record_text(r, &s->text);
    record_text(r, &s->note);
}

static void pass_input(Record *r, StoryInput *i) {
    pass_place(r, &i->at);
    PASS_ENUM(r, &i->kind, INPUT_MEMORY);
    record_text(r, &i->name);
    record_text(r, &i->variable);
    record_text(r, &i->value);
}

static void pass_call(Record *r, StoryCall *c) {
    record_text(r, &c->function);
    pass_place(r, &c->at);
}

static void pass_move(Record *r, StoryMove *m) {
    pass_u32(r, &m->thread);
    pass_place(r, &m->at);
    record_text(r, &m->text);
}

static void pass_story(Record *r, Story *s) {
    pass_place(r, &s->where);
    record_text(r, &s->what);
    record_vec(r, &s->steps, pass_step);
    record_vec(r, &s->moves, pass_move);
    record_vec(r, &s->inputs, pass_input);
    record_text(r, &s->standard_input);
    pass_u32(r, &s->more_inputs);
    record_bool(r, &s->by_rules);
    pass_u32(r, &s->memory_bytes);
    record_bool(r, &s->environment);
    record_vec(r, &s->calls, pass_call);
    record_text(r, &s->trace);
}

static void pass_member(Record *r, MemberFacts *m) {
    record_text(r, &m->name);
    record_text(r, &m->engine);
    record_text(r, &m->settings);
    record_text(r, &m->said);
    record_bool(r, &m->won);
    record_double(r, &m->cpu);
    record_double(r, &m->megabytes);
}

static void pass_files(Record *r, FilesWritten *f) {
    record_text(r, &f->certificate);
    record_text(r, &f->harness);
    record_text(r, &f->inputs);
    record_text(r, &f->witness);
}

static void pass_tests(Record *r, TestFacts *t) {
    record_text(r, &t->api);
    record_text(r, &t->match);
    record_text(r, &t->missing);
    pass_u32(r, &t->length);
    pass_u32(r, &t->calls);
    record_u64(r, &t->states);
    record_u64(r, &t->matched);
    record_u64(r, &t->sequences);
    record_double(r, &t->seconds);
    pass_u32(r, &t->branches);
    pass_u32(r, &t->executed);
    pass_u32(r, &t->covered);
    pass_u32(r, &t->tests);
    record_text(r, &t->directory);
    record_vec(r, &t->failing, record_text);
    record_vec(r, &t->missed, record_text);
    record_vec(r, &t->notes, record_text);
}

static void pass_cover_place(Record *r, CoverPlace *p) {
    record_text(r, &p->file);
    record_text(r, &p->function);
    pass_u32(r, &p->line);
    pass_u32(r, &p->column);
    record_text(r, &p->text);
    record_bool(r, &p->jumps);
    PASS_ENUM(r, &p->fate, PLACE_DEAD);
    pass_u32(r, &p->test);
    record_text(r, &p->why);
}

static void pass_cover(Record *r, CoverFacts *c) {
    record_text(r, &c->what);
    record_text(r, &c->with);
    record_vec(r, &c->places, pass_cover_place);
    pass_u32(r, &c->tests);
    pass_u32(r, &c->queries);
    record_text(r, &c->directory);
    record_vec(r, &c->assumes, record_text);
    record_vec(r, &c->notes, record_text);
}

static void pass_suite(Record *r, SuiteFacts *s) {
    record_text(r, &s->directory);
    pass_u32(r, &s->runs);
    pass_u32(r, &s->lines);
    pass_u32(r, &s->otherwise);
    record_vec(r, &s->differences, record_text);
}

// ---- the whole ----
// What a pointer points to, if it is not NULL.
#define PASS_OPTIONAL(r, T, pointer, pass)                                                  \
    do {                                                                                    \
        bool there_ = *(pointer) != NULL;                                                   \
        record_bool((r), &there_);                                                          \
        T copy_ = { 0 }, *item_ = (r)->reads ? arena_alloc((r)->arena, sizeof(T)) : &copy_; \
        if (there_ && !(r)->reads)                                                          \
            copy_ = **(pointer);                                                            \
        if (there_)                                                                         \
            pass((r), item_);                                                               \
        if ((r)->reads)                                                                     \
            *(pointer) = there_ ? item_ : NULL;                                             \
    } while (0)

static void pass_contract(Record *r, FunctionContract *c) {
    record_text(r, &c->file);
    record_text(r, &c->function);
    pass_u32(r, &c->line);
    record_text(r, &c->requires_);
    record_text(r, &c->ensures);
    record_text(r, &c->witness);
}

static void pass_verdict(Record *r, Verdict *v) {
    PASS_OPTIONAL(r, TaskFacts, &v->task, pass_task);
    PASS_OPTIONAL(r, ProgramFacts, &v->program, pass_program);
    PASS_ENUM(r, &v->outcome, OUTCOME_ERROR);
    PASS_ENUM(r, &v->error, EXIT_FALSE);
    record_text(r, &v->property);
    record_text(r, &v->reason);
    record_text(r, &v->detail);
    pass_proof(r, &v->proof);
    record_vec(r, &v->invariants, pass_invariant);
    record_vec(r, &v->contracts, pass_contract);
    record_vec(r, &v->shared, pass_shared);
    pass_story(r, &v->story);
    record_text(r, &v->goal);
    PASS_ENUM(r, &v->replay, REPLAY_REFUTED);
    record_text(r, &v->replay_text);
    pass_files(r, &v->files);
    record_text(r, &v->engine);
    record_text(r, &v->settings);
    record_vec(r, &v->members, pass_member);
    pass_tests(r, &v->tests);
    pass_cover(r, &v->cover);
    pass_suite(r, &v->suite);
    record_vec(r, &v->messages, record_text);
    record_vec(r, &v->warnings, record_text);
}

char *verdict_write(const Verdict *v) {
    Record r = { 0 };
    Verdict copy = *v; // writing changes nothing
    verdict_check(v);
    pass_verdict(&r, &copy);
    return record_close(&r, TYPE);
}

void verdict_forget(Verdict *v) {
    if (v->task)
        task_facts_free((TaskFacts *)v->task);
    if (v->program)
        program_facts_free((ProgramFacts *)v->program);
    verdict_free(v);
    *v = (Verdict){ 0 };
}

// What writers rely on, of parts that this file alone cannot see to be whole.
static bool is_whole(const Verdict *v) {
    bool whole = true;
    for (uint32_t i = 0; v->program && i < v->program->checks.count; i++)
        whole &= v->program->checks.at[i].what && v->program->checks.at[i].at.function;
    for (uint32_t i = 0; i < v->story.steps.count; i++)
        whole &= v->story.steps.at[i].text && v->story.steps.at[i].at.function;
    for (uint32_t i = 0; i < v->story.inputs.count; i++)
        whole &= v->story.inputs.at[i].name && v->story.inputs.at[i].value;
    for (uint32_t i = 0; i < v->story.calls.count; i++)
        whole &= v->story.calls.at[i].function && v->story.calls.at[i].at.function;
    for (uint32_t i = 0; i < v->invariants.count; i++)
        whole &= v->invariants.at[i].text && v->invariants.at[i].file && v->invariants.at[i].function;
    for (uint32_t i = 0; i < v->shared.count; i++)
        whole &= v->shared.at[i].name && v->shared.at[i].by;
    for (uint32_t i = 0; i < v->contracts.count; i++)
        whole &= v->contracts.at[i].file && v->contracts.at[i].function && v->contracts.at[i].requires_ &&
                 v->contracts.at[i].ensures && v->contracts.at[i].witness;
    for (uint32_t i = 0; i < v->members.count; i++)
        whole &= v->members.at[i].name && v->members.at[i].said && v->members.at[i].settings && v->members.at[i].engine;
    whole &= !v->tests.api || v->tests.match;
    for (uint32_t i = 0; i < v->tests.failing.count; i++)
        whole &= v->tests.failing.at[i] != NULL;
    for (uint32_t i = 0; i < v->tests.missed.count; i++)
        whole &= v->tests.missed.at[i] != NULL;
    for (uint32_t i = 0; i < v->tests.notes.count; i++)
        whole &= v->tests.notes.at[i] != NULL;
    for (uint32_t i = 0; i < v->cover.places.count; i++)
        whole &= v->cover.places.at[i].file && v->cover.places.at[i].function;
    return whole;
}

bool verdict_read(const char *text, Arena *arena, Verdict *v) {
    assert(arena && v);
    Record r;
    *v = (Verdict){ 0 };
    if (!text || !record_open(&r, TYPE, text, arena))
        return false;
    pass_verdict(&r, v);
    if (record_end(&r) && !verdict_fault(v) && is_whole(v))
        return true;
    verdict_forget(v);
    return false;
}

// ---- between processes ----
static bool tell(const Verdict *v) {
    char *text = verdict_write(v);
    bool told = text && limits_tell(NAME, text);
    free(text);
    return told;
}

void verdict_hand_over(const Verdict *v) {
    if (tell(v) || v->outcome != OUTCOME_FALSE)
        return;
    Verdict shorter = *v;
    Story *s = &shorter.story;
    s->trace = NULL;
    if (s->inputs.count > INPUTS_AT_MOST) {
        s->more_inputs += s->inputs.count - INPUTS_AT_MOST;
        s->inputs.count = INPUTS_AT_MOST;
    }
    tell(&shorter);
}

bool verdict_of_member(const Desk *desk, Arena *arena, Verdict *v) {
    return verdict_read(desk_told(desk, NAME), arena, v);
}

bool verdict_of_worker(Arena *arena, Verdict *v) {
    return verdict_read(limits_told(NAME), arena, v);
}
