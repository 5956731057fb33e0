/*
 * The caller's own headings, filled: each part of the pages is held against each of them by its heading, its page's
 * title and its text, and they are dealt out to all at once, the surest first. So none stands empty while a page is
 * about it, and none takes what is nearer to another.
 */
#include "write/pages/page.h"

#include <stdlib.h>

enum {
    HEADING_WORDS = 400, /* of what stands under one heading */
    ENOUGH_WORDS = 150,  /* with which it gets nothing more */
    LEAST_UNDER = 75,    /* under each on average */
    FEWEST_ORDERED = 3   /* two headings have no order that says anything */
};

/* What a heading of the pages names of the caller's counts most, then whether it names anything else. */
static const double of_heading = 2, of_nothing_else = 1, of_title = 0.3, of_subject = 0.6, of_text = 0.8;
/* Pages that are about something else, beside one that is about the subject. */
static const double other_page = 0.55;
/* Below this nothing of the caller's heading is there but a word in the text. */
static const double least_score = 0.75;
/* A further part comes under a heading only if it is nearly as sure as the first one. */
static const double nearly = 0.6;

/* A part that may stand under a heading, with those inside it; all of a page. */
struct page_match {
    size_t heading;
    struct page_view *view;
    size_t first, end;
    double score;
};

struct dealing {
    struct by_page *made;
    struct article_plan *plan;
    struct page_match *list;
    size_t count, cap;
    bool goes_by_order; /* few headings say by their words what belongs under them */
};

/* The share of the words whose pieces name half of what the heading asks for. */
static double text_share(const struct dealing *dealing, const struct sought *asked, const struct page_match *match)
{
    static const double half = 0.5;
    size_t words = 0, with = 0;
    for (size_t i = match->first; i < match->end; i++)
        for (size_t j = 0; j < match->view->parts[i].count; j++) {
            const struct page_piece *piece = &match->view->parts[i].pieces[j];
            head_set heads = page_hit_of(dealing->made, asked, piece->text).heads;
            words += piece->words;
            with += heads_share(heads, sought_all(asked)) >= half ? piece->words : 0;
        }
    return words ? (double)with / (double)words : 0;
}

static void add_match(struct dealing *dealing, const struct sought *asked, struct page_match match)
{
    const struct by_page *made = dealing->made;
    const struct page_part *part = &match.view->parts[match.first];
    head_set all = sought_all(asked);
    struct sought_hit hit = page_hit_of(made, asked, part->heading);
    struct sought_hit title = page_hit_of(made, asked, match.view->parts[0].heading);
    double text = text_share(dealing, asked, &match), named = heads_share(hit.heads, all);
    match.score = of_heading * named + of_title * heads_share(title.heads, all) + of_text * text +
                  (match.view->found.class >= PAGE_NAMES ? of_subject : 0);
    if (named > 0 && hit.words)
        match.score += of_nothing_else * (1 - (double)hit.others / (double)hit.words);
    if (match.view->found.class < PAGE_NAMES && made->pages[0].found.class >= PAGE_NAMES)
        match.score *= other_page;
    if ((named <= 0 && text <= 0) || match.score < least_score)
        return;
    struct page_match *added = VEC_PUSH(made->writing->arena, dealing->list, dealing->count, dealing->cap);
    if (added)
        *added = match;
}

/* What the heading asks beside the keyword, which nearly every part has; the heading itself where that is nothing. */
static struct str without_keyword(struct by_page *made, struct str title)
{
    struct worded worded = page_words(made, title);
    struct buf out = {0};
    size_t left = 0;
    for (size_t i = 0; i < worded.count; i++) {
        const struct word *word = &worded.words[i];
        struct str text = {title.data + word->start, word->end - word->start};
        if (page_hit(made, text).heads)
            continue;
        left += !word->is_stop;
        buf_printf(&out, "%.*s ", STR_ARG(text));
    }
    struct str rest = writing_keep(made->writing, &out);
    return left ? rest : title;
}

