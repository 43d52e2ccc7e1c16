// report_json.h - the file of --json: everything that is known of a run
//
// A writer of one verdict, for the supervisor: it has the verdict as far as the worker got, the result that counts, the
// statistics and the resources.  doc/json.md describes the members.
#ifndef REPORT_JSON_H
#define REPORT_JSON_H
#include "base/limits.h"
#include "base/options.h"
#include "report/verdict.h"

typedef struct Final {  // what the RESULT line says
    const char *result; // "true", "false(unreach-call)", "unknown(timeout)"
    const char *reason; // of unknown, or NULL
    int code;
    bool cut_off; // the worker did not end by itself: what it found does not stand
} Final;

typedef struct Run {
    const Final *final;
    const Ending *ending;
    const Options *options;
    const Verdict *verdict; // as far as the worker got; all zeros: nowhere
} Run;

// False, with the reason, where the file cannot be written.
bool report_json_write(const char *path, const Run *run, Reason *why);
// The same as a text, which the caller frees.
char *report_json_text(const Run *run);
#endif
