#include "research/html_prepare.h"

static const char *const kept_attributes[] = {
    "aria-hidden", "class",    "content", "hidden", "href",  "http-equiv", "id",       "lang",
    "name",        "property", "rel",     "role",   "style", "value",      "xml:lang",
};

/* Their text is no text of the page. */
static const char *const dropped_content[] = {"script", "style", "noembed", "noframes", "iframe", "textarea", "xmp"};

static bool in_list(struct str name, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (str_ieq(name, str_from(list[i])))
            return true;
    return false;
}

/* The tokenizer takes nearly everything for a name; libxml2 does not. */
static bool is_plain_name(struct str name)
{
    enum { LONGEST_NAME = 40 };
    for (size_t i = 0; i < name.len; i++)
        if (!ascii_is_alnum(name.data[i]) && name.data[i] != '-' && name.data[i] != ':')
            return false;
    return name.len && name.len <= LONGEST_NAME;
}

static void append_attribute(struct buf *out, const struct html_attribute *attribute, struct buf *value)
{
    buf_clear(value);
    html_decode(value, attribute->value, true);
    buf_char(out, ' ');
    buf_add(out, attribute->name.data, attribute->name.len);
    buf_str(out, "=\"");
    escape_attribute(out, (struct str){buf_text(value), value->len});
    buf_char(out, '"');
    out->failed = out->failed || value->failed;
}

static void append_start(struct buf *out, const struct html_token *token, struct buf *value)
{
    buf_char(out, '<');
    buf_add(out, token->name.data, token->name.len);
    for (size_t i = 0; i < token->attribute_count; i++)
        if (in_list(token->attributes[i].name, kept_attributes, COUNT_OF(kept_attributes)))
            append_attribute(out, &token->attributes[i], value);
    buf_char(out, '>');
}

static void append_text(struct buf *out, struct str text, struct buf *value)
{
    buf_clear(value);
    html_decode(value, text, false);
    escape_html(out, (struct str){buf_text(value), value->len});
    out->failed = out->failed || value->failed;
}

static void append_token(struct buf *out, const struct html_token *token, bool *dropping, struct buf *value)
{
    bool drops = in_list(token->name, dropped_content, COUNT_OF(dropped_content));
    switch (token->kind) {
    case HTML_TEXT:
        if (!*dropping)
            append_text(out, token->data, value);
        break;
    case HTML_START:
        *dropping = drops;
        if (!drops && is_plain_name(token->name))
            append_start(out, token, value);
        break;
    case HTML_CLOSE:
        *dropping = false;
        if (!drops && is_plain_name(token->name)) {
            buf_str(out, "</");
            buf_add(out, token->name.data, token->name.len);
            buf_char(out, '>');
        }
        break;
    default:
        break;
    }
}

bool html_simplify(struct buf *out, struct str html)
{
    struct html_tokenizer *tokenizer = html_tokenizer_new(html);
    struct html_token token;
    struct buf value = {0};
    bool dropping = false;
    while (tokenizer && html_next(tokenizer, &token))
        append_token(out, &token, &dropping, &value);
    bool done = tokenizer && !html_tokenizer_failed(tokenizer) && !out->failed;
    html_tokenizer_free(tokenizer);
    buf_free(&value);
    return done;
}
