#include "write/draft.h"

#include "write/ask.h"

enum { PASSAGES_PER_PAGE = 3 };

/* How much of the progress each part is: reading and outlining end at 0.3, finishing begins at 0.84. */
static const double first_part = 0.3, last_part = 0.84;

const struct draft_part *draft_find(const struct draft *draft, enum article_part kind)
{
    static const struct draft_part nothing = {0};
    for (size_t i = 0; i < draft->count; i++)
        if (draft->parts[i].kind == kind)
            return &draft->parts[i];
    return &nothing;
}

bool draft_has_text(const struct draft_part *part, size_t heading)
{
    if (part->headings[heading].text.count)
        return true;
    for (size_t i = heading + 1; i < part->count && part->headings[i].level > part->headings[heading].level; i++)
        if (part->headings[i].text.count)
            return true;
    return false;
}

/* --- what is drafted with --- */

/* The caller's terms, separated by commas; only with seoOptimizationLevel "manual". */
static enum status read_entities(struct drafter *drafter)
{
    struct writing *writing = drafter->writing;
    const char *list = config_string(writing->config, "extraEntitiesPrompt");
    if (!list || !config_is(writing->config, "seoOptimizationLevel", "manual"))
        return OK;
    size_t most = 1;
    for (const char *at = list; *at; at++)
        most += *at == ',';
    drafter->entities = ARENA_ARRAY(writing->arena, most, struct str);
    if (!drafter->entities)
        return error_memory(writing->err);
    struct str rest = str_from(list), piece;
    while (str_split(&rest, ',', &piece)) {
        piece = str_trim(piece);
        if (piece.len)
            drafter->entities[drafter->entity_count++] = piece;
    }
    return OK;
}

static enum status lay_out_headings(struct drafter *drafter)
{
    struct writing *writing = drafter->writing;
    const struct builtin_outline *outline = &drafter->outline->outline;
    size_t count = 0;
    for (size_t i = 0; i < outline->count; i++)
        count += 1 + outline->sections[i].count;
    drafter->headings = ARENA_ARRAY(writing->arena, count + 1, const struct builtin_section *);
    if (!drafter->headings)
        return error_memory(writing->err);
    for (size_t i = 0; i < outline->count; i++) {
        const struct builtin_section *section = &outline->sections[i];
        drafter->headings[drafter->heading_count++] = section;
        for (size_t j = 0; j < section->count; j++)
            drafter->headings[drafter->heading_count++] = &section->subsections[j];
    }
    return OK;
}

/* Which heading the text of each section of the sources belongs to. What answers a question is kept for the FAQ. */
static enum status assign_sections(struct drafter *drafter)
{
    struct writing *writing = drafter->writing;
    struct corpus *corpus = &writing->corpus;
    struct str *titles = ARENA_ARRAY(writing->arena, drafter->heading_count + 1, struct str);
    drafter->heading_of = ARENA_ARRAY(writing->arena, corpus->section_count + 1, int);
    if (!titles || !drafter->heading_of)
        return error_memory(writing->err);
    for (size_t i = 0; i < drafter->heading_count; i++)
        titles[i] = drafter->headings[i]->title;
    enum status status = passages_assign(corpus, writing->brief.keyword, titles, drafter->heading_count,
                                         drafter->heading_of, writing->err);
    for (size_t i = 0; i < corpus->section_count && config_bool(writing->config, "includeFaq"); i++)
        if (corpus->sections[i].is_question)
            drafter->heading_of[i] = SECTION_KEPT_BACK;
    return status;
}

enum status draft_begin(struct drafter *drafter)
{
    struct writing *writing = drafter->writing;
    enum status status = used_init(&writing->corpus, writing->arena, &writing->used, writing->err);
    if (!status)
        status = read_entities(drafter);
    if (!status)
        status = lay_out_headings(drafter);
    return status ? status : assign_sections(drafter);
}

enum status draft_report(struct drafter *drafter, const char *what)
{
    double share = (double)drafter->done++ / (double)(drafter->heading_count + 2);
    return writing_progress(drafter->writing, first_part + (last_part - first_part) * share, "%s", what);
}

/* --- material --- */

enum status draft_rank(struct drafter *drafter, const struct passage_query *query, struct ranked_passage **ranked,
                       size_t *count)
{
    struct writing *writing = drafter->writing;
    struct passage_query whole = *query;
    whole.keyword = writing->brief.keyword;
    whole.owner = drafter->heading_of;
    whole.entities = drafter->entities;
    whole.entity_count = drafter->entity_count;
    whole.max_per_page = writing->page_count > 1 ? PASSAGES_PER_PAGE : 0;
    if (!whole.heading.data)
        whole.heading = STR("");
    return passages_rank(&writing->corpus, &whole, &writing->used, writing->arena, ranked, count, writing->err);
}

struct builtin_passage draft_passage(struct writing *writing, const struct passage *passage, double score)
{
    const struct corpus *corpus = &writing->corpus;
    struct builtin_passage made = {.source = (int)passage->page,
                                   .section = passage->section,
                                   .place = (size_t)(passage - corpus->passages),
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

void draft_mark_used(struct writing *writing, const struct model_text *text)
{
    for (size_t i = 0; i < text->count; i++)
        for (size_t j = 0; j < text->blocks[i].count; j++) {
            long id = text->blocks[i].sentences[j].id;
            if (corpus_sentence(&writing->corpus, id))
                used_add(&writing->used, (size_t)id);
        }
}

static enum status load_text(struct writing *writing, const char *step, struct model_text *text)
{
    json_t *value;
    enum status status = step_load(writing, step, &value);
    if (status)
        return status;
    status = step_to_text(writing, value, text);
    json_decref(value);
    return status;
}

static enum status save_text(struct writing *writing, const char *step, const struct model_text *text)
{
    json_t *value = step_from_text(text);
    enum status status = value ? step_save(writing, step, value) : error_memory(writing->err);
    json_decref(value);
    return status;
}

enum status draft_ask(struct writing *writing, const char *step, const struct builtin_text_request *request,
                      struct model_text *text)
{
    enum status status = load_text(writing, step, text);
    if (status != E_NOT_FOUND)
        return status;
    status = ask_text(writing, step, request, text);
    return status ? status : save_text(writing, step, text);
}

enum status draft_text(struct writing *writing, const char *step, const struct builtin_text_request *request,
                       const struct ranked_passage *ranked, size_t count, struct model_text *text)
{
    struct builtin_passage *passages = ARENA_ARRAY(writing->arena, count + 1, struct builtin_passage);
    if (!passages)
        return error_memory(writing->err);
    for (size_t i = 0; i < count; i++) {
        passages[i] = draft_passage(writing, ranked[i].passage, ranked[i].score);
        if (!passages[i].sentences)
            return error_memory(writing->err);
    }
    struct builtin_text_request whole = *request;
    whole.passages = passages;
    whole.count = count;
    enum status status = draft_ask(writing, step, &whole, text);
    if (!status)
        draft_mark_used(writing, text);
    return status;
}
