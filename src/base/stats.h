// stats.h - the numbers a run leaves behind, and where its time went
//
// One table of each; the field, the text for --stats and the name in --json come from it.
// Adding a number is one line here and a stat_set where it is known; nothing
// else need be told.  A number that was never set is not shown.
//
// The tables lie in memory that the supervisor (limits.h) shares with the worker,
// so they are there whatever becomes of the worker.  Whoever works long sets
// its numbers as it goes, not at the end: a store costs nothing.
//
// A phase is a stretch of time with a name.  Phases may nest, and their times
// include what is nested in them; a phase within itself counts once.
#ifndef STATS_H
#define STATS_H
#include "base/base.h"

// X(name, group, text)
#define STATS(X)                                                                            \
    X(lines, "Program", "lines of the source files")                                        \
    X(functions, "Program", "functions")                                                    \
    X(locations, "Program", "locations")                                                    \
    X(edges, "Program", "edges")                                                            \
    X(loops, "Program", "loop heads")                                                       \
    X(regions, "Program", "regions of memory")                                              \
    X(sliced_edges, "Program", "edges after slicing")                                       \
    X(steering, "Program", "state variables, made control")                                 \
    X(points, "Engine", "points of the cutpoint graph")                                     \
    X(pieces, "Engine", "blocks between them")                                              \
    X(bound, "Engine", "bound of the last unwinding")                                       \
    X(unwound_edges, "Engine", "edges of the last unwinding")                               \
    X(branches, "Engine", "branches in it that depend on inputs")                           \
    X(cut, "Engine", "places in it where the bound cut runs")                               \
    X(runs, "Engine", "runs made")                                                          \
    X(run_steps, "Engine", "steps of these runs")                                           \
    X(fact_equations, "Engine", "points with equations of counters")                        \
    X(fact_inequalities, "Engine", "inequalities of counters")                              \
    X(fact_questions, "Engine", "questions asked for these")                                \
    X(configurations, "Engine", "configurations of threads")                                \
    X(context_locations, "Engine", "locations of the abstract thread")                      \
    X(context_k, "Engine", "threads counted exactly at each of them")                       \
    X(match_iterations, "Engine", "searches, each with more predicates")                    \
    X(match_concrete, "Engine", "concrete states generated in the last one")                \
    X(match_abstract, "Engine", "abstract states stored in it")                             \
    X(slam_rounds, "Engine", "Boolean programs made")                                       \
    X(slam_constraints, "Engine", "constraints from steps that are impossible")             \
    X(nodes, "Engine", "nodes made")                                                        \
    X(expanded, "Engine", "nodes expanded")                                                 \
    X(covered, "Engine", "times a node was covered")                                        \
    X(uncovered, "Engine", "times a node lost its cover")                                   \
    X(strengthened, "Engine", "times a label was strengthened")                             \
    X(removed, "Engine", "nodes removed")                                                   \
    X(questions, "Engine", "implications asked to cover")                                   \
    X(covers_tried, "Engine", "forced covers attempted")                                    \
    X(covers_forced, "Engine", "covers forced")                                             \
    X(covered_by_solver, "Engine", "nodes covered by an SMT query")                         \
    X(boolean_posts, "Engine", "posts with the Boolean abstraction")                        \
    X(post_predicates, "Engine", "predicates to be decided in posts")                       \
    X(post_unchanged, "Engine", "of these, decided by the region before")                   \
    X(post_cached, "Engine", "of these, asked before")                                      \
    X(posts, "Engine", "abstract posts")                                                    \
    X(horn_relations, "Engine", "relations of the Horn clauses")                            \
    X(horn_clauses, "Engine", "Horn clauses")                                               \
    X(horn_calls, "Engine", "times they were given to the solver")                          \
    X(horn_guessed, "Engine", "conjuncts that it guessed")                                  \
    X(horn_kept, "Engine", "of these, kept")                                                \
    X(summaries_read, "Engine", "functions whose summaries were read")                      \
    X(passes, "Engine", "passes over the graph")                                            \
    X(widenings, "Engine", "widenings")                                                     \
    X(refinements, "Refinement", "refinements")                                             \
    X(paths_guessed, "Refinement", "paths explained by a guess that holds")                 \
    X(wrong_guesses, "Refinement", "guesses that did not hold")                             \
    X(paths_by_cases, "Refinement", "paths explained case by case")                         \
    X(cubes, "Refinement", "cubes in these explanations")                                   \
    X(paths_by_integers, "Refinement", "paths explained over integers")                     \
    X(paths_by_bits, "Refinement", "paths explained over bit-vectors")                      \
    X(paths_feasible, "Refinement", "paths found feasible")                                 \
    X(paths_undecided, "Refinement", "paths not decided")                                   \
    X(relabelled, "Refinement", "labels from interpolants")                                 \
    X(dag_nodes, "Refinement", "nodes of the last graph to refine")                         \
    X(dag_edges, "Refinement", "edges of it")                                               \
    X(false_edges, "Refinement", "edges left out of graphs as false")                       \
    X(dag_asked, "Refinement", "graphs looked at")                                          \
    X(dag_loose, "Refinement", "graphs infeasible whatever counters are")                   \
    X(dag_by_cases, "Refinement", "graphs explained case by case")                          \
    X(dag_guessed, "Refinement", "graphs explained over ideal integers")                    \
    X(dag_by_integers, "Refinement", "graphs explained over integers")                      \
    X(dag_by_bits, "Refinement", "graphs explained over bit-vectors")                       \
    X(dag_cubes, "Refinement", "cases in graphs")                                           \
    X(dag_literals, "Refinement", "literals of steps before slimming")                      \
    X(dag_literals_kept, "Refinement", "literals after slimming")                           \
    X(predicates, "Refinement", "predicates")                                               \
    X(predicates_active, "Refinement", "predicates in the last tree")                       \
    X(predicates_found, "Refinement", "predicates found, equivalent ones included")         \
    X(predicates_equivalent, "Refinement", "of these, equivalent to another by the solver") \
    X(predicates_reused, "Refinement", "facts replaced by known predicates")                \
    X(paths_by_suffix, "Refinement", "paths excluded by their last steps")                  \
    X(paths_again, "Refinement", "paths that came back")                                    \
    X(paths_by_label, "Refinement", "paths excluded by labels alone")                       \
    X(predicates_average, "Refinement", "predicates at a point, average")                   \
    X(predicates_maximum, "Refinement", "predicates at a point, most")                      \
    X(boolean_points, "Refinement", "points with the Boolean abstraction")                  \
    X(prover_calls, "Solver", "questions asked, those answered from memory included")       \
    X(cache_hits, "Solver", "questions answered from memory")                               \
    X(solver_calls, "Solver", "calls of the solver")                                        \
    X(interpolations, "Solver", "interpolations")                                           \
    X(terms, "Solver", "terms made")                                                        \
    X(conditions, "Proof", "conditions of the proof")                                       \
    X(conditions_by_bits, "Proof", "conditions proved over bit-vectors")                    \
    X(conditions_by_integers, "Proof", "conditions proved over integers")                   \
    X(conditions_by_second, "Proof", "conditions proved by the second solver as well")      \
    X(sampled_runs, "Proof", "runs of the compiled program, none of which fails")           \
    X(replayed_steps, "Error", "steps of the failing run")                                  \
    X(inputs, "Error", "inputs of the failing run")

