/* How much of each section is about the keyword. */
#include "research/corpus/corpus.h"

#include <math.h>

static const double about_keyword = 0.8; /* share of the keyword that a passage or a heading around it must name ... */
static const double feedback_gain =
    1.5; /* ... for its words to count as the subject's; likeness to them is low by nature */
static const double often_named = 0.5; /* share of a text that names a part of the keyword, from which it is about it */

struct judge {
    struct corpus *corpus;
    struct vector keyword;
    double *titles;  /* by section: the keyword's share in its title and those around it */
    double *subject; /* by term: what passages about the keyword speak of */
    double *text;    /* by term: scratch, all zero between two sections */
};

static void add_passage(const struct corpus *corpus, const struct passage *passage, double *sum)
{
    for (size_t i = 0; i < passage->vector.count && passage->vector.norm > 0; i++)
        if (passage->vector.terms[i].id < corpus->idf_count)
            sum[passage->vector.terms[i].id] += passage->vector.terms[i].weight / passage->vector.norm;
}

static void read_titles(struct judge *judge)
{
    const struct corpus *corpus = judge->corpus;
    for (size_t i = 0; i < corpus->section_count; i++) {
        const struct source_section *section = &corpus->sections[i];
        double around = section->parent == NO_SECTION ? 0 : judge->titles[section->parent];
        double own = vector_coverage(&judge->keyword, &section->vector);
        judge->titles[i] = own > around ? own : around;
    }
}

static double passage_share(const struct judge *judge, const struct passage *passage)
{
    double titles = judge->titles[passage->section], text = vector_coverage(&judge->keyword, &passage->vector);
    return titles > text ? titles : text;
}

/* The words of the passages that are about the keyword beyond doubt (relevance feedback, Rocchio 1971). */
static void read_subject(struct judge *judge)
{
    const struct corpus *corpus = judge->corpus;
    double best = 0;
    for (size_t i = 0; i < corpus->passage_count; i++) {
        double share = passage_share(judge, &corpus->passages[i]);
        best = share > best ? share : best;
    }
    for (size_t i = 0; i < corpus->passage_count && best > 0; i++)
        if (passage_share(judge, &corpus->passages[i]) >= best * about_keyword)
            add_passage(corpus, &corpus->passages[i], judge->subject);
}

static double cosine(const double *a, const double *b, size_t count)
{
    double dot = 0, left = 0, right = 0;
    for (size_t i = 0; i < count; i++) {
        dot += a[i] * b[i];
        left += a[i] * a[i];
        right += b[i] * b[i];
    }
    return left > 0 && right > 0 ? dot / sqrt(left * right) : 0;
}

/* One past the last section inside section `number`. */
static size_t end_of_section(const struct corpus *corpus, size_t number)
{
    size_t end = number + 1;
    while (end < corpus->section_count && corpus->sections[end].page == corpus->sections[number].page &&
           corpus->sections[end].depth > corpus->sections[number].depth)
        end++;
    return end;
}

/* What the passages of a section say of the keyword. */
struct mention {
    double words;   /* all of them */
    double touched; /* words of passages that name any of the keyword's terms */
    double named;   /* words times the share of the keyword that their passage names */
};

static struct mention read_text(struct judge *judge, size_t number)
{
    const struct corpus *corpus = judge->corpus;
    size_t end = end_of_section(corpus, number);
    struct mention mention = {0};
    for (size_t i = 0; i < corpus->passage_count; i++) {
        const struct passage *passage = &corpus->passages[i];
        if (passage->section < number || passage->section >= end)
            continue;
        double share = vector_coverage(&judge->keyword, &passage->vector), words = (double)passage->words;
        add_passage(corpus, passage, judge->text);
        mention.words += words;
        mention.touched += share > 0 ? words : 0;
        mention.named += words * share;
    }
    return mention;
}

/* The best of three signs; likeness counts fully only where the text keeps naming the keyword or a part of it. */
static double rate_section(struct judge *judge, size_t number)
{
    const struct mention mention = read_text(judge, number);
    double best = judge->titles[number];
    if (mention.words > 0) {
        double likeness = feedback_gain * cosine(judge->text, judge->subject, judge->corpus->idf_count);
        double touched = mention.touched / mention.words / often_named, named = mention.named / mention.words;
        likeness *= touched < 1 ? touched : 1;
        best = named > best ? named : best;
        best = likeness > best ? likeness : best;
    }
    memset(judge->text, 0, judge->corpus->idf_count * sizeof *judge->text);
    return best < 1 ? best : 1;
}

enum status corpus_relevance(struct corpus *corpus, struct str keyword, double *relevance, struct error *err)
{
    struct judge judge = {.corpus = corpus};
    enum status status = corpus_vector(corpus, keyword, &judge.keyword, err);
    if (status)
        return status;
    judge.titles = ARENA_ARRAY(corpus->arena, corpus->section_count + 1, double);
    judge.subject = ARENA_ARRAY(corpus->arena, corpus->idf_count + 1, double);
    judge.text = ARENA_ARRAY(corpus->arena, corpus->idf_count + 1, double);
    if (!judge.titles || !judge.subject || !judge.text)
        return error_memory(err);
    read_titles(&judge);
    read_subject(&judge);
    for (size_t i = 0; i < corpus->section_count; i++)
        relevance[i] = rate_section(&judge, i);
    return OK;
}
