#include "write/compose/compose.h"

/* How much of the progress each part is: reading and outlining end at 0.3, finishing begins at 0.84. */
static const double first_part = 0.3, last_part = 0.84;

/* --- what is composed with --- */

static enum status read_entities(struct composer *composer)
{
    struct writing *writing = composer->writing;
    if (writing->terms.is_found || !writing->terms.count)
        return OK;
    composer->entities = ARENA_ARRAY(writing->arena, writing->terms.count, struct str);
    if (!composer->entities)
        return error_memory(writing->err);
    for (size_t i = 0; i < writing->terms.count; i++)
        composer->entities[composer->entity_count++] = writing->terms.list[i].text;
    return OK;
}

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

/* Does the section belong to the heading of the one around it? What works an example is no part of the text around it.
 */
static bool goes_with(const struct source_section *section, size_t number, const struct planned *above)
{
    if (!above->section || section->is_example)
        return false;
    return !above->is_opening || (section->is_boilerplate && number == above->section);
}

/* A section that the plan names goes to its heading, with those inside it that have none of their own. */
static void assign_by_plan(struct composer *composer)
{
    const struct corpus *corpus = &composer->writing->corpus;
    const struct article_plan *plan = composer->plan;
    for (size_t i = 0; i < corpus->section_count; i++) {
        const struct source_section *section = &corpus->sections[i];
        int above = section->parent == NO_SECTION ? -1 : composer->heading_of[section->parent];
        if (above >= 0 && (size_t)above < plan->count && goes_with(section, i, &plan->headings[above]))
            composer->heading_of[i] = above;
        for (size_t j = 0; j < plan->count; j++)
            if (plan->headings[j].section == i + 1)
                composer->heading_of[i] = (int)j;
    }
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
        if (corpus->sections[i].is_question)
            composer->heading_of[i] = SECTION_KEPT_BACK;
    for (size_t i = 0; i < corpus->section_count && writing->has_brand_page; i++)
        if (corpus->sections[i].page + 1 == writing->page_count)
            composer->heading_of[i] = SECTION_KEPT_BACK;
    return OK;
}

enum status compose_begin(struct composer *composer)
{
    enum status status = compose_subject(composer->writing);
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
