/* Requests and answers that lists and single products share. */
#include "media/products/products_rainforest.h"

enum { DATE = 10 }; /* characters of "2026-05-04" */

const char *rainforest_path(struct arena *arena, struct buf *path)
{
    const char *copy = path->failed ? NULL : arena_copy(arena, buf_text(path));
    buf_free(path);
    return copy;
}

const char *rainforest_product_path(const struct store_domain *store, const char *id, struct arena *arena)
{
    struct buf path = {0};
    buf_str(&path, "/request");
    upstream_query(&path, "type", STR("product"));
    upstream_query(&path, "amazon_domain", str_from(store->domain));
    upstream_query(&path, "asin", str_from(id));
    return rainforest_path(arena, &path);
}

/* A failure may come with status 200. */
enum status rainforest_check(const struct rainforest *service, const json_t *value, const struct lookup *call)
{
    struct loose loose = {.arena = call->arena};
    const json_t *success = loose_at(value, "request_info.success");
    const char *message = loose_text(&loose, value, "request_info.message", 150), *key;
    if (loose.failed)
        return error_memory(call->err);
    if (!json_is_false(success))
        return OK;
    key = upstream_settings(service->upstream)->key;
    bool shows_key = message && str_find(str_from(message), str_from(key), 0) < strlen(message);
    return upstream_fault(service->upstream, call->err, "it was not successful: %s",
                          message && !shows_key ? message : "it does not say why");
}

/* The same, of the text: it is not the answer for an hour. */
bool rainforest_may_keep(struct str body)
{
    struct str text = str_trim(body), failed = STR("\"success\"");
    size_t at = str_find(text, failed, 0);
    struct str rest = at < text.len ? (struct str){text.data + at + failed.len, text.len - at - failed.len} : STR("");
    while (rest.len && (ascii_is_space(rest.data[0]) || rest.data[0] == ':'))
        rest = (struct str){rest.data + 1, rest.len - 1};
    return str_ends(text, STR("}")) && !str_starts(rest, STR("false"));
}

/* The day of the answer: "2026-05-04". */
void rainforest_date_read(struct loose *loose, const json_t *value, struct product *product)
{
    const char *date = loose_text(loose, value, "request_metadata.processed_at", PRODUCT_NAME);
    if (!date || strlen(date) < DATE || date[4] != '-' || date[7] != '-')
        return;
    product->updated = arena_copy_n(loose->arena, date, DATE);
    loose->failed |= !product->updated;
}

/* False: the answer has no such product. */
bool rainforest_product_read(struct loose *loose, const json_t *value, const struct store_domain *store,
                             struct product *product)
{
    bool is_read = rainforest_read(loose, loose_at(value, "product"), store, product);
    if (is_read)
        rainforest_date_read(loose, value, product);
    return is_read;
}
