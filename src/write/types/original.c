#include "write/types/original.h"

#include "write/types/types_parts.h"

#include <stdlib.h>

struct original_reading {
    struct writing *writing;
    struct original *original;
    size_t unit_cap, section_cap;
    int base; /* level of the page's main headings */
    bool keeps_quotes;
};

/* The words of a heading, and the cues of its language. False: memory ran out. */
static bool original_look_at(const struct writing *writing, struct str heading, struct worded *worded,
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
           (original_look_at(writing, heading, &worded, &cues) && cues_name_nothing(cues, &worded)) ||
           str_ieq(heading, str_from(writing->labels->conclusion)) ||
           str_ieq(heading, str_from(writing->labels->takeaways));
}

static void original_add_section(struct original_reading *reading, struct str heading, int level)
{
    struct original *original = reading->original;
    struct original_section *section =
        VEC_PUSH(reading->writing->arena, original->sections, original->section_count, reading->section_cap);
    if (section)
        *section = (struct original_section){.heading = heading,
                                             .level = level,
                                             .first = original->count,
                                             .end = original->count,
                                             .is_frame = is_frame(reading->writing, heading_clean(heading))};
}

/* NULL: memory ran out. */
static struct original_unit *add_unit(struct original_reading *reading, enum unit_kind kind, struct str text,
                                      size_t block)
{
    struct original *original = reading->original;
    struct original_unit *unit = VEC_PUSH(reading->writing->arena, original->units, original->count, reading->unit_cap);
    if (!unit)
        return NULL;
    *unit = (struct original_unit){kind, text, original->section_count - 1, block, str_has_digit(text)};
    original->sections[original->section_count - 1].end = original->count;
    return unit;
}

static struct original_unit *last_unit(const struct original *original)
{
    return &original->units[original->count - 1];
}

/* The links of the page whose words begin in bytes [start, end) of block `number`, as the last unit's, whose text has
 * those bytes from `at` on. */
static void original_add_links(struct original_reading *reading, size_t number, size_t start, size_t end, size_t at)
{
    const struct page *page = &reading->writing->pages[0];
    struct original *original = reading->original;
    struct original_unit *unit = last_unit(original);
    if (!at)
        unit->first_link = unit->end_link = original->link_count;
    for (size_t i = 0; i < page->link_count; i++) {
        const struct block_link *link = &page->links[i];
        if (page_block_of(page, link) != number || link->start < start || link->start >= end)
            continue;
        const char *url = arena_copy(reading->writing->arena, link->url);
        size_t first = link->start - start + at, last = (link->end < end ? link->end : end) - start + at;
        original->links[original->link_count++] = (struct original_link){
            .url = str_from(url), .start = first, .end = last, .words = {unit->text.data + first, last - first}};
        unit->end_link = original->link_count;
    }
}

static void add_spans(struct original_reading *reading, const struct block *block, size_t start, size_t end)
{
    struct writing *writing = reading->writing;
    writing_made(writing, spans_within(writing->arena, block->spans, start, end, &last_unit(reading->original)->spans,
                                       writing->err));
}

static void original_add_sentences(struct original_reading *reading, struct str text, const struct block *block,
                                   size_t number)
{
    struct writing *writing = reading->writing;
    struct sentence *sentences;
    size_t count;
    if (!writing_made(writing,
                      sentences_split(writing->arena, text, writing->brief.language, &sentences, &count, writing->err)))
        return;
    for (size_t i = 0; i < count; i++) {
        struct str sentence = {text.data + sentences[i].start, sentences[i].end - sentences[i].start};
        if (!add_unit(reading, UNIT_SENTENCE, sentence, number))
            return;
        original_add_links(reading, number, sentences[i].start, sentences[i].end, 0);
        add_spans(reading, block, sentences[i].start, sentences[i].end);
    }
}

