/*
 * Patterns by the word that they begin with. Each alternative of a first element is an entry: whole words are found by
 * their hash, beginnings of words by the hash of their first bytes, numbers and names by what the word looks like.
 */
#include "research/corpus/corpus.h"

#include <stdatomic.h>

#define NO_ENTRY UINT32_MAX

enum { KEY_BYTES = 4 /* of the beginning of a word */ };

struct cues_entry {
    uint32_t hash, next; /* the next entry of the chain; NO_ENTRY: none */
    enum cue cue;
    struct pattern pattern;
    struct str word;   /* the alternative, a beginning without its asterisk; empty: only the pattern tells it */
    bool is_beginning; /* of a word */
};

struct cue_table {
    struct arena *arena;
    struct cues_entry *entries;
    size_t count, cap;
    uint32_t *chains; /* by hash: the first entry */
    size_t chain_count;
    uint32_t numbers, names;
    bool knows_announcements;
    unsigned char lengths[256]; /* by first byte: the lengths of keys of beginnings, as bits */
};

/* Beginnings start from another value than words. The first letter of a pattern may be a capital. */
static uint32_t cues_hash_of(struct str text, bool is_beginning)
{
    uint32_t hash = is_beginning ? 84696351u : HASH32_EMPTY;
    for (size_t i = 0; i < text.len; i++)
        hash = hash32_add((unsigned char)(i ? text.data[i] : ascii_lower(text.data[i])), hash);
    hash ^= hash >> 15;
    return hash ? hash : 1; /* 0 marks entries without one */
}

static struct str beginning(struct str text, size_t length)
{
    return (struct str){text.data, text.len < length ? text.len : length};
}

/* The first word alone: an alternative in CJK characters may be several. */
static struct str without_followers(struct arena *arena, struct str alternative)
{
    struct word *words;
    size_t count;
    if (!alternative.len || (unsigned char)alternative.data[0] < CJK_LEAD)
        return alternative;
    words_split(arena, alternative, NULL, &words, &count, NULL);
    return count ? (struct str){alternative.data + words[0].start, words[0].end - words[0].start} : alternative;
}

static void add_entry(struct cue_table *table, enum cue cue, const struct pattern *pattern, struct str word)
{
    struct cues_entry *entry = VEC_PUSH(table->arena, table->entries, table->count, table->cap);
    if (!entry)
        return;
    *entry = (struct cues_entry){.next = NO_ENTRY, .cue = cue, .pattern = *pattern};
    uint32_t number = (uint32_t)(table->count - 1), *special = str_eq(word, STR("#"))   ? &table->numbers
                                                               : str_eq(word, STR("@")) ? &table->names
                                                                                        : NULL;
    if (special) {
        entry->next = *special;
        *special = number;
        return;
    }
    bool is_cjk = word.len && (unsigned char)word.data[0] >= CJK_LEAD;
    word = without_followers(table->arena, word);
    bool is_beginning = str_ends(word, STR("*"));
    word.len -= is_beginning;
    if (!is_cjk) {
        entry->word = word;
        entry->is_beginning = is_beginning;
    }
    if (is_beginning)
        word = beginning(word, KEY_BYTES);
    if (is_beginning && word.len)
        table->lengths[(unsigned char)ascii_lower(word.data[0])] |= (unsigned char)(1u << word.len);
    entry->hash = cues_hash_of(word, is_beginning);
}

static void add_pattern(struct cue_table *table, enum cue cue, const char *text)
{
    struct pattern pattern;
    if (!pattern_parse_kept(text, table->arena, &pattern))
        return;
    struct str rest = pattern.count ? pattern.elements[0].words : STR(""), word;
    while (str_split(&rest, '|', &word))
        add_entry(table, cue, &pattern, word);
}

/* Strings the entries of words and beginnings together by their hashes. */
static void link_entries(struct cue_table *table)
{
    table->chain_count = 64;
    while (table->chain_count < 2 * table->count)
        table->chain_count *= 2;
    table->chains = ARENA_ARRAY(table->arena, table->chain_count, uint32_t);
    if (!table->chains)
        return;
    for (size_t i = 0; i < table->chain_count; i++)
        table->chains[i] = NO_ENTRY;
    for (size_t i = table->count; i-- > 0;) {
        struct cues_entry *entry = &table->entries[i];
        if (!entry->hash)
            continue; /* a number or a name */
        uint32_t *chain = &table->chains[entry->hash & (table->chain_count - 1)];
        entry->next = *chain;
        *chain = (uint32_t)i;
    }
}

