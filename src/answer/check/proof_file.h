// proof_file.h - proofs as files that anyone can check again
//
// A certificate is one text file:
//
//   hone proof 2
//   data-model LP64
//   property assert               as --property takes it
//   entry main
//   errors usual assert           what is one: calls of a function (usual: of those of SV-COMP), failing asserts
//   externals havoc               what functions without a body do: havoc, pure or stop
//   malloc-may-fail no
//   calls kept                    only where none was inlined
//   source SHA256 NAME            of each C file
//   program SHA256                of the program graph that Hone made of them
//   assumption SENTENCE           what the verdict takes for granted, as it was printed with it
//   head SHA256                   of all lines above
//   invariant L9 t.c:4            at a location of the program graph,
//   c i <= 10                     as a C expression, for people,
//   smt (bvsle i #x0000000a)      and as SMT-LIB
//   condition step L5 L9 bits     what must hold, as check_proof.h says; proved over bits or integers:
//   ...                           an SMT-LIB script that any solver must find unsatisfiable,
//   end
//
// An invariant of a function other than the entry function may speak of entry!x, what x was when the
// function was called, and at the function's exit of result!F!I, what it returns (program/step/call.h).
//
// A reader who trusts the scripts can run them with any solver.
// proof_recheck does not trust them: it takes the invariants only, builds the conditions
// anew from the program, proves them, and compares them with the scripts.
#ifndef PROOF_FILE_H
#define PROOF_FILE_H
#include "answer/check/check_proof.h"
#include "frontend/frontend.h"

// What is proved, and under which assumptions; a certificate is of one task.
typedef struct ProofTask {
    const FrontendInput *in;
    const Property *property;
    uint32_t n;
    const char *const *assumptions; // besides the one on addresses, which all have
} ProofTask;
extern const char proof_layout[]; // that one

// Writes the certificate of a proof that stands.  'p' is the program it was checked
// on.  False with a reason where it cannot be written, or what was written would not be read back as it was.
bool proof_write(const char *path, const Program *p, const ProofTask *task, uint32_t n, const Invariant invariants[],
                 const ProofCheck *check, Reason *why);

// Checks a certificate against the program that was read anew with 'task->in' and made ready in the
// same way; the assumptions must be the same, one by one.  Where it does not stand, reason and detail say why: the
// first condition that fails, or in what the file is not of this program, or not well-formed.
ProofCheck proof_recheck(const char *path, const Program *p, const ProofTask *task, const ProofOptions *options);
// The same for a text.
ProofCheck proof_recheck_text(const char *text, size_t length, const Program *p, const ProofTask *task,
                              const ProofOptions *options);

// The name of the property that the certificate says it is of; NULL: there is no such file, or the name is none.
const char *proof_property(const char *path, Arena *arena);

// Does the certificate say that it is of the program with its calls?  False where there is no such file.
bool proof_keeps_calls(const char *path);

// The conditions as files NUMBER-KIND-FROM-TO.smt2 in the directory, which is made if it is not there.  Each is a
// complete script that any solver of SMT-LIB must answer with "unsat".
bool proof_write_scripts(const char *directory, const Program *p, const ProofCheck *check, Reason *why);

// The digest of the program graph, without the places in files it came from.
void proof_program_digest(const Program *p, char *out); // SHA256_TEXT characters
#endif
