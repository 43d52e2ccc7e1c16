// options.h - the command line: one table, from which parsing and help come
//
//   hone COMMAND [options] FILE...
//
// An option is written --name VALUE or --name=VALUE; "--" ends the options.
// Options meant for the compiler (-I -D -U -std= -include -isystem) are kept
// in their order and passed on as they are, each as one argument.
//
// Adding an option is one line in OPTIONS: its field, kind, argument, default, the
// commands that take it, and what --help says.  The kinds:
//
//   FLAG    bool         given or not
//   LIST    OptionLIST   the texts given, in order; the same option may be given several times
//   TEXT    const char * NULL where not given (the default is then text for --help)
//   OUTFILE const char * a file that Hone writes (outfile.h); NULL where not given
//   NUMBER  int64_t      a count >= 0
//   CHOICE  int          0 where not given, else the place (1, 2, ...) of the
//                        value among the words of the argument text
#ifndef OPTIONS_H
#define OPTIONS_H
#include "base/vec.h"

typedef enum Command {
    COMMAND_CHECK = 1,
    COMMAND_RUN = 2,
    COMMAND_BOTH = 3,
    COMMAND_TEST = 4,
    COMMAND_CHECK_TEST = 5,
    COMMAND_C = 7, // of C programs
    COMMAND_BP = 8,
    COMMAND_CHECK_TEST_BP = 13,
    COMMAND_ALL = 15,
} Command;

#define DEFAULT_PROPERTY "safe"
enum { FACTS_NONE = 1, FACTS_EQUATIONS, FACTS_ALL };
enum { MODEL_ILP32 = 1, MODEL_LP64 };
enum { DISTINCT_YES = 1, DISTINCT_NO };
enum { INLINE_YES = 1, INLINE_NO };
enum { OWN_CHECKS_YES = 1, OWN_CHECKS_NO };
enum { DUMP_PROGRAM = 1, DUMP_DOT, DUMP_CUTPOINTS, DUMP_HORN };
enum { BLOCK_LARGE = 1, BLOCK_BASIC };
enum { PRECISION_PARSIMONIOUS = 1, PRECISION_LOCATION, PRECISION_MONOLITHIC };
enum { ORDER_DFS = 1, ORDER_BFS };
enum { EXACT_MUST = 1, EXACT_MAY, EXACT_NONE };
enum { INITIAL_NONE = 1, INITIAL_GUARDS };
enum { SUBTREE_DELETE = 1, SUBTREE_KEEP };
enum { CHECK_WITH_Z3 = 1, CHECK_WITH_CVC5 };
enum { REFINE_DAG = 1, REFINE_RESTRICTED, REFINE_PREDICATES };
enum { EXPAND_LAZY = 1, EXPAND_EAGER };
enum { COVERING_HEADS = 1, COVERING_VISITED };
enum { MATCHING_DATA = 1, MATCHING_ORDER, MATCHING_SHAPE, MATCHING_NONE };
enum { STAGE_READ = 1, STAGE_SIMPLIFY, STAGE_MEMORY, STAGE_STATES, STAGE_SLICE, STAGE_THREADS };

