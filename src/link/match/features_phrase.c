#include "link/match/match.h"

#include <math.h>

static float log_of(const struct match *match, uint8_t code)
{
    return match->logs->counts[code];
}

static float features_phrase_rate(float part, float whole, float expected, float weight)
{
    return (part + expected * weight) / (larger(whole, part) + weight);
}

/* How the phrase is linked at all, and by which target. */
static void use_features(const struct match *match, const struct use *use, float *out)
{
    const struct index_phrase *phrase = &match->index->phrases[use->phrase];
    float linked = phrase_count(phrase, PHRASE_LINKED);
    float linking = larger(phrase_count(phrase, PHRASE_LINKING) - use->own_linking, 0);
    float held_case = phrase_count(phrase, PHRASE_HELD_CASE + (int)use->letters);
    out[FEATURE_LINK_RATE] = use->rate;
    out[FEATURE_LINK_RATE_CASE] = use->rate_case;
    out[FEATURE_LINK_RATE_FREE] =
        features_phrase_rate(linked, phrase_count(phrase, PHRASE_FREE) - use->own_linking, use->rate, 1);
    out[FEATURE_LINKED] = log_of(match, phrase->stats[PHRASE_LINKED]);
    out[FEATURE_LINKED_CASE] = log_of(match, phrase->stats[PHRASE_LINKED_CASE + (int)use->letters]);
    out[FEATURE_HELD_CASE] = logf(1 + larger(held_case - use->own_linking, 0));
    out[FEATURE_TARGETS_PER_LINK] = phrase_count(phrase, PHRASE_TARGETS) / (linked + 1);
    out[FEATURE_FIRST_SHARE] = features_phrase_rate(phrase_count(phrase, PHRASE_FIRST), linked, 0.7F, 1);
    out[FEATURE_COVERED_SHARE] =
        features_phrase_rate(phrase_count(phrase, PHRASE_COVERED), phrase_count(phrase, PHRASE_PAGES), 0, 1);
    out[FEATURE_IN_LONGER_LINK] =
        1 - features_phrase_rate(phrase_count(phrase, PHRASE_FREE), phrase_count(phrase, PHRASE_LINKING), 1, 1);
    float capital =
        phrase_count(phrase, PHRASE_HELD_CASE + PHRASE_CAPITAL) + phrase_count(phrase, PHRASE_HELD_CASE + PHRASE_UPPER);
    out[FEATURE_CAPITAL_SHARE] =
        features_phrase_rate(capital, capital + phrase_count(phrase, PHRASE_HELD_CASE + PHRASE_LOWER), 0.3F, 1);
    out[FEATURE_REPEATS] = phrase_count(phrase, PHRASE_OCCURRENCES) / (linking + 1);
    float pages = larger(phrase_count(phrase, PHRASE_PAGES) - use->own, 0);
    out[FEATURE_COMMONNESS] = logf((pages + 0.5F) / ((float)link_page_count(match->index) + 1));
    out[FEATURE_PAGE_COUNT] = logf(1 + pages);
}

static void link_features(const struct match *match, const struct proposal *proposal, float *out)
{
    const struct use *use = proposal->use;
    const struct index_phrase *phrase = &match->index->phrases[use->phrase];
    const struct index_target *target = proposal->target;
    float linked = phrase_count(phrase, PHRASE_LINKED);
    float linking = larger(phrase_count(phrase, PHRASE_LINKING) - use->own_linking, 0);
    float held_case = phrase_count(phrase, PHRASE_HELD_CASE + (int)use->letters);
    float to_target = target_count(target, TARGET_LINKS), colinks = target_count(target, TARGET_COLINKS);
    out[FEATURE_TARGET_SHARE] = features_phrase_rate(to_target, linked, 0, 0.5F);
    out[FEATURE_TARGET_LINKS] = log_of(match, target->stats[TARGET_LINKS]);
    out[FEATURE_COLINK_RATE] = features_phrase_rate(colinks, linking, use->rate * out[FEATURE_TARGET_SHARE], 1);
    out[FEATURE_COLINK_CASE] =
        features_phrase_rate(smaller(colinks, held_case), held_case, out[FEATURE_COLINK_RATE], 1);
    out[FEATURE_LIST_LINKS] = log_of(match, target->stats[TARGET_LISTS]);
    out[FEATURE_TARGET_RANK] = (float)proposal->rank;
}

