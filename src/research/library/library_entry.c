#include "research/library/library_entry.h"

#include "base/vec.h"
#include "text/unicode.h"

#include <stdlib.h>

enum { SKETCH = 64 /* hashes: the likeness is right to about 0.06 */ };

struct maker {
    struct arena *arena;
    struct corpus corpus;
    const struct page *page;
    struct error *err;
};

static void put_terms(struct buf *out, const struct corpus *corpus, const struct terms *terms)
{
    for (size_t i = 0; i < terms->count; i++) {
        struct str stem = corpus->vocabulary.numbers.entries[terms->ids[i]].key;
        if (i)
            buf_char(out, ' ');
        buf_add(out, stem.data, stem.len);
    }
}

/* Copies what was put into the buffer, and frees it. */
static enum status keep(struct maker *maker, struct buf *text, struct str *out)
{
    char *copy = text->failed ? NULL : arena_copy_n(maker->arena, buf_text(text), text->len);
    *out = (struct str){copy, text->len};
    buf_free(text);
    return copy ? OK : error_memory(maker->err);
}

static enum status make_title(struct maker *maker, struct library_entry *entry)
{
    struct buf text = {0};
    put_terms(&text, &maker->corpus, &maker->corpus.sections[0].terms);
    return keep(maker, &text, &entry->title);
}

static enum status make_headings(struct maker *maker, struct library_entry *entry)
{
    struct buf text = {0};
    for (size_t i = 1; i < maker->corpus.section_count; i++) {
        put_terms(&text, &maker->corpus, &maker->corpus.sections[i].terms);
        buf_char(&text, '\n');
    }
    return keep(maker, &text, &entry->headings);
}

static enum status make_body(struct maker *maker, struct library_entry *entry)
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
    return keep(maker, &text, &entry->body);
}

static enum status make_outline(struct maker *maker, struct library_entry *entry)
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
    return keep(maker, &text, &entry->outline);
}

/* --- names --- */

struct name {
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

static enum status count_names(struct maker *maker, struct str text, struct map *names)
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
            *place = ARENA_NEW(maker->arena, struct name);
        if (!place || !*place)
            return error_memory(maker->err);
        struct name *name = *place;
        utf8_decode(text, behind_elided(maker->corpus.language, text, &words[i]), &first);
        name->places++;
        name->capitals += unicode_is_upper(first);
    }
    return status;
}

/* Four of five places have the capital. */
static enum status make_names(struct maker *maker, struct library_entry *entry)
{
    struct map names;
    struct buf text = {0};
    enum status status = OK;
    map_init(&names, maker->arena);
    for (size_t i = 0; i < maker->page->count && !status; i++)
        if (maker->page->blocks[i].kind == BLOCK_PARAGRAPH || maker->page->blocks[i].kind == BLOCK_LIST_ITEM)
            status = count_names(maker, maker->page->blocks[i].text, &names);
    for (size_t i = 0; i < names.count && !status; i++) {
        const struct name *name = names.entries[i].value;
        if (name->capitals * 5 < name->places * 4)
            continue;
        buf_add(&text, names.entries[i].key.data, names.entries[i].key.len);
        buf_char(&text, ' ');
    }
    if (status)
        buf_free(&text);
    return status ? status : keep(maker, &text, &entry->names);
}

/* --- sketches --- */

uint64_t library_hash(struct str text)
{
    uint64_t hash = 14695981039346656037u;
    for (size_t i = 0; i < text.len; i++)
        hash = (hash ^ (unsigned char)text.data[i]) * 1099511628211u;
    return hash;
}

/* The finaliser of MurmurHash3 (Austin Appleby, public domain): close numbers become far ones. */
static uint64_t mix(uint64_t value)
{
    value = (value ^ value >> 33) * 0xff51afd7ed558ccdu;
    value = (value ^ value >> 33) * 0xc4ceb9fe1a85ec53u;
    return value ^ value >> 33;
}

static int by_value(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

static enum status make_sketch(struct maker *maker, struct library_entry *entry)
{
    const struct corpus *corpus = &maker->corpus;
    size_t stems = 0, count = 0, kept = 0;
    for (size_t i = 0; i < corpus->statement_count; i++)
        stems += corpus->statements[i].terms.count;
    uint64_t *runs = ARENA_ARRAY(maker->arena, stems + 1, uint64_t), one = 0, two = 0;
    if (!runs)
        return error_memory(maker->err);
    for (size_t i = 0; i < corpus->statement_count; i++) {
        const struct terms *terms = &corpus->statements[i].terms;
        for (size_t j = 0; j < terms->count; j++) {
            uint64_t three = library_hash(corpus->vocabulary.numbers.entries[terms->ids[j]].key);
            if (one && two)
                runs[count++] = mix(one + 3 * two + 7 * three);
            one = two;
            two = three;
        }
    }
    if (count)
        qsort(runs, count, sizeof *runs, by_value);
    for (size_t i = 0; i < count && kept < SKETCH; i++)
        if (!kept || runs[i] != runs[kept - 1])
            runs[kept++] = runs[i];
    entry->sketch = (struct str){(const char *)runs, kept * sizeof *runs};
    return OK;
}

static uint64_t hash_at(struct str sketch, size_t at)
{
    uint64_t value;
    memcpy(&value, sketch.data + at * sizeof value, sizeof value);
    return value;
}

double sketch_likeness(struct str a, struct str b)
{
    size_t in_a = a.len / sizeof(uint64_t), in_b = b.len / sizeof(uint64_t), all = 0, shared = 0;
    for (size_t i = 0, j = 0; (i < in_a || j < in_b) && all < SKETCH; all++) {
        uint64_t left = i < in_a ? hash_at(a, i) : UINT64_MAX, right = j < in_b ? hash_at(b, j) : UINT64_MAX;
        shared += left == right;
        i += left <= right;
        j += right <= left;
    }
    return all ? (double)shared / (double)all : 0;
}

enum status library_entry_make(struct arena *arena, const struct page *page, struct library_entry *entry,
                               struct error *err)
{
    struct maker maker = {.arena = arena, .page = page, .err = err};
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
