// witness_file.c - witnesses as YAML: printing, and reading what anyone printed
#include "answer/witness/witness.h"
#include "base/limits.h"
#include "base/version.h"
#include "base/sha256.h"
#include "spec/file.h"
#include <errno.h>
#include <time.h>
#include <yaml.h>

enum { LARGEST = 1 << 27 };

const char *waypoint_text(WaypointType type) {
    static const char *const texts[] = {
#define WAYPOINT_TEXT(type, text) text,
        WAYPOINTS(WAYPOINT_TEXT)
#undef WAYPOINT_TEXT
    };
    assert((size_t)type < COUNT(texts));
    return texts[type];
}

void witness_free(Witness *w) {
    vec_free(&w->files);
    vec_free(&w->waypoints);
    vec_free(&w->invariants);
    vec_free(&w->contracts);
}

// ---- printing ----
// A double-quoted scalar.
static void add_quoted(Text *out, const char *text) {
    text_add(out, "\"");
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\')
            text_add(out, "\\%c", c);
        else if (c < 32 || c == 127)
            text_add(out, "\\x%02X", c);
        else
            text_add(out, "%c", c);
    }
    text_add(out, "\"");
}

static void add_field(Text *out, const char *name, const char *text) {
    assert(*name && text);
    text_add(out, "%s: ", name);
    add_quoted(out, text);
    text_add(out, "\n");
}

static void add_place(Text *out, const char *indent, const WitnessPlace *at) {
    assert(at->file);
    text_add(out, "%slocation:\n%s  ", indent, indent);
    add_field(out, "file_name", at->file);
    text_add(out, "%s  line: %u\n", indent, at->line);
    if (at->column)
        text_add(out, "%s  column: %u\n", indent, at->column);
    if (at->function) {
        text_add(out, "%s  ", indent);
        add_field(out, "function", at->function);
    }
}

static void add_metadata(const Witness *w, const char *uuid, const char *created, Text *out) {
    text_add(out, "  metadata:\n    ");
    add_field(out, "format_version", w->version);
    text_add(out, "    ");
    add_field(out, "uuid", uuid);
    text_add(out, "    ");
    add_field(out, "creation_time", created);
    text_add(out, "    producer:\n      name: \"Hone\"\n      version: \"" HONE_VERSION "\"\n    task:\n");
    text_add(out, "      input_files:\n");
    for (uint32_t i = 0; i < w->files.count; i++) {
        text_add(out, "        - ");
        add_quoted(out, w->files.at[i].path);
        text_add(out, "\n");
    }
    text_add(out, "      input_file_hashes:\n");
    for (uint32_t i = 0; i < w->files.count; i++) {
        text_add(out, "        ");
        add_quoted(out, w->files.at[i].path);
        text_add(out, ": \"%s\"\n", w->files.at[i].hash);
    }
    text_add(out, "      ");
    add_field(out, "specification", w->specification);
    text_add(out, "      ");
    add_field(out, "data_model", w->data_model);
    text_add(out, "      language: \"C\"\n");
}

static void add_invariant(const WitnessInvariant *v, Text *out) {
    assert(v->value && *v->value);
    text_add(out, "    - invariant:\n        type: \"%s\"\n", v->loop ? "loop_invariant" : "location_invariant");
    add_place(out, "        ", &v->at);
    text_add(out, "        ");
    add_field(out, "value", v->value);
    text_add(out, "        format: \"c_expression\"\n");
}

static void add_contract(const WitnessContract *c, Text *out) {
    text_add(out, "    - contract:\n        type: \"function_contract\"\n");
    add_place(out, "        ", &c->at);
    text_add(out, "        ");
    add_field(out, "requires", c->requires_);
    text_add(out, "        ");
    add_field(out, "ensures", c->ensures);
    text_add(out, "        format: \"ext_c_expression\"\n");
}

static void add_waypoint(const Waypoint *w, bool threads, Text *out) {
    text_add(out, "        - waypoint:\n            type: \"%s\"\n            action: \"%s\"\n", waypoint_text(w->type),
             w->avoid ? "avoid" : "follow");
    if (threads)
        text_add(out, "            thread_id: %u\n", w->thread);
    if (w->constraint) {
        text_add(out, "            constraint:\n              ");
        add_field(out, "value", w->constraint);
        if (w->format) {
            text_add(out, "              ");
            add_field(out, "format", w->format);
        }
    }
    add_place(out, "            ", &w->at);
}

