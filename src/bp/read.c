// read.c - reads Boolean programs
//
// A recursive descent over the text.  'if' and 'while' become branches with assume on both sides.  'ends' are the
// statements that go on with whatever comes next.  Binary operators from loose to tight, as in the bplang dialect:
// ?: then => = != (to the right), ^, |, &, and then the unary ones.
#include "bp/bp.h"
#include <ctype.h>

enum { MOST_NESTED = 500 };

typedef enum Kind { END, WORD, NUMBER, SIGN } Kind;

typedef struct Wanted { // a label or procedure that is named before it is known
    uint32_t proc, stmt, line;
    Name name;
    bool start; // the target of start_thread
} Wanted;

typedef struct Reader {
    const char *path, *at;
    uint32_t line;
    BpProgram *p;
    Reason *why;
    bool failed;
    // the token
    Kind kind;
    const char *text;
    uint32_t length, token_line;
    // the procedure
    uint32_t proc, nesting, stmt_line;
    Map locals, globals, labels, procs; // Name -> 1 + number
    VecU32 ends, pending;               // statements that go on; labels of the next one
    VEC(Wanted) gotos, calls;
} Reader;

static void fail(Reader *r, uint32_t line, const char *format, ...) __attribute__((format(printf, 3, 4)));
static void fail(Reader *r, uint32_t line, const char *format, ...) {
    char text[300];
    va_list args;
    if (r->failed)
        return;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    reason_set(r->why, "%.80s:%u: %s", r->path, line, text);
    r->failed = true;
    r->kind = END;
    r->length = 0;
    r->at = "";
}

// ---- tokens ----
static void skip_space(Reader *r) {
    for (;;) {
        const char *c = r->at;
        if (isspace((unsigned char)*c)) {
            r->line += *c == '\n';
            r->at++;
        } else if (c[0] == '/' && c[1] == '/') {
            r->at += strcspn(c, "\n");
        } else if (c[0] == '/' && c[1] == '*') {
            const char *end = strstr(c + 2, "*/");
            if (!end) {
                fail(r, r->line, "a comment that does not end");
                return;
            }
            for (; r->at < end + 2; r->at++)
                r->line += *r->at == '\n';
        } else {
            return;
        }
    }
}

static bool goes_on(const char *c) {
    return isalnum((unsigned char)*c) || (*c && strchr("_$#", *c)) || (*c == '-' && c[1] != '>');
}

static uint32_t sign_length(const char *c) {
    static const char *const two[] = { ":=", "!=", "<>", "=>", "->", "&&", "||", "==" };
    for (size_t i = 0; i < COUNT(two); i++)
        if (!strncmp(c, two[i], 2))
            return 2;
    return 1;
}

static void advance(Reader *r) {
    skip_space(r);
    const char *c = r->at;
    r->token_line = r->line;
    r->text = c;
    r->length = 0;
    if (!*c) {
        r->kind = END;
    } else if (isdigit((unsigned char)*c)) {
        r->kind = NUMBER;
        while (isdigit((unsigned char)c[r->length]))
            r->length++;
    } else if (isalpha((unsigned char)*c) || *c == '_' || *c == '$') {
        r->kind = WORD;
        while (goes_on(c + r->length))
            r->length++;
    } else if (*c == '{') { // a predicate as a name
        r->kind = WORD;
        r->length = (uint32_t)strcspn(c, "}\n") + 1;
        if (c[r->length - 1] != '}')
            fail(r, r->line, "a name in braces that does not end");
    } else {
        r->kind = SIGN;
        r->length = sign_length(c);
    }
    r->at += r->failed ? 0 : r->length;
    assert(r->kind == END || r->length); // so reading ends
}

static bool sees(const Reader *r, const char *text) {
    return r->kind != END && strlen(text) == r->length && !strncmp(r->text, text, r->length);
}

