// read_asm.c - inline assembly
//
// Assembly is not read: outputs, in registers or in memory, get any value, and so does all that pointers in its
// operands lead to.  An error that hangs on such a value counts only if the compiled program confirms it
// (answer/replay/unforced.h). Text without instructions is a barrier for the compiler only, and leaves everything as it
// is. Text may name variables and functions of the program: these variables get any value, too; what functions do is
// unmodelled.
#include "frontend/read/read.h"
#include "program/edit.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// One of the constraints "=*m,=r,1,r,~{memory}", in order.  'argument' is that of the call, -1 for a
// result; 'output' counts all outputs, -1: it is none; 'result' those in registers; 'tied' is the output in whose
// place an input is put, or -1.
typedef struct Operand {
    bool indirect;
    int argument, output, result, tied;
} Operand;
typedef VEC(Operand) VecOperand;

static void operands_of(LLVMValueRef code, VecOperand *out) {
    const char *at = LLVMGetInlineAsmConstraintString(code, &(size_t){ 0 });
    int arguments = 0, outputs = 0, results = 0;
    while (*at) {
        size_t length = strcspn(at, ",");
        bool output = *at == '=' || *at == '+', clobber = *at == '~', label = *at == '!';
        Operand o = {
            .indirect = memchr(at, '*', length) != NULL, .argument = -1, .output = -1, .result = -1, .tied = -1
        };
        if (output)
            o.output = outputs++;
        if (output && !o.indirect)
            o.result = results++;
        else if (!clobber && !label)
            o.argument = arguments++;
        if (isdigit((unsigned char)*at))
            o.tied = (int)strtoul(at, NULL, 10);
        if (!clobber && !label)
            vec_push(out, o);
        at += length + (at[length] == ',');
    }
}

static Term any_value(Reader *r, const Leaf *leaf) {
    return var_term(r->p, emit_input(r, leaf->sort, INPUT_EXTERNAL, INLINE_ASSEMBLY, leaf->pointer));
}

static LLVMTypeRef result_type(LLVMValueRef call, int result) {
    LLVMTypeRef type = LLVMTypeOf(call);
    return LLVMGetTypeKind(type) == LLVMStructTypeKind ? LLVMStructGetTypeAtIndex(type, (unsigned)result) : type;
}

// What was put where the output is; -1: nothing.
static int tied_argument(const VecOperand *operands, int output) {
    for (uint32_t i = 0; i < operands->count; i++)
        if (operands->at[i].tied == output)
            return operands->at[i].argument;
    return -1;
}

// The results; those of a barrier are what is tied to them.
static void set_results(Reader *r, LLVMValueRef call, const VecOperand *operands, bool barrier) {
    VecTerm terms = { 0 };
    VecLeaf leaves = { 0 };
    for (uint32_t i = 0; i < operands->count; i++) {
        const Operand *o = &operands->at[i];
        if (o->result < 0)
            continue;
        LLVMTypeRef type = result_type(call, o->result);
        int from = barrier ? tied_argument(operands, o->output) : -1;
        LLVMValueRef given = from >= 0 ? LLVMGetOperand(call, (unsigned)from) : NULL;
        bool same = given && LLVMTypeOf(given) == type;
        Slice s = same ? value_of(r, given) : (Slice){ 0 };
        leaves.count = 0;
        type_leaves(r, type, 0, &leaves);
        for (uint32_t k = 0; k < leaves.count; k++) {
            Term value = same ? leaf_term(r, s, k, given) : any_value(r, &leaves.at[k]);
            vec_push(&terms, value);
        }
    }
    set_value(r, call, terms.count, terms.at);
    vec_free(&terms);
    vec_free(&leaves);
}

static void havoc(Reader *r, Term address) {
    emit(r, (Cmd){ .kind = CMD_HAVOC, .a = address, .text = program_name(r->p, INLINE_ASSEMBLY) });
}

