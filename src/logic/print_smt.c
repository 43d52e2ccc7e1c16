// print_smt.c - terms as SMT-LIB 2 text
//
// Shared nodes are bound by let, outermost first, so the text is linear in the
// size of the term.  FP_TO_BITS and FP_FMOD have no name in SMT-LIB: they are
// written fp.to_ieee_bv and fp.fmod, which some solvers know.
#include "logic/script.h"
#include "logic/table.h"

static const char *const smt_names[] = { "",
#define OP_SMT(op, smt) smt,
                                         OPS(OP_SMT)
#undef OP_SMT
};

void sort_print_smt(Terms *t, Sort s, Text *out) {
    switch (sort_kind(t, s)) {
    case SORT_NONE:
        bug("printing no sort");
    case SORT_BOOL:
        text_add(out, "Bool");
        break;
    case SORT_INT:
        text_add(out, "Int");
        break;
    case SORT_REAL:
        text_add(out, "Real");
        break;
    case SORT_BV:
        text_add(out, "(_ BitVec %u)", sort_width(t, s));
        break;
    case SORT_FLOAT:
        text_add(out, "(_ FloatingPoint %u %u)", sort_exponent(t, s), sort_significand(t, s));
        break;
    case SORT_ARRAY:
        text_add(out, "(Array ");
        sort_print_smt(t, sort_index(t, s), out);
        text_add(out, " ");
        sort_print_smt(t, sort_element(t, s), out);
        text_add(out, ")");
        break;
    }
}

// ---- leaves ----
static bool is_reserved(const char *name) {
    static const char *const words[] = {
        "let",    "forall", "exists", "par",      "as",      "match",      "Bool",   "Int",     "Real",
        "Array",  "BitVec", "xor",    "distinct", "implies", "iff",        "abs",    "fp",      "RNE",
        "RNA",    "RTP",    "RTN",    "RTZ",      "bvsub",   "bvnand",     "bvnor",  "bvxnor",  "bvcomp",
        "bvsmod", "bvuge",  "bvugt",  "bvsge",    "bvsgt",   "repeat",     "sqrt",   "exp",     "sin",
        "cos",    "tan",    "is_int", "int2bv",   "assert",  "define-fun", "String", "Float32",
    };
    for (uint32_t i = 0; i < COUNT(words); i++)
        if (!strcmp(name, words[i]))
            return true;
    for (uint32_t i = 0; i < COUNT(smt_names); i++)
        if (*name && !strcmp(name, smt_names[i]))
            return true;
    return false;
}

// A symbol, quoted where needed; '|', '\' and '%' become %XX and a reserved word
// gets a '%', so that different names stay different.
static void print_symbol(const char *name, Text *out) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_!.$@~&^-+<>*/=";
    bool reserved = is_reserved(name);
    if (*name && !reserved && strspn(name, plain) == strlen(name) && strspn(name, "0123456789.@-+") == 0) {
        text_add(out, "%s", name);
        return;
    }
    text_add(out, "|");
    for (; *name; name++)
        text_add(out, strchr("|\\%", *name) ? "%%%02X" : "%c", (unsigned char)*name);
    text_add(out, reserved ? "%%|" : "|");
}

static void print_bits(const uint32_t *words, uint32_t high, uint32_t low, Text *out) {
    text_add(out, "#b");
    for (uint32_t i = high + 1; i-- > low;)
        text_add(out, "%u", words[i / 32] >> i % 32 & 1);
}

static void print_bv(const Terms *t, Term a, Text *out) {
    uint32_t width = width_of(t, a);
    const uint32_t *words = extra_of(t, a);
    if (width % 4) {
        print_bits(words, width - 1, 0, out);
        return;
    }
    text_add(out, "#x");
    for (uint32_t i = width / 4; i-- > 0;)
        text_add(out, "%x", words[i / 8] >> i % 8 * 4 & 15);
}

