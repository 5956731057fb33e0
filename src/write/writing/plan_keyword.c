/* The keyword in a heading of the plan. */
#include "model/builtin/builtin.h"
#include "write/writing/plan.h"

static bool plan_keyword_has_stem(const struct word *words, size_t count, struct str stem)
{
    for (size_t i = 0; i < count; i++)
        if (str_eq(words[i].stem, stem))
            return true;
    return false;
}

/* What is looked for in headings, and the heading that is looked at. */
struct plan_keyword_looking {
    struct word *keyword, *words;
    size_t keyword_count, count;
};

static enum status look_for(struct writing *writing, struct plan_keyword_looking *looking)
{
    struct str subject = writing->asked.shape == KEYWORD_VERSUS ? writing->brief.keyword : writing->brief.subject;
    return words_split(writing->arena, subject.len ? subject : writing->brief.keyword, writing->brief.language,
                       &looking->keyword, &looking->keyword_count, writing->err);
}

static enum status plan_keyword_look_at(struct writing *writing, struct str heading,
                                        struct plan_keyword_looking *looking)
{
    return words_split(writing->arena, heading, writing->brief.language, &looking->words, &looking->count,
                       writing->err);
}

/* Does the heading have all of the keyword's words that bear meaning, in any form and order? */
static bool has_all(const struct plan_keyword_looking *looking)
{
    bool is_any = false;
    for (size_t i = 0; i < looking->keyword_count; i++) {
        if (looking->keyword[i].is_stop)
            continue;
        is_any = true;
        if (!plan_keyword_has_stem(looking->words, looking->count, looking->keyword[i].stem))
            return false;
    }
    return is_any;
}

/* Are the heading's words the keyword's, and most of them? Then it says nothing beside it. */
static bool says_no_more(const struct plan_keyword_looking *looking)
{
    size_t all = 0, shared = 0;
    for (size_t i = 0; i < looking->count; i++)
        if (!looking->words[i].is_stop &&
            !plan_keyword_has_stem(looking->keyword, looking->keyword_count, looking->words[i].stem))
            return false;
    for (size_t i = 0; i < looking->keyword_count; i++) {
        all += !looking->keyword[i].is_stop;
        shared += !looking->keyword[i].is_stop &&
                  plan_keyword_has_stem(looking->words, looking->count, looking->keyword[i].stem);
    }
    return looking->count && shared * 3 >= all * 2;
}

static enum status name_by_subject(struct writing *writing, struct planned *heading)
{
    struct buf title = {0};
    add_large_in(&title, writing->brief.subject.len ? writing->brief.subject : writing->brief.keyword,
                 writing->brief.language);
    heading->title = writing_keep(writing, &title);
    return heading->title.data ? OK : error_memory(writing->err);
}

bool plan_wants_keyword(const struct writing *writing)
{
    const struct str level = config_text(writing->config, "seoOptimizationLevel");
    return !level.len || str_eq(level, STR("default"));
}

enum status plan_has_keyword(struct writing *writing, struct str heading, bool *has)
{
    struct plan_keyword_looking looking;
    enum status status = look_for(writing, &looking);
    if (!status)
        status = plan_keyword_look_at(writing, heading, &looking);
    *has = !status && has_all(&looking);
    return status;
}

enum status plan_put_keyword(struct writing *writing, struct article_plan *plan)
{
    struct planned *bare = NULL;
    struct plan_keyword_looking looking;
    if (!plan_wants_keyword(writing) || writing->asked.shape == KEYWORD_VERSUS)
        return OK; /* a comparison has two subjects */
    enum status status = look_for(writing, &looking);
    for (size_t i = 0; i < plan->count && !status; i++) {
        struct planned *heading = &plan->headings[i];
        if (heading->level > 2 || heading->role == ROLE_ITEM)
            continue;
        status = plan_keyword_look_at(writing, heading->title, &looking);
        if (!status && has_all(&looking))
            return OK;
        bare = i == 0 && !status && says_no_more(&looking) ? heading : bare; /* further down it is about one place */
    }
    return bare && !status ? name_by_subject(writing, bare) : status;
}
