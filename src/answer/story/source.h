// source.h - the text of a C file: places, words and brackets
//
// The compiler counts lines as the line markers of a preprocessed file say ("# 12 "x.c""); witnesses
// count the lines that are there.  Columns are bytes from 1 in both.
//
// This looks at words and brackets only, skipping blanks, comments, literals and directives.  It does not
// expand macros: callers that must be sure of a position look for the word that must be there.
#ifndef SOURCE_H
#define SOURCE_H
#include "base/map.h"
#include "base/vec.h"

typedef struct SourceLine {
    uint32_t start;   // offset of its first character
    const char *file; // as the compiler calls it,
    uint32_t line;    // and counts it
    uint32_t next;    // the next one of the same number, or 0
} SourceLine;
typedef struct Source {
    const char *path;
    const char *text;
    uint32_t length;
    VEC(SourceLine) lines; // element 0 is unused
    Map called;            // what the compiler calls a line -> the first of them
    Arena *arena;
} Source;

typedef struct Place { // in a source; line 0: none
    uint32_t line, column;
} Place;

typedef struct Token {
    uint32_t start, end; // offsets; start == end: the end of the text
    char kind;           // 'w' word, '0' number, '"' literal, or the character of a punctuation mark
} Token;

bool source_read(Source *s, const char *path, Arena *arena, Reason *why);
void source_of_text(Source *s, const char *path, const char *text, uint32_t length, Arena *arena);
void source_free(Source *s);

bool same_file(const char *path, const char *name); // is one the end of the other?

enum { NOWHERE = UINT32_MAX };
uint32_t source_offset(const Source *s, Place place); // NOWHERE: there is no such place
Place source_place(const Source *s, uint32_t offset);
// Where is what the compiler calls FILE:LINE:COLUMN?  Of several lines the first that has 'word'
// there, if that is not NULL.
uint32_t source_find(const Source *s, const char *file, uint32_t line, uint32_t column, const char *word);

Token source_token(const Source *s, uint32_t from); // the first that starts there or behind
bool token_is(const Source *s, Token token, const char *text);
// The bracket that closes the one at 'open'; NOWHERE: none does.
uint32_t source_closing(const Source *s, uint32_t open);
// Behind the statement (or declaration) that starts at 'from'; NOWHERE: not found.
uint32_t source_statement_end(const Source *s, uint32_t from);
// Where the full expression starts that has the token at 'inside': behind the bracket of an if, the '=' of a
// declaration, 'return', ...
uint32_t source_expression_start(const Source *s, uint32_t inside);
// The ')' of the call that starts at 'from'; NOWHERE: it is none.
uint32_t source_call_end(const Source *s, uint32_t from);
#endif
