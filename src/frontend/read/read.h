// read.h - inside the front end: how an LLVM module becomes a Program
//
// An LLVM value is a list of leaves, one term for each scalar in its type: a
// struct returned in registers has several, an int one.  i1 is BOOL, all other
// integers and pointers are bit-vectors.  Pure instructions leave no trace in
// the graph: their value is a term over the variables of loads, inputs, calls
// and phi nodes.  That is sound in SSA form: between an instruction and a use
// that it dominates no operand can be assigned again without the
// instruction being executed again.  Only large terms get a variable.
//
// A leaf without a term (id 0) is undefined; reading it makes a fresh input.
#ifndef READ_H
#define READ_H
#include "base/map.h"
#include "frontend/frontend.h"
#include "program/program.h"
#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

typedef struct Leaf { // one scalar of a type
    LLVMTypeRef type;
    Sort sort;
    uint64_t offset; // in memory, from the start of the value
    bool pointer;
} Leaf;
typedef VEC(Leaf) VecLeaf;

typedef struct Slice { // the leaves of a value
    Term *at;
    uint32_t count;
} Slice;

typedef struct Reader {
    Program *p;
    Terms *t;
    const FrontendInput *in;
    LLVMModuleRef module;
    LLVMTargetDataRef layout;
    Map values; // LLVMValueRef -> index in slices
    VEC(Slice) slices;
    Map objects;   // global LLVMValueRef, blockaddress -> ObjId
    Map functions; // LLVMValueRef -> FuncId
    Map outside;   // LLVMTypeRef of calls through pointers -> FuncId
    Map changing;  // variable -> 1: external, and its address goes where volatile loads may find it
    bool looked_for_changing;
    Map undecided;          // instruction or variable -> 1: uses the address of a symbol that is decided later
    VEC(LLVMValueRef) todo; // functions whose body is still to be read, from 'done' on
    uint32_t done;
    Map c_names; // LLVMValueRef -> Name, in this function
    Map files;   // Name -> FileId
    // the function being read
    LLVMValueRef function;
    FuncId func;
    LocId at; // where the next command starts; 0: nothing gets here
    SrcPos pos;
    Map blocks;    // LLVMBasicBlockRef -> LocId
    VarId varargs; // the parameter that holds the address of the variable arguments
    // a call of an intrinsic on vectors that is being read lane by lane (read_vector.c), or NULL
    LLVMValueRef by_lane;
    uint32_t lane;
    Term lane_result;
    bool unknown_constant; // a constant that was read last has leaves that are not known
} Reader;

// ---- emitting (read_llvm.c) ----
void emit(Reader *r, Cmd cmd);                              // from r->at to a new location
void emit_end(Reader *r, Cmd cmd, LocId to);                // ends the path
void read_scope(Reader *r, LLVMValueRef call, bool begins); // read_scope.c
void read_unscoped(Reader *r, LLVMValueRef variable);
uint64_t element_bytes(const Reader *r, LLVMTypeRef type); // of an array; 0: it is none
void emit_trap_if(Reader *r, Term condition, const char *text);
void emit_unmodelled(Reader *r, const char *what); // ends the path
void emit_unmodelled_if(Reader *r, Term condition, const char *what);
VarId emit_input(Reader *r, Sort sort, InputKind kind, const char *text, bool pointer);
VarId new_var(Reader *r, const char *stem, Sort sort, bool pointer);
Term load_leaf(Reader *r, Term address, const Leaf *leaf, LLVMValueRef access);
void store_leaf(Reader *r, Term address, const Leaf *leaf, Term value, LLVMValueRef access);
void want_function(Reader *r, LLVMValueRef function); // its body will be read

const char *stem_of(Reader *r, LLVMValueRef v, const char *otherwise); // for the variable of a value

// Does the function use atomic operations of weaker orders than sequential consistency?  (read_orders.c)
bool read_has_weak_orders(LLVMValueRef function);

// ---- types ----
void type_leaves(Reader *r, LLVMTypeRef type, uint64_t offset, VecLeaf *out);
Leaf type_leaf(Reader *r, LLVMTypeRef type); // of a scalar type
bool type_is_scalar(LLVMTypeRef type);
bool type_is_vector(LLVMTypeRef type);
bool type_is_known(LLVMTypeRef type); // a scalar that has a leaf, or a wide integer
// In memory the lanes of a vector follow each other without the padding that each alone would have: bits, odd sizes.
bool type_is_packed(Reader *r, LLVMTypeRef type);
LLVMTypeRef type_of_lane(LLVMTypeRef type); // of a vector's lanes; else the type itself
Sort bool_sort(Reader *r);
Sort pointer_sort(Reader *r);
Term address_const(Reader *r, uint64_t value); // of pointer width

// ---- values (read_value.c) ----
Slice value_of(Reader *r, LLVMValueRef v);                      // leaves may be undefined
Term value_term(Reader *r, LLVMValueRef v);                     // of a scalar, defined
Term leaf_term(Reader *r, Slice s, uint32_t i, LLVMValueRef v); // defined
Term *copy_terms(Reader *r, uint32_t n, const Term terms[]);    // into the program's arena
void set_value(Reader *r, LLVMValueRef v, uint32_t n, const Term terms[]);
void set_term(Reader *r, LLVMValueRef v, Term term); // of a scalar
void set_undefined(Reader *r, LLVMValueRef v);       // all leaves
Term as_bv(Reader *r, Term a);                       // BOOL -> BV of width 1
Term as_bool(Reader *r, Term a);                     // BV: lowest bit
Term convert_int(Reader *r, Term a, Sort to);        // any scalar to any: cut or extended with zeros
bool read_pure(Reader *r, LLVMValueRef instruction); // false: not a pure instruction
Term gep_term(Reader *r, LLVMValueRef gep);          // instruction or constant expression
ObjId object_of(Reader *r, LLVMValueRef global);     // variable, function or blockaddress

