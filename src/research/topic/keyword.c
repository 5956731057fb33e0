#include "research/topic/topic.h"

struct frame_reader {
    struct keyword *keyword;
    const struct keyword_words *frames;
    const struct language *language;
    const struct word *places; /* the words where they stand in the keyword's text */
    struct worded words;       /* the same folded: people write titles with capitals, which are no names */
    size_t first, end;         /* words of the subject */
};

/* The words with each in its folded form, and what stands between them as it is. */
static void keyword_fold(struct arena *arena, struct worded *worded)
{
    struct buf text = {0};
    struct word *words = ARENA_ARRAY(arena, worded->count + 1, struct word);
    for (size_t i = 0, at = 0; words && i < worded->count; i++) {
        words[i] = worded->words[i];
        buf_add(&text, worded->text.data + at, words[i].start - at);
        at = words[i].end;
        words[i].start = text.len;
        buf_add(&text, words[i].folded.data, words[i].folded.len);
        words[i].end = text.len;
    }
    *worded = (struct worded){buf_keep(&text, arena), words, worded->count};
}

/* --- words --- */

static bool has_content(const struct frame_reader *reader, size_t first, size_t end)
{
    for (size_t i = first; i < end; i++)
        if (!reader->words.words[i].is_stop)
            return true;
    return false;
}

/* The number that a word says, in digits or as a word from two to twenty; 0: none. */
static size_t keyword_number_of(const struct frame_reader *reader, size_t at)
{
    enum { MOST_DIGITS = 3 };
    if (at >= reader->words.count)
        return 0;
    struct str word = reader->words.words[at].folded;
    size_t number = 0;
    for (size_t i = 0; i < word.len && word.len <= MOST_DIGITS; i++) {
        if (!ascii_is_digit(word.data[i])) {
            number = 0;
            break;
        }
        number = number * 10 + (size_t)(word.data[i] - '0');
    }
    return number ? number : language_number(reader->language, word);
}

/* From the start of the first word to the end of the last one; at the ends of the text with what stands outside of
 * them, as "C++" does, but without marks that end sentences. */
static struct str keyword_slice(const struct frame_reader *reader, size_t first, size_t end)
{
    struct str text = reader->keyword->text;
    if (first >= end)
        return (struct str){text.data, 0};
    size_t from = reader->places[first].start, to = reader->places[end - 1].end;
    if (first == 0)
        from = 0;
    if (end == reader->words.count)
        to = text.len;
    struct str part = str_trim((struct str){text.data + from, to - from});
    while (part.len && memchr("?!.:;,", part.data[part.len - 1], 6))
        part = str_trim((struct str){part.data, part.len - 1});
    return part;
}

/* --- frames --- */

/* Takes a frame off the start, unless it leaves no word that bears meaning; *end: the word behind it. */
static bool starts_with(const struct frame_reader *reader, const char *const *patterns, size_t at, size_t *end)
{
    struct worded part = reader->words;
    part.count = reader->end;
    return pattern_begins(patterns, &part, at, end) && has_content(reader, *end, reader->end);
}

/* Takes the longest frame off the end of the subject. */
static bool keyword_cut_end(struct frame_reader *reader, const char *const *patterns)
{
    struct worded part = reader->words;
    part.count = reader->end;
    for (size_t at = reader->first + 1, end; at < reader->end; at++) {
        if (!pattern_begins(patterns, &part, at, &end) || end != reader->end || !has_content(reader, reader->first, at))
            continue;
        reader->end = at;
        return true;
    }
    return false;
}

/* "guide to", "for beginners": frames that stand around frames. */
static void cut_frames(struct frame_reader *reader)
{
    for (bool more = true; more;) {
        size_t end;
        more = starts_with(reader, reader->frames->before, reader->first, &end);
        if (more)
            reader->first = end;
        more |= keyword_cut_end(reader, reader->frames->after);
    }
}

/* What is counted, without the preposition behind it. */
static struct str counted_slice(const struct frame_reader *reader, size_t first, size_t end)
{
    while (end > first + 1 && reader->words.words[end - 1].is_stop)
        end--;
    return keyword_slice(reader, first, end);
}

/* What is counted, and a preposition: "steps to", but not the "step" of "12 step programmes". */
static bool starts_with_counted(const struct frame_reader *reader, size_t at, size_t *end)
{
    return starts_with(reader, reader->frames->counted, at, end) && reader->words.words[*end - 1].is_stop;
}

