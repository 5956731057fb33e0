#include "research/page/page_builder.h"
#include "research/page/page_raised.h"
#include "research/page/page_read.h"

#include <md4c.h>

struct markdown_reader {
    struct page_builder builder;
    int images;     /* depth of image descriptions, which are no text of the page */
    int html;       /* depth of raw HTML blocks */
    int deleted;    /* depth of ~~deleted~~ text */
    bool in_delete; /* a raw tag deletes what follows */
    bool is_raised;
    struct buf raised; /* text of the <sup> that is open */
    struct buf entity;
    bool begins_quotation; /* the next text may name the box that the quotation is: "[!NOTE]" */
    unsigned box;          /* of the quotation that is open: BLOCK_NOTE, BLOCK_WARNING, 0 */
};

/* --- front matter --- */

static struct str unquoted(struct str value)
{
    value = str_trim(value);
    bool quoted =
        value.len >= 2 && (value.data[0] == '"' || value.data[0] == '\'') && value.data[value.len - 1] == value.data[0];
    return quoted ? (struct str){value.data + 1, value.len - 2} : value;
}

static void read_front_line(struct str line, struct str *title, struct str *url, struct str *language)
{
    struct str key, value = line;
    if (!str_split(&value, ':', &key) || !value.data)
        return;
    key = str_trim(key);
    if (str_ieq(key, STR("title")))
        *title = unquoted(value);
    else if (str_ieq(key, STR("url")))
        *url = unquoted(value);
    else if (str_ieq(key, STR("language")) || str_ieq(key, STR("lang")))
        *language = unquoted(value);
}

/* Cuts the front matter, which stands between two lines "---", off the document. The values are slices of it; data
 * NULL: not there. */
static struct str cut_front_matter(struct str document, struct str *title, struct str *url, struct str *language)
{
    struct str rest = document, line;
    if (!str_split(&rest, '\n', &line) || !str_eq(str_trim(line), STR("---")))
        return document;
    while (str_split(&rest, '\n', &line)) {
        struct str trimmed = str_trim(line);
        if (str_eq(trimmed, STR("---")) || str_eq(trimmed, STR("...")))
            return rest.data ? rest : STR("");
        if (line.len && !ascii_is_space(line.data[0]))
            read_front_line(line, title, url, language);
    }
    *title = *url = *language = (struct str){NULL, 0};
    return document; /* a horizontal rule, not front matter */
}

static enum status use_front_matter(struct arena *arena, struct str title, struct str url, struct str language,
                                    struct page *page, struct error *err)
{
    page->language = language_find(language);
    if (title.len)
        page->title = text_squeeze(arena, title);
    if (title.len && !page->title)
        return error_memory(err);
    struct url parts;
    if (url.len > PAGE_URL_MAX || url_parse(url, &parts, NULL) != OK)
        return OK;
    char *address = url_normalise(arena, url);
    if (!address)
        return error_memory(err);
    if (strlen(address) <= PAGE_URL_MAX) /* what is not ASCII has become longer */
        page->url = address;
    return OK;
}

/* --- what our Markdown does not know --- */

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
        builder_cut(builder, open, close + 1);
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
        builder->quotes--;
        builder->notes += reader->box == BLOCK_NOTE;
        builder->warnings += reader->box == BLOCK_WARNING;
        break;
    }
    reader->begins_quotation = false;
}

/* The end of a paragraph, heading or the like: raw tags that are open end with it. */
static void end_text(struct markdown_reader *reader)
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

static void add_plain(struct markdown_reader *reader, struct str text)
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

/* Raw HTML inside a line: of it only marks, <br> and deleted text mean something. */
static void take_tag(struct markdown_reader *reader, struct str tag)
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
        add_plain(reader, STR(" "));
    if (element == ELEMENT_DEL || element == ELEMENT_S || element == ELEMENT_STRIKE)
        reader->in_delete = !closes;
    if (html_element_span(element, &kind))
        take_mark(reader, kind, closes);
}

/* --- md4c's events --- */

static void enter_group(struct markdown_reader *reader, MD_BLOCKTYPE type)
{
    struct page_builder *builder = &reader->builder;
    switch (type) {
    case MD_BLOCK_QUOTE:
        builder->quotes++;
        reader->begins_quotation = builder->quotes == 1 && !reader->box;
        break;
    case MD_BLOCK_UL:
        builder_open_list(builder, 0);
        break;
    case MD_BLOCK_OL:
        builder_open_list(builder, BLOCK_ORDERED);
        break;
    case MD_BLOCK_LI:
        builder_part(builder, PART_ITEM);
        break;
    case MD_BLOCK_TABLE:
        builder_open_table(builder);
        break;
    default:
        break;
    }
}

static int enter_block(MD_BLOCKTYPE type, void *detail, void *context)
{
    struct markdown_reader *reader = context;
    struct page_builder *builder = &reader->builder;
    if (!builder->rows)
        end_text(reader);
    builder_break(builder);
    switch (type) {
    case MD_BLOCK_H:
        builder->heading = (int)((const MD_BLOCK_H_DETAIL *)detail)->level;
        break;
    case MD_BLOCK_CODE:
        builder->code++;
        break;
    case MD_BLOCK_HTML:
        reader->html++;
        break;
    case MD_BLOCK_TR:
        builder->rows++;
        builder->head_row = true;
        break;
    case MD_BLOCK_TH:
    case MD_BLOCK_TD:
        builder_open_cell(builder, type == MD_BLOCK_TH);
        break;
    default:
        enter_group(reader, type);
        break;
    }
    return builder->failed;
}

