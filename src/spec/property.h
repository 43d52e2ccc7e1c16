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
    X(NO_DEADLOCK, "no-deadlock", "G ! deadlock")                 \
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
    PROPERTY_SAFE,                // a list of checks, by name
} PropertyKind;

// X(check, name, words): what --property lists and --no-check leaves out.  'safe' is all of them but 'leak'.
#define CHECKS(X)                                                                                    \
    X(ASSERT, "assert", "no assert() fails, reach_error() is never called")                          \
    X(MEMORY, "memory", "no memory is accessed or freed wrongly, no bad function pointer is called") \
    X(OVERFLOW, "overflow", "no signed overflow")                                                    \
    X(SHIFT, "shift", "no invalid shift")                                                            \
    X(DIVISION, "division", "no division by zero")                                                   \
    X(UNSET, "uninit", "no variable is read before it has a value")                                  \
    X(LIBRARY, "library", "library functions are called with arguments they allow")                  \
    X(UNDEFINED, "undefined", "no code runs that must not, arrays have sizes")                       \
    X(LEAK, "leak", "all memory is freed at the end")

typedef enum CheckName {
#define CHECK_NAME(check, name, words) CHECK_##check,
    CHECKS(CHECK_NAME)
#undef CHECK_NAME
        CHECK_COUNT,
} CheckName;

typedef struct Property {
    PropertyKind kind;
    const char *entry; // the function where runs start
    // UNREACH_CALL: calling this function is the error; NULL: calling reach_error or
    // its older name __VERIFIER_error is.  UNREACH_LABEL: the label.  RULE: the names of the rules.
    const char *error_function;
    const char *variable; // NO_DATA_RACE: only at this global variable; NULL: at any
    bool asserts;         // a failing assert() is an error too
    bool from_file;       // read from a .prp
    const Rules *rules;   // RULE: what they say
    uint32_t checks;      // SAFE: bit CHECK_x for each
} Property;

// What violates a property, as events of a run: a call of one of the functions, a failing assert(), signed overflow,
// an undefined shift, a division by zero, a variable without a value that decides something, an access or a free of
// memory that is not allowed, memory that is lost.  This is what the front end makes visible, the monitor (monitor.h)
// turns into goals, and the replay looks for in the compiled program.  Zero: nothing.
enum { EVENT_FUNCTIONS = 2 };
typedef struct EventSet {
    const char *functions[EVENT_FUNCTIONS]; // must not be called; NULL behind the last
    bool asserts;
    bool overflow, shift, division, unset, library, undefined;
    bool accesses, frees; // of memory
    bool lost, kept;      // heap objects at the end: nothing leads to them; they are not freed
    bool rules;           // an event of a rule violates it
    bool deadlocks;       // that all threads wait for mutexes and each other's ends violates it
    bool races;           // accesses of two threads that nothing orders violate it
} EventSet;
static inline bool events_of_memory(const EventSet *events) {
    return events->accesses || events->frees || events->lost || events->kept;
}
EventSet property_events(const Property *property);
bool events_have_call(const EventSet *events, const char *function);

Property property_of_coverage(const char *entry); // nothing violates it: tests are made

// The property of that name ("assert" is unreach-call with failing asserts), or of a list of checks: "memory,overflow".
bool property_by_name(const char *name, Property *property);
// Without the checks of the list; false: there is no such check, or none would be left.
bool property_without(const char *checks, Property *property);

// Reads a property file.  The texts live in 'arena'.
bool property_read(const char *path, Arena *arena, Property *property, Reason *why);
// The same from the file's text; 'path' is for messages.
bool property_parse(const char *path, const char *text, Arena *arena, Property *property, Reason *why);

const char *property_name(PropertyKind kind);
// What a user means who gives a file that says this, or gives nothing: asserts count like calls of reach_error.
const char *property_for_people(const Property *property);
// Does what violates the property of that kind violate this list of checks?
bool property_includes(const Property *property, PropertyKind kind);
// As property_by_name takes it: "safe", "memory,overflow", "assert".
const char *property_spelling(const Property *property, Arena *arena);
// What must be said again to re-check a certificate for the property of that name, which has no rules in it.
const char *property_rule_option(const char *name);

// What a run violates that ends in a memory error or undefined behaviour, by name.
typedef enum Fault { FAULT_ACCESS, FAULT_FREE, FAULT_UNDEFINED } Fault;
const char *property_of_fault(Fault fault);

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
// That of what a run violates, by the name of its goal.
char *property_violated_line(const Property *property, const char *violated, Arena *arena);

// All names that property_by_name knows, for messages.
const char *const *property_names(uint32_t *count);
#endif
