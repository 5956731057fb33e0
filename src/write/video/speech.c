#include "write/video/speech.h"

#include "model/builtin/builtin.h"

enum {
    LONGEST_WORDS = 60, /* of a sentence; a longer one has lost its full stops */
    SPONSOR_GAP = 3,    /* sentences between two on the sponsor that are about him too */
    EDGE_PERCENT = 15,  /* of the sentences: the beginning, where greetings are, and the end */
    LEAST_WORDS = 2,
    SOUND_LETTERS = 3,
};

struct speech_reading {
    struct arena *arena;
    const struct language *language; /* of the captions; NULL: unknown */
    const struct speech *speech;
    const struct cues *cues;
    const struct caption_segment *segments;
    size_t count;
    size_t *offsets; /* where each segment begins in the text */
    struct str text;
    struct spoken *list;
    size_t list_count, cap;
    struct error *err;
};

/* --- cues --- */

/* Do the words at `at` begin a phrase of the list? Returns how many words it has; 0: none. The longest wins. */
static size_t phrase_at(const char *const *list, const struct word *words, size_t count, size_t at)
{
    size_t longest = 0;
    for (; *list; list++) {
        struct str rest = str_from(*list), piece;
        size_t length = 0;
        bool is_whole = true;
        while (is_whole && str_split(&rest, ' ', &piece)) {
            is_whole = at + length < count && str_eq(words[at + length].folded, piece);
            length++;
        }
        if (is_whole && length > longest)
            longest = length;
    }
    return longest;
}

static bool has_phrase(const char *const *list, const struct word *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (phrase_at(list, words, count, i))
            return true;
    return false;
}

/* --- cleaning --- */

static bool is_blank_or_comma(struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (!ascii_is_space(text.data[i]) && text.data[i] != ',')
            return false;
    return true;
}

static struct str between(struct str text, size_t from, size_t to)
{
    return (struct str){text.data + from, to - from};
}

/* Is it a sound and no word of the language? Others are fillers only when commas set them off. */
static bool is_sound(const struct word *word, size_t length)
{
    return length == 1 && !word->is_stop && utf8_length(word->folded) <= SOUND_LETTERS;
}

/* Openers before a comma, and fillers at the start, go: as many as there are. Returns the first word that stays. */
static size_t skip_openers(const struct speech_reading *reading, struct str text, const struct word *words,
                           size_t count)
{
    size_t at = 0;
    for (;;) {
        size_t filler = phrase_at(reading->speech->fillers, words, count, at);
        size_t opener = filler ? filler : phrase_at(reading->speech->openers, words, count, at);
        if (!opener || at + opener >= count)
            return at;
        struct str gap = between(text, words[at + opener - 1].end, words[at + opener].start);
        if (!is_blank_or_comma(gap) || (!is_sound(&words[at], filler) && str_find(gap, STR(","), 0) == gap.len))
            return at;
        at += opener;
    }
}

/* A filler stands alone: commas or nothing but blanks around it, and one-word ones that are words of the language
 * besides only between commas. */
static size_t filler_at(const struct speech_reading *reading, struct str text, const struct word *words, size_t count,
                        size_t at)
{
    size_t length = phrase_at(reading->speech->fillers, words, count, at);
    if (!length || at == 0)
        return 0;
    struct str before = between(text, words[at - 1].end, words[at].start);
    size_t end = at + length < count ? words[at + length].start : text.len;
    struct str behind = between(text, words[at + length - 1].end, end);
    bool has_commas = str_find(before, STR(","), 0) < before.len &&
                      (at + length == count || str_find(behind, STR(","), 0) < behind.len);
    if (!is_blank_or_comma(before) || (at + length < count && !is_blank_or_comma(behind)))
        return 0;
    return has_commas || is_sound(&words[at], length) ? length : 0;
}

