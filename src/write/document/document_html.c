/* The blocks of a document as HTML. */
#include "write/document/document.h"

/*
 * A film's player may run its own scripts with its own storage, go to full screen and open the film on its own page; it
 * may not move the page around it, send forms, or use the camera and the like. Its site is told which site shows it,
 * without the address of the page: players refuse to play when they are told nothing.
 */
#define PLAYER                                                                                                         \
    "width=\"560\" height=\"315\" loading=\"lazy\" "                                                                   \
    "sandbox=\"allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox\" "      \
    "allow=\"fullscreen; encrypted-media; picture-in-picture\" referrerpolicy=\"strict-origin-when-cross-origin\" "    \
    "allowfullscreen"

static bool is_own_path(struct str url)
{
    return str_starts(url, STR("/")) && !str_starts(url, STR("//"));
}

static void add_attribute(const char *name, struct str value, struct buf *html)
{
    buf_printf(html, " %s=\"", name);
    escape_attribute(html, value);
    buf_char(html, '"');
}

/* A text, as a link where it has an address. rel may be NULL. */
static void add_linked(struct str text, struct str url, const char *rel, struct buf *html)
{
    bool is_link = url_is_web(url);
    if (is_link) {
        buf_str(html, "<a");
        add_attribute("href", url, html);
        if (rel)
            add_attribute("rel", str_from(rel), html);
        buf_char(html, '>');
    }
    escape_html(html, text);
    if (is_link)
        buf_str(html, "</a>");
}

static bool figure_ends_sentence(struct str text)
{
    static const char *const stops[] = {".", "!", "?", "…", "。", "！", "？"};
    for (size_t i = 0; i < COUNT_OF(stops); i++)
        if (str_ends(text, str_from(stops[i])))
            return true;
    return false;
}

/* Caption. Credit, licence. An address without a credit makes the licence, or the caption, its link. */
static void add_caption(const struct document_figure *figure, struct buf *html)
{
    bool has_credit = figure->credit.len > 0, has_license = figure->license.len > 0;
    if (!figure->caption.len && !has_credit && !has_license)
        return;
    buf_str(html, "<figcaption>");
    if (has_credit || has_license)
        escape_html(html, figure->caption);
    else
        add_linked(figure->caption, figure->page, NULL, html);
    if (figure->caption.len && (has_credit || has_license))
        buf_str(html, figure_ends_sentence(figure->caption) ? " " : ". ");
    if (has_credit)
        add_linked(figure->credit, figure->page, NULL, html);
    if (has_credit && has_license)
        buf_str(html, ", ");
    if (has_license)
        add_linked(figure->license, figure->license_url, "license", html);
    buf_str(html, "</figcaption>");
}

static void figure_add_picture(const struct document_figure *figure, struct buf *html)
{
    buf_str(html, "<figure><img");
    add_attribute("src", figure->url, html);
    add_attribute("alt", figure->alternative, html);
    if (figure->width > 0 && figure->height > 0)
        buf_printf(html, " width=\"%d\" height=\"%d\"", figure->width, figure->height);
    buf_str(html, " loading=\"lazy\">");
    add_caption(figure, html);
    buf_str(html, "</figure>\n");
}

/* Readers without frames get a link: it stands behind the player, where a feed or a mail shows it too. */
static void add_film(const struct document_figure *figure, struct buf *html)
{
    buf_str(html, "<figure><iframe");
    add_attribute("src", figure->url, html);
    add_attribute("title", figure->alternative, html);
    buf_str(html, " " PLAYER "></iframe><figcaption>");
    add_linked(figure->alternative, url_is_web(figure->page) ? figure->page : figure->url, NULL, html);
    buf_str(html, "</figcaption></figure>\n");
}

/* One whose address is neither one of the web nor a path of the service is left out. */
static void document_add_figure(const struct document_figure *figure, struct buf *html)
{
    if (figure->kind == FIGURE_FILM && url_is_web(figure->url))
        add_film(figure, html);
    else if (figure->kind == FIGURE_PICTURE && (url_is_web(figure->url) || is_own_path(figure->url)))
        figure_add_picture(figure, html);
}

