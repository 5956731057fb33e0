/* The noun phrase that a section's text speaks of most. */
#include "write/compose/headings/headings.h"
#include "write/compose/outline/outline.h"

#include <math.h>

enum {
    LONGEST = 4,      /* words of a phrase */
    LEAST_PLACES = 3, /* of it in the section */
    SHORTEST_WORD = 3,
    SHORTEST_NOUN = 8 /* bytes of a noun that stands alone */
};

/* Of a phrase's places: so many have an article or a preposition before them, and so many are in the section. */
static const double least_led = 0.34, least_own = 0.5;

/* A phrase of the section. */
struct candidate {
    struct str key;     /* its folded words */
    struct str written; /* as it stands first, or first in small letters */
    size_t words;
    size_t places;          /* in the section */
    size_t elsewhere;       /* in the rest of the corpus */
    size_t led;             /* of those in the section: behind an article or a preposition */
    size_t inside, holders; /* places of longer candidates that hold it, and how many they are */
};

struct finder {
    struct writing *writing;
    const struct language *language;
    struct map candidates; /* by key */
    size_t section;
};

static bool ends_with_any(struct str word, const char *const *endings)
{
    for (; endings && *endings; endings++)
        if (word.len > strlen(*endings) + 2 && str_ends(word, str_from(*endings)))
            return true;
    return false;
}

/* Letters alone, with hyphens, and no mark between them that code has. */
static bool is_plain(struct str word)
{
    uint32_t codepoint;
    for (size_t at = 0; at < word.len; at += utf8_decode(word, at, &codepoint))
        if (utf8_decode(word, at, &codepoint) && !unicode_is_letter(codepoint) && codepoint != '-')
            return false;
    return word.len >= SHORTEST_WORD;
}

static bool begins_large(struct str text)
{
    uint32_t codepoint;
    return text.len && utf8_decode(text, 0, &codepoint) && unicode_is_upper(codepoint);
}

/* May the words [first, end) of the text be a noun phrase? */
static bool may_be_phrase(const struct finder *finder, struct str text, const struct word *words, size_t first,
                          size_t end)
{
    const struct phrases *phrases = finder->language->phrases;
    const struct definition_words *definition = finder->language->definition_words;
    size_t bearing = 0;
    for (size_t i = first; i < end; i++) {
        bool is_bound = i + 1 == end || (words[i + 1].start == words[i].end + 1 && text.data[words[i].end] == ' ');
        if (words[i].is_stop || !is_plain(words[i].folded) || !is_bound)
            return false;
        bearing += !heading_is_light(finder->language, &words[i]);
    }
    struct str begin = words[first].folded, last = words[end - 1].folded;
    if (phrases->nouns_are_capitalised)
        for (size_t i = first; i < end; i++)
            if (!begins_large((struct str){text.data + words[i].start, words[i].end - words[i].start}) || !i)
                return false;
    return bearing && !ends_with_any(begin, phrases->verb_endings) && !ends_with_any(begin, phrases->adverb_endings) &&
           !ends_with_any(last, phrases->verb_endings) && !ends_with_any(last, phrases->adverb_endings) &&
           !(definition && word_list_has(definition->imperatives, begin));
}

static bool leads(const struct finder *finder, struct str word)
{
    const struct keyword_words *frames = finder->language->keyword_words;
    return word_list_has(finder->language->phrases->articles, word) ||
           (frames && word_list_has(frames->prepositions, word));
}

/* Does an article or a preposition stand before the word, or before what describes it: "the lowest"? */
static bool is_led(const struct finder *finder, const struct word *words, size_t first)
{
    return (first > 0 && leads(finder, words[first - 1].folded)) ||
           (first > 1 && !words[first - 1].is_stop && leads(finder, words[first - 2].folded));
}

static struct str key_of(struct finder *finder, const struct word *words, size_t first, size_t end)
{
    struct buf key = {0};
    for (size_t i = first; i < end; i++) {
        buf_str(&key, i > first ? " " : "");
        buf_add(&key, words[i].folded.data, words[i].folded.len);
    }
    return writing_keep(finder->writing, &key);
}

