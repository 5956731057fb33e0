/* A list that a page is: its sections are the items, or the items of a list in it that have names. */
#include "write/pages/page.h"

#include <stdio.h>
#include <stdlib.h>

/* The pages that speak of the keyword, nearest first. */

static int page_found_by_score(const void *left, const void *right)
{
    const struct page_view *a = left, *b = right;
    if (a->found.score != b->found.score)
        return a->found.score < b->found.score ? 1 : -1;
    return (a->number > b->number) - (a->number < b->number);
}

/* Of pages that a person named each has a say: first those that are the subject, however often others name it. */
static int by_class(const void *left, const void *right)
{
    const struct page_view *a = left, *b = right;
    if (a->found.class != b->found.class)
        return a->found.class < b->found.class ? 1 : -1;
    return page_found_by_score(left, right);
}

static enum status look_at_pages(struct by_page *made)
{
    struct writing *writing = made->writing;
    size_t count = writing->page_count - writing->has_brand_page;
    made->pages = ARENA_ARRAY(writing->arena, count + 1, struct page_view);
    if (!made->pages)
        return error_memory(writing->err);
    enum status status = OK;
    for (size_t i = 0; i < count && !status; i++) {
        const struct page *page = &writing->pages[i];
        struct sought_hit title = {0};
        if (page->language && page->language != writing->brief.language)
            continue;
        status = page_hit(made, str_from(page->title), &title);
        struct sought_page found = writing->found[i];
        bool lacks_noun = !status && !(title.heads & sought_noun(made->sought));
        found.class = found.class == PAGE_NAMES && lacks_noun ? PAGE_COVERS : found.class;
        made->pages[made->count++] =
            (struct page_view){.page = page, .number = i, .found = found, .named = title.heads, .facets = title.facets};
    }
    if (status || !made->count)
        return status;
    qsort(made->pages, made->count, sizeof *made->pages, made->are_named ? by_class : page_found_by_score);
    struct sought_page *nearest = &made->pages[0].found;
    nearest->class = writing->found[made->pages[0].number].class;
    bool is_near = nearest->class == PAGE_COVERS || (nearest->class == PAGE_HALF && !made->are_named);
    if (is_near)
        nearest->class = PAGE_NAMES; /* nothing is nearer */
    return OK;
}

enum status pages_read(struct writing *writing, struct by_page **result)
{
    struct by_page *made = ARENA_NEW(writing->arena, struct by_page);
    *result = NULL;
    enum status status = writing_sought(writing);
    if (status || !writing->is_accepted)
        return status;
    if (!made)
        return error_memory(writing->err);
    *made = (struct by_page){.writing = writing, .sought = writing->sought, .cues = cues_of(writing->brief.language)};
    made->are_named = json_array_size(json_object_get(writing->config, "urls")) > 0;
    if (!made->cues)
        return error_memory(writing->err);
    status = look_at_pages(made);
    *result = made->count ? made : NULL;
    return status;
}

/* What stands under a heading of the plan, printed without sentences that the article has. */

enum { PRINTED_BYTES = 40 /* a shorter sentence may stand twice */ };

enum status page_heading_add(struct by_page *made, struct planned *heading, const struct page_part *part)
{
    struct writing *writing = made->writing;
    size_t before = heading->of_pages ? heading->of_pages->count : 0;
    const struct page_part **parts = ARENA_ARRAY(writing->arena, before + 1, const struct page_part *);
    struct page_text *text = ARENA_NEW(writing->arena, struct page_text);
    if (!parts || !text)
        return error_memory(writing->err);
    if (before)
        memcpy(parts, heading->of_pages->parts, before * sizeof *parts);
    parts[before] = part;
    *text = (struct page_text){parts, before + 1};
    heading->of_pages = text;
    return OK;
}

static uint64_t hash_sentence(const struct model_sentence *sentence)
{
    return hash_of(sentence->text, HASH_EMPTY);
}

