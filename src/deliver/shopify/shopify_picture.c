#include "deliver/shopify/shopify.h"

#include "deliver/site/form.h"
#include "deliver/site/progress.h"

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
    struct site_answer answer = {0};
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
    const char *const headers[] = {form.header, NULL};
    const char *url = json_string_value(json_object_get(target, "url"));
    enum status status = form_end(&form) ? OK : error_memory(upload->err);
    const struct site_request request = {
        .method = "POST", .url = url ? url : "", .headers = headers, .body = {form.body.data, form.body.len}};
    if (status == OK)
        status = site_ask(upload->shop->call, &request, &answer, upload->outcome, upload->err);
    *done = status == OK && upload->outcome->verdict == DELIVERY_ACCEPTED;
    site_done(&answer);
    form_free(&form);
    /* That place knows nothing of the article: what it refuses may be taken at the next one. */
    if (status == OK && upload->outcome->verdict == DELIVERY_REFUSED)
        upload->outcome->verdict = DELIVERY_RETRY;
    return status;
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
    if (status != OK)
        return status;
    if (data)
        status = shopify_user_error(upload->shop, data, "stagedUploadsCreate", &code, upload->outcome, upload->err);
    if (status == OK && data && !code) {
        const json_t *made = json_object_get(data, "stagedUploadsCreate");
        const json_t *target = json_array_get(json_object_get(made, "stagedTargets"), 0);
        const char *url = json_string_value(json_object_get(target, "resourceUrl"));
        status = url ? send_bytes(upload, target, &done)
                     : site_judge(upload->shop->call, upload->outcome, DELIVERY_RETRY, upload->err,
                                  "the shop did not say where pictures go");
        if (done && !(*source = arena_copy(upload->shop->call->arena, url)))
            status = error_memory(upload->err);
    }
    site_done(&answer);
    return status;
}

/* --- a file of it --- */

/* Files that are made are kept by the id of the picture, so that none is made twice. */
static enum status keep_file(const struct picture_upload *upload, const char *id)
{
    return progress_keep(upload->shop->call, "files", upload->picture->id, json_string(id), upload->err);
}

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
    if (status != OK)
        return status;
    if (data)
        status = shopify_user_error(upload->shop, data, "fileCreate", &code, upload->outcome, upload->err);
    if (status == OK && data && !code) {
        const json_t *made = json_array_get(json_object_get(json_object_get(data, "fileCreate"), "files"), 0);
        const char *id = json_string_value(json_object_get(made, "id"));
        *file = id ? arena_copy(upload->shop->call->arena, id) : NULL;
        if (!id)
            status = site_judge(upload->shop->call, upload->outcome, DELIVERY_RETRY, upload->err,
                                "the shop did not say which file it made");
        else
            status = *file ? keep_file(upload, id) : error_memory(upload->err);
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
    return status == OK ? progress_drop(upload->shop->call, "files", upload->picture->id, upload->err) : status;
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
    if (status != OK)
        return status;
    const json_t *node = json_object_get(data, "node");
    const char *state = json_string_value(json_object_get(node, "fileStatus"));
    const char *url = json_string_value(json_object_get(json_object_get(node, "image"), "url"));
    bool is_ready = state && strcmp(state, "READY") == 0 && url;
    bool is_lost = data && (!state || strcmp(state, "FAILED") == 0);
    if (is_lost)
        status = drop_file(upload, node);
    else if (is_ready && !(*address = arena_copy(upload->shop->call->arena, url)))
        status = error_memory(upload->err);
    *is_open = data && !is_lost && !is_ready;
    site_done(&answer);
    return status;
}

static enum status await_file(const struct picture_upload *upload, const char *file, const char **address)
{
    bool is_open = true;
    for (size_t i = 0; i < COUNT_OF(looks) && is_open; i++) {
        if (!site_wait(upload->shop->call, looks[i]))
            return error_set(upload->err, E_CANCELLED, NULL, "called off");
        enum status status = picture_look(upload, file, address, &is_open);
        if (status != OK)
            return status;
    }
    return is_open ? site_judge(upload->shop->call, upload->outcome, DELIVERY_RETRY, upload->err,
                                "the shop is still processing the picture %s", upload->picture->filename)
                   : OK;
}

enum status shopify_picture(void *context, const struct draft_picture *picture, const struct stored_picture *bytes,
                            const char **address, struct delivery_outcome *outcome, struct error *err)
{
    const struct picture_upload upload = {context, picture, bytes, outcome, err};
    const struct delivery_call *call = upload.shop->call;
    const char *kept = json_string_value(progress_get(call, "files", picture->id));
    const char *file = kept ? arena_copy(call->arena, kept) : NULL;
    if (kept && !file)
        return error_memory(err);
    if (!file) {
        const char *source;
        enum status status = stage(&upload, &source);
        if (status == OK && source)
            status = make_file(&upload, source, &file);
        if (status != OK || !file)
            return status;
    }
    return await_file(&upload, file, address);
}
