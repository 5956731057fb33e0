#include "write/types/speech.h"

#include "model/builtin/builtin.h"

#include <math.h>

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
};

/* The words of a text; none where memory ran out, which the arena notes. */
static size_t split(struct arena *arena, struct str text, const struct language *language, struct word **words)
{
    size_t count;
    if (!words_split(arena, text, language, words, &count, NULL))
        return count;
    arena_fail(arena);
    return 0;
}

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
static struct str clean(struct speech_reading *reading, struct str text, const struct word *words, size_t count)
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
    if (out.failed)
        arena_fail(reading->arena);
    char *copy = arena_printf(reading->arena, "%.*s%s", STR_ARG(whole), speech_ends_sentence(whole) ? "" : ".");
    buf_free(&out);
    return str_from(copy);
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
static void speech_add_sentence(struct speech_reading *reading, size_t start, size_t end, unsigned char *cues)
{
    struct str text = between(reading->text, start, end);
    struct word *words;
    size_t count = split(reading->arena, text, reading->language, &words);
    if (!count)
        return;
    struct spoken *spoken = &reading->list[reading->list_count];
    *spoken = (struct spoken){.segment = segment_of(reading, start),
                              .is_shown = has_phrase(reading->speech->shown, words, count),
                              .is_of_speaker = has_phrase(reading->speech->first_person, words, count)};
    cues[reading->list_count] = (unsigned char)cue_of(reading, words, count);
    size_t first = skip_openers(reading, text, words, count);
    spoken->is_tied = phrase_at(reading->cues->openings, words, count, first) > 0 ||
                      phrase_at(reading->cues->pronouns, words, count, first) > 0;
    spoken->text = clean(reading, text, words, count);
    spoken->is_idle = count - first < LEAST_WORDS;
    reading->list_count++;
}

/* A sentence without end is cut where its segments end, so that its words are counted where they are said. */
static void add_pieces(struct speech_reading *reading, const struct sentence *sentence, unsigned char *cues)
{
    size_t start = sentence->start;
    size_t first = reading->list_count;
    bool is_long = words_count(between(reading->text, start, sentence->end)) > LONGEST_WORDS;
    for (size_t i = segment_of(reading, start) + 1; is_long && i < reading->count; i++) {
        if (reading->offsets[i] >= sentence->end)
            break;
        speech_add_sentence(reading, start, reading->offsets[i], cues);
        start = reading->offsets[i];
    }
    speech_add_sentence(reading, start, sentence->end, cues);
    for (size_t i = first; i < reading->list_count; i++)
        reading->list[i].is_cut = is_long;
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

static void join_segments(struct speech_reading *reading)
{
    struct buf out = {0};
    reading->offsets = ARENA_ARRAY(reading->arena, reading->count + 1, size_t);
    for (size_t i = 0; i < reading->count && reading->offsets; i++) {
        reading->offsets[i] = out.len;
        buf_printf(&out, "%s ", reading->segments[i].text);
    }
    reading->text = buf_keep(&out, reading->arena);
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
                                     .count = count};
    struct sentence *found;
    size_t found_count = 0;
    join_segments(&reading);
    enum status status = sentences_split(arena, reading.text, language, &found, &found_count, err);
    if (status)
        return status;
    reading.list = ARENA_ARRAY(arena, found_count + count + 1, struct spoken);
    unsigned char *cues = ARENA_ARRAY(arena, found_count + count + 1, unsigned char);
    if (arena_failed(arena))
        return error_memory(err);
    for (size_t i = 0; i < found_count; i++)
        add_pieces(&reading, &found[i], cues);
    mark_sponsors(&reading, cues);
    mark_edges(&reading, cues);
    *sentences = reading.list;
    *sentence_count = reading.list_count;
    return arena_failed(arena) ? error_memory(err) : OK;
}

/* --- where the subject changes --- */

enum { BLOCK = 3 }; /* units on each side of a gap that are compared */

/* A gap is deep from the mean depth less this share of the deviation on: Hearst's lower cut-off. */
static const double depth_share = 0.5;

/* How often each stem stands in each unit. */
struct slices_counted {
    size_t *stems; /* numbers of stems, of all units one behind the other */
    size_t *ends;  /* where those of a unit end */
    size_t count;  /* different stems */
};

