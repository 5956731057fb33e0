#include "text/language.h"

#include "text/words.h"

#include "text/languages/danish.inc"
#include "text/languages/dutch.inc"
#include "text/languages/english.inc"
#include "text/languages/french.inc"
#include "text/languages/german.inc"
#include "text/languages/italian.inc"
#include "text/languages/norwegian.inc"
#include "text/languages/portuguese.inc"
#include "text/languages/spanish.inc"
#include "text/languages/swedish.inc"

/* A language with its lists of words; the libstemmer algorithm has the name of the language. */
#define LISTED(english_name, language_tag, language, writable, dots)                                                   \
    {                                                                                                                  \
        .name = english_name, .tag = language_tag, .stemmer = #language, .can_write = (writable),                      \
        .ordinal_dots = (dots), .stop_words = language##_stop_words, .abbreviations = language##_abbreviations,        \
        .number_abbreviations = language##_number_abbreviations,                                                       \
        .stop_word_count = COUNT_OF(language##_stop_words) - 1,                                                        \
    }

static const struct language languages[] = {
    {"Afrikaans", "af", NULL},
    {"Albanian", "sq", NULL},
    {"Arabic", "ar", "arabic"},
    {"Armenian", "hy", "armenian"},
    {"Basque", "eu", "basque"},
    {"Bengali", "bn", NULL},
    {"Bulgarian", "bg", NULL},
    {"Catalan", "ca", "catalan"},
    {"Chinese", "zh", NULL},
    {"Croatian", "hr", NULL, .ordinal_dots = true},
    {"Czech", "cs", NULL, .ordinal_dots = true},
    LISTED("Danish", "da", danish, false, true),
    LISTED("Dutch", "nl", dutch, true, false),
    LISTED("English", "en", english, true, false),
    {"Estonian", "et", NULL, .ordinal_dots = true},
    {"Finnish", "fi", "finnish", .ordinal_dots = true},
    LISTED("French", "fr", french, true, false),
    {"Galician", "gl", NULL},
    {"Georgian", "ka", NULL},
    LISTED("German", "de", german, true, true),
    {"Greek", "el", "greek"},
    {"Hebrew", "he", NULL},
    {"Hindi", "hi", "hindi"},
    {"Hungarian", "hu", "hungarian", .ordinal_dots = true},
    {"Icelandic", "is", NULL, .ordinal_dots = true},
    {"Indonesian", "id", "indonesian"},
    {"Irish", "ga", "irish"},
    LISTED("Italian", "it", italian, true, false),
    {"Japanese", "ja", NULL},
    {"Korean", "ko", NULL},
    {"Latvian", "lv", NULL, .ordinal_dots = true},
    {"Lithuanian", "lt", "lithuanian"},
    {"Macedonian", "mk", NULL},
    {"Malay", "ms", NULL},
    {"Nepali", "ne", "nepali"},
    LISTED("Norwegian", "no", norwegian, false, true),
    {"Persian", "fa", NULL},
    {"Polish", "pl", NULL, .ordinal_dots = true},
    LISTED("Portuguese", "pt", portuguese, true, false),
    {"Romanian", "ro", "romanian"},
    {"Russian", "ru", "russian"},
    {"Serbian", "sr", "serbian", .ordinal_dots = true},
    {"Slovak", "sk", NULL, .ordinal_dots = true},
    {"Slovenian", "sl", NULL, .ordinal_dots = true},
    LISTED("Spanish", "es", spanish, true, false),
    {"Swahili", "sw", NULL},
    LISTED("Swedish", "sv", swedish, true, false),
    {"Tamil", "ta", "tamil"},
    {"Thai", "th", NULL},
    {"Turkish", "tr", "turkish", .ordinal_dots = true},
    {"Ukrainian", "uk", NULL},
    {"Urdu", "ur", NULL},
    {"Vietnamese", "vi", NULL},
    {"Welsh", "cy", NULL},
    {"Yiddish", "yi", "yiddish"},
};

/* Tags that mean a language of the table: withdrawn ones and the written forms of Norwegian. */
static const struct {
    const char *alias, *tag;
} aliases[] = {
    {"in", "id"}, {"iw", "he"}, {"nb", "no"}, {"nn", "no"}, {"Norwegian Bokm\xC3\xA5l", "no"}, {"Farsi", "fa"},
};

static const struct language *find_exact(struct str name_or_tag)
{
    for (size_t i = 0; i < COUNT_OF(languages); i++)
        if (str_ieq(name_or_tag, str_from(languages[i].tag)) || str_ieq(name_or_tag, str_from(languages[i].name)))
            return &languages[i];
    for (size_t i = 0; i < COUNT_OF(aliases); i++)
        if (str_ieq(name_or_tag, str_from(aliases[i].alias)))
            return find_exact(str_from(aliases[i].tag));
    return NULL;
}

/* The primary language of a tag such as "de-AT" (BCP 47 section 2.2.1); "_" is read as "-". */
static struct str primary_subtag(struct str tag)
{
    size_t length = 0;
    while (length < tag.len && tag.data[length] != '-' && tag.data[length] != '_')
        length++;
    return (struct str){tag.data, length};
}

const struct language *language_find(struct str name_or_tag)
{
    name_or_tag = str_trim(name_or_tag);
    const struct language *language = find_exact(name_or_tag);
    struct str primary = primary_subtag(name_or_tag);
    if (!language && primary.len >= 2 && primary.len <= 3)
        language = find_exact(primary);
    return language;
}

const struct language *language_list(size_t *count)
{
    *count = COUNT_OF(languages);
    return languages;
}

bool language_is_stop_word(const struct language *language, struct str folded_word)
{
    size_t low = 0, high = language ? language->stop_word_count : 0;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = str_cmp(folded_word, str_from(language->stop_words[middle]));
        if (order == 0)
            return true;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return false;
}

enum {
    DETECT_BYTES = 32 * 1024, /* more text does not make the answer surer */
    DETECT_WEIGHT = 2520,     /* of one word, shared by the languages it is a function word of: divisible by 1 to 10 */
};

/* Adds a word's weight to each language in which it is a function word. */
static void score_word(struct str folded, size_t scores[COUNT_OF(languages)])
{
    size_t hits[COUNT_OF(languages)], count = 0;
    for (size_t i = 0; i < COUNT_OF(languages); i++)
        if (language_is_stop_word(&languages[i], folded))
            hits[count++] = i;
    for (size_t i = 0; i < count; i++)
        scores[hits[i]] += DETECT_WEIGHT / count;
}

/* Running text is 30 to 50 function words in a hundred; a tenth of it, told apart from the next best, is enough. */
static const struct language *best_language(const size_t scores[COUNT_OF(languages)], size_t words)
{
    size_t best = 0, second = 0, at = 0;
    for (size_t i = 0; i < COUNT_OF(languages); i++) {
        if (scores[i] > best) {
            second = best;
            best = scores[i];
            at = i;
        } else if (scores[i] > second) {
            second = scores[i];
        }
    }
    bool enough = best >= 2 * DETECT_WEIGHT && best >= words * DETECT_WEIGHT / 10;
    return enough && best > second + second / 5 ? &languages[at] : NULL;
}

const struct language *language_detect(struct str text)
{
    struct arena *arena = arena_new();
    struct word *words = NULL;
    size_t count = 0, scores[COUNT_OF(languages)] = {0};
    if (text.len > DETECT_BYTES)
        text.len = DETECT_BYTES;
    if (!arena || words_split(arena, text, NULL, &words, &count, NULL) != OK)
        count = 0;
    for (size_t i = 0; i < count; i++)
        score_word(words[i].folded, scores);
    const struct language *language = count ? best_language(scores, count) : NULL;
    arena_free(arena);
    return language;
}
