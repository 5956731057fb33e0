#include "research/page/page_builder.h"
#include "research/page/page_read.h"

#include <md4c.h>

struct markdown_reader {
    struct page_builder builder;
    int images; /* depth of image descriptions, which are no text of the page */
    int html;   /* depth of raw HTML blocks */
    struct buf entity;
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

/* --- md4c's events --- */

static int enter_block(MD_BLOCKTYPE type, void *detail, void *context)
{
    struct markdown_reader *reader = context;
    struct page_builder *builder = &reader->builder;
    builder_break(builder);
    switch (type) {
    case MD_BLOCK_H:
        builder->heading = (int)((const MD_BLOCK_H_DETAIL *)detail)->level;
        break;
    case MD_BLOCK_LI:
        builder->lists++;
        break;
    case MD_BLOCK_CODE:
        builder->code++;
        break;
    case MD_BLOCK_HTML:
        reader->html++;
        break;
    case MD_BLOCK_TR:
        builder->rows++;
        break;
    case MD_BLOCK_TH:
    case MD_BLOCK_TD:
        builder_cell(builder);
        break;
    default:
        break;
    }
    return builder->failed;
}

static int leave_block(MD_BLOCKTYPE type, void *detail, void *context)
{
    (void)detail;
    struct markdown_reader *reader = context;
    struct page_builder *builder = &reader->builder;
    switch (type) {
    case MD_BLOCK_H:
        builder_flush(builder, BLOCK_HEADING);
        builder->heading = 0;
        break;
    case MD_BLOCK_LI:
        builder_break(builder);
        builder->lists--;
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
    default:
        builder_break(builder);
        break;
    }
    return builder->failed;
}

static int enter_span(MD_SPANTYPE type, void *detail, void *context)
{
    (void)detail;
    struct markdown_reader *reader = context;
    reader->images += type == MD_SPAN_IMG;
    reader->builder.in_link = reader->builder.in_link || type == MD_SPAN_A;
    return 0;
}

static int leave_span(MD_SPANTYPE type, void *detail, void *context)
{
    (void)detail;
    struct markdown_reader *reader = context;
    reader->images -= type == MD_SPAN_IMG;
    reader->builder.in_link = reader->builder.in_link && type != MD_SPAN_A;
    return 0;
}

static void add_entity(struct markdown_reader *reader, struct str entity)
{
    buf_clear(&reader->entity);
    html_decode(&reader->entity, entity, false);
    builder_text(&reader->builder, (struct str){buf_text(&reader->entity), reader->entity.len});
    reader->builder.failed = reader->builder.failed || reader->entity.failed;
}

static int add_text(MD_TEXTTYPE type, const MD_CHAR *data, MD_SIZE size, void *context)
{
    struct markdown_reader *reader = context;
    struct str text = {data, size};
    if (reader->images || reader->html)
        return 0;
    switch (type) {
    case MD_TEXT_ENTITY:
        add_entity(reader, text);
        break;
    case MD_TEXT_HTML: /* raw HTML inside a line is left out; of it, <br> parts words */
    case MD_TEXT_BR:
    case MD_TEXT_SOFTBR:
        if (type != MD_TEXT_HTML || str_istarts(text, STR("<br")))
            builder_text(&reader->builder, STR(" "));
        break;
    case MD_TEXT_NULLCHAR:
        builder_text(&reader->builder, STR("\xEF\xBF\xBD"));
        break;
    default:
        builder_text(&reader->builder, text);
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
    return status;
}

enum status page_read_markdown(struct arena *arena, struct str document, struct page *page, struct error *err)
{
    struct str title = {NULL, 0}, url = {NULL, 0}, language = {NULL, 0};
    struct str body = cut_front_matter(document, &title, &url, &language);
    enum status status = use_front_matter(arena, title, url, language, page, err);
    return status == OK ? read_body(arena, body, page, err) : status;
}
