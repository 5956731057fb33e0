#include "deliver/webflow/webflow.h"

#include "deliver/site/form.h"
#include "deliver/site/progress.h"

#include <openssl/evp.h>

enum { MD5_SIZE = 16, HTTP_NOT_FOUND = 404, PAGE = 100 };

struct webflow_upload {
    const struct webflow *flow;
    const struct draft_picture *picture;
    const struct stored_picture *bytes;
    struct delivery_outcome *outcome;
    struct error *err;
};

/* --- what is known of assets --- */

/* Assets that are begun are kept by the id of the picture, so that none is made twice. */
static enum status keep_asset(const struct webflow_upload *upload, const char *id)
{
    return progress_keep(upload->flow->call, "assets", upload->picture->id, json_string(id), upload->err);
}

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
    if (status != OK || !is_gone)
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
        return *address ? OK : error_memory(upload->err);
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
    if (status == OK && answer.status == HTTP_NOT_FOUND) {
        *done = true;
        status = forget_asset(upload);
    } else if (status == OK && upload->outcome->verdict == DELIVERY_ACCEPTED) {
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
        bool is_fine = status == OK && upload->outcome->verdict == DELIVERY_ACCEPTED;
        const json_t *assets = json_object_get(answer.json, "assets");
        const json_t *asset = is_fine ? asset_named(assets, upload->picture->filename) : NULL;
        bool is_last = json_array_size(assets) < PAGE;
        if (asset)
            status = use_asset(upload, asset, address, done);
        else
            *done = is_fine && is_last;
        site_done(&answer);
        if (status != OK || !is_fine || asset || is_last)
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
        return id ? use_known(upload, id, address, done) : error_memory(upload->err);
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
    struct site_answer answer = {0};
    const char *name;
    json_t *value;
    form_begin(&form);
    json_object_foreach (json_object_get(made, "uploadDetails"), name, value) {
        if (json_is_string(value))
            form_text(&form, name, json_string_value(value));
    }
    form_file(&form, "file", upload->picture->filename, upload->bytes->type, upload->bytes->bytes);
    enum status status = form_end(&form) ? OK : error_memory(upload->err);
    const char *const headers[] = {form.header, NULL};
    const struct site_request request = {
        .method = "POST",
        .url = json_string_value(json_object_get(made, "uploadUrl")),
        .headers = headers,
        .body = {form.body.data, form.body.len},
    };
    if (status == OK)
        status = site_ask(upload->flow->call, &request, &answer, upload->outcome, upload->err);
    *is_sent = status == OK && upload->outcome->verdict == DELIVERY_ACCEPTED;
    site_done(&answer);
    form_free(&form);
    /* That place knows nothing of the article: what it refuses may be taken with other details. */
    if (status == OK && upload->outcome->verdict == DELIVERY_REFUSED)
        upload->outcome->verdict = DELIVERY_RETRY;
    return status;
}

static enum status fill_asset(const struct webflow_upload *upload, const json_t *made, const char **address)
{
    const char *id = json_string_value(json_object_get(made, "id"));
    const char *hosted = json_string_value(json_object_get(made, "hostedUrl"));
    bool is_sent = false;
    if (!id || !hosted)
        return site_judge(upload->flow->call, upload->outcome, DELIVERY_RETRY, upload->err,
                          "the site did not say which asset it made");
    enum status status = keep_asset(upload, id);
    bool wants_bytes = json_is_string(json_object_get(made, "uploadUrl")); /* not when it has those bytes already */
    if (status == OK && wants_bytes)
        status = send_bytes(upload, made, &is_sent);
    if (status != OK || (wants_bytes && !is_sent))
        return status;
    *address = arena_copy(upload->flow->call->arena, hosted);
    return *address ? OK : error_memory(upload->err);
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
    if (status == OK && upload->outcome->verdict == DELIVERY_ACCEPTED)
        status = fill_asset(upload, answer.json, address);
    site_done(&answer);
    return status;
}

enum status webflow_picture(void *context, const struct draft_picture *picture, const struct stored_picture *bytes,
                            const char **address, struct delivery_outcome *outcome, struct error *err)
{
    const struct webflow_upload upload = {context, picture, bytes, outcome, err};
    bool done;
    enum status status = use_old(&upload, address, &done);
    if (status != OK || !done || *address)
        return status;
    return make_asset(&upload, address);
}
