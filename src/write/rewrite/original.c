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

static struct unit *last_unit(const struct original *original)
{
    return &original->units[original->count - 1];
}

/* The links of the page whose words stand in bytes [start, end) of block `number`, as the last unit's. */
static enum status add_links(struct original_reading *reading, size_t number, size_t start, size_t end)
{
    const struct page *page = &reading->writing->pages[0];
    struct original *original = reading->original;
    struct unit *unit = last_unit(original);
    unit->first_link = unit->end_link = original->link_count;
    for (size_t i = 0; i < page->link_count; i++) {
        const struct block_link *link = &page->links[i];
        if (page_block_of(page, link) != number || link->start < start || link->end > end)
            continue;
        const char *url = arena_copy(reading->writing->arena, link->url);
        if (!url)
            return error_memory(reading->writing->err);
        size_t first = link->start - start, last = link->end - start;
        original->links[original->link_count++] = (struct original_link){
            .url = str_from(url), .start = first, .end = last, .words = {unit->text.data + first, last - first}};
        unit->end_link = original->link_count;
    }
    return OK;
}

static enum status add_sentences(struct original_reading *reading, struct str text, size_t block)
{
    struct sentence *sentences;
    size_t count;
    enum status status = sentences_split(reading->writing->arena, text, reading->writing->brief.language, &sentences,
                                         &count, reading->writing->err);
    for (size_t i = 0; i < count && !status; i++) {
        struct str sentence = {text.data + sentences[i].start, sentences[i].end - sentences[i].start};
        status = add_unit(reading, UNIT_SENTENCE, sentence, block);
        if (!status)
            status = add_links(reading, block, sentences[i].start, sentences[i].end);
    }
    return status;
}

/* What is one unit. */
static enum status add_whole(struct original_reading *reading, enum unit_kind kind, struct str text,
                             const struct block *block, size_t number)
{
    enum status status = add_unit(reading, kind, text, number);
    if (status)
        return status;
    struct unit *unit = last_unit(reading->original);
    struct span *cells = ARENA_ARRAY(reading->writing->arena, block->spans.count + 1, struct span);
    if (!cells)
        return error_memory(reading->writing->err);
    for (size_t i = 0; i < block->spans.count; i++)
        if (kind == UNIT_ROW && block->spans.list[i].kind == SPAN_CELL)
            cells[unit->cells.count++] = block->spans.list[i];
    unit->cells.list = cells;
    unit->is_ordered = block->marks & BLOCK_ORDERED;
    unit->level = block->level;
    unit->group = block->group;
    return add_links(reading, number, 0, block->text.len);
}

/* A line in bold and nothing else is a heading that somebody made by hand. */
static bool is_heading_by_hand(const struct block *block)
{
    enum { MOST_WORDS = 12 };
    bool is_strong = false;
    for (size_t i = 0; i < block->spans.count; i++)
        is_strong |= block->spans.list[i].kind == SPAN_STRONG && block->spans.list[i].start == 0 &&
                     block->spans.list[i].end == block->text.len;
    return is_strong && !block->group && words_count(block->text) <= MOST_WORDS &&
           !memchr(".!?:,;", block->text.data[block->text.len - 1], 6);
}

/* 2 for the page's main headings, at most 4. */
static int level_of(const struct original_reading *reading, int level)
{
    int own = level - reading->base + 2;
    return own > 4 ? 4 : own;
}

static enum status add_block(struct original_reading *reading, const struct block *block, size_t number)
{
    char *copy = arena_copy_n(reading->writing->arena, block->text.data, block->text.len);
    struct str text = {copy, block->text.len};
    if (!copy)
        return error_memory(reading->writing->err);
    switch (block->kind) {
    case BLOCK_HEADING:
        if (block->level < reading->base || !text.len)
            return OK; /* the page's title */
        return add_section(reading, heading_clean(text), level_of(reading, block->level));
    case BLOCK_PARAGRAPH:
        if (is_heading_by_hand(block))
            return add_section(reading, text, reading->base > 6 ? 2 : 3);
        return add_sentences(reading, text, number);
    case BLOCK_LIST_ITEM:
        return add_whole(reading, UNIT_ITEM, text, block, number);
    case BLOCK_CODE:
        return add_whole(reading, UNIT_CODE, text, block, number);
    case BLOCK_TABLE_ROW:
        return add_whole(reading, UNIT_ROW, text, block, number);
    }
    return OK;
}

/* The pictures in front of the block with this number. */
static enum status add_pictures(struct original_reading *reading, size_t number)
{
    struct writing *writing = reading->writing;
    const struct page *page = &writing->pages[0];
    enum status status = OK;
    for (size_t i = 0; i < page->picture_count && !status; i++) {
        const struct page_picture *own = &page->pictures[i];
        if (page_block_at(page, own->place) != number)
            continue;
        struct model_picture *picture = ARENA_NEW(writing->arena, struct model_picture);
        const char *url = arena_copy(writing->arena, own->url), *caption = arena_copy(writing->arena, own->caption);
        const char *alternative = arena_copy(writing->arena, own->alternative);
        const char *text = arena_printf(writing->arena, "%s%s%s", own->alternative,
                                        own->alternative[0] && own->caption[0] ? ". " : "", own->caption);
        if (!picture || !url || !caption || !alternative || !text)
            return error_memory(writing->err);
        *picture = (struct model_picture){str_from(url), str_from(alternative), str_from(caption)};
        status = add_unit(reading, UNIT_PICTURE, str_from(text), number);
        if (!status)
            last_unit(reading->original)->picture = picture;
    }
    return status;
}

