/* A word is compared with those patterns whose first element may begin with its first two bytes. */
#include "text/pattern_table.h"

#include "base/vec.h"
#include "text/pattern_element.h"

enum { BUCKETS = 1024, ANY = BUCKETS /* the bucket of what begins with any byte: numbers and names */ };

struct pattern_table_entry {
    const char *text;
    struct pattern pattern;
    size_t next; /* number of the next entry of the bucket, from 1; 0: none */
};

struct pattern_table {
    struct arena *arena;
    struct pattern_table_entry *entries;
    size_t count, cap;
    size_t buckets[BUCKETS + 1]; /* number of the first entry, from 1; 0: none */
};

struct pattern_table *pattern_table_new(struct arena *arena)
{
    struct pattern_table *table = ARENA_NEW(arena, struct pattern_table);
    if (table)
        *table = (struct pattern_table){.arena = arena};
    return table;
}

static size_t bucket_of(struct str word)
{
    unsigned char first = word.len ? (unsigned char)ascii_lower(word.data[0]) : 0;
    unsigned char second = word.len > 1 ? (unsigned char)word.data[1] : 0;
    return (first * 37u + second) % BUCKETS;
}

static bool add_entry(struct pattern_table *table, const char *text, const struct pattern *pattern, size_t bucket)
{
    size_t first = table->buckets[bucket];
    if (first && table->entries[first - 1].text == text)
        return true; /* another alternative of the same pattern */
    struct pattern_table_entry *entries =
        vec_room(table->arena, table->entries, table->count, &table->cap, sizeof *entries);
    if (!entries)
        return false;
    table->entries = entries;
    entries[table->count++] = (struct pattern_table_entry){text, *pattern, first};
    table->buckets[bucket] = table->count;
    return true;
}

static bool add_pattern(struct pattern_table *table, const char *text)
{
    struct pattern pattern;
    if (!pattern_parse_kept(text, table->arena, &pattern))
        return false;
    struct str rest = pattern.count ? pattern.elements[0].words : STR(""), word;
    bool done = true;
    while (done && str_split(&rest, '|', &word)) {
        bool is_any = str_eq(word, STR("#")) || str_eq(word, STR("@")) || str_ends(word, STR("*")) * word.len == 2;
        done = add_entry(table, text, &pattern, is_any ? ANY : bucket_of(word));
    }
    return done;
}

bool pattern_table_add(struct pattern_table *table, const char *const *patterns)
{
    for (; patterns && *patterns; patterns++)
        if (!add_pattern(table, *patterns))
            return false;
    return true;
}

static bool bucket_matches(const struct pattern_table *table, size_t bucket, const struct worded *worded, size_t at)
{
    size_t end;
    for (size_t i = table->buckets[bucket]; i; i = table->entries[i - 1].next) {
        const struct pattern *pattern = &table->entries[i - 1].pattern;
        if (pattern_may_go_on(pattern, worded, at) && pattern_parsed_matches_case(pattern, worded, at, &end))
            return true;
    }
    return false;
}

bool pattern_table_occurs(const struct pattern_table *table, const struct worded *worded)
{
    for (size_t at = 0; at < worded->count; at++)
        if (bucket_matches(table, bucket_of(worded->words[at].folded), worded, at) ||
            bucket_matches(table, ANY, worded, at))
            return true;
    return false;
}
