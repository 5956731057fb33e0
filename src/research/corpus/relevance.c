/* What sections of the sources are about: the keyword, or a heading of the article. */
#include "research/corpus/corpus.h"

#include <math.h>

/* Share of the keyword that a passage or a heading around it names, from which its words count as those of the
 * subject. */
static const double about_keyword = 0.8;

/* Factor on the likeness to those words, which is low even for texts on the subject. */
static const double feedback_gain = 1.5;

/* Share of a text that names a part of the keyword, from which it is about it. */
static const double often_named = 0.5;

struct relevance {
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

static void read_titles(struct relevance *relevance)
{
    const struct corpus *corpus = relevance->corpus;
    for (size_t i = 0; i < corpus->section_count; i++) {
        const struct source_section *section = &corpus->sections[i];
        double around = section->parent == NO_SECTION ? 0 : relevance->titles[section->parent];
        double own = vector_coverage(&relevance->keyword, &section->vector);
        relevance->titles[i] = own > around ? own : around;
    }
}

static double passage_share(const struct relevance *relevance, const struct passage *passage)
{
    double titles = relevance->titles[passage->section], text = vector_coverage(&relevance->keyword, &passage->vector);
    return titles > text ? titles : text;
}

/* Sums the words of the passages that are certainly about the keyword (relevance feedback, Rocchio 1971). */
static void relevance_read_subject(struct relevance *relevance)
{
    const struct corpus *corpus = relevance->corpus;
    double best = 0;
    for (size_t i = 0; i < corpus->passage_count; i++) {
        double share = passage_share(relevance, &corpus->passages[i]);
        best = share > best ? share : best;
    }
    for (size_t i = 0; i < corpus->passage_count && best > 0; i++)
        if (passage_share(relevance, &corpus->passages[i]) >= best * about_keyword)
            add_passage(corpus, &corpus->passages[i], relevance->subject);
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

/* What the passages of a section say of the keyword. */
struct relevance_mention {
    double words;   /* all of them */
    double touched; /* words of passages that name any of the keyword's terms */
    double named;   /* words times the share of the keyword that their passage names */
};

static struct relevance_mention relevance_read_text(struct relevance *relevance, size_t number)
{
    const struct corpus *corpus = relevance->corpus;
    size_t end = corpus_section_end(corpus, number);
    struct relevance_mention mention = {0};
    for (size_t i = 0; i < corpus->passage_count; i++) {
        const struct passage *passage = &corpus->passages[i];
        if (passage->section < number || passage->section >= end)
            continue;
        double share = vector_coverage(&relevance->keyword, &passage->vector), words = (double)passage->words;
        add_passage(corpus, passage, relevance->text);
        mention.words += words;
        mention.touched += share > 0 ? words : 0;
        mention.named += words * share;
    }
    return mention;
}

/* The largest of three figures: what the headings name, what the text names, and how like the subject the text is. The
 * last counts fully only where the text keeps naming the keyword or a part of it. */
static double rate_section(struct relevance *relevance, size_t number)
{
    const struct relevance_mention mention = relevance_read_text(relevance, number);
    double best = relevance->titles[number];
    if (mention.words > 0) {
        double likeness = feedback_gain * cosine(relevance->text, relevance->subject, relevance->corpus->idf_count);
        double touched = mention.touched / mention.words / often_named, named = mention.named / mention.words;
        likeness *= touched < 1 ? touched : 1;
        best = named > best ? named : best;
        best = likeness > best ? likeness : best;
    }
    memset(relevance->text, 0, relevance->corpus->idf_count * sizeof *relevance->text);
    return best < 1 ? best : 1;
}

enum status corpus_relevance(struct corpus *corpus, struct str keyword, double *relevance, struct error *err)
{
    struct relevance found = {.corpus = corpus};
    enum status status = corpus_vector(corpus, keyword, &found.keyword, err);
    if (status)
        return status;
    found.titles = ARENA_ARRAY(corpus->arena, corpus->section_count + 1, double);
    found.subject = ARENA_ARRAY(corpus->arena, corpus->idf_count + 1, double);
    found.text = ARENA_ARRAY(corpus->arena, corpus->idf_count + 1, double);
    if (!found.titles || !found.subject || !found.text)
        return error_memory(err);
    read_titles(&found);
    relevance_read_subject(&found);
    for (size_t i = 0; i < corpus->section_count; i++)
        relevance[i] = rate_section(&found, i);
    return OK;
}

/* --- to which heading they belong --- */

static const double heading_alike = 0.75; /* cosine from which two headings mean the same */

enum status passages_assign(struct corpus *corpus, struct str keyword, const struct str *headings, size_t count,
                            int *owner, struct error *err)
{
    struct vector about;
    struct vector *wanted = ARENA_ARRAY(corpus->arena, count + 1, struct vector);
    enum status status = wanted ? corpus_vector(corpus, keyword, &about, err) : error_memory(err);
    for (size_t i = 0; i < count && !status; i++) {
        status = corpus_vector(corpus, headings[i], &wanted[i], err);
        if (!status) {
            vector_without(&wanted[i], &about);
            vector_flatten(&wanted[i]);
        }
    }
    for (size_t i = 0; i < corpus->section_count && !status; i++) {
        const struct source_section *section = &corpus->sections[i];
        struct vector title;
        status = corpus_vector(corpus, section->title, &title, err);
        if (status)
            break;
        vector_without(&title, &about);
        vector_flatten(&title);
        double best = heading_alike;
        owner[i] = section->parent == NO_SECTION ? -1 : owner[section->parent];
        for (size_t j = 0; j < count; j++) {
            double likeness = vector_cosine(&title, &wanted[j]);
            if (likeness < best)
                continue;
            best = likeness + 1e-9; /* of two headings that are equally like it the first one wins */
            owner[i] = (int)j;
        }
    }
    return status;
}
