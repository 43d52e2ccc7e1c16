// harness_rules.c - a harness that follows rules: the program as Hone reads it, run by turns with the compiled one
#include "answer/replay/harness.h"

static const char head[] = "#pragma GCC optimize(\"O2\")\n"
                           "#include <stdint.h>\n"
                           "#include <stdio.h>\n"
                           "#include <ucontext.h>\n\n"
                           "#define QUIET __attribute__((no_instrument_function))\n"
                           "enum { HONE_ROOM = 4096, HONE_STACK = 1 << 20 };\n"
                           "static struct {\n"
                           "    const char *function;\n"
                           "    union {\n"
                           "        long long integer;\n"
                           "        float f32;\n"
                           "        double f64;\n"
                           "        long double f80;\n"
                           "#ifdef __SIZEOF_INT128__\n"
                           "        unsigned __int128 wide;\n"
                           "        __float128 f128;\n"
                           "#endif\n"
                           "    };\n"
                           "} hone_inputs[HONE_ROOM]; // that the program has not asked for yet\n"
                           "static int hone_filled, hone_taken, hone_over, hone_reached;\n"
                           "static unsigned hone_edge;\n"
                           "static unsigned long long hone_steps;\n"
                           "static ucontext_t hone_here, hone_there;\n"
                           "static char hone_stack[HONE_STACK];\n\n"
                           "QUIET static void hone_stop(const char *text, int code) {\n"
                           "    if (write(2, text, strlen(text)) < 0)\n"
                           "        _exit(1);\n"
                           "    _exit(code);\n"
                           "}\n\n"
                           "QUIET static void hone_give(const char *function, uint64_t value) {\n"
                           "    if (hone_filled == HONE_ROOM)\n"
                           "        swapcontext(&hone_there, &hone_here);\n"
                           "    hone_inputs[hone_filled].function = function;\n"
                           "    hone_inputs[hone_filled++].integer = (long long)value;\n"
                           "}\n\n"
                           "QUIET static void hone_end(int end, unsigned edge, uint64_t steps) {\n"
                           "    hone_over = 1;\n"
                           "    hone_reached = end == %d;\n"
                           "    hone_edge = edge;\n"
                           "    hone_steps = steps;\n"
                           "}\n\n";

static const char tail[] =
    "QUIET static void hone_more(void) {\n"
    "    static int started;\n"
    "    hone_filled = hone_taken = 0;\n"
    "    if (!started) {\n"
    "        started = 1;\n"
    "        getcontext(&hone_there);\n"
    "        hone_there.uc_stack.ss_sp = hone_stack;\n"
    "        hone_there.uc_stack.ss_size = HONE_STACK;\n"
    "        hone_there.uc_link = &hone_here;\n"
    "        makecontext(&hone_there, hone_run, 0);\n"
    "    }\n"
    "    if (!hone_over)\n"
    "        swapcontext(&hone_here, &hone_there);\n"
    "}\n\n"
    "QUIET static int hone_next(const char *function) {\n"
    "    if (hone_taken == hone_filled)\n"
    "        hone_more();\n"
    "    if (hone_taken == hone_filled ||\n"
    "        (hone_inputs[hone_taken].function != function && strcmp(hone_inputs[hone_taken].function, function)))\n"
    "        hone_stop(\"HONE: the program asks for other inputs than the run that was found\\n\", %d);\n"
    "    return hone_taken++;\n"
    "}\n\n"
    "QUIET static void hone_error_reached(void) {\n"
    "    char text[100];\n"
    "    if (hone_taken == hone_filled)\n"
    "        hone_more();\n"
    "    if (hone_taken != hone_filled || !hone_reached)\n"
    "        hone_stop(\"HONE: the run that was found does not reach the error here\\n\", %d);\n"
    "    snprintf(text, sizeof text, \"" HARNESS_RUN "%%u %%llu\\n" HARNESS_MARK "\\n\", hone_edge, hone_steps);\n"
    "    hone_stop(text, %d);\n"
    "}\n\n";

static bool is_given(const void *context, EdgeId input) {
    const Harness *h = context;
    const Cmd *cmd = &h->p->edges.at[input].cmd;
    return harness_gives_kind(h, cmd->input, program_text(h->p, cmd->text));
}

void harness_write_rules(const Harness *h, FILE *out) {
    fprintf(out, head, RUN_ERROR);
    emit_program(h->p, h->rules, is_given, h, out);
    fprintf(out, tail, HARNESS_DIVERGED, HARNESS_DIVERGED, HARNESS_REACHED);
}
