// report_json.h - the file of --json: everything that is known of a run
//
// The worker hands its parts over as it gets to know them (limits_tell); the supervisor
// puts them together with the verdict and the statistics when the run has ended, however it did.
// doc/json.md describes the members.
#ifndef REPORT_JSON_H
#define REPORT_JSON_H
#include "report/checks.h"
#include "report/terminal.h"

// ---- for the worker ----
void report_json_want(const char *file); // of --json; without one (NULL, "") nothing is handed over
void report_json_task(const Input *input, const Options *options, const char *engine);
void report_json_program(const Checks *checks, const Assumptions *assumptions);
void report_json_members(uint32_t n, const MemberLine members[]);
void report_json_report(const Report *report);
void report_json_settings(const char *settings); // in force, as options
void report_json_message(const char *text);      // of an error of the input

// ---- for the supervisor ----
typedef struct Final {  // what the RESULT line says
    const char *result; // "true", "false(unreach-call)", "unknown(timeout)"
    const char *reason; // of unknown, or NULL
    int code;
    bool cut_off; // the worker did not end by itself
} Final;
// False, with the reason, where the file cannot be written.
bool report_json_write(const char *path, const Final *final, const Ending *ending, Reason *why);
#endif
