#include "report/story_print.h"

enum { MOST_LINES = 30, LAST_LINES = 8, MOST_FRAMES = 12, WIDEST = 48, LONGEST_NAME = 24 };

static int at_most(int width) {
    return width < WIDEST ? width : WIDEST;
}

// ---- the path ----
// How files are named: as they are, without their folders, or not at all where the name is long.
typedef enum FileNames { NAMES_WHOLE, NAMES_SHORT, NAMES_NONE } FileNames;

typedef struct Widths {
    int place, function, text;
    FileNames names;
} Widths;

static const char *base_name(const char *file) {
    const char *slash = strrchr(file, '/');
    return slash ? slash + 1 : file;
}

static const char *file_of(const StoryStep *s, FileNames names) {
    const char *name = base_name(s->at.file);
    return names == NAMES_WHOLE ? s->at.file : names == NAMES_NONE && strlen(name) > LONGEST_NAME ? "line" : name;
}

// The line about the error has the full name of its file: where all is in that, a long name is left out;
// where no two files differ only in their folders, these are.
static FileNames names_of(const Story *story) {
    FileNames names = NAMES_NONE;
    const char *where = story->where.file ? story->where.file : "";
    for (uint32_t i = 0; i < story->steps.count; i++) {
        const char *file = story->steps.at[i].at.file;
        if (!file || !strcmp(file, where))
            continue;
        names = NAMES_SHORT;
        for (uint32_t k = 0; k < i; k++) {
            const char *other = story->steps.at[k].at.file;
            if (other && strcmp(file, other) != 0 && !strcmp(base_name(file), base_name(other)))
                return NAMES_WHOLE;
        }
        if (!strcmp(base_name(file), base_name(where)))
            return NAMES_WHOLE;
    }
    return names;
}

static int digits(uint32_t n) {
    int d = 1;
    while (n >= 10)
        n /= 10, d++;
    return d;
}

static int place_width(const StoryStep *s, FileNames names) {
    return s->at.file ? (int)strlen(file_of(s, names)) + 1 + digits(s->at.line) : 0;
}

static Widths widths_of(const Story *story) {
    Widths w = { .names = names_of(story) };
    for (uint32_t i = 0; i < story->steps.count; i++) {
        const StoryStep *s = &story->steps.at[i];
        int function = 2 * (int)s->depth + (int)strlen(s->at.function), text = (int)strlen(s->text);
        int place = place_width(s, w.names);
        w.place = place > w.place ? place : w.place;
        w.function = function > w.function ? function : w.function;
        w.text = s->note && text > w.text ? text : w.text;
    }
    return (Widths){ w.place, at_most(w.function), at_most(w.text), w.names };
}

static void print_step(const StoryStep *s, Widths w, Text *out) {
    assert(s->text && s->at.function);
    if (s->at.file)
        text_add(out, "%s:%-*u", file_of(s, w.names), w.place - (int)strlen(file_of(s, w.names)) - 1, s->at.line);
    else
        text_add(out, "%*s", w.place, "");
    text_add(out, "  %*s%-*s  ", 2 * (int)s->depth, "", w.function - 2 * (int)s->depth, s->at.function);
    if (s->kind == STORY_ERROR)
        text_add(out, "error: ");
    if (s->note)
        text_add(out, "%-*s  (%s)\n", w.text, s->text, s->note);
    else
        text_add(out, "%s\n", s->text);
}

static void print_path(const Story *story, Text *out) {
    Widths w = widths_of(story);
    assert(story->steps.count);
    for (uint32_t i = 0; i < story->steps.count; i++) {
        text_add(out, "%s", i ? "          " : "Path:     ");
        print_step(&story->steps.at[i], w, out);
    }
}

// ---- threads ----
enum { MOST_COLUMNS = 4 };

static const char *thread_name(uint32_t thread, Text *name) {
    name->count = 0;
    text_add(name, thread ? "thread %u" : "main", thread);
    return name->at;
}

static void add_move(const StoryMove *m, Text *out) {
    if (m->at.line)
        text_add(out, "%u: ", m->at.line);
    text_add(out, "%s", m->text);
}

// The threads that move, in order of their numbers; their columns.
static void find_columns(const Story *story, VecU32 *threads) {
    for (uint32_t i = 0; i < story->moves.count; i++) {
        uint32_t thread = story->moves.at[i].thread, k = 0;
        while (k < threads->count && threads->at[k] < thread)
            k++;
        if (k < threads->count && threads->at[k] == thread)
            continue;
        vec_push(threads, thread);
        for (uint32_t n = threads->count - 1; n > k; n--)
            threads->at[n] = threads->at[n - 1];
        threads->at[k] = thread;
    }
}

static int column_width(const Story *story, uint32_t thread) {
    Text text = { 0 };
    int width = (int)strlen(thread_name(thread, &text));
    for (uint32_t i = 0; i < story->moves.count; i++) {
        text.count = 0;
        if (story->moves.at[i].thread == thread)
            add_move(&story->moves.at[i], &text);
        width = text.count && (int)strlen(text.at) > width ? (int)strlen(text.at) : width;
    }
    vec_free(&text);
    return width;
}

