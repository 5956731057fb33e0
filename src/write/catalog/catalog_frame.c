/* Title, introduction, description and style of an article that is made of data. */
#include "write/catalog/catalog.h"

enum status catalog_plan(struct writing *writing, const struct str *headings, size_t count, struct article_plan *plan)
{
    struct str title = config_text(writing->config, "title");
    *plan = (struct article_plan){.title = title,
                                  .title_is_given = title.len > 0,
                                  .headings = ARENA_ARRAY(writing->arena, count + 1, struct planned)};
    if (!plan->headings)
        return error_memory(writing->err);
    for (size_t i = 0; i < count; i++)
        plan->headings[plan->count++] = (struct planned){.title = headings[i], .level = 2};
    return OK;
}

enum status catalog_style(struct writing *writing, const struct article_plan *plan)
{
    if (!writing->model || !config_is(writing->config, "toneOfVoiceProfile", "automatic"))
        return OK;
    return prompted_style(writing, plan, &writing->wishes.style);
}

enum status catalog_title(struct writing *writing, struct article_plan *plan)
{
    if (plan->title.len)
        return OK;
    enum status status = prompted_title(writing, plan, &plan->title);
    if (status != E_CORRUPT)
        return status;
    plan->title = STR("");
    return writing_note(writing, "The title is made by rule: %s.", writing->err->message);
}

/* Takes out the sentences that claim a test or an experience of the author's own. */
static enum status take_out_claims(struct writing *writing, struct model_text *text)
{
    struct catalog_text kept = {.writing = writing};
    enum status status = OK;
    for (size_t i = 0; i < text->count && !status; i++) {
        catalog_paragraph(&kept);
        for (size_t j = 0; j < text->blocks[i].count && !status; j++) {
            struct str sentence = text->blocks[i].sentences[j].text;
            bool claims;
            status = catalog_claims_test(writing, sentence, &claims);
            if (!status && !claims)
                catalog_sentence(&kept, STR(""), sentence);
        }
    }
    *text = kept.text;
    return status ? status : kept.failed ? error_memory(writing->err) : OK;
}

static enum status introduce(struct writing *writing, struct article_plan *plan, const struct catalog_frame *frame,
                             struct draft *draft)
{
    struct draft_part *part = &draft->parts[0];
    if (!writing->model || frame->is_unasked) {
        part->text = *frame->introduction;
        return OK;
    }
    const struct prompted article = {plan, draft};
    plan->lead = (struct material){frame->lead->list, frame->lead->count};
    enum status status = prompted_introduction(writing, &article, part);
    if (!status && writing->brief.point_of_view == THIRD_PERSON)
        status = take_out_claims(writing, &part->text);
    if (status && status != E_CORRUPT)
        return status;
    if (status || !part->text.count) {
        part->text = *frame->introduction;
        return writing_note(writing, "The introduction is made of the data: %s.",
                            status ? writing->err->message : "the model's claims an experience of its own");
    }
    return prompted_description(writing, &article, &draft->description);
}

enum status catalog_draft(struct writing *writing, struct article_plan *plan, const struct model_text *sections,
                          const struct catalog_frame *frame, struct draft *draft)
{
    if (!frame->title.data)
        return error_memory(writing->err);
    if (!plan->title.len)
        plan->title = frame->title;
    *draft = (struct draft){.parts = ARENA_ARRAY(writing->arena, 2, struct draft_part), .count = 2};
    if (!draft->parts)
        return error_memory(writing->err);
    draft->parts[0].kind = ARTICLE_INTRODUCTION;
    draft->parts[1].kind = ARTICLE_SECTIONS;
    enum status status = draft_headings(writing, plan, &draft->parts[1]);
    for (size_t i = 0; i < plan->count && !status; i++)
        draft->parts[1].headings[i].text = sections[i];
    return status ? status : introduce(writing, plan, frame, draft);
}

enum status catalog_not_found(struct writing *writing, enum status status, enum code code, const char *kinds,
                              const char *sought)
{
    char message[sizeof writing->err->message];
    if (status == E_MEMORY)
        return error_memory(writing->err);
    if (status == E_CANCELLED)
        return code_error(writing->err, status, CODE_CANCELLED, "the article was cancelled");
    snprintf(message, sizeof message, "%s", writing->err->message);
    return code_error(writing->err, status, code, "the %s for %s could not be looked up: %s", kinds, sought, message);
}