struct cue_table *cue_table_new(struct arena *arena, const char *const *const lists[CUES])
{
    struct cue_table *table = ARENA_NEW(arena, struct cue_table);
    if (!table)
        return NULL;
    *table = (struct cue_table){.arena = arena, .numbers = NO_ENTRY, .names = NO_ENTRY};
    table->knows_announcements = lists[CUE_ANNOUNCEMENT] != NULL;
    for (size_t i = 0; i < CUES; i++)
        for (const char *const *text = lists[i]; text && *text; text++)
            add_pattern(table, (enum cue)i, *text);
    link_entries(table);
    return arena_failed(arena) ? NULL : table;
}

/* Does the pattern of the entry match at a word with the entry's hash? */
static bool cues_matches(const struct cues_entry *entry, const struct worded *sentence, size_t at, size_t *end)
{
    struct str word = sentence->words[at].folded, wanted = entry->word;
    if (!wanted.len)
        return pattern_parsed_matches(&entry->pattern, sentence, at, end);
    bool is_word = entry->is_beginning ? word.len >= wanted.len : word.len == wanted.len;
    return is_word && word.data[0] == ascii_lower(wanted.data[0]) &&
           memcmp(word.data + 1, wanted.data + 1, wanted.len - 1) == 0 &&
           pattern_parsed_goes_on(&entry->pattern, sentence, at, end);
}

/* Tries the entries of a chain; hash 0: all of them. */
static uint32_t try_chain(const struct cue_table *table, uint32_t first, uint32_t hash, const struct worded *sentence,
                          size_t at, size_t ends[CUES])
{
    uint32_t found = 0;
    for (uint32_t i = first; i != NO_ENTRY; i = table->entries[i].next) {
        const struct cues_entry *entry = &table->entries[i];
        size_t end;
        if ((hash && entry->hash != hash) || !pattern_may_go_on(&entry->pattern, sentence, at) ||
            !cues_matches(entry, sentence, at, &end))
            continue;
        if (!(found & CUE_BIT(entry->cue)) || end > ends[entry->cue])
            ends[entry->cue] = end;
        found |= CUE_BIT(entry->cue);
    }
    return found;
}

/* Joins what two chains found; `ends` holds the first's, `more` the second's. */
static uint32_t cues_join(uint32_t found, size_t ends[CUES], uint32_t others, const size_t more[CUES])
{
    for (size_t i = 0; others >> i; i++)
        if (others >> i & 1 && (!(found & CUE_BIT(i)) || more[i] > ends[i]))
            ends[i] = more[i];
    return found | others;
}

uint32_t cues_at(const struct cue_table *table, const struct worded *sentence, size_t at, size_t ends[CUES])
{
    struct str word = sentence->words[at].folded;
    size_t more[CUES];
    if (!word.len)
        return 0;
    uint32_t hash = cues_hash_of(word, false), mask = (uint32_t)(table->chain_count - 1);
    uint32_t found = try_chain(table, table->chains[hash & mask], hash, sentence, at, ends);
    for (unsigned lengths = table->lengths[(unsigned char)word.data[0]], length = 1; lengths >> length; length++) {
        if (!(lengths >> length & 1) || word.len < length)
            continue;
        hash = cues_hash_of(beginning(word, length), true);
        found = cues_join(found, ends, try_chain(table, table->chains[hash & mask], hash, sentence, at, more), more);
    }
    if (ascii_is_digit(word.data[0]))
        found = cues_join(found, ends, try_chain(table, table->numbers, 0, sentence, at, more), more);
    char first = sentence->text.data[sentence->words[at].start];
    if ((first >= 'A' && first <= 'Z') || (unsigned char)first >= 0x80)
        found = cues_join(found, ends, try_chain(table, table->names, 0, sentence, at, more), more);
    return found;
}

