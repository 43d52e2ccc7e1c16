#include "report/terminal.h"
#include "base/limits.h"
#include "base/progress.h"
#include "report/advice.h"
#include "report/story_print.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool colourful(void) {
    const char *no = getenv("NO_COLOR"), *term = getenv("TERM");
    return isatty(STDOUT_FILENO) && !(no && *no) && term && strcmp(term, "dumb");
}

static void print_head(const char *colour, const char *head) {
    if (colourful())
        printf("\033[1;%sm%s\033[0m", colour, head);
    else
        fputs(head, stdout);
}

// ---- the task ----
static void print_property(const TaskFacts *t) {
    printf("Property: %s", t->property);
    if (t->claim)
        printf(" (%s)", t->claim);
    printf(", from %s()%s%s\n", t->entry, t->beside ? ", with " : "", t->beside ? t->beside : "");
}

void terminal_task(const TaskFacts *t) {
    assert(t->files.count && t->property && t->engine);
    printf("Program:  %s", t->files.at[0]);
    if (t->files.count > 1)
        printf(" and %u more", t->files.count - 1);
    printf(", %s\n", t->data_model);
    print_property(t);
    printf("Engine:   %s\n", t->engine);
    if (t->note)
        printf("Note:     %s\n", t->note);
}

// ---- the program ----
static void print_checks(const ProgramFacts *p) {
    Text names = { 0 };
    if (!p->checks.count) {
        puts(p->unmodelled ? "Checks:   none: no place is known where the property can fail, but what follows "
                             "something that is not modelled is not looked at"
                           : "Checks:   none: nothing in the program can violate the property");
        return;
    }
    checks_functions(&p->checks, 6, &names);
    printf("Checks:   %u place%s where the property can fail, in %s", p->checks.count, p->checks.count == 1 ? "" : "s",
           names.at);
    printf(p->settled ? "; proved beforehand: %u more\n" : "\n", p->settled);
    vec_free(&names);
}

void terminal_assumptions(const Assumptions *assumptions) {
    for (uint32_t i = 0; i < assumptions->count; i++)
        printf("%s %s\n", i ? "         " : "Assumes: ", assumptions->at[i]);
}

void terminal_program(const ProgramFacts *p) {
    printf("Size:     %u function%s, %u locations, %u edge%s\n", p->functions, p->functions == 1 ? "" : "s",
           p->locations, p->edges, p->edges == 1 ? "" : "s");
    print_checks(p);
    terminal_assumptions(&p->assumptions);
}

// ---- members of the portfolio ----
static void print_member(const MemberFacts *m, const char *label) {
    bool set = *m->settings;
    printf("%s%s%s%s%s%s%s", label, m->name, set ? " (" : "", set ? m->engine : "", set ? " " : "", m->settings,
           set ? ")" : "");
}

// Whose verdict follows; what became of each where none has an answer, or 'all' is set.
static void print_members(const Members *members, bool all) {
    const MemberFacts *winner = NULL;
    for (uint32_t i = 0; i < members->count; i++)
        winner = members->at[i].won ? &members->at[i] : winner;
    for (uint32_t i = 0; i < members->count && (all || !winner); i++) {
        print_member(&members->at[i], i ? "          " : "Members:  ");
        printf(": %s, %.2f s\n", members->at[i].said, members->at[i].cpu);
    }
    if (winner) {
        print_member(winner, "Member:   ");
        fputc('\n', stdout);
    }
}

// ---- messages ----
static void print_message(const char *kind, const char *text) {
    assert(kind && text);
    fprintf(stderr, "hone: %s%s\n", kind, text);
}

int terminal_error(int code, const Reason *why) {
    progress_clear();
    fflush(stdout);
    print_message("", why->text);
    return code;
}

static void print_messages(const Verdict *v) {
    fflush(stdout);
    for (uint32_t i = 0; i < v->warnings.count; i++)
        print_message("warning: ", v->warnings.at[i]);
    for (uint32_t i = 0; i < v->messages.count; i++)
        print_message("", v->messages.at[i]);
}

