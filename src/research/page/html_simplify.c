#include "research/page/document.h"

#include "research/page/html_element.h"
#include "research/page/page_parts.h"

#include <stdlib.h>

struct class_word {
    const char *word;
    unsigned marks;
};

/* Whole names of classes, in the order of the alphabet. */
static const struct class_word whole_names[] = {
    {"admonition", CLASS_NOTE},
    {"admonition-heading", CLASS_APPARATUS},
    {"admonition-title", CLASS_APPARATUS},
    {"admonitionheading", CLASS_APPARATUS},
    {"attention", CLASS_WARNING},
    {"availability", CLASS_VERSION},
    {"callout", CLASS_NOTE},
    {"callout-title", CLASS_APPARATUS},
    {"caution", CLASS_WARNING},
    {"danger", CLASS_WARNING},
    {"deprecated", CLASS_VERSION},
    {"deprecated-removed", CLASS_VERSION},
    {"error", CLASS_WARNING},
    {"fn-backref", CLASS_APPARATUS},
    {"footnote-backref", CLASS_APPARATUS},
    {"footnote-ref", CLASS_APPARATUS},
    {"footnote-reference", CLASS_APPARATUS},
    {"gutter", CLASS_NUMBERS},
    {"hidden", CLASS_SUSPECT},
    {"highlighttable", CLASS_LISTING},
    {"hint", CLASS_NOTE},
    {"icon", CLASS_APPARATUS},
    {"important", CLASS_NOTE},
    {"is-hidden", CLASS_SUSPECT},
    {"js-hidden", CLASS_SUSPECT},
    {"line-numbers", CLASS_NUMBERS},
    {"line-numbers-rows", CLASS_NUMBERS},
    {"lineno", CLASS_NUMBERS},
    {"linenodiv", CLASS_NUMBERS},
    {"linenos", CLASS_NUMBERS},
    {"lntable", CLASS_LISTING},
    {"markdown-alert", CLASS_NOTE},
    {"markdown-alert-title", CLASS_APPARATUS},
    {"material-icons", CLASS_APPARATUS},
    {"note", CLASS_NOTE},
    {"rouge-gutter", CLASS_NUMBERS},
    {"rouge-table", CLASS_LISTING},
    {"seealso", CLASS_SUSPECT},
    {"since", CLASS_VERSION},
    {"sr-only", CLASS_HIDDEN},
    {"tip", CLASS_NOTE},
    {"versionadded", CLASS_VERSION},
    {"versionchanged", CLASS_VERSION},
    {"versionmodified", CLASS_VERSION},
    {"versionremoved", CLASS_VERSION},
    {"visually-hidden", CLASS_HIDDEN},
    {"visually-hidden-focusable", CLASS_HIDDEN},
    {"warning", CLASS_WARNING},
};

/* Words of the parts of a name such as "alert-warning", of which one says that it is a box. */
static const struct class_word box_words[] = {
    {"attention", CLASS_WARNING}, {"caution", CLASS_WARNING}, {"danger", CLASS_WARNING}, {"error", CLASS_WARNING},
    {"hint", CLASS_NOTE},         {"important", CLASS_NOTE},  {"info", CLASS_NOTE},      {"note", CLASS_NOTE},
    {"tip", CLASS_NOTE},          {"warning", CLASS_WARNING},
};
static const char *const boxes[] = {"admonition", "alert", "box", "callout", "message", "notice", "panel", NULL};

/* Words in a class or id that make its element suspect, in the order of the alphabet. */
static const char *const suspect_words[] = {
    "ad",         "ads",         "advert",     "advertisement",  "author",     "avatar",       "banner",  "bio",
    "breadcrumb", "breadcrumbs", "byline",     "caption",        "comment",    "comments",     "consent", "cookie",
    "cookies",    "disqus",      "docnav",     "editsection",    "endnotes",   "figcaption",   "footer",  "footnote",
    "footnotes",  "gdpr",        "masthead",   "menu",           "menubar",    "meta",         "modal",   "nav",
    "navbar",     "navbox",      "navfooter",  "navheader",      "navigation", "newsletter",   "noprint", "offscreen",
    "outbrain",   "pager",       "pagination", "popup",          "printonly",  "promo",        "related", "respond",
    "share",      "sharedaddy",  "sharing",    "sidebar",        "signup",     "skip",         "social",  "sponsored",
    "submenu",    "subnav",      "subscribe",  "subscription",   "taboola",    "thumbcaption", "toc",     "toolbar",
    "tooltip",    "topnav",      "upsell",     "visuallyhidden", "widget",
};

