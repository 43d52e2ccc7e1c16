// read_value.c - constants and pure instructions as terms; global objects
#include "frontend/read/read.h"
#include "frontend/variants.h"
#include "program/step/encode.h"
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

// ---- conversions between scalars ----
Term as_bv(Reader *r, Term a) {
    if (sort_kind(r->t, term_sort(r->t, a)) != SORT_BOOL)
        return a;
    return term_ite(r->t, a, term_bv(r->t, 1, 1), term_bv(r->t, 0, 1));
}

Term as_bool(Reader *r, Term a) {
    if (sort_kind(r->t, term_sort(r->t, a)) == SORT_BOOL)
        return a;
    return term_eq(r->t, term_extract(r->t, a, 0, 0), term_bv(r->t, 1, 1));
}

Term convert_int(Reader *r, Term a, Sort to) {
    Sort from = term_sort(r->t, a);
    if (from.id == to.id)
        return a;
    if (sort_kind(r->t, from) == SORT_FLOAT)
        program_uses_floats(r->p, FLOATS_LOOKED_AT);
    if (sort_kind(r->t, from) == SORT_FLOAT)
        a = term_convert(r->t, OP_FP_TO_BITS, sort_bv(r->t, sort_width(r->t, from)), a);
    if (sort_kind(r->t, to) == SORT_BOOL)
        return as_bool(r, a);
    a = as_bv(r, a);
    uint32_t have = sort_width(r->t, term_sort(r->t, a)), want = sort_width(r->t, to);
    if (have > want)
        a = term_extract(r->t, a, want - 1, 0);
    else if (have < want)
        a = term_zext(r->t, a, want);
    return sort_kind(r->t, to) == SORT_FLOAT ? term_convert(r->t, OP_FP_FROM_BITS, to, a) : a;
}

static Term sign_convert(Reader *r, Term a, Sort to) {
    assert(sort_kind(r->t, to) == SORT_BV);
    a = as_bv(r, a);
    uint32_t have = sort_width(r->t, term_sort(r->t, a)), want = sort_width(r->t, to);
    return have < want ? term_sext(r->t, a, want) : convert_int(r, a, to);
}

// ---- the table of values ----
Term *copy_terms(Reader *r, uint32_t n, const Term terms[]) {
    assert(!n || terms);
    Term *copy = arena_array(r->p->arena, Term, n);
    if (n)
        memcpy(copy, terms, n * sizeof *terms);
    return copy;
}

// What takes a value for one number where it is several is not ready for such types.
static const char several_numbers[] = "a vector or a wide integer where a number is expected";

// A value that has more leaves than it was given is not known.
static bool has_leaves(Reader *r, LLVMTypeRef type, uint32_t n) {
    VecLeaf leaves = { 0 };
    type_leaves(r, type, 0, &leaves);
    bool right = leaves.count == n;
    vec_free(&leaves);
    return right;
}

void set_value(Reader *r, LLVMValueRef v, uint32_t n, const Term terms[]) {
    LLVMTypeRef type = LLVMTypeOf(v);
    if (type_is_scalar(type) ? n != 1 && type_is_known(type) : !has_leaves(r, type, n)) {
        emit_unmodelled(r, several_numbers);
        set_undefined(r, v);
        return;
    }
    Slice s = { copy_terms(r, n, terms), n };
    map_put(&r->values, (uintptr_t)v, r->slices.count);
    vec_push(&r->slices, s);
}

void set_undefined(Reader *r, LLVMValueRef v) {
    VecLeaf leaves = { 0 };
    type_leaves(r, LLVMTypeOf(v), 0, &leaves);
    set_value(r, v, leaves.count, arena_array(r->p->arena, Term, leaves.count));
    vec_free(&leaves);
}

void set_term(Reader *r, LLVMValueRef v, Term term) {
    if (v == r->by_lane) {
        r->lane_result = term;
    } else if (type_is_scalar(LLVMTypeOf(v))) {
        set_value(r, v, 1, &term);
    } else {
        emit_unmodelled(r, several_numbers);
        set_undefined(r, v);
    }
}

Term leaf_term(Reader *r, Slice s, uint32_t i, LLVMValueRef v) {
    assert(i < s.count);
    if (s.at[i].id)
        return s.at[i];
    VecLeaf leaves = { 0 };
    type_leaves(r, LLVMTypeOf(v), 0, &leaves);
    Leaf leaf = leaves.at[i];
    vec_free(&leaves);
    if (!r->at) // only initial values of globals: any value will do
        return convert_int(r, term_bv(r->t, 0, 1), leaf.sort);
    return var_term(r->p, emit_input(r, leaf.sort, INPUT_UNINIT, "undefined value", leaf.pointer));
}

// ---- constants ----
// LLVM-C gives no access to constants wider than 64 bits but by their text.
static Term wide_int(Reader *r, LLVMValueRef v, uint32_t width) {
    assert(width > 64 && width <= 128);
    char *text = LLVMPrintValueToString(v); // "i128 -12"
    const char *digits = strchr(text, ' ') + 1;
    bool negative = *digits == '-';
    unsigned __int128 n = 0;
    for (digits += negative; *digits >= '0' && *digits <= '9'; digits++)
        n = n * 10 + (unsigned)(*digits - '0');
    LLVMDisposeMessage(text);
    if (negative)
        n = -n;
    return term_bv128(r->t, (uint64_t)n, (uint64_t)(n >> 64), width);
}