static void add_content(const Witness *w, Text *out) {
    if (!w->invariants.count && !w->waypoints.count && !w->contracts.count) {
        text_add(out, "  content: []\n");
        return;
    }
    text_add(out, "  content:\n");
    for (uint32_t i = 0; i < w->invariants.count; i++)
        add_invariant(&w->invariants.at[i], out);
    for (uint32_t i = 0; i < w->contracts.count; i++)
        add_contract(&w->contracts.at[i], out);
    for (uint32_t i = 0; i < w->waypoints.count; i++) {
        if (!i || w->waypoints.at[i].segment != w->waypoints.at[i - 1].segment)
            text_add(out, "    - segment:\n");
        add_waypoint(&w->waypoints.at[i], !strcmp(w->version, WITNESS_OF_THREADS), out);
    }
}

// Named by its content, so that the same witness has the same name (as the UUIDs of version 5 are made).
static void uuid_of(const Witness *w, char uuid[37]) {
    Text text = { 0 };
    char digest[SHA256_TEXT];
    add_metadata(w, "", "", &text);
    add_content(w, &text);
    sha256(text.at, text.count, digest);
    snprintf(uuid, 37, "%.8s-%.4s-5%.3s-a%.3s-%.12s", digest, digest + 8, digest + 13, digest + 17, digest + 20);
    vec_free(&text);
}

void witness_print(const Witness *w, const char *created, Text *out) {
    char uuid[37];
    uuid_of(w, uuid);
    text_add(out, "- entry_type: \"%s\"\n", w->violation ? "violation_sequence" : "invariant_set");
    add_metadata(w, uuid, created, out);
    add_content(w, out);
}

// What nobody could read (a file's name that is no UTF-8) is not written.
static bool is_readable(const char *path, const Text *text, Reason *why) {
    Arena *arena = arena_new();
    Witness back;
    bool good = witness_parse(path, text->at, text->count, arena, &back, why);
    witness_free(&back);
    arena_free(arena);
    return good;
}

bool witness_write(const char *path, const Witness *w, Reason *why) {
    char created[40];
    time_t now = time(NULL);
    struct tm utc;
    strftime(created, sizeof created, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &utc));
    Text text = { 0 };
    witness_print(w, created, &text);
    if (!is_readable(path, &text, why)) {
        vec_free(&text);
        return false;
    }
    bool good = limits_write(path, text.at, text.count, why);
    vec_free(&text);
    return good;
}

// ---- reading ----
typedef struct Reader {
    const char *path;
    yaml_document_t document;
    Arena *arena;
    Witness *w;
    Reason *why;
    uint32_t entries;
} Reader;

static bool wrong(Reader *r, const yaml_node_t *node, const char *what) {
    assert(*what);
    unsigned line = node ? (unsigned)node->start_mark.line + 1 : 1;
    reason_set(r->why, "%.200s:%u: %s", r->path, line, what);
    return false;
}

static yaml_node_t *node(Reader *r, int id) {
    return yaml_document_get_node(&r->document, id);
}

static const char *scalar(Reader *r, const yaml_node_t *n) {
    if (!n || n->type != YAML_SCALAR_NODE)
        return NULL;
    const char *text = (const char *)n->data.scalar.value;
    return strlen(text) == n->data.scalar.length ? arena_strdup(r->arena, text) : NULL;
}

static yaml_node_t *member(Reader *r, const yaml_node_t *map, const char *key) {
    if (!map || map->type != YAML_MAPPING_NODE)
        return NULL;
    for (yaml_node_pair_t *p = map->data.mapping.pairs.start; p < map->data.mapping.pairs.top; p++) {
        const char *text = scalar(r, node(r, p->key));
        if (text && !strcmp(text, key))
            return node(r, p->value);
    }
    return NULL;
}

// A text that must be there.
static bool read_text(Reader *r, const yaml_node_t *map, const char *key, const char **out) {
    yaml_node_t *n = member(r, map, key);
    *out = scalar(r, n);
    if (*out && **out)
        return true;
    return wrong(r, n ? n : map, arena_printf(r->arena, "the text '%s' is missing", key));
}

