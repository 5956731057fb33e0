/*
 * Any bytes as Markdown: links, taken out again, leave the input byte for byte. (That they leave its meaning alone is
 * shown on the examples of CommonMark in test_link_markdown.c; on random bytes, readers of Markdown do not agree
 * among themselves.)
 */
#include "../c/link_fixture.h"

#include <stdint.h>

#define REQUIRE(condition) ((condition) ? (void)0 : __builtin_trap())

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct link_index *open_index(void)
{
    static const char *const titles[] = {"aa", "foo", "bar", "foo bar", "title", "the the", "bb cc", "C++", "foo_bar"};
    return fixture_index_of(titles, COUNT_OF(titles), 4);
}

/* Walks content and result side by side: they differ by "[" before and "](...)" behind each link. */
static void check_result(struct str input, const struct link_result *result)
{
    size_t from = 0, at = 0;
    for (size_t i = 0; i < result->count; i++) {
        const struct link *link = &result->links[i];
        REQUIRE(link->start >= from && link->end > link->start && link->end <= input.len);
        REQUIRE(memcmp(result->content.data + at, input.data + from, link->start - from) == 0);
        at += link->start - from;
        REQUIRE(result->content.data[at++] == '[');
        REQUIRE(memcmp(result->content.data + at, input.data + link->start, link->end - link->start) == 0);
        at += link->end - link->start;
        REQUIRE(strncmp(result->content.data + at, "](/page/", 8) == 0);
        at = str_find(result->content, STR("b=\"2\")"), at) + 6;
        from = link->end;
    }
    REQUIRE(result->content.len - at == input.len - from);
    REQUIRE(input.len == from || memcmp(result->content.data + at, input.data + from, input.len - from) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct link_index *index;
    if (!index)
        index = open_index();
    REQUIRE(index);
    struct str input = {(const char *)data, size};
    struct arena *arena = arena_new();
    struct link_options options = {.format = LINK_MARKDOWN};
    struct link_result result;
    REQUIRE(link_content(index, input, &options, arena, &result, NULL) == OK);
    check_result(input, &result);
    arena_free(arena);
    return 0;
}
