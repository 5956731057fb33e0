#include "research/page/document/html_simplify.h"

#include "research/page/document/html_element.h"

static const char *const kept_attributes[] = {
    "aria-hidden", "class",    "content", "hidden", "href",  "http-equiv", "id",       "lang",
    "name",        "property", "rel",     "role",   "style", "value",      "xml:lang", NULL,
};

/* Is it a name that libxml2 takes? The tokenizer takes nearly everything for one. */
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

static bool is_kept(struct str name)
{
    return name.len && strchr("achilnprsvx", ascii_lower(name.data[0])) && word_list_ihas(kept_attributes, name);
}

static void append_start(struct buf *out, const struct html_token *token, struct buf *value)
{
    buf_char(out, '<');
    buf_add(out, token->name.data, token->name.len);
    for (size_t i = 0; i < token->attribute_count; i++)
        if (is_kept(token->attributes[i].name))
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

enum { MOST_ELEMENTS = 200000 /* what comes after them is left out: each costs a few hundred bytes of the tree */ };

struct simplifier {
    struct buf *out;
    size_t elements;
    struct buf value; /* decoded attribute or text */
    bool dropping;    /* the text that follows belongs to a script or its like */
    bool in_noscript; /* what browsers that run scripts do not see */
    bool in_title;
    bool in_body;
    size_t listings; /* <pre> elements that are open */
};

/* Only what belongs to the head may stand before <body>. Anything else begins it, whether the tag is written or not; of
 * newer elements libxml2 does not know that. */
static void begin_body(struct simplifier *simplifier, bool written)
{
    if (!simplifier->in_body && !written)
        buf_str(simplifier->out, "<body>");
    simplifier->in_body = true;
}

static void take_text(struct simplifier *simplifier, struct str text)
{
    if (simplifier->dropping)
        return;
    if (!simplifier->in_title && str_trim(text).len)
        begin_body(simplifier, false);
    append_text(simplifier->out, text, &simplifier->value);
}

/* In a listing spans colour its words, often one by one: they cost as much as all the rest of a page. */
static bool is_colour(const struct simplifier *simplifier, enum html_element element)
{
    return simplifier->listings && element == ELEMENT_SPAN;
}

static void take_start(struct simplifier *simplifier, const struct html_token *token)
{
    enum html_element element = html_element_find(token->name);
    unsigned traits = html_element_traits(element);
    simplifier->dropping = traits & IS_RAW;
    simplifier->in_noscript = element == ELEMENT_NOSCRIPT;
    if (simplifier->dropping || simplifier->in_noscript || is_colour(simplifier, element) ||
        (element == ELEMENT_OTHER && !is_plain_name(token->name)))
        return;
    simplifier->in_title = element == ELEMENT_TITLE;
    simplifier->listings += element == ELEMENT_PRE;
    if (!(traits & IS_OF_HEAD))
        begin_body(simplifier, element == ELEMENT_BODY);
    append_start(simplifier->out, token, &simplifier->value);
    simplifier->elements++;
}

static void take_close(struct simplifier *simplifier, const struct html_token *token)
{
    enum html_element element = html_element_find(token->name);
    simplifier->dropping = simplifier->in_title = false;
    if (html_element_traits(element) & IS_RAW || is_colour(simplifier, element) ||
        (element == ELEMENT_OTHER && !is_plain_name(token->name)))
        return;
    simplifier->listings -= element == ELEMENT_PRE && simplifier->listings;
    buf_str(simplifier->out, "</");
    buf_add(simplifier->out, token->name.data, token->name.len);
    buf_char(simplifier->out, '>');
}

static void take_token(struct simplifier *simplifier, const struct html_token *token)
{
    if (simplifier->in_noscript)
        simplifier->in_noscript = token->kind != HTML_CLOSE || !str_ieq(token->name, STR("noscript"));
    else if (token->kind == HTML_TEXT)
        take_text(simplifier, token->data);
    else if (token->kind == HTML_START)
        take_start(simplifier, token);
    else if (token->kind == HTML_CLOSE)
        take_close(simplifier, token);
}

bool html_simplify(struct buf *out, struct str html)
{
    struct html_tokenizer *tokenizer = html_tokenizer_new(html);
    struct simplifier simplifier = {.out = out};
    struct html_token token;
    while (tokenizer && simplifier.elements < MOST_ELEMENTS && html_next(tokenizer, &token))
        take_token(&simplifier, &token);
    bool done = tokenizer && !html_tokenizer_failed(tokenizer) && !out->failed;
    html_tokenizer_free(tokenizer);
    buf_free(&simplifier.value);
    return done;
}
