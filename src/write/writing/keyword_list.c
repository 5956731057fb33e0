/* What a keyword says of a list: how many things, and which. */
#include "write/writing/writing.h"

enum {
    LEAST_COUNT = 2, /* "1" is no list */
    MOST_COUNT = 50,
    PLACES = 4, /* words among which the number stands */
    FIRST_WORD = 2,
};

/* Beside function words these stand before the number: "top 10 herbs", "die besten 7 Kräuter". */
static const char *const praises[] = {"top",      "topp",      "best",       "beste",    "besten",
                                      "bedste",   "bästa",     "mejores",    "mejor",    "migliori",
                                      "melhores", "meilleurs", "meilleures", "ultimate", NULL};

/* A number before one of these measures something: "5 litre pots", "30 minute meals". */
static const char *const units[] = {
    "cm",    "mm",      "m",          "km",      "inch",    "inches",  "ft",      "foot",   "kg",       "g",    "lb",
    "oz",    "l",       "ml",         "litre",   "liter",   "litro",   "gallon",  "w",      "watt",     "v",    "volt",
    "gb",    "tb",      "mb",         "mbps",    "second",  "minute",  "minutes", "hour",   "day",      "week", "month",
    "year",  "minuten", "stunden",    "tage",    "jahre",   "minutos", "horas",   "heures", "minuti",   "ore",  "zoll",
    "euro",  "euros",   "dollar",     "dollars", "percent", "prozent", "people",  "person", "personen", "star", "stars",
    "piece", "step",    "ingredient", "bedroom", "seater",  "speed",   "door",    "times",  "bit",      NULL};

static size_t keyword_list_number_of(struct str word, const struct language *language)
{
    size_t value = 0, digits = 0;
    while (digits < word.len && ascii_is_digit(word.data[digits]) && value <= MOST_COUNT)
        value = value * 10 + (size_t)(word.data[digits++] - '0');
    if (digits == word.len)
        return value <= MOST_COUNT ? value : 0;
    for (size_t i = 0; language && language->counts && language->counts[i]; i++) {
        struct str rest = str_from(language->counts[i]), spelling;
        while (str_split(&rest, '|', &spelling))
            if (str_eq(word, spelling))
                return i + FIRST_WORD;
    }
    return 0;
}

/* Does a sign of a unit touch the number: "50%", "$20"? */
static bool touches_sign(struct str keyword, const struct word *word)
{
    bool before = word->start > 0 && !ascii_is_space(keyword.data[word->start - 1]);
    bool behind = word->end < keyword.len && !ascii_is_space(keyword.data[word->end]);
    return before || behind;
}

/* Does the word, the i-th, announce the things that the keyword names, as "the", "7" and "best" do? */
static bool announces(struct str keyword, const struct word *words, size_t i, const struct language *language,
                      size_t *count)
{
    size_t number = keyword_list_number_of(words[i].folded, language);
    if (number >= LEAST_COUNT && !*count && !touches_sign(keyword, &words[i]) &&
        !word_list_has(units, words[i + 1].folded)) {
        *count = number;
        return true;
    }
    const struct phrases *phrases = language ? language->phrases : NULL;
    if (phrases && word_list_has(phrases->articles, words[i].folded))
        return true;
    return words[i].is_stop || word_list_has(praises, words[i].folded);
}

enum status keyword_announces(struct arena *arena, struct str keyword, const struct language *language, size_t *count,
                              struct str *subject, struct error *err)
{
    struct word *words;
    size_t word_count, behind = 0;
    enum status status = words_split(arena, keyword, language, &words, &word_count, err);
    *count = 0;
    *subject = keyword;
    if (status)
        return status;
    while (behind < PLACES && behind + 1 < word_count && announces(keyword, words, behind, language, count))
        behind++;
    bool is_list = *count > 0;
    for (size_t i = 0; i < behind && !is_list; i++)
        is_list = word_list_has(praises, words[i].folded);
    if (is_list && behind)
        *subject = (struct str){keyword.data + words[behind].start, keyword.len - words[behind].start};
    return OK;
}
