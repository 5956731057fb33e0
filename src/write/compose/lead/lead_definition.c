/* Does a sentence define the subject? */
#include "write/compose/lead/lead.h"

enum {
    MOST_SUBJECT = 9, /* words before the verb */
    MOST_ARTICLES = 1 /* before the first of them that bears meaning */
};

static const struct definition_words *definition_words_of(const struct topic *topic)
{
    static const struct definition_words none = {0};
    const struct language *language = topic->corpus->language;
    return language && language->definition_words ? language->definition_words : &none;
}

/* The first verb right behind a noun: not behind "may", "itself". */
static size_t definition_find_verb(const struct definition_words *words, const struct worded *sentence,
                                   enum definition_kind *kind)
{
    size_t end, most = sentence->count < MOST_SUBJECT ? sentence->count : MOST_SUBJECT;
    for (size_t i = 1; i < most; i++) {
        if (sentence->words[i - 1].is_stop)
            continue;
        *kind = pattern_begins(words->strict, sentence, i, &end)  ? DEFINES_STRICTLY
                : pattern_begins(words->wider, sentence, i, &end) ? DEFINES_WIDELY
                                                                  : DEFINES_NOTHING;
        if (*kind)
            return i;
    }
    return 0;
}

static bool is_head(const struct topic *topic, uint32_t term)
{
    return topic_has_head(topic, &(struct terms){&term, 1});
}

static bool head_is_first(const struct topic *topic)
{
    const struct keyword_words *words = topic->corpus->language->keyword_words;
    return words && words->head_is_first;
}

/* What stands before the verb: its stems against those of the subject. */
static void definition_read_subject(const struct topic *topic, const struct worded *sentence, size_t end,
                                    struct definition *definition)
{
    uint32_t ids[MOST_SUBJECT];
    size_t count = 0, own = 0;
    for (size_t i = 0; i < end; i++)
        if (!sentence->words[i].is_stop)
            ids[count++] = vocabulary_find(&topic->corpus->vocabulary, sentence->words[i].stem);
    for (size_t i = 0; i < count; i++)
        own += topic_has(topic, ids[i]);
    definition->others = count - own;
    definition->is_whole = topic_share(topic, &(struct terms){ids, count}) > 0.999;
    definition->has_head = topic_has_head(topic, &(struct terms){ids, count});
    definition->ends_with_head = count && is_head(topic, head_is_first(topic) ? ids[0] : ids[count - 1]);
}

/* The content words from `at` on that make up the subject, if nothing but an article stands among them; the word behind
 * them, or 0: they are not the subject. A word with a hyphen may be several of its stems. */
static size_t subject_end(const struct topic *topic, const struct worded *sentence, size_t at)
{
    uint32_t ids[MOST_SUBJECT];
    size_t count = 0, most = topic->terms.count < MOST_SUBJECT ? topic->terms.count : MOST_SUBJECT;
    while (at < sentence->count && count < most) {
        const struct word *word = &sentence->words[at++];
        if (word->is_stop)
            continue;
        ids[count++] = vocabulary_find(&topic->corpus->vocabulary, word->stem);
        if (!topic_has(topic, ids[count - 1]))
            return 0;
        if (topic_holds(topic, &(struct terms){ids, count}, 0))
            return at;
    }
    return 0;
}

/* "Table partitioning", not "a partitioned table". */
static bool ends_with_head(const struct topic *topic, const struct worded *sentence, size_t from, size_t end)
{
    bool is_first = head_is_first(topic);
    for (size_t i = 0; i < end - from; i++) {
        const struct word *word = &sentence->words[is_first ? from + i : end - 1 - i];
        if (!word->is_stop)
            return is_head(topic, vocabulary_find(&topic->corpus->vocabulary, word->stem));
    }
    return false;
}

/* "... a feature called autovacuum". */
static bool names_subject(const struct topic *topic, const struct definition_words *words,
                          const struct worded *sentence)
{
    struct pattern_place place;
    size_t end;
    for (size_t from = 1; pattern_find(words->naming, sentence, from, &place); from = place.first + 1)
        if ((end = subject_end(topic, sentence, place.end)) && ends_with_head(topic, sentence, place.end, end))
            return true;
    return false;
}

/* "in", "that", "and": a word behind which the sentence is about a case of the subject, or about something besides. */
static bool limits_subject(const struct topic *topic, const struct worded *sentence, size_t at)
{
    const struct keyword_words *keyword = topic->corpus->language->keyword_words;
    const struct definition_words *words = definition_words_of(topic);
    struct str word = sentence->words[at].folded;
    size_t before = at ? sentence->words[at - 1].end : 0;
    if (memchr(sentence->text.data + before, '(', sentence->words[at].start - before)) /* "a reverse proxy (or ...)" */
        return false;
    return (keyword && keyword->prepositions && word_list_has(keyword->prepositions, word)) ||
           (words->relatives && word_list_has(words->relatives, word)) ||
           (words->either && word_list_has(words->either, word));
}

/* "A layer mask has ...", not "The layer mask command ...": what follows the subject is a function word. */
static bool definition_begins_with_subject(const struct topic *topic, const struct worded *sentence)
{
    size_t start = 0, end;
    while (start < sentence->count && sentence->words[start].is_stop)
        start++;
    end = start <= MOST_ARTICLES ? subject_end(topic, sentence, start) : 0;
    if (!end || end == sentence->count)
        return false;
    return sentence->words[end].is_stop && !limits_subject(topic, sentence, end);
}

/* "... is a waste of time if the table is small": a condition stands behind the verb, and not in a clause on what the
 * subject is, as in "... is a function that runs if a row changes". */
static bool is_conditional(const struct definition_words *words, const struct worded *sentence, size_t verb)
{
    size_t end;
    for (size_t i = verb + 1; i < sentence->count; i++) {
        if (words->relatives && word_list_has(words->relatives, sentence->words[i].folded))
            return false;
        if (pattern_begins(words->conditions, sentence, i, &end))
            return true;
    }
    return false;
}

void definition_read(const struct topic *topic, const struct worded *sentence, struct definition *definition)
{
    const struct definition_words *words = definition_words_of(topic);
    size_t end;
    *definition = (struct definition){.kind = DEFINES_NOTHING};
    if (!sentence->count)
        return;
    definition->is_subordinate = pattern_begins(words->subordinate, sentence, 0, &end);
    definition->is_conditional = pattern_begins(words->conditions, sentence, 0, &end);
    definition->is_imperative = pattern_begins(words->imperatives, sentence, 0, &end);
    definition->is_known = !words->definite || pattern_begins(words->definite, sentence, 0, &end);
    definition->is_named = names_subject(topic, words, sentence);
    bool is_told_before = topic->terms.count == 1 && words->definite && definition->is_known; /* "the packet is ..." */
    definition->is_about =
        !definition->is_subordinate && !is_told_before && definition_begins_with_subject(topic, sentence);
    size_t verb = definition_find_verb(words, sentence, &definition->kind);
    if (!verb)
        return;
    definition_read_subject(topic, sentence, verb, definition);
    definition->is_conditional |= definition->kind == DEFINES_STRICTLY && is_conditional(words, sentence, verb);
}
