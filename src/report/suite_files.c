#include "report/suite_files.h"
#include "base/sha256.h"
#include "base/version.h"
#include "answer/replay/world.h"
#include "answer/tests/gcov.h"
#include "frontend/library.h"
#include "report/own_files.h"
#include "spec/file.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LARGEST_SOURCE = 1 << 26 };

const char *place_fate_text(PlaceFate fate) {
    static const char *const texts[] = { [PLACE_OPEN] = "open", [PLACE_LIVE] = "live", [PLACE_DEAD] = "dead" };
    return texts[fate];
}

static bool is_suite_name(const char *name) {
    static const char *const kinds[][2] = { { "test_", ".xml" }, { "vector_", ".txt" } };
    for (size_t i = 0; i < COUNT(kinds); i++) {
        size_t before = strlen(kinds[i][0]), digits = 0;
        if (!strncmp(name, kinds[i][0], before))
            digits = strspn(name + before, "0123456789");
        if (digits && !strcmp(name + before + digits, kinds[i][1]))
            return true;
    }
    const char *file;
    for (size_t i = 0; (file = world_file(i)); i++)
        if (!strncmp(name, SUITE_LIBRARY, sizeof SUITE_LIBRARY - 1) && !strcmp(name + sizeof SUITE_LIBRARY - 1, file))
            return true;
    return !strcmp(name, "libc.h") || !strcmp(name, WORLD_NAMES) || !strcmp(name, WORLD_PROGRAM_NAMES);
}

bool suite_check(const char *directory, Reason *why) {
    static const char *const names[] = { "Makefile",      "driver.c",      "metadata.xml", "coverage.tsv",
                                         "coverage.info", "annotated.txt", "test_001.xml", "vector_001.txt" };
    return own_directory(directory, COUNT(names), names, is_suite_name, why);
}

// ---- the tests ----
static void make_vector(const SuiteTest *test, Text *out) {
    const Trace *t = test->trace;
    text_add(out, "# " OWN_MARK ": inputs, in order\n");
    if (test->cut)
        text_add(out, "# " SUITE_CUT "\n");
    if (test->threads)
        text_add(out, "# " SUITE_THREADS "\n");
    if (test->fault)
        text_add(out, "# " SUITE_FAULT "%s\n", test->fault);
    for (uint32_t i = 0; i < t->arguments.count; i++) {
        text_add(out, "argument ");
        argument_print(t->arguments.at[i], out);
        text_add(out, "\n");
    }
    for (uint32_t i = 0; i < t->inputs.count; i++) {
        const TraceInput *input = &t->inputs.at[i];
        text_add(out, "%s ", name_text(t->names, input->name));
        value_print(input->type, input->value, out);
        text_add(out, "\n");
    }
}

static void make_xml(const SuiteTest *test, Text *out) {
    const Trace *t = test->trace;
    text_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?><!-- " OWN_MARK " -->\n"
                  "<!DOCTYPE testcase PUBLIC \"+//IDN sosy-lab.org//DTD test-format testcase 1.1//EN\" "
                  "\"https://sosy-lab.org/test-format/testcase-1.1.dtd\">\n<testcase>\n");
    for (uint32_t i = 0; i < t->inputs.count; i++) {
        text_add(out, "  <input>");
        value_print(t->inputs.at[i].type, t->inputs.at[i].value, out);
        text_add(out, "</input>\n");
    }
    text_add(out, "</testcase>\n");
}

static const char *specification(const CoverFacts *facts) {
    return !strcmp(facts->what, "error")      ? "COVER( init(main()), FQL(COVER EDGES(@CALL(reach_error))) )"
           : !strcmp(facts->what, "location") ? "COVER( init(main()), FQL(COVER EDGES(@BASICBLOCKENTRY)) )"
                                              : "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )";
}

static void make_metadata(const Suite *s, Arena *arena, Text *out) {
    const SourceFiles *files = &s->input->frontend.files;
    char digest[SHA256_TEXT] = "", when[40];
    Reason ignored;
    size_t length;
    char *text = files->count ? file_read(files->at[0].path, LARGEST_SOURCE, arena, &length, &ignored) : NULL;
    if (text)
        sha256(text, length, digest);
    strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", gmtime(&(time_t){ time(NULL) }));
    text_add(out,
             "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?><!-- " OWN_MARK " -->\n"
             "<!DOCTYPE test-metadata PUBLIC \"+//IDN sosy-lab.org//DTD test-format test-metadata 1.1//EN\" "
             "\"https://sosy-lab.org/test-format/test-metadata-1.1.dtd\">\n<test-metadata>\n"
             "  <sourcecodelang>C</sourcecodelang>\n  <producer>Hone " HONE_VERSION "</producer>\n"
             "  <specification>%s</specification>\n  <programfile>%s</programfile>\n  <programhash>%s</programhash>\n"
             "  <entryfunction>%s</entryfunction>\n  <architecture>%ubit</architecture>\n"
             "  <creationtime>%s</creationtime>\n</test-metadata>\n",
             specification(s->facts), files->count ? files->at[0].path : "", digest, s->input->frontend.entry,
             s->input->frontend.pointer_bits, when);
}

