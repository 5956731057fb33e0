/* Any bytes as Markdown: with the links left out, the linked document means what the original means, by md4c. */
#include "../c/link_fixture.h"
#include "../c/markdown_events.h"

#include "text/unicode.h"

#include <stdint.h>

#define REQUIRE(condition) ((condition) ? (void)0 : __builtin_trap())

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct link_index *open_index(void)
{
    static const char *const titles[] = {"aa", "foo", "bar", "foo bar", "title", "the the", "bb cc", "C++", "foo_bar"};
    return fixture_index_of(titles, COUNT_OF(titles), 4);
}

/* Content that is wholly HTML gets Markdown links by contract; md4c reads no Markdown there. */
static bool is_wholly_html(struct str input)
{
    input = str_trim(input);
    return str_starts(input, STR("<")) && str_ends(input, STR(">"));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct link_index *index;
    if (!index)
        index = open_index();
    REQUIRE(index);
    struct str input = {(const char *)data, size};
    if (is_wholly_html(input) || !utf8_is_valid(input) || (size && memchr(input.data, 0, size)))
        return 0;
    struct arena *arena = arena_new();
    struct link_options options = {.format = LINK_MARKDOWN};
    struct link_result result;
    REQUIRE(link_content(index, input, &options, arena, &result, NULL) == OK);
    struct markdown_events before = markdown_events(input), after = markdown_events(result.content);
    REQUIRE(strcmp(buf_text(&before.text), buf_text(&after.text)) == 0);
    /* Fewer when a link stands in a cell that its table has no column for: such cells are left out. */
    REQUIRE(after.links >= before.links && after.links <= before.links + result.count);
    buf_free(&before.text);
    buf_free(&after.text);
    arena_free(arena);
    return 0;
}
