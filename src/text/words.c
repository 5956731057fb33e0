#include "text/words.h"

#include "text/unicode.h"
#include "text/word_forms.h"

#include <stdint.h>
#include <stdlib.h>

/* Makes room for so many bytes at `free`, without using them up. False: memory ran out. */
static bool word_room_reserve(struct word_room *room, size_t length)
{
    if (room->left >= length)
        return true;
    room->left = length > room->size ? length : room->size;
    room->free = arena_alloc(room->arena, room->left);
    if (!room->free)
        room->left = 0;
    return room->free != NULL;
}

struct str word_room_keep(struct word_room *room, struct str text)
{
    if (text.data != room->free) {
        if (!word_room_reserve(room, text.len))
            return (struct str){NULL, 0};
        memcpy(room->free, text.data, text.len);
    }
    struct str kept = {room->free, text.len};
    room->free += text.len;
    room->left -= text.len;
    return kept;
}

/* An underscore is part of identifiers and counts as a letter. */
static inline enum word_class classify_ascii(unsigned char byte)
{
    unsigned lower = byte | 0x20u;
    if ((lower >= 'a' && lower <= 'z') || byte == '_')
        return LETTER;
    if (byte >= '0' && byte <= '9')
        return DIGIT;
    return byte == '\'' || byte == '-' || byte == '.' ? JOINER : OTHER;
}

/* U+FF9E and U+FF9F are the voicing marks of half-width Katakana. */
static enum word_class classify_cjk(uint32_t codepoint)
{
    if ((codepoint >= 0x3041 && codepoint <= 0x3096) || (codepoint >= 0x309D && codepoint <= 0x309F))
        return HIRAGANA;
    bool is_katakana = (codepoint >= 0x30A1 && codepoint <= 0x30FF) || (codepoint >= 0x31F0 && codepoint <= 0x31FF) ||
                       (codepoint >= 0xFF66 && codepoint <= 0xFF9F);
    return is_katakana ? KATAKANA : IDEOGRAPH;
}

/* What the character at `at` is to a word; *length: its bytes. */
static enum word_class word_class_at(struct str text, size_t at, size_t *length)
{
    unsigned char byte = (unsigned char)text.data[at];
    *length = 1;
    if (byte < 0x80)
        return classify_ascii(byte);
    uint32_t codepoint;
    *length = utf8_decode(text, at, &codepoint);
    bool is_hidden = codepoint == 0xAD || codepoint == 0x200C || codepoint == 0x200D; /* to the reader */
    if (is_hidden || codepoint == 0x2019 || codepoint == 0x2010 || codepoint == 0x2011 || codepoint == 0xB7)
        return JOINER;
    if (unicode_is_cjk(codepoint) || codepoint == 0xFF9E || codepoint == 0xFF9F)
        return classify_cjk(codepoint);
    if (unicode_is_letter(codepoint))
        return LETTER;
    return unicode_is_digit(codepoint) ? DIGIT : OTHER;
}

/* The end of the run of ASCII letters, digits and underscores at `at`: most of most words. */
static inline size_t plain_run(struct str text, size_t at)
{
    for (; at < text.len; at++) {
        unsigned char byte = (unsigned char)text.data[at];
        unsigned lower = byte | 0x20u;
        if (!(lower >= 'a' && lower <= 'z') && !(byte >= '0' && byte <= '9') && byte != '_')
            break;
    }
    return at;
}

/* Where the next character stands that can begin a word, and what it is; text.len when there is none. */
static size_t find_start(struct str text, size_t at, enum word_class *kind)
{
    for (size_t length; at < text.len; at += length) {
        *kind = word_class_at(text, at, &length);
        if (*kind > JOINER)
            break;
    }
    return at;
}

/* The end of the CJK word at `at`, whose kind that is. */
static size_t cjk_end(struct str text, size_t at, enum word_class kind)
{
    size_t length;
    word_class_at(text, at, &length);
    for (at += length; kind == KATAKANA && at < text.len; at += length)
        if (word_class_at(text, at, &length) != KATAKANA)
            break;
    return at;
}

