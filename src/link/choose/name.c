/*
 * Names by themselves, without regard to links. How surely a phrase names a page, and how willing the site's authors
 * were to link it, are two questions: a manual names its commands on every page and links few of them. The score
 * answers both together; this answers the first. And a text that no author ever linked may be the title of a page and
 * yet an everyday word, "about", "help", "best".
 */
#include "link/choose/choose_parts.h"

#include <math.h>

/*
 * A name of several words may stand on so many of the site's pages, on more where it is written like a name: what
 * stands on more is a phrase of the trade.
 */
#define MOST_PAGES         0.1
#define MOST_PAGES_CAPITAL 0.3

/*
 * A single word is a name where it is written like one, "pg_dump", or with a capital on so many of the pages that hold
 * it; in lower case only where few pages hold it, on a site that is large enough to tell.
 */
#define LEAST_CAPITAL   0.6F
#define MOST_PAGES_WORD 0.01
enum { LEAST_SITE_PAGES = 100 };

/* Where authors link the text, so much of its links must lead to the page. */
#define LEAST_LINKS 0.5F

/*
 * Of single words and of titles up to a colon ("FAQ: My dump is broken", "Wikipedia - how to quote it") those that
 * score less were everyday words, read by eye in texts for eleven sites; of whole titles of several words hardly any.
 */
#define SURE_SCORE 0.05

/*
 * A likely name may stand on more pages than a sure one. If it is no title, authors of several pages must link it, and
 * on such a share of those that hold it, for they link "I know" now and then too; or it needs a score above which an
 * editor would keep most of the links in manuals, as below it he would not.
 */
#define MOST_PAGES_LIKELY 0.2
#define SEVERAL_LINKS     1.0F /* two pages: the logarithm of 3 is 1.1 */
#define LEAST_LINK_RATE   0.04F
#define LEAST_SCORE       0.02
#define LIKELY_SCORE      0.1

/* A word that no author links names a page no more where more of the site's pages hold it, of a site as large as that.
 */
#define MOST_PAGES_EVERYDAY 0.01

/* "37.21" is the number of a section or a version, of which each page has its own. */
#define MOST_DIGITS 0.6F

/* --- the words --- */

/* Words in their folded form, as a text has them one after the other; function words are counted apart. */
struct name_words {
    struct str *list;
    size_t count, telling, last,
        labels; /* last: telling one; labels: call pages of any site, "about", "help"; no function words */
};

static void name_read_words(const struct choosing *choosing, const struct lexed *lexed, size_t first, size_t last,
                            struct name_words *words)
{
    struct buf text = {0}, room = {0};
    *words = (struct name_words){.list = ARENA_ARRAY(choosing->arena, last - first + 1, struct str)};
    for (size_t i = first; i < last && !arena_failed(choosing->arena); i++) {
        if (lexed->lexemes[i].kind == LEXEME_SIGN)
            continue;
        struct str folded = lexeme_fold(lexed, &lexed->lexemes[i], &text, &room);
        const char *copy = arena_copy_n(choosing->arena, folded.data, folded.len);
        if (text.failed || room.failed)
            arena_fail(choosing->arena);
        if (!copy)
            break;
        words->list[words->count++] = (struct str){copy, folded.len};
        bool is_telling = !choosing->language || !language_is_stop_word(choosing->language, folded);
        words->telling += is_telling;
        words->last = is_telling ? words->count - 1 : words->last;
    }
    buf_free(&text);
    buf_free(&room);
}

/* Is it the same word, but for an ending that makes a plural? Other endings make other words: "called", "calling". */
static bool is_same_word(struct str left, struct str right)
{
    static const char *const endings[] = {"", "s", "es", "e", "n", "en", "x"};
    struct str longer = left.len < right.len ? right : left, shorter = left.len < right.len ? left : right;
    if (shorter.len && shorter.data[shorter.len - 1] == 'y' && longer.len == shorter.len + 2 &&
        !memcmp(longer.data, shorter.data, shorter.len - 1))
        return !memcmp(longer.data + shorter.len - 1, "ies", 3);
    if (memcmp(longer.data, shorter.data, shorter.len))
        return false;
    struct str ending = {longer.data + shorter.len, longer.len - shorter.len};
    for (size_t i = 0; i < COUNT_OF(endings); i++)
        if (str_eq(ending, str_from(endings[i])))
            return true;
    return false;
}