// X(field, kind, argument, default, commands, help)
#define OPTIONS(X)                                                                                                     \
    X(property, TEXT, "NAME|FILE.prp", DEFAULT_PROPERTY, BOTH,                                                         \
      "what to check: unreach-call (reach_error() is never called), assert (that, and no assert() fails), "            \
      "no-overflow, no-data-race, no-deadlock, valid-memsafety, a list of checks (assert, memory, overflow, shift, "   \
      "division, uninit, library, undefined, leak; safe: all but leak), or a property file")                           \
    X(variable, TEXT, "NAME", "", BOTH,                                                                                \
      "no-data-race: only races at the global variable NAME; others may race, and order accesses of NAME")             \
    X(no_check, TEXT, "NAME,...", "", BOTH, "--property safe, or a list: leave out these checks")                      \
    X(all, FLAG, "", 0, CHECK,                                                                                         \
      "go on after the first check that fails, and give each check its own answer: proved, fails or open")             \
    X(rule, LIST, "FILE.slic|FILE.spc|NAME", "", BOTH,                                                                 \
      "check a rule over calls; several times for several rules; 'hone rules' lists those that come with Hone")        \
    X(entries, TEXT, "F,G,...", "", BOTH,                                                                              \
      "a program without main: call these functions, any of them, any number of times, with any arguments")            \
    X(threads, TEXT, "any:FUNC,...", "", BOTH,                                                                         \
      "a program without main: any number of threads that run FUNC, with any arguments, from the initial globals")     \
    X(isr, LIST, "FUNC", "", BOTH,                                                                                     \
      "FUNC is an interrupt: it runs at any time, any number of times, unless interrupts are off, and preempts main, " \
      "tasks and other interrupts; may be given more than once")                                                       \
    X(task, LIST, "FUNC", "", BOTH,                                                                                    \
      "FUNC is a task: when main has returned tasks run, one after the other, in any order, any number of times")      \
    X(irq_off, LIST, "FUNC", "", BOTH, "--isr: interrupts are off when FUNC has been called")                          \
    X(irq_on, LIST, "FUNC", "", BOTH, "--isr: interrupts are on when FUNC is called, and at the start")                \
    X(init, TEXT, "FUNC", "", BOTH,                                                                                    \
      "--entries: call FUNC before; where it returns another value than 0, nothing follows")                           \
    X(exit, TEXT, "FUNC", "", BOTH, "--entries: call FUNC at the end")                                                 \
    X(engine, TEXT, "NAME", "portfolio", CHECK, "how to check it; the engines are listed below")                       \
    X(jobs, NUMBER, "N", 0, CHECK, "portfolio: how many members work at once; 0: as many as there are cores")          \
    X(bound, NUMBER, "N", 0, CHECK,                                                                                    \
      "bmc, whale: unwind loops and recursion at most N times; match: search at most N times; 0: as far as the "       \
      "limits allow")                                                                                                  \
    X(facts, CHOICE, "none|equations|all", 0, CHECK,                                                                   \
      "lazy, impact, ufo, chc: what to find out about counters before the search (default: all)")                      \
    X(block, CHOICE, "large|basic", 0, CHECK,                                                                          \
      "lazy, impact, ufo: what a step is: all paths between two loop heads, or a basic block (default: large)")        \
    X(states, NUMBER, "N", 20000, CHECK,                                                                               \
      "lazy, impact, ufo, chc: copy places for the values of variables that steer, as in state machines, as long as "  \
      "there are at most N copies; 0: do not")                                                                         \
    X(precision, CHOICE, "parsimonious|location|monolithic", 0, CHECK,                                                 \
      "lazy: where a predicate that was found is followed: in the part of the tree it was found for; at the places "   \
      "it was found for in the whole tree; everywhere (default: parsimonious); match: at its place or everywhere "     \
      "(default: everywhere)")                                                                                         \
    X(order, CHOICE, "dfs|bfs", 0, CHECK,                                                                              \
      "lazy, match: which nodes come first, the deepest or the oldest "                                                \
      "(default: dfs; match: bfs)")                                                                                    \
    X(exactness, CHOICE, "must|may|none", 0, CHECK,                                                                    \
      "match: when the abstraction loses nothing: all states of an abstract state do the same (must), or reach no "    \
      "others (may); none: no solver, each step adds its predicates (default: may)")                                   \
    X(initial, CHOICE, "none|guards", 0, CHECK,                                                                        \
      "match: predicates to start with: none, or the tests of the program (default: none)")                            \
    X(subtree, CHOICE, "delete|keep", 0, CHECK,                                                                        \
      "lazy: after a refinement grow anew what is below the place of the mistake, or keep it and change only the "     \
      "path (default: delete)")                                                                                        \
    X(graph, OUTFILE, "FILE", "", CHECK, "lazy, impact, whale: write the graph when the search ends, for Graphviz")    \
    X(predicates, TEXT, "FILE", "", CHECK,                                                                             \
      "lazy, match, leap, slam: predicates to start with, a line each: EXPR, FUNCTION: EXPR or FUNCTION:LINE: EXPR")   \
    X(precision_out, OUTFILE, "FILE", "", CHECK,                                                                       \
      "lazy, circ: write the predicates used, and where, for --precision-in")                                          \
    X(precision_in, TEXT, "FILE", "", CHECK, "lazy, leap: start with the predicates of such a file")                   \
    X(summaries_out, OUTFILE, "FILE", "", CHECK,                                                                       \
      "whale: write what was found out about each function, for --summaries-in")                                       \
    X(summaries_in, TEXT, "FILE", "", CHECK,                                                                           \
      "whale: start with what such a file says of functions that, with all they call, have not changed; it is "        \
      "checked, not trusted")                                                                                          \
    X(must_proof, OUTFILE, "FILE", "", CHECK,                                                                          \
      "leap: where an error behind loops is proved reachable, write the conditions, as scripts for solvers of "        \
      "SMT-LIB")                                                                                                       \
    X(own_checks, CHOICE, "yes|no", 0, CHECK,                                                                          \
      "whale: drop what a step of the program refutes before labels are used; no: the proof check alone must find "    \
      "what is wrong (default: yes)")                                                                                  \
    X(post, TEXT, "NAME", "", CHECK,                                                                                   \
      "ufo and its settings: the abstract domain that states are followed by; the domains are listed below")           \
    X(refine, CHOICE, "dag|restricted|predicates", 0, CHECK,                                                           \
      "ufo: interpolants replace labels, add to what is known, or give predicates only")                               \
    X(expand, CHOICE, "lazy|eager", 0, CHECK, "ufo: after a refinement keep the graph, or start it anew")              \
    X(widen_delay, NUMBER, "N", 3, CHECK, "ufo: widen every N-th time round a loop")                                   \
    X(covering, CHOICE, "heads|visited", 0, CHECK,                                                                     \
      "ufo: cover loop heads by the present unrolling, or every node by all that were visited")                        \
    X(inline_calls, CHOICE, "yes|no", 0, CHECK,                                                                        \
      "replace calls by copies of what they call, where there is no recursion (default: yes; whale: if "               \
      "that makes the program at most three times as large and no file of summaries is wanted)")                       \
    X(api, TEXT, "FILE.api|FILE.h", "", TEST,                                                                          \
      "the functions of a container, their values and the length of sequences; a header: all of its functions that "   \
      "take the structure most of them take")                                                                          \
    X(length, NUMBER, "N", 0, TEST, "sequences of at most N calls (default: as FILE.api says, else 4)")                \
    X(match, CHOICE, "data|order|shape|none", 0, TEST,                                                                 \
      "which states between calls are the same: those of the same shape and data; of the same shape with data in "     \
      "the same order; of the same shape; none, every sequence is followed (default: data)")                           \
    X(cover, TEXT, "location|branch|condition|error|EXPR@FUNCTION[:LINE]", "branch", TEST,                             \
      "what tests must reach: every line; every outcome of a test, of each operand of && and || (branch and "          \
      "condition); every error; a place with EXPR true")                                                               \
    X(with, TEXT, "EXPR", "", TEST, "only places that are reached with EXPR, over global variables, true")             \
    X(two_sided, FLAG, "", 0, TEST, "--with: each place twice, with EXPR true and with EXPR false")                    \
    X(seed_corpus, TEXT, "DIR", "", TEST, "start with the tests of a suite that exists, and add what they miss")       \
    X(guess_only, FLAG, "", 0, TEST, "only runs on guessed inputs: no engine is asked, and nothing is proved dead")    \
    X(run, TEXT, "DIR", "", TEST,                                                                                      \
      "build and run the tests of a suite under gcov, and compare what they cover with what is claimed")               \
    X(output, TEXT, "DIR", "", TEST, "write the tests there, with a Makefile; also -o DIR")                            \
    X(cubes, NUMBER, "N", 2, CHECK,                                                                                    \
      "slam: how many predicates at most are combined to decide another one; what that misses is learnt from "         \
      "traces")                                                                                                        \
    X(bp_out, OUTFILE, "FILE", "", CHECK, "slam: write each Boolean program; the last one stays, for 'hone bp'")       \
    X(inputs, TEXT, "FILE", "", RUN, "the program's inputs, one a line, in the order it asks for them")                \
    X(random, NUMBER, "SEED", -1, RUN, "draw the inputs at random from this seed")                                     \
    X(trace, FLAG, "", 0, RUN, "print each step to stderr")                                                            \
    X(steps, NUMBER, "N", 100000000, RUN, "stop after N steps; 0: no limit")                                           \
    X(entry, TEXT, "FUNC", "main", BOTH, "the function where the program starts")                                      \
    X(data_model, CHOICE, "ILP32|LP64", 0, C,                                                                          \
      "sizes of long and pointers (default: LP64; for a task definition what it says, else ILP32)")                    \
    X(externals, CHOICE, "havoc|pure|stop", 0, C,                                                                      \
      "functions without a body: havoc returns any value and writes through the pointers it gets; pure returns any "   \
      "value; stop makes the answer unknown where one is called (default: havoc; pure with a property file or a "      \
      "task definition, as SV-COMP means it)")                                                                         \
    X(distinct, CHOICE, "yes|no", 0, C,                                                                                \
      "pointers from outside: yes, each points to memory of its own; no, they may point to the same memory, and to "   \
      "objects of the program that it handed out or that other files can name (default: no; yes with "                 \
      "--externals pure)")                                                                                             \
    X(malloc_may_fail, FLAG, "", 0, C, "malloc and its kin may return NULL")                                           \
    X(timeout, NUMBER, "SECONDS", 900, ALL,                                                                            \
      "limit on CPU time in all, and on wall time unless --wall says more; 0: none")                                   \
    X(wall, NUMBER, "SECONDS", 0, ALL, "limit on wall time, where it is not that of --timeout")                        \
    X(memory, NUMBER, "MB", 0, ALL, "limit on memory, children included; 0: nine tenths of the machine's")             \
    X(harness, OUTFILE, "FILE", "", CHECK, "on 'false', write a C file that makes the compiled program fail")          \
    X(replay, CHOICE, "sandbox|unprotected|none", 0, CHECK_TEST,                                                       \
      "how the compiled program is run to confirm 'false': in a sandbox, or not at all where none works; with "        \
      "your rights, for programs that you trust; never (default: sandbox)")                                            \
    X(sandbox_compiler, FLAG, "", 0, C,                                                                                \
      "run compilers in the sandbox too: they read the directories of the sources, include paths and /usr only")       \
    X(proof, OUTFILE, "FILE", "", CHECK,                                                                               \
      "on 'true' by invariants, write a certificate that 'hone proof' checks again")                                   \
    X(scripts, TEXT, "DIR", "", CHECK, "hone proof: write each condition as a script for solvers of SMT-LIB")          \
    X(witness, OUTFILE, "FILE", "", CHECK,                                                                             \
      "write what was found as an SV-COMP witness (2.0; 2.2 of threads): invariants on 'true', the run on 'false'")    \
    X(check_with, CHOICE, "z3|cvc5", 0, CHECK,                                                                         \
      "z3 proves the conditions of a proof; cvc5: that must prove each of them as well (default: z3)")                 \
    X(no_sampling, FLAG, "", 0, CHECK, "do not run the compiled program on a few inputs before 'true' is printed")     \
    X(write_inputs, OUTFILE, "FILE", "", CHECK, "on 'false', write the inputs for 'hone run --inputs FILE'")           \
    X(stats, FLAG, "", 0, CHECK_TEST_BP, "print statistics before the result")                                         \
    X(json, OUTFILE, "FILE", "", CHECK_TEST, "write all that is known of the run, as JSON")                            \
    X(stage, CHOICE, "read|simplify|memory|states|slice|threads", 0, BOTH,                                             \
      "run or dump the program as read, or as engines get it after that step (default: run read, dump memory)")        \
    X(dump, CHOICE, "program|dot|cutpoints|horn", 0, BOTH,                                                             \
      "print the program graph, as text or for Graphviz, the loop-free pieces that it is cut into, or the program "    \
      "as Horn clauses (SMT-LIB), and exit")                                                                           \
    X(label, TEXT, "LABEL", "ERROR and SLIC_ERROR, and assertions", BP,                                                \
      "the label that must not be reached; what assertions say is not looked at then")                                 \
    X(help, FLAG, "", 0, ALL, "print this text and exit")

