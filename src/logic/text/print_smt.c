// print_smt.c - terms as SMT-LIB 2 text
//
// Shared nodes are bound by let, outermost first, so the text is linear in the
// size of the term.  Floats are bit-vectors, and numbers where operations take and give them: facet.h.
// The bits of a number and FP_FMOD have no name in SMT-LIB: they are written
// fp.to_ieee_bv and fp.fmod, which some solvers know.
#include "logic/term/facet.h"
#include "logic/text/script.h"
#include "logic/term/table.h"

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
    case SORT_FLOAT:
        text_add(out, "(_ BitVec %u)", sort_width(t, s));
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
    assert(name && *name);
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
    assert(high >= low);
    text_add(out, "#b");
    for (uint32_t i = high + 1; i-- > low;)
        text_add(out, "%u", words[i / 32] >> i % 32 & 1);
}

static void print_bv(const Terms *t, Term a, Text *out) {
    assert(op_of(t, a) == OP_BV_CONST || op_of(t, a) == OP_FP_CONST);
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

// A constant as a number; of the 80-bit format without its integer bit.
static void print_fp(Terms *t, Term a, Text *out) {
    assert(op_of(t, a) == OP_FP_CONST);
    Sort s = sort_of(t, a);
    uint32_t e = sort_exponent(t, s), f = sort_significand(t, s) - 1, top = width_of(t, a) - 1;
    const uint32_t *words = extra_of(t, a);
    if (is_true(t, term_1(t, OP_FP_IS_NAN, a))) {
        text_add(out, "(_ NaN %u %u)", e, f + 1);
        return;
    }
    text_add(out, "(fp ");
    print_bits(words, top, top, out);
    text_add(out, " ");
    print_bits(words, top - 1, top - e, out);
    text_add(out, " ");
    print_bits(words, f - 1, 0, out);
    text_add(out, ")");
}

static void print_number(const Terms *t, Term a, Text *out) {
    assert(op_of(t, a) == OP_INT_CONST || op_of(t, a) == OP_REAL_CONST);
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

static void print_leaf(Terms *t, Facet x, Text *out) {
    Term a = x.term;
    switch (op_of(t, a)) {
    case OP_VAR:
    case OP_APPLY:
        print_symbol(term_name(t, a), out);
        break;
    case OP_BV_CONST:
        print_bv(t, a, out);
        break;
    case OP_FP_CONST:
        if (x.kind == NUMBER)
            print_fp(t, a, out);
        else
            print_bv(t, a, out);
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
    text_add(out, "(_ %s %u %u) RNE", smt_names[op], sort_exponent(t, s), sort_significand(t, s));
}

static void print_operator(Terms *t, Term a, Text *out) {
    assert(node_of(t, a)->n);
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
        print_to_fp(t, a, out);
        break;
    case OP_FP_TO_SBV:
    case OP_FP_TO_UBV:
        text_add(out, "(_ %s %u) RTZ", smt_names[op], width_of(t, a));
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

// ---- facets: the text before and behind what a facet needs ----
// The 80-bit format: a denormal with integer bit is the normal number it says, a number without it is invalid, a NaN.
static const char number_of_extended[] =
    ")) (ite (and (not (= ((_ extract 78 64) ?x) #b000000000000000)) (= ((_ extract 63 63) ?x) #b0)) (_ NaN 15 64) "
    "((_ to_fp 15 64) (concat ((_ extract 79 79) ?x) (concat (ite (and (= ((_ extract 78 64) ?x) #b000000000000000) "
    "(= ((_ extract 63 63) ?x) #b1)) #b000000000000001 ((_ extract 78 64) ?x)) ((_ extract 62 0) ?x))))))";
#define PACKED_EXTENDED                                                                                     \
    ")) (concat ((_ extract 78 63) ?x) (concat (ite (= ((_ extract 77 63) ?x) #b000000000000000) #b0 #b1) " \
    "((_ extract 62 0) ?x))))"

static void print_mask(Terms *t, Term a, bool sign, Text *out) {
    uint32_t width = width_of(t, a);
    text_add(out, "#b%d", sign);
    for (uint32_t i = 1; i < width; i++)
        text_add(out, "%d", !sign);
}

// Prints what comes before; gives what comes behind.
static const char *print_opening(Terms *t, Facet f, FacetForm form, Text *out) {
    Sort s = sort_of(t, f.term);
    bool extended = sort_is_extended(t, s);
    switch (form) {
    case FORM_TO_NUMBER:
        if (extended)
            text_add(out, "(let ((?x ");
        else
            text_add(out, "((_ to_fp %u %u) ", sort_exponent(t, s), sort_significand(t, s));
        return extended ? number_of_extended : ")";
    case FORM_PACK:
        text_add(out, extended ? "(let ((?x (fp.to_ieee_bv " : "(fp.to_ieee_bv ");
        return extended ? ")" PACKED_EXTENDED : ")";
    case FORM_FLIP:
    case FORM_CLEAR:
        text_add(out, form == FORM_FLIP ? "(bvxor " : "(bvand ");
        print_mask(t, f.term, form == FORM_FLIP, out);
        text_add(out, " ");
        return ")";
    case FORM_RESULT:
        text_add(out, "(ite ");
        return ")";
    default:
        text_add(out, "(");
        print_operator(t, f.term, out);
        text_add(out, " ");
        return ")";
    }
}

// What a facet needs; those that are the same as another are left out.
static FacetForm needs_of(Terms *t, Facet f, VecFacet *needs) {
    FacetForm form = facet_needs(t, f, needs);
    for (uint32_t i = 0; i < needs->count; i++)
        needs->at[i] = facet_resolve(t, needs->at[i]);
    return form;
}

// ---- sharing ----
// All facets of 'a', each after those inside it, and how often each occurs; leaves are left out.
static void all_facets(Terms *t, Term a, VecFacet *order, Map *times) {
    VecFacet stack = { 0 }, needs = { 0 };
    Map done = { 0 };
    vec_push(&stack, facet_resolve(t, (Facet){ a, BITS }));
    while (stack.count) {
        Facet f = vec_last(&stack);
        uint32_t before = stack.count;
        if (map_find(&done, facet_key(f))) {
            stack.count--;
            continue;
        }
        needs_of(t, f, &needs);
        for (uint32_t i = needs.count; i-- > 0;)
            if (!map_find(&done, facet_key(needs.at[i])))
                vec_push(&stack, needs.at[i]);
        if (stack.count > before)
            continue;
        for (uint32_t i = 0; i < needs.count; i++)
            map_put(times, facet_key(needs.at[i]), map_find(times, facet_key(needs.at[i])) + 1);
        map_put(&done, facet_key(f), 1);
        vec_push(order, f);
        stack.count--;
    }
    vec_free(&stack);
    vec_free(&needs);
    map_free(&done);
}

typedef struct Piece { // of a text: a facet, or a closing
    Facet facet;
    const char *closing;
} Piece;

// Prints 'root'; the facets in 'bound' inside it by their names.
static void print_tree(Terms *t, Facet root, const Map *bound, Text *out) {
    VEC(Piece) stack = { 0 };
    VecFacet needs = { 0 };
    vec_push(&stack, ((Piece){ root, NULL }));
    bool space = false, first = true;
    while (stack.count) {
        Piece p = vec_pop(&stack);
        if (p.closing) {
            text_add(out, "%s", p.closing);
            space = true;
            continue;
        }
        if (space)
            text_add(out, " ");
        uint32_t name = first ? 0 : map_find(bound, facet_key(p.facet));
        FacetForm form = needs_of(t, p.facet, &needs);
        first = false;
        space = name || !needs.count;
        if (name) {
            text_add(out, "?%u", name);
        } else if (!needs.count) {
            print_leaf(t, p.facet, out);
        } else {
            vec_push(&stack, ((Piece){ .closing = print_opening(t, p.facet, form, out) }));
            for (uint32_t i = needs.count; i-- > 0;)
                vec_push(&stack, ((Piece){ needs.at[i], NULL }));
        }
    }
    vec_free(&stack);
    vec_free(&needs);
}

// The same for a facet that may have a name itself.
static void print_inside(Terms *t, Facet f, const Map *bound, Text *out) {
    uint32_t name = map_find(bound, facet_key(f));
    if (name)
        text_add(out, "?%u", name);
    else
        print_tree(t, f, bound, out);
}

static bool is_leaf(Terms *t, Facet f) {
    return f.kind != PACKED && !node_of(t, f.term)->n && (f.kind == BITS || op_of(t, f.term) == OP_FP_CONST);
}

void term_print_smt(Terms *t, Term a, Text *out) {
    assert(out);
    Map bound = { 0 }, times = { 0 };
    VecFacet order = { 0 };
    uint32_t names = 0;
    all_facets(t, a, &order, &times);
    for (uint32_t i = 0; i < order.count; i++) {
        Facet f = order.at[i];
        if (is_leaf(t, f) || map_find(&times, facet_key(f)) < 2)
            continue;
        text_add(out, "(let ((?%u ", ++names);
        print_tree(t, f, &bound, out);
        text_add(out, ")) ");
        map_put(&bound, facet_key(f), names);
    }
    print_tree(t, facet_resolve(t, (Facet){ a, BITS }), &bound, out);
    for (uint32_t i = 0; i < names; i++)
        text_add(out, ")");
    map_free(&bound);
    map_free(&times);
    vec_free(&order);
}

// ---- scripts ----
// Nodes printed without a name of their own are at most this deep.
enum { TEXT_DEPTH = 40 };

// The sort of a facet.
static void print_sort_as(Terms *t, Sort s, FacetKind kind, Text *out) {
    if (kind == NUMBER)
        text_add(out, "(_ FloatingPoint %u %u)", sort_exponent(t, s), sort_significand(t, s));
    else
        sort_print_smt(t, s, out);
}

static void print_signature(Terms *t, Term a, FacetKind kind, const char *name, Text *out) {
    text_add(out, "(declare-fun ");
    print_symbol(name, out);
    text_add(out, " (");
    for (uint32_t i = 0; i < node_of(t, a)->n; i++) {
        text_add(out, i ? " " : "");
        print_sort_as(t, sort_of(t, arg_of(t, a, i)), kind, out);
    }
    text_add(out, ") ");
    print_sort_as(t, sort_of(t, a), kind, out);
    text_add(out, ")\n");
}

// The bits of a number as a new constant: some that make the number.  Gives the name of the facet.
static uint32_t define_packed(Terms *t, Facet f, uint32_t name, const Map *bound, Text *out) {
    Sort s = sort_of(t, f.term);
    uint32_t e = sort_exponent(t, s), m = sort_significand(t, s);
    text_add(out, "(declare-fun ?%u () (_ BitVec %u))\n(assert (= ((_ to_fp %u %u) ?%u) ", name, e + m, e, m, name);
    print_inside(t, (Facet){ f.term, NUMBER }, bound, out);
    text_add(out, "))\n");
    if (!sort_is_extended(t, s))
        return name;
    text_add(out, "(define-fun ?%u () (_ BitVec 80) (let ((?x ?%u%s)\n", name + 1, name, PACKED_EXTENDED);
    return name + 1;
}

static void define_facet(Terms *t, Facet f, uint32_t name, const Map *bound, Text *out) {
    text_add(out, "(define-fun ?%u () ", name);
    print_sort_as(t, sort_of(t, f.term), f.kind, out);
    text_add(out, " ");
    print_tree(t, f, bound, out);
    text_add(out, ")\n");
}

// A variable or function, the first time.
static void declare(Terms *t, Term a, Names *declared, Map *known, Text *out) {
    Op op = op_of(t, a);
    if (op != OP_VAR && op != OP_APPLY && op != OP_FP_FMOD)
        return;
    Text line = { 0 };
    if (op == OP_FP_FMOD)
        print_signature(t, a, NUMBER, "fp.fmod", &line);
    else
        print_signature(t, a, BITS, term_name(t, a), &line);
    uint32_t id = name_of(declared, line.at).id;
    if (!map_find(known, id))
        text_add(out, "%s", line.at);
    map_put(known, id, 1);
    vec_free(&line);
}

void script_print(Terms *t, Term formula, Text *out) {
    assert(kind_of(t, formula) == SORT_BOOL && out);
    VecFacet order = { 0 }, needs = { 0 };
    Map times = { 0 }, depth = { 0 }, bound = { 0 }, known = { 0 };
    Names *declared = names_new();
    uint32_t names = 0;
    all_facets(t, formula, &order, &times);
    for (uint32_t i = 0; i < order.count; i++) {
        Facet f = order.at[i];
        uint32_t deepest = 0;
        declare(t, f.term, declared, &known, out);
        if (is_leaf(t, f))
            continue;
        needs_of(t, f, &needs);
        for (uint32_t k = 0; k < needs.count; k++) {
            uint32_t d = map_find(&depth, facet_key(needs.at[k]));
            deepest = d > deepest ? d : deepest;
        }
        bool packed = f.kind == PACKED;
        bool named = map_find(&times, facet_key(f)) > 1 || deepest >= TEXT_DEPTH || packed;
        map_put(&depth, facet_key(f), named ? 0 : deepest + 1);
        if (!named)
            continue;
        if (packed)
            names = define_packed(t, f, names + 1, &bound, out);
        else
            define_facet(t, f, ++names, &bound, out);
        map_put(&bound, facet_key(f), names);
    }
    text_add(out, "(assert ");
    print_inside(t, facet_resolve(t, (Facet){ formula, BITS }), &bound, out);
    text_add(out, ")\n");
    vec_free(&order);
    vec_free(&needs);
    map_free(&times);
    map_free(&depth);
    map_free(&bound);
    map_free(&known);
    names_free(declared);
}