static bool takes(Reader *r, const char *text) {
    if (!sees(r, text))
        return false;
    advance(r);
    return true;
}

static void fail_here(Reader *r, const char *wanted) {
    if (r->kind == END)
        fail(r, r->token_line, "expected %s, but the file ends", wanted);
    else
        fail(r, r->token_line, "expected %s, not '%.*s'", wanted, r->length < 40 ? (int)r->length : 40, r->text);
}

static void expect(Reader *r, const char *text) {
    char quoted[20];
    snprintf(quoted, sizeof quoted, "'%s'", text);
    if (!takes(r, text))
        fail_here(r, quoted);
}

static bool is_reserved(const Reader *r) {
    static const char *const words[] = {
        "begin",     "end",    "decl",         "void",       "bool",         "goto",   "enforce", "abortif",
        "if",        "then",   "else",         "elsif",      "fi",           "skip",   "while",   "do",
        "od",        "return", "start_thread", "end_thread", "thread_local", "sync",   "dead",    "schoose",
        "constrain", "dfs",    "atomic_begin", "atomic_end", "assert",       "assume", "print",   "T",
        "F",         "true",   "false"
    };
    for (size_t i = 0; i < COUNT(words); i++)
        if (sees(r, words[i]))
            return true;
    return false;
}

static bool sees_name(const Reader *r) {
    return r->kind == WORD && !is_reserved(r);
}

static Name take_name(Reader *r, const char *what) {
    if (!sees_name(r)) {
        fail_here(r, what);
        return name_of(r->p->names, "?");
    }
    Name name = name_ofn(r->p->names, r->text, r->length);
    advance(r);
    return name;
}

static Name take_label(Reader *r) {
    if (r->kind != NUMBER)
        return take_name(r, "a label");
    Name name = name_ofn(r->p->names, r->text, r->length);
    advance(r);
    return name;
}

static BpProc *proc_of(Reader *r) {
    assert(r->proc < r->p->procs.count);
    return &r->p->procs.at[r->proc];
}

// ---- expressions ----
static uint32_t variable_of(Reader *r, Name name, uint32_t line) {
    uint32_t local = map_find(&r->locals, name.id), global = map_find(&r->globals, name.id);
    if (!local && !global)
        fail(r, line, "variable %.60s is not declared", name_text(r->p->names, name));
    return local ? r->p->globals.count + local - 1 : global ? global - 1 : 0;
}

static BpExpr take_expr(Reader *r);

static BpExpr node(Reader *r, BpOp op, uint32_t a, uint32_t b, uint32_t c) {
    if (r->failed)
        return bp_expr(r->p, BP_FALSE, 0, 0, 0);
    BpExpr e = bp_expr(r->p, op, a, b, c);
    if (r->p->nodes.at[e].depth > BP_DEEPEST)
        fail(r, r->token_line, "an expression that is too deep");
    return e;
}

static BpExpr take_schoose(Reader *r) {
    expect(r, "[");
    BpExpr pos = take_expr(r);
    expect(r, ",");
    BpExpr neg = take_expr(r);
    expect(r, "]");
    return node(r, BP_SCHOOSE, pos, neg, 0);
}

static BpExpr take_primary(Reader *r) {
    uint32_t line = r->token_line;
    if (takes(r, "(")) {
        BpExpr e = take_expr(r);
        expect(r, ")");
        return e;
    }
    if (takes(r, "*"))
        return node(r, BP_STAR, 0, 0, 0);
    if (takes(r, "1") || takes(r, "T") || takes(r, "true"))
        return node(r, BP_TRUE, 0, 0, 0);
    if (takes(r, "0") || takes(r, "F") || takes(r, "false"))
        return node(r, BP_FALSE, 0, 0, 0);
    if (takes(r, "schoose"))
        return take_schoose(r);
    if (takes(r, "'")) {
        Name name = take_name(r, "a variable");
        return node(r, BP_NEXT, variable_of(r, name, line), 0, 0);
    }
    Name name = take_name(r, "an expression");
    return node(r, BP_VAR, variable_of(r, name, line), 0, 0);
}

