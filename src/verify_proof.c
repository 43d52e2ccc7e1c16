// verify_proof.c - hone proof: checks a certificate against the program
#include "answer/check/proof_file.h"
#include "base/limits.h"
#include "report/terminal.h"
#include "verify.h"

// The verdict of the certificate; 'facts' get what the program is, as far as the certificate depends on it.
static Verdict recheck(const char *certificate, const Program *p, const ProgramFacts *facts, const Input *input,
                       const Options *options, Arena *arena) {
    Reason why;
    const Assumptions *a = &facts->assumptions; // the last is the one that each certificate has
    assert(a->count);
    ProofTask task = { &input->frontend, &input->property, a->count - 1, a->at };
    ProofCheck check = proof_recheck(certificate, p, &task,
                                     &(ProofOptions){ .check_with_cvc5 = options->check_with == CHECK_WITH_CVC5 });
    bool scripts = check.stands && options->scripts && *options->scripts;
    Verdict v = !scripts || proof_write_scripts(options->scripts, p, &check, &why)
                    ? verdict_of_proof(property_name(input->property.kind), &check, arena)
                    : verdict_error(EXIT_USAGE, &why, arena);
    proof_check_free(&check);
    return v;
}

static int check_certificate(const char *certificate, const Input *input, const Options *options, Arena *arena) {
    Reason why;
    TaskFacts task = task_facts(input, "none", arena);
    Program *p = verify_read(&input->frontend, &why);
    if (!p)
        return verify_fail(EXIT_INPUT, &why, &task, options);
    verify_prepare(p, &input->property, STAGE_MEMORY, proof_keeps_calls(certificate));
    ProgramFacts facts = program_facts(p);
    vec_push(&facts.assumptions, proof_layout);
    terminal_task(&task);
    terminal_assumptions(&facts.assumptions);
    verify_note(&(Verdict){ .task = &task, .program = &facts }, options);
    Verdict v = recheck(certificate, p, &facts, input, options, arena);
    v.task = &task;
    v.program = &facts;
    int code = verify_report(&v, options);
    verdict_free(&v);
    program_facts_free(&facts);
    task_facts_free(&task);
    program_free(p);
    return code;
}

int verify_proof(const Options *options) {
    Arena *arena = arena_new();
    Input input;
    Reason why;
    assert(options->files.count);
    Options rest = *options; // the first file is the certificate
    rest.files.at++;
    rest.files.count--;
    int code = EXIT_USAGE;
    if (!rest.files.count)
        reason_set(&why, "no program; hone proof [options] FILE.proof FILE...");
    else
        code = verify_input(&rest, proof_property(options->files.at[0], arena), arena, &input, &why);
    code =
        code ? verify_fail(code, &why, NULL, options) : check_certificate(options->files.at[0], &input, options, arena);
    arena_free(arena);
    return code;
}
