/* Which sentence opens an article, and which goes on from it. */
#include "write/compose/lead/lead.h"

enum {
    FIRST_PLACES = 2,  /* in a section */
    FIRST_STEMS = 4,   /* of a sentence */
    SPARING_WORDS = 90 /* of a section that gives the introduction more than its opening */
};

static const double exact = 0.999, same = 0.79, half = 0.5; /* likeness of titles, share of the subject */

/* The steps from which on a sentence answers wherever it stands: one that names the subject, and one that defines. */
static const double surely = 3.9, defining = 3.5;

/* Maximal marginal relevance (Carbonell and Goldstein 1998): how much of what a sentence is worth is not said yet. */
static const double relevance = 0.75, too_like = 0.8;

static const struct terms *terms_of(const struct lead *lead, const struct lead_sentence *sentence)
{
    return &lead->corpus->sentences[sentence->sentence].terms;
}

/* Does it speak for itself, and not of a case or of where to click? */
static bool is_plain(const struct lead *lead, const struct lead_sentence *sentence)
{
    const struct definition *definition = &sentence->definition;
    return sentence->is_read && !sentence->points_back && !sentence->is_vague && !sentence->tells_of_screen &&
           !definition->is_imperative && !definition->is_subordinate && lead_is_fit(lead, sentence) &&
           !lead_holds_list(lead, sentence);
}

static bool is_of_subject(const struct lead *lead, const struct lead_sentence *sentence)
{
    return is_plain(lead, sentence) && topic_has_head(lead->topic, terms_of(lead, sentence));
}

/* --- what opens --- */

/* It stands on a page whose title is the subject. */
static bool is_titled(const struct lead *lead, const struct lead_sentence *sentence)
{
    return lead->titles[sentence->page] >= exact;
}

/* It defines the subject, or names it, wherever it stands. */
static bool by_definition(const struct lead *lead, const struct lead_sentence *sentence)
{
    bool is_strict = sentence->definition.kind == DEFINES_STRICTLY;
    return sentence->step >= (is_strict ? defining : surely) && !lead_holds_list(lead, sentence);
}

static bool by_step(const struct lead *lead, const struct lead_sentence *sentence)
{
    return sentence->step >= LEAD_OPENS && !lead_holds_list(lead, sentence);
}

/* Of other pages what is said of the subject is said of a case of it. */
static bool by_step_of_title(const struct lead *lead, const struct lead_sentence *sentence)
{
    return by_step(lead, sentence) && is_titled(lead, sentence);
}

static double step_of(const struct lead_sentence *sentence)
{
    return 100 * sentence->step + sentence->better;
}

/* It begins with the noun that the subject is about, or soon comes to it. */
static bool soon_names_head(const struct lead *lead, const struct lead_sentence *sentence)
{
    const struct terms *terms = terms_of(lead, sentence);
    struct terms first = {terms->ids, terms->count < FIRST_STEMS ? terms->count : FIRST_STEMS};
    return topic_has_head(lead->topic, &first) && topic_share(lead->topic, terms) >= half;
}

/* What the best page says first of the subject, where its title is the subject or nearly so: what stands at the start
 * of a section, since a page's own beginning may be unfit. */
static bool by_page(const struct lead *lead, const struct lead_sentence *sentence)
{
    return sentence->page == lead->pages[0] && sentence->place <= FIRST_PLACES &&
           lead->titles[sentence->page] >= same &&
           (is_titled(lead, sentence) || !lead_is_narrower(lead, &lead_root(lead, sentence->section)->terms)) &&
           soon_names_head(lead, sentence) && is_of_subject(lead, sentence);
}

static bool by_page_of_title(const struct lead *lead, const struct lead_sentence *sentence)
{
    return is_titled(lead, sentence) && by_page(lead, sentence);
}

static double place_of(const struct lead_sentence *sentence)
{
    return -(double)sentence->sentence;
}

/* It begins with the whole subject; under a heading that says more "the mask" is the one spoken of there. */
static bool by_subject(const struct lead *lead, const struct lead_sentence *sentence)
{
    return sentence->definition.is_about && is_of_subject(lead, sentence) &&
           !(sentence->definition.is_known && lead_is_narrower(lead, &lead->corpus->sections[sentence->section].terms));
}

