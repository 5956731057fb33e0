#include "research/corpus/cues.h"

const struct cues *cues_for(const struct language *language)
{
    return language && language->cues ? language->cues : language_find(STR("en"))->cues;
}

/* Typographic apostrophes count as plain ones. */
static bool same_word(struct str folded, struct str wanted)
{
    static const char curly[] = "\xE2\x80\x99";
    size_t i = 0, j = 0;
    while (i < folded.len && j < wanted.len) {
        bool is_curly = folded.len - i >= 3 && memcmp(folded.data + i, curly, 3) == 0;
        char c = is_curly ? '\'' : folded.data[i];
        if (c != wanted.data[j])
            return false;
        i += is_curly ? 3 : 1;
        j++;
    }
    return i == folded.len && j == wanted.len;
}

/* The number of words from `at` on that the phrase stands for; 0: they are others. */
static size_t match(const struct word *words, size_t count, size_t at, const char *phrase)
{
    struct str rest = str_from(phrase), piece;
    size_t i = at;
    while (str_split(&rest, ' ', &piece)) {
        if (i == count)
            return 0;
        bool number = str_eq(piece, STR("#")) && words[i].folded.len && ascii_is_digit(words[i].folded.data[0]);
        if (!number && !same_word(words[i].folded, piece))
            return 0;
        i++;
    }
    return i - at;
}

bool cues_any_before(const struct word *words, size_t count, size_t limit, const char *const *phrases)
{
    for (size_t at = 0; at < count && at < limit; at++)
        for (const char *const *phrase = phrases; *phrase; phrase++)
            if (match(words, count, at, *phrase))
                return true;
    return false;
}

bool cues_is_one(const struct word *words, size_t count, const char *const *phrases)
{
    for (const char *const *phrase = phrases; count && *phrase; phrase++)
        if (match(words, count, 0, *phrase) == count)
            return true;
    return false;
}
