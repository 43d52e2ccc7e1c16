// api.h - the interface of a container, as a file FILE.api describes it
//
// One item a line; '#' starts a comment at the beginning of a line or after a blank.
//
//   include "tree.h"                     what a test includes (also <tree.h>, "tree.c"); found as from FILE.api
//   declare static int slot;             C text at file scope, before the container
//   container struct tree *t = tree_new()  the variable under test; without '*' it is an object, passed as &t
//   start tree_init(&t)                  a statement before the first call; may be repeated
//   functions tree_add tree_remove       the calls of a sequence; none: all functions that take the container
//   values 0..4, 9                       of every integer parameter
//   values key = 0..4                    of parameters of that name; any C expressions, separated by commas
//   values tree_add.key = 0..4           of a parameter of that function; the most specific line counts
//   check tree_is_sorted(t)              a condition that must hold after each call
//   predicate tree_size(t) > 2           one that tells states apart when they are matched (--match shape, order)
//   finally tree_free(t)                 a statement at the end of every test
//   length 5                             of sequences, in calls (--length overrides it)
//
// A header is enough where its functions say all (api_of_header): the container is the structure that most of its
// functions take a pointer to, made by the function that returns one, or zeroed; a function whose name ends in _free,
// _destroy or _delete and that takes nothing else is called at the end.
#ifndef API_H
#define API_H
#include "base/vec.h"
#include "spec/declared.h"

typedef struct ApiText { // C text, and the line of the file it is from; 0: of no line
    const char *text;
    uint32_t line;
} ApiText;
typedef VEC(ApiText) ApiTexts;

typedef struct ApiValues {
    const char *function, *parameter; // NULL: of every one
    VEC(const char *) values;         // C expressions
    uint32_t line;
} ApiValues;

typedef struct ApiContainer {
    const char *declaration, *name;
    const char *value; // to start with; NULL: zero
    uint32_t line;     // 0: none was given
} ApiContainer;

typedef struct Api {
    const char *path, *directory;
    ApiTexts includes, declarations, starts, functions, checks, predicates, finals;
    ApiContainer container;
    VEC(ApiValues) values;
    VEC(int64_t) bounds; // the least and the greatest number of each list of values
    uint32_t length;     // 0: not given
    bool header;         // the path is that of a header: functions that cannot be called are left out
} Api;

// Reads FILE.api.  False with a message "FILE:LINE: what is wrong".  Texts live in 'arena'.
bool api_read(const char *path, Arena *arena, Api *api, Reason *why);
bool api_parse(const char *path, const char *text, Arena *arena, Api *api, Reason *why);
// The interface that a header with these declarations describes.
bool api_of_header(const char *path, const Declared *declared, Arena *arena, Api *api, Reason *why);
void api_free(Api *api);

// ---- the calls ----
typedef struct ApiCall {
    const char *text;     // "tree_add(t, 3)"
    const char *function; // whose
    uint64_t data;        // bit i: parameter i got one of the values; of the first 64
    uint32_t line;        // in the file
} ApiCall;
typedef VEC(ApiCall) ApiCalls;
enum { MOST_CALLS = 4000 };

// All calls of the functions with all combinations of values, in order.  'spread': values of a range are tried from the
// middle outwards, so that the first ones leave room for others between them.  False with a message where a function is
// not declared, does not take the container, or has a parameter without values; of a header such functions are
// 'left_out', with the reason.
bool api_calls(const Api *api, const Declared *declared, bool spread, Arena *arena, ApiCalls *calls, ApiTexts *left_out,
               Reason *why);
const char *api_container_type(const Api *api, const Declared *declared); // of the variable; NULL: not declared

// ---- C texts (api_text.c) ----
#define API_CHOICE "__VERIFIER_nondet_uint" // the driver asks it for the number of the next call
#define API_PREDICATES "hone_predicates"    // the driver's function that evaluates the predicates
#define API_PROBE "hone_container"          // the probe's function that is declared with the container as parameter

void api_probe(const Api *api, Text *out); // declares what the file uses, to see what the compiler knows of it
// A program that makes calls as its inputs say; a number that is no call's ends it.
void api_driver(const Api *api, const ApiCalls *calls, Text *out);
// A program that makes these calls.  'comment' is for its head, lines of "// ...", or "".
void api_test(const Api *api, const ApiCalls *calls, uint32_t n, const uint32_t sequence[], const char *comment,
              Text *out);
#endif
