/* Which sentence goes on from what an article opens with. */
#include "write/compose/lead/lead.h"

enum { SPARING_WORDS = 90, SPARING_WORDS_OF_OPENING = 60 }; /* of a section that gives more than the opening */

static const double same = 0.79; /* likeness of titles */

/* Maximal marginal relevance (Carbonell and Goldstein 1998): how much of what a sentence is worth is not said yet. */
static const double relevance = 0.75, too_like = 0.8;

/* The likeness to what is most like it of all that is said. */
static double likest_of(const struct lead *lead, const struct used_sentences *used, const struct vector *vector)
{
    double likest = 0;
    for (size_t i = 0; i < used->count; i++) {
        double like = vector_cosine(vector, &lead->corpus->sentences[used->list[i]].vector);
        likest = like > likest ? like : likest;
    }
    return likest;
}

/* It stands on a page that is about nothing else. */
static bool is_of_page(const struct lead *lead, const struct lead_sentence *sentence)
{
    return lead->titles[sentence->page] >= same;
}

/* A text that goes on where the opening stands. */
static double nearness(const struct lead *lead, const struct lead_sentence *opening, const struct lead_sentence *next)
{
    static const double neighbour = 0.8, of_page = 6;
    if (next->section == opening->section && next->sentence > opening->sentence)
        return neighbour;
    return next->page == opening->page && is_of_page(lead, next)
               ? of_page * (1 - lead->corpus->passages[next->passage].position)
               : 0;
}

/* A small section needs its sentences itself; that of the opening is half told already. */
static bool can_spare(const struct lead *lead, const struct lead_sentence *opening, const struct lead_sentence *next,
                      const struct lead_room *room)
{
    size_t least = next->section == opening->section ? SPARING_WORDS_OF_OPENING : SPARING_WORDS;
    return room->owner[next->section] < 0 || lead->corpus->sections[next->section].total_words >= least;
}

/* The text that will be printed where it stands does not read on without it. */
static bool is_needed(const struct lead_article *article, const struct lead *lead, const struct lead_sentence *opening,
                      const struct lead_sentence *next, const struct lead_room *room)
{
    if (room->owner[next->section] < 0 || lead_is_loose(lead, next))
        return false;
    return next->section != opening->section || !lead_goes_whole(article, lead, next, room->words);
}

/* Elsewhere a sentence may define what only begins as the subject does: "a backup manifest is ...". */
static bool is_bound(const struct lead *lead, const struct lead_room *room, const struct lead_sentence *opening,
                     const struct lead_sentence *next)
{
    const struct definition *definition = &next->definition;
    bool is_of_other = definition->kind == DEFINES_STRICTLY && definition->others > 0 && !definition->is_named;
    bool is_titled = room->is_wide && is_of_page(lead, next);
    return next->page == opening->page || is_titled || (!is_of_other && (definition->is_about || definition->is_whole));
}

/* A clause may stand before it, as it does not open the article. */
static bool is_plain(const struct lead *lead, const struct lead_sentence *next, bool has_head)
{
    struct lead_sentence main_clause = *next;
    if (has_head && next->definition.is_subordinate)
        main_clause.definition.is_subordinate = main_clause.definition.is_conditional = false;
    return lead_is_plain(lead, &main_clause);
}

/* It names the subject, or the page that it stands on is about nothing else. */
static bool goes_on(const struct lead *lead, const struct lead_sentence *opening, const struct lead_sentence *next)
{
    bool has_head = topic_has_head(lead->topic, &lead->corpus->sentences[next->sentence].terms);
    return is_plain(lead, next, has_head) && (has_head || (next->page == opening->page && is_of_page(lead, next)));
}

const struct lead_sentence *lead_next(const struct lead_article *article, const struct lead *lead,
                                      const struct lead_sentence *opening, const struct lead_room *room)
{
    const struct source_sentence *sentences = lead->corpus->sentences;
    const struct lead_sentence *best = NULL;
    double most = 0;
    for (size_t i = 0; i < lead->count; i++) {
        const struct lead_sentence *next = &lead->list[i];
        const struct source_sentence *source = &sentences[next->sentence];
        if (source->words > room->words || !is_bound(lead, room, opening, next) || next->advises ||
            !goes_on(lead, opening, next) || !can_spare(lead, opening, next, room) ||
            article->says(article->article, next->sentence))
            continue;
        double likest = likest_of(lead, article->used, &source->vector);
        double value = relevance * (next->rank + nearness(lead, opening, next)) - (1 - relevance) * likest;
        if (likest > too_like || (best && value <= most))
            continue;
        best = next;
        most = value;
    }
    return best && is_needed(article, lead, opening, best, room) ? NULL : best;
}
