/* Which language a text is written in, told by its script and its function words. */
#include "text/unicode.h"
#include "text/word_forms.h"
#include "text/words.h"

#include <stdatomic.h>

enum {
    DETECT_BYTES = 32 * 1024, /* more text does not make the answer surer */
    DETECT_WEIGHT = 2520,     /* of one word, shared by the languages it is a function word of: divisible by 1 to 10 */
};

/* The function words of all languages, each with the languages that it belongs to. */
struct function_words {
    struct map languages; /* word -> struct owners */
    struct arena *arena;
};

/* The numbers of languages. */
struct owners {
    size_t *list;
    size_t count, cap;
};

/* Made when first asked for; never freed. */
static _Atomic(struct function_words *) made_words;

static bool language_detect_add_word(struct function_words *words, struct str word, size_t language)
{
    void **place = map_put(&words->languages, word);
    struct owners *owners = place && *place ? *place : place ? ARENA_NEW(words->arena, struct owners) : NULL;
    size_t *added = owners ? VEC_PUSH(words->arena, owners->list, owners->count, owners->cap) : NULL;
    if (!added)
        return false;
    *added = language;
    *place = owners;
    return true;
}

static struct function_words *make_words(void)
{
    size_t count;
    const struct language *languages = language_list(&count);
    struct arena *arena = arena_new();
    struct function_words *words = arena ? ARENA_NEW(arena, struct function_words) : NULL;
    bool done = words;
    if (done) {
        words->arena = arena;
        map_init(&words->languages, arena);
    }
    for (size_t i = 0; i < count && done; i++)
        for (size_t j = 0; j < languages[i].stop_word_count && done; j++)
            done = language_detect_add_word(words, str_from(languages[i].stop_words[j]), i);
    if (!done)
        arena_free(arena);
    return done ? words : NULL;
}

/* Another thread may have made them meanwhile: then these go. NULL when memory ran out. */
static const struct function_words *function_words(void)
{
    struct function_words *made = atomic_load(&made_words), *none = NULL;
    if (made)
        return made;
    made = make_words();
    if (!made || atomic_compare_exchange_strong(&made_words, &none, made))
        return made;
    arena_free(made->arena);
    return none;
}

struct detector {
    const struct language *languages;
    size_t count;
    const struct function_words *words;
    size_t *scores; /* by language */
    size_t *found;  /* by language: its function words, however many languages share them */
};

/* Adds a word's weight to each language in which it is a function word. */
static void score_word(struct detector *detector, struct str folded)
{
    const struct owners *owners = map_get(&detector->words->languages, folded);
    for (size_t i = 0; owners && i < owners->count; i++) {
        detector->scores[owners->list[i]] += DETECT_WEIGHT / owners->count;
        detector->found[owners->list[i]]++;
    }
}

/* Running text is 30 to 50 function words in a hundred. A tenth of it that are of one language alone, or a fifth with
 * those that it shares with its relatives, are enough, told apart from the next best. */
static const struct language *best_language(const struct detector *detector, size_t words)
{
    size_t best = 0, second = 0, at = 0;
    for (size_t i = 0; i < detector->count; i++) {
        size_t score = detector->scores[i];
        if (score > best) {
            second = best;
            best = score;
            at = i;
        } else if (score > second) {
            second = score;
        }
    }
    bool is_often_found = detector->found[at] >= 3 && detector->found[at] >= words / 5;
    bool enough = best >= DETECT_WEIGHT * 3 / 2 && (best >= words * DETECT_WEIGHT / 10 || is_often_found);
    return enough && best > second + second / 5 ? &detector->languages[at] : NULL;
}

/* --- scripts --- */

/* How many letters of a text are of which script; of Cyrillic and Latin those too by which neighbours of the languages
 * with function words are told from them. */
struct scripts {
    size_t letters, kana, han;
    size_t cyrillic, not_russian; /* letters that Russian does not have: і, ј, ў, ң */
    size_t hard_signs;            /* ъ, of which Bulgarian has many */
    size_t not_bulgarian;         /* ы, э, ё */
    size_t schwas;                /* ə, of Azerbaijani */
    size_t arabic, not_arabic;    /* letters that Persian, Urdu and others have, and Arabic has not: پ, گ, ی */
    size_t devanagari, lla;       /* ळ, of Marathi */
    size_t latvian;               /* ā, ē, ī, ģ, ķ, ļ, ņ, which Lithuanian has not */
};

static void count_cyrillic(struct scripts *scripts, uint32_t small)
{
    scripts->cyrillic++;
    scripts->not_russian += small > 0x44F && small != 0x451;
    scripts->hard_signs += small == 0x44A;
    scripts->not_bulgarian += small == 0x44B || small == 0x44D || small == 0x451;
}

