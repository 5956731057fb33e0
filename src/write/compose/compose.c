#include "write/compose/compose.h"

/* How much of the progress each part is: reading and outlining end at 0.3, finishing begins at 0.84. */
static const double first_part = 0.3, last_part = 0.84;

/* --- what is composed with --- */

/* The headings whose text may come from anywhere, as the sources' sections are assigned to them. */
static enum status assign_by_title(struct composer *composer)
{
    struct writing *writing = composer->writing;
    struct str *titles = ARENA_ARRAY(writing->arena, composer->plan->count + 1, struct str);
    if (!titles)
        return error_memory(writing->err);
    for (size_t i = 0; i < composer->plan->count; i++) {
        const struct planned *heading = &composer->plan->headings[i];
        titles[i] = heading->is_of_brand || heading->section ? STR("") : heading->title;
    }
    return passages_assign(&writing->corpus, writing->brief.subject, titles, composer->plan->count,
                           composer->heading_of, writing->err);
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
static enum status assign_sections(struct composer *composer)
{
    struct writing *writing = composer->writing;
    const struct corpus *corpus = &writing->corpus;
    composer->heading_of = ARENA_ARRAY(writing->arena, corpus->section_count + 1, int);
    enum status status = composer->heading_of ? assign_by_title(composer) : error_memory(writing->err);
    if (status)
        return status;
    assign_by_plan(composer);
    for (size_t i = 0; i < corpus->section_count && config_bool(writing->config, "includeFaq"); i++)
        if (corpus->sections[i].is_question && !is_planned(composer->plan, i))
            composer->heading_of[i] = SECTION_KEPT_BACK;
    for (size_t i = 0; i < corpus->section_count && writing->has_brand_page; i++)
        if (corpus->sections[i].page + 1 == writing->page_count)
            composer->heading_of[i] = SECTION_KEPT_BACK;
    return OK;
}

enum status compose_begin(struct composer *composer)
{
    enum status status = compose_subject(composer->writing);
    return status ? status : assign_sections(composer);
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

enum status compose_text(struct writing *writing, const struct passage *const *passages, size_t count,
                         struct model_text *text)
{
    struct builtin_passage *made = ARENA_ARRAY(writing->arena, count + 1, struct builtin_passage);
    if (!made)
        return error_memory(writing->err);
    size_t filled = 0;
    for (size_t i = 0; i < count; i++) {
        made[filled] = compose_passage(writing, passages[i]);
        if (!made[filled].sentences)
            return error_memory(writing->err);
        filled += made[filled].count > 0;
    }
    enum status status = builtin_text(made, filled, writing->arena, text, writing->err);
    if (!status)
        mark_used(writing, text);
    return status;
}

/* The call to action: what the brand says of itself, and the link to the customer's page. There are no sentences for
 * want of both: they would say nothing. */

enum { MOST_SENTENCES = 2 };

/* What it does in a sentence, where the article does not say it already. */
static enum status add_brand(struct writing *writing, struct model_block *block)
{
    struct str *list;
    size_t count = 0;
    enum status status = writing->type->draws_on_brand ? OK : brand_sentences(writing, &list, &count);
    if (status || !count)
        return status;
    struct str text = brand_attributed(writing, list[0]);
    if (!text.data)
        return error_memory(writing->err);
    block->sentences[block->count++] = (struct model_sentence){.text = text, .source = OWN_WORDS, .id = -1};
    return OK;
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
    struct model_sentence *sentences = ARENA_ARRAY(writing->arena, MOST_SENTENCES, struct model_sentence);
    if (!config_bool(writing->config, "includeCta") && !writing->type->always_calls)
        return OK;
    if (!block || !sentences)
        return error_memory(writing->err);
    block->sentences = sentences;
    enum status status = add_brand(writing, block);
    if (!status)
        status = call_add_link(writing, block);
    if (status)
        return status;
    part->text = (struct model_text){block, block->count > 0};
    if (block->count)
        return OK;
    return writing_note(writing, "There is no call to action: the built-in writer knows of no page that it could lead "
                                 "to. Give the request a brand with an address, links or a description, or a domain "
                                 "with a page on the keyword.");
}

/* The section about the brand: its own sentences, which no source says. */

enum { MOST_WORDS = 140, PARAGRAPH = 4 };

static enum status write_sentences(struct writing *writing, const struct str *list, size_t count,
                                   struct model_sentence *sentences, size_t *written)
{
    size_t words = 0;
    bool is_named = false;
    *written = 0;
    for (size_t i = 0; i < count; i++)
        is_named |= brand_find(writing, list[i], 0) < list[i].len;
    for (size_t i = 0; i < count && words < MOST_WORDS; i++) {
        /* The heading says whose words these are; where no sentence does, the first is put so. */
        struct str text = i == 0 && !is_named ? brand_attributed(writing, list[i]) : list[i];
        if (!text.data)
            return error_memory(writing->err);
        sentences[(*written)++] = (struct model_sentence){.text = text, .source = OWN_WORDS, .id = -1};
        words += words_count(text);
    }
    return OK;
}

enum status compose_brand(struct composer *composer, struct drafted *drafted)
{
    struct writing *writing = composer->writing;
    struct str *list;
    size_t count, written;
    enum status status = brand_sentences(writing, &list, &count);
    if (status || !count)
        return status;
    struct model_sentence *sentences = ARENA_ARRAY(writing->arena, count, struct model_sentence);
    struct model_block *blocks = ARENA_ARRAY(writing->arena, count / PARAGRAPH + 1, struct model_block);
    if (!sentences || !blocks)
        return error_memory(writing->err);
    status = write_sentences(writing, list, count, sentences, &written);
    drafted->text = (struct model_text){.blocks = blocks};
    for (size_t i = 0; i < written && !status; i += PARAGRAPH)
        blocks[drafted->text.count++] = (struct model_block){
            .sentences = sentences + i, .count = written - i < PARAGRAPH ? written - i : PARAGRAPH};
    return status;
}

/* Questions that people ask about the subject, as searches told, with what the sources say of them. */

enum { LEAST_WORDS = 3, ASKED_MOST_WORDS = 18 };

/* An answer names this share of a question, by the weight of its words; two questions that share as much ask the same.
 */
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

static enum status asked_take(struct asked_finding *finding, struct str text)
{
    struct writing *writing = finding->writing;
    struct vector *vector = &finding->vectors[finding->count];
    struct compose_asked asked = {.text = text};
    size_t words = words_count(text);
    if (!str_ends(text, STR("?")) || words < LEAST_WORDS || words > ASKED_MOST_WORDS)
        return OK;
    enum status status = corpus_vector(&writing->corpus, text, vector, writing->err);
    if (status || !vector->count || !asked_is_on_subject(&writing->topics[0], vector) ||
        asked_is_known(finding, vector))
        return status;
    find_answer(writing, vector, &asked);
    if (asked.answer)
        finding->list[finding->count++] = asked;
    return OK;
}

enum status compose_asked(struct writing *writing, struct compose_asked **list, size_t *count)
{
    size_t most = writing->question_count + 1;
    struct asked_finding finding = {.writing = writing,
                                    .vectors = ARENA_ARRAY(writing->arena, most, struct vector),
                                    .list = ARENA_ARRAY(writing->arena, most, struct compose_asked)};
    enum status status = finding.vectors && finding.list ? OK : error_memory(writing->err);
    for (size_t i = 0; i < writing->question_count && !status; i++)
        status = asked_take(&finding, writing->questions[i]);
    *list = finding.list;
    *count = finding.count;
    return status;
}