static Term int_const(Reader *r, LLVMValueRef v) {
    assert(LLVMIsAConstantInt(v));
    uint32_t width = LLVMGetIntTypeWidth(LLVMTypeOf(v));
    if (width == 1)
        return term_bool(r->t, LLVMConstIntGetZExtValue(v) != 0);
    return width <= 64 ? term_bv(r->t, LLVMConstIntGetZExtValue(v), width) : wide_int(r, v, width);
}

// A number would lose the payload of a NaN: the bits as an integer, or, where that has more than 64 bits, as text.
// "x86_fp80 0xK4000C000000000000000": 4 digits of sign and exponent, 16 of the significand with its
// integer bit.  "fp128 0xL" low, high.
static Term float_const(Reader *r, LLVMValueRef v, Sort sort) {
    uint32_t width = sort_width(r->t, sort);
    if (width <= 64) {
        LLVMTypeRef integer = LLVMIntTypeInContext(LLVMGetModuleContext(r->module), width);
        LLVMValueRef bits = LLVMConstBitCast(v, integer);
        assert(LLVMIsAConstantInt(bits));
        return term_fp_bits(r->t, LLVMConstIntGetZExtValue(bits), 0, sort);
    }
    char *text = LLVMPrintValueToString(v);
    const char *hex = strstr(text, "0x");
    uint64_t high = 0, low = 0;
    assert(hex && (hex[2] == 'K' || hex[2] == 'L'));
    if (hex[2] == 'K')
        sscanf(hex + 3, "%4lx%16lx", &high, &low);
    else
        sscanf(hex + 3, "%16lx%16lx", &low, &high);
    LLVMDisposeMessage(text);
    return term_fp_bits(r->t, low, high, sort);
}

static Term cast_term(Reader *r, LLVMOpcode op, Term a, Sort to);
// 32-bit x86 has registers of 80 bits for float and double, and compilers use them unless told otherwise.
static Term float_term(Reader *r, Op op, Term a, Term b) {
    program_uses_floats(r->p, FLOATS_COMPUTED);
    if (r->p->pointer_bits == 32 && sort_width(r->t, term_sort(r->t, a)) <= 64)
        program_assume_that(r->p,
                            "float and double are rounded as such at each step (compiled with -msse2 -mfpmath=sse)");
    return term_2(r->t, op, a, b);
}

static Term binary_term(Reader *r, LLVMOpcode op, Term a, Term b);

// Of scalars.  No term: not known.
static Term const_expr(Reader *r, LLVMValueRef v) {
    assert(LLVMIsAConstantExpr(v));
    LLVMOpcode op = LLVMGetConstOpcode(v);
    for (int i = 0; i < LLVMGetNumOperands(v); i++)
        if (!type_is_scalar(LLVMTypeOf(LLVMGetOperand(v, (unsigned)i))))
            return (Term){ 0 };
    switch (op) {
    case LLVMGetElementPtr:
        return gep_term(r, v);
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMXor:
    case LLVMAnd:
    case LLVMOr:
    case LLVMShl:
        return binary_term(r, op, value_term(r, LLVMGetOperand(v, 0)), value_term(r, LLVMGetOperand(v, 1)));
    case LLVMTrunc:
    case LLVMPtrToInt:
    case LLVMIntToPtr:
    case LLVMBitCast:
    case LLVMAddrSpaceCast:
        return cast_term(r, op, value_term(r, LLVMGetOperand(v, 0)), type_leaf(r, LLVMTypeOf(v)).sort);
    default:
        return (Term){ 0 };
    }
}

static bool is_bitcast(LLVMValueRef v) {
    return LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMBitCast;
}

// Leaves that are not known are undefined, and behind 'unmodelled'.
static void unknown_const(Reader *r, LLVMTypeRef type, VecTerm *out) {
    VecLeaf leaves = { 0 };
    type_leaves(r, type, 0, &leaves);
    for (uint32_t i = 0; i < leaves.count; i++)
        vec_push(out, (Term){ 0 });
    vec_free(&leaves);
    r->unknown_constant = true;
    emit_unmodelled(r, "a constant expression on vectors");
}

