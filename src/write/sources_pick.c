/* Which documents of a library speak of the keyword? */
#include "write/writing.h"

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
    struct writing *writing;
    struct keyword_term *terms;
    size_t term_count;
    struct document_score *documents;
};

static enum status read_keyword(struct picker *picker)
{
    struct writing *writing = picker->writing;
    struct word *words;
    size_t count;
    enum status status =
        words_split(writing->arena, writing->brief.keyword, writing->brief.language, &words, &count, writing->err);
    if (status)
        return status;
    picker->terms = ARENA_ARRAY(writing->arena, count + 1, struct keyword_term);
    if (!picker->terms)
        return error_memory(writing->err);
    bool only_stops = true;
    for (size_t i = 0; i < count; i++)
        only_stops &= words[i].is_stop;
    for (size_t i = 0; i < count; i++)
        if (only_stops || !words[i].is_stop)
            picker->terms[picker->term_count++].stem = words[i].stem;
    return OK;
}

static enum status count_text(struct picker *picker, struct str text, struct document_score *document)
{
    struct writing *writing = picker->writing;
    struct word *words;
    size_t count;
    enum status status = words_split(writing->arena, text, writing->brief.language, &words, &count, writing->err);
    for (size_t i = 0; i < count && !status; i++)
        for (size_t j = 0; j < picker->term_count; j++)
            document->frequency[j] += str_eq(words[i].stem, picker->terms[j].stem);
    return status;
}

static enum status count_document(struct picker *picker, const struct page *page, struct document_score *document)
{
    document->frequency = ARENA_ARRAY(picker->writing->arena, picker->term_count + 1, double);
    if (!document->frequency)
        return error_memory(picker->writing->err);
    if (page->language && page->language != picker->writing->brief.language)
        return OK;
    enum status status = count_text(picker, str_from(page->title), document);
    for (size_t i = 0; i < page->count && !status; i++)
        status = count_text(picker, page->blocks[i].text, document);
    return status;
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

enum status sources_pick(struct writing *writing, struct page *pages, size_t *count, size_t most)
{
    struct picker picker = {.writing = writing};
    picker.documents = ARENA_ARRAY(writing->arena, *count + 1, struct document_score);
    if (!picker.documents)
        return error_memory(writing->err);
    enum status status = read_keyword(&picker);
    for (size_t i = 0; i < *count && !status; i++) {
        picker.documents[i].number = i;
        status = count_document(&picker, &pages[i], &picker.documents[i]);
    }
    if (status || !*count)
        return status;
    rate(&picker, *count);
    qsort(picker.documents, *count, sizeof *picker.documents, by_score);
    double best = picker.documents[0].score;
    size_t kept = 0;
    for (size_t i = 0; i < *count && kept < most; i++) {
        const struct document_score *document = &picker.documents[i];
        if (document->coverage >= min_coverage && document->score > 0 && document->score >= best * min_share)
            picker.documents[kept++] = *document;
    }
    qsort(picker.documents, kept, sizeof *picker.documents, by_number);
    for (size_t i = 0; i < kept; i++)
        pages[i] = pages[picker.documents[i].number];
    *count = kept;
    return OK;
}
