#include "model/builtin/letters.h"

static void add_with_first(struct buf *out, struct str text, uint32_t (*change)(uint32_t))
{
    if (!text.len)
        return;
    uint32_t first;
    size_t length = utf8_decode(text, 0, &first);
    utf8_append(out, change(first));
    buf_add(out, text.data + length, text.len - length);
}

void add_large(struct buf *out, struct str text)
{
    add_with_first(out, text, unicode_to_upper);
}

void add_large_in(struct buf *out, struct str text, const struct language *language)
{
    if (!language || strcmp(language->tag, "tr") != 0 || !str_starts(text, STR("i"))) {
        add_large(out, text);
        return;
    }
    buf_str(out, "\u0130");
    buf_add(out, text.data + 1, text.len - 1);
}

void add_uncapitalised(struct buf *out, struct str text)
{
    add_with_first(out, text, unicode_to_lower);
}
