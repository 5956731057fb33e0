/* How well a sentence speaks of the subject: signs, whose weights were tuned on documentation in four languages, and
 * the likeness to the centroid, set by hand. */
#include "write/compose/lead/lead.h"

#include <math.h>

enum { SHORT = 10, LONG = 32, MANY_DIGITS = 3 };

static const double strict_definition = 1, wide_definition = 0.7, near_definition = 0.4;
static const double centroid_weight = 2, keyword_factor = 3;
static const double leaning = 0.6, bound = 1; /* lost by what leans back, and by what may not speak for an article */

static double definition_of(const struct definition *definition)
{
    if (!definition->kind || definition->is_subordinate || !definition->is_whole || definition->others > 1)
        return 0;
    if (definition->others == 1 || !definition->ends_with_head)
        return near_definition;
    return definition->kind == DEFINES_STRICTLY ? strict_definition : wide_definition;
}

static bool begins_with_subject(const struct topic *topic, const struct terms *terms)
{
    struct terms start = {terms->ids, terms->count < topic->terms.count + 1 ? terms->count : topic->terms.count + 1};
    return topic_holds(topic, &start, 1);
}

/* A path, an arrow, an option, a button. */
static bool has_code_marks(struct str text)
{
    static const char *const marks[] = {"→", "=>", "->", " --", " /", "\\", "](", "<", NULL};
    for (const char *const *mark = marks; *mark; mark++)
        if (str_find(text, str_from(*mark), 0) < text.len)
            return true;
    return false;
}

static size_t digits_of(struct str text)
{
    size_t count = 0;
    for (size_t i = 0; i < text.len; i++)
        count += ascii_is_digit(text.data[i]);
    return count;
}

static double signs_of(const struct lead *lead, const struct lead_sentence *sentence)
{
    const struct corpus *corpus = lead->corpus;
    const struct topic *topic = lead->topic;
    const struct source_sentence *source = &corpus->sentences[sentence->sentence];
    double heading = topic_likeness(topic, &corpus->sections[sentence->section].terms);
    double title = lead->titles[sentence->page];
    double position = corpus->passages[sentence->passage].position;
    double score = 1.4 * definition_of(&sentence->definition) + 0.8 * begins_with_subject(topic, &source->terms);
    score += 0.25 * topic_holds(topic, &source->terms, 0) + 0.21 * topic_share(topic, &source->terms);
    score += 0.5 * heading + 0.175 * title + 0.4 / (double)sentence->place * heading;
    score += 0.21 * lead_page_share(lead, sentence->page) - 0.21 * position;
    score += source->words >= SHORT && source->words <= LONG ? 0.2 : 0;
    score -= digits_of(source->text) > MANY_DIGITS ? 0.28 : 0;
    score -= has_code_marks(source->text) ? 0.15 : 0;
    score -= source->stands_alone ? 0 : leaning;
    return score - (source->stays_in_section ? bound : 0);
}

/* Summed over all sentences of the lead, each of length 1; terms of the subject count more. */
static double *make_centroid(const struct lead *lead, struct arena *arena)
{
    size_t size = lead->corpus->vocabulary.numbers.count;
    double *sum = ARENA_ARRAY(arena, size + 1, double);
    for (size_t i = 0; sum && i < lead->count; i++) {
        const struct vector *vector = &lead->corpus->sentences[lead->list[i].sentence].vector;
        for (size_t j = 0; j < vector->count && vector->norm > 0; j++)
            sum[vector->terms[j].id] += vector->terms[j].weight / vector->norm;
    }
    for (size_t i = 0; sum && i < size; i++)
        if (sum[i] > 0 && topic_has(lead->topic, (uint32_t)i))
            sum[i] *= keyword_factor;
    return sum;
}

static double length_of(const double *centroid, size_t size)
{
    double squares = 0;
    for (size_t i = 0; i < size; i++)
        squares += centroid[i] * centroid[i];
    return sqrt(squares);
}

static double likeness_to(const double *centroid, double length, const struct vector *vector)
{
    double sum = 0;
    for (size_t i = 0; i < vector->count; i++)
        sum += vector->terms[i].weight * centroid[vector->terms[i].id];
    return length > 0 && vector->norm > 0 ? sum / (length * vector->norm) : 0;
}

enum status lead_rate(struct lead *lead, struct arena *arena, struct error *err)
{
    const double *centroid = make_centroid(lead, arena);
    if (!centroid)
        return error_memory(err);
    double length = length_of(centroid, lead->corpus->vocabulary.numbers.count);
    for (size_t i = 0; i < lead->count; i++) {
        struct lead_sentence *sentence = &lead->list[i];
        const struct source_sentence *source = &lead->corpus->sentences[sentence->sentence];
        sentence->signs = signs_of(lead, sentence);
        sentence->rank = sentence->signs + centroid_weight * likeness_to(centroid, length, &source->vector);
    }
    return OK;
}
