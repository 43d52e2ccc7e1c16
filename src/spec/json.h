// json.h - a small reader of JSON texts (RFC 8259)
//
// The values live in the arena.  Objects keep the order of their members;
// where a name occurs twice the first counts.  Nesting is limited, so that
// no text can exhaust the stack.
#ifndef JSON_H
#define JSON_H
#include "base/base.h"

typedef enum JsonKind { JSON_NULL, JSON_BOOL, JSON_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT } JsonKind;

typedef struct Json Json;
struct Json {
    JsonKind kind;
    const char *name;  // as the member of an object
    const char *text;  // STRING (as UTF-8, 0-terminated), NUMBER (as written), BOOL ("true", "false")
    const Json *first; // ARRAY, OBJECT: the first element
    const Json *next;  // the next element of the same array or object
};

// Reads a whole text; NULL with a message "PATH:LINE: what is wrong".
const Json *json_parse(const char *path, const char *text, Arena *arena, Reason *why);

const Json *json_member(const Json *object, const char *name); // NULL: none
const char *json_text(const Json *object, const char *name);   // of a STRING member, else NULL
#endif
