// guess.c - what the program compares its inputs with, and values made of that
#include "engine/runs/guess.h"
#include "base/map.h"

enum { MOST_CONSTANTS = 64, MOST_SIZES = 1000, LARGE = 1 << 12, LONGEST_WORD = 60, MOST_WORDS = 1000 };

typedef VEC(uint64_t) Constants;

struct Guesser {
    const Program *p;
    uint64_t *random;
    Constants *compared; // per VarId: with what it is compared
    Constants sizes;     // of objects, and constants that may be sizes
    Constants letters;   // that bytes are compared with
    VEC(const char *) words;
    Mood mood;
    bool text;        // bytes come from the stream
    const char *word; // what is left of it; the program's, or 'made'
    char made[LONGEST_WORD];
};

// ---- what inputs are compared with ----
static void add_constant(Constants *to, uint64_t value, uint32_t most) {
    for (uint32_t i = 0; i < to->count; i++)
        if (to->at[i] == value)
            return;
    if (to->count < most)
        vec_push(to, value);
}

static void note_comparison(Guesser *g, Term a) {
    Terms *t = g->p->terms;
    VecTerm vars = { 0 };
    uint64_t value, high;
    for (uint32_t i = 0; i < term_arity(t, a); i++) {
        Term constant = term_arg(t, a, i);
        if (term_op(t, constant) != OP_BV_CONST)
            continue;
        term_bits(t, constant, &value, &high);
        term_vars(t, a, &vars);
        for (uint32_t k = 0; k < vars.count; k++)
            add_constant(&g->compared[program_var_of(g->p, vars.at[k])], value, MOST_CONSTANTS);
        if (value && value <= LARGE)
            add_constant(&g->sizes, value, MOST_SIZES);
        if (value > ' ' && value < 127)
            add_constant(&g->letters, value, MOST_CONSTANTS);
    }
    vec_free(&vars);
}

static void note_comparisons(Guesser *g, Term a, Map *seen) {
    Terms *t = g->p->terms;
    if (!a.id || map_find(seen, a.id))
        return;
    map_put(seen, a.id, 1);
    uint32_t n = term_arity(t, a);
    if (n == 2 && sort_kind(t, term_sort(t, a)) == SORT_BOOL &&
        sort_kind(t, term_sort(t, term_arg(t, a, 0))) == SORT_BV)
        note_comparison(g, a);
    for (uint32_t i = 0; i < n; i++)
        note_comparisons(g, term_arg(t, a, i), seen);
}

// What a copy is compared with, the variable itself is too.
static bool note_copies(Guesser *g) {
    bool more = false;
    for (EdgeId e = 1; e < g->p->edges.count; e++) {
        const Cmd *cmd = &g->p->edges.at[e].cmd;
        for (uint32_t i = 0; g->p->edges.at[e].from && cmd->kind == CMD_ASSIGN && i < cmd->n; i++) {
            VarId from = program_var_of(g->p, cmd->terms[i]);
            uint32_t before = from ? g->compared[from].count : 0;
            for (uint32_t k = 0; from && k < g->compared[cmd->vars[i]].count; k++)
                add_constant(&g->compared[from], g->compared[cmd->vars[i]].at[k], MOST_CONSTANTS);
            more |= from && g->compared[from].count > before;
        }
    }
    return more;
}

static void find_constants(Guesser *g) {
    Map seen = { 0 };
    for (EdgeId e = 1; e < g->p->edges.count; e++) {
        const Cmd *cmd = &g->p->edges.at[e].cmd;
        if (!g->p->edges.at[e].from)
            continue;
        note_comparisons(g, cmd->a, &seen);
        for (uint32_t i = 0; cmd->kind == CMD_ASSIGN && i < cmd->n; i++)
            note_comparisons(g, cmd->terms[i], &seen);
    }
    while (note_copies(g))
        ;
    map_free(&seen);
}

// ---- sizes and strings of objects ----
static bool is_text(const Object *o) {
    const char *text = (const char *)o->init;
    return text && o->size > 1 && o->size <= LONGEST_WORD && strnlen(text, o->size) + 1 == o->size;
}

static void look_at_objects(Guesser *g) {
    for (ObjId o = 1; o < g->p->objects.count; o++) {
        const Object *object = &g->p->objects.at[o];
        if (object->kind == OBJ_FUNCTION)
            continue;
        if (object->size && object->size <= LARGE)
            add_constant(&g->sizes, object->size, MOST_SIZES);
        if (object->kind == OBJ_GLOBAL && is_text(object) && g->words.count < MOST_WORDS)
            vec_push(&g->words, (const char *)object->init);
    }
}

Guesser *guesser_new(const Program *p, uint64_t *random) {
    Guesser *g = base_alloc(sizeof *g);
    *g = (Guesser){ .p = p, .random = random, .word = "" };
    g->compared = base_alloc(p->vars.count * sizeof *g->compared);
    find_constants(g);
    look_at_objects(g);
    return g;
}

void guesser_free(Guesser *g) {
    for (VarId v = 0; v < g->p->vars.count; v++)
        vec_free(&g->compared[v]);
    free(g->compared);
    vec_free(&g->sizes);
    vec_free(&g->letters);
    vec_free(&g->words);
    free(g);
}