static void match_heading(struct dealing *dealing, size_t number)
{
    struct by_page *made = dealing->made;
    struct writing *writing = made->writing;
    struct sought *asked;
    struct str rest = without_keyword(made, dealing->plan->headings[number].title);
    if (!writing_made(writing,
                      sought_read(writing->arena, rest, writing->brief.language, NULL, 0, &asked, writing->err)))
        return;
    for (size_t i = 0; i < made->count; i++) {
        struct page_view *view = &made->pages[i];
        for (size_t j = 0; view->is_used && j < view->count; j++)
            if (!j || (view->parts[j].is_kept && !view->parts[j].closes))
                add_match(
                    dealing, asked,
                    (struct page_match){
                        .heading = number, .view = view, .first = j, .end = j ? view->parts[j].end : view->count});
    }
}

static int by_match_score(const void *left, const void *right)
{
    const struct page_match *a = left, *b = right;
    if (a->score != b->score)
        return a->score < b->score ? 1 : -1;
    if (a->heading != b->heading)
        return a->heading < b->heading ? -1 : 1;
    if (a->view->number != b->view->number)
        return a->view->number < b->view->number ? -1 : 1;
    return (a->first > b->first) - (a->first < b->first);
}

/* Has any of the parts been dealt out? */
static bool is_taken(const struct page_match *match)
{
    for (size_t i = match->first; i < match->end; i++)
        if (match->view->parts[i].is_done)
            return true;
    for (size_t i = match->view->parts[match->first].parent; i != NO_PART; i = match->view->parts[i].parent)
        if (match->view->parts[i].is_done)
            return true;
    return false;
}

/* Puts the parts of a match under its heading, those that are worth most up to so many words. */
static void deal_match(struct dealing *dealing, const struct page_match *match, size_t words)
{
    size_t count = 0, taken = 0;
    const struct page_part **parts =
        ARENA_ARRAY(dealing->made->writing->arena, match->end - match->first, const struct page_part *);
    for (size_t i = match->first; parts && i < match->end; i++) {
        struct page_part *part = &match->view->parts[i];
        bool has_room = taken < words || i == match->first;
        if (has_room && (part->is_kept || i == match->first) && part->words) {
            page_part_shorten(part, words - (taken < words ? taken : words));
            parts[count++] = part;
            taken += part->words;
        }
        part->is_done = true;
    }
    page_heading_add(dealing->made, &dealing->plan->headings[match->heading], parts, count);
}

static size_t words_under(const struct planned *heading)
{
    size_t words = 0;
    for (size_t i = 0; heading->of_pages && i < heading->of_pages->count; i++)
        words += heading->of_pages->parts[i]->words;
    return words;
}

/* --- what no heading asks for --- */

enum { NO_HEADING = -1 };

/* The heading under which the part stands. */
static int heading_of(const struct article_plan *plan, const struct page_part *part)
{
    for (size_t i = 0; i < plan->count; i++) {
        const struct page_text *text = plan->headings[i].of_pages;
        for (size_t j = 0; text && j < text->count; j++)
            if (text->parts[j] == part)
                return (int)i;
    }
    return NO_HEADING;
}

static bool holds_dealt(const struct article_plan *plan, const struct page_view *view, size_t number)
{
    for (size_t i = number; i < view->parts[number].end; i++)
        if (heading_of(plan, &view->parts[i]) != NO_HEADING)
            return true;
    return false;
}

/* Does nothing stand under the heading, nor under those below it? */
static bool is_heading_empty(const struct article_plan *plan, int number)
{
    const struct planned *heading = &plan->headings[number];
    bool has_inside = (size_t)number + 1 < plan->count && plan->headings[number + 1].level > heading->level;
    return !heading->of_pages && !heading->is_of_brand && !has_inside;
}

/* What is left of a page between two parts that were dealt out: parts with those inside them, and parts that hold one
 * that was dealt, without those. */
struct rest {
    struct page_view *view;
    size_t *first, *end; /* of each */
    size_t count;
    int before, behind; /* headings of what stands before and behind; NO_HEADING, and the plan's count: nothing */
};

static void rest_add(struct rest *rest, size_t first, size_t end)
{
    const struct page_part *part = &rest->view->parts[first];
    if (!part->is_kept || part->is_done || part->closes || !page_part_words(rest->view, first, end))
        return;
    rest->first[rest->count] = first;
    rest->end[rest->count++] = end;
}

/* Outlines follow the order of their subject, and pages do: what is left between two parts belongs under the headings
 * between theirs. Those that are empty share it; where none is, it goes on with what stands before it. Empty ones
 * behind the last and before the first part take it only where few headings say by their words what belongs there. */
