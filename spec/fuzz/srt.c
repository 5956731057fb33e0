/*
 * Any bytes as a SubRip file, with a line of times before them or without. Cues and segments are clean text with times
 * in order; segments hold no line end, and come in the order of their times.
 */
#include "check.h"
#include "media/videos/captions.h"
#include "media/videos/cues.h"

static void check_text(struct str text)
{
    check(text.len > 0 && utf8_is_valid(text), "a text is empty or no UTF-8");
    check(!memchr(text.data, '\n', text.len) && !memchr(text.data, '\0', text.len), "a text is more than a line");
}

static void check_cues(struct arena *arena, struct str file)
{
    struct caption_cue *cues;
    size_t count;
    enum status status = srt_read(arena, file, &cues, &count, NULL);
    check(status == OK || status == E_CORRUPT, "a file is neither read nor refused");
    for (size_t i = 0; status == OK && i < count; i++) {
        check(cues[i].number == i && cues[i].start_ms >= 0 && cues[i].start_ms < cues[i].end_ms, "times are wrong");
        check(cues[i].count > 0 && cues[i].count <= CUE_LINES, "a cue has no lines, or too many");
        for (size_t k = 0; k < cues[i].count; k++)
            check_text(cues[i].lines[k]);
    }
}

static void check_segments(struct arena *arena, struct str file)
{
    struct caption_segment *segments;
    size_t count;
    enum status status = captions_read(arena, file, &segments, &count, NULL);
    check(status == OK || status == E_CORRUPT, "captions are neither read nor refused");
    for (size_t i = 0; status == OK && i < count; i++) {
        check_text(str_from(segments[i].text));
        check(i == 0 || segments[i].start_ms >= segments[i - 1].start_ms, "segments are out of order");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    struct arena *arena = arena_new();
    check(arena, "no memory");
    struct str file = {(const char *)data + 1, size - 1};
    if (data[0] & 1) {
        struct buf whole = {0};
        buf_str(&whole, "1\n00:00:01,000 --> 00:00:02,000\n");
        buf_add(&whole, file.data, file.len);
        file = (struct str){arena_copy_n(arena, whole.data, whole.len), whole.len};
        buf_free(&whole);
    }
    check_cues(arena, file);
    check_segments(arena, file);
    arena_free(arena);
    return 0;
}
