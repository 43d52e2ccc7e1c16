// precision_file.h - predicates kept from one run for the next
//
//   hone precision 1
//   program SHA256            of the program graph it belongs to
//   at L63 main t.c:8         a location of it, and for people where that is
//   c LOCK == 0               a predicate as C, for people,
//   smt (= LOCK #x00000000)   and as SMT-LIB
//   boolean                   the Boolean abstraction is used there
//   end
//
// Predicates can make a proof shorter or longer, never wrong, so nothing in such a file
// needs to be trusted.  One of another program says nothing about this one: it is not used.
#ifndef PRECISION_FILE_H
#define PRECISION_FILE_H
#include "engine/engine.h"

// 'digest' is that of the program.  False with a reason where it cannot be written.
bool precision_write(const char *path, const Program *p, const char *digest, const VecFollowed *followed, Reason *why);

typedef enum PrecisionRead { PRECISION_BAD, PRECISION_STALE, PRECISION_READ } PrecisionRead;
// BAD: the file is not there or not well-formed.  STALE: of another program, or of locations and variables that
// are not there.  Both say in 'why' what and where; nothing is added then.
PrecisionRead precision_read(const char *path, const Program *p, const char *digest, VecFollowed *out, Reason *why);
#endif
