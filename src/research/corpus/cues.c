#include "research/corpus/cues.h"

#define LIST(...) ((const char *const[]){__VA_ARGS__, NULL})

static const struct cues table[] = {
#include "research/corpus/cues/dutch.inc"
#include "research/corpus/cues/english.inc"
#include "research/corpus/cues/french.inc"
#include "research/corpus/cues/german.inc"
#include "research/corpus/cues/italian.inc"
#include "research/corpus/cues/portuguese.inc"
#include "research/corpus/cues/spanish.inc"
#include "research/corpus/cues/swedish.inc"
};

static const struct cues *find(const char *tag)
{
    for (size_t i = 0; i < COUNT_OF(table); i++)
        if (strcmp(table[i].tag, tag) == 0)
            return &table[i];
    return NULL;
}

const struct cues *cues_for(const struct language *language)
{
    const struct cues *own = language ? find(language->tag) : NULL;
    return own ? own : find("en");
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

/* The number of words that the phrase matches from `at` on; 0: it does not. */
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

bool cues_phrase_at(const struct word *words, size_t count, size_t at, const char *phrase)
{
    return match(words, count, at, phrase) > 0;
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
