// formats.c - formats of printf's kin and of scanf's: are all in a program plain?  And constants in them
//
// The text of a floating-point number is the real library's to say (libc/printf.c).  Where the number is a constant we
// can ask it: the text takes the place of the conversion, sprintf(s, "%.1f %d", 0.5, n) is sprintf(s, "0.5 %d", n).
//
// The models of these functions describe what every format in practice needs, and not
// numbered arguments, wide characters and the like.  Formats are almost always literals: where all
// are, and none is odd, the models' way out for odd ones is never taken.
#include "frontend/formats.h"
#include "frontend/read/read.h"
#include <llvm-c/DebugInfo.h>
#include <string.h>

// printf itself is a command of the front end.
static const struct Formatted {
    const char *name;
    unsigned format; // which argument
} formatted[] = {
    { "fprintf", 1 },          { "dprintf", 1 },         { "sprintf", 1 },         { "snprintf", 2 },
    { "asprintf", 1 },         { "syslog", 1 },          { "vprintf", 0 },         { "vfprintf", 1 },
    { "vdprintf", 1 },         { "vsprintf", 1 },        { "vsnprintf", 2 },       { "vasprintf", 1 },
    { "vsyslog", 1 },          { "scanf", 0 },           { "fscanf", 1 },          { "sscanf", 1 },
    { "vscanf", 0 },           { "vfscanf", 1 },         { "vsscanf", 1 },         { "__isoc99_scanf", 0 },
    { "__isoc99_fscanf", 1 },  { "__isoc99_sscanf", 1 }, { "__isoc99_vscanf", 0 }, { "__isoc99_vfscanf", 1 },
    { "__isoc99_vsscanf", 1 }, { "__printf_chk", 1 },    { "__fprintf_chk", 2 },   { "__sprintf_chk", 3 },
    { "__snprintf_chk", 4 },   { "__vprintf_chk", 1 },   { "__vfprintf_chk", 2 },  { "__vsprintf_chk", 3 },
    { "__vsnprintf_chk", 4 },  { "__asprintf_chk", 2 },  { "__vasprintf_chk", 2 },
};

static bool is_plain(const char *format) {
    for (const char *at = format; (at = strchr(at, '%')); at++) {
        size_t digits = 0, most = 0;
        bool is_long = false, is_longer = false;
        for (at++; *at && strchr("-+ #0123456789.*'hlLqjzt", *at); at++) {
            is_long |= *at == 'l';
            is_longer |= *at == 'L';
            digits = *at >= '0' && *at <= '9' ? digits + 1 : 0;
            most = digits > most ? digits : most;
        }
        if (!*at || !strchr("diouxXeEfFgGaAcspn%[", *at) || most > 6 || is_longer || (is_long && strchr("cs[", *at)))
            return false;
        if (*at == '[' && !strchr(at, ']'))
            return false;
        if (*at == '[')
            at = strchr(at, ']');
    }
    return true;
}

const char *constant_text(LLVMValueRef text) {
    LLVMValueRef init = LLVMIsAGlobalVariable(text) && LLVMIsGlobalConstant(text) ? LLVMGetInitializer(text) : NULL;
    if (init && LLVMIsNull(init))
        return "";
    return init && LLVMIsConstantString(init) ? LLVMGetAsString(init, &(size_t){ 0 }) : NULL;
}

static bool use_is_plain(LLVMValueRef user, LLVMValueRef function, unsigned format) {
    if (!LLVMIsACallInst(user) || LLVMGetCalledValue(user) != function || LLVMGetNumArgOperands(user) <= format)
        return false;
    const char *text = constant_text(LLVMGetOperand(user, format));
    return text && is_plain(text);
}

bool formats_are_plain(Reader *r, bool scanning) {
    for (size_t i = 0; i < COUNT(formatted); i++) {
        if ((strstr(formatted[i].name, "scanf") != NULL) != scanning)
            continue;
        LLVMValueRef f = LLVMGetNamedFunction(r->module, formatted[i].name);
        for (LLVMUseRef use = f ? LLVMGetFirstUse(f) : NULL; use; use = LLVMGetNextUse(use))
            if (!use_is_plain(LLVMGetUser(use), f, formatted[i].format))
                return false;
    }
    return true;
}

// ---- constants ----
enum { MOST_CONVERSION = 30 };

// A conversion of a floating-point number with numbers in it only, "%-8.3f"; its length behind the '%', or 0.
static size_t float_conversion(const char *at) {
    size_t n = strspn(at, "-+ #0123456789.");
    return n < MOST_CONVERSION - 3 && at[n] && strchr("eEfFgGaA", at[n]) ? n + 1 : 0;
}

