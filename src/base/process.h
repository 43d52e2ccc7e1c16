// process.h - other processes: what they use, and ending them
#ifndef PROCESS_H
#define PROCESS_H
#include "base/vec.h"
#include <sys/resource.h>
#include <sys/types.h>

typedef VEC(pid_t) Pids;
typedef struct ProcessUse {
    double cpu; // seconds, children that it has waited for included
    double megabytes;
} ProcessUse;

void process_children(pid_t pid, Pids *pids); // appends the children of each of its threads
ProcessUse process_tree_use(pid_t root);      // of a process and all its descendants
uint32_t process_tree_threads(pid_t root);    // of both alike
void process_end_tree(pid_t root);            // SIGKILL to all of them
double process_cpu(const struct rusage *use); // user and system time

// The first bytes of a small file, as text; false: there are none.
bool read_small(const char *path, char *buffer, size_t room);
#endif
