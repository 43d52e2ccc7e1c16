// ending.h - how a run ended: what the supervisor prints and writes when the worker is gone
//
// The last line on stdout is for machines as well:
//
//   RESULT: true | RESULT: false(PROPERTY) | RESULT: unknown(REASON) | RESULT: done (hone test)
//
// It, the statistics and the file of --json are there however the worker ended.  The worker's word counts only if it
// returned, with an exit code that fits.
#ifndef ENDING_H
#define ENDING_H
#include "base/limits.h"
#include "base/options.h"

// Says how a worker ended where that is not as it should; prints the RESULT line if this kind of run has one; returns
// the exit code.
int ending_report(const Ending *ending, const Options *options, bool has_result);
#endif
