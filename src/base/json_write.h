// json_write.h - builds JSON texts (RFC 8259)
//
//   JsonWriter w = { 0 };
//   json_begin(&w, NULL, '{');
//   json_string(&w, "name", "value");
//   json_end(&w);
//   use(w.text.at);
//   json_writer_free(&w);
//
// Inside an array the names are NULL.  The result is valid whatever the strings
// hold: bytes that are not UTF-8 become U+FFFD.
#ifndef JSON_WRITE_H
#define JSON_WRITE_H
#include "base/vec.h"

typedef struct JsonWriter {
    Text text;
    Text closing; // the brackets still to be written
    bool first;   // nothing is in the innermost bracket yet
} JsonWriter;

void json_begin(JsonWriter *w, const char *name, char bracket); // '{' or '['
void json_end(JsonWriter *w);
void json_string(JsonWriter *w, const char *name, const char *text); // NULL: null
void json_number(JsonWriter *w, const char *name, double value);     // null where it is none
void json_bool(JsonWriter *w, const char *name, bool value);
// A text that is a JSON value; NULL: null.
void json_value(JsonWriter *w, const char *name, const char *json);
void json_writer_free(JsonWriter *w);
#endif
