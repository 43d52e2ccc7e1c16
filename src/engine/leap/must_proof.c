// must_proof.c - the conditions that prove that the error is reached, as scripts for solvers of SMT-LIB
//
// The file is a sequence of complete scripts, (reset) between them.  Each says what it is about and which answer is
// expected: unsat of a condition, sat of the last set, which is not empty.  Together: the first set is where the
// program starts; each set, port or image comes from the one before; the conditions of the theorems hold for each loop.
// That all types are finite needs no script: all sorts are bit-vectors and arrays of them.
#include "base/limits.h"
#include "engine/leap/leap.h"
#include "logic/text/script.h"

static void declare(Leap *l, Term formula, const Obligation *o, Map *known, Text *out) {
    VecTerm vars = { 0 };
    term_vars(l->t, formula, &vars);
    for (uint32_t i = 0; i < vars.count; i++) {
        bool bound = map_find(known, vars.at[i].id) != 0;
        for (uint32_t k = 0; k < o->n; k++)
            bound |= term_same(o->bound[k], vars.at[i]);
        if (bound)
            continue;
        map_put(known, vars.at[i].id, 1);
        text_add(out, "(declare-const ");
        term_print_smt(l->t, vars.at[i], out);
        text_add(out, " ");
        sort_print_smt(l->t, term_sort(l->t, vars.at[i]), out);
        text_add(out, ")\n");
    }
    vec_free(&vars);
}

// Each model of the formula has a step: none is without.
static void add_step_script(Leap *l, const Obligation *o, Text *out) {
    Map known = { 0 };
    assert(o->step.id);
    declare(l, o->formula, o, &known, out);
    declare(l, o->step, o, &known, out);
    text_add(out, "(assert ");
    term_print_smt(l->t, o->formula, out);
    text_add(out, ")\n(assert %s", o->n ? "(forall (" : "(not ");
    for (uint32_t i = 0; i < o->n; i++) {
        text_add(out, "%s(", i ? " " : "");
        term_print_smt(l->t, o->bound[i], out);
        text_add(out, " ");
        sort_print_smt(l->t, term_sort(l->t, o->bound[i]), out);
        text_add(out, ")");
    }
    text_add(out, o->n ? ") (not " : "");
    term_print_smt(l->t, o->step, out);
    text_add(out, o->n ? ")))\n" : "))\n");
    map_free(&known);
}

static void add_script(Leap *l, const Obligation *o, Text *out) {
    text_add(out, "; %s\n(set-logic ALL)\n(set-info :status %s)\n", o->what, o->possible ? "sat" : "unsat");
    if (o->bound)
        add_step_script(l, o, out);
    else
        script_print(l->t, o->formula, out);
    text_add(out, "(check-sat)\n(reset)\n\n");
}

bool leap_write_proof(Leap *l, const char *path, Reason *why) {
    Text text = { 0 };
    for (const char *line = l->ports.count ? l->ports.at : ""; *line;) {
        int n = (int)strcspn(line, "\n");
        text_add(&text, "; %.*s\n", n, line);
        line += n + (line[n] == '\n');
    }
    for (uint32_t i = 0; i < l->proved.count; i++)
        add_script(l, &l->proved.at[i], &text);
    bool good = limits_write(path, text.at, text.count, why);
    vec_free(&text);
    return good;
}
