/* Marks of Markdown that md4c does not know: of footnotes and boxes, and raw tags within a line. */
#include "research/page/page_markdown.h"
#include "research/page/page_raised.h"

/* Cuts the mark out, with one of two blanks that would meet, or that would stand at an end. */
static void cut_mark(struct page_builder *builder, size_t start, size_t end)
{
    struct str text = {buf_text(&builder->text), builder->text.len};
    bool is_behind_blank = start == 0 || text.data[start - 1] == ' ';
    if (is_behind_blank && end < text.len)
        end += text.data[end] == ' ';
    else if (is_behind_blank)
        start -= start > 0;
    builder_cut(builder, start, end);
}

/* Cuts marks of footnotes out: "[^1]". A paragraph that begins with "[^1]:" is one. */
static void cut_note_marks(struct page_builder *builder)
{
    for (size_t at = 0;;) {
        struct str text = {buf_text(&builder->text), builder->text.len};
        size_t open = str_find(text, STR("[^"), at), close = str_find(text, STR("]"), open);
        if (close >= text.len || builder->text.failed)
            return;
        struct str label = {text.data + open + 2, close - open - 2};
        bool is_label = label.len && !memchr(label.data, ' ', label.len) && !memchr(label.data, '[', label.len);
        at = open + !is_label;
        if (!is_label)
            continue;
        builder->drops_block = builder->drops_block || (!open && close + 1 < text.len && text.data[close + 1] == ':');
        cut_mark(builder, open, close + 1);
    }
}

/* GitHub's boxes are quotations that begin with a name. */
static void cut_box_name(struct markdown_reader *reader)
{
    static const struct {
        const char *name;
        unsigned mark;
    } names[] = {
        {"[!NOTE]", BLOCK_NOTE},       {"[!TIP]", BLOCK_NOTE},        {"[!IMPORTANT]", BLOCK_NOTE},
        {"[!WARNING]", BLOCK_WARNING}, {"[!CAUTION]", BLOCK_WARNING},
    };
    struct page_builder *builder = &reader->builder;
    struct str text = {buf_text(&builder->text), builder->text.len};
    for (size_t i = 0; i < COUNT_OF(names) && reader->begins_quotation; i++) {
        size_t end = strlen(names[i].name);
        if (!str_istarts(text, str_from(names[i].name)) || builder->text.failed)
            continue;
        end += end < text.len && text.data[end] == ' ';
        builder_cut(builder, 0, end);
        reader->box = names[i].mark;
        builder_quote(builder, -1);
        builder->notes += reader->box == BLOCK_NOTE;
        builder->warnings += reader->box == BLOCK_WARNING;
        break;
    }
    reader->begins_quotation = false;
}

void markdown_end_text(struct markdown_reader *reader)
{
    static const enum span_kind raw[] = {SPAN_SUPERSCRIPT, SPAN_SUBSCRIPT, SPAN_CODE, SPAN_EMPHASIS, SPAN_STRONG};
    struct page_builder *builder = &reader->builder;
    if (builder->code)
        return;
    if (builder->text.len) {
        cut_box_name(reader);
        cut_note_marks(builder);
    }
    for (size_t i = 0; i < COUNT_OF(raw); i++)
        builder_close_span(builder, raw[i]);
    reader->is_raised = reader->in_delete = false;
}

void markdown_add(struct markdown_reader *reader, struct str text)
{
    if (reader->is_raised)
        buf_add(&reader->raised, text.data, text.len);
    else
        builder_text(&reader->builder, text);
}

static void end_raised(struct markdown_reader *reader)
{
    const struct raised_page page = {.has_notes = false};
    struct page_builder *builder = &reader->builder;
    struct str text = {buf_text(&reader->raised), reader->raised.len};
    struct str before = {buf_text(&builder->text), builder->text.len};
    enum raised kind = raised_kind(&page, before, text);
    reader->is_raised = false;
    builder->failed = builder->failed || reader->raised.failed;
    if (kind == RAISED_POWER) {
        builder_open_span(builder, SPAN_SUPERSCRIPT);
        builder_text(builder, str_trim(text));
        builder_close_span(builder, SPAN_SUPERSCRIPT);
    } else if (kind == RAISED_PLAIN) {
        builder_text(builder, text);
    }
}

static void take_mark(struct markdown_reader *reader, enum span_kind kind, bool closes)
{
    if (kind == SPAN_SUPERSCRIPT && closes && reader->is_raised) {
        end_raised(reader);
    } else if (kind == SPAN_SUPERSCRIPT) {
        reader->is_raised = !closes;
        buf_clear(&reader->raised);
    } else if (closes) {
        builder_close_span(&reader->builder, kind);
    } else {
        builder_open_span(&reader->builder, kind);
    }
}

void markdown_take_tag(struct markdown_reader *reader, struct str tag)
{
    bool closes = str_starts(tag, STR("</"));
    size_t start = closes ? 2 : 1, end = start;
    while (end < tag.len && ascii_is_alnum(tag.data[end]))
        end++;
    if (end >= tag.len)
        return;
    enum html_element element = html_element_find((struct str){tag.data + start, end - start});
    enum span_kind kind;
    if (element == ELEMENT_BR)
        markdown_add(reader, STR(" "));
    if (element == ELEMENT_DEL || element == ELEMENT_S || element == ELEMENT_STRIKE)
        reader->in_delete = !closes;
    if (html_element_span(element, &kind))
        take_mark(reader, kind, closes);
}
