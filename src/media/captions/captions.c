#include "media/captions/captions.h"

#include "media/captions/captions_stops.h"
#include "media/captions/srt.h"
#include "media/captions/vtt.h"
#include "text/text.h"

#include <stdlib.h>

/* A sentence that ends so soon after the start of a segment may end it when the next one would make it too long. */
enum { SOONEST_END_MS = 5000 };

/* A sentence, or a part of one, with its times. */
struct captions_part {
    int64_t start_ms, end_ms;
    struct str text;
    bool ends_sentence;
};

static int by_start(const void *a, const void *b)
{
    const struct caption_cue *one = a, *other = b;
    if (one->start_ms != other->start_ms)
        return one->start_ms < other->start_ms ? -1 : 1;
    return one->number < other->number ? -1 : one->number > other->number;
}

/* Does the text end in a mark that ends a sentence, perhaps inside quotes or brackets? */
static bool captions_ends_sentence(struct str text)
{
    static const struct str closing[] = {{"\"", 1},           {"'", 1},           {")", 1}, {"]", 1},
                                         {"\xE2\x80\x9D", 3}, {"\xE2\x80\x99", 3}};
    static const struct str marks[] = {
        {".", 1},           {"!", 1}, {"?", 1}, {"\xE2\x80\xA6", 3}, {"\xE3\x80\x82", 3}, {"\xEF\xBC\x81", 3},
        {"\xEF\xBC\x9F", 3}};
    for (size_t i = 0; i < COUNT_OF(closing);) {
        bool is_closed = str_ends(text, closing[i]);
        text.len -= is_closed ? closing[i].len : 0;
        i = is_closed ? 0 : i + 1; /* there may be several */
    }
    for (size_t i = 0; i < COUNT_OF(marks); i++)
        if (str_ends(text, marks[i]))
            return true;
    return false;
}

/* All that is said, to tell its language; the arena's. data NULL: no memory. */
static struct str all_text(struct arena *arena, const struct caption_piece *pieces, size_t count)
{
    struct buf all = {0};
    for (size_t i = 0; i < count; i++) {
        buf_add(&all, pieces[i].text.data, pieces[i].text.len);
        buf_char(&all, ' ');
    }
    struct str text = {all.failed ? NULL : arena_copy_n(arena, buf_text(&all), all.len), all.len};
    buf_free(&all);
    return text;
}

/* Times inside a piece go by the number of bytes. */
static int64_t time_at(const struct caption_piece *piece, size_t byte)
{
    int64_t length = piece->end_ms - piece->start_ms;
    return piece->start_ms + (int64_t)((double)length * (double)byte / (double)piece->text.len);
}

static struct captions_part part_of(const struct caption_piece *piece, size_t start, size_t end)
{
    struct str text = {piece->text.data + start, end - start};
    return (struct captions_part){time_at(piece, start), time_at(piece, end), text, captions_ends_sentence(text)};
}

/* Where captions overlap, what is cut inside one begins no sooner than what stands before it. */
static void order(struct captions_part *parts, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        if (parts[i].start_ms < parts[i - 1].start_ms)
            parts[i].start_ms = parts[i - 1].start_ms;
        if (parts[i].end_ms < parts[i].start_ms)
            parts[i].end_ms = parts[i].start_ms;
    }
}

/* Cuts the pieces where sentences end inside them. */
static enum status captions_cut(struct arena *arena, const struct caption_piece *pieces, size_t count,
                                const struct language *language, struct captions_part **out, size_t *part_count,
                                struct error *err)
{
    struct sentence **sentences = ARENA_ARRAY(arena, count + 1, struct sentence *);
    size_t *counts = ARENA_ARRAY(arena, count + 1, size_t), total = 0;
    if (!sentences || !counts)
        return error_memory(err);
    for (size_t i = 0; i < count; i++) {
        enum status status = sentences_split(arena, pieces[i].text, language, &sentences[i], &counts[i], err);
        if (status)
            return status;
        total += counts[i];
    }
    struct captions_part *parts = ARENA_ARRAY(arena, total + 1, struct captions_part);
    if (!parts)
        return error_memory(err);
    *part_count = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < counts[i]; k++)
            parts[(*part_count)++] = part_of(&pieces[i], sentences[i][k].start, sentences[i][k].end);
    order(parts, *part_count);
    *out = parts;
    return OK;
}

