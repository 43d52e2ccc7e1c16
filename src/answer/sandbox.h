// sandbox.h - runs other programs with limits
//
// process_run runs a tool (a compiler) with our rights and environment.
// sandbox_run runs the program under analysis: without network, with the file
// system read-only and processes of its own where bubblewrap is there and may
// work, else with resource limits only (it cannot write to files, but may make
// empty ones).  Its environment is empty, standard input is at its end,
// and standard output goes nowhere.
//
// What is started leads a process group of its own; nothing of that group
// is left when these functions return.
#ifndef SANDBOX_H
#define SANDBOX_H
#include "base/vec.h"

typedef enum ProcessEnd {
    PROCESS_NOT_STARTED, // 'output' says why
    PROCESS_EXITED,      // with 'code'
    PROCESS_KILLED,      // by 'signal'
    PROCESS_TIMED_OUT,   // 'cpu' or 'wall' was used up
} ProcessEnd;

typedef struct ProcessLimits {
    double cpu, wall;   // seconds
    uint64_t megabytes; // of address space; 0: none
} ProcessLimits;

typedef struct ProcessResult {
    ProcessEnd end;
    int code, signal;
    Text output; // the last 64 KB of what it wrote (sandbox: to standard error), 0-terminated
} ProcessResult;
void process_result_free(ProcessResult *r);

// 'arguments' ends with NULL; the first is the tool, found on the PATH.
void process_run(const char *const arguments[], double seconds, ProcessResult *r);

// 'arguments' does not have the executable's own name; 'directory' is where it runs.
void sandbox_run(const char *executable, const char *const arguments[], const char *directory,
                 const ProcessLimits *limits, ProcessResult *r);
#endif