static void deal_between(struct dealing *dealing, struct rest *rest)
{
    struct article_plan *plan = dealing->plan;
    size_t *empty = ARENA_ARRAY(dealing->made->writing->arena, plan->count + 1, size_t), empties = 0;
    bool is_between = rest->before != NO_HEADING && rest->behind < (int)plan->count;
    for (int i = rest->before + 1; empty && i < rest->behind && (is_between || dealing->goes_by_order); i++)
        if (is_heading_empty(plan, i))
            empty[empties++] = (size_t)i;
    for (size_t i = 0; i < rest->count; i++) {
        if (!empties && rest->before == NO_HEADING)
            continue;
        size_t heading = empties ? empty[i * empties / rest->count] : (size_t)rest->before;
        size_t words = words_under(&plan->headings[heading]);
        struct page_match match = {
            .heading = heading, .view = rest->view, .first = rest->first[i], .end = rest->end[i]};
        if (words < HEADING_WORDS)
            deal_match(dealing, &match, HEADING_WORDS - words);
    }
    rest->count = 0;
}

/* Do so few headings say by their words what belongs there that half of them stand empty, or little is under them? */
static bool are_too_few(const struct article_plan *plan)
{
    size_t filled = 0, words = 0;
    for (size_t i = 0; i < plan->count; i++) {
        filled += plan->headings[i].of_pages || plan->headings[i].is_of_brand;
        words += words_under(&plan->headings[i]);
    }
    return plan->count >= FEWEST_ORDERED && (2 * filled < plan->count || words < LEAST_UNDER * plan->count);
}

/* Where the words of headings say so little, what they seem to ask for is chance: those that have parts of the page
 * stand empty again. */
static void deal_take_back(struct article_plan *plan, struct page_view *view, const bool *aside)
{
    const struct page_part *end = view->parts + view->count;
    for (size_t i = 0; i < plan->count; i++) {
        const struct page_text *text = plan->headings[i].of_pages;
        bool is_of_page = false;
        for (size_t j = 0; text && j < text->count; j++)
            is_of_page |= text->parts[j] >= view->parts && text->parts[j] < end;
        if (is_of_page)
            plan->headings[i].of_pages = NULL;
    }
    for (size_t i = 0; i < view->count; i++)
        view->parts[i].is_done = aside[i];
}

/* Of the nearest page, where that is on the subject. aside: which of its parts were not to be dealt out. */
static void deal_rest(struct dealing *dealing, const bool *aside)
{
    struct arena *arena = dealing->made->writing->arena;
    struct page_view *view = &dealing->made->pages[0];
    struct rest rest = {.view = view, .before = NO_HEADING};
    if (!view->is_used || (view->found.class < PAGE_NAMES && !dealing->made->are_named))
        return;
    dealing->goes_by_order = are_too_few(dealing->plan);
    if (dealing->goes_by_order)
        deal_take_back(dealing->plan, view, aside);
    rest.first = ARENA_ARRAY(arena, view->count, size_t);
    rest.end = ARENA_ARRAY(arena, view->count, size_t);
    if (!rest.first || !rest.end)
        return;
    for (size_t i = 1, end; i < view->count; i = end) {
        bool is_whole = !holds_dealt(dealing->plan, view, i);
        end = is_whole ? view->parts[i].end : i + 1;
        rest.behind = heading_of(dealing->plan, &view->parts[i]);
        if (rest.behind == NO_HEADING) {
            rest_add(&rest, i, end);
        } else {
            deal_between(dealing, &rest);
            rest.before = rest.behind;
        }
    }
    rest.behind = (int)dealing->plan->count;
    deal_between(dealing, &rest);
}

static bool is_used_up(const struct page_view *view)
{
    bool is_done = !view->is_used;
    for (size_t i = 0; i < view->count; i++)
        is_done |= view->parts[i].is_done;
    return is_done;
}

/* The next page, as the person named them, that is to have a say and of which no heading has anything; NULL: none. */
static struct page_view *find_unused(const struct by_page *made)
{
    struct page_view *first = NULL;
    for (size_t i = 1; i < made->count; i++) {
        struct page_view *view = &made->pages[i];
        bool is_earlier = !first || view->number < first->number;
        if (is_earlier && page_has_say(made, view) && !is_used_up(view))
            first = view;
    }
    return first;
}

