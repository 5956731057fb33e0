#include "text/words.h"

#include "text/unicode.h"
#include "text/word_forms.h"
#include "text/word_room.h"
#include "text/word_spans.h"
#include "text/words_unspaced.h"

#include <stdint.h>
#include <stdlib.h>

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

/* Fowler-Noll-Vo 1a (http://www.isthe.com/chongo/tech/comp/fnv/). A bad distribution costs nothing but speed here. */
static size_t slot_of(struct str folded)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < folded.len; i++)
        hash = (hash ^ (unsigned char)folded.data[i]) * 16777619u;
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
static bool words_is_plain(const struct words_splitter *splitter, const struct word_span *span, struct str word)
{
    bool dotless_i = splitter->language && splitter->language->dotless_i;
    return span->ascii && !(dotless_i && memchr(word.data, 'I', word.len));
}

static bool split_into(struct words_splitter *splitter, struct str text, struct word *words)
{
    struct word_span span = {0};
    for (struct word *word = words; word_span_next(text, &span); word++) {
        struct str plain = {text.data + span.start, span.end - span.start};
        bool fold_plainly = words_is_plain(splitter, &span, plain);
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

static enum status split_words(struct words_splitter *splitter, struct arena *arena, struct str text,
                               struct word **words, size_t *count, struct error *err)
{
    *count = count_spans(text);
    *words = ARENA_ARRAY(arena, *count, struct word);
    splitter->has_cjk = false;
    bool done = *words && split_into(splitter, text, *words);
    if (done && splitter->has_cjk)
        done = words_unspaced_settle(&splitter->room, splitter->language, text, *words, *count);
    return done ? OK : error_memory(err);
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

enum status words_split(struct arena *arena, struct str text, const struct language *language, struct word **words,
                        size_t *count, struct error *err)
{
    struct words_splitter splitter;
    bool opened = open_splitter(&splitter, arena, language, text.len, text.len >= SEEN_FROM_BYTES);
    enum status status = opened ? split_words(&splitter, arena, text, words, count, err) : error_memory(err);
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
