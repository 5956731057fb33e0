/* Markdown: the events of md4c become blocks. */
#include "research/page/extract/site_lines.h"
#include "research/page/page_markdown.h"
#include "research/page/page_read.h"
#include "text/html/html.h"

#include <md4c.h>

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
    builder->failed = builder->failed || !copy;
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
    return builder->failed;
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
    return builder->failed;
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
    reader->builder.failed = reader->builder.failed || reader->entity.failed;
    return (struct str){buf_text(&reader->entity), reader->entity.len};
}

static struct str read_markdown_address_of(struct markdown_reader *reader, const MD_ATTRIBUTE *address)
{
    return decoded(reader, (struct str){address->text, address->size});
}

/* What it shows stands in its description, which comes behind its address. */
static void enter_picture(struct markdown_reader *reader, const MD_SPAN_IMG_DETAIL *picture)
{
    if (reader->images++ || reader->builder.code)
        return;
    reader->has_picture = builder_picture(&reader->builder, read_markdown_address_of(reader, &picture->src), STR(""));
    if (reader->has_picture && picture->title.size)
        builder_caption(&reader->builder, read_markdown_address_of(reader, &picture->title));
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
        builder_open_link(&reader->builder,
                          read_markdown_address_of(reader, &((const MD_SPAN_A_DETAIL *)detail)->href));
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
    reader->builder.failed = reader->builder.failed || reader->entity.failed;
}

static int read_markdown_add_text(MD_TEXTTYPE type, const MD_CHAR *data, MD_SIZE size, void *context)
{
    struct markdown_reader *reader = context;
    struct str text = {data, size};
    if (type == MD_TEXT_HTML && !reader->html && !reader->images)
        markdown_take_tag(reader, text);
    if (reader->images && type != MD_TEXT_HTML)
        buf_add(&reader->description, data, size);
    if (type == MD_TEXT_HTML || reader->images || reader->html || reader->deleted || reader->in_delete)
        return reader->builder.failed;
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
        .text = read_markdown_add_text,
    };
    struct markdown_reader reader = {.images = 0};
    builder_init(&reader.builder, arena);
    reader.builder.base = url_normalise(arena, str_from(page->url));
    reader.builder.drops_link_items = true;
    int stopped = md_parse(body.data, (MD_SIZE)body.len, &parser, &reader);
    enum status status = stopped ? error_memory(err) : builder_finish(&reader.builder, page, err);
    if (!status)
        site_lines_drop(page);
    builder_free(&reader.builder);
    buf_free(&reader.entity);
    buf_free(&reader.raised);
    buf_free(&reader.description);
    return status;
}

enum status page_read_markdown(struct arena *arena, struct str document, struct page *page, struct error *err)
{
    struct front_matter front;
    struct str body = front_matter_cut(document, &front);
    struct buf plain = {0};
    enum status status = front_matter_use(arena, &front, page, err);
    markdown_plain(&plain, body);
    if (!status && plain.failed)
        status = error_memory(err);
    if (!status)
        status = read_body(arena, (struct str){buf_text(&plain), plain.len}, page, err);
    buf_free(&plain);
    return status;
}