// ---- the verdict ----
static void print_invariants(const LoopInvariants *all) {
    assert(all->count);
    enum { MOST_LINES = 12, LONGEST_LINE = 240 };
    puts("Invariants:");
    for (uint32_t i = 0; i < all->count && i < MOST_LINES; i++) {
        const LoopInvariant *v = &all->at[i];
        bool never = !strcmp(v->text, "0"), longer = strlen(v->text) > LONGEST_LINE;
        printf("  %s:%u: in %s, loop: %.*s%s\n", v->file, v->pos.line, v->function, LONGEST_LINE,
               never ? "never reached" : v->text, longer ? " ..." : "");
    }
    if (all->count > MOST_LINES)
        printf("  ... (%u more)\n", all->count - MOST_LINES);
}

static void print_contracts(const FunctionContracts *all) {
    assert(all->count);
    enum { MOST_LINES = 12, LONGEST_LINE = 240 };
    puts("Contracts:");
    for (uint32_t i = 0; i < all->count && i < MOST_LINES; i++) {
        const FunctionContract *c = &all->at[i];
        printf("  %s:%u: %s: requires %.*s%s; ensures %.*s%s\n", c->file, c->line, c->function, LONGEST_LINE,
               c->requires_, strlen(c->requires_) > LONGEST_LINE ? " ..." : "", LONGEST_LINE, c->ensures,
               strlen(c->ensures) > LONGEST_LINE ? " ..." : "");
    }
    if (all->count > MOST_LINES)
        printf("  ... (%u more)\n", all->count - MOST_LINES);
}

static void print_shared(const SharedPlaces *all) {
    enum { MOST_LINES = 24, LONGEST_NAME = 24 };
    int width = 0;
    for (uint32_t i = 0; i < all->count && i < MOST_LINES; i++) {
        int length = (int)strlen(all->at[i].name);
        width = length > width && length <= LONGEST_NAME ? length : width;
    }
    for (uint32_t i = 0; i < all->count && i < MOST_LINES; i++)
        printf("%s%-*s  %s\n", i ? "          " : "Shared:   ", width, all->at[i].name, all->at[i].by);
    if (all->count > MOST_LINES)
        printf("          ... (%u more)\n", all->count - MOST_LINES);
}

static void print_true(const Verdict *v, Arena *arena) {
    const ProofFacts *f = &v->proof;
    assert(f->kind != PROOF_NONE);
    print_head("32", f->nothing ? "Nothing to check: " : f->proviso ? "True, provided that " : "True: ");
    printf("%s.\n", f->nothing ? f->nothing : f->proviso ? f->proviso : "the property holds in every run");
    if (f->nothing && f->proviso)
        printf("          provided that %s\n", f->proviso);
    printf("Proof:    %s\n", proof_facts_text(f, arena));
    if (v->invariants.count)
        print_invariants(&v->invariants);
    if (v->contracts.count)
        print_contracts(&v->contracts);
    print_shared(&v->shared);
    if (v->files.certificate)
        printf("Certificate: %s (re-check: hone proof %s%s FILE...)\n", v->files.certificate,
               property_rule_option(v->property), v->files.certificate);
}

static void print_false(const Verdict *v) {
    Text text = { 0 };
    const Story *story = &v->story;
    assert(story->what);
    print_head("31", "False: ");
    if (story->where.line)
        printf("%s:%u:%u: ", story->where.file, story->where.line, story->where.column);
    printf("%s\n", story->what);
    story_print(story, &text);
    fputs(text.at, stdout);
    vec_free(&text);
    if (v->replay_text)
        printf("Replay:   %s agrees; compiled program %s\n",
               story->by_rules ? "program as the interpreter reads it, compiled for this long run," : "interpreter",
               v->replay_text);
    bool agrees = v->replay == REPLAY_AGREES;
    if (v->files.inputs)
        printf("Reproduce: hone run --inputs %s FILE..., with the same files and options\n", v->files.inputs);
    if (v->files.harness)
        printf("Harness:  %s%s\n", v->files.harness, agrees ? "" : " (it may not reach the error: its head says why)");
    if (!v->files.inputs && !v->files.harness && !v->tests.api)
        printf("Reproduce: %s%s\n", agrees ? "--harness FILE.c writes a C test" : "",
               story->by_rules ? ""
               : agrees        ? "; --write-inputs FILE writes what 'hone run --inputs FILE' takes"
                               : "--write-inputs FILE writes what 'hone run --inputs FILE' takes");
}

