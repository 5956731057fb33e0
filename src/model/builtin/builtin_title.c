/* A title: the keyword as a title begins. */
#include "model/builtin/builtin.h"

/* "iPhone", "eBPF" */
static bool has_large_inside(struct str word)
{
    for (size_t at = 0, length; at < word.len && word.data[at] != ' '; at += length) {
        uint32_t c;
        length = utf8_decode(word, at, &c);
        if (at && unicode_to_lower(c) != c)
            return true;
    }
    return false;
}

enum status builtin_title(const struct builtin_brief *brief, struct str keyword, bool keeps_first, struct arena *arena,
                          struct str *title, struct error *err)
{
    const struct phrases *phrases;
    struct buf out = {0};
    enum status status = phrases_for(brief->language, &phrases, err);
    if (status)
        return status;
    if (keeps_first || has_large_inside(keyword))
        buf_add(&out, keyword.data, keyword.len);
    else
        add_large_in(&out, keyword, brief->language);
    char *made = out.failed ? NULL : arena_copy_n(arena, buf_text(&out), out.len);
    *title = (struct str){made, out.len};
    buf_free(&out);
    return made ? OK : error_memory(err);
}
