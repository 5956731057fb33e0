/*
 * shopify: a target that makes a draft in a blog of a shop, through the GraphQL Admin API
 * (https://shopify.dev/docs/api/admin-graphql).
 *
 * The article carries its marker in a metafield (copydesk.article_id), which themes do not show. Shopify's search takes
 * a while to know of a new article, so the newest of the blog are looked through besides.
 */
#include "deliver/draft.h"
#include "deliver/site.h"

#include <math.h>

/* The shop of a call. */
struct shopify {
    const struct delivery_call *call;
    const char *base;       /* "https://name.myshopify.com" */
    const char *url;        /* of the GraphQL interface */
    const char *headers[3]; /* NULL-terminated */
    const char *blog;       /* its global id: "gid://shopify/Blog/123" */
};

enum { SHORTEST_PAUSE_MS = 1000, LONGEST_PAUSE_MS = 60 * 1000 };

/* An integer of JSON is a number, too. */
static double number_in(const json_t *object, const char *name)
{
    return json_number_value(json_object_get(object, name));
}

/* How long the shop's bucket takes to fill up (https://shopify.dev/docs/apps/build/apis/graphql-admin/rate-limits):
 * extensions.cost tells what the query costs, what there is, and how fast more comes. */
static int64_t pause_of(const json_t *answer)
{
    const json_t *cost = json_object_get(json_object_get(answer, "extensions"), "cost");
    const json_t *bucket = json_object_get(cost, "throttleStatus");
    double missing = number_in(cost, "requestedQueryCost") - number_in(bucket, "currentlyAvailable");
    double rate = number_in(bucket, "restoreRate");
    double ms = rate > 0 ? ceil(missing / rate * 1000) : 2 * SHORTEST_PAUSE_MS;
    return ms < SHORTEST_PAUSE_MS ? SHORTEST_PAUSE_MS : ms > LONGEST_PAUSE_MS ? LONGEST_PAUSE_MS : (int64_t)ms;
}

/* {"errors": [{"message": "", "extensions": {"code": "THROTTLED"}}]}. None of them is about the article: what is wrong
 * with that is an error of the user, in the data. */
static enum status judge_errors(const struct shopify *shop, const struct site_answer *answer, const json_t *errors,
                                struct delivery_outcome *outcome, struct error *err)
{
    const json_t *first = json_array_get(errors, 0);
    const char *message = json_string_value(json_is_string(errors) ? errors : json_object_get(first, "message"));
    const char *code = json_string_value(json_object_get(json_object_get(first, "extensions"), "code"));
    if (code && strcmp(code, "THROTTLED") == 0 && outcome->retry_after_ms < 0)
        outcome->retry_after_ms = pause_of(answer->json);
    return site_judge(shop->call, outcome, DELIVERY_RETRY, err, "the shop answered with %s%s%s",
                      code ? code : "an error", message ? ": " : "", message ? message : "");
}

/* Reads an answer with a status of 2xx. */
static enum status read_data(const struct shopify *shop, const struct site_answer *answer, const json_t **data,
                             struct delivery_outcome *outcome, struct error *err)
{
    const json_t *errors = json_object_get(answer->json, "errors");
    if (json_array_size(errors) || json_is_string(errors))
        return judge_errors(shop, answer, errors, outcome, err);
    *data = json_object_get(answer->json, "data");
    if (json_is_object(*data))
        return OK;
    *data = NULL;
    return site_judge(shop->call, outcome, DELIVERY_RETRY, err, "what the shop answered is no answer to a query");
}

/*
 * Asks. variables: the caller's reference is taken, NULL is out of memory. *data is what the answer has under "data",
 * as long as the answer is not done, or NULL; *outcome then says why: errors of a query are told with status 200, and
 * one that was too much for now (THROTTLED) says for how long to wait. Statuses of site_ask.
 */
