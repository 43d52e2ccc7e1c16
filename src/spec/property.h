// property.h - what is to be checked: property names and property files (.prp)
//
// A property file is a list of lines, one CHECK each, as
//
//   CHECK( init(main()), LTL(G ! call(reach_error())) )
//
// Reading is lenient about blanks and skips empty lines and lines that start
// with '#'; several lines must agree on the entry function and make up
// one property (valid-memsafety has three).  What a Property says is
// emitted in the one canonical spelling by property_line.
#ifndef PROPERTY_H
#define PROPERTY_H
#include "spec/rule/rule.h"

// X(kind, name, formula): the name is that of --property and of RESULT; the
// formula is what stands in LTL(...), with %s for the error function or label.
#define PROPERTIES(X)                                             \
    X(UNREACH_CALL, "unreach-call", "G ! call(%s())")             \
    X(NO_OVERFLOW, "no-overflow", "G ! overflow")                 \
    X(NO_DATA_RACE, "no-data-race", "G ! data-race")              \
    X(VALID_FREE, "valid-free", "G valid-free")                   \
    X(VALID_DEREF, "valid-deref", "G valid-deref")                \
    X(VALID_MEMTRACK, "valid-memtrack", "G valid-memtrack")       \
    X(VALID_MEMCLEANUP, "valid-memcleanup", "G valid-memcleanup") \
    X(TERMINATION, "termination", "F end")                        \
    X(DEF_BEHAVIOR, "def-behavior", "G def-behavior")             \
    X(UNREACH_LABEL, "unreach-label", "G ! label(%s)")            \
    X(RULE, "rule", "G rule(%s)")

typedef enum PropertyKind {
#define PROPERTY_KIND(kind, name, formula) PROPERTY_##kind,
    PROPERTIES(PROPERTY_KIND)
#undef PROPERTY_KIND
        PROPERTY_VALID_MEMSAFETY, // free, deref and memtrack together
    PROPERTY_COVERAGE,            // a COVER line: test generation, not verification
} PropertyKind;

typedef struct Property {
    PropertyKind kind;
    const char *entry; // the function where runs start
    // UNREACH_CALL: calling this function is the error; NULL: calling reach_error or
    // its older name __VERIFIER_error is.  UNREACH_LABEL: the label.  RULE: the names of the rules.
    const char *error_function;
    bool asserts;       // a failing assert() is an error too
    bool from_file;     // read from a .prp
    const Rules *rules; // RULE: what they say
} Property;

// What violates a property, as events of a run: a call of one of the functions, a failing assert(), signed overflow or
// an undefined shift.  This is what the front end makes visible, the monitor (monitor.h) turns into goals, and the
// replay looks for in the compiled program.  Zero: nothing.
enum { EVENT_FUNCTIONS = 2 };
typedef struct EventSet {
    const char *functions[EVENT_FUNCTIONS]; // must not be called; NULL behind the last
    bool asserts;
    bool overflow;
    bool rules; // an event of a rule violates it
} EventSet;
EventSet property_events(const Property *property);
bool events_have_call(const EventSet *events, const char *function);

// The property of that name ("assert" is unreach-call with failing asserts).
bool property_by_name(const char *name, Property *property);

// Reads a property file.  The texts live in 'arena'.
bool property_read(const char *path, Arena *arena, Property *property, Reason *why);
// The same from the file's text; 'path' is for messages.
bool property_parse(const char *path, const char *text, Arena *arena, Property *property, Reason *why);

const char *property_name(PropertyKind kind);

// Is there an engine for it?
bool property_is_supported(PropertyKind kind);

// The function that must not be called, under its usual name where the property names none.
const char *property_error_function(const Property *property);

// In words: "reach_error() is never called, no assert() fails"; NULL: the name says it all.
const char *property_text(const Property *property, Arena *arena);
// Why it holds of a program without goals: "nothing that a run can reach calls reach_error()".
const char *property_no_goal_text(const Property *property, Arena *arena);

// The canonical line(s) of a property file; none for COVERAGE.
char *property_lines(const Property *property, Arena *arena);

// All names that property_by_name knows, for messages.
const char *const *property_names(uint32_t *count);
#endif