static void write_output(Reader *r, LLVMValueRef call, unsigned argument) {
    static const char elementtype[] = "elementtype";
    unsigned kind = LLVMGetEnumAttributeKindForName(elementtype, sizeof elementtype - 1);
    LLVMAttributeRef attribute = LLVMGetCallSiteEnumAttribute(call, argument + 1, kind);
    Term address = value_term(r, LLVMGetOperand(call, argument));
    LLVMTypeRef type = attribute ? LLVMGetTypeAttributeValue(attribute) : NULL;
    if (!type || type_is_packed(r, type)) {
        havoc(r, address);
        return;
    }
    VecLeaf leaves = { 0 };
    type_leaves(r, type, 0, &leaves);
    for (uint32_t i = 0; i < leaves.count; i++)
        store_leaf(r, address, &leaves.at[i], any_value(r, &leaves.at[i]), NULL);
    vec_free(&leaves);
}

// Outputs in memory, and what pointers lead to.  An operand in memory that is an input only is not written, unless the
// assembly says that it writes more than its outputs.
static void write_memory(Reader *r, LLVMValueRef call, const VecOperand *operands, bool more) {
    for (uint32_t i = 0; i < operands->count; i++) {
        const Operand *o = &operands->at[i];
        if (o->argument < 0)
            continue;
        LLVMValueRef v = LLVMGetOperand(call, (unsigned)o->argument);
        if (o->indirect && o->output >= 0)
            continue;
        if (LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind && !LLVMIsNull(v) && (more || !o->indirect))
            havoc(r, value_term(r, v));
    }
    for (uint32_t i = 0; i < operands->count; i++)
        if (operands->at[i].indirect && operands->at[i].output >= 0)
            write_output(r, call, (unsigned)operands->at[i].argument);
}

// ---- names in the text ----
static bool is_name(char c) {
    return isalnum((unsigned char)c) || c == '_' || c == '.' || c == '$';
}

static LLVMValueRef find_symbol(LLVMModuleRef module, const char *name, size_t length) {
    for (int marked = 0; marked < 2; marked++) { // a name that the source gave, by __asm__("name"), has a mark
        char text[256];
        int n = snprintf(text, sizeof text, "%s%.*s", marked ? "\1" : "", (int)length, name);
        if (n >= (int)sizeof text)
            return NULL;
        LLVMValueRef f = LLVMGetNamedFunction(module, text), g = LLVMGetNamedGlobal(module, text);
        if (f || g)
            return f ? f : g;
    }
    return NULL;
}

// Variables that the text names get any value.  False: it names a function that has a body.
static bool write_named(Reader *r, const char *text, size_t length) {
    for (size_t at = 0; at < length;) {
        size_t end = at;
        while (end < length && is_name(text[end]))
            end++;
        while (at < end && text[at] == '$') // a constant: "$counter" is the address of that variable
            at++;
        LLVMValueRef symbol = end > at ? find_symbol(r->module, text + at, end - at) : NULL;
        if (symbol && LLVMIsAFunction(symbol) && !LLVMIsDeclaration(symbol))
            return false;
        if (symbol && LLVMIsAGlobalVariable(symbol)) {
            ObjId object = object_of(r, symbol); // may move the objects
            havoc(r, var_term(r->p, r->p->objects.at[object].address));
        }
        at = end > at ? end : at + 1;
    }
    return true;
}

void read_asm(Reader *r, LLVMValueRef call, LLVMValueRef code) {
    size_t length;
    const char *text = LLVMGetInlineAsmAsmString(code, &length);
    bool more = strstr(LLVMGetInlineAsmConstraintString(code, &(size_t){ 0 }), "~{memory}") != NULL;
    VecOperand operands = { 0 };
    operands_of(code, &operands);
    while (length && strchr(" \t\n;", text[length - 1]))
        length--;
    bool barrier = length == 0, stops = !barrier && r->in->externals == EXTERNALS_STOP;
    if (stops || (!barrier && !write_named(r, text, length))) {
        emit_unmodelled(r, stops ? INLINE_ASSEMBLY : INLINE_ASSEMBLY " that names a function");
        set_undefined(r, call);
    } else {
        if (!barrier) {
            write_memory(r, call, &operands, more);
            program_assume_that(r->p,
                                "inline assembly writes only its outputs, what it names and through its pointers");
        }
        set_results(r, call, &operands, barrier);
    }
    vec_free(&operands);
}
