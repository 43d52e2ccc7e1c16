// slic.c - SLIC, the language of SLAM's rules
//
//   rule     ::= { #include | state | watch | transfer }
//   state    ::= 'state' '{' C declarations '}'
//   watch    ::= 'watch' event '.' $k ';'
//   transfer ::= event [guard] { ',' event [guard] } '{' C statements, abort "text"; halt; '}'
//   event    ::= function '.' ('entry' | 'exit' | 'call' | 'return')
//   guard    ::= '[' 'guard' $k ']'
//
// Different from the paper: 'program' stands for the function where runs start; where a rule has guards and no watch,
// each guarded event that is the first with its object may choose it as the one that is followed.
#include "spec/rule/languages.h"

typedef struct Watch { // chosen at this event
    const char *function;
    RuleWhen when;
    uint32_t parameter, line;
} Watch;

typedef struct Slic {
    RuleReader *r;
    Text state, includes;
    VEC(Watch) watches;
} Slic;

static RuleWhen read_when(RuleReader *r) {
    static const RuleWhen all[] = { RULE_ENTRY, RULE_EXIT, RULE_CALL, RULE_RETURN };
    uint32_t line = r->word.line;
    const char *name = lex_name(r, "entry, exit, call or return");
    for (size_t i = 0; i < COUNT(all); i++)
        if (!strcmp(name, rule_when_text(all[i])))
            return all[i];
    lex_fail(r, line, "unknown event '%.60s': it is entry, exit, call or return", name);
    return RULE_ENTRY;
}

static uint32_t read_parameter(RuleReader *r, RuleWhen when) {
    Word w = r->word;
    char *end = NULL;
    if (w.kind != WORD_DOLLAR) {
        lex_fail(r, w.line, "a parameter is expected: $1, $2, ... or $return");
        return 0;
    }
    lex_next(r);
    if (word_is(&w, "$return") && rule_is_before(when))
        lex_fail(r, w.line, "$return is known at exit and return only");
    if (word_is(&w, "$return"))
        return RULE_RESULT;
    unsigned long k = w.length < 5 ? strtoul(w.at + 1, &end, 10) : 0;
    if (!k || end != w.at + w.length)
        lex_fail(r, w.line, "%.*s: a parameter is $1, $2, ... or $return", (int)w.length, w.at);
    return (uint32_t)k;
}

static void read_event(RuleReader *r, RuleEvent *e) {
    *e = (RuleEvent){ .line = r->word.line, .exactly = UINT32_MAX };
    e->function = lex_name(r, "an event, as lock.entry,");
    lex_expect(r, ".");
    e->when = read_when(r);
}

static void read_watch(Slic *s) {
    assert(lex_is(s->r, "watch"));
    RuleEvent e;
    lex_next(s->r);
    read_event(s->r, &e);
    lex_expect(s->r, ".");
    uint32_t k = read_parameter(s->r, e.when);
    lex_expect(s->r, ";");
    if (!s->r->failed)
        vec_push(&s->watches, (Watch){ e.function, e.when, k, e.line });
}

static void read_guard(RuleReader *r, RuleEvent *e) {
    if (!lex_take(r, "["))
        return;
    lex_expect(r, "guard");
    e->guard = read_parameter(r, e->when);
    lex_expect(r, "]");
}

static void check_code(RuleReader *r, const RuleEvent *e, const Code *code) {
    assert(e->function && e->code);
    if (code->uses_result && rule_is_before(e->when))
        lex_fail(r, e->line, "$return is used at %s.%s, where there is none yet", e->function, rule_when_text(e->when));
    if (!strcmp(e->function, RULE_PROGRAM) && (code->most || code->uses_result || e->guard))
        lex_fail(r, e->line, "%s.%s has no parameters", e->function, rule_when_text(e->when));
}

static void read_transfer(Slic *s) {
    RuleReader *r = s->r;
    uint32_t first = r->rule->events.count;
    do {
        RuleEvent e;
        read_event(r, &e);
        read_guard(r, &e);
        vec_push(&r->rule->events, e);
    } while (!r->failed && lex_take(r, ","));
    Code code = { 0 };
    uint32_t aborts = r->rule->aborts.count;
    const char *text = code_block(r, &code);
    uint32_t guard = vec_last(&r->rule->events).guard; // one behind the last event is that of all
    for (uint32_t i = first; text && i < r->rule->events.count; i++) {
        RuleEvent *e = &r->rule->events.at[i];
        e->guard = e->guard ? e->guard : guard;
        e->code = text;
        e->code_line = code.line;
        e->most = code.most;
        e->uses_result = code.uses_result;
        e->first_abort = aborts;
        e->n_aborts = r->rule->aborts.count - aborts;
        check_code(r, e, &code);
    }
}

static bool watches(Slic *s, const RuleEvent *e, uint32_t parameter) {
    for (uint32_t i = 0; i < s->watches.count; i++) {
        const Watch *w = &s->watches.at[i];
        if (!strcmp(w->function, e->function) && w->when == e->when && w->parameter == parameter)
            return true;
    }
    return false;
}

// An event that is watched and has no transfer of its own does nothing but choose.
static void add_watches(Slic *s) {
    assert(!s->r->failed);
    Rule *rule = s->r->rule;
    for (uint32_t i = 0; i < rule->events.count; i++) {
        RuleEvent *e = &rule->events.at[i];
        if (e->guard && (!s->watches.count || watches(s, e, e->guard)))
            e->watch = e->guard;
        e->first = !s->watches.count;
    }
    for (uint32_t i = 0; i < s->watches.count; i++) {
        const Watch *w = &s->watches.at[i];
        bool covered = false;
        for (uint32_t k = 0; k < rule->events.count; k++) {
            const RuleEvent *e = &rule->events.at[k];
            covered |= e->watch && watches(s, e, e->watch) && !strcmp(e->function, w->function) && e->when == w->when;
        }
        RuleEvent e = { .when = w->when, .function = w->function, .line = w->line, .code = "", .code_line = w->line };
        e.exactly = UINT32_MAX;
        e.watch = w->parameter;
        if (!covered)
            vec_push(&rule->events, e);
    }
}

void slic_read(RuleReader *r) {
    Slic s = { .r = r };
    while (!r->failed && r->word.kind != WORD_END) {
        if (r->word.kind == WORD_INCLUDE) {
            text_add(&s.includes, "%.*s\n", (int)r->word.length, r->word.at);
            lex_next(r);
        } else if (lex_take(r, "state")) {
            if (lex_expect(r, "{")) {
                r->rule->state_line = r->word.line;
                const char *text = code_state(r, false, false);
                text_add(&s.state, "%s\n", text ? text : "");
            }
        } else if (lex_is(r, "watch")) {
            read_watch(&s);
        } else {
            read_transfer(&s);
        }
    }
    if (!r->failed)
        add_watches(&s);
    r->rule->state = s.state.count ? arena_strdup(r->arena, s.state.at) : "";
    r->rule->includes = s.includes.count ? arena_strdup(r->arena, s.includes.at) : "";
    vec_free(&s.state);
    vec_free(&s.includes);
    vec_free(&s.watches);
}
