#include "write/rewrite/original.h"

#include "base/vec.h"
#include "model/builtin/phrases.h"
#include "write/rewrite/rewrite.h"

#include <stdlib.h>

enum { STEPS_SHARE = 3 }; /* one heading in so many that begins as a step does makes a procedure */

struct original_reading {
    struct writing *writing;
    struct original *original;
    size_t unit_cap, section_cap;
    int base; /* level of the page's main headings */
};

/* The words of a heading, and the cues of its language. False: memory ran out. */
static bool look_at(const struct writing *writing, struct str heading, struct worded *worded,
                    const struct cue_table **cues)
{
    *cues = cues_of(writing->brief.language);
    return *cues && worded_split(writing->arena, heading, writing->brief.language, worded, NULL) == OK;
}

static bool is_frame(const struct writing *writing, struct str heading)
{
    struct worded worded;
    const struct cue_table *cues;
    const struct phrases *phrases = writing->brief.language->phrases;
    return (phrases && phrases_fits(phrases->short_heading, heading)) ||
           (look_at(writing, heading, &worded, &cues) && cues_is_one(cues, &worded, CUE_HEADING)) ||
           str_ieq(heading, str_from(writing->labels->conclusion)) ||
           str_ieq(heading, str_from(writing->labels->takeaways));
}

static bool has_digit(struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (ascii_is_digit(text.data[i]))
            return true;
    return false;
}

static enum status add_section(struct original_reading *reading, struct str heading, int level)
{
    struct original *original = reading->original;
    struct original_section *list = vec_room(reading->writing->arena, original->sections, original->section_count,
                                             &reading->section_cap, sizeof *list);
    if (!list)
        return error_memory(reading->writing->err);
    original->sections = list;
    list[original->section_count++] = (struct original_section){.heading = heading,
                                                                .level = level,
                                                                .first = original->count,
                                                                .end = original->count,
                                                                .is_frame = is_frame(reading->writing, heading)};
    return OK;
}

static enum status add_unit(struct original_reading *reading, enum unit_kind kind, struct str text, size_t block)
{
    struct original *original = reading->original;
    struct unit *list =
        vec_room(reading->writing->arena, original->units, original->count, &reading->unit_cap, sizeof *list);
    if (!list)
        return error_memory(reading->writing->err);
    original->units = list;
    list[original->count++] = (struct unit){kind, text, original->section_count - 1, block, has_digit(text)};
    original->sections[original->section_count - 1].end = original->count;
    return OK;
}

static enum status add_sentences(struct original_reading *reading, struct str text, size_t block)
{
    struct sentence *sentences;
    size_t count;
    enum status status = sentences_split(reading->writing->arena, text, reading->writing->brief.language, &sentences,
                                         &count, reading->writing->err);
    for (size_t i = 0; i < count && !status; i++)
        status = add_unit(reading, UNIT_SENTENCE,
                          (struct str){text.data + sentences[i].start, sentences[i].end - sentences[i].start}, block);
    return status;
}

static enum status add_block(struct original_reading *reading, const struct block *block, size_t number)
{
    switch (block->kind) {
    case BLOCK_HEADING:
        if (block->level < reading->base || !block->text.len)
            return OK; /* the page's title */
        return add_section(reading, heading_clean(block->text), block->level == reading->base ? 2 : 3);
    case BLOCK_PARAGRAPH:
        return add_sentences(reading, block->text, number);
    case BLOCK_LIST_ITEM:
        return add_unit(reading, UNIT_ITEM, block->text, number);
    case BLOCK_CODE:
        return add_unit(reading, UNIT_CODE, block->text, number);
    case BLOCK_TABLE_ROW:
        return add_unit(reading, UNIT_ROW, block->text, number);
    }
    return OK;
}

/* The highest level below the title's that has headings. */
static int base_level(const struct page *page)
{
    int base = 6;
    for (size_t i = 0; i < page->count; i++)
        if (page->blocks[i].kind == BLOCK_HEADING && page->blocks[i].level > 1 && page->blocks[i].level < base)
            base = page->blocks[i].level;
    return base;
}

/* "Step 2: ...", "2. ...", "Second, ...". */
static bool is_step(const struct writing *writing, struct str heading)
{
    const struct language *language = writing->brief.language;
    if (heading.len && ascii_is_digit(heading.data[0]))
        return true;
    for (const char *const *list = language ? language->section_words : NULL; list && *list; list++)
        if (str_istarts(heading, str_from(*list)))
            return true;
    struct worded worded;
    const struct cue_table *cues;
    size_t ends[CUES];
    if (!look_at(writing, heading, &worded, &cues) || !worded.count ||
        !(cues_at(cues, &worded, 0, ends) & CUE_BIT(CUE_OPENING)))
        return false;
    size_t end = worded.words[ends[CUE_OPENING] - 1].end;
    return end < heading.len && heading.data[end] == ',';
}

