#include "base/options.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef enum Kind { FLAG, TEXT, LIST, OUTFILE, NUMBER, CHOICE } Kind;

typedef struct Row {
    const char *name; // as in --name
    Kind kind;
    const char *argument;
    const char *fallback; // the default, as --help shows it; "" where there is nothing to say
    Command commands;
    const char *help;
    size_t offset; // of the field in Options
} Row;

// The default as text: of a TEXT the text itself, of a NUMBER its digits.
#define SHOW_FLAG(value) ""
#define SHOW_CHOICE(value) ""
#define SHOW_TEXT(value) value
#define SHOW_LIST(value) value
#define SHOW_OUTFILE(value) ""
#define SHOW_NUMBER(value) #value

static const Row rows[] = {
#define ROW(field, kind, argument, value, commands, help) \
    { #field, kind, argument, SHOW_##kind(value), COMMAND_##commands, help, offsetof(Options, field) },
    OPTIONS(ROW)
#undef ROW
};

// Options for the compiler.  'joined': the value follows directly (-Idir); where
// it is missing and 'apart' is set, the next argument is the value.
typedef struct Pass {
    const char *name;
    bool joined, apart;
    const char *argument, *help;
} Pass;

static const Pass passes[] = {
    { "-include", false, true, " FILE", "read FILE before each source file" },
    { "-isystem", false, true, " DIR", "look for system headers in DIR" },
    { "-I", true, true, "DIR", "look for headers in DIR" },
    { "-D", true, true, "NAME[=VALUE]", "define a macro" },
    { "-U", true, true, "NAME", "undefine a macro" },
    { "-std=", true, false, "STANDARD", "the C standard, as gnu11 (the compiler's default is gnu17)" },
};

// A field's name as it is typed: underscores are dashes.
static bool is_name(const char *field, const char *typed, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (field[i] != (typed[i] == '-' ? '_' : typed[i]) || typed[i] == '_')
            return false;
    return field[length] == 0;
}

// Each kind of field has the size that set_value and is_default take it to have.
static_assert(sizeof(OptionTEXT) == sizeof(OptionOUTFILE), "both are paths or texts");

static const Row *find_row(Command command, const char *typed, size_t length) {
    for (size_t i = 0; i < COUNT(rows); i++)
        if (rows[i].commands & command && strlen(rows[i].name) == length && is_name(rows[i].name, typed, length))
            return &rows[i];
    return NULL;
}

// ---- the nearest word ----
// Edits (insert, delete, replace, swap neighbours) that turn 'a' into 'b'.
static unsigned distance(const char *a, const char *b) {
    enum { LONGEST = 40 };
    size_t n = strnlen(a, LONGEST), m = strnlen(b, LONGEST);
    unsigned d[LONGEST + 1][LONGEST + 1];
    for (size_t i = 0; i <= n; i++)
        for (size_t j = 0; j <= m; j++) {
            if (!i || !j) {
                d[i][j] = (unsigned)(i + j);
                continue;
            }
            unsigned best = d[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            if (d[i - 1][j] + 1 < best)
                best = d[i - 1][j] + 1;
            if (d[i][j - 1] + 1 < best)
                best = d[i][j - 1] + 1;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] && d[i - 2][j - 2] + 1 < best)
                best = d[i - 2][j - 2] + 1;
            d[i][j] = best;
        }
    return d[n][m];
}

const char *options_nearest(const char *text, const char *const words[], uint32_t n) {
    const char *nearest = NULL;
    unsigned least = (unsigned)strlen(text) / 3 + 2; // further away is no likely slip
    for (uint32_t i = 0; i < n; i++) {
        unsigned d = distance(text, words[i]);
        if (d < least) {
            least = d;
            nearest = words[i];
        }
    }
    return nearest;
}

static const char *shown_name(const Row *row, Arena *arena) {
    char *name = arena_printf(arena, "--%s", row->name);
    for (char *c = name; *c; c++)
        if (*c == '_')
            *c = '-';
    return name;
}

