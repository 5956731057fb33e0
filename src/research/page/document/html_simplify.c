#include "research/page/document/html_simplify.h"

#include "research/page/document/html_class.h"
#include "research/page/document/html_element.h"
#include "research/page/document/html_style.h"
#include "text/html/html.h"

/* What is looked at, of elements of the head and of all others. The links of the text are for crawlers, but for those
 * of a table of contents. */
static const char *const head_attributes[] = {"content", "href",     "http-equiv", "itemprop",
                                              "name",    "property", "rel",        NULL};
static const char *const body_attributes[] = {"aria-hidden", "class", "hidden", "id", "role", "start", NULL};
static const char *const time_attributes[] = {"datetime", "itemprop", "pubdate", NULL};
static const char *const root_attributes[] = {"lang", "xml:lang", NULL};
static const char *const link_attributes[] = {"href", "rel", NULL};
static const char *const picture_attributes[] = {"alt", "data-src", "height", "src", "title", "width", NULL};

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

/* Most ids name a place to link to, and libxml2 keeps a table of them all: only those that tell what an element is
 * stay. */
static bool is_mere_place(const struct html_attribute *attribute)
{
    struct str value = attribute->value;
    return str_ieq(attribute->name, STR("id")) &&
           (!value.len || (!memchr(value.data, '&', value.len) && !html_id_marks(value)));
}

static bool is_kept(enum html_element element, const struct html_attribute *attribute, bool with_links)
{
    struct str name = attribute->name;
    if (is_mere_place(attribute))
        return false;
    switch (element) {
    case ELEMENT_META:
    case ELEMENT_LINK:
    case ELEMENT_BASE:
        return word_list_ihas(head_attributes, name);
    case ELEMENT_A:
    case ELEMENT_AREA:
        return word_list_ihas(body_attributes, name) || (with_links && word_list_ihas(link_attributes, name));
    case ELEMENT_IMG:
    case ELEMENT_IFRAME:
        return word_list_ihas(body_attributes, name) || (with_links && word_list_ihas(picture_attributes, name));
    case ELEMENT_TIME:
        return word_list_ihas(body_attributes, name) || word_list_ihas(time_attributes, name);
    case ELEMENT_HTML:
    case ELEMENT_HEAD:
    case ELEMENT_BODY:
        return word_list_ihas(body_attributes, name) || word_list_ihas(root_attributes, name);
    default:
        return word_list_ihas(body_attributes, name);
    }
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
    struct buf *linked_data; /* NULL: not wanted */
    struct html_styles *styles;
    bool with_links;
    size_t elements;
    struct buf value; /* decoded attribute or text */
    bool dropping;    /* the text that follows belongs to a script or its like */
    bool in_data;     /* of a script that is linked data */
    bool in_noscript; /* what browsers that run scripts do not see */
    bool in_title;
    bool in_body;
    size_t listings; /* <pre> elements that are open */
    size_t contents; /* a table of contents, and elements of its kind in it, that are open */
    enum html_element contents_kind;
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
    if (simplifier->in_data) {
        buf_add(simplifier->linked_data, text.data, text.len);
        buf_char(simplifier->linked_data, '\0');
    }
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

/* By elements of one kind: tags that were left out elsewhere do not matter. */
static void follow_contents(struct simplifier *simplifier, const struct html_token *token, enum html_element element)
{
    if (simplifier->contents)
        simplifier->contents += element == simplifier->contents_kind;
    else if (token->attribute_count && html_class_is_contents(html_attribute(token, STR("class")))) {
        simplifier->contents = 1;
        simplifier->contents_kind = element;
    }
}

static void append_start(struct simplifier *simplifier, const struct html_token *token, enum html_element element)
{
    struct buf *out = simplifier->out;
    bool with_links = simplifier->with_links || simplifier->contents;
    buf_char(out, '<');
    buf_add(out, token->name.data, token->name.len);
    for (size_t i = 0; i < token->attribute_count; i++)
        if (is_kept(element, &token->attributes[i], with_links))
            append_attribute(out, &token->attributes[i], &simplifier->value);
    if (html_styles_hide(simplifier->styles, token))
        buf_str(out, " style=\"" HTML_STYLE_HIDDEN "\"");
    buf_char(out, '>');
}

static bool is_linked_data(const struct html_token *token, enum html_element element)
{
    return element == ELEMENT_SCRIPT &&
           str_istarts(str_trim(html_attribute(token, STR("type"))), STR("application/ld+json"));
}

static void take_start(struct simplifier *simplifier, const struct html_token *token)
{
    enum html_element element = html_element_find(token->name);
    unsigned traits = html_element_traits(element);
    simplifier->dropping = traits & IS_RAW;
    simplifier->in_data = simplifier->linked_data && is_linked_data(token, element);
    simplifier->in_noscript = element == ELEMENT_NOSCRIPT;
    if (element == ELEMENT_IFRAME && simplifier->with_links && simplifier->in_body) { /* it may be a film's */
        append_start(simplifier, token, element);
        buf_str(simplifier->out, "</iframe>");
        simplifier->elements++;
    }
    if (simplifier->dropping || simplifier->in_noscript || is_colour(simplifier, element) ||
        (element == ELEMENT_OTHER && !is_plain_name(token->name)))
        return;
    simplifier->in_title = element == ELEMENT_TITLE;
    simplifier->listings += element == ELEMENT_PRE;
    if (!(traits & IS_OF_HEAD))
        begin_body(simplifier, element == ELEMENT_BODY);
    follow_contents(simplifier, token, element);
    append_start(simplifier, token, element);
    simplifier->elements++;
}

static void take_close(struct simplifier *simplifier, const struct html_token *token)
{
    enum html_element element = html_element_find(token->name);
    simplifier->dropping = simplifier->in_data = simplifier->in_title = false;
    if (html_element_traits(element) & IS_RAW || is_colour(simplifier, element) ||
        (element == ELEMENT_OTHER && !is_plain_name(token->name)))
        return;
    simplifier->listings -= element == ELEMENT_PRE && simplifier->listings;
    simplifier->contents -= simplifier->contents && element == simplifier->contents_kind;
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

bool html_simplify(struct buf *out, struct str html, bool with_links, struct buf *linked_data)
{
    struct html_tokenizer *tokenizer = html_tokenizer_new(html);
    struct html_styles *styles = html_styles_read(html);
    struct simplifier simplifier = {.out = out, .linked_data = linked_data, .styles = styles, .with_links = with_links};
    struct html_token token;
    while (tokenizer && styles && simplifier.elements < MOST_ELEMENTS && html_next(tokenizer, &token))
        take_token(&simplifier, &token);
    bool done = tokenizer && styles && !html_tokenizer_failed(tokenizer) && !out->failed &&
                !(linked_data && linked_data->failed);
    html_tokenizer_free(tokenizer);
    html_styles_free(styles);
    buf_free(&simplifier.value);
    return done;
}
