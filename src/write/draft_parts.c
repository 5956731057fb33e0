/* One part of an article: its material handed to the model, its text stored or loaded. */
#include "write/writing.h"

struct model_passage draft_passage(struct writing *writing, const struct passage *passage, double score)
{
    const struct corpus *corpus = &writing->corpus;
    struct model_passage made = {.source = (int)passage->page,
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

enum status draft_ask(struct writing *writing, const char *step, const struct model_text_request *request,
                      struct model_text *text)
{
    enum status status = load_text(writing, step, text);
    if (status != E_NOT_FOUND)
        return status;
    status = writing->model->text(&writing->brief, request, writing->arena, text, writing->err);
    return status ? status : save_text(writing, step, text);
}

enum status draft_text(struct writing *writing, const char *step, enum model_part part, struct str heading,
                       const struct ranked_passage *ranked, size_t count, struct model_text *text)
{
    struct model_passage *passages = ARENA_ARRAY(writing->arena, count + 1, struct model_passage);
    if (!passages)
        return error_memory(writing->err);
    for (size_t i = 0; i < count; i++) {
        passages[i] = draft_passage(writing, ranked[i].passage, ranked[i].score);
        if (!passages[i].sentences)
            return error_memory(writing->err);
    }
    const struct model_text_request request = {part, heading, passages, count};
    enum status status = draft_ask(writing, step, &request, text);
    if (!status)
        draft_mark_used(writing, text);
    return status;
}
