// main.c - the commands and the exit codes
#include "base/limits.h"
#include "base/outfile.h"
#include "base/version.h"
#include "domain/domain.h"
#include "engine/engine.h"
#include "report/ending.h"
#include "report/terminal.h"
#include "spec/rule/pack.h"
#include "verify.h"
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

typedef struct CommandRow {
    const char *name;
    Command command;
    const char *usage, *summary;
    int (*work)(const void *options);
} CommandRow;

static int check(const void *options) {
    return verify_check(options);
}

static int run(const void *options) {
    return verify_run(options);
}

static int proof(const void *options) {
    return verify_proof(options);
}

static int witness(const void *options) {
    return verify_witness(options);
}

static int test(const void *options) {
    const Options *o = options;
    return o->run && *o->run ? verify_suite(o) : o->api && *o->api ? verify_test(o) : verify_cover(o);
}

static int boolean(const void *options) {
    return verify_bp(options);
}

static const CommandRow commands[] = {
    { "check", COMMAND_CHECK, "hone check [options] FILE...",
      "Is the property true of every run of the program?  FILE is a C file (.c, .i; several\n"
      "are linked), a task definition (.yml), or compile_commands.json.",
      check },
    { "run", COMMAND_RUN, "hone run [options] FILE...",
      "Executes the program on given inputs, exactly as 'check' understands it.  Its output\n"
      "and its exit code are passed on.",
      run },
    { "proof", COMMAND_CHECK, "hone proof [options] FILE.proof FILE...",
      "Checks a certificate that 'hone check --proof' wrote, against the program: the conditions\n"
      "are built anew and proved.  Give the options that change the program (the data model, a property\n"
      "file) as they were given to 'check'.",
      proof },
    { "witness", COMMAND_CHECK, "hone witness [options] FILE.yml FILE...",
      "Checks an SV-COMP witness (format 2.0) against the program.  Of a violation: 'false' if a run along\n"
      "it reaches the error, and 'unknown' otherwise.  Of a proof: 'true' if its invariants hold and the\n"
      "property is proved, 'false(witness)' if one of its invariants is refuted.  Exit code 2 for a witness\n"
      "that is not well-formed, or not of this program.  The property is what the witness says, unless --property is "
      "given.  Where the witness\n"
      "leaves something open, one engine is asked: --engine NAME, or by default one that fits (bmc; impact, then "
      "lazy).",
      witness },
    { "test", COMMAND_TEST, "hone test [options] FILE...",
      "Finds inputs for every branch of the program that can be taken, and proves the others dead (doc/test.md).\n"
      "-o DIR writes the tests; --run DIR compiles and runs such a suite, and measures it by gcov.\n"
      "With --api FILE.api: tests of a container (doc/api.md), sequences of calls that cover every branch that\n"
      "sequences up to a length cover; one that fails is 'false'.  FILE... are the container's C files then.",
      test },
    { "bp", COMMAND_BP, "hone bp [options] FILE.bp",
      "Checks a Boolean program: can a run make an assertion fail, or reach a label?  With --stats the states\n"
      "at each label are printed.",
      boolean },
};

// ---- help ----
static int columns(void) {
    struct winsize size;
    bool known = !ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) && size.ws_col >= 60;
    return !known ? 80 : size.ws_col < 120 ? size.ws_col : 120;
}

static void print_overview(FILE *out) {
    fputs("Hone checks C programs: true with a proof, false with an input that makes the program fail,\n"
          "or unknown with the reason.\n\n",
          out);
    for (size_t i = 0; i < COUNT(commands); i++)
        fprintf(out, "  %s\n", commands[i].usage);
    fputs("  hone rules [NAME]\n"
          "  hone help COMMAND\n"
          "  hone --version\n\n"
          "Start with:  hone check examples/lock.c\n",
          out);
}

static void print_help(const CommandRow *row) {
    printf("%s\n\n%s\n\nOptions:\n", row->usage, row->summary);
    options_help(row->command, columns(), stdout);
    if (row->work != check)
        return;
    puts("\nEngines:");
    for (uint32_t i = 0; engines[i]; i++)
        printf("  %-9s %s\n", engines[i]->name, engines[i]->summary);
    puts("\nDomains:");
    for (uint32_t i = 0; domains[i]; i++)
        printf("  %-10s %s\n", domains[i]->name, domains[i]->summary);
    puts("\nExit codes: 0 true, 10 false, 5 unknown, 1 usage, 2 input error, 6 internal error.\n"
         "The last line on stdout is RESULT: true | RESULT: false(PROPERTY) | RESULT: unknown(REASON).");
}

// ---- commands ----
static const CommandRow *find_command(const char *name) {
    for (size_t i = 0; i < COUNT(commands); i++)
        if (!strcmp(name, commands[i].name))
            return &commands[i];
    return NULL;
}

static int unknown_command(const char *name) {
    const char *names[COUNT(commands) + 2] = { "help", "rules" };
    for (size_t i = 0; i < COUNT(commands); i++)
        names[i + 2] = commands[i].name;
    const char *nearest = options_nearest(name, names, COUNT(names));
    Reason why;
    if (nearest)
        reason_set(&why, "unknown command '%.100s'; did you mean '%s'?", name, nearest);
    else if (strchr(name, '.') || strchr(name, '/'))
        reason_set(&why, "a command is missing; did you mean 'hone check %.200s'?", name);
    else
        reason_set(&why, "unknown command '%.100s'; 'hone help' lists the commands", name);
    return terminal_error(EXIT_USAGE, &why);
}