static void count_unit(struct arena *arena, struct str unit, const struct language *language, struct map *known,
                       struct slices_counted *counted, size_t *total, size_t *cap)
{
    struct word *words;
    size_t count = split(arena, unit, language, &words);
    for (size_t i = 0; i < count; i++) {
        if (words[i].is_stop)
            continue;
        void **number = map_put(known, words[i].stem);
        size_t *stem = number ? VEC_PUSH(arena, counted->stems, *total, *cap) : NULL;
        if (!stem)
            return;
        if (!*number)
            *number = (void *)(uintptr_t)++counted->count;
        *stem = (size_t)(uintptr_t)*number - 1;
    }
}

static void count_units(struct arena *arena, const struct str *units, size_t count, const struct language *language,
                        struct slices_counted *counted)
{
    struct map known;
    size_t total = 0, cap = 0;
    map_init(&known, arena);
    counted->ends = ARENA_ARRAY(arena, count + 1, size_t);
    for (size_t i = 0; counted->ends && i < count; i++) {
        count_unit(arena, units[i], language, &known, counted, &total, &cap);
        counted->ends[i] = total;
    }
}

/* Cosine of the stems of units [from, gap) and [gap, to). `left` and `right` are zeroed, and are so afterwards. */
static double likeness(const struct slices_counted *counted, size_t from, size_t gap, size_t to, double *left,
                       double *right)
{
    size_t start = from ? counted->ends[from - 1] : 0, middle = counted->ends[gap - 1], end = counted->ends[to - 1];
    double both = 0, squares_left = 0, squares_right = 0;
    for (size_t i = start; i < middle; i++)
        left[counted->stems[i]]++;
    for (size_t i = middle; i < end; i++)
        right[counted->stems[i]]++;
    for (size_t i = 0; i < counted->count; i++) {
        both += left[i] * right[i];
        squares_left += left[i] * left[i];
        squares_right += right[i] * right[i];
        left[i] = right[i] = 0;
    }
    return squares_left > 0 && squares_right > 0 ? both / sqrt(squares_left * squares_right) : 0;
}

/* How much less alike the two sides of a gap are than at the nearest peaks around it. */
static double depth_at(const double *alike, size_t count, size_t gap)
{
    double left = alike[gap], right = alike[gap];
    for (size_t i = gap; i > 1 && alike[i - 1] >= left; i--)
        left = alike[i - 1];
    for (size_t i = gap + 1; i < count && alike[i] >= right; i++)
        right = alike[i];
    return left - alike[gap] + right - alike[gap];
}

static double cut_off(const double *depths, size_t count)
{
    double sum = 0, squares = 0, gaps = (double)(count - 1);
    for (size_t i = 1; i < count; i++) {
        sum += depths[i];
        squares += depths[i] * depths[i];
    }
    double mean = sum / gaps, variance = squares / gaps - mean * mean;
    return mean - depth_share * sqrt(variance > 0 ? variance : 0);
}

static bool slices_is_free(const bool *is_cut, size_t count, size_t gap, size_t shortest)
{
    if (gap < shortest || count - gap < shortest)
        return false;
    for (size_t i = gap >= shortest ? gap - shortest + 1 : 0; i < gap + shortest && i < count; i++)
        if (is_cut[i])
            return false;
    return true;
}

/* The deepest gap that may be cut; the count when there is none. The first of equals. */
static size_t deepest(const double *depths, const bool *is_cut, size_t count, size_t shortest)
{
    size_t best = count;
    for (size_t i = 1; i < count; i++)
        if (slices_is_free(is_cut, count, i, shortest) && (best == count || depths[i] > depths[best]))
            best = i;
    return best;
}

static void slices_measure(struct arena *arena, const struct slices_counted *counted, size_t count, double *depths)
{
    double *alike = ARENA_ARRAY(arena, count + 1, double);
    double *left = ARENA_ARRAY(arena, counted->count + 1, double);
    double *right = ARENA_ARRAY(arena, counted->count + 1, double);
    if (!alike || !left || !right)
        return;
    for (size_t gap = 1; gap < count; gap++) {
        size_t from = gap > BLOCK ? gap - BLOCK : 0, to = gap + BLOCK < count ? gap + BLOCK : count;
        alike[gap] = likeness(counted, from, gap, to, left, right);
    }
    for (size_t gap = 1; gap < count; gap++)
        depths[gap] = depth_at(alike, count, gap);
}

