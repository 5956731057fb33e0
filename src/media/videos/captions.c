#include "media/videos/captions.h"

#include <stdlib.h>

/* What is said from one time to another. */
struct caption_piece {
    int64_t start_ms, end_ms;
    struct str text;
};

/* --- full stops for captions without punctuation, as speech recognition writes them --- */

enum {
    /* Words for each mark that ends a sentence from which on a text has none: people speak in sentences of 10 to 20
     * words, and the machine writes hardly any. */
    UNSTOPPED_WORDS = 40,
    /* Captions follow each other without a gap as long as somebody speaks on: any gap is a breath then. Where most have
     * one, as some programs leave between all of them, only a long silence tells anything. */
    BREATH_MS = 300,
    SILENCE_MS = 700,
    LEAST_AT_PAUSE = 4,   /* words: what is shorter is a hesitation */
    LEAST_WORDS = 8,      /* of a sentence that is cut off before a word that begins one */
    MOST_WORDS = 25,      /* from which a sentence is looked through for such words */
    ENDLESS_WORDS = 40,   /* more than anybody says in one breath: it holds several sentences */
    ENDLESS_PERCENT = 20, /* of all words in such ones: the text has not been understood */
};

struct token {
    size_t piece, start, end; /* bytes of the piece */
    int64_t pause;            /* milliseconds before it */
    bool begins;              /* a sentence */
};

struct stopping {
    struct arena *arena;
    struct caption_piece *pieces;
    size_t count;
    const struct language *language;
    struct token *tokens;
    size_t token_count;
};

static struct str stops_text_of(const struct stopping *stopping, size_t number)
{
    const struct token *token = &stopping->tokens[number];
    return (struct str){stopping->pieces[token->piece].text.data + token->start, token->end - token->start};
}

static bool stops_ends_sentence(struct str word)
{
    return word.len && strchr(".!?", word.data[word.len - 1]);
}

/* --- tokens --- */

static void read_tokens(struct stopping *stopping)
{
    size_t bytes = 0;
    for (size_t i = 0; i < stopping->count; i++)
        bytes += stopping->pieces[i].text.len;
    stopping->tokens = ARENA_ARRAY(stopping->arena, bytes / 2 + stopping->count + 1, struct token);
    for (size_t i = 0; stopping->tokens && i < stopping->count; i++) {
        const struct caption_piece *piece = &stopping->pieces[i];
        int64_t pause = i ? piece->start_ms - stopping->pieces[i - 1].end_ms : 0;
        for (size_t at = 0; at < piece->text.len;) {
            size_t end = at;
            while (end < piece->text.len && !ascii_is_space(piece->text.data[end]))
                end++;
            if (end > at) {
                stopping->tokens[stopping->token_count++] = (struct token){i, at, end, pause, false};
                pause = 0;
            }
            at = end + 1;
        }
    }
}

static bool has_stops(const struct stopping *stopping)
{
    size_t ends = 0;
    for (size_t i = 0; i < stopping->token_count; i++)
        ends += stops_ends_sentence(stops_text_of(stopping, i));
    bool is_short = stopping->token_count < UNSTOPPED_WORDS; /* of few words nothing can be told */
    return is_short || ends * UNSTOPPED_WORDS >= stopping->token_count;
}

/* --- where sentences begin --- */

static int64_t least_pause(const struct stopping *stopping)
{
    size_t gaps = 0;
    for (size_t i = 1; i < stopping->count; i++)
        gaps += stopping->pieces[i].start_ms - stopping->pieces[i - 1].end_ms >= BREATH_MS;
    return gaps * 2 > stopping->count ? SILENCE_MS : BREATH_MS;
}

static void begin_at_pauses(struct stopping *stopping)
{
    int64_t least = least_pause(stopping);
    size_t before = 0;
    for (size_t i = 0; i < stopping->token_count; i++) {
        bool is_long = i - before >= LEAST_AT_PAUSE && stopping->tokens[i].pause >= least;
        bool is_stopped = i && stops_ends_sentence(stops_text_of(stopping, i - 1));
        if (i && !is_long && !is_stopped)
            continue;
        stopping->tokens[i].begins = true;
        before = i;
    }
}

/* Do the words at `at` begin a phrase of the list? */
static bool stops_is_phrase(const struct stopping *stopping, const char *const *list, size_t at)
{
    for (; list && *list; list++) {
        struct str rest = str_from(*list), word;
        size_t length = 0;
        bool is_whole = true;
        while (is_whole && str_split(&rest, ' ', &word)) {
            is_whole = at + length < stopping->token_count && str_ieq(stops_text_of(stopping, at + length), word);
            length++;
        }
        if (is_whole)
            return true;
    }
    return false;
}

