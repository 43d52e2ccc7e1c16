// verify_cover_guess.c - runs on guessed inputs: they cover what is easy to reach
//
// A run has inputs of one kind - zeros, small numbers, numbers of the program, or any - or those of a test with a few
// of them changed.  Arguments of main are made of the program's strings.  What a test cannot give stays zero.
#include "answer/run/arguments.h"
#include "base/limits.h"
#include "base/progress.h"
#include "verify_cover.h"
#include <stdlib.h>
#include <string.h>

enum { GUESSED_STEPS = 300000, ZERO_STEPS = 20000000, MOST_NUMBERS = 20000, MOST_WORDS = 5000, LONGEST_WORD = 60 };

typedef struct Guess {
    Covering *v;
    uint32_t mood;
    const Test *like;             // or NULL
    uint32_t kept;                // inputs that it goes on with, a few of them changed; others follow
    uint32_t asked;               // inputs so far
    uint32_t pointers;            // of these, to memory of the environment
    uint64_t habits;              // of the world in this run
    char tape[LONGEST_WORD + 10]; // characters that are read next
    uint32_t at;                  // of them
} Guess;

// ---- what the program compares with ----
static void add_numbers(Covering *v, Term a, Map *seen) {
    Terms *t = v->p->terms;
    VecTerm numbers = { 0 };
    if (a.id)
        term_numbers(t, a, &numbers);
    for (uint32_t i = 0; i < numbers.count && v->numbers.count < MOST_NUMBERS; i++) {
        uint64_t low, high;
        uint32_t width = sort_width(t, term_sort(t, numbers.at[i]));
        term_bits(t, numbers.at[i], &low, &high);
        low = width < 64 ? (uint64_t)value_signed((Value){ low, 0 }, width) : low;
        if (width <= 64 && !map_find(seen, low + 1)) {
            map_put(seen, low + 1, 1);
            vec_push(&v->numbers, low);
        }
    }
    vec_free(&numbers);
}

static void find_numbers(Covering *v) {
    Map seen = { 0 };
    map_put(&seen, 0, 1); // -1 has no key
    for (EdgeId e = 1; e < v->p->edges.count; e++) {
        const Edge *edge = &v->p->edges.at[e];
        bool assigns = edge->cmd.kind == CMD_ASSIGN;
        if (edge->from && (edge->cmd.kind == CMD_ASSUME || assigns))
            add_numbers(v, edge->cmd.a, &seen);
        for (uint32_t i = 0; edge->from && assigns && i < edge->cmd.n; i++)
            add_numbers(v, edge->cmd.terms[i], &seen);
    }
    map_free(&seen);
}

// The strings of the program.
static void find_words(Covering *v) {
    for (ObjId o = 1; o < v->p->objects.count && v->words.count < MOST_WORDS; o++) {
        const Object *object = &v->p->objects.at[o];
        const char *text = (const char *)object->init;
        if (object->kind != OBJ_GLOBAL || !text || object->size < 2 || object->size > LONGEST_WORD ||
            strnlen(text, object->size) + 1 != object->size)
            continue;
        vec_push(&v->words, arena_strndup(v->arena, text, object->size));
    }
}

void cover_guess_init(Covering *v) {
    bool texts;
    v->takes_arguments = takes_arguments(v->p, &texts) && cover_can_give(v, INPUT_LIBRARY, NUMBER_OF_ARGUMENTS);
    find_numbers(v);
    find_words(v);
}

// ---- numbers ----
static uint32_t draw(Guess *g, uint64_t n) {
    return n ? (uint32_t)(random_next(&g->v->random) % n) : 0;
}

static Value number(int64_t n, ValueType type) {
    uint64_t low = type.width >= 64 ? (uint64_t)n : (uint64_t)n & ((1ull << type.width) - 1);
    return (Value){ type.kind == SORT_BOOL ? low & 1 : low, type.width > 64 && n < 0 ? UINT64_MAX : 0 };
}

static int64_t number_of_program(Guess *g) {
    static const int beside[] = { 0, 0, 0, 1, -1 };
    const Covering *v = g->v;
    int64_t n = v->numbers.count ? (int64_t)v->numbers.at[draw(g, v->numbers.count)] : 0;
    return (int64_t)((uint64_t)n + (uint64_t)beside[draw(g, COUNT(beside))]);
}