// -Wall, -O2, -lm ...: from somebody's command line for a compiler.
static bool is_of_compiler(const char *typed) {
    return typed[0] == '-' && typed[1] && strchr("OWfglL", typed[1]);
}

static void explain_unknown(Command command, const char *typed, Arena *arena, Reason *why) {
    size_t length = strcspn(typed, "=");
    if (typed[0] == '-' && typed[1] == '-') {
        const Row *elsewhere = find_row(COMMAND_ALL, typed + 2, length - 2);
        if (elsewhere) {
            reason_set(why, "%.*s is an option of 'hone %s'", (int)length, typed,
                       elsewhere->commands == COMMAND_RUN    ? "run"
                       : elsewhere->commands == COMMAND_TEST ? "test"
                       : elsewhere->commands == COMMAND_BP   ? "bp"
                                                             : "check");
            return;
        }
    }
    if (is_of_compiler(typed)) {
        reason_set(why, "%s is an option of compilers; of theirs Hone takes -I, -D, -U, -std, -include and -isystem",
                   typed);
        return;
    }
    const char *words[COUNT(rows) + COUNT(passes)];
    uint32_t n = 0;
    for (size_t i = 0; i < COUNT(rows); i++)
        if (rows[i].commands & command)
            words[n++] = shown_name(&rows[i], arena);
    for (size_t i = 0; i < COUNT(passes); i++)
        if (strlen(passes[i].name) > 2) // -I is near to everything short
            words[n++] = passes[i].name;
    const char *nearest = options_nearest(arena_strndup(arena, typed, length), words, n);
    if (nearest)
        reason_set(why, "unknown option %.*s; did you mean %s?", (int)length, typed, nearest);
    else
        reason_set(why, "unknown option %.*s; 'hone help' lists the options", (int)length, typed);
}

// ---- values ----
static bool set_number(int64_t *field, const char *name, const char *value, Reason *why) {
    char *end;
    errno = 0;
    long long number = strtoll(value, &end, 10);
    if (end == value || *end || errno || number < 0) {
        reason_set(why, "%s needs a whole number, not '%s'", name, value);
        return false;
    }
    *field = number;
    return true;
}

static bool set_choice(int *field, const Row *row, const char *name, const char *value, Reason *why) {
    int place = 1;
    assert(row->kind == CHOICE && *row->argument);
    size_t length = strlen(value);
    for (const char *word = row->argument; *word; place++) {
        size_t n = strcspn(word, "|");
        if (n == length && !strncasecmp(word, value, n)) {
            *field = place;
            return true;
        }
        word += n + (word[n] == '|');
    }
    reason_set(why, "%s is one of %s, not '%s'", name, row->argument, value);
    return false;
}

static bool set_value(Options *options, const Row *row, const char *name, const char *value, Reason *why) {
    void *field = (char *)options + row->offset;
    switch (row->kind) {
    case FLAG:
        *(bool *)field = true;
        return true;
    case TEXT:
    case OUTFILE:
        *(const char **)field = value;
        return true;
    case LIST:
        vec_push((OptionLIST *)field, value);
        return true;
    case NUMBER:
        return set_number(field, name, value, why);
    case CHOICE:
        return set_choice(field, row, name, value, why);
    }
    return false;
}

static void set_defaults(Options *options) {
    assert(options);
#define SET_FLAG(field, value) false
#define SET_CHOICE(field, value) 0
#define SET_TEXT(field, value) NULL
#define SET_LIST(field, value) { 0 }
#define SET_OUTFILE(field, value) NULL
#define SET_NUMBER(field, value) value
#define SET(field, kind, argument, value, ...) .field = SET_##kind(field, value),
    *options = (Options){ OPTIONS(SET) };
#undef SET
}

// ---- the line ----
typedef struct Line {
    Options *options;
    Command command;
    int n, at; // 'at': the next argument to read
    char **args;
    Arena *arena;
    Reason *why;
} Line;