static void leave_quotation(struct markdown_reader *reader)
{
    struct page_builder *builder = &reader->builder;
    if (builder->quotes) {
        builder->quotes--;
        return;
    }
    builder->notes -= reader->box == BLOCK_NOTE;
    builder->warnings -= reader->box == BLOCK_WARNING;
    reader->box = 0;
}

static void leave_group(struct markdown_reader *reader, MD_BLOCKTYPE type)
{
    struct page_builder *builder = &reader->builder;
    builder_break(builder);
    if (type == MD_BLOCK_QUOTE)
        leave_quotation(reader);
    if (type == MD_BLOCK_LI)
        builder_part(builder, PART_NONE);
    if (type == MD_BLOCK_UL || type == MD_BLOCK_OL || type == MD_BLOCK_TABLE)
        builder_close_group(builder);
}

static int leave_block(MD_BLOCKTYPE type, void *detail, void *context)
{
    (void)detail;
    struct markdown_reader *reader = context;
    struct page_builder *builder = &reader->builder;
    end_text(reader);
    switch (type) {
    case MD_BLOCK_H:
        builder_flush(builder, BLOCK_HEADING);
        builder->heading = 0;
        break;
    case MD_BLOCK_CODE:
        builder->code--;
        builder_flush(builder, BLOCK_CODE);
        break;
    case MD_BLOCK_HTML:
        reader->html--;
        break;
    case MD_BLOCK_TR:
        builder->rows--;
        builder_flush(builder, BLOCK_TABLE_ROW);
        break;
    case MD_BLOCK_TH:
    case MD_BLOCK_TD:
        builder_close_cell(builder);
        break;
    default:
        leave_group(reader, type);
        break;
    }
    return builder->failed;
}

static bool span_of(MD_SPANTYPE type, enum span_kind *kind)
{
    *kind = type == MD_SPAN_CODE ? SPAN_CODE : type == MD_SPAN_EM ? SPAN_EMPHASIS : SPAN_STRONG;
    return type == MD_SPAN_CODE || type == MD_SPAN_EM || type == MD_SPAN_STRONG;
}

static int enter_span(MD_SPANTYPE type, void *detail, void *context)
{
    (void)detail;
    struct markdown_reader *reader = context;
    enum span_kind kind;
    reader->images += type == MD_SPAN_IMG;
    reader->deleted += type == MD_SPAN_DEL;
    if (span_of(type, &kind))
        builder_open_span(&reader->builder, kind);
    reader->builder.in_link = reader->builder.in_link || type == MD_SPAN_A;
    return 0;
}

static int leave_span(MD_SPANTYPE type, void *detail, void *context)
{
    (void)detail;
    struct markdown_reader *reader = context;
    enum span_kind kind;
    reader->images -= type == MD_SPAN_IMG;
    reader->deleted -= type == MD_SPAN_DEL;
    if (span_of(type, &kind))
        builder_close_span(&reader->builder, kind);
    reader->builder.in_link = reader->builder.in_link && type != MD_SPAN_A;
    return 0;
}

static void add_entity(struct markdown_reader *reader, struct str entity)
{
    buf_clear(&reader->entity);
    html_decode(&reader->entity, entity, false);
    add_plain(reader, (struct str){buf_text(&reader->entity), reader->entity.len});
    reader->builder.failed = reader->builder.failed || reader->entity.failed;
}

static int add_text(MD_TEXTTYPE type, const MD_CHAR *data, MD_SIZE size, void *context)
{
    struct markdown_reader *reader = context;
    struct str text = {data, size};
    if (type == MD_TEXT_HTML && !reader->html && !reader->images)
        take_tag(reader, text);
    if (type == MD_TEXT_HTML || reader->images || reader->html || reader->deleted || reader->in_delete)
        return reader->builder.failed;
    switch (type) {
    case MD_TEXT_ENTITY:
        add_entity(reader, text);
        break;
    case MD_TEXT_BR:
    case MD_TEXT_SOFTBR:
        add_plain(reader, STR(" "));
        break;
    case MD_TEXT_NULLCHAR:
        add_plain(reader, STR("\xEF\xBF\xBD"));
        break;
    default:
        add_plain(reader, text);
        break;
    }
    return reader->builder.failed;
}

static enum status read_body(struct arena *arena, struct str body, struct page *page, struct error *err)
{
    const MD_PARSER parser = {
        .flags = MD_FLAG_TABLES | MD_FLAG_STRIKETHROUGH | MD_FLAG_TASKLISTS,
        .enter_block = enter_block,
        .leave_block = leave_block,
        .enter_span = enter_span,
        .leave_span = leave_span,
        .text = add_text,
    };
    struct markdown_reader reader = {.images = 0};
    builder_init(&reader.builder, arena);
    reader.builder.drops_link_items = true;
    int stopped = md_parse(body.data, (MD_SIZE)body.len, &parser, &reader);
    enum status status = stopped ? error_memory(err) : builder_finish(&reader.builder, page, err);
    builder_free(&reader.builder);
    buf_free(&reader.entity);
    buf_free(&reader.raised);
    return status;
}

enum status page_read_markdown(struct arena *arena, struct str document, struct page *page, struct error *err)
{
    struct str title = {NULL, 0}, url = {NULL, 0}, language = {NULL, 0};
    struct str body = cut_front_matter(document, &title, &url, &language);
    enum status status = use_front_matter(arena, title, url, language, page, err);
    return status == OK ? read_body(arena, body, page, err) : status;
}
