/*
 * What two readers of Markdown make of a document, as HTML: md4c, and cmark, the reference implementation of
 * CommonMark. Links to the pages of link_fixture.h, <a href="/page/...">, can be taken out again.
 */
#ifndef COPYDESK_SPEC_MARKDOWN_HTML_H
#define COPYDESK_SPEC_MARKDOWN_HTML_H

#include "base/base.h"

#include <cmark.h>
#include <md4c-html.h>
#include <stdio.h>
#include <stdlib.h>

enum markdown_reader { READER_CMARK, READER_MD4C, READER_GITHUB, READERS };

static inline void markdown_add_output(const MD_CHAR *text, MD_SIZE size, void *out)
{
    buf_add(out, text, size);
}

static inline struct buf markdown_html(struct str content, enum markdown_reader reader)
{
    struct buf html = {0};
    if (reader == READER_CMARK) {
        char *text = cmark_markdown_to_html(content.data, content.len, CMARK_OPT_UNSAFE);
        buf_str(&html, text);
        free(text);
        return html;
    }
    unsigned dialect = reader == READER_GITHUB ? MD_DIALECT_GITHUB : MD_DIALECT_COMMONMARK;
    struct buf text = {0}; /* md4c may read behind a last line without a line break */
    buf_add(&text, content.data, content.len);
    buf_char(&text, '\n');
    md_html(text.data, (MD_SIZE)text.len, markdown_add_output, &html, dialect, MD_HTML_FLAG_XHTML);
    buf_free(&text);
    return html;
}

/* Takes the links of the fixture out; returns how many there were. */
static inline size_t markdown_remove_links(struct buf *html)
{
    size_t count = 0, length = 0;
    bool is_inside = false;
    for (size_t at = 0; at < html->len; at++) {
        struct str rest = {html->data + at, html->len - at};
        bool opens = str_starts(rest, STR("<a href=\"/page/")), closes = is_inside && str_starts(rest, STR("</a>"));
        if (opens || closes) {
            at = str_find(rest, STR(">"), 0) + at;
            count += opens;
            is_inside = opens;
        } else {
            html->data[length++] = html->data[at];
        }
    }
    html->len = length;
    return count;
}

/*
 * Do both mean the same to the reader, but for `added` links to pages of the fixture? If not, it is printed. GitHub
 * leaves out the cells of a row behind those that the table has, and what is linked in them.
 */
static inline bool markdown_means_the_same(struct str content, struct str linked, size_t added,
                                           enum markdown_reader reader)
{
    struct buf before = markdown_html(content, reader), after = markdown_html(linked, reader);
    struct buf shown = {0};
    buf_add(&shown, after.data, after.len);
    size_t count = markdown_remove_links(&after);
    bool has_links = reader == READER_GITHUB ? count <= added : count == added;
    bool same = has_links && before.len == after.len && memcmp(buf_text(&before), buf_text(&after), after.len) == 0;
    if (!same)
        fprintf(stderr, "--- content, reader %d\n%.*s\n--- linked\n%.*s\n--- before\n%s\n--- after\n%s\n", (int)reader,
                STR_ARG(content), STR_ARG(linked), buf_text(&before), buf_text(&shown));
    buf_free(&before);
    buf_free(&after);
    buf_free(&shown);
    return same;
}

/* Appends HTML without the white space beside tags and at the ends of lines, in which readers differ. */
static inline void markdown_add_bare(struct buf *out, const struct buf *html)
{
    for (size_t i = 0; i < html->len; i++)
        if (!ascii_is_space(html->data[i]))
            buf_char(out, html->data[i]);
}

/* Do cmark and md4c read the document alike? On odd ones they do not. */
static inline bool markdown_readers_agree(struct str content)
{
    struct buf first = markdown_html(content, READER_CMARK), second = markdown_html(content, READER_MD4C);
    struct buf left = {0}, right = {0};
    markdown_add_bare(&left, &first);
    markdown_add_bare(&right, &second);
    bool same = left.len == right.len && memcmp(buf_text(&left), buf_text(&right), left.len) == 0;
    buf_free(&first);
    buf_free(&second);
    buf_free(&left);
    buf_free(&right);
    return same;
}

#endif