static enum status shopify_ask(const struct shopify *shop, const char *query, json_t *variables,
                               struct site_answer *answer, const json_t **data, struct delivery_outcome *outcome,
                               struct error *err)
{
    json_t *body = variables ? json_pack("{s:s, s:o}", "query", query, "variables", variables) : NULL;
    const struct site_request request = {.method = "POST", .url = shop->url, .headers = shop->headers};
    *data = NULL;
    enum status status = site_ask_json(shop->call, &request, body, answer, outcome, err);
    if (!status && outcome->verdict == DELIVERY_ACCEPTED)
        status = read_data(shop, answer, data, outcome, err);
    if (status)
        site_done(answer);
    return status;
}

/* "article.title"; "" when the error names no field. */
static const char *field_of(struct arena *arena, const json_t *user_error)
{
    const json_t *names = json_object_get(user_error, "field");
    struct buf path = {0};
    for (size_t i = 0; i < json_array_size(names); i++) {
        const char *name = json_string_value(json_array_get(names, i));
        if (name)
            buf_printf(&path, "%s%s", path.len ? "." : "", name);
    }
    return buf_keep(&path, arena).data;
}

/* What the mutation of that name came to: the word for its first error of the user ("TAKEN"), "" when it has none that
 * is named; NULL: there is no error. Then *outcome is as it was, otherwise it says that this was refused. */
static enum status shopify_user_error(const struct shopify *shop, const json_t *data, const char *mutation,
                                      const char **code, struct delivery_outcome *outcome, struct error *err)
{
    const json_t *first = json_array_get(json_object_get(json_object_get(data, mutation), "userErrors"), 0);
    *code = NULL;
    if (!first)
        return OK;
    const char *field = field_of(shop->call->arena, first);
    const char *message = json_string_value(json_object_get(first, "message"));
    const char *word = json_string_value(json_object_get(first, "code"));
    *code = arena_copy(shop->call->arena, word ? word : "");
    if (!field || !*code)
        return error_memory(err);
    return site_judge(shop->call, outcome, DELIVERY_REFUSED, err, "the shop refused this: %s%s%s", field,
                      *field ? ": " : "", message ? message : *code);
}

#define MARKER_FIELD "metafield(namespace: \"copydesk\", key: \"article_id\") { value }"
#define FOUND        "{ nodes { id " MARKER_FIELD " } }"

/* Articles of the blog that are looked through, the newest first: more than a shop publishes between two attempts. */
#define NEWEST "50"

static const char FIND_BLOG[] = "query($blog: ID!) { shop { name } blog(id: $blog) { title } }";

static const char FIND_ARTICLE[] = "query($blog: ID!, $handle: String!) { shop { name } blog(id: $blog) { title "
                                   "newest: articles(first: " NEWEST ", reverse: true) " FOUND " } "
                                   "articles(first: " NEWEST ", query: $handle) " FOUND " }";

static const char MAKE_ARTICLE[] = "mutation($article: ArticleCreateInput!) { articleCreate(article: $article) { "
                                   "article { id } userErrors { code field message } } }";

/* --- looking for it --- */

static const char *marked_id(const json_t *connection, const char *marker)
{
    size_t i;
    const json_t *node;
    json_array_foreach (json_object_get(connection, "nodes"), i, node) {
        const char *value = json_string_value(json_object_get(json_object_get(node, "metafield"), "value"));
        const char *id = json_string_value(json_object_get(node, "id"));
        if (id && value && strcmp(value, marker) == 0)
            return id;
    }
    return NULL;
}

/* Where the admin shows an article: "gid://shopify/Article/123" is its article 123. NULL: no memory. */
static const char *admin_address(const struct shopify *shop, const char *id)
{
    const char *slash = strrchr(id, '/');
    return arena_printf(shop->call->arena, "%s/admin/articles/%s", shop->base, slash ? slash + 1 : id);
}

static json_t *find_variables(const struct shopify *shop, const struct delivered_draft *draft)
{
    if (!shop->call->is_repeated)
        return json_pack("{s:s}", "blog", shop->blog);
    const char *handle = arena_printf(shop->call->arena, "handle:'%s' OR handle:'%s'", draft->slug,
                                      draft_other_slug(draft, shop->call->arena));
    return json_pack("{s:s, s:s}", "blog", shop->blog, "handle", handle);
}