static bool speech_ends_sentence(struct str text)
{
    static const char *const ends[] = {".", "!", "?", "\xE2\x80\xA6", ":", "\"", "\xE2\x80\x9D"};
    for (size_t i = 0; i < COUNT_OF(ends); i++)
        if (str_ends(text, str_from(ends[i])))
            return true;
    return false;
}

/* The first piece of a sentence begins with a capital. */
static void speech_add_piece(struct buf *out, struct str text)
{
    if (out->len)
        buf_add(out, text.data, text.len);
    else
        add_large(out, text);
}

/* The sentence without its fillers. The comma between what stood around one stays when both were set off. */
static enum status clean(struct speech_reading *reading, struct str text, const struct word *words, size_t count,
                         struct str *cleaned)
{
    struct buf out = {0};
    size_t first = skip_openers(reading, text, words, count), from = first < count ? words[first].start : 0;
    for (size_t i = first + 1; i < count; i++) {
        size_t length = filler_at(reading, text, words, count, i);
        if (!length)
            continue;
        bool goes_on = i + length < count;
        if (from < words[i - 1].end) { /* else fillers stand one behind the other */
            speech_add_piece(&out, between(text, from, words[i - 1].end));
            buf_str(&out, goes_on ? " " : "");
        }
        from = goes_on ? words[i + length].start : words[i + length - 1].end;
        i += length - 1;
    }
    while (out.len && out.data[out.len - 1] == ' ' && from < text.len && strchr(".!?", text.data[from]))
        out.len--;
    speech_add_piece(&out, between(text, from, text.len));
    struct str whole = str_trim(str_from(buf_text(&out)));
    while (str_ends(whole, STR(",")))
        whole.len--;
    char *copy = out.failed
                     ? NULL
                     : arena_printf(reading->arena, "%.*s%s", STR_ARG(whole), speech_ends_sentence(whole) ? "" : ".");
    buf_free(&out);
    *cleaned = str_from(copy);
    return copy ? OK : error_memory(reading->err);
}

/* --- sentences --- */

enum speech_cue { CUE_NONE, CUE_GREETING, CUE_SPONSOR, CUE_GOODBYE };

static enum speech_cue cue_of(const struct speech_reading *reading, const struct word *words, size_t count)
{
    const struct speech *speech = reading->speech;
    if (has_phrase(speech->sponsors, words, count))
        return CUE_SPONSOR;
    if (has_phrase(speech->goodbyes, words, count))
        return CUE_GOODBYE;
    return has_phrase(speech->greetings, words, count) ? CUE_GREETING : CUE_NONE;
}

static size_t segment_of(const struct speech_reading *reading, size_t offset)
{
    size_t number = 0;
    while (number + 1 < reading->count && reading->offsets[number + 1] <= offset)
        number++;
    return number;
}

/* `cues` grows with the list: what each sentence is known by. */
static enum status speech_add_sentence(struct speech_reading *reading, size_t start, size_t end, unsigned char *cues)
{
    struct str text = between(reading->text, start, end);
    struct word *words;
    size_t count;
    enum status status = words_split(reading->arena, text, reading->language, &words, &count, reading->err);
    if (status || !count)
        return status;
    struct spoken *spoken = &reading->list[reading->list_count];
    *spoken = (struct spoken){.segment = segment_of(reading, start),
                              .is_shown = has_phrase(reading->speech->shown, words, count),
                              .is_of_speaker = has_phrase(reading->speech->first_person, words, count)};
    cues[reading->list_count] = (unsigned char)cue_of(reading, words, count);
    size_t first = skip_openers(reading, text, words, count);
    spoken->is_tied = phrase_at(reading->cues->openings, words, count, first) > 0 ||
                      phrase_at(reading->cues->pronouns, words, count, first) > 0;
    status = clean(reading, text, words, count, &spoken->text);
    spoken->is_idle = count - first < LEAST_WORDS;
    reading->list_count += !status;
    return status;
}