/* Do the words stand in the title one after the other? */
static bool stand_in(const struct name_words *words, const struct name_words *title)
{
    for (size_t first = 0; first + words->count <= title->count; first++) {
        size_t at = 0;
        while (at < words->count && is_same_word(words->list[at], title->list[first + at]))
            at++;
        if (at == words->count)
            return true;
    }
    return false;
}

static void name_read_title(const struct choosing *choosing, uint32_t page, struct name_words *words)
{
    struct lexed lexed = {0};
    struct error err;
    struct str text = index_page_title(choosing->index, page, choosing->arena);
    if (text.data && lex_plain(choosing->arena, text, &lexed, &err) != OK)
        arena_fail(choosing->arena);
    name_read_words(choosing, &lexed, 0, lexed.count, words);
}

/* Reads the words of the text. False: they are not those of the title. */
static bool read_name(const struct choosing *choosing, const struct candidate *candidate, struct name_words *words)
{
    struct name_words title;
    name_read_words(choosing, choosing->lexed, candidate->first, candidate->last, words);
    name_read_title(choosing, candidate->page, &title);
    return stand_in(words, &title);
}

/* --- the site --- */

static bool is_held_by(const float *features, double most)
{
    return (double)features[FEATURE_COMMONNESS] <= log(most);
}

/*
 * A title in capitals, as those of commands are, is named in capitals alone: "create a table" is not CREATE TABLE; nor
 * is SPI the module "spi".
 */
static bool is_in_its_case(const float *features)
{
    int of_title = (int)features[FEATURE_TITLE_CASE_EQUAL] / PHRASE_CASES;
    bool is_upper = (int)features[FEATURE_TITLE_CASE_EQUAL] % PHRASE_CASES == PHRASE_UPPER;
    return of_title == PHRASE_UPPER ? is_upper : of_title != PHRASE_LOWER || !is_upper;
}

static bool is_capital(const float *features)
{
    return features[FEATURE_CASE] == PHRASE_CAPITAL || features[FEATURE_CASE] == PHRASE_UPPER;
}

static bool may_be_sure(const float *features)
{
    return features[FEATURE_TITLE_KIND] <= TITLE_HEAD && features[FEATURE_TITLE_RIVAL] > TITLE_HEAD &&
           (features[FEATURE_LINKED] <= 0 || features[FEATURE_TARGET_SHARE] >= LEAST_LINKS) &&
           is_held_by(features, is_capital(features) ? MOST_PAGES_CAPITAL : MOST_PAGES) && is_in_its_case(features);
}

static bool has_sign_of_name(struct str word)
{
    return str_has_digit(word) || memchr(word.data, '_', word.len);
}

static bool is_sure_word(const struct choosing *choosing, struct str word, const float *features)
{
    if (features[FEATURE_CASE] == PHRASE_UPPER || has_sign_of_name(word))
        return true;
    if (features[FEATURE_CASE] == PHRASE_CAPITAL)
        return features[FEATURE_CAPITAL_SHARE] >= LEAST_CAPITAL;
    return link_page_count(choosing->index) >= LEAST_SITE_PAGES && is_held_by(features, MOST_PAGES_WORD);
}

bool name_is_sure(const struct choosing *choosing, const struct candidate *candidate)
{
    if (!may_be_sure(candidate->features))
        return false;
    struct name_words words;
    if (!read_name(choosing, candidate, &words))
        return false;
    bool is_whole = candidate->features[FEATURE_TITLE_KIND] <= TITLE_WHOLE && words.telling > 1;
    if (!is_whole && candidate->score < SURE_SCORE)
        return false;
    return words.telling > 1 ||
           (words.telling == 1 && words.count == 1 && is_sure_word(choosing, words.list[0], candidate->features));
}

/* --- likely names --- */