static bool read_long(Line *line, const char *typed) {
    size_t length = strcspn(typed + 2, "=");
    const Row *row = find_row(line->command, typed + 2, length);
    if (!row) {
        explain_unknown(line->command, typed, line->arena, line->why);
        return false;
    }
    const char *name = shown_name(row, line->arena);
    const char *value = typed[2 + length] ? typed + 3 + length : NULL;
    if (row->kind == FLAG && value) {
        reason_set(line->why, "%s takes no value", name);
        return false;
    }
    if (row->kind != FLAG && !value) {
        if (line->at == line->n) {
            reason_set(line->why, "%s needs a value: %s %s", name, name, row->argument);
            return false;
        }
        value = line->args[line->at++];
    }
    return set_value(line->options, row, name, value, line->why);
}

static bool keep_for_compiler(Line *line, const Pass *pass, const char *typed) {
    size_t length = strlen(pass->name);
    vec_push(&line->options->compiler, typed);
    if (typed[length])
        return true;
    if (!pass->apart || line->at == line->n) {
        reason_set(line->why, "%s needs a value: %s%s", pass->name, pass->name, pass->argument);
        return false;
    }
    vec_push(&line->options->compiler, line->args[line->at++]);
    return true;
}

static bool read_short(Line *line, const char *typed) {
    if (!strcmp(typed, "-m32") || !strcmp(typed, "-m64")) {
        line->options->data_model = typed[2] == '3' ? MODEL_ILP32 : MODEL_LP64;
        return true;
    }
    if (!strcmp(typed, "-o") && line->command == COMMAND_TEST) {
        static const char output[] = "--output";
        return read_long(line, output);
    }
    if (!strcmp(typed, "-h")) {
        line->options->help = true;
        return true;
    }
    for (size_t i = 0; i < COUNT(passes); i++) {
        size_t length = strlen(passes[i].name);
        if (!strncmp(typed, passes[i].name, length) && (passes[i].joined || !typed[length]))
            return keep_for_compiler(line, &passes[i], typed);
    }
    explain_unknown(line->command, typed, line->arena, line->why);
    return false;
}

// --include FILE and --std=X are what people type for -include and -std.
static char *with_one_dash(char *typed) {
    bool doubled = !strcmp(typed, "--include") || !strcmp(typed, "--isystem") || !strncmp(typed, "--std=", 6);
    return doubled ? typed + 1 : typed;
}

bool options_read(Options *options, Command command, int n, char **args, Arena *arena, Reason *why) {
    assert(command == COMMAND_CHECK || command == COMMAND_RUN || command == COMMAND_TEST || command == COMMAND_BP);
    set_defaults(options);
    Line line = { options, command, n, 0, args, arena, why };
    bool only_files = false;
    while (line.at < n) {
        char *typed = with_one_dash(args[line.at++]);
        if (only_files || typed[0] != '-' || !typed[1])
            vec_push(&options->files, typed);
        else if (!strcmp(typed, "--"))
            only_files = true;
        else if (typed[1] == '-' ? !read_long(&line, typed) : !read_short(&line, typed))
            return false;
    }
    return true;
}

// ---- files to be written ----
OutFiles options_outfiles(const Options *options, Arena *arena) {
    OutFiles files = { 0 };
    for (size_t i = 0; i < COUNT(rows); i++) {
        const char *path =
            rows[i].kind == OUTFILE ? *(const char *const *)((const char *)options + rows[i].offset) : NULL;
        if (path && *path)
            vec_push(&files, (OutFile){ shown_name(&rows[i], arena), path });
    }
    return files;
}

// ---- help ----
enum { HELP_COLUMN = 30 };

static void print_wrapped(const char *head, const char *text, int columns, FILE *out) {
    int column = fprintf(out, "  %s", head);
    if (column > HELP_COLUMN - 2) {
        fputc('\n', out);
        column = 0;
    }
    while (*text) {
        int word = (int)strcspn(text, " ");
        if (column + 1 + word > columns && column > HELP_COLUMN) {
            fputc('\n', out);
            column = 0;
        }
        int gap = column < HELP_COLUMN ? HELP_COLUMN - column : 1;
        column += fprintf(out, "%*s%.*s", gap, "", word, text);
        text += word + (text[word] == ' ');
    }
    fputc('\n', out);
}

