/*
 * Any bytes as HTML: the spans of the tokens cover the input without gap or overlap; links, taken out again, leave the
 * input byte for byte; each link keeps the rules.
 */
#include "text/html/html.h"
#include "../c/link_fixture.h"

#include <stdint.h>

#define REQUIRE(condition) ((condition) ? (void)0 : __builtin_trap())

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct link_index *open_index(void)
{
    static const char *const titles[] = {"a",
                                         "foo",
                                         "bar",
                                         "foo bar",
                                         "title",
                                         "the the",
                                         "b c d",
                                         "\xE3\x82\xAB\xE3\x82\xBF",
                                         "\xE6\xBC\xA2\xE5\xAD\x97",
                                         "C++",
                                         "p class",
                                         "\xC3\xA9t\xC3\xA9"};
    return fixture_index_of(titles, COUNT_OF(titles), 4);
}

static void check_tokens(struct str input)
{
    struct html_tokenizer *tokenizer = html_tokenizer_new(input);
    struct html_token token;
    size_t at = 0;
    REQUIRE(tokenizer);
    while (html_next(tokenizer, &token)) {
        REQUIRE(token.start == at && token.end > at && token.end <= input.len);
        at = token.end;
        struct buf decoded = {0};
        for (size_t i = 0; i < token.attribute_count; i++)
            html_decode(&decoded, token.attributes[i].value, true);
        html_decode(&decoded, token.data, false);
        REQUIRE(!decoded.failed);
        buf_free(&decoded);
    }
    REQUIRE(at == input.len && !html_tokenizer_failed(tokenizer));
    html_tokenizer_free(tokenizer);
}

/* Walks content and result side by side: they differ by one start tag and one end tag per link, where the link says. */
static void check_result(struct str input, const struct link_result *result)
{
    size_t from = 0, at = 0;
    for (size_t i = 0; i < result->count; i++) {
        const struct link *link = &result->links[i];
        REQUIRE(link->start >= from && link->end > link->start && link->end <= input.len);
        REQUIRE(memcmp(result->content.data + at, input.data + from, link->start - from) == 0);
        at += link->start - from;
        REQUIRE(strncmp(result->content.data + at, "<a href=\"/page/", 15) == 0);
        at = str_find(result->content, STR("\">"), at) + 2;
        REQUIRE(memcmp(result->content.data + at, input.data + link->start, link->end - link->start) == 0);
        at += link->end - link->start;
        REQUIRE(strncmp(result->content.data + at, "</a>", 4) == 0);
        at += 4;
        from = link->end;
        for (size_t k = 0; k < i; k++)
            REQUIRE(!str_eq(result->links[k].url, link->url));
    }
    REQUIRE(result->content.len - at == input.len - from);
    REQUIRE(memcmp(result->content.data + at, input.data + from, input.len - from) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct link_index *index;
    if (!index)
        index = open_index();
    REQUIRE(index);
    struct str input = {(const char *)data, size};
    check_tokens(input);
    struct arena *arena = arena_new();
    struct link_options options = {.format = LINK_HTML};
    struct link_result result;
    REQUIRE(link_content(index, input, &options, arena, &result, NULL) == OK);
    check_result(input, &result);
    arena_free(arena);
    return 0;
}
