/* One item of a list, asked of a language model. */
#include "write/lists/lists.h"
#include "write/prompted/prose.h"

enum { PLAIN_PASSAGES = 4 }; /* for a weak model */

/* The items' names, in their order; *place: the number of this one, from 1. */
static struct str names_text(struct writing *writing, const struct article_plan *plan, size_t number, size_t *place)
{
    struct buf out = {0};
    size_t count = 0;
    for (size_t i = 0; i < plan->count; i++) {
        if (plan->headings[i].role != ROLE_ITEM)
            continue;
        buf_printf(&out, "%s%zu. %.*s", count ? "; " : "", count + 1, STR_ARG(plan->headings[i].title));
        count++;
        if (i == number)
            *place = count;
    }
    return writing_keep(writing, &out);
}

static struct str number_text(struct writing *writing, size_t number)
{
    return str_from(arena_printf(writing->arena, "%zu", number));
}

static enum status ask(struct writing *writing, const struct article_plan *plan, size_t number, struct model_text *text)
{
    const struct planned *item = &plan->headings[number];
    size_t place = 0, passages = item->material.count;
    struct str names = names_text(writing, plan, number, &place);
    if (writing->is_plain && passages > PLAIN_PASSAGES)
        passages = PLAIN_PASSAGES;
    const struct prompt_value values[] = {
        {"names", names},
        {"i", number_text(writing, place)},
        {"n", number_text(writing, plan_count_role(plan, ROLE_ITEM))},
        {"name", item->title},
        {"differs", item->covers.len ? item->covers : STR("what its passages say of it alone")},
        {"requests", prompted_requests(writing, item)},
        {"min_words", number_text(writing, item->min_words)},
        {"max_words", number_text(writing, item->max_words)},
    };
    for (size_t i = 0; i < COUNT_OF(values); i++)
        if (!values[i].text.data)
            return error_memory(writing->err);
    const struct prose prose = {
        .question = {.prompt = PROMPT_LISTICLE_ITEM,
                     .step = arena_printf(writing->arena, "item-%zu", place),
                     .values = values,
                     .value_count = COUNT_OF(values),
                     .material = MATERIAL_PASSAGES,
                     .excerpts = item->material.list,
                     .excerpt_count = passages},
        .wanted = {.min_words = item->min_words,
                   .max_words = item->max_words,
                   .heading = item->title,
                   .needs_citations = passages > 0,
                   .is_unsourced = passages == 0,
                   .person = writing->brief.point_of_view == THIRD_PERSON ? CHECK_THIRD_PERSON : CHECK_ANY_PERSON},
        .is_verified = true,
    };
    struct checked checked;
    if (!prose.question.step)
        return error_memory(writing->err);
    enum status status = prose_ask(writing, &prose, &checked);
    return status ? status : prose_text(writing, &prose, &checked, text);
}

enum status list_item(struct writing *writing, const struct prompted *article, size_t number, struct draft_part *part)
{
    const struct article_plan *plan = article->plan;
    struct drafted *drafted = &part->headings[number];
    enum status status = writing_progress(writing, 0.4, "Writing \"%.*s\"", STR_ARG(plan->headings[number].title));
    if (!status)
        status = ask(writing, plan, number, &drafted->text);
    if (status != E_CORRUPT)
        return status;
    drafted->problem = arena_copy(writing->arena, writing->err->message);
    return drafted->problem ? OK : error_memory(writing->err);
}