static void word_features(const struct match *match, const struct use *use, float *out)
{
    const struct occurrence *occurrence = use->occurrence;
    const uint32_t *terms = match->occurrences->terms;
    float sum = 0, least = 99, anchored = 1, anchored_sum = 0, titled = 0;
    int count = 0;
    for (size_t i = occurrence->first; i < occurrence->last; i++) {
        if (terms[i] >= OCCURRENCE_SKIP || match->lexed->lexemes[i].kind == LEXEME_SIGN)
            continue;
        const uint8_t *stats = match->index->terms[terms[i]].stats;
        float idf = match->logs->idfs[stats[TERM_PAGES]], pages = count_values[stats[TERM_PAGES]];
        float share = (count_values[stats[TERM_ANCHORED]] + 0.1F) / (pages + 2);
        sum += idf;
        least = smaller(least, idf);
        anchored = smaller(anchored, share);
        anchored_sum += share;
        titled += count_values[stats[TERM_TITLES]] / (pages + 1);
        count++;
    }
    out[FEATURE_IDF_SUM] = sum;
    out[FEATURE_IDF_MIN] = count ? least : -1;
    out[FEATURE_ANCHORED] = anchored;
    out[FEATURE_ANCHORED_MEAN] = count ? anchored_sum / (float)count : -1;
    out[FEATURE_TITLED] = count ? titled / (float)count : -1;
    out[FEATURE_WORDS] = (float)(occurrence->last - occurrence->first);
    size_t start = match->lexed->lexemes[occurrence->first].start,
           end = match->lexed->lexemes[occurrence->last - 1].end;
    float digits = 0;
    for (size_t i = start; i < end; i++)
        digits += ascii_is_digit(match->text.data[i]);
    out[FEATURE_CHARACTERS] = (float)(end - start);
    out[FEATURE_DIGITS] = digits / (float)(end - start);
}

static void title_features(const struct proposal *proposal, float *out)
{
    const struct use *use = proposal->use;
    const struct index_target *target = proposal->target;
    enum title_kind kind = index_title_kind(target);
    bool named = kind != TITLE_NONE;
    out[FEATURE_TITLE_KIND] = (float)kind;
    out[FEATURE_TITLE_COVER] = named ? (float)target->cover / UINT8_MAX : -1;
    bool linked = target->form && target->stats[TARGET_LINKS];
    out[FEATURE_FORM_EQUAL] = linked ? target->form == use->form : -1;
    out[FEATURE_FORM_SHARE] =
        linked ? target_count(target, TARGET_FORM_LINKS) / target_count(target, TARGET_LINKS) : -1;
    bool has_form = named && kind != TITLE_SLUG;
    out[FEATURE_TITLE_FORM_EQUAL] = has_form ? target->title_form == use->form : -1;
    out[FEATURE_TITLE_CASE_EQUAL] = has_form ? (float)(PHRASE_CASES * target->title_case + use->letters) : -1;
}

static void standing_features(const struct match *match, const struct proposal *proposal, float *out)
{
    const struct index_page *page = &match->index->pages[proposal->target->page];
    float named = page_count_of(page, PAGE_NAMED);
    out[FEATURE_IN_LINKS] = log_of(match, page->stats[PAGE_IN]);
    out[FEATURE_IN_LINKS_RELATIVE] = out[FEATURE_IN_LINKS] - logf(1 + match->mean_in);
    out[FEATURE_IN_LIST_LINKS] = log_of(match, page->stats[PAGE_IN_LISTS]);
    out[FEATURE_NAMED_RATE] = (page_count_of(page, PAGE_NAMED_LINKED) + match->site_rate) / (named + 1);
    out[FEATURE_NAMED] = log_of(match, page->stats[PAGE_NAMED]);
    out[FEATURE_OUT_LINKS] = log_of(match, page->stats[PAGE_OUT]);
    out[FEATURE_NAMED_SHARE] = logf((named + 0.5F) / ((float)link_page_count(match->index) + 1));
    out[FEATURE_TARGET_WORDS] = log_of(match, page->stats[PAGE_WORDS]);
}

/* What is the same for all of the content. */
static void site_features(const struct match *match, float *out)
{
    out[FEATURE_SITE_PAGES] = logf((float)link_page_count(match->index));
    out[FEATURE_SITE_LINKS] = logf(1 + match->mean_out);
    out[FEATURE_SITE_LINKING] = match->linking_share;
    out[FEATURE_SITE_RATE] = match->site_rate;
    out[FEATURE_PAGE_WORDS] = logf(1 + (float)match->lexed->words);
    out[FEATURE_PAGE_PRIOR] = 100 * match->page_prior / (float)(match->lexed->words + 100);
}

void match_phrase_use(const struct match *match, const struct use *use, float *out)
{
    const struct index_phrase *phrase = &match->index->phrases[use->phrase];
    use_features(match, use, out);
    word_features(match, use, out);
    site_features(match, out);
    out[FEATURE_TITLE_COUNT] = log_of(match, phrase->stats[PHRASE_TITLES]);
    out[FEATURE_HEADING_COUNT] = log_of(match, phrase->stats[PHRASE_HEADINGS]);
    out[FEATURE_CASE] = (float)use->letters;
}

void match_phrase_target(const struct match *match, const struct proposal *proposal, float *out)
{
    link_features(match, proposal, out);
    title_features(proposal, out);
    standing_features(match, proposal, out);
    out[FEATURE_PRIOR] = proposal->prior;
}
