/* The plan of a list that a language model makes on what the sources say. */
#include "model/check/check.h"
#include "write/lists/lists.h"

enum {
    ITEM_LEAST = 60, /* words */
    ITEM_MOST = 120,
    NAME_CHARACTERS = 90,
};

/* Two names of which each holds this share of the other's words are one. */
static const double alike = 0.6;

struct listing {
    struct article_plan *plan;
    struct list_wanted wanted;
    struct prompted_digest digest;
    size_t most_extra;
};

static bool is_repeated(const struct writing *writing, const struct article_plan *plan, struct str title)
{
    const struct language *language = writing->brief.language;
    for (size_t i = 0; i < plan->count; i++) {
        struct str other = plan->headings[i].title;
        if (str_ieq(other, title) ||
            (check_support(language, title, other) >= alike && check_support(language, other, title) >= alike))
            return true;
    }
    return false;
}

/* Adds an entry of the answer; one without passages is made up where there is material. */
static enum status add(struct writing *writing, struct listing *listing, const json_t *entry, size_t shown,
                       struct planned planned)
{
    struct article_plan *plan = listing->plan;
    if (!planned.title.data || !planned.covers.data)
        return error_memory(writing->err);
    if (!planned.title.len || utf8_length(planned.title) > NAME_CHARACTERS || is_repeated(writing, plan, planned.title))
        return OK;
    enum status status =
        prompted_chosen(writing, &listing->digest, json_object_get(entry, "passages"), shown, &planned.material);
    if (!status && (planned.material.count || !shown))
        plan->headings[plan->count++] = planned;
    return status;
}

static enum status read_items(struct writing *writing, struct listing *listing, const json_t *items, size_t shown)
{
    enum status status = OK;
    for (size_t i = 0; i < json_array_size(items) && listing->plan->count < listing->wanted.most && !status; i++) {
        const json_t *entry = json_array_get(items, i);
        status = add(writing, listing, entry, shown,
                     (struct planned){.title = prompted_heading(writing, entry, "name"),
                                      .covers = prompted_heading(writing, entry, "differs"),
                                      .level = 2,
                                      .role = ROLE_ITEM,
                                      .min_words = ITEM_LEAST,
                                      .max_words = ITEM_MOST});
    }
    return status;
}

static enum status read_extra(struct writing *writing, struct listing *listing, const json_t *extra, size_t shown)
{
    size_t items = listing->plan->count;
    enum status status = OK;
    for (size_t i = 0; i < json_array_size(extra) && !status; i++) {
        const json_t *entry = json_array_get(extra, i);
        if (listing->plan->count - items < listing->most_extra)
            status = add(writing, listing, entry, shown,
                         (struct planned){.title = prompted_heading(writing, entry, "heading"),
                                          .covers = prompted_heading(writing, entry, "covers"),
                                          .level = 2});
    }
    return status;
}

/* Fewer items than were wanted are right when the material has no more, but none are no list. */
static enum status read_plan(struct writing *writing, const struct question *question, const struct reply *reply,
                             struct str *fault)
{
    struct listing *listing = question->context;
    listing->plan->count = 0;
    listing->plan->headings = ARENA_ARRAY(writing->arena, listing->wanted.most + LIST_MOST_EXTRA + 1, struct planned);
    if (!listing->plan->headings)
        return error_memory(writing->err);
    enum status status = read_items(writing, listing, json_object_get(reply->value, "items"), reply->shown);
    if (!status && !listing->plan->count)
        *fault = STR("it has no item with a name of its own and a passage that says it");
    return status || fault->len ? status
                                : read_extra(writing, listing, json_object_get(reply->value, "extra"), reply->shown);
}

static enum status ask(struct writing *writing, struct listing *listing)
{
    const struct list_wanted *wanted = &listing->wanted;
    char *count =
        wanted->least == wanted->most
            ? arena_printf(writing->arena, "%zu", wanted->most)
            : arena_printf(writing->arena, "%zu to %zu, as many as the material has", wanted->least, wanted->most);
    char *extra = listing->most_extra ? arena_printf(writing->arena, "1 to %zu", listing->most_extra)
                                      : arena_copy(writing->arena, "0");
    if (!count || !extra)
        return error_memory(writing->err);
    const struct prompt_value values[] = {{"n", str_from(count)}, {"extra", str_from(extra)}};
    const struct question question = {.prompt = PROMPT_LISTICLE_PLAN,
                                      .step = "outline",
                                      .values = values,
                                      .value_count = COUNT_OF(values),
                                      .material = MATERIAL_DIGEST,
                                      .excerpts = listing->digest.shown,
                                      .excerpt_count = listing->digest.count,
                                      .check = read_plan,
                                      .context = listing};
    return question_ask(writing, &question);
}

enum status list_plan(struct writing *writing, struct article_plan *plan)
{
    const struct article_plan nothing = {.count = 0};
    struct listing listing = {.plan = plan};
    if (!writing->model)
        return list_plan_from_sources(writing, plan);
    if (config_bool(writing->config, "enableSupplementalInformation"))
        listing.most_extra = LIST_MOST_EXTRA;
    enum status status = list_wanted(writing, &listing.wanted);
    if (!status && writing->excerpts.count)
        status = prompted_digest(writing, &nothing, &listing.digest);
    if (!status)
        status = ask(writing, &listing);
    if (!status)
        status = plan_put_keyword(writing, plan);
    return status ? status : prompted_assign(writing, plan);
}
