// proof_file.h - proofs as files that anyone can check again
//
// A certificate is one text file:
//
//   hone proof 1
//   data-model LP64
//   property unreach-call
//   entry main
//   source SHA256 NAME            of each C file
//   program SHA256                of the program graph that Hone made of them
//   assumption SENTENCE           what the verdict takes for granted
//   invariant L9 t.c:4            at a location of the program graph,
//   c i <= 10                     as a C expression, for people,
//   smt (bvsle i #x0000000a)      and as SMT-LIB
//   condition step L5 L9 bits     what must hold, as check_proof.h says; proved over bits or integers:
//   ...                           an SMT-LIB script that any solver must find unsatisfiable,
//   end
//
// An invariant of a function other than the entry function may speak of entry!x, what x was when the
// function was called, and at the function's exit of result!F!I, what it returns (program/call.h).
//
// Whoever trusts the scripts to be the right ones can run them with any solver.
// proof_recheck does not: it takes the invariants only, builds the conditions
// anew from the program, proves them, and compares them with the scripts.
#ifndef PROOF_FILE_H
#define PROOF_FILE_H
#include "answer/check_proof.h"
#include "frontend/frontend.h"

// Writes the certificate of a proof that stands.  'p' is the program it was checked
// on.  False with a reason where it cannot be written, or what was written would not be read back as it was.
bool proof_write(const char *path, const Program *p, const FrontendInput *in, uint32_t n, const Invariant invariants[],
                 const ProofCheck *check, Reason *why);

// Checks a certificate against the program that was read anew with 'in' and made ready in the
// same way.  Where it does not stand, reason and detail say why: the first condition that fails, or
// in what the file is not of this program, or not well-formed.
ProofCheck proof_recheck(const char *path, const Program *p, const FrontendInput *in, const ProofOptions *options);
// The same for a text; 'in' may be NULL: the source files are not looked at.
ProofCheck proof_recheck_text(const char *text, size_t length, const Program *p, const FrontendInput *in,
                              const ProofOptions *options);

// The digest of the program graph, without the places in files it came from.
void proof_program_digest(const Program *p, char *out); // SHA256_TEXT characters
#endif
