// portfolio.h - several engines and settings at once: which, and when
//
// Different programs need different engines, and which one is not known beforehand.  So after
// one run of the front end members are forked (base/crew.h), each an engine with settings of its
// own; the first answer that the checks of src/answer/ let stand is the answer
// (verify_portfolio.c).  Who the members are is one table, in portfolio.c; adding one is one line.
//
// After the parallel portfolio of A. Albarghouthi, "Software Verification with Program-Graph
// Interpolation and Abstraction", PhD thesis, Toronto 2015, ch. 7: seven settings, each with an abort limit,
// because CPU time counts and precise domains that take long rarely finish.
#ifndef PORTFOLIO_H
#define PORTFOLIO_H
#include "engine/engine.h"

typedef struct PortfolioRow {
    const char *name;     // for people
    const char *engine;   // as in --engine
    const char *settings; // options that it sets, as on the command line
    double share, start;  // of CPU time, as in crew.h
    double limit;         // part of --timeout, 0 to 1; 0: all that is left
    unsigned wants;       // features that a program must have to be worth its time
} PortfolioRow;
extern const PortfolioRow portfolio[]; // ends with a row without name

// Does its engine handle programs with these features, and are they worth its time?
bool portfolio_applies(const PortfolioRow *row, unsigned features);

// What a member is: an engine, with its own configuration, and the user's options with the settings of its row.
typedef struct Member {
    const Engine *engine;
    Options options;
} Member;
// False where the user has set one of the options himself: there is a member without it.
bool portfolio_member(const PortfolioRow *row, const Options *user, Arena *arena, Member *out);

// How a member ended, and which answer counts.
typedef enum Said { SAID_NOTHING, SAID_UNKNOWN, SAID_TRUE, SAID_FALSE, SAID_INPUT_ERROR } Said;
typedef struct MemberWord {
    Said said;
    bool better;  // than other members with the same answer: it wrote what the user asked for, or the compiled program
                  // agrees
    bool refuted; // the compiled program refuted the error that it found
    const char *reason; // of UNKNOWN, or NULL
} MemberWord;
typedef struct Choice {
    enum { CHOICE_ANSWER, CHOICE_CONFLICT, CHOICE_NO_ANSWER, CHOICE_NOBODY } kind;
    uint32_t
        member; // with the answer (or input error), or with the most telling reason; of a conflict the one with 'true'
    uint32_t other; // CONFLICT: the one with 'false'
} Choice;
// The first of the members that answer; none where two contradict each other.  A 'false' that the compiled program
// did not confirm does not stand against a member whose error it refuted.
Choice portfolio_choose(uint32_t n, const MemberWord words[]);

// Reasons why members give no answer, ranked: the lower, the more useful to the user.
uint32_t portfolio_rank(const char *reason);

// bug unless each row names an engine that runs, and known settings.
void portfolio_check(void);
#endif
