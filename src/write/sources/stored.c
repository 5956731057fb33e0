/* The sources of an article as a stored step, so that one that is resumed has the same sources. */
#include "write/sources/sources_parts.h"

void stored_add(json_t *list, json_t *value, bool *ok)
{
    if (json_array_append_new(list, value))
        *ok = false;
}

/* --- what the library knows of the keyword's stems, so that a resumed article is judged as before --- */

/* A new reference; NULL: memory ran out. */
static json_t *stored_collection_json(const struct topic_collection *collection)
{
    json_t *stems = json_array();
    bool ok = true;
    for (size_t i = 0; i < collection->stem_count; i++) {
        const struct topic_stem *one = &collection->stems[i];
        stored_add(
            stems,
            json_pack("[s%,I,I]", one->stem.data, one->stem.len, (json_int_t)one->pages, (json_int_t)one->naming), &ok);
    }
    json_t *value = ok && stems ? json_pack("{s:I,s:O}", "pages", (json_int_t)collection->pages, "stems", stems) : NULL;
    json_decref(stems);
    return value;
}

/* Into the arena; what is missing is a collection without pages. E_MEMORY. */
static struct str text_copy(struct arena *arena, const json_t *value)
{
    const char *copy = arena_copy_n(arena, json_string_value(value), json_string_length(value));
    return (struct str){copy, copy ? json_string_length(value) : 0};
}

/* Into the arena; what is missing is a collection without pages. */
static struct topic_collection stored_collection_load(struct arena *arena, const json_t *value)
{
    const json_t *list = json_object_get(value, "stems");
    struct topic_stem *stems = ARENA_ARRAY(arena, json_array_size(list) + 1, struct topic_stem);
    struct topic_collection collection = {.pages = (size_t)json_integer_value(json_object_get(value, "pages")),
                                          .stems = stems,
                                          .stem_count = stems ? json_array_size(list) : 0};
    for (size_t i = 0; i < collection.stem_count; i++) {
        const json_t *one = json_array_get(list, i);
        stems[i] = (struct topic_stem){.stem = text_copy(arena, json_array_get(one, 0)),
                                       .pages = (size_t)json_integer_value(json_array_get(one, 1)),
                                       .naming = (size_t)json_integer_value(json_array_get(one, 2))};
    }
    return collection;
}

/* --- pages --- */

enum { MOST_PARTS = 200 /* of a page, that are kept: a chapter has fewer */ };

static void facts_add_number(struct buf *out, size_t number)
{
    char digits[20];
    size_t at = sizeof digits;
    do
        digits[--at] = (char)('0' + number % 10);
    while (number /= 10);
    if (out->len)
        buf_char(out, ' ');
    buf_add(out, digits + at, sizeof digits - at);
}

/* What is known of a block besides its text, as numbers in one text: kind, level, marks, group, and of each span its
 * kind and its ends. As numbers of JSON they took as long as the texts. */
static void add_facts(struct buf *out, const struct block *block)
{
    buf_clear(out);
    facts_add_number(out, block->kind);
    facts_add_number(out, (size_t)block->level);
    facts_add_number(out, block->marks);
    facts_add_number(out, block->group);
    for (size_t i = 0; i < block->spans.count; i++) {
        facts_add_number(out, block->spans.list[i].kind);
        facts_add_number(out, block->spans.list[i].start);
        facts_add_number(out, block->spans.list[i].end);
    }
}

/* A new reference; NULL: there are none, or memory ran out (*ok false). */
static json_t *parts_json(const struct page *page, bool *ok)
{
    json_t *parts = page->part_count ? json_array() : NULL;
    for (size_t i = 0; i < page->part_count && i < MOST_PARTS; i++)
        stored_add(parts, json_string(page->parts[i]), ok);
    return parts;
}

/* [[block, aside], ...]; NULL: there are none, or *ok is false. */
static json_t *asides_json(const struct page *page, bool *ok)
{
    json_t *asides = NULL;
    for (size_t i = 0; i < page->count; i++) {
        struct str aside = page->blocks[i].aside;
        if (!aside.len)
            continue;
        asides = asides ? asides : json_array();
        stored_add(asides, json_pack("[I,s%]", (json_int_t)i, aside.data, aside.len), ok);
    }
    return asides;
}

/* Adds what a new text of the page puts back: "links", each its block, start, end and address; "pictures", each its
 * block, address, what it shows, what stands below it. */
