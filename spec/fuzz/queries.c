/* Queries from any text, a line each, of a page or a model: plain words of bounded length, none twice, whatever stands
 * there; the same lines as headings leave gaps. */
#include "check.h"

#include "write/sources/queries.h"

enum { MOST_LINES = 24 };

static void check_query(const struct queries *queries, size_t number)
{
    struct str text = queries->list[number].text;
    check(text.len > 0 && text.len <= QUERY_BYTES, "a query has a length");
    check(utf8_is_valid(text), "a query is text");
    for (size_t i = 0; i < text.len; i++)
        check((unsigned char)text.data[i] >= ' ' && !strchr("\"()[]{}*|~<>", text.data[i]), "a query is plain words");
    for (size_t i = 0; i < number; i++)
        check(!str_eq(queries->list[i].text, text), "a query is asked once");
}

static void take_lines(struct arena *arena, const struct str *lines, size_t count, const struct language *language)
{
    struct queries queries = {.arena = arena, .language = language, .keyword = count ? lines[0] : STR("")};
    for (size_t i = 0; i < count; i++) {
        size_t before = queries.count;
        bool is_taken = queries_take(&queries, lines[i]);
        check(queries.count == before + is_taken, "what is taken is there");
        if (is_taken)
            check_query(&queries, before);
    }
}

static void find_gaps(struct arena *arena, const struct str *lines, size_t count, const struct language *language)
{
    struct keyword keyword;
    size_t found_count;
    struct gap_heading headings[MOST_LINES];
    for (size_t i = 0; i < count; i++)
        headings[i] = (struct gap_heading){lines[i], i * 20, i % 2 == 0};
    check(keyword_read(arena, count ? lines[0] : STR("x"), language, &keyword, NULL) == OK, "memory is there");
    struct gap_view view = {.language = language,
                            .subject = keyword.subject,
                            .headings = headings,
                            .heading_count = count,
                            .sentences = lines,
                            .sentence_count = count};
    view.aspects = queries_aspects(arena, &keyword, language, &view.aspect_count);
    gaps_by_rule(arena, &view, &found_count);
    check(!arena_failed(arena), "memory is there");
    check(found_count <= count + view.aspect_count, "a gap is of a heading or a question");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const tags[] = {"en", "de", "fr", "ja"};
    struct arena *arena = arena_new();
    struct str lines[MOST_LINES], rest, line;
    size_t count = 0, length;
    if (!arena || size < 2)
        return arena_free(arena), 0;
    char *sound = utf8_repair(arena, (struct str){(const char *)data + 1, size - 1}, &length);
    rest = (struct str){sound, length};
    while (sound && count < MOST_LINES && str_split(&rest, '\n', &line))
        lines[count++] = line;
    const struct language *language = language_find(str_from(tags[data[0] % 4]));
    take_lines(arena, lines, count, language);
    find_gaps(arena, lines, count, language);
    arena_free(arena);
    return 0;
}