static Value guess_value(Guess *g, ValueType type) {
    enum { ZERO, FEW, NUMBERS, SMALL, ANY, MOODS };
    uint32_t mood = g->mood ? 1 + g->mood % (MOODS - 1) : ZERO;
    if (mood == ZERO)
        return (Value){ 0 };
    if (type.kind == SORT_FLOAT || mood == ANY)
        return random_value(&g->v->random, type);
    return number(mood == NUMBERS ? number_of_program(g) : (int64_t)draw(g, mood == FEW ? 7 : 130) - 2, type);
}

// Null, or memory of the environment: a part of its own for each pointer.
static Value guess_pointer(Guess *g) {
    enum { PART = 1 << 16 };
    if (!g->mood || !draw(g, 4))
        return (Value){ 0 };
    return (Value){ ENVIRONMENT_BASE + (uint64_t)(g->pointers++ % (ENVIRONMENT_BYTES / PART)) * PART, 0 };
}

// ---- words ----
static const char *word_of_program(Guess *g) {
    return g->v->words.count ? g->v->words.at[draw(g, g->v->words.count)] : "a";
}

// A letter that the program compares with, or one of its strings.
static char letter_of_program(Guess *g) {
    const char *word = word_of_program(g);
    int64_t n = number_of_program(g);
    return n > ' ' && n < 127 && draw(g, 2) ? (char)n : word[draw(g, strlen(word))];
}

// ---- the world ----
// Characters that are read: words of the program, letters and numbers, and what separates them; at last the end.
static int next_character(Guess *g) {
    static const char *const endings[] = { " ", "\n", "\r\n", "", " " };
    enum { WORDS = 30 };
    if (!g->tape[g->at]) {
        char letter[] = { letter_of_program(g), 0 };
        const char *ending = endings[draw(g, COUNT(endings))];
        if (!draw(g, WORDS))
            return -1;
        if (draw(g, 5))
            snprintf(g->tape, sizeof g->tape, "%s%s", draw(g, 4) ? word_of_program(g) : letter, ending);
        else
            snprintf(g->tape, sizeof g->tape, "%lld%s", (long long)number_of_program(g), ending);
        g->at = 0;
    }
    return g->tape[g->at] ? (unsigned char)g->tape[g->at++] : '\n';
}

// In a run one function always fails, another never, others now and then.
static Value guess_world(Guess *g, EdgeId edge, ValueType type) {
    const char *name = program_text(g->v->p, g->v->p->edges.at[edge].cmd.text);
    uint32_t habit = (uint32_t)((g->habits ^ edge) * 0x9e3779b97f4a7c15ull >> 60);
    if (!g->mood || type.kind == SORT_FLOAT)
        return (Value){ 0 };
    if (type.kind == SORT_BOOL || type.width == 1)
        return (Value){ habit < 5 ? 0 : habit < 10 ? 1 : draw(g, 2), 0 };
    if (strstr(name, "getc") || type.width == 8)
        return number(next_character(g), type);
    switch (habit < 8 ? habit : draw(g, 8)) {
    case 0:
        return number(-(int64_t)draw(g, 2), type);
    case 1:
        return number(number_of_program(g), type);
    case 2:
    case 3:
        return number(draw(g, 20), type);
    default:
        return number(draw(g, 3), type);
    }
}

static bool is_pointer(const Covering *v, EdgeId edge) {
    VarId var = edge ? v->p->edges.at[edge].cmd.var : 0;
    return var && v->p->vars.at[var].pointer;
}

static bool guess(void *context, EdgeId edge, ValueType type, Value *value) {
    enum { CHANGED = 6 }; // one input of so many
    Guess *g = context;
    cover_not_given(g->v, edge, type);
    if (!g->v->can_be_given[edge])
        return false;
    const Trace *like = g->like ? &g->like->trace : NULL;
    uint32_t i = g->asked++;
    if (like && i < like->inputs.count && i < g->kept && draw(g, CHANGED))
        return trace_value(&like->inputs.at[i], type, value);
    *value = is_pointer(g->v, edge)                               ? guess_pointer(g)
             : g->v->p->edges.at[edge].cmd.input == INPUT_LIBRARY ? guess_world(g, edge, type)
                                                                  : guess_value(g, type);
    return true;
}