static void print_fp(const Terms *t, Term a, Text *out) {
    Sort s = sort_of(t, a);
    uint32_t e = sort_exponent(t, s), f = sort_significand(t, s) - 1;
    const uint32_t *words = extra_of(t, a);
    bool ones_only = true, fraction = false;
    for (uint32_t i = f; i < f + e; i++)
        ones_only &= words[i / 32] >> i % 32 & 1;
    for (uint32_t i = 0; i < f; i++)
        fraction |= words[i / 32] >> i % 32 & 1;
    if (ones_only && fraction) {
        text_add(out, "(_ NaN %u %u)", e, f + 1);
        return;
    }
    text_add(out, "(fp ");
    print_bits(words, e + f, e + f, out);
    text_add(out, " ");
    print_bits(words, e + f - 1, f, out);
    text_add(out, " ");
    print_bits(words, f - 1, 0, out);
    text_add(out, ")");
}

static void print_number(const Terms *t, Term a, Text *out) {
    const char *text = term_number(t, a), *slash = strchr(text, '/');
    const char *dot = op_of(t, a) == OP_REAL_CONST ? ".0" : "";
    bool negative = *text == '-';
    text += negative;
    if (negative)
        text_add(out, "(- ");
    if (slash)
        text_add(out, "(/ %.*s.0 %s.0)", (int)(slash - text), text, slash + 1);
    else
        text_add(out, "%s%s", text, dot);
    if (negative)
        text_add(out, ")");
}

static void print_leaf(const Terms *t, Term a, Text *out) {
    switch (op_of(t, a)) {
    case OP_VAR:
    case OP_APPLY:
        print_symbol(term_name(t, a), out);
        break;
    case OP_BV_CONST:
        print_bv(t, a, out);
        break;
    case OP_FP_CONST:
        print_fp(t, a, out);
        break;
    case OP_INT_CONST:
    case OP_REAL_CONST:
        print_number(t, a, out);
        break;
    default:
        text_add(out, "%s", smt_names[op_of(t, a)]);
        break;
    }
}

// ---- operators: what stands between '(' and the arguments ----
static void print_to_fp(const Terms *t, Term a, Text *out) {
    Op op = op_of(t, a);
    Sort s = sort_of(t, a);
    text_add(out, "(_ %s %u %u)%s", smt_names[op], sort_exponent(t, s), sort_significand(t, s),
             op == OP_FP_FROM_BITS ? "" : " RNE");
}

static void print_operator(Terms *t, Term a, Text *out) {
    static const char *const modes[] = { "RNE", "RNA", "RTP", "RTN", "RTZ" };
    Op op = op_of(t, a);
    switch (op) {
    case OP_APPLY:
        print_symbol(term_name(t, a), out);
        break;
    case OP_BV_EXTRACT:
        text_add(out, "(_ extract %u %u)", extra_of(t, a)[0], extra_of(t, a)[1]);
        break;
    case OP_BV_ZEXT:
    case OP_BV_SEXT:
        text_add(out, "(_ %s %u)", smt_names[op], extra_of(t, a)[0]);
        break;
    case OP_FP_ADD:
    case OP_FP_SUB:
    case OP_FP_MUL:
    case OP_FP_DIV:
    case OP_FP_FMA:
    case OP_FP_SQRT:
        text_add(out, "%s RNE", smt_names[op]);
        break;
    case OP_FP_ROUND:
        text_add(out, "%s %s", smt_names[op], modes[extra_of(t, a)[0]]);
        break;
    case OP_FP_FROM_SBV:
    case OP_FP_FROM_UBV:
    case OP_FP_FROM_FP:
    case OP_FP_FROM_BITS:
        print_to_fp(t, a, out);
        break;
    case OP_FP_TO_SBV:
    case OP_FP_TO_UBV:
        text_add(out, "(_ %s %u) RTZ", smt_names[op], width_of(t, a));
        break;
    case OP_FP_TO_BITS:
        text_add(out, "fp.to_ieee_bv");
        break;
    case OP_FP_FMOD:
        text_add(out, "fp.fmod");
        break;
    case OP_ARRAY_CONST:
        text_add(out, "(as const ");
        sort_print_smt(t, sort_of(t, a), out);
        text_add(out, ")");
        break;
    default:
        text_add(out, "%s", smt_names[op]);
        break;
    }
}