static void read_found(const struct shopify *shop, const struct delivered_draft *draft, const json_t *data,
                       const char **address, const char **author)
{
    const json_t *blog = json_object_get(data, "blog");
    const char *name = json_string_value(json_object_get(json_object_get(data, "shop"), "name"));
    const char *signs = site_setting(shop->call, "author");
    const char *id = marked_id(json_object_get(blog, "newest"), draft->marker);
    if (!id)
        id = marked_id(json_object_get(data, "articles"), draft->marker);
    *author = arena_copy(shop->call->arena, signs && *signs ? signs : name && *name ? name : "copydesk");
    *address = id ? admin_address(shop, id) : NULL;
}

/* Asks for the blog, and with `is_repeated` for the article: *address is where the admin shows it, NULL when there is
 * none. *author: who signs articles. *done is false when the outcome says why this attempt ends here. */
static enum status shopify_article_find(const struct shopify *shop, const struct delivered_draft *draft,
                                        const char **address, const char **author, bool *done,
                                        struct delivery_outcome *outcome, struct error *err)
{
    const char *query = shop->call->is_repeated ? FIND_ARTICLE : FIND_BLOG;
    struct site_answer answer;
    const json_t *data;
    *address = *author = NULL;
    *done = false;
    enum status status = shopify_ask(shop, query, find_variables(shop, draft), &answer, &data, outcome, err);
    if (status)
        return status;
    if (data && !json_is_object(json_object_get(data, "blog"))) {
        status = site_judge(shop->call, outcome, DELIVERY_RETRY, err, "the shop has no such blog, or hides it");
    } else if (data) {
        *done = true;
        read_found(shop, draft, data, address, author);
        status = site_end(shop->call, OK, err);
    }
    site_done(&answer);
    return status;
}

/* --- making it --- */

static bool add_metafield(json_t *list, const char *namespace, const char *key, const char *type, const char *value)
{
    json_t *field = json_pack("{s:s, s:s, s:s, s:s}", "namespace", namespace, "key", key, "type", type, "value", value);
    return json_array_append_new(list, field) == 0;
}

/* The marker, and what search engines are shown (https://shopify.dev/docs/apps/build/marketing-analytics/
 * optimize-storefront-seo): global.title_tag, global.description_tag. */
static json_t *metafields_of(const struct delivered_draft *draft)
{
    json_t *list = json_array();
    bool is_whole = list && add_metafield(list, "copydesk", "article_id", "single_line_text_field", draft->marker) &&
                    add_metafield(list, "global", "title_tag", "single_line_text_field", draft->title) &&
                    (!*draft->meta_description || add_metafield(list, "global", "description_tag",
                                                                "multi_line_text_field", draft->meta_description));
    if (is_whole)
        return list;
    json_decref(list);
    return NULL;
}

static json_t *tags_of(const struct delivered_draft *draft)
{
    json_t *list = json_array();
    for (size_t i = 0; list && i < draft->tag_count; i++)
        if (json_array_append_new(list, json_string(draft->tags[i])) != 0) {
            json_decref(list);
            list = NULL;
        }
    return list;
}

static const char *summary_of(struct arena *arena, const struct delivered_draft *draft)
{
    struct buf html = {0};
    escape_html(&html, str_from(draft->meta_description));
    return buf_keep(&html, arena).data;
}

static bool add_cover(json_t *article, const struct delivered_draft *draft, const char *cover)
{
    if (!cover)
        return true;
    json_t *image = json_pack("{s:s, s:s}", "url", cover, "altText", draft->pictures[0].alt);
    return json_object_set_new(article, "image", image) == 0;
}

static json_t *article_of(const struct shopify *shop, const struct delivered_draft *draft, struct str html,
                          const char *cover, const char *author, const char *handle)
{
    const char *summary = summary_of(shop->call->arena, draft);
    json_t *article =
        summary && handle
            ? json_pack("{s:s, s:s, s:s, s:s%, s:s, s:b, s:{s:s}, s:o, s:o}", "blogId", shop->blog, "title",
                        draft->title, "handle", handle, "body", html.data, html.len, "summary", summary, "isPublished",
                        0, "author", "name", author, "tags", tags_of(draft), "metafields", metafields_of(draft))
            : NULL;
    if (article && add_cover(article, draft, cover))
        return json_pack("{s:o}", "article", article);
    json_decref(article);
    return NULL;
}