// The leaves of a constant, in order; undefined ones have no term.
static void const_leaves(Reader *r, LLVMValueRef v, VecTerm *out) {
    LLVMTypeRef type = LLVMTypeOf(v);
    if (!type_is_scalar(type)) {
        VecLeaf leaves = { 0 };
        LLVMTypeKind kind = LLVMGetTypeKind(type);
        if (LLVMIsAConstantInt(v)) {
            wide_const(r, v, out);
            return;
        }
        bool zero = LLVMIsAConstantAggregateZero(v) != NULL, undefined = LLVMIsUndef(v);
        uint32_t n = kind == LLVMStructTypeKind  ? LLVMCountStructElementTypes(type)
                     : kind == LLVMArrayTypeKind ? (uint32_t)LLVMGetArrayLength2(type)
                                                 : LLVMGetVectorSize(type);
        if (zero || undefined) {
            type_leaves(r, type, 0, &leaves);
            for (uint32_t i = 0; i < leaves.count; i++)
                vec_push(out, zero ? convert_int(r, term_bv(r->t, 0, 1), leaves.at[i].sort) : (Term){ 0 });
            vec_free(&leaves);
            return;
        }
        bool plain = !LLVMIsAConstantExpr(v);
        if (is_bitcast(v))
            read_bits(r, LLVMGetOperand(v, 0), type, out);
        else if (!plain)
            unknown_const(r, type, out);
        for (uint32_t i = 0; plain && i < n; i++)
            const_leaves(r, LLVMGetAggregateElement(v, i), out);
        return;
    }
    Leaf leaf = type_leaf(r, type);
    Term term = { 0 };
    if (LLVMIsUndef(v))
        term = (Term){ 0 };
    else if (LLVMIsAConstantInt(v))
        term = int_const(r, v);
    else if (type_is_bfloat(type))
        term = int_const(r, LLVMConstBitCast(v, LLVMInt16TypeInContext(LLVMGetModuleContext(r->module))));
    else if (LLVMIsAConstantFP(v))
        term = float_const(r, v, leaf.sort);
    else if (LLVMIsAConstantPointerNull(v))
        term = address_const(r, 0);
    else if (LLVMIsAGlobalAlias(v))
        term = value_term(r, LLVMAliasGetAliasee(v));
    else if (LLVMIsAGlobalValue(v) || LLVMIsABlockAddress(v)) {
        ObjId object = object_of(r, v); // may move the objects
        term = var_term(r->p, r->p->objects.at[object].address);
    } else if (is_bitcast(v)) {
        read_bits(r, LLVMGetOperand(v, 0), type, out);
        return;
    } else if (LLVMIsAConstantExpr(v)) {
        term = const_expr(r, v);
        if (!term.id) {
            unknown_const(r, type, out);
            return;
        }
    } else
        bug("constant of an unknown kind");
    vec_push(out, term);
}

Slice value_of(Reader *r, LLVMValueRef v) {
    uint32_t index;
    if (map_get(&r->values, (uintptr_t)v, &index) && index != UINT32_MAX)
        return r->slices.at[index];
    if (!LLVMIsConstant(v))
        bug("a value is used before it is defined");
    VecTerm terms = { 0 };
    bool unknown_before = r->unknown_constant;
    r->unknown_constant = false;
    const_leaves(r, v, &terms);
    set_value(r, v, terms.count, terms.at);
    Slice s = vec_last(&r->slices);
    if (r->unknown_constant) // the next use is unmodelled, too
        map_put(&r->values, (uintptr_t)v, UINT32_MAX);
    r->unknown_constant |= unknown_before;
    vec_free(&terms);
    return s;
}

Term value_term(Reader *r, LLVMValueRef v) {
    Slice s = value_of(r, v);
    if (s.count != 1)
        emit_unmodelled(r, several_numbers);
    return leaf_term(r, s, 0, v);
}

// ---- global objects ----
static void init_const(Reader *r, ObjId id, uint64_t offset, Term term, uint64_t bytes) {
    assert(offset + bytes <= r->p->objects.at[id].size);
    uint64_t low, high;
    term_bits(r->t, term, &low, &high);
    for (uint64_t i = 0; i < bytes && i < 16; i++)
        r->p->objects.at[id].init[offset + i] = (uint8_t)((i < 8 ? low >> 8 * i : high >> 8 * (i - 8)));
}

static void init_leaves(Reader *r, ObjId id, uint64_t offset, LLVMValueRef v);

static void init_bytes(Reader *r, ObjId id, uint64_t offset, LLVMValueRef v) {
    LLVMTypeRef type = LLVMTypeOf(v);
    if (LLVMIsNull(v) || LLVMIsUndef(v))
        return;
    if (LLVMIsConstantString(v)) {
        size_t length;
        const char *text = LLVMGetAsString(v, &length);
        assert(offset + length <= r->p->objects.at[id].size);
        memcpy(r->p->objects.at[id].init + offset, text, length);
        return;
    }
    if (type_is_scalar(type) || type_is_wide(type) || type_is_vector(type) || LLVMIsAConstantExpr(v)) {
        init_leaves(r, id, offset, v);
        return;
    }
    bool is_struct = LLVMGetTypeKind(type) == LLVMStructTypeKind;
    LLVMTypeRef element = is_struct ? NULL : LLVMGetElementType(type);
    uint64_t stride = is_struct ? 0 : LLVMABISizeOfType(r->layout, element);
    uint64_t n = is_struct ? LLVMCountStructElementTypes(type) : LLVMGetArrayLength2(type);
    for (uint64_t i = 0; i < n; i++) {
        uint64_t at = is_struct ? LLVMOffsetOfElement(r->layout, type, (unsigned)i) : i * stride;
        init_bytes(r, id, offset + at, LLVMGetAggregateElement(v, (unsigned)i));
    }
}

// &object, or &object + constant
static bool split_address(Reader *r, Term a, ObjId *object, int64_t *addend) {
    *addend = 0;
    if (term_op(r->t, a) == OP_BV_ADD && term_arity(r->t, a) == 2) {
        uint32_t k = term_is_const(r->t, term_arg(r->t, a, 0)) ? 0 : 1;
        Term constant = term_arg(r->t, a, k);
        if (!term_is_const(r->t, constant))
            return false;
        uint64_t low, high, bits = r->p->pointer_bits;
        term_bits(r->t, constant, &low, &high);
        *addend = (int64_t)(low << (64 - bits)) >> (64 - bits);
        a = term_arg(r->t, a, 1 - k);
    }
    VarId var = program_var_of(r->p, a);
    *object = var && r->p->vars.at[var].kind == VAR_ADDRESS ? r->p->vars.at[var].object : 0;
    return *object != 0;
}

