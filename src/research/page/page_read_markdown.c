/* Markdown: the events of md4c become blocks. */
#include "research/page/notices.h"
#include "research/page/page_date.h"
#include "research/page/page_parts.h"
#include "research/page/page_raised.h"
#include "research/page/page_read.h"

#include <md4c.h>

/* --- front matter: what a Markdown document says of itself --- */

static struct str unquoted(struct str value)
{
    value = str_trim(value);
    bool quoted =
        value.len >= 2 && (value.data[0] == '"' || value.data[0] == '\'') && value.data[value.len - 1] == value.data[0];
    return quoted ? (struct str){value.data + 1, value.len - 2} : value;
}

/* A value goes on in the lines that are indented; behind ">" or "|" it stands in these alone. */
static struct str whole_value(struct str value, struct str rest)
{
    struct str line;
    while (rest.data && rest.len && (rest.data[0] == ' ' || rest.data[0] == '\t') && str_split(&rest, '\n', &line))
        value.len = (size_t)(line.data + line.len - value.data);
    value = str_trim(value);
    bool is_block = value.len && (value.data[0] == '>' || value.data[0] == '|');
    for (size_t at = 0; is_block && at < value.len; at++)
        if (value.data[at] == '\n')
            return str_trim((struct str){value.data + at, value.len - at});
    return is_block ? STR("") : unquoted(value);
}

/* rest: the lines behind this one. */
static void markdown_front_read_line(struct str line, struct str rest, struct front_matter *front)
{
    static const char *const descriptions[] = {"description", "summary", "excerpt"};
    struct str key, value = line;
    if (!str_split(&value, ':', &key) || !value.data)
        return;
    key = str_trim(key);
    if (str_ieq(key, STR("title")))
        front->title = unquoted(value);
    else if (str_ieq(key, STR("url")))
        front->url = unquoted(value);
    else if (str_ieq(key, STR("language")) || str_ieq(key, STR("lang")))
        front->language = unquoted(value);
    else if (str_ieq(key, STR("date")))
        front->date = unquoted(value);
    for (size_t i = 0; i < COUNT_OF(descriptions); i++)
        if (!front->description.len && str_ieq(key, str_from(descriptions[i])))
            front->description = whole_value(value, rest);
}

/* Cuts the front matter off the document. */
static struct str front_matter_cut(struct str document, struct front_matter *front)
{
    static const struct front_matter none = {{NULL, 0}, {NULL, 0}, {NULL, 0}, {NULL, 0}, {NULL, 0}};
    struct str rest = document, line;
    *front = none;
    if (!str_split(&rest, '\n', &line) || !str_eq(str_trim(line), STR("---")))
        return document;
    while (str_split(&rest, '\n', &line)) {
        struct str trimmed = str_trim(line);
        if (str_eq(trimmed, STR("---")) || str_eq(trimmed, STR("...")))
            return rest.data ? rest : STR("");
        if (line.len && !ascii_is_space(line.data[0]))
            markdown_front_read_line(line, rest, front);
    }
    *front = none;
    return document; /* a horizontal rule, not front matter */
}

static void front_matter_use(struct arena *arena, const struct front_matter *front, struct page *page)
{
    page->language = language_find(front->language);
    if (!date_text_read(front->date, &page->published_ms))
        page->published_ms = 0;
    if (front->description.len)
        page->description = text_squeeze(arena, front->description);
    if (front->title.len)
        page->title = text_squeeze(arena, front->title);
    struct url parts;
    if (front->url.len > PAGE_URL_MAX || url_parse(front->url, &parts, NULL))
        return;
    char *address = url_normalise(arena, front->url);
    if (address && strlen(address) <= PAGE_URL_MAX) /* what is not ASCII has become longer */
        page->url = address;
}

/* --- marks of Markdown that md4c does not know: of footnotes and boxes, and raw tags within a line --- */

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

/* The end of a paragraph, heading or the like: raw tags that are open end with it. */
static void markdown_end_text(struct markdown_reader *reader)
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

/* Text of a line, not code. */
static void markdown_add(struct markdown_reader *reader, struct str text)
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
    if (reader->raised.failed)
        arena_fail(builder->arena);
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
static void markdown_take_tag(struct markdown_reader *reader, struct str tag)
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