/* *code: as of shopify_user_error. */
static enum status article_make(const struct shopify *shop, json_t *variables, const char **address, const char **code,
                                struct delivery_outcome *outcome, struct error *err)
{
    struct site_answer answer;
    const json_t *data;
    *code = NULL;
    enum status status = shopify_ask(shop, MAKE_ARTICLE, variables, &answer, &data, outcome, err);
    if (status)
        return status;
    if (data)
        status = shopify_user_error(shop, data, "articleCreate", code, outcome, err);
    if (!status && *code && strcmp(*code, "UPLOAD_FAILED") == 0)
        outcome->verdict = DELIVERY_RETRY; /* the shop could not fetch the cover from its own files now */
    if (!status && data && !*code) {
        const json_t *article = json_object_get(json_object_get(data, "articleCreate"), "article");
        const char *id = json_string_value(json_object_get(article, "id"));
        *address = id ? admin_address(shop, id) : NULL;
        if (!id)
            status = site_judge(shop->call, outcome, DELIVERY_RETRY, err, "the shop did not say what it made");
    }
    site_done(&answer);
    return status;
}

/* Makes the draft; *address is NULL when the outcome says why not. cover: the address of its picture, or NULL. */
static enum status shopify_article_make(const struct shopify *shop, const struct delivered_draft *draft,
                                        struct str html, const char *cover, const char *author, const char **address,
                                        struct delivery_outcome *outcome, struct error *err)
{
    const char *code;
    *address = NULL;
    enum status status =
        article_make(shop, article_of(shop, draft, html, cover, author, draft->slug), address, &code, outcome, err);
    if (status || !code || strcmp(code, "TAKEN") != 0)
        return status;
    return article_make(shop, article_of(shop, draft, html, cover, author, draft_other_slug(draft, shop->call->arena)),
                        address, &code, outcome, err);
}

static const char STAGE[] = "mutation($input: [StagedUploadInput!]!) { stagedUploadsCreate(input: $input) { "
                            "stagedTargets { url resourceUrl parameters { name value } } "
                            "userErrors { field message } } }";

static const char MAKE_FILE[] = "mutation($files: [FileCreateInput!]!) { fileCreate(files: $files) { "
                                "files { id } userErrors { code field message } } }";

static const char SHOW_FILE[] = "query($id: ID!) { node(id: $id) { ... on MediaImage { "
                                "fileStatus fileErrors { message } image { url } } } }";

/* How long to wait before each look whether a file is ready. */
static const int64_t looks[] = {0, 100, 250, 500, 1000, 2000};

struct picture_upload {
    const struct shopify *shop;
    const struct draft_picture *picture;
    const struct stored_picture *bytes;
    struct delivery_outcome *outcome;
    struct error *err;
};

/* --- the bytes, to a place that lasts for a while --- */

static enum status send_bytes(const struct picture_upload *upload, const json_t *target, bool *done)
{
    struct delivery_form form;
    size_t i;
    const json_t *parameter;
    form_begin(&form);
    json_array_foreach (json_object_get(target, "parameters"), i, parameter) {
        const char *name = json_string_value(json_object_get(parameter, "name"));
        const char *value = json_string_value(json_object_get(parameter, "value"));
        if (name && value)
            form_text(&form, name, value);
    }
    form_file(&form, "file", upload->picture->filename, upload->bytes->type, upload->bytes->bytes);
    const char *url = json_string_value(json_object_get(target, "url"));
    return form_send(upload->shop->call, &form, url, done, upload->outcome, upload->err);
}

static json_t *stage_variables(const struct picture_upload *upload)
{
    const char *size = arena_printf(upload->shop->call->arena, "%zu", upload->bytes->bytes.len);
    return size
               ? json_pack("{s:[{s:s, s:s, s:s, s:s, s:s}]}", "input", "filename", upload->picture->filename,
                           "mimeType", upload->bytes->type, "resource", "IMAGE", "httpMethod", "POST", "fileSize", size)
               : NULL;
}