void options_help(Command command, int columns, FILE *out) {
    Arena *arena = arena_new();
    for (size_t i = 0; i < COUNT(rows); i++) {
        const Row *row = &rows[i];
        if (!(row->commands & command))
            continue;
        bool tell = *row->fallback && strcmp(row->fallback, "0") && strcmp(row->fallback, "-1");
        print_wrapped(arena_printf(arena, "%s %s", shown_name(row, arena), row->argument),
                      arena_printf(arena, tell ? "%s (default: %s)" : "%s", row->help, row->fallback), columns, out);
    }
    for (size_t i = 0; i < COUNT(passes) && command != COMMAND_BP; i++)
        print_wrapped(arena_printf(arena, "%s%s", passes[i].name, passes[i].argument), passes[i].help, columns, out);
    if (command != COMMAND_BP)
        print_wrapped("-m32, -m64", "the same as --data-model ILP32, LP64", columns, out);
    arena_free(arena);
}

// ---- settings that others choose ----
static void show_choice(Text *out, const char *words, int choice) {
    for (int i = 1; i < choice; i++)
        words += strcspn(words, "|") + 1;
    text_add(out, " %.*s", (int)strcspn(words, "|"), words);
}

static void show_option(const Options *options, const Row *row, Arena *arena, Text *out) {
    const void *field = (const char *)options + row->offset;
    text_add(out, "%s%s", out->count ? " " : "", shown_name(row, arena));
    switch (row->kind) {
    case FLAG:
        break;
    case TEXT:
    case OUTFILE:
        text_add(out, " %s", *(const char *const *)field);
        break;
    case LIST:
        bug("options_show: a list has several values");
    case NUMBER:
        text_add(out, " %lld", (long long)*(const int64_t *)field);
        break;
    case CHOICE:
        assert(*(const int *)field > 0);
        show_choice(out, row->argument, *(const int *)field);
        break;
    }
}

void options_show(const Options *options, const char *fields, Reason *out) {
    Arena *arena = arena_new();
    Text text = { 0 };
    for (const char *at = fields; *at; at += strspn(at, " ")) {
        size_t length = strcspn(at, " ");
        size_t i = 0;
        while (i < COUNT(rows) && (strlen(rows[i].name) != length || strncmp(rows[i].name, at, length) != 0))
            i++;
        if (i == COUNT(rows))
            bug("there is no option %s", at);
        show_option(options, &rows[i], arena, &text);
        at += length;
    }
    reason_set(out, "%s", text.count ? text.at : "");
    vec_free(&text);
    arena_free(arena);
}

static bool is_default(const Options *options, const Row *row) {
    Options defaults;
    set_defaults(&defaults);
    size_t size = row->kind == FLAG                           ? sizeof(bool)
                  : row->kind == TEXT || row->kind == OUTFILE ? sizeof(const char *)
                  : row->kind == LIST                         ? sizeof(OptionLIST)
                  : row->kind == NUMBER                       ? sizeof(int64_t)
                                                              : sizeof(int);
    return !memcmp((const char *)options + row->offset, (const char *)&defaults + row->offset, size);
}

Override options_override(Options *options, const char *settings, Arena *arena) {
    Options result = *options;
    Reason why;
    char *rest = NULL;
    for (char *name = strtok_r(arena_strdup(arena, settings), " ", &rest); name; name = strtok_r(NULL, " ", &rest)) {
        const Row *row = strncmp(name, "--", 2) ? NULL : find_row(COMMAND_CHECK, name + 2, strlen(name + 2));
        char *value = row && row->kind != FLAG ? strtok_r(NULL, " ", &rest) : NULL;
        if (!row || (row->kind != FLAG && !value) || !set_value(&result, row, name, value, &why))
            return OVERRIDE_BAD;
        if (!is_default(options, row))
            return OVERRIDE_TAKEN;
    }
    *options = result;
    return OVERRIDE_DONE;
}
