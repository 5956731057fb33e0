#include "write/parts.h"

/* --- from part to document --- */

static void add_text(struct writing *writing, const struct article_outline *outline, const struct draft_part *part,
                     struct document *document)
{
    (void)writing;
    (void)outline;
    document_text(document, &part->text);
}

static void add_takeaways(struct writing *writing, const struct article_outline *outline, const struct draft_part *part,
                          struct document *document)
{
    (void)outline;
    if (!part->text.count)
        return;
    document_label(document, writing->labels->takeaways);
    document_text(document, &part->text);
}

/* The caller's own headings stand even where there is no text for them. */
static void add_sections(struct writing *writing, const struct article_outline *outline, const struct draft_part *part,
                         struct document *document)
{
    (void)writing;
    for (size_t i = 0; i < part->count; i++) {
        if (!outline->is_given && !draft_has_text(part, i))
            continue;
        document_heading(document, part->headings[i].level, part->headings[i].title);
        document_text(document, &part->headings[i].text);
    }
}

static void add_conclusion(struct writing *writing, const struct article_outline *outline,
                           const struct draft_part *part, struct document *document)
{
    (void)outline;
    if (!part->text.count)
        return;
    document_heading(document, 2, str_from(writing->labels->conclusion));
    document_text(document, &part->text);
}

static void add_questions(struct writing *writing, const struct article_outline *outline, const struct draft_part *part,
                          struct document *document)
{
    (void)outline;
    if (part->count)
        document_heading(document, 2, str_from(writing->labels->faq));
    for (size_t i = 0; i < part->count; i++) {
        document_heading(document, part->headings[i].level, part->headings[i].title);
        document_text(document, &part->headings[i].text);
    }
}

static void add_sources(struct writing *writing, const struct article_outline *outline, const struct draft_part *part,
                        struct document *document)
{
    (void)outline;
    (void)part;
    document_sources(document, writing->labels->sources);
}

/* --- the table --- */

static const struct {
    /* Writes the text; NULL: there is none to write. */
    enum status (*draft)(struct drafter *drafter, struct draft_part *part);
    bool draws_on_others; /* is drafted when the text of the other parts is there */
    void (*add)(struct writing *writing, const struct article_outline *outline, const struct draft_part *part,
                struct document *document);
} rows[ARTICLE_PARTS] = {
    [ARTICLE_INTRODUCTION] = {draft_introduction, false, add_text},
    [ARTICLE_TAKEAWAYS] = {draft_takeaways, true, add_takeaways},
    [ARTICLE_SECTIONS] = {draft_sections, false, add_sections},
    [ARTICLE_CONCLUSION] = {draft_conclusion, false, add_conclusion},
    [ARTICLE_QUESTIONS] = {draft_questions, true, add_questions},
    [ARTICLE_SOURCES] = {NULL, false, add_sources},
};

static enum status draft_those(struct drafter *drafter, struct draft *draft, bool draws_on_others)
{
    enum status status = OK;
    for (size_t i = 0; i < draft->count && !status; i++) {
        struct draft_part *part = &draft->parts[i];
        if (rows[part->kind].draft && rows[part->kind].draws_on_others == draws_on_others)
            status = rows[part->kind].draft(drafter, part);
    }
    return status;
}

enum status parts_draft(struct writing *writing, const struct article_type *type, const struct article_outline *outline,
                        struct draft *draft)
{
    struct drafter drafter = {.writing = writing, .outline = outline, .draft = draft};
    *draft = (struct draft){.parts = ARENA_ARRAY(writing->arena, type->part_count + 1, struct draft_part)};
    if (!draft->parts)
        return error_memory(writing->err);
    for (size_t i = 0; i < type->part_count; i++)
        draft->parts[draft->count++].kind = type->parts[i];
    enum status status = draft_begin(&drafter);
    if (!status)
        status = draft_those(&drafter, draft, false);
    return status ? status : draft_those(&drafter, draft, true);
}

void parts_assemble(struct writing *writing, const struct article_outline *outline, const struct draft *draft,
                    struct document *document)
{
    document_heading(document, 1, outline->title);
    for (size_t i = 0; i < draft->count; i++)
        rows[draft->parts[i].kind].add(writing, outline, &draft->parts[i], document);
}
