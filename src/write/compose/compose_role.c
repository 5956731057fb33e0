/* What is left of a passage; and the sections of a service page: passages that speak of benefits, of how it is done, of
 * what proves it. */
#include "write/compose/compose.h"

/* --- what is left of a passage where the article says some of it already --- */

/* The cells of a table's rows, each a sentence of its own. */
static void read_rows(struct writing *writing, const struct passage *passage, struct builtin_passage *made)
{
    size_t cells = 0;
    for (size_t i = 0; i < passage->row_count; i++)
        for (size_t j = 0; j < passage->rows[i].spans.count; j++)
            cells += passage->rows[i].spans.list[j].kind == SPAN_CELL;
    made->cells = ARENA_ARRAY(writing->arena, cells + 1, struct model_sentence);
    if (!made->cells)
        return;
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
                                   .is_ordered = passage->is_ordered};
    made.sentences = kept ? ARENA_ARRAY(writing->arena, count + 1, struct model_sentence) : NULL;
    made.count = made.sentences ? count : 0;
    for (size_t i = 0; i < made.count; i++) {
        const struct source_sentence *sentence = &writing->corpus.sentences[kept[i]];
        made.sentences[i] = (struct model_sentence){.text = sentence->text,
                                                    .source = made.source,
                                                    .id = (long)kept[i],
                                                    .item = sentence->item,
                                                    .term = sentence->term,
                                                    .spans = sentence->spans,
                                                    .code = sentence->code};
    }
    if (!made.count || kept[count - 1] + 1 != passage->first + passage->count)
        return made; /* what stands behind belongs to the last sentence */
    made.code = passage->code;
    if (passage->row_count)
        read_rows(writing, passage, &made);
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

/* --- which passages belong to a role --- */

