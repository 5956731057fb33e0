/* The keyword in a heading of the plan. */
#include "model/builtin/letters.h"
#include "write/writing/plan.h"

static bool has_stem(const struct word *words, size_t count, struct str stem)
{
    for (size_t i = 0; i < count; i++)
        if (str_eq(words[i].stem, stem))
            return true;
    return false;
}

/* Does the heading have all of the keyword's words that bear meaning, in any form and order? */
static enum status has_keyword(struct writing *writing, struct str heading, const struct word *keyword, size_t count,
                               bool *has)
{
    struct word *words;
    size_t word_count;
    enum status status =
        words_split(writing->arena, heading, writing->brief.language, &words, &word_count, writing->err);
    bool is_any = false;
    *has = !status;
    for (size_t i = 0; i < count && *has; i++) {
        if (keyword[i].is_stop)
            continue;
        is_any = true;
        *has = has_stem(words, word_count, keyword[i].stem);
    }
    *has = *has && is_any;
    return status;
}

/* Are the heading's words the keyword's, and most of them? Then it says nothing beside it. */
static enum status says_no_more(struct writing *writing, struct str heading, const struct word *keyword, size_t count,
                                bool *is)
{
    struct word *words;
    size_t word_count;
    enum status status =
        words_split(writing->arena, heading, writing->brief.language, &words, &word_count, writing->err);
    size_t all = 0, shared = 0;
    *is = !status && word_count;
    for (size_t i = 0; i < word_count && *is; i++)
        *is = words[i].is_stop || has_stem(keyword, count, words[i].stem);
    for (size_t i = 0; i < count && *is; i++) {
        all += !keyword[i].is_stop;
        shared += !keyword[i].is_stop && has_stem(words, word_count, keyword[i].stem);
    }
    *is = *is && shared * 3 >= all * 2;
    return status;
}

static enum status put_in_front(struct writing *writing, struct planned *heading, bool stands_alone)
{
    const struct language *language = writing->brief.language;
    struct buf title = {0};
    add_large(&title, writing->brief.keyword);
    if (!stands_alone)
        buf_printf(&title, "%s%.*s", language && language->phrases ? language->phrases->colon : ": ",
                   STR_ARG(heading->title));
    heading->title = writing_keep(writing, &title);
    return heading->title.data ? OK : error_memory(writing->err);
}

enum status plan_put_keyword(struct writing *writing, struct article_plan *plan)
{
    const struct str level = config_text(writing->config, "seoOptimizationLevel");
    struct planned *first = NULL, *bare = NULL;
    struct word *keyword;
    size_t count;
    if (level.len && !str_eq(level, STR("default")))
        return OK;
    enum status status =
        words_split(writing->arena, writing->brief.keyword, writing->brief.language, &keyword, &count, writing->err);
    for (size_t i = 0; i < plan->count && !status; i++) {
        struct planned *heading = &plan->headings[i];
        bool has;
        if (heading->level > 2 || heading->role == ROLE_ITEM)
            continue;
        status = has_keyword(writing, heading->title, keyword, count, &has);
        if (!status && has)
            return OK;
        first = first ? first : heading;
        if (!status)
            status = says_no_more(writing, heading->title, keyword, count, &has);
        bare = has && !bare ? heading : bare;
    }
    return first && !status ? put_in_front(writing, bare ? bare : first, bare != NULL) : status;
}