bool word_span_next(struct str text, struct word_span *span)
{
    enum word_class kind = OTHER;
    size_t at = find_start(text, span->end, &kind), length;
    if (at >= text.len)
        return false;
    if (kind >= IDEOGRAPH) {
        *span = (struct word_span){at, cjk_end(text, at, kind), false, true};
        return true;
    }
    *span = (struct word_span){at, at, true, false};
    bool joined = false; /* the last character was a joiner: it belongs to the word only when the word goes on */
    for (; at < text.len; at += length) {
        length = plain_run(text, at) - at;
        if (length)
            kind = LETTER;
        else
            kind = word_class_at(text, at, &length);
        if (kind == OTHER || kind >= IDEOGRAPH || (kind == JOINER && joined))
            break;
        joined = kind == JOINER;
        span->ascii = span->ascii && (unsigned char)text.data[at] < 0x80;
        if (!joined)
            span->end = at + length;
    }
    return true;
}

static enum word_class words_unspaced_class_of(struct str text, const struct word *word)
{
    size_t length;
    return word_class_at(text, word->start, &length);
}

/* Does word `at` stand right behind the one before it, and are both characters of this kind? */
static bool words_unspaced_goes_on(struct str text, const struct word *words, size_t at, enum word_class kind)
{
    return words[at].start == words[at - 1].end && words_unspaced_class_of(text, &words[at]) == kind &&
           words_unspaced_class_of(text, &words[at - 1]) == kind;
}

/* The number of words from `at` on, a character each, that are the longest function word there. */
static size_t function_word_at(const struct language *language, struct str text, const struct word *words, size_t count,
                               size_t at)
{
    enum { LONGEST = 8 };
    size_t most = 1, found = 0;
    while (most < LONGEST && at + most < count && words[at + most].start == words[at + most - 1].end)
        most++;
    for (size_t length = most; length > 0 && !found; length--) {
        struct str run = {text.data + words[at].start, words[at + length - 1].end - words[at].start};
        found = language_is_stop_word(language, run) ? length : 0;
    }
    return found;
}

static void mark_function_words(const struct language *language, struct str text, struct word *words, size_t count)
{
    for (size_t at = 0, length; at < count; at += length ? length : 1) {
        bool is_cjk =
            (unsigned char)text.data[words[at].start] >= 0xE3 && words_unspaced_class_of(text, &words[at]) >= IDEOGRAPH;
        length = is_cjk ? function_word_at(language, text, words, count, at) : 0;
        for (size_t i = 0; i < length; i++)
            words[at + i].is_stop = true;
    }
}

/* Hiragana right behind an ideograph is the ending of a word, and a single one between other words is a particle. */
static void mark_endings(struct str text, struct word *words, size_t count)
{
    for (size_t at = 0, end; at < count; at = end) {
        end = at + 1;
        if (words[at].is_stop || words_unspaced_class_of(text, &words[at]) != HIRAGANA)
            continue;
        while (end < count && !words[end].is_stop && words_unspaced_goes_on(text, words, end, HIRAGANA))
            end++;
        bool is_ending = at > 0 && words[at].start == words[at - 1].end &&
                         words_unspaced_class_of(text, &words[at - 1]) == IDEOGRAPH;
        for (size_t i = at; i < end; i++)
            words[i].is_stop = is_ending || end == at + 1;
    }
}

/* Joins the character with the one behind it; the last of several is part of the pair before it. False: memory ran
 * out. */
static bool pair_up(struct word_room *room, struct str text, struct word *words, size_t count, size_t at)
{
    enum word_class kind = words_unspaced_class_of(text, &words[at]);
    if (words[at].is_stop || (kind != IDEOGRAPH && kind != HIRAGANA))
        return true;
    if (at + 1 == count || words[at + 1].is_stop || !words_unspaced_goes_on(text, words, at + 1, kind)) {
        words[at].is_stop =
            at > 0 && words[at - 1].stem.len > words[at - 1].folded.len && words[at - 1].end == words[at].start;
        return true;
    }
    struct str a = words[at].folded, b = words[at + 1].folded;
    if (!word_room_reserve(room, a.len + b.len))
        return false;
    memcpy(room->free, a.data, a.len);
    memcpy(room->free + a.len, b.data, b.len);
    words[at].stem = word_room_keep(room, (struct str){room->free, a.len + b.len});
    return true;
}

/* Tells the function words and endings among words that are CJK characters, and makes pairs of the others' stems.
 * False: memory ran out. */
static bool words_unspaced_settle(struct word_room *room, const struct language *language, struct str text,
                                  struct word *words, size_t count)
{
    if (language && language->is_unspaced) {
        mark_function_words(language, text, words, count);
        mark_endings(text, words, count);
    }
    for (size_t at = 0; at < count; at++)
        if (!pair_up(room, text, words, count, at))
            return false;
    return true;
}