static size_t end_of_item(const struct model_block *block, size_t from)
{
    size_t to = from;
    while (to < block->count && block->sentences[to].item == block->sentences[from].item)
        to++;
    return to;
}

/* The lists that are open, within each other. */
struct open_lists {
    bool is_ordered[LISTS_DEEP + 1];
    int depth;
};

/* Opens and closes lists until `depth` are open, and ends the item that stands before one on that depth. */
static void set_depth(const struct model_block *block, size_t at, struct open_lists *lists, int depth, struct buf *html)
{
    for (; lists->depth > depth; lists->depth--)
        buf_str(html, lists->is_ordered[lists->depth] ? "</li>\n</ol>\n" : "</li>\n</ul>\n");
    if (depth && lists->depth == depth)
        buf_str(html, "</li>\n");
    if (lists->depth == depth)
        return;
    bool is_ordered = lists->depth ? block->sentences[at].is_ordered : block->is_ordered;
    buf_str(html, lists->depth ? "\n" : "");
    if (is_ordered && !lists->depth && block->first_item > 1)
        buf_printf(html, "<ol start=\"%d\">\n", block->first_item);
    else
        buf_str(html, is_ordered ? "<ol>\n" : "<ul>\n");
    lists->is_ordered[++lists->depth] = is_ordered;
}

static void add_running(const struct model_block *block, struct citations *citations, struct buf *html)
{
    struct open_lists lists = {.depth = 0};
    for (size_t from = 0, to; from < block->count; from = to) {
        const struct model_sentence *sentence = &block->sentences[from];
        int level = sentence->level > 1 ? sentence->level : 1;
        int deepest = lists.depth < LISTS_DEEP ? lists.depth + 1 : LISTS_DEEP;
        to = end_of_item(block, from);
        set_depth(block, from, &lists, sentence->item <= 0 ? 0 : level < deepest ? level : deepest, html);
        buf_str(html, lists.depth ? "<li>" : "<p>");
        document_add_sentences(block, from, to, citations, html);
        buf_str(html, lists.depth ? "" : "</p>\n");
    }
    set_depth(block, block->count, &lists, 0, html);
}

/* Is it the last cell that these sources say? Of a table they are cited there. */
static bool is_last_of_sources(const struct model_block *block, size_t at)
{
    for (size_t i = at + 1; i < block->count; i++)
        if (document_same_sources(&block->sentences[at], &block->sentences[i]))
            return false;
    return true;
}

/* Cells row by row; the first row is the head. */
static void add_table(const struct model_block *block, struct citations *citations, struct buf *html)
{
    if (!block->columns || block->count < block->columns)
        return;
    buf_str(html, "<table>\n<thead>\n");
    for (size_t i = 0; i + block->columns <= block->count; i += block->columns) {
        const char *cell = i ? "td" : "th";
        buf_str(html, i == block->columns ? "<tbody>\n<tr>" : "<tr>");
        for (size_t j = i; j < i + block->columns; j++) {
            buf_printf(html, "<%s>", cell);
            document_add_sentence(&block->sentences[j], citations->colon, html);
            if (is_last_of_sources(block, j))
                document_cite(&block->sentences[j], citations, html);
            buf_printf(html, "</%s>", cell);
        }
        buf_str(html, i ? "</tr>\n" : "</tr>\n</thead>\n");
    }
    buf_str(html, block->count >= 2 * block->columns ? "</tbody>\n</table>\n" : "</table>\n");
}

static void add_quote(const struct model_block *block, struct citations *citations, struct buf *html)
{
    buf_str(html, "<blockquote>\n");
    for (size_t from = 0, to; from < block->count; from = to) {
        struct model_block part = *block;
        for (to = from + 1; block->sentences[from].item && to < block->count && block->sentences[to].item;)
            to++;
        part.sentences += from;
        part.count = to - from;
        add_running(&part, citations, html);
    }
    buf_str(html, "</blockquote>\n");
}

static void html_add_picture(const struct model_picture *picture, struct buf *html)
{
    bool is_nameless = picture && picture->is_film && !picture->alternative.len;
    if (picture)
        document_add_figure(&(struct document_figure){.kind = picture->is_film ? FIGURE_FILM : FIGURE_PICTURE,
                                                      .url = picture->url,
                                                      .alternative = is_nameless ? picture->url : picture->alternative,
                                                      .caption = picture->caption},
                            html);
}

