/* The plan of an article made page by page, and its draft. */
#include "write/pages/pages.h"

#include "write/pages/page.h"

#include <stdlib.h>

enum {
    DESCRIPTION_LEAST = 50, /* characters */
    DESCRIPTION_MOST = 160,
    SHORTEST_SECTION = 60 /* words, as those of an article that is just long enough */
};

/* --- which pages --- */

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
    return made->are_named || made->pages[0].found.class >= PAGE_COVERS || !can_gather;
}

/* Chooses once more, with more of what is near. */
static void choose_wider(struct by_page *made, enum page_breadth breadth)
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
    page_parts_choose(made);
}

static void pages_choose(struct by_page *made)
{
    page_parts_choose(made);
    if (made->are_named && made->count > 1 && 2 * made->words < made->enough)
        choose_wider(made, BREADTH_NAMED);
    if (made->words < ARTICLE_LEAST_WORDS)
        choose_wider(made, BREADTH_ALL);
}

/* Have the pages fewer sections than the caller wants, and not enough text for so many? An exact number is met from the
 * sections of all pages, unless a person named the pages. */
static bool has_too_few(const struct by_page *made)
{
    size_t least, most;
    plan_bounds(made->writing->config, &least, &most);
    bool is_exact = least && least == most && !made->are_named;
    return is_exact || (page_sections_count(made) < least && made->words < least * SHORTEST_SECTION);
}

enum status pages_open(struct writing *writing, const struct article_plan *plan, struct by_page **result)
{
    bool needs_pages = false;
    *result = NULL;
    if (writing->asked.shape == KEYWORD_VERSUS || writing->brief.is_list || writing->brief.language->is_unspaced)
        return OK;
    struct by_page *made = pages_read(writing);
    enum status status = made ? compose_needs_pages(writing, &needs_pages) : writing_end(writing, OK);
    if (status || !made || !is_for_pages(made, !needs_pages))
        return status;
    if (!plan->is_given)
        pages_choose(made);
    status = writing_end(writing, OK);
    if (!status && !plan->is_given && !needs_pages && has_too_few(made))
        return OK;
    if (!status && (plan->is_given || made->are_named || made->words >= ARTICLE_LEAST_WORDS / 2))
        *result = made;
    return status;
}

/* --- the plan --- */

/* Is it so little that a heading over it would be half of it? */
static bool is_line(const struct page_part *part)
{
    enum { MOST_WORDS = 30 }; /* two lines */
    return part->count == 1 && part->pieces[0].kind == PIECE_PARAGRAPH && part->words <= MOST_WORDS;
}

/* A part right inside a section has a heading of its own, unless that says nothing or it is but a line; what stands
 * deeper goes on with it, below its name in bold. */
static void plan_inside(struct by_page *made, const struct page_part *part, bool is_deeper, struct article_plan *plan)
{
    struct planned *last = &plan->headings[plan->count - 1];
    bool goes_on = is_deeper || is_line(part) || part->says_nothing || str_ieq(part->heading, last->title);
    if (goes_on && !part->words)
        return;
    if (!goes_on) {
        last = &plan->headings[plan->count++];
        *last = (struct planned){.title = part->heading, .level = 3};
    }
    page_heading_add(made, last, &part, 1);
}

static void plan_section(struct by_page *made, const struct page_section *section, struct article_plan *plan)
{
    const struct page_view *view = section->view;
    if (!section->goes_on || !plan->count)
        plan->headings[plan->count++] = (struct planned){.title = section->heading, .level = 2};
    for (size_t i = section->first; i < section->end; i++) {
        const struct page_part *part = &view->parts[i];
        if (!part->is_kept || part->is_done || !page_part_words(view, i, part->end))
            continue;
        if (i == section->first)
            page_heading_add(made, &plan->headings[plan->count - 1], &part, 1);
        else
            plan_inside(made, part, part->parent != NO_PART && part->parent > section->first, plan);
    }
}

/* The first heading says the keyword where its own says nothing, or is the article's title. */
static void name_first(struct by_page *made, struct article_plan *plan)
{
    if (plan->count && !plan->headings[0].title.len)
        plan->headings[0].title = compose_clean_heading(made->writing, made->writing->brief.keyword);
}

enum status pages_plan(struct by_page *made, struct article_plan *plan)
{
    size_t parts = 1;
    if (plan->is_given) {
        page_parts_deal(made, plan);
        return writing_end(made->writing, OK);
    }
    for (size_t i = 0; i < made->count; i++)
        parts += made->pages[i].count;
    plan->headings = ARENA_ARRAY(made->writing->arena, parts + made->section_count, struct planned);
    plan->count = 0;
    for (size_t i = 0; plan->headings && i < made->section_count; i++)
        plan_section(made, &made->sections[i], plan);
    name_first(made, plan);
    return writing_end(made->writing, OK);
}

/* --- the text --- */

