#include "model/builtin/letters.h"

static bool has_capital(struct str word)
{
    for (size_t at = 0; at < word.len;) {
        uint32_t c;
        at += utf8_decode(word, at, &c);
        if (unicode_is_upper(c))
            return true;
    }
    return false;
}

static void add_with_first(struct buf *out, struct str text, uint32_t (*change)(uint32_t))
{
    if (!text.len)
        return;
    uint32_t first;
    size_t length = utf8_decode(text, 0, &first);
    utf8_append(out, change(first));
    buf_add(out, text.data + length, text.len - length);
}

void add_capitalised(struct buf *out, struct str word)
{
    if (has_capital(word))
        buf_add(out, word.data, word.len);
    else
        add_with_first(out, word, unicode_to_upper);
}

void add_large(struct buf *out, struct str text)
{
    add_with_first(out, text, unicode_to_upper);
}

void add_uncapitalised(struct buf *out, struct str text)
{
    add_with_first(out, text, unicode_to_lower);
}
