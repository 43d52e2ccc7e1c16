// write.c - writes Boolean programs in what all tools of the family read
//
// Each statement gets a label of its own, S12; labels of the program that nothing but a goal needs are kept where a
// statement has one.  What the common language lacks is put in its terms:
//
//   schoose[p, n]      p | (!n & *)                 constrain c   x := ..; assume(c), old values in locals old_x
//   enforce e          assume(e) after each step    abortif e     assert(!e) there
//   dead x             x := *                       '_'           a local that nobody reads
#include "bp/bp.h"

typedef struct Writer {
    const BpProgram *p;
    const BpProc *proc;
    Text *out;
    const VecU32 *old; // of constrain: variables whose old value is in old_x
    bool next;         // x is the old value, 'x is x
    bool native;       // with threads: the dialect that has them, so that statements stay single steps
    const char *stem;  // of labels
} Writer;

static void write_old(const Writer *w, uint32_t v) {
    const char *name = bp_name(w->p, w->proc, v);
    text_add(w->out, *name == '{' ? "{old_%s" : "old_%s", *name == '{' ? name + 1 : name);
}

static void write_name(const Writer *w, uint32_t v) {
    assert(!w->next || w->old);
    for (uint32_t i = 0; w->next && i < w->old->count; i++)
        if (w->old->at[i] == v) {
            write_old(w, v);
            return;
        }
    text_add(w->out, "%s", bp_name(w->p, w->proc, v));
}

static void write_expr(const Writer *w, BpExpr e);

static bool has_choice(const BpProgram *p, BpExpr e) {
    const BpNode *n = &p->nodes.at[e];
    bool found = n->op == BP_STAR || n->op == BP_SCHOOSE;
    for (uint32_t i = 0; i < 3 && n->op > BP_STAR && n->arg[i]; i++)
        found = found || has_choice(p, n->arg[i]);
    return found;
}

static void write_ite(const Writer *w, const BpNode *n) {
    bool chooses = has_choice(w->p, n->arg[0]);
    const char *const text[] = { chooses ? "(" : "((", chooses ? " ? " : " & ", chooses ? " : " : ") | (!",
                                 chooses ? ")" : "))" };
    for (uint32_t i = 0; i < 3; i++) {
        text_add(w->out, "%s", text[i]);
        if (i == 2 && !chooses) {
            write_expr(w, n->arg[0]);
            text_add(w->out, " & ");
        }
        write_expr(w, n->arg[i]);
    }
    text_add(w->out, "%s", text[3]);
}

static void write_schoose(const Writer *w, const BpNode *n) {
    bool never = w->p->nodes.at[n->arg[1]].op == BP_FALSE;
    text_add(w->out, "(");
    write_expr(w, n->arg[0]);
    text_add(w->out, never ? " | *)" : " | (!");
    if (never)
        return;
    write_expr(w, n->arg[1]);
    text_add(w->out, " & *))");
}

static void write_expr(const Writer *w, BpExpr e) {
    const BpNode *n = &w->p->nodes.at[e];
    static const char *const text[] = { "",
#define BP_TEXT(op, sign, count) sign,
                                        BP_OPS(BP_TEXT)
#undef BP_TEXT
    };
    Writer now = *w;
    switch (n->op) {
    case BP_VAR:
        write_name(w, n->arg[0]);
        break;
    case BP_NEXT:
        assert(w->native || w->next); // in constrain
        now.next = false;
        if (w->native)
            text_add(w->out, "'");
        write_name(&now, n->arg[0]);
        break;
    case BP_NOT:
        text_add(w->out, "!");
        write_expr(w, n->arg[0]);
        break;
    case BP_SCHOOSE:
        write_schoose(w, n);
        break;
    case BP_ITE: // the choices in the condition are made once
        write_ite(w, n);
        break;
    case BP_FALSE:
    case BP_TRUE:
    case BP_STAR:
        text_add(w->out, "%s", text[n->op]);
        break;
    default:
        text_add(w->out, "(");
        write_expr(w, n->arg[0]);
        text_add(w->out, " %s ", text[n->op]);
        write_expr(w, n->arg[1]);
        text_add(w->out, ")");
    }
}

static void write_list(const Writer *w, const VecU32 *list, void (*write)(const Writer *, uint32_t)) {
    for (uint32_t i = 0; i < list->count; i++) {
        text_add(w->out, i ? ", " : "");
        if (list->at[i] == BP_NOTHING)
            text_add(w->out, "nothing_%u", i);
        else
            write(w, list->at[i]);
    }
}

