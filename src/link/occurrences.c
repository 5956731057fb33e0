#include "link/occurrences.h"

#include "base/vec.h"
#include "text/word_forms.h"

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
    return last == lexed->count || !(lexed->lexemes[last].marks & MARK_CONTINUES_WORD);
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
        if (lexeme->blocked || (at > first && (lexeme->marks & MARK_STARTS_PHRASE)) ||
            found->terms[at] == INDEX_NO_TERM)
            break;
        if (found->terms[at] == OCCURRENCE_SKIP && at > first)
            continue;
        node = index_find_child(index, node, found->terms[at]);
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

/* --- terms --- */

/* Stems words. Made when the first word needs it. */
struct stems {
    const struct language *language;
    struct stemmer *stemmer;
    struct buf text, folded, room;
    bool failed;
};

static uint32_t find_stem(const struct link_index *index, struct stems *stems, const struct lexed *lexed,
                          const struct lexeme *lexeme)
{
    if (!stems->stemmer)
        stems->stemmer = stemmer_new(stems->language);
    struct str word = lexeme_fold(lexed, lexeme, &stems->text, &stems->room);
    word_fold(&stems->folded, &stems->room, word, stems->language);
    stems->failed |= !stems->stemmer || stems->text.failed || stems->folded.failed || stems->room.failed;
    if (stems->failed)
        return INDEX_NO_TERM;
    struct str folded = {buf_text(&stems->folded), stems->folded.len};
    return index_find_term(index, index_hash_stem(stemmer_stem(stems->stemmer, folded.len ? folded : word)));
}

/* Finds the term of each lexeme; false when memory ran out. */
static bool find_terms(const struct link_index *index, const struct lexed *lexed, const struct language *language,
                       uint32_t *terms)
{
    struct stems stems = {.language = language};
    for (size_t i = 0; i < lexed->count && !stems.failed; i++) {
        const struct lexeme *lexeme = &lexed->lexemes[i];
        terms[i] = lexed_is_hyphen(lexed, i) ? OCCURRENCE_SKIP : index_find_term(index, lexeme->hash);
        if (terms[i] == INDEX_NO_TERM && lexeme->kind == LEXEME_WORD)
            terms[i] = find_stem(index, &stems, lexed, lexeme);
    }
    stemmer_free(stems.stemmer);
    buf_free(&stems.text);
    buf_free(&stems.folded);
    buf_free(&stems.room);
    return !stems.failed;
}

enum status occurrences_find(const struct link_index *index, const struct lexed *lexed, const struct language *language,
                             struct arena *arena, struct occurrences *occurrences, struct error *err)
{
    *occurrences = (struct occurrences){.totals = {.arena = arena}};
    occurrences->terms = ARENA_ARRAY(arena, lexed->count, uint32_t);
    if (!occurrences->terms || !find_terms(index, lexed, language, occurrences->terms))
        return error_memory(err);
    size_t covered_to = 0;
    for (size_t i = 0; i < lexed->count; i++)
        if (!(lexed->lexemes[i].marks & MARK_CONTINUES_WORD) &&
            !find_from(index, lexed, i, &covered_to, arena, occurrences))
            return error_memory(err);
    return OK;
}
