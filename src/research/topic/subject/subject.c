/* Constants: measured on requests for titles, headings and link texts of 27 packages of documentation in four
 * languages, half of them with the pages that answer taken away. */
#include "research/topic/subject/subject.h"

#include "research/topic/subject/names.h"
#include "research/topic/subject/optional.h"
#include "research/topic/subject/pieces.h"
#include "research/topic/subject/sets.h"
#include "research/topic/subject/vocabulary.h"
#include "text/word_forms.h"

/* A number of the vocabulary, or one that no text has. */
static uint32_t number_of(const struct corpus *corpus, const struct subject_piece *piece, size_t at)
{
    uint32_t number;
    return topic_number(corpus, piece->stem, &number) ? number : UINT32_MAX - 1 - (uint32_t)at;
}

static enum status list_numbers(struct subject_reader *reader)
{
    const struct corpus *corpus = reader->topic->corpus;
    struct topic_match *match = reader->match;
    uint32_t *optional = ARENA_ARRAY(reader->arena, reader->count + 1, uint32_t);
    if (!optional)
        return error_memory(reader->err);
    for (size_t i = 0; i < match->count; i++)
        match->numbers[i] = number_of(corpus, &reader->pieces[i], i);
    for (size_t i = match->count; i < reader->count; i++)
        optional[i - match->count] = number_of(corpus, &reader->pieces[i], i);
    reader->topic->optional = (struct terms){optional, reader->count - match->count};
    return topic_subject_list(reader->topic, match, reader->arena, reader->err);
}

enum status topic_subject_list(struct topic *topic, const struct topic_match *match, struct arena *arena,
                               struct error *err)
{
    uint32_t *needed = ARENA_ARRAY(arena, match->count + 1, uint32_t);
    uint32_t *strong = ARENA_ARRAY(arena, match->count + 1, uint32_t);
    if (!needed || !strong)
        return error_memory(err);
    topic->terms = (struct terms){needed, 0};
    topic->strong = (struct terms){strong, 0};
    for (size_t i = 0; i < match->count; i++) {
        if (match->needed & stem_bit(i))
            needed[topic->terms.count++] = match->numbers[i];
        if (match->needed & match->strong & stem_bit(i))
            strong[topic->strong.count++] = match->numbers[i];
        if (match->head & stem_bit(i))
            topic->head = match->numbers[i];
    }
    return OK;
}

static enum status read_subject(struct subject_reader *reader)
{
    enum status status = words_split(reader->arena, reader->query->subject, reader->language, &reader->words,
                                     &reader->word_count, reader->err);
    if (!status)
        status = subject_pieces_read(reader);
    if (status)
        return status;
    subject_leave_out(reader);
    subject_sets_read(reader);
    subject_weigh(reader);
    status = subject_compare(reader);
    return status ? status : list_numbers(reader);
}

enum status topic_subject_read(struct topic *topic, const struct topic_query *query, struct arena *arena,
                               struct topic_match *match, struct error *err)
{
    static const struct keyword_words none;
    const struct language *language = topic->corpus->language;
    struct subject_reader reader = {
        .topic = topic,
        .query = query,
        .arena = arena,
        .match = match,
        .language = language,
        .frames = language && language->keyword_words ? language->keyword_words : &none,
        .stemmer = stemmer_new(language),
        .pages = topic_pages(topic->corpus, query),
        .err = err,
    };
    *match = (struct topic_match){0};
    enum status status = reader.stemmer ? read_subject(&reader) : error_memory(err);
    stemmer_free(reader.stemmer);
    return status;
}
