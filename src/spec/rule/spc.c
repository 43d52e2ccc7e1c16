// spc.c - the specification language of BLAST
//
//   spec    ::= { #include | global | shadow | initial | final | event }
//   global  ::= 'global' C declaration ';'
//   shadow  ::= 'shadow' type '{' C declarations '}'      fields of each object of the type: $1->field
//   initial ::= 'initial' '{' C expression '}'            holds where runs start
//   final   ::= 'final' '{' C expression '}'              must hold where runs end
//   event   ::= 'event' '{' [ 'before' | 'after' ] 'pattern' '{' pattern '}' [ 'guard' '{' C expression '}' ]
//                           [ 'action' '{' C statements '}' ] [ 'repair' '{' C statements '}' ] '}'
//   pattern ::= [ ($k | $?) '=' ] function '(' [ argument { ',' argument } ] ')' ';'
//   argument ::= $k | $? | '...' at the end | C expression: matches where the argument is equal to it
//
// The guard is tested at each call that matches: where it is false the repair runs, and where there is none the rule is
// violated; where it is true the action runs.  An event is 'before' unless it says 'after' or uses the result of the
// call. Of the objects of a shadowed type one is followed, any of them: what holds of it holds of each. Different from
// BLAST: patterns are calls only.
#include "spec/rule/languages.h"

typedef struct Spc {
    RuleReader *r;
    Text state, includes;
    bool has_shadow;
} Spc;

typedef struct Pattern {
    const char *function;
    VEC(Binding) bindings;
    Text condition; // that further arguments are what the pattern says
    uint32_t n, most;
    bool open; // ends in '...'
    bool names_result;
    uint32_t line;
} Pattern;

static void bind(Pattern *p, const RuleReader *r, const Word *w, uint32_t parameter) {
    assert(w->kind == WORD_DOLLAR && parameter);
    if (!word_is(w, "$?"))
        vec_push(&p->bindings, (Binding){ word_text(r, w), parameter });
}

static void read_argument(RuleReader *r, Pattern *p) {
    Word w = r->word;
    if (lex_take(r, "...")) {
        p->open = true;
        return;
    }
    p->n++;
    if (w.kind == WORD_DOLLAR) {
        bind(p, r, &w, p->n);
        lex_next(r);
        return;
    }
    Text expression = { 0 };
    int depth = 0;
    while (!r->failed && r->word.kind != WORD_END && (depth || (!lex_is(r, ",") && !lex_is(r, ")")))) {
        depth += lex_is(r, "(") ? 1 : lex_is(r, ")") ? -1 : 0;
        text_add(&expression, "%.*s ", (int)r->word.length, r->word.at);
        lex_next(r);
    }
    if (!expression.count)
        lex_fail(r, w.line, "an argument is expected: $1, $?, ... or a C expression");
    else
        text_add(&p->condition, " && hone_%u == (%s)", p->n, expression.at);
    p->most = p->n;
    vec_free(&expression);
}

static void read_pattern(RuleReader *r, Pattern *p) {
    if (!lex_expect(r, "pattern") || !lex_expect(r, "{"))
        return;
    p->line = r->word.line;
    if (r->word.kind == WORD_DOLLAR) {
        bind(p, r, &r->word, RULE_RESULT);
        p->names_result = !lex_is(r, "$?");
        lex_next(r);
        if (!lex_expect(r, "="))
            return;
    }
    if (r->word.kind != WORD_NAME) {
        lex_fail(r, r->word.line, "the pattern is not a call: f(...); or $1 = f(...); is expected");
        return;
    }
    p->function = lex_name(r, "a function");
    if (!lex_is(r, "("))
        lex_fail(r, p->line, "the pattern is not a call: f(...); or $1 = f(...); is expected");
    lex_expect(r, "(");
    while (!r->failed && !lex_is(r, ")")) {
        if (p->open)
            lex_fail(r, r->word.line, "'...' is the last argument of a pattern");
        read_argument(r, p);
        if (!lex_is(r, ")"))
            lex_expect(r, ",");
    }
    lex_expect(r, ")");
    lex_take(r, ";");
    lex_expect(r, "}");
}

// The parts behind the pattern, as the statements of a handler.
static void read_parts(RuleReader *r, const Pattern *p, Code *code, Text *out) {
    assert(p->function && !out->count);
    Binding none[] = { { "", 0 } };
    const char *guard = NULL, *action = "", *repair = NULL, *shown = "";
    code->bindings = p->bindings.count ? p->bindings.at : none;
    code->n_bindings = p->bindings.count ? p->bindings.count : 1;
    while (!r->failed && !lex_is(r, "}")) {
        const char **part = lex_is(r, "guard")    ? &guard
                            : lex_is(r, "action") ? &action
                            : lex_is(r, "repair") ? &repair
                                                  : NULL;
        if (!part) {
            lex_fail(r, r->word.line, "guard, action, repair or '}' is expected, not '%.*s'", (int)r->word.length,
                     r->word.at);
            return;
        }
        lex_next(r);
        *part = code_block(r, code);
        shown = part == &guard && code->raw ? code->raw : shown;
    }
    if (r->failed)
        return;
    if (p->condition.count)
        text_add(out, "if (!(1%s)) return 0;\n", p->condition.at);
    if (guard && repair)
        text_add(out, "if (!(%s)) { %s\n return 0; }\n", guard, repair);
    else if (guard)
        text_add(out, "if (!(%s)) return %u;\n", guard,
                 code_abort(r, arena_printf(r->arena, "at %s not: %s", p->function, shown)));
    text_add(out, "%s", action);
}

