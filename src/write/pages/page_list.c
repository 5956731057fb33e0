/* The pages that speak of the keyword; what stands under a heading; and lists that pages are: their sections are the
 * items, or the items of a list in them that have names. */
#include "write/pages/page.h"

#include <stdio.h>
#include <stdlib.h>

/* --- the pages that speak of the keyword, nearest first --- */

static int by_page_score(const void *left, const void *right)
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
    return by_page_score(left, right);
}

static void look_at_pages(struct by_page *made)
{
    struct writing *writing = made->writing;
    size_t count = writing->page_count - writing->has_brand_page;
    made->pages = ARENA_ARRAY(writing->arena, count + 1, struct page_view);
    for (size_t i = 0; made->pages && i < count; i++) {
        const struct page *page = &writing->pages[i];
        if (page->language && page->language != writing->brief.language)
            continue;
        struct sought_hit title = page_hit(made, str_from(page->title));
        struct sought_page found = writing->found[i];
        bool lacks_noun = !(title.heads & sought_noun(made->sought));
        found.class = found.class == PAGE_NAMES && lacks_noun ? PAGE_COVERS : found.class;
        made->pages[made->count++] =
            (struct page_view){.page = page, .number = i, .found = found, .named = title.heads, .facets = title.facets};
    }
    if (!made->count)
        return;
    qsort(made->pages, made->count, sizeof *made->pages, made->are_named ? by_class : by_page_score);
    struct sought_page *nearest = &made->pages[0].found;
    nearest->class = writing->found[made->pages[0].number].class;
    bool is_near = nearest->class == PAGE_COVERS || (nearest->class == PAGE_HALF && !made->are_named);
    if (is_near)
        nearest->class = PAGE_NAMES; /* nothing is nearer */
}

struct by_page *pages_read(struct writing *writing)
{
    if (!writing_made(writing, writing_sought(writing)) || !writing->is_accepted)
        return NULL;
    const struct cue_table *cues = cues_of(writing->brief.language);
    struct by_page *made = cues ? ARENA_NEW(writing->arena, struct by_page) : NULL;
    if (!made) {
        arena_fail(writing->arena);
        return NULL;
    }
    *made = (struct by_page){.writing = writing, .sought = writing->sought, .cues = cues};
    made->are_named = json_array_size(json_object_get(writing->config, "urls")) > 0;
    look_at_pages(made);
    return made->count ? made : NULL;
}

/* --- what stands under a heading of the plan, printed without sentences that the article has --- */

enum { PRINTED_BYTES = 40 /* a shorter sentence may stand twice */ };

void page_heading_add(struct by_page *made, struct planned *heading, const struct page_part *const *parts, size_t count)
{
    struct arena *arena = made->writing->arena;
    size_t before = heading->of_pages ? heading->of_pages->count : 0;
    const struct page_part **list = ARENA_ARRAY(arena, before + count, const struct page_part *);
    struct page_text *text = ARENA_NEW(arena, struct page_text);
    if (!list || !text)
        return;
    if (before)
        memcpy(list, heading->of_pages->parts, before * sizeof *list);
    if (count)
        memcpy(list + before, parts, count * sizeof *list);
    *text = (struct page_text){list, before + count};
    heading->of_pages = text;
}

/* Is it there already? Else it is from now on. */
static bool is_printed(struct by_page *made, const struct model_sentence *sentence)
{
    if (sentence->text.len < PRINTED_BYTES)
        return false;
    uint64_t hash = hash_of(sentence->text, HASH_EMPTY);
    for (size_t i = 0; i < made->printed.count; i++)
        if (made->printed.list[i] == hash)
            return true;
    if (hashes_room(made->writing->arena, &made->printed, 1))
        made->printed.list[made->printed.count++] = hash;
    return false;
}

