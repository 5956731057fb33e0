#include "client/internal.h"

#include <stdlib.h>

/* Above this curl asks before it sends a body, unless told not to: a round trip that helps nobody. */
enum { EXPECT_BYTES = 512 * 1024 };

/* A control character in a header would let its value forge another header. */
static bool has_control(const char *text)
{
    for (; *text; text++)
        if (((unsigned char)*text < 0x20 && *text != '\t') || *text == 0x7F)
            return true;
    return false;
}

enum status request_check_header(const char *header, struct error *err)
{
    const char *colon = strchr(header, ':');
    if (!colon || colon == header || memchr(header, ' ', (size_t)(colon - header)))
        return error_set(err, E_INVALID, NULL, "a header must read \"Name: value\"");
    if (has_control(header))
        return error_set(err, E_INVALID, NULL, "header %.*s holds a control character", (int)(colon - header), header);
    return OK;
}

static enum status check(const struct client_request *request, struct error *err)
{
    if (!request->method[0] || strspn(request->method, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != strlen(request->method))
        return error_set(err, E_INVALID, NULL, "the method must be in capital letters, such as GET");
    if (request->path[0] != '/')
        return error_set(err, E_INVALID, NULL, "the path must begin with \"/\"");
    if (has_control(request->path) || strpbrk(request->path, "\t #"))
        return error_set(err, E_INVALID, NULL, "the path must be percent-encoded, without \"#\"");
    for (const char *const *header = request->headers; header && *header; header++)
        if (request_check_header(*header, err) != OK)
            return err ? err->status : E_INVALID;
    if (request->idempotency_key && has_control(request->idempotency_key))
        return error_set(err, E_INVALID, NULL, "the idempotency key holds a control character");
    return OK;
}

static void add_text(struct buf *text, const char *part)
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

static void add_url(struct buf *text, const struct client *client, const char *path)
{
    buf_add(text, client->base_url, client->authority_length);
    add_encoded(text, client->base_url + client->authority_length);
    add_encoded(text, path);
    buf_char(text, '\0');
}

/* Two attempts of these could do the work twice, were there no key to tell that they are one. */
static bool needs_key(const struct client_request *request)
{
    return strcmp(request->method, "POST") == 0 || strcmp(request->method, "PATCH") == 0;
}

static size_t add_headers(struct client_call *call, const struct client_request *request)
{
    size_t count = 0;
    for (const char *const *header = request->headers; header && *header; header++, count++)
        add_text(&call->text, *header);
    if (call->has_body) {
        add_text(&call->text, "Content-Type: application/json");
        count++;
    }
    if (call->body.len > EXPECT_BYTES) {
        add_text(&call->text, "Expect:");
        count++;
    }
    if (request->idempotency_key || needs_key(request)) {
        char uuid[UUID_LENGTH + 1];
        uuid_v7(uuid);
        buf_printf(&call->text, "Idempotency-Key: %s", request->idempotency_key ? request->idempotency_key : uuid);
        buf_char(&call->text, '\0');
        count++;
    }
    return count;
}

/* A curl list whose nodes are ours: curl only reads it, and the client's own headers need no copy. */
static bool link_headers(struct client_call *call, size_t first, size_t count)
{
    if (count > call->header_cap) {
        struct curl_slist *headers = realloc(call->headers, count * sizeof *headers);
        if (!headers)
            return false;
        call->headers = headers;
        call->header_cap = count;
    }
    call->header_count = count;
    char *text = call->text.data + first;
    for (size_t i = 0; i < count; i++) {
        call->headers[i].data = text;
        call->headers[i].next = i + 1 < count ? &call->headers[i + 1] : call->client->headers;
        text += strlen(text) + 1;
    }
    return true;
}

const char *client_call_method(const struct client_call *call)
{
    return call->text.data;
}

const char *client_call_url(const struct client_call *call)
{
    return call->text.data + call->url;
}

/* What curl would not send either: a header without a value, which to curl means to leave out its own. */
static bool is_sent(const char *header)
{
    const char *colon = strchr(header, ':');
    return colon && colon[1 + strspn(colon + 1, " \t")] != '\0';
}

const char *client_call_request_header(const struct client_call *call, size_t index)
{
    for (size_t i = 0; i < call->header_count; i++)
        if (is_sent(call->headers[i].data) && index-- == 0)
            return call->headers[i].data;
    for (const struct curl_slist *header = call->client ? call->client->headers : NULL; header; header = header->next)
        if (is_sent(header->data) && index-- == 0)
            return header->data;
    return NULL;
}

struct str client_call_request_body(const struct client_call *call)
{
    return (struct str){call->has_body ? buf_text(&call->body) : NULL, call->body.len};
}

enum status request_copy(struct client_call *call, const struct client_request *request, struct error *err)
{
    enum status status = check(request, err);
    if (status != OK)
        return status;
    buf_clear(&call->text);
    add_text(&call->text, request->method);
    call->url = call->text.len;
    add_url(&call->text, call->client, request->path);
    size_t first = call->text.len;
    size_t count = add_headers(call, request);
    if (call->text.failed || !link_headers(call, first, count))
        return error_memory(err);
    return OK;
}