static void enter_group(struct markdown_reader *reader, MD_BLOCKTYPE type, void *detail)
{
    struct page_builder *builder = &reader->builder;
    switch (type) {
    case MD_BLOCK_QUOTE:
        builder_quote(builder, 1);
        reader->begins_quotation = builder->quotes == 1 && !reader->box;
        break;
    case MD_BLOCK_UL:
        builder_open_list(builder, 0, 1);
        break;
    case MD_BLOCK_OL:
        builder_open_list(builder, BLOCK_ORDERED, ((const MD_BLOCK_OL_DETAIL *)detail)->start);
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

static void set_code_language(struct page_builder *builder, const MD_ATTRIBUTE *name)
{
    const char *copy = arena_copy_n(builder->arena, name->text ? name->text : "", name->size);
    builder->code_language = (struct str){copy, copy ? name->size : 0};
}

/* A paragraph that says so is of a definition list; one that does not, and anything else, ends it. */
static void sort_definition(struct markdown_reader *reader, MD_BLOCKTYPE type)
{
    struct page_builder *builder = &reader->builder;
    char mark = type == MD_BLOCK_P && builder->text.len ? builder->text.data[0] : '\0';
    bool is_part = mark == MARKDOWN_TERM || mark == MARKDOWN_DESCRIPTION;
    if (reader->in_definitions && !is_part)
        builder_close_group(builder);
    if (!reader->in_definitions && is_part)
        builder_open_list(builder, 0, 1);
    reader->in_definitions = is_part;
    if (!is_part)
        return;
    builder_part(builder, mark == MARKDOWN_TERM ? PART_TERM : PART_DESCRIPTION);
    builder_cut(builder, 0, builder->text.len > 1 && builder->text.data[1] == ' ' ? 2 : 1);
}

static int enter_block(MD_BLOCKTYPE type, void *detail, void *context)
{
    struct markdown_reader *reader = context;
    struct page_builder *builder = &reader->builder;
    if (!builder->rows)
        markdown_end_text(reader);
    builder_break(builder);
    if (type != MD_BLOCK_P && reader->in_definitions)
        sort_definition(reader, type);
    switch (type) {
    case MD_BLOCK_H:
        builder->heading = (int)((const MD_BLOCK_H_DETAIL *)detail)->level;
        break;
    case MD_BLOCK_CODE:
        builder->code++;
        set_code_language(builder, &((const MD_BLOCK_CODE_DETAIL *)detail)->lang);
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
        enter_group(reader, type, detail);
        break;
    }
    return arena_failed(builder->arena);
}

static void leave_quotation(struct markdown_reader *reader)
{
    struct page_builder *builder = &reader->builder;
    if (builder->quotes) {
        builder_quote(builder, -1);
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
    if (type != MD_BLOCK_P && reader->in_definitions)
        sort_definition(reader, type);
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
    if (type == MD_BLOCK_P)
        sort_definition(reader, type);
    markdown_end_text(reader);
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
    return arena_failed(builder->arena);
}

static bool span_of(MD_SPANTYPE type, enum span_kind *kind)
{
    *kind = type == MD_SPAN_CODE ? SPAN_CODE : type == MD_SPAN_EM ? SPAN_EMPHASIS : SPAN_STRONG;
    return type == MD_SPAN_CODE || type == MD_SPAN_EM || type == MD_SPAN_STRONG;
}

/* The text with its references decoded; it lives until the next one. */
static struct str decoded(struct markdown_reader *reader, struct str text)
{
    buf_clear(&reader->entity);
    html_decode(&reader->entity, text, true);
    if (reader->entity.failed)
        arena_fail(reader->builder.arena);
    return (struct str){buf_text(&reader->entity), reader->entity.len};
}

static struct str markdown_address(struct markdown_reader *reader, const MD_ATTRIBUTE *address)
{
    return decoded(reader, (struct str){address->text, address->size});
}

/* What it shows stands in its description, which comes behind its address. */
static void enter_picture(struct markdown_reader *reader, const MD_SPAN_IMG_DETAIL *picture)
{
    if (reader->images++ || reader->builder.code)
        return;
    reader->has_picture = builder_picture(&reader->builder, markdown_address(reader, &picture->src), STR(""));
    if (reader->has_picture && picture->title.size)
        builder_caption(&reader->builder, markdown_address(reader, &picture->title));
    buf_clear(&reader->description);
}

static void leave_picture(struct markdown_reader *reader)
{
    if (--reader->images || !reader->has_picture)
        return;
    struct str description = {buf_text(&reader->description), reader->description.len};
    builder_describe(&reader->builder, decoded(reader, description));
    reader->has_picture = false;
}

static int enter_span(MD_SPANTYPE type, void *detail, void *context)
{
    struct markdown_reader *reader = context;
    enum span_kind kind;
    if (type == MD_SPAN_IMG)
        enter_picture(reader, detail);
    reader->deleted += type == MD_SPAN_DEL;
    if (span_of(type, &kind))
        builder_open_span(&reader->builder, kind);
    if (type == MD_SPAN_A && !reader->images)
        builder_open_link(&reader->builder, markdown_address(reader, &((const MD_SPAN_A_DETAIL *)detail)->href));
    return 0;
}

static int leave_span(MD_SPANTYPE type, void *detail, void *context)
{
    (void)detail;
    struct markdown_reader *reader = context;
    enum span_kind kind;
    if (type == MD_SPAN_IMG)
        leave_picture(reader);
    reader->deleted -= type == MD_SPAN_DEL;
    if (span_of(type, &kind))
        builder_close_span(&reader->builder, kind);
    if (type == MD_SPAN_A && !reader->images)
        builder_close_link(&reader->builder);
    return 0;
}

static void add_entity(struct markdown_reader *reader, struct str entity)
{
    buf_clear(&reader->entity);
    html_decode(&reader->entity, entity, false);
    markdown_add(reader, (struct str){buf_text(&reader->entity), reader->entity.len});
    if (reader->entity.failed)
        arena_fail(reader->builder.arena);
}

static int markdown_add_text(MD_TEXTTYPE type, const MD_CHAR *data, MD_SIZE size, void *context)
{
    struct markdown_reader *reader = context;
    struct str text = {data, size};
    if (type == MD_TEXT_HTML && !reader->html && !reader->images)
        markdown_take_tag(reader, text);
    if (reader->images && type != MD_TEXT_HTML)
        buf_add(&reader->description, data, size);
    if (type == MD_TEXT_HTML || reader->images || reader->html || reader->deleted || reader->in_delete)
        return arena_failed(reader->builder.arena);
    switch (type) {
    case MD_TEXT_ENTITY:
        add_entity(reader, text);
        break;
    case MD_TEXT_BR:
    case MD_TEXT_SOFTBR:
        markdown_add(reader, STR(" "));
        break;
    case MD_TEXT_NULLCHAR:
        markdown_add(reader, STR("\xEF\xBF\xBD"));
        break;
    default:
        markdown_add(reader, text);
        break;
    }
    return arena_failed(reader->builder.arena);
}

static enum status read_body(struct arena *arena, struct str body, struct page *page, struct error *err)
{
    const MD_PARSER parser = {
        .flags = MD_FLAG_TABLES | MD_FLAG_STRIKETHROUGH | MD_FLAG_TASKLISTS,
        .enter_block = enter_block,
        .leave_block = leave_block,
        .enter_span = enter_span,
        .leave_span = leave_span,
        .text = markdown_add_text,
    };
    struct markdown_reader reader = {.images = 0};
    builder_init(&reader.builder, arena);
    reader.builder.base = url_normalise(arena, str_from(page->url));
    reader.builder.drops_link_items = true;
    int stopped = md_parse(body.data, (MD_SIZE)body.len, &parser, &reader);
    builder_finish(&reader.builder, page);
    site_lines_drop(page);
    buf_free(&reader.entity);
    buf_free(&reader.raised);
    buf_free(&reader.description);
    return stopped || arena_failed(arena) ? error_memory(err) : OK;
}

enum status page_read_markdown(struct arena *arena, struct str document, struct page *page, struct error *err)
{
    struct front_matter front;
    struct str body = front_matter_cut(document, &front);
    struct buf plain = {0};
    front_matter_use(arena, &front, page);
    markdown_plain(&plain, body);
    enum status status =
        plain.failed ? error_memory(err) : read_body(arena, (struct str){buf_text(&plain), plain.len}, page, err);
    buf_free(&plain);
    return status;
}