/* *source: what a file is made of; NULL when the outcome says why there is none. */
static enum status stage(const struct picture_upload *upload, const char **source)
{
    struct site_answer answer;
    const json_t *data;
    const char *code = NULL;
    bool done = false;
    *source = NULL;
    enum status status =
        shopify_ask(upload->shop, STAGE, stage_variables(upload), &answer, &data, upload->outcome, upload->err);
    if (status)
        return status;
    if (data)
        status = shopify_user_error(upload->shop, data, "stagedUploadsCreate", &code, upload->outcome, upload->err);
    if (!status && data && !code) {
        const json_t *made = json_object_get(data, "stagedUploadsCreate");
        const json_t *target = json_array_get(json_object_get(made, "stagedTargets"), 0);
        const char *url = json_string_value(json_object_get(target, "resourceUrl"));
        status = url ? send_bytes(upload, target, &done)
                     : site_judge(upload->shop->call, upload->outcome, DELIVERY_RETRY, upload->err,
                                  "the shop did not say where pictures go");
        *source = done ? arena_copy(upload->shop->call->arena, url) : NULL;
    }
    site_done(&answer);
    return status;
}

/* --- a file of it --- */

/* Replaces a file of that name: it was made by an attempt whose answer was lost. */
static json_t *file_variables(const struct picture_upload *upload, const char *source)
{
    return json_pack("{s:[{s:s, s:s, s:s, s:s, s:s}]}", "files", "originalSource", source, "contentType", "IMAGE",
                     "alt", upload->picture->alt, "filename", upload->picture->filename, "duplicateResolutionMode",
                     "REPLACE");
}

static enum status make_file(const struct picture_upload *upload, const char *source, const char **file)
{
    struct site_answer answer;
    const json_t *data;
    const char *code = NULL;
    enum status status = shopify_ask(upload->shop, MAKE_FILE, file_variables(upload, source), &answer, &data,
                                     upload->outcome, upload->err);
    if (status)
        return status;
    if (data)
        status = shopify_user_error(upload->shop, data, "fileCreate", &code, upload->outcome, upload->err);
    if (!status && data && !code) {
        const json_t *made = json_array_get(json_object_get(json_object_get(data, "fileCreate"), "files"), 0);
        const char *id = json_string_value(json_object_get(made, "id"));
        *file = id ? arena_copy(upload->shop->call->arena, id) : NULL;
        if (!id)
            status = site_judge(upload->shop->call, upload->outcome, DELIVERY_RETRY, upload->err,
                                "the shop did not say which file it made");
        else /* so that none is made twice */
            status = progress_keep(upload->shop->call, "files", upload->picture->id, json_string(id), upload->err);
    }
    site_done(&answer);
    return status;
}

/* --- its address --- */

/* The file is of no use: it could not be processed, or is gone. Another one is made by the next attempt. */
static enum status drop_file(const struct picture_upload *upload, const json_t *node)
{
    const json_t *first = json_array_get(json_object_get(node, "fileErrors"), 0);
    const char *message = json_string_value(json_object_get(first, "message"));
    enum status status = site_judge(upload->shop->call, upload->outcome, DELIVERY_RETRY, upload->err,
                                    "the shop could not process the picture %s%s%s", upload->picture->filename,
                                    message ? ": " : "", message ? message : "");
    return status ? status : progress_drop(upload->shop->call, "files", upload->picture->id, upload->err);
}

/* Looks once. *is_open: it is being processed. */
static enum status picture_look(const struct picture_upload *upload, const char *file, const char **address,
                                bool *is_open)
{
    struct site_answer answer;
    const json_t *data;
    *is_open = false;
    enum status status = shopify_ask(upload->shop, SHOW_FILE, json_pack("{s:s}", "id", file), &answer, &data,
                                     upload->outcome, upload->err);
    if (status)
        return status;
    const json_t *node = json_object_get(data, "node");
    const char *state = json_string_value(json_object_get(node, "fileStatus"));
    const char *url = json_string_value(json_object_get(json_object_get(node, "image"), "url"));
    bool is_ready = state && strcmp(state, "READY") == 0 && url;
    bool is_lost = data && (!state || strcmp(state, "FAILED") == 0);
    if (is_lost)
        status = drop_file(upload, node);
    else if (is_ready)
        *address = arena_copy(upload->shop->call->arena, url);
    *is_open = data && !is_lost && !is_ready;
    site_done(&answer);
    return site_end(upload->shop->call, status, upload->err);
}

