/*
 * webflow: a target that makes a draft item in a collection of a site, through the Data API v2
 * (https://developers.webflow.com/data/reference).
 *
 * An item has no place that readers do not see, so its slug is the marker: before the item is made a slug that is free
 * is chosen and kept with the delivery; an item that has it later was made by this delivery.
 */
#include "deliver/draft.h"
#include "deliver/site.h"

#include <openssl/evp.h>

/* What of an article a field takes. */
enum webflow_part {
    WEBFLOW_TITLE,
    WEBFLOW_SLUG,
    WEBFLOW_BODY,
    WEBFLOW_SUMMARY,
    WEBFLOW_IMAGE,
    WEBFLOW_TAGS,
    WEBFLOW_PARTS
};

/* The site of a call. */
struct webflow {
    const struct delivery_call *call;
    const char *base;       /* "https://api.webflow.com/v2" */
    const char *headers[3]; /* NULL-terminated */
    const char *collection;
    const char *site;                  /* id; NULL until it was found by the token */
    const char *fields[WEBFLOW_PARTS]; /* slugs of fields; NULL: nothing takes it */
};

/*
 * Asks for a path below the base: with a body (the caller's reference is taken) when has_body says so, NULL is out of
 * memory then. When the outcome is DELIVERY_ACCEPTED, the answer is a JSON object, unless the method is DELETE.
 * Statuses of site_ask.
 */
static enum status webflow_ask(const struct webflow *flow, const char *method, const char *path, bool has_body,
                               json_t *body, struct site_answer *answer, struct delivery_outcome *outcome,
                               struct error *err)
{
    const struct site_request request = {
        .method = method, .url = arena_printf(flow->call->arena, "%s%s", flow->base, path), .headers = flow->headers};
    enum status status = has_body ? site_ask_json(flow->call, &request, body, answer, outcome, err)
                                  : site_ask(flow->call, &request, answer, outcome, err);
    bool is_odd = !status && outcome->verdict == DELIVERY_ACCEPTED && !json_is_object(answer->json);
    if (is_odd && (!method || strcmp(method, "DELETE") != 0))
        status = site_judge(flow->call, outcome, DELIVERY_RETRY, err, "what the site answered is not JSON");
    if (status)
        site_done(answer);
    return status;
}

static const char *const names[] = {
    [WEBFLOW_TITLE] = "title",     [WEBFLOW_SLUG] = "slug",   [WEBFLOW_BODY] = "body",
    [WEBFLOW_SUMMARY] = "summary", [WEBFLOW_IMAGE] = "image", [WEBFLOW_TAGS] = "tags",
};

static const char *webflow_part_name(enum webflow_part part)
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
        flow->fields[i] = flow->fields[i] ? arena_copy(flow->call->arena, flow->fields[i]) : NULL;
    *done = true;
    return site_end(flow->call, OK, err);
}

/* Which fields the collection has, and which takes what: flow->fields. *done is false when the outcome says what is
 * missing. */