// ---- the Makefile ----
static void make_makefile(const Suite *s, Arena *arena, Text *out) {
    static const char make_rename[] = "\tobjcopy --redefine-syms=" WORLD_PROGRAM_NAMES " $@\n";
    const FrontendInput *in = &s->input->frontend;
    const Texts *library = &s->world->files;
    text_add(out, "# " OWN_MARK "\n# check: runs all tests; coverage: the same, counted by gcov\n");
    text_add(out,
             "CC = gcc\nCFLAGS = -g -O0 -w -fwrapv -m%u\n"
             "# local variables start as zero, where the compiler knows how\n"
             "ZERO := $(shell for f in -ftrivial-auto-var-init=zero '-ftrivial-auto-var-init=zero "
             "-enable-trivial-auto-var-init-zero-knowing-it-will-be-removed-from-clang'; do \\\n"
             "    $(CC) $$f -Werror -c -o /dev/null -x c /dev/null 2>/dev/null && echo $$f && break; done)\n"
             "OBJECTS =",
             in->pointer_bits);
    for (uint32_t i = 0; i < in->files.count; i++)
        text_add(out, " source%u.o", i + 1);
    text_add(out, "\nLIBRARY =");
    for (uint32_t i = 0; i < library->count; i++)
        text_add(out, " " SUITE_LIBRARY "%.*s.o", (int)(strlen(library->at[i]) - 2), library->at[i]);
    text_add(out, "\nVECTORS =");
    for (uint32_t i = 0; i < s->n; i++)
        text_add(out, " vector_%03u.txt", i + 1);
    text_add(out, "\n\ncheck: program\n\t@for v in $(VECTORS); do \\\n"
                  "\t    HONE_VECTOR=$$v ./program >$$v.out 2>&1 </dev/null; echo \"$$v: exit code $$?\"; done\n"
                  "program: driver.o $(OBJECTS) $(LIBRARY)\n"
                  "\t$(CC) $(CFLAGS) $(COVERAGE) -o $@ driver.o $(OBJECTS) $(LIBRARY) -lm -lpthread\n"
                  "driver.o: driver.c\n\t$(CC) $(CFLAGS) -c -o $@ $<\n");
    make_objects(&in->files, "$(ZERO) $(COVERAGE)", library->count ? make_rename : "", arena, out);
    if (library->count)
        text_add(out,
                 SUITE_LIBRARY "%%.o: " SUITE_LIBRARY "%%.c libc.h\n\t$(CC) -m%u -O0 -w -fwrapv -ffreestanding "
                               "-fno-builtin -fno-math-errno -fno-strict-aliasing -c -o $@ $<\n"
                               "\tobjcopy --redefine-syms=" WORLD_NAMES " $@\n",
                 in->pointer_bits);
    text_add(out, "coverage:\n\t$(MAKE) clean\n\t$(MAKE) check COVERAGE='--coverage -Wl,-u,__gcov_dump'\n\tgcov -b -c "
                  "-o . source*.o\n"
                  "clean:\n\trm -f program *.o *.out *.gcda *.gcno *.gcov\n.PHONY: check coverage clean\n");
}

// ---- the claims ----
static void make_claims(const CoverFacts *f, Text *out) {
    text_add(out,
             "# " OWN_MARK
             ": what is claimed of each place (%s%s%s)\nfile\tline\tcolumn\tfunction\twhat\tfate\ttest\twhy\n",
             f->what, f->with ? ", with " : "", f->with ? f->with : "");
    for (uint32_t i = 0; i < f->places.count; i++) {
        const CoverPlace *p = &f->places.at[i];
        text_add(out, "%s\t%u\t%u\t%s\t%s\t%s\t%u\t%s\n", p->file, p->line, p->column, p->function,
                 p->text    ? p->text
                 : p->jumps ? "jump"
                            : "",
                 place_fate_text(p->fate), p->test, p->why ? p->why : "");
    }
}