static enum status await_file(const struct picture_upload *upload, const char *file, const char **address)
{
    bool is_open = true;
    for (size_t i = 0; i < COUNT_OF(looks) && is_open; i++) {
        if (!site_wait(upload->shop->call, looks[i]))
            return error_set(upload->err, E_CANCELLED, NULL, "called off");
        enum status status = picture_look(upload, file, address, &is_open);
        if (status)
            return status;
    }
    return is_open ? site_judge(upload->shop->call, upload->outcome, DELIVERY_RETRY, upload->err,
                                "the shop is still processing the picture %s", upload->picture->filename)
                   : OK;
}

/* A draft_upload; context is the struct shopify. */
static enum status shopify_picture(void *context, const struct draft_picture *picture,
                                   const struct stored_picture *bytes, const char **address,
                                   struct delivery_outcome *outcome, struct error *err)
{
    const struct picture_upload upload = {context, picture, bytes, outcome, err};
    const struct delivery_call *call = upload.shop->call;
    const char *kept = json_string_value(progress_get(call, "files", picture->id));
    const char *file = kept ? arena_copy(call->arena, kept) : NULL; /* the progress may change */
    if (!kept) {
        const char *source;
        enum status status = stage(&upload, &source);
        if (!status && source)
            status = make_file(&upload, source, &file);
        if (status || !file)
            return status;
    }
    return await_file(&upload, file, address);
}

/* The newest version that https://shopify.dev/docs/api/admin-graphql called stable when this was written; each is
 * served for a year, and after that the oldest one that is still served answers in its place. */
#define API_VERSION "2026-10"

#define SHOP_FORMAT "https://%s"
#define SHOP_END    ".myshopify.com"
#define BLOG_PREFIX "gid://shopify/Blog/"

static const struct setting settings[] = {
    {"shop", SETTING_TEXT, .is_required = true,
     .summary = "The shop's own name at Shopify, \"name.myshopify.com\", or the address of what stands for it."},
    {"accessToken", SETTING_TEXT, .is_secret = true, .is_required = true,
     .summary = "Admin API access token of an app with the scopes write_content and write_files."},
    {"blogId", SETTING_TEXT, .is_required = true,
     .summary = "Number of the blog, or its global id, \"gid://shopify/Blog/123\"."},
    {"author", SETTING_TEXT, .summary = "Name that signs the articles; the shop's name when absent."},
};

/* --- settings --- */

static bool shopify_is_number(const char *text)
{
    size_t length = text ? strspn(text, "0123456789") : 0;
    return length > 0 && !text[length];
}

static const char *blog_number(const char *blog)
{
    return blog && strncmp(blog, BLOG_PREFIX, strlen(BLOG_PREFIX)) == 0 ? blog + strlen(BLOG_PREFIX) : blog;
}

static bool is_shop(struct str shop)
{
    if (!str_ends(shop, STR(SHOP_END)) || shop.len == strlen(SHOP_END))
        return false;
    for (size_t i = 0; i < shop.len - strlen(SHOP_END); i++)
        if (!ascii_is_alnum(shop.data[i]) && shop.data[i] != '-')
            return false;
    return true;
}

static enum status shopify_check(const json_t *values, struct arena *arena, struct error *err)
{
    (void)arena;
    struct str shop = str_from(json_string_value(json_object_get(values, "shop")));
    if (!url_is_web(shop) && !is_shop(shop))
        return error_set(err, E_INVALID, NULL, "shop is not like \"name" SHOP_END "\"");
    if (!shopify_is_number(blog_number(json_string_value(json_object_get(values, "blogId")))))
        return error_set(err, E_INVALID, NULL, "blogId is neither a number nor like \"" BLOG_PREFIX "123\"");
    return OK;
}