/* Is it there already? Then false; else it is from now on. */
static enum status print_once(struct by_page *made, const struct model_sentence *sentence, bool *is_new)
{
    *is_new = true;
    if (sentence->text.len < PRINTED_BYTES)
        return OK;
    uint64_t hash = hash_sentence(sentence);
    for (size_t i = 0; i < made->printed.count && *is_new; i++)
        *is_new = made->printed.list[i] != hash;
    if (!*is_new)
        return OK;
    if (!hashes_room(made->writing->arena, &made->printed, 1))
        return error_memory(made->writing->err);
    made->printed.list[made->printed.count++] = hash;
    return OK;
}

/* A paragraph without what the article has; whatever else as it stands. */
static enum status print_block(struct by_page *made, const struct model_block *from, struct model_block *block)
{
    *block = *from;
    if (from->kind != TEXT_RUNNING || (from->count && from->sentences[0].item))
        return OK;
    block->sentences = ARENA_ARRAY(made->writing->arena, from->count + 1, struct model_sentence);
    block->count = 0;
    enum status status = block->sentences ? OK : error_memory(made->writing->err);
    for (size_t i = 0; i < from->count && !status; i++) {
        bool is_new;
        status = print_once(made, &from->sentences[i], &is_new);
        if (is_new)
            block->sentences[block->count++] = from->sentences[i];
    }
    return status;
}

/* Copies the pieces of a part that are printed behind those of the text, without sentences that the article has. */
static enum status print_part(struct by_page *made, const struct page_part *part, struct model_text *text)
{
    struct model_block *blocks = ARENA_ARRAY(made->writing->arena, text->count + part->count + 2, struct model_block);
    enum status status = blocks ? OK : error_memory(made->writing->err);
    if (!status && text->count)
        memcpy(blocks, text->blocks, text->count * sizeof *blocks);
    text->blocks = blocks;
    for (size_t i = 0; i < part->count && !status; i++) {
        if (part->pieces[i].is_left)
            continue;
        status = print_block(made, &part->pieces[i].block, &blocks[text->count]);
        text->count += !status && (blocks[text->count].count || blocks[text->count].kind == TEXT_CODE);
    }
    return status;
}

/* Articles have headings of two levels, and below the caller's no others: what stands deeper has its name in bold. */
static enum status print_subheading(struct by_page *made, const struct page_part *part, struct model_text *text)
{
    struct model_block *blocks = ARENA_ARRAY(made->writing->arena, text->count + 1, struct model_block);
    struct model_sentence *sentence = ARENA_NEW(made->writing->arena, struct model_sentence);
    if (!blocks || !sentence)
        return error_memory(made->writing->err);
    memcpy(blocks, text->blocks, text->count * sizeof *blocks);
    struct span *bold = ARENA_NEW(made->writing->arena, struct span);
    if (!bold)
        return error_memory(made->writing->err);
    *bold = (struct span){SPAN_STRONG, 0, part->heading.len};
    *sentence = (struct model_sentence){
        .text = part->heading, .source = OWN_WORDS, .id = -1, .spans = {bold, part->heading.len > 0}};
    blocks[text->count++] = (struct model_block){.sentences = sentence, .count = 1};
    text->blocks = blocks;
    return OK;
}

enum status page_heading_print(struct by_page *made, const struct article_plan *plan, size_t number,
                               struct model_text *text)
{
    const struct page_text *of_pages = plan->headings[number].of_pages;
    enum status status = OK;
    for (size_t i = 0; of_pages && i < of_pages->count && !status; i++) {
        const struct page_part *part = of_pages->parts[i];
        bool is_named = i > 0 && part->depth > 0 && !part->says_nothing;
        if (is_named && !str_ieq(part->heading, plan->headings[number].title))
            status = print_subheading(made, part, text);
        if (!status)
            status = print_part(made, part, text);
    }
    return status;
}

enum {
    ITEM_LEAST = 15,     /* words */
    LONGEST_NAME = 14,   /* words of the beginning of an item of a list, in bold */
    NAMED_ITEM_LEAST = 8 /* words behind it */
};

/* depth: of all items; they are numbered or not. */
struct item_kind {
    int depth;
    bool is_numbered;
};

static bool page_list_is_item(const struct page_view *view, size_t number, struct item_kind kind)
{
    const struct page_part *part = &view->parts[number];
    bool is_frame = part->says_nothing || part->closes || part->is_faq;
    return part->depth == kind.depth && part->is_kept && !is_frame && (part->is_numbered || !kind.is_numbered) &&
           page_part_words(view, number, part->end) >= ITEM_LEAST;
}