/* "10 tips for safe passwords", "10 password tips". */
static bool read_counted(struct frame_reader *reader)
{
    struct keyword *keyword = reader->keyword;
    size_t number = keyword_number_of(reader, reader->first), first = reader->first + 1, end;
    if (!number)
        return false;
    if (starts_with_counted(reader, first, &end)) {
        keyword->counted = counted_slice(reader, first, end);
        reader->first = end;
    } else {
        size_t last = reader->end;
        reader->first = first;
        if (!keyword_cut_end(reader, reader->frames->counted)) {
            reader->first = first - 1;
            return false;
        }
        keyword->counted = counted_slice(reader, reader->end, last);
    }
    keyword->announced = number;
    keyword->shape = KEYWORD_COUNTED;
    return true;
}

/* "best text editors", "top 5 text editors", "the 5 best text editors". */
static bool read_best(struct frame_reader *reader)
{
    size_t first = reader->first, end, counted;
    size_t article =
        first + 1 < reader->end && reader->words.words[first].is_stop && keyword_number_of(reader, first + 1);
    size_t number = keyword_number_of(reader, first + article);
    if (number)
        first += article + 1;
    if (!starts_with(reader, reader->frames->best, first, &end))
        return false;
    /* "best practices for ..." counts no things that could be best. */
    if (!number && starts_with_counted(reader, first, &counted) && counted > end)
        return false;
    size_t behind = keyword_number_of(reader, end);
    if (behind && has_content(reader, end + 1, reader->end))
        end++;
    else if (behind || !number)
        behind = keyword_number_of(reader, end - 1); /* the pattern has taken it */
    reader->keyword->announced = number ? number : behind;
    reader->keyword->shape = KEYWORD_BEST;
    reader->first = end;
    return true;
}

static bool read_shape(struct frame_reader *reader, const char *const *patterns, enum keyword_shape shape)
{
    size_t end;
    if (!starts_with(reader, patterns, reader->first, &end))
        return false;
    reader->keyword->shape = shape;
    reader->first = end;
    return true;
}

/* "makro nedir": the question stands behind its subject. */
static bool read_question_behind(struct frame_reader *reader)
{
    if (!keyword_cut_end(reader, reader->frames->what_is_last))
        return false;
    reader->keyword->shape = KEYWORD_WHAT_IS;
    return true;
}

static bool read_versus(struct frame_reader *reader)
{
    size_t last = reader->end;
    for (size_t at = reader->first + 1, end; at + 1 < last; at++) {
        if (!pattern_begins(reader->frames->versus, &reader->words, at, &end) ||
            !has_content(reader, reader->first, at) || !has_content(reader, end, last))
            continue;
        reader->keyword->shape = KEYWORD_VERSUS;
        keyword_cut_end(reader, reader->frames->after);
        reader->keyword->other = keyword_slice(reader, end, reader->end);
        reader->end = at;
        cut_frames(reader);
        return true;
    }
    return false;
}

static void read_frames(struct frame_reader *reader)
{
    if (read_versus(reader))
        return;
    bool has_shape = read_counted(reader) || read_best(reader) ||
                     read_shape(reader, reader->frames->how_to, KEYWORD_HOW_TO) ||
                     read_shape(reader, reader->frames->what_is, KEYWORD_WHAT_IS) || read_question_behind(reader);
    size_t end;
    if (!has_shape && starts_with_counted(reader, reader->first, &end))
        reader->first = end;
    size_t first = reader->first;
    cut_frames(reader);
    /* "a guide to what is ..." */
    if (!has_shape && reader->first > first && !read_shape(reader, reader->frames->how_to, KEYWORD_HOW_TO))
        read_shape(reader, reader->frames->what_is, KEYWORD_WHAT_IS);
}

enum status keyword_read(struct arena *arena, struct str text, const struct language *language, struct keyword *keyword,
                         struct error *err)
{
    *keyword = (struct keyword){.text = text, .subject = str_trim(text)};
    struct frame_reader reader = {.keyword = keyword, .language = language};
    enum status status = worded_split(arena, text, language, &reader.words, err);
    if (status || !language || !language->keyword_words || !reader.words.count)
        return status;
    reader.frames = language->keyword_words;
    reader.places = reader.words.words;
    reader.end = reader.words.count;
    keyword_fold(arena, &reader.words);
    if (arena_failed(arena))
        return error_memory(err);
    read_frames(&reader);
    keyword->subject = keyword_slice(&reader, reader.first, reader.end);
    return OK;
}
