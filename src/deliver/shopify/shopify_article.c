#include "deliver/shopify/shopify.h"

#include "text/escape.h"

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

/* For when another article of the blog has the handle: the end of the marker is that of a random number. NULL: no
 * memory. */
static const char *other_handle(const struct shopify *shop, const struct delivered_draft *draft)
{
    return arena_printf(shop->call->arena, "%s-%s", draft->slug, draft->marker + strlen(draft->marker) - 6);
}

static json_t *find_variables(const struct shopify *shop, const struct delivered_draft *draft)
{
    if (!shop->call->is_repeated)
        return json_pack("{s:s}", "blog", shop->blog);
    const char *other = other_handle(shop, draft);
    const char *handle =
        other ? arena_printf(shop->call->arena, "handle:'%s' OR handle:'%s'", draft->slug, other) : NULL;
    return handle ? json_pack("{s:s, s:s}", "blog", shop->blog, "handle", handle) : NULL;
}

static enum status read_found(const struct shopify *shop, const struct delivered_draft *draft, const json_t *data,
                              const char **address, const char **author, struct error *err)
{
    const json_t *blog = json_object_get(data, "blog");
    const char *name = json_string_value(json_object_get(json_object_get(data, "shop"), "name"));
    const char *signs = site_setting(shop->call, "author");
    const char *id = marked_id(json_object_get(blog, "newest"), draft->marker);
    if (!id)
        id = marked_id(json_object_get(data, "articles"), draft->marker);
    *author = arena_copy(shop->call->arena, signs && *signs ? signs : name && *name ? name : "copydesk");
    *address = id ? admin_address(shop, id) : NULL;
    return *author && (!id || *address) ? OK : error_memory(err);
}

enum status shopify_article_find(const struct shopify *shop, const struct delivered_draft *draft, const char **address,
                                 const char **author, bool *done, struct delivery_outcome *outcome, struct error *err)
{
    const char *query = shop->call->is_repeated ? FIND_ARTICLE : FIND_BLOG;
    struct site_answer answer;
    const json_t *data;
    *address = *author = NULL;
    *done = false;
    enum status status = shopify_ask(shop, query, find_variables(shop, draft), &answer, &data, outcome, err);
    if (status != OK)
        return status;
    if (data && !json_is_object(json_object_get(data, "blog"))) {
        status = site_judge(shop->call, outcome, DELIVERY_RETRY, err, "the shop has no such blog, or hides it");
    } else if (data) {
        *done = true;
        status = read_found(shop, draft, data, address, author, err);
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
    const char *summary = html.failed ? NULL : arena_copy(arena, buf_text(&html));
    buf_free(&html);
    return summary;
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
    if (status != OK)
        return status;
    if (data)
        status = shopify_user_error(shop, data, "articleCreate", code, outcome, err);
    if (status == OK && *code && strcmp(*code, "UPLOAD_FAILED") == 0)
        outcome->verdict = DELIVERY_RETRY; /* the shop could not fetch the cover from its own files now */
    if (status == OK && data && !*code) {
        const json_t *article = json_object_get(json_object_get(data, "articleCreate"), "article");
        const char *id = json_string_value(json_object_get(article, "id"));
        *address = id ? admin_address(shop, id) : NULL;
        if (!id)
            status = site_judge(shop->call, outcome, DELIVERY_RETRY, err, "the shop did not say what it made");
        else if (!*address)
            status = error_memory(err);
    }
    site_done(&answer);
    return status;
}

enum status shopify_article_make(const struct shopify *shop, const struct delivered_draft *draft, struct str html,
                                 const char *cover, const char *author, const char **address,
                                 struct delivery_outcome *outcome, struct error *err)
{
    const char *code;
    *address = NULL;
    enum status status =
        article_make(shop, article_of(shop, draft, html, cover, author, draft->slug), address, &code, outcome, err);
    if (status != OK || !code || strcmp(code, "TAKEN") != 0)
        return status;
    return article_make(shop, article_of(shop, draft, html, cover, author, other_handle(shop, draft)), address, &code,
                        outcome, err);
}
