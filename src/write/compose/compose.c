/* Sections of the sources go to headings, and passages become text; the sections that are the brand's own. */
#include "write/compose/compose.h"

/* How much of the progress each part is: reading and outlining end at 0.3, finishing begins at 0.84. */
static const double first_part = 0.3, last_part = 0.84;

/* --- what is composed with --- */

/* The headings whose text may come from anywhere, as the sources' sections are assigned to them. */
static void assign_by_title(struct composer *composer)
{
    struct writing *writing = composer->writing;
    struct str *titles = ARENA_ARRAY(writing->arena, composer->plan->count + 1, struct str);
    if (!titles)
        return;
    for (size_t i = 0; i < composer->plan->count; i++) {
        const struct planned *heading = &composer->plan->headings[i];
        titles[i] = heading->is_of_brand || heading->section ? STR("") : heading->title;
    }
    writing_made(writing, passages_assign(&writing->corpus, writing->brief.subject, titles, composer->plan->count,
                                          composer->heading_of, writing->err));
}

/* A section that the plan names goes to its heading, with those inside it that have none of their own; what works an
 * example is no part of the text around it. */
static void assign_by_plan(struct composer *composer)
{
    const struct corpus *corpus = &composer->writing->corpus;
    const struct article_plan *plan = composer->plan;
    for (size_t i = 0; i < corpus->section_count; i++) {
        const struct source_section *section = &corpus->sections[i];
        int above = section->parent == NO_SECTION ? -1 : composer->heading_of[section->parent];
        if (above >= 0 && (size_t)above < plan->count && plan->headings[above].section && !section->is_example)
            composer->heading_of[i] = above;
        for (size_t j = 0; j < plan->count; j++)
            if (plan->headings[j].section == i + 1)
                composer->heading_of[i] = (int)j;
    }
}

static bool is_planned(const struct article_plan *plan, size_t section)
{
    for (size_t i = 0; i < plan->count; i++)
        if (plan->headings[i].section == section + 1)
            return true;
    return false;
}

/* Which heading the text of each section of the sources belongs to. What answers a question is kept for the FAQ, and
 * what the customer says of its brand for the sections that are about its service (compose_role.c). */
static void assign_sections(struct composer *composer)
{
    struct writing *writing = composer->writing;
    const struct corpus *corpus = &writing->corpus;
    composer->heading_of = ARENA_ARRAY(writing->arena, corpus->section_count + 1, int);
    if (!composer->heading_of)
        return;
    assign_by_title(composer);
    assign_by_plan(composer);
    for (size_t i = 0; i < corpus->section_count && config_bool(writing->config, "includeFaq"); i++)
        if (corpus->sections[i].is_question && !is_planned(composer->plan, i))
            composer->heading_of[i] = SECTION_KEPT_BACK;
    for (size_t i = 0; i < corpus->section_count && writing->has_brand_page; i++)
        if (corpus->sections[i].page + 1 == writing->page_count)
            composer->heading_of[i] = SECTION_KEPT_BACK;
}

enum status compose_begin(struct composer *composer)
{
    enum status status = compose_subject(composer->writing);
    if (!status)
        assign_sections(composer);
    return writing_end(composer->writing, status);
}

enum status compose_report(struct composer *composer, const char *what)
{
    double share = (double)composer->done++ / (double)(composer->plan->count + 2);
    return writing_progress(composer->writing, first_part + (last_part - first_part) * share, "%s", what);
}

/* --- texts --- */

static void mark_used(struct writing *writing, const struct model_text *text)
{
    for (size_t i = 0; i < text->count; i++)
        for (size_t j = 0; j < text->blocks[i].count; j++) {
            long id = text->blocks[i].sentences[j].id;
            if (corpus_sentence(&writing->corpus, id))
                used_add(&writing->used, (size_t)id);
        }
}

enum status compose_status(struct writing *writing, enum status status)
{
    if (status == E_INVALID)
        writing->err->code = code_name(CODE_MODEL_UNAVAILABLE);
    return status;
}

