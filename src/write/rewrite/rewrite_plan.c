/* The plan: an outline over the notes, or, without a language model, the page's sections in another order. */
#include "write/rewrite/rewrite.h"
#include "write/rewrite/rewrite_notes.h"

#include <stdlib.h>

enum {
    NOTES_PER_SECTION = 6, /* at least, on average */
    WIDE_SECTION = 16,     /* at most */
    LEAST_SECTIONS = 2,
    MOST_SECTIONS = 10,
    LEAD = 4,            /* notes for the introduction */
    WORDS_PER_NOTE = 18, /* of text, about */
    LEAST_WORDS = 40,
};

static size_t bounded(size_t value, size_t least, size_t most)
{
    return value < least ? least : value > most ? most : value;
}

/* --- with a language model --- */

/* Which heading each note belongs to; plan->count: none. */
static size_t *owners_of(struct writing *writing, const struct notes *notes, const struct article_plan *plan)
{
    size_t *owners = ARENA_ARRAY(writing->arena, notes->count + 1, size_t);
    for (size_t i = 0; owners && i < notes->count; i++) {
        owners[i] = plan->count;
        for (size_t j = 0; j < plan->count && owners[i] == plan->count; j++)
            for (size_t k = 0; k < plan->headings[j].material.count; k++)
                if (str_eq(plan->headings[j].material.list[k].text, notes->list[i].text))
                    owners[i] = j;
    }
    return owners;
}

/* What the model gave to no section goes where its neighbour on the page went. */
static void adopt(const struct notes *notes, size_t *owners, size_t none)
{
    for (size_t i = 1; i < notes->count; i++)
        if (owners[i] == none)
            owners[i] = owners[i - 1];
    for (size_t i = notes->count; i-- > 1;)
        if (owners[i - 1] == none)
            owners[i - 1] = owners[i];
    for (size_t i = 0; i < notes->count; i++)
        if (owners[i] == none)
            owners[i] = 0;
}

/* Gives each heading its notes, in the order of the page, and how long its text may be. */
static enum status hand_out(struct writing *writing, const struct notes *notes, const size_t *owners,
                            struct article_plan *plan)
{
    for (size_t i = 0; i < plan->count; i++) {
        struct planned *heading = &plan->headings[i];
        struct model_excerpt *list = ARENA_ARRAY(writing->arena, notes->count + 1, struct model_excerpt);
        size_t count = 0;
        if (!list)
            return error_memory(writing->err);
        for (size_t j = 0; j < notes->count; j++)
            if (owners[j] == i)
                list[count++] = notes->list[j];
        heading->material = (struct material){list, count};
        heading->max_words = bounded(count * WORDS_PER_NOTE, LEAST_WORDS, 10000);
        heading->min_words = heading->max_words / 3;
    }
    plan->lead = (struct material){notes->list, notes->count < LEAD ? notes->count : LEAD};
    return OK;
}

/* The page's own sections, where the model has no outline: each note belongs to that of its sentence. */
static enum status plan_by_page(struct writing *writing, const struct original *original, const struct notes *notes,
                                struct article_plan *plan, size_t *owners)
{
    size_t *order, count, lead, closing;
    enum status status = original_order(writing, original, true, &order, &count, &lead, &closing);
    plan->headings = ARENA_ARRAY(writing->arena, count + 2, struct planned);
    if (status || !plan->headings)
        return status ? status : error_memory(writing->err);
    plan->count = 0;
    for (size_t i = 0; i < count; i++)
        plan->headings[plan->count++] =
            (struct planned){.title = original->sections[order[i]].heading, .level = 2, .covers = STR("")};
    if (!count)
        plan->headings[plan->count++] =
            (struct planned){.title = writing->brief.keyword, .level = 2, .covers = STR("")};
    for (size_t i = 0; i < notes->count; i++) {
        size_t section = original->units[notes->units[i]].section;
        owners[i] = plan->count;
        for (size_t j = 0; j < count; j++)
            if (section >= order[j] && section < original_next(original, order[j]))
                owners[i] = j;
    }
    return OK;
}