static bool read_from(Reader *r, const yaml_node_t *map, const char *key, uint32_t least, uint32_t *out) {
    yaml_node_t *n = member(r, map, key);
    const char *text = scalar(r, n);
    bool digits = text && *text && strspn(text, "0123456789") == strlen(text) && strlen(text) <= 9;
    *out = digits ? (uint32_t)strtoul(text, NULL, 10) : 0;
    return (digits && *out >= least) ||
           wrong(r, n ? n : map, arena_printf(r->arena, "'%s' must be a number from %u", key, least));
}

static bool read_number(Reader *r, const yaml_node_t *map, const char *key, bool needed, uint32_t *out) {
    *out = 0;
    return (!member(r, map, key) && !needed) || read_from(r, map, key, 1, out);
}

static bool read_thread(Reader *r, const yaml_node_t *map, uint32_t *out) {
    *out = 0;
    return !member(r, map, "thread_id") || read_from(r, map, "thread_id", 0, out);
}

// ---- metadata ----
static bool is_uuid(const char *text) {
    static const char form[] = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";
    if (strlen(text) != strlen(form))
        return false;
    for (size_t i = 0; form[i]; i++)
        if (form[i] == '-' ? text[i] != '-' : !strchr("0123456789abcdefABCDEF", text[i]))
            return false;
    return true;
}

static bool read_files(Reader *r, const yaml_node_t *task) {
    yaml_node_t *list = member(r, task, "input_files"), *hashes = member(r, task, "input_file_hashes");
    if (!list || list->type != YAML_SEQUENCE_NODE)
        return wrong(r, list ? list : task, "'input_files' must be a list");
    if (!hashes || hashes->type != YAML_MAPPING_NODE)
        return wrong(r, hashes ? hashes : task, "'input_file_hashes' must be a map from files to hashes");
    bool known = r->w->files.count != 0; // of an entry before
    for (yaml_node_item_t *i = list->data.sequence.items.start; i < list->data.sequence.items.top; i++) {
        WitnessFile file = { .path = scalar(r, node(r, *i)) };
        if (!file.path || !*file.path)
            return wrong(r, node(r, *i), "an input file is expected here");
        file.hash = scalar(r, member(r, hashes, file.path));
        if (!file.hash || strlen(file.hash) != SHA256_TEXT - 1)
            return wrong(r, hashes, "the SHA-256 of an input file is missing");
        bool same = !known;
        for (uint32_t k = 0; known && k < r->w->files.count; k++)
            same |= !strcmp(r->w->files.at[k].path, file.path) && !strcmp(r->w->files.at[k].hash, file.hash);
        if (!same)
            return wrong(r, node(r, *i), "the entries are of different files");
        if (!known)
            vec_push(&r->w->files, file);
    }
    return r->w->files.count || wrong(r, list, "'input_files' is empty");
}

static bool read_metadata(Reader *r, const yaml_node_t *entry) {
    Witness *w = r->w;
    yaml_node_t *meta = member(r, entry, "metadata"), *producer = member(r, meta, "producer");
    yaml_node_t *task = member(r, meta, "task");
    const char *name, *language;
    if (!meta)
        return wrong(r, entry, "'metadata' is missing");
    if (!read_text(r, meta, "format_version", &w->version) || !read_text(r, meta, "uuid", &w->uuid) ||
        !read_text(r, meta, "creation_time", &w->created))
        return false;
    if (strcmp(w->version, "2.0") != 0 && strcmp(w->version, "2.1") != 0 && strcmp(w->version, WITNESS_OF_THREADS) != 0)
        return wrong(r, meta, "the format_version is not 2.0, 2.1 or 2.2");
    if (!is_uuid(w->uuid))
        return wrong(r, meta, "the uuid is none");
    if (!producer || !task)
        return wrong(r, meta, producer ? "'task' is missing" : "'producer' is missing");
    if (!read_text(r, producer, "name", &name) || !read_text(r, producer, "version", &name) ||
        !read_text(r, task, "specification", &w->specification) || !read_text(r, task, "data_model", &w->data_model) ||
        !read_text(r, task, "language", &language))
        return false;
    if (strcmp(language, "C") != 0)
        return wrong(r, task, "the language is not C");
    if (strcmp(w->data_model, "ILP32") != 0 && strcmp(w->data_model, "LP64") != 0)
        return wrong(r, task, "the data_model is not ILP32 or LP64");
    return read_files(r, task);
}