// ---- loop statements (read_loop.c) ----
// After the blocks of the function were read: what the source calls things at the heads of its loops.
// 'blocks' in reverse post-order.
void read_loops(Reader *r, uint32_t n, LLVMBasicBlockRef blocks[]);
LocId block_loc(Reader *r, LLVMBasicBlockRef block);
FileId file_id(Reader *r, const char *text, size_t length);

// ---- functions without body that pointers lead to (read_outside.c) ----
// A function that calls 'declared', which has no body; NULL: that cannot be told.
LLVMValueRef outside_caller(Reader *r, LLVMValueRef declared);
// There will be a function that stands for those of the environment with the type of this call.
void want_outside(Reader *r, LLVMValueRef call);

// ---- the start and the end of the program (read_start.c) ----
FuncId read_start(Reader *r, LLVMValueRef entry); // the function in which a run starts
LLVMValueRef end_function(Reader *r);             // what is called behind 'entry' (libc/exit.c), or NULL
void read_destructors(Reader *r);                 // calls them
// Which instructions and variables use a weak symbol that nobody defines, whose address may be null, or a function
// that is chosen when the program is loaded.
void find_undecided(Reader *r);

// ---- volatile memory that others change (read_volatile.c) ----
// True: the volatile load or store is one of the environment's memory, and is dealt with.
bool read_volatile(Reader *r, LLVMValueRef access);
// May the volatile load be one of a variable that others change?  Its leaves then become what was read or anything.
void blur_volatile(Reader *r, LLVMValueRef load, const VecLeaf *leaves, Term terms[]);

// ---- integers of more than 128 bits (read_wide.c) ----
bool type_is_wide(LLVMTypeRef type);
void wide_leaves(Reader *r, LLVMTypeRef type, uint64_t offset, VecLeaf *out);
void wide_const(Reader *r, LLVMValueRef v, VecTerm *out);
bool read_wide(Reader *r, LLVMValueRef instruction); // false: not known

// ---- vectors (read_vector.c) ----
// Why this instruction cannot be read, as it has operands or a result of types that are not modelled; NULL: it can.
const char *odd_types(Reader *r, LLVMValueRef instruction);
// Of packed vectors of up to 128 bits.
Leaf packed_leaf(Reader *r, LLVMTypeRef type);
void load_packed(Reader *r, LLVMValueRef load, Term address);
void store_packed(Reader *r, LLVMValueRef store, Term address);
void read_extract_element(Reader *r, LLVMValueRef v);
void read_insert_element(Reader *r, LLVMValueRef v);
void read_shuffle(Reader *r, LLVMValueRef v);
// The bits of 'from', the first leaf lowest, as leaves of a type of as many bits.
void read_bits(Reader *r, LLVMValueRef from, LLVMTypeRef type, VecTerm *out);
bool type_is_bfloat(LLVMTypeRef type);      // or a vector of them: bit-vectors
Term float_of_bfloat(Reader *r, Term a);    // its bits
Term bfloat_of_float(Reader *r, Term bits); // from the bits of a float, rounded to nearest even
// An intrinsic that works lane by lane, or joins all lanes.  False: not known.
bool read_vector_intrinsic(Reader *r, LLVMValueRef call, const char *name);

// ---- inline assembly (read_asm.c) ----
void read_asm(Reader *r, LLVMValueRef call, LLVMValueRef code);

// ---- calls (read_call.c, read_intrinsic.c) ----
void read_call(Reader *r, LLVMValueRef call);
const char *watched_name(Reader *r, LLVMValueRef function);          // its name if calls of it are events, else NULL
void read_watched_call(Reader *r, const char *name);                 // the event; ends the path
bool read_intrinsic(Reader *r, LLVMValueRef call, const char *name); // false: not known
// An intrinsic on numbers; of a vector the lane that is being read.
bool read_number_intrinsic(Reader *r, LLVMValueRef call, const char *name);
// What llvm.vector.reduce.NAME does with two lanes; no term: not known.
Term combine_lanes(Reader *r, const char *name, Term a, Term b);
void read_binding(Reader *r, LLVMValueRef call, bool declare); // llvm.dbg.value, llvm.dbg.declare
const char *constant_text(LLVMValueRef text);                  // of a constant string, or NULL (formats.c)
// What printf, puts or putchar give back, or the least number they may; false: not known (print_count.c).
bool print_count(Reader *r, LLVMValueRef call, const char *name, Term *count, bool *exact);
bool formats_are_plain(Reader *r, bool scanning); // of all calls of scanf and its kin, or of printf's (formats.c)
// What a debug intrinsic binds to which C variable; false: nothing we can use.
LLVMMetadataRef node_operand(Reader *r, LLVMMetadataRef node, unsigned i); // NULL: none
// The C type behind typedefs and qualifiers: the name of an arithmetic type, "enum", "*" of a pointer, else none.
Name plain_type(Reader *r, LLVMMetadataRef type);
bool binding_parts(Reader *r, LLVMValueRef call, LLVMValueRef *value, Name *c_name);
#endif