/* Whoever wrote the headings had the pages in mind that he named: one that no heading asks for by its words stands
 * under the first that is empty. */
static void deal_unused(struct dealing *dealing)
{
    for (size_t i = 0; i < dealing->plan->count; i++) {
        struct page_view *view = is_heading_empty(dealing->plan, (int)i) ? find_unused(dealing->made) : NULL;
        if (view)
            deal_match(dealing, &(struct page_match){.heading = i, .view = view, .end = view->count}, HEADING_WORDS);
    }
}

/* A page that says most of it before its first heading, or has none, is dealt out paragraph by paragraph, each with
 * what it announces; the first one opens it. */
static void split_lead(struct by_page *made, struct page_view *view)
{
    struct page_part *lead = view->parts;
    if (!view->count || lead->count < 2 || lead->words < 2 * page_part_words(view, 1, view->count))
        return;
    struct page_part *parts = ARENA_ARRAY(made->writing->arena, lead->count, struct page_part);
    if (!parts)
        return;
    parts[0] = *lead;
    parts[0].count = 1 + lead->pieces[0].leads;
    parts[0].words = 0;
    for (size_t i = 0; i < parts[0].count; i++)
        parts[0].words += lead->pieces[i].words;
    view->count = 1;
    for (size_t i = parts[0].count; i < lead->count; i++) {
        bool goes_on = view->count > 1 && lead->pieces[i - 1].leads;
        struct page_part *part = &parts[goes_on ? view->count - 1 : view->count];
        if (!goes_on)
            *part = (struct page_part){.page = lead->page,
                                       .depth = 1,
                                       .parent = NO_PART,
                                       .end = ++view->count,
                                       .pieces = &lead->pieces[i],
                                       .says_nothing = true,
                                       .is_kept = true};
        part->count++;
        part->words += lead->pieces[i].words;
    }
    view->parts = parts;
    view->cap = view->count;
}

/* Deals the matches out, the surest first: one to each heading, then further ones that are nearly as sure as the first.
 */
static void deal_matches(struct dealing *dealing)
{
    struct article_plan *plan = dealing->plan;
    double *best = ARENA_ARRAY(dealing->made->writing->arena, plan->count + 1, double);
    if (dealing->count)
        qsort(dealing->list, dealing->count, sizeof *dealing->list, by_match_score);
    for (size_t round = 0; best && round < 2; round++)
        for (size_t i = 0; i < dealing->count; i++) {
            const struct page_match *match = &dealing->list[i];
            struct planned *heading = &plan->headings[match->heading];
            size_t words = words_under(heading);
            bool may_add =
                round ? words < ENOUGH_WORDS && match->score >= nearly * best[match->heading] : !heading->of_pages;
            if (!may_add || is_taken(match))
                continue;
            best[match->heading] = best[match->heading] > match->score ? best[match->heading] : match->score;
            deal_match(dealing, match, HEADING_WORDS - words);
        }
}

void page_parts_deal(struct by_page *made, struct article_plan *plan)
{
    struct dealing dealing = {.made = made, .plan = plan};
    struct page_view *nearest = &made->pages[0];
    for (size_t i = 0; i < made->count; i++)
        if (!i || made->are_named || made->pages[i].found.class >= PAGE_HOLDS) {
            page_parts_open(made, &made->pages[i]);
            split_lead(made, &made->pages[i]);
        }
    bool *aside = ARENA_ARRAY(made->writing->arena, nearest->count + 1, bool);
    if (arena_failed(made->writing->arena))
        return;
    page_set_closing_aside(made, nearest);
    for (size_t i = 0; i < nearest->count; i++)
        aside[i] = nearest->parts[i].is_done;
    for (size_t i = 0; i < plan->count; i++)
        if (!plan->headings[i].is_of_brand)
            match_heading(&dealing, i);
    deal_matches(&dealing);
    if (!are_too_few(plan)) /* else what stands under the headings so far is chance */
        deal_unused(&dealing);
    deal_rest(&dealing, aside);
    deal_unused(&dealing);
    page_take_opening(made, nearest);
}
