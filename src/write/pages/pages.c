/* The plan of an article made page by page, and its draft. */
#include "write/pages/pages.h"

#include "write/pages/page.h"

#include <stdlib.h>

enum {
    PRINTED_BYTES = 40,     /* a shorter sentence may stand twice */
    DESCRIPTION_LEAST = 50, /* characters */
    DESCRIPTION_MOST = 160
};

/* --- which pages --- */

static int nearest_first(const void *left, const void *right)
{
    const struct page_view *a = left, *b = right;
    if (a->found.class != b->found.class)
        return a->found.class < b->found.class ? 1 : -1;
    if (a->found.score != b->found.score)
        return a->found.score < b->found.score ? 1 : -1;
    return (a->number > b->number) - (a->number < b->number);
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
        status = sought_text(made->sought, str_from(page->title), writing->arena, &title, writing->err);
        struct sought_page found = writing->found[i];
        bool lacks_noun = !status && !(title.heads & sought_noun(made->sought));
        found.class = found.class == PAGE_NAMES && lacks_noun ? PAGE_HALF : found.class;
        made->pages[made->count++] =
            (struct page_view){.page = page, .number = i, .found = found, .named = title.heads, .facets = title.facets};
    }
    if (!status && made->count)
        qsort(made->pages, made->count, sizeof *made->pages, nearest_first);
    return status;
}

/* Is the nearest page one of many that make a manual? Those say little each, and are gathered from. */
static bool is_of_manual(const struct by_page *made)
{
    const struct page *first = made->pages[0].page;
    return first->chapter || page_is_chapter(first);
}

/* What only tells of the subject is better gathered, where nobody named it. What the sections of all pages are gathered
 * by finds nothing where the keyword's words are not those of their headings. */
static bool is_for_pages(const struct by_page *made, bool can_gather)
{
    if (can_gather && is_of_manual(made))
        return false;
    return made->are_named || made->pages[0].found.class >= PAGE_HOLDS || !can_gather;
}

/* Chooses once more, with more of what is near. */
static enum status choose_wider(struct by_page *made, enum page_breadth breadth)
{
    for (size_t i = 0; i < made->count; i++) {
        const struct page_view *view = &made->pages[i];
        made->pages[i] = (struct page_view){.page = view->page,
                                            .number = view->number,
                                            .found = view->found,
                                            .named = view->named,
                                            .facets = view->facets};
    }
    made->section_count = made->opening_count = 0;
    made->opening = NULL;
    made->closing = NULL;
    made->breadth = breadth;
    return page_parts_choose(made);
}

static enum status choose(struct by_page *made)
{
    enum status status = page_parts_choose(made);
    if (!status && made->are_named && made->count > 1 && 2 * made->words < made->budget)
        status = choose_wider(made, BREADTH_NAMED);
    if (!status && made->words < ARTICLE_LEAST_WORDS)
        status = choose_wider(made, BREADTH_ALL);
    return status;
}

/* Have the pages fewer sections than the caller wants? An exact number is met from the sections of all pages, unless a
 * person named the pages. */
static bool has_too_few(const struct by_page *made)
{
    size_t least, most;
    plan_bounds(made->writing->config, &least, &most);
    bool is_exact = least && least == most && !made->are_named;
    return is_exact || page_sections_count(made) < least;
}

/* The pages that speak of the keyword, nearest first; *made is NULL where none does. */
static enum status read_pages(struct writing *writing, struct by_page **result)
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

enum status pages_open(struct writing *writing, const struct article_plan *plan, struct by_page **result)
{
    struct by_page *made;
    bool needs_pages = false;
    *result = NULL;
    if (writing->asked.shape == KEYWORD_VERSUS || writing->brief.is_list || writing->brief.language->is_unspaced)
        return OK;
    enum status status = read_pages(writing, &made);
    if (!status && made)
        status = compose_needs_pages(writing, &needs_pages);
    if (status || !made || !is_for_pages(made, !needs_pages))
        return status;
    status = plan->is_given ? OK : choose(made);
    if (!status && !plan->is_given && !needs_pages && has_too_few(made))
        return OK;
    if (!status && (plan->is_given || made->are_named || made->words >= ARTICLE_LEAST_WORDS / 2))
        *result = made;
    return status;
}

/* --- the plan --- */

static enum status add_text(struct by_page *made, struct planned *heading, const struct page_part *part)
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

/* A part right inside a section has a heading of its own, unless that says nothing; what stands deeper goes on with it,
 * below its name in bold. */
static enum status plan_inside(struct by_page *made, const struct page_part *part, bool is_deeper,
                               struct article_plan *plan)
{
    struct planned *last = &plan->headings[plan->count - 1];
    if (is_deeper || part->says_nothing || str_ieq(part->heading, last->title))
        return part->words ? add_text(made, last, part) : OK;
    plan->headings[plan->count] = (struct planned){.title = part->heading, .level = 3};
    return add_text(made, &plan->headings[plan->count++], part);
}