/* Words of somebody who speaks of himself are none in capitals: "US" is a country. */
static bool is_capitals(const struct worded *sentence, size_t at)
{
    const struct word *word = &sentence->words[at];
    for (size_t i = word->start; i < word->end; i++)
        if (sentence->text.data[i] < 'A' || sentence->text.data[i] > 'Z')
            return false;
    return word->end - word->start > 1;
}

/* Does a reference stand apart from every announcement: "the same steps as in the previous section, with the following
 * differences"? What touches one is a part of it: "shown in the following table". */
static bool refers_elsewhere(const struct cue_table *table, const struct worded *sentence)
{
    size_t ends[CUES], announced = 0; /* the word behind the last announcement */
    size_t first = SIZE_MAX, end = 0; /* the reference that none was found beside yet */
    for (size_t at = 0; at < sentence->count; at++) {
        uint32_t found = cues_at(table, sentence, at, ends);
        if (found & CUE_BIT(CUE_ANNOUNCEMENT)) {
            announced = ends[CUE_ANNOUNCEMENT] > announced ? ends[CUE_ANNOUNCEMENT] : announced;
            first = at <= end ? SIZE_MAX : first;
        }
        if (first != SIZE_MAX && at > end)
            return true;
        bool is_beside = announced && at <= announced;
        if (!(found & CUE_BIT(CUE_REFERENCE)) || is_beside)
            continue;
        first = first == SIZE_MAX ? at : first;
        end = ends[CUE_REFERENCE] > end ? ends[CUE_REFERENCE] : end;
    }
    return first != SIZE_MAX;
}

uint32_t cues_found(const struct cue_table *table, const struct worded *sentence)
{
    enum { PRONOUN_REACH = 3 /* what a pronoun among so many first words stands for has no room before it */ };
    static const uint32_t at_start = CUE_BIT(CUE_OPENING) | CUE_BIT(CUE_WHOLE) | CUE_BIT(CUE_IMPERATIVE) |
                                     CUE_BIT(CUE_SUBORDINATE) | CUE_BIT(CUE_CUT_OPENING);
    size_t ends[CUES] = {0}, whole = 0; /* the word behind what points back to nothing */
    uint32_t all = 0;
    for (size_t at = 0; at < sentence->count; at++) {
        uint32_t found = cues_at(table, sentence, at, ends);
        if (!found)
            continue;
        found &= at > 0 ? ~at_start : UINT32_MAX;
        whole = found & CUE_BIT(CUE_WHOLE) ? ends[CUE_WHOLE] : whole;
        found &= at < whole ? ~(CUE_BIT(CUE_OPENING) | CUE_BIT(CUE_PRONOUN)) : UINT32_MAX;
        found &= at >= PRONOUN_REACH ? ~CUE_BIT(CUE_PRONOUN) : UINT32_MAX;
        if (found & CUE_BIT(CUE_SELF)) {
            found &= is_capitals(sentence, at) ? ~CUE_BIT(CUE_SELF) : UINT32_MAX;
            found &= ends[CUE_TALK] == at + 1 ? ~CUE_BIT(CUE_TALK) : UINT32_MAX;
        }
        all |= found;
    }
    if (all & CUE_BIT(CUE_REFERENCE) && table->knows_announcements && refers_elsewhere(table, sentence))
        all |= CUE_BIT(CUE_ELSEWHERE);
    return all;
}

bool cues_is_one(const struct cue_table *table, const struct worded *heading, enum cue cue)
{
    size_t ends[CUES];
    return heading->count && cues_at(table, heading, 0, ends) & CUE_BIT(cue) && ends[cue] == heading->count;
}

bool cues_name_nothing(const struct cue_table *table, const struct worded *heading)
{
    return cues_is_one(table, heading, CUE_HEADING) || cues_is_one(table, heading, CUE_LEAD_AWAY);
}

/* --- the tables, one for each language, made when first asked for --- */

/* The tables made so far, the newest first. None is ever taken out. */
struct made {
    const struct language *language;
    struct cue_table *table;
    struct made *next;
};

static _Atomic(struct made *) made_tables;

static const struct cue_table *cues_find(const struct language *language)
{
    for (const struct made *made = atomic_load(&made_tables); made; made = made->next)
        if (made->language == language)
            return made->table;
    return NULL;
}