static BpExpr take_unary(Reader *r) {
    uint32_t nots = 0;
    while (takes(r, "!") || takes(r, "~"))
        nots++;
    BpExpr e = take_primary(r);
    return nots % 2 ? node(r, BP_NOT, e, 0, 0) : e;
}

static BpExpr take_and(Reader *r) {
    BpExpr e = take_unary(r);
    while (takes(r, "&") || takes(r, "&&"))
        e = node(r, BP_AND, e, take_unary(r), 0);
    return e;
}

static BpExpr take_or(Reader *r) {
    BpExpr e = take_and(r);
    while (takes(r, "|") || takes(r, "||"))
        e = node(r, BP_OR, e, take_and(r), 0);
    return e;
}

static BpExpr take_xor(Reader *r) {
    BpExpr e = take_or(r);
    while (takes(r, "^"))
        e = node(r, BP_XOR, e, take_or(r), 0);
    return e;
}

static bool enter(Reader *r) {
    if (++r->nesting > MOST_NESTED)
        fail(r, r->token_line, "nested too deeply");
    return !r->failed;
}

static BpExpr take_implies(Reader *r) {
    BpExpr e = enter(r) ? take_xor(r) : node(r, BP_FALSE, 0, 0, 0);
    if (takes(r, "=>") || takes(r, "->"))
        e = node(r, BP_IMPLIES, e, take_implies(r), 0);
    else if (takes(r, "=") || takes(r, "=="))
        e = node(r, BP_EQ, e, take_implies(r), 0);
    else if (takes(r, "!=") || takes(r, "<>"))
        e = node(r, BP_XOR, e, take_implies(r), 0);
    r->nesting--;
    return e;
}

static BpExpr take_expr(Reader *r) {
    BpExpr e = enter(r) ? take_implies(r) : node(r, BP_FALSE, 0, 0, 0);
    if (takes(r, "?")) {
        BpExpr yes = take_expr(r);
        expect(r, ":");
        e = node(r, BP_ITE, e, yes, take_expr(r));
    }
    r->nesting--;
    return e;
}

static bool has_next(const BpProgram *p, BpExpr e) {
    const BpNode *n = &p->nodes.at[e];
    bool found = n->op == BP_NEXT;
    for (uint32_t i = 0; i < 3 && n->op > BP_STAR && n->arg[i]; i++)
        found = found || has_next(p, n->arg[i]);
    return found;
}

// An expression about now: 'x is for constrain only.
static BpExpr take_now(Reader *r) {
    uint32_t line = r->token_line;
    BpExpr e = take_expr(r);
    if (!r->failed && has_next(r->p, e))
        fail(r, line, "a next value ('x) outside constrain");
    return e;
}

static void take_exprs(Reader *r, const char *end, VecU32 *out) {
    if (sees(r, end) || r->failed)
        return;
    do
        vec_push(out, take_now(r));
    while (takes(r, ",") && !r->failed);
}

// ---- statements ----
// The statements in 'from' go on with 'to'.
static void join(BpProc *proc, const VecU32 *from, uint32_t to) {
    assert(to && to < proc->stmts.count); // nothing leads to the first
    for (uint32_t i = 0; i < from->count; i++)
        vec_push(&proc->stmts.at[from->at[i]].next, to);
}

static uint32_t add(Reader *r, BpKind kind) {
    BpProc *proc = proc_of(r);
    uint32_t s = bp_stmt(proc, kind, r->stmt_line);
    join(proc, &r->ends, s);
    r->ends.count = 0;
    vec_push(&r->ends, s);
    for (uint32_t i = 0; i < r->pending.count; i++)
        vec_push(&proc->stmts.at[s].labels, r->pending.at[i]);
    r->pending.count = 0;
    return s;
}

