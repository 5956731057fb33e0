#include "service/api/media.h"

#include "service/api/api.h"
#include "write/media/media.h"

struct media_showing {
    struct request *request;
    struct arena *arena;
    const char *id;
    struct stored_picture picture;
};

static enum status media_get(struct db *db, void *argument, struct error *err)
{
    struct media_showing *showing = argument;
    return picture_get(db, showing->arena, showing->id, &showing->picture, err);
}

/* The id in "ID.EXT", in the arena of the request; NULL: it cannot be one. *extension: what stands behind it. */
static const char *id_of(struct request *request, const char **extension)
{
    const char *dot = strchr(request->id, '.');
    *extension = dot ? dot + 1 : "";
    if (!dot || dot - request->id != PICTURE_ID)
        return NULL;
    return arena_copy_n(request->arena, request->id, PICTURE_ID);
}

/* Does the header name the picture, or any? It has one state for ever, so that its id is its tag. */
static bool has_it(const char *if_none_match, const char *id)
{
    struct str header = str_from(if_none_match ? if_none_match : "");
    return str_find(header, str_from(id), 0) < header.len || str_eq(str_trim(header), STR("*"));
}

/* Readers without a key may take the picture slowly, and many at once: what they hold is bounded. */
static void answer_picture(struct request *request, const struct stored_picture *picture,
                           const struct picture_type *type)
{
    bool is_known = has_it(request_header(request, "If-None-Match"), picture->id);
    if (!is_known && !request_holds_answer(request, picture->bytes.len))
        return;
    answer_header(request, "ETag", "\"%s\"", picture->id);
    answer_header(request, "Cache-Control", "public, max-age=31536000, immutable");
    answer_header(request, "Cross-Origin-Resource-Policy", "cross-origin");
    answer_header(request, "Content-Security-Policy", "default-src 'none'; sandbox");
    if (is_known) {
        answer_empty(request, 304);
        return;
    }
    buf_add(&request->answer.body, picture->bytes.data, picture->bytes.len);
    answer_body(request, 200, type->type);
}

static void show_media(struct request *request, struct media_showing *showing)
{
    struct error err;
    const char *extension;
    showing->id = id_of(request, &extension);
    enum status status = showing->id ? store_read(api_of(request)->store, media_get, showing, &err) : E_NOT_FOUND;
    const struct picture_type *type = status ? NULL : picture_type_find(showing->picture.type);
    if (status == E_NOT_FOUND || (!status && (!type || strcmp(type->extension, extension) != 0)))
        answer_problem(request, PROBLEM_NOT_FOUND, "There is no picture at this address.");
    else if (status)
        answer_error(request, &err);
    else
        answer_picture(request, &showing->picture, type);
}

/* The bytes are read into an arena of their own, which does not wait until the answer is sent. */
void media_show(struct request *request)
{
    struct media_showing showing = {.request = request, .arena = arena_new()};
    if (!showing.arena) {
        answer_no_memory(request);
        return;
    }
    show_media(request, &showing);
    arena_free(showing.arena);
}

#define SOURCE "src=\"" PICTURE_PATH

/* Where the next picture's path begins; the length where there is none. */
static size_t next_path(struct str html, size_t from)
{
    size_t at = str_find(html, STR(SOURCE), from);
    return at < html.len ? at + strlen(SOURCE) - strlen(PICTURE_PATH) : html.len;
}

bool media_has_addresses(const char *html)
{
    struct str text = str_from(html);
    return html && next_path(text, 0) < text.len;
}

void media_addresses(struct buf *out, const char *html, const char *base)
{
    struct str text = str_from(html);
    size_t from = 0;
    while (from < text.len) {
        size_t at = next_path(text, from);
        buf_add(out, text.data + from, at - from);
        if (at < text.len)
            buf_printf(out, "%s" PICTURE_PATH, base ? base : "");
        from = at < text.len ? at + strlen(PICTURE_PATH) : at;
    }
}