static enum status count_phrase(struct finder *finder, struct str text, const struct word *words, size_t first,
                                size_t end, bool is_own)
{
    struct str key = key_of(finder, words, first, end);
    struct candidate *candidate = key.data ? map_get(&finder->candidates, key) : NULL;
    if (key.data && !candidate && !is_own)
        return OK;
    if (key.data && !candidate) {
        void **place = map_put(&finder->candidates, key);
        candidate = place ? *place = ARENA_NEW(finder->writing->arena, struct candidate) : NULL;
        if (candidate)
            *candidate = (struct candidate){.key = key, .words = end - first};
    }
    if (!candidate)
        return error_memory(finder->writing->err);
    struct str written = {text.data + words[first].start, words[end - 1].end - words[first].start};
    if (!candidate->places || (begins_large(candidate->written) && !begins_large(written)))
        candidate->written = written;
    candidate->places += is_own;
    candidate->elsewhere += !is_own;
    candidate->led += is_own && is_led(finder, words, first);
    return OK;
}

static enum status count_sentence(struct finder *finder, struct str text, bool is_own)
{
    struct word *words;
    size_t count, least = finder->language->phrases->nouns_are_capitalised ? 1 : 2;
    enum status status =
        words_split(finder->writing->arena, text, finder->language, &words, &count, finder->writing->err);
    for (size_t i = 0; i < count && !status; i++)
        for (size_t end = i + least; end <= count && end <= i + LONGEST && !status; end++)
            if (may_be_phrase(finder, text, words, i, end))
                status = count_phrase(finder, text, words, i, end, is_own);
    return status;
}

/* Of the section, or of all the others. */
static enum status count_all(struct finder *finder, bool is_own)
{
    const struct corpus *corpus = &finder->writing->corpus;
    enum status status = OK;
    for (size_t i = 0; i < corpus->passage_count && !status; i++) {
        const struct passage *passage = &corpus->passages[i];
        if (outline_is_inside(corpus, passage->section, finder->section) != is_own)
            continue;
        for (size_t j = 0; j < passage->count && !status; j++)
            status = count_sentence(finder, corpus->sentences[passage->first + j].text, is_own);
    }
    return status;
}

/* Does the longer key hold the words of the other one? */
static bool holds(struct str longer, struct str key)
{
    if (longer.len <= key.len)
        return false;
    size_t at = str_find(longer, key, 0);
    return at < longer.len && (!at || longer.data[at - 1] == ' ') &&
           (at + key.len == longer.len || longer.data[at + key.len] == ' ');
}

static void count_holders(struct finder *finder)
{
    const struct map *all = &finder->candidates;
    for (size_t i = 0; i < all->count; i++) {
        struct candidate *inner = all->entries[i].value;
        for (size_t j = 0; j < all->count && inner->places >= LEAST_PLACES; j++) {
            const struct candidate *outer = all->entries[j].value;
            if (outer->places < LEAST_PLACES - 1 || !holds(outer->key, inner->key))
                continue;
            inner->inside += outer->places;
            inner->holders++;
        }
    }
}

/* Is it the keyword, or a heading that the article has? */
static bool is_known(const struct finder *finder, const struct candidate *candidate)
{
    return str_ieq(candidate->written, finder->writing->brief.subject) ||
           str_ieq(candidate->written, finder->writing->brief.keyword);
}

static double value_of(const struct finder *finder, const struct candidate *candidate)
{
    double places = (double)candidate->places, own = places / (places + (double)candidate->elsewhere);
    if (candidate->places < LEAST_PLACES || own < least_own || (double)candidate->led < least_led * places ||
        is_known(finder, candidate) || (candidate->words == 1 && candidate->written.len < SHORTEST_NOUN))
        return 0;
    double nested = candidate->holders ? (double)candidate->inside / (double)candidate->holders : 0;
    return log2((double)candidate->words + 1) * (places - nested) * own;
}

static enum status write_phrase(struct finder *finder, struct str written, struct str *phrase)
{
    struct buf out = {0};
    add_large(&out, written);
    *phrase = writing_keep(finder->writing, &out);
    return phrase->data ? OK : error_memory(finder->writing->err);
}

enum status heading_phrase(struct writing *writing, size_t section, struct str *phrase)
{
    struct finder finder = {.writing = writing, .language = writing->brief.language, .section = section};
    *phrase = STR("");
    if (!finder.language->phrases || finder.language->is_inflected || finder.language->is_unspaced)
        return OK;
    map_init(&finder.candidates, writing->arena);
    enum status status = count_all(&finder, true);
    if (!status)
        status = count_all(&finder, false);
    if (status)
        return status;
    count_holders(&finder);
    const struct candidate *best = NULL;
    double most = 0;
    for (size_t i = 0; i < finder.candidates.count; i++) {
        double value = value_of(&finder, finder.candidates.entries[i].value);
        if (value > most) {
            most = value;
            best = finder.candidates.entries[i].value;
        }
    }
    return best ? write_phrase(&finder, best->written, phrase) : OK;
}
