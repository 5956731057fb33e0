#include "service/web/manual/reading.h"

#include "text/escape.h"

#include <md4c.h>

struct reader {
    struct buf *out;
    struct buf heading; /* the text of the heading that is being read, for its anchor */
    size_t heading_at;  /* where its HTML begins */
    unsigned level;     /* of the heading; 0: none is being read */
    int hidden;         /* inside the title, or HTML */
};

/* --- anchors and plain text --- */

void reading_anchor(struct buf *out, struct str heading)
{
    for (size_t i = 0; i < heading.len; i++) {
        char c = heading.data[i];
        if (ascii_is_alnum(c) || c == '-' || c == '_' || (unsigned char)c >= 0x80)
            buf_char(out, ascii_lower(c));
        else if (c == ' ')
            buf_char(out, '-');
    }
}

/* Behind the first of these ends, or the whole text. */
static size_t skip_past(struct str text, struct str end)
{
    size_t at = str_find(text, end, 0);
    return at < text.len ? at + end.len : text.len;
}

/* Behind the mark of Markdown that begins here, which says nothing by itself; `i` where none does. */
static size_t skip_mark(struct str text, size_t i)
{
    struct str rest = {text.data + i, text.len - i};
    if (str_starts(rest, STR("](")))
        return i + skip_past(rest, STR(")"));
    if (str_starts(rest, STR("<!--")))
        return i + skip_past(rest, STR("-->"));
    if (str_starts(rest, STR("---")))
        return i + 3;
    return i + (strchr("`*[]\\", text.data[i]) != NULL);
}

void reading_plain(struct buf *out, struct str text)
{
    bool is_blank = true;
    for (size_t i = 0; i < text.len;) {
        size_t behind = text.data[i] ? skip_mark(text, i) : i + 1;
        if (behind > i) {
            i = behind;
            continue;
        }
        char c = text.data[i++];
        bool is_space = ascii_is_space(c) || c == '|';
        if (!is_space)
            buf_char(out, c);
        else if (!is_blank)
            buf_char(out, ' ');
        is_blank = is_space;
    }
}

/* --- blocks --- */

static const char *const tags[] = {
    [MD_BLOCK_QUOTE] = "blockquote",
    [MD_BLOCK_UL] = "ul",
    [MD_BLOCK_OL] = "ol",
    [MD_BLOCK_LI] = "li",
    [MD_BLOCK_P] = "p",
    [MD_BLOCK_TR] = "tr",
    [MD_BLOCK_TH] = "th",
    [MD_BLOCK_TD] = "td",
    [MD_BLOCK_THEAD] = "thead",
    [MD_BLOCK_TBODY] = "tbody",
};

static const char *tag_of(MD_BLOCKTYPE type)
{
    return (size_t)type < COUNT_OF(tags) ? tags[type] : NULL;
}

static void open_block(struct reader *reader, MD_BLOCKTYPE type)
{
    struct buf *out = reader->out;
    if (type == MD_BLOCK_CODE)
        buf_str(out, "<pre tabindex=\"0\"><code>"); /* so that keys can scroll it */
    else if (type == MD_BLOCK_TABLE)
        buf_str(out, "<div class=\"wide\" tabindex=\"0\"><table>");
    else if (type == MD_BLOCK_HR)
        buf_str(out, "<hr>");
    else if (tag_of(type))
        buf_printf(out, "<%s>", tag_of(type));
}

static int enter_block(MD_BLOCKTYPE type, void *detail, void *context)
{
    struct reader *reader = context;
    if (type == MD_BLOCK_HTML)
        reader->hidden++;
    if (type == MD_BLOCK_H) {
        reader->level = ((const MD_BLOCK_H_DETAIL *)detail)->level;
        reader->heading_at = reader->out->len;
        reader->hidden += reader->level == 1;
        buf_clear(&reader->heading);
        return 0;
    }
    if (!reader->hidden)
        open_block(reader, type);
    return reader->out->failed;
}

/* The anchor is known when the heading has been read: its HTML is taken back, and written behind the tag. */
static void close_heading(struct reader *reader)
{
    unsigned level = reader->level;
    reader->level = 0;
    if (level == 1) {
        reader->hidden--;
        return;
    }
    struct buf *out = reader->out, anchor = {0}, inner = {0};
    buf_add(&inner, buf_text(out) + reader->heading_at, out->len - reader->heading_at);
    reading_anchor(&anchor, (struct str){buf_text(&reader->heading), reader->heading.len});
    out->len = reader->heading_at;
    buf_printf(out, "<h%u id=\"", level);
    escape_attribute(out, str_from(buf_text(&anchor)));
    buf_str(out, "\">");
    buf_str(out, buf_text(&inner));
    buf_printf(out, "</h%u>\n", level);
    out->failed = out->failed || anchor.failed || inner.failed || reader->heading.failed;
    buf_free(&anchor);
    buf_free(&inner);
}