static void print_texts(const char *label, const Texts *texts, uint32_t most) {
    for (uint32_t i = 0; i < texts->count && i < most; i++)
        printf("%-9s %s\n", i ? "" : label, texts->at[i]);
    if (texts->count > most)
        printf("          ... (%u more)\n", texts->count - most);
}

static void print_tests(const TestFacts *t) {
    assert(t->match);
    enum { MOST_MISSED = 12, MOST_STEPS = 200 };
    printf("Interface: %s, %u call%s to choose from, sequences of up to %u\n", t->api, t->calls,
           t->calls == 1 ? "" : "s", t->length);
    printf("Matching: %s%s%s\n", t->match, t->missing ? ": " : "", t->missing ? t->missing : "");
    printf("States:   %llu stored; %llu sequences explored, %llu matched; %.2f s\n", (unsigned long long)t->states,
           (unsigned long long)t->sequences, (unsigned long long)t->matched, t->seconds);
    printf("Branches: %u of %u covered, %u seen\n", t->covered, t->branches, t->executed);
    print_texts("Missed:", &t->missed, MOST_MISSED);
    print_texts("Note:", &t->notes, MOST_MISSED);
    if (t->directory)
        printf("Tests:    %u, in %s ('make -C %s check' runs them)\n", t->tests, t->directory, t->directory);
    else
        printf("Tests:    %u (-o DIR writes them)\n", t->tests);
    print_texts("Sequence:", &t->failing, MOST_STEPS);
}

// ---- coverage ----
typedef struct CoverRow { // of a function
    const char *file, *function;
    uint32_t count[3]; // by PlaceFate
} CoverRow;
typedef VEC(CoverRow) CoverRows;

// Places of one function follow each other.
static CoverRows rows_of(const CoverFacts *c) {
    CoverRows rows = { 0 };
    for (uint32_t i = 0; i < c->places.count; i++) {
        const CoverPlace *p = &c->places.at[i];
        CoverRow *last = rows.count ? &rows.at[rows.count - 1] : NULL;
        if (!last || strcmp(last->function, p->function) != 0)
            vec_push(&rows, (CoverRow){ .file = p->file, .function = p->function });
        rows.at[rows.count - 1].count[p->fate]++;
    }
    return rows;
}

static void print_row(const char *name, const uint32_t count[3]) {
    printf("          %-30s %7u %7u %7u %7u\n", name, count[PLACE_LIVE] + count[PLACE_DEAD] + count[PLACE_OPEN],
           count[PLACE_LIVE], count[PLACE_DEAD], count[PLACE_OPEN]);
}

static void print_places(const CoverFacts *c, PlaceFate fate, const char *label) {
    enum { MOST_PLACES = 40 };
    uint32_t n = 0;
    for (uint32_t i = 0; i < c->places.count; i++) {
        const CoverPlace *p = &c->places.at[i];
        if (p->fate == fate && n++ < MOST_PLACES)
            printf("%-9s %s:%u:%u in %s%s%s%s%s\n", n > 1 ? "" : label, p->file, p->line, p->column, p->function,
                   p->text ? ": " : "", p->text ? p->text : "", p->why ? ": " : "", p->why ? p->why : "");
    }
    if (n > MOST_PLACES)
        printf("          ... (%u more)\n", n - MOST_PLACES);
}

static void print_cover(const CoverFacts *c) {
    CoverRows rows = rows_of(c);
    uint32_t sum[3] = { 0 };
    printf("Coverage: of every %s%s%s\n          %-30s %7s %7s %7s %7s\n", c->what, c->with ? ", with " : "",
           c->with ? c->with : "", "function", "places", "live", "dead", "open");
    for (uint32_t i = 0; i < rows.count; i++) {
        print_row(rows.at[i].function, rows.at[i].count);
        for (int k = 0; k < 3; k++)
            sum[k] += rows.at[i].count[k];
    }
    print_row("all", sum);
    print_places(c, PLACE_DEAD, "Dead:");
    print_texts("Assumes:", &c->assumes, 40);
    print_places(c, PLACE_OPEN, "Open:");
    print_texts("Note:", &c->notes, 12);
    if (c->directory)
        printf("Tests:    %u, in %s ('make -C %s check' runs them, 'hone test --run %s FILE...' measures them)\n",
               c->tests, c->directory, c->directory, c->directory);
    else
        printf("Tests:    %u (-o DIR writes them)\n", c->tests);
    vec_free(&rows);
}

