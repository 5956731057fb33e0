#include "research/library/library_entry.h"

#include "base/vec.h"
#include "text/unicode.h"

struct entry_maker {
    struct arena *arena;
    struct corpus corpus;
    const struct page *page;
    struct error *err;
};

static void put_terms(struct buf *out, const struct corpus *corpus, const struct terms *terms)
{
    for (size_t i = 0; i < terms->count; i++) {
        struct str stem = vocabulary_stem(&corpus->vocabulary, terms->ids[i]);
        if (i)
            buf_char(out, ' ');
        buf_add(out, stem.data, stem.len);
    }
}

/* Copies what was put into the buffer, and frees it. */
static enum status entry_keep(struct entry_maker *maker, struct buf *text, struct str *out)
{
    char *copy = text->failed ? NULL : arena_copy_n(maker->arena, buf_text(text), text->len);
    *out = (struct str){copy, text->len};
    buf_free(text);
    return copy ? OK : error_memory(maker->err);
}

static enum status make_title(struct entry_maker *maker, struct library_entry *entry)
{
    struct buf text = {0};
    put_terms(&text, &maker->corpus, &maker->corpus.sections[0].terms);
    return entry_keep(maker, &text, &entry->title);
}

static enum status make_headings(struct entry_maker *maker, struct library_entry *entry)
{
    struct buf text = {0};
    for (size_t i = 1; i < maker->corpus.section_count; i++) {
        put_terms(&text, &maker->corpus, &maker->corpus.sections[i].terms);
        buf_char(&text, '\n');
    }
    return entry_keep(maker, &text, &entry->headings);
}

static enum status make_body(struct entry_maker *maker, struct library_entry *entry)
{
    const struct corpus *corpus = &maker->corpus;
    struct buf text = {0};
    for (size_t i = 0, said = 0; i < corpus->section_count; i++) {
        for (; said < corpus->statement_count && corpus->statements[said].section == i; said++) {
            put_terms(&text, corpus, &corpus->statements[said].terms);
            buf_char(&text, '\n');
        }
        buf_char(&text, LIBRARY_SECTION_END);
    }
    return entry_keep(maker, &text, &entry->body);
}

static enum status make_outline(struct entry_maker *maker, struct library_entry *entry)
{
    const struct corpus *corpus = &maker->corpus;
    struct buf text = {0};
    size_t *words = ARENA_ARRAY(maker->arena, corpus->section_count, size_t);
    if (!words)
        return error_memory(maker->err);
    for (size_t i = 0; i < corpus->statement_count; i++)
        words[corpus->statements[i].section] += corpus->statements[i].words;
    for (size_t i = 0; i < corpus->section_count; i++)
        buf_printf(&text, "%d\t%zu\t%d\t%.*s\n", corpus->sections[i].depth, words[i],
                   corpus->sections[i].is_boilerplate, STR_ARG(corpus->sections[i].title));
    return entry_keep(maker, &text, &entry->outline);
}

/* --- names --- */

struct entry_name {
    size_t places, capitals;
};

/* Behind a small letter or a comma and a blank. */
static bool is_in_mid_sentence(struct str text, const struct word *word, const struct word *before)
{
    size_t end = before->end;
    if (word->start == end + 2 && text.data[end] == ',')
        return true;
    char last = text.data[end - 1];
    return word->start == end + 1 && text.data[end] == ' ' && ((last >= 'a' && last <= 'z') || (last & 0x80));
}

/* Where the word itself begins: the "A" of "d'Apache". */
static size_t behind_elided(const struct language *language, struct str text, const struct word *word)
{
    static const char *const apostrophes[] = {"'", "\xE2\x80\x99"};
    struct str written = {text.data + word->start, word->end - word->start};
    for (size_t i = 0; language && language->elides && i < COUNT_OF(apostrophes); i++) {
        struct str mark = str_from(apostrophes[i]);
        size_t at = str_find(written, mark, 0);
        if (at + mark.len < written.len)
            return word->start + at + mark.len;
    }
    return word->start;
}

static enum status entry_count_names(struct entry_maker *maker, struct str text, struct map *names)
{
    struct word *words;
    size_t count;
    enum status status = words_split(maker->arena, text, maker->corpus.language, &words, &count, maker->err);
    for (size_t i = 1; i < count && !status; i++) {
        uint32_t first;
        if (words[i].is_stop || !is_in_mid_sentence(text, &words[i], &words[i - 1]))
            continue;
        void **place = map_put(names, words[i].stem);
        if (place && !*place)
            *place = ARENA_NEW(maker->arena, struct entry_name);
        if (!place || !*place)
            return error_memory(maker->err);
        struct entry_name *name = *place;
        utf8_decode(text, behind_elided(maker->corpus.language, text, &words[i]), &first);
        name->places++;
        name->capitals += unicode_is_upper(first);
    }
    return status;
}

/* Four of five places have the capital. */
static enum status make_names(struct entry_maker *maker, struct library_entry *entry)
{
    struct map names;
    struct buf text = {0};
    enum status status = OK;
    map_init(&names, maker->arena);
    for (size_t i = 0; i < maker->page->count && !status; i++)
        if (maker->page->blocks[i].kind == BLOCK_PARAGRAPH || maker->page->blocks[i].kind == BLOCK_LIST_ITEM)
            status = entry_count_names(maker, maker->page->blocks[i].text, &names);
    for (size_t i = 0; i < names.count && !status; i++) {
        const struct entry_name *name = names.entries[i].value;
        if (name->capitals * 5 < name->places * 4)
            continue;
        buf_add(&text, names.entries[i].key.data, names.entries[i].key.len);
        buf_char(&text, ' ');
    }
    if (status)
        buf_free(&text);
    return status ? status : entry_keep(maker, &text, &entry->names);
}

static enum status make_sketch(struct entry_maker *maker, struct library_entry *entry)
{
    const struct corpus *corpus = &maker->corpus;
    size_t stems = 0, count = 0;
    for (size_t i = 0; i < corpus->statement_count; i++)
        stems += corpus->statements[i].terms.count;
    uint64_t *words = ARENA_ARRAY(maker->arena, stems, uint64_t);
    if (!words)
        return error_memory(maker->err);
    for (size_t i = 0; i < corpus->statement_count; i++) {
        const struct terms *terms = &corpus->statements[i].terms;
        for (size_t j = 0; j < terms->count; j++)
            words[count++] = hash_of(vocabulary_stem(&corpus->vocabulary, terms->ids[j]), HASH_EMPTY);
    }
    entry->sketch = shingles_of(words, count, SHINGLE_DOCUMENT);
    entry->sketch.count = entry->sketch.count < LIBRARY_SKETCH ? entry->sketch.count : LIBRARY_SKETCH;
    return OK;
}

enum status library_entry_make(struct arena *arena, const struct page *page, struct library_entry *entry,
                               struct error *err)
{
    struct entry_maker maker = {.arena = arena, .page = page, .err = err};
    struct page copy = *page;
    if (!copy.language)
        copy.language = language_find(STR("en"));
    const struct corpus_options options = {.language = copy.language};
    enum status status = corpus_build(arena, &copy, 1, &options, &maker.corpus, err);
    if (!status)
        status = make_title(&maker, entry);
    if (!status)
        status = make_headings(&maker, entry);
    if (!status)
        status = make_body(&maker, entry);
    if (!status)
        status = make_outline(&maker, entry);
    if (!status)
        status = make_names(&maker, entry);
    return status ? status : make_sketch(&maker, entry);
}
