// record.h - a value as a text that another process reads back: exact, and refused where it was damaged
//
// One function describes a type and serves both directions: it passes each field, in order, to the functions below,
// which write it or fill it in.
//
//   static void pass_place(Record *r, Place *p) {
//       record_text(r, &p->file);
//       record_number(r, &p->line, UINT32_MAX);
//   }
//
//   writing:  Record r = { 0 };  pass_place(&r, &place);  char *text = record_close(&r, "place 1");
//   reading:  Record r;  if (record_open(&r, "place 1", text, arena)) { pass_place(&r, &place); good = record_end(&r);
//   }
//
// The text has no 0 bytes within.  It starts with the name and version of the type, its length and a hash of what
// follows, so that a text that was cut short or changed is refused; a value out of its range is, too.  After a failure
// fields are zero, and reading more is harmless.
#ifndef RECORD_H
#define RECORD_H
#include "base/vec.h"

typedef struct Record {
    bool reads, failed;
    Text out;             // writing: what was written so far
    const char *at, *end; // reading: what is left
    Arena *arena;         // reading: where texts go
} Record;

void record_text(Record *r, const char **text); // may be NULL
void record_number(Record *r, uint32_t *number, uint32_t most);
void record_u64(Record *r, uint64_t *number);
void record_bool(Record *r, bool *value);
void record_double(Record *r, double *value); // bit by bit
// The number of elements that follow; reading: at most as many as the text has room for.
void record_count(Record *r, uint32_t *count);

// Passes each element of a VEC to 'pass'; reading: adds them to the vector, which is empty before.
#define record_vec(r, v, pass)                                     \
    do {                                                           \
        uint32_t count_ = (v)->count;                              \
        record_count((r), &count_);                                \
        for (uint32_t i_ = 0; i_ < count_ && !(r)->failed; i_++) { \
            if ((r)->reads)                                        \
                (void)vec_add(v);                                  \
            pass((r), &(v)->at[i_]);                               \
        }                                                          \
    } while (0)

// Ends writing.  The caller frees the text; NULL where it would have more than 1 GB.
char *record_close(Record *r, const char *type);
bool record_open(Record *r, const char *type, const char *text, Arena *arena); // false: damaged, or of another type
bool record_end(Record *r);                                                    // was all of it read, and nothing wrong?
#endif