/* What is one unit. */
static void add_whole(struct original_reading *reading, enum unit_kind kind, struct str text, const struct block *block,
                      size_t number)
{
    struct original_unit *unit = add_unit(reading, kind, text, number);
    struct span *cells = ARENA_ARRAY(reading->writing->arena, block->spans.count + 1, struct span);
    const char *aside = arena_copy_n(reading->writing->arena, block->aside.data, block->aside.len);
    if (!unit || !cells || !aside)
        return;
    for (size_t i = 0; i < block->spans.count; i++)
        if (kind == UNIT_ROW && block->spans.list[i].kind == SPAN_CELL)
            cells[unit->cells.count++] = block->spans.list[i];
    unit->cells.list = cells;
    unit->is_ordered = block->marks & BLOCK_ORDERED;
    unit->level = block->level;
    unit->group = block->group;
    unit->opens = block->marks & BLOCK_QUOTE_OPENS;
    unit->is_term = block->marks & BLOCK_TERM;
    if (kind == UNIT_CODE)
        unit->code_language = (struct str){aside, block->aside.len};
    else
        unit->number = (size_t)strtoul(aside, NULL, 10);
    original_add_links(reading, number, 0, block->text.len, 0);
    add_spans(reading, block, 0, block->text.len);
}

/* The last unit as one with what goes on in it, or describes it: a term is strong. */
static void add_to_item(struct original_reading *reading, const struct block *block, size_t number)
{
    struct arena *arena = reading->writing->arena;
    struct original_unit *unit = last_unit(reading->original);
    size_t count = 0, old = unit->text.len;
    const char *text =
        arena_printf(arena, "%.*s%s %.*s", STR_ARG(unit->text), unit->is_term ? ":" : "", STR_ARG(block->text));
    struct span *spans = ARENA_ARRAY(arena, unit->spans.count + block->spans.count + 1, struct span);
    if (!text || !spans)
        return;
    size_t at = old + unit->is_term + 1;
    if (unit->is_term)
        spans[count++] = (struct span){SPAN_STRONG, 0, old};
    for (size_t i = 0; i < unit->spans.count; i++)
        if (!unit->is_term || unit->spans.list[i].kind != SPAN_STRONG)
            spans[count++] = unit->spans.list[i];
    for (size_t i = 0; i < block->spans.count; i++)
        spans[count++] =
            (struct span){block->spans.list[i].kind, block->spans.list[i].start + at, block->spans.list[i].end + at};
    unit->text = str_from(text);
    unit->has_figure |= str_has_digit(block->text);
    unit->is_term = false;
    unit->spans = (struct spans){spans, count};
    original_add_links(reading, number, 0, block->text.len, at);
}

/* Does the block belong to the item before it? */
static bool is_of_item(const struct original *original, const struct block *block)
{
    const struct original_unit *unit = original->count ? last_unit(original) : NULL;
    bool may_be = block->kind == BLOCK_PARAGRAPH || block->marks & BLOCK_GOES_ON;
    return unit && may_be && unit->kind == UNIT_ITEM && block->group && block->group == unit->group &&
           unit->section == original->section_count - 1;
}

static bool is_quoted(const struct original_reading *reading, const struct block *block)
{
    return reading->keeps_quotes && block->marks & BLOCK_QUOTED &&
           (block->kind == BLOCK_PARAGRAPH || block->kind == BLOCK_LIST_ITEM);
}

/* 2 for the page's main headings, at most 4. */
static int level_of(const struct original_reading *reading, int level)
{
    int own = level - reading->base + 2;
    return own > 4 ? 4 : own;
}

/* A language model is shown the headings with their numbers. */
static struct str heading_of(const struct writing *writing, const struct block *block, struct str text)
{
    return writing->model
               ? str_from(arena_printf(writing->arena, "%.*s%.*s", STR_ARG(block->aside), STR_ARG(block->text)))
               : heading_clean(text);
}

static void original_add_block(struct original_reading *reading, const struct block *block, size_t number)
{
    char *copy = arena_copy_n(reading->writing->arena, block->text.data, block->text.len);
    struct str text = {copy, block->text.len};
    if (!copy)
        return;
    if (is_quoted(reading, block)) {
        add_whole(reading, UNIT_QUOTE, text, block, number);
        return;
    }
    if (is_of_item(reading->original, block)) {
        add_to_item(reading, block, number);
        return;
    }
    switch (block->kind) {
    case BLOCK_HEADING:
        if (block->level >= reading->base && text.len) /* else the page's title */
            original_add_section(reading, heading_of(reading->writing, block, text), level_of(reading, block->level));
        break;
    case BLOCK_PARAGRAPH:
        original_add_sentences(reading, text, block, number);
        break;
    case BLOCK_LIST_ITEM:
        add_whole(reading, UNIT_ITEM, text, block, number);
        break;
    case BLOCK_CODE:
        add_whole(reading, UNIT_CODE, text, block, number);
        break;
    case BLOCK_TABLE_ROW:
        add_whole(reading, UNIT_ROW, text, block, number);
        break;
    }
}

