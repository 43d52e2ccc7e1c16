// prototype.h - the types of functions, as the compiler sees them at the end of a file
#ifndef PROTOTYPE_H
#define PROTOTYPE_H
#include "spec/frontend_input.h"

typedef struct Prototype {
    bool declared;                // as a function, with a prototype; the rest holds only then
    const char *result;           // its C type, for __typeof__()
    VEC(const char *) parameters; // the same, of each
    bool variadic;
} Prototype;
typedef VEC(Prototype) Prototypes;

// What 'file' declares of each of the 'n' names.  False with the reason where the compiler cannot be asked.
bool prototypes_read(const FrontendInput *in, const SourceFile *file, uint32_t n, const char *const names[],
                     Arena *arena, Prototypes *out, Reason *why);
void prototypes_free(Prototypes *p);

// Of each C type at the end of the file: what it is behind its names, "struct dev *", and the size of what it points
// to; 0: it is no pointer to an object of known size.
typedef struct PlainType {
    const char *text; // NULL: the compiler does not take it
    uint64_t pointee;
} PlainType;
typedef VEC(PlainType) PlainTypes;
bool plain_types_read(const FrontendInput *in, const SourceFile *file, uint32_t n, const char *const types[],
                      Arena *arena, PlainTypes *out, Reason *why);
#endif