static void init_leaf(Reader *r, ObjId id, uint64_t offset, const Leaf *leaf, Term term) {
    assert(id && id < r->p->objects.count);
    ObjId target;
    int64_t addend;
    Object *o = &r->p->objects.at[id];
    if (term.id && term_is_const(r->t, term)) {
        init_const(r, id, offset, term, LLVMStoreSizeOfType(r->layout, leaf->type));
    } else if (term.id && sort_width(r->t, term_sort(r->t, term)) == r->p->pointer_bits &&
               split_address(r, term, &target, &addend)) {
        vec_push(&o->relocs, (Reloc){ offset, target, addend });
    } else {
        o->external = true;
        program_assume_that(
            r->p, arena_printf(r->p->arena, "the initial value of %s may be anything", program_text(r->p, o->name)));
    }
}

static void init_leaves(Reader *r, ObjId id, uint64_t offset, LLVMValueRef v) {
    VecLeaf leaves = { 0 };
    bool packed = type_is_packed(r, LLVMTypeOf(v));
    Slice s = value_of(r, v);
    type_leaves(r, LLVMTypeOf(v), offset, &leaves);
    for (uint32_t i = 0; i < leaves.count; i++)
        init_leaf(r, id, leaves.at[i].offset, &leaves.at[i], packed ? (Term){ 0 } : s.at[i]);
    vec_free(&leaves);
}

static ObjId function_object(Reader *r, LLVMValueRef function) {
    want_function(r, function);
    FuncId func = map_find(&r->functions, (uintptr_t)function);
    r->p->funcs.at[func].address_taken = true;
    if (!r->p->funcs.at[func].object) {
        ObjId id = program_object(r->p, OBJ_FUNCTION, LLVMGetValueName2(function, &(size_t){ 0 }));
        r->p->objects.at[id].func = func;
        r->p->objects.at[id].size = 1;
        r->p->objects.at[id].constant = true;
        r->p->vars.at[r->p->objects.at[id].address].pointer = true;
        r->p->funcs.at[func].object = id;
    }
    return r->p->funcs.at[func].object;
}

static ObjId block_object(Reader *r, LLVMValueRef address) {
    LLVMBasicBlockRef block = LLVMGetBlockAddressBasicBlock(address);
    uint32_t known;
    if (map_get(&r->objects, (uintptr_t)block, &known))
        return known;
    ObjId id = program_object(r->p, OBJ_FUNCTION, "label");
    r->p->objects.at[id].size = 1;
    r->p->objects.at[id].constant = true;
    map_put(&r->objects, (uintptr_t)block, id);
    return id;
}

// What debug information says of a global variable: its C type, and where it is declared.
static void read_declaration(Reader *r, LLVMValueRef v, Object *o) {
    enum { TYPE = 3 };
    size_t n = 0;
    unsigned length = 0;
    LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(v, &n);
    for (unsigned i = 0; i < n && !o->c_type.id; i++) {
        LLVMMetadataRef node = LLVMValueMetadataEntriesGetMetadata(entries, i);
        if (LLVMGetMetadataKind(node) != LLVMDIGlobalVariableExpressionMetadataKind)
            continue;
        LLVMMetadataRef variable = LLVMDIGlobalVariableExpressionGetVariable(node),
                        in = LLVMDIVariableGetFile(variable);
        const char *file = in ? LLVMDIFileGetFilename(in, &length) : NULL;
        o->c_type = plain_type(r, node_operand(r, variable, TYPE));
        o->pos = (SrcPos){ file_id(r, file ? file : "", length), LLVMDIVariableGetLine(variable), 1 };
    }
    LLVMDisposeValueMetadataEntries(entries);
}

// By other files; not what models of the library have for themselves.
static bool can_be_named(LLVMValueRef v, const char *name) {
    static const char *const ours[] = { "stdin", "stdout", "stderr" };
    LLVMLinkage linkage = LLVMGetLinkage(v);
    for (size_t i = 0; i < COUNT(ours); i++)
        if (!strcmp(name, ours[i]))
            return false;
    return linkage != LLVMInternalLinkage && linkage != LLVMPrivateLinkage && strncmp(name, "__hone_", 7) != 0;
}

enum { UNKNOWN_SIZE = 1 << 16 }; // bytes of an external object of unknown size

