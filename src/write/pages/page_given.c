/*
 * The caller's own headings, filled: each part of the pages is held against each of them by its heading, its page's
 * title and its text, and they are dealt out to all at once, the surest first. So none stands empty while a page is
 * about it, and none takes what is nearer to another.
 */
#include "write/pages/page.h"

#include <stdlib.h>

enum {
    HEADING_WORDS = 400, /* of what stands under one heading */
    ENOUGH_WORDS = 150   /* with which it gets nothing more */
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
};

static double share(const struct sought *asked, head_set heads)
{
    head_set all = sought_all(asked);
    return all ? (double)heads_count(heads & all) / (double)heads_count(all) : 0;
}

/* The share of the words whose pieces name half of what the heading asks for. */
static enum status text_share(struct dealing *dealing, const struct sought *asked, const struct page_match *match,
                              double *found)
{
    struct writing *writing = dealing->made->writing;
    size_t words = 0, with = 0;
    enum status status = OK;
    for (size_t i = match->first; i < match->end; i++)
        for (size_t j = 0; j < match->view->parts[i].count && !status; j++) {
            const struct piece *piece = &match->view->parts[i].pieces[j];
            struct sought_hit hit;
            status = sought_text(asked, piece->text, writing->arena, &hit, writing->err);
            words += piece->words;
            with += !status && share(asked, hit.heads) >= 0.5 ? piece->words : 0;
        }
    *found = words ? (double)with / (double)words : 0;
    return status;
}

static enum status add_match(struct dealing *dealing, const struct sought *asked, struct page_match match)
{
    struct by_page *made = dealing->made;
    struct writing *writing = made->writing;
    const struct page_part *part = &match.view->parts[match.first];
    struct sought_hit hit, title;
    double text = 0;
    enum status status = sought_text(asked, part->heading, writing->arena, &hit, writing->err);
    if (!status)
        status = sought_text(asked, match.view->parts[0].heading, writing->arena, &title, writing->err);
    if (!status)
        status = text_share(dealing, asked, &match, &text);
    if (status)
        return status;
    double named = share(asked, hit.heads);
    match.score = of_heading * named + of_title * share(asked, title.heads) + of_text * text +
                  (match.view->found.class >= PAGE_NAMES ? of_subject : 0);
    if (named > 0 && hit.words)
        match.score += of_nothing_else * (1 - (double)hit.others / (double)hit.words);
    if (match.view->found.class < PAGE_NAMES && made->pages[0].found.class >= PAGE_NAMES)
        match.score *= other_page;
    if ((named <= 0 && text <= 0) || match.score < least_score)
        return OK;
    struct page_match *list = vec_room(writing->arena, dealing->list, dealing->count, &dealing->cap, sizeof *list);
    if (!list)
        return error_memory(writing->err);
    dealing->list = list;
    list[dealing->count++] = match;
    return OK;
}

/* What the heading asks beside the keyword, which nearly every part has; the heading itself where that is nothing. */
static enum status without_keyword(struct by_page *made, struct str title, struct str *rest)
{
    struct writing *writing = made->writing;
    struct worded worded;
    struct buf out = {0};
    size_t left = 0;
    enum status status = worded_split(writing->arena, title, writing->brief.language, &worded, writing->err);
    for (size_t i = 0; i < worded.count && !status; i++) {
        const struct word *word = &worded.words[i];
        struct str text = {title.data + word->start, word->end - word->start};
        struct sought_hit hit = {0};
        status = sought_text(made->sought, text, writing->arena, &hit, writing->err);
        if (hit.heads)
            continue;
        left += !word->is_stop;
        buf_printf(&out, "%.*s ", STR_ARG(text));
    }
    *rest = left ? writing_keep(writing, &out) : title;
    buf_free(&out);
    return status || rest->data ? status : error_memory(writing->err);
}

static enum status match_heading(struct dealing *dealing, size_t number)
{
    struct by_page *made = dealing->made;
    struct writing *writing = made->writing;
    struct sought *asked;
    struct str rest;
    enum status status = without_keyword(made, dealing->plan->headings[number].title, &rest);
    if (!status)
        status = sought_read(writing->arena, rest, writing->brief.language, NULL, 0, &asked, writing->err);
    for (size_t i = 0; i < made->count && !status; i++) {
        struct page_view *view = &made->pages[i];
        for (size_t j = 0; view->is_used && j < view->count && !status; j++)
            if (!j || (view->parts[j].is_kept && !view->parts[j].closes))
                status = add_match(
                    dealing, asked,
                    (struct page_match){
                        .heading = number, .view = view, .first = j, .end = j ? view->parts[j].end : view->count});
    }
    return status;
}

static int by_score(const void *left, const void *right)
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
static enum status put(struct dealing *dealing, const struct page_match *match, size_t words)
{
    struct writing *writing = dealing->made->writing;
    struct planned *heading = &dealing->plan->headings[match->heading];
    size_t before = heading->of_pages ? heading->of_pages->count : 0, taken = 0;
    const struct page_part **parts =
        ARENA_ARRAY(writing->arena, before + match->end - match->first, const struct page_part *);
    struct page_text *text = ARENA_NEW(writing->arena, struct page_text);
    if (!parts || !text)
        return error_memory(writing->err);
    if (before)
        memcpy(parts, heading->of_pages->parts, before * sizeof *parts);
    text->parts = parts;
    text->count = before;
    for (size_t i = match->first; i < match->end; i++) {
        struct page_part *part = &match->view->parts[i];
        bool has_room = taken < words || i == match->first;
        if (has_room && (part->is_kept || i == match->first) && part->words) {
            page_part_shorten(part, words - (taken < words ? taken : words));
            parts[text->count++] = part;
            taken += part->words;
        }
        part->is_done = true;
    }
    heading->of_pages = text;
    return OK;
}

static size_t words_under(const struct planned *heading)
{
    size_t words = 0;
    for (size_t i = 0; heading->of_pages && i < heading->of_pages->count; i++)
        words += heading->of_pages->parts[i]->words;
    return words;
}

enum status page_parts_deal(struct by_page *made, struct article_plan *plan)
{
    struct dealing dealing = {.made = made, .plan = plan};
    enum status status = OK;
    for (size_t i = 0; i < made->count && !status; i++)
        if (!i || made->are_named || made->pages[i].found.class >= PAGE_HOLDS)
            status = page_parts_open(made, &made->pages[i]);
    if (!status)
        page_set_closing_aside(made, &made->pages[0]);
    for (size_t i = 0; i < plan->count && !status; i++)
        if (!plan->headings[i].is_of_brand)
            status = match_heading(&dealing, i);
    if (dealing.count)
        qsort(dealing.list, dealing.count, sizeof *dealing.list, by_score);
    double *best = ARENA_ARRAY(made->writing->arena, plan->count + 1, double);
    if (!best && !status)
        status = error_memory(made->writing->err);
    for (size_t round = 0; round < 2; round++)
        for (size_t i = 0; i < dealing.count && !status; i++) {
            const struct page_match *match = &dealing.list[i];
            struct planned *heading = &plan->headings[match->heading];
            size_t words = words_under(heading);
            bool may_add =
                round ? words < ENOUGH_WORDS && match->score >= nearly * best[match->heading] : !heading->of_pages;
            if (!may_add || is_taken(match))
                continue;
            best[match->heading] = best[match->heading] > match->score ? best[match->heading] : match->score;
            status = put(&dealing, match, HEADING_WORDS - words);
        }
    return status ? status : page_take_opening(made, &made->pages[0]);
}