typedef enum Stat {
#define STAT_NAME(name, group, text) STAT_##name,
    STATS(STAT_NAME)
#undef STAT_NAME
        STAT_COUNT,
} Stat;

// X(name, depth, text): those of depth 0 follow each other; deeper ones are parts of them.
#define PHASES(X)                                      \
    X(frontend, 0, "front end")                        \
    X(simplify, 0, "simplification")                   \
    X(engine, 0, "engine")                             \
    X(facts, 1, "facts of counters")                   \
    X(reachability, 1, "reachability")                 \
    X(refinement, 1, "refinement")                     \
    X(encoding, 1, "encoding, within these")           \
    X(post, 1, "abstract posts, within these")         \
    X(cover, 1, "covering, within these")              \
    X(proof, 0, "proof check")                         \
    X(replay, 0, "replay of the error")                \
    X(sampling, 0, "runs of the compiled program")     \
    X(interpolation, 1, "interpolation, within these") \
    X(solver, 1, "solver, within these")

typedef enum Phase {
#define PHASE_NAME(name, depth, text) PHASE_##name,
    PHASES(PHASE_NAME)
#undef PHASE_NAME
        PHASE_COUNT,
} Phase;

// ---- recording ----
void stat_set(Stat stat, double value);
void stat_add(Stat stat, double more);
void phase_begin(Phase phase);
void phase_end(Phase phase);

// ---- looking ----
bool stat_get(Stat stat, double *value); // false: never set
double phase_seconds(Phase phase);       // up to now, where it is still going on
Phase phase_now(void);                   // of those of depth 0, the one that began last
typedef struct StatInfo {
    const char *name, *group, *text;
} StatInfo;
StatInfo stat_info(Stat stat);
typedef struct PhaseInfo {
    const char *name, *text;
    uint32_t depth;
} PhaseInfo;
PhaseInfo phase_info(Phase phase);

// ---- for processes that work beside each other (crew.h) ----
typedef struct StatsTables StatsTables;
StatsTables *stats_new(void); // in shared memory; NULL: there is none
void stats_free(StatsTables *t);
void stats_work_on(StatsTables *t);    // from now on, and starting with what is known; no phase goes on
void stats_take(const StatsTables *t); // what is there replaces what is here
Phase stats_phase(const StatsTables *t);

// ---- for the supervisor ----
void stats_share(void); // empties the tables; children forked from now on write to the same ones
void stats_stop(void);  // nobody works any more: phases that go on end now
#endif