static ObjId variable_object(Reader *r, LLVMValueRef v) {
    LLVMTypeRef type = LLVMGlobalGetValueType(v);
    const char *name = LLVMGetValueName2(v, &(size_t){ 0 });
    ObjId id = program_object(r->p, OBJ_GLOBAL, *name ? name : "unnamed");
    map_put(&r->objects, (uintptr_t)v, id); // before the initial value, which may refer to it
    Object *o = &r->p->objects.at[id];
    o->c_name = *name && *name != '.' ? program_name(r->p, name) : (Name){ 0 };
    read_declaration(r, v, o);
    o->size = LLVMTypeIsSized(type) ? LLVMABISizeOfType(r->layout, type) : 0;
    o->element = LLVMTypeIsSized(type) ? element_bytes(r, type) : 0;
    bool variable = LLVMIsAGlobalVariable(v) != NULL; // else a function that is chosen when the program is loaded
    unsigned align = variable ? LLVMGetAlignment(v) : 0;
    o->align = align ? align : LLVMTypeIsSized(type) ? LLVMABIAlignmentOfType(r->layout, type) : 1;
    o->shared = can_be_named(v, name);
    o->thread_local = variable && LLVMIsThreadLocal(v) && starts_threads(r->module); // else it is as any other
    r->p->vars.at[o->address].pointer = true;
    LLVMValueRef init = variable ? LLVMGetInitializer(v) : NULL;
    o->constant = init && LLVMIsGlobalConstant(v); // where it is defined an external one may be no constant
    if (map_find(&r->undecided, (uintptr_t)v)) {
        o->external = true;
    } else if (!init) {
        o->external = true;
        program_assume_that(r->p, arena_printf(r->p->arena, "the external variable %s may hold anything", name));
        if (!o->size) { // an array without a size, or a type that is not complete here
            o->size = UNKNOWN_SIZE;
            program_assume_that(r->p, arena_printf(r->p->arena,
                                                   "accesses to the external variable %s, whose size is not known, "
                                                   "stay within its first %d bytes",
                                                   name, UNKNOWN_SIZE));
        }
    } else if (!LLVMIsNull(init)) {
        LocId at = r->at; // nothing is executed here
        o->init = arena_alloc(r->p->arena, o->size);
        r->at = 0;
        init_bytes(r, id, 0, init);
        r->at = at;
    }
    return id;
}

ObjId object_of(Reader *r, LLVMValueRef v) {
    assert(LLVMIsAGlobalValue(v) || LLVMIsABlockAddress(v));
    if (LLVMIsABlockAddress(v))
        return block_object(r, v);
    if (LLVMIsAFunction(v))
        return function_object(r, v);
    uint32_t known;
    return map_get(&r->objects, (uintptr_t)v, &known) ? known : variable_object(r, v);
}

// ---- pure instructions ----
static Term index_term(Reader *r, LLVMValueRef index) {
    return sign_convert(r, value_term(r, index), pointer_sort(r));
}

Term gep_term(Reader *r, LLVMValueRef gep) {
    Term address = value_term(r, LLVMGetOperand(gep, 0));
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    unsigned n = (unsigned)LLVMGetNumOperands(gep);
    for (unsigned i = 1; i < n; i++) {
        LLVMValueRef index = LLVMGetOperand(gep, i);
        if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            unsigned field = (unsigned)LLVMConstIntGetZExtValue(index);
            address = term_2(r->t, OP_BV_ADD, address, address_const(r, LLVMOffsetOfElement(r->layout, type, field)));
            type = LLVMStructGetTypeAtIndex(type, field);
            continue;
        }
        if (i > 1)
            type = LLVMGetElementType(type);
        Term size = address_const(r, LLVMABISizeOfType(r->layout, type));
        address = term_2(r->t, OP_BV_ADD, address, term_2(r->t, OP_BV_MUL, size, index_term(r, index)));
    }
    return address;
}

// A shift by the width or more is undefined in C; like the processor, which
// counterexamples run on, we take the amount modulo the width.
static Term shift_amount(Reader *r, Term amount) {
    assert(sort_kind(r->t, term_sort(r->t, amount)) == SORT_BV);
    uint32_t width = sort_width(r->t, term_sort(r->t, amount));
    if (width & (width - 1))
        return amount;
    return term_2(r->t, OP_BV_AND, amount, term_bv(r->t, width - 1, width));
}

static Term binary_term(Reader *r, LLVMOpcode op, Term a, Term b) {
    assert(term_sort(r->t, a).id == term_sort(r->t, b).id);
    Terms *t = r->t;
    if (sort_kind(t, term_sort(t, a)) == SORT_BOOL) {
        switch (op) {
        case LLVMAnd:
            return term_and(t, a, b);
        case LLVMOr:
            return term_or(t, a, b);
        case LLVMXor:
        case LLVMAdd:
        case LLVMSub:
            return term_not(t, term_eq(t, a, b));
        default:
            return as_bool(r, binary_term(r, op, as_bv(r, a), as_bv(r, b)));
        }
    }
    switch (op) {
    case LLVMAdd:
        return term_2(t, OP_BV_ADD, a, b);
    case LLVMSub:
        return term_bv_sub(t, a, b);
    case LLVMMul:
        return term_2(t, OP_BV_MUL, a, b);
    case LLVMUDiv:
        return term_2(t, OP_BV_UDIV, a, b);
    case LLVMSDiv:
        return term_2(t, OP_BV_SDIV, a, b);
    case LLVMURem:
        return term_2(t, OP_BV_UREM, a, b);
    case LLVMSRem:
        return term_2(t, OP_BV_SREM, a, b);
    case LLVMShl:
        return term_2(t, OP_BV_SHL, a, shift_amount(r, b));
    case LLVMLShr:
        return term_2(t, OP_BV_LSHR, a, shift_amount(r, b));
    case LLVMAShr:
        return term_2(t, OP_BV_ASHR, a, shift_amount(r, b));
    case LLVMAnd:
        return term_2(t, OP_BV_AND, a, b);
    case LLVMOr:
        return term_2(t, OP_BV_OR, a, b);
    case LLVMXor:
        return term_2(t, OP_BV_XOR, a, b);
    case LLVMFAdd:
        return float_term(r, OP_FP_ADD, a, b);
    case LLVMFSub:
        return float_term(r, OP_FP_SUB, a, b);
    case LLVMFMul:
        return float_term(r, OP_FP_MUL, a, b);
    case LLVMFDiv:
        return float_term(r, OP_FP_DIV, a, b);
    case LLVMFRem:
        program_uses_floats(r->p, FLOATS_COMPUTED);
        return term_2(t, OP_FP_FMOD, a, b);
    default:
        bug("binary operation %d", op);
    }
}

