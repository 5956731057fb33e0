#include "research/page/page_prune.h"

/* --- measuring --- */

struct measurer {
    struct arena *arena;
    int links, paragraphs; /* how many are open */
    bool failed;
};

static const char *const invisible[] = {"script", "style", "template", "noscript", "head",
                                        "title",  "svg",   "math",     NULL};
static const char *const blocks[] = {"h1", "h2", "h3",    "h4",  "h5",      "h6",   "ul", "ol",
                                     "dl", "p",  "table", "pre", "article", "main", NULL};

static size_t visible_bytes(const xmlNode *node)
{
    size_t count = 0;
    for (const xmlChar *at = node->content; at && *at; at++)
        count += !ascii_is_space((char)*at);
    return count;
}

static void add_text(struct measurer *measurer, const xmlNode *node)
{
    struct extent *extent = node->parent ? node->parent->_private : NULL;
    if (!extent)
        return;
    size_t bytes = visible_bytes(node);
    extent->text += bytes;
    extent->links += measurer->links ? bytes : 0;
    extent->prose += measurer->paragraphs ? bytes : 0;
}

static bool measure_enter(void *context, xmlNode *node)
{
    struct measurer *measurer = context;
    if (node->type == XML_TEXT_NODE)
        add_text(measurer, node);
    if (node->type != XML_ELEMENT_NODE || measurer->failed)
        return false;
    node->_private = ARENA_NEW(measurer->arena, struct extent);
    measurer->failed = !node->_private;
    if (measurer->failed || html_node_in(node, invisible))
        return false;
    measurer->links += html_node_is(node, "a");
    measurer->paragraphs += html_node_is(node, "p");
    return true;
}

static void measure_leave(void *context, xmlNode *node)
{
    struct measurer *measurer = context;
    const struct extent *extent = node->_private;
    struct extent *outer = node->parent ? node->parent->_private : NULL;
    measurer->links -= html_node_is(node, "a");
    measurer->paragraphs -= html_node_is(node, "p");
    if (!outer || !extent)
        return;
    outer->text += extent->text;
    outer->links += extent->links;
    outer->prose += extent->prose;
    outer->holds_blocks = outer->holds_blocks || extent->holds_blocks || html_node_in(node, blocks);
}

enum status prune_measure(struct arena *arena, xmlNode *root, struct error *err)
{
    struct measurer measurer = {.arena = arena};
    html_walk(root, &(struct html_visitor){measure_enter, measure_leave, &measurer});
    return measurer.failed ? error_memory(err) : OK;
}

const struct extent *prune_extent(const xmlNode *node)
{
    static const struct extent nothing = {0};
    return node->_private ? node->_private : &nothing;
}

/* --- the main element --- */

struct chooser {
    xmlNode *body, *main, *article;
    size_t articles; /* text in all articles */
};

static bool choose_enter(void *context, xmlNode *node)
{
    struct chooser *chooser = context;
    if (node->type != XML_ELEMENT_NODE)
        return false;
    if (html_node_is(node, "body") && !chooser->body)
        chooser->body = node;
    bool is_main = html_node_is(node, "main") || str_ieq(html_node_attribute(node, "role"), STR("main"));
    if (is_main && (!chooser->main || prune_extent(node)->text > prune_extent(chooser->main)->text))
        chooser->main = node;
    if (!html_node_is(node, "article"))
        return true;
    chooser->articles += prune_extent(node)->text;
    if (!chooser->article || prune_extent(node)->text > prune_extent(chooser->article)->text)
        chooser->article = node;
    return false; /* comments are articles within an article */
}

static void choose_leave(void *context, xmlNode *node)
{
    (void)context;
    (void)node;
}

/* The largest article, unless several are about as large: then the page is a list of them. */
static xmlNode *only_article(xmlNode *within, const struct chooser *chooser)
{
    enum { SHORTEST_ARTICLE = 200 };
    size_t text = chooser->article ? prune_extent(chooser->article)->text : 0;
    return text >= SHORTEST_ARTICLE && text * 2 > chooser->articles ? chooser->article : within;
}

xmlNode *prune_main(xmlNode *root)
{
    struct chooser chooser = {0};
    html_walk(root, &(struct html_visitor){choose_enter, choose_leave, &chooser});
    xmlNode *body = chooser.body ? chooser.body : root;
    bool main_counts = chooser.main && prune_extent(chooser.main)->text * 4 > prune_extent(body)->text;
    if (!main_counts)
        return only_article(body, &chooser);
    struct chooser inner = {0};
    for (xmlNode *child = chooser.main->children; child; child = child->next)
        html_walk(child, &(struct html_visitor){choose_enter, choose_leave, &inner});
    return only_article(chooser.main, &inner);
}

/* --- what is left out --- */

/* Elements that are never content. */
static const char *const dropped_elements[] = {
    "address",  "applet",   "area",  "audio",      "base",     "button",   "canvas", "caption",  "colgroup", "datalist",
    "del",      "dialog",   "embed", "figcaption", "footer",   "frameset", "head",   "iframe",   "img",      "input",
    "link",     "map",      "math",  "menu",       "meta",     "meter",    "nav",    "noframes", "noscript", "object",
    "option",   "output",   "param", "picture",    "progress", "script",   "select", "source",   "style",    "svg",
    "template", "textarea", "title", "track",      "video",    NULL,
};

/* Elements that are no content either, unless most of the prose of the page stands in them: some pages are one form. */
static const char *const suspect_elements[] = {"aside", "form", "fieldset", NULL};

