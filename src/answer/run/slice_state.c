#include "answer/run/slice_state.h"
#include "spec/rule/rule.h"

enum { MOST_BESIDE = 5000 };

static uint64_t assigned(const SliceState *s, const Cmd *cmd) {
    uint64_t all = cmd->kind == CMD_CALL && cmd->callee ? s->of_func[cmd->callee] : 0;
    for (uint32_t i = 0; i < cmd->n_vars; i++)
        for (uint32_t k = 0; k < s->n; k++)
            if (cmd->vars[i] == s->vars[k])
                all |= (uint64_t)1 << k;
    return all;
}

static void find_assigned(SliceState *s) {
    for (bool grown = true; grown;) {
        grown = false;
        for (EdgeId e = 1; e < s->p->edges.count; e++) {
            const Edge *edge = &s->p->edges.at[e];
            uint64_t *of = edge->from ? &s->of_func[s->p->locs.at[edge->from].func] : NULL;
            uint64_t more = of ? assigned(s, &edge->cmd) & ~*of : 0;
            if (more)
                *of |= more;
            grown |= more != 0;
        }
    }
}

void slice_state_init(SliceState *s, const Program *p, const Dominators *post) {
    *s = (SliceState){ .p = p, .post = post };
    for (VarId v = 1; v < p->vars.count && s->n < MOST_STATES; v++)
        if (!p->vars.at[v].func && p->vars.at[v].c_name.id && rule_is_state(program_text(p, p->vars.at[v].c_name)))
            s->vars[s->n++] = v;
    s->of_func = base_alloc(p->funcs.count * sizeof *s->of_func);
    if (s->n)
        find_assigned(s);
}

void slice_state_free(SliceState *s) {
    free(s->of_func);
    map_free(&s->known);
    vec_free(&s->found);
}

// Does every way from 'early' to the end lead through 'late'?
static bool is_behind(const SliceState *s, LocId late, LocId early) {
    return dominators_reach(s->post, late) && dominators_reach(s->post, early) && dominates(s->post, late, early);
}

static uint64_t look_beside(const SliceState *s, EdgeId taken) {
    const Program *p = s->p;
    LocId branch = p->edges.at[taken].from;
    VecU32 todo = { 0 };
    Map seen = { 0 };
    uint64_t all = 0;
    for_out_edges(p, branch, e) if (e != taken) vec_push(&todo, p->edges.at[e].to);
    for (uint32_t i = 0; i < todo.count && i < MOST_BESIDE; i++) {
        LocId loc = todo.at[i];
        if (loc == branch || map_find(&seen, loc) || is_behind(s, loc, branch))
            continue;
        map_put(&seen, loc, 1);
        for_out_edges(p, loc, e) {
            all |= assigned(s, &p->edges.at[e].cmd);
            vec_push(&todo, p->edges.at[e].to);
        }
    }
    map_free(&seen);
    vec_free(&todo);
    return all;
}

uint64_t slice_state_beside(SliceState *s, EdgeId e) {
    assert(s->p->edges.at[e].from);
    if (!s->n)
        return 0;
    uint32_t known = map_find(&s->known, e);
    if (!known) {
        vec_push(&s->found, look_beside(s, e));
        known = s->found.count;
        map_put(&s->known, e, known);
    }
    return s->found.at[known - 1];
}