static struct cue_table *compile(struct arena *arena, const struct language *language)
{
    const struct cues *cues = language->cues;
    const struct speech *speech = language->speech;
    const struct definition_words *definitions = language->definition_words;
    const char *const *const lists[CUES] = {
        [CUE_OPENING] = cues->openings,
        [CUE_WHOLE] = cues->wholes,
        [CUE_PRONOUN] = cues->pronouns,
        [CUE_POINTER] = cues->pointers,
        [CUE_REFERENCE] = cues->references,
        [CUE_TALK] = cues->talk,
        [CUE_HEADING] = cues->headings,
        [CUE_LEAD_AWAY] = cues->elsewhere,
        [CUE_EXAMPLE] = cues->examples,
        [CUE_ASIDE] = cues->asides,
        [CUE_QUESTION] = cues->questions,
        [CUE_CLOSING] = cues->closings,
        [CUE_ATTRIBUTION] = cues->attributions,
        [CUE_ATTACK] = cues->attacks,
        [CUE_DENIAL] = cues->denials,
        [CUE_HYPOTHESIS] = cues->hypotheses,
        [CUE_VERSION] = cues->versions,
        [CUE_CAPTION] = cues->captions,
        [CUE_BYLINE] = cues->bylines,
        [CUE_EVENT] = cues->events,
        [CUE_PROMOTION] = cues->promotions,
        [CUE_INSTRUCTION] = cues->instructions,
        [CUE_CUT_OPENING] = cues->cut_openings,
        [CUE_CUT_CLAUSE] = cues->cut_clauses,
        [CUE_CUT_BRACKET] = cues->cut_brackets,
        [CUE_STEPS] = cues->steps,
        [CUE_ANNOUNCEMENT] = cues->announcements,
        [CUE_SELF] = speech ? speech->first_person : NULL,
        [CUE_IMPERATIVE] = definitions ? definitions->imperatives : NULL,
        [CUE_SUBORDINATE] = definitions ? definitions->subordinate : NULL,
    };
    return cue_table_new(arena, lists);
}

/* Another thread may have made the same table meanwhile: then this one stays behind it, unused. */
static const struct cue_table *cues_make(const struct language *language)
{
    struct arena *arena = arena_new();
    struct made *made = arena ? ARENA_NEW(arena, struct made) : NULL;
    struct cue_table *table = made ? compile(arena, language) : NULL;
    if (!table) {
        arena_free(arena);
        return NULL;
    }
    *made = (struct made){language, table, atomic_load(&made_tables)};
    while (!atomic_compare_exchange_weak(&made_tables, &made->next, made))
        continue;
    return table;
}

const struct cue_table *cues_of(const struct language *language)
{
    if (!language || !language->cues)
        language = language_find(STR("en"));
    const struct cue_table *table = cues_find(language);
    return table ? table : cues_make(language);
}

static bool is_small(char letter)
{
    return letter >= 'a' && letter <= 'z';
}

/* Do the words from `at` on, without those in small letters, begin with the letters? */
static bool spell(const struct worded *sentence, size_t at, struct str letters)
{
    size_t spelt = 0;
    for (size_t i = at; i < sentence->count && spelt < letters.len; i++) {
        char first = sentence->text.data[sentence->words[i].start];
        if (first == letters.data[spelt])
            spelt++;
        else if (i == at || !is_small(first))
            return false;
    }
    return spelt == letters.len;
}

bool cues_spell_out(const struct worded *sentence)
{
    enum { SHORTEST = 3, LONGEST = 8 };
    if (sentence->count < 2 || !is_small(sentence->text.data[sentence->words[1].start]))
        return false;
    const struct word *first = &sentence->words[0];
    struct str letters = {sentence->text.data + first->start, first->end - first->start};
    for (size_t i = 0; i < letters.len; i++)
        if (letters.data[i] < 'A' || letters.data[i] > 'Z')
            return false;
    if (letters.len < SHORTEST || letters.len > LONGEST)
        return false;
    for (size_t at = 2; at + letters.len <= sentence->count; at++)
        if (spell(sentence, at, letters))
            return true;
    return false;
}
