/* The HTML of a document: the one place where text becomes markup. */
#include "write/writing/document.h"

static bool is_web(struct str url)
{
    return str_istarts(url, STR("https://")) || str_istarts(url, STR("http://"));
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

/* --- sentences --- */

/* Text in which `backticks` mark code. One without a partner stands as it is. */
static void add_marked(struct str text, struct buf *html)
{
    size_t from = 0, open, close;
    while ((open = str_find(text, STR("`"), from)) < text.len &&
           (close = str_find(text, STR("`"), open + 1)) < text.len) {
        escape_html(html, (struct str){text.data + from, open - from});
        buf_str(html, "<code>");
        escape_html(html, (struct str){text.data + open + 1, close - open - 1});
        buf_str(html, "</code>");
        from = close + 1;
    }
    escape_html(html, (struct str){text.data + from, text.len - from});
}

/* The element of a mark; NULL: it has none. */
static const char *element_of(enum span_kind kind)
{
    switch (kind) {
    case SPAN_CODE:
        return "code";
    case SPAN_EMPHASIS:
        return "em";
    case SPAN_STRONG:
        return "strong";
    case SPAN_SUPERSCRIPT:
        return "sup";
    case SPAN_SUBSCRIPT:
        return "sub";
    default:
        return NULL;
    }
}

/* A piece of a sentence on its way into the HTML. */
struct piece {
    struct str text; /* of the sentence */
    size_t at;       /* what is written of it */
    size_t end;      /* of the piece */
    struct span open[SPANS_DEEP];
    size_t depth;
    struct buf *html;
};

static void write_text(struct piece *piece, size_t to)
{
    if (to > piece->at)
        escape_html(piece->html, (struct str){piece->text.data + piece->at, to - piece->at});
    piece->at = to > piece->at ? to : piece->at;
}

/* Closes the elements that end before or at the byte. */
static void close_until(struct piece *piece, size_t at)
{
    while (piece->depth && piece->open[piece->depth - 1].end <= at) {
        const struct span *span = &piece->open[--piece->depth];
        write_text(piece, span->end);
        buf_printf(piece->html, "</%s>", element_of(span->kind));
    }
}

/* Opens the element of a span that reaches into the piece. */
static void open_span(struct piece *piece, struct span span)
{
    bool has_sign = span.kind == SPAN_SUPERSCRIPT && span.start >= piece->at && piece->text.data[span.start] == '^';
    span.start = span.start > piece->at ? span.start : piece->at;
    span.end = span.end < piece->end ? span.end : piece->end;
    if (span.start + has_sign >= span.end)
        return;
    write_text(piece, span.start);
    buf_printf(piece->html, "<%s>", element_of(span.kind));
    piece->at += has_sign;
    piece->open[piece->depth++] = span;
}

/* Bytes [from, to) of a sentence, with the elements of its spans; those that are not sound are left out. */
static void add_spans(const struct model_sentence *sentence, size_t from, size_t to, struct buf *html)
{
    struct piece piece = {.text = sentence->text, .at = from, .end = to, .html = html};
    struct span_nest nest = {.depth = 0};
    for (size_t i = 0; i < sentence->spans.count; i++) {
        const struct span *span = &sentence->spans.list[i];
        if (!span_take(&nest, sentence->text, *span) || !element_of(span->kind))
            continue;
        close_until(&piece, span->start < to ? span->start : to);
        if (span->start < to && span->end > from)
            open_span(&piece, *span);
    }
    close_until(&piece, to);
    write_text(&piece, to);
}

static void add_piece(const struct model_sentence *sentence, size_t from, size_t to, struct buf *html)
{
    if (sentence->has_code)
        add_marked((struct str){sentence->text.data + from, to - from}, html);
    else
        add_spans(sentence, from, to, html);
}

/* The term that a sentence describes, with the colon of the language; a blank at its end stands behind the mark. */
static void add_term(struct str term, struct str colon, struct buf *html)
{
    if (!term.len)
        return;
    struct str before = colon;
    while (before.len && before.data[before.len - 1] == ' ')
        before.len--;
    buf_str(html, "<strong>");
    escape_html(html, term);
    escape_html(html, before);
    buf_str(html, "</strong>");
    buf_add(html, colon.data + before.len, colon.len - before.len);
}

static void add_sentence(const struct model_sentence *sentence, const char *colon, struct buf *html)
{
    const struct model_link *link = &sentence->link;
    size_t end = link->start + link->length;
    add_term(sentence->term, str_from(colon ? colon : ": "), html);
    if (link->length && end <= sentence->text.len && is_web(link->url)) {
        add_piece(sentence, 0, link->start, html);
        buf_str(html, "<a href=\"");
        escape_attribute(html, link->url);
        buf_str(html, "\">");
        add_piece(sentence, link->start, end, html);
        buf_str(html, "</a>");
        add_piece(sentence, end, sentence->text.len, html);
    } else {
        add_piece(sentence, 0, sentence->text.len, html);
    }
}

static void cite_sentence(const struct model_sentence *sentence, struct citations *citations, struct buf *html)
{
    cite(citations, sentence->source, html);
    if (sentence->also)
        cite(citations, sentence->also - 1, html);
}

static bool same_sources(const struct model_sentence *a, const struct model_sentence *b)
{
    return a->source == b->source && a->also == b->also;
}

/* Is it the last of a run of sentences that the same sources say? Those are cited once, behind it. A run goes on from
 * item to item, and from a paragraph into the list that it announces. */
static bool ends_run(const struct model_block *block, size_t at)
{
    const struct model_sentence *sentence = &block->sentences[at], *next = sentence + 1;
    if (at + 1 == block->count || !same_sources(sentence, next))
        return true;
    bool begins_list = !sentence->item && next->item > 0, ends_list = sentence->item > 0 && !next->item;
    return ends_list || (begins_list && !str_ends(sentence->text, STR(":")));
}

static void add_code(struct str code, struct buf *html)
{
    buf_str(html, "<pre><code>");
    escape_html(html, code);
    buf_str(html, "</code></pre>\n");
}

/* Sentences [from, to) of one paragraph or item. */
static void add_sentences(const struct model_block *block, size_t from, size_t to, struct citations *citations,
                          struct buf *html)
{
    for (size_t i = from; i < to; i++) {
        if (i > from && !sentence_needs_no_blank(block->sentences[i - 1].text))
            buf_char(html, ' ');
        add_sentence(&block->sentences[i], citations->colon, html);
        if (ends_run(block, i))
            cite_sentence(&block->sentences[i], citations, html);
        if (block->sentences[i].item && block->sentences[i].code.len)
            add_code(block->sentences[i].code, html);
    }
}

/* --- blocks --- */

static size_t end_of_item(const struct model_block *block, size_t from)
{
    size_t to = from;
    while (to < block->count && block->sentences[to].item == block->sentences[from].item)
        to++;
    return to;
}

static void add_running(const struct model_block *block, struct citations *citations, struct buf *html)
{
    const char *open = block->is_ordered ? "<ol>\n" : "<ul>\n", *close = block->is_ordered ? "</ol>\n" : "</ul>\n";
    bool in_list = false;
    for (size_t from = 0, to; from < block->count; from = to) {
        bool is_item = block->sentences[from].item > 0;
        to = end_of_item(block, from);
        if (is_item != in_list)
            buf_str(html, is_item ? open : close);
        in_list = is_item;
        buf_str(html, is_item ? "<li>" : "<p>");
        add_sentences(block, from, to, citations, html);
        buf_str(html, is_item ? "</li>\n" : "</p>\n");
    }
    if (in_list)
        buf_str(html, close);
}

/* Is it the last cell that these sources say? Of a table they are cited there. */
static bool is_last_of_sources(const struct model_block *block, size_t at)
{
    for (size_t i = at + 1; i < block->count; i++)
        if (same_sources(&block->sentences[at], &block->sentences[i]))
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
            add_sentence(&block->sentences[j], citations->colon, html);
            if (is_last_of_sources(block, j))
                cite_sentence(&block->sentences[j], citations, html);
            buf_printf(html, "</%s>", cell);
        }
        buf_str(html, i ? "</tr>\n" : "</tr>\n</thead>\n");
    }
    buf_str(html, block->count >= 2 * block->columns ? "</tbody>\n</table>\n" : "</table>\n");
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
        add_code(block->code, html);
        break;
    case TEXT_SUBHEADING:
        buf_str(html, "<h3>");
        add_sentences(block, 0, block->count, citations, html);
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
        if (is_web(fact->url)) {
            buf_str(html, "<a href=\"");
            escape_attribute(html, fact->url);
            buf_str(html, "\">");
        }
        escape_html(html, fact->value);
        buf_str(html, is_web(fact->url) ? "</a></dd>\n" : "</dd>\n");
    }
    buf_str(html, "</dl>\n");
}

