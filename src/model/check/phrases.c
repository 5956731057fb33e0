#include "model/check/phrases.h"

#include "model/check/check.h"
#include "model/check/wording/quotation.h"
#include "model/check/wording/wording.h"

bool phrases_find(const struct language *language, const struct worded *worded, bool is_hard, size_t from,
                  struct pattern_place *place)
{
    const struct wording *wording = wording_of(language);
    const char *const *patterns = !wording ? NULL : is_hard ? wording->hard : wording->soft;
    struct quotations quotations = {.text = worded->text};
    while (pattern_find(patterns, worded, from, place)) {
        if (!quotations_hold(&quotations, worded->words[place->first].start))
            return true;
        from = place->first + 1;
    }
    return false;
}

/* The number of the first word that begins at or after the byte. */
static size_t word_from(const struct worded *worded, size_t byte)
{
    size_t word = 0;
    while (word < worded->count && worded->words[word].start < byte)
        word++;
    return word;
}

struct str stock_phrase_find(const struct language *language, struct str text, bool is_hard, size_t from)
{
    struct str found = {NULL, 0};
    struct arena *arena = arena_new();
    struct worded worded;
    struct pattern_place place;
    if (arena && worded_split(arena, text, language, &worded, NULL) == OK) {
        found.data = text.data;
        if (phrases_find(language, &worded, is_hard, word_from(&worded, from), &place)) {
            size_t start = worded.words[place.first].start;
            found = (struct str){text.data + start, worded.words[place.end - 1].end - start};
        }
    }
    arena_free(arena);
    return found;
}

bool heading_is_worn(const struct language *language, struct str heading)
{
    const struct wording *own = wording_of(language);
    struct arena *arena = arena_new();
    struct worded worded;
    struct pattern_place place;
    bool is_worn = own && arena && worded_split(arena, heading, language, &worded, NULL) == OK &&
                   pattern_find(own->worn_headings, &worded, 0, &place);
    arena_free(arena);
    return is_worn;
}
