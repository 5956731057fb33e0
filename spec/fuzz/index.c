/*
 * Any index file that looks like one, and content linked with it. The input says how a good file is changed: four
 * bytes for how much of it is cut off, then four bytes of place and four of value at a time; the beginning and the sums
 * that make the reader go on are put back. No input makes a link that is not one: scores from 0 to 1, URLs of the web,
 * places in order within the content.
 */
#include "index_file.h"

static const struct link_page site[] = {
    {TEXT("https://example.org/herbs"), TEXT("1.2. Herb Garden - Example"), TEXT("<p>The herb garden.</p>"), {0}},
    {TEXT("https://example.org/basil"),
     TEXT("Basil"),
     TEXT("<p>Sweet basil in the <a href='/herbs'>kitchen garden</a>.</p>"),
     {0}},
    {TEXT("/soil?a=1&b=2"), TEXT("SOIL & compost"), TEXT("<ul><li><a href='basil'>sweet basil</a></ul>"), {0}},
    {TEXT("https://example.org/soil-types"), TEXT("Types of soil"),
     TEXT("<h2>Compost</h2><p>See <a href='/herbs'>herbs</a>, <a href='/basil'>basil</a> and sweet basil.</p>"),
     TEXT("English")},
};

#define CONTENT "Basil in the *kitchen* garden: <b>soil</b> & compost, sweet basil, herb garden"

static struct buf good;

/* The good file, changed as the input says. */
static void change(struct buf *bytes, const uint8_t *data, size_t size)
{
    uint32_t cut, place;
    memcpy(&cut, data, sizeof cut);
    buf_add(bytes, good.data, good.len - cut % good.len);
    for (size_t at = sizeof cut; at + 8 <= size && bytes->len > 4; at += 8) {
        memcpy(&place, data + at, sizeof place);
        memcpy(bytes->data + place % (bytes->len - 3), data + at + 4, 4);
    }
    mend_index_file(bytes);
}

static bool is_url(struct str url)
{
    size_t colon = str_find(url, STR(":"), 0);
    return str_istarts(url, STR("http://")) || str_istarts(url, STR("https://")) || colon == url.len ||
           colon > str_find(url, STR("/"), 0) || colon > str_find(url, STR("?"), 0) ||
           colon > str_find(url, STR("#"), 0);
}

static void check_result(const struct link_result *result)
{
    size_t at = 0;
    check(result->count <= LINK_MAX_LINKS, "at most fifty links");
    for (size_t i = 0; i < result->count; i++) {
        const struct link *link = &result->links[i];
        check(link->score >= 0 && link->score <= 1, "the score is from 0 to 1");
        check(is_url(str_trim(link->url)), "the URL is one of the web");
        check(link->start >= at && link->end > link->start && link->end < sizeof CONTENT, "the place is in order");
        at = link->end;
    }
}

static void link_with(const struct link_index *index)
{
    for (int format = LINK_HTML; format <= LINK_JSON; format++) {
        struct link_options options = {
            .format = (enum link_format)format, .url = STR("https://example.org/herbs"), .min_score = format ? 0 : -1};
        struct arena *arena = arena_new();
        struct link_result result;
        check(link_content(index, STR(CONTENT), &options, arena, &result, NULL) == OK, "linking");
        check_result(&result);
        arena_free(arena);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct buf bytes = {0};
    if (!good.len)
        good = make_index_file(site, COUNT_OF(site));
    if (size < 4)
        return 0;
    change(&bytes, data, size);
    struct link_index *index = open_index_file(&bytes);
    if (index)
        link_with(index);
    link_close(index);
    buf_free(&bytes);
    return 0;
}