static void find_steps(struct writing *writing, const struct page *page, struct original *original)
{
    size_t steps = 0, headings = 0;
    for (size_t i = 0; i < page->count; i++)
        if (page->blocks[i].kind == BLOCK_HEADING && page->blocks[i].level > 1) {
            headings++;
            steps += is_step(writing, page->blocks[i].text);
        }
    original->is_procedure = steps > 1 && steps * STEPS_SHARE >= headings;
}

enum status original_read(struct writing *writing, struct original *original)
{
    const struct page *page = &writing->pages[0];
    struct original_reading reading = {.writing = writing, .original = original, .base = base_level(page)};
    *original = (struct original){0};
    enum status status = add_section(&reading, STR(""), 2);
    for (size_t i = 0; i < page->count && !status; i++)
        status = add_block(&reading, &page->blocks[i], i);
    if (!status)
        find_steps(writing, page, original);
    return status;
}

size_t original_next(const struct original *original, size_t section)
{
    size_t next = section + 1;
    while (next < original->section_count && original->sections[next].level > 2)
        next++;
    return next;
}

/* --- order --- */

struct placed {
    size_t section;
    double near;
};

static int nearest_first(const void *left, const void *right)
{
    const struct placed *a = left, *b = right;
    if (a->near > b->near || a->near < b->near)
        return a->near > b->near ? -1 : 1;
    return (a->section > b->section) - (a->section < b->section);
}

/* How much of a section is about the keyword: share of its sentences with a word of it. */
static enum status nearness(struct writing *writing, const struct original *original, size_t section,
                            const struct word *keyword, size_t keyword_count, double *near)
{
    size_t end = original_next(original, section), hits = 0, words_of_all = 0;
    for (size_t i = original->sections[section].first; i < original->sections[end - 1].end; i++) {
        struct word *words;
        size_t count;
        enum status status =
            words_split(writing->arena, original->units[i].text, writing->brief.language, &words, &count, writing->err);
        if (status)
            return status;
        words_of_all += count;
        for (size_t j = 0; j < count; j++)
            for (size_t k = 0; k < keyword_count; k++)
                hits += !keyword[k].is_stop && str_eq(keyword[k].stem, words[j].stem);
    }
    *near = (double)hits / (double)(words_of_all + 1);
    return OK;
}

enum status original_order(struct writing *writing, const struct original *original, bool keeps_all, size_t **order,
                           size_t *count, size_t *lead, size_t *closing)
{
    struct word *keyword;
    size_t keyword_count;
    struct placed *placed = ARENA_ARRAY(writing->arena, original->section_count + 1, struct placed);
    *order = ARENA_ARRAY(writing->arena, original->section_count + 1, size_t);
    *count = *lead = *closing = 0;
    if (!placed || !*order)
        return error_memory(writing->err);
    enum status status = words_split(writing->arena, writing->brief.keyword, writing->brief.language, &keyword,
                                     &keyword_count, writing->err);
    for (size_t i = original_next(original, 0); i < original->section_count && !status;
         i = original_next(original, i)) {
        const struct original_section *section = &original->sections[i];
        bool is_first = *count == 0, is_last = original_next(original, i) == original->section_count;
        if (section->is_frame && is_first && !*lead)
            *lead = i;
        else if (section->is_frame && is_last)
            *closing = i;
        else if (section->is_frame && !keeps_all)
            continue;
        else {
            placed[*count].section = i;
            status = nearness(writing, original, i, keyword, keyword_count, &placed[(*count)++].near);
        }
    }
    if (!original->is_procedure)
        qsort(placed, *count, sizeof *placed, nearest_first);
    for (size_t i = 0; i < *count; i++)
        (*order)[i] = placed[i].section;
    return status;
}

/* --- kept as long as the article: what it must not repeat --- */

enum status rewrite_open(struct writing *writing)
{
    const struct page *page = &writing->pages[0];
    const struct language *written = writing->brief.language;
    struct str *text = ARENA_NEW(writing->arena, struct str);
    struct buf out = {0};
    if (!writing->model && page->language && page->language != written)
        return code_error(writing->err, E_NOT_FOUND, CODE_NO_SOURCES,
                          "the page is in %s, and the built-in writer cannot translate it into %s; choose its "
                          "language, or configure a language model",
                          page->language->name, written->name);
    for (size_t i = 0; i < page->count; i++)
        if (page->blocks[i].kind != BLOCK_CODE)
            buf_printf(&out, "%.*s\n", STR_ARG(page->blocks[i].text));
    struct str kept = writing_keep(writing, &out);
    if (!text || !kept.data)
        return error_memory(writing->err);
    *text = kept;
    writing->subject = text;
    return OK;
}