static enum status plan_section(struct by_page *made, const struct page_section *section, struct article_plan *plan)
{
    const struct page_view *view = section->view;
    enum status status = OK;
    if (!section->goes_on || !plan->count)
        plan->headings[plan->count++] = (struct planned){.title = section->heading, .level = 2};
    for (size_t i = section->first; i < section->end && !status; i++) {
        const struct page_part *part = &view->parts[i];
        if (!part->is_kept || part->is_done || !page_part_words(view, i, part->end))
            continue;
        status = i == section->first
                     ? add_text(made, &plan->headings[plan->count - 1], part)
                     : plan_inside(made, part, part->parent != NO_PART && part->parent > section->first, plan);
    }
    return status;
}

/* The first heading says the keyword where its own says nothing, or is the article's title. */
static enum status name_first(struct by_page *made, struct article_plan *plan)
{
    struct planned *first = &plan->headings[0];
    if (!plan->count || first->title.len)
        return OK;
    return compose_clean_heading(made->writing, made->writing->brief.keyword, &first->title);
}

enum status pages_plan(struct by_page *made, struct article_plan *plan)
{
    size_t parts = 1;
    if (plan->is_given)
        return page_parts_deal(made, plan);
    for (size_t i = 0; i < made->count; i++)
        parts += made->pages[i].count;
    plan->headings = ARENA_ARRAY(made->writing->arena, parts + made->section_count, struct planned);
    plan->count = 0;
    enum status status = plan->headings ? OK : error_memory(made->writing->err);
    for (size_t i = 0; i < made->section_count && !status; i++)
        status = plan_section(made, &made->sections[i], plan);
    return status ? status : name_first(made, plan);
}

/* --- the text --- */

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

