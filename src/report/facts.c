#include "report/facts.h"
#include "base/stats.h"
#include "report/proviso.h"

static void add_names(Text *out, const char *kind, uint32_t n, const char *const names[]) {
    for (uint32_t i = 0; i < n; i++)
        text_add(out, "%s%s", i ? ", " : kind, names[i]);
}

static const char *beside(const Driver *d, Arena *arena) {
    Text out = { 0 };
    add_names(&out, "interrupts ", d->isrs.count, d->isrs.at);
    add_names(&out, d->isrs.count ? ", tasks " : "tasks ", d->tasks.count, d->tasks.at);
    const char *text = arena_strdup(arena, out.at);
    vec_free(&out);
    return text;
}

TaskFacts task_facts(const Input *input, const char *engine, Arena *arena) {
    assert(engine);
    TaskFacts t = { .property = property_name(input->property.kind),
                    .claim = property_text(&input->property, arena),
                    .entry = input->property.entry,
                    .data_model = input->model,
                    .externals = input->externals,
                    .engine = engine,
                    .note = input->note };
    if (driver_has_interrupts(&input->driver)) {
        t.entry = input->driver.main;
        t.beside = beside(&input->driver, arena);
    }
    for (uint32_t i = 0; i < input->frontend.files.count; i++)
        vec_push(&t.files, input->frontend.files.at[i].path);
    return t;
}

ProgramFacts program_facts(const Program *p) {
    ProgramStats s = program_stats(p);
    stat_set(STAT_functions, s.functions);
    stat_set(STAT_locations, s.locations);
    stat_set(STAT_edges, s.edges);
    stat_set(STAT_loops, s.loops_heads);
    stat_set(STAT_regions, s.regions);
    return (ProgramFacts){ .functions = s.functions,
                           .locations = s.locations,
                           .edges = s.edges,
                           .unmodelled = s.unmodelled > 0,
                           .checks = checks_of(p),
                           .summed = p->lives_matter,
                           .settled = p->lives_matter ? checks_settled(p) : 0,
                           .assumptions = assumptions_of(p) };
}

void qualify(ProofFacts *proof, const ProgramFacts *program, const Property *property, Arena *arena) {
    assert(proof && program && property);
    proof->proviso = proviso_of(&program->assumptions, arena);
    proof->nothing = program->checks.count ? NULL : property_no_goal_text(property, arena);
}
