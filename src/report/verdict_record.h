// verdict_record.h - a verdict from one process to the one that waits for it
//
// A member of the portfolio hands its verdict to the worker, the worker its own to the supervisor (for --json), through
// memory that both share: what was handed over is there however the sender ends.  Whether it counts is for the
// receiver to say: only the verdict of a sender that returned, with the exit code of the verdict, is an answer.
#ifndef VERDICT_RECORD_H
#define VERDICT_RECORD_H
#include "base/limits.h"
#include "report/verdict.h"

char *verdict_write(const Verdict *v); // as a text; the caller frees it.  NULL: it would be larger than 1 GB
// False where the text is not what verdict_write wrote, or not of a verdict that can be (verdict_fault); NULL is
// no verdict.  'v' is then all zeros.  Texts, task and program live in the arena; the caller frees the vectors.
bool verdict_read(const char *text, Arena *arena, Verdict *v);
void verdict_forget(Verdict *v); // frees the vectors of a verdict that was read, those of task and program included

// To whoever waits for this process; a later one replaces it.  Where there is no room for all inputs of the story, the
// first ones are handed over (Story.more_inputs).
void verdict_hand_over(const Verdict *v);
bool verdict_of_member(const Desk *desk, Arena *arena, Verdict *v);
bool verdict_of_worker(Arena *arena, Verdict *v); // of the last worker that was supervised
#endif
