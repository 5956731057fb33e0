/* The plan of an article made page by page, and its draft. */
#include "write/pages/pages.h"

#include "write/pages/page.h"

#include <stdlib.h>

enum {
    PRINTED_BYTES = 40,     /* a shorter sentence may stand twice */
    THIN_WORDS = 15,        /* a heading over fewer words goes */
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
        struct sought_hit title;
        if (page->language && page->language != writing->brief.language)
            continue;
        status = sought_text(made->sought, str_from(page->title), writing->arena, &title, writing->err);
        struct sought_page found = writing->found[i];
        bool lacks_noun = !status && !(title.heads & sought_noun(made->sought));
        found.class = found.class == PAGE_NAMES && lacks_noun ? PAGE_HALF : found.class;
        made->pages[made->count++] =
            (struct page_view){.page = page, .number = i, .found = found, .facets = status ? 0 : title.facets};
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
    if (!made->count || (can_gather && is_of_manual(made)))
        return false;
    return made->are_named || made->pages[0].found.class >= PAGE_HOLDS || !can_gather;
}

/* Once more, with what is near: pages whole of which a section is about the subject. */
static enum status choose_wider(struct by_page *made)
{
    for (size_t i = 0; i < made->count; i++)
        made->pages[i] = (struct page_view){.page = made->pages[i].page,
                                            .number = made->pages[i].number,
                                            .found = made->pages[i].found,
                                            .facets = made->pages[i].facets};
    made->section_count = made->opening_count = 0;
    made->closing = NULL;
    made->is_wide = true;
    return page_parts_choose(made);
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

enum status pages_open(struct writing *writing, const struct article_plan *plan, struct by_page **result)
{
    struct by_page *made = ARENA_NEW(writing->arena, struct by_page);
    *result = NULL;
    if (writing->asked.shape == KEYWORD_VERSUS || writing->brief.is_list || writing->brief.language->is_unspaced)
        return OK;
    enum status status = writing_sought(writing);
    if (status || !writing->is_accepted)
        return status;
    if (!made)
        return error_memory(writing->err);
    *made = (struct by_page){.writing = writing, .sought = writing->sought, .cues = cues_of(writing->brief.language)};
    made->are_named = json_array_size(json_object_get(writing->config, "urls")) > 0;
    if (!made->cues)
        return error_memory(writing->err);
    bool needs_pages = false;
    status = look_at_pages(made);
    if (!status)
        status = compose_needs_pages(writing, &needs_pages);
    if (status || !is_for_pages(made, !needs_pages))
        return status;
    status = plan->is_given ? OK : page_parts_choose(made);
    if (!status && !plan->is_given && made->words < ARTICLE_LEAST_WORDS)
        status = choose_wider(made);
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

/* A part inside a section has a heading of its own, unless that says nothing or too little stands below it. */
static enum status plan_inside(struct by_page *made, const struct page_part *part, struct article_plan *plan)
{
    struct planned *last = &plan->headings[plan->count - 1];
    bool repeats = str_ieq(part->heading, last->title);
    if (part->says_nothing || repeats || (part->words < THIN_WORDS && part->count < 2))
        return add_text(made, last, part);
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
        if (!part->is_kept || part->is_done || !part->words)
            continue;
        status = i == section->first ? add_text(made, &plan->headings[plan->count - 1], part)
                                     : plan_inside(made, part, plan);
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

/* Below a heading of the caller's, parts of a section keep theirs, in bold: his are the only ones. */
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
        if (plan->is_given && text->count && part->depth > 0 && !part->says_nothing)
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

static enum status tell_author(struct by_page *made)
{
    enum status status = OK;
    for (size_t i = 0; i < made->count && !status; i++)
        if (made->pages[i].is_used && made->pages[i].is_told && made->writing->brief.point_of_view == THIRD_PERSON)
            status = writing_note(made->writing,
                                  "\"%s\" is told by its author: what is said in the first person stands as it is.",
                                  made->pages[i].page->title);
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
    return status ? status : tell_author(made);
}
