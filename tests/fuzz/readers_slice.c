// Runs the fuzz target of readers.c on inputs made of examples: readers_slice COUNT WORDS EXAMPLE...
//
// Each input is an example, changed a few times: bytes overwritten, a piece taken out, doubled, or put in from another
// example, or a word of the dictionary (libFuzzer's format, "word" a line) put in.  The same inputs in each run; the
// one that is running is in the file "slice-input" beside WORDS, for when it crashes: the input, zeros, and its length.
#include <assert.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { LONGEST = 4096, MOST = 1000, MOST_CHANGES = 6 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct Bytes {
    uint8_t at[LONGEST];
    size_t count;
} Bytes;

static Bytes examples[MOST], words[MOST];
static size_t n_examples, n_words;

static uint32_t below(uint32_t n) {
    static uint64_t state = 88172645463325252u;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return n ? (uint32_t)(state >> 32) % n : 0;
}

static void read_example(const char *path) {
    FILE *f = fopen(path, "rb");
    if (!f || n_examples == MOST) {
        fprintf(stderr, "%s cannot be read\n", path);
        exit(2);
    }
    Bytes *b = &examples[n_examples++];
    b->count = fread(b->at, 1, LONGEST, f);
    fclose(f);
}

static void read_words(const char *path) {
    char line[200];
    FILE *f = fopen(path, "r");
    while (f && n_words < MOST && fgets(line, sizeof line, f)) {
        char *from = strchr(line, '"'), *to = from ? strchr(from + 1, '"') : NULL;
        if (!to)
            continue;
        Bytes *b = &words[n_words++];
        b->count = (size_t)(to - from - 1);
        memcpy(b->at, from + 1, b->count);
    }
    if (f)
        fclose(f);
}

// Puts 'n' bytes in at 'where'.
static void insert(Bytes *b, size_t where, const uint8_t *from, size_t n) {
    assert(where <= b->count);
    if (b->count + n > LONGEST)
        return;
    memmove(b->at + where + n, b->at + where, b->count - where);
    memmove(b->at + where, from, n);
    b->count += n;
}

// A piece of 'b': where it starts, and how long it is.
static size_t piece(const Bytes *b, size_t *length) {
    size_t where = below((uint32_t)b->count);
    *length = 1 + below(below(4) ? 12 : 400);
    if (*length > b->count - where)
        *length = b->count - where;
    return where;
}

static void change(Bytes *b) {
    const Bytes *other = &examples[below((uint32_t)n_examples)], *word = &words[below((uint32_t)n_words)];
    uint8_t copy[LONGEST];
    size_t n, where = piece(b, &n), from, place = 1 + below((uint32_t)b->count); // the first byte says which reader
    if (place > b->count)
        place = b->count;
    switch (below(5)) {
    case 0:
        if (b->count)
            b->at[where] = (uint8_t)below(256);
        break;
    case 1:
        memmove(b->at + where, b->at + where + n, b->count - where - n);
        b->count -= n;
        break;
    case 2:
        memcpy(copy, b->at + where, n);
        insert(b, place, copy, n);
        break;
    case 3:
        from = piece(other, &n);
        insert(b, place, other->at + from, n);
        break;
    case 4:
        insert(b, place, word->at, word->count);
        break;
    }
}

// The input that is running, in memory that is the file's.
static Bytes *map_input(const char *beside) {
    char path[1000];
    const char *slash = strrchr(beside, '/');
    snprintf(path, sizeof path, "%.*sslice-input", slash ? (int)(slash + 1 - beside) : 0, beside);
    int file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0644);
    void *at = file < 0 || ftruncate(file, sizeof(Bytes)) < 0
                   ? MAP_FAILED
                   : mmap(NULL, sizeof(Bytes), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (at == MAP_FAILED) {
        perror(path);
        exit(2);
    }
    close(file);
    return at;
}

int main(int argc, char **argv) {
    if (argc < 4)
        return 2;
    unsigned long count = strtoul(argv[1], NULL, 10);
    read_words(argv[2]);
    for (int i = 3; i < argc; i++)
        read_example(argv[i]);
    Bytes *input = map_input(argv[2]);
    for (unsigned long i = 0; i < count; i++) {
        *input = examples[below((uint32_t)n_examples)];
        for (uint32_t k = below(MOST_CHANGES + 1); k > 0; k--)
            change(input);
        LLVMFuzzerTestOneInput(input->at, input->count);
    }
    printf("%lu inputs of %zu examples and %zu words, no finding\n", count, n_examples, n_words);
    return 0;
}
