/* What a language model says of data, against the fields that it names. */
#include "write/catalog/catalog.h"

#include "model/check/check.h"
#include "write/prompted/framing.h"

enum { CITES = COUNT_OF(((struct checked_sentence *)0)->cites) };

/* --- words of a sentence --- */

struct claim_words {
    struct word *list;
    size_t count;
};

/* The text without what stands in quotation marks, which is somebody else's. */
static struct str without_quotes(struct writing *writing, struct str text)
{
    const struct data_labels *labels = catalog_labels(writing);
    const struct {
        struct str open, close;
    } marks[] = {{str_from(labels->quote_open), str_from(labels->quote_close)}, {STR("\""), STR("\"")}};
    struct buf out = {0};
    size_t from = 0;
    while (from < text.len) {
        size_t open = text.len, end = text.len;
        for (size_t i = 0; i < COUNT_OF(marks); i++) {
            size_t at = str_find(text, marks[i].open, from);
            size_t close = at < text.len ? str_find(text, marks[i].close, at + marks[i].open.len) : text.len;
            if (at < open && close < text.len) {
                open = at;
                end = close + marks[i].close.len;
            }
        }
        buf_add(&out, text.data + from, open - from);
        from = end;
    }
    return writing_keep(writing, &out);
}

static enum status split(struct writing *writing, struct str text, struct claim_words *words)
{
    struct str bare = without_quotes(writing, text);
    if (!bare.data)
        return error_memory(writing->err);
    return words_split(writing->arena, bare, writing->brief.language, &words->list, &words->count, writing->err);
}

/* The number of words of the phrase when it begins at this word; 0: it does not. */
static size_t matches(const struct claim_words *words, size_t at, struct str phrase)
{
    struct str rest = phrase, piece;
    size_t length = 0;
    for (; str_split(&rest, ' ', &piece); length++)
        if (at + length >= words->count || !str_eq(words->list[at + length].folded, piece))
            return 0;
    return length;
}

/* Where a phrase of the list begins; the count of words when none does. */
static size_t find_phrase(const struct claim_words *words, const char *const *list)
{
    for (size_t i = 0; i < words->count; i++)
        for (size_t j = 0; list[j]; j++)
            if (matches(words, i, str_from(list[j])))
                return i;
    return words->count;
}

enum status catalog_claims_test(struct writing *writing, struct str text, bool *claims)
{
    struct claim_words words;
    enum status status = split(writing, text, &words);
    *claims = !status && find_phrase(&words, catalog_labels(writing)->never) < words.count;
    return status;
}

/* --- what is told of reviews --- */

/* The number that a word says, 0: none. */
static size_t number_of(const struct writing *writing, const struct word *word)
{
    const char *const *counts = catalog_labels(writing)->counts;
    for (size_t i = 0; counts[i]; i++)
        if (str_eq(word->folded, str_from(counts[i])))
            return i + 1;
    size_t number = 0;
    for (size_t i = 0; i < word->folded.len && i < 4; i++) {
        if (!ascii_is_digit(word->folded.data[i]))
            return 0;
        number = number * 10 + (size_t)(word->folded.data[i] - '0');
    }
    return number;
}

struct telling {
    size_t reviews; /* that the sentence names */
    bool is_of_counts;
};

static struct telling telling_of(const struct catalog_answer *answer, const struct checked_sentence *sentence)
{
    struct telling telling = {0};
    for (size_t i = 0; i < CITES && sentence->cites[i]; i++) {
        const char *kind = answer->fields->list[sentence->cites[i] - 1].name.data;
        telling.reviews += kind == fact_review;
        telling.is_of_counts |= kind == fact_review_count;
    }
    return telling;
}

/*
 * Is the number of reviewers the true one? It is the number of reviews that the sentence names, or of all that are
 * known. A sentence has room for three numbers of fields only: one that names three may speak of more.
 */
static bool is_true_number(const struct catalog_answer *answer, struct telling telling, size_t number)
{
    if (number == telling.reviews || number == answer->reviews)
        return true;
    if (telling.is_of_counts)
        return number <= answer->reviews;
    return telling.reviews == CITES && number > CITES && number <= answer->reviews;
}

static bool tells_truly(const struct writing *writing, const struct catalog_answer *answer,
                        const struct claim_words *words, struct telling telling)
{
    size_t at = find_phrase(words, catalog_labels(writing)->reviewers);
    bool is_told = telling.reviews || telling.is_of_counts;
    if (!is_told)
        return at == words->count;
    if (at == words->count || !answer->is_of_reviews)
        return false;
    for (size_t i = 0; i < at; i++) {
        size_t number = number_of(writing, &words->list[i]);
        if (number && !is_true_number(answer, telling, number))
            return false;
    }
    return true;
}

/* --- the answer --- */

static enum status judge(struct writing *writing, const struct catalog_answer *answer,
                         const struct checked_sentence *sentence, bool *stands, bool *is_of_reviews)
{
    struct claim_words words;
    struct telling telling = telling_of(answer, sentence);
    enum status status = split(writing, sentence->text, &words);
    *stands = !status && sentence->text.len && sentence->cites[0] &&
              find_phrase(&words, catalog_labels(writing)->never) == words.count &&
              (answer->is_list || tells_truly(writing, answer, &words, telling));
    *is_of_reviews = telling.reviews || telling.is_of_counts;
    if (answer->is_list && *is_of_reviews && !answer->is_of_reviews)
        *stands = false;
    return status;
}

enum status catalog_claims(struct writing *writing, const struct catalog_answer *answer, struct str said,
                           struct model_text *text, bool *cites_reviews)
{
    struct check_material material = {.excerpts = answer->fields->list,
                                      .count = answer->shown,
                                      .language = writing->brief.language,
                                      .system = answer->system};
    const struct check_wanted wanted = {.allows_lists = answer->is_list, .is_last = true, .needs_citations = true};
    struct catalog_text made = {.writing = writing};
    struct checked checked = {.count = 0};
    *cites_reviews = false;
    enum status status = framing_allowed(writing, &material.allowed);
    if (!status)
        status = check_prose(writing->arena, &material, &wanted, said, &checked, writing->err);
    if (!status)
        status = check_settle(writing->arena, &material, &checked, NULL, 0, false, writing->err);
    for (size_t i = 0; !status && i < checked.count; i++) {
        const struct checked_block *block = &checked.blocks[i];
        for (size_t j = 0; j < block->count && block->kind == TEXT_RUNNING && !status; j++) {
            const struct checked_sentence *sentence = &block->sentences[j];
            bool stands, is_of_reviews;
            status = judge(writing, answer, sentence, &stands, &is_of_reviews);
            if (status || !stands)
                continue;
            *cites_reviews |= is_of_reviews;
            if (answer->is_list)
                catalog_item(&made, STR(""), sentence->text);
            else
                catalog_sentence(&made, STR(""), sentence->text);
        }
    }
    *text = made.text;
    return status ? status : made.failed ? error_memory(writing->err) : OK;
}
