#include "write/compose/compose.h"

enum { PASSAGES_PER_PAGE = 3 };

/* How much of the progress each part is: reading and outlining end at 0.3, finishing begins at 0.84. */
static const double first_part = 0.3, last_part = 0.84;

/* --- what is composed with --- */

/* The caller's terms, separated by commas; only with seoOptimizationLevel "manual". */
static enum status read_entities(struct composer *composer)
{
    struct writing *writing = composer->writing;
    const char *list = config_string(writing->config, "extraEntitiesPrompt");
    if (!list || !config_is(writing->config, "seoOptimizationLevel", "manual"))
        return OK;
    size_t most = 1;
    for (const char *at = list; *at; at++)
        most += *at == ',';
    composer->entities = ARENA_ARRAY(writing->arena, most, struct str);
    if (!composer->entities)
        return error_memory(writing->err);
    struct str rest = str_from(list), piece;
    while (str_split(&rest, ',', &piece)) {
        piece = str_trim(piece);
        if (piece.len)
            composer->entities[composer->entity_count++] = piece;
    }
    return OK;
}

/* Which heading the text of each section of the sources belongs to. What answers a question is kept for the FAQ, and
 * what the customer says of its brand for the sections that are about its service (compose_role.c). */
static enum status assign_sections(struct composer *composer)
{
    struct writing *writing = composer->writing;
    struct corpus *corpus = &writing->corpus;
    struct str *titles = ARENA_ARRAY(writing->arena, composer->plan->count + 1, struct str);
    composer->heading_of = ARENA_ARRAY(writing->arena, corpus->section_count + 1, int);
    if (!titles || !composer->heading_of)
        return error_memory(writing->err);
    for (size_t i = 0; i < composer->plan->count; i++)
        titles[i] = composer->plan->headings[i].title;
    enum status status = passages_assign(corpus, writing->brief.subject, titles, composer->plan->count,
                                         composer->heading_of, writing->err);
    for (size_t i = 0; i < corpus->section_count && config_bool(writing->config, "includeFaq"); i++)
        if (corpus->sections[i].is_question)
            composer->heading_of[i] = SECTION_KEPT_BACK;
    for (size_t i = 0; i < corpus->section_count && writing->has_brand_page; i++)
        if (corpus->sections[i].page + 1 == writing->page_count)
            composer->heading_of[i] = SECTION_KEPT_BACK;
    return status;
}

enum status compose_begin(struct composer *composer)
{
    enum status status = writing_corpus(composer->writing);
    if (!status)
        status = read_entities(composer);
    return status ? status : assign_sections(composer);
}

enum status compose_report(struct composer *composer, const char *what)
{
    double share = (double)composer->done++ / (double)(composer->plan->count + 2);
    return writing_progress(composer->writing, first_part + (last_part - first_part) * share, "%s", what);
}

/* --- material --- */

enum status compose_rank(struct composer *composer, const struct passage_query *query, struct ranked_passage **ranked,
                         size_t *count)
{
    struct writing *writing = composer->writing;
    struct passage_query whole = *query;
    whole.keyword = writing->brief.subject;
    whole.owner = composer->heading_of;
    whole.entities = composer->entities;
    whole.entity_count = composer->entity_count;
    whole.max_per_page = writing->page_count > 1 ? PASSAGES_PER_PAGE : 0;
    if (!whole.heading.data)
        whole.heading = STR("");
    return passages_rank(&writing->corpus, &whole, &writing->used, writing->arena, ranked, count, writing->err);
}

struct builtin_passage compose_passage(struct writing *writing, const struct passage *passage, double score)
{
    const struct corpus *corpus = &writing->corpus;
    struct builtin_passage made = {.source = (int)passage->page,
                                   .section = passage->section,
                                   .place = passage->first,
                                   .paragraph = passage->block,
                                   .score = score,
                                   .count = passage->count};
    made.sentences = ARENA_ARRAY(writing->arena, passage->count + 1, struct model_sentence);
    for (size_t i = 0; made.sentences && i < passage->count; i++) {
        const struct source_sentence *sentence = &corpus->sentences[passage->first + i];
        made.sentences[i] = (struct model_sentence){.text = sentence->text,
                                                    .source = made.source,
                                                    .id = (long)(passage->first + i),
                                                    .item = sentence->item,
                                                    .term = sentence->term};
    }
    return made;
}

/* --- texts --- */

void compose_mark_used(struct writing *writing, const struct model_text *text)
{
    for (size_t i = 0; i < text->count; i++)
        for (size_t j = 0; j < text->blocks[i].count; j++) {
            long id = text->blocks[i].sentences[j].id;
            if (corpus_sentence(&writing->corpus, id))
                used_add(&writing->used, (size_t)id);
        }
}

/* Share of shingles from which two sentences say the same. */
static const double near_duplicate = 0.5;

bool compose_says(const struct writing *writing, size_t sentence)
{
    const struct source_sentence *list = writing->corpus.sentences;
    if (writing->used.flags[sentence])
        return true;
    for (size_t i = 0; i < writing->used.count; i++)
        if (shingles_overlap(&list[sentence].shingles, &list[writing->used.list[i]].shingles) >= near_duplicate)
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

enum status compose_ask(struct writing *writing, const struct builtin_text_request *request, struct model_text *text)
{
    enum status status = builtin_text(&writing->brief, request, writing->arena, text, writing->err);
    if (status == E_INVALID)
        writing->err->code = code_name(CODE_MODEL_UNAVAILABLE);
    return status;
}

enum status compose_text(struct writing *writing, const struct builtin_text_request *request,
                         const struct ranked_passage *ranked, size_t count, struct model_text *text)
{
    struct builtin_passage *passages = ARENA_ARRAY(writing->arena, count + 1, struct builtin_passage);
    if (!passages)
        return error_memory(writing->err);
    for (size_t i = 0; i < count; i++) {
        passages[i] = compose_passage(writing, ranked[i].passage, ranked[i].score);
        if (!passages[i].sentences)
            return error_memory(writing->err);
    }
    struct builtin_text_request whole = *request;
    whole.passages = passages;
    whole.count = count;
    enum status status = compose_ask(writing, &whole, text);
    if (!status)
        compose_mark_used(writing, text);
    return status;
}
