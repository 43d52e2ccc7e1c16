// Engines run with the configuration that they are called by, members of the portfolio too, and refuse what they do not
// handle.
#include "build_program.h"
#include "engine/portfolio.h"

// ---- what members run ----
static const struct {
    const char *row, *settings; // of the portfolio; in force
} in_force[] = {
    { "locks", "" },
    { "lists", "" },
    { "bmc", "--bound 0" },
    { "impact", "--block large --facts all" },
    { "chc", "--facts all" },
    { "whale", "--facts all" },
    { "slam", "--facts all --cubes 2" },
    { "lazy", "--block large --facts all --precision parsimonious --order dfs --subtree delete" },
    { "runs", "" },
    { "leap", "" },
    { "vboxes", "--block large --facts all --post boxes --refine restricted --expand lazy --covering visited "
                "--widen-delay 3" },
    { "iufo", "--block large --facts all --post none --refine dag --expand lazy --covering heads --widen-delay 3" },
    { "match", "" },
    { "lazy-basic", "--block basic --facts all --precision parsimonious --order dfs --subtree delete" },
    { "impact-bare", "--block large --facts none" },
};

// for (x = 0; x < 5; x++);
static Program *program_of_one_loop(void) {
    Build b = begin();
    VarId x = local(&b, "x");
    LocId end = place(&b);
    set(&b, x, num(&b, 0));
    LocId head = b.at;
    branch(&b, term_2(b.t, OP_BV_ULT, val(&b, x), num(&b, 5)), end);
    edge(&b, head, cmd_assign(b.p, x, add(&b, val(&b, x), num(&b, 1))));
    b.at = end;
    ret(&b, num(&b, 0));
    return b.p;
}

// Runs the row's engine as a member does, with these options of the user's.
static void expect_settings(const PortfolioRow *row, int n, char **args, const char *wanted) {
    Arena *arena = arena_new();
    Options user;
    Reason why;
    Member member;
    Claim claim;
    assert_true(options_read(&user, COMMAND_CHECK, n, args, arena, &why));
    assert_true(portfolio_member(row, &user, arena, &member));
    Program *p = program_of_one_loop();
    claim_init(&claim);
    engine_run(member.engine, &(Task){ .program = p, .options = &member.options }, &claim);
    assert_string_equal(claim.settings.text, wanted);
    claim_free(&claim);
    program_free(p);
    arena_free(arena);
}

static void members_run_what_they_are_called(void **state) {
    (void)state;
    char *portfolio_chosen[] = { "--engine", "portfolio" };
    uint32_t n = 0;
    for (const PortfolioRow *row = portfolio; row->name; row++, n++) {
        assert_true(n < COUNT(in_force)); // a new row needs a line there
        assert_string_equal(row->name, in_force[n].row);
        expect_settings(row, 0, NULL, in_force[n].settings);
        expect_settings(row, 2, portfolio_chosen, in_force[n].settings);
    }
    assert_int_equal(n, COUNT(in_force));
}

static void options_override_configs(void **state) {
    (void)state;
    char *given[] = { "--post", "box", "--covering", "heads" };
    const PortfolioRow vboxes = { .name = "vboxes", .engine = "vboxes", .settings = "" };
    expect_settings(&vboxes, 4, given,
                    "--block large --facts all --post box --refine restricted --expand lazy --covering heads "
                    "--widen-delay 3");
}

static void threads_are_refused(void **state) {
    (void)state;
    for (uint32_t i = 0; engines[i]; i++) {
        const Engine *e = engines[i];
        Build b = begin();
        Options options = { 0 };
        Claim claim;
        put(&b, (Cmd){ .kind = CMD_THREAD_CREATE, .callee = b.f });
        claim_init(&claim);
        assert_int_equal(program_features(b.p) & FEATURE_THREADS, FEATURE_THREADS);
        if (e->run && engine_lacks(e, FEATURE_THREADS)) {
            engine_run(e, &(Task){ .program = b.p, .options = &options }, &claim);
            assert_int_equal(claim.kind, CLAIM_NOTHING);
            assert_string_equal(claim.reason.text, "threads");
            assert_non_null(strstr(claim.detail.text, "does not support threads"));
        }
        claim_free(&claim);
        program_free(b.p);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(members_run_what_they_are_called),
        cmocka_unit_test(options_override_configs),
        cmocka_unit_test(threads_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
