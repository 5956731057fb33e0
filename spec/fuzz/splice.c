/*
 * Any bytes as content in every format, linked against a site whose titles are short words: links, taken out again,
 * leave the content byte for byte; the tokens of HTML are those that were there and the links' own; and linking the
 * result adds nothing.
 */
#include "../c/words_site.h"
#include "check.h"
#include "text/html/html.h"

static struct link_index *open_site(void)
{
    static const char *const titles[] = {"aa", "foo", "bar", "foo bar", "bar foo", "title",  "the the",
                                         "bb", "b",   "cc",  "bb cc",   "C++",     "foo_bar"};
    return fixture_index_of(titles, COUNT_OF(titles), 1);
}

/* What stands before and behind a link's text begins and ends so; all pages have URLs of one form. */
static const struct markup {
    const char *before, *behind, *end;
} markups[] = {
    [LINK_HTML] = {"<a href=\"/page/", "</a>", "</a>"},
    [LINK_MARKDOWN] = {"[", "](/page/", "b=\"2\")"},
    [LINK_JSON] = {"<a href=\"/page/", "</a>", "</a>"},
    [LINK_TEXT] = {"", " </page/", ">"},
};

/* Passes over what begins with `begin` and ends with `end`. */
static size_t pass(struct str text, size_t at, const char *begin, const char *end)
{
    check(str_starts((struct str){text.data + at, text.len - at}, str_from(begin)), "markup of a link");
    return *end ? str_find(text, str_from(end), at) + strlen(end) : at;
}

static void check_bytes(struct str input, const struct link_result *result, enum link_format format)
{
    const struct markup *markup = &markups[format];
    bool is_html = format == LINK_HTML || format == LINK_JSON;
    size_t from = 0, at = 0;
    for (size_t i = 0; i < result->count; i++) {
        const struct link *link = &result->links[i];
        size_t length = link->end - link->start;
        check(link->start >= from && link->end > link->start && link->end <= input.len, "order of the links");
        check(memcmp(result->content.data + at, input.data + from, link->start - from) == 0, "text before a link");
        at = pass(result->content, at + link->start - from, markup->before, is_html ? "\">" : markup->before);
        check(memcmp(result->content.data + at, input.data + link->start, length) == 0, "its text");
        at = pass(result->content, at + length, markup->behind, markup->end);
        from = link->end;
    }
    check(result->content.len - at == input.len - from, "length of the rest");
    check(input.len == from || memcmp(result->content.data + at, input.data + from, input.len - from) == 0, "the rest");
}

/* The tags, comments and texts of HTML, one a line, but for the links to the site; adjacent texts are one. */
static struct buf describe(struct str html)
{
    struct buf out = {0};
    struct html_tokenizer *tokenizer = html_tokenizer_new(html);
    struct html_token token;
    bool in_link = false;
    while (html_next(tokenizer, &token)) {
        struct str href = token.kind == HTML_START ? html_attribute(&token, STR("href")) : STR("");
        bool opens = str_starts(href, STR("/page/")),
             closes = in_link && token.kind == HTML_CLOSE && str_ieq(token.name, STR("a"));
        if (opens || closes) {
            in_link = opens;
            continue;
        }
        if (token.kind != HTML_TEXT)
            buf_printf(&out, "\n%d ", (int)token.kind);
        buf_add(&out, html.data + token.start, token.end - token.start);
        if (token.kind != HTML_TEXT)
            buf_char(&out, '\n');
    }
    html_tokenizer_free(tokenizer);
    return out;
}

static void check_tokens(struct str input, struct str linked)
{
    struct buf before = describe(input), after = describe(linked);
    check(before.len == after.len && memcmp(buf_text(&before), buf_text(&after), before.len) == 0, "tokens");
    buf_free(&before);
    buf_free(&after);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct link_index *index;
    if (!index)
        index = open_site();
    check(index != NULL, "the index");
    struct str input = {(const char *)data, size};
    bool has_own = str_find(input, STR("/page/"), 0) < input.len;
    for (int format = LINK_HTML; format <= LINK_TEXT && !has_own; format++) {
        struct arena *arena = arena_new();
        struct link_options options = {.format = (enum link_format)format};
        struct link_result result, again;
        check(link_content(index, input, &options, arena, &result, NULL) == OK, "linking");
        check_bytes(input, &result, options.format);
        if (format == LINK_HTML)
            check_tokens(input, result.content);
        check(link_content(index, result.content, &options, arena, &again, NULL) == OK, "linking again");
        if (again.count)
            fprintf(stderr, "format %d\n%.*s\n%.*s\n", format, STR_ARG(result.content), STR_ARG(again.content));
        check(again.count == 0, "nothing more is linked");
        arena_free(arena);
    }
    return 0;
}