/* The number of the part behind the segment that begins with `first`. */
static size_t segment_end(const struct captions_part *parts, size_t count, size_t first)
{
    size_t at = first, sentence = first; /* behind the last sentence that may end it */
    for (; at < count; at++) {
        int64_t length = parts[at].end_ms - parts[first].start_ms;
        if (at > first && length > SEGMENT_LONGEST_MS)
            return sentence > first ? sentence : at;
        if (!parts[at].ends_sentence)
            continue;
        if (length >= SEGMENT_SHORTEST_MS)
            return at + 1;
        if (length >= SOONEST_END_MS)
            sentence = at + 1;
    }
    return count;
}

static enum status add_segment(struct arena *arena, const struct captions_part *parts, size_t count,
                               struct caption_segment *segment, struct error *err)
{
    struct buf text = {0};
    *segment = (struct caption_segment){parts[0].start_ms, parts[0].end_ms, NULL, parts[count - 1].ends_sentence};
    for (size_t i = 0; i < count; i++) {
        if (i)
            buf_char(&text, ' ');
        buf_add(&text, parts[i].text.data, parts[i].text.len);
        if (parts[i].end_ms > segment->end_ms)
            segment->end_ms = parts[i].end_ms;
    }
    segment->text = text.failed ? NULL : arena_copy(arena, buf_text(&text));
    buf_free(&text);
    return segment->text ? OK : error_memory(err);
}

static enum status merge(struct arena *arena, const struct captions_part *parts, size_t count,
                         struct caption_segment **segments, size_t *segment_count, struct error *err)
{
    enum status status = OK;
    *segment_count = 0;
    *segments = ARENA_ARRAY(arena, count + 1, struct caption_segment);
    if (!*segments)
        return error_memory(err);
    for (size_t at = 0, end; !status && at < count; at = end) {
        end = segment_end(parts, count, at);
        status = add_segment(arena, parts + at, end - at, &(*segments)[(*segment_count)++], err);
    }
    return status;
}

static enum status read_cues(struct arena *arena, struct str file, struct caption_cue **cues, size_t *count,
                             struct error *err)
{
    enum status status =
        vtt_is(file) ? vtt_read(arena, file, cues, count, err) : srt_read(arena, file, cues, count, err);
    if (status == E_CORRUPT)
        error_set(err, E_CORRUPT, NULL,
                  "the captions neither begin with WEBVTT nor have lines with times as SubRip has");
    return status;
}

enum status captions_read(struct arena *arena, struct str file, struct caption_segment **segments, size_t *count,
                          struct error *err)
{
    struct caption_cue *cues;
    struct caption_piece *pieces;
    struct captions_part *parts = NULL;
    size_t cue_count = 0, piece_count = 0, part_count = 0;
    struct arena *scratch = arena_new();
    enum status status = scratch ? read_cues(scratch, file, &cues, &cue_count, err) : error_memory(err);
    if (!status && cue_count)
        qsort(cues, cue_count, sizeof *cues, by_start);
    if (!status)
        status = captions_unroll(scratch, cues, cue_count, &pieces, &piece_count, err);
    struct str all = status ? STR("") : all_text(scratch, pieces, piece_count);
    const struct language *language = all.data ? language_detect(all) : NULL;
    if (!status)
        status = all.data ? captions_stops(scratch, pieces, piece_count, language, err) : error_memory(err);
    if (!status)
        status = captions_cut(scratch, pieces, piece_count, language, &parts, &part_count, err);
    if (!status)
        status = merge(arena, parts, part_count, segments, count, err);
    arena_free(scratch);
    return status;
}