/* Headings without a note are no sections. */
static void drop_empty(struct article_plan *plan)
{
    size_t kept = 0;
    for (size_t i = 0; i < plan->count; i++)
        if (plan->headings[i].material.count)
            plan->headings[kept++] = plan->headings[i];
    plan->count = kept;
}

static enum status plan_from_notes(struct writing *writing, struct article_plan *plan)
{
    struct original original;
    struct notes notes;
    enum status status = original_read(writing, &original);
    if (!status)
        status = notes_take(writing, &original, &notes);
    if (status == E_CORRUPT)
        return code_error(writing->err, E_NOT_FOUND, CODE_NO_SOURCES,
                          "the page has no sentence that an article could be written from");
    if (status)
        return status;
    bool covers_all = config_bool(writing->config, "rewriteAllSourceData");
    const struct material material = {notes.list, notes.count};
    size_t most = bounded(notes.count / NOTES_PER_SECTION, LEAST_SECTIONS, MOST_SECTIONS);
    size_t least = bounded(notes.count / WIDE_SECTION, LEAST_SECTIONS, most);
    status = prompted_outline(writing, &material, least, most, plan);
    size_t *owners = owners_of(writing, &notes, plan);
    if (!owners)
        return error_memory(writing->err);
    if (status == E_CORRUPT) {
        status = writing_note(writing, "The headings are those of the page: %s.", writing->err->message);
        if (!status)
            status = plan_by_page(writing, &original, &notes, plan, owners);
        covers_all = true;
    }
    if (status)
        return status;
    if (covers_all)
        adopt(&notes, owners, plan->count);
    status = hand_out(writing, &notes, owners, plan);
    drop_empty(plan);
    return status;
}

/* --- without one --- */

static enum status make_title(struct writing *writing, struct article_plan *plan)
{
    struct str *headings = ARENA_ARRAY(writing->arena, plan->count + 1, struct str);
    struct builtin_title_request request = {.keyword = writing->brief.keyword, .headings = headings};
    if (!headings)
        return error_memory(writing->err);
    for (size_t i = 0; i < plan->count; i++)
        if (plan->headings[i].level == 2)
            headings[request.count++] = plan->headings[i].title;
    enum status status = builtin_title(&writing->brief, &request, writing->arena, &plan->title, writing->err);
    if (!status && str_ieq(plan->title, str_from(writing->pages[0].title)) && request.count) {
        const struct phrases *phrases = writing->brief.language->phrases;
        char *title = arena_printf(writing->arena, "%.*s%s%.*s", STR_ARG(writing->brief.keyword), phrases->colon,
                                   STR_ARG(headings[request.count - 1]));
        plan->title = str_from(title);
        status = title ? OK : error_memory(writing->err);
    }
    return status;
}

static enum status plan_by_rule(struct writing *writing, struct article_plan *plan)
{
    struct original original;
    size_t *order = NULL, count = 0, lead, closing;
    bool keeps_all = config_bool(writing->config, "rewriteAllSourceData");
    enum status status = original_read(writing, &original);
    if (!status)
        status = original_order(writing, &original, keeps_all, &order, &count, &lead, &closing);
    if (status)
        return status;
    if (!original.count)
        return code_error(writing->err, E_NOT_FOUND, CODE_NO_SOURCES,
                          "the page has no sentence that an article could be written from");
    plan->headings = ARENA_ARRAY(writing->arena, original.section_count + 1, struct planned);
    if (!plan->headings)
        return error_memory(writing->err);
    for (size_t i = 0; i < count; i++)
        for (size_t j = order[i]; j < original_next(&original, order[i]); j++)
            plan->headings[plan->count++] = (struct planned){
                .title = original.sections[j].heading, .level = original.sections[j].level, .covers = STR("")};
    return plan->title.len ? OK : make_title(writing, plan);
}

enum status rewrite_plan(struct writing *writing, struct article_plan *plan)
{
    return writing->model ? plan_from_notes(writing, plan) : plan_by_rule(writing, plan);
}
