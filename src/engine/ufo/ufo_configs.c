// ufo_configs.c - the engines of the family 'ufo': one function, several configurations
//
// After table 4.1 of A. Albarghouthi, "Software Verification with Program-Graph Interpolation and
// Abstraction", 2015: iufo cpufo bpufo cp bp; and table 5.1: vbox ubox vboxes uboxes.  Options given on the command
// line (--post, --refine, --expand, --covering) override those of a configuration.
#include "engine/ufo/ufo.h"

enum { HANDLES = FEATURES_ALL & ~FEATURE_THREADS & ~FEATURE_CALLS };

// One engine: its name, what --help says, and post, refine, expand, cover of its UfoConfig.
#define UFO_ENGINE(id, text, post_, refine_, expand_, cover_)               \
    const Engine engine_##id = {                                            \
        .name = #id,                                                        \
        .summary = text,                                                    \
        .config = &(const UfoConfig){ post_, refine_, expand_, cover_, 0 }, \
        .handles = HANDLES,                                                 \
        .run = ufo_run,                                                     \
    };

UFO_ENGINE(ufo, "a graph of the whole program, relabelled by interpolants of all paths at once", "none", REFINE_DAG,
           EXPAND_LAZY, COVERING_HEADS)
UFO_ENGINE(iufo, "ufo by interpolants alone", "none", REFINE_DAG, EXPAND_LAZY, COVERING_HEADS)
UFO_ENGINE(cpufo, "ufo with a Cartesian predicate abstraction", "cartesian", REFINE_DAG, EXPAND_LAZY, COVERING_HEADS)
UFO_ENGINE(bpufo, "ufo with a Boolean predicate abstraction", "boolean", REFINE_DAG, EXPAND_LAZY, COVERING_HEADS)
UFO_ENGINE(cp, "Cartesian predicate abstraction, predicates from interpolants", "cartesian", REFINE_PREDICATES,
           EXPAND_EAGER, COVERING_HEADS)
UFO_ENGINE(bp, "Boolean predicate abstraction, predicates from interpolants", "boolean", REFINE_PREDICATES,
           EXPAND_EAGER, COVERING_HEADS)
UFO_ENGINE(vbox, "ufo with intervals, which interpolants add to", "box", REFINE_RESTRICTED, EXPAND_LAZY,
           COVERING_VISITED)
UFO_ENGINE(ubox, "ufo with intervals, which interpolants replace", "box", REFINE_DAG, EXPAND_LAZY, COVERING_VISITED)
UFO_ENGINE(vboxes, "ufo with unions of boxes, which interpolants add to", "boxes", REFINE_RESTRICTED, EXPAND_LAZY,
           COVERING_VISITED)
UFO_ENGINE(uboxes, "ufo with unions of boxes, which interpolants replace", "boxes", REFINE_DAG, EXPAND_LAZY,
           COVERING_VISITED)
