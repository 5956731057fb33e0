/* The sections of a service page: passages that speak of benefits, of how it is done, of what proves it. */
#include "write/compose/compose.h"

/* What is left of a passage where the article says some of it already. */

/* The cells of a table's rows, each a sentence of its own. */
static enum status read_rows(struct writing *writing, const struct passage *passage, struct builtin_passage *made)
{
    size_t cells = 0;
    for (size_t i = 0; i < passage->row_count; i++)
        for (size_t j = 0; j < passage->rows[i].spans.count; j++)
            cells += passage->rows[i].spans.list[j].kind == SPAN_CELL;
    made->cells = ARENA_ARRAY(writing->arena, cells + 1, struct model_sentence);
    if (!made->cells)
        return error_memory(writing->err);
    for (size_t i = 0; i < passage->row_count; i++)
        for (size_t j = 0; j < passage->rows[i].spans.count; j++) {
            const struct span *span = &passage->rows[i].spans.list[j];
            if (span->kind == SPAN_CELL)
                made->cells[made->cell_count++] =
                    (struct model_sentence){.text = {passage->rows[i].text.data + span->start, span->end - span->start},
                                            .source = made->source,
                                            .id = -1};
        }
    made->columns = cells / passage->row_count;
    if (made->columns * passage->row_count != cells)
        made->cell_count = 0; /* rows of different lengths are no table */
    return OK;
}

/* A list is whole or not there. What stands before the sentence that announces it may go. */
static size_t rest_of_list(const struct writing *writing, const struct passage *passage, size_t *kept)
{
    const struct source_sentence *sentences = &writing->corpus.sentences[passage->first];
    size_t from = 0, count = 0;
    while (from + 1 < passage->count && writing->used.flags[passage->first + from] && !sentences[from].item &&
           !sentences[from + 1].item && sentences[from + 1].stands_alone)
        from++;
    for (size_t i = from; i < passage->count; i++) {
        if (writing->used.flags[passage->first + i])
            return 0;
        kept[count++] = passage->first + i;
    }
    return count;
}

size_t compose_rest(const struct writing *writing, const struct passage *passage, size_t *kept)
{
    bool is_gap = false;
    size_t count = 0;
    if (passage->is_list)
        return rest_of_list(writing, passage, kept);
    for (size_t i = passage->first; i < passage->first + passage->count; i++) {
        is_gap = writing->used.flags[i] || (is_gap && !writing->corpus.sentences[i].stands_alone);
        if (!is_gap)
            kept[count++] = i;
    }
    return count;
}

struct builtin_passage compose_passage(struct writing *writing, const struct passage *passage)
{
    size_t *kept = ARENA_ARRAY(writing->arena, passage->count + 1, size_t);
    size_t count = kept ? compose_rest(writing, passage, kept) : 0;
    struct builtin_passage made = {.source = (int)passage->page,
                                   .section = passage->section,
                                   .place = passage->first,
                                   .paragraph = passage->block,
                                   .is_ordered = passage->is_ordered,
                                   .count = count};
    made.sentences = kept ? ARENA_ARRAY(writing->arena, count + 1, struct model_sentence) : NULL;
    for (size_t i = 0; made.sentences && i < count; i++) {
        const struct source_sentence *sentence = &writing->corpus.sentences[kept[i]];
        made.sentences[i] = (struct model_sentence){.text = sentence->text,
                                                    .source = made.source,
                                                    .id = (long)kept[i],
                                                    .item = sentence->item,
                                                    .term = sentence->term,
                                                    .spans = sentence->spans,
                                                    .code = sentence->code};
    }
    if (!count || kept[count - 1] + 1 != passage->first + passage->count)
        return made; /* what stands behind belongs to the last sentence */
    made.code = passage->code;
    if (made.sentences && passage->row_count && read_rows(writing, passage, &made))
        made.sentences = NULL;
    return made;
}

bool compose_says(const struct writing *writing, size_t sentence)
{
    const struct source_sentence *list = writing->corpus.sentences;
    if (writing->used.flags[sentence])
        return true;
    for (size_t i = 0; i < writing->used.count; i++)
        if (shingles_overlap(&list[sentence].shingles, &list[writing->used.list[i]].shingles, SENTENCE_SAID))
            return true;
    return false;
}