size_t words_count(struct str text)
{
    size_t words = 0, ideographs = 0, length;
    bool counted = false;
    for (size_t at = 0; at < text.len; at += length) {
        uint32_t codepoint;
        length = utf8_decode(text, at, &codepoint);
        if (unicode_is_space(codepoint)) {
            counted = false;
        } else if (unicode_is_cjk(codepoint)) {
            ideographs++;
            counted = false;
        } else if (!counted && (unicode_is_letter(codepoint) || unicode_is_digit(codepoint))) {
            counted = true;
            words++;
        }
    }
    return words + (ideographs + 1) / 2;
}

/* --- folding and stemming --- */

/*
 * A word that was met before, found by a hash of its folded form: running text repeats itself, and stemming is the
 * slowest step. A newer word takes the place of an older one.
 */
struct words_seen {
    struct str folded, stem;
    bool is_stop;
};

enum {
    SEEN_SLOTS = 8192,          /* a power of two */
    SEEN_FROM_BYTES = 8 * 1024, /* shorter texts do without */
};

struct words_splitter {
    const struct language *language;
    struct stemmer *stemmer;
    struct words_seen *seen; /* SEEN_SLOTS of them, or NULL */
    struct buf folded;       /* of the current word */
    struct buf undotted;     /* the same with the letters I as Turkish reads them */
    struct word_room room;   /* for folded forms and stems */
    bool has_cjk;
};

/* A bad distribution costs nothing but speed here. */
static size_t slot_of(struct str folded)
{
    uint32_t hash = hash32_of(folded, HASH32_EMPTY);
    return (hash ^ hash >> 15) & (SEEN_SLOTS - 1);
}

/* The word in lower case, written into the room without using it up, as it may be known already. data NULL: memory ran
 * out. */
static struct str fold_ascii(struct words_splitter *splitter, struct str word)
{
    if (!word_room_reserve(&splitter->room, word.len))
        return (struct str){NULL, 0};
    for (size_t i = 0; i < word.len; i++) {
        char character = word.data[i];
        splitter->room.free[i] = character >= 'A' && character <= 'Z' ? (char)(character | 0x20) : character;
    }
    return (struct str){splitter->room.free, word.len};
}

/* data NULL: memory ran out. */
static struct str fold_unicode(struct words_splitter *splitter, struct str word)
{
    word_fold(&splitter->folded, &splitter->undotted, word, splitter->language);
    if (splitter->folded.failed || splitter->undotted.failed)
        return (struct str){NULL, 0};
    return (struct str){splitter->folded.data, splitter->folded.len};
}

/* A stem that is the start of its word, as most are, shares the word's bytes. */
static struct str keep_stem(struct words_splitter *splitter, struct str folded, struct str stem)
{
    if (str_starts(folded, stem))
        return (struct str){folded.data, stem.len};
    return word_room_keep(&splitter->room, stem);
}

/* The stem of a folded word, and whether it is a function word. folded.data NULL: memory ran out. */
static struct words_seen analyse(struct words_splitter *splitter, struct str folded)
{
    struct words_seen *known = splitter->seen ? &splitter->seen[slot_of(folded)] : NULL;
    if (known && known->folded.data && str_eq(known->folded, folded))
        return *known;
    struct words_seen fresh = {.is_stop = language_is_stop_word(splitter->language, folded)};
    fresh.folded = fresh.stem = word_room_keep(&splitter->room, folded);
    if (fresh.folded.data && splitter->stemmer)
        fresh.stem = keep_stem(splitter, fresh.folded, stemmer_stem(splitter->stemmer, fresh.folded));
    if (!fresh.stem.data)
        fresh.folded.data = NULL;
    if (known)
        *known = fresh;
    return fresh;
}

static size_t count_spans(struct str text)
{
    size_t count = 0;
    for (struct word_span span = {0}; word_span_next(text, &span);)
        count++;
    return count;
}

/* Is the word plain for folding: are its small letters those of English? */
static bool word_is_plain(const struct words_splitter *splitter, const struct word_span *span, struct str word)
{
    bool dotless_i = splitter->language && splitter->language->dotless_i;
    return span->ascii && !(dotless_i && memchr(word.data, 'I', word.len));
}