static enum status print_heading(struct by_page *made, const struct article_plan *plan, size_t number,
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

static enum status write_sections(struct composer *composer, struct by_page *made, struct draft_part *part)
{
    const struct article_plan *plan = composer->plan;
    enum status status = draft_headings(made->writing, plan, part);
    for (size_t i = 0; i < part->count && !status; i++) {
        if (plan->headings[i].level == 2)
            status = compose_report(composer, "Writing the sections");
        if (!status)
            status = plan->headings[i].is_of_brand ? compose_brand(composer, &part->headings[i])
                                                   : print_heading(made, plan, i, &part->headings[i].text);
    }
    return status ? status : compose_tell_gaps(composer, part);
}

/* --- all of it --- */

/* What other steps of the writing ask of the corpus: which of its sentences the article has. */
struct known_sentence {
    uint64_t hash;
    size_t sentence;
};

static int by_hash(const void *left, const void *right)
{
    const struct known_sentence *a = left, *b = right;
    if (a->hash != b->hash)
        return a->hash < b->hash ? -1 : 1;
    return (a->sentence > b->sentence) - (a->sentence < b->sentence);
}

static void mark_text(struct writing *writing, const struct known_sentence *known, size_t count,
                      const struct model_text *text)
{
    for (size_t i = 0; i < text->count; i++)
        for (size_t j = 0; j < text->blocks[i].count; j++) {
            struct model_sentence *sentence = &text->blocks[i].sentences[j];
            struct known_sentence sought = {.hash = hash_sentence(sentence)};
            size_t low = 0, high = count;
            while (low < high) {
                size_t middle = (low + high) / 2;
                if (known[middle].hash < sought.hash)
                    low = middle + 1;
                else
                    high = middle;
            }
            if (low == count || known[low].hash != sought.hash)
                continue;
            sentence->id = (long)known[low].sentence;
            if (!writing->used.flags[known[low].sentence])
                used_add(&writing->used, known[low].sentence);
        }
}

static enum status mark_used(struct writing *writing, const struct draft *draft)
{
    const struct corpus *corpus = &writing->corpus;
    struct known_sentence *known = ARENA_ARRAY(writing->arena, corpus->sentence_count + 1, struct known_sentence);
    if (!known)
        return error_memory(writing->err);
    for (size_t i = 0; i < corpus->sentence_count; i++)
        known[i] = (struct known_sentence){hash_of(corpus->sentences[i].text, HASH_EMPTY), i};
    qsort(known, corpus->sentence_count, sizeof *known, by_hash);
    for (size_t i = 0; i < draft->count; i++) {
        mark_text(writing, known, corpus->sentence_count, &draft->parts[i].text);
        for (size_t j = 0; j < draft->parts[i].count; j++)
            mark_text(writing, known, corpus->sentence_count, &draft->parts[i].headings[j].text);
    }
    return OK;
}

/* A sentence about the subject that stands alone and can be shown whole. */
static enum status try_description(struct by_page *made, struct draft *draft, struct str text)
{
    struct writing *writing = made->writing;
    struct sought_hit hit;
    bool stands = false;
    size_t length = utf8_length(text);
    if (draft->description.len || length < DESCRIPTION_LEAST || length > DESCRIPTION_MOST || str_ends(text, STR(":")))
        return OK;
    enum status status = sought_text(made->sought, text, writing->arena, &hit, writing->err);
    if (!status && hit.heads & sought_noun(made->sought))
        status = voice_stands_alone(made, text, &stands);
    if (!status && stands)
        draft->description = text;
    return status;
}

static enum status describe_by(struct by_page *made, struct draft *draft, const struct model_text *text)
{
    enum status status = OK;
    for (size_t i = 0; i < text->count && !draft->description.len; i++)
        for (size_t j = 0; j < text->blocks[i].count && !status; j++)
            if (!text->blocks[i].sentences[j].item && text->blocks[i].kind == TEXT_RUNNING)
                status = try_description(made, draft, text->blocks[i].sentences[j].text);
    return status;
}

/* What the nearest page says of itself, else the first sentence that can speak for the article. */
static enum status describe(struct by_page *made, struct draft *draft, const struct draft_part *sections)
{
    enum status status = try_description(made, draft, str_from(made->pages[0].page->description));
    if (!status)
        status = describe_by(made, draft, &draft_find(draft, ARTICLE_INTRODUCTION)->text);
    for (size_t i = 0; i < sections->count && !status; i++)
        status = describe_by(made, draft, &sections->headings[i].text);
    return status;
}

static bool has_section(const struct by_page *made, const struct page_view *view)
{
    for (size_t i = 0; i < made->section_count; i++)
        if (made->sections[i].view == view)
            return true;
    return false;
}

/* From this share of sentences in which the author speaks of himself the article sounds like his. */
static const double told_share = 0.1;

/* What readers of the article may miss, or stumble on. */
static enum status tell_pages(struct by_page *made, bool is_given)
{
    struct writing *writing = made->writing;
    enum status status = OK;
    for (size_t i = 0; i < made->count && !status && !is_given; i++) {
        const struct page_view *view = &made->pages[i];
        bool is_there = has_section(made, view);
        bool is_told = (double)view->own_sentences >= told_share * (double)view->sentences && view->own_sentences;
        if (is_there && is_told && writing->brief.point_of_view == THIRD_PERSON)
            status =
                writing_note(writing, "\"%s\" is told by its author: what is said in the first person stands as it is.",
                             view->page->title);
        if (!is_there && made->are_named)
            status = writing_note(writing, "\"%s\" adds nothing on \"%.*s\": it is left out.", view->page->title,
                                  STR_ARG(writing->brief.keyword));
    }
    return status;
}

enum status pages_compose(struct by_page *made, const struct article_plan *plan, struct draft *draft)
{
    struct composer composer = {.writing = made->writing, .plan = plan, .draft = draft};
    struct draft_part *sections = draft_find(draft, ARTICLE_SECTIONS);
    enum status status = compose_begin(&composer);
    if (!status)
        status = write_sections(&composer, made, sections);
    for (size_t i = 0; i < draft->count && !status; i++) {
        struct draft_part *part = &draft->parts[i];
        if (part->kind == ARTICLE_INTRODUCTION)
            status = pages_introduce(made, part);
        if (part->kind == ARTICLE_TAKEAWAYS)
            status = pages_take_away(made, &composer, part);
        if (part->kind == ARTICLE_CONCLUSION)
            status = pages_conclude(made, &composer, part);
        if (part->kind == ARTICLE_QUESTIONS)
            status = pages_ask(made, &composer, part);
    }
    for (size_t i = 0; i < draft->count && !status; i++)
        if (draft->parts[i].kind == ARTICLE_CALL)
            status = compose_call(&composer, &draft->parts[i]);
    if (!status)
        status = describe(made, draft, sections);
    if (!status)
        status = mark_used(made->writing, draft);
    return status ? status : tell_pages(made, plan->is_given);
}

/* --- lists --- */

enum { ITEM_LEAST = 15 /* words */ };

/* depth: of all items; they are numbered or not. */
struct item_kind {
    int depth;
    bool is_numbered;
};

static bool is_item(const struct page_view *view, size_t number, struct item_kind kind)
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
        count += is_item(view, i, kind);
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
            status = add_text(made, item, &view->parts[i]);
    if (!status)
        status = print_heading(made, plan, plan->count++, text);
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

enum status pages_list(struct writing *writing, size_t least, size_t most, bool must_be_sure, struct article_plan *plan)
{
    struct by_page *made;
    bool counts = false;
    plan->count = 0;
    enum status status = read_pages(writing, &made);
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
    if (status || (must_be_sure && !kind.is_numbered && !counts && !is_counted) || count_items(view, kind) < least)
        return status;
    plan->headings = ARENA_ARRAY(writing->arena, most + 1, struct planned);
    if (!plan->headings)
        return error_memory(writing->err);
    for (size_t i = 1; i < view->count && plan->count < most && !status; i++)
        if (is_item(view, i, kind))
            status = add_item(made, view, i, plan);
    return status ? status : introduce_list(made, view, plan);
}
