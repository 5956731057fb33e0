/*
 * Any bytes as the HTML of an article, which becomes Markdown; and as its text, in a block that the first byte chooses:
 * whoever reads the Markdown finds the same text.
 */
#include "../c/markdown_same.h"
#include "text/text.h"

#include <stdint.h>

#define REQUIRE(condition) ((condition) ? (void)0 : __builtin_trap())

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct {
    const char *before, *between, *after;
} frames[] = {
    {"<p>", "", "</p>"},      {"<h2>", "", "</h2>"},           {"<ul><li>a<ul><li>", "", "</ul></ul>"},
    {"<p>", "<b>", "</b>"},   {"<blockquote>", "<br>", ""},    {"<p><i>", "</i>", "</p>"},
    {"<ol><li>", "<li>", ""}, {"<p>", "<a href=\"/b\">c", ""}, {"<dl><dt>", "</dt><dd>", ""},
};

/* What cannot be seen, and the mark that readers take off the beginning, is no text. */
static void add_text(struct buf *out, struct str text)
{
    for (size_t at = 0, next; at < text.len; at = next) {
        uint32_t codepoint;
        next = at + utf8_decode(text, at, &codepoint);
        bool is_control = (codepoint < ' ' && codepoint != '\n') || codepoint == 0x7F || codepoint == 0xFEFF;
        if (!is_control)
            escape_html(out, (struct str){text.data + at, next - at});
    }
}

static void check_text(struct str text, size_t frame)
{
    struct arena *arena = arena_new();
    size_t length, half = text.len / 2;
    char *first = utf8_repair(arena, (struct str){text.data, half}, &length);
    struct buf html = {0};
    buf_str(&html, frames[frame].before);
    add_text(&html, (struct str){first, length});
    buf_str(&html, frames[frame].between);
    char *second = utf8_repair(arena, (struct str){text.data + half, text.len - half}, &length);
    add_text(&html, (struct str){second, length});
    buf_str(&html, frames[frame].after);
    REQUIRE(markdown_says_the_same((struct str){html.data, html.len}, READER_CMARK));
    buf_free(&html);
    arena_free(arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct str input = {(const char *)data, size};
    struct buf out = {0};
    REQUIRE(markdown_from_html(&out, input));
    buf_free(&out);
    if (size > 0)
        check_text((struct str){input.data + 1, size - 1}, data[0] % COUNT_OF(frames));
    return 0;
}