static BpStmt *stmt(Reader *r, uint32_t s) {
    return &proc_of(r)->stmts.at[s];
}

static void take_statements(Reader *r);

static uint32_t add_assume(Reader *r, BpExpr e) {
    uint32_t s = add(r, BP_ASSUME);
    stmt(r, s)->expr = e;
    return s;
}

static void set_ends(Reader *r, uint32_t s) {
    r->ends.count = 0;
    vec_push(&r->ends, s);
}

// After 'if' or 'elsif'.
static void take_if(Reader *r) {
    VecU32 after = { 0 };
    uint32_t line = r->stmt_line;
    for (bool more = true; more && !r->failed; more = takes(r, "elsif")) {
        uint32_t branch = add(r, BP_SKIP);
        BpExpr e = take_now(r);
        expect(r, "then");
        add_assume(r, e);
        take_statements(r);
        for (uint32_t i = 0; i < r->ends.count; i++)
            vec_push(&after, r->ends.at[i]);
        set_ends(r, branch);
        r->stmt_line = line;
        add_assume(r, node(r, BP_NOT, e, 0, 0));
    }
    if (takes(r, "else"))
        take_statements(r);
    expect(r, "fi");
    r->stmt_line = line;
    for (uint32_t i = 0; i < after.count; i++)
        vec_push(&r->ends, after.at[i]);
    add(r, BP_SKIP);
    vec_free(&after);
}

static void take_while(Reader *r) {
    uint32_t head = add(r, BP_SKIP), line = r->stmt_line;
    BpExpr e = take_now(r);
    expect(r, "do");
    add_assume(r, e);
    take_statements(r);
    join(proc_of(r), &r->ends, head);
    set_ends(r, head);
    r->stmt_line = line;
    add_assume(r, node(r, BP_NOT, e, 0, 0));
    expect(r, "od");
}

static void want(Reader *r, bool is_call, uint32_t s, Name name, bool start) {
    Wanted w = { r->proc, s, r->stmt_line, name, start };
    if (is_call)
        vec_push(&r->calls, w);
    else
        vec_push(&r->gotos, w);
}

static void take_goto(Reader *r, uint32_t s, bool start) {
    do
        want(r, false, s, take_label(r), start);
    while (!start && takes(r, ",") && !r->failed);
    if (!start)
        r->ends.count = 0;
}

// After the name of the procedure.
static void take_call(Reader *r, uint32_t s, Name name) {
    want(r, true, s, name, false);
    expect(r, "(");
    VecU32 exprs = { 0 };
    take_exprs(r, ")", &exprs);
    expect(r, ")");
    stmt(r, s)->exprs = exprs;
    for (uint32_t i = 0; i < stmt(r, s)->labels.count; i++)
        if (!strncmp(name_text(r->p->names, (Name){ stmt(r, s)->labels.at[i] }), "ASYNC_", 6))
            stmt(r, s)->kind = BP_START;
}

static void check_distinct(Reader *r, const VecU32 *vars, uint32_t line) {
    Map seen = { 0 };
    for (uint32_t i = 0; i < vars->count; i++) {
        if (vars->at[i] != BP_NOTHING && map_find(&seen, vars->at[i] + 1ull))
            fail(r, line, "a variable is assigned twice");
        map_put(&seen, vars->at[i] + 1ull, 1);
    }
    map_free(&seen);
}

