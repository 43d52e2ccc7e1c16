// declared.h - functions that a C file declares, with the names and types of their parameters
//
// Filled by the front end (frontend/syntax/declarations.h).  Types are C text without typedefs, as the compiler spells
// them: "struct tree *".
#ifndef DECLARED_H
#define DECLARED_H
#include "base/vec.h"

typedef struct DeclaredParameter {
    const char *name; // "" where it has none
    const char *type;
} DeclaredParameter;
typedef struct DeclaredFunction {
    const char *name, *result;
    VEC(DeclaredParameter) parameters;
    bool here; // by the file itself, not by one that it includes
    bool variadic;
} DeclaredFunction;
typedef VEC(DeclaredFunction) Declared; // each name once

const DeclaredFunction *declared_find(const Declared *declared, const char *name); // NULL: none
void declared_free(Declared *declared);

bool type_is_pointer(const char *type);
bool type_is_integer(const char *type); // also _Bool and enum
// The same type but for const, volatile and restrict?
bool type_is_same(const char *a, const char *b);
#endif
