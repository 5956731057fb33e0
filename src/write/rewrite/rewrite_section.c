/* A section asked of a language model, which sees notes and never the page. */
#include "write/rewrite/rewrite.h"

static enum status ask(struct writing *writing, const struct planned *heading, size_t number, struct drafted *drafted)
{
    const struct str *page = writing->subject;
    const struct prompt_value value = {"heading", heading->title};
    const struct material_section section = {.prompt = PROMPT_REWRITE_SECTION,
                                             .step = arena_printf(writing->arena, "section-%zu", number + 1),
                                             .values = &value,
                                             .value_count = 1,
                                             .material = heading->material,
                                             .heading = heading->title,
                                             .min_words = heading->min_words,
                                             .max_words = heading->max_words,
                                             .unlike = *page,
                                             .covers_all = config_bool(writing->config, "rewriteAllSourceData")};
    size_t left;
    if (!section.step)
        return error_memory(writing->err);
    enum status status = prompted_material_section(writing, &section, &drafted->text, &left);
    for (size_t i = 0; i < drafted->text.count && !status; i++) /* the page is the one source */
        for (size_t j = 0; j < drafted->text.blocks[i].count; j++) {
            struct model_sentence *sentence = &drafted->text.blocks[i].sentences[j];
            sentence->source = sentence->source >= 0 ? 0 : OWN_WORDS;
            sentence->also = 0;
        }
    if (status || !left)
        return status;
    return writing_note(writing, "\"%.*s\" leaves out %zu of %zu facts that the page has for it.",
                        STR_ARG(heading->title), left, heading->material.count);
}

enum status rewrite_section(struct writing *writing, const struct prompted *article, size_t first,
                            struct draft_part *part)
{
    const struct planned *heading = &article->plan->headings[first];
    struct drafted *drafted = &part->headings[first];
    char *detail = arena_printf(writing->arena, "Writing \"%.*s\"", STR_ARG(heading->title));
    enum status status = detail ? writing_progress(writing, 0.4, "%s", detail) : error_memory(writing->err);
    if (!status)
        status = ask(writing, heading, first, drafted);
    if (status != E_CORRUPT)
        return status;
    drafted->text = (struct model_text){0};
    drafted->problem = arena_copy(writing->arena, writing->err->message);
    return drafted->problem ? OK : error_memory(writing->err);
}

/* The notes as a list: they are no sentences of the page. */
enum status rewrite_fill(struct writing *writing, const struct article_plan *plan, size_t number,
                         struct drafted *drafted)
{
    const struct material *material = &plan->headings[number].material;
    struct model_sentence *items = ARENA_ARRAY(writing->arena, material->count + 1, struct model_sentence);
    struct model_block *block = ARENA_NEW(writing->arena, struct model_block);
    if (!items || !block)
        return error_memory(writing->err);
    *block = (struct model_block){.sentences = items};
    for (size_t i = 0; i < material->count; i++)
        if (!str_starts(material->list[i].text, STR("```"))) {
            size_t at = block->count++;
            items[at] =
                (struct model_sentence){.text = material->list[i].text, .source = 0, .id = -1, .item = (int)at + 1};
        }
    drafted->text = (struct model_text){block, block->count > 0};
    return OK;
}
