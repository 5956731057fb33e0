#include "deliver/webflow/webflow.h"

#define SERVICE "https://api.webflow.com"

static const struct setting settings[] = {
    {"token", SETTING_TEXT, .is_secret = true, .is_required = true,
     .summary = "API token of the site with the scopes cms:read, cms:write, assets:read and assets:write, and "
                "sites:read unless siteId is given."},
    {"collectionId", SETTING_TEXT, .is_required = true, .summary = "The collection that gets the items."},
    {"siteId", SETTING_TEXT, .summary = "The site that gets the pictures; found by the token when absent."},
    {"fields", SETTING_OBJECT,
     .summary = "Which field of the collection takes what: slugs of fields by title, slug, body, summary, image, tags; "
                "those that are absent are found by their types."},
    {"url", SETTING_URL, .summary = "Another address than " SERVICE ", of what stands before it."},
};

/* --- settings --- */

static bool webflow_is_id(const char *text)
{
    size_t length = 0;
    while (text && ascii_is_alnum(text[length]))
        length++;
    return length > 0 && !text[length];
}

static bool is_part(const char *name)
{
    for (size_t i = 0; i < WEBFLOW_PARTS; i++)
        if (strcmp(webflow_part_name((enum webflow_part)i), name) == 0)
            return true;
    return false;
}

static enum status webflow_check_fields(const json_t *fields, struct error *err)
{
    const char *name;
    json_t *slug;
    json_object_foreach ((json_t *)fields, name, slug) {
        if (!is_part(name))
            return error_set(err, E_INVALID, NULL,
                             "fields has \"%.50s\", which is none of title, slug, body, summary, "
                             "image, tags",
                             name);
        if (!json_string_length(slug))
            return error_set(err, E_INVALID, NULL, "fields.%s is not the slug of a field", name);
    }
    return OK;
}

static enum status webflow_check(const json_t *values, struct arena *arena, struct error *err)
{
    (void)arena;
    const json_t *site = json_object_get(values, "siteId");
    if (!webflow_is_id(json_string_value(json_object_get(values, "collectionId"))))
        return error_set(err, E_INVALID, NULL, "collectionId has other characters than letters and digits");
    if (site && !webflow_is_id(json_string_value(site)))
        return error_set(err, E_INVALID, NULL, "siteId has other characters than letters and digits");
    return webflow_check_fields(json_object_get(values, "fields"), err);
}

static enum status open_site(const struct delivery_call *call, struct webflow *flow, struct error *err)
{
    const char *token = site_setting(call, "token"), *collection = site_setting(call, "collectionId");
    *flow = (struct webflow){
        .call = call,
        .base = site_setting(call, "url") ? site_url(call, "url", "/v2") : SERVICE "/v2",
        .headers = {"Content-Type: application/json",
                    arena_printf(call->arena, "Authorization: Bearer %s", token ? token : "")},
        .collection = collection ? collection : "",
        .site = site_setting(call, "siteId"),
    };
    return flow->base && flow->headers[1] ? OK : error_memory(err);
}

/* --- the site --- */

/* Finds the site that the token is for. *done is false when the outcome says why that is not known. */
static enum status find_site(struct webflow *flow, bool *done, struct delivery_outcome *outcome, struct error *err)
{
    struct site_answer answer;
    *done = true;
    if (flow->site)
        return OK;
    enum status status = webflow_ask(flow, NULL, "/sites", false, NULL, &answer, outcome, err);
    const json_t *sites = json_object_get(answer.json, "sites");
    const char *id = json_string_value(json_object_get(json_array_get(sites, 0), "id"));
    *done = false;
    if (status == OK && outcome->verdict == DELIVERY_ACCEPTED && (json_array_size(sites) != 1 || !id)) {
        status = site_judge(flow->call, outcome, DELIVERY_RETRY, err,
                            "the token is for %zu sites: siteId has to say which one gets the pictures",
                            json_array_size(sites));
    } else if (status == OK && outcome->verdict == DELIVERY_ACCEPTED) {
        flow->site = arena_copy(flow->call->arena, id);
        *done = flow->site != NULL;
        status = *done ? OK : error_memory(err);
    }
    site_done(&answer);
    return status;
}

/* --- test --- */

static enum status webflow_test(const struct delivery_call *call, struct delivery_outcome *outcome, struct error *err)
{
    struct webflow flow;
    struct site_answer answer;
    bool done = false;
    enum status status = open_site(call, &flow, err);
    if (status == OK)
        status = webflow_fields(&flow, &done, outcome, err);
    if (status == OK && done)
        status = find_site(&flow, &done, outcome, err);
    if (status != OK || !done)
        return status;
    const char *path = arena_printf(call->arena, "/sites/%s/assets?limit=1", flow.site);
    status = webflow_ask(&flow, NULL, path, false, NULL, &answer, outcome, err);
    site_done(&answer);
    return status;
}

/* --- an attempt --- */

static enum status webflow_make(struct webflow *flow, const struct delivered_draft *draft, const char *slug,
                                struct delivery_outcome *outcome, struct error *err)
{
    const char **pictures;
    struct str html;
    bool done = true;
    enum status status = draft->picture_count ? find_site(flow, &done, outcome, err) : OK;
    if (status == OK && done)
        status = draft_pictures(flow->call, draft, webflow_picture, flow, &pictures, &done, outcome, err);
    if (status != OK || !done)
        return status;
    status = draft_html(draft, pictures, flow->call->arena, &html, err);
    return status == OK ? webflow_item(flow, draft, slug, html, pictures[0], outcome, err) : status;
}

static enum status webflow_send(const struct delivery_call *call, struct delivery_outcome *outcome, struct error *err)
{
    struct webflow flow;
    struct delivered_draft draft;
    const char *slug = NULL;
    bool done = false, is_made = false;
    enum status status = open_site(call, &flow, err);
    if (status == OK)
        status = draft_of_article(call, &draft, err);
    if (status == OK)
        status = webflow_fields(&flow, &done, outcome, err);
    if (status == OK && done)
        status = webflow_slug(&flow, &draft, &slug, &is_made, &done, outcome, err);
    return status == OK && done && !is_made ? webflow_make(&flow, &draft, slug, outcome, err) : status;
}

const struct delivery_target webflow_target = {
    .name = "webflow",
    .url_setting = "collectionId",
    .url_format = SERVICE "/v2/collections/%s",
    .settings = settings,
    .setting_count = COUNT_OF(settings),
    .check = webflow_check,
    .test = webflow_test,
    .send = webflow_send,
};