typedef bool OptionFLAG;
typedef const char *OptionTEXT;
typedef VEC(const char *) OptionLIST;
typedef const char *OptionOUTFILE;
typedef int64_t OptionNUMBER;
typedef int OptionCHOICE;

typedef struct Options {
#define OPTION_FIELD(field, kind, ...) Option##kind field;
    OPTIONS(OPTION_FIELD)
#undef OPTION_FIELD
    VEC(const char *) files;    // the inputs, in order
    VEC(const char *) compiler; // arguments for the compiler
} Options;

// Reads what follows the command's name.  Returns false with a message for the
// user in 'why': unknown option (naming the nearest known one), missing or bad value.
// The texts in 'options' point into 'args' or into 'arena'.
bool options_read(Options *options, Command command, int n, char **args, Arena *arena, Reason *why);

// Sets options as in "--order bfs --facts none", of which the user has given none.
typedef enum Override { OVERRIDE_DONE, OVERRIDE_TAKEN, OVERRIDE_BAD } Override; // TAKEN: one was given, all stay
Override options_override(Options *options, const char *settings, Arena *arena);

// The files that the user wants written: name ("--json") and path of each OUTFILE option that was given.
typedef struct OutFile {
    const char *option, *path;
} OutFile;
typedef VEC(OutFile) OutFiles;
OutFiles options_outfiles(const Options *options, Arena *arena); // the caller frees the vector

// Some options as they would be typed, "--order bfs --facts none"; 'fields' names them, in that order.  Each has a
// value.
void options_show(const Options *options, const char *fields, Reason *out);

// The options of a command as text for people, 'columns' wide.
void options_help(Command command, int columns, FILE *out);

// Of the 'n' words the one that 'text' was most likely meant to be, or NULL.
const char *options_nearest(const char *text, const char *const words[], uint32_t n);
#endif
