#include "text/language.h"

/* A list of words in a file of languages/. */
#define LIST(...) ((const char *const[]){__VA_ARGS__, NULL})

#include "text/languages/arabic.inc"
#include "text/languages/basque.inc"
#include "text/languages/catalan.inc"
#include "text/languages/chinese.inc"
#include "text/languages/danish.inc"
#include "text/languages/dutch.inc"
#include "text/languages/english.inc"
#include "text/languages/finnish.inc"
#include "text/languages/french.inc"
#include "text/languages/german.inc"
#include "text/languages/greek.inc"
#include "text/languages/hindi.inc"
#include "text/languages/hungarian.inc"
#include "text/languages/indonesian.inc"
#include "text/languages/italian.inc"
#include "text/languages/japanese.inc"
#include "text/languages/lithuanian.inc"
#include "text/languages/norwegian.inc"
#include "text/languages/portuguese.inc"
#include "text/languages/romanian.inc"
#include "text/languages/russian.inc"
#include "text/languages/spanish.inc"
#include "text/languages/swedish.inc"
#include "text/languages/turkish.inc"

/* What the file of a language holds: its lists of words, and what writing it takes. */
#define LISTS(language)                                                                                                \
    .stop_words = language##_stop_words, .stop_word_count = COUNT_OF(language##_stop_words) - 1,                       \
    .abbreviations = language##_abbreviations, .number_abbreviations = language##_number_abbreviations,                \
    .counts = language##_counts
/* The linker's module is built without these: they are most of the bytes, and it writes nothing. */
#ifdef LANGUAGE_LISTS_ONLY
#define HEADINGS(language) .contents_headings = NULL
#define WRITING(language)  .labels = NULL
#define REQUESTS(language) .keyword_words = NULL
#define POLISH(language)   .polish_words = NULL
#else
#define HEADINGS(language)                                                                                             \
    .contents_headings = language##_contents_headings, .chapter_words = language##_chapter_words,                      \
    .section_words = language##_section_words
#define WRITING(language)                                                                                              \
    .labels = &language##_labels, .phrases = &language##_phrases, .cues = &language##_cues, .speech = &language##_speech
#define REQUESTS(language) .keyword_words = &language##_keyword_words, .definition_words = &language##_definition_words
#define POLISH(language)   .polish_words = &language##_polish_words
#endif