static bool may_be_likely(const float *features)
{
    bool is_linked = features[FEATURE_LINKED] > 0, is_only = features[FEATURE_TITLE_RIVAL] > TITLE_HEAD;
    bool is_meant = is_linked ? features[FEATURE_TARGET_SHARE] >= LEAST_LINKS
                              : is_only && features[FEATURE_TITLE_KIND] < TITLE_NONE;
    return is_meant && (is_only || features[FEATURE_TARGET_RANK] <= 0) &&
           is_held_by(features, is_capital(features) ? MOST_PAGES_CAPITAL : MOST_PAGES_LIKELY) &&
           (is_in_its_case(features) || features[FEATURE_LINKED_CASE] > 0);
}

/* One word in lower case is a name where authors link the page that is called so by it: "psql". */
static bool is_likely_word(const struct name_words *words, const float *features)
{
    bool is_linked = features[FEATURE_LINKED] > 0;
    if (is_capital(features))
        return (is_linked || words->count == 1) && features[FEATURE_CAPITAL_SHARE] >= LEAST_CAPITAL;
    return features[FEATURE_LINKED] >= SEVERAL_LINKS && features[FEATURE_TITLE_KIND] <= TITLE_HEAD &&
           is_held_by(features, MOST_PAGES);
}

bool name_is_likely(const struct choosing *choosing, const struct candidate *candidate)
{
    const float *features = candidate->features;
    struct name_words words;
    if (!may_be_likely(features))
        return false;
    bool is_of_title = read_name(choosing, candidate, &words);
    if (!words.telling || (words.telling == 1 && !is_likely_word(&words, features)))
        return false;
    bool is_usual = features[FEATURE_LINKED] >= SEVERAL_LINKS;
    if (is_of_title && features[FEATURE_TITLE_KIND] <= TITLE_HEAD)
        return is_usual || words.telling > 1 || candidate->score >= LIKELY_SCORE;
    if (is_usual && features[FEATURE_LINK_RATE] >= LEAST_LINK_RATE && candidate->score >= LEAST_SCORE)
        return true;
    return candidate->score >= LIKELY_SCORE && (is_of_title || features[FEATURE_LINKED] > 0);
}

/* --- everyday words --- */

/* "cuttings" has the stem of "cut" and is another word: so long an ending is none of a form. */
static bool is_form_of(struct str word, struct str other)
{
    enum { LONGEST_ENDING = 3 };
    size_t least = word.len < other.len ? word.len : other.len, most = word.len + other.len - least;
    bool may_be = least && (word.data[0] == other.data[0] || ((word.data[0] | other.data[0]) & 0x80)); /* an accent */
    return may_be && most <= least + LONGEST_ENDING;
}

static bool is_other_word(const struct choosing *choosing, const struct candidate *candidate, struct str word)
{
    struct name_words title;
    name_read_title(choosing, candidate->page, &title);
    for (size_t i = 0; i < title.count; i++)
        if (is_form_of(word, title.list[i]))
            return false;
    return true;
}

static bool is_everyday_word(const struct choosing *choosing, const struct candidate *candidate, struct str word)
{
    const float *features = candidate->features;
    bool is_large = link_page_count(choosing->index) >= LEAST_SITE_PAGES;
    if (is_large && !is_held_by(features, MOST_PAGES_EVERYDAY))
        return true;
    return features[FEATURE_TITLE_FORM_EQUAL] == 0 && is_other_word(choosing, candidate, word);
}

/* Do the telling words call pages of any site, "about", "help"? */
static bool are_labels(const struct choosing *choosing, const struct name_words *words)
{
    for (size_t i = 0; i < words->count; i++)
        if (!(choosing->language && language_is_stop_word(choosing->language, words->list[i])) &&
            !discourse_is_label(choosing->language, words->list[i]))
            return false;
    return true;
}

bool name_is_everyday(const struct choosing *choosing, const struct candidate *candidate)
{
    struct name_words words;
    if (candidate->features[FEATURE_LINKED] > 0 || is_capital(candidate->features))
        return false;
    name_read_words(choosing, choosing->lexed, candidate->first, candidate->last, &words);
    bool is_number = words.count > 1 && candidate->features[FEATURE_DIGITS] > MOST_DIGITS;
    if (is_number || are_labels(choosing, &words))
        return true;
    return words.telling == 1 && is_everyday_word(choosing, candidate, words.list[words.last]);
}