enum status slices_find(struct arena *arena, const struct str *units, size_t count, const struct language *language,
                        size_t least, size_t most, size_t shortest, struct slice **slices, size_t *slice_count,
                        struct error *err)
{
    struct slices_counted counted = {0};
    double *depths = ARENA_ARRAY(arena, count + 1, double);
    bool *is_cut = ARENA_ARRAY(arena, count + 1, bool);
    *slices = ARENA_ARRAY(arena, (most < count ? most : count) + 1, struct slice);
    *slice_count = 0;
    count_units(arena, units, count, language, &counted);
    if (!arena_failed(arena))
        slices_measure(arena, &counted, count, depths);
    if (arena_failed(arena))
        return error_memory(err);
    if (!count)
        return OK;
    double enough = count > 1 ? cut_off(depths, count) : 0;
    for (size_t made = 1; made < most; made++) {
        size_t gap = deepest(depths, is_cut, count, shortest ? shortest : 1);
        if (gap == count || (made >= least && depths[gap] < enough))
            break;
        is_cut[gap] = true;
    }
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || is_cut[i])
            (*slices)[(*slice_count)++].first = i;
        (*slices)[*slice_count - 1].end = i + 1;
    }
    return OK;
}

/* --- headings --- */

enum { MOST_WORDS = 3, SHORTEST_WORD = 3 /* bytes */ };

/* What speaks for a phrase beside how often its words come. */
static const double known_bonus = 0.7, early_bonus = 0.2, repeated_bonus = 0.8, lone_share = 0.5;

/* A word that comes once in a part says little of it. */
static const double once = 0.05;

/* A stem in the whole text. */
struct headline_seen {
    size_t parts;     /* that have it */
    size_t last_part; /* that was counted, plus 1 */
    size_t times;     /* in the part that is being looked at */
    bool is_known;
};

struct headline_making {
    struct arena *arena;
    const struct language *language;
    struct headline_part *parts;
    size_t count;
    struct map stems;   /* of struct headline_seen */
    struct map phrases; /* how often a phrase stands in the part; of size_t */
    struct map taken;   /* headings that others have */
};

/* NULL: memory ran out. */
static struct headline_seen *headline_look_up(struct headline_making *making, struct str stem)
{
    void **slot = map_put(&making->stems, stem);
    if (slot && !*slot)
        *slot = ARENA_NEW(making->arena, struct headline_seen);
    return slot ? *slot : NULL;
}

/* Counts in how many parts each stem is, or, with number 0, marks it as known. */
static void count_text(struct headline_making *making, struct str text, size_t number)
{
    struct word *words;
    size_t count = split(making->arena, text, making->language, &words);
    for (size_t i = 0; i < count; i++) {
        struct headline_seen *seen = headline_look_up(making, words[i].stem);
        if (!seen)
            return;
        seen->is_known |= number == 0;
        seen->parts += number && seen->last_part != number;
        seen->last_part = number ? number : seen->last_part;
    }
}

static bool has_only_letters(struct str word)
{
    uint32_t codepoint;
    for (size_t at = 0; at < word.len;) {
        at += utf8_decode(word, at, &codepoint);
        if (!unicode_is_letter(codepoint) && codepoint != '-')
            return false;
    }
    return word.len >= SHORTEST_WORD;
}

static bool is_fit(const struct word *word)
{
    return !word->is_stop && has_only_letters(word->folded);
}

/* Do only blanks stand between the two words? */
static bool is_side_by_side(struct str text, const struct word *left, const struct word *right)
{
    for (size_t i = left->end; i < right->start; i++)
        if (text.data[i] != ' ')
            return false;
    return true;
}

/* The part with its words. */
struct read_part {
    struct word **words; /* by sentence */
    size_t *counts;
};

static void headline_read_part(struct headline_making *making, const struct headline_part *part, struct read_part *read)
{
    read->words = ARENA_ARRAY(making->arena, part->count + 1, struct word *);
    read->counts = ARENA_ARRAY(making->arena, part->count + 1, size_t);
    for (size_t i = 0; read->words && read->counts && i < part->count; i++) {
        read->counts[i] = split(making->arena, part->sentences[i], making->language, &read->words[i]);
        for (size_t j = 0; j < read->counts[i]; j++) {
            struct headline_seen *seen = headline_look_up(making, read->words[i][j].stem);
            if (seen)
                seen->times++;
        }
    }
}

