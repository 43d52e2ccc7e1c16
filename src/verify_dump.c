// verify_dump.c - --dump: the program as text, for Graphviz, cut into blocks, or as Horn clauses
#include "engine/chc/clauses.h"
#include "program/threads/interleave.h"
#include "program/pass/slice.h"
#include "program/step/cutpoint.h"
#include "verify.h"

// As the engine chc gets it, but for invariants found before: "sat" means that the property holds.
static void dump_horn(const Program *p) {
    Program *sliced = program_copy(p);
    Clauses clauses;
    Text text = { 0 };
    program_slice(sliced, MEMORY_MAY_FAIL);
    program_split_entries(sliced);
    System *system = system_new(sliced, (SystemOptions){ .calls = true });
    clauses_open(&clauses, system);
    clauses_print(&clauses, &text);
    fwrite(text.at, 1, text.count, stdout);
    vec_free(&text);
    clauses_close(&clauses);
    system_free(system);
    program_free(sliced);
}

// The pieces that lazy, impact and ufo take for steps.
static void dump_cutpoints(const Program *p) {
    Program *split = program_copy(p);
    Text text = { 0 };
    program_split_entries(split);
    for (FuncId f = 1; f < split->funcs.count; f++) {
        const Function *func = &split->funcs.at[f];
        if (!func->defined || !split->locs.at[func->entry].first_out)
            continue;
        CutGraph *g = cut_graph_new(split, f, NULL);
        cut_graph_print(g, &text);
        cut_graph_free(g);
    }
    fwrite(text.at, 1, text.count, stdout);
    vec_free(&text);
    program_free(split);
}

static void dump(const Program *p, const Options *options) {
    if (options->dump == DUMP_HORN)
        dump_horn(p);
    else if (options->dump == DUMP_CUTPOINTS)
        dump_cutpoints(p);
    else if (options->dump == DUMP_DOT)
        program_print_dot(p, stdout);
    else
        program_print(p, stdout);
}

int verify_dump(const Program *p, const Options *options) {
    assert(options->dump);
    Reason why;
    Interleaving *threads = options->stage == STAGE_THREADS ? interleave(p, INTERLEAVE_USUAL, &why) : NULL;
    dump(threads ? interleaving_program(threads) : p, options);
    interleaving_free(threads);
    return 0;
}
