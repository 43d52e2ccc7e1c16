// bdd.h - Boolean functions as binary decision diagrams
//
// A Bf is a function of variables 0, 1, 2, ...; equal functions have equal
// handles.  The zero handle is no function: the result of an operation that hit the
// node limit, and of every operation of the table after it.  So a failure is
// never taken for false.
//
// A table keeps all functions built since a mark until the mark is released:
//
//   BfMark m = bf_mark(b);  ... many operations ...  f = bf_release(b, m, f);
//
// or until they are dropped, those that were kept:
//
//   f = bf_keep(b, f);  ... marks and releases ...  bf_drop(b, f);
//
// There is one table per process at a time (the library below has global state).
#ifndef LOGIC_BDD_H
#define LOGIC_BDD_H
#include "logic/term/term.h"

typedef struct Bf {
    uint32_t id;
} Bf;
typedef uint32_t BfMark;
typedef struct Bfs Bfs;

Bfs *bfs_new(uint32_t variables, uint32_t most_nodes); // most_nodes 0: no limit
void bfs_free(Bfs *b);
uint32_t bfs_variables(const Bfs *b);
void bfs_reserve(Bfs *b, uint32_t variables); // at least so many; order by number

BfMark bf_mark(const Bfs *b);
Bf bf_release(Bfs *b, BfMark mark, Bf kept); // frees all functions built since except 'kept', which it returns

Bf bf_keep(Bfs *b, Bf f); // gives it back
void bf_drop(Bfs *b, Bf f);
bool bfs_failed(const Bfs *b); // was the node limit hit?

static inline bool bf_same(Bf a, Bf b) {
    return a.id == b.id && a.id;
}
Bf bf_true(Bfs *b);
Bf bf_false(Bfs *b);
Bf bf_var(Bfs *b, uint32_t variable);
Bf bf_not(Bfs *b, Bf f);
Bf bf_and(Bfs *b, Bf f, Bf g);
Bf bf_or(Bfs *b, Bf f, Bf g);
Bf bf_iff(Bfs *b, Bf f, Bf g);
Bf bf_implies(Bfs *b, Bf f, Bf g);
Bf bf_ite(Bfs *b, Bf c, Bf f, Bf g);
bool bf_leq(Bfs *b, Bf f, Bf g); // f implies g; false where unknown

// Quantification over a set of variables, given as their conjunction.
Bf bf_set(Bfs *b, uint32_t n, const uint32_t variables[]);
Bf bf_exists(Bfs *b, Bf f, Bf set);
Bf bf_forall(Bfs *b, Bf f, Bf set);
Bf bf_and_exists(Bfs *b, Bf f, Bf g, Bf set); // the relational product
// Renames variable from[i] to to[i], all at once; no to[i] may occur in f unless
// it is renamed itself.
Bf bf_rename(Bfs *b, Bf f, uint32_t n, const uint32_t from[], const uint32_t to[]);

// A renaming that is used often; it must not change the order of the variables of a function that it is used on.
typedef struct BfRenaming BfRenaming;
BfRenaming *bf_renaming(Bfs *b, uint32_t n, const uint32_t from[], const uint32_t to[]); // lives as long as the table
Bf bf_renamed(Bfs *b, Bf f, const BfRenaming *renaming);

uint32_t bf_size(Bfs *b, Bf f);                               // nodes
bool bf_pick(Bfs *b, Bf f, uint32_t variables, int8_t out[]); // one model: 0, 1, or -1 for any
// Calls 'each' with the cubes of f, which exclude each other, as bf_pick; stops
// and gives false when it gives false.
typedef bool (*BfCube)(void *context, uint32_t variables, const int8_t cube[]);
bool bf_cubes(Bfs *b, Bf f, uint32_t variables, BfCube each, void *context);

// Variable i stands for the formula atoms[i].
Term bf_to_term(Bfs *b, Terms *t, Bf f, const Term atoms[]);
// The Boolean structure of a formula; each atom must be among the n atoms, else no function.
Bf bf_from_term(Bfs *b, Terms *t, Term formula, uint32_t n, const Term atoms[]);
#endif