static int leave_block(MD_BLOCKTYPE type, void *detail, void *context)
{
    struct reader *reader = context;
    struct buf *out = reader->out;
    (void)detail;
    if (type == MD_BLOCK_HTML)
        reader->hidden--;
    else if (type == MD_BLOCK_H)
        close_heading(reader);
    else if (reader->hidden)
        return 0;
    else if (type == MD_BLOCK_CODE)
        buf_str(out, "</code></pre>\n");
    else if (type == MD_BLOCK_TABLE)
        buf_str(out, "</table></div>\n");
    else if (tag_of(type))
        buf_printf(out, "</%s>\n", tag_of(type));
    return out->failed;
}

/* --- within a line --- */

static bool leads_outside(struct str target)
{
    return str_starts(target, STR("https://")) || str_starts(target, STR("http://"));
}

/* "linking.md#options": a chapter, and a heading of it; "#options" alone is one of this chapter. */
static bool leads_to_chapter(struct str target)
{
    struct str path = {target.data, str_find(target, STR("#"), 0)};
    return path.len == 0 || (str_ends(path, STR(".md")) && str_find(path, STR("/"), 0) == path.len);
}

static void open_link(struct buf *out, struct str target)
{
    size_t hash = str_find(target, STR("#"), 0);
    bool is_outside = leads_outside(target);
    buf_str(out, "<a href=\"");
    if (!is_outside && hash > 0) {
        struct str name = {target.data, hash - (sizeof ".md" - 1)};
        buf_str(out, "/manual");
        if (!str_eq(name, STR("README"))) {
            buf_char(out, '/');
            escape_attribute(out, name);
        }
    }
    escape_attribute(out, is_outside ? target : (struct str){target.data + hash, target.len - hash});
    buf_str(out, "\">");
}

/* Links to files of the source lead nowhere here. */
static bool is_link(const void *detail)
{
    const MD_SPAN_A_DETAIL *link = detail;
    struct str target = {link->href.text, link->href.size};
    return leads_outside(target) || leads_to_chapter(target);
}

static int enter_span(MD_SPANTYPE type, void *detail, void *context)
{
    struct reader *reader = context;
    const MD_SPAN_A_DETAIL *link = detail;
    if (reader->hidden)
        return 0;
    if (type == MD_SPAN_CODE)
        buf_str(reader->out, "<code>");
    else if (type == MD_SPAN_STRONG)
        buf_str(reader->out, "<strong>");
    else if (type == MD_SPAN_EM)
        buf_str(reader->out, "<em>");
    else if (type == MD_SPAN_A && is_link(detail))
        open_link(reader->out, (struct str){link->href.text, link->href.size});
    return reader->out->failed;
}

static int leave_span(MD_SPANTYPE type, void *detail, void *context)
{
    struct reader *reader = context;
    if (reader->hidden)
        return 0;
    if (type == MD_SPAN_CODE)
        buf_str(reader->out, "</code>");
    else if (type == MD_SPAN_STRONG)
        buf_str(reader->out, "</strong>");
    else if (type == MD_SPAN_EM)
        buf_str(reader->out, "</em>");
    else if (type == MD_SPAN_A && is_link(detail))
        buf_str(reader->out, "</a>");
    return reader->out->failed;
}

static int add_text(MD_TEXTTYPE type, const MD_CHAR *text, MD_SIZE size, void *context)
{
    struct reader *reader = context;
    struct str piece = {text, size};
    if (type == MD_TEXT_HTML || type == MD_TEXT_NULLCHAR)
        return 0;
    if (type == MD_TEXT_SOFTBR || type == MD_TEXT_BR)
        piece = STR("\n");
    if (reader->level)
        buf_add(&reader->heading, piece.data, piece.len);
    if (reader->hidden)
        return 0;
    if (type == MD_TEXT_ENTITY)
        buf_add(reader->out, piece.data, piece.len);
    else
        escape_html(reader->out, piece);
    return reader->out->failed;
}

bool reading_html(struct buf *out, struct str markdown)
{
    struct reader reader = {.out = out};
    MD_PARSER parser = {
        .flags = MD_FLAG_TABLES,
        .enter_block = enter_block,
        .leave_block = leave_block,
        .enter_span = enter_span,
        .leave_span = leave_span,
        .text = add_text,
    };
    int failed = md_parse(markdown.data, (MD_SIZE)markdown.len, &parser, &reader);
    buf_free(&reader.heading);
    return !failed && !out->failed;
}
