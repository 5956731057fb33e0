#include "client/request_text.h"

#include <stdlib.h>

/* Before it sends a larger body, curl asks the server for its consent, unless told not to: a round trip for nothing. */
enum { EXPECT_BYTES = 512 * 1024 };

/* With a line break in it, the value of one header could forge another header. */
static bool has_control(const char *text)
{
    for (; *text; text++)
        if (((unsigned char)*text < 0x20 && *text != '\t') || *text == 0x7F)
            return true;
    return false;
}

enum status request_text_check_header(const char *header, struct error *err)
{
    const char *colon = strchr(header, ':');
    if (!colon || colon == header || memchr(header, ' ', (size_t)(colon - header)))
        return error_set(err, E_INVALID, NULL, "a header must read \"Name: value\"");
    if (has_control(header))
        return error_set(err, E_INVALID, NULL, "header %.*s holds a control character", (int)(colon - header), header);
    return OK;
}

static enum status request_text_check(const struct client_request *asked, struct error *err)
{
    if (!asked->method[0] || strspn(asked->method, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != strlen(asked->method))
        return error_set(err, E_INVALID, NULL, "the method must be in capital letters, such as GET");
    if (asked->path[0] != '/')
        return error_set(err, E_INVALID, NULL, "the path must begin with \"/\"");
    if (has_control(asked->path) || strpbrk(asked->path, "\t #"))
        return error_set(err, E_INVALID, NULL, "the path must be percent-encoded, without \"#\"");
    for (const char *const *header = asked->headers; header && *header; header++)
        if (request_text_check_header(*header, err) != OK)
            return err ? err->status : E_INVALID;
    if (asked->idempotency_key && has_control(asked->idempotency_key))
        return error_set(err, E_INVALID, NULL, "the idempotency key holds a control character");
    return OK;
}

static void request_text_add_text(struct buf *text, const char *part)
{
    buf_str(text, part);
    buf_char(text, '\0');
}

/* Bytes beyond ASCII, which no URL may hold, become %XX; all else stays as it is given. */
static void add_encoded(struct buf *text, const char *part)
{
    const char *end = part;
    for (; *end; end++) {
        if ((unsigned char)*end < 0x80)
            continue;
        buf_add(text, part, (size_t)(end - part));
        buf_printf(text, "%%%02X", (unsigned char)*end);
        part = end + 1;
    }
    buf_add(text, part, (size_t)(end - part));
}

static void request_text_add_url(struct buf *text, const struct settings *settings, const char *path)
{
    buf_add(text, settings->base_url, settings->authority_length);
    add_encoded(text, settings->base_url + settings->authority_length);
    add_encoded(text, path);
    buf_char(text, '\0');
}

/* Without a key by which the server knows that they are one, two attempts of these could do the work twice. */
static bool needs_key(const struct client_request *asked)
{
    return strcmp(asked->method, "POST") == 0 || strcmp(asked->method, "PATCH") == 0;
}

static size_t request_text_add_headers(struct request_text *request, const struct client_request *asked)
{
    size_t count = 0;
    for (const char *const *header = asked->headers; header && *header; header++, count++)
        request_text_add_text(&request->text, *header);
    if (request->has_body) {
        request_text_add_text(&request->text, "Content-Type: application/json");
        count++;
    }
    if (request->body.len > EXPECT_BYTES) {
        request_text_add_text(&request->text, "Expect:");
        count++;
    }
    if (asked->idempotency_key || needs_key(asked)) {
        char uuid[UUID_LENGTH + 1];
        uuid_v7(uuid);
        buf_printf(&request->text, "Idempotency-Key: %s", asked->idempotency_key ? asked->idempotency_key : uuid);
        buf_char(&request->text, '\0');
        count++;
    }
    return count;
}

/*
 * A curl list whose nodes are an array of the request's, with the settings' headers behind them: curl only reads it,
 * and the settings' headers need no copy.
 */
static bool link_headers(struct request_text *request, const struct settings *settings, size_t first, size_t count)
{
    if (count > request->header_cap) {
        struct curl_slist *headers = realloc(request->headers, count * sizeof *headers);
        if (!headers)
            return false;
        request->headers = headers;
        request->header_cap = count;
    }
    request->header_count = count;
    char *text = request->text.data + first;
    for (size_t i = 0; i < count; i++) {
        request->headers[i].data = text;
        request->headers[i].next = i + 1 < count ? &request->headers[i + 1] : settings->headers;
        text += strlen(text) + 1;
    }
    return true;
}

enum status request_text_make(struct request_text *request, const struct settings *settings,
                              const struct client_request *asked, struct buf *body, struct error *err)
{
    request->has_body = body != NULL;
    if (body) {
        request->body = *body;
        *body = (struct buf){0};
        if (request->body.failed)
            return error_memory(err);
    }
    enum status status = request_text_check(asked, err);
    if (status != OK)
        return status;
    buf_clear(&request->text);
    request_text_add_text(&request->text, asked->method);
    request->url = request->text.len;
    request_text_add_url(&request->text, settings, asked->path);
    size_t first = request->text.len;
    size_t count = request_text_add_headers(request, asked);
    if (request->text.failed || !link_headers(request, settings, first, count))
        return error_memory(err);
    return OK;
}

void request_text_free(struct request_text *request)
{
    buf_free(&request->text);
    buf_free(&request->body);
    free(request->headers);
}

const char *request_text_method(const struct request_text *request)
{
    return request->text.data;
}

const char *request_text_url(const struct request_text *request)
{
    return request->text.data + request->url;
}

/* As in curl, a header without a value is not sent: it means to leave out the one that curl would make. */
static bool is_sent(const char *header)
{
    const char *colon = strchr(header, ':');
    return colon && colon[1 + strspn(colon + 1, " \t")] != '\0';
}

const char *request_text_header(const struct request_text *request, const struct settings *settings, size_t index)
{
    for (size_t i = 0; i < request->header_count; i++)
        if (is_sent(request->headers[i].data) && index-- == 0)
            return request->headers[i].data;
    for (const struct curl_slist *header = settings ? settings->headers : NULL; header; header = header->next)
        if (is_sent(header->data) && index-- == 0)
            return header->data;
    return NULL;
}
