// sandbox.h - runs other programs: compilers, and the program under analysis
//
// process_run runs a tool with our rights and environment.
//
// sandbox_run runs the program under analysis, which nobody vouches for.  It gets no network, no sockets and no other
// processes; it can read itself and the system's libraries, write nothing, and start threads but no processes; its
// environment is empty (bubblewrap: but for PWD).  Two mechanisms can see to that:
//
//   bubblewrap   namespaces of its own, with those files only, and the filter of system calls (seccomp.h);
//   Landlock     where bubblewrap is not there or may not work: Landlock for files, and the filter for all else.
//
// Where neither works nothing is run, and the result is PROCESS_NOT_STARTED with the reason.  Whether the set-up
// worked is known from bubblewrap's status file and from the kernel, never from what the program does.
//
// confined_run does the same for a tool that reads untrusted files; see Reach.
#ifndef SANDBOX_H
#define SANDBOX_H
#include "base/sandbox/start.h"

// In the order of --replay.
typedef enum Protection {
    PROTECT_SANDBOX,     // run in a sandbox, or not at all
    PROTECT_LIMITS_ONLY, // run with our rights, and limits on time and memory
    PROTECT_NOT_RUN,     // not run
} Protection;

// The files that a confined tool can reach, beside /usr and the like.
typedef struct Reach {
    VEC(const char *) readable; // files, and directories with all that is below
    const char *writable;       // a directory: for its output and temporary files
} Reach;

// 'arguments' ends with NULL; the first is the tool, found on the PATH.
void process_run(const char *const arguments[], double seconds, ProcessResult *r);
void confined_run(const char *const arguments[], const Reach *reach, double seconds, ProcessResult *r);

// 'arguments' does not have the executable's own name.  'directory' is where it runs when it is not in a sandbox.
void sandbox_run(const char *executable, const char *const arguments[], const char *directory, Protection protection,
                 const ProcessLimits *limits, ProcessResult *r);
#endif