static size_t count_items(const struct page_view *view, struct item_kind kind)
{
    size_t count = 0;
    for (size_t i = 1; i < view->count; i++)
        count += page_list_is_item(view, i, kind);
    return count;
}

/* What the page numbers, on whichever level; else its main sections. */
static struct item_kind kind_of_items(const struct page_view *view, size_t least)
{
    enum { DEEPEST = 3 };
    for (int depth = 1; depth <= DEEPEST; depth++)
        if (count_items(view, (struct item_kind){depth, true}) >= least)
            return (struct item_kind){depth, true};
    return (struct item_kind){1, false};
}

/* Has the keyword a word for what is counted, as "tips" and "mistakes" are? */
static enum status counts_advice(struct writing *writing, bool *counts)
{
    const struct keyword_words *words = writing->brief.language->keyword_words;
    struct worded worded;
    struct pattern_place place;
    enum status status =
        worded_split(writing->arena, writing->brief.keyword, writing->brief.language, &worded, writing->err);
    *counts = !status && words && words->counted && pattern_find(words->counted, &worded, 0, &place);
    return status;
}

/* Does the page's title say how many its sections are, as "Six mistakes" does? */
static enum status counts_sections(struct writing *writing, const struct page_view *view, struct item_kind kind,
                                   bool *counts)
{
    const struct language *language = writing->brief.language;
    struct worded worded;
    char digits[24];
    size_t count = count_items(view, kind);
    enum status status = worded_split(writing->arena, str_from(view->page->title), language, &worded, writing->err);
    snprintf(digits, sizeof digits, "%zu", count);
    *counts = false;
    for (size_t i = 0; i < worded.count && !status; i++)
        *counts |= str_eq(worded.words[i].folded, str_from(digits)) ||
                   language_number(language, worded.words[i].folded) == count;
    return status;
}

/* The part with those inside it, as it stands. */
static enum status add_item(struct by_page *made, const struct page_view *view, size_t number,
                            struct article_plan *plan)
{
    struct writing *writing = made->writing;
    struct planned *item = &plan->headings[plan->count];
    struct model_text *text = ARENA_NEW(writing->arena, struct model_text);
    enum status status = text ? OK : error_memory(writing->err);
    *item =
        (struct planned){.title = page_heading_uncounted(view->parts[number].heading), .level = 2, .role = ROLE_ITEM};
    for (size_t i = number; i < view->parts[number].end && !status; i++)
        if (i == number || (view->parts[i].is_kept && view->parts[i].words))
            status = page_heading_add(made, item, &view->parts[i]);
    if (!status)
        status = page_heading_print(made, plan, plan->count++, text);
    item->text = text;
    return status;
}

/* What the page says before its first heading. */
static enum status introduce_list(struct by_page *made, struct page_view *view, struct article_plan *plan)
{
    struct model_text *text = ARENA_NEW(made->writing->arena, struct model_text);
    enum status status = text ? page_take_opening(made, view) : error_memory(made->writing->err);
    if (!status)
        status = page_opening_text(made, text);
    plan->introduction = !status && text->count ? text : NULL;
    return status;
}

/* --- a list of the page whose items are long --- */

/* An item that begins with its name in bold. */
struct named_item {
    struct str name, text;
};

static bool read_named(const struct model_sentence *sentence, struct named_item *item)
{
    static const char beside[] = " \t:.-";
    for (size_t i = 0; i < sentence->spans.count; i++) {
        const struct span *span = &sentence->spans.list[i];
        if (span->kind != SPAN_STRONG || span->start)
            continue;
        struct str name = {sentence->text.data, span->end},
                   text = {name.data + name.len, sentence->text.len - name.len};
        while (name.len && strchr(beside, name.data[name.len - 1]))
            name.len--;
        while (text.len && strchr(beside, text.data[0]))
            text = (struct str){text.data + 1, text.len - 1};
        *item = (struct named_item){name, text};
        return name.len && words_count(name) <= LONGEST_NAME && words_count(text) >= NAMED_ITEM_LEAST;
    }
    return false;
}

