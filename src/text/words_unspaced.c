#include "text/words_unspaced.h"

#include "text/word_spans.h"

static enum word_class words_unspaced_class_of(struct str text, const struct word *word)
{
    size_t length;
    return word_class_at(text, word->start, &length);
}

/* Does word `at` stand right behind the one before it, and are both characters of this kind? */
static bool words_unspaced_goes_on(struct str text, const struct word *words, size_t at, enum word_class kind)
{
    return words[at].start == words[at - 1].end && words_unspaced_class_of(text, &words[at]) == kind &&
           words_unspaced_class_of(text, &words[at - 1]) == kind;
}

/* The number of words from `at` on, a character each, that are the longest function word there. */
static size_t function_word_at(const struct language *language, struct str text, const struct word *words, size_t count,
                               size_t at)
{
    enum { LONGEST = 8 };
    size_t most = 1, found = 0;
    while (most < LONGEST && at + most < count && words[at + most].start == words[at + most - 1].end)
        most++;
    for (size_t length = most; length > 0 && !found; length--) {
        struct str run = {text.data + words[at].start, words[at + length - 1].end - words[at].start};
        found = language_is_stop_word(language, run) ? length : 0;
    }
    return found;
}

static void mark_function_words(const struct language *language, struct str text, struct word *words, size_t count)
{
    for (size_t at = 0, length; at < count; at += length ? length : 1) {
        bool is_cjk =
            (unsigned char)text.data[words[at].start] >= 0xE3 && words_unspaced_class_of(text, &words[at]) >= IDEOGRAPH;
        length = is_cjk ? function_word_at(language, text, words, count, at) : 0;
        for (size_t i = 0; i < length; i++)
            words[at + i].is_stop = true;
    }
}

/* Hiragana right behind an ideograph is the ending of a word, and a single one between other words is a particle. */
static void mark_endings(struct str text, struct word *words, size_t count)
{
    for (size_t at = 0, end; at < count; at = end) {
        end = at + 1;
        if (words[at].is_stop || words_unspaced_class_of(text, &words[at]) != HIRAGANA)
            continue;
        while (end < count && !words[end].is_stop && words_unspaced_goes_on(text, words, end, HIRAGANA))
            end++;
        bool is_ending = at > 0 && words[at].start == words[at - 1].end &&
                         words_unspaced_class_of(text, &words[at - 1]) == IDEOGRAPH;
        for (size_t i = at; i < end; i++)
            words[i].is_stop = is_ending || end == at + 1;
    }
}

/* Joins the character with the one behind it; the last of several is part of the pair before it. False: memory ran
 * out. */
static bool pair_up(struct word_room *room, struct str text, struct word *words, size_t count, size_t at)
{
    enum word_class kind = words_unspaced_class_of(text, &words[at]);
    if (words[at].is_stop || (kind != IDEOGRAPH && kind != HIRAGANA))
        return true;
    if (at + 1 == count || words[at + 1].is_stop || !words_unspaced_goes_on(text, words, at + 1, kind)) {
        words[at].is_stop =
            at > 0 && words[at - 1].stem.len > words[at - 1].folded.len && words[at - 1].end == words[at].start;
        return true;
    }
    struct str a = words[at].folded, b = words[at + 1].folded;
    if (!word_room_reserve(room, a.len + b.len))
        return false;
    memcpy(room->free, a.data, a.len);
    memcpy(room->free + a.len, b.data, b.len);
    words[at].stem = word_room_keep(room, (struct str){room->free, a.len + b.len});
    return true;
}

bool words_unspaced_settle(struct word_room *room, const struct language *language, struct str text, struct word *words,
                           size_t count)
{
    if (language && language->is_unspaced) {
        mark_function_words(language, text, words, count);
        mark_endings(text, words, count);
    }
    for (size_t at = 0; at < count; at++)
        if (!pair_up(room, text, words, count, at))
            return false;
    return true;
}
