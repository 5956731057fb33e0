/* The blocks of a document as HTML. */
#include "write/writing/document/document_figure.h"
#include "write/writing/document/document_sentences.h"

static size_t end_of_item(const struct model_block *block, size_t from)
{
    size_t to = from;
    while (to < block->count && block->sentences[to].item == block->sentences[from].item)
        to++;
    return to;
}

static void add_running(const struct model_block *block, struct citations *citations, struct buf *html)
{
    bool goes_on = block->is_ordered && block->first_item > 1;
    const char *open = block->is_ordered ? "<ol>\n" : "<ul>\n", *close = block->is_ordered ? "</ol>\n" : "</ul>\n";
    bool in_list = false;
    for (size_t from = 0, to; from < block->count; from = to) {
        bool is_item = block->sentences[from].item > 0;
        to = end_of_item(block, from);
        if (is_item && !in_list && goes_on)
            buf_printf(html, "<ol start=\"%d\">\n", block->first_item);
        else if (is_item != in_list)
            buf_str(html, is_item ? open : close);
        in_list = is_item;
        buf_str(html, is_item ? "<li>" : "<p>");
        document_add_sentences(block, from, to, citations, html);
        buf_str(html, is_item ? "</li>\n" : "</p>\n");
    }
    if (in_list)
        buf_str(html, close);
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

static void add_picture(const struct model_picture *picture, struct buf *html)
{
    if (picture)
        document_add_figure(&(struct document_figure){.kind = FIGURE_PICTURE,
                                                      .url = picture->url,
                                                      .alternative = picture->alternative,
                                                      .caption = picture->caption},
                            html);
}

static void add_block(const struct model_block *block, struct citations *citations, struct buf *html)
{
    switch (block->kind) {
    case TEXT_RUNNING:
        add_running(block, citations, html);
        break;
    case TEXT_TABLE:
        add_table(block, citations, html);
        break;
    case TEXT_CODE:
        document_add_code(block->code, html);
        break;
    case TEXT_PICTURE:
        add_picture(block->picture, html);
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

static void add_facts(const struct node *node, struct buf *html)
{
    buf_str(html, "<dl>\n");
    for (size_t i = 0; i < node->fact_count; i++) {
        const struct document_fact *fact = &node->facts[i];
        buf_str(html, "<dt>");
        escape_html(html, fact->name);
        buf_str(html, "</dt><dd>");
        if (document_is_web(fact->url)) {
            buf_str(html, "<a href=\"");
            escape_attribute(html, fact->url);
            buf_str(html, "\">");
        }
        escape_html(html, fact->value);
        buf_str(html, document_is_web(fact->url) ? "</a></dd>\n" : "</dd>\n");
    }
    buf_str(html, "</dl>\n");
}

static void add_button(const struct node *node, struct buf *html)
{
    if (!document_is_web(node->url))
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
        const struct node *node = &document->nodes[i];
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
            add_block(&node->block, citations, html);
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