/* The pictures in front of the block with this number. */
static void add_pictures(struct original_reading *reading, size_t number)
{
    struct arena *arena = reading->writing->arena;
    const struct page *page = &reading->writing->pages[0];
    for (size_t i = 0; i < page->picture_count; i++) {
        const struct page_picture *own = &page->pictures[i];
        if (page_block_at(page, own->place) != number)
            continue;
        struct model_picture *picture = ARENA_NEW(arena, struct model_picture);
        const char *text = arena_printf(arena, "%s%s%s", own->alternative,
                                        own->alternative[0] && own->caption[0] ? ". " : "", own->caption);
        struct original_unit *unit = add_unit(reading, UNIT_PICTURE, str_from(text), number);
        if (!picture || !unit)
            return;
        *picture =
            (struct model_picture){str_from(arena_copy(arena, own->url)), str_from(arena_copy(arena, own->alternative)),
                                   str_from(arena_copy(arena, own->caption)), own->is_film};
        unit->picture = picture;
    }
}

/* --- what keeps its look --- */

size_t original_run(const struct original *original, size_t first)
{
    const struct original_unit *units = original->units;
    size_t end = first + 1;
    while (units[first].kind == UNIT_ROW && end < original->count && units[end].kind == UNIT_ROW &&
           units[end].group == units[first].group && units[end].section == units[first].section)
        end++;
    while (units[first].kind == UNIT_QUOTE && end < original->count && units[end].kind == UNIT_QUOTE &&
           !units[end].opens && units[end].section == units[first].section)
        end++;
    return end;
}

/* Links and spans of a line as those of its sentence. */
static void set_marks(struct writing *writing, const struct original *original, const struct line *line,
                      struct model_sentence *sentence)
{
    struct model_link *links = ARENA_ARRAY(writing->arena, line->link_count + 1, struct model_link);
    if (!links)
        return;
    for (size_t i = 0; i < line->link_count; i++)
        links[i] = (struct model_link){original->links[line->links[i].number - 1].url, line->links[i].start,
                                       line->links[i].length};
    sentence->link = links[0];
    sentence->more = links + 1;
    sentence->more_count = line->link_count ? line->link_count - 1 : 0;
    sentence->spans = line->spans;
}

struct line original_line(struct writing *writing, const struct original *original, const struct original_unit *unit,
                          size_t start, size_t end)
{
    struct line line = {.text = {unit->text.data + start, end - start}};
    for (size_t i = unit->first_link; i < unit->end_link; i++) {
        const struct original_link *link = &original->links[i];
        if (link->start >= start && link->end <= end)
            line_add_link(writing->arena, &line, (struct line_link){(int)i + 1, link->start - start, link->words.len});
    }
    writing_made(writing, spans_within(writing->arena, unit->spans, start, end, &line.spans, writing->err));
    return line;
}

/* Bytes [start, end) of a unit, as they stand on the page. */
static struct model_sentence make_sentence(struct writing *writing, const struct original *original,
                                           const struct original_unit *unit, size_t start, size_t end)
{
    struct line line = original_line(writing, original, unit, start, end);
    struct model_sentence sentence = {.text = line.text, .source = 0, .id = -1};
    set_marks(writing, original, &line, &sentence);
    return sentence;
}

/* The widest row tells the number of columns; what a row lacks is empty. */
static struct model_block make_table(struct writing *writing, const struct original *original,
                                     const struct original_unit *rows, size_t count)
{
    struct model_block table = {.kind = TEXT_TABLE};
    for (size_t i = 0; i < count; i++)
        table.columns = rows[i].cells.count > table.columns ? rows[i].cells.count : table.columns;
    table.sentences = ARENA_ARRAY(writing->arena, table.columns * count + 1, struct model_sentence);
    if (!table.sentences)
        return table;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < table.columns; k++) {
            struct model_sentence *cell = &table.sentences[table.count++];
            *cell = (struct model_sentence){.text = STR(""), .source = OWN_WORDS, .id = -1};
            if (k >= rows[i].cells.count)
                continue;
            const struct span *span = &rows[i].cells.list[k];
            struct str text = str_trim((struct str){rows[i].text.data + span->start, span->end - span->start});
            size_t start = (size_t)(text.data - rows[i].text.data);
            *cell = make_sentence(writing, original, &rows[i], start, start + text.len);
        }
    return table;
}

