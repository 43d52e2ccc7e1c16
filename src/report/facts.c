#include "report/facts.h"
#include "base/stats.h"
#include "report/proviso.h"

TaskFacts task_facts(const Input *input, const char *engine, Arena *arena) {
    assert(engine);
    TaskFacts t = { .property = property_name(input->property.kind),
                    .claim = property_text(&input->property, arena),
                    .entry = input->property.entry,
                    .data_model = input->model,
                    .externals = input->externals,
                    .engine = engine,
                    .note = input->note };
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
                           .assumptions = assumptions_of(p) };
}

void qualify(ProofFacts *proof, const ProgramFacts *program, const Property *property, Arena *arena) {
    assert(proof && program && property);
    proof->proviso = proviso_of(&program->assumptions, arena);
    proof->nothing = program->checks.count ? NULL : property_no_goal_text(property, arena);
}