static void write_labels(const Writer *w, const BpStmt *s, uint32_t number) {
    for (uint32_t i = 0; i < s->labels.count; i++)
        text_add(w->out, "  %s: skip;\n", name_text(w->p->names, (Name){ s->labels.at[i] }));
    text_add(w->out, "  %s%u: ", w->stem, number);
}

// ---- constrain ----
static void find_old(const BpProgram *p, const BpStmt *s, VecU32 *out) {
    VecU32 reads = { 0 };
    out->count = 0;
    bp_expr_vars(p, s->expr, &reads);
    for (uint32_t i = 0; i < s->vars.count; i++)
        for (uint32_t k = 0; k < reads.count; k++)
            if (reads.at[k] == s->vars.at[i]) {
                vec_push(out, s->vars.at[i]);
                break;
            }
    vec_free(&reads);
}

static void write_assignment(const Writer *w, const BpStmt *s) {
    VecU32 old = { 0 };
    Writer after = *w;
    if (s->expr && !w->native)
        find_old(w->p, s, &old);
    for (uint32_t i = 0; i < old.count; i++) {
        write_old(w, old.at[i]);
        text_add(w->out, " := ");
        write_name(w, old.at[i]);
        text_add(w->out, "; ");
    }
    write_list(w, &s->vars, write_name);
    text_add(w->out, " := ");
    write_list(w, &s->exprs, write_expr);
    if (s->expr) {
        text_add(w->out, w->native ? " constrain " : "; assume(");
        after.old = &old;
        after.next = !w->native;
        write_expr(&after, s->expr);
        text_add(w->out, w->native ? "" : ")");
    }
    text_add(w->out, ";");
    vec_free(&old);
}

// ---- statements ----
static void write_condition(const Writer *w, const char *what, BpExpr e) {
    text_add(w->out, "%s(", what);
    write_expr(w, e);
    text_add(w->out, ");");
}

static void write_call(const Writer *w, const BpStmt *s) {
    if (s->vars.count) {
        write_list(w, &s->vars, write_name);
        text_add(w->out, " := ");
    }
    text_add(w->out, "%s(", name_text(w->p->names, w->p->procs.at[s->proc].name));
    write_list(w, &s->exprs, write_expr);
    text_add(w->out, ");");
}

static void write_dead(const Writer *w, const BpStmt *s) {
    if (!s->vars.count) {
        text_add(w->out, "skip;");
        return;
    }
    write_list(w, &s->vars, write_name);
    text_add(w->out, " := *");
    for (uint32_t i = 1; i < s->vars.count; i++)
        text_add(w->out, ", *");
    text_add(w->out, ";");
}

static void write_start(const Writer *w, const BpStmt *s) {
    if (s->target)
        text_add(w->out, "start_thread goto %s%u;", w->stem, s->target);
    else
        text_add(w->out, "start_thread %s();", name_text(w->p->names, w->p->procs.at[s->proc].name));
}

static void write_action(const Writer *w, const BpStmt *s) {
    switch (s->kind) {
    case BP_SKIP:
        text_add(w->out, "skip;");
        break;
    case BP_ASSUME:
    case BP_ASSERT:
        write_condition(w, s->kind == BP_ASSUME ? "assume" : "assert", s->expr);
        break;
    case BP_ASSIGN:
        write_assignment(w, s);
        break;
    case BP_CALL:
        write_call(w, s);
        break;
    case BP_RETURN:
        text_add(w->out, s->exprs.count ? "return " : "return");
        write_list(w, &s->exprs, write_expr);
        text_add(w->out, ";");
        break;
    case BP_DEAD:
        write_dead(w, s);
        break;
    case BP_START:
        write_start(w, s);
        break;
    case BP_END:
        text_add(w->out, "end_thread;");
        break;
    case BP_ATOMIC_BEGIN:
    case BP_ATOMIC_END:
        text_add(w->out, s->kind == BP_ATOMIC_BEGIN ? "atomic_begin;" : "atomic_end;");
        break;
    }
}

// What holds before each statement, where the language has no word for it.
static void write_always(const Writer *w) {
    if (w->native)
        return;
    if (w->proc->enforce) {
        write_condition(w, "assume", w->proc->enforce);
        text_add(w->out, " ");
    }
    if (w->proc->abortif) {
        text_add(w->out, "assert(!");
        write_expr(w, w->proc->abortif);
        text_add(w->out, "); ");
    }
}