bool compose_is_said(const struct writing *writing, const struct passage *passage)
{
    for (size_t i = 0; i < passage->count; i++)
        if (compose_says(writing, passage->first + i))
            return true;
    return false;
}

enum {
    ROLE_WORDS = 170, /* after which no more is added */
    MOST_PASSAGES = 8,
    TITLE_HITS = 3, /* what a word in a heading counts */
    ROLE_LISTS = 3,
};

/* How much of the keyword a passage and the headings around it name together: of two words one says too little. */
static const double least_about = 0.4;

/* The beginnings of words for a role; NULL: the role has none. */
static const char *const *words_of(const struct cues *cues, enum plan_role role)
{
    return role == ROLE_BENEFITS  ? cues->benefits
           : role == ROLE_PROCESS ? cues->process
           : role == ROLE_PROOF   ? cues->proof
                                  : NULL;
}

static bool begins_one(struct str word, const char *const *beginnings)
{
    for (; beginnings && *beginnings; beginnings++)
        if (str_starts(word, str_from(*beginnings)))
            return true;
    return false;
}

static enum status count_hits(struct writing *writing, const char *const *beginnings, struct str text, size_t *hits)
{
    struct word *words;
    size_t count;
    enum status status = words_split(writing->arena, text, writing->brief.language, &words, &count, writing->err);
    for (size_t i = 0; i < count && !status; i++)
        *hits += begins_one(words[i].folded, beginnings);
    return status;
}

/* How often a passage and the headings around it name what belongs to the role. */
static enum status hits_of(struct writing *writing, const struct passage *passage, enum plan_role role, size_t *hits)
{
    const struct corpus *corpus = &writing->corpus;
    const char *const *beginnings = words_of(writing->brief.language->cues, role);
    size_t in_titles = 0;
    enum status status = OK;
    *hits = 0;
    for (size_t i = 0; i < passage->count && !status; i++)
        status = count_hits(writing, beginnings, corpus->sentences[passage->first + i].text, hits);
    for (size_t at = passage->section; at != NO_SECTION && corpus->sections[at].depth > 0 && !status;
         at = corpus->sections[at].parent)
        status = count_hits(writing, beginnings, corpus->sections[at].title, &in_titles);
    *hits += TITLE_HITS * in_titles;
    return status;
}

/* --- what the customer says of its brand --- */

static bool is_of_brand(const struct writing *writing, const struct passage *passage)
{
    return writing->has_brand_page && passage->page + 1 == writing->page_count;
}

/* A number with at least two digits: years, and how many were served. */
static bool has_number(struct str text)
{
    for (size_t i = 0; i + 1 < text.len; i++)
        if (ascii_is_digit(text.data[i]) && ascii_is_digit(text.data[i + 1]))
            return true;
    return false;
}

/* What is the service itself tells nothing of the section: an audit is no proof to somebody who audits. */
static bool is_keyword(const struct word *keyword, size_t count, struct str stem)
{
    for (size_t i = 0; i < count; i++)
        if (str_eq(keyword[i].stem, stem))
            return true;
    return false;
}

/* Each of its sentences stands in one section: what counts and dates proves, what tells of steps and of time is how it
 * goes, everything else is what the client has from it. */
static enum status brand_role(struct writing *writing, const struct passage *run, enum plan_role *role)
{
    const struct language *language = writing->brief.language;
    const struct cues *cues = language->cues;
    size_t proof = 0, process = 0, keyword_count, count;
    struct word *keyword, *words;
    enum status status =
        words_split(writing->arena, writing->brief.keyword, language, &keyword, &keyword_count, writing->err);
    for (size_t i = 0; i < run->count && !status; i++) {
        struct str text = writing->corpus.sentences[run->first + i].text;
        status = words_split(writing->arena, text, language, &words, &count, writing->err);
        proof += has_number(text);
        for (size_t j = 0; j < count && !status; j++) {
            struct str word = words[j].folded;
            if (is_keyword(keyword, keyword_count, words[j].stem))
                continue;
            proof += begins_one(word, cues->proof) || begins_one(word, cues->own_proof);
            process += begins_one(word, cues->process) || begins_one(word, cues->own_process);
        }
    }
    *role = proof && proof >= process ? ROLE_PROOF : process ? ROLE_PROCESS : ROLE_BENEFITS;
    return status;
}

