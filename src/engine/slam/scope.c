#include "engine/slam/scope.h"

void scopes_open(Scopes *s, System *system) {
    *s = (Scopes){ .system = system, .predicates = predicates_new(system->t) };
    s->of = base_alloc((system->procs.count + 1) * sizeof *s->of);
    for (uint32_t i = 0; i < system->procs.count; i++) {
        s->of[i].proc = &system->procs.at[i];
        s->of[i].at = base_alloc((system->procs.at[i].graph->points.count + 1) * sizeof *s->of[i].at);
    }
}

void scopes_close(Scopes *s) {
    for (uint32_t i = 0; i < s->system->procs.count; i++) {
        for (uint32_t k = 0; k < s->of[i].proc->graph->points.count; k++)
            vec_free(&s->of[i].at[k]);
        free(s->of[i].at);
        vec_free(&s->of[i].formals);
    }
    free(s->of);
    predicates_free(s->predicates);
}

bool scope_is_called(const Scope *s) {
    return s->proc != system_entry(s->proc->system);
}

// ---- what an activation was given ----
static Term to_first(void *self, Term x) {
    const Procedure *proc = self;
    return calls_first(proc->system->calls, proc->func, x);
}

static Term to_given(void *self, Term x) {
    uint32_t first = map_find(&((const Procedure *)self)->system->first_of, x.id);
    return first ? (Term){ first } : x;
}

// Is the variable the same throughout an activation?
static bool is_fixed(const Procedure *proc, Term x) {
    const System *s = proc->system;
    VarId v = program_var_of(s->p, x);
    if (map_find(&s->first_of, x.id))
        return true;
    bool given =
        v ? !s->p->vars.at[v].func || (s->p->vars.at[v].func == proc->func && s->p->vars.at[v].kind == VAR_PARAM)
          : sort_kind(s->t, term_sort(s->t, x)) == SORT_ARRAY;
    return given && !calls_changes(s->calls, proc->func, x);
}

static bool is_about_entry(const Scope *s, uint32_t point, Term formula) {
    VecTerm vars = { 0 };
    bool fixed = true;
    term_vars(s->proc->t, formula, &vars);
    for (uint32_t i = 0; fixed && i < vars.count; i++)
        fixed = point == s->proc->graph->entry || is_fixed(s->proc, vars.at[i]);
    vec_free(&vars);
    return fixed;
}

static bool add(VecU32 *list, PredicateId id) {
    for (uint32_t i = 0; i < list->count; i++)
        if (list->at[i] == id)
            return false;
    vec_push(list, id);
    return true;
}

bool scope_add(Scopes *all, Scope *s, uint32_t point, Term formula) {
    assert(point < s->proc->graph->points.count && term_is_formula(s->proc->t, formula));
    Terms *t = s->proc->t;
    PredicateId id;
    bool formal = scope_is_called(s) && is_about_entry(s, point, formula);
    if (formal)
        formula = term_map(t, formula, to_given, s->proc, NULL);
    if (!predicates_find(all->predicates, predicates_simplest(all->predicates, formula), &id))
        return false;
    bool new = add(formal ? &s->formals : &s->at[point], id);
    all->total += new;
    return new;
}

Term scope_formal(const Scopes *all, const Scope *s, uint32_t point, uint32_t i) {
    assert(i < s->formals.count && point < s->proc->graph->points.count);
    Term a = predicates_terms(all->predicates)[s->formals.at[i]];
    return point == s->proc->graph->entry ? a : term_map(s->proc->t, a, to_first, s->proc, NULL);
}
