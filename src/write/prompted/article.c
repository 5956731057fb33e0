#include "write/prompted/article.h"

#include "write/prompted/framing.h"

enum {
    SECTION_WORDS = 190,   /* of a usual section */
    USUAL_SECTIONS = 5,    /* where nothing says how many */
    OPENING_WORDS = 85,
    CLOSING_WORDS = 70,
    MOST_TAKEAWAYS = 5,
};

/* Words and sections by articleLength. */
static void measure(struct article *article)
{
    const struct writing *writing = article->writing;
    const struct param_length *length = params_length(config_string(writing->config, "articleLength"));
    size_t least, most, sections = USUAL_SECTIONS;
    plan_bounds(writing->config, &least, &most);
    if (article->plan->is_given)
        least = most = plan_sections(article->plan);
    if (most)
        sections = (least + most + 1) / 2;
    article->least_sections = least;
    article->most_sections = most;
    article->words = (size_t)((double)(sections * SECTION_WORDS) * (length ? length->share : 1)) + OPENING_WORDS +
                     CLOSING_WORDS;
}

static enum status begin(struct article *article)
{
    struct writing *writing = article->writing;
    enum status status = article_passages(article);
    measure(article);
    article->material = (struct check_material){
        .excerpts = article->passages, .count = article->passage_count, .language = writing->brief.language};
    if (!status)
        status = framing_allowed(writing, &article->material.allowed);
    article->manuscript = (struct manuscript){
        .arena = writing->arena, .language = writing->brief.language, .passages = article->passage_count};
    article->takeaways = ARENA_ARRAY(writing->arena, MOST_TAKEAWAYS, struct str);
    return status || article->takeaways ? status : error_memory(writing->err);
}

enum status prompted_article(struct writing *writing, struct article_plan *plan, struct draft *draft)
{
    struct article article = {.writing = writing, .plan = plan, .draft = draft};
    enum status status = begin(&article);
    if (!status)
        status = article_write(&article);
    if (!status)
        status = article_edit(&article);
    return status ? status : article_parts(&article);
}