// ---- sharing ----
enum { SEEN_ONCE = 1, SEEN_TWICE = 2 };

// The nodes with arguments that occur twice or more, each after those inside it.
static void find_shared(Terms *t, Term a, VecTerm *shared) {
    Map seen = { 0 }, entered = { 0 };
    VecTerm stack = { 0 };
    vec_push(&stack, a);
    while (stack.count) {
        Term x = vec_last(&stack);
        if (map_get(&entered, x.id, NULL)) { // all inside it is done
            stack.count--;
            if (map_find(&entered, x.id) == 0)
                vec_push(shared, x);
            map_put(&entered, x.id, 1);
            continue;
        }
        map_put(&entered, x.id, 0);
        for (uint32_t i = node_of(t, x)->n; i-- > 0;) {
            Term y = arg_of(t, x, i);
            if (!node_of(t, y)->n)
                continue;
            uint32_t times = map_find(&seen, y.id);
            map_put(&seen, y.id, times ? SEEN_TWICE : SEEN_ONCE);
            if (!map_get(&entered, y.id, NULL))
                vec_push(&stack, y);
        }
    }
    uint32_t kept = 0;
    for (uint32_t i = 0; i < shared->count; i++)
        if (map_find(&seen, shared->at[i].id) == SEEN_TWICE)
            shared->at[kept++] = shared->at[i];
    shared->count = kept;
    map_free(&seen);
    map_free(&entered);
    vec_free(&stack);
}

// Prints 'root'; the nodes in 'bound' inside it by their names.
static void print_tree(Terms *t, Term root, const Map *bound, Text *out) {
    VecTerm stack = { 0 }; // no term: a closing parenthesis
    vec_push(&stack, root);
    bool space = false, first = true;
    while (stack.count) {
        Term x = vec_pop(&stack);
        if (!x.id) {
            text_add(out, ")");
            space = true;
            continue;
        }
        if (space)
            text_add(out, " ");
        space = true;
        uint32_t name = first ? 0 : map_find(bound, x.id), n = node_of(t, x)->n;
        first = false;
        if (name) {
            text_add(out, "?%u", name);
        } else if (!n) {
            print_leaf(t, x, out);
        } else {
            text_add(out, "(");
            print_operator(t, x, out);
            vec_push(&stack, (Term){ 0 });
            for (uint32_t i = n; i-- > 0;)
                vec_push(&stack, arg_of(t, x, i));
        }
    }
    vec_free(&stack);
}

// The same for a node that may have a name itself.
static void print_inside(Terms *t, Term a, const Map *bound, Text *out) {
    uint32_t name = map_find(bound, a.id);
    if (name)
        text_add(out, "?%u", name);
    else
        print_tree(t, a, bound, out);
}

void term_print_smt(Terms *t, Term a, Text *out) {
    Map bound = { 0 };
    VecTerm shared = { 0 };
    find_shared(t, a, &shared);
    for (uint32_t i = 0; i < shared.count; i++) {
        text_add(out, "(let ((?%u ", i + 1);
        print_tree(t, shared.at[i], &bound, out);
        text_add(out, ")) ");
        map_put(&bound, shared.at[i].id, i + 1);
    }
    print_tree(t, a, &bound, out);
    for (uint32_t i = 0; i < shared.count; i++)
        text_add(out, ")");
    map_free(&bound);
    vec_free(&shared);
}

// ---- scripts ----
// Nodes printed without a name of their own are at most this deep.
enum { TEXT_DEPTH = 40 };

// All nodes of 'a', each after those inside it, and how often each occurs.
static void all_nodes(Terms *t, Term a, VecTerm *order, Map *times) {
    VecTerm stack = { 0 };
    Map done = { 0 };
    vec_push(&stack, a);
    while (stack.count) {
        Term x = vec_last(&stack);
        uint32_t before = stack.count;
        if (map_find(&done, x.id)) {
            stack.count--;
            continue;
        }
        for (uint32_t i = node_of(t, x)->n; i-- > 0;)
            if (!map_find(&done, arg_of(t, x, i).id))
                vec_push(&stack, arg_of(t, x, i));
        if (stack.count > before)
            continue;
        for (uint32_t i = 0; i < node_of(t, x)->n; i++)
            map_put(times, arg_of(t, x, i).id, map_find(times, arg_of(t, x, i).id) + 1);
        map_put(&done, x.id, 1);
        vec_push(order, x);
        stack.count--;
    }
    vec_free(&stack);
    map_free(&done);
}

