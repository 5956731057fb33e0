/* Words that the caller wants in the article (seoOptimizationLevel "manual"). */
#include "write/writing.h"

enum status entities_read(struct writing *writing, struct str **entities, size_t *count)
{
    const char *level = config_string(writing->config, "seoOptimizationLevel");
    const char *list = config_string(writing->config, "extraEntitiesPrompt");
    bool wanted = list && level && strcmp(level, "manual") == 0;
    size_t most = 1;
    for (const char *at = wanted ? list : ""; *at; at++)
        most += *at == ',';
    *count = 0;
    *entities = ARENA_ARRAY(writing->arena, most, struct str);
    if (!*entities)
        return error_memory(writing->err);
    struct str rest = str_from(wanted ? list : ""), piece;
    while (str_split(&rest, ',', &piece)) {
        piece = str_trim(piece);
        if (piece.len)
            (*entities)[(*count)++] = piece;
    }
    return OK;
}

static bool mentions(struct str text, struct str entity)
{
    for (size_t at = 0; at + entity.len <= text.len; at++)
        if (str_ieq((struct str){text.data + at, entity.len}, entity))
            return true;
    return false;
}

static bool text_mentions(const struct model_text *text, struct str entity)
{
    for (size_t i = 0; i < text->count; i++)
        for (size_t j = 0; j < text->blocks[i].count; j++)
            if (mentions(text->blocks[i].sentences[j].text, entity))
                return true;
    return false;
}

static bool draft_mentions(const struct draft *draft, struct str entity)
{
    if (text_mentions(&draft->introduction, entity))
        return true;
    for (size_t i = 0; i < draft->section_count; i++)
        if (mentions(draft->sections[i].title, entity) || text_mentions(&draft->sections[i].text, entity))
            return true;
    return false;
}

/* The passage that says most of the keyword among those that name the entity and are not in the article yet. */
static const struct passage *find_passage(struct writing *writing, struct str entity, const struct vector *keyword)
{
    const struct corpus *corpus = &writing->corpus;
    const struct passage *best = NULL;
    double best_value = -1;
    for (size_t i = 0; i < corpus->passage_count; i++) {
        const struct passage *passage = &corpus->passages[i];
        bool names = false, is_used = false;
        for (size_t j = passage->first; j < passage->first + passage->count; j++) {
            names |= mentions(corpus->sentences[j].text, entity);
            is_used |= writing->used.flags[j];
        }
        double value = vector_cosine(keyword, &passage->vector);
        if (!names || is_used || !passage->stands_alone || value <= best_value)
            continue;
        best = passage;
        best_value = value;
    }
    return best;
}

/* Where it belongs: below the heading that its part of the source goes with, else below the one that it has most in common with. */
static enum status find_section(struct writing *writing, const struct passage *passage, const int *owner,
                                const struct draft *draft, size_t *number)
{
    int own = owner[passage->section];
    double best_value = -1;
    *number = own >= 0 && (size_t)own < draft->section_count ? (size_t)own : 0;
    if (own >= 0 && (size_t)own < draft->section_count)
        return OK;
    for (size_t i = 0; i < draft->section_count; i++) {
        struct vector heading;
        enum status status = corpus_vector(&writing->corpus, draft->sections[i].title, &heading, writing->err);
        if (status)
            return status;
        double value = vector_cosine(&heading, &passage->vector);
        if (value <= best_value)
            continue;
        *number = i;
        best_value = value;
    }
    return OK;
}

static enum status append_passage(struct writing *writing, const struct passage *passage, struct model_text *text)
{
    struct model_passage made = draft_passage(writing, passage, 1);
    struct model_block *blocks = ARENA_ARRAY(writing->arena, text->count + 1, struct model_block);
    if (!made.sentences || !blocks)
        return error_memory(writing->err);
    if (text->count)
        memcpy(blocks, text->blocks, text->count * sizeof *blocks);
    blocks[text->count++] = (struct model_block){made.sentences, made.count};
    text->blocks = blocks;
    for (size_t i = 0; i < passage->count; i++)
        used_add(&writing->used, passage->first + i);
    return OK;
}

enum status entities_complete(struct writing *writing, const int *owner, struct draft *draft)
{
    struct str *entities;
    size_t count;
    struct vector keyword;
    enum status status = entities_read(writing, &entities, &count);
    if (!status)
        status = corpus_vector(&writing->corpus, writing->brief.keyword, &keyword, writing->err);
    for (size_t i = 0; i < count && !status; i++) {
        if (draft_mentions(draft, entities[i]))
            continue;
        const struct passage *passage = find_passage(writing, entities[i], &keyword);
        size_t number;
        if (!passage || !draft->section_count) {
            status = writing_note(writing, "\"%.*s\" is not covered: no source has a passage on it that fits.",
                                  STR_ARG(entities[i]));
            continue;
        }
        status = find_section(writing, passage, owner, draft, &number);
        if (!status)
            status = append_passage(writing, passage, &draft->sections[number].text);
    }
    return status;
}