/* Each row begins with the name, the tag and the libstemmer algorithm, which is called like the language. */
static const struct language languages[] = {
    {"Afrikaans", "af", NULL},
    {"Albanian", "sq", NULL},
    {"Arabic", "ar", "arabic", .is_right_to_left = true, .is_inflected = true, .bare_alef = true, LISTS(arabic),
     HEADINGS(arabic), WRITING(arabic), REQUESTS(arabic)},
    {"Armenian", "hy", "armenian"},
    {"Basque", "eu", "basque", .endings = basque_endings, .ordinal_dots = true, .is_inflected = true, LISTS(basque),
     HEADINGS(basque), WRITING(basque), REQUESTS(basque)},
    {"Bengali", "bn", NULL},
    {"Bulgarian", "bg", NULL},
    {"Catalan", "ca", "catalan", .elides = true, LISTS(catalan), HEADINGS(catalan), WRITING(catalan),
     REQUESTS(catalan)},
    {"Chinese", "zh", NULL, .is_unspaced = true, LISTS(chinese), HEADINGS(chinese), WRITING(chinese),
     REQUESTS(chinese)},
    {"Croatian", "hr", NULL, .ordinal_dots = true},
    {"Czech", "cs", NULL, .ordinal_dots = true},
    {"Danish", "da", "danish", .transcriptions = danish_transcriptions, .joins_words = true, .ordinal_dots = true,
     LISTS(danish), HEADINGS(danish), WRITING(danish), REQUESTS(danish), POLISH(danish)},
    {"Dutch", "nl", "dutch", .joins_words = true, LISTS(dutch), HEADINGS(dutch), WRITING(dutch), REQUESTS(dutch),
     POLISH(dutch)},
    {"English", "en", "english", LISTS(english), HEADINGS(english), WRITING(english), REQUESTS(english),
     POLISH(english)},
    {"Estonian", "et", NULL, .ordinal_dots = true},
    {"Finnish", "fi", "finnish", .joins_words = true, .ordinal_dots = true, .is_inflected = true, LISTS(finnish),
     HEADINGS(finnish), WRITING(finnish), REQUESTS(finnish)},
    {"French", "fr", "french", .elides = true, LISTS(french), HEADINGS(french), WRITING(french), REQUESTS(french),
     POLISH(french)},
    {"Galician", "gl", NULL},
    {"Georgian", "ka", NULL},
    {"German", "de", "german", .transcriptions = german_transcriptions, .joins_words = true, .ordinal_dots = true,
     LISTS(german), HEADINGS(german), WRITING(german), REQUESTS(german), POLISH(german)},
    {"Greek", "el", "greek", LISTS(greek), HEADINGS(greek), WRITING(greek), REQUESTS(greek)},
    {"Hebrew", "he", NULL, .is_right_to_left = true},
    {"Hindi", "hi", "hindi", LISTS(hindi), HEADINGS(hindi), WRITING(hindi), REQUESTS(hindi)},
    {"Hungarian", "hu", "hungarian", .ordinal_dots = true, .is_inflected = true, LISTS(hungarian), HEADINGS(hungarian),
     WRITING(hungarian), REQUESTS(hungarian)},
    {"Icelandic", "is", NULL, .ordinal_dots = true},
    {"Indonesian", "id", "indonesian", LISTS(indonesian), HEADINGS(indonesian), WRITING(indonesian),
     REQUESTS(indonesian)},
    {"Irish", "ga", "irish"},
    {"Italian", "it", "italian", .elides = true, LISTS(italian), HEADINGS(italian), WRITING(italian), REQUESTS(italian),
     POLISH(italian)},
    {"Japanese", "ja", NULL, .is_unspaced = true, LISTS(japanese), HEADINGS(japanese), WRITING(japanese),
     REQUESTS(japanese)},
    {"Korean", "ko", NULL},
    {"Latvian", "lv", NULL, .ordinal_dots = true},
    {"Lithuanian", "lt", "lithuanian", .is_inflected = true, LISTS(lithuanian), HEADINGS(lithuanian),
     WRITING(lithuanian), REQUESTS(lithuanian)},
    {"Macedonian", "mk", NULL},
    {"Malay", "ms", NULL},
    {"Nepali", "ne", "nepali"},
    {"Norwegian", "no", "norwegian", .transcriptions = norwegian_transcriptions, .joins_words = true,
     .ordinal_dots = true, LISTS(norwegian), HEADINGS(norwegian), WRITING(norwegian), REQUESTS(norwegian),
     POLISH(norwegian)},
    {"Persian", "fa", NULL, .is_right_to_left = true},
    {"Polish", "pl", NULL, .ordinal_dots = true},
    {"Portuguese", "pt", "portuguese", LISTS(portuguese), HEADINGS(portuguese), WRITING(portuguese),
     REQUESTS(portuguese), POLISH(portuguese)},
    {"Romanian", "ro", "romanian", .comma_below = true, LISTS(romanian), HEADINGS(romanian), WRITING(romanian),
     REQUESTS(romanian)},
    {"Russian", "ru", "russian", LISTS(russian), HEADINGS(russian), WRITING(russian), REQUESTS(russian)},
    {"Serbian", "sr", "serbian", .ordinal_dots = true},
    {"Slovak", "sk", NULL, .ordinal_dots = true},
    {"Slovenian", "sl", NULL, .ordinal_dots = true},
    {"Spanish", "es", "spanish", LISTS(spanish), HEADINGS(spanish), WRITING(spanish), REQUESTS(spanish),
     POLISH(spanish)},
    {"Swahili", "sw", NULL},
    {"Swedish", "sv", "swedish", .joins_words = true, LISTS(swedish), HEADINGS(swedish), WRITING(swedish),
     REQUESTS(swedish), POLISH(swedish)},
    {"Tamil", "ta", "tamil"},
    {"Thai", "th", NULL},
    {"Turkish", "tr", "turkish", .ordinal_dots = true, .is_inflected = true, .dotless_i = true, LISTS(turkish),
     HEADINGS(turkish), WRITING(turkish), REQUESTS(turkish)},
    {"Ukrainian", "uk", NULL},
    {"Urdu", "ur", NULL, .is_right_to_left = true},
    {"Vietnamese", "vi", NULL},
    {"Welsh", "cy", NULL},
    {"Yiddish", "yi", "yiddish", .is_right_to_left = true},
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

bool language_can_write(const struct language *language)
{
    return language && language->stop_words && language->labels && language->phrases;
}

const struct keyword_words *language_keyword_words(const struct language *language)
{
    return language && language->keyword_words ? language->keyword_words : find_exact(STR("en"))->keyword_words;
}

/* As str_cmp, without measuring the other word first. */
static int language_compare(struct str word, const char *other)
{
    for (size_t i = 0; i < word.len; i++)
        if (word.data[i] != other[i] || !other[i]) /* at its end other is smaller */
            return (unsigned char)word.data[i] < (unsigned char)other[i] ? -1 : 1;
    return other[word.len] ? -1 : 0;
}

bool language_is_stop_word(const struct language *language, struct str folded_word)
{
    size_t low = 0, high = language ? language->stop_word_count : 0;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = language_compare(folded_word, language->stop_words[middle]);
        if (order == 0)
            return true;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return false;
}

size_t language_number(const struct language *language, struct str folded_word)
{
    for (size_t i = 0; language && language->counts && language->counts[i]; i++) {
        struct str rest = str_from(language->counts[i]), name;
        while (str_split(&rest, '|', &name))
            if (str_eq(name, folded_word))
                return i + 2;
    }
    return 0;
}
