// api_text.c - the C texts made of an interface: probe, driver, tests
//
// Each piece of the user's text stands behind a #line that names the file and line it is from, so that the compiler's
// messages do.  Tests have none: they are for people.
#include "spec/api.h"

static void add_line(const Api *api, uint32_t line, Text *out) {
    if (line)
        text_add(out, "#line %u \"%s\"\n", line, api->path);
}

static void add_head(const Api *api, bool lines, Text *out) {
    text_add(out, "#undef NDEBUG\n#include <assert.h>\n");
    for (uint32_t i = 0; i < api->includes.count; i++) {
        if (lines)
            add_line(api, api->includes.at[i].line, out);
        text_add(out, "#include %s\n", api->includes.at[i].text);
    }
    for (uint32_t i = 0; i < api->declarations.count; i++) {
        if (lines)
            add_line(api, api->declarations.at[i].line, out);
        text_add(out, "%s;\n", api->declarations.at[i].text);
    }
}

void api_probe(const Api *api, Text *out) {
    add_head(api, true, out);
    add_line(api, api->container.line, out);
    text_add(out, "void " API_PROBE "(%s);\n", api->container.declaration);
}

// ---- statements ----
static void add_statements(const Api *api, const ApiTexts *texts, bool lines, const char *indent, Text *out) {
    for (uint32_t i = 0; i < texts->count; i++) {
        if (lines)
            add_line(api, texts->at[i].line, out);
        text_add(out, "%s%s;\n", indent, texts->at[i].text);
    }
}

static void add_start(const Api *api, bool lines, Text *out) {
    if (api->container.value) {
        if (lines)
            add_line(api, api->container.line, out);
        text_add(out, "    %s = %s;\n", api->container.name, api->container.value);
    }
    add_statements(api, &api->starts, lines, "    ", out);
}

static void add_checks(const Api *api, bool lines, const char *indent, Text *out) {
    for (uint32_t i = 0; i < api->checks.count; i++) {
        if (lines)
            add_line(api, api->checks.at[i].line, out);
        text_add(out, "%sassert(%s);\n", indent, api->checks.at[i].text);
    }
}

static void add_container(const Api *api, bool lines, Text *out) {
    if (lines)
        add_line(api, api->container.line, out);
    text_add(out, "static %s;\n", api->container.declaration);
}

// ---- the driver ----
static void add_predicates(const Api *api, Text *out) {
    uint32_t n = api->predicates.count;
    if (n)
        text_add(out, "static unsigned char hone_predicate[%u];\n", n);
    text_add(out, "static void " API_PREDICATES "(void) {\n");
    for (uint32_t i = 0; i < n; i++) {
        add_line(api, api->predicates.at[i].line, out);
        text_add(out, "    hone_predicate[%u] = (%s) ? 1 : 0;\n", i, api->predicates.at[i].text);
    }
    text_add(out, "}\n");
}

void api_driver(const Api *api, const ApiCalls *calls, Text *out) {
    assert(calls->count);
    add_head(api, true, out);
    text_add(out, "extern unsigned int " API_CHOICE "(void);\n");
    add_container(api, true, out);
    add_predicates(api, out);
    text_add(out, "int main(void) {\n");
    add_start(api, true, out);
    text_add(out, "    for (;;) {\n        " API_PREDICATES "();\n        switch (" API_CHOICE "()) {\n");
    for (uint32_t i = 0; i < calls->count; i++) {
        text_add(out, "        case %u:\n", i);
        add_line(api, calls->at[i].line, out);
        text_add(out, "            %s;\n            break;\n", calls->at[i].text);
    }
    text_add(out, "        default:\n");
    add_statements(api, &api->finals, true, "            ", out);
    text_add(out, "            return 0;\n        }\n");
    add_checks(api, true, "        ", out);
    text_add(out, "    }\n}\n");
}

// ---- tests ----
void api_test(const Api *api, const ApiCalls *calls, uint32_t n, const uint32_t sequence[], const char *comment,
              Text *out) {
    text_add(out, "%s", comment);
    add_head(api, false, out);
    text_add(out, "\n");
    add_container(api, false, out);
    text_add(out, "\nint main(void) {\n");
    add_start(api, false, out);
    for (uint32_t i = 0; i < n; i++) {
        assert(sequence[i] < calls->count);
        text_add(out, "    %s;\n", calls->at[sequence[i]].text);
        add_checks(api, false, "    ", out);
    }
    add_statements(api, &api->finals, false, "    ", out);
    text_add(out, "    return 0;\n}\n");
}
