// rule_lex.h - the words of a rule file, and C text with other names
#ifndef RULE_LEX_H
#define RULE_LEX_H
#include "spec/rule/rule.h"

typedef enum WordKind {
    WORD_END,
    WORD_NAME,   // an identifier
    WORD_DOLLAR, // $1, $return, $?
    WORD_TEXT,   // a string or character, with its quotes
    WORD_NUMBER,
    WORD_SIGN,    // "->", "...", "==", or one other character
    WORD_INCLUDE, // a line for the preprocessor
} WordKind;

typedef struct Word {
    WordKind kind;
    const char *at;
    uint32_t length, line;
} Word;

typedef struct RuleReader {
    const char *path, *at;
    uint32_t line;
    Word word; // the next one
    Arena *arena;
    Rule *rule;
    VEC(const char *) names;  // of the state
    VEC(const char *) shadow; // names that are reached through an object: $1->name (BLAST)
    Reason *why;
    bool failed; // 'why' says what is wrong; the next word is then END
} RuleReader;

void lex_start(RuleReader *r, const char *path, const char *text, Arena *arena, Rule *rule, Reason *why);
void lex_next(RuleReader *r);
bool lex_is(const RuleReader *r, const char *text);    // is the next word this one?
bool lex_take(RuleReader *r, const char *text);        // if it is, takes it
bool lex_expect(RuleReader *r, const char *text);      // takes it, or fails
const char *lex_name(RuleReader *r, const char *what); // takes a name, or fails: "a function's name is expected"
void lex_fail(RuleReader *r, uint32_t line, const char *format, ...) __attribute__((format(printf, 3, 4)));
bool word_is(const Word *w, const char *text);
char *word_text(const RuleReader *r, const Word *w);

// ---- C text ----
// What a parameter is called in a piece of C text.
typedef struct Binding {
    const char *name;   // as it is written: "$1", "$return"
    uint32_t parameter; // or RULE_RESULT
} Binding;
typedef struct Code {
    uint32_t n_bindings;
    const Binding *bindings; // NULL: $k is parameter k, $return the result
    // what the text was found to use
    uint32_t most;
    bool uses_result;
    uint32_t through; // the parameter whose shadow fields are used; 0: none
    uint32_t line;    // where it starts
    const char *raw;  // the text as it was written
} Code;

// Takes a block, from '{' to its '}', and gives the C text between them; NULL with a message.
char *code_block(RuleReader *r, Code *code);
// Takes C text up to the sign 'end' outside of all brackets, which stays.
char *code_until(RuleReader *r, const char *end, Code *code);
// Takes declarations like code_block, as part of the rule's state: notes and renames what they declare.  With 'alone'
// it is one declaration that ends in ';'.
char *code_state(RuleReader *r, bool alone, bool shadow);
uint32_t code_abort(RuleReader *r, const char *text); // the number to be returned
#endif
