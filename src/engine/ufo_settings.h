// ufo_settings.h - the named settings of the engine 'ufo'
//
// A setting is one line: its name is an engine's name, and each word after it is what the
// option of that name (--post, --refine, --expand, --cover) is set to.  Options
// given on the command line come before those of the setting.
//
// After table 4.1 of A. Albarghouthi, "Software Verification with Program-Graph Interpolation and
// Abstraction", 2015: iufo cpufo bpufo cp bp; and table 5.1: vbox ubox vboxes uboxes.
#ifndef UFO_SETTINGS_H
#define UFO_SETTINGS_H

// X(name, post, refine, expand, cover, what --help says)
#define UFO_SETTINGS(X)                                                                                             \
    X(ufo, NONE, DAG, LAZY, HEADS, "a graph of the whole program, relabelled by interpolants of all paths at once") \
    X(iufo, NONE, DAG, LAZY, HEADS, "ufo by interpolants alone")                                                    \
    X(cpufo, CARTESIAN, DAG, LAZY, HEADS, "ufo with a Cartesian predicate abstraction")                             \
    X(bpufo, BOOLEAN, DAG, LAZY, HEADS, "ufo with a Boolean predicate abstraction")                                 \
    X(cp, CARTESIAN, PREDICATES, EAGER, HEADS, "Cartesian predicate abstraction, predicates from interpolants")     \
    X(bp, BOOLEAN, PREDICATES, EAGER, HEADS, "Boolean predicate abstraction, predicates from interpolants")         \
    X(vbox, BOX, RESTRICTED, LAZY, VISITED, "ufo with intervals, which interpolants add to")                        \
    X(ubox, BOX, DAG, LAZY, VISITED, "ufo with intervals, which interpolants replace")                              \
    X(vboxes, BOXES, RESTRICTED, LAZY, VISITED, "ufo with unions of boxes, which interpolants add to")              \
    X(uboxes, BOXES, DAG, LAZY, VISITED, "ufo with unions of boxes, which interpolants replace")
#endif
