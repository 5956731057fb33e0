#include "deliver/webflow/webflow.h"

static const char *const names[] = {
    [WEBFLOW_TITLE] = "title",     [WEBFLOW_SLUG] = "slug",   [WEBFLOW_BODY] = "body",
    [WEBFLOW_SUMMARY] = "summary", [WEBFLOW_IMAGE] = "image", [WEBFLOW_TAGS] = "tags",
};

const char *webflow_part_name(enum webflow_part part)
{
    return names[part];
}

/* Which field takes a part unless the settings say: the first of this type; words, where there are any, stand in its
 * slug, since a plain text may be anything. */
struct fields_choice {
    enum webflow_part part;
    const char *type;
    const char *words[5];
};

/* Every collection has the fields "name" and "slug" (https://developers.webflow.com/data/reference/cms). */
static const struct fields_choice choices[] = {
    {WEBFLOW_BODY, "RichText", {NULL}},
    {WEBFLOW_SUMMARY, "PlainText", {"summary", "description", "excerpt", "teaser"}},
    {WEBFLOW_IMAGE, "Image", {NULL}},
    {WEBFLOW_TAGS, "PlainText", {"tags", "keywords"}},
};

static const char *text_in(const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));
    return text ? text : "";
}

static bool fields_has_word(const char *slug, const char *const *words)
{
    for (size_t i = 0; words[i]; i++)
        if (strstr(slug, words[i]))
            return true;
    return !words[0];
}

static const char *fields_choose(const json_t *fields, const struct fields_choice *choice)
{
    size_t i;
    const json_t *field;
    json_array_foreach (fields, i, field) {
        const char *slug = text_in(field, "slug");
        bool is_own = strcmp(slug, "name") == 0 || strcmp(slug, "slug") == 0;
        if (*slug && !is_own && strcmp(text_in(field, "type"), choice->type) == 0 &&
            fields_has_word(slug, choice->words))
            return slug;
    }
    return NULL;
}

static bool has_field(const json_t *fields, const char *slug)
{
    size_t i;
    const json_t *field;
    json_array_foreach (fields, i, field) {
        if (strcmp(text_in(field, "slug"), slug) == 0)
            return true;
    }
    return false;
}

static const char *asked_for(const struct webflow *flow, enum webflow_part part)
{
    return json_string_value(json_object_get(json_object_get(flow->call->settings, "fields"), names[part]));
}

/* The slugs live as long as the answer. */
static void choose_all(struct webflow *flow, const json_t *fields)
{
    flow->fields[WEBFLOW_TITLE] = "name";
    flow->fields[WEBFLOW_SLUG] = "slug";
    for (size_t i = 0; i < COUNT_OF(choices); i++)
        flow->fields[choices[i].part] = fields_choose(fields, &choices[i]);
    for (size_t i = 0; i < WEBFLOW_PARTS; i++)
        if (asked_for(flow, (enum webflow_part)i))
            flow->fields[i] = asked_for(flow, (enum webflow_part)i);
}

static enum status fields_check_fields(struct webflow *flow, const json_t *fields, bool *done,
                                       struct delivery_outcome *outcome, struct error *err)
{
    *done = false;
    for (size_t i = 0; i < WEBFLOW_PARTS; i++)
        if (flow->fields[i] && !has_field(fields, flow->fields[i]))
            return site_judge(flow->call, outcome, DELIVERY_RETRY, err, "the collection has no field \"%s\" for the %s",
                              flow->fields[i], names[i]);
    if (!flow->fields[WEBFLOW_BODY])
        return site_judge(flow->call, outcome, DELIVERY_RETRY, err, "the collection has no rich text for the article");
    for (size_t i = 0; i < WEBFLOW_PARTS; i++)
        if (flow->fields[i] && !(flow->fields[i] = arena_copy(flow->call->arena, flow->fields[i])))
            return error_memory(err);
    *done = true;
    return OK;
}

enum status webflow_fields(struct webflow *flow, bool *done, struct delivery_outcome *outcome, struct error *err)
{
    struct site_answer answer;
    const char *path = arena_printf(flow->call->arena, "/collections/%s", flow->collection);
    *done = false;
    enum status status = webflow_ask(flow, NULL, path, false, NULL, &answer, outcome, err);
    if (status == OK && outcome->verdict == DELIVERY_ACCEPTED) {
        const json_t *fields = json_object_get(answer.json, "fields");
        choose_all(flow, fields);
        status = fields_check_fields(flow, fields, done, outcome, err);
    }
    site_done(&answer);
    return status;
}