static bool is_latvian(uint32_t letter)
{
    static const uint32_t letters[] = {0x100, 0x101, 0x112, 0x113, 0x12A, 0x12B, 0x122,
                                       0x123, 0x136, 0x137, 0x13B, 0x13C, 0x145, 0x146};
    for (size_t i = 0; i < COUNT_OF(letters); i++)
        if (letter == letters[i])
            return true;
    return false;
}

/* A letter of another script than Cyrillic and CJK that is not of ASCII. */
static void count_other(struct scripts *scripts, uint32_t letter)
{
    scripts->latvian += is_latvian(letter);
    bool is_arabic = letter >= 0x620 && letter <= 0x6D3, is_devanagari = letter >= 0x904 && letter <= 0x939;
    scripts->arabic += is_arabic;
    scripts->not_arabic += is_arabic && letter > 0x671;
    scripts->devanagari += is_devanagari;
    scripts->lla += letter == 0x933;
}

static struct scripts count_scripts(struct str text)
{
    struct scripts scripts = {0};
    uint32_t codepoint;
    for (size_t at = 0; at < text.len;) {
        at += utf8_decode(text, at, &codepoint);
        if (!unicode_is_letter(codepoint))
            continue;
        scripts.letters++;
        if (codepoint >= 0x400 && codepoint <= 0x4FF)
            count_cyrillic(&scripts, unicode_to_lower(codepoint));
        else if (unicode_is_cjk(codepoint) && codepoint >= 0x3041 && codepoint <= 0x30FF)
            scripts.kana++;
        else if (unicode_is_cjk(codepoint))
            scripts.han++;
        else if (codepoint >= 0x80)
            count_other(&scripts, codepoint);
        scripts.schwas += codepoint == 0x259 || codepoint == 0x18F;
    }
    return scripts;
}

/* Text of which a quarter are CJK characters: those say as much as several letters. A Japanese text of any length has
 * Kana, about half of it; a Chinese one has them in names at most. Fewer than SURE_HAN may be either. */
static const struct language *cjk_language(const struct scripts *scripts)
{
    enum { SURE_HAN = 8 };
    if (scripts->kana * 20 > scripts->han)
        return language_find(STR("ja"));
    return scripts->han >= SURE_HAN ? language_find(STR("zh")) : NULL;
}

/* Is the text in the script of the language, but in letters of a neighbour that shares function words with it? */
static bool is_neighbour(const struct language *language, const struct scripts *scripts)
{
    enum { SURE_CYRILLIC = 300 }; /* letters, of which two in a hundred are ы in Russian */
    if (strcmp(language->tag, "tr") == 0)
        return scripts->schwas * 100 > scripts->letters;
    if (strcmp(language->tag, "lt") == 0)
        return scripts->latvian * 100 > scripts->letters;
    if (strcmp(language->tag, "ar") == 0)
        return scripts->not_arabic * 50 > scripts->arabic;
    if (strcmp(language->tag, "hi") == 0)
        return scripts->lla * 200 > scripts->devanagari;
    if (strcmp(language->tag, "ru") != 0)
        return false;
    bool is_bulgarian = scripts->hard_signs > 2 && scripts->hard_signs > 4 * scripts->not_bulgarian;
    return is_bulgarian || scripts->not_russian * 100 > scripts->cyrillic ||
           (scripts->cyrillic >= SURE_CYRILLIC && !scripts->not_bulgarian);
}

/* The number of words of the text; SIZE_MAX: memory ran out. */
static size_t score_words(struct detector *detector, struct str text)
{
    struct buf folded = {0}, room = {0};
    size_t count = 0;
    for (struct word_span span = {0}; word_span_next(text, &span); count++) {
        word_fold(&folded, &room, (struct str){text.data + span.start, span.end - span.start}, NULL);
        score_word(detector, (struct str){buf_text(&folded), folded.len});
    }
    bool failed = folded.failed || room.failed;
    buf_free(&folded);
    buf_free(&room);
    return failed ? SIZE_MAX : count;
}

static const struct language *detect(struct arena *arena, struct str text)
{
    struct scripts scripts = count_scripts(text);
    if ((scripts.han + scripts.kana) * 4 >= scripts.letters && scripts.letters)
        return cjk_language(&scripts);
    struct detector detector = {0};
    detector.languages = language_list(&detector.count);
    detector.scores = ARENA_ARRAY(arena, detector.count, size_t);
    detector.found = ARENA_ARRAY(arena, detector.count, size_t);
    detector.words = function_words();
    bool is_ready = detector.scores && detector.found && detector.words;
    size_t count = is_ready ? score_words(&detector, text) : SIZE_MAX;
    const struct language *language = count < SIZE_MAX ? best_language(&detector, count) : NULL;
    return language && !is_neighbour(language, &scripts) ? language : NULL;
}

const struct language *language_detect(struct str text)
{
    struct arena *arena = arena_new();
    if (text.len > DETECT_BYTES)
        text.len = DETECT_BYTES;
    const struct language *language = arena ? detect(arena, text) : NULL;
    arena_free(arena);
    return language;
}
