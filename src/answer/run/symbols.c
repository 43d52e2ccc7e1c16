#include "answer/run/symbols.h"
#include <elf.h>
#include <errno.h>

// ---- the file ----
static bool read_bytes(const char *path, Text *bytes, Reason *why) {
    FILE *in = fopen(path, "rb");
    size_t n = 1;
    while (in && n > 0) {
        vec_reserve(bytes, bytes->count + 65536);
        n = fread(bytes->at + bytes->count, 1, 65536, in);
        bytes->count += (uint32_t)n;
    }
    bool good = in && !ferror(in);
    if (!good)
        reason_set(why, "%.200s: %s", path, strerror(errno));
    if (in)
        fclose(in);
    return good;
}

// ---- names ----
static void say(Symbols *s, const char *text, unsigned what) {
    assert(*text && what);
    Name name = name_of(s->names, text);
    unsigned before = map_find(&s->said, name.id);
    if (!before)
        vec_push(&s->all, name);
    map_put(&s->said, name.id, before | what);
}

static void add_symbol(Symbols *s, const char *name, unsigned bind, unsigned type, unsigned section) {
    if (!*name || (type != STT_NOTYPE && type != STT_FUNC && type != STT_OBJECT && type != STT_COMMON))
        return;
    if (bind == STB_LOCAL) {
        if (type == STT_FUNC)
            say(s, name, SYMBOL_STATIC);
    } else if (section != SHN_UNDEF || bind != STB_WEAK) // who needs a weak symbol can do without
        say(s, name, section == SHN_UNDEF ? SYMBOL_NEEDED : SYMBOL_DEFINED);
}

// One function for both formats: the macro is instantiated for 32 and 64 bits.
// Nothing outside the file's bytes is read, whatever it says.
#define DEFINE_ADD_SYMBOLS(BITS)                                                                                    \
    static bool add_symbols_##BITS(Symbols *s, const Text *file) {                                                  \
        const Elf##BITS##_Ehdr *head = (const void *)file->at;                                                      \
        const Elf##BITS##_Shdr *sections = (const void *)(file->at + head->e_shoff);                                \
        if (head->e_shoff > file->count || (file->count - head->e_shoff) / sizeof *sections < head->e_shnum)        \
            return false;                                                                                           \
        for (uint32_t i = 0; i < head->e_shnum; i++) {                                                              \
            if (sections[i].sh_type != SHT_SYMTAB)                                                                  \
                continue;                                                                                           \
            if (sections[i].sh_link >= head->e_shnum)                                                               \
                return false;                                                                                       \
            const Elf##BITS##_Shdr *texts = &sections[sections[i].sh_link];                                         \
            if (sections[i].sh_offset > file->count || sections[i].sh_size > file->count - sections[i].sh_offset || \
                texts->sh_offset > file->count || texts->sh_size > file->count - texts->sh_offset ||                \
                texts->sh_size == 0 || file->at[texts->sh_offset + texts->sh_size - 1] != 0)                        \
                return false;                                                                                       \
            const Elf##BITS##_Sym *symbols = (const void *)(file->at + sections[i].sh_offset);                      \
            for (uint32_t k = 0; k < sections[i].sh_size / sizeof *symbols; k++)                                    \
                if (symbols[k].st_name < texts->sh_size)                                                            \
                    add_symbol(s, file->at + texts->sh_offset + symbols[k].st_name, symbols[k].st_info >> 4,        \
                               symbols[k].st_info & 15, symbols[k].st_shndx);                                       \
        }                                                                                                           \
        return true;                                                                                                \
    }
DEFINE_ADD_SYMBOLS(32)
DEFINE_ADD_SYMBOLS(64)

bool symbols_read(Symbols *s, const char *path, Reason *why) {
    Text file = { 0 };
    if (!s->names)
        s->names = names_new();
    bool good = read_bytes(path, &file, why);
    if (good) {
        bool elf = file.count >= sizeof(Elf64_Ehdr) && memcmp(file.at, ELFMAG, SELFMAG) == 0;
        good = elf && (file.at[EI_CLASS] == ELFCLASS32 ? add_symbols_32(s, &file) : add_symbols_64(s, &file));
        if (!good)
            reason_set(why, "%.200s: not an object file", path);
    }
    vec_free(&file);
    return good;
}

void symbols_free(Symbols *s) {
    if (s->names)
        names_free(s->names);
    vec_free(&s->all);
    map_free(&s->said);
    *s = (Symbols){ 0 };
}

unsigned symbols_said(const Symbols *s, const char *name) {
    return s->names ? map_find(&s->said, name_of(s->names, name).id) : 0;
}

bool symbols_lack(const Symbols *s, const char *name) {
    return (symbols_said(s, name) & (SYMBOL_NEEDED | SYMBOL_DEFINED)) == SYMBOL_NEEDED;
}