static Term cast_term(Reader *r, LLVMOpcode op, Term a, Sort to) {
    switch (op) {
    case LLVMSExt:
        return sign_convert(r, a, to);
    case LLVMFPToSI:
    case LLVMFPToUI:
        if (sort_kind(r->t, to) == SORT_BOOL)
            return as_bool(r, cast_term(r, op, a, sort_bv(r->t, 8)));
        return term_convert(r->t, op == LLVMFPToSI ? OP_FP_TO_SBV : OP_FP_TO_UBV, to, a);
    case LLVMSIToFP:
        return term_convert(r->t, OP_FP_FROM_SBV, to, as_bv(r, a));
    case LLVMUIToFP:
        return term_convert(r->t, OP_FP_FROM_UBV, to, as_bv(r, a));
    case LLVMFPExt:
    case LLVMFPTrunc:
        program_uses_floats(r->p, FLOATS_COMPUTED);
        return term_convert(r->t, OP_FP_FROM_FP, to, a);
    case LLVMTrunc:
    case LLVMZExt:
    case LLVMPtrToInt:
    case LLVMIntToPtr:
    case LLVMBitCast:
    case LLVMAddrSpaceCast:
        return convert_int(r, a, to);
    default:
        bug("conversion %d", op);
    }
}

static Term icmp_term(Reader *r, LLVMIntPredicate predicate, Term a, Term b) {
    assert(term_sort(r->t, a).id == term_sort(r->t, b).id);
    Terms *t = r->t;
    if (predicate == LLVMIntEQ || predicate == LLVMIntNE) {
        Term eq = term_eq(t, a, b);
        return predicate == LLVMIntEQ ? eq : term_not(t, eq);
    }
    a = as_bv(r, a);
    b = as_bv(r, b);
    switch (predicate) {
    case LLVMIntUGT:
        return term_2(t, OP_BV_ULT, b, a);
    case LLVMIntUGE:
        return term_2(t, OP_BV_ULE, b, a);
    case LLVMIntULT:
        return term_2(t, OP_BV_ULT, a, b);
    case LLVMIntULE:
        return term_2(t, OP_BV_ULE, a, b);
    case LLVMIntSGT:
        return term_2(t, OP_BV_SLT, b, a);
    case LLVMIntSGE:
        return term_2(t, OP_BV_SLE, b, a);
    case LLVMIntSLT:
        return term_2(t, OP_BV_SLT, a, b);
    case LLVMIntSLE:
        return term_2(t, OP_BV_SLE, a, b);
    default:
        bug("integer comparison %d", predicate);
    }
}

static Term fcmp_term(Reader *r, LLVMRealPredicate predicate, Term a, Term b) {
    assert(sort_kind(r->t, term_sort(r->t, a)) == SORT_FLOAT && term_sort(r->t, a).id == term_sort(r->t, b).id);
    Terms *t = r->t;
    Term nan = term_or(t, term_1(t, OP_FP_IS_NAN, a), term_1(t, OP_FP_IS_NAN, b));
    switch (predicate) {
    case LLVMRealPredicateFalse:
        return term_false(t);
    case LLVMRealPredicateTrue:
        return term_true(t);
    case LLVMRealORD:
        return term_not(t, nan);
    case LLVMRealUNO:
        return nan;
    case LLVMRealOEQ:
        return term_2(t, OP_FP_EQ, a, b);
    case LLVMRealUNE:
        return term_not(t, term_2(t, OP_FP_EQ, a, b));
    case LLVMRealUEQ:
        return term_or(t, nan, term_2(t, OP_FP_EQ, a, b));
    case LLVMRealONE:
        return term_not(t, term_or(t, nan, term_2(t, OP_FP_EQ, a, b)));
    case LLVMRealOGT:
        return term_2(t, OP_FP_LT, b, a);
    case LLVMRealOGE:
        return term_2(t, OP_FP_LE, b, a);
    case LLVMRealOLT:
        return term_2(t, OP_FP_LT, a, b);
    case LLVMRealOLE:
        return term_2(t, OP_FP_LE, a, b);
    case LLVMRealUGT: // not (a <= b)
        return term_not(t, term_2(t, OP_FP_LE, a, b));
    case LLVMRealUGE:
        return term_not(t, term_2(t, OP_FP_LT, a, b));
    case LLVMRealULT:
        return term_not(t, term_2(t, OP_FP_LE, b, a));
    case LLVMRealULE:
        return term_not(t, term_2(t, OP_FP_LT, b, a));
    }
    bug("float comparison %d", predicate);
}