// Behind the conversion at 'at' (after its '%'); counts its arguments.  NULL: not known.
static const char *skip_conversion(const char *at, unsigned *arguments) {
    for (; *at && strchr("-+ #0123456789.*'hlLqjzt", *at); at++)
        *arguments += *at == '*';
    if (!*at || !strchr("diouxXeEfFgGaAcspn%", *at))
        return NULL;
    *arguments += *at != '%';
    return at + 1;
}

typedef struct Folding {
    char text[4096]; // the new format
    size_t length;
    LLVMValueRef arguments[64];
    unsigned n;
    bool any;
} Folding;

static bool append(Folding *f, const char *text, size_t n) {
    if (f->length + n >= sizeof f->text)
        return false;
    memcpy(f->text + f->length, text, n);
    f->text[f->length += n] = 0;
    return true;
}

// Puts the constant's text in the place of the conversion of 'n' characters at 'at'.
static bool fold_constant(Folding *f, const char *at, size_t n, LLVMValueRef constant) {
    char conversion[MOST_CONVERSION], text[1024];
    snprintf(conversion, sizeof conversion, "%%%.*s", (int)n, at);
    double value = LLVMConstRealGetDouble(constant, &(LLVMBool){ 0 });
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    int length = snprintf(text, sizeof text, conversion, value);
#pragma GCC diagnostic pop
    f->any = true;
    return length >= 0 && (size_t)length < sizeof text && append(f, text, (size_t)length);
}

static bool fold_format(Folding *f, LLVMValueRef call, unsigned format, const char *text) {
    unsigned next = format + 1, n = LLVMGetNumArgOperands(call);
    for (const char *at = text; *at;) {
        const char *start = at++;
        unsigned arguments = 0;
        size_t plain = *start == '%' ? float_conversion(at) : 0;
        if (*start == '%' && !(at = skip_conversion(at, &arguments)))
            return false;
        if (next + arguments > n || f->n + arguments > COUNT(f->arguments))
            return false;
        LLVMValueRef first = arguments ? LLVMGetOperand(call, next) : NULL;
        if (plain && LLVMIsAConstantFP(first) && LLVMGetTypeKind(LLVMTypeOf(first)) == LLVMDoubleTypeKind) {
            if (!fold_constant(f, start + 1, plain, first))
                return false;
        } else {
            for (unsigned i = 0; i < arguments; i++)
                f->arguments[f->n++] = LLVMGetOperand(call, next + i);
            if (!append(f, start, (size_t)(at - start)))
                return false;
        }
        next += arguments;
    }
    return f->any;
}

static void fold_call(LLVMValueRef call, LLVMValueRef function, unsigned format, LLVMBuilderRef builder) {
    const char *text = LLVMGetNumArgOperands(call) > format ? constant_text(LLVMGetOperand(call, format)) : NULL;
    Folding f = { .n = format + 1 };
    for (unsigned i = 0; text && i < format; i++)
        f.arguments[i] = LLVMGetOperand(call, i);
    if (!text || !fold_format(&f, call, format, text))
        return;
    LLVMPositionBuilderBefore(builder, call);
    f.arguments[format] = LLVMBuildGlobalStringPtr(builder, f.text, "format");
    LLVMTypeRef type = LLVMGetCalledFunctionType(call);
    LLVMValueRef folded = LLVMBuildCall2(builder, type, function, f.arguments, f.n, "");
    LLVMInstructionSetDebugLoc(folded, LLVMInstructionGetDebugLoc(call));
    LLVMReplaceAllUsesWith(call, folded);
    LLVMInstructionEraseFromParent(call);
}

// The library's function of that name: nobody defines it, or we do.
static LLVMValueRef library_function(LLVMModuleRef program, const char *name) {
    LLVMValueRef f = LLVMGetNamedFunction(program, name);
    return f && (LLVMIsDeclaration(f) || LLVMGetLinkage(f) == LLVMWeakAnyLinkage) ? f : NULL;
}

void formats_fold(LLVMModuleRef program) {
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(program));
    for (size_t i = 0; i < COUNT(formatted) + 1; i++) {
        const char *name = i < COUNT(formatted) ? formatted[i].name : "printf";
        unsigned format = i < COUNT(formatted) ? formatted[i].format : 0;
        LLVMValueRef f = *name == 'v' || strstr(name, "scanf") ? NULL : library_function(program, name);
        LLVMUseRef next;
        for (LLVMUseRef use = f ? LLVMGetFirstUse(f) : NULL; use; use = next) {
            LLVMValueRef user = LLVMGetUser(use);
            next = LLVMGetNextUse(use);
            if (LLVMIsACallInst(user) && LLVMGetCalledValue(user) == f)
                fold_call(user, f, format, builder);
        }
    }
    LLVMDisposeBuilder(builder);
}
