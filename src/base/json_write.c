#include "base/json_write.h"

// ---- strings ----
// The length of the UTF-8 character at 'text'; 0: there is none.
static uint32_t character_bytes(const unsigned char *text) {
    uint32_t n = text[0] < 0x80   ? 1
                 : text[0] < 0xC2 ? 0
                 : text[0] < 0xE0 ? 2
                 : text[0] < 0xF0 ? 3
                 : text[0] < 0xF5 ? 4
                                  : 0;
    for (uint32_t i = 1; i < n; i++)
        if ((text[i] & 0xC0) != 0x80)
            return 0;
    bool overlong = (text[0] == 0xE0 && text[1] < 0xA0) || (text[0] == 0xF0 && text[1] < 0x90);
    bool surrogate = text[0] == 0xED && text[1] >= 0xA0, beyond = text[0] == 0xF4 && text[1] >= 0x90;
    return overlong || surrogate || beyond ? 0 : n;
}

static void add_string(Text *out, const char *text) {
    text_add(out, "\"");
    for (const unsigned char *c = (const unsigned char *)text; *c;) {
        uint32_t n = character_bytes(c);
        if (*c == '"' || *c == '\\')
            text_add(out, "\\%c", *c);
        else if (*c == '\n')
            text_add(out, "\\n");
        else if (*c < 0x20 || *c == 0x7F)
            text_add(out, "\\u%04x", *c);
        else if (n)
            text_add(out, "%.*s", (int)n, (const char *)c);
        else
            text_add(out, "\\ufffd");
        c += n ? n : 1;
    }
    text_add(out, "\"");
}

// ---- the frame ----
static void begin_item(JsonWriter *w, const char *name) {
    assert(!name == !(w->closing.count && vec_last(&w->closing) == '}')); // members of objects have names, others none
    if (w->closing.count)
        text_add(&w->text, "%s\n%*s", w->first ? "" : ",", 2 * (int)w->closing.count, "");
    w->first = false;
    if (name) {
        add_string(&w->text, name);
        text_add(&w->text, ": ");
    }
}

void json_begin(JsonWriter *w, const char *name, char bracket) {
    assert(bracket == '{' || bracket == '[');
    begin_item(w, name);
    text_add(&w->text, "%c", bracket);
    vec_push(&w->closing, bracket == '{' ? '}' : ']');
    w->first = true;
}

void json_end(JsonWriter *w) {
    char bracket = vec_pop(&w->closing);
    if (!w->first)
        text_add(&w->text, "\n%*s", 2 * (int)w->closing.count, "");
    text_add(&w->text, "%c", bracket);
    w->first = false;
}

// ---- values ----
void json_value(JsonWriter *w, const char *name, const char *json) {
    begin_item(w, name);
    text_add(&w->text, "%s", json ? json : "null");
}

void json_string(JsonWriter *w, const char *name, const char *text) {
    if (!text) {
        json_value(w, name, NULL);
        return;
    }
    begin_item(w, name);
    add_string(&w->text, text);
}

void json_number(JsonWriter *w, const char *name, double value) {
    begin_item(w, name);
    if (value - value != 0)
        text_add(&w->text, "null");
    else if (value > -1e15 && value < 1e15 && value == (double)(int64_t)value)
        text_add(&w->text, "%lld", (long long)value);
    else
        text_add(&w->text, "%.6f", value);
}

void json_bool(JsonWriter *w, const char *name, bool value) {
    json_value(w, name, value ? "true" : "false");
}

void json_writer_free(JsonWriter *w) {
    vec_free(&w->text);
    vec_free(&w->closing);
}
