// taskdef.h - task definitions of SV-COMP (.yml, formats 1.0 and 2.0)
//
// A task definition names the input files (glob patterns), the property files
// with the verdicts expected, and options such as the data model; paths are
// relative to the definition.
#ifndef TASKDEF_H
#define TASKDEF_H
#include "base/vec.h"
#include "spec/property.h"

typedef enum Expected { EXPECTED_UNSAID, EXPECTED_TRUE, EXPECTED_FALSE } Expected;

typedef struct TaskDef {
    VEC(const char *) files;
    uint32_t pointer_bits; // 32, 64; 0 where not said
    Property property;
    Expected expected; // of that property
} TaskDef;

// Of several properties the one of kind '*wanted' is taken; where wanted is NULL,
// unreach-call, else the first that is supported, else the first.  A definition
// without properties means unreach-call.  The file of a standard property need
// not be there: its name is enough.
bool taskdef_read(const char *path, const PropertyKind *wanted, Arena *arena, TaskDef *task, Reason *why);
bool taskdef_parse(const char *path, const char *text, size_t length, const PropertyKind *wanted, Arena *arena,
                   TaskDef *task, Reason *why);
#endif
