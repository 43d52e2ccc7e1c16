#include "frontend/printed.h"
#include "frontend/library.h"
#include "frontend/own.h"
#include "frontend/read/read.h"
#include <string.h>

typedef struct Printed {
    LLVMModuleRef program;
    LLVMBuilderRef builder;
    LLVMValueRef call;
} Printed;

static LLVMTypeRef int_type(const Printed *p) {
    return LLVMInt32TypeInContext(LLVMGetModuleContext(p->program));
}

// Calls the model before the call at hand.
static void call_model(const Printed *p, const char *name, unsigned n, LLVMValueRef *arguments) {
    LLVMContextRef context = LLVMGetModuleContext(p->program);
    LLVMTypeRef types[] = { LLVMPointerTypeInContext(context, 0), int_type(p) };
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(context), types, n, false);
    LLVMValueRef model = LLVMGetNamedFunction(p->program, name);
    assert(n <= COUNT(types));
    LLVMPositionBuilderBefore(p->builder, p->call);
    LLVMSetInstDebugLocation(
        p->builder,
        LLVMBuildCall2(p->builder, type, model ? model : LLVMAddFunction(p->program, name, type), arguments, n, ""));
}

bool printed_is_message(LLVMModuleRef program, LLVMValueRef call, const char *name) {
    int format = library_format_argument(name);
    if (format < 1 || (unsigned)format >= LLVMGetNumArgOperands(call) || LLVMGetFirstUse(call))
        return false;
    if (own_has(program, name) || own_has(program, "stderr"))
        return false;
    LLVMValueRef stream = LLVMGetOperand(call, 0);
    LLVMValueRef from = LLVMIsALoadInst(stream) ? LLVMGetOperand(stream, 0) : NULL;
    const char *text = constant_text(LLVMGetOperand(call, (unsigned)format));
    return from && LLVMIsAGlobalVariable(from) && !strcmp(LLVMGetValueName2(from, &(size_t){ 0 }), "stderr") && text &&
           !library_format_stores(text);
}

// A constant that has an end.
static bool is_literal(LLVMValueRef v) {
    const char *text = constant_text(v);
    size_t length = 0;
    if (text && !LLVMIsNull(LLVMGetInitializer(v)))
        (void)LLVMGetAsString(LLVMGetInitializer(v), &length);
    return text && (!length || memchr(text, 0, length));
}

static bool is_pointer(LLVMValueRef v) {
    return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind;
}

// The argument of that number, where it is there and of the kind that the conversion takes; else NULL.
static LLVMValueRef taken(const Printed *p, unsigned i, bool pointer) {
    LLVMValueRef v = i < LLVMGetNumArgOperands(p->call) ? LLVMGetOperand(p->call, i) : NULL;
    return v && is_pointer(v) == pointer && (pointer || LLVMTypeOf(v) == int_type(p)) ? v : NULL;
}

// Reads a text; 'precision' NULL: up to its end.
static void read_text(const Printed *p, LLVMValueRef text, LLVMValueRef precision) {
    LLVMValueRef arguments[] = { text, precision };
    if (!is_literal(text))
        call_model(p, precision ? "__hone_printed_part" : "__hone_printed_text", precision ? 2 : 1, arguments);
}

// A width or precision at *at: of '*' the argument, else the number; NULL: there is none.
static LLVMValueRef read_number(const Printed *p, const char **at, unsigned *next) {
    if (**at == '*') {
        ++*at;
        return taken(p, (*next)++, false);
    }
    unsigned long n = strtoul(*at, (char **)at, 10);
    return LLVMConstInt(int_type(p), n > INT32_MAX ? INT32_MAX : n, false);
}

// One conversion, from behind its '%'.  False: it is not read here.
static bool read_conversion(const Printed *p, const char **at, unsigned *next) {
    LLVMValueRef precision = NULL;
    *at += strspn(*at, "-+ #0'");
    if (!read_number(p, at, next))
        return false;
    if (**at == '.') {
        ++*at;
        precision = read_number(p, at, next);
        if (!precision)
            return false;
    }
    size_t length = strspn(*at, "hlqjztL");
    char conversion = (*at)[length];
    bool wide = length > 0;
    *at += length + (conversion != 0);
    if (conversion == '%')
        return true;
    if (!conversion || !strchr("diouxXeEfFgGaAcsp", conversion) || (conversion == 's' && wide))
        return false;
    if (*next >= LLVMGetNumArgOperands(p->call) && LLVMIsFunctionVarArg(LLVMGetCalledFunctionType(p->call)))
        return false; // its argument is missing
    LLVMValueRef text = conversion == 's' ? taken(p, *next, true) : NULL;
    if (text)
        read_text(p, text, precision);
    ++*next;
    return conversion != 's' || text;
}

static void check_format(const Printed *p, unsigned format) {
    const char *at = constant_text(LLVMGetOperand(p->call, format));
    unsigned next = format + 1;
    bool good = at != NULL;
    while (good && *at) {
        at += strcspn(at, "%");
        if (*at) {
            at++;
            good = read_conversion(p, &at, &next);
        }
    }
    if (!good)
        call_model(p, "__hone_printed_other", 0, NULL);
}

// Is there an argument that may be a text, or taken for one?
static bool takes_texts(LLVMValueRef call, unsigned format) {
    const char *text = constant_text(LLVMGetOperand(call, format));
    bool any = !is_literal(LLVMGetOperand(call, format)) || (text && strchr(text, '%'));
    for (unsigned i = format + 1; i < LLVMGetNumArgOperands(call); i++)
        any |= is_pointer(LLVMGetOperand(call, i));
    return any;
}

static void check_call(const Printed *p, const char *name) {
    int format = library_format_argument(name);
    LLVMValueRef text = LLVMGetNumArgOperands(p->call) ? LLVMGetOperand(p->call, 0) : NULL;
    if (!strcmp(name, "puts")) {
        if (text && is_pointer(text) && !is_literal(text))
            call_model(p, "__hone_printed_line", 1, &text);
    } else if ((!strcmp(name, "printf") ? text != NULL : printed_is_message(p->program, p->call, name)) &&
               takes_texts(p->call, (unsigned)format))
        check_format(p, (unsigned)format);
}

void printed_check(LLVMModuleRef program) {
    static const char *const names[] = { "puts",     "printf",         "fprintf", "__fprintf_chk",
                                         "vfprintf", "__vfprintf_chk", "fwprintf" };
    Printed p = { .program = program, .builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(program)) };
    for (size_t i = 0; i < COUNT(names); i++) {
        LLVMValueRef f = LLVMGetNamedFunction(program, names[i]);
        for (LLVMUseRef use = f && LLVMIsDeclaration(f) ? LLVMGetFirstUse(f) : NULL; use; use = LLVMGetNextUse(use)) {
            p.call = LLVMGetUser(use);
            if (LLVMIsACallInst(p.call) && LLVMGetCalledValue(p.call) == f)
                check_call(&p, names[i]);
        }
    }
    LLVMDisposeBuilder(p.builder);
}
