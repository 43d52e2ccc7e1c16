// source_text.h - lines of the source, where they can be trusted
//
// A file is used if it was given by the user under the name that the compiler
// reports, and holds no line markers, which would make its line numbers mean something else.
#ifndef SOURCE_TEXT_H
#define SOURCE_TEXT_H
#include "frontend/frontend.h"

typedef struct SourceText SourceText;
SourceText *source_text_new(const FrontendInput *in);
void source_text_free(SourceText *s);

// The line without blanks at both ends and without comment behind it; NULL: not known, or too long to show.
const char *source_text_line(SourceText *s, const char *file, uint32_t line);
#endif