static size_t count_named(const struct page_piece *piece)
{
    struct named_item item;
    size_t count = 0;
    int last = 0;
    for (size_t i = 0; i < piece->block.count; i++) {
        const struct model_sentence *sentence = &piece->block.sentences[i];
        count += sentence->item != last && read_named(sentence, &item);
        last = sentence->item;
    }
    return count;
}

/* The list of the page with the most items that are named; NULL: none has so many. */
static const struct page_piece *find_list(const struct page_view *view, size_t least)
{
    const struct page_piece *best = NULL;
    for (size_t i = 0; i < view->count; i++)
        for (size_t j = 0; j < view->parts[i].count; j++) {
            const struct page_piece *piece = &view->parts[i].pieces[j];
            size_t count = piece->kind == PIECE_LIST ? count_named(piece) : 0;
            if (count < least)
                continue;
            least = count + 1;
            best = piece;
        }
    return best;
}

/* The item at sentence *at, with its further paragraphs; *at: behind it then. */
static enum status add_named(struct by_page *made, const struct page_piece *list, size_t *at, struct article_plan *plan)
{
    struct arena *arena = made->writing->arena;
    const struct model_sentence *first = &list->block.sentences[*at];
    size_t end = *at + 1;
    struct named_item item;
    while (end < list->block.count && list->block.sentences[end].item == first->item)
        end++;
    bool is_named = read_named(first, &item);
    struct model_text *text = ARENA_NEW(arena, struct model_text);
    struct model_block *blocks = ARENA_ARRAY(arena, end - *at, struct model_block);
    struct model_sentence *sentences = ARENA_ARRAY(arena, end - *at, struct model_sentence);
    if (!text || !blocks || !sentences)
        return error_memory(made->writing->err);
    for (size_t i = *at; i < end; i++) {
        struct model_sentence *sentence = &sentences[i - *at];
        struct str said = i > *at ? list->block.sentences[i].text : item.text;
        *sentence = (struct model_sentence){.text = said, .source = first->source, .id = -1};
        blocks[i - *at] = (struct model_block){.sentences = sentence, .count = 1};
    }
    *text = (struct model_text){.blocks = blocks, .count = end - *at};
    if (is_named)
        plan->headings[plan->count++] =
            (struct planned){.title = item.name, .level = 2, .role = ROLE_ITEM, .text = text};
    *at = end;
    return OK;
}

static enum status page_list_add_list(struct by_page *made, struct page_view *view, const struct page_piece *list,
                                      size_t most, struct article_plan *plan)
{
    enum status status = OK;
    for (size_t i = 0; i < list->block.count && plan->count < most && !status;)
        status = add_named(made, list, &i, plan);
    return status ? status : introduce_list(made, view, plan);
}

enum status pages_list(struct writing *writing, size_t least, size_t most, bool must_be_sure, struct article_plan *plan)
{
    struct by_page *made;
    bool counts = false;
    plan->count = 0;
    enum status status = pages_read(writing, &made);
    if (!status)
        status = counts_advice(writing, &counts);
    if (status || !made || made->pages[0].found.class < (made->are_named ? PAGE_HALF : PAGE_NAMES))
        return status;
    struct page_view *view = &made->pages[0];
    status = page_parts_open(made, view);
    if (status)
        return status;
    struct item_kind kind = kind_of_items(view, least);
    bool is_counted = false;
    status = counts_sections(writing, view, kind, &is_counted);
    bool are_sections = count_items(view, kind) >= least && (!must_be_sure || kind.is_numbered || counts || is_counted);
    const struct page_piece *list = are_sections || count_items(view, kind) >= least ? NULL : find_list(view, least);
    if (status || (!are_sections && !list))
        return status;
    plan->headings = ARENA_ARRAY(writing->arena, most + 1, struct planned);
    if (!plan->headings)
        return error_memory(writing->err);
    if (list)
        return page_list_add_list(made, view, list, most, plan);
    for (size_t i = 1; i < view->count && plan->count < most && !status; i++)
        if (page_list_is_item(view, i, kind))
            status = add_item(made, view, i, plan);
    return status ? status : introduce_list(made, view, plan);
}