static void take_assignment(Reader *r, Name first) {
    VecU32 names = { 0 }, vars = { 0 };
    uint32_t line = r->token_line;
    vec_push(&names, first.id);
    while (takes(r, ",") && !r->failed)
        vec_push(&names, take_name(r, "a variable").id);
    expect(r, ":=");
    uint32_t s = add(r, BP_ASSIGN);
    Reader before = *r;
    Name callee = sees_name(r) ? take_name(r, "a name") : (Name){ 0 };
    bool calls = callee.id && sees(r, "(");
    for (uint32_t i = 0; i < names.count; i++) {
        bool drop = calls && !strcmp(name_text(r->p->names, (Name){ names.at[i] }), "_");
        vec_push(&vars, drop ? BP_NOTHING : variable_of(r, (Name){ names.at[i] }, line));
    }
    check_distinct(r, &vars, line);
    stmt(r, s)->vars = vars;
    vec_free(&names);
    if (calls) {
        stmt(r, s)->kind = BP_CALL;
        take_call(r, s, callee);
        return;
    }
    if (callee.id && !r->failed) { // an expression after all
        r->at = before.at;
        r->line = before.line;
        r->kind = before.kind;
        r->text = before.text;
        r->length = before.length;
        r->token_line = before.token_line;
    }
    VecU32 exprs = { 0 };
    take_exprs(r, ";", &exprs);
    if (exprs.count != vars.count)
        fail(r, line, "%u variables, but %u values", vars.count, exprs.count);
    BpExpr constrain = takes(r, "constrain") ? take_expr(r) : 0;
    stmt(r, s)->exprs = exprs;
    stmt(r, s)->expr = constrain;
}

static void take_decl(Reader *r, Map *map, VecU32 *out, bool global) {
    bool own = global && takes(r, "thread_local");
    do {
        uint32_t line = r->token_line;
        Name name = take_name(r, "a variable");
        if (map_find(map, name.id))
            fail(r, line, "%.60s is declared twice", name_text(r->p->names, name));
        vec_push(out, name.id);
        map_put(map, name.id, out->count);
        if (global)
            vec_push(&r->p->thread_local, own);
    } while (takes(r, ",") && !r->failed);
}

static void take_condition(Reader *r, BpKind kind) {
    uint32_t s = add(r, kind);
    expect(r, "(");
    BpExpr e = take_now(r);
    expect(r, ")");
    stmt(r, s)->expr = e;
}

static void take_return(Reader *r) {
    uint32_t s = add(r, BP_RETURN), line = r->stmt_line;
    VecU32 exprs = { 0 };
    if (!sees(r, "end") && !sees(r, "fi") && !sees(r, "else") && !sees(r, "od") && !sees(r, "elsif"))
        take_exprs(r, ";", &exprs);
    if (exprs.count != proc_of(r)->results)
        fail(r, line, "%s returns %u values, not %u", name_text(r->p->names, proc_of(r)->name), proc_of(r)->results,
             exprs.count);
    stmt(r, s)->exprs = exprs;
    r->ends.count = 0;
}

static void take_start(Reader *r) {
    uint32_t s = add(r, BP_START);
    if (takes(r, "goto")) {
        take_goto(r, s, true);
    } else {
        take_call(r, s, take_name(r, "'goto' or a procedure"));
        stmt(r, s)->kind = BP_START;
    }
}

static void take_dead(Reader *r) {
    uint32_t s = add(r, BP_DEAD);
    VecU32 vars = { 0 };
    while (sees_name(r)) {
        uint32_t line = r->token_line;
        vec_push(&vars, variable_of(r, take_name(r, "a variable"), line));
        if (!takes(r, ","))
            break;
    }
    stmt(r, s)->vars = vars;
}

static void add_to(Reader *r, bool is_abort) {
    BpExpr e = take_now(r);
    BpExpr *at = is_abort ? &proc_of(r)->abortif : &proc_of(r)->enforce;
    if (!r->failed)
        *at = *at ? node(r, is_abort ? BP_OR : BP_AND, *at, e, 0) : e;
}

static void take_print(Reader *r) {
    VecU32 exprs = { 0 };
    add(r, BP_SKIP);
    expect(r, "(");
    take_exprs(r, ")", &exprs);
    expect(r, ")");
    vec_free(&exprs);
}

