/* Which sentence opens an article. */
#include "write/compose/lead/lead.h"

enum {
    FIRST_PLACES = 2, /* in a section */
    FIRST_STEMS = 4   /* of a sentence */
};

static const double exact = 0.999, same = 0.79, half = 0.5; /* likeness of titles, share of the subject */

/* The steps from which on a sentence answers wherever it stands: one that names the subject, and one that defines. */
static const double surely = 3.9, defining = 3.5;

static const struct terms *terms_of(const struct lead *lead, const struct lead_sentence *sentence)
{
    return &lead->corpus->sentences[sentence->sentence].terms;
}

static bool is_of_subject(const struct lead *lead, const struct lead_sentence *sentence)
{
    return lead_is_plain(lead, sentence) && topic_has_head(lead->topic, terms_of(lead, sentence));
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

static double opening_place_of(const struct lead_sentence *sentence)
{
    return -(double)sentence->sentence;
}

/* It begins with the whole subject; under a heading that says more "the mask" is the one spoken of there. */
static bool by_subject(const struct lead *lead, const struct lead_sentence *sentence)
{
    return sentence->definition.is_about && is_of_subject(lead, sentence) &&
           !(sentence->definition.is_known && lead_is_narrower(lead, &lead->corpus->sections[sentence->section].terms));
}

/* The very first sentence of the best page, where its title is the subject: it leans on nothing, so that it speaks of
 * that though it may not name it. */
static bool by_start_of_page(const struct lead *lead, const struct lead_sentence *sentence)
{
    bool is_root = lead->corpus->sections[sentence->section].parent == NO_SECTION;
    return sentence->page == lead->pages[0] && is_titled(lead, sentence) && is_root && sentence->place == 1 &&
           !sentence->doubts && lead_is_plain(lead, sentence);
}

/* Of a list: half of the subject. No source need speak of all of it ("herbs for a windowsill") for there to be things
 * that belong into the list. */
static bool by_half(const struct lead *lead, const struct lead_sentence *sentence)
{
    return topic_share(lead->topic, terms_of(lead, sentence)) >= half && is_of_subject(lead, sentence);
}

static double better_of(const struct lead_sentence *sentence)
{
    return sentence->better;
}

/* The cascade. */
static const struct opening_way {
    bool (*is_fit)(const struct lead *lead, const struct lead_sentence *sentence);
    double (*value)(const struct lead_sentence *sentence);
    bool of_task, of_list; /* what asks how something is done: other ways tell what there is; of a list alone */
} ways[] = {
    {by_definition, step_of, true, false}, {by_step_of_title, step_of, true, false},
    {by_step, step_of, true, false},       {by_page, opening_place_of, false, false},
    {by_subject, better_of, false, false}, {by_start_of_page, opening_place_of, false, false},
    {by_half, better_of, false, true},
};

const struct lead_sentence *lead_opening(const struct lead_article *article, const struct lead *lead)
{
    const struct lead_sentence *best = NULL;
    for (size_t i = 0; i < sizeof ways / sizeof *ways && lead->page_count && !best; i++) {
        const struct opening_way *way = &ways[i];
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
