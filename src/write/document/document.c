#include "write/document/document.h"

static void document_append(struct document *document, struct document_node node)
{
    struct document_node *added = VEC_PUSH(document->arena, document->nodes, document->count, document->cap);
    if (added)
        *added = node;
}

void document_heading(struct document *document, int level, struct str text)
{
    document_append(document, (struct document_node){.kind = NODE_HEADING, .level = level, .text = text});
}

void document_label(struct document *document, const char *text)
{
    document_append(document, (struct document_node){.kind = NODE_LABEL, .text = str_from(text)});
}

void document_text(struct document *document, const struct model_text *text)
{
    for (size_t i = 0; i < text->count; i++)
        if (text->blocks[i].count || text->blocks[i].kind == TEXT_CODE || text->blocks[i].picture)
            document_append(document, (struct document_node){.kind = NODE_BLOCK, .block = text->blocks[i]});
}

void document_sources(struct document *document, const char *label)
{
    document_append(document, (struct document_node){.kind = NODE_SOURCES, .text = str_from(label)});
}

void document_facts(struct document *document, const struct document_fact *facts, size_t count)
{
    if (count)
        document_append(document, (struct document_node){.kind = NODE_FACTS, .facts = facts, .fact_count = count});
}

void document_figure(struct document *document, const struct document_figure *figure)
{
    document_append(document, (struct document_node){.kind = NODE_FIGURE, .figure = figure});
}

static void append_figure(struct document *document, struct document_figure figure)
{
    struct document_figure *copy = ARENA_NEW(document->arena, struct document_figure);
    if (!copy)
        return;
    *copy = figure;
    document_figure(document, copy);
}

void document_image(struct document *document, struct str url, struct str alternative)
{
    append_figure(document, (struct document_figure){.kind = FIGURE_PICTURE, .url = url, .alternative = alternative});
}

void document_button(struct document *document, struct str url, struct str text, bool is_sponsored)
{
    document_append(
        document, (struct document_node){.kind = NODE_BUTTON, .url = url, .text = text, .is_sponsored = is_sponsored});
}

void document_embed(struct document *document, struct str player, struct str page, struct str title)
{
    append_figure(document,
                  (struct document_figure){.kind = FIGURE_FILM, .url = player, .page = page, .alternative = title});
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
struct sentences_piece {
    struct str text; /* of the sentence */
    bool has_code;
    size_t at;  /* what is written of it */
    size_t end; /* of the piece */
    struct span open[SPANS_DEEP];
    size_t depth;
    struct buf *html;
};

static void sentences_add_text(const struct sentences_piece *piece, struct str text)
{
    if (piece->has_code)
        add_marked(text, piece->html);
    else
        escape_html(piece->html, text);
}

static void sentences_write_text(struct sentences_piece *piece, size_t to)
{
    if (to > piece->at)
        sentences_add_text(piece, (struct str){piece->text.data + piece->at, to - piece->at});
    piece->at = to > piece->at ? to : piece->at;
}

/* Closes the elements that end before or at the byte. */
static void close_until(struct sentences_piece *piece, size_t at)
{
    while (piece->depth && piece->open[piece->depth - 1].end <= at) {
        const struct span *span = &piece->open[--piece->depth];
        sentences_write_text(piece, span->end);
        buf_printf(piece->html, "</%s>", element_of(span->kind));
    }
}

/* Opens the element of a span that reaches into the piece. */
static void open_span(struct sentences_piece *piece, struct span span)
{
    bool has_sign = span.kind == SPAN_SUPERSCRIPT && span.start >= piece->at && piece->text.data[span.start] == '^';
    span.start = span.start > piece->at ? span.start : piece->at;
    span.end = span.end < piece->end ? span.end : piece->end;
    if (span.start + has_sign >= span.end)
        return;
    sentences_write_text(piece, span.start);
    buf_printf(piece->html, "<%s>", element_of(span.kind));
    piece->at += has_sign;
    piece->open[piece->depth++] = span;
}

/* Bytes [from, to) of a sentence, with the elements of its spans; those that are not sound are left out. */
static void add_spans(const struct model_sentence *sentence, size_t from, size_t to, struct buf *html)
{
    struct sentences_piece piece = {
        .text = sentence->text, .has_code = sentence->has_code, .at = from, .end = to, .html = html};
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
    sentences_write_text(&piece, to);
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

void document_add_sentence(const struct model_sentence *sentence, const char *colon, struct buf *html)
{
    size_t from = 0;
    add_term(sentence->term, str_from(colon ? colon : ": "), html);
    for (size_t i = 0; i <= sentence->more_count; i++) {
        const struct model_link *link = i ? &sentence->more[i - 1] : &sentence->link;
        size_t end = link->start + link->length;
        if (!link->length || link->start < from || end > sentence->text.len || !url_is_web(link->url))
            continue;
        add_spans(sentence, from, link->start, html);
        buf_str(html, "<a href=\"");
        escape_attribute(html, link->url);
        buf_str(html, "\">");
        add_spans(sentence, link->start, end, html);
        buf_str(html, "</a>");
        from = end;
    }
    add_spans(sentence, from, sentence->text.len, html);
}

void document_cite(const struct model_sentence *sentence, struct citations *citations, struct buf *html)
{
    cite(citations, sentence->source, html);
    for (size_t i = 0; i < ALSO_SOURCES && sentence->also[i]; i++)
        cite(citations, sentence->also[i] - 1, html);
}

bool document_same_sources(const struct model_sentence *a, const struct model_sentence *b)
{
    return a->source == b->source && memcmp(a->also, b->also, sizeof a->also) == 0;
}

/* Is it the last of a run of sentences that the same sources say? Those are cited once, behind it. A run goes on from
 * item to item, and from a paragraph into the list that it announces. */
static bool ends_run(const struct model_block *block, size_t at)
{
    const struct model_sentence *sentence = &block->sentences[at], *next = sentence + 1;
    if (at + 1 == block->count || !document_same_sources(sentence, next))
        return true;
    bool begins_list = !sentence->item && next->item > 0, ends_list = sentence->item > 0 && !next->item;
    return ends_list || (begins_list && !str_ends(sentence->text, STR(":")));
}

void document_add_code(struct str code, struct str language, struct buf *html)
{
    buf_str(html, language.len ? "<pre><code class=\"language-" : "<pre><code");
    escape_attribute(html, language);
    buf_str(html, language.len ? "\">" : ">");
    escape_html(html, code);
    buf_str(html, "</code></pre>\n");
}

void document_add_sentences(const struct model_block *block, size_t from, size_t to, struct citations *citations,
                            struct buf *html)
{
    for (size_t i = from; i < to; i++) {
        if (i > from && !sentence_needs_no_blank(block->sentences[i - 1].text))
            buf_char(html, ' ');
        document_add_sentence(&block->sentences[i], citations->colon, html);
        if (ends_run(block, i))
            document_cite(&block->sentences[i], citations, html);
        if (block->sentences[i].item && block->sentences[i].code.len)
            document_add_code(block->sentences[i].code, STR(""), html);
    }
}