/* A paragraph or an item for each unit. */
static struct model_block make_quote(struct writing *writing, const struct original *original,
                                     const struct original_unit *units, size_t count)
{
    struct model_block quote = {.kind = TEXT_QUOTE, .is_ordered = units->is_ordered};
    quote.sentences = ARENA_ARRAY(writing->arena, count, struct model_sentence);
    for (size_t i = 0; quote.sentences && i < count; i++) {
        quote.sentences[i] = make_sentence(writing, original, &units[i], 0, units[i].text.len);
        quote.sentences[i].item = units[i].level ? (int)i + 1 : 0;
        quote.count++;
    }
    return quote;
}

struct model_block original_block(struct writing *writing, const struct original *original, size_t first, size_t end)
{
    const struct original_unit *unit = &original->units[first];
    if (unit->kind == UNIT_ROW)
        return make_table(writing, original, unit, end - first);
    if (unit->kind == UNIT_QUOTE)
        return make_quote(writing, original, unit, end - first);
    return unit->kind == UNIT_CODE
               ? (struct model_block){.kind = TEXT_CODE, .code = unit->text, .code_language = unit->code_language}
               : (struct model_block){.kind = TEXT_PICTURE, .picture = unit->picture};
}

bool original_leaves_out(const struct writing *writing, const struct original *original, size_t section)
{
    size_t last = 0;
    for (size_t i = 1; i < original->section_count; i++)
        last = original->sections[i].level == 2 ? i : last;
    return last && section >= last && original->sections[last].is_frame &&
           !config_bool(writing->config, "includeConclusion");
}

/* Of all blocks that have one of the marks; ~0U: of all. */
static size_t bytes_of(const struct page *page, unsigned marks)
{
    size_t bytes = 0;
    for (size_t i = 0; i < page->count; i++)
        bytes += marks == ~0U || page->blocks[i].marks & marks ? page->blocks[i].text.len : 0;
    return bytes;
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

enum status original_read(struct writing *writing, struct original *original)
{
    const struct page *page = &writing->pages[0];
    const char *title = arena_copy(writing->arena, page->title);
    struct original_reading reading = {.writing = writing, .original = original, .base = base_level(page)};
    *original = (struct original){.title = str_from(title),
                                  .language = page->language,
                                  .links = ARENA_ARRAY(writing->arena, page->link_count + 1, struct original_link)};
    reading.keeps_quotes = 2 * bytes_of(page, BLOCK_QUOTED) < bytes_of(page, ~0U);
    original_add_section(&reading, STR(""), 2);
    for (size_t i = 0; i <= page->count && !arena_failed(writing->arena); i++) {
        add_pictures(&reading, i);
        if (i < page->count && !arena_failed(writing->arena))
            original_add_block(&reading, &page->blocks[i], i);
    }
    return writing_end(writing, OK);
}

size_t original_next(const struct original *original, size_t section)
{
    size_t next = section + 1;
    while (next < original->section_count && original->sections[next].level > 2)
        next++;
    return next;
}

/* --- which sections --- */

struct original_order original_order(struct writing *writing, const struct original *original, bool keeps_all)
{
    struct original_order order = {.sections = ARENA_ARRAY(writing->arena, original->section_count + 1, size_t)};
    for (size_t i = original_next(original, 0); order.sections && i < original->section_count;
         i = original_next(original, i)) {
        const struct original_section *section = &original->sections[i];
        bool is_first = order.count == 0, is_last = original_next(original, i) == original->section_count;
        if (section->is_frame && is_first && !order.lead)
            order.lead = i;
        else if (section->is_frame && is_last)
            order.closing = i;
        else if (!section->is_frame || keeps_all)
            order.sections[order.count++] = i;
    }
    return order;
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

void original_link_sentence(struct writing *writing, const struct original *original, size_t first, size_t end,
                            struct model_sentence *sentence)
{
    struct line line = {.text = sentence->text};
    if (end == first + 1 && str_eq(original->units[first].text, sentence->text))
        line.spans = original->units[first].spans;
    for (size_t i = first; i < end; i++)
        for (size_t k = original->units[i].first_link; k < original->units[i].end_link; k++)
            original_link_words(writing, &original->links[k], k + 1, &line);
    set_marks(writing, original, &line, sentence);
}
