#include "write/keyword_heading.h"

#include "model/builtin/builtin.h"

static enum status has_any(struct writing *writing, const struct draft_part *part, bool *has)
{
    enum status status = OK;
    *has = false;
    for (size_t i = 0; i < part->count && !status && !*has; i++)
        if (part->headings[i].level == 2 && draft_has_text(part, i))
            status = plan_has_keyword(writing, part->headings[i].title, has);
    return status;
}

/* What stands in the heading: the question that was asked, and of other frames the subject alone. */
static struct str keyword_heading_name_of(const struct writing *writing)
{
    const struct builtin_brief *brief = &writing->brief;
    enum keyword_shape shape = writing->asked.shape;
    bool is_subject = shape == KEYWORD_WHAT_IS || shape == KEYWORD_BEST || shape == KEYWORD_COUNTED;
    return is_subject && brief->subject.len ? brief->subject : brief->keyword;
}

static enum status name_part(struct writing *writing, const char *phrase, struct str name, struct draft_part *part)
{
    const struct language *language = writing->brief.language;
    struct buf title = {0};
    struct str filled;
    enum status status = phrases_fill(phrase, name, writing->arena, &filled, NULL, writing->err);
    if (status)
        return status;
    add_large_in(&title, filled, language);
    part->title = writing_keep(writing, &title);
    return part->title.data ? OK : error_memory(writing->err);
}

static struct draft_part *part_of(struct draft *draft, enum article_part kind)
{
    for (size_t i = 0; i < draft->count; i++)
        if (draft->parts[i].kind == kind && (draft->parts[i].count || draft->parts[i].text.count))
            return &draft->parts[i];
    return NULL;
}

enum status keyword_heading(struct writing *writing, const struct article_plan *plan, struct draft *draft)
{
    const struct language *language = writing->brief.language;
    const struct phrases *phrases = language ? language->phrases : NULL;
    bool has;
    if (plan->is_given || writing->model || !plan_wants_keyword(writing)) /* an editor decides whether it fits */
        return OK;
    enum status status = has_any(writing, draft_find(draft, ARTICLE_SECTIONS), &has);
    if (status || has)
        return status;
    struct draft_part *conclusion = part_of(draft, ARTICLE_CONCLUSION), *questions = part_of(draft, ARTICLE_QUESTIONS);
    if (phrases && conclusion)
        return name_part(writing, phrases->short_heading, keyword_heading_name_of(writing), conclusion);
    if (phrases && questions && phrases->questions_heading) {
        struct str name =
            writing->brief.keyword_phrase.len ? writing->brief.keyword_phrase : keyword_heading_name_of(writing);
        return name_part(writing, phrases->questions_heading, name, questions);
    }
    return writing_note(writing, "No heading has the keyword: none of the sources' own does.");
}
