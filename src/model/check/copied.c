#include "model/check/copied.h"

#include "model/check/check.h"
#include "model/check/wording/facts.h"
#include "model/check/wording/quotation.h"
#include "text/shingles.h"

/* The words of a text, and its runs of so many in their order. */
static enum status read_runs(struct arena *arena, struct str text, size_t run, struct worded *worded,
                             struct hashes *runs, struct error *err)
{
    enum status status = worded_split(arena, text, NULL, worded, err);
    uint64_t *words = status ? NULL : ARENA_ARRAY(arena, worded->count, uint64_t);
    if (!words)
        return status ? status : error_memory(err);
    for (size_t i = 0; i < worded->count; i++)
        words[i] = hash_of(worded->words[i].folded, HASH_EMPTY);
    *runs = (struct hashes){words, shingles_roll(words, worded->count, run)};
    return OK;
}

enum status copied_find(struct arena *arena, struct str text, struct str source, size_t run, struct str *found,
                        struct error *err)
{
    struct hashes set, runs;
    struct worded worded;
    *found = (struct str){text.data, 0};
    enum status status = read_runs(arena, source, run, &worded, &set, err);
    if (!status)
        status = read_runs(arena, text, run, &worded, &runs, err);
    if (status)
        return status;
    hashes_order(&set);
    for (size_t i = 0; i < runs.count; i++) {
        if (!hashes_have(&set, runs.list[i]))
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
    struct wording_facts facts;
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
    struct hashes set, there;
    struct worded worded;
    enum status status = read_runs(arena, source, run, &worded, &set, err);
    if (!status)
        status = read_runs(arena, text, run, &worded, &there, err);
    const bool *is_free = status ? NULL : free_words(arena, &worded);
    if (!is_free)
        return status ? status : error_memory(err);
    hashes_order(&set);
    for (size_t i = 0; i < there.count; i++) {
        bool counts = true;
        for (size_t k = i; k < i + run; k++)
            counts &= !is_free[k];
        *runs += counts;
        *shared += counts && hashes_have(&set, there.list[i]);
    }
    return OK;
}

double check_copied(struct str text, struct str source)
{
    struct arena *arena = arena_new();
    size_t runs = 0, shared = 0;
    bool done = arena && count_runs(arena, text, source, SHINGLE_COPIED, &runs, &shared, NULL) == OK;
    arena_free(arena);
    return done && runs ? (double)shared / (double)runs : 0;
}