/* --- what pages say --- */

/* 0: it does not fit the role, or fits another one better. */
static enum status role_rate(struct writing *writing, const struct passage *passage, enum plan_role role, double *score)
{
    static const enum plan_role roles[ROLE_LISTS] = {ROLE_PROOF, ROLE_PROCESS, ROLE_BENEFITS};
    size_t own = 0, hits;
    enum status status = hits_of(writing, passage, role, &own);
    *score = 0;
    for (size_t i = 0; i < ROLE_LISTS && own && !status; i++) {
        status = hits_of(writing, passage, roles[i], &hits);
        if (roles[i] != role && hits > own)
            return status;
    }
    *score = (double)own / (double)(1 + passage->count) + (own ? 1 - passage->position / 4 : 0);
    return status;
}

/* What is looked at by itself: a list, or a sentence that can open a paragraph with those behind it that need it. Of
 * one paragraph one sentence may tell a step and the next name a certificate. */
static size_t run_from(const struct corpus *corpus, const struct passage *passage, size_t from)
{
    size_t run = 1;
    if (passage->is_list)
        return passage->count;
    while (from + run < passage->count && !corpus->sentences[passage->first + from + run].stands_alone)
        run++;
    return run;
}

struct scored {
    const struct passage *passage;
    double score;
};

struct collecting {
    struct writing *writing;
    enum plan_role role;
    struct vector keyword;
    struct scored *list; /* of runs: the brand's own in their order, then those of pages */
    size_t count, own;
};

static enum status cut_run(struct collecting *collecting, const struct passage *whole, size_t from, size_t run,
                           struct passage **cut)
{
    const struct corpus *corpus = &collecting->writing->corpus;
    struct passage *part = ARENA_NEW(collecting->writing->arena, struct passage);
    if (!part)
        return error_memory(collecting->writing->err);
    *part = *whole;
    part->first = whole->first + from;
    part->count = run;
    part->words = 0;
    if (from + run < whole->count) {
        part->code = STR("");
        part->row_count = 0;
    }
    for (size_t i = 0; i < run; i++)
        part->words += corpus->sentences[part->first + i].words;
    *cut = part;
    return OK;
}

static enum status add_own(struct collecting *collecting, struct passage *run)
{
    enum plan_role role;
    enum status status = brand_role(collecting->writing, run, &role);
    if (!status && role == collecting->role) {
        collecting->list[collecting->count++] = (struct scored){run, 0};
        collecting->own++;
    }
    return status;
}

/* Does an author speak of himself in it? On a service page he would be taken for the firm. */
static enum status is_told_by_author(struct writing *writing, const struct passage *run, bool *is)
{
    const struct cue_table *cues = cues_of(writing->brief.language);
    struct worded worded;
    enum status status = cues ? OK : error_memory(writing->err);
    *is = false;
    for (size_t i = 0; i < run->count && !status; i++) {
        struct str text = writing->corpus.sentences[run->first + i].text;
        status = worded_split(writing->arena, text, writing->brief.language, &worded, writing->err);
        *is |= !status && cues_found(cues, &worded) & CUE_BIT(CUE_SELF);
    }
    return status;
}

/* A run of another subject than the keyword's is left out. */
static enum status add_other(struct collecting *collecting, const struct passage *whole, struct passage *run)
{
    const struct corpus *corpus = &collecting->writing->corpus;
    double about = vector_coverage(&collecting->keyword, &whole->vector), score = 0;
    for (size_t at = whole->section; at != NO_SECTION; at = corpus->sections[at].parent)
        about += vector_coverage(&collecting->keyword, &corpus->sections[at].vector);
    bool is_told = false;
    enum status status = about >= least_about ? role_rate(collecting->writing, run, collecting->role, &score) : OK;
    if (!status && score > 0)
        status = is_told_by_author(collecting->writing, run, &is_told);
    if (!status && score > 0 && !is_told)
        collecting->list[collecting->count++] = (struct scored){run, score + about};
    return status;
}