// ---- arguments of main ----
static void guess_word(Guess *g, Text *out) {
    const char *word = word_of_program(g);
    switch (draw(g, 10)) {
    case 0:
    case 1:
        text_add(out, "%s", word);
        break;
    case 8: // a long option
    case 9:
        text_add(out, "--%s", word);
        if (!draw(g, 3))
            text_add(out, "=%s", word_of_program(g));
        break;
    case 2: // an option of getopt
    case 3:
        text_add(out, "-%c", letter_of_program(g));
        if (!draw(g, 3))
            text_add(out, "%lld", (long long)number_of_program(g));
        break;
    case 4:
        text_add(out, "%lld", (long long)(draw(g, 2) ? (int64_t)draw(g, 20) : number_of_program(g)));
        break;
    case 5:
        text_add(out, "%.*s%lld", (int)draw(g, 4), word, draw(g, 2) ? (long long)number_of_program(g) : 1);
        break;
    case 6:
        text_add(out, "%s%s", word, word_of_program(g));
        break;
    case 7:
        for (uint32_t n = draw(g, 6); n-- > 0;)
            text_add(out, "%c", 33 + draw(g, 94));
        break;
    }
}

// A text like it: a byte changed, left out or put in.
static void change_word(Guess *g, TraceText word, Text *out) {
    uint32_t at = draw(g, word.n + 1), how = draw(g, 3);
    text_add(out, "%.*s", (int)at, word.at);
    if (how)
        text_add(out, "%c", draw(g, 2) ? letter_of_program(g) : 33 + (int)draw(g, 94));
    if (at < word.n)
        text_add(out, "%s", word.at + at + (how < 2));
}

static void guess_arguments(Guess *g, Trace *t) {
    enum { MOST = 3 };
    const Trace *like = g->like ? &g->like->trace : NULL;
    uint32_t had = like ? like->arguments.count : 0, n = had ? had : g->mood ? draw(g, MOST + 1) : 0;
    if (had && !draw(g, 4))
        n += draw(g, 2) ? 1 : UINT32_MAX;
    for (uint32_t i = 0; i < n; i++) {
        Text word = { 0 };
        text_add(&word, "%s", "");
        if (i >= had || !draw(g, 4))
            guess_word(g, &word);
        else if (!draw(g, 3))
            change_word(g, like->arguments.at[i], &word);
        if (word.count || i >= had)
            trace_add_argument(t, word.at, word.count);
        else
            trace_add_argument(t, like->arguments.at[i].at, like->arguments.at[i].n);
        vec_free(&word);
    }
    t->has_arguments = true;
    arguments_give(g->v->p, t);
}

// ---- runs ----
static bool run_guess(Guess *g) {
    Trace t;
    RunOptions o = cover_run_options(g->mood ? GUESSED_STEPS : ZERO_STEPS);
    trace_init(&t);
    if (g->v->takes_arguments) {
        guess_arguments(g, &t);
        o.inputs = &t;
    }
    o.choose = guess;
    o.choose_context = g;
    bool more = cover_run(g->v, &o);
    trace_free(&t);
    return more;
}

void cover_guess(Covering *v, double seconds, double most, bool like) {
    double begin = clock_cpu(), end = begin + seconds;
    for (uint32_t n = like; v->n_open && clock_cpu() < end && limits_left() > limits_reserve() && !limits_hit(); n++) {
        Guess g = { .v = v, .mood = n, .habits = random_next(&v->random) };
        if (v->tests.count && (like || n % 2))
            g.like = &v->tests.at[like && n % 2 ? v->tests.count - 1 : draw(&g, v->tests.count)];
        g.kept = g.like && draw(&g, 2) ? draw(&g, g.like->trace.inputs.count + 1) : UINT32_MAX;
        if (run_guess(&g)) { // as long as there is more to be had
            end = clock_cpu() + seconds < begin + most ? clock_cpu() + seconds : begin + most;
            progress("%u targets open, %u tests", v->n_open, v->tests.count);
        }
    }
}