static void stored_page_add_own(json_t *value, const struct page *page, bool *ok)
{
    json_t *links = json_array(), *pictures = json_array();
    for (size_t i = 0; i < page->link_count; i++) {
        const struct block_link *link = &page->links[i];
        size_t block = page_block_of(page, link);
        if (block < page->count)
            stored_add(
                links,
                json_pack("[I,I,I,s]", (json_int_t)block, (json_int_t)link->start, (json_int_t)link->end, link->url),
                ok);
    }
    for (size_t i = 0; i < page->picture_count; i++) {
        const struct page_picture *picture = &page->pictures[i];
        stored_add(pictures,
                   json_pack("[I,s,s,s,b]", (json_int_t)page_block_at(page, picture->place), picture->url,
                             picture->alternative, picture->caption, picture->is_film),
                   ok);
    }
    /* Both take what they are given, also when they fail: neither may be left out. */
    bool has_links = json_object_set_new(value, "links", links) == 0;
    *ok = json_object_set_new(value, "pictures", pictures) == 0 && has_links && *ok;
}

json_t *stored_page_json(const struct page *page)
{
    json_t *blocks = json_array();
    struct buf facts = {0};
    bool ok = blocks;
    for (size_t i = 0; i < page->count && ok; i++) {
        struct str text = page->blocks[i].text;
        add_facts(&facts, &page->blocks[i]);
        stored_add(blocks, json_stringn(text.data, text.len), &ok);
        stored_add(blocks, facts.failed ? NULL : json_stringn(facts.data, facts.len), &ok);
    }
    buf_free(&facts);
    json_t *parts = parts_json(page, &ok), *asides = asides_json(page, &ok);
    bool is_described = page->description && page->description[0];
    json_t *value =
        ok ? json_pack("{s:s,s:s,s:s,s:b,s:O,s:s*,s:i,s:I,s:s*,s:s*,s:s*,s:O*,s:O*}", "url", page->url, "title",
                       page->title, "language", page->language ? page->language->tag : "", "link", page->is_link,
                       "blocks", blocks, "chapter", page->chapter, "place", (int)page->place, "published",
                       (json_int_t)page->published_ms, "canonical", page->canonical, "site", page->site, "description",
                       is_described ? page->description : NULL, "parts", parts, "asides", asides)
           : NULL;
    json_decref(parts);
    json_decref(asides);
    json_decref(blocks);
    return value;
}

/* --- and back --- */

/* The next number of the text; 0 behind the last, and for what is none. */
static size_t facts_next(struct str *rest)
{
    struct str digits;
    size_t number = 0;
    if (!str_split(rest, ' ', &digits))
        return 0;
    for (size_t i = 0; i < digits.len; i++) {
        if (!ascii_is_digit(digits.data[i]) || number > SIZE_MAX / 100)
            return 0;
        number = number * 10 + (size_t)(digits.data[i] - '0');
    }
    return number;
}

static size_t count_numbers(struct str text)
{
    size_t count = text.len > 0;
    for (size_t i = 0; i < text.len; i++)
        count += text.data[i] == ' ';
    return count;
}

static void load_spans(struct arena *arena, struct str numbers, struct block *block)
{
    size_t most = count_numbers(numbers) / 3;
    struct span *list = most ? ARENA_ARRAY(arena, most, struct span) : NULL;
    struct span_nest nest = {.depth = 0};
    for (size_t i = 0; list && i < most; i++) {
        struct span span = {.kind = (enum span_kind)facts_next(&numbers)};
        span.start = facts_next(&numbers);
        span.end = facts_next(&numbers);
        if (span_take(&nest, block->text, span))
            list[block->spans.count++] = span;
    }
    block->spans.list = list;
}

static int level_of(enum block_kind kind, size_t level)
{
    switch (kind) {
    case BLOCK_HEADING:
        return level < 1 ? 1 : level > 6 ? 6 : (int)level;
    case BLOCK_LIST_ITEM:
        return level < 1 || level > INT16_MAX ? 1 : (int)level;
    default:
        return 0;
    }
}

/* Fills the next block of the page; what is none adds nothing. */
static void load_block(struct arena *arena, const json_t *text, const json_t *facts, struct page *page)
{
    struct str numbers = {json_string_value(facts), json_string_length(facts)};
    bool has_facts = numbers.len && ascii_is_digit(numbers.data[0]);
    size_t kind = facts_next(&numbers), level = facts_next(&numbers);
    if (!json_string_length(text) || !has_facts || kind > BLOCK_TABLE_ROW)
        return;
    struct block *block = &page->blocks[page->count];
    *block = (struct block){.kind = (enum block_kind)kind,
                            .level = level_of((enum block_kind)kind, level),
                            .text = text_copy(arena, text),
                            .place = (unsigned)page->count++};
    block->marks = (unsigned)facts_next(&numbers) & (2 * BLOCK_QUOTE_OPENS - 1);
    block->group = facts_next(&numbers);
    load_spans(arena, numbers, block);
}

