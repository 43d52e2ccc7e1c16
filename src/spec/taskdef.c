#include "spec/taskdef.h"
#include "spec/file.h"
#include <glob.h>
#include <string.h>
#include <yaml.h>

// A document being read, and what is known of it.
typedef struct Reader {
    const char *path, *directory;
    yaml_document_t document;
    const PropertyKind *wanted;
    Arena *arena;
    TaskDef *task;
    Reason *why;
} Reader;

static bool wrong(Reader *r, const yaml_node_t *node, const char *what) {
    unsigned line = node ? (unsigned)node->start_mark.line + 1 : 1;
    reason_set(r->why, "%.300s:%u: %s", r->path, line, what);
    return false;
}

// ---- looking into the document ----
static yaml_node_t *node(Reader *r, int id) {
    return yaml_document_get_node(&r->document, id);
}

// A scalar as text; NULL for anything else, and for text with a byte 0 in it.
static const char *scalar(const yaml_node_t *n) {
    if (!n || n->type != YAML_SCALAR_NODE)
        return NULL;
    const char *text = (const char *)n->data.scalar.value;
    return strlen(text) == n->data.scalar.length ? text : NULL;
}

static yaml_node_t *member(Reader *r, const yaml_node_t *map, const char *key) {
    if (!map || map->type != YAML_MAPPING_NODE)
        return NULL;
    for (yaml_node_pair_t *p = map->data.mapping.pairs.start; p < map->data.mapping.pairs.top; p++) {
        const char *text = scalar(node(r, p->key));
        if (text && !strcmp(text, key))
            return node(r, p->value);
    }
    return NULL;
}

// ---- input files ----
// Characters of the directory's name that glob would take for a pattern.
static char *escaped(const char *text, Arena *arena) {
    char *copy = arena_alloc(arena, 2 * strlen(text) + 1), *out = copy;
    for (; *text; text++) {
        if (strchr("*?[\\", *text))
            *out++ = '\\';
        *out++ = *text;
    }
    return copy;
}

static bool add_files(Reader *r, const yaml_node_t *pattern_node) {
    const char *pattern = scalar(pattern_node);
    if (!pattern || !*pattern)
        return wrong(r, pattern_node, "an input file is expected here");
    glob_t found = { 0 };
    char *full = path_from(escaped(r->directory, r->arena), pattern, r->arena);
    bool any = glob(full, 0, NULL, &found) == 0;
    for (size_t i = 0; any && i < found.gl_pathc; i++)
        vec_push(&r->task->files, arena_strdup(r->arena, found.gl_pathv[i]));
    globfree(&found);
    if (!any)
        return wrong(r, pattern_node, arena_printf(r->arena, "no such input file: %.200s", pattern));
    return true;
}

static bool read_files(Reader *r, const yaml_node_t *root) {
    yaml_node_t *list = member(r, root, "input_files");
    if (!list)
        return wrong(r, root, "this is no task definition: there is no 'input_files'");
    if (list->type == YAML_SCALAR_NODE)
        return add_files(r, list);
    if (list->type != YAML_SEQUENCE_NODE)
        return wrong(r, list, "'input_files' is a file or a list of files");
    for (yaml_node_item_t *i = list->data.sequence.items.start; i < list->data.sequence.items.top; i++)
        if (!add_files(r, node(r, *i)))
            return false;
    return r->task->files.count || wrong(r, list, "'input_files' is empty");
}

// ---- properties ----
// The property of a file that is not there, if its name is that of a standard property.
static bool standard_property(const char *file, Arena *arena, Property *property) {
    const char *name = path_name(file);
    if (!path_ends_in(name, ".prp"))
        return false;
    if (!property_by_name(arena_strndup(arena, name, strlen(name) - 4), property))
        return false;
    property->from_file = true;
    return true;
}

static bool read_property(Reader *r, const yaml_node_t *item, Property *property) {
    yaml_node_t *file_node = member(r, item, "property_file");
    const char *file = scalar(file_node);
    if (!file)
        return wrong(r, item, "a property without 'property_file'");
    const char *path = path_from(r->directory, file, r->arena);
    Reason missing;
    if (!file_check(path, 1000000, &missing)) {
        if (standard_property(file, r->arena, property))
            return true;
        return wrong(r, file_node, missing.text);
    }
    return property_read(path, r->arena, property, r->why);
}

