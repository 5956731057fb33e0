/*
 * Any bytes as a pattern, and any as the text that it is looked for in; the first line is the pattern. A match is a run
 * of words of the text, found at its first word too, and the two ways to ask a pattern that was taken apart agree.
 */
#include "check.h"

#include "text/text.h"

static void check_parsed(const char *text, const struct worded *worded)
{
    struct pattern_element elements[PATTERN_ELEMENTS];
    struct pattern pattern;
    if (!pattern_parse(text, elements, &pattern))
        return;
    check(pattern.count > 0 && pattern.count <= PATTERN_ELEMENTS, "a pattern has elements");
    for (size_t at = 0; at < worded->count; at++) {
        size_t end = 0, again = 0;
        if (!pattern_parsed_matches(&pattern, worded, at, &end))
            continue;
        check(end > at && end <= worded->count, "a match is a run of words");
        if ((unsigned char)worded->words[at].folded.data[0] < 0xE3) /* CJK: the first element may be several words */
            check(pattern_parsed_goes_on(&pattern, worded, at, &again) && again == end, "both ways agree");
    }
}

static void check_found(const char *text, const struct worded *worded)
{
    const char *const patterns[] = {text, NULL};
    struct pattern_place place;
    for (size_t from = 0, end; pattern_find(patterns, worded, from, &place); from = place.end) {
        check(place.first >= from && place.first < place.end && place.end <= worded->count, "a place is in the text");
        check(pattern_matches(text, worded, place.first, &end) && end == place.end, "it matches there");
        check(pattern_begins(patterns, worded, place.first, &end) && end == place.end, "it begins there");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct str rest = {(const char *)data, size}, first;
    struct worded worded;
    struct arena *arena = arena_new();
    check(arena != NULL, "memory");
    if (size && str_split(&rest, '\n', &first) && rest.data) {
        const char *text = arena_copy_n(arena, first.data, first.len);
        check(text && worded_split(arena, rest, language_find(STR("en")), &worded, NULL) == OK, "memory");
        check_parsed(text, &worded);
        check_found(text, &worded);
    }
    arena_free(arena);
    return 0;
}
