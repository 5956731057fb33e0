#include "research/page/page_builder.h"
#include "research/page/page_prune.h"
#include "research/page/page_read.h"
#include "research/page/page_title.h"

struct html_reader {
    struct page_builder builder;
    const xmlNode *main;
    const xmlNode *header; /* the <header> that is open: only its headings count */
    const xmlNode *table;  /* the outermost table of rows that is open */
};

/* --- names --- */

/* The elements that begin and end a block. All others run on in the line. */
static const char *const block_elements[] = {
    "article", "blockquote", "body",  "center", "dd",   "details", "div", "dl",      "dt",      "figure",
    "header",  "hgroup",     "hr",    "li",     "main", "ol",      "p",   "section", "summary", "table",
    "tbody",   "tfoot",      "thead", "tr",     "td",   "th",      "ul",  NULL,
};

static int heading_level(const xmlNode *node)
{
    const char *name = (const char *)node->name;
    bool heading = node->type == XML_ELEMENT_NODE && ascii_lower(name[0]) == 'h' && name[1] >= '1' && name[1] <= '6';
    return heading && !name[2] ? name[1] - '0' : 0;
}

static bool is_item(const xmlNode *node)
{
    return html_node_is(node, "li") || html_node_is(node, "dt");
}

/* Is the heading the label of a box, such as "Note" or "Tip"? Then it is no heading of the page. */
static bool is_label(const xmlNode *heading)
{
    static const char *const boxes[] = {"note", "tip", "important", "warning", "caution", "admonition", "callout"};
    const xmlNode *box = heading->parent;
    struct str names = box && box->type == XML_ELEMENT_NODE ? html_node_attribute(box, "class") : STR("");
    for (size_t i = 0; i < COUNT_OF(boxes); i++)
        if (str_istarts(names, str_from(boxes[i])))
            return true;
    return false;
}

/* --- layout tables --- */

struct layout_search {
    const xmlNode *table;
    bool is_layout;
};

static bool layout_enter(void *context, xmlNode *node)
{
    static const char *const page_parts[] = {"table", "h1",      "h2",      "h3",   "h4", "h5",
                                             "h6",    "article", "section", "form", NULL};
    struct layout_search *search = context;
    if (node->type != XML_ELEMENT_NODE || search->is_layout)
        return false;
    search->is_layout = node != search->table && html_node_in(node, page_parts);
    return !search->is_layout;
}

static void layout_leave(void *context, xmlNode *node)
{
    (void)context;
    (void)node;
}

/* Does the table only lay out parts of the page? Asked of the outermost table alone, so that each element is looked at
 * once. */
static bool is_layout(xmlNode *table)
{
    struct str role = html_node_attribute(table, "role");
    struct layout_search search = {.table = table,
                                   .is_layout = str_ieq(role, STR("presentation")) || str_ieq(role, STR("none"))};
    if (prune_extent(table)->holds_blocks)
        html_walk(table, &(struct html_visitor){layout_enter, layout_leave, &search});
    return search.is_layout;
}

/* --- the walk --- */

static void enter_table(struct html_reader *reader, xmlNode *node)
{
    if (html_node_is(node, "table") && !reader->table && !is_layout(node))
        reader->table = node;
    if (reader->table && html_node_is(node, "tr"))
        reader->builder.rows++;
    if (reader->builder.rows && (html_node_is(node, "td") || html_node_is(node, "th")))
        builder_cell(&reader->builder);
}

/* In preformatted text only line breaks matter, and where it ends. */
static void enter_in_code(struct page_builder *builder, const xmlNode *node)
{
    if (html_node_is(node, "br"))
        builder_text(builder, STR("\n"));
    builder->code += html_node_is(node, "pre");
}

static void enter_element(struct html_reader *reader, xmlNode *node)
{
    struct page_builder *builder = &reader->builder;
    int level = heading_level(node);
    bool code = html_node_is(node, "pre") && !builder->rows && !builder->heading;
    if (html_node_is(node, "br"))
        builder_text(builder, STR(" "));
    if (html_node_is(node, "q"))
        builder_text(builder, STR("\xE2\x80\x9C"));
    if (level || code || html_node_in(node, block_elements))
        builder_break(builder);
    enter_table(reader, node);
    builder->lists += is_item(node);
    builder->code += code;
    if (level && !builder->rows)
        builder->heading = level;
    if (html_node_is(node, "a"))
        builder->in_link = true;
    if (html_node_is(node, "header"))
        reader->header = reader->header ? reader->header : node;
}

/* In code, classes are those of a syntax highlighter: "comment" means no comment on the page. */
static bool is_left_out(const struct html_reader *reader, const xmlNode *node)
{
    if (reader->builder.code)
        return html_node_is(node, "button");
    return prune_drops(node, reader->main) || (heading_level(node) && is_label(node));
}

static bool enter(void *context, xmlNode *node)
{
    struct html_reader *reader = context;
    bool text = node->type == XML_TEXT_NODE || node->type == XML_CDATA_SECTION_NODE;
    if (text && node->content && (!reader->header || reader->builder.heading))
        builder_text(&reader->builder, str_from((const char *)node->content));
    if (node->type != XML_ELEMENT_NODE || reader->builder.failed || is_left_out(reader, node))
        return false;
    if (reader->builder.code)
        enter_in_code(&reader->builder, node);
    else
        enter_element(reader, node);
    return true;
}

