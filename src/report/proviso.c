#include "report/proviso.h"
#include <string.h>

// Parts of assumptions, those first that a user is least likely to share; 'clause' replaces the sentence.
static const struct Rank {
    const char *part, *clause;
} ranks[] = {
    { "accesses memory wrongly", "no run accesses memory wrongly (--property safe checks that)" },
    { "bits of addresses", "the bits of addresses that the program computes with do not decide" },
    { "order of evaluation", NULL },
    { "inline assembly", NULL },
    { "never fail", NULL },
    { "has no body, returns any value and writes only through its pointers",
      "functions without a body write only through their pointers" },
    { "has no body, returns any value and writes nothing", "functions without a body write nothing" },
    { "point", NULL },
    { "are written before they are read", "memory is written before it is read" },
    { "", NULL }, // any other
};

static bool is_restriction(const char *sentence) {
    return !strstr(sentence, "may hold anything") && !strstr(sentence, "may be anything");
}

static size_t rank_of(const char *sentence) {
    size_t rank = 0;
    assert(!*ranks[COUNT(ranks) - 1].part); // so that there is one
    while (!strstr(sentence, ranks[rank].part))
        rank++;
    return rank;
}

const char *proviso_of(const Assumptions *assumptions, Arena *arena) {
    const char *first = NULL;
    uint32_t n = 0;
    for (uint32_t i = 0; i < assumptions->count; i++) {
        const char *sentence = assumptions->at[i];
        if (!is_restriction(sentence))
            continue;
        n++;
        if (!first || rank_of(sentence) < rank_of(first))
            first = sentence;
    }
    if (!first)
        return NULL;
    assert(n > 0);
    const char *clause = ranks[rank_of(first)].clause;
    return arena_printf(arena, n > 1 ? "%s (%u more under Assumes)" : "%s", clause ? clause : first, n - 1);
}