static bool take_keyword(Reader *r) {
    if (takes(r, "skip"))
        add(r, BP_SKIP);
    else if (takes(r, "goto"))
        take_goto(r, add(r, BP_SKIP), false);
    else if (takes(r, "if"))
        take_if(r);
    else if (takes(r, "while"))
        take_while(r);
    else if (takes(r, "assert"))
        take_condition(r, BP_ASSERT);
    else if (takes(r, "assume"))
        take_condition(r, BP_ASSUME);
    else if (takes(r, "return"))
        take_return(r);
    else if (takes(r, "decl"))
        take_decl(r, &r->locals, &proc_of(r)->locals, false);
    else if (takes(r, "enforce"))
        add_to(r, false);
    else if (takes(r, "abortif"))
        add_to(r, true);
    else if (takes(r, "dead"))
        take_dead(r);
    else if (takes(r, "print"))
        take_print(r);
    else if (takes(r, "start_thread"))
        take_start(r);
    else if (takes(r, "atomic_begin"))
        add(r, BP_ATOMIC_BEGIN);
    else if (takes(r, "atomic_end"))
        add(r, BP_ATOMIC_END);
    else if (takes(r, "end_thread")) {
        add(r, BP_END);
        r->ends.count = 0;
    } else
        return false;
    return true;
}

static void add_label(Reader *r, Name name, uint32_t line) {
    if (map_find(&r->labels, name.id))
        fail(r, line, "label %.60s is there twice", name_text(r->p->names, name));
    map_put(&r->labels, name.id, proc_of(r)->stmts.count + 1); // of the statement that comes next
    vec_push(&r->pending, name.id);
}

static bool at_end_of_list(const Reader *r) {
    return r->failed || r->kind == END || sees(r, "end") || sees(r, "fi") || sees(r, "od") || sees(r, "else") ||
           sees(r, "elsif");
}

// 'fi' and 'od' need no ';' after them.
static void take_statement(Reader *r) {
    uint32_t line = r->token_line;
    bool closed = sees(r, "if") || sees(r, "while");
    r->stmt_line = line;
    if (sees(r, "sync")) {
        fail(r, line, "'sync' is not supported");
    } else if (!take_keyword(r)) {
        Name name = r->kind == NUMBER ? take_label(r) : take_name(r, "a statement");
        if (takes(r, ":")) {
            add_label(r, name, line);
            return;
        }
        if (sees(r, "("))
            take_call(r, add(r, BP_CALL), name);
        else
            take_assignment(r, name);
    }
    if (!takes(r, ";") && !closed && !at_end_of_list(r))
        fail_here(r, "';'");
}

static void take_statements(Reader *r) {
    if (enter(r))
        while (!at_end_of_list(r))
            take_statement(r);
    if (r->pending.count)
        add(r, BP_SKIP);
    r->nesting--;
}

// ---- procedures ----
static uint32_t take_type(Reader *r) {
    uint32_t n = 1;
    if (takes(r, "void"))
        return 0;
    expect(r, "bool");
    if (takes(r, "<")) {
        n = r->kind == NUMBER && r->length < 5 ? (uint32_t)strtoul(r->text, NULL, 10) : 0;
        if (r->kind != NUMBER || !n)
            fail_here(r, "a number of results from 1 to 9999");
        advance(r);
        expect(r, ">");
    }
    return n;
}

// A run that falls off the end returns, with any values.
static void add_return(Reader *r) {
    r->stmt_line = r->token_line;
    uint32_t s = add(r, BP_RETURN);
    for (uint32_t i = 0; i < proc_of(r)->results; i++)
        vec_push(&stmt(r, s)->exprs, node(r, BP_STAR, 0, 0, 0));
}

static void find_targets(Reader *r) {
    for (uint32_t i = 0; i < r->gotos.count && !r->failed; i++) {
        const Wanted *w = &r->gotos.at[i];
        uint32_t s = map_find(&r->labels, w->name.id);
        if (!s)
            fail(r, w->line, "there is no label %.60s in %.60s", name_text(r->p->names, w->name),
                 name_text(r->p->names, proc_of(r)->name));
        else if (w->start)
            stmt(r, w->stmt)->target = s - 1;
        else
            vec_push(&stmt(r, w->stmt)->next, s - 1);
    }
    r->gotos.count = 0;
}

