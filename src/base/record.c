#include "base/record.h"
#include "base/map.h"
#include <string.h>

enum { HASH_SEED = 20, LONGEST = 1 << 30 };

// ---- writing ----
static void add(Record *r, const char *bytes, size_t n) {
    assert(!r->reads);
    r->failed |= n > LONGEST - r->out.count;
    if (r->failed)
        return;
    vec_reserve(&r->out, r->out.count + n);
    memcpy(r->out.at + r->out.count, bytes, n);
    r->out.count += (uint32_t)n;
}

static void add_number(Record *r, uint64_t number, char after) {
    char digits[24];
    int n = snprintf(digits, sizeof digits, "%llu%c", (unsigned long long)number, after);
    add(r, digits, (size_t)n);
}

static uint64_t hash_of(const char *body, size_t n) {
    return hash_bytes(body, n, HASH_SEED);
}

char *record_close(Record *r, const char *type) {
    assert(!r->reads && !strchr(type, '\n'));
    Text all = { 0 };
    if (r->failed) {
        vec_free(&r->out);
        return NULL;
    }
    text_add(&all, "%s %u %016llx\n", type, r->out.count, (unsigned long long)hash_of(r->out.at, r->out.count));
    vec_reserve(&all, all.count + r->out.count + 1);
    if (r->out.count)
        memcpy(all.at + all.count, r->out.at, r->out.count);
    all.at[all.count + r->out.count] = 0;
    vec_free(&r->out);
    return all.at;
}

// ---- reading ----
static uint64_t fail(Record *r) {
    r->failed = true;
    r->at = r->end;
    return 0;
}

// Digits as they are written: at least one, no leading zeros, within 64 bits.
static uint64_t take_number(Record *r, char after) {
    uint64_t number = 0;
    const char *start = r->at;
    while (r->at < r->end && *r->at >= '0' && *r->at <= '9') {
        uint64_t digit = (uint64_t)(*r->at++ - '0');
        if (number > (UINT64_MAX - digit) / 10)
            return fail(r);
        number = 10 * number + digit;
    }
    bool zeros = r->at - start > 1 && *start == '0';
    if (r->failed || r->at == start || zeros || r->at == r->end || *r->at++ != after)
        return fail(r);
    return number;
}

static const char *take_text(Record *r) {
    if (r->at < r->end && *r->at == '-') {
        r->at++;
        if (r->at == r->end || *r->at++ != ';')
            fail(r);
        return NULL;
    }
    uint64_t n = take_number(r, ':');
    if (r->failed || n >= (uint64_t)(r->end - r->at) || r->at[n] != ';') {
        fail(r);
        return NULL;
    }
    const char *text = arena_strndup(r->arena, r->at, n);
    r->at += n + 1;
    return text;
}

bool record_open(Record *r, const char *type, const char *text, Arena *arena) {
    assert(type && arena);
    *r = (Record){ .reads = true, .arena = arena };
    size_t n = strlen(type);
    unsigned bytes = 0;
    unsigned long long hash = 0;
    const char *body = text ? strchr(text, '\n') : NULL;
    char head[200];
    if (!body || strncmp(text, type, n) || sscanf(text + n, " %u %llx\n", &bytes, &hash) != 2)
        return false;
    // as it would be written: no other spelling counts
    snprintf(head, sizeof head, "%s %u %016llx\n", type, bytes, hash);
    body++;
    if (strlen(head) != (size_t)(body - text) || strncmp(head, text, strlen(head)) || strlen(body) != bytes ||
        hash_of(body, bytes) != hash)
        return false;
    r->at = body;
    r->end = body + bytes;
    return true;
}

bool record_end(Record *r) {
    assert(r->reads);
    return !r->failed && r->at == r->end;
}

// ---- values ----
void record_text(Record *r, const char **text) {
    if (r->reads) {
        *text = take_text(r);
    } else if (*text) {
        size_t n = strlen(*text);
        add_number(r, n, ':');
        add(r, *text, n);
        add(r, ";", 1);
    } else {
        add(r, "-;", 2);
    }
}

void record_number(Record *r, uint32_t *number, uint32_t most) {
    assert(r->reads || *number <= most);
    if (!r->reads) {
        add_number(r, *number, ';');
        return;
    }
    uint64_t value = take_number(r, ';');
    *number = (uint32_t)(value <= most ? value : fail(r));
}

void record_bool(Record *r, bool *value) {
    uint32_t number = *value && !r->reads;
    record_number(r, &number, 1);
    *value = number;
}

void record_u64(Record *r, uint64_t *number) {
    if (r->reads)
        *number = take_number(r, ';');
    else
        add_number(r, *number, ';');
}

void record_double(Record *r, double *value) {
    uint64_t bits = 0;
    static_assert(sizeof bits == sizeof *value, "a double has 64 bits");
    if (!r->reads)
        memcpy(&bits, value, sizeof bits);
    record_u64(r, &bits);
    memcpy(value, &bits, sizeof bits);
}

void record_count(Record *r, uint32_t *count) {
    if (r->reads) // an element takes at least two bytes
        record_number(r, count, (uint32_t)((r->end - r->at) / 2));
    else
        record_number(r, count, UINT32_MAX);
}
