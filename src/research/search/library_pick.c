/* Picks the documents of a library that speak of a keyword. */
#include "research/search/library.h"

#include <math.h>
#include <stdlib.h>

static const double min_coverage = 0.5; /* share of the keyword's weight that a document must speak of */
static const double min_share = 0.2;    /* of the best document's score */
static const double saturation = 1.2;   /* as BM25's k1 */

struct keyword_term {
    struct str stem;
    double idf;
};

struct document_score {
    size_t number;
    double *frequency; /* by term of the keyword */
    double coverage, score;
};

struct picker {
    const struct library *library;
    struct str keyword;
    const struct language *language;
    struct arena *arena; /* until the documents are picked */
    struct error *err;
    struct keyword_term *terms;
    size_t term_count;
    int *term_of; /* by word of the library: the term that it is a form of, -1: none */
    struct document_score *documents;
};

static int find_term(const struct picker *picker, struct str stem)
{
    for (size_t i = 0; i < picker->term_count; i++)
        if (str_eq(picker->terms[i].stem, stem))
            return (int)i;
    return -1;
}

static enum status read_keyword(struct picker *picker)
{
    struct word *words;
    size_t count;
    enum status status = words_split(picker->arena, picker->keyword, picker->language, &words, &count, picker->err);
    if (status)
        return status;
    picker->terms = ARENA_ARRAY(picker->arena, count + 1, struct keyword_term);
    if (!picker->terms)
        return error_memory(picker->err);
    bool only_stops = true;
    for (size_t i = 0; i < count; i++)
        only_stops &= words[i].is_stop;
    for (size_t i = 0; i < count; i++)
        if ((only_stops || !words[i].is_stop) && find_term(picker, words[i].stem) < 0)
            picker->terms[picker->term_count++].stem = words[i].stem;
    return OK;
}

/* Finds the words of the library that are forms of the keyword's. library->words has one word a line; the number of the
 * line is that of the word. */
static enum status read_words(struct picker *picker)
{
    const struct str text = picker->library->words;
    struct word *words;
    size_t count, line = 0, at = 0;
    picker->term_of = ARENA_ARRAY(picker->arena, picker->library->word_count + 1, int);
    if (!picker->term_of)
        return error_memory(picker->err);
    for (size_t i = 0; i < picker->library->word_count; i++)
        picker->term_of[i] = -1;
    enum status status = words_split(picker->arena, text, picker->language, &words, &count, picker->err);
    for (size_t i = 0; !status && i < count; i++) {
        for (; at < words[i].start; at++)
            line += text.data[at] == '\n';
        int term = find_term(picker, words[i].stem);
        if (term >= 0)
            picker->term_of[line] = term;
    }
    return status;
}

static enum status count_document(struct picker *picker, size_t number)
{
    const struct library_document *document = &picker->library->documents[number];
    struct document_score *score = &picker->documents[number];
    score->number = number;
    score->frequency = ARENA_ARRAY(picker->arena, picker->term_count + 1, double);
    if (!score->frequency)
        return error_memory(picker->err);
    if (document->page.language && document->page.language != picker->language)
        return OK;
    for (size_t i = 0; i < document->use_count; i++) {
        int term = picker->term_of[document->uses[i].word];
        if (term >= 0)
            score->frequency[term] += document->uses[i].times;
    }
    return OK;
}

static void rate(struct picker *picker, size_t count)
{
    double weight = 0;
    for (size_t j = 0; j < picker->term_count; j++) {
        double holders = 0;
        for (size_t i = 0; i < count; i++)
            holders += picker->documents[i].frequency[j] > 0;
        picker->terms[j].idf = log(1 + ((double)count - holders + 0.5) / (holders + 0.5));
        weight += picker->terms[j].idf;
    }
    for (size_t i = 0; i < count; i++) {
        struct document_score *document = &picker->documents[i];
        for (size_t j = 0; j < picker->term_count; j++) {
            double frequency = document->frequency[j], idf = picker->terms[j].idf;
            document->coverage += frequency > 0 ? idf / weight : 0;
            document->score += idf * frequency / (frequency + saturation);
        }
    }
}

static int by_score(const void *left, const void *right)
{
    const struct document_score *a = left, *b = right;
    if (a->score != b->score)
        return a->score < b->score ? 1 : -1;
    return (a->number > b->number) - (a->number < b->number);
}

static int by_number(const void *left, const void *right)
{
    const struct document_score *a = left, *b = right;
    return (a->number > b->number) - (a->number < b->number);
}

/* Moves the documents that are good enough to the front of picker->documents, `most` at most; returns how many. */
static size_t keep_best(struct picker *picker, size_t most)
{
    size_t count = picker->library->count, kept = 0;
    qsort(picker->documents, count, sizeof *picker->documents, by_score);
    double best = picker->documents[0].score;
    for (size_t i = 0; i < count && kept < most; i++) {
        const struct document_score *document = &picker->documents[i];
        if (document->coverage >= min_coverage && document->score > 0 && document->score >= best * min_share)
            picker->documents[kept++] = *document;
    }
    qsort(picker->documents, kept, sizeof *picker->documents, by_number);
    return kept;
}

static enum status score_documents(struct picker *picker)
{
    picker->documents = ARENA_ARRAY(picker->arena, picker->library->count, struct document_score);
    enum status status = picker->documents ? read_keyword(picker) : error_memory(picker->err);
    if (!status)
        status = read_words(picker);
    for (size_t i = 0; i < picker->library->count && !status; i++)
        status = count_document(picker, i);
    if (!status)
        rate(picker, picker->library->count);
    return status;
}

enum status library_pick(const struct library *library, struct str keyword, const struct language *language,
                         size_t most, size_t *picked, size_t *count, struct error *err)
{
    *count = 0;
    if (!library->count)
        return OK;
    struct picker picker = {
        .library = library, .keyword = keyword, .language = language, .arena = arena_new(), .err = err};
    enum status status = picker.arena ? score_documents(&picker) : error_memory(err);
    if (!status)
        *count = keep_best(&picker, most);
    for (size_t i = 0; i < *count; i++)
        picked[i] = picker.documents[i].number;
    arena_free(picker.arena);
    return status;
}
