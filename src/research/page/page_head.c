#include "research/page/page_head.h"

#include "research/page/page_title.h"
#include "text/html/html.h"

/* Characters read of a title. More than are kept: the name of the site, which is left out, stands at its end. */
enum { TITLE_READ = 1000 };

static struct str head_text_of(struct page_head *head, xmlNode *node)
{
    xmlChar *content = xmlNodeGetContent(node);
    char *copy = content ? text_cut(head->arena, str_trim(str_from((const char *)content)), TITLE_READ) : NULL;
    xmlFree(content);
    head->failed = head->failed || !copy;
    return copy ? str_from(copy) : STR("");
}

/* Pages that fill a template badly leave its marks: "{{ page.summary }}". */
static bool is_template(struct str text)
{
    return str_find(text, STR("{{"), 0) < text.len || str_find(text, STR("{%"), 0) < text.len;
}

/* The page's own description counts before the one that networks are to show of it. */
static void read_description(struct page_head *head, xmlNode *meta)
{
    struct str content = str_trim(html_node_attribute(meta, "content"));
    struct str property = html_node_attribute(meta, "property"), name = html_node_attribute(meta, "name");
    bool is_own = str_ieq(name, STR("description")), is_shown = str_ieq(property, STR("og:description"));
    if (!content.len || is_template(content))
        return;
    if (is_own && !head->description.len)
        head->description = content;
    if (is_shown && !head->shown_description.len)
        head->shown_description = content;
}

/* Many are escaped twice: what was decoded once still says "&#8217;". NULL: memory ran out. */
static const char *plain_description(struct arena *arena, struct str description)
{
    struct buf text = {0};
    html_decode(&text, description, false);
    const char *plain = text.failed ? NULL : text_squeeze(arena, (struct str){buf_text(&text), text.len});
    buf_free(&text);
    return plain;
}

static bool head_enter(void *context, xmlNode *node)
{
    struct page_head *head = context;
    if (node->type != XML_ELEMENT_NODE)
        return false;
    enum html_element element = html_node_element(node);
    if (element == ELEMENT_TITLE && !head->title.len)
        head->title = head_text_of(head, node);
    if (element == ELEMENT_LINK && str_ieq(html_node_attribute(node, "rel"), STR("canonical")))
        head->address = html_node_attribute(node, "href");
    if (element == ELEMENT_LINK && html_value_has(html_node_attribute(node, "rel"), STR("canonical")) &&
        !head->canonical.len)
        head->canonical = html_node_attribute(node, "href");
    if (element == ELEMENT_BASE && !head->base.len)
        head->base = html_node_attribute(node, "href");
    if (element == ELEMENT_META) {
        read_description(head, node);
        if (str_ieq(html_node_attribute(node, "property"), STR("og:url")) && !head->address.len)
            head->address = html_node_attribute(node, "content");
        if (str_ieq(html_node_attribute(node, "property"), STR("og:site_name")))
            head->site_name = str_trim(html_node_attribute(node, "content"));
        if (str_ieq(html_node_attribute(node, "http-equiv"), STR("content-language")) && !head->language.len)
            head->language = html_node_attribute(node, "content");
    }
    bool is_root = element == ELEMENT_HTML || element == ELEMENT_HEAD || element == ELEMENT_BODY;
    struct str language = is_root ? html_node_attribute(node, "lang") : STR("");
    if (is_root && !language.len)
        language = html_node_attribute(node, "xml:lang");
    if (language.len)
        head->language = language;
    return element != ELEMENT_BODY;
}

static void head_leave(void *context, xmlNode *node)
{
    (void)context;
    (void)node;
}

/* The first h1 of the content, else its first heading. */
static struct str first_heading(const struct page *page)
{
    struct str first = STR("");
    for (size_t i = 0; i < page->count; i++) {
        if (page->blocks[i].kind != BLOCK_HEADING)
            continue;
        if (page->blocks[i].level == 1)
            return page->blocks[i].text;
        if (!first.len)
            first = page->blocks[i].text;
    }
    return first;
}

/* The url of a saved page is the one that it names; a page that was fetched keeps the one where it was found. */
static void use_address(struct arena *arena, struct str address, struct page *page)
{
    struct url parts;
    bool is_wanted = address.len <= PAGE_URL_MAX && url_parse(str_from(page->url), &parts, NULL) != OK;
    const char *url = is_wanted ? url_normalise(arena, address) : NULL;
    if (url && strlen(url) <= PAGE_URL_MAX) /* what is not ASCII has become longer */
        page->url = url;
}

const char *page_head_base(struct arena *arena, const struct page_head *head, const char *url)
{
    const char *base = url_normalise(arena, str_from(url));
    const char *said = base && head->base.len ? url_resolve(arena, base, head->base) : NULL;
    return said ? said : base;
}

/* What a page that was found at `url` calls its address; NULL: nothing. */
static const char *canonical_address(struct arena *arena, const struct page_head *head, const char *url)
{
    const char *base = head->canonical.len ? page_head_base(arena, head, url) : NULL;
    return base ? url_resolve(arena, base, head->canonical) : NULL;
}

enum status page_head_read(struct arena *arena, xmlNode *root, struct page_head *head, struct error *err)
{
    *head = (struct page_head){.title = STR(""),
                               .site_name = STR(""),
                               .language = STR(""),
                               .description = STR(""),
                               .shown_description = STR(""),
                               .address = STR(""),
                               .canonical = STR(""),
                               .base = STR(""),
                               .arena = arena};
    html_walk(root, &(struct html_visitor){head_enter, head_leave, head});
    return head->failed ? error_memory(err) : OK;
}

enum status page_head_use(struct arena *arena, const struct page_head *head, const char *url, struct page *page,
                          struct error *err)
{
    page->canonical = canonical_address(arena, head, url);
    use_address(arena, head->address, page);
    page->description = plain_description(arena, head->description.len ? head->description : head->shown_description);
    if (!page->description)
        return error_memory(err);
    if (!str_trim(head->title).len)
        return OK;
    page->site = head->site_name.len ? arena_copy_n(arena, head->site_name.data, head->site_name.len) : NULL;
    if (head->site_name.len && !page->site)
        return error_memory(err);
    page->title = title_choose(arena, head->title, first_heading(page), head->site_name, url);
    return page->title ? OK : error_memory(err);
}