static int help(int n, char **args) {
    const CommandRow *row = n ? find_command(args[0]) : NULL;
    if (n && !row)
        return unknown_command(args[0]);
    if (row)
        print_help(row);
    else
        print_overview(stdout);
    return 0;
}

// ---- hone rules ----
static int unknown_rule(const char *name, Arena *arena) {
    const char *nearest = pack_nearest(name, arena);
    Reason why;
    reason_set(&why, "unknown rule %.100s; %s%s%s", name, nearest ? "did you mean " : "'hone rules' lists them",
               nearest ? nearest : "", nearest ? "?" : "");
    return terminal_error(EXIT_USAGE, &why);
}

static int list_rules(Arena *arena) {
    RulePaths all = { 0 };
    Reason why;
    int code = 0;
    pack_list(arena, &all);
    for (uint32_t i = 0; i < all.count && !code; i++) {
        Rule rule;
        if (rule_read(all.at[i], 0, arena, &rule, &why)) {
            printf("%-18s %s\n", rule.name, rule_summary(&rule, arena));
            rule_free(&rule);
        } else {
            code = terminal_error(EXIT_INPUT, &why);
        }
    }
    if (!all.count)
        puts("There are no rules beside this executable.");
    vec_free(&all);
    return code;
}

// What the rule is, and the events by which it is checked.
static int explain_rule(const char *name, Arena *arena) {
    Rule rule;
    Reason why;
    const char *path = strchr(name, '.') || strchr(name, '/') ? name : pack_find(name, arena);
    if (!path)
        return unknown_rule(name, arena);
    if (!rule_read(path, 0, arena, &rule, &why))
        return terminal_error(EXIT_INPUT, &why);
    printf("%s: %s\nIt looks at:", rule.name, rule.about);
    for (uint32_t i = 0; i < rule.events.count; i++)
        printf("%s %s.%s", i ? "," : "", rule.events.at[i].function, rule_when_text(rule.events.at[i].when));
    printf("\nIt says:\n");
    for (uint32_t i = 0; i < rule.aborts.count; i++)
        printf("  rule %s: %s\n", rule.name, rule.aborts.at[i]);
    printf("File: %s\nUse:  hone check --rule %s FILE...\n", path, name);
    rule_free(&rule);
    return 0;
}

static int show_rules(int n, char **args) {
    Arena *arena = arena_new();
    Reason why;
    int code;
    if (n > 1 || (n == 1 && args[0][0] == '-')) {
        reason_set(&why, "hone rules [NAME]: lists the rules that come with Hone, or explains one");
        code = terminal_error(EXIT_USAGE, &why);
    } else {
        code = n ? explain_rule(args[0], arena) : list_rules(arena);
    }
    arena_free(arena);
    return code;
}

static int supervise(const CommandRow *row, const Options *options) {
    assert(options->files.count || options->api);
    Limits limits = { (double)options->timeout, (double)options->wall, (uint64_t)options->memory };
    Ending ending = { 0 };
    Reason why;
    if (!limits_supervise(&limits, row->work, options, &ending, &why))
        ending.code = terminal_error(EXIT_INPUT, &why);
    return ending_report(&ending, options, row->command != COMMAND_RUN && !options->dump);
}

static bool knows_engine(const char *name, Reason *why) {
    const char *names[32];
    uint32_t n = 0;
    if (!name || engine_find(name))
        return true;
    while (n < COUNT(names) && engines[n]) {
        names[n] = engines[n]->name;
        n++;
    }
    const char *nearest = options_nearest(name, names, n);
    reason_set(why, "unknown engine %.100s; %s%s%s", name, nearest ? "did you mean " : "'hone help check' lists them",
               nearest ? nearest : "", nearest ? "?" : "");
    return false;
}

static bool knows_domain(const char *name, Reason *why) {
    if (!name || domain_find(name))
        return true;
    reason_set(why, "unknown domain %.100s; 'hone help check' lists them", name);
    return false;
}

static int start(const CommandRow *row, int n, char **args) {
    assert(row->work && n >= 0);
    Arena *arena = arena_new();
    Options options;
    Reason why;
    int code;
    if (!options_read(&options, row->command, n, args, arena, &why)) {
        code = terminal_error(EXIT_USAGE, &why);
    } else if (options.help) {
        print_help(row);
        code = 0;
    } else if (!options.files.count && !options.api) {
        reason_set(&why, "no input file; %s", row->usage);
        code = terminal_error(EXIT_USAGE, &why);
    } else if (!knows_engine(options.engine, &why) || !knows_domain(options.post, &why) ||
               !outfiles_check(&options, &why)) {
        code = terminal_error(EXIT_USAGE, &why);
    } else {
        code = supervise(row, &options);
    }
    vec_free(&options.files);
    vec_free(&options.compiler);
    vec_free(&options.rule);
    arena_free(arena);
    return code;
}

static int dispatch(int argc, char **argv) {
    if (argc < 2) {
        print_overview(stderr);
        return EXIT_USAGE;
    }
    if (!strcmp(argv[1], "--version")) {
        puts("hone " HONE_VERSION);
        return 0;
    }
    if (!strcmp(argv[1], "help") || !strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"))
        return help(argc - 2, argv + 2);
    if (!strcmp(argv[1], "rules"))
        return show_rules(argc - 2, argv + 2);
    const CommandRow *row = find_command(argv[1]);
    return row ? start(row, argc - 2, argv + 2) : unknown_command(argv[1]);
}

int main(int argc, char **argv) {
    int code = dispatch(argc, argv);
    if (!fflush(stdout) && !ferror(stdout))
        return code;
    fputs("hone: cannot write to stdout\n", stderr); // a result nobody got is none
    return EXIT_BUG;
}
