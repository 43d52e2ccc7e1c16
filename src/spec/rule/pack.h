// pack.h - the rules that come with Hone: the folder rules/, one file a rule
#ifndef PACK_H
#define PACK_H
#include "spec/rule/rule.h"

typedef VEC(const char *) RulePaths;

// The files of all rules, by name; texts live in 'arena'.  None where there is no such folder.
void pack_list(Arena *arena, RulePaths *out);
// The file of a rule by its name; NULL: there is none.
const char *pack_find(const char *name, Arena *arena);
// The name of the rule that 'name' was most likely meant to be; NULL: none.
const char *pack_nearest(const char *name, Arena *arena);
// The first sentence of what the file says of its rule.
const char *rule_summary(const Rule *rule, Arena *arena);
#endif