static const char *const dropped_roles[] = {"alert",   "banner",     "complementary", "contentinfo", "dialog",  "menu",
                                            "menubar", "navigation", "search",        "tablist",     "toolbar", NULL};

/* Words in the class or id of an element that make it suspect in the same way. */
static const char *const suspect_words[] = {
    "ad",       "ads",        "advert",      "advertisement", "author",     "avatar",         "banner",
    "bio",      "breadcrumb", "breadcrumbs", "byline",        "comment",    "comments",       "consent",
    "cookie",   "cookies",    "disqus",      "editsection",   "footer",     "footnotes",      "gdpr",
    "hidden",   "masthead",   "menu",        "menubar",       "meta",       "modal",          "nav",
    "navbar",   "navbox",     "navfooter",   "navheader",     "navigation", "newsletter",     "offscreen",
    "outbrain", "pager",      "pagination",  "popup",         "printonly",  "promo",          "related",
    "respond",  "share",      "sharedaddy",  "sharing",       "sidebar",    "signup",         "skip",
    "social",   "sponsored",  "submenu",     "subnav",        "subscribe",  "subscription",   "taboola",
    "toc",      "toolbar",    "tooltip",     "topnav",        "upsell",     "visuallyhidden", "widget",
    "noprint",  NULL,
};

/* Is one of the words of a class or id attribute in the list? Words end at "-", "_" and before a capital: "siteNav". */
static bool has_suspect_word(struct str names)
{
    for (size_t at = 0, end; at < names.len; at = end) {
        end = at + 1;
        if (!ascii_is_alnum(names.data[at]))
            continue;
        while (end < names.len && ascii_is_alnum(names.data[end]) &&
               !(names.data[end] >= 'A' && names.data[end] <= 'Z' && names.data[end - 1] >= 'a'))
            end++;
        if (word_list_ihas(suspect_words, (struct str){names.data + at, end - at}))
            return true;
    }
    return false;
}

static bool is_hidden(const xmlNode *node)
{
    if (html_node_attribute(node, "hidden").data || str_ieq(html_node_attribute(node, "aria-hidden"), STR("true")))
        return true;
    static const char *const hiding[] = {"display:none", "display: none", "visibility:hidden", "visibility: hidden"};
    struct str style = html_node_attribute(node, "style");
    for (size_t i = 0; i < COUNT_OF(hiding); i++)
        if (str_ifind(style, str_from(hiding[i]), 0) < style.len)
            return true;
    struct str names = html_node_attribute(node, "class");
    return str_find(names, STR("sr-only"), 0) < names.len || str_find(names, STR("screen-reader"), 0) < names.len ||
           str_find(names, STR("visually-hidden"), 0) < names.len;
}

/* Is it a list or table that is made of links: contents, related pages, tags? */
static bool is_link_list(const xmlNode *node)
{
    static const char *const lists[] = {"ul", "ol", "dl", "table", NULL};
    const struct extent *extent = prune_extent(node);
    return html_node_in(node, lists) && extent->links * 10 > extent->text * 7;
}

/* Is it the mark of a footnote: a raised "[1]", "3" or "*" that is a link? */
static bool is_note_mark(const xmlNode *node)
{
    enum { LONGEST_MARK = 6 };
    const struct extent *extent = prune_extent(node);
    return html_node_is(node, "sup") && extent->text <= LONGEST_MARK &&
           (extent->links || (node->parent && html_node_is(node->parent, "a")));
}

/* Is it a link on a mere sign: "#" or "§" behind a heading, an arrow back to the text? */
static bool is_link_sign(const xmlNode *node)
{
    enum { LONGEST_SIGN = 4 };
    size_t text = prune_extent(node)->text;
    if (!html_node_is(node, "a") || !text || text > LONGEST_SIGN || !node->children || node->children->next)
        return false;
    struct str sign = str_trim(str_from((const char *)node->children->content));
    uint32_t codepoint = 'a';
    if (sign.len)
        utf8_decode(sign, 0, &codepoint);
    return !unicode_is_letter(codepoint) && !unicode_is_digit(codepoint);
}

/* In DocBook the titles of tables and examples, and the command lines of a reference page, look like paragraphs. */
static bool is_docbook_label(const xmlNode *node)
{
    struct str names = html_node_attribute(node, "class");
    return (html_node_is(node, "p") && str_eq(names, STR("title"))) || str_eq(names, STR("cmdsynopsis"));
}

static bool is_suspect(const xmlNode *node)
{
    static const char *const never[] = {"article", "body", "html", "main", "h1",  "h2", "h3",
                                        "h4",      "h5",   "h6",   "code", "pre", NULL};
    if (html_node_in(node, suspect_elements))
        return true;
    if (html_node_in(node, never))
        return false;
    return has_suspect_word(html_node_attribute(node, "class")) || has_suspect_word(html_node_attribute(node, "id"));
}

bool prune_drops(const xmlNode *node, const xmlNode *main)
{
    if (node == main || html_node_is(node, "br"))
        return false;
    if (html_node_in(node, dropped_elements) || is_hidden(node) || is_link_sign(node) || is_note_mark(node) ||
        is_docbook_label(node) || is_link_list(node))
        return true;
    struct str role = html_node_attribute(node, "role");
    if (word_list_ihas(dropped_roles, role))
        return true;
    return is_suspect(node) && prune_extent(node)->prose * 2 <= prune_extent(main)->prose;
}