// ---- content ----
static bool read_place(Reader *r, const yaml_node_t *n, WitnessPlace *at) {
    yaml_node_t *place = member(r, n, "location");
    if (!place || place->type != YAML_MAPPING_NODE)
        return wrong(r, place ? place : n, "'location' is missing");
    at->function = scalar(r, member(r, place, "function"));
    return read_text(r, place, "file_name", &at->file) && read_number(r, place, "line", true, &at->line) &&
           read_number(r, place, "column", false, &at->column);
}

static bool read_contract(Reader *r, const yaml_node_t *n) {
    WitnessContract c = { 0 };
    const char *type;
    if (n->type != YAML_MAPPING_NODE)
        return wrong(r, n, "a 'contract' is expected here");
    if (!read_text(r, n, "type", &type) || !read_text(r, n, "requires", &c.requires_) ||
        !read_text(r, n, "ensures", &c.ensures) || !read_place(r, n, &c.at))
        return false;
    if (strcmp(type, "function_contract") != 0)
        return wrong(r, n, "contracts of this type are not known");
    vec_push(&r->w->contracts, c);
    return true;
}

static bool read_invariant(Reader *r, const yaml_node_t *item) {
    yaml_node_t *n = member(r, item, "invariant");
    WitnessInvariant v = { 0 };
    const char *type, *format;
    if (!n && member(r, item, "contract"))
        return read_contract(r, member(r, item, "contract"));
    if (!n || n->type != YAML_MAPPING_NODE)
        return wrong(r, item, "an 'invariant' is expected here");
    if (!read_text(r, n, "type", &type) || !read_text(r, n, "value", &v.value) || !read_text(r, n, "format", &format) ||
        !read_place(r, n, &v.at))
        return false;
    v.loop = !strcmp(type, "loop_invariant");
    if (!v.loop && strcmp(type, "location_invariant") != 0)
        return wrong(r, n, "invariants of this type are not supported");
    if (strcmp(format, "c_expression") != 0)
        return wrong(r, n, "the format of an invariant must be c_expression");
    vec_push(&r->w->invariants, v);
    return true;
}

static bool read_type(const char *text, WaypointType *type) {
    static const char *const texts[] = {
#define WAYPOINT_TEXT(t, text) text,
        WAYPOINTS(WAYPOINT_TEXT)
#undef WAYPOINT_TEXT
    };
    for (size_t i = 0; i < COUNT(texts); i++)
        if (!strcmp(text, texts[i])) {
            *type = (WaypointType)i;
            return true;
        }
    return false;
}

static bool read_waypoint(Reader *r, const yaml_node_t *item, Waypoint *w) {
    yaml_node_t *n = member(r, item, "waypoint");
    const char *type, *action;
    if (!n || n->type != YAML_MAPPING_NODE)
        return wrong(r, item, "a 'waypoint' is expected here");
    if (!read_text(r, n, "type", &type) || !read_text(r, n, "action", &action) || !read_place(r, n, &w->at) ||
        !read_thread(r, n, &w->thread))
        return false;
    if (!read_type(type, &w->type))
        return wrong(r, n, "waypoints of this type are not known");
    w->avoid = !strcmp(action, "avoid");
    if (!w->avoid && strcmp(action, "follow") != 0)
        return wrong(r, n, "the action of a waypoint must be follow or avoid");
    yaml_node_t *constraint = member(r, n, "constraint");
    if (constraint && !read_text(r, constraint, "value", &w->constraint))
        return false;
    w->format = scalar(r, member(r, constraint, "format"));
    if (w->type == WAYPOINT_TARGET && (w->constraint || w->avoid))
        return wrong(r, n, "a target has no constraint, and is to be followed");
    if ((w->type == WAYPOINT_ASSUMPTION || w->type == WAYPOINT_BRANCHING) && !w->constraint)
        return wrong(r, n, "the constraint of a waypoint is missing");
    return true;
}

