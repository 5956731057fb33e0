#include "deliver/wordpress/media.h"

#include "deliver/site/progress.h"
#include "text/escape.h"

#define MEDIA_PATH "/wp/v2/media"

/* What the site has of a picture. */
struct copy {
    json_int_t id; /* 0: it has none */
    const char *address;
    bool is_described;
};

static enum status read_copy(struct wordpress *wordpress, const json_t *object, struct copy *copy, struct error *err)
{
    const char *address = json_string_value(json_object_get(object, "source_url"));
    const char *alt = json_string_value(json_object_get(object, "alt_text"));
    *copy = (struct copy){.id = address ? wordpress_id(object) : 0, .is_described = alt && *alt};
    copy->address = arena_copy(wordpress->call->arena, address ? address : "");
    return copy->address ? OK : error_memory(err);
}

static bool was_accepted(const struct wordpress *wordpress)
{
    return wordpress->outcome->verdict == DELIVERY_ACCEPTED;
}

/* WordPress makes the slug of a medium of its file's name: "copydesk-ID". */
static enum status find_copy(struct wordpress *wordpress, const struct draft_picture *picture, struct copy *copy,
                             struct error *err)
{
    struct site_answer answer;
    int length = (int)strcspn(picture->filename, ".");
    const char *query =
        arena_printf(wordpress->call->arena, "slug=%.*s&_fields=id,source_url,alt_text", length, picture->filename);
    if (!query)
        return error_memory(err);
    enum status status =
        wordpress_ask(wordpress, &(struct wordpress_request){.path = MEDIA_PATH, .query = query}, &answer, err);
    if (status == OK)
        status = read_copy(wordpress, json_array_get(answer.json, 0), copy, err);
    site_done(&answer);
    return status;
}

static enum status add_copy(struct wordpress *wordpress, const struct draft_picture *picture,
                            const struct stored_picture *bytes, struct copy *copy, struct error *err)
{
    struct site_answer answer;
    const char *disposition =
        arena_printf(wordpress->call->arena, "Content-Disposition: attachment; filename=\"%s\"", picture->filename);
    const struct wordpress_request request = {
        .method = "POST",
        .path = MEDIA_PATH,
        .query = "_fields=id,source_url,alt_text",
        .type = bytes->type,
        .disposition = disposition,
        .body = bytes->bytes,
    };
    if (!disposition)
        return error_memory(err);
    enum status status = wordpress_ask(wordpress, &request, &answer, err);
    if (status == OK)
        status = read_copy(wordpress, was_accepted(wordpress) ? answer.json : NULL, copy, err);
    site_done(&answer);
    return status;
}

/* The alternative text is plain, the caption is HTML. */
static json_t *description_of(const struct draft_picture *picture)
{
    struct buf caption = {0};
    escape_html(&caption, str_from(picture->caption));
    json_t *description =
        caption.failed ? NULL : json_pack("{s:s, s:s}", "alt_text", picture->alt, "caption", buf_text(&caption));
    buf_free(&caption);
    return description;
}

static enum status media_describe(struct wordpress *wordpress, const struct draft_picture *picture, json_int_t id,
                                  struct error *err)
{
    struct site_answer answer;
    const char *path = arena_printf(wordpress->call->arena, MEDIA_PATH "/%lld", (long long)id);
    json_t *description = description_of(picture);
    enum status status = path && description ? OK : error_memory(err);
    if (status == OK) {
        const struct wordpress_request request = {
            .method = "POST", .path = path, .query = "_fields=id", .json = description};
        status = wordpress_ask(wordpress, &request, &answer, err);
        site_done(&answer);
    }
    json_decref(description);
    return status;
}

/* Stored together with the address, as soon as that is known. */
static enum status note_id(const struct delivery_call *call, const char *picture_id, json_int_t id, struct error *err)
{
    return progress_note(call, "media", picture_id, json_integer(id), err);
}

/* A picture that is refused for good stays where it is. */
static enum status settle_refusal(struct wordpress_media *media, struct error *err)
{
    struct delivery_outcome *outcome = media->wordpress->outcome;
    if (outcome->verdict == DELIVERY_ACCEPTED) /* of an object without an address: not WordPress's answer */
        return site_judge(media->wordpress->call, outcome, DELIVERY_RETRY, err,
                          "%s took a picture but does not say where it is", media->wordpress->host);
    if (outcome->verdict == DELIVERY_REFUSED) {
        media->status = outcome->status;
        *outcome =
            (struct delivery_outcome){.verdict = DELIVERY_ACCEPTED, .status = outcome->status, .retry_after_ms = -1};
    }
    return OK;
}

enum status wordpress_upload(void *context, const struct draft_picture *picture, const struct stored_picture *bytes,
                             const char **address, struct delivery_outcome *outcome, struct error *err)
{
    struct wordpress_media *media = context;
    struct wordpress *wordpress = media->wordpress;
    struct copy copy = {0};
    enum status status = OK;
    wordpress->outcome = outcome;
    if (wordpress->call->is_repeated) {
        status = find_copy(wordpress, picture, &copy, err);
        if (status != OK || !was_accepted(wordpress))
            return status;
    }
    if (!copy.id)
        status = add_copy(wordpress, picture, bytes, &copy, err);
    if (status != OK)
        return status;
    if (!copy.id)
        return settle_refusal(media, err);
    if (!copy.is_described && (*picture->alt || *picture->caption)) {
        status = media_describe(wordpress, picture, copy.id, err);
        if (status != OK || outcome->verdict == DELIVERY_RETRY)
            return status;
    }
    *address = copy.address;
    return note_id(wordpress->call, picture->id, copy.id, err);
}

json_int_t wordpress_first_picture(const struct delivery_call *call, const struct delivered_draft *draft)
{
    for (size_t i = 0; i < draft->picture_count; i++) {
        json_int_t id = json_integer_value(progress_get(call, "media", draft->pictures[i].id));
        if (id)
            return id;
    }
    return 0;
}
