/* A site whose titles are the words of a text, so that every word of it may become a link. */
#ifndef COPYDESK_SPEC_WORDS_SITE_H
#define COPYDESK_SPEC_WORDS_SITE_H

#include "link_fixture.h"

enum { WORDS_SITE_MAX = 3000 };

struct words_titles {
    struct arena *arena;
    const char *list[WORDS_SITE_MAX];
    size_t count;
};

static inline bool words_site_is_word(char byte)
{
    return ascii_is_alnum(byte) || (unsigned char)byte >= 0x80;
}

static inline void words_site_add(struct words_titles *titles, struct str text)
{
    if (titles->count < WORDS_SITE_MAX && text.len)
        titles->list[titles->count++] = arena_copy_n(titles->arena, text.data, text.len);
}

/* From each word on, the text to its end and, up to `longest` words, to the ends of those behind. NULL on failure. */
static inline struct link_index *words_site(struct arena *arena, struct str text, int longest)
{
    struct words_titles titles = {.arena = arena};
    for (size_t at = 0; at < text.len; at++) {
        if (!words_site_is_word(text.data[at]) || (at && words_site_is_word(text.data[at - 1])))
            continue;
        size_t end = at;
        for (int words = 0; words < longest && end < text.len; words++) {
            while (end < text.len && !words_site_is_word(text.data[end]))
                end++;
            while (end < text.len && words_site_is_word(text.data[end]))
                end++;
            words_site_add(&titles, str_trim((struct str){text.data + at, end - at}));
        }
    }
    return fixture_index_of(titles.list, titles.count, 1);
}

/* By contract such content is read as HTML and gets Markdown links all the same; md4c would not see them. */
static inline bool words_site_is_html(struct str content)
{
    content = str_trim(content);
    return str_starts(content, STR("<")) && str_ends(content, STR(">"));
}

#endif