/* A sentence without end is cut where its segments end, so that its words are counted where they are said. */
static enum status add_pieces(struct speech_reading *reading, const struct sentence *sentence, unsigned char *cues)
{
    size_t start = sentence->start;
    size_t first = reading->list_count;
    enum status status = OK;
    bool is_long = words_count(between(reading->text, start, sentence->end)) > LONGEST_WORDS;
    for (size_t i = segment_of(reading, start) + 1; is_long && i < reading->count && !status; i++) {
        if (reading->offsets[i] >= sentence->end)
            break;
        status = speech_add_sentence(reading, start, reading->offsets[i], cues);
        start = reading->offsets[i];
    }
    if (!status)
        status = speech_add_sentence(reading, start, sentence->end, cues);
    for (size_t i = first; i < reading->list_count; i++)
        reading->list[i].is_cut = is_long;
    return status;
}

/* --- what is not of the subject --- */

static void mark_sponsors(struct speech_reading *reading, const unsigned char *cues)
{
    size_t last = 0;
    bool seen = false;
    for (size_t i = 0; i < reading->list_count; i++) {
        if (cues[i] != CUE_SPONSOR)
            continue;
        for (size_t j = last + 1; seen && i - last <= SPONSOR_GAP && j < i; j++)
            reading->list[j].is_idle = true;
        reading->list[i].is_idle = true;
        last = i;
        seen = true;
    }
}

static void mark_edges(struct speech_reading *reading, const unsigned char *cues)
{
    size_t count = reading->list_count, edge = (count * EDGE_PERCENT + 99) / 100;
    for (size_t i = 0; i < edge; i++)
        if (cues[i] == CUE_GREETING)
            reading->list[i].is_idle = true;
    bool is_over = false;
    for (size_t i = count - edge; i < count; i++) {
        is_over |= cues[i] == CUE_GOODBYE;
        reading->list[i].is_idle |= is_over;
    }
    /* Asked for in the middle of the film too: the one sentence goes. */
    for (size_t i = 0; i < count - edge; i++)
        reading->list[i].is_idle |= cues[i] == CUE_GOODBYE && reading->list[i].text.len < 160;
}

/* --- all of it --- */

static enum status join_segments(struct speech_reading *reading)
{
    struct buf out = {0};
    reading->offsets = ARENA_ARRAY(reading->arena, reading->count + 1, size_t);
    for (size_t i = 0; i < reading->count && reading->offsets; i++) {
        reading->offsets[i] = out.len;
        buf_printf(&out, "%s ", reading->segments[i].text);
    }
    char *copy = out.failed || !reading->offsets ? NULL : arena_copy_n(reading->arena, buf_text(&out), out.len);
    reading->text = (struct str){copy, out.len};
    buf_free(&out);
    return copy ? OK : error_memory(reading->err);
}

enum status speech_read(struct arena *arena, const struct caption_segment *segments, size_t count,
                        const struct language *language, struct spoken **sentences, size_t *sentence_count,
                        struct error *err)
{
    const struct language *english = language_find(STR("en"));
    struct speech_reading reading = {.arena = arena,
                                     .language = language,
                                     .speech = language && language->speech ? language->speech : english->speech,
                                     .cues = language && language->cues ? language->cues : english->cues,
                                     .segments = segments,
                                     .count = count,
                                     .err = err};
    struct sentence *found;
    size_t found_count = 0;
    enum status status = join_segments(&reading);
    if (!status)
        status = sentences_split(arena, reading.text, language, &found, &found_count, err);
    if (status)
        return status;
    reading.list = ARENA_ARRAY(arena, found_count + count + 1, struct spoken);
    unsigned char *cues = ARENA_ARRAY(arena, found_count + count + 1, unsigned char);
    if (!reading.list || !cues)
        return error_memory(err);
    for (size_t i = 0; i < found_count && !status; i++)
        status = add_pieces(&reading, &found[i], cues);
    mark_sponsors(&reading, cues);
    mark_edges(&reading, cues);
    *sentences = reading.list;
    *sentence_count = reading.list_count;
    return status;
}