static enum status write_sections(struct composer *composer, struct by_page *made, struct draft_part *part)
{
    const struct article_plan *plan = composer->plan;
    enum status status = draft_headings(made->writing, plan, part);
    for (size_t i = 0; i < part->count && !status; i++) {
        if (plan->headings[i].level == 2)
            status = compose_report(composer, "Writing the sections");
        if (plan->headings[i].is_of_brand)
            compose_brand(composer, &part->headings[i]);
        else
            part->headings[i].text = page_heading_print(made, plan, i);
    }
    if (!status)
        compose_tell_gaps(composer, part);
    return writing_end(made->writing, status);
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
            struct known_sentence sought = {.hash = hash_of(sentence->text, HASH_EMPTY)};
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

static void mark_used(struct writing *writing, const struct draft *draft)
{
    const struct corpus *corpus = &writing->corpus;
    struct known_sentence *known = ARENA_ARRAY(writing->arena, corpus->sentence_count + 1, struct known_sentence);
    if (!known)
        return;
    for (size_t i = 0; i < corpus->sentence_count; i++)
        known[i] = (struct known_sentence){hash_of(corpus->sentences[i].text, HASH_EMPTY), i};
    qsort(known, corpus->sentence_count, sizeof *known, by_hash);
    for (size_t i = 0; i < draft->count; i++) {
        mark_text(writing, known, corpus->sentence_count, &draft->parts[i].text);
        for (size_t j = 0; j < draft->parts[i].count; j++)
            mark_text(writing, known, corpus->sentence_count, &draft->parts[i].headings[j].text);
    }
}

/* A sentence about the subject that stands alone and can be shown whole. */
static void try_description(struct by_page *made, struct draft *draft, struct str text)
{
    size_t length = utf8_length(text);
    if (draft->description.len || length < DESCRIPTION_LEAST || length > DESCRIPTION_MOST || str_ends(text, STR(":")))
        return;
    if (page_hit(made, text).heads & sought_noun(made->sought) && voice_stands_alone(made, text))
        draft->description = text;
}

static void describe_by(struct by_page *made, struct draft *draft, const struct model_text *text)
{
    for (size_t i = 0; i < text->count && !draft->description.len; i++)
        for (size_t j = 0; j < text->blocks[i].count; j++)
            if (!text->blocks[i].sentences[j].item && text->blocks[i].kind == TEXT_RUNNING)
                try_description(made, draft, text->blocks[i].sentences[j].text);
}

/* What the nearest page says of itself, else the first sentence that can speak for the article. */
static void pages_describe(struct by_page *made, struct draft *draft, const struct draft_part *sections)
{
    try_description(made, draft, str_from(made->pages[0].page->description));
    describe_by(made, draft, &draft_find(draft, ARTICLE_INTRODUCTION)->text);
    for (size_t i = 0; i < sections->count; i++)
        describe_by(made, draft, &sections->headings[i].text);
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
static void tell_pages(struct by_page *made)
{
    struct writing *writing = made->writing;
    for (size_t i = 0; i < made->count; i++) {
        const struct page_view *view = &made->pages[i];
        bool is_there = has_section(made, view);
        bool is_told = (double)view->own_sentences >= told_share * (double)view->sentences && view->own_sentences;
        if (is_there && is_told && writing->brief.point_of_view == THIRD_PERSON)
            writing_note(writing, "\"%s\" is told by its author: what is said in the first person stands as it is.",
                         view->page->title);
        if (!is_there && made->are_named)
            writing_note(writing, "\"%s\" adds nothing on \"%.*s\": it is left out.", view->page->title,
                         STR_ARG(writing->brief.keyword));
    }
}

/* The part of that kind, of what the pages say; the call to action comes when all other text is there. */
static enum status compose_of_pages(struct by_page *made, struct composer *composer, struct draft_part *part)
{
    switch (part->kind) {
    case ARTICLE_INTRODUCTION:
        return pages_introduce(made, part);
    case ARTICLE_TAKEAWAYS:
        return pages_take_away(made, composer, part);
    case ARTICLE_CONCLUSION:
        return pages_conclude(made, composer, part);
    case ARTICLE_QUESTIONS:
        return pages_ask(made, composer, part);
    default:
        return OK;
    }
}

enum status pages_compose(struct by_page *made, const struct article_plan *plan, struct draft *draft)
{
    struct composer composer = {.writing = made->writing, .plan = plan, .draft = draft};
    struct draft_part *sections = draft_find(draft, ARTICLE_SECTIONS);
    enum status status = compose_begin(&composer);
    if (!status)
        status = write_sections(&composer, made, sections);
    for (size_t i = 0; i < draft->count && !status; i++)
        status = compose_of_pages(made, &composer, &draft->parts[i]);
    for (size_t i = 0; i < draft->count && !status; i++)
        if (draft->parts[i].kind == ARTICLE_CALL)
            status = compose_call(&composer, &draft->parts[i]);
    if (status)
        return status;
    pages_describe(made, draft, sections);
    mark_used(made->writing, draft);
    if (!plan->is_given)
        tell_pages(made);
    return writing_end(made->writing, OK);
}
