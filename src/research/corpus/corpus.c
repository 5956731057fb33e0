/* Builds a corpus: reads the pages into sections, sentences and passages, then weighs their terms. */
#include "research/corpus/corpus.h"

#include "research/corpus/corpus_builder.h"

#include <math.h>
#include <stdlib.h>

static enum status corpus_read_page(struct corpus_builder *builder, size_t number)
{
    struct corpus *corpus = builder->corpus;
    const struct page *page = &corpus->pages[number];
    builder->page = number;
    builder->depth = 0;
    builder->kept_count = builder->kept_to = 0;
    builder->levels[0] = 0;
    builder->after_question = builder->is_first = builder->after_attack = false;
    struct str title = heading_clean(str_from(page->title));
    corpus_add_section(builder, title, NO_SECTION, 0, 0);
    builder->open[0] = corpus->section_count - 1;
    worded_split_again(builder->words, corpus->arena, title, &builder->page_title, NULL);
    enum status status = corpus_check_memory(builder);
    if (status || (page->language && page->language != corpus->language))
        return status;
    builder->scratch = arena_new();
    status = builder->scratch ? corpus_read_body(builder, page) : error_memory(builder->err);
    arena_free(builder->scratch);
    builder->scratch = NULL;
    return status;
}

/* A sentence that a page says, by its terms. */
struct corpus_said {
    uint64_t hash;
    size_t page;
};

static int by_hash(const void *left, const void *right)
{
    const struct corpus_said *a = left, *b = right;
    int order = (a->hash > b->hash) - (a->hash < b->hash);
    return order ? order : (a->page > b->page) - (a->page < b->page);
}

/* The sentences of all pages that are long enough to be told by their terms, those with the same terms side by side. */
static size_t list_said(const struct corpus *corpus, struct corpus_said *list)
{
    enum { FEWEST_TERMS = 4 };
    size_t count = 0;
    for (size_t i = 0; i < corpus->statement_count; i++) {
        const struct statement *statement = &corpus->statements[i];
        if (statement->terms.count < FEWEST_TERMS)
            continue;
        uint64_t hash = HASH_EMPTY;
        for (size_t j = 0; j < statement->terms.count; j++)
            hash = hash_add(statement->terms.ids[j], hash);
        list[count++] = (struct corpus_said){hash, corpus->sections[statement->section].page};
    }
    if (count)
        qsort(list, count, sizeof *list, by_hash);
    return count;
}

/* The end of the sentences with the same terms that one page says, from `at` on. */
static size_t end_of_page(const struct corpus_said *list, size_t count, size_t at)
{
    size_t end = at + 1;
    while (end < count && list[end].hash == list[at].hash && list[end].page == list[at].page)
        end++;
    return end;
}

/* shared[p * pages + q]: how many sentences of page p stand in page q too; in p itself: all. A sentence that a page
 * says twice counts as often. */
static void count_shared(const struct corpus_said *list, size_t count, size_t pages, size_t *shared)
{
    for (size_t first = 0, end; first < count; first = end) {
        for (end = first; end < count && list[end].hash == list[first].hash;)
            end = end_of_page(list, count, end);
        for (size_t i = first, next; i < end; i = next) {
            next = end_of_page(list, count, i);
            for (size_t j = first; j < end; j = end_of_page(list, count, j))
                shared[list[i].page * pages + list[j].page] += next - i;
        }
    }
}

/* The page that holds nearly all sentences of page p, the largest of those that hold most. Of two that hold each other
 * the one with more sentences stays, or the first. */
static size_t holder_of(const size_t *shared, size_t pages, size_t p)
{
    enum { FEWEST = 5, PERCENT = 80 };
    size_t all = shared[p * pages + p], holder = NO_PAGE;
    for (size_t q = 0; q < pages && all >= FEWEST; q++) {
        size_t there = shared[q * pages + q], both = shared[p * pages + q];
        bool stays = q != p && (there > all || (there == all && q < p));
        if (!stays || both * 100 < all * PERCENT)
            continue;
        size_t most = holder == NO_PAGE ? 0 : shared[p * pages + holder];
        if (both > most || (both == most && there > shared[holder * pages + holder]))
            holder = q;
    }
    return holder;
}