// Division by zero, and the one quotient that does not fit, stop the processor.
static void trap_division(Reader *r, LLVMOpcode op, Term a, Term b) {
    assert(op == LLVMSDiv || op == LLVMSRem || op == LLVMUDiv || op == LLVMURem);
    if (sort_kind(r->t, term_sort(r->t, b)) == SORT_BOOL)
        a = as_bv(r, a), b = as_bv(r, b);
    uint32_t width = sort_width(r->t, term_sort(r->t, b));
    emit_trap_if(r, term_eq(r->t, b, term_bv(r->t, 0, width)), DIVISION_BY_ZERO);
    if ((op != LLVMSDiv && op != LLVMSRem) || width < 32)
        return;
    Term least =
        width <= 64 ? term_bv(r->t, 1ull << (width - 1), width) : term_bv128(r->t, 0, 1ull << (width - 65), width);
    Term minus_1 = term_sext(r->t, term_bv(r->t, 1, 1), width);
    emit_trap_if(r, term_and(r->t, term_eq(r->t, a, least), term_eq(r->t, b, minus_1)), "division overflow");
}

// ---- aggregates ----
static uint32_t leaf_index(Reader *r, LLVMTypeRef type, const unsigned *indices, unsigned n, LLVMTypeRef *found) {
    uint32_t index = 0;
    VecLeaf before = { 0 };
    for (unsigned i = 0; i < n; i++) {
        bool is_struct = LLVMGetTypeKind(type) == LLVMStructTypeKind;
        for (unsigned k = 0; k < indices[i]; k++) {
            before.count = 0;
            type_leaves(r, is_struct ? LLVMStructGetTypeAtIndex(type, k) : LLVMGetElementType(type), 0, &before);
            index += before.count;
        }
        type = is_struct ? LLVMStructGetTypeAtIndex(type, indices[i]) : LLVMGetElementType(type);
    }
    vec_free(&before);
    *found = type;
    return index;
}

static void read_extract(Reader *r, LLVMValueRef v) {
    LLVMValueRef whole = LLVMGetOperand(v, 0);
    LLVMTypeRef part;
    uint32_t first = leaf_index(r, LLVMTypeOf(whole), LLVMGetIndices(v), LLVMGetNumIndices(v), &part);
    VecLeaf leaves = { 0 };
    type_leaves(r, part, 0, &leaves);
    set_value(r, v, leaves.count, value_of(r, whole).at + first);
    vec_free(&leaves);
}

static void read_insert(Reader *r, LLVMValueRef v) {
    LLVMValueRef whole = LLVMGetOperand(v, 0), part = LLVMGetOperand(v, 1);
    LLVMTypeRef found;
    uint32_t first = leaf_index(r, LLVMTypeOf(whole), LLVMGetIndices(v), LLVMGetNumIndices(v), &found);
    Slice old = value_of(r, whole), new = value_of(r, part);
    assert(first + new.count <= old.count);
    set_value(r, v, old.count, old.at);
    memcpy(vec_last(&r->slices).at + first, new.at, new.count * sizeof(Term));
}

// Applies a scalar operation leaf by leaf (vectors; a scalar has one leaf).
typedef Term (*LeafOp)(Reader *r, LLVMValueRef v, const Term arg[]);

static Term leaf_binary(Reader *r, LLVMValueRef v, const Term arg[]) {
    LLVMOpcode op = LLVMGetInstructionOpcode(v);
    bool shift = op == LLVMShl || op == LLVMLShr || op == LLVMAShr;
    uint32_t width = sort_width(r->t, term_sort(r->t, arg[1]));
    if (shift && type_is_vector(LLVMTypeOf(v)) && width > 1) { // processors differ from scalars here, and compilers
        Term fits = term_2(r->t, OP_BV_ULT, arg[1], term_bv(r->t, width, width));
        emit_unmodelled_if(r, term_not(r->t, fits), "a shift of a vector's lane by its width or more");
    }
    if (op == LLVMUDiv || op == LLVMSDiv || op == LLVMURem || op == LLVMSRem)
        trap_division(r, op, arg[0], arg[1]);
    return binary_term(r, op, arg[0], arg[1]);
}
static Term leaf_icmp(Reader *r, LLVMValueRef v, const Term arg[]) {
    return icmp_term(r, LLVMGetICmpPredicate(v), arg[0], arg[1]);
}
static Term leaf_fcmp(Reader *r, LLVMValueRef v, const Term arg[]) {
    return fcmp_term(r, LLVMGetFCmpPredicate(v), arg[0], arg[1]);
}
static Term leaf_fneg(Reader *r, LLVMValueRef v, const Term arg[]) {
    (void)v;
    return term_1(r->t, OP_FP_NEG, arg[0]);
}

// A pointer made of a number is a variable, so that whoever follows pointers sees where arithmetic of integers ends
// and that of pointers begins: only the latter stays in one object.
static Term from_number(Reader *r, LLVMValueRef v, Term value) {
    if (term_is_const(r->t, value) || LLVMIsAPtrToIntInst(LLVMGetOperand(v, 0)))
        return value;
    VarId var = new_var(r, "address", term_sort(r->t, value), true);
    r->p->vars.at[var].from_number = true;
    emit(r, cmd_assign(r->p, var, value));
    return var_term(r->p, var);
}