static void forget_part(struct headline_making *making, const struct headline_part *part, const struct read_part *read)
{
    for (size_t i = 0; i < part->count; i++)
        for (size_t j = 0; j < read->counts[i]; j++) {
            void *seen = map_get(&making->stems, read->words[i][j].stem);
            if (seen)
                ((struct headline_seen *)seen)->times = 0;
        }
}

static struct str phrase_key(struct headline_making *making, const struct word *words, size_t count)
{
    struct buf out = {0};
    for (size_t i = 0; i < count; i++)
        buf_printf(&out, "%s%.*s", i ? " " : "", STR_ARG(words[i].stem));
    return buf_keep(&out, making->arena);
}

/* The best phrase so far. */
struct headline_choice {
    struct str key, text;
    double value;
};

static double headline_value_of(struct headline_making *making, const struct word *words, size_t count, double place)
{
    double value = 0;
    for (size_t i = 0; i < count; i++) {
        const struct headline_seen *seen = map_get(&making->stems, words[i].stem);
        double rare = log(1 + (double)making->count / (double)(seen->parts ? seen->parts : 1));
        value += log((double)seen->times + once) * rare * (seen->is_known ? 1 + known_bonus : 1);
    }
    value /= sqrt((double)count); /* longer phrases have more, but not that much more, to say */
    return (count == 1 ? value * lone_share : value) + early_bonus * (1 - place);
}

static void try_phrase(struct headline_making *making, struct str sentence, const struct word *words, size_t count,
                       double place, struct headline_choice *choice)
{
    struct str key = phrase_key(making, words, count);
    void **times = key.data ? map_put(&making->phrases, key) : NULL;
    if (!times)
        return;
    size_t before = (size_t)(uintptr_t)*times;
    *times = (void *)(uintptr_t)(before + 1);
    double value = headline_value_of(making, words, count, place) + (before && count > 1 ? repeated_bonus : 0);
    if (map_get(&making->taken, key) || value <= choice->value)
        return;
    struct str text = {sentence.data + words[0].start, words[count - 1].end - words[0].start};
    *choice = (struct headline_choice){key, text, value};
}

static void search_sentence(struct headline_making *making, struct str sentence, const struct word *words, size_t count,
                            double place, struct headline_choice *choice)
{
    for (size_t i = 0; i < count; i++)
        for (size_t length = 1; length <= MOST_WORDS && i + length <= count; length++) {
            const struct word *last = &words[i + length - 1];
            if (!is_fit(last) || (length > 1 && !is_side_by_side(sentence, last - 1, last)))
                break;
            try_phrase(making, sentence, words + i, length, place, choice);
        }
}

/* As the language writes headings: each word, or the first one, with a capital. */
static struct str write_heading(const struct headline_making *making, struct str text)
{
    const struct phrases *phrases = making->language ? making->language->phrases : NULL;
    bool is_title = phrases && phrases->titles_are_capitalised;
    struct buf out = {0};
    struct str rest = text, word;
    for (bool is_first = true; str_split(&rest, ' ', &word); is_first = false) {
        if (!is_first)
            buf_char(&out, ' ');
        if (is_first || is_title)
            add_large(&out, word);
        else
            buf_add(&out, word.data, word.len);
    }
    return buf_keep(&out, making->arena);
}

static void make_heading(struct headline_making *making, struct headline_part *part)
{
    struct read_part read = {0};
    struct headline_choice choice = {.value = 0};
    map_init(&making->phrases, making->arena);
    part->heading = STR("");
    headline_read_part(making, part, &read);
    if (arena_failed(making->arena))
        return;
    for (size_t i = 0; i < part->count; i++)
        search_sentence(making, part->sentences[i], read.words[i], read.counts[i], (double)i / (double)part->count,
                        &choice);
    forget_part(making, part, &read);
    void **taken = choice.text.len ? map_put(&making->taken, choice.key) : NULL;
    if (!taken)
        return;
    *taken = part;
    part->heading = write_heading(making, choice.text);
}

enum status headlines_make(struct arena *arena, struct headline_part *parts, size_t count,
                           const struct language *language, struct str known, struct error *err)
{
    struct headline_making making = {.arena = arena, .language = language, .parts = parts, .count = count};
    map_init(&making.stems, arena);
    map_init(&making.taken, arena);
    count_text(&making, known, 0);
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < parts[i].count; j++)
            count_text(&making, parts[i].sentences[j], i + 1);
    for (size_t i = 0; i < count; i++)
        make_heading(&making, &parts[i]);
    return arena_failed(arena) ? error_memory(err) : OK;
}