static enum status collect_from(struct collecting *collecting, bool own)
{
    const struct corpus *corpus = &collecting->writing->corpus;
    enum status status = OK;
    for (size_t i = 0; i < corpus->passage_count && !status; i++) {
        const struct passage *passage = &corpus->passages[i];
        if (is_of_brand(collecting->writing, passage) != own || (!own && !passage->stands_alone))
            continue;
        for (size_t from = 0, run; from < passage->count && !status; from += run) {
            struct passage *part = NULL;
            run = own && !passage->is_list ? 1 : run_from(corpus, passage, from);
            status = cut_run(collecting, passage, from, run, &part);
            if (!status)
                status = own ? add_own(collecting, part) : add_other(collecting, passage, part);
        }
    }
    return status;
}

/* What other firms are proud of proves nothing of this one. */
static bool takes_pages(const struct collecting *collecting)
{
    return collecting->role != ROLE_PROOF || !collecting->writing->has_brand_page;
}

static enum status role_collect(struct collecting *collecting)
{
    struct writing *writing = collecting->writing;
    struct corpus *corpus = &writing->corpus;
    enum status status = corpus_vector(corpus, writing->brief.subject, &collecting->keyword, writing->err);
    collecting->list = ARENA_ARRAY(writing->arena, corpus->sentence_count + 1, struct scored);
    if (!collecting->list)
        return error_memory(writing->err);
    if (!status)
        status = collect_from(collecting, true);
    return status || !takes_pages(collecting) ? status : collect_from(collecting, false);
}

/* --- the text --- */

struct role_chosen {
    struct builtin_passage *list;
    size_t count, words;
};

static enum status role_take(struct writing *writing, const struct passage *passage, struct role_chosen *chosen)
{
    struct builtin_passage *next = &chosen->list[chosen->count];
    *next = compose_passage(writing, passage);
    if (!next->sentences)
        return error_memory(writing->err);
    chosen->count += next->count > 0;
    chosen->words += passage->words;
    for (size_t i = 0; i < passage->count; i++)
        used_add(&writing->used, passage->first + i);
    return OK;
}

/* All that the brand says, then the best of the pages that the article does not say yet. */
static enum status role_choose(struct collecting *collecting, struct role_chosen *chosen)
{
    struct writing *writing = collecting->writing;
    const struct scored *list = collecting->list;
    enum status status = OK;
    for (size_t i = 0; i < collecting->own && !status; i++)
        status = role_take(writing, list[i].passage, chosen);
    for (size_t taken = 0; taken < MOST_PASSAGES && chosen->words < ROLE_WORDS && !status; taken++) {
        size_t best = collecting->count;
        for (size_t i = collecting->own; i < collecting->count; i++)
            if ((best == collecting->count || list[i].score > list[best].score) &&
                !compose_is_said(writing, list[i].passage))
                best = i;
        if (best == collecting->count)
            break;
        status = role_take(writing, list[best].passage, chosen);
    }
    return status;
}

enum status compose_note_role(struct writing *writing, struct str title)
{
    const char *who = writing->has_brand_page ? "neither the brand nor a source says" : "the sources say nothing";
    return writing_note(writing, "\"%.*s\" was left out: %s %s belongs there.", STR_ARG(title), who,
                        writing->has_brand_page ? "anything that" : "that");
}

enum status compose_fits_role(struct writing *writing, enum plan_role role, bool *fits)
{
    struct collecting collecting = {.writing = writing, .role = role};
    enum status status = role_collect(&collecting);
    *fits = collecting.count > 0;
    return status;
}

enum status compose_role(struct composer *composer, size_t number, struct drafted *drafted)
{
    struct writing *writing = composer->writing;
    const struct planned *heading = &composer->plan->headings[number];
    struct collecting collecting = {.writing = writing, .role = heading->role};
    struct role_chosen chosen = {0};
    enum status status = role_collect(&collecting);
    if (!status) {
        chosen.list = ARENA_ARRAY(writing->arena, collecting.count + 1, struct builtin_passage);
        status = chosen.list ? role_choose(&collecting, &chosen) : error_memory(writing->err);
    }
    if (!status)
        status = builtin_text(chosen.list, chosen.count, writing->arena, &drafted->text, writing->err);
    return status || drafted->text.count ? status : compose_note_role(writing, heading->title);
}
