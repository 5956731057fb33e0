/* A list that a page is: its sections are the items, or the items of a list in it that have names. */
#include "write/pages/page.h"

#include <stdio.h>

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
