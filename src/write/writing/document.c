#include "write/writing/document.h"

#include "base/vec.h"

static void append(struct document *document, struct node node)
{
    struct node *nodes = vec_room(document->arena, document->nodes, document->count, &document->cap, sizeof node);
    document->failed = document->failed || !nodes;
    if (document->failed)
        return;
    document->nodes = nodes;
    document->nodes[document->count++] = node;
}

void document_heading(struct document *document, int level, struct str text)
{
    append(document, (struct node){.kind = NODE_HEADING, .level = level, .text = text});
}

void document_label(struct document *document, const char *text)
{
    append(document, (struct node){.kind = NODE_LABEL, .text = str_from(text)});
}

void document_text(struct document *document, const struct model_text *text)
{
    for (size_t i = 0; i < text->count; i++)
        if (text->blocks[i].count)
            append(document, (struct node){.kind = NODE_BLOCK, .block = text->blocks[i]});
}

void document_sources(struct document *document, const char *label)
{
    append(document, (struct node){.kind = NODE_SOURCES, .text = str_from(label)});
}

size_t document_tail(const struct document *document)
{
    size_t at = 0;
    while (at < document->count && document->nodes[at].kind != NODE_SOURCES)
        at++;
    return at;
}

static void cite(struct citations *citations, int source, struct buf *html)
{
    if (source < 0 || (size_t)source >= citations->count)
        return;
    struct citation *citation = &citations->list[source];
    if (!citation->number)
        citation->number = ++citations->used;
    if (!citations->is_shown)
        return;
    buf_str(html, "<sup>");
    if (citation->is_link) {
        buf_str(html, "<a href=\"");
        escape_attribute(html, citation->url);
        buf_str(html, "\" title=\"");
        escape_attribute(html, citation->title);
        buf_str(html, "\">");
    }
    buf_printf(html, citation->is_link ? "%d</a>" : "%d", citation->number);
    buf_str(html, "</sup>");
}

/* Sentences [from, to) of one paragraph or item. */
static void add_sentences(const struct model_block *block, size_t from, size_t to, struct citations *citations,
                          struct buf *html)
{
    for (size_t i = from; i < to; i++) {
        if (i > from)
            buf_char(html, ' ');
        if (block->sentences[i].term.len) {
            buf_str(html, "<strong>");
            escape_html(html, block->sentences[i].term);
            buf_str(html, ":</strong> ");
        }
        escape_html(html, block->sentences[i].text);
        cite(citations, block->sentences[i].source, html);
    }
}

static size_t end_of_item(const struct model_block *block, size_t from)
{
    size_t to = from;
    while (to < block->count && block->sentences[to].item == block->sentences[from].item)
        to++;
    return to;
}

static void add_block(const struct model_block *block, struct citations *citations, struct buf *html)
{
    bool in_list = false;
    for (size_t from = 0, to; from < block->count; from = to) {
        bool is_item = block->sentences[from].item > 0;
        to = end_of_item(block, from);
        if (is_item != in_list)
            buf_str(html, is_item ? "<ul>\n" : "</ul>\n");
        in_list = is_item;
        buf_str(html, is_item ? "<li>" : "<p>");
        add_sentences(block, from, to, citations, html);
        buf_str(html, is_item ? "</li>\n" : "</p>\n");
    }
    if (in_list)
        buf_str(html, "</ul>\n");
}

static void add_label(struct str text, struct buf *html)
{
    buf_str(html, "<p><strong>");
    escape_html(html, text);
    buf_str(html, "</strong></p>\n");
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
        case NODE_SOURCES:
            if (citations->used && citations->is_shown) {
                add_label(node->text, html);
                add_sources(citations, html);
            }
            break;
        }
    }
}