static void print_suite(const SuiteFacts *s) {
    printf("Suite:    %s: %u test%s run under gcov, %u lines compared", s->directory, s->runs, s->runs == 1 ? "" : "s",
           s->lines);
    if (s->otherwise)
        printf(" (%u not in full: compiled in another way, or a test ends there by a crash, or depends on threads)",
               s->otherwise);
    printf("\n");
    print_texts("Differs:", &s->differences, 40);
}

void terminal_unknown(const char *reason) {
    assert(reason && *reason);
    print_head("33", "Unknown: ");
    printf("%s\n", reason);
    printf("Try:      %s\n", advice_for(reason));
}

// ---- checks ----
static void print_indented(const char *text) {
    for (size_t n; *text; text += n + (text[n] == '\n')) {
        n = strcspn(text, "\n");
        printf("          %.*s\n", (int)n, text);
    }
}

static void print_check(const Verdict *v, const Check *c) {
    static const char *const said[] = { [CHECK_OPEN] = "open", [CHECK_PROVED] = "proved", [CHECK_FAILS] = "FAILS" };
    CheckState state = verdict_check_state(v, c);
    char place[200];
    snprintf(place, sizeof place, "%s:%u:%u", c->at.file ? c->at.file : "?", c->at.line, c->at.column);
    printf("  %-6s  %-20s  %-12s  %s\n", said[state], place, c->kind, c->asked ? c->asked : c->what);
    if (state == CHECK_FAILS && c->found)
        printf("          %s\n", c->found);
    if (state == CHECK_FAILS && c->run)
        print_indented(c->run);
}

// Those that fail come first, then what is open.
static void print_list(const Verdict *v) {
    static const CheckState order[] = { CHECK_FAILS, CHECK_OPEN, CHECK_PROVED };
    const Checks *checks = &v->program->checks;
    puts("Answers:");
    for (size_t k = 0; k < COUNT(order); k++)
        for (uint32_t i = 0; i < checks->count; i++)
            if (verdict_check_state(v, &checks->at[i]) == order[k])
                print_check(v, &checks->at[i]);
    if (v->program->settled)
        printf("  proved  %u more, before an engine started\n", v->program->settled);
}

// Each check has its own answer.
static void print_summary(const Verdict *v) {
    if (!v->program || !v->program->summed)
        return;
    if (v->program->listed)
        print_list(v);
    uint32_t n[3] = { [CHECK_PROVED] = v->program->settled }, all = n[CHECK_PROVED];
    for (uint32_t i = 0; i < v->program->checks.count; i++, all++)
        n[verdict_check_state(v, &v->program->checks.at[i])]++;
    printf("Summary:  %u of %u checks proved, %u fail%s, %u open\n", n[CHECK_PROVED], all, n[CHECK_FAILS],
           n[CHECK_FAILS] == 1 ? "s" : "", n[CHECK_OPEN]);
}

static void print_outcome(const Verdict *v) {
    Arena *arena = arena_new();
    if (v->tests.api)
        print_tests(&v->tests);
    if (v->cover.what)
        print_cover(&v->cover);
    if (v->suite.directory)
        print_suite(&v->suite);
    switch (v->outcome) {
    case OUTCOME_TRUE:
        print_true(v, arena);
        break;
    case OUTCOME_FALSE:
        print_false(v);
        break;
    case OUTCOME_UNKNOWN:
        terminal_unknown(v->reason);
        break;
    case OUTCOME_DONE:
    case OUTCOME_ERROR:
        break;
    }
    if (v->detail)
        printf("          %s\n", v->detail);
    print_summary(v);
    limits_result(verdict_result(v, arena));
    arena_free(arena);
}

int terminal_verdict(const Verdict *v, bool all_members) {
    assert(verdict_is_decided(v));
    verdict_check(v);
    progress_clear();
    print_members(&v->members, all_members);
    if (all_members && v->settings)
        printf("Settings: %s\n", v->settings);
    print_messages(v);
    bool cut_off = v->outcome == OUTCOME_UNKNOWN && limits_hit();
    if (cut_off && v->tests.api)
        print_tests(&v->tests);
    if (cut_off)
        limits_result("unknown(interrupted)");
    else if (v->outcome != OUTCOME_ERROR)
        print_outcome(v);
    return verdict_exit_code(v);
}
