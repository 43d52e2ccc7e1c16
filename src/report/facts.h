// facts.h - the parts of a verdict that are known before anything is decided: the task and the program
#ifndef FACTS_H
#define FACTS_H
#include "report/verdict.h"
#include "spec/input.h"

// 'engine': as the user asked for it.  The caller frees it (task_facts_free).
TaskFacts task_facts(const Input *input, const char *engine, Arena *arena);

// How large the program is, where the property can fail, and what a verdict takes for granted.  The program's numbers
// go to the statistics as well.  The caller frees it (program_facts_free).
ProgramFacts program_facts(const Program *p);

// Adds to the proof of a 'true' what it hangs on, and why there was nothing to check where that is so.
void qualify(ProofFacts *proof, const ProgramFacts *program, const Property *property, Arena *arena);
#endif
