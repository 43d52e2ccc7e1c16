// ufo_settings.h - the named settings of the engine 'ufo'
//
// A setting is one line: its name is an engine's name, then comes the domain (--post), and each word after it
// is what the option of that name (--refine, --expand, --cover) is set to.  Options
// given on the command line come before those of the setting.
//
// After table 4.1 of A. Albarghouthi, "Software Verification with Program-Graph Interpolation and
// Abstraction", 2015: iufo cpufo bpufo cp bp; and table 5.1: vbox ubox vboxes uboxes.
#ifndef UFO_SETTINGS_H
#define UFO_SETTINGS_H

// X(name, post, refine, expand, cover, what --help says)
#define UFO_SETTINGS(X)                                                                                               \
    X(ufo, "none", DAG, LAZY, HEADS, "a graph of the whole program, relabelled by interpolants of all paths at once") \
    X(iufo, "none", DAG, LAZY, HEADS, "ufo by interpolants alone")                                                    \
    X(cpufo, "cartesian", DAG, LAZY, HEADS, "ufo with a Cartesian predicate abstraction")                             \
    X(bpufo, "boolean", DAG, LAZY, HEADS, "ufo with a Boolean predicate abstraction")                                 \
    X(cp, "cartesian", PREDICATES, EAGER, HEADS, "Cartesian predicate abstraction, predicates from interpolants")     \
    X(bp, "boolean", PREDICATES, EAGER, HEADS, "Boolean predicate abstraction, predicates from interpolants")         \
    X(vbox, "box", RESTRICTED, LAZY, VISITED, "ufo with intervals, which interpolants add to")                        \
    X(ubox, "box", DAG, LAZY, VISITED, "ufo with intervals, which interpolants replace")                              \
    X(vboxes, "boxes", RESTRICTED, LAZY, VISITED, "ufo with unions of boxes, which interpolants add to")              \
    X(uboxes, "boxes", DAG, LAZY, VISITED, "ufo with unions of boxes, which interpolants replace")
#endif
