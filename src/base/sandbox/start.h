// start.h - starts a process with limits and watches it to its end
//
// What is started leads a process group of its own, is ended when we are, and has no open files but the standard
// ones and those in 'given'.  Standard input is at its end.  Nothing of its group is left when start_process returns.
#ifndef START_H
#define START_H
#include "base/sandbox/seccomp.h"
#include "base/vec.h"

typedef enum ProcessEnd {
    PROCESS_NOT_STARTED, // 'output' says why
    PROCESS_EXITED,      // with 'code'
    PROCESS_KILLED,      // by 'signal'
    PROCESS_TIMED_OUT,   // a limit was used up
} ProcessEnd;

typedef struct ProcessLimits {
    double cpu, wall;   // seconds
    uint64_t megabytes; // of address space; 0: none
    bool one_processor; // all threads on one: what one of them writes the others see at once
} ProcessLimits;

typedef struct ProcessResult {
    ProcessEnd end;
    int code, signal;
    Text output; // the last 64 KB of what it wrote (where it is 'locked': to standard error), 0-terminated
} ProcessResult;
void process_result_free(ProcessResult *r);

enum { FIRST_GIVEN = 3 };
typedef struct Start {
    const char *path; // of the executable
    const char *const *arguments;
    const char *const *environment;
    const char *directory; // or NULL: ours
    ProcessLimits limits;
    bool locked;           // standard output goes nowhere, files cannot grow, threads are counted
    int given[2];          // files that it gets as number FIRST_GIVEN and the next one; 0: none
    int rules;             // of Landlock; 0: none
    SeccompFilter *filter; // NULL: none.  With a filter all capabilities are given up
} Start;

void start_process(const Start *s, ProcessResult *r);

// The same file under a number that is not in the way of those that are handed over; closes 'file', and on exec.
int lift_file(int file);

// Appends what there is to read, and keeps the last 64 KB or more.  False at the end of the file.
bool read_available(int file, Text *text);

// The path of a tool as a shell finds it; NULL: it is not there.
char *find_tool(const char *name, Arena *arena);
#endif