const char *stored_text(struct arena *arena, const json_t *value)
{
    const char *text = json_string_value(value);
    return arena_copy(arena, text ? text : "");
}

/* NULL: there is none. */
static const char *load_known(struct arena *arena, const json_t *value)
{
    return json_is_string(value) ? stored_text(arena, value) : NULL;
}

static void load_parts(struct arena *arena, const json_t *list, struct page *page)
{
    size_t count = json_array_size(list);
    page->parts = count ? ARENA_ARRAY(arena, count, const char *) : NULL;
    page->part_count = page->parts ? count : 0;
    for (size_t i = 0; i < page->part_count; i++)
        page->parts[i] = stored_text(arena, json_array_get(list, i));
}

/* A number that is no more than `most`. */
static bool number_at(const json_t *row, size_t at, size_t most, size_t *number)
{
    json_int_t value = json_integer_value(json_array_get(row, at));
    *number = (size_t)value;
    return json_is_integer(json_array_get(row, at)) && value >= 0 && (size_t)value <= most;
}

static void load_links(struct arena *arena, const json_t *list, struct page *page)
{
    size_t most = json_array_size(list);
    page->links = most ? ARENA_ARRAY(arena, most, struct block_link) : NULL;
    for (size_t i = 0; i < most && page->links; i++) {
        const json_t *row = json_array_get(list, i);
        struct block_link link;
        bool is_sound = page->count && number_at(row, 0, page->count - 1, &link.place) &&
                        number_at(row, 2, page->blocks[link.place].text.len, &link.end) &&
                        number_at(row, 1, link.end, &link.start);
        link.url = stored_text(arena, json_array_get(row, 3));
        if (is_sound && link.url && link.url[0])
            page->links[page->link_count++] = link;
    }
}

static void load_pictures(struct arena *arena, const json_t *list, struct page *page)
{
    size_t most = json_array_size(list);
    page->pictures = most ? ARENA_ARRAY(arena, most, struct page_picture) : NULL;
    for (size_t i = 0; i < most && page->pictures; i++) {
        const json_t *row = json_array_get(list, i);
        struct page_picture picture = {.url = stored_text(arena, json_array_get(row, 1)),
                                       .alternative = stored_text(arena, json_array_get(row, 2)),
                                       .caption = stored_text(arena, json_array_get(row, 3)),
                                       .is_film = json_is_true(json_array_get(row, 4))};
        if (number_at(row, 0, page->count, &picture.place) && picture.url && picture.url[0])
            page->pictures[page->picture_count++] = picture;
    }
}

static void load_asides(struct arena *arena, const json_t *list, struct page *page)
{
    for (size_t i = 0, number; i < json_array_size(list); i++) {
        const json_t *row = json_array_get(list, i);
        if (page->count && number_at(row, 0, page->count - 1, &number))
            page->blocks[number].aside = str_from(stored_text(arena, json_array_get(row, 1)));
    }
}

void stored_page_load(struct arena *arena, const json_t *value, struct page *page)
{
    const json_t *blocks = json_object_get(value, "blocks"), *language = json_object_get(value, "language");
    json_int_t place = json_integer_value(json_object_get(value, "place"));
    *page = (struct page){.url = stored_text(arena, json_object_get(value, "url")),
                          .title = stored_text(arena, json_object_get(value, "title")),
                          .description = stored_text(arena, json_object_get(value, "description")),
                          .language = language_find(str_from(json_string_value(language))),
                          .is_link = json_is_true(json_object_get(value, "link")),
                          .place = place > 0 ? (size_t)place : 0,
                          .published_ms = json_integer_value(json_object_get(value, "published")),
                          .chapter = load_known(arena, json_object_get(value, "chapter")),
                          .canonical = load_known(arena, json_object_get(value, "canonical")),
                          .site = load_known(arena, json_object_get(value, "site")),
                          .blocks = ARENA_ARRAY(arena, json_array_size(blocks) + 1, struct block)};
    load_parts(arena, json_object_get(value, "parts"), page);
    for (size_t i = 0; page->blocks && i + 1 < json_array_size(blocks); i += 2)
        load_block(arena, json_array_get(blocks, i), json_array_get(blocks, i + 1), page);
    load_links(arena, json_object_get(value, "links"), page);
    load_pictures(arena, json_object_get(value, "pictures"), page);
    load_asides(arena, json_object_get(value, "asides"), page);
}

