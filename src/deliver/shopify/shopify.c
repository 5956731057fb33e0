#include "deliver/shopify/shopify.h"

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
    bool is_address = str_istarts(shop, STR("https://")) || str_istarts(shop, STR("http://"));
    if (!is_address && !is_shop(shop))
        return error_set(err, E_INVALID, NULL, "shop is not like \"name" SHOP_END "\"");
    if (!shopify_is_number(blog_number(json_string_value(json_object_get(values, "blogId")))))
        return error_set(err, E_INVALID, NULL, "blogId is neither a number nor like \"" BLOG_PREFIX "123\"");
    return OK;
}

static enum status open_shop(const struct delivery_call *call, struct shopify *shop, struct error *err)
{
    struct arena *arena = call->arena;
    const char *name = site_setting(call, "shop"), *token = site_setting(call, "accessToken");
    char *base = (char *)site_address(arena, SHOP_FORMAT, name ? name : "");
    for (size_t length = base ? strlen(base) : 0; length && base[length - 1] == '/';)
        base[--length] = '\0';
    const char *blog = blog_number(site_setting(call, "blogId"));
    *shop = (struct shopify){
        .call = call,
        .base = base,
        .url = base ? arena_printf(arena, "%s/admin/api/" API_VERSION "/graphql.json", base) : NULL,
        .headers = {"Content-Type: application/json",
                    arena_printf(arena, "X-Shopify-Access-Token: %s", token ? token : "")},
        .blog = arena_printf(arena, BLOG_PREFIX "%s", blog ? blog : ""),
    };
    return shop->url && shop->headers[1] && shop->blog ? OK : error_memory(err);
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
    struct shopify shop;
    struct site_answer answer;
    const json_t *data;
    enum status status = open_shop(call, &shop, err);
    if (status == OK)
        status = shopify_ask(&shop, TEST, json_pack("{s:s}", "blog", shop.blog), &answer, &data, outcome, err);
    if (status != OK)
        return status;
    if (data)
        status = judge_test(&shop, data, outcome, err);
    site_done(&answer);
    return status;
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
    if (status != OK || !done)
        return status;
    status = draft_html(draft, pictures, shop->call->arena, &html, err);
    if (status != OK)
        return status;
    return shopify_article_make(shop, draft, html, pictures[0], author, address, outcome, err);
}

static enum status shopify_send(const struct delivery_call *call, struct delivery_outcome *outcome, struct error *err)
{
    struct shopify shop;
    struct delivered_draft draft;
    const char *address = NULL, *author = NULL;
    bool done;
    enum status status = open_shop(call, &shop, err);
    if (status == OK)
        status = draft_of_article(call, &draft, err);
    if (status == OK)
        status = shopify_article_find(&shop, &draft, &address, &author, &done, outcome, err);
    if (status == OK && done && !address)
        status = shopify_make(&shop, &draft, author, &address, outcome, err);
    if (status == OK && address)
        outcome->remote_url = address;
    return status;
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
