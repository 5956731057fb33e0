/* Terms that the article is to hold, by passages that name them (seoOptimizationLevel "manual" and "ai_powered"). */
#include "write/compose/compose.h"

static bool mentions(struct str text, struct str entity)
{
    return str_ifind(text, entity, 0) < text.len;
}

/* Of the passages that name the term and are not in the article yet, the one nearest to the keyword; NULL: none. */
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

/* Where the passage belongs: below the heading that its section of the source is assigned to, else below the
 * heading that it has most in common with. */
static enum status find_section(struct composer *composer, const struct passage *passage,
                                const struct draft_part *sections, size_t *number)
{
    struct writing *writing = composer->writing;
    int own = composer->heading_of[passage->section];
    double best_value = -1;
    *number = own >= 0 && (size_t)own < sections->count ? (size_t)own : 0;
    if (own >= 0 && (size_t)own < sections->count)
        return OK;
    for (size_t i = 0; i < sections->count; i++) {
        struct vector heading;
        enum status status = corpus_vector(&writing->corpus, sections->headings[i].title, &heading, writing->err);
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
    struct model_text more;
    enum status status = compose_text(writing, &passage, 1, &more);
    struct model_block *blocks = ARENA_ARRAY(writing->arena, text->count + more.count + 1, struct model_block);
    if (status || !blocks)
        return status ? status : error_memory(writing->err);
    if (text->count)
        memcpy(blocks, text->blocks, text->count * sizeof *blocks);
    memcpy(blocks + text->count, more.blocks, more.count * sizeof *blocks);
    *text = (struct model_text){blocks, text->count + more.count};
    return OK;
}

enum status compose_entity(struct composer *composer, struct str entity, struct draft_part *sections, bool *is_put)
{
    struct writing *writing = composer->writing;
    struct vector keyword;
    size_t number;
    enum status status = corpus_vector(&writing->corpus, writing->brief.keyword, &keyword, writing->err);
    const struct passage *passage = status ? NULL : find_passage(writing, entity, &keyword);
    *is_put = passage && sections->count;
    if (status || !*is_put)
        return status;
    status = find_section(composer, passage, sections, &number);
    return status ? status : append_passage(writing, passage, &sections->headings[number].text);
}