static void write_gotos(const Writer *w, const BpStmt *s, uint32_t number) {
    uint32_t n = s->next.count;
    if (n == 1 && s->next.at[0] == number + 1)
        return;
    if (!n && s->kind != BP_RETURN && s->kind != BP_END)
        text_add(w->out, " assume(0);");
    for (uint32_t i = 0; i + 1 < n; i++)
        text_add(w->out, " if (*) then goto %s%u; else", w->stem, s->next.at[i]);
    if (n)
        text_add(w->out, " goto %s%u;", w->stem, s->next.at[n - 1]);
    for (uint32_t i = 0; i + 1 < n; i++)
        text_add(w->out, " fi");
}

// ---- procedures ----
static void write_locals(const Writer *w) {
    const BpProc *proc = w->proc;
    VecU32 old = { 0 };
    Map seen = { 0 };
    uint32_t nothing = 0;
    for (uint32_t i = proc->formals; i < proc->locals.count; i++) {
        text_add(w->out, i == proc->formals ? "  decl " : ", ");
        write_name(w, w->p->globals.count + i);
    }
    text_add(w->out, proc->locals.count > proc->formals ? ";\n" : "");
    for (uint32_t i = 0; i < proc->stmts.count; i++) {
        const BpStmt *s = &proc->stmts.at[i];
        if (s->kind == BP_ASSIGN && s->expr && !w->native)
            find_old(w->p, s, &old);
        for (uint32_t k = 0; k < old.count; k++)
            if (!map_find(&seen, old.at[k] + 1ull)) {
                map_put(&seen, old.at[k] + 1ull, 1);
                text_add(w->out, "  decl ");
                write_old(w, old.at[k]);
                text_add(w->out, ";\n");
            }
        old.count = 0;
        for (uint32_t k = 0; s->kind == BP_CALL && k < s->vars.count; k++)
            for (; s->vars.at[k] == BP_NOTHING && nothing <= k; nothing++)
                text_add(w->out, "  decl nothing_%u;\n", nothing);
    }
    map_free(&seen);
    vec_free(&old);
}

static void write_proc(const Writer *w) {
    const BpProc *proc = w->proc;
    if (proc->results > 1)
        text_add(w->out, "bool<%u>", proc->results);
    else
        text_add(w->out, proc->results ? "bool" : "void");
    text_add(w->out, " %s(", name_text(w->p->names, proc->name));
    for (uint32_t i = 0; i < proc->formals; i++) {
        text_add(w->out, i ? ", " : "");
        write_name(w, w->p->globals.count + i);
    }
    text_add(w->out, ") begin\n");
    write_locals(w);
    for (uint32_t i = 0; w->native && i < 2; i++)
        if (i ? proc->abortif : proc->enforce) {
            text_add(w->out, i ? "  abortif " : "  enforce ");
            write_expr(w, i ? proc->abortif : proc->enforce);
            text_add(w->out, ";\n");
        }
    for (uint32_t i = 0; i < proc->stmts.count; i++) {
        write_labels(w, &proc->stmts.at[i], i);
        write_always(w);
        write_action(w, &proc->stmts.at[i]);
        write_gotos(w, &proc->stmts.at[i], i);
        text_add(w->out, "\n");
    }
    text_add(w->out, "end\n");
}

// ---- public interface ----
static bool is_stem(const BpProgram *p, const char *stem) {
    for (uint32_t i = 0; i < p->procs.count; i++)
        for (uint32_t k = 0; k < p->procs.at[i].stmts.count; k++) {
            const BpStmt *s = &p->procs.at[i].stmts.at[k];
            for (uint32_t l = 0; l < s->labels.count; l++)
                if (!strncmp(name_text(p->names, (Name){ s->labels.at[l] }), stem, strlen(stem)))
                    return false;
        }
    return true;
}

void bp_print(const BpProgram *p, Text *out) {
    char stem[40] = "S";
    while (!is_stem(p, stem) && strlen(stem) + 1 < sizeof stem)
        strcat(stem, "_");
    Writer w = { .p = p, .out = out, .native = bp_has_threads(p), .stem = stem };
    for (uint32_t i = 0; i < p->globals.count; i++) {
        text_add(out, p->thread_local.at[i] ? "decl thread_local " : "decl ");
        w.proc = &p->procs.at[p->main];
        write_name(&w, i);
        text_add(out, ";\n");
    }
    for (uint32_t i = 0; i < p->procs.count; i++) {
        w.proc = &p->procs.at[i];
        write_proc(&w);
    }
}

void bp_print_expr(const BpProgram *p, const BpProc *proc, BpExpr e, Text *out) {
    Writer w = { .p = p, .proc = proc, .out = out, .native = true };
    write_expr(&w, e);
}