enum {
    ROLE_WORDS = 170,  /* after which no more is added: the three sections of a page are as long as two of an article */
    MOST_PASSAGES = 8, /* of pages */
    TITLE_HITS = 3,    /* what a word in a heading counts: as much as in three sentences, which is a whole passage */
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

static size_t count_hits(struct writing *writing, const char *const *beginnings, struct str text)
{
    struct worded worded = compose_words(writing, text);
    size_t hits = 0;
    for (size_t i = 0; i < worded.count; i++)
        hits += begins_one(worded.words[i].folded, beginnings);
    return hits;
}

/* How often a passage and the headings around it name what belongs to the role. */
static size_t hits_of(struct writing *writing, const struct passage *passage, enum plan_role role)
{
    const struct corpus *corpus = &writing->corpus;
    const char *const *beginnings = words_of(writing->brief.language->cues, role);
    size_t hits = 0, in_titles = 0;
    for (size_t i = 0; i < passage->count; i++)
        hits += count_hits(writing, beginnings, corpus->sentences[passage->first + i].text);
    for (size_t at = passage->section; at != NO_SECTION && corpus->sections[at].depth > 0;
         at = corpus->sections[at].parent)
        in_titles += count_hits(writing, beginnings, corpus->sections[at].title);
    return hits + TITLE_HITS * in_titles;
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
static bool is_keyword(const struct worded *keyword, struct str stem)
{
    for (size_t i = 0; i < keyword->count; i++)
        if (str_eq(keyword->words[i].stem, stem))
            return true;
    return false;
}

/* Each of its sentences stands in one section: what counts and dates proves, what tells of steps and of time is how it
 * goes, everything else is what the client has from it. */
static enum plan_role brand_role(struct writing *writing, const struct passage *run)
{
    const struct cues *cues = writing->brief.language->cues;
    struct worded keyword = compose_words(writing, writing->brief.keyword);
    size_t proof = 0, process = 0;
    for (size_t i = 0; i < run->count; i++) {
        struct str text = writing->corpus.sentences[run->first + i].text;
        struct worded worded = compose_words(writing, text);
        proof += has_number(text);
        for (size_t j = 0; j < worded.count; j++) {
            struct str word = worded.words[j].folded;
            if (is_keyword(&keyword, worded.words[j].stem))
                continue;
            proof += begins_one(word, cues->proof) || begins_one(word, cues->own_proof);
            process += begins_one(word, cues->process) || begins_one(word, cues->own_process);
        }
    }
    return proof && proof >= process ? ROLE_PROOF : process ? ROLE_PROCESS : ROLE_BENEFITS;
}

/* --- what pages say --- */

/* 0: it does not fit the role, or fits another one better. Else what it names of it for each sentence, and up to one
 * more the nearer it stands to the beginning of its page. */
static double role_rate(struct writing *writing, const struct passage *passage, enum plan_role role)
{
    static const enum plan_role roles[ROLE_LISTS] = {ROLE_PROOF, ROLE_PROCESS, ROLE_BENEFITS};
    static const double late = 0.25; /* what the end of a page costs */
    size_t own = hits_of(writing, passage, role);
    for (size_t i = 0; i < ROLE_LISTS && own; i++)
        if (roles[i] != role && hits_of(writing, passage, roles[i]) > own)
            return 0;
    return own ? (double)own / (double)(1 + passage->count) + (1 - late * passage->position) : 0;
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

static struct passage *cut_run(struct collecting *collecting, const struct passage *whole, size_t from, size_t run)
{
    const struct corpus *corpus = &collecting->writing->corpus;
    struct passage *part = ARENA_NEW(collecting->writing->arena, struct passage);
    if (!part)
        return NULL;
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
    return part;
}

static void add_own(struct collecting *collecting, struct passage *run)
{
    if (brand_role(collecting->writing, run) != collecting->role)
        return;
    collecting->list[collecting->count++] = (struct scored){run, 0};
    collecting->own++;
}

/* Does an author speak of himself in it? On a service page he would be taken for the firm. */
static bool is_told_by_author(struct writing *writing, const struct passage *run)
{
    const struct cue_table *cues = cues_of(writing->brief.language);
    bool is = false;
    if (!cues)
        arena_fail(writing->arena);
    for (size_t i = 0; cues && i < run->count; i++) {
        struct worded worded = compose_words(writing, writing->corpus.sentences[run->first + i].text);
        is |= cues_found(cues, &worded) & CUE_BIT(CUE_SELF);
    }
    return is;
}

/* A run of another subject than the keyword's is left out. */
static void add_other(struct collecting *collecting, const struct passage *whole, struct passage *run)
{
    const struct corpus *corpus = &collecting->writing->corpus;
    double about = vector_coverage(&collecting->keyword, &whole->vector);
    for (size_t at = whole->section; at != NO_SECTION; at = corpus->sections[at].parent)
        about += vector_coverage(&collecting->keyword, &corpus->sections[at].vector);
    double score = about >= least_about ? role_rate(collecting->writing, run, collecting->role) : 0;
    if (score > 0 && !is_told_by_author(collecting->writing, run))
        collecting->list[collecting->count++] = (struct scored){run, score + about};
}

static void collect_from(struct collecting *collecting, bool own)
{
    const struct corpus *corpus = &collecting->writing->corpus;
    for (size_t i = 0; i < corpus->passage_count; i++) {
        const struct passage *passage = &corpus->passages[i];
        if (is_of_brand(collecting->writing, passage) != own || (!own && !passage->stands_alone))
            continue;
        for (size_t from = 0, run; from < passage->count; from += run) {
            run = own && !passage->is_list ? 1 : run_from(corpus, passage, from);
            struct passage *part = cut_run(collecting, passage, from, run);
            if (part && own)
                add_own(collecting, part);
            else if (part)
                add_other(collecting, passage, part);
        }
    }
}

/* What other firms are proud of proves nothing of this one. */
static bool takes_pages(const struct collecting *collecting)
{
    return collecting->role != ROLE_PROOF || !collecting->writing->has_brand_page;
}

static void role_collect(struct collecting *collecting)
{
    struct writing *writing = collecting->writing;
    collecting->keyword = compose_vector(writing, writing->brief.subject);
    collecting->list = ARENA_ARRAY(writing->arena, writing->corpus.sentence_count + 1, struct scored);
    if (!collecting->list)
        return;
    collect_from(collecting, true);
    if (takes_pages(collecting))
        collect_from(collecting, false);
}

/* --- the text --- */

struct role_chosen {
    struct builtin_passage *list;
    size_t count, words;
};

static void role_take(struct writing *writing, const struct passage *passage, struct role_chosen *chosen)
{
    struct builtin_passage *next = &chosen->list[chosen->count];
    *next = compose_passage(writing, passage);
    chosen->count += next->count > 0;
    chosen->words += passage->words;
    for (size_t i = 0; i < passage->count; i++)
        used_add(&writing->used, passage->first + i);
}

/* All that the brand says, then the best of the pages that the article does not say yet. */
static void role_choose(struct collecting *collecting, struct role_chosen *chosen)
{
    struct writing *writing = collecting->writing;
    const struct scored *list = collecting->list;
    for (size_t i = 0; i < collecting->own; i++)
        role_take(writing, list[i].passage, chosen);
    for (size_t taken = 0; taken < MOST_PASSAGES && chosen->words < ROLE_WORDS; taken++) {
        size_t best = collecting->count;
        for (size_t i = collecting->own; i < collecting->count; i++)
            if ((best == collecting->count || list[i].score > list[best].score) &&
                !compose_is_said(writing, list[i].passage))
                best = i;
        if (best == collecting->count)
            break;
        role_take(writing, list[best].passage, chosen);
    }
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
    role_collect(&collecting);
    *fits = collecting.count > 0;
    return writing_end(writing, OK);
}

void compose_role(struct composer *composer, size_t number, struct drafted *drafted)
{
    struct writing *writing = composer->writing;
    const struct planned *heading = &composer->plan->headings[number];
    struct collecting collecting = {.writing = writing, .role = heading->role};
    role_collect(&collecting);
    struct role_chosen chosen = {.list = ARENA_ARRAY(writing->arena, collecting.count + 1, struct builtin_passage)};
    if (!chosen.list)
        return;
    role_choose(&collecting, &chosen);
    writing_made(writing, builtin_text(chosen.list, chosen.count, writing->arena, &drafted->text, writing->err));
    if (!drafted->text.count)
        compose_note_role(writing, heading->title);
}