static struct shopify open_shop(const struct delivery_call *call)
{
    struct arena *arena = call->arena;
    const char *name = site_setting(call, "shop"), *token = site_setting(call, "accessToken");
    char *base = (char *)site_address(arena, SHOP_FORMAT, name ? name : "");
    for (size_t length = base ? strlen(base) : 0; length && base[length - 1] == '/';)
        base[--length] = '\0';
    const char *blog = blog_number(site_setting(call, "blogId"));
    return (struct shopify){
        .call = call,
        .base = base,
        .url = arena_printf(arena, "%s/admin/api/" API_VERSION "/graphql.json", base),
        .headers = {"Content-Type: application/json",
                    arena_printf(arena, "X-Shopify-Access-Token: %s", token ? token : "")},
        .blog = arena_printf(arena, BLOG_PREFIX "%s", blog ? blog : ""),
    };
}

/* --- test --- */

static const char TEST[] = "query($blog: ID!) { shop { name } blog(id: $blog) { title } "
                           "currentAppInstallation { accessScopes { handle } } }";

/* Each of these is needed in one of two forms. */
static const char *const scopes[][2] = {
    {"write_content", "write_online_store_pages"},
    {"write_files", "write_images"},
};

static bool has_scope(const json_t *granted, const char *const *names)
{
    size_t i;
    const json_t *scope;
    json_array_foreach (granted, i, scope) {
        const char *name = json_string_value(json_object_get(scope, "handle"));
        if (name && (strcmp(name, names[0]) == 0 || strcmp(name, names[1]) == 0))
            return true;
    }
    return false;
}

static enum status judge_test(const struct shopify *shop, const json_t *data, struct delivery_outcome *outcome,
                              struct error *err)
{
    const json_t *granted = json_object_get(json_object_get(data, "currentAppInstallation"), "accessScopes");
    if (!json_is_object(json_object_get(data, "blog")))
        return site_judge(shop->call, outcome, DELIVERY_RETRY, err, "the shop has no such blog, or hides it");
    for (size_t i = 0; json_is_array(granted) && i < COUNT_OF(scopes); i++)
        if (!has_scope(granted, scopes[i]))
            return site_judge(shop->call, outcome, DELIVERY_RETRY, err, "the access token has not the scope %s",
                              scopes[i][0]);
    return OK;
}

static enum status shopify_test(const struct delivery_call *call, struct delivery_outcome *outcome, struct error *err)
{
    const struct shopify shop = open_shop(call);
    struct site_answer answer;
    const json_t *data;
    enum status status = shopify_ask(&shop, TEST, json_pack("{s:s}", "blog", shop.blog), &answer, &data, outcome, err);
    if (status)
        return status;
    if (data)
        status = judge_test(&shop, data, outcome, err);
    site_done(&answer);
    return site_end(call, status, err);
}

/* --- an attempt --- */

static enum status shopify_make(const struct shopify *shop, const struct delivered_draft *draft, const char *author,
                                const char **address, struct delivery_outcome *outcome, struct error *err)
{
    const char **pictures;
    struct str html;
    bool done;
    enum status status =
        draft_pictures(shop->call, draft, shopify_picture, (void *)shop, &pictures, &done, outcome, err);
    if (status || !done)
        return status;
    status = draft_html(draft, pictures, shop->call->arena, &html, err);
    if (status)
        return status;
    return shopify_article_make(shop, draft, html, pictures[0], author, address, outcome, err);
}

static enum status shopify_send(const struct delivery_call *call, struct delivery_outcome *outcome, struct error *err)
{
    const struct shopify shop = open_shop(call);
    struct delivered_draft draft;
    const char *address = NULL, *author = NULL;
    bool done;
    enum status status = draft_of_article(call, &draft, err);
    if (!status)
        status = shopify_article_find(&shop, &draft, &address, &author, &done, outcome, err);
    if (!status && done && !address)
        status = shopify_make(&shop, &draft, author, &address, outcome, err);
    if (!status && address)
        outcome->remote_url = address;
    return site_end(call, status, err);
}

const struct delivery_target shopify_target = {
    .name = "shopify",
    .url_setting = "shop",
    .url_format = SHOP_FORMAT "/",
    .settings = settings,
    .setting_count = COUNT_OF(settings),
    .check = shopify_check,
    .test = shopify_test,
    .send = shopify_send,
};
