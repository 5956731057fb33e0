#include "deliver/webflow/webflow.h"

#include "deliver/site/progress.h"
#include "text/escape.h"

enum { NAME_MAX_LENGTH = 256, HTTP_CONFLICT = 409 };

static const char *items_path(const struct webflow *flow, const char *query)
{
    return arena_printf(flow->call->arena, "/collections/%s/items%s", flow->collection, query);
}

/* --- the slug --- */

/* Is there an item with this slug? (https://developers.webflow.com/data/reference/cms: items?slug=) */
static enum status item_look(const struct webflow *flow, const char *slug, bool *is_there, bool *done,
                             struct delivery_outcome *outcome, struct error *err)
{
    struct site_answer answer;
    const char *query = arena_printf(flow->call->arena, "?slug=%s", slug); /* of [a-z0-9-] */
    *is_there = *done = false;
    if (!query)
        return error_memory(err);
    enum status status = webflow_ask(flow, NULL, items_path(flow, query), false, NULL, &answer, outcome, err);
    if (status == OK && outcome->verdict == DELIVERY_ACCEPTED) {
        size_t i;
        const json_t *item, *items = json_object_get(answer.json, "items");
        *done = true;
        json_array_foreach (items, i, item) {
            const char *its = json_string_value(json_object_get(json_object_get(item, "fieldData"), "slug"));
            *is_there = *is_there || (its && strcmp(its, slug) == 0);
        }
        if (!json_is_array(items)) {
            *done = false;
            status = site_judge(flow->call, outcome, DELIVERY_RETRY, err, "the site lists no items");
        }
    }
    site_done(&answer);
    return status;
}

static enum status keep_slug(const struct webflow *flow, const char *slug, struct error *err)
{
    return progress_keep(flow->call, NULL, "slug", json_string(slug), err);
}

/* The slug of the article where it is free, otherwise with the end of its marker, which is a random number's. */
static enum status choose_slug(const struct webflow *flow, const struct delivered_draft *draft, const char **slug,
                               bool *done, struct delivery_outcome *outcome, struct error *err)
{
    bool is_taken;
    *slug = draft->slug;
    enum status status = item_look(flow, *slug, &is_taken, done, outcome, err);
    if (status != OK || !*done)
        return status;
    if (is_taken)
        *slug = arena_printf(flow->call->arena, "%s-%s", draft->slug, draft->marker + strlen(draft->marker) - 6);
    return *slug ? keep_slug(flow, *slug, err) : error_memory(err);
}

enum status webflow_slug(const struct webflow *flow, const struct delivered_draft *draft, const char **slug,
                         bool *is_made, bool *done, struct delivery_outcome *outcome, struct error *err)
{
    const char *kept = json_string_value(progress_get(flow->call, NULL, "slug"));
    *is_made = false;
    if (!kept)
        return choose_slug(flow, draft, slug, done, outcome, err);
    *slug = arena_copy(flow->call->arena, kept);
    return *slug ? item_look(flow, *slug, is_made, done, outcome, err) : error_memory(err);
}

/* --- the item --- */

static bool item_add_text(const struct webflow *flow, json_t *fields, enum webflow_part part, const char *text,
                          size_t length)
{
    const char *slug = flow->fields[part];
    return !slug || !length || json_object_set_new(fields, slug, json_stringn(text, length)) == 0;
}

static bool add_cover(const struct webflow *flow, json_t *fields, const struct delivered_draft *draft,
                      const char *cover)
{
    const char *slug = flow->fields[WEBFLOW_IMAGE];
    if (!slug || !cover)
        return true;
    json_t *image = json_pack("{s:s, s:s}", "url", cover, "alt", draft->pictures[0].alt);
    return json_object_set_new(fields, slug, image) == 0;
}

static bool add_tags(const struct webflow *flow, json_t *fields, const struct delivered_draft *draft)
{
    struct buf list = {0};
    for (size_t i = 0; i < draft->tag_count; i++)
        buf_printf(&list, "%s%s", i ? ", " : "", draft->tags[i]);
    bool is_added = !list.failed && item_add_text(flow, fields, WEBFLOW_TAGS, buf_text(&list), list.len);
    buf_free(&list);
    return is_added;
}

static json_t *item_of(const struct webflow *flow, const struct delivered_draft *draft, const char *slug,
                       struct str html, const char *cover)
{
    const char *name = text_cut(flow->call->arena, str_from(draft->title), NAME_MAX_LENGTH);
    json_t *fields = json_object();
    bool is_whole =
        name && fields && item_add_text(flow, fields, WEBFLOW_TITLE, name, strlen(name)) &&
        item_add_text(flow, fields, WEBFLOW_SLUG, slug, strlen(slug)) &&
        item_add_text(flow, fields, WEBFLOW_BODY, html.data, html.len) &&
        item_add_text(flow, fields, WEBFLOW_SUMMARY, draft->meta_description, strlen(draft->meta_description)) &&
        add_cover(flow, fields, draft, cover) && add_tags(flow, fields, draft);
    if (is_whole)
        return json_pack("{s:b, s:b, s:o}", "isArchived", 0, "isDraft", 1, "fieldData", fields);
    json_decref(fields);
    return NULL;
}

/* {"details": [{"param": "slug", "description": "..."}]} */
static bool is_about_slug(const struct site_answer *answer)
{
    size_t i;
    const json_t *detail;
    json_array_foreach (json_object_get(answer->json, "details"), i, detail) {
        const char *param = json_string_value(json_object_get(detail, "param"));
        if (param && strcmp(param, "slug") == 0)
            return true;
    }
    return false;
}

/* Somebody has taken the slug since it was chosen: the next attempt chooses another one. */
static enum status forget_slug(const struct webflow *flow, struct delivery_outcome *outcome, struct error *err)
{
    outcome->verdict = DELIVERY_RETRY;
    return progress_drop(flow->call, NULL, "slug", err);
}

enum status webflow_item(const struct webflow *flow, const struct delivered_draft *draft, const char *slug,
                         struct str html, const char *cover, struct delivery_outcome *outcome, struct error *err)
{
    struct site_answer answer;
    enum status status = webflow_ask(flow, "POST", items_path(flow, ""), true, item_of(flow, draft, slug, html, cover),
                                     &answer, outcome, err);
    if (status != OK)
        return status;
    if (outcome->verdict == DELIVERY_ACCEPTED && !json_is_string(json_object_get(answer.json, "id")))
        status = site_judge(flow->call, outcome, DELIVERY_RETRY, err, "the site did not say what it made");
    else if (answer.status == HTTP_CONFLICT || (outcome->verdict == DELIVERY_REFUSED && is_about_slug(&answer)))
        status = forget_slug(flow, outcome, err);
    site_done(&answer);
    return status;
}
