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
    printf(", from %s()\n", t->entry);
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
    printf("Checks:   %u place%s where the property can fail, in %s\n", p->checks.count,
           p->checks.count == 1 ? "" : "s", names.at);
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
    if (v->files.certificate)
        printf("Certificate: %s (re-check: hone proof %s FILE...)\n", v->files.certificate, v->files.certificate);
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
        printf("Replay:   interpreter agrees; compiled program %s\n", v->replay_text);
    bool agrees = v->replay == REPLAY_AGREES;
    if (v->files.inputs)
        printf("Reproduce: hone run --inputs %s FILE..., with the same files and options\n", v->files.inputs);
    if (v->files.harness)
        printf("Harness:  %s%s\n", v->files.harness, agrees ? "" : " (it may not reach the error: its head says why)");
    if (!v->files.inputs && !v->files.harness)
        printf("Reproduce: %s--write-inputs FILE writes what 'hone run --inputs FILE' takes\n",
               agrees ? "--harness FILE.c writes a C test; " : "");
}

void terminal_unknown(const char *reason) {
    assert(reason && *reason);
    print_head("33", "Unknown: ");
    printf("%s\n", reason);
    printf("Try:      %s\n", advice_for(reason));
}

static void print_outcome(const Verdict *v) {
    Arena *arena = arena_new();
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
    case OUTCOME_ERROR:
        break;
    }
    if (v->detail)
        printf("          %s\n", v->detail);
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
    if (v->outcome == OUTCOME_UNKNOWN && limits_hit())
        limits_result("unknown(interrupted)");
    else if (v->outcome != OUTCOME_ERROR)
        print_outcome(v);
    return verdict_exit_code(v);
}
