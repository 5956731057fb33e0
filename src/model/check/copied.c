#include "model/check/copied.h"

#include "model/check/check.h"
#include "model/check/wording/facts.h"
#include "model/check/wording/hashes.h"
#include "model/check/wording/quotation.h"

/* Words of a run by which copied wording is measured (prompt rule: at most 4 words in a row of a passage). */
enum { COPIED_RUN = 5 };

static uint64_t run_hash(const struct word *words, size_t run)
{
    uint64_t hash = HASH_EMPTY;
    for (size_t i = 0; i < run; i++)
        hash = hash_of(STR(" "), hash_of(words[i].folded, hash));
    return hash;
}

static bool read_runs(struct arena *arena, struct str source, size_t run, struct hashes *set)
{
    struct worded worded;
    *set = (struct hashes){0};
    if (worded_split(arena, source, NULL, &worded, NULL) != OK)
        return false;
    size_t runs = worded.count >= run ? worded.count - run + 1 : 0;
    if (!hashes_room(arena, set, runs))
        return false;
    for (size_t i = 0; i < runs; i++)
        set->list[set->count++] = run_hash(worded.words + i, run);
    hashes_order(set);
    return true;
}

enum status copied_find(struct arena *arena, struct str text, struct str source, size_t run, struct str *found,
                        struct error *err)
{
    struct hashes set;
    struct worded worded;
    *found = (struct str){text.data, 0};
    if (!read_runs(arena, source, run, &set) || worded_split(arena, text, NULL, &worded, NULL) != OK)
        return error_memory(err);
    for (size_t i = 0; i + run <= worded.count; i++) {
        if (!hashes_have(&set, run_hash(worded.words + i, run)))
            continue;
        size_t start = worded.words[i].start;
        *found = (struct str){text.data + start, worded.words[i + run - 1].end - start};
        break;
    }
    return OK;
}

/* Marks the words that may be the same: names, code, quotations. NULL: memory ran out. */
static bool *free_words(struct arena *arena, const struct worded *worded)
{
    struct facts facts;
    bool *is_free = ARENA_ARRAY(arena, worded->count, bool);
    if (!is_free || facts_find(arena, worded, NULL, &facts, NULL) != OK)
        return NULL;
    for (size_t i = 0; i < facts.count; i++)
        if (facts.list[i].kind == FACT_NAME && facts.list[i].word < worded->count)
            is_free[facts.list[i].word] = true;
    struct str inner;
    for (size_t at = 0, end, word = 0; at < worded->text.len; at++) {
        if (!quotation_opens(worded->text, at, &inner, &end))
            continue;
        for (; word < worded->count && worded->words[word].start < end; word++)
            is_free[word] |= worded->words[word].start >= at;
        at = end - 1;
    }
    return is_free;
}

/* How many runs of so many words without names, code and quotations the text has, and how many of them the source has.
 */
static enum status count_runs(struct arena *arena, struct str text, struct str source, size_t run, size_t *runs,
                              size_t *shared, struct error *err)
{
    struct hashes set;
    struct worded worded;
    if (!read_runs(arena, source, run, &set) || worded_split(arena, text, NULL, &worded, NULL) != OK)
        return error_memory(err);
    const bool *is_free = free_words(arena, &worded);
    if (!is_free)
        return error_memory(err);
    for (size_t i = 0; i + run <= worded.count; i++) {
        bool counts = true;
        for (size_t k = i; k < i + run; k++)
            counts &= !is_free[k];
        *runs += counts;
        *shared += counts && hashes_have(&set, run_hash(worded.words + i, run));
    }
    return OK;
}

double check_copied(struct str text, struct str source)
{
    struct arena *arena = arena_new();
    size_t runs = 0, shared = 0;
    bool done = arena && count_runs(arena, text, source, COPIED_RUN, &runs, &shared, NULL) == OK;
    arena_free(arena);
    return done && runs ? (double)shared / (double)runs : 0;
}