static double rank_of(const struct lead_sentence *sentence)
{
    return sentence->rank;
}

/* It speaks of the subject on a page of that title. */
static bool by_half_of_title(const struct lead *lead, const struct lead_sentence *sentence)
{
    return is_titled(lead, sentence) && soon_names_head(lead, sentence) && is_of_subject(lead, sentence);
}

/* Of a list: half of the subject. No source need speak of all of it ("herbs for a windowsill") for there to be things
 * that belong into the list. */
static bool by_half(const struct lead *lead, const struct lead_sentence *sentence)
{
    return topic_share(lead->topic, terms_of(lead, sentence)) >= half && is_of_subject(lead, sentence);
}

/* The cascade. */
struct way {
    bool (*is_fit)(const struct lead *lead, const struct lead_sentence *sentence);
    double (*value)(const struct lead_sentence *sentence);
    bool of_task, of_list; /* what asks how something is done: other ways tell what there is; of a list alone */
};

static const struct way ways[] = {
    {by_definition, step_of, true, false},      {by_step_of_title, step_of, true, false},
    {by_page_of_title, place_of, false, false}, {by_step, step_of, true, false},
    {by_page, place_of, false, false},          {by_subject, rank_of, false, false},
    {by_half_of_title, rank_of, false, false},  {by_half, rank_of, false, true},
};

const struct lead_sentence *lead_opening(const struct lead_article *article, const struct lead *lead)
{
    const struct lead_sentence *best = NULL;
    for (size_t i = 0; i < sizeof ways / sizeof *ways && lead->page_count && !best; i++) {
        const struct way *way = &ways[i];
        if ((lead->is_task && !way->of_task) || (way->of_list && !article->is_list))
            continue;
        for (size_t j = 0; j < lead->count; j++) {
            const struct lead_sentence *next = &lead->list[j];
            if (way->is_fit(lead, next) && !article->says(article->article, next->sentence) &&
                (!best || way->value(next) > way->value(best)))
                best = next;
        }
    }
    return best;
}

/* --- what follows --- */

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

/* A text that goes on where the opening stands. */
static double nearness(const struct lead *lead, const struct lead_sentence *opening, const struct lead_sentence *next)
{
    static const double neighbour = 0.8, of_page = 6;
    if (next->section == opening->section && next->sentence > opening->sentence)
        return neighbour;
    bool is_of_page = next->page == opening->page && lead->titles[next->page] >= same;
    return is_of_page ? of_page * (1 - lead->corpus->passages[next->passage].position) : 0;
}

/* A small section needs its sentences itself. */
static bool can_spare(const struct lead *lead, size_t section, const struct lead_room *room)
{
    return room->owner[section] < 0 || lead->corpus->sections[section].words >= SPARING_WORDS;
}

static bool is_bound(const struct lead_sentence *opening, const struct lead_sentence *next)
{
    return next->page == opening->page || next->definition.is_about || next->definition.is_whole;
}

/* It names the subject, or the page that it stands on is about nothing else. */
static bool goes_on(const struct lead *lead, const struct lead_sentence *opening, const struct lead_sentence *next)
{
    bool is_of_page = next->page == opening->page && lead->titles[next->page] >= same;
    return is_plain(lead, next) && (is_of_page || topic_has_head(lead->topic, terms_of(lead, next)));
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
        if (source->words > room->words || !is_bound(opening, next) || next->advises || !goes_on(lead, opening, next) ||
            !can_spare(lead, next->section, room) || article->says(article->article, next->sentence))
            continue;
        double likest = likest_of(lead, article->used, &source->vector);
        double value = relevance * (next->rank + nearness(lead, opening, next)) - (1 - relevance) * likest;
        if (likest > too_like || (best && value <= most))
            continue;
        best = next;
        most = value;
    }
    bool is_needed = best && room->owner[best->section] >= 0 && !lead_is_loose(lead, best); /* where it stands */
    return is_needed ? NULL : best;
}
