#include "media/places/places.h"

char *place_name_fold(struct arena *arena, const char *name)
{
    struct buf folded = {0};
    text_fold(&folded, str_trim(str_from(name)));
    return (char *)buf_keep(&folded, arena).data;
}

/* Where the words of a name stand in those of a keyword; `count` when nowhere. */
static size_t find_run(const struct word *words, size_t count, const struct word *name, size_t length)
{
    for (size_t at = 0; length && at + length <= count; at++) {
        size_t same = 0;
        while (same < length && str_eq(words[at + same].folded, name[same].folded))
            same++;
        if (same == length)
            return at;
    }
    return count;
}

const char *place_name_take(const struct place_names *names, struct str keyword, struct word *words, size_t *count,
                            struct arena *arena, struct str *span)
{
    size_t best_at = 0, best_length = 0;
    const char *name = NULL;
    for (size_t i = 0; i < names->count && !arena_failed(arena); i++) {
        struct word *parts;
        size_t length, at;
        if (words_split(arena, str_from(names->list[i]), NULL, &parts, &length, NULL))
            arena_fail(arena);
        else if (length > best_length && (at = find_run(words, *count, parts, length)) < *count) {
            name = names->list[i];
            best_at = at;
            best_length = length;
        }
    }
    if (!name)
        return NULL;
    size_t start = words[best_at].start, end = words[best_at + best_length - 1].end;
    *span = (struct str){keyword.data + start, end - start};
    *count -= best_length;
    memmove(words + best_at, words + best_at + best_length, (*count - best_at) * sizeof *words);
    return name;
}

static bool keyword_is_number(struct str word)
{
    for (size_t i = 0; i < word.len; i++)
        if (!ascii_is_digit(word.data[i]))
            return false;
    return true;
}

const struct keyword_words *place_words(const struct places_query *query)
{
    return language_keyword_words(query->language ? language_find(str_from(query->language)) : NULL);
}

bool place_word_is_idle(const struct keyword_words *own, const struct word *word)
{
    return keyword_is_number(word->folded) || word_list_has(own->idle_places, word->folded);
}

void place_words_clean(const struct keyword_words *own, struct word *words, size_t *count)
{
    size_t kept = 0;
    for (size_t i = 0; i < *count; i++)
        if (!words[i].is_stop && !place_word_is_idle(own, &words[i]))
            words[kept++] = words[i];
    *count = kept;
}