static void print_signature(Terms *t, Term a, const char *prefix, const char *name, Text *out) {
    text_add(out, "(declare-fun ");
    Text full = { 0 };
    text_add(&full, "%s%s", prefix, name);
    print_symbol(full.at, out);
    vec_free(&full);
    text_add(out, " (");
    for (uint32_t i = 0; i < node_of(t, a)->n; i++) {
        text_add(out, i ? " " : "");
        sort_print_smt(t, sort_of(t, arg_of(t, a, i)), out);
    }
    text_add(out, ") ");
    sort_print_smt(t, sort_of(t, a), out);
    text_add(out, ")\n");
}

// The bits of a float as a new constant: those that make the float, and the one
// pattern for NaN.
static void define_bits(Terms *t, Term a, uint32_t name, const Map *bound, Text *out) {
    Term x = arg_of(t, a, 0);
    Sort s = sort_of(t, x);
    uint32_t e = sort_exponent(t, s), f = sort_significand(t, s) - 1;
    text_add(out, "(declare-fun ?%u () (_ BitVec %u))\n(assert (= ((_ to_fp %u %u) ?%u) ", name, e + f + 1, e, f + 1,
             name);
    print_inside(t, x, bound, out);
    text_add(out, "))\n(assert (=> (fp.isNaN ");
    print_inside(t, x, bound, out);
    text_add(out, ") (= ?%u #b0", name);
    for (uint32_t i = 0; i < e + 1; i++)
        text_add(out, "1");
    for (uint32_t i = 1; i < f; i++)
        text_add(out, "0");
    text_add(out, ")))\n");
}

static void define_node(Terms *t, Term a, uint32_t name, const Map *bound, Text *out) {
    if (op_of(t, a) == OP_FP_TO_BITS) {
        define_bits(t, a, name, bound, out);
        return;
    }
    text_add(out, "(define-fun ?%u () ", name);
    sort_print_smt(t, sort_of(t, a), out);
    text_add(out, " ");
    print_tree(t, a, bound, out);
    text_add(out, ")\n");
}

void script_print(Terms *t, Term formula, Text *out) {
    VecTerm order = { 0 };
    Map times = { 0 }, depth = { 0 }, bound = { 0 };
    Names *declared = names_new();
    Map known = { 0 };
    uint32_t names = 0;
    all_nodes(t, formula, &order, &times);
    for (uint32_t i = 0; i < order.count; i++) {
        Term a = order.at[i];
        Op op = op_of(t, a);
        uint32_t deepest = 0;
        if (op == OP_VAR || op == OP_APPLY || op == OP_FP_FMOD) {
            Text line = { 0 };
            print_signature(t, a, "", op == OP_FP_FMOD ? "fp.fmod" : term_name(t, a), &line);
            uint32_t id = name_of(declared, line.at).id;
            if (!map_find(&known, id))
                text_add(out, "%s", line.at);
            map_put(&known, id, 1);
            vec_free(&line);
        }
        if (!node_of(t, a)->n)
            continue;
        for (uint32_t k = 0; k < node_of(t, a)->n; k++) {
            uint32_t d = map_find(&depth, arg_of(t, a, k).id);
            deepest = d > deepest ? d : deepest;
        }
        bool named = map_find(&times, a.id) > 1 || deepest >= TEXT_DEPTH || op == OP_FP_TO_BITS;
        map_put(&depth, a.id, named ? 0 : deepest + 1);
        if (!named)
            continue;
        define_node(t, a, ++names, &bound, out);
        map_put(&bound, a.id, names);
    }
    text_add(out, "(assert ");
    print_inside(t, formula, &bound, out);
    text_add(out, ")\n");
    vec_free(&order);
    map_free(&times);
    map_free(&depth);
    map_free(&bound);
    map_free(&known);
    names_free(declared);
}
