// formats.c - are all formats of printf's kin, or of scanf's, in a program plain?
//
// The models of these functions describe what every format in practice needs, and not
// numbered arguments, wide characters and the like.  Formats are almost always literals: where all
// are, and none is odd, the models' way out for odd ones is never taken.
#include "frontend/read.h"
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
