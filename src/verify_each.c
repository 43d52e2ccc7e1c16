// verify_each.c - hone check --all: each check has its own answer
//
// All checks that are open are asked for together.  One that fails is set aside - from then on runs end there, which is
// what they do - and the others are asked again, until they are proved together or no answer is found.  Then each one
// that is still open is asked for by itself, with runs ending at all others.  So a check that is proved can fail only
// in a run in which another one, which fails or is open, has failed before; where all are proved none fails.
#include "base/limits.h"
#include "engine/engine.h"
#include "program/edit.h"
#include "program/threads/interleave.h"
#include "report/story_print.h"
#include "verify.h"
#include <stdlib.h>
#include <string.h>

static const double PART_TOGETHER = 0.5, LEAST_QUERY = 1; // of the time left; seconds

typedef struct Each {
    const Question *q;
    const Engine *engine;
    Checks *checks;
    Options options;
    bool set_aside; // a check that fails
    bool alone;     // checks are asked for one by one
} Each;

static bool time_is_up(void) {
    return limits_hit() || limits_left() < limits_reserve();
}

static double share_of_time(double part) {
    double seconds = part * (limits_left() - limits_reserve());
    return seconds > LEAST_QUERY ? seconds : LEAST_QUERY;
}

static uint32_t count_open(const Checks *checks) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < checks->count; i++)
        n += checks->at[i].state == CHECK_OPEN;
    return n;
}

// Does one of these checks fail?
static Verdict ask(Each *each, const uint8_t asked[], double seconds) {
    Program *p = program_copy(each->q->program);
    checks_keep(p, each->checks, asked);
    Question q = *each->q;
    Interleaving *threads = verify_join_threads(p, q.arena, &q.not_joined);
    q.program = p;
    q.threads = threads;
    q.options = &each->options;
    q.seconds = seconds;
    each->options.timeout = (int64_t)(seconds + 1);
    each->options.no_sampling |= each->set_aside; // the compiled program goes on behind what fails
    Verdict v = each->engine->run ? verify_decide(&q, each->engine) : verify_portfolio(&q);
    interleaving_free(threads);
    program_free(p);
    return v;
}

static const char *run_text(const Verdict *v, Arena *arena) {
    Text text = { 0 };
    story_print(&v->story, &text);
    const char *out = text.count ? arena_strdup(arena, text.at) : NULL;
    vec_free(&text);
    return out;
}

// What an answer says of the checks that were asked for; false: nothing.
static bool learn(Each *each, const uint8_t asked[], const Verdict *v) {
    bool learnt = false;
    for (uint32_t i = 0; i < each->checks->count; i++) {
        Check *c = &each->checks->at[i];
        CheckState state = asked[i] ? verdict_check_state(v, c) : CHECK_OPEN;
        if (state == CHECK_OPEN)
            continue;
        c->state = state;
        learnt = true;
        each->set_aside |= state == CHECK_FAILS;
        if (state == CHECK_FAILS) {
            c->found = arena_strdup(each->q->arena, v->story.what);
            c->run = run_text(v, each->q->arena);
        }
    }
    return learnt;
}

// Files are written for the first run that is found.
static void write_no_more(Options *o) {
    o->harness = o->witness = o->proof = o->write_inputs = NULL;
}

// 'first' stays the verdict once it is of a check that fails.
static void take(Each *each, Verdict *first, Verdict *v) {
    if (first->outcome == OUTCOME_FALSE) {
        verdict_free(v);
        return;
    }
    if (v->outcome == OUTCOME_FALSE)
        write_no_more(&each->options);
    verdict_free(first);
    *first = *v;
}

static void ask_together(Each *each, uint8_t asked[], Verdict *first) {
    bool more = true;
    while (more && (!first->property || !time_is_up())) {
        for (uint32_t i = 0; i < each->checks->count; i++)
            asked[i] = each->checks->at[i].state == CHECK_OPEN;
        Verdict v = ask(each, asked, share_of_time(PART_TOGETHER));
        more = learn(each, asked, &v) && v.outcome == OUTCOME_FALSE && count_open(each->checks);
        take(each, first, &v);
    }
}

static void ask_alone(Each *each, uint8_t asked[], Verdict *first) {
    memset(asked, 0, each->checks->count);
    write_no_more(&each->options);
    for (uint32_t i = 0, n = count_open(each->checks); i < each->checks->count && n && !time_is_up(); i++) {
        if (each->checks->at[i].state != CHECK_OPEN)
            continue;
        asked[i] = 1;
        Verdict v = ask(each, asked, share_of_time(1.0 / n--));
        learn(each, asked, &v);
        asked[i] = 0;
        if (v.outcome == OUTCOME_FALSE || (v.outcome == OUTCOME_TRUE && !count_open(each->checks)))
            take(each, first, &v);
        else
            verdict_free(&v);
    }
}

Verdict verify_each(const Question *q, const Engine *engine, Checks *checks) {
    Each each = { .q = q, .engine = engine, .checks = checks, .options = *q->options };
    Verdict first = { 0 };
    uint8_t *asked = base_alloc(checks->count + 1);
    ask_together(&each, asked, &first);
    if (checks->count > 1 && first.outcome != OUTCOME_TRUE)
        ask_alone(&each, asked, &first);
    free(asked);
    return first;
}
