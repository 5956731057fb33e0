#include "deliver/draft/draft_scan.h"

#define PICTURE_PATH "/media/"

enum { PICTURE_ID = 32, EXTENSION_MAX = 5 };

static bool scan_is_id(struct str id)
{
    for (size_t i = 0; i < id.len; i++)
        if (!ascii_is_digit(id.data[i]) && (id.data[i] < 'a' || id.data[i] > 'f'))
            return false;
    return id.len == PICTURE_ID;
}

static bool is_extension(struct str extension)
{
    for (size_t i = 0; i < extension.len; i++)
        if (extension.data[i] < 'a' || extension.data[i] > 'z')
            return false;
    return extension.len > 0 && extension.len <= EXTENSION_MAX;
}

static size_t last_of(struct str text, char wanted)
{
    for (size_t i = text.len; i > 0; i--)
        if (text.data[i - 1] == wanted)
            return i - 1;
    return text.len;
}

/* Is it the path of a picture that the service keeps, or an absolute http(s) URL that ends in one? */
static bool scan_read_address(struct str address, struct draft_address *parts)
{
    size_t dot = last_of(address, '.');
    size_t tail = strlen(PICTURE_PATH) + PICTURE_ID;
    if (dot == address.len || dot < tail)
        return false;
    struct str before = {address.data, dot - tail};
    struct str path = {before.data + before.len, strlen(PICTURE_PATH)};
    *parts = (struct draft_address){.id = {address.data + dot - PICTURE_ID, PICTURE_ID},
                                    .extension = {address.data + dot + 1, address.len - dot - 1}};
    bool is_ours = before.len == 0 || str_istarts(before, STR("http://")) || str_istarts(before, STR("https://"));
    return is_ours && str_eq(path, STR(PICTURE_PATH)) && scan_is_id(parts->id) && is_extension(parts->extension);
}

bool draft_image_read(const struct html_token *token, struct buf *room, struct draft_address *parts, struct str *value)
{
    if (token->kind != HTML_START || !str_ieq(token->name, STR("img")))
        return false;
    struct str source = html_attribute(token, STR("src"));
    buf_clear(room);
    if (source.data)
        html_decode(room, source, true);
    if (value)
        *value = source;
    struct str address = str_trim((struct str){buf_text(room), room->failed ? 0 : room->len});
    return scan_read_address(address, parts);
}

static size_t skip_space(struct str html, size_t at)
{
    while (at < html.len && ascii_is_space(html.data[at]))
        at++;
    return at;
}

enum status draft_heading_find(struct str html, size_t *start, size_t *end, struct str *inner, struct error *err)
{
    struct html_tokenizer *tokenizer = html_tokenizer_new(html);
    struct html_token token;
    bool is_open = false;
    size_t opened = 0;
    *start = *end = 0;
    *inner = (struct str){"", 0};
    while (tokenizer && html_next(tokenizer, &token)) {
        bool is_heading = (token.kind == HTML_START || token.kind == HTML_CLOSE) && str_ieq(token.name, STR("h1"));
        if (is_heading && token.kind == HTML_START && !is_open) {
            is_open = true;
            opened = token.start;
            inner->data = html.data + token.end;
        } else if (is_heading && token.kind == HTML_CLOSE && is_open) {
            inner->len = (size_t)(html.data + token.start - inner->data);
            *start = opened;
            *end = skip_space(html, token.end);
            break;
        }
    }
    bool failed = !tokenizer || html_tokenizer_failed(tokenizer);
    html_tokenizer_free(tokenizer);
    return failed ? error_memory(err) : OK;
}