/* "for now", "the first thing": what leans on a function word before it begins nothing. */
static bool leans(const struct stopping *stopping, size_t at)
{
    return language_is_stop_word(stopping->language, stops_text_of(stopping, at - 1));
}

/* In [from, to): before words that begin sentences, with enough words on both sides. */
static void begin_at_words(struct stopping *stopping, size_t from, size_t to)
{
    const struct speech *speech = stopping->language->speech;
    for (size_t i = from + LEAST_WORDS; i + LEAST_WORDS <= to && to - from > MOST_WORDS; i++) {
        if (!stops_is_phrase(stopping, speech->begins, i) || leans(stopping, i))
            continue;
        stopping->tokens[i].begins = true;
        from = i;
        i += LEAST_WORDS - 1;
    }
}

static size_t sentence_end(const struct stopping *stopping, size_t from)
{
    size_t end = from + 1;
    while (end < stopping->token_count && !stopping->tokens[end].begins)
        end++;
    return end;
}

static bool is_understood(const struct stopping *stopping)
{
    size_t endless = 0;
    for (size_t i = 0, end; i < stopping->token_count; i = end) {
        end = sentence_end(stopping, i);
        endless += end - i > ENDLESS_WORDS ? end - i : 0;
    }
    return endless * 100 <= stopping->token_count * ENDLESS_PERCENT;
}

/* --- the texts --- */

/* A large first letter where a sentence begins; and where the language writes the word so everywhere. */
static void stops_add_word(const struct stopping *stopping, struct buf *out, size_t number)
{
    struct str word = stops_text_of(stopping, number);
    bool is_large = stopping->tokens[number].begins || word_list_has(stopping->language->speech->large, word);
    uint32_t first;
    size_t length = utf8_decode(word, 0, &first);
    utf8_append(out, is_large ? unicode_to_upper(first) : first);
    buf_add(out, word.data + length, word.len - length);
    bool is_last = number + 1 == stopping->token_count || stopping->tokens[number + 1].begins;
    if (is_last && !stops_ends_sentence(word))
        buf_char(out, '.');
}

static void write_pieces(struct stopping *stopping)
{
    for (size_t i = 0, token = 0; i < stopping->count; i++) {
        struct buf out = {0};
        for (; token < stopping->token_count && stopping->tokens[token].piece == i; token++) {
            buf_str(&out, out.len ? " " : "");
            stops_add_word(stopping, &out, token);
        }
        stopping->pieces[i].text = buf_keep(&out, stopping->arena);
    }
}

/*
 * Where there are no full stops, sets them at pauses and, in what is long between two pauses, before words that begin
 * sentences; and capitals behind them. The texts of the pieces are replaced, in the arena. Captions that have
 * punctuation, and those that show neither pauses nor such words, stay as they are.
 */
static void captions_stops(struct arena *arena, struct caption_piece *pieces, size_t count,
                           const struct language *language)
{
    struct stopping stopping = {.arena = arena, .pieces = pieces, .count = count, .language = language};
    if (!count || !language || !language->speech || language->is_unspaced)
        return;
    read_tokens(&stopping);
    if (arena_failed(arena) || has_stops(&stopping))
        return;
    begin_at_pauses(&stopping);
    for (size_t i = 0, end; i < stopping.token_count; i = end) {
        end = sentence_end(&stopping, i);
        begin_at_words(&stopping, i, end);
    }
    if (is_understood(&stopping))
        write_pieces(&stopping);
}

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
    return buf_keep(&text, arena);
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

/*
 * One piece for each cue that says something new: when at least a quarter of the cues repeat or extend the one before,
 * what they repeat is left out; else each cue stays as it is, since people say things twice. What is no speech goes:
 * lines in brackets such as "[Music]", notes, and marks of another speaker (">>", "- "). The array has `count` entries
 * at most; gives how many.
 */