static void html_add_block(const struct model_block *block, struct citations *citations, struct buf *html)
{
    switch (block->kind) {
    case TEXT_RUNNING:
        add_running(block, citations, html);
        break;
    case TEXT_TABLE:
        add_table(block, citations, html);
        break;
    case TEXT_CODE:
        document_add_code(block->code, block->code_language, html);
        break;
    case TEXT_QUOTE:
        add_quote(block, citations, html);
        break;
    case TEXT_PICTURE:
        html_add_picture(block->picture, html);
        break;
    case TEXT_SUBHEADING:
        buf_str(html, "<h3>");
        document_add_sentences(block, 0, block->count, citations, html);
        buf_str(html, "</h3>\n");
        break;
    }
}

static void add_label(struct str text, struct buf *html)
{
    buf_str(html, "<p><strong>");
    escape_html(html, text);
    buf_str(html, "</strong></p>\n");
}

static void add_facts(const struct document_node *node, struct buf *html)
{
    buf_str(html, "<dl>\n");
    for (size_t i = 0; i < node->fact_count; i++) {
        const struct document_fact *fact = &node->facts[i];
        buf_str(html, "<dt>");
        escape_html(html, fact->name);
        buf_str(html, "</dt><dd>");
        if (url_is_web(fact->url)) {
            buf_str(html, "<a href=\"");
            escape_attribute(html, fact->url);
            buf_str(html, "\">");
        }
        escape_html(html, fact->value);
        buf_str(html, url_is_web(fact->url) ? "</a></dd>\n" : "</dd>\n");
    }
    buf_str(html, "</dl>\n");
}

static void add_button(const struct document_node *node, struct buf *html)
{
    if (!url_is_web(node->url))
        return;
    buf_str(html, "<p><a class=\"button\" href=\"");
    escape_attribute(html, node->url);
    buf_str(html, node->is_sponsored ? "\" rel=\"sponsored nofollow\">" : "\">");
    escape_html(html, node->text);
    buf_str(html, "</a></p>\n");
}

static const struct citation *citation_number(const struct citations *citations, int number)
{
    for (size_t i = 0; i < citations->count; i++)
        if (citations->list[i].number == number)
            return &citations->list[i];
    return NULL;
}

/* A source without an address gets an <a> too: programs that add links to the article later leave text inside <a>
 * alone, and with it the names of sources. */
static void add_sources(const struct citations *citations, struct buf *html)
{
    buf_str(html, "<ol>\n");
    for (int number = 1; number <= citations->used; number++) {
        const struct citation *citation = citation_number(citations, number);
        buf_str(html, "<li><a");
        if (citation->is_link) {
            buf_str(html, " href=\"");
            escape_attribute(html, citation->url);
            buf_char(html, '"');
        }
        buf_char(html, '>');
        escape_html(html, citation->title.len ? citation->title : citation->url);
        buf_str(html, "</a></li>\n");
    }
    buf_str(html, "</ol>\n");
}

void document_html(const struct document *document, size_t from, size_t to, struct citations *citations,
                   struct buf *html)
{
    for (size_t i = from; i < to; i++) {
        const struct document_node *node = &document->nodes[i];
        switch (node->kind) {
        case NODE_HEADING:
            buf_printf(html, "<h%d>", node->level);
            escape_html(html, node->text);
            buf_printf(html, "</h%d>\n", node->level);
            break;
        case NODE_LABEL:
            add_label(node->text, html);
            break;
        case NODE_BLOCK:
            html_add_block(&node->block, citations, html);
            break;
        case NODE_FACTS:
            add_facts(node, html);
            break;
        case NODE_FIGURE:
            document_add_figure(node->figure, html);
            break;
        case NODE_BUTTON:
            add_button(node, html);
            break;
        case NODE_SOURCES:
            if (citations->used && citations->is_shown) {
                add_label(node->text, html);
                add_sources(citations, html);
            }
            break;
        }
    }
}