static void trim_line(Text *line) {
    while (line->count && line->at[line->count - 1] == ' ')
        line->at[--line->count] = 0;
}

// A column for each thread, a line for each step; the numbers are lines of the source.
static void print_columns(const Story *story, const VecU32 *threads, Text *out) {
    Text cell = { 0 }, line = { 0 };
    for (uint32_t i = 0; i <= story->moves.count; i++) {
        line.count = 0;
        for (uint32_t k = 0; k < threads->count; k++) {
            cell.count = 0;
            text_add(&cell, "%s", "");
            if (i && story->moves.at[i - 1].thread == threads->at[k])
                add_move(&story->moves.at[i - 1], &cell);
            text_add(&line, "%-*s%s", column_width(story, threads->at[k]),
                     i ? cell.at : thread_name(threads->at[k], &cell), k + 1 < threads->count ? "  " : "");
        }
        trim_line(&line);
        text_add(out, "%s%s\n", i ? "          " : "Threads:  ", line.at);
    }
    vec_free(&cell);
    vec_free(&line);
}

static void print_moves(const Story *story, Text *out) {
    VecU32 threads = { 0 };
    find_columns(story, &threads);
    if (threads.count <= MOST_COLUMNS)
        print_columns(story, &threads, out);
    Text name = { 0 };
    for (uint32_t i = 0; threads.count > MOST_COLUMNS && i < story->moves.count; i++) {
        text_add(out, "%s%s, ", i ? "          " : "Threads:  ", thread_name(story->moves.at[i].thread, &name));
        add_move(&story->moves.at[i], out);
        text_add(out, "\n");
    }
    vec_free(&name);
    vec_free(&threads);
}

// The open calls at the end, from the error outwards.
static void print_calls(const Story *story, Text *out) {
    for (uint32_t i = 0; i < story->calls.count && i < MOST_FRAMES; i++) {
        const StoryCall *c = &story->calls.at[i];
        text_add(out, "%s%s, called at %s:%u in %s\n", i ? "          " : "Calls:    ", c->function,
                 c->at.file ? c->at.file : "?", c->at.line, c->at.function);
    }
}

// ---- inputs ----
typedef struct Line {
    Text text;
    uint32_t times; // in a row
} Line;
typedef VEC(Line) Lines;

static bool is_identifier(const char *text) {
    return *text && !strchr(text, ' ');
}

// "FILE:LINE: x = 5 (__VERIFIER_nondet_int)"
static Text input_text(const StoryInput *input) {
    bool called = is_identifier(input->name) && input->kind != INPUT_UNINIT && strcmp(input->name, "parameter") != 0;
    Text line = { 0 };
    if (input->at.line)
        text_add(&line, "%s:%u: ", input->at.file ? input->at.file : "?", input->at.line);
    text_add(&line, "%s%s = %s",
             input->variable ? input->variable
             : *input->name  ? input->name
                             : "an input",
             called && !input->variable ? "()" : "", input->value);
    if (input->variable)
        text_add(&line, " (%s)", input->kind == INPUT_UNINIT ? "uninitialised" : input->name);
    return line;
}

static Lines input_lines(const Story *story) {
    Lines lines = { 0 };
    for (uint32_t i = 0; i < story->inputs.count; i++) {
        Text text = input_text(&story->inputs.at[i]);
        if (lines.count && !strcmp(vec_last(&lines).text.at, text.at)) {
            vec_last(&lines).times++;
            vec_free(&text);
        } else {
            vec_push(&lines, (Line){ text, 1 });
        }
    }
    return lines;
}

static void print_inputs(const Story *story, Text *out) {
    Lines lines = input_lines(story);
    uint32_t n = lines.count;
    if (!n)
        text_add(out, "Inputs:   none are needed\n");
    for (uint32_t i = 0; i < n; i++) {
        text_add(out, "%s", i ? "          " : "Inputs:   ");
        if (n > MOST_LINES && i == MOST_LINES - LAST_LINES) {
            text_add(out, "... (%u more)\n", n - MOST_LINES);
            i = n - LAST_LINES - 1;
            continue;
        }
        text_add(out, "%s", lines.at[i].text.at);
        if (lines.at[i].times > 1)
            text_add(out, " (%u times)", lines.at[i].times);
        text_add(out, "\n");
    }
    if (story->standard_input)
        text_add(out, "          standard input: %s\n", story->standard_input);
    if (story->by_rules && n)
        text_add(out, "          and so on, by a rule that --harness FILE.c writes\n");
    for (uint32_t i = 0; i < n; i++)
        vec_free(&lines.at[i].text);
    vec_free(&lines);
}

void story_print(const Story *story, Text *out) {
    assert(story->what && out);
    if (story->steps.count)
        print_path(story, out);
    else
        print_calls(story, out);
    if (story->moves.count)
        print_moves(story, out);
    print_inputs(story, out);
    if (story->memory_bytes)
        text_add(out, "Memory:   %u byte%s read before being written\n", story->memory_bytes,
                 story->memory_bytes == 1 ? " is" : "s are");
    if (story->environment)
        text_add(out, "%s some pointers from outside are taken to point to memory of the environment\n",
                 story->memory_bytes ? "         " : "Memory:  ");
}
