#include "research/corpus/cues.h"

#include <stdatomic.h>
#include <stdlib.h>

/* The tables made so far, the newest first. None is ever taken out. */
struct made {
    const struct language *language;
    struct cue_table *table;
    struct made *next;
};

static _Atomic(struct made *) made_tables;

static const struct cue_table *find(const struct language *language)
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
static const struct cue_table *make(const struct language *language)
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
    const struct cue_table *table = find(language);
    return table ? table : make(language);
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