/* A paragraph without what the article has; whatever else as it stands. */
static struct model_block print_block(struct by_page *made, const struct model_block *from)
{
    struct model_block block = *from;
    if (from->kind != TEXT_RUNNING || (from->count && from->sentences[0].item))
        return block;
    block.sentences = ARENA_ARRAY(made->writing->arena, from->count + 1, struct model_sentence);
    block.count = 0;
    for (size_t i = 0; block.sentences && i < from->count; i++)
        if (!is_printed(made, &from->sentences[i]))
            block.sentences[block.count++] = from->sentences[i];
    return block;
}

/* Copies the pieces of a part that are printed behind those of the text, without sentences that the article has. */
static void print_part(struct by_page *made, const struct page_part *part, struct model_text *text)
{
    struct model_block *blocks = ARENA_ARRAY(made->writing->arena, part->count + 1, struct model_block);
    struct model_text printed = {.blocks = blocks};
    for (size_t i = 0; blocks && i < part->count; i++) {
        if (part->pieces[i].is_left)
            continue;
        blocks[printed.count] = print_block(made, &part->pieces[i].block);
        printed.count += blocks[printed.count].count || blocks[printed.count].kind == TEXT_CODE;
    }
    compose_append(made->writing, text, &printed);
}

/* Articles have headings of two levels, and below the caller's no others: what stands deeper has its name in bold. */
static void print_subheading(struct by_page *made, const struct page_part *part, struct model_text *text)
{
    struct arena *arena = made->writing->arena;
    struct model_sentence *sentence = ARENA_NEW(arena, struct model_sentence);
    struct span *bold = ARENA_NEW(arena, struct span);
    if (!sentence || !bold)
        return;
    *bold = (struct span){SPAN_STRONG, 0, part->heading.len};
    *sentence = (struct model_sentence){
        .text = part->heading, .source = OWN_WORDS, .id = -1, .spans = {bold, part->heading.len > 0}};
    struct model_block block = {.sentences = sentence, .count = 1};
    compose_append(made->writing, text, &(struct model_text){&block, 1});
}

struct model_text page_heading_print(struct by_page *made, const struct article_plan *plan, size_t number)
{
    const struct page_text *of_pages = plan->headings[number].of_pages;
    struct model_text text = {0};
    for (size_t i = 0; of_pages && i < of_pages->count; i++) {
        const struct page_part *part = of_pages->parts[i];
        bool is_named = i > 0 && part->depth > 0 && !part->says_nothing;
        if (is_named && !str_ieq(part->heading, plan->headings[number].title))
            print_subheading(made, part, &text);
        print_part(made, part, &text);
    }
    return text;
}

/* --- a list that a page is --- */

enum {
    ITEM_LEAST = 15,     /* words of an item: a sentence */
    LONGEST_NAME = 14,   /* words of the beginning of an item of a list, in bold */
    NAMED_ITEM_LEAST = 8 /* words behind it */
};

/* depth: of all items; they are numbered or not. */
struct item_kind {
    int depth;
    bool is_numbered;
};

static bool is_page_item(const struct page_view *view, size_t number, struct item_kind kind)
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
        count += is_page_item(view, i, kind);
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
static bool counts_advice(const struct by_page *made)
{
    const struct keyword_words *words = made->writing->brief.language->keyword_words;
    struct worded worded = page_words(made, made->writing->brief.keyword);
    struct pattern_place place;
    return words && words->counted && pattern_find(words->counted, &worded, 0, &place);
}

/* Does the page's title say how many its sections are, as "Six mistakes" does? */
static bool counts_sections(const struct by_page *made, const struct page_view *view, struct item_kind kind)
{
    const struct language *language = made->writing->brief.language;
    struct worded worded = page_words(made, str_from(view->page->title));
    char digits[24];
    size_t count = count_items(view, kind);
    snprintf(digits, sizeof digits, "%zu", count);
    for (size_t i = 0; i < worded.count; i++)
        if (str_eq(worded.words[i].folded, str_from(digits)) ||
            language_number(language, worded.words[i].folded) == count)
            return true;
    return false;
}

