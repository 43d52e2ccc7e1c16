// limits.h - the work runs in a child process that a supervisor watches
//
// limits_supervise forks.  The child (the worker) leads a process group of its
// own and does the work; the parent waits, adds up time and memory of the worker
// and all its descendants, and ends them when a limit is hit or a signal asks for
// it: first SIGTERM to the worker, which may wind up within GRACE seconds, then SIGKILL
// to everything.  So a solver that ignores its limit, and a crash anywhere in
// the work, still give an orderly answer, and neither a process nor a file in
// limits_tempdir() is left behind.
//
// Statistics (stats.h) and texts of any length (limits_tell) go to the supervisor by
// memory that both share: what was written there is there, however the worker ended.
//
// The supervisor prints nothing: what happened is in the Ending.  From its start on,
// signals that ask to stop are taken by it or, when the worker is gone, ignored, so
// that what is still to be printed and written is.
#ifndef LIMITS_H
#define LIMITS_H
#include "base/base.h"

typedef struct Limits {
    double seconds;     // of CPU time; 0: none
    double wall;        // seconds of wall time; 0: as many
    uint64_t megabytes; // 0: nine tenths of the machine's memory
} Limits;

typedef enum EndingKind {
    ENDED_NORMALLY, // the worker returned 'code'
    ENDED_TIMEOUT,
    ENDED_MEMORY,
    ENDED_INTERRUPTED, // SIGINT, SIGTERM, SIGHUP
    ENDED_CRASHED,     // by 'signal', or by exit(code) in the middle of the work
} EndingKind;

typedef struct Ending {
    EndingKind kind;
    int code;         // what the work returned or exited with; -1 where a signal ended it
    int signal;       // what killed the worker, or 0
    char result[600]; // what it gave to limits_result last, or ""
    double wall, cpu; // seconds, descendants included
    double megabytes; // the largest sum of resident memory seen
} Ending;

// Runs work(argument) in a worker.  Returns false where no worker could be started.
bool limits_supervise(const Limits *limits, int (*work)(const void *argument), const void *argument, Ending *ending,
                      Reason *why);

// What the last worker told under that name, or NULL.
const char *limits_told(const char *name);
#define ENGINE_TABLE "table" // name of a table that an engine makes of its search; for --stats and --json

// ---- for the worker ----
// Hands the supervisor the text that follows RESULT; a later call replaces it.
// Outside a worker the text goes to stdout.
void limits_result(const char *text);

// Hands the supervisor a text under a name; a later one of that name replaces it.  A text that
// does not fit any more is dropped, and the older one of that name with it: false.
bool limits_tell(const char *name, const char *text);

// Has the supervisor asked to wind up?  Loops that may run long ask this.
bool limits_hit(void);

// Seconds until a time limit; a large number where there is none.
double limits_left(void);

// The worker has files to write when it is asked to stop: it may take so many seconds instead of GRACE.
void limits_grace(double seconds);

// From the first call to the second the worker searches: it is asked to stop limits_reserve seconds before a time
// limit, so that an answer found at the last moment can still be checked.
void limits_search(bool searches);
double limits_reserve(void); // a tenth of the time limit, at most 3 s

// The limit on memory.
double limits_megabytes(void);

// Opens a file that the user asked for, to write it.  A member of a crew writes one of its own: the
// text that it told under "file:PATH" is where; whoever takes its answer copies it.
FILE *limits_create(const char *path);
// Writes such a file as a whole.  False with "cannot write PATH: why".
bool limits_write(const char *path, const char *text, size_t length, Reason *why);

// A directory for temporary files, made by the supervisor and removed with all that is
// in it; "" outside a worker.
const char *limits_tempdir(void);

// ---- for workers that have members (crew.h) ----
// Texts and statistics of one member, in memory that it shares with the worker that made the desk.
typedef struct Desk Desk;
typedef struct StatsTables StatsTables;
Desk *desk_new(void);
void desk_free(Desk *desk);
const char *desk_told(const Desk *desk, const char *name); // "result": what it gave to limits_result
const StatsTables *desk_stats(const Desk *desk);
// In the member, before its work: what it tells and counts goes to the desk, and it has
// so many seconds of CPU time.
void limits_be_member(const Desk *desk, double seconds);

// ---- what Hone's exit codes mean ----
enum { EXIT_TRUE = 0, EXIT_USAGE = 1, EXIT_INPUT = 2, EXIT_UNKNOWN = 5, EXIT_BUG = 6, EXIT_FALSE = 10 };
#endif
