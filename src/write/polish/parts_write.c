#include "write/polish/parts.h"

void parts_text_html(const struct parts *parts, struct str text, struct buf *html)
{
    size_t from = 0;
    for (size_t at = 0; at < text.len;) {
        const struct mark *mark = mark_at(parts, text, at);
        if (!mark) {
            at++;
            continue;
        }
        escape_html(html, (struct str){text.data + from, at - from});
        buf_add(html, mark->raw.data, mark->raw.len);
        from = at += MARK_BYTES;
    }
    escape_html(html, (struct str){text.data + from, text.len - from});
}

static void write_part(const struct parts *parts, const struct part *part, struct buf *html)
{
    bool is_first = true;
    buf_add(html, part->open.data, part->open.len);
    for (size_t i = 0; i < part->count; i++) {
        const struct part_sentence *sentence = &part->sentences[i];
        if (sentence->is_dropped)
            continue;
        if (!is_first && sentence->breaks) {
            buf_add(html, part->close.data, part->close.len);
            if (!part->close.len || part->close.data[part->close.len - 1] != '\n')
                buf_char(html, '\n');
            buf_add(html, part->open.data, part->open.len);
        } else if (!is_first) {
            escape_html(html, sentence->gap.len ? sentence->gap : STR(" "));
        }
        parts_text_html(parts, sentence->text, html);
        is_first = false;
    }
    buf_add(html, part->close.data, part->close.len);
}

enum status parts_write(const struct parts *parts, struct str *html)
{
    struct buf out = {0};
    for (size_t i = 0; i < parts->count; i++) {
        const struct part *part = &parts->list[i];
        if (part->is_dropped)
            continue;
        if (part->is_edited)
            write_part(parts, part, &out);
        else
            buf_add(&out, part->raw.data, part->raw.len);
    }
    char *copy = out.failed ? NULL : arena_copy_n(parts->arena, buf_text(&out), out.len);
    *html = (struct str){copy, copy ? out.len : 0};
    buf_free(&out);
    return copy ? OK : error_memory(parts->err);
}
