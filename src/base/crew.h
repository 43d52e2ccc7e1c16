// crew.h - several pieces of work beside each other, each in a process of its own
//
// A worker (limits.h) forks members.  Each inherits all that the worker has read and prepared,
// works on a copy of it, and returns an exit code; what it prints is kept, and so is what it tells
// (limits_tell, limits_result) and counts (stats.h).  The crew is over when a member
// returns a code that decides, when all have ended, or when the worker is asked to stop; who
// is left is then ended, with all its descendants.  So one run is taken for the answer,
// and the others leave nothing behind.
//
// Who works: at most 'jobs' at once.  CPU time is shared out in proportion: the member with the
// least (start + seconds used / share) comes first, and among equals the first of the list.
// Whoever had its turn is stopped (SIGSTOP) and goes on later, with nothing lost; a
// member that checks its answer is ahead of the others for some seconds.
//
// Near the time limit members that still search are asked to stop (limits_reserve): the rest is for those that check.
// A member that exceeds its own limit is asked to stop (SIGTERM), and killed a second later.  Where
// all together come near the memory limit, the largest is killed, and the others go on.
#ifndef CREW_H
#define CREW_H
#include "base/limits.h"

typedef struct CrewMember {
    const char *name;
    int (*work)(const void *argument); // returns an exit code
    const void *argument;
    double share; // of the CPU time, compared with the others; above 0
    double start; // as if it had used so many seconds already, for a share of 1
    double limit; // seconds of CPU time; 0: none of its own
} CrewMember;

// What a member returned: nothing, an answer that one would like a better one for, the answer.
typedef enum Decides { DECIDES_NOT, DECIDES_LATER, DECIDES_NOW } Decides;

typedef struct CrewOptions {
    uint32_t jobs;    // 0: as many as the process may use cores
    double megabytes; // of all together; 0: no limit
    double later;     // seconds
    // DECIDES_LATER: the others have as long again as all took so far, and at least 'later' seconds.
    Decides (*decides)(void *context, uint32_t member, int code, const Desk *desk);
    void *context;
} CrewOptions;

typedef struct CrewEnd {
    bool started;
    EndingKind kind; // ENDED_INTERRUPTED: it was not needed any more, or all had to stop
    bool returned;   // the work came to its end, asked to stop or not, and returned
    int code;        // this; or it exited with it
    int signal;      // what killed it, or 0
    Decides decides; // what it returned
    double cpu, wall, megabytes;
    const Desk *desk; // what it told; NULL where it was not started
    int out, err;     // files with what it printed; -1 where it was not started
} CrewEnd;

typedef struct Crew Crew;
// The array must live as long as the crew.
Crew *crew_new(uint32_t n, const CrewMember members[], const CrewOptions *options);
void crew_run(Crew *crew);
const CrewEnd *crew_end(const Crew *crew, uint32_t member);
void crew_free(Crew *crew);

uint32_t crew_cores(void);                              // that this process may use
void crew_copy(int from, FILE *to);                     // all of a file that a member printed to
void crew_last_line(int from, char *line, size_t room); // "" where it printed nothing
#endif
