/* An article written whole: the whole way, and how long it is to be. */
#include "write/prompted/article.h"

enum {
    SECTION_WORDS = 190, /* of a usual section */
    USUAL_SECTIONS = 5,  /* where nothing says how many */
    EXTRA_WORDS = 100,   /* of a section behind the items of a list */
    OPENING_WORDS = 85,
    CLOSING_WORDS = 70,
    MOST_TAKEAWAYS = 5,
    COPIED_RUN = 8, /* words in a row, from which a text is copied and not told: names and set phrases are shorter */
};

/* Sections by articleLength, or as the type or the caller's headings have it, and the words of all. */
static enum status article_measure(struct whole_article *article)
{
    struct writing *writing = article->writing;
    const struct param_length *length = params_length(config_string(writing->config, "articleLength"));
    struct article_size *size = &article->size;
    size_t sections = USUAL_SECTIONS;
    *size = (struct article_size){.section_words = (size_t)(SECTION_WORDS * (length ? length->share : 1))};
    plan_bounds(writing->config, &size->least, &size->most);
    enum status status = writing->type->size ? writing->type->size(writing, size) : OK;
    if (article->plan->is_given)
        size->least = size->most = plan_sections(article->plan);
    if (size->most)
        sections = (size->least + size->most + 1) / 2;
    size_t words = sections * size->section_words + size->extra * EXTRA_WORDS + OPENING_WORDS + CLOSING_WORDS;
    article->words = size->words ? size->words : words;
    return status;
}

/* What the customer says, and the title and headings that are given. */
static enum status allow(struct whole_article *article)
{
    struct writing *writing = article->writing;
    struct str allowed = framing_allowed(writing), subject = STR("");
    struct buf out = {0};
    enum status status = writing->type->subject ? writing->type->subject(writing, &subject) : OK;
    if (status)
        return status;
    buf_printf(&out, "%.*s\n%.*s\n%.*s\n", STR_ARG(allowed), STR_ARG(article->plan->title), STR_ARG(subject));
    for (size_t i = 0; article->plan->is_given && i < article->plan->count; i++)
        buf_printf(&out, "%.*s\n", STR_ARG(article->plan->headings[i].title));
    article->material.allowed = writing_keep(writing, &out);
    return writing_end(writing, OK);
}

static enum status article_begin(struct whole_article *article)
{
    struct writing *writing = article->writing;
    enum status status = article_passages(article);
    if (!status)
        status = article->plan->is_given ? plan_put_brand(writing, article->plan)
                                         : plan_wants_brand(writing, &article->has_brand_section);
    if (!status)
        status = article_measure(article);
    article->material = (struct check_material){.excerpts = article->passages,
                                                .count = article->passage_count,
                                                .language = writing->brief.language,
                                                .is_data = writing->type->make != NULL,
                                                .has_person = writing->type->keeps_person ||
                                                              writing->brief.point_of_view != THIRD_PERSON};
    if (!status)
        status = allow(article);
    article->manuscript = (struct manuscript){.arena = writing->arena,
                                              .language = writing->brief.language,
                                              .passages = article->passage_count,
                                              .has_marks = writing->type->complete != NULL};
    if (!status)
        status = line_check_open(&article->check, writing->arena, &article->material, COPIED_RUN, writing->err);
    article->takeaways = ARENA_ARRAY(writing->arena, MOST_TAKEAWAYS, struct str);
    return writing_end(writing, status);
}

enum status prompted_article(struct writing *writing, struct article_plan *plan, struct draft *draft)
{
    struct whole_article article = {.writing = writing, .plan = plan, .draft = draft};
    question_settle(writing);
    enum status status = article_begin(&article);
    if (!status)
        status = article_write(&article);
    if (!status)
        status = article_edit(&article);
    if (!status && writing->type->complete)
        status = writing->type->complete(writing, &article.manuscript);
    return status ? status : article_parts(&article);
}