/* --- what keeps its look --- */

size_t original_run(const struct original *original, size_t first)
{
    const struct unit *units = original->units;
    size_t end = first + 1;
    while (units[first].kind == UNIT_ROW && end < original->count && units[end].kind == UNIT_ROW &&
           units[end].group == units[first].group && units[end].section == units[first].section)
        end++;
    return end;
}

/* The widest row tells the number of columns; what a row lacks is empty. */
static enum status make_table(struct writing *writing, const struct unit *rows, size_t count, struct model_block *table)
{
    *table = (struct model_block){.kind = TEXT_TABLE};
    for (size_t i = 0; i < count; i++)
        table->columns = rows[i].cells.count > table->columns ? rows[i].cells.count : table->columns;
    table->sentences = ARENA_ARRAY(writing->arena, table->columns * count + 1, struct model_sentence);
    if (!table->sentences)
        return error_memory(writing->err);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < table->columns; k++) {
            struct model_sentence *cell = &table->sentences[table->count++];
            *cell = (struct model_sentence){.text = STR(""), .source = OWN_WORDS, .id = -1};
            if (k >= rows[i].cells.count)
                continue;
            const struct span *span = &rows[i].cells.list[k];
            cell->text = str_trim((struct str){rows[i].text.data + span->start, span->end - span->start});
            cell->source = 0;
        }
    return OK;
}

enum status original_block(struct writing *writing, const struct original *original, size_t first, size_t end,
                           struct model_block *block)
{
    const struct unit *unit = &original->units[first];
    if (unit->kind == UNIT_ROW)
        return make_table(writing, unit, end - first, block);
    *block = unit->kind == UNIT_CODE ? (struct model_block){.kind = TEXT_CODE, .code = unit->text}
                                     : (struct model_block){.kind = TEXT_PICTURE, .picture = unit->picture};
    return OK;
}

bool original_leaves_out(const struct writing *writing, const struct original *original, size_t section)
{
    size_t last = 0;
    for (size_t i = 1; i < original->section_count; i++)
        last = original->sections[i].level == 2 ? i : last;
    return last && section >= last && original->sections[last].is_frame &&
           !config_bool(writing->config, "includeConclusion");
}

/* The highest level below the title's that has headings. */
static int base_level(const struct page *page)
{
    int base = 7; /* there are none */
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
    const char *title = arena_copy(writing->arena, page->title);
    struct original_reading reading = {.writing = writing, .original = original, .base = base_level(page)};
    *original = (struct original){.title = str_from(title),
                                  .language = page->language,
                                  .links = ARENA_ARRAY(writing->arena, page->link_count + 1, struct original_link)};
    if (!title || !original->links)
        return error_memory(writing->err);
    enum status status = add_section(&reading, STR(""), 2);
    for (size_t i = 0; i <= page->count && !status; i++) {
        status = add_pictures(&reading, i);
        if (!status && i < page->count)
            status = add_block(&reading, &page->blocks[i], i);
    }
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

/* --- links on their words --- */

static bool is_word_end(struct str text, size_t at)
{
    return at == 0 || at == text.len || !(ascii_is_alnum(text.data[at - 1]) && ascii_is_alnum(text.data[at]));
}

bool original_link_words(struct writing *writing, const struct original_link *link, size_t number, struct line *line)
{
    for (size_t at = 0; (at = str_ifind(line->text, link->words, at)) < line->text.len; at++)
        if (is_word_end(line->text, at) && is_word_end(line->text, at + link->words.len) &&
            line_add_link(writing->arena, line, (struct line_link){(int)number, at, link->words.len}))
            return true;
    return false;
}

enum status original_link_sentence(struct writing *writing, const struct original *original, size_t first, size_t end,
                                   struct model_sentence *sentence)
{
    struct line line = {.text = sentence->text};
    for (size_t i = first; i < end; i++)
        for (size_t k = original->units[i].first_link; k < original->units[i].end_link; k++)
            original_link_words(writing, &original->links[k], k + 1, &line);
    struct model_link *links = ARENA_ARRAY(writing->arena, line.link_count + 1, struct model_link);
    if (!links)
        return error_memory(writing->err);
    for (size_t i = 0; i < line.link_count; i++)
        links[i] = (struct model_link){original->links[line.links[i].number - 1].url, line.links[i].start,
                                       line.links[i].length};
    sentence->link = links[0];
    sentence->more = links + 1;
    sentence->more_count = line.link_count ? line.link_count - 1 : 0;
    return OK;
}