static bool split_into(struct words_splitter *splitter, struct str text, struct word *words)
{
    struct word_span span = {0};
    for (struct word *word = words; word_span_next(text, &span); word++) {
        struct str plain = {text.data + span.start, span.end - span.start};
        bool fold_plainly = word_is_plain(splitter, &span, plain);
        struct str folded = fold_plainly ? fold_ascii(splitter, plain) : fold_unicode(splitter, plain);
        if (!folded.data)
            return false;
        struct words_seen seen = analyse(splitter, folded);
        if (!seen.folded.data)
            return false;
        *word = (struct word){span.start, span.end, seen.folded, seen.stem, seen.is_stop};
        splitter->has_cjk = splitter->has_cjk || span.is_cjk;
    }
    return true;
}

static enum status split_failed(struct arena *arena, size_t *count, struct error *err)
{
    *count = 0;
    arena_fail(arena);
    return error_memory(err);
}

static enum status split_words(struct words_splitter *splitter, struct arena *arena, struct str text,
                               struct word **words, size_t *count, struct error *err)
{
    *count = count_spans(text);
    *words = ARENA_ARRAY(arena, *count, struct word);
    splitter->has_cjk = false;
    bool done = *words && split_into(splitter, text, *words);
    if (done && splitter->has_cjk)
        done = words_unspaced_settle(&splitter->room, splitter->language, text, *words, *count);
    return done ? OK : split_failed(arena, count, err);
}

/* size: of the texts; remembers: more than a short one. False: memory ran out. */
static bool open_splitter(struct words_splitter *splitter, struct arena *arena, const struct language *language,
                          size_t size, bool remembers)
{
    enum { MOST_ROOM = 4096 }; /* a short text, such as one sentence of many, needs little more than its own length */
    *splitter = (struct words_splitter){.language = language,
                                        .room = {.arena = arena, .size = size < MOST_ROOM ? size : MOST_ROOM}};
    bool needs_stemmer = language && language->stemmer;
    if (needs_stemmer)
        splitter->stemmer = stemmer_new(language);
    if (language && remembers)
        splitter->seen = calloc(SEEN_SLOTS, sizeof *splitter->seen); /* without it: slower, not wrong */
    return !needs_stemmer || splitter->stemmer;
}

static void close_splitter(struct words_splitter *splitter)
{
    stemmer_free(splitter->stemmer);
    free(splitter->seen);
    buf_free(&splitter->folded);
    buf_free(&splitter->undotted);
}

bool words_have_stem(const struct word *words, size_t count, struct str stem)
{
    for (size_t i = 0; i < count; i++)
        if (str_eq(words[i].stem, stem))
            return true;
    return false;
}

bool words_have_content(const struct word *words, size_t count, struct str stem)
{
    for (size_t i = 0; i < count; i++)
        if (!words[i].is_stop && str_eq(words[i].stem, stem))
            return true;
    return false;
}

enum status words_split(struct arena *arena, struct str text, const struct language *language, struct word **words,
                        size_t *count, struct error *err)
{
    struct words_splitter splitter;
    bool opened = open_splitter(&splitter, arena, language, text.len, text.len >= SEEN_FROM_BYTES);
    *words = NULL;
    enum status status =
        opened ? split_words(&splitter, arena, text, words, count, err) : split_failed(arena, count, err);
    close_splitter(&splitter);
    return status;
}

struct word_memory {
    struct words_splitter splitter;
    struct arena *arena; /* of the folded forms and stems */
};

struct word_memory *word_memory_new(const struct language *language)
{
    struct word_memory *memory = calloc(1, sizeof *memory);
    if (!memory)
        return NULL;
    memory->arena = arena_new();
    bool opened = memory->arena && open_splitter(&memory->splitter, memory->arena, language, SIZE_MAX, true);
    if (opened && (memory->splitter.seen || !language))
        return memory;
    word_memory_free(memory);
    return NULL;
}

void word_memory_free(struct word_memory *memory)
{
    if (!memory)
        return;
    close_splitter(&memory->splitter);
    arena_free(memory->arena);
    free(memory);
}

enum status words_split_again(struct word_memory *memory, struct arena *arena, struct str text, struct word **words,
                              size_t *count, struct error *err)
{
    return split_words(&memory->splitter, arena, text, words, count, err);
}

bool word_list_has(const char *const *list, struct str word)
{
    for (; list && *list; list++)
        if (word.len && **list == word.data[0] && str_eq(word, str_from(*list)))
            return true;
    return false;
}

bool word_list_ihas(const char *const *list, struct str word)
{
    for (; list && *list; list++)
        if (word.len && ascii_lower(**list) == ascii_lower(word.data[0]) && str_ieq(word, str_from(*list)))
            return true;
    return false;
}