static enum status webflow_fields(struct webflow *flow, bool *done, struct delivery_outcome *outcome, struct error *err)
{
    struct site_answer answer;
    const char *path = arena_printf(flow->call->arena, "/collections/%s", flow->collection);
    *done = false;
    enum status status = webflow_ask(flow, NULL, path, false, NULL, &answer, outcome, err);
    if (!status && outcome->verdict == DELIVERY_ACCEPTED) {
        const json_t *fields = json_object_get(answer.json, "fields");
        choose_all(flow, fields);
        status = fields_check_fields(flow, fields, done, outcome, err);
    }
    site_done(&answer);
    return status;
}

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
    enum status status = webflow_ask(flow, NULL, items_path(flow, query), false, NULL, &answer, outcome, err);
    if (!status && outcome->verdict == DELIVERY_ACCEPTED) {
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

/* The slug of the article where it is free, otherwise with the end of its marker, which is a random number's. */
static enum status choose_slug(const struct webflow *flow, const struct delivered_draft *draft, const char **slug,
                               bool *done, struct delivery_outcome *outcome, struct error *err)
{
    bool is_taken;
    *slug = draft->slug;
    enum status status = item_look(flow, *slug, &is_taken, done, outcome, err);
    if (status || !*done)
        return status;
    if (is_taken)
        *slug = draft_other_slug(draft, flow->call->arena);
    return progress_keep(flow->call, NULL, "slug", json_string(*slug), err);
}

/* The slug of the item: kept from an earlier attempt, then *is_made says whether the item is there; or a free one,
 * which is kept. *done: as above. */
static enum status webflow_slug(const struct webflow *flow, const struct delivered_draft *draft, const char **slug,
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

/* Makes the draft; the outcome says whether. cover: the address of its picture, or NULL. */
static enum status webflow_item(const struct webflow *flow, const struct delivered_draft *draft, const char *slug,
                                struct str html, const char *cover, struct delivery_outcome *outcome, struct error *err)
{
    struct site_answer answer;
    enum status status = webflow_ask(flow, "POST", items_path(flow, ""), true, item_of(flow, draft, slug, html, cover),
                                     &answer, outcome, err);
    if (status)
        return status;
    if (outcome->verdict == DELIVERY_ACCEPTED && !json_is_string(json_object_get(answer.json, "id")))
        status = site_judge(flow->call, outcome, DELIVERY_RETRY, err, "the site did not say what it made");
    else if (answer.status == HTTP_CONFLICT || (outcome->verdict == DELIVERY_REFUSED && is_about_slug(&answer)))
        status = forget_slug(flow, outcome, err);
    site_done(&answer);
    return status;
}

enum { MD5_SIZE = 16, HTTP_NOT_FOUND = 404, PAGE = 100 };

struct webflow_upload {
    const struct webflow *flow;
    const struct draft_picture *picture;
    const struct stored_picture *bytes;
    struct delivery_outcome *outcome;
    struct error *err;
};

/* --- what is known of assets --- */

static enum status forget_asset(const struct webflow_upload *upload)
{
    return progress_drop(upload->flow->call, "assets", upload->picture->id, upload->err);
}

static enum status picture_ask(const struct webflow_upload *upload, const char *method, const char *path,
                               struct site_answer *answer)
{
    return webflow_ask(upload->flow, method, path, false, NULL, answer, upload->outcome, upload->err);
}

static const char *asset_path(const struct webflow_upload *upload, const char *id)
{
    return arena_printf(upload->flow->call->arena, "/assets/%s", id);
}

/* --- what an earlier attempt has left --- */

/* An asset whose bytes never came: it is taken away, since only the answer that makes one says where they go. */
static enum status drop_asset(const struct webflow_upload *upload, const char *id, bool *done)
{
    struct site_answer answer;
    enum status status = picture_ask(upload, "DELETE", asset_path(upload, id), &answer);
    bool is_gone = upload->outcome->verdict == DELIVERY_ACCEPTED || answer.status == HTTP_NOT_FOUND;
    site_done(&answer);
    if (status || !is_gone)
        return status;
    *done = true;
    return forget_asset(upload);
}

/* *address is set when the asset is whole; otherwise it is dropped. */
static enum status use_asset(const struct webflow_upload *upload, const json_t *asset, const char **address, bool *done)
{
    const char *hosted = json_string_value(json_object_get(asset, "hostedUrl"));
    const char *id = json_string_value(json_object_get(asset, "id"));
    bool is_whole = (size_t)json_integer_value(json_object_get(asset, "size")) == upload->bytes->bytes.len;
    if (hosted && is_whole) {
        *address = arena_copy(upload->flow->call->arena, hosted);
        *done = true;
        return site_end(upload->flow->call, OK, upload->err);
    }
    if (id)
        return drop_asset(upload, id, done);
    *done = true;
    return OK;
}

static enum status use_known(const struct webflow_upload *upload, const char *id, const char **address, bool *done)
{
    struct site_answer answer;
    enum status status = picture_ask(upload, NULL, asset_path(upload, id), &answer);
    if (!status && answer.status == HTTP_NOT_FOUND) {
        *done = true;
        status = forget_asset(upload);
    } else if (!status && upload->outcome->verdict == DELIVERY_ACCEPTED) {
        status = use_asset(upload, answer.json, address, done);
    }
    site_done(&answer);
    return status;
}

static const json_t *asset_named(const json_t *assets, const char *filename)
{
    size_t i;
    const json_t *asset;
    json_array_foreach (assets, i, asset) {
        const char *name = json_string_value(json_object_get(asset, "originalFileName"));
        if (name && strcmp(name, filename) == 0)
            return asset;
    }
    return NULL;
}

/* Looks through the assets of the site for one whose making was not answered. */
static enum status use_unknown(const struct webflow_upload *upload, const char **address, bool *done)
{
    const struct webflow *flow = upload->flow;
    for (size_t offset = 0;; offset += PAGE) {
        struct site_answer answer;
        const char *path =
            arena_printf(flow->call->arena, "/sites/%s/assets?limit=%d&offset=%zu", flow->site, PAGE, offset);
        enum status status = picture_ask(upload, NULL, path, &answer);
        bool is_fine = !status && upload->outcome->verdict == DELIVERY_ACCEPTED;
        const json_t *assets = json_object_get(answer.json, "assets");
        const json_t *asset = is_fine ? asset_named(assets, upload->picture->filename) : NULL;
        bool is_last = json_array_size(assets) < PAGE;
        if (asset)
            status = use_asset(upload, asset, address, done);
        else
            *done = is_fine && is_last;
        site_done(&answer);
        if (status || !is_fine || asset || is_last)
            return status;
    }
}

/* *done: nothing is left that is in the way, and *address is set when the picture is there. */
static enum status use_old(const struct webflow_upload *upload, const char **address, bool *done)
{
    const struct delivery_call *call = upload->flow->call;
    const char *kept = json_string_value(progress_get(call, "assets", upload->picture->id));
    *done = false;
    if (kept) {
        const char *id = arena_copy(call->arena, kept); /* the progress may change */
        return use_known(upload, id, address, done);
    }
    if (call->is_repeated)
        return use_unknown(upload, address, done);
    *done = true;
    return OK;
}

/* --- a new one --- */

static bool md5_of(struct str bytes, char hex[2 * MD5_SIZE + 1])
{
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned int length = 0;
    bool is_made = EVP_Digest(bytes.data, bytes.len, digest, &length, EVP_md5(), NULL) == 1 && length == MD5_SIZE;
    if (is_made)
        hex_encode(digest, MD5_SIZE, hex);
    return is_made;
}

/* A form with all of uploadDetails, and the file as its last part (https://docs.aws.amazon.com/AmazonS3/latest/API/
 * RESTObjectPOST.html). */
static enum status send_bytes(const struct webflow_upload *upload, const json_t *made, bool *is_sent)
{
    struct delivery_form form;
    const char *name;
    json_t *value;
    form_begin(&form);
    json_object_foreach (json_object_get(made, "uploadDetails"), name, value) {
        if (json_is_string(value))
            form_text(&form, name, json_string_value(value));
    }
    form_file(&form, "file", upload->picture->filename, upload->bytes->type, upload->bytes->bytes);
    const char *url = json_string_value(json_object_get(made, "uploadUrl"));
    return form_send(upload->flow->call, &form, url, is_sent, upload->outcome, upload->err);
}

static enum status fill_asset(const struct webflow_upload *upload, const json_t *made, const char **address)
{
    const char *id = json_string_value(json_object_get(made, "id"));
    const char *hosted = json_string_value(json_object_get(made, "hostedUrl"));
    bool is_sent = false;
    if (!id || !hosted)
        return site_judge(upload->flow->call, upload->outcome, DELIVERY_RETRY, upload->err,
                          "the site did not say which asset it made");
    /* So that none is made twice. */
    enum status status = progress_keep(upload->flow->call, "assets", upload->picture->id, json_string(id), upload->err);
    bool wants_bytes = json_is_string(json_object_get(made, "uploadUrl")); /* not when it has those bytes already */
    if (!status && wants_bytes)
        status = send_bytes(upload, made, &is_sent);
    if (status || (wants_bytes && !is_sent))
        return status;
    *address = arena_copy(upload->flow->call->arena, hosted);
    return site_end(upload->flow->call, OK, upload->err);
}

static enum status make_asset(const struct webflow_upload *upload, const char **address)
{
    const struct webflow *flow = upload->flow;
    struct site_answer answer;
    char hash[2 * MD5_SIZE + 1];
    if (!md5_of(upload->bytes->bytes, hash))
        return error_memory(upload->err);
    const char *path = arena_printf(flow->call->arena, "/sites/%s/assets", flow->site);
    json_t *body = json_pack("{s:s, s:s}", "fileName", upload->picture->filename, "fileHash", hash);
    enum status status = webflow_ask(flow, "POST", path, true, body, &answer, upload->outcome, upload->err);
    if (!status && upload->outcome->verdict == DELIVERY_ACCEPTED)
        status = fill_asset(upload, answer.json, address);
    site_done(&answer);
    return status;
}

/* A draft_upload; context is the struct webflow, with its site. */
static enum status webflow_picture(void *context, const struct draft_picture *picture,
                                   const struct stored_picture *bytes, const char **address,
                                   struct delivery_outcome *outcome, struct error *err)
{
    const struct webflow_upload upload = {context, picture, bytes, outcome, err};
    bool done;
    enum status status = use_old(&upload, address, &done);
    if (status || !done || *address)
        return status;
    return make_asset(&upload, address);
}

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

static struct webflow open_site(const struct delivery_call *call)
{
    const char *token = site_setting(call, "token"), *collection = site_setting(call, "collectionId");
    return (struct webflow){
        .call = call,
        .base = site_setting(call, "url") ? site_url(call, "url", "/v2") : SERVICE "/v2",
        .headers = {"Content-Type: application/json",
                    arena_printf(call->arena, "Authorization: Bearer %s", token ? token : "")},
        .collection = collection ? collection : "",
        .site = site_setting(call, "siteId"),
    };
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
    if (!status && outcome->verdict == DELIVERY_ACCEPTED && (json_array_size(sites) != 1 || !id)) {
        status = site_judge(flow->call, outcome, DELIVERY_RETRY, err,
                            "the token is for %zu sites: siteId has to say which one gets the pictures",
                            json_array_size(sites));
    } else if (!status && outcome->verdict == DELIVERY_ACCEPTED) {
        flow->site = arena_copy(flow->call->arena, id);
        *done = true;
        status = site_end(flow->call, OK, err);
    }
    site_done(&answer);
    return status;
}

/* --- test --- */

static enum status webflow_test(const struct delivery_call *call, struct delivery_outcome *outcome, struct error *err)
{
    struct webflow flow = open_site(call);
    struct site_answer answer;
    bool done = false;
    enum status status = webflow_fields(&flow, &done, outcome, err);
    if (!status && done)
        status = find_site(&flow, &done, outcome, err);
    if (status || !done)
        return status;
    const char *path = arena_printf(call->arena, "/sites/%s/assets?limit=1", flow.site);
    status = webflow_ask(&flow, NULL, path, false, NULL, &answer, outcome, err);
    site_done(&answer);
    return site_end(call, status, err);
}

/* --- an attempt --- */

static enum status webflow_make(struct webflow *flow, const struct delivered_draft *draft, const char *slug,
                                struct delivery_outcome *outcome, struct error *err)
{
    const char **pictures;
    struct str html;
    bool done = true;
    enum status status = draft->picture_count ? find_site(flow, &done, outcome, err) : OK;
    if (!status && done)
        status = draft_pictures(flow->call, draft, webflow_picture, flow, &pictures, &done, outcome, err);
    if (status || !done)
        return status;
    status = draft_html(draft, pictures, flow->call->arena, &html, err);
    return status ? status : webflow_item(flow, draft, slug, html, pictures[0], outcome, err);
}

static enum status webflow_send(const struct delivery_call *call, struct delivery_outcome *outcome, struct error *err)
{
    struct webflow flow = open_site(call);
    struct delivered_draft draft;
    const char *slug = NULL;
    bool done = false, is_made = false;
    enum status status = draft_of_article(call, &draft, err);
    if (!status)
        status = webflow_fields(&flow, &done, outcome, err);
    if (!status && done)
        status = webflow_slug(&flow, &draft, &slug, &is_made, &done, outcome, err);
    if (!status && done && !is_made)
        status = webflow_make(&flow, &draft, slug, outcome, err);
    return site_end(call, status, err);
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