void guess_begin(Guesser *g, Mood mood) {
    assert(mood < MOODS);
    g->mood = mood;
    g->text = mood != MOOD_ZERO && random_next(g->random) % 2;
    g->word = "";
}

// ---- numbers ----
static uint64_t small_number(uint64_t x) {
    return x % 4 == 0 ? x >> 8 & 1 : x % 4 == 1 ? (uint64_t)0 - (x >> 8 & 3) : x >> 8 & 15;
}

static uint64_t any_number(uint64_t x) { // all magnitudes alike
    uint64_t magnitude = x >> (1 + (x & 63) % 63);
    return x & 64 ? (uint64_t)0 - magnitude : magnitude;
}

// Mostly a few; else as many as an object has bytes, or one more or less.
static uint64_t size(Guesser *g) {
    assert(g->mood != MOOD_ZERO);
    uint64_t x = random_next(g->random), few = x >> 8 & 3;
    if (x % 4 || !g->sizes.count)
        return few;
    return g->sizes.at[(x >> 16) % g->sizes.count] + few - 1;
}

static uint64_t guess_number(Guesser *g, const Constants *known) {
    uint64_t x = random_next(g->random), how = random_next(g->random) % 8;
    Mood mood = g->mood == MOOD_MIXED ? (how < 4 ? MOOD_COMPARED : how < 6 ? MOOD_SMALL : MOOD_ANY) : g->mood;
    uint64_t number = mood == MOOD_ZERO ? 0 : mood == MOOD_ANY ? any_number(x) : small_number(x);
    if (mood == MOOD_COMPARED && known->count) {
        number = known->at[x % known->count];
        if (g->mood == MOOD_MIXED && how < 2)
            number += how ? 1 : (uint64_t)0 - 1;
    }
    return number;
}

// ---- text ----
// Letters of one kind.
static void make_letters(Guesser *g) {
    static const char kinds[][2] = { { '0', '9' }, { 'a', 'z' }, { ' ', '~' }, { '1', '9' } };
    uint64_t x = random_next(g->random), kind = x % 8;
    const char *range = kinds[kind % COUNT(kinds)];
    uint32_t n = x >> 8 & 3 ? 1 + (x >> 16 & 15) : 1 + (x >> 16) % (LONGEST_WORD - 1);
    for (uint32_t i = 0; i < n; i++) {
        uint64_t y = random_next(g->random);
        g->made[i] = kind >= COUNT(kinds) && g->letters.count
                         ? (char)g->letters.at[y % g->letters.count]
                         : (char)(range[0] + y % (uint64_t)(range[1] - range[0] + 1));
    }
    g->made[n] = 0;
}

// One of the program, a number that it compares with, or letters.
static void next_word(Guesser *g) {
    assert(!*g->word && "the last one is used up");
    uint64_t x = random_next(g->random);
    g->word = g->made;
    if (x % 2 && g->words.count)
        g->word = g->words.at[(x >> 8) % g->words.count];
    else if (x >> 4 & 1 && g->sizes.count)
        snprintf(g->made, sizeof g->made, "%llu", (unsigned long long)g->sizes.at[(x >> 8) % g->sizes.count]);
    else
        make_letters(g);
}

// Words, and what stands between them: the end of a string, a space, a character that is compared with, or nothing.
static uint64_t next_letter(Guesser *g) {
    if (*g->word)
        return (unsigned char)*g->word++;
    uint64_t x = random_next(g->random);
    next_word(g);
    switch (x & 7) {
    case 0:
        return x & 8 ? ' ' : '\n';
    case 1:
        return g->letters.count ? g->letters.at[(x >> 8) % g->letters.count] : ',';
    case 2:
    case 3:
        return (unsigned char)*g->word++;
    default:
        return 0;
    }
}

static bool is_known(const Constants *known, uint64_t value) {
    for (uint32_t i = 0; i < known->count; i++)
        if (known->at[i] == value)
            return true;
    return false;
}

// As getchar gives it: the program, or the model of the library, compares it with -1 and 255.
static bool is_character(const Constants *known, uint32_t width) {
    return width == 8 || (width == 32 && is_known(known, 255) && is_known(known, UINT32_MAX));
}

Value guess_value(Guesser *g, EdgeId edge, ValueType type) {
    assert(edge < g->p->edges.count);
    const Cmd *cmd = edge ? &g->p->edges.at[edge].cmd : NULL;
    if (type.kind != SORT_BV && type.kind != SORT_BOOL)
        return g->mood == MOOD_ZERO ? (Value){ 0 } : random_value(g->random, type);
    uint32_t width = type.kind == SORT_BOOL ? 1 : type.width;
    bool sized = cmd && cmd->kind == CMD_INPUT && cmd->input == INPUT_LIBRARY && width >= 32;
    const Constants *known = &g->compared[cmd ? cmd->var : 0];
    uint64_t number;
    if (g->text && is_character(known, width))
        number = width == 8 || random_next(g->random) % 64 ? next_letter(g) : UINT32_MAX;
    else if (sized && g->mood != MOOD_ZERO && random_next(g->random) % 16)
        number = size(g);
    else
        number = guess_number(g, known);
    return (Value){ .lo = width < 64 ? number & ((1ull << width) - 1) : number };
}