static void find_held_pages(struct corpus *corpus)
{
    size_t pages = corpus->page_count;
    corpus->held_by = ARENA_ARRAY(corpus->arena, pages, size_t);
    struct arena *scratch = arena_new();
    struct corpus_said *list = scratch ? ARENA_ARRAY(scratch, corpus->statement_count, struct corpus_said) : NULL;
    size_t *shared = list ? ARENA_ARRAY(scratch, pages * pages, size_t) : NULL;
    if (shared)
        count_shared(list, list_said(corpus, list), pages, shared);
    else
        arena_fail(corpus->arena);
    for (size_t p = 0; p < pages && shared && corpus->held_by; p++)
        corpus->held_by[p] = holder_of(shared, pages, p);
    arena_free(scratch);
}

/* No sentence of a section that tells of an attack speaks for an article. */
static void bind_attacks(struct corpus *corpus)
{
    for (size_t i = 0; i < corpus->passage_count; i++) {
        const struct passage *passage = &corpus->passages[i];
        bool tells = corpus->sections[passage->section].tells_of_attack;
        for (size_t j = 0; j < passage->count; j++)
            corpus->sentences[passage->first + j].stays_in_section |= tells;
    }
}

static void count_words(struct corpus *corpus)
{
    for (size_t i = 0; i < corpus->passage_count; i++)
        corpus->sections[corpus->passages[i].section].words += corpus->passages[i].words;
    for (size_t i = corpus->section_count; i-- > 0;) {
        struct source_section *section = &corpus->sections[i];
        section->total_words += section->words;
        if (section->parent != NO_SECTION)
            corpus->sections[section->parent].total_words += section->total_words;
    }
}

static void sum_passages(struct corpus *corpus)
{
    for (size_t i = 0; i < corpus->passage_count; i++) {
        struct passage *passage = &corpus->passages[i];
        const struct vector **parts = ARENA_ARRAY(corpus->arena, passage->count, const struct vector *);
        if (!parts)
            return;
        for (size_t j = 0; j < passage->count; j++)
            parts[j] = &corpus->sentences[passage->first + j].vector;
        passage->vector = vector_sum(corpus->arena, parts, passage->count);
    }
}

static void corpus_weigh(const struct corpus *corpus, struct vector *vector)
{
    vector_weigh(vector, corpus->idf, corpus->idf_count, corpus->rarest);
}

/* By how many passages say them. */
static void weigh_terms(struct corpus *corpus)
{
    corpus->idf_count = corpus->vocabulary.numbers.count;
    corpus->idf = ARENA_ARRAY(corpus->arena, corpus->idf_count, double);
    if (!corpus->idf)
        return;
    for (size_t i = 0; i < corpus->passage_count; i++)
        for (size_t j = 0; j < corpus->passages[i].vector.count; j++)
            corpus->idf[corpus->passages[i].vector.terms[j].id] += 1;
    double all = (double)corpus->passage_count;
    for (size_t i = 0; i < corpus->idf_count; i++) {
        corpus->idf[i] = word_rarity(corpus->idf[i], all);
        corpus->rarest = corpus->idf[i] > corpus->rarest ? corpus->idf[i] : corpus->rarest;
    }
    for (size_t i = 0; i < corpus->passage_count; i++)
        corpus_weigh(corpus, &corpus->passages[i].vector);
    for (size_t i = 0; i < corpus->sentence_count; i++)
        corpus_weigh(corpus, &corpus->sentences[i].vector);
    for (size_t i = 0; i < corpus->section_count; i++)
        corpus_weigh(corpus, &corpus->sections[i].vector);
}

enum status corpus_build(struct arena *arena, const struct page *pages, size_t count,
                         const struct corpus_options *options, struct corpus *corpus, struct error *err)
{
    *corpus = (struct corpus){.arena = arena, .language = options->language, .pages = pages, .page_count = count};
    vocabulary_init(&corpus->vocabulary, arena);
    struct corpus_builder builder = {.corpus = corpus,
                                     .cues = cues_of(options->language),
                                     .cancel = options->cancel,
                                     .with_item_code = options->with_item_code,
                                     .err = err};
    builder.max_words = options->max_sentence_words ? options->max_sentence_words : SENTENCE_MAX_WORDS;
    builder.words = word_memory_new(options->language);
    enum status status = builder.cues && builder.words ? OK : error_memory(err);
    for (size_t i = 0; i < count && !status; i++)
        status = corpus_read_page(&builder, i);
    word_memory_free(builder.words);
    if (status)
        return status;
    sum_passages(corpus);
    weigh_terms(corpus);
    find_held_pages(corpus);
    count_words(corpus);
    bind_attacks(corpus);
    return corpus_check_memory(&builder);
}