static Expected read_expected(const char *text) {
    if (!text)
        return EXPECTED_UNSAID;
    return !strcasecmp(text, "true") ? EXPECTED_TRUE : !strcasecmp(text, "false") ? EXPECTED_FALSE : EXPECTED_UNSAID;
}

// How well a property suits: the larger the better, 0 not at all.
static int suits(const Reader *r, const Property *property) {
    if (r->wanted)
        return property->kind == *r->wanted;
    return property->kind == PROPERTY_UNREACH_CALL ? 3 : property_is_supported(property->kind) ? 2 : 1;
}

static bool choose_property(Reader *r, const yaml_node_t *root) {
    yaml_node_t *list = member(r, root, "properties");
    int best = 0;
    bool unread = false; // one that cannot be read matters only if no other suits
    if (list && list->type != YAML_SEQUENCE_NODE)
        return wrong(r, list, "'properties' is a list");
    yaml_node_item_t *end = list ? list->data.sequence.items.top : NULL;
    for (yaml_node_item_t *i = list ? list->data.sequence.items.start : NULL; i < end; i++) {
        Property property;
        if (!read_property(r, node(r, *i), &property)) {
            unread = true;
            continue;
        }
        if (suits(r, &property) <= best)
            continue;
        best = suits(r, &property);
        r->task->property = property;
        r->task->expected = read_expected(scalar(member(r, node(r, *i), "expected_verdict")));
    }
    if (best || unread)
        return best;
    // Asked for a property the definition does not list, or it lists none: the standard one.
    property_by_name(property_name(r->wanted ? *r->wanted : PROPERTY_UNREACH_CALL), &r->task->property);
    r->task->property.from_file = true;
    return true;
}

// ---- options ----
static bool read_options(Reader *r, const yaml_node_t *root) {
    yaml_node_t *options = member(r, root, "options");
    yaml_node_t *model_node = member(r, options, "data_model"), *language_node = member(r, options, "language");
    const char *model = scalar(model_node), *language = scalar(language_node);
    if (language && strcasecmp(language, "C"))
        return wrong(r, language_node, arena_printf(r->arena, "the language is %.40s: Hone reads C only", language));
    if (!model)
        return !model_node || wrong(r, model_node, "'data_model' is ILP32 or LP64");
    if (!strcmp(model, "ILP32"))
        r->task->pointer_bits = 32;
    else if (!strcmp(model, "LP64"))
        r->task->pointer_bits = 64;
    else
        return wrong(r, model_node, "'data_model' is ILP32 or LP64");
    return true;
}

static bool read_document(Reader *r) {
    yaml_node_t *root = yaml_document_get_root_node(&r->document);
    if (!root || root->type != YAML_MAPPING_NODE)
        return wrong(r, root, "this is no task definition");
    const char *version = scalar(member(r, root, "format_version"));
    if (!version || (strcmp(version, "1.0") && strncmp(version, "2.", 2)))
        return wrong(r, root, "the 'format_version' of a task definition is '1.0' or '2.0'");
    return read_options(r, root) && read_files(r, root) && choose_property(r, root);
}

bool taskdef_parse(const char *path, const char *text, size_t length, const PropertyKind *wanted, Arena *arena,
                   TaskDef *task, Reason *why) {
    yaml_parser_t parser;
    *task = (TaskDef){ 0 };
    Reader r = { .path = path, .wanted = wanted, .arena = arena, .task = task, .why = why };
    r.directory = path_directory(path, arena);
    if (!yaml_parser_initialize(&parser))
        bug("libyaml cannot be initialised");
    yaml_parser_set_input_string(&parser, (const unsigned char *)text, length);
    bool fine = yaml_parser_load(&parser, &r.document);
    if (fine) {
        fine = read_document(&r);
        yaml_document_delete(&r.document);
    } else {
        reason_set(why, "%.300s:%u: %s", path, (unsigned)parser.problem_mark.line + 1,
                   parser.problem ? parser.problem : "not a YAML file");
    }
    yaml_parser_delete(&parser);
    return fine;
}

bool taskdef_read(const char *path, const PropertyKind *wanted, Arena *arena, TaskDef *task, Reason *why) {
    size_t length;
    const char *text = file_read(path, 1000000, arena, &length, why);
    return text && taskdef_parse(path, text, length, wanted, arena, task, why);
}
