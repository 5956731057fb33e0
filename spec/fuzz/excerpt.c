/*
 * Any bytes as pages that are cut into excerpts. Each excerpt is valid UTF-8 of bounded length with a heading path; the
 * ranking gives numbers of excerpts, each once. The first byte chooses the format, the second the language.
 */
#include "research/excerpt/excerpt.h"
#include "check.h"

enum { WANTED = 10 };

static void check_excerpts(const struct excerpts *excerpts)
{
    for (size_t i = 0; i < excerpts->count; i++) {
        const struct excerpt *excerpt = &excerpts->list[i];
        struct str text = excerpt->shown.text;
        check(text.len > 0 && text.len <= EXCERPT_MAX && utf8_is_valid(text),
              "an excerpt is not empty, not too long and valid UTF-8");
        check(utf8_is_valid(excerpt->shown.heading) && excerpt->page < 2,
              "its heading is valid UTF-8 and its page there");
        check(excerpt->position >= 0 && excerpt->position <= 1, "its position is a share");
    }
}

static void check_ranking(const struct excerpts *excerpts, struct arena *arena, struct str document)
{
    size_t numbers[WANTED], count;
    struct str words = {document.data, utf8_valid_length((struct str){document.data, document.len / 8})};
    const struct excerpt_query query = {.keyword = STR("index types"), .heading = words, .most = WANTED};
    check(excerpts_rank(excerpts, &query, arena, numbers, &count, NULL) == OK && count <= WANTED,
          "excerpts are ranked");
    for (size_t i = 0; i < count; i++) {
        double match = excerpts_match(excerpts, numbers[i], words);
        check(numbers[i] < excerpts->count && match >= 0 && match <= 1.000001,
              "a number is that of an excerpt, a match is a share");
        for (size_t j = 0; j < i; j++)
            check(numbers[i] != numbers[j], "a number comes once");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const languages[] = {"English", "German", "Japanese", "French"};
    if (size < 2)
        return 0;
    struct arena *arena = arena_new();
    struct page pages[2];
    struct excerpts excerpts;
    struct excerpt_term *terms;
    size_t count;
    struct str document = {(const char *)data + 2, size - 2};
    const struct excerpts_options options = {.language = language_find(str_from(languages[data[1] % 4]))};
    struct str half = {document.data, document.len / 2};
    check(page_read(arena, document, (enum page_format)(data[0] % 3), "", "a", &pages[0], NULL) == OK,
          "the page is read");
    check(page_read(arena, half, (enum page_format)(data[0] % 3), "", "b", &pages[1], NULL) == OK,
          "the half of it is read");
    check(excerpts_build(arena, pages, 2, &options, &excerpts, NULL) == OK, "it is cut into excerpts");
    check_excerpts(&excerpts);
    check_ranking(&excerpts, arena, document);
    check(excerpts_terms(&excerpts, arena, &terms, &count, NULL) == OK, "its terms are counted");
    arena_free(arena);
    return 0;
}