struct model_text compose_text(struct writing *writing, const struct passage *const *passages, size_t count)
{
    struct builtin_passage *made = ARENA_ARRAY(writing->arena, count + 1, struct builtin_passage);
    struct model_text text = {0};
    size_t filled = 0;
    for (size_t i = 0; made && i < count; i++) {
        made[filled] = compose_passage(writing, passages[i]);
        filled += made[filled].count > 0;
    }
    if (made && writing_made(writing, builtin_text(made, filled, writing->arena, &text, writing->err)))
        mark_used(writing, &text);
    return text;
}

void compose_append(struct writing *writing, struct model_text *text, const struct model_text *more)
{
    struct model_block *blocks = ARENA_ARRAY(writing->arena, text->count + more->count + 1, struct model_block);
    if (!blocks)
        return;
    if (text->count)
        memcpy(blocks, text->blocks, text->count * sizeof *blocks);
    if (more->count)
        memcpy(blocks + text->count, more->blocks, more->count * sizeof *blocks);
    *text = (struct model_text){blocks, text->count + more->count};
}

struct model_sentence compose_sentence(struct writing *writing, size_t page, size_t number)
{
    const struct source_sentence *sentence = &writing->corpus.sentences[number];
    used_add(&writing->used, number);
    return (struct model_sentence){
        .text = sentence->text, .source = (int)page, .id = (long)number, .spans = sentence->spans};
}

/* --- the call to action: what the brand says of itself, and the link to the customer's page; for want of both
 * nothing --- */

enum { CALL_SENTENCES = 2 /* one of each */ };

/* What it does in a sentence, where the article does not say it already. */
static void add_brand(struct writing *writing, struct model_block *block)
{
    struct str *list;
    size_t count = 0;
    if (writing->type->draws_on_brand || !writing_made(writing, brand_sentences(writing, &list, &count)) || !count)
        return;
    block->sentences[block->count++] =
        (struct model_sentence){.text = brand_attributed(writing, list[0]), .source = OWN_WORDS, .id = -1};
}

static enum status call_add_link(struct writing *writing, struct model_block *block)
{
    struct writing_brand_link link;
    enum status status = writing_call_link(writing, &link);
    if (status || !link.text.len)
        return status;
    return compose_status(writing, builtin_call(&writing->brief, link.text, link.url, writing->arena,
                                                &block->sentences[block->count++], writing->err));
}

enum status compose_call(struct composer *composer, struct draft_part *part)
{
    struct writing *writing = composer->writing;
    struct model_block *block = ARENA_NEW(writing->arena, struct model_block);
    struct model_sentence *sentences = ARENA_ARRAY(writing->arena, CALL_SENTENCES, struct model_sentence);
    if (!config_bool(writing->config, "includeCta") && !writing->type->always_calls)
        return OK;
    if (!block || !sentences)
        return error_memory(writing->err);
    block->sentences = sentences;
    add_brand(writing, block);
    enum status status = writing_end(writing, call_add_link(writing, block));
    if (status)
        return status;
    part->text = (struct model_text){block, block->count > 0};
    if (block->count)
        return OK;
    return writing_note(writing, "There is no call to action: the built-in writer knows of no page that it could lead "
                                 "to. Give the request a brand with an address, links or a description, or a domain "
                                 "with a page on the keyword.");
}

/* --- the section about the brand: its own sentences, which no source says --- */

enum {
    BRAND_WORDS = 140, /* as long as a section of many: more reads as advertising */
    PARAGRAPH = 4      /* sentences */
};

static size_t write_sentences(struct writing *writing, const struct str *list, size_t count,
                              struct model_sentence *sentences)
{
    size_t words = 0, written = 0;
    bool is_named = false;
    for (size_t i = 0; i < count; i++)
        is_named |= brand_find(writing, list[i], 0) < list[i].len;
    for (size_t i = 0; i < count && words < BRAND_WORDS; i++) {
        /* The heading says whose words these are; where no sentence does, the first is put so. */
        struct str text = i == 0 && !is_named ? brand_attributed(writing, list[i]) : list[i];
        sentences[written++] = (struct model_sentence){.text = text, .source = OWN_WORDS, .id = -1};
        words += words_count(text);
    }
    return written;
}