static struct vector vector_of(struct corpus *corpus, struct str text)
{
    struct worded worded;
    worded_split(corpus->arena, text, corpus->language, &worded, NULL);
    struct vector vector = vector_from_words(&corpus->vocabulary, &worded);
    corpus_weigh(corpus, &vector);
    return vector;
}

enum status corpus_vector(struct corpus *corpus, struct str text, struct vector *vector, struct error *err)
{
    *vector = vector_of(corpus, text);
    return arena_failed(corpus->arena) ? error_memory(err) : OK;
}

const struct source_sentence *corpus_sentence(const struct corpus *corpus, long number)
{
    return number >= 0 && (size_t)number < corpus->sentence_count ? &corpus->sentences[number] : NULL;
}

enum status used_init(const struct corpus *corpus, struct arena *arena, struct used_sentences *used, struct error *err)
{
    used->count = 0;
    used->flags = ARENA_ARRAY(arena, corpus->sentence_count + 1, bool);
    used->list = ARENA_ARRAY(arena, corpus->sentence_count + 1, size_t);
    return used->flags && used->list ? OK : error_memory(err);
}

void used_add(struct used_sentences *used, size_t sentence)
{
    if (!used->flags[sentence])
        used->list[used->count++] = sentence;
    used->flags[sentence] = true;
}

size_t corpus_section_end(const struct corpus *corpus, size_t section)
{
    const struct source_section *sections = corpus->sections;
    size_t end = section + 1;
    while (end < corpus->section_count && sections[end].page == sections[section].page &&
           sections[end].depth > sections[section].depth)
        end++;
    return end;
}

size_t corpus_section_root(const struct corpus *corpus, size_t section)
{
    while (corpus->sections[section].parent != NO_SECTION)
        section = corpus->sections[section].parent;
    return section;
}

bool terms_have(const struct terms *terms, uint32_t id)
{
    for (size_t i = 0; i < terms->count; i++)
        if (terms->ids[i] == id)
            return true;
    return false;
}

/* --- what sections of the sources are about: the keyword, or a heading of the article --- */

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
    struct relevance found = {
        .corpus = corpus,
        .keyword = vector_of(corpus, keyword),
        .titles = ARENA_ARRAY(corpus->arena, corpus->section_count + 1, double),
        .subject = ARENA_ARRAY(corpus->arena, corpus->idf_count + 1, double),
        .text = ARENA_ARRAY(corpus->arena, corpus->idf_count + 1, double),
    };
    if (arena_failed(corpus->arena))
        return error_memory(err);
    read_titles(&found);
    relevance_read_subject(&found);
    for (size_t i = 0; i < corpus->section_count; i++)
        relevance[i] = rate_section(&found, i);
    return OK;
}

/* --- to which heading they belong --- */

static const double heading_alike = 0.75; /* cosine from which two headings mean the same */

/* A heading's words but those of the keyword, each as good as another. */
static struct vector heading_vector(struct corpus *corpus, struct str heading, const struct vector *keyword)
{
    struct vector vector = vector_of(corpus, heading);
    vector_without(&vector, keyword);
    vector_flatten(&vector);
    return vector;
}

enum status passages_assign(struct corpus *corpus, struct str keyword, const struct str *headings, size_t count,
                            int *owner, struct error *err)
{
    struct vector about = vector_of(corpus, keyword);
    struct vector *wanted = ARENA_ARRAY(corpus->arena, count + 1, struct vector);
    for (size_t i = 0; i < count && wanted; i++)
        wanted[i] = heading_vector(corpus, headings[i], &about);
    for (size_t i = 0; i < corpus->section_count && wanted; i++) {
        const struct source_section *section = &corpus->sections[i];
        struct vector title = heading_vector(corpus, section->title, &about);
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
    return arena_failed(corpus->arena) ? error_memory(err) : OK;
}
