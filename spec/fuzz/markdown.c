/*
 * Any bytes as Markdown, linked against a site whose titles are short words: links, taken out again, leave
 * the input byte for byte; and cmark and md4c read from the linked document what they read from the input, but for the
 * links, if they agree about the input.
 */
#include "../c/markdown_html.h"
#include "../c/words_site.h"
#include "check.h"

/* Walks content and result side by side: they differ by "[" before and "](...)" behind each link. */
static void check_bytes(struct str input, const struct link_result *result)
{
    size_t from = 0, at = 0;
    for (size_t i = 0; i < result->count; i++) {
        const struct link *link = &result->links[i];
        check(link->start >= from && link->end > link->start && link->end <= input.len, "order of the links");
        check(memcmp(result->content.data + at, input.data + from, link->start - from) == 0, "text before a link");
        at += link->start - from;
        check(result->content.data[at++] == '[', "beginning of a link");
        check(memcmp(result->content.data + at, input.data + link->start, link->end - link->start) == 0, "its text");
        at += link->end - link->start;
        check(strncmp(result->content.data + at, "](/page/", 8) == 0, "end of a link");
        at = str_find(result->content, STR("b=\"2\")"), at) + 6;
        from = link->end;
    }
    check(result->content.len - at == input.len - from, "length of the rest");
    check(input.len == from || memcmp(result->content.data + at, input.data + from, input.len - from) == 0, "the rest");
}

/* All words of one and two letters and some more: what is made up of them can become a link. */
static struct link_index *open_site(int longest)
{
    struct buf text = {0};
    buf_str(&text, "foo bar baz foo_bar foo-bar\nfoo bar\ttitle word www.foo http foo.bar url 1 2 12 Foo\n");
    for (int first = 0; first < 26; first++)
        for (int second = -1; second < 26; second++)
            buf_printf(&text, second < 0 ? "%c " : "%c%c ", 'a' + first, 'a' + second);
    struct arena *arena = arena_new();
    struct link_index *site = words_site(arena, (struct str){text.data, text.len}, longest);
    arena_free(arena);
    buf_free(&text);
    return site;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct link_index *sites[2];
    for (int i = 0; i < 2; i++)
        if (!sites[i])
            sites[i] = open_site(1 + i * 2);
    const struct link_index *index = sites[size & 1];
    struct str input = {(const char *)data, size};
    struct arena *arena = arena_new();
    struct link_options options = {.format = LINK_MARKDOWN, .skip_words = size >> 1 & 7};
    struct link_result result;
    check(index != NULL, "the index");
    check(link_content(index, input, &options, arena, &result, NULL) == OK, "linking");
    check_bytes(input, &result);
    bool is_odd = words_site_is_html(input) || str_find(input, STR("/page/"), 0) < input.len;
    if (!is_odd && markdown_readers_agree(input))
        for (int reader = 0; reader < READERS; reader++)
            check(markdown_means_the_same(input, result.content, result.count, (enum markdown_reader)reader),
                  "meaning");
    arena_free(arena);
    return 0;
}
