#include "answer/run/stdin_text.h"
#include <ctype.h>
#include <string.h>

typedef struct Reader {
    const Trace *t;
    uint32_t at; // the next input
    Text *out;
    bool ended;    // the run came to the end of the input
    uint32_t used; // the number of the last object whose bytes were taken
    bool open;     // the text ends in a number or string, which goes on where nothing stands between
} Reader;

bool stdin_scans_strings(const Program *p) {
    static const char *const names[] = { "sscanf",          "vsscanf",          "__isoc99_sscanf", "__isoc99_vsscanf",
                                         "__isoc23_sscanf", "__isoc23_vsscanf", "swscanf",         "__isoc99_swscanf" };
    for (size_t i = 0; i < COUNT(names); i++)
        if (program_find_func(p, names[i]))
            return true;
    return false;
}

static const char *name_at(const Reader *r, uint32_t i) {
    return i < r->t->inputs.count ? name_text(r->t->names, r->t->inputs.at[i].name) : "";
}

static bool is_flag(const Reader *r, uint32_t i) {
    if (i >= r->t->inputs.count)
        return false;
    ValueType type = r->t->inputs.at[i].type;
    return type.kind == SORT_BOOL || type.width == 1;
}

static void add_byte(Reader *r, uint64_t byte) {
    text_add(r->out, "%c", 1); // room for one that may be zero
    r->out->at[r->out->count - 1] = (char)byte;
}

// A number or a string comes next.
static void separate(Reader *r) {
    if (r->open)
        add_byte(r, ' ');
    r->open = true;
}

static void add_character(Reader *r, uint64_t byte) {
    if (r->open && (isalnum((int)(byte & 255)) || (byte & 255 && strchr("+-.", (int)(byte & 255)))))
        add_byte(r, ' ');
    r->open = false;
    add_byte(r, byte);
}

// A string: its characters, and after each whether there is another.
static void read_string(Reader *r) {
    bool more = true;
    separate(r);
    while (more && !strcmp(name_at(r, r->at), SCANNED) && !is_flag(r, r->at)) {
        add_byte(r, r->t->inputs.at[r->at++].value.lo & 255);
        more = !strcmp(name_at(r, r->at), SCANNED) && is_flag(r, r->at) && r->t->inputs.at[r->at++].value.lo;
    }
}

// A conversion that fits.  Without a value: '*', a number will do.
static void read_conversion(Reader *r) {
    assert(r->at <= r->t->inputs.count);
    const TraceInput *input = &r->t->inputs.at[r->at];
    if (!strcmp(name_at(r, r->at), SCANNED_CHARACTER)) {
        add_character(r, input->value.lo & 255);
        r->at++;
    } else if (strcmp(name_at(r, r->at), SCANNED) != 0 || is_flag(r, r->at)) {
        separate(r);
        add_byte(r, '0');
    } else if (input->type.kind == SORT_BV && input->type.width == 8) {
        read_string(r);
    } else {
        separate(r);
        value_print(input->type, input->value, r->out);
        r->at++;
    }
}

// ---- blocks ----
// How many bytes of the object were read before they were written, from its beginning on; they stand in a row.
static uint32_t bytes_of(const Trace *t, uint32_t first) {
    assert(first < t->memory.count);
    uint32_t n = 0;
    while (first + n < t->memory.count && t->memory.at[first + n].object == t->memory.at[first].object &&
           t->memory.at[first + n].offset == n)
        n++;
    return n;
}

// What comes in is in an object of its own, which the model copies from: the next one of which so many bytes are read;
// 0: of which any are.  At most 'taken' of them are from the input.
static bool read_block(Reader *r, uint64_t n, uint64_t taken) {
    const Trace *t = r->t;
    for (uint32_t i = 0; i < t->memory.count; i++) {
        uint32_t object = t->memory.at[i].object, bytes = bytes_of(t, i);
        if (object <= r->used || t->memory.at[i].offset || !bytes || (n && bytes != n))
            continue;
        for (uint32_t k = 0; k < bytes && k < taken; k++)
            add_byte(r, t->memory.at[i + k].byte);
        r->used = object;
        return true;
    }
    return false;
}

// Whole elements, and a part of one where the input ends.
static void read_elements(Reader *r, uint64_t n) {
    bool has_part = !strcmp(name_at(r, r->at), PART_OF_ELEMENT) && r->t->inputs.at[r->at].value.lo;
    if (n || has_part)
        read_block(r, 0, UINT64_MAX);
}

// Before the end of the input a line ends in a newline, though the model does not say so.
static void read_line(Reader *r, uint64_t n) {
    if (n && read_block(r, n, n) && vec_last(r->out) != '\n')
        add_byte(r, '\n');
}

static void read_blocks(Reader *r, const char *name, const TraceInput *input) {
    if (!strcmp(name, "read") && value_signed(input->value, input->type.width) > 0)
        read_block(r, input->value.lo, input->value.lo);
    else if (!strcmp(name, "fgets") && !is_flag(r, r->at - 1))
        read_line(r, input->value.lo);
    else if (!strcmp(name, "getline"))
        read_line(r, input->value.lo);
    else if (!strcmp(name, "fread"))
        read_elements(r, input->value.lo);
}

static void read_input(Reader *r) {
    assert(r->at < r->t->inputs.count && !r->ended);
    const TraceInput *input = &r->t->inputs.at[r->at];
    const char *name = name_at(r, r->at++);
    bool character = !strcmp(name, "getchar") || !strcmp(name, "fgetc") || !strcmp(name, "getc");
    if (character && value_signed(input->value, 32) < 0)
        r->ended = true;
    else if (character)
        add_character(r, input->value.lo & 255);
    else if (!strcmp(name, SCANNED) && input->value.lo & 1)
        read_conversion(r);
    else if (!strcmp(name, SCANNED))
        r->ended = true; // or something that does not fit: the end will do
    else
        read_blocks(r, name, input);
}

static bool reads_stdin(const char *name) {
    static const char *const names[] = { "getchar", "fgetc", "getc", SCANNED, "fgets", "getline", "fread", "read" };
    for (size_t i = 0; i < COUNT(names); i++)
        if (!strcmp(name, names[i]))
            return true;
    return false;
}

bool stdin_text(const Program *p, const Trace *t, Text *out) {
    Reader r = { .t = t, .out = out };
    bool any = false;
    for (uint32_t i = 0; i < t->inputs.count; i++)
        any |= t->inputs.at[i].kind == INPUT_LIBRARY && reads_stdin(name_at(&r, i));
    if (!any || stdin_scans_strings(p))
        return false;
    while (r.at < t->inputs.count && !r.ended && out->count < STDIN_MOST)
        if (t->inputs.at[r.at].kind == INPUT_LIBRARY)
            read_input(&r);
        else
            r.at++;
    return true;
}