static int compare_places(const void *a, const void *b) {
    const CoverPlace *x = *(const CoverPlace *const *)a, *y = *(const CoverPlace *const *)b;
    int files = strcmp(x->file, y->file);
    return files ? files : x->line != y->line ? (x->line > y->line) - (x->line < y->line) : (x > y) - (x < y);
}

// By file and line.
static const CoverPlace **sorted_places(const CoverFacts *f, Arena *arena) {
    const CoverPlace **places = arena_alloc(arena, (f->places.count + 1) * sizeof *places);
    for (uint32_t i = 0; i < f->places.count; i++)
        places[i] = &f->places.at[i];
    qsort(places, f->places.count, sizeof *places, compare_places);
    return places;
}

typedef struct LineSums { // of a file
    uint32_t lines, lines_hit, branches, branches_hit;
} LineSums;

// Functions begin, for want of another line, at their first place.
static void add_functions(const CoverPlace **places, uint32_t n, Text *out) {
    uint32_t functions = 0, called = 0;
    for (uint32_t i = 0; i < n; i++) {
        bool first = true, live = false;
        for (uint32_t k = 0; k < n; k++)
            if (!strcmp(places[k]->function, places[i]->function))
                first &= k >= i, live |= places[k]->fate == PLACE_LIVE;
        if (!first)
            continue;
        text_add(out, "FN:%u,%s\nFNDA:%u,%s\n", places[i]->line, places[i]->function, live, places[i]->function);
        functions++;
        called += live;
    }
    text_add(out, "FNF:%u\nFNH:%u\n", functions, called);
}

// A line is hit if one of its places is live.  Of branches each place is one.
static uint32_t add_line(const CoverPlace **places, uint32_t n, bool branches, LineSums *sums, Text *out) {
    uint32_t line = places[0]->line, here = 0;
    bool hit = false;
    for (; here < n && places[here]->line == line; here++) {
        bool live = places[here]->fate == PLACE_LIVE;
        if (branches)
            text_add(out, "BRDA:%u,0,%u,%u\n", line, here, live);
        sums->branches += branches;
        sums->branches_hit += branches && live;
        hit |= live;
    }
    text_add(out, "DA:%u,%u\n", line, hit);
    sums->lines++;
    sums->lines_hit += hit;
    return here;
}

static void make_lcov(const CoverFacts *f, Arena *arena, Text *out) {
    const CoverPlace **places = sorted_places(f, arena);
    bool branches = strcmp(f->what, "location") && strcmp(f->what, "error");
    text_add(out, "# " OWN_MARK "\n");
    for (uint32_t i = 0, n; i < f->places.count; i += n) {
        LineSums sums = { 0 };
        for (n = 1; i + n < f->places.count && !strcmp(places[i + n]->file, places[i]->file); n++)
            ;
        text_add(out, "TN:\nSF:%s\n", absolute_path(places[i]->file, arena));
        add_functions(places + i, n, out);
        for (uint32_t k = 0; k < n;)
            k += add_line(places + i + k, n - k, branches, &sums, out);
        if (branches)
            text_add(out, "BRF:%u\nBRH:%u\n", sums.branches, sums.branches_hit);
        text_add(out, "LF:%u\nLH:%u\nend_of_record\n", sums.lines, sums.lines_hit);
    }
}

static void annotate_line(const CoverPlace **places, uint32_t n, Text *out) {
    uint32_t count[3] = { 0 }, test = 0;
    for (uint32_t i = 0; i < n; i++) {
        count[places[i]->fate]++;
        if (places[i]->test && (!test || places[i]->test < test))
            test = places[i]->test;
    }
    Text note = { 0 };
    if (test)
        text_add(&note, "test %u", test);
    if (count[PLACE_DEAD])
        text_add(&note, "%sdead%s", note.count ? ", " : "", count[PLACE_DEAD] < n ? " in part" : "");
    if (count[PLACE_OPEN])
        text_add(&note, "%sopen%s", note.count ? ", " : "", count[PLACE_OPEN] < n ? " in part" : "");
    text_add(out, "%-22s| ", note.count ? note.at : "");
    vec_free(&note);
}

static void explain_line(const CoverPlace **places, uint32_t n, Text *out) {
    for (uint32_t i = 0; i < n; i++)
        if (places[i]->fate == PLACE_DEAD)
            text_add(out, "%-22s|   ^ column %u: never %s: %s\n", "", places[i]->column,
                     places[i]->text ? places[i]->text : "reached", places[i]->why ? places[i]->why : "proved");
}

