#include "media/captions/captions_unroll.h"

#include "text/text.h"

/* --- what is no speech --- */

static struct str without_prefix(struct str text, struct str prefix)
{
    return str_starts(text, prefix) ? str_trim((struct str){text.data + prefix.len, text.len - prefix.len}) : text;
}

static struct str without_suffix(struct str text, struct str suffix)
{
    return str_ends(text, suffix) ? str_trim((struct str){text.data, text.len - suffix.len}) : text;
}

/* Is the line one pair of brackets with what is in it? */
static bool is_bracketed(struct str line)
{
    static const char pairs[][2] = {{'[', ']'}, {'(', ')'}};
    for (size_t i = 0; i < COUNT_OF(pairs); i++) {
        if (line.len < 2 || line.data[0] != pairs[i][0])
            continue;
        const char *close = memchr(line.data, pairs[i][1], line.len);
        return close && close == line.data + line.len - 1;
    }
    return false;
}

/* The speech of a line; empty when there is none. */
static struct str speech_of(struct str line)
{
    static const struct str marks[] = {{">>>", 3}, {">>", 2}, {"- ", 2}, {"\xE2\x99\xAA", 3}, {"\xE2\x99\xAB", 3}};
    for (size_t i = 0; i < COUNT_OF(marks); i++)
        line = without_suffix(without_prefix(line, marks[i]), marks[i]);
    return is_bracketed(line) ? STR("") : line;
}

/* --- what is repeated --- */

/* A cue on one line. */
struct unroll_spoken {
    struct str text;
    const struct caption_cue *cue;
};

/* Joins the lines with blanks. */
static struct str unroll_join(struct arena *arena, const struct caption_cue *cue)
{
    struct buf text = {0};
    for (size_t i = 0; i < cue->count; i++) {
        struct str line = speech_of(cue->lines[i]);
        if (line.len && text.len)
            buf_char(&text, ' ');
        buf_add(&text, line.data ? line.data : "", line.len);
    }
    size_t length = text.len;
    const char *copy = text.failed ? NULL : arena_copy_n(arena, buf_text(&text), length);
    buf_free(&text);
    return (struct str){copy, length};
}

/* Does the text begin with those words? */
static bool begins_with_words(struct str text, struct str words)
{
    return words.len && str_starts(text, words) && (text.len == words.len || text.data[words.len] == ' ');
}

/*
 * How many bytes at the beginning of a cue the one before it has said: the longest run of whole lines at its end that
 * this one begins with.
 */
static size_t repeated(const struct unroll_spoken *before, const struct unroll_spoken *now)
{
    size_t at = 0;
    for (size_t i = 0; i < before->cue->count; i++) {
        struct str line = speech_of(before->cue->lines[i]);
        struct str tail = {before->text.data + at, before->text.len - at};
        if (line.len && begins_with_words(now->text, tail))
            return tail.len;
        at += line.len ? line.len + 1 : 0;
        if (at >= before->text.len)
            break;
    }
    return 0;
}

static bool is_rolling(const struct unroll_spoken *all, size_t count)
{
    size_t rolled = 0;
    for (size_t i = 1; i < count; i++)
        rolled += repeated(&all[i - 1], &all[i]) > 0;
    return count > 1 && rolled * 4 >= count - 1;
}

enum status captions_unroll(struct arena *arena, const struct caption_cue *cues, size_t count,
                            struct caption_piece **out, size_t *piece_count, struct error *err)
{
    size_t kept = 0;
    struct unroll_spoken *all = ARENA_ARRAY(arena, count + 1, struct unroll_spoken);
    struct caption_piece *pieces = ARENA_ARRAY(arena, count + 1, struct caption_piece);
    *piece_count = 0;
    *out = pieces;
    if (!all || !pieces)
        return error_memory(err);
    for (size_t i = 0; i < count; i++) {
        all[kept] = (struct unroll_spoken){unroll_join(arena, &cues[i]), &cues[i]};
        if (!all[kept].text.data)
            return error_memory(err);
        kept += all[kept].text.len > 0;
    }
    bool rolls = is_rolling(all, kept);
    for (size_t i = 0; i < kept; i++) {
        size_t said = rolls && i ? repeated(&all[i - 1], &all[i]) : 0;
        struct str text = str_trim((struct str){all[i].text.data + said, all[i].text.len - said});
        if (text.len)
            pieces[(*piece_count)++] = (struct caption_piece){all[i].cue->start_ms, all[i].cue->end_ms, text};
    }
    return OK;
}
