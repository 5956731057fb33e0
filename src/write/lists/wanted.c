/* How many items a list gets. */
#include "write/lists/lists.h"

enum {
    LEAST = 5, /* where nothing says the number */
    MOST = 10,
    LEAST_COUNT = 2, /* that a keyword announces: "1" is no list */
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

static size_t number_of(struct str word, const struct language *language)
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

enum status list_count_in(struct arena *arena, struct str keyword, const struct language *language, size_t *count,
                          struct error *err)
{
    struct word *words;
    size_t word_count;
    enum status status = words_split(arena, keyword, language, &words, &word_count, err);
    *count = 0;
    for (size_t i = 0; !status && i + 1 < word_count && i < PLACES; i++) {
        size_t number = number_of(words[i].folded, language);
        if (number >= LEAST_COUNT && !touches_sign(keyword, &words[i])) {
            *count = word_list_has(units, words[i + 1].folded) ? 0 : number;
            return OK;
        }
        if (!words[i].is_stop && !word_list_has(praises, words[i].folded))
            return OK;
    }
    return status;
}

enum status list_wanted(struct writing *writing, struct list_wanted *wanted)
{
    size_t count = (size_t)config_integer(writing->config, "numberOfItems", MOST);
    enum status status = OK;
    if (config_bool(writing->config, "enableAutomaticLength"))
        status = list_count_in(writing->arena, writing->brief.keyword, writing->brief.language, &count, writing->err);
    *wanted = count ? (struct list_wanted){count, count} : (struct list_wanted){LEAST, MOST};
    return status;
}

enum status list_tell_missing(struct writing *writing, const struct draft_part *part)
{
    struct list_wanted wanted;
    size_t items = 0, extra = 0;
    enum status status = list_wanted(writing, &wanted);
    for (size_t i = 0; i < part->count; i++)
        if (draft_has_text(part, i))
            *(part->headings[i].role == ROLE_ITEM ? &items : &extra) += 1;
    if (!status && items < wanted.least)
        status = writing_note(writing, "%zu items were asked for; the sources have enough to say for %zu.",
                              wanted.least, items);
    if (!status && !extra && config_bool(writing->config, "enableSupplementalInformation"))
        status = writing_note(writing, "There is no supplemental section: the sources have enough to say for none.");
    return status;
}
