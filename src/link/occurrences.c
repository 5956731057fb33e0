#include "link/occurrences.h"

#include "base/vec.h"

static bool add(struct occurrences *found, struct arena *arena, struct occurrence occurrence)
{
    struct table_slot *total = table_put(&found->totals, occurrence.phrase, 0);
    if (!total)
        return false;
    if (++total->value > MAX_OCCURRENCES)
        return true;
    struct occurrence *list = vec_room(arena, found->list, found->count, &found->cap, sizeof *list);
    if (!list)
        return false;
    found->list = list;
    found->list[found->count++] = occurrence;
    return true;
}

static bool may_end(const struct lexed *lexed, size_t last)
{
    return last == lexed->count || !lexed->lexemes[last].continues_word;
}

/*
 * Adds all phrases that begin at a lexeme. *covered_to: where the phrase that reaches furthest so far ends; what ends
 * before is covered.
 */
static bool find_from(const struct link_index *index, const struct lexed *lexed, size_t first, size_t *covered_to,
                      struct arena *arena, struct occurrences *found)
{
    size_t from = found->count;
    uint32_t node = 0;
    for (size_t at = first; at < lexed->count; at++) {
        const struct lexeme *lexeme = &lexed->lexemes[at];
        if (lexeme->blocked || (at > first && lexeme->starts_phrase) || found->words[at] == INDEX_NO_WORD)
            break;
        node = index_find_child(index, node, found->words[at]);
        if (node == INDEX_NO_NODE)
            break;
        uint32_t phrase = index_phrase_at(index, node);
        if (phrase == INDEX_NO_PHRASE || !may_end(lexed, at + 1))
            continue;
        if (!add(found, arena, (struct occurrence){.first = first, .last = at + 1, .phrase = phrase}))
            return false;
    }
    for (size_t i = from; i < found->count; i++)
        found->list[i].is_covered = found->list[i].last <= *covered_to || i + 1 < found->count;
    if (found->count > from && found->list[found->count - 1].last > *covered_to)
        *covered_to = found->list[found->count - 1].last;
    return true;
}

enum status occurrences_find(const struct link_index *index, const struct lexed *lexed, struct arena *arena,
                             struct occurrences *occurrences, struct error *err)
{
    *occurrences = (struct occurrences){.totals = {.arena = arena}};
    occurrences->words = ARENA_ARRAY(arena, lexed->count, uint32_t);
    if (!occurrences->words)
        return error_memory(err);
    for (size_t i = 0; i < lexed->count; i++)
        occurrences->words[i] = index_find_word(index, lexed->lexemes[i].text);
    size_t covered_to = 0;
    for (size_t i = 0; i < lexed->count; i++)
        if (!lexed->lexemes[i].continues_word && !find_from(index, lexed, i, &covered_to, arena, occurrences))
            return error_memory(err);
    return OK;
}