static void take_procedure(Reader *r) {
    takes(r, "dfs");
    uint32_t results = take_type(r), line = r->token_line;
    Name name = take_name(r, "the name of a procedure");
    if (map_find(&r->procs, name.id))
        fail(r, line, "procedure %.60s is there twice", name_text(r->p->names, name));
    r->proc = bp_proc(r->p, name_text(r->p->names, name));
    proc_of(r)->line = line;
    proc_of(r)->results = results;
    map_put(&r->procs, name.id, r->proc + 1);
    expect(r, "(");
    if (!sees(r, ")"))
        take_decl(r, &r->locals, &proc_of(r)->locals, false);
    expect(r, ")");
    proc_of(r)->formals = proc_of(r)->locals.count;
    expect(r, "begin");
    set_ends(r, 0);
    take_statements(r);
    assert(!r->pending.count); // each label has its statement
    add_return(r);
    expect(r, "end");
    takes(r, ";");
    find_targets(r);
    map_free(&r->locals);
    map_free(&r->labels);
    r->ends.count = r->pending.count = 0;
}

static void find_procedures(Reader *r) {
    for (uint32_t i = 0; i < r->calls.count && !r->failed; i++) {
        const Wanted *w = &r->calls.at[i];
        uint32_t callee = map_find(&r->procs, w->name.id);
        BpStmt *s = &r->p->procs.at[w->proc].stmts.at[w->stmt];
        const char *name = name_text(r->p->names, w->name);
        if (!callee) {
            fail(r, w->line, "there is no procedure %.60s", name);
            return;
        }
        const BpProc *proc = &r->p->procs.at[callee - 1];
        s->proc = callee - 1;
        if (s->exprs.count != proc->formals)
            fail(r, w->line, "%.60s has %u parameters, not %u", name, proc->formals, s->exprs.count);
        else if (s->kind == BP_START && (s->exprs.count || s->vars.count))
            fail(r, w->line, "a thread that starts with %.60s has no arguments and no results", name);
        bool wanted = s->vars.count > 0;
        while (s->kind == BP_CALL && !wanted && s->vars.count < proc->results)
            vec_push(&s->vars, BP_NOTHING);
        if (s->kind == BP_CALL && s->vars.count != proc->results)
            fail(r, w->line, "%.60s returns %u values, not %u", name, proc->results, s->vars.count);
    }
}

static void take_program(Reader *r) {
    advance(r);
    while (r->kind != END && !r->failed) {
        if (takes(r, "decl")) {
            if (r->p->procs.count)
                fail(r, r->token_line, "globals must be declared before procedures");
            take_decl(r, &r->globals, &r->p->globals, true);
            expect(r, ";");
        } else {
            take_procedure(r);
        }
    }
    find_procedures(r);
    uint32_t start = map_find(&r->procs, name_of(r->p->names, "main").id);
    if (!start)
        fail(r, r->line, "there is no procedure main");
    r->p->main = start ? start - 1 : 0;
}

bool bp_parse(const char *path, const char *text, BpProgram *p, Reason *why) {
    assert(path && text && p->nodes.count == 1);
    Reader r = { .path = path, .at = text, .line = 1, .p = p, .why = why };
    take_program(&r);
    assert(!r.nesting && !r.pending.count);
    map_free(&r.locals);
    map_free(&r.globals);
    map_free(&r.labels);
    map_free(&r.procs);
    vec_free(&r.ends);
    vec_free(&r.pending);
    vec_free(&r.gotos);
    vec_free(&r.calls);
    if (!r.failed)
        bp_check(p);
    return !r.failed;
}