void compose_brand(struct composer *composer, struct drafted *drafted)
{
    struct writing *writing = composer->writing;
    struct str *list;
    size_t count = 0;
    if (!writing_made(writing, brand_sentences(writing, &list, &count)) || !count)
        return;
    struct model_sentence *sentences = ARENA_ARRAY(writing->arena, count, struct model_sentence);
    struct model_block *blocks = ARENA_ARRAY(writing->arena, count / PARAGRAPH + 1, struct model_block);
    if (!sentences || !blocks)
        return;
    size_t written = write_sentences(writing, list, count, sentences);
    drafted->text = (struct model_text){.blocks = blocks};
    for (size_t i = 0; i < written; i += PARAGRAPH)
        blocks[drafted->text.count++] = (struct model_block){
            .sentences = sentences + i, .count = written - i < PARAGRAPH ? written - i : PARAGRAPH};
}

/* --- questions that people ask, as searches told, with what the sources say of them --- */

enum {
    LEAST_WORDS = 3,      /* of a question: "Why basil?" asks nothing that can be answered */
    ASKED_MOST_WORDS = 18 /* a longer one is a story with a question in it */
};

/* An answer names this share of a question, by the weight of its words: more than half, so that it has the word that
 * the question is about. Two questions that share as much as the second ask the same. */
static const double answered_share = 0.6, same_share = 0.85;

struct asked_finding {
    struct writing *writing;
    struct vector *vectors; /* of the questions that are taken */
    struct compose_asked *list;
    size_t count;
};

static bool asked_is_on_subject(const struct topic *topic, const struct vector *question)
{
    for (size_t i = 0; i < question->count; i++)
        if (topic_has(topic, question->terms[i].id))
            return true;
    return false;
}

static bool asked_is_known(const struct asked_finding *finding, const struct vector *question)
{
    for (size_t i = 0; i < finding->count; i++)
        if (vector_cosine(&finding->vectors[i], question) >= same_share)
            return true;
    return false;
}

static bool may_answer(const struct writing *writing, const struct passage *passage, size_t number)
{
    const struct source_sentence *sentence = &writing->corpus.sentences[number];
    return sentence->stands_alone && !sentence->stays_in_section && !sentence->item && !passage->is_list &&
           !str_ends(sentence->text, STR(":")) && !str_ends(sentence->text, STR("?")) && !compose_says(writing, number);
}

/* The sentence that names most of the question, in a passage on the subject. */
static void find_answer(const struct writing *writing, const struct vector *question, struct compose_asked *asked)
{
    const struct corpus *corpus = &writing->corpus;
    for (size_t i = 0; i < corpus->passage_count; i++) {
        const struct passage *passage = &corpus->passages[i];
        if (writing->topics[0].pages[passage->page].tier == TOPIC_NOT ||
            corpus->sections[passage->section].tells_of_attack)
            continue;
        for (size_t j = passage->first; j < passage->first + passage->count; j++) {
            double share = vector_coverage(question, &corpus->sentences[j].vector);
            if (share <= asked->share || share < answered_share || !may_answer(writing, passage, j))
                continue;
            *asked = (struct compose_asked){asked->text, passage, j, share};
        }
    }
}

static void asked_take(struct asked_finding *finding, struct str text)
{
    struct writing *writing = finding->writing;
    struct compose_asked asked = {.text = text};
    size_t words = words_count(text);
    if (!str_ends(text, STR("?")) || words < LEAST_WORDS || words > ASKED_MOST_WORDS)
        return;
    struct vector vector = compose_vector(writing, text);
    if (!vector.count || !asked_is_on_subject(&writing->topics[0], &vector) || asked_is_known(finding, &vector))
        return;
    find_answer(writing, &vector, &asked);
    if (!asked.answer)
        return;
    finding->vectors[finding->count] = vector;
    finding->list[finding->count++] = asked;
}

struct compose_asked *compose_asked(struct writing *writing, size_t *count)
{
    size_t most = writing->question_count + 1;
    struct asked_finding finding = {.writing = writing,
                                    .vectors = ARENA_ARRAY(writing->arena, most, struct vector),
                                    .list = ARENA_ARRAY(writing->arena, most, struct compose_asked)};
    for (size_t i = 0; i < writing->question_count && !arena_failed(writing->arena); i++)
        asked_take(&finding, writing->questions[i]);
    *count = finding.count;
    return finding.list;
}