static size_t captions_unroll(struct arena *arena, const struct caption_cue *cues, size_t count,
                              struct caption_piece **out)
{
    size_t kept = 0, piece_count = 0;
    struct unroll_spoken *all = ARENA_ARRAY(arena, count + 1, struct unroll_spoken);
    struct caption_piece *pieces = ARENA_ARRAY(arena, count + 1, struct caption_piece);
    *out = pieces;
    if (!all || !pieces)
        return 0;
    for (size_t i = 0; i < count; i++) {
        all[kept] = (struct unroll_spoken){unroll_join(arena, &cues[i]), &cues[i]};
        kept += all[kept].text.len > 0;
    }
    bool rolls = is_rolling(all, kept);
    for (size_t i = 0; i < kept; i++) {
        size_t said = rolls && i ? repeated(&all[i - 1], &all[i]) : 0;
        struct str text = str_trim((struct str){all[i].text.data + said, all[i].text.len - said});
        if (text.len)
            pieces[piece_count++] = (struct caption_piece){all[i].cue->start_ms, all[i].cue->end_ms, text};
    }
    return piece_count;
}

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

/* All that is said, to tell its language. */
static struct str all_text(struct arena *arena, const struct caption_piece *pieces, size_t count)
{
    struct buf all = {0};
    for (size_t i = 0; i < count; i++) {
        buf_add(&all, pieces[i].text.data, pieces[i].text.len);
        buf_char(&all, ' ');
    }
    return buf_keep(&all, arena);
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

/* Cuts the pieces where sentences end inside them. Gives how many parts there are. */
static size_t captions_cut(struct arena *arena, const struct caption_piece *pieces, size_t count,
                           const struct language *language, struct captions_part **out)
{
    struct sentence **sentences = ARENA_ARRAY(arena, count + 1, struct sentence *);
    size_t *counts = ARENA_ARRAY(arena, count + 1, size_t), total = 0, part_count = 0;
    for (size_t i = 0; i < count && !arena_failed(arena); i++) {
        if (sentences_split(arena, pieces[i].text, language, &sentences[i], &counts[i], NULL))
            arena_fail(arena);
        total += counts[i];
    }
    struct captions_part *parts = *out = ARENA_ARRAY(arena, total + 1, struct captions_part);
    for (size_t i = 0; i < count && !arena_failed(arena); i++)
        for (size_t k = 0; k < counts[i]; k++)
            parts[part_count++] = part_of(&pieces[i], sentences[i][k].start, sentences[i][k].end);
    order(parts, part_count);
    return part_count;
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

static struct caption_segment segment_of(struct arena *arena, const struct captions_part *parts, size_t count)
{
    struct buf text = {0};
    struct caption_segment segment = {parts[0].start_ms, parts[0].end_ms, NULL, parts[count - 1].ends_sentence};
    for (size_t i = 0; i < count; i++) {
        if (i)
            buf_char(&text, ' ');
        buf_add(&text, parts[i].text.data, parts[i].text.len);
        if (parts[i].end_ms > segment.end_ms)
            segment.end_ms = parts[i].end_ms;
    }
    segment.text = buf_keep(&text, arena).data;
    return segment;
}

/* Gives how many segments there are. */
static size_t merge(struct arena *arena, const struct captions_part *parts, size_t count,
                    struct caption_segment **segments)
{
    size_t segment_count = 0;
    *segments = ARENA_ARRAY(arena, count + 1, struct caption_segment);
    for (size_t at = 0, end; *segments && at < count; at = end) {
        end = segment_end(parts, count, at);
        (*segments)[segment_count++] = segment_of(arena, parts + at, end - at);
    }
    return segment_count;
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

/* The cues are ordered. */
static void read_segments(struct arena *scratch, struct caption_cue *cues, size_t cue_count, struct arena *arena,
                          struct caption_segment **segments, size_t *count)
{
    struct caption_piece *pieces;
    struct captions_part *parts;
    if (cue_count)
        qsort(cues, cue_count, sizeof *cues, by_start);
    size_t piece_count = captions_unroll(scratch, cues, cue_count, &pieces);
    struct str all = all_text(scratch, pieces, piece_count);
    const struct language *language = all.data ? language_detect(all) : NULL;
    captions_stops(scratch, pieces, piece_count, language);
    if (arena_failed(scratch))
        return;
    size_t part_count = captions_cut(scratch, pieces, piece_count, language, &parts);
    *count = merge(arena, parts, part_count, segments);
}

enum status captions_read(struct arena *arena, struct str file, struct caption_segment **segments, size_t *count,
                          struct error *err)
{
    struct caption_cue *cues;
    size_t cue_count = 0;
    struct arena *scratch = arena_new();
    enum status status = scratch ? read_cues(scratch, file, &cues, &cue_count, err) : error_memory(err);
    if (!status)
        read_segments(scratch, cues, cue_count, arena, segments, count);
    if (!status && (arena_failed(scratch) || arena_failed(arena)))
        status = error_memory(err);
    arena_free(scratch);
    return status;
}