static Term leaf_cast(Reader *r, LLVMValueRef v, const Term arg[]) {
    LLVMTypeRef type = type_of_lane(LLVMTypeOf(v)), from = type_of_lane(LLVMTypeOf(LLVMGetOperand(v, 0)));
    Sort to = type_leaf(r, type).sort;
    if (type_is_bfloat(type))
        return bfloat_of_float(r, convert_int(r, arg[0], sort_bv(r->t, 32)));
    if (type_is_bfloat(from)) {
        LLVMTypeRef single = LLVMFloatTypeInContext(LLVMGetModuleContext(r->module));
        Term value = convert_int(r, float_of_bfloat(r, arg[0]), type_leaf(r, single).sort);
        return type == single ? value : cast_term(r, LLVMFPExt, value, to);
    }
    Term value = cast_term(r, LLVMGetInstructionOpcode(v), arg[0], to);
    return LLVMIsAIntToPtrInst(v) ? from_number(r, v, value) : value;
}

static void by_leaf(Reader *r, LLVMValueRef v, unsigned operands, LeafOp op) {
    assert(operands == 1 || operands == 2);
    Slice s[2];
    for (unsigned i = 0; i < operands; i++)
        s[i] = value_of(r, LLVMGetOperand(v, i));
    uint32_t n = s[0].count;
    assert(operands == 1 || s[1].count == n);
    Term *new = arena_array(r->p->arena, Term, n);
    for (uint32_t k = 0; k < n; k++) {
        Term arg[2] = { { 0 } };
        for (unsigned i = 0; i < operands; i++)
            arg[i] = leaf_term(r, s[i], k, LLVMGetOperand(v, i));
        new[k] = op(r, v, arg);
    }
    set_value(r, v, n, new);
}

static void read_bitcast(Reader *r, LLVMValueRef v) {
    VecTerm terms = { 0 };
    read_bits(r, LLVMGetOperand(v, 0), LLVMTypeOf(v), &terms);
    set_value(r, v, terms.count, terms.at);
    vec_free(&terms);
}

static void read_select(Reader *r, LLVMValueRef v) {
    LLVMValueRef c = LLVMGetOperand(v, 0), a = LLVMGetOperand(v, 1), b = LLVMGetOperand(v, 2);
    Slice sc = value_of(r, c), sa = value_of(r, a), sb = value_of(r, b);
    assert(sa.count == sb.count && (sc.count == 1 || sc.count == sa.count));
    Term *new = arena_array(r->p->arena, Term, sa.count);
    for (uint32_t i = 0; i < sa.count; i++)
        new[i] =
            term_ite(r->t, leaf_term(r, sc, sc.count == 1 ? 0 : i, c), leaf_term(r, sa, i, a), leaf_term(r, sb, i, b));
    set_value(r, v, sa.count, new);
}

static void read_freeze(Reader *r, LLVMValueRef v) {
    LLVMValueRef a = LLVMGetOperand(v, 0);
    Slice s = value_of(r, a);
    Term *new = arena_array(r->p->arena, Term, s.count);
    for (uint32_t i = 0; i < s.count; i++)
        new[i] = leaf_term(r, s, i, a);
    set_value(r, v, s.count, new);
}

// Is it done with wide integers, and not just leaf by leaf?
static bool computes_wide(LLVMValueRef v) {
    LLVMOpcode op = LLVMGetInstructionOpcode(v);
    bool computes = (LLVMIsABinaryOperator(v) && op != LLVMAnd && op != LLVMOr && op != LLVMXor) || op == LLVMICmp ||
                    (LLVMIsACastInst(v) && op != LLVMBitCast);
    return computes && (type_is_wide(LLVMTypeOf(v)) || type_is_wide(LLVMTypeOf(LLVMGetOperand(v, 0))));
}

bool read_pure(Reader *r, LLVMValueRef v) {
    LLVMOpcode op = LLVMGetInstructionOpcode(v);
    if (computes_wide(v))
        return read_wide(r, v);
    switch (op) {
    case LLVMGetElementPtr:
        set_term(r, v, gep_term(r, v));
        return true;
    case LLVMICmp:
        by_leaf(r, v, 2, leaf_icmp);
        return true;
    case LLVMFCmp:
        by_leaf(r, v, 2, leaf_fcmp);
        return true;
    case LLVMFNeg:
        by_leaf(r, v, 1, leaf_fneg);
        return true;
    case LLVMSelect:
        read_select(r, v);
        return true;
    case LLVMFreeze:
        read_freeze(r, v);
        return true;
    case LLVMExtractValue:
        read_extract(r, v);
        return true;
    case LLVMInsertValue:
        read_insert(r, v);
        return true;
    case LLVMExtractElement:
        read_extract_element(r, v);
        return true;
    case LLVMInsertElement:
        read_insert_element(r, v);
        return true;
    case LLVMShuffleVector:
        read_shuffle(r, v);
        return true;
    case LLVMBitCast:
        read_bitcast(r, v);
        return true;
    default:
        break;
    }
    if (LLVMIsABinaryOperator(v)) {
        by_leaf(r, v, 2, leaf_binary);
        return true;
    }
    if (LLVMIsACastInst(v)) {
        by_leaf(r, v, 1, leaf_cast);
        return true;
    }
    return false;
}
