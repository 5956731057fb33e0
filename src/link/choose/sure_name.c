#include "link/choose/sure_name.h"

#include "link/index/index_format.h"

#include <math.h>

/* A name of several words may stand on so many of the site's pages: one that stands on more is a phrase of the trade. */
#define MOST_PAGES 0.3

/*
 * A single word is a name where it is written like one, and on so many of the pages that hold it; in lower case only
 * where few pages hold it, on a site that is large enough to tell.
 */
#define LEAST_CAPITAL   0.6F
#define MOST_PAGES_WORD 0.02
enum { LEAST_SITE_PAGES = 100 };

/* Where authors link the text, so much of its links must lead to the page. */
#define LEAST_LINKS 0.5F

/* Words that are no function words; more than one is all that matters. */
static size_t count_words(const struct choosing *choosing, const struct candidate *candidate, bool *failed)
{
    struct buf text = {0}, room = {0};
    size_t count = 0;
    for (size_t i = candidate->first; i < candidate->last && count < 2; i++) {
        const struct lexeme *lexeme = &choosing->lexed->lexemes[i];
        if (lexeme->kind == LEXEME_SIGN)
            continue;
        struct str folded = lexeme_fold(choosing->lexed, lexeme, &text, &room);
        count += !choosing->language || !language_is_stop_word(choosing->language, folded);
    }
    *failed |= text.failed || room.failed;
    buf_free(&text);
    buf_free(&room);
    return count;
}

static bool is_held_by(const float *features, double most)
{
    return (double)features[FEATURE_COMMONNESS] <= log(most);
}

static bool is_sure_word(const struct choosing *choosing, const float *features)
{
    enum phrase_case letters = (enum phrase_case)features[FEATURE_CASE];
    if (features[FEATURE_TITLE_CASE_EQUAL] == PHRASE_CASES * PHRASE_UPPER + PHRASE_UPPER)
        return true;
    if (letters == PHRASE_CAPITAL)
        return features[FEATURE_CAPITAL_SHARE] >= LEAST_CAPITAL;
    return features[FEATURE_TITLE_FORM_EQUAL] == 1 && link_page_count(choosing->index) >= LEAST_SITE_PAGES &&
           is_held_by(features, MOST_PAGES_WORD);
}

bool is_sure_name(const struct choosing *choosing, const struct candidate *candidate, bool *failed)
{
    const float *features = candidate->features;
    if (features[FEATURE_TITLE_KIND] > TITLE_HEAD || features[FEATURE_TITLE_RIVAL] <= TITLE_HEAD ||
        !is_held_by(features, MOST_PAGES) ||
        (features[FEATURE_LINKED] > 0 && features[FEATURE_TARGET_SHARE] < LEAST_LINKS))
        return false;
    size_t words = count_words(choosing, candidate, failed);
    return words > 1 || (words == 1 && is_sure_word(choosing, features));
}