static void read_event(Spc *s) {
    RuleReader *r = s->r;
    Pattern p = { 0 };
    Code code = { 0 };
    Text text = { 0 };
    uint32_t line = r->word.line, aborts = r->rule->aborts.count;
    if (lex_expect(r, "{")) {
        bool before = lex_take(r, "before"), after = !before && lex_take(r, "after");
        read_pattern(r, &p);
        if (!r->failed)
            read_parts(r, &p, &code, &text);
        lex_expect(r, "}");
        if (before && code.uses_result)
            lex_fail(r, line, "an event before %s uses what it returns", p.function);
        RuleEvent e = { .when = after || code.uses_result ? RULE_RETURN : RULE_CALL,
                        .function = p.function,
                        .line = p.line };
        e.code = text.count ? arena_strdup(r->arena, text.at) : "";
        e.code_line = p.line;
        e.most = code.most > p.most ? code.most : p.most;
        e.exactly = p.open ? UINT32_MAX : p.n;
        e.uses_result = code.uses_result;
        e.names_result = p.names_result;
        e.guard = e.watch = code.through;
        e.first = true;
        e.first_abort = aborts;
        e.n_aborts = r->rule->aborts.count - aborts;
        if (!r->failed)
            vec_push(&r->rule->events, e);
    }
    vec_free(&p.bindings);
    vec_free(&p.condition);
    vec_free(&text);
}

static void read_condition(Spc *s, bool initial) {
    Code code = { .bindings = (const Binding[]){ { "", 0 } }, .n_bindings = 1 };
    uint32_t line = s->r->word.line, aborts = s->r->rule->aborts.count;
    const char *condition = code_block(s->r, &code);
    if (!condition)
        return;
    const char *statement =
        initial ? arena_printf(s->r->arena, "if (!(%s)) return %d;", condition, RULE_HALT)
                : arena_printf(s->r->arena, "if (!(%s)) return %u;", condition,
                               code_abort(s->r, arena_printf(s->r->arena, "at the end not: %s", code.raw)));
    RuleEvent e = { .when = initial ? RULE_ENTRY : RULE_EXIT, .function = RULE_PROGRAM, .line = line };
    e.code = statement;
    e.code_line = line;
    e.exactly = UINT32_MAX;
    e.first_abort = aborts;
    e.n_aborts = s->r->rule->aborts.count - aborts;
    vec_push(&s->r->rule->events, e);
}

static void read_shadow(Spc *s) {
    RuleReader *r = s->r;
    if (s->has_shadow)
        lex_fail(r, r->word.line, "a second shadowed type: a rule follows one object");
    s->has_shadow = true;
    while (!r->failed && r->word.kind != WORD_END && !lex_is(r, "{"))
        lex_next(r); // the type: patterns say which parameters have it
    if (!lex_expect(r, "{"))
        return;
    const char *text = code_state(r, false, true);
    text_add(&s->state, "%s\n", text ? text : "");
}

static void read_global(Spc *s) {
    const char *text = code_state(s->r, true, false);
    text_add(&s->state, "%s\n", text ? text : "");
}

void spc_read(RuleReader *r) {
    Spc s = { .r = r };
    r->rule->state_line = 1;
    while (!r->failed && r->word.kind != WORD_END) {
        if (r->word.kind == WORD_INCLUDE) {
            text_add(&s.includes, "%.*s\n", (int)r->word.length, r->word.at);
            lex_next(r);
        } else if (lex_take(r, "global"))
            read_global(&s);
        else if (lex_take(r, "shadow"))
            read_shadow(&s);
        else if (lex_is(r, "initial") || lex_is(r, "final")) {
            bool initial = lex_is(r, "initial");
            lex_next(r);
            read_condition(&s, initial);
        } else if (lex_take(r, "event"))
            read_event(&s);
        else
            lex_fail(r, r->word.line, "global, shadow, initial, final or event is expected, not '%.*s'",
                     r->word.length > 40 ? 40 : (int)r->word.length, r->word.at);
    }
    r->rule->state = s.state.count ? arena_strdup(r->arena, s.state.at) : "";
    r->rule->includes = s.includes.count ? arena_strdup(r->arena, s.includes.at) : "";
    vec_free(&s.state);
    vec_free(&s.includes);
}