/* --- the step --- */

enum { SOURCES_VERSION = 6 };

enum status stored_find(struct writing *writing, json_t **value)
{
    return step_load(writing, "sources", SOURCES_VERSION, value);
}

static json_t *questions_json(const struct found *found, bool *ok)
{
    json_t *list = json_array();
    for (size_t i = 0; i < found->question_count; i++)
        stored_add(list, json_stringn(found->questions[i].data, found->questions[i].len), ok);
    return list;
}

enum status stored_save(struct writing *writing, const struct found *found, int64_t began, json_t **value)
{
    bool is_anew = writing->type->needs & NEEDS_PAGE, ok = true;
    json_t *pages = json_array();
    for (size_t i = 0; i < found->count && ok; i++) {
        stored_add(pages, stored_page_json(&found->pages[i]), &ok);
        if (is_anew && ok)
            stored_page_add_own(json_array_get(pages, i), &found->pages[i], &ok);
    }
    json_t *collection = stored_collection_json(&found->hits.collection), *questions = questions_json(found, &ok);
    *value = ok ? json_pack("{s:O,s:O,s:O,s:O,s:O,s:O}", "pages", pages, "notes", writing->notes, "run", writing->run,
                            "searches", writing->searches, "questions", questions, "collection", collection)
                : NULL;
    json_decref(questions);
    json_decref(collection);
    json_decref(pages);
    return *value ? step_save(writing, "sources", SOURCES_VERSION, began, *value) : error_memory(writing->err);
}

/* What the customer says of its brand, as a page; it stands behind the others. */
static void add_brand_page(struct writing *writing)
{
    const struct writing_brand *brand = &writing->brand;
    struct page *page = &writing->pages[writing->page_count];
    struct str name = brand->url.len ? brand->url : brand->name;
    struct error problem;
    writing->has_brand_page = false;
    if (!writing->type->draws_on_brand || !brand->name.len || !(brand->knowledge.len + brand->description.len))
        return;
    char *url = arena_copy_n(writing->research, name.data, name.len);
    char *text = arena_printf(writing->research, "# %.*s\n\n%.*s\n\n%.*s\n", STR_ARG(brand->name),
                              STR_ARG(brand->description), STR_ARG(brand->knowledge));
    if (!url || !text)
        return;
    enum status status = page_read(writing->research, str_from(text), PAGE_MARKDOWN, "utf-8", url, page, &problem);
    if (status == E_MEMORY)
        arena_fail(writing->research);
    if (status || !page->count)
        return; /* the store bounds these texts: they can be read, or say nothing */
    writing->page_count++;
    writing->has_brand_page = true;
}

/* What people ask lives as long as the article. */
static void load_questions(struct writing *writing, const json_t *list)
{
    writing->questions = ARENA_ARRAY(writing->arena, json_array_size(list) + 1, struct str);
    writing->question_count = writing->questions ? json_array_size(list) : 0;
    for (size_t i = 0; i < writing->question_count; i++)
        writing->questions[i] = text_copy(writing->arena, json_array_get(list, i));
}

/* Reads the pages from the stored step even when this attempt made it, so that a resumed article has the same
 * sources. */
enum status stored_load(struct writing *writing, const json_t *value)
{
    const json_t *pages = json_object_get(value, "pages"), *notes = json_object_get(value, "notes");
    writing->pages = ARENA_ARRAY(writing->research, json_array_size(pages) + 2, struct page);
    writing->page_count = writing->pages ? json_array_size(pages) : 0;
    for (size_t i = 0; i < writing->page_count; i++)
        stored_page_load(writing->research, json_array_get(pages, i), &writing->pages[i]);
    writing->collection = stored_collection_load(writing->research, json_object_get(value, "collection"));
    load_questions(writing, json_object_get(value, "questions"));
    if (writing->pages)
        add_brand_page(writing);
    for (size_t i = 0; i < json_array_size(notes); i++)
        writing_note(writing, "%s", json_string_value(json_array_get(notes, i)));
    return arena_failed(writing->research) ? error_memory(writing->err) : writing_end(writing, OK);
}
