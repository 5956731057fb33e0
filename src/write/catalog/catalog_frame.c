/* Headings, title and introduction of an article that is made of data, and its text by a language model. */
#include "write/catalog/catalog.h"
#include "write/writing/brief.h"

enum status catalog_plan(struct writing *writing, size_t most, size_t items, struct article_plan *plan)
{
    struct str title = config_text(writing->config, "title");
    *plan = (struct article_plan){.title = title,
                                  .title_is_given = title.len > 0,
                                  .is_given = true,
                                  .items = items,
                                  .headings = ARENA_ARRAY(writing->arena, most + 1, struct planned)};
    return plan->headings ? OK : error_memory(writing->err);
}

void catalog_heading(struct article_plan *plan, int level, struct str title, size_t section, const char *instructions)
{
    plan->headings[plan->count++] =
        (struct planned){.title = title, .level = level, .section = section, .instructions = str_from(instructions)};
}

static enum status open_draft(struct writing *writing, struct draft *draft)
{
    *draft = (struct draft){.parts = ARENA_ARRAY(writing->arena, 2, struct draft_part), .count = 2};
    if (!draft->parts)
        return error_memory(writing->err);
    draft->parts[0].kind = ARTICLE_INTRODUCTION;
    draft->parts[1].kind = ARTICLE_SECTIONS;
    return OK;
}

enum status catalog_write(struct writing *writing, const void *subject, struct article_plan *plan, struct draft *draft,
                          const struct drafted **sections)
{
    enum status status = open_draft(writing, draft);
    *sections = NULL;
    writing->subject = subject;
    if (!status)
        status = prompted_article(writing, plan, draft);
    writing->subject = NULL;
    if (status == E_CORRUPT) {
        status = writing_note(writing, "The article is made of the data: %s.", writing->err->message);
        return status ? status : open_draft(writing, draft);
    }
    *sections = draft->parts[1].headings;
    return status;
}

enum status catalog_frame(struct writing *writing, struct article_plan *plan, struct str title,
                          const struct catalog_text *introduction, struct draft *draft)
{
    bool was_asked = draft->parts && draft->parts[1].count;
    enum status status = draft->parts ? OK : open_draft(writing, draft);
    if (!status && (introduction->failed || !title.data))
        status = error_memory(writing->err);
    if (!status && was_asked && !plan->title.len)
        status = writing_note(writing, "The title is made by rule: the model gave none that could be used.");
    if (!status && was_asked && !draft->parts[0].text.count)
        status = writing_note(writing, "The introduction is made of the data: the model gave none that could be used.");
    if (!status && !was_asked)
        status = brief_note_person(writing);
    if (status)
        return status;
    if (!plan->title.len)
        status = builtin_title(&writing->brief, title, false, writing->arena, &plan->title, writing->err);
    if (status == E_INVALID) { /* of a language that the built-in writer does not know the data's own is good enough */
        plan->title = title;
        status = OK;
    }
    if (!draft->parts[0].text.count)
        draft->parts[0].text = introduction->text;
    return status;
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
