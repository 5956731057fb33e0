/*
 * Any bytes as captions, a line each: read into sentences, sliced, given headings; and each sentence reworded. What
 * comes out is UTF-8 where the captions are, in order, and covers what went in.
 */
#include "write/types/speech.h"
#include "write/types/rewrite_marks.h"

#include "check.h"

enum { MOST_LINES = 64 };

static const char *const tags[] = {"en", "de", "fr", "es", "it", "nl", "pt", "sv"};

static size_t read_lines(struct arena *arena, struct str text, struct caption_segment *segments)
{
    size_t count = 0;
    struct str line;
    while (count < MOST_LINES && str_split(&text, '\n', &line)) {
        size_t length;
        const char *sound = utf8_repair(arena, str_trim(line), &length);
        check(sound != NULL, "memory");
        int64_t start = (int64_t)count * 10000;
        if (*sound)
            segments[count++] = (struct caption_segment){start, start + 9000, sound, true};
    }
    return count;
}

static void check_slices(struct arena *arena, const struct str *units, size_t count, const struct language *language)
{
    struct slice *slices;
    size_t found, at = 0;
    check(slices_find(arena, units, count, language, 2, 5, 2, &slices, &found, NULL) == OK, "captions are not sliced");
    for (size_t i = 0; i < found; at = slices[i++].end)
        check(slices[i].first == at && slices[i].end > at, "slices do not follow each other");
    check(at == count, "slices do not cover the text");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct caption_segment segments[MOST_LINES];
    struct spoken *spoken;
    size_t count, said;
    if (!size)
        return 0;
    struct arena *arena = arena_new();
    check(arena != NULL, "memory");
    const struct language *language = language_find(str_from(tags[data[0] % 8]));
    struct str text = {(const char *)data + 1, size - 1};
    count = read_lines(arena, text, segments);
    check(speech_read(arena, segments, count, language, &spoken, &said, NULL) == OK, "captions are not read");
    struct str *units = ARENA_ARRAY(arena, said + 1, struct str);
    check(units != NULL, "memory");
    for (size_t i = 0; i < said; i++) {
        check(spoken[i].segment < count && (!i || spoken[i].segment >= spoken[i - 1].segment), "segments go back");
        check(spoken[i].text.len && utf8_is_valid(spoken[i].text), "a sentence is empty or no UTF-8");
        units[i] = spoken[i].text;
        struct str out = reword(arena, units[i], language, str_from(segments[0].text));
        check(utf8_is_valid(out), "a reworded sentence is no UTF-8");
        if (i)
            reword_join(arena, units[i - 1], units[i], language, units[0]);
        check(!arena_failed(arena), "a sentence is not reworded, or not joined");
    }
    check_slices(arena, units, said, language);
    struct headline_part parts[] = {{units, said, {0}}, {units, said / 2, {0}}};
    check(headlines_make(arena, parts, 2, language, STR("tap"), NULL) == OK, "there are no headings");
    check(utf8_is_valid(parts[0].heading) && utf8_is_valid(parts[1].heading), "a heading is no UTF-8");
    arena_free(arena);
    return 0;
}