static void annotate_file(const CoverPlace **places, uint32_t n, Arena *arena, Text *out) {
    Reason why;
    char *text = file_read(places[0]->file, LARGEST_SOURCE, arena, NULL, &why);
    text_add(out, "%s%s\n", places[0]->file, text ? ":" : ": the file cannot be read");
    uint32_t at = 0;
    for (uint32_t line = 1; text && *text; line++) {
        uint32_t here = 0;
        size_t length = strcspn(text, "\n");
        while (at + here < n && places[at + here]->line == line)
            here++;
        annotate_line(places + at, here, out);
        text_add(out, "%.*s\n", (int)length, text);
        explain_line(places + at, here, out);
        at += here;
        text += length + (text[length] == '\n');
    }
}

static void make_annotated(const CoverFacts *f, Arena *arena, Text *out) {
    const CoverPlace **places = sorted_places(f, arena);
    text_add(out, OWN_MARK ": what is known of each line (%s)\n\n", f->what);
    for (uint32_t i = 0, n; i < f->places.count; i += n) {
        for (n = 1; i + n < f->places.count && !strcmp(places[i + n]->file, places[i]->file); n++)
            ;
        annotate_file(places + i, n, arena, out);
    }
}

// ---- all of it ----
static bool write_tests(const Suite *s, Arena *arena, Reason *why) {
    Text text = { 0 };
    bool good = true;
    for (uint32_t i = 0; i < s->n && good; i++) {
        text.count = 0;
        make_vector(&s->tests[i], &text);
        good = own_write(s->directory, arena_printf(arena, "vector_%03u.txt", i + 1), &text, arena, why);
        text.count = 0;
        make_xml(&s->tests[i], &text);
        good = good && own_write(s->directory, arena_printf(arena, "test_%03u.xml", i + 1), &text, arena, why);
    }
    vec_free(&text);
    return good;
}

// ---- models of the library ----
static bool write_names(const Suite *s, const char *name, bool program, Arena *arena, Reason *why) {
    char *names = NULL;
    size_t length;
    FILE *out = open_memstream(&names, &length);
    fprintf(out, "# " OWN_MARK ": what the library's functions are called, for objcopy\n");
    world_write_names(s->world, program, out);
    fclose(out);
    Text text = { 0 };
    text_add(&text, "%s", names);
    bool good = own_write(s->directory, name, &text, arena, why);
    vec_free(&text);
    free(names);
    return good;
}

static bool write_model(const Suite *s, const char *file, const char *name, Arena *arena, Reason *why) {
    const char *path = library_path(arena, file);
    char *model = path ? file_read(path, LARGEST_SOURCE, arena, NULL, why) : NULL;
    Text text = { 0 };
    text_add(&text, "// " OWN_MARK ": the library as the tests need it\n%s", model ? model : "");
    bool good = model && own_write(s->directory, name, &text, arena, why);
    vec_free(&text);
    return good;
}

static bool write_library(const Suite *s, Arena *arena, Reason *why) {
    const Texts *files = &s->world->files;
    bool good = !files->count || (write_names(s, WORLD_NAMES, false, arena, why) &&
                                  write_names(s, WORLD_PROGRAM_NAMES, true, arena, why) &&
                                  write_model(s, "libc.h", "libc.h", arena, why));
    for (uint32_t i = 0; i < files->count && good; i++)
        good = write_model(s, files->at[i], arena_printf(arena, SUITE_LIBRARY "%s", files->at[i]), arena, why);
    return good;
}

bool suite_write(const Suite *s, Arena *arena, Reason *why) {
    assert(s->directory && *s->directory && s->facts->what);
    enum { FILES = 6 };
    static const char *const names[FILES] = { "metadata.xml",  "Makefile",      "coverage.tsv",
                                              "coverage.info", "annotated.txt", "driver.c" };
    Text text[FILES] = { 0 };
    make_metadata(s, arena, &text[0]);
    make_makefile(s, arena, &text[1]);
    make_claims(s->facts, &text[2]);
    make_lcov(s->facts, arena, &text[3]);
    make_annotated(s->facts, arena, &text[4]);
    text_add(&text[5], "%s", s->driver ? s->driver : "// " OWN_MARK ": no driver could be made\n");
    bool good = write_tests(s, arena, why) && write_library(s, arena, why);
    for (uint32_t i = 0; i < FILES; i++) {
        good = good && own_write(s->directory, names[i], &text[i], arena, why);
        vec_free(&text[i]);
    }
    return good;
}