static void add_image(const struct node *node, struct buf *html)
{
    if (!is_web(node->url))
        return;
    buf_str(html, "<figure><img src=\"");
    escape_attribute(html, node->url);
    buf_str(html, "\" alt=\"");
    escape_attribute(html, node->text);
    buf_str(html, "\" loading=\"lazy\"></figure>\n");
}

static void add_button(const struct node *node, struct buf *html)
{
    if (!is_web(node->url))
        return;
    buf_str(html, "<p><a class=\"button\" href=\"");
    escape_attribute(html, node->url);
    buf_str(html, node->is_sponsored ? "\" rel=\"sponsored nofollow\">" : "\">");
    escape_html(html, node->text);
    buf_str(html, "</a></p>\n");
}

/* Readers without frames get a link: it stands behind the player, where a feed or a mail shows it too. */
static void add_embed(const struct node *node, struct buf *html)
{
    if (!is_web(node->url))
        return;
    buf_str(html, "<figure><iframe src=\"");
    escape_attribute(html, node->url);
    buf_str(html, "\" title=\"");
    escape_attribute(html, node->text);
    buf_str(html, "\" width=\"560\" height=\"315\" loading=\"lazy\" allowfullscreen></iframe><figcaption><a href=\"");
    escape_attribute(html, is_web(node->other_url) ? node->other_url : node->url);
    buf_str(html, "\">");
    escape_html(html, node->text);
    buf_str(html, "</a></figcaption></figure>\n");
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
        case NODE_IMAGE:
            add_image(node, html);
            break;
        case NODE_BUTTON:
            add_button(node, html);
            break;
        case NODE_EMBED:
            add_embed(node, html);
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
