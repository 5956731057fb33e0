/* Which sentence opens an article. */
#include "write/compose/lead/lead.h"

enum {
    FIRST_PLACES = 2,  /* in a section */
    FIRST_STEMS = 4,   /* of a sentence */
    SPARING_WORDS = 20 /* besides the passage that opens the article */
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

/* Is there text for the article without its passage? The only section on the subject may have no other. */
static bool leaves_enough(const struct lead *lead, const struct lead_sentence *sentence)
{
    const struct topic *topic = lead->topic;
    size_t all = lead->corpus->sections[sentence->section].total_words;
    return topic->section_count > 1 || lead->corpus->pages[sentence->page].part_count ||
           all >= lead->corpus->passages[sentence->passage].words + SPARING_WORDS;
}

/* "The command is of use for ...": it begins with a thing that is known already, and is none of the subject's. */
static bool begins_with_known(const struct lead *lead, const struct lead_sentence *sentence)
{
    const struct terms *terms = terms_of(lead, sentence);
    const struct definition_words *words = lead->corpus->language->definition_words;
    return words && words->definite && sentence->definition.is_known && terms->count &&
           !topic_has(lead->topic, terms->ids[0]);
}

/* It speaks of the subject on a page of that title. */
static bool by_half_of_title(const struct lead *lead, const struct lead_sentence *sentence)
{
    return is_titled(lead, sentence) && soon_names_head(lead, sentence) && is_of_subject(lead, sentence) &&
           !begins_with_known(lead, sentence);
}

static bool is_sure(const struct lead *lead, const struct lead_sentence *sentence)
{
    return !sentence->advises && !sentence->doubts && !begins_with_known(lead, sentence);
}

/* What a page of that title says first of it without advice or doubt, wherever in the sentence it names it. */
static bool by_start_of_title(const struct lead *lead, const struct lead_sentence *sentence)
{
    return is_titled(lead, sentence) && sentence->place <= FIRST_PLACES && sentence->begins_plainly &&
           topic_share(lead->topic, terms_of(lead, sentence)) >= half && is_sure(lead, sentence) &&
           is_of_subject(lead, sentence);
}

/* It may open though a clause stands first. */
static bool is_plain_behind_clause(const struct lead *lead, const struct lead_sentence *sentence)
{
    struct lead_sentence main_clause = *sentence;
    main_clause.definition.is_subordinate = false;
    return lead_is_plain(lead, &main_clause);
}

/* The very first sentence of the best page, where its title is the subject: it leans on nothing, so that it speaks of
 * that though it may not name it. A chapter begins as its author wants it to. */
static bool by_start_of_page(const struct lead *lead, const struct lead_sentence *sentence)
{
    bool is_root = lead->corpus->sections[sentence->section].parent == NO_SECTION;
    if (sentence->page != lead->pages[0] || !is_titled(lead, sentence) || !is_root || sentence->place != 1)
        return false;
    if (lead->corpus->pages[sentence->page].part_count)
        return is_plain_behind_clause(lead, sentence) && !begins_with_known(lead, sentence);
    return sentence->begins_plainly && is_sure(lead, sentence) && lead_is_plain(lead, sentence);
}

static double likeness_of_heading(const struct lead *lead, const struct lead_sentence *sentence)
{
    return topic_likeness(lead->topic, &lead->corpus->sections[sentence->section].terms);
}

/* The article is drawn from its section above all, or from one inside it. */
static bool is_of_best_section(const struct lead *lead, const struct lead_sentence *sentence)
{
    size_t section = lead->topic->section_count ? lead->topic->sections[0].section : NO_SECTION;
    while (section != NO_SECTION && section != sentence->section)
        section = lead->corpus->sections[section].parent;
    return section != NO_SECTION;
}

/* What the best section says first, under a heading that is the subject, naming all of it. */
static bool by_section(const struct lead *lead, const struct lead_sentence *sentence)
{
    return sentence->place == 1 && is_of_best_section(lead, sentence) && likeness_of_heading(lead, sentence) >= exact &&
           topic_share(lead->topic, terms_of(lead, sentence)) >= exact && is_of_subject(lead, sentence);
}

/* The same where no source speaks of more than the noun that the subject is about: "Backup" for "backup of data". */
static bool by_noun(const struct lead *lead, const struct lead_sentence *sentence)
{
    const struct terms *heading = &lead->corpus->sections[sentence->section].terms;
    return lead->topic->tier == TOPIC_NEAR && sentence->place == 1 && is_of_best_section(lead, sentence) &&
           topic_has_head(lead->topic, heading) && !lead_is_narrower(lead, heading) &&
           soon_names_head(lead, sentence) && is_of_subject(lead, sentence);
}

/* Has it a stem of the subject, or of what the whole collection is about? */
static bool has_any_stem(const struct lead *lead, const struct terms *terms)
{
    for (size_t i = 0; i < terms->count; i++)
        if (terms_have(&lead->topic->optional, terms->ids[i]))
            return true;
    return topic_share(lead->topic, terms) >= half;
}

/* What the best page says first, of a task, where its title names the noun and the sentence what is done: "...
 * databases should be backed up regularly", of "Backup and Restore". */
static bool by_start_of_task(const struct lead *lead, const struct lead_sentence *sentence)
{
    const struct source_section *section = &lead->corpus->sections[sentence->section];
    return lead->is_task && sentence->page == lead->pages[0] && section->parent == NO_SECTION && sentence->place == 1 &&
           topic_has_head(lead->topic, &section->terms) && is_plain_behind_clause(lead, sentence) &&
           lead_names_task(lead, terms_of(lead, sentence)) && has_any_stem(lead, terms_of(lead, sentence));
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
    bool spares;           /* not from the only section, where that is short */
    bool of_task, of_list; /* what asks how something is done: other ways tell what there is; of a list alone */
};

static const struct way ways[] = {
    {by_definition, step_of, false, true, false},
    {by_step_of_title, step_of, false, true, false},
    {by_page_of_title, place_of, false, false, false},
    {by_step, step_of, false, true, false},
    {by_start_of_task, place_of, true, true, false},
    {by_page, place_of, false, false, false},
    {by_subject, rank_of, false, false, false},
    {by_half_of_title, rank_of, false, false, false},
    {by_start_of_title, place_of, true, false, false},
    {by_start_of_page, place_of, true, false, false},
    {by_section, place_of, true, false, false},
    {by_noun, place_of, true, false, false},
    {by_half, rank_of, false, false, true},
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
            if (way->is_fit(lead, next) && (!way->spares || leaves_enough(lead, next)) &&
                !article->says(article->article, next->sentence) && (!best || way->value(next) > way->value(best)))
                best = next;
        }
    }
    return best;
}