/* The part with those inside it, as it stands. */
static void add_item(struct by_page *made, const struct page_view *view, size_t number, struct article_plan *plan)
{
    struct planned *item = &plan->headings[plan->count];
    struct model_text *text = ARENA_NEW(made->writing->arena, struct model_text);
    if (!text)
        return;
    *item =
        (struct planned){.title = page_heading_uncounted(view->parts[number].heading), .level = 2, .role = ROLE_ITEM};
    for (size_t i = number; i < view->parts[number].end; i++) {
        const struct page_part *part = &view->parts[i];
        if (i == number || (part->is_kept && part->words))
            page_heading_add(made, item, &part, 1);
    }
    *text = page_heading_print(made, plan, plan->count++);
    item->text = text;
}

/* What the page says before its first heading. */
static void introduce_list(struct by_page *made, struct page_view *view, struct article_plan *plan)
{
    struct model_text *text = ARENA_NEW(made->writing->arena, struct model_text);
    if (!text)
        return;
    page_take_opening(made, view);
    *text = page_opening_text(made);
    plan->introduction = text->count ? text : NULL;
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

/* The item at sentence `at`, with its further paragraphs. Returns where the next one begins. */
static size_t add_named(struct by_page *made, const struct page_piece *list, size_t at, struct article_plan *plan)
{
    struct arena *arena = made->writing->arena;
    const struct model_sentence *first = &list->block.sentences[at];
    size_t end = at + 1;
    struct named_item item;
    while (end < list->block.count && list->block.sentences[end].item == first->item)
        end++;
    bool is_named = read_named(first, &item);
    struct model_text *text = ARENA_NEW(arena, struct model_text);
    struct model_block *blocks = ARENA_ARRAY(arena, end - at, struct model_block);
    struct model_sentence *sentences = ARENA_ARRAY(arena, end - at, struct model_sentence);
    if (!is_named || !text || !blocks || !sentences)
        return end;
    for (size_t i = at; i < end; i++) {
        struct model_sentence *sentence = &sentences[i - at];
        struct str said = i > at ? list->block.sentences[i].text : item.text;
        *sentence = (struct model_sentence){.text = said, .source = first->source, .id = -1};
        blocks[i - at] = (struct model_block){.sentences = sentence, .count = 1};
    }
    *text = (struct model_text){.blocks = blocks, .count = end - at};
    plan->headings[plan->count++] = (struct planned){.title = item.name, .level = 2, .role = ROLE_ITEM, .text = text};
    return end;
}

enum status pages_list(struct writing *writing, size_t least, size_t most, bool must_be_sure, struct article_plan *plan)
{
    struct by_page *made = pages_read(writing);
    plan->count = 0;
    if (!made || made->pages[0].found.class < (made->are_named ? PAGE_HALF : PAGE_NAMES))
        return writing_end(writing, OK);
    struct page_view *view = &made->pages[0];
    page_parts_open(made, view);
    enum status status = writing_end(writing, OK);
    if (status)
        return status;
    struct item_kind kind = kind_of_items(view, least);
    bool are_enough = count_items(view, kind) >= least;
    bool are_sections =
        are_enough && (!must_be_sure || kind.is_numbered || counts_advice(made) || counts_sections(made, view, kind));
    const struct page_piece *list = are_enough ? NULL : find_list(view, least);
    if (!are_sections && !list)
        return writing_end(writing, OK);
    plan->headings = ARENA_ARRAY(writing->arena, most + 1, struct planned);
    if (!plan->headings)
        return error_memory(writing->err);
    for (size_t i = 0; list && i < list->block.count && plan->count < most;)
        i = add_named(made, list, i, plan);
    for (size_t i = 1; !list && i < view->count && plan->count < most; i++)
        if (is_page_item(view, i, kind))
            add_item(made, view, i, plan);
    introduce_list(made, view, plan);
    return writing_end(writing, OK);
}