/* Words that do so in a class alone: manuals have them in the ids of what they describe. */
static const char *const suspect_class_words[] = {
    "adbox",       "addthis",      "adsense",     "adslot",     "authors",       "carousel",       "comentario",
    "comentarios", "commentaires", "commentform", "credit",     "credits",       "crumb",          "crumbs",
    "cta",         "dateline",     "disclaimer",  "donate",     "donation",      "donations",      "facebook",
    "feedback",    "follow",       "kommentar",   "kommentare", "lightbox",      "linkbox",        "linkedin",
    "login",       "morelink",     "navi",        "newsfeed",   "overlay",       "paging",         "permalink",
    "pinterest",   "popular",      "posted",      "postinfo",   "postmeta",      "prevnext",       "rail",
    "rating",      "ratings",      "reactions",   "readmore",   "recirculation", "recommendation", "recommendations",
    "recommended", "sharethis",    "shariff",     "socials",    "tagcloud",      "tags",           "timestamp",
    "trending",    "twitter",      "votes",       "whatsapp",   "widgets",
};

/* Names with such a word for what is content: the heading that an entry of a table of contents leads to. */
static const char *const plain_names[] = {"toc-backref", NULL};

/* --- look-up --- */

static int html_class_compare(struct str word, const char *name)
{
    for (size_t at = 0; at < word.len; at++) {
        int difference = (unsigned char)ascii_lower(word.data[at]) - (unsigned char)name[at];
        if (difference || !name[at])
            return difference ? difference : 1;
    }
    return -(unsigned char)name[word.len];
}

static int compare_row(const void *word, const void *row)
{
    return html_class_compare(*(const struct str *)word, ((const struct class_word *)row)->word);
}

static int compare_word(const void *word, const void *entry)
{
    return html_class_compare(*(const struct str *)word, *(const char *const *)entry);
}

static unsigned html_class_find(struct str word, const struct class_word *rows, size_t count)
{
    const struct class_word *row = bsearch(&word, rows, count, sizeof *rows, compare_row);
    return row ? row->marks : 0;
}

/* The next word of the name at or after *at: words end at "-", "_" and before a capital, as in "siteNav". */
static struct str next_word(struct str name, size_t *at)
{
    size_t start = *at;
    while (start < name.len && !ascii_is_alnum(name.data[start]))
        start++;
    size_t end = start + (start < name.len);
    while (end < name.len && ascii_is_alnum(name.data[end]) &&
           !(name.data[end] >= 'A' && name.data[end] <= 'Z' && name.data[end - 1] >= 'a'))
        end++;
    *at = end;
    return (struct str){name.data + start, end - start};
}

static bool is_suspect(struct str word)
{
    return bsearch(&word, suspect_words, COUNT_OF(suspect_words), sizeof *suspect_words, compare_word) != NULL;
}

static bool is_suspect_class(struct str word)
{
    return is_suspect(word) || bsearch(&word, suspect_class_words, COUNT_OF(suspect_class_words),
                                       sizeof *suspect_class_words, compare_word) != NULL;
}

/* One name of a class attribute. */
static unsigned name_marks(struct str name)
{
    unsigned marks = html_class_find(name, whole_names, COUNT_OF(whole_names)), box = 0;
    bool is_box = false;
    struct str word;
    if (word_list_ihas(plain_names, name))
        return 0;
    for (size_t at = 0; (word = next_word(name, &at)).len;) {
        if (is_suspect_class(word))
            marks |= CLASS_SUSPECT;
        is_box = is_box || word_list_ihas(boxes, word);
        box |= html_class_find(word, box_words, COUNT_OF(box_words));
    }
    bool is_reader = str_find(name, STR("screen-reader"), 0) < name.len;
    return marks | (is_box ? box : 0) | (is_reader ? CLASS_HIDDEN : 0);
}

unsigned html_class_marks(struct str names)
{
    unsigned marks = 0;
    for (size_t at = 0, end; at < names.len; at = end + 1) {
        for (end = at; end < names.len && !ascii_is_space(names.data[end]); end++)
            ;
        if (end > at)
            marks |= name_marks((struct str){names.data + at, end - at});
    }
    return marks & CLASS_WARNING ? marks & ~(unsigned)CLASS_NOTE : marks;
}

unsigned html_id_marks(struct str id)
{
    struct str word;
    for (size_t at = 0; (word = next_word(id, &at)).len;)
        if (is_suspect(word))
            return CLASS_SUSPECT;
    return 0;
}

bool html_class_is_contents(struct str names)
{
    static const char *const contents[] = {"toc", "toctree-wrapper", "mini-toc", "table-of-contents", NULL};
    for (size_t at = 0, end; at < names.len; at = end + 1) {
        for (end = at; end < names.len && !ascii_is_space(names.data[end]); end++)
            ;
        if (word_list_ihas(contents, (struct str){names.data + at, end - at}))
            return true;
    }
    return false;
}

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