static bool read_segment(Reader *r, const yaml_node_t *item, uint32_t number) {
    yaml_node_t *list = member(r, item, "segment");
    if (!list || list->type != YAML_SEQUENCE_NODE)
        return wrong(r, item, "a 'segment' is expected here: a list of waypoints");
    bool followed = false, target = false;
    for (yaml_node_item_t *i = list->data.sequence.items.start; i < list->data.sequence.items.top; i++) {
        Waypoint w = { .segment = number };
        if (!read_waypoint(r, node(r, *i), &w))
            return false;
        if (followed && !(target && w.type == WAYPOINT_TARGET))
            return wrong(r, node(r, *i), "nothing may come behind the waypoint to follow in its segment");
        target = !followed && w.type == WAYPOINT_TARGET;
        followed = !w.avoid;
        vec_push(&r->w->waypoints, w);
    }
    return followed || wrong(r, list, "a segment ends with a waypoint to follow");
}

static bool read_content(Reader *r, const yaml_node_t *entry) {
    yaml_node_t *content = member(r, entry, "content");
    if (!content || content->type != YAML_SEQUENCE_NODE)
        return wrong(r, content ? content : entry, "'content' must be a list");
    uint32_t number = 0;
    for (yaml_node_item_t *i = content->data.sequence.items.start; i < content->data.sequence.items.top; i++)
        if (r->w->violation ? !read_segment(r, node(r, *i), number++) : !read_invariant(r, node(r, *i)))
            return false;
    if (!r->w->violation)
        return true;
    const Waypoint *all = r->w->waypoints.at;
    uint32_t n = r->w->waypoints.count;
    bool two = n > 1 && all[n - 1].segment == all[n - 2].segment && all[n - 2].type == WAYPOINT_TARGET;
    for (uint32_t i = 0; i < n; i++)
        if ((all[i].type == WAYPOINT_TARGET) != (i + 1 + two >= n))
            return wrong(r, content, "the target must be the last waypoint, and only that");
    return number || wrong(r, content, "there is no segment");
}

static bool read_entry(Reader *r, const yaml_node_t *entry) {
    const char *type, *version = r->w->version;
    const char *specification = r->w->specification, *data_model = r->w->data_model;
    if (!entry || entry->type != YAML_MAPPING_NODE)
        return wrong(r, entry, "an entry of a witness is expected here");
    if (!read_text(r, entry, "entry_type", &type))
        return false;
    bool violation = !strcmp(type, "violation_sequence");
    if (!violation && strcmp(type, "invariant_set") != 0)
        return wrong(r, entry, "entries of this type are not supported (invariant_set or violation_sequence)");
    if (r->entries++ && (violation || r->w->violation))
        return wrong(r, entry, "a violation_sequence must be the only entry");
    r->w->violation = violation;
    if (!read_metadata(r, entry))
        return false;
    if (version && strcmp(version, r->w->version) != 0)
        return wrong(r, entry, "the entries have different versions");
    if (version && (strcmp(specification, r->w->specification) || strcmp(data_model, r->w->data_model)))
        return wrong(r, entry, "the entries are of different tasks");
    return read_content(r, entry);
}

static bool read_root(Reader *r) {
    yaml_node_t *root = yaml_document_get_root_node(&r->document);
    if (!root || root->type != YAML_SEQUENCE_NODE)
        return wrong(r, root, "this is no witness: it is not a list of entries");
    for (yaml_node_item_t *i = root->data.sequence.items.start; i < root->data.sequence.items.top; i++)
        if (!read_entry(r, node(r, *i)))
            return false;
    return r->entries || wrong(r, root, "the witness is empty");
}

bool witness_parse(const char *path, const char *text, size_t length, Arena *arena, Witness *w, Reason *why) {
    Reader r = { .path = path, .arena = arena, .w = w, .why = why };
    yaml_parser_t parser;
    *w = (Witness){ 0 };
    if (!yaml_parser_initialize(&parser))
        bug("yaml_parser_initialize");
    yaml_parser_set_input_string(&parser, (const unsigned char *)text, length);
    bool good = yaml_parser_load(&parser, &r.document);
    if (good) {
        good = read_root(&r);
        yaml_document_delete(&r.document);
    } else {
        reason_set(why, "%.200s:%u: this is no YAML: %s", path, (unsigned)parser.problem_mark.line + 1,
                   parser.problem ? parser.problem : "it cannot be read");
    }
    yaml_parser_delete(&parser);
    return good;
}

bool witness_read(const char *path, Arena *arena, Witness *w, Reason *why) {
    size_t length = 0;
    *w = (Witness){ 0 };
    char *text = file_read(path, LARGEST, arena, &length, why);
    return text && witness_parse(path, text, length, arena, w, why);
}
