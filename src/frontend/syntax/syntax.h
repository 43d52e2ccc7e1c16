// syntax.h - the statements of a C file, as clang's syntax tree has them
//
// Functions with their parameters and bodies, in the order of the text: a node comes before its parts.  Places are
// offsets in the file itself, whatever line markers say.  What comes out of a macro is where the
// macro is used, and is marked.
#ifndef SYNTAX_H
#define SYNTAX_H
#include "frontend/frontend.h"

// X(kind, as clang calls it); all others are SYNTAX_OTHER.
#define SYNTAX_KINDS(X)             \
    X(FUNCTION, "FunctionDecl")     \
    X(PARAMETER, "ParmVarDecl")     \
    X(COMPOUND, "CompoundStmt")     \
    X(DECLARATION, "DeclStmt")      \
    X(EMPTY, "NullStmt")            \
    X(IF, "IfStmt")                 \
    X(WHILE, "WhileStmt")           \
    X(DO, "DoStmt")                 \
    X(FOR, "ForStmt")               \
    X(SWITCH, "SwitchStmt")         \
    X(LABEL, "LabelStmt")           \
    X(CASE, "CaseStmt")             \
    X(DEFAULT, "DefaultStmt")       \
    X(ATTRIBUTED, "AttributedStmt") \
    X(BRACKETS, "ParenExpr")        \
    X(CAST, "ImplicitCastExpr")     \
    X(UNARY, "UnaryOperator")       \
    X(BINARY, "BinaryOperator")     \
    X(CONDITIONAL, "ConditionalOperator")
typedef enum SyntaxKind {
    SYNTAX_OTHER,
#define SYNTAX_KIND(kind, text) SYNTAX_##kind,
    SYNTAX_KINDS(SYNTAX_KIND)
#undef SYNTAX_KIND
} SyntaxKind;

typedef struct SyntaxNode {
    SyntaxKind kind;
    uint32_t parent;     // 0: none
    uint32_t part;       // 0-based index among the parts; missing ones are counted
    uint32_t next;       // the first node behind its parts
    uint32_t start, end; // of its text, without the ';' that ends an expression
    bool start_in_macro, end_in_macro;
    bool elsewhere;       // a part of it is in another file
    const char *name;     // of a function or parameter; NULL: none
    const char *type;     // of these, as C text without typedefs
    bool variadic;        // of a function
    const char *operator; // of UNARY and BINARY
} SyntaxNode;
typedef struct Syntax {
    VEC(SyntaxNode) nodes; // element 0 is unused
} Syntax;

// 'text' has what clang_text (clang.h) wrote of the file.  Strings are in 'arena'.
bool syntax_parse(Syntax *s, const char *path, const char *text, size_t length, Arena *arena, Reason *why);
// Runs the compiler.
bool syntax_read(Syntax *s, const FrontendInput *in, const SourceFile *file, Arena *arena, Reason *why);
// The file after the preprocessor, as text.
bool syntax_preprocess(const FrontendInput *in, const SourceFile *file, Text *out, Reason *why);
void syntax_free(Syntax *s);
void syntax_check(const Syntax *s); // debug builds, of a file that could be read: bug unless the nodes form a tree

// Is the node a statement, that is: could another one stand before it in braces?
bool syntax_is_statement(const Syntax *s, uint32_t node);
uint32_t syntax_part(const Syntax *s, uint32_t node, uint32_t part); // 0: it is missing
uint32_t syntax_last(const Syntax *s, uint32_t node);                // the last part; 0: it has none
#endif
