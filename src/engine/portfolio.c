#include "engine/portfolio.h"
#include <string.h>

// Who begins first, and how much of the CPU time each gets while others work.  bmc finds shallow
// errors and ends programs without long loops, impact and chc prove most of the rest, chc and whale also with calls
// that were not inlined, slam where these have many procedures with few predicates, lazy and the settings of ufo where
// predicates and domains are better than interpolants; runs finds errors that are far away and easy to reach, leap
// those behind long loops.  Of programs with threads all but runs and locks get the product, which has neither threads
// nor calls; match executes interleavings, locks proves at once that most programs without data races have none, and
// lists that many programs with linked lists use memory well.  The variants come when the others have used some
// seconds in vain.
const PortfolioRow portfolio[] = {
    // name          engine    settings              share start limit wants
    { "locks", "locks", "", 1, 0, 0.2, FEATURE_THREADS },
    { "lists", "lists", "", 1, 0, 0.2, FEATURE_LOOPS | FEATURE_MEMORY },
    { "bmc", "bmc", "", 1, 0, 0, 0 },
    { "impact", "impact", "", 1, 0, 0, 0 },
    { "chc", "chc", "", 1, 0.5, 0.4, 0 },
    { "whale", "whale", "", 1, 0.5, 0, FEATURE_CALLS },
    { "slam", "slam", "", 0.5, 2, 0.25, FEATURE_CALLS },
    { "lazy", "lazy", "", 1, 1, 0, FEATURE_LOOPS },
    { "runs", "runs", "", 1, 0.5, 0.3, 0 },
    { "leap", "leap", "", 0.5, 3, 0.2, FEATURE_LOOPS },
    { "vboxes", "vboxes", "", 0.5, 3, 0.25, FEATURE_LOOPS },
    { "iufo", "iufo", "", 0.5, 5, 0.25, FEATURE_LOOPS },
    { "match", "match", "", 0.5, 1, 0.25, FEATURE_THREADS },
    { "lazy-basic", "lazy", "--block basic", 0.5, 8, 0.25, FEATURE_LOOPS },
    { "impact-bare", "impact", "--facts none", 0.5, 8, 0.25, FEATURE_LOOPS },
    { NULL },
};

bool portfolio_applies(const PortfolioRow *row, unsigned features) {
    const Engine *engine = engine_find(row->engine);
    assert(engine && engine->run);
    unsigned left = features & FEATURE_THREADS ? features & ~(unsigned)(FEATURE_THREADS | FEATURE_CALLS) : features;
    return !engine_lacks(engine, left) && !(row->wants & ~features);
}

bool portfolio_member(const PortfolioRow *row, const Options *user, Arena *arena, Member *out) {
    *out = (Member){ engine_find(row->engine), *user };
    assert(out->engine && out->engine->run);
    return options_override(&out->options, row->settings, arena) == OVERRIDE_DONE;
}

// ---- reasons ----
uint32_t portfolio_rank(const char *reason) {
    // first the reasons that neither another engine nor more time can remove, last those with little information
    static const char *const ranks[] = { "error proved reachable",
                                         "check failed",
                                         "unmodelled",
                                         "memory error",
                                         "threads",
                                         "size",
                                         "timeout",
                                         "memory",
                                         "proof check",
                                         "solver",
                                         "interpolation",
                                         "recursion",
                                         "calls",
                                         "objects in one place",
                                         "bound",
                                         "internal error" };
    uint32_t rank = 0;
    while (rank < COUNT(ranks) - 1 && strncmp(reason, ranks[rank], strlen(ranks[rank])) != 0)
        rank++;
    return rank;
}

// ---- which answer counts ----
static uint32_t first_that_says(uint32_t n, const MemberWord words[], Said said) {
    uint32_t first = n;
    for (uint32_t i = n; i-- > 0;)
        if (words[i].said == said && (first == n || words[i].better >= words[first].better))
            first = i;
    return first;
}

static uint32_t most_telling(uint32_t n, const MemberWord words[]) {
    uint32_t best = n;
    for (uint32_t i = 0; i < n; i++)
        if (words[i].said == SAID_UNKNOWN &&
            (best == n || portfolio_rank(words[i].reason) < portfolio_rank(words[best].reason)))
            best = i;
    return best;
}

static bool any_refuted(uint32_t n, const MemberWord words[]) {
    for (uint32_t i = 0; i < n; i++)
        if (words[i].refuted)
            return true;
    return false;
}

Choice portfolio_choose(uint32_t n, const MemberWord words[]) {
    uint32_t yes = first_that_says(n, words, SAID_TRUE), no = first_that_says(n, words, SAID_FALSE);
    if (no < n && !words[no].better && any_refuted(n, words))
        no = n;
    uint32_t wrong = first_that_says(n, words, SAID_INPUT_ERROR), telling = most_telling(n, words);
    if (yes < n && no < n)
        return (Choice){ CHOICE_CONFLICT, yes, no };
    if (yes < n || no < n || wrong < n)
        return (Choice){ CHOICE_ANSWER, yes < n ? yes : no < n ? no : wrong, n };
    return (Choice){ telling < n ? CHOICE_NO_ANSWER : CHOICE_NOBODY, telling, n };
}

// ---- the table ----
void portfolio_check(void) {
    Arena *arena = arena_new();
    for (const PortfolioRow *row = portfolio; row->name; row++) {
        const Engine *engine = engine_find(row->engine);
        Options options = { 0 };
        if (!engine || !engine->run)
            bug("portfolio: the member %s has no engine %s", row->name, row->engine);
        if (options_override(&options, row->settings, arena) == OVERRIDE_BAD)
            bug("portfolio: the member %s has unknown settings: %s", row->name, row->settings);
        if (row->share <= 0 || row->start < 0 || row->limit < 0 || row->limit > 1)
            bug("portfolio: the member %s has no proper share of time", row->name);
    }
    arena_free(arena);
}

const Engine engine_portfolio = {
    .name = "portfolio",
    .summary = "several of the others at once; the first answer that can be checked counts",
};
