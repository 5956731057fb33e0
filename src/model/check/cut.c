#include "model/check/cut.h"

#include "text/unicode.h"

/* The buffer's text in the arena; frees the buffer. */
static struct str cut_keep(struct arena *arena, struct buf *out)
{
    struct str kept = {NULL, 0};
    if (!out->failed)
        kept = (struct str){arena_copy_n(arena, buf_text(out), out->len), out->len};
    buf_free(out);
    return kept;
}

static void add_capitalised(struct buf *out, struct str text)
{
    uint32_t codepoint;
    if (!text.len)
        return;
    size_t length = utf8_decode(text, 0, &codepoint);
    utf8_append(out, unicode_to_upper(codepoint));
    buf_add(out, text.data + length, text.len - length);
}

struct str cut_out(struct arena *arena, struct str text, size_t first, size_t end)
{
    struct buf out = {0};
    bool at_start = first == 0;
    while (first > 0 && text.data[first - 1] == ' ')
        first--;
    while (end < text.len && (text.data[end] == ' ' || (at_start && memchr(",:", text.data[end], 2))))
        end++;
    struct str rest = {text.data + end, text.len - end};
    if (at_start) {
        add_capitalised(&out, rest);
        return cut_keep(arena, &out);
    }
    buf_add(&out, text.data, first);
    if (rest.len && !memchr(".,;:!?)", rest.data[0], 7))
        buf_char(&out, ' ');
    buf_add(&out, rest.data, rest.len);
    return cut_keep(arena, &out);
}