static void leave_in_code(struct page_builder *builder, const xmlNode *node)
{
    if (!html_node_is(node, "pre"))
        return;
    builder->code--;
    builder_flush(builder, BLOCK_CODE);
}

static void leave_block(struct page_builder *builder, xmlNode *node)
{
    if (builder->heading && heading_level(node)) {
        builder_flush(builder, BLOCK_HEADING);
        builder->heading = 0;
    } else if (builder->rows && html_node_is(node, "tr")) {
        builder->rows--;
        builder_flush(builder, BLOCK_TABLE_ROW);
    } else if (html_node_in(node, block_elements)) {
        builder_break(builder);
    }
}

static void leave(void *context, xmlNode *node)
{
    struct html_reader *reader = context;
    struct page_builder *builder = &reader->builder;
    if (builder->code) {
        leave_in_code(builder, node);
        return;
    }
    if (html_node_is(node, "q"))
        builder_text(builder, STR("\xE2\x80\x9D"));
    leave_block(builder, node);
    builder->lists -= is_item(node);
    if (html_node_is(node, "a"))
        builder->in_link = false;
    if (node == reader->header)
        reader->header = NULL;
    if (node == reader->table)
        reader->table = NULL;
}

/* --- what the head says --- */

/* What is read of <head>. */
struct head {
    struct str title;     /* of <title>, in the arena; "" when there is none */
    struct str site_name; /* of <meta property="og:site_name"> */
    struct str language;
    struct str address; /* <link rel="canonical"> or <meta property="og:url"> */
    struct arena *arena;
    bool failed;
};

/* Characters read of a title. More than are kept: the name of the site, which is left out, stands at its end. */
enum { TITLE_READ = 1000 };

static struct str text_of(struct head *head, xmlNode *node)
{
    xmlChar *content = xmlNodeGetContent(node);
    char *copy = content ? text_cut(head->arena, str_trim(str_from((const char *)content)), TITLE_READ) : NULL;
    xmlFree(content);
    head->failed = head->failed || !copy;
    return copy ? str_from(copy) : STR("");
}

static bool head_enter(void *context, xmlNode *node)
{
    static const char *const roots[] = {"html", "head", "body", NULL};
    struct head *head = context;
    if (node->type != XML_ELEMENT_NODE)
        return false;
    if (html_node_is(node, "title") && !head->title.len)
        head->title = text_of(head, node);
    if (html_node_is(node, "link") && str_ieq(html_node_attribute(node, "rel"), STR("canonical")))
        head->address = html_node_attribute(node, "href");
    if (html_node_is(node, "meta")) {
        if (str_ieq(html_node_attribute(node, "property"), STR("og:url")) && !head->address.len)
            head->address = html_node_attribute(node, "content");
        if (str_ieq(html_node_attribute(node, "property"), STR("og:site_name")))
            head->site_name = str_trim(html_node_attribute(node, "content"));
        if (str_ieq(html_node_attribute(node, "http-equiv"), STR("content-language")) && !head->language.len)
            head->language = html_node_attribute(node, "content");
    }
    bool is_root = html_node_in(node, roots);
    struct str language = is_root ? html_node_attribute(node, "lang") : STR("");
    if (is_root && !language.len)
        language = html_node_attribute(node, "xml:lang");
    if (language.len)
        head->language = language;
    return !html_node_is(node, "body");
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

static enum status read_head(struct arena *arena, xmlNode *root, const char *url, struct page *page, struct error *err)
{
    struct head head = {
        .title = STR(""), .site_name = STR(""), .language = STR(""), .address = STR(""), .arena = arena};
    html_walk(root, &(struct html_visitor){head_enter, head_leave, &head});
    page->language = language_find(head.language);
    if (head.failed)
        return error_memory(err);
    use_address(arena, head.address, page);
    if (!str_trim(head.title).len)
        return OK;
    page->title = title_choose(arena, head.title, first_heading(page), head.site_name, url);
    return page->title ? OK : error_memory(err);
}

static enum status read_tree(struct arena *arena, xmlNode *root, struct page *page, struct error *err)
{
    struct html_reader reader = {.main = prune_main(root)};
    builder_init(&reader.builder, arena);
    html_walk((xmlNode *)reader.main, &(struct html_visitor){enter, leave, &reader});
    builder_break(&reader.builder);
    enum status status = builder_finish(&reader.builder, page, err);
    builder_free(&reader.builder);
    return status;
}

enum status page_read_html(struct arena *arena, struct str document, const char *charset, const char *url,
                           struct page *page, struct error *err)
{
    xmlDoc *html = NULL;
    struct arena *scratch = arena_new();
    enum status status = scratch ? html_document_parse(document, charset, &html, err) : error_memory(err);
    xmlNode *root = html ? xmlDocGetRootElement(html) : NULL;
    if (root) {
        status = prune_measure(scratch, root, err);
        if (status == OK)
            status = read_tree(arena, root, page, err);
        if (status == OK)
            status = read_head(arena, root, url, page, err);
    }
    xmlFreeDoc(html);
    arena_free(scratch);
    return status;
}
