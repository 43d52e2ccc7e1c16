#include "frontend/notes.h"
#include "base/vec.h"

void notes_add(LLVMModuleRef module, const char *list, const char *text, size_t length) {
    assert(module && list && text);
    LLVMContextRef context = LLVMGetModuleContext(module);
    LLVMMetadataRef string = LLVMMDStringInContext2(context, text, length);
    LLVMAddNamedMetadataOperand(module, list, LLVMMetadataAsValue(context, LLVMMDNodeInContext2(context, &string, 1)));
}

const char *notes_text(LLVMModuleRef module, const char *list, unsigned i) {
    assert(module && list);
    unsigned n = LLVMGetNamedMetadataNumOperands(module, list);
    if (i >= n)
        return NULL;
    VEC(LLVMValueRef) nodes = { 0 };
    LLVMValueRef text;
    vec_resize(&nodes, n);
    LLVMGetNamedMetadataOperands(module, list, nodes.at);
    assert(LLVMGetMDNodeNumOperands(nodes.at[i]) == 1);
    LLVMGetMDNodeOperands(nodes.at[i], &text);
    vec_free(&nodes);
    return LLVMGetMDString(text, &(unsigned){ 0 });
}
