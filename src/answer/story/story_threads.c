#include "answer/story/story_threads.h"
#include "answer/story/story_place.h"

enum { MOST_MOVES = 24 };

typedef struct Teller {
    const Program *p;
    const RunResult *r;
    Arena *arena;
    Story *story;
    StoryPlaces places; // scratch
} Teller;

// ---- names ----
static const char *place_text(const Teller *t, ObjId object, uint64_t offset) {
    if (!object)
        return "memory";
    const Object *o = &t->p->objects.at[object];
    const char *name = program_text(t->p, o->c_name.id ? o->c_name : o->name);
    return offset ? arena_printf(t->arena, "%s+%llu", name, (unsigned long long)offset) : name;
}

// The object that the address counts from, by name; without one just the kind of thing it is.
static const char *mutex_text(const Teller *t, Term address) {
    VecTerm vars = { 0 };
    const char *name = "a mutex";
    term_vars(t->p->terms, address, &vars);
    for (uint32_t i = 0; i < vars.count; i++) {
        const Var *v = &t->p->vars.at[program_var_of(t->p, vars.at[i])];
        if (v->kind == VAR_ADDRESS)
            name = place_text(t, v->object, 0);
    }
    vec_free(&vars);
    return name;
}

static const char *locks_text(const Teller *t, const struct RaceAccess *a) {
    Text out = { 0 };
    for (uint32_t i = 0; i < a->locks.count; i++)
        text_add(&out, "%s%s", i ? ", " : "holds ", place_text(t, a->locks.at[i].object, a->locks.at[i].offset));
    if (a->atomic)
        text_add(&out, "%sin an atomic section", a->locks.count ? ", " : "");
    const char *text = out.count ? arena_strdup(t->arena, out.at) : "holds no lock";
    vec_free(&out);
    return text;
}

// ---- moves ----
static void add_move(Teller *t, uint32_t thread, EdgeId e, const char *text) {
    story_places(t->p, e, 0, NULL, &t->places);
    vec_push(&t->story->moves, ((StoryMove){ thread, t->places.at[0], text }));
}

static void tell_access(Teller *t, uint32_t i) {
    const struct RaceAccess *a = &t->r->race.of[i];
    const char *how = t->p->edges.at[a->edge].cmd.write ? "writes" : "reads";
    add_move(t, a->thread, a->edge,
             arena_printf(t->arena, "%s %s, %s", how, place_text(t, t->r->race.object, t->r->race.offset),
                          locks_text(t, a)));
}

// "FUNC" of "__hone_isr_1_FUNC"; NULL: the function is no interrupt's.
static const char *interrupt_name(const char *function) {
    size_t n = strlen(DRIVER_ISR_PREFIX);
    const char *name = strncmp(function, DRIVER_ISR_PREFIX, n) ? NULL : strchr(function + n, '_');
    return name ? name + 1 : NULL;
}

static const char *interrupt_text(InterruptStep step) {
    switch (step) {
    case INTERRUPT_BEGIN:
        return "begins";
    case INTERRUPT_END:
        return "ends";
    case INTERRUPTS_OFF:
        return "turns interrupts off";
    case INTERRUPTS_ON:
        return "turns interrupts on";
    }
    return "";
}

static const char *move_text(const Teller *t, const Cmd *cmd, uint32_t made) {
    const char *isr = cmd->callee ? interrupt_name(program_text(t->p, t->p->funcs.at[cmd->callee].name)) : NULL;
    switch (cmd->kind) {
    case CMD_INTERRUPT:
        return interrupt_text(cmd->interrupt);
    case CMD_THREAD_CREATE:
        if (isr)
            return arena_printf(t->arena, "thread %u is the interrupt %s", made, isr);
        return arena_printf(t->arena, "makes thread %u%s%s", made, cmd->callee ? ": " : "",
                            cmd->callee ? program_text(t->p, t->p->funcs.at[cmd->callee].name) : "");
    case CMD_THREAD_JOIN:
        return "joins a thread";
    case CMD_MUTEX_LOCK:
        return arena_printf(t->arena, "locks %s", mutex_text(t, cmd->a));
    case CMD_MUTEX_UNLOCK:
        return arena_printf(t->arena, "unlocks %s", mutex_text(t, cmd->a));
    default:
        return NULL;
    }
}

// Of threads that do not race only the making of others is told; of many moves the last.
static void tell_moves(Teller *t) {
    const RunRace *race = &t->r->race;
    uint32_t turn = 0, made = 0;
    uint64_t left = t->r->trace.schedule.count ? t->r->trace.schedule.at[0].edges : 0;
    for (uint32_t i = 0; i < t->r->path.count; i++) {
        while (!left && turn + 1 < t->r->trace.schedule.count)
            left = t->r->trace.schedule.at[++turn].edges;
        left -= left > 0;
        uint32_t thread = t->r->trace.schedule.at[turn].thread;
        const Cmd *cmd = &t->p->edges.at[t->r->path.at[i]].cmd;
        made += cmd->kind == CMD_THREAD_CREATE;
        bool preempts = cmd->kind != CMD_INTERRUPT || cmd->interrupt != INTERRUPT_BEGIN || thread; // main does not
        const char *text = preempts ? move_text(t, cmd, made) : NULL;
        bool races = thread == race->of[0].thread || thread == race->of[1].thread;
        if (text && (races || cmd->kind == CMD_THREAD_CREATE))
            add_move(t, thread, t->r->path.at[i], text);
        if (i == race->of[0].step)
            tell_access(t, 0);
    }
    tell_access(t, 1);
}

static void keep_last(Story *story) {
    if (story->moves.count <= MOST_MOVES)
        return;
    uint32_t drop = story->moves.count - MOST_MOVES;
    for (uint32_t i = drop; i < story->moves.count; i++)
        story->moves.at[i - drop] = story->moves.at[i];
    story->moves.count = MOST_MOVES;
}

void story_threads(const Program *p, const RunResult *r, Arena *arena, Story *story) {
    if (!r->race.of[1].edge || r->path.count != r->steps || !r->trace.schedule.count)
        return;
    Teller t = { p, r, arena, story, { 0 } };
    tell_moves(&t);
    keep_last(story);
    vec_free(&t.places);
}
