#include "model/builtin/cases_names.h"
#include "model/builtin/cases_words.h"
#include "model/builtin/letters.h"

struct case_counts {
    size_t small, large; /* in mid-sentence */
    size_t titles;       /* large in mid-sentence beside another large one, as in the title of a page */
    size_t opening;      /* with a capital at the start of a sentence */
};

static struct str small_form(struct str word, char buffer[CASE_LONGEST])
{
    if (word.len > CASE_LONGEST)
        return STR("");
    for (size_t i = 0; i < word.len; i++)
        buffer[i] = ascii_lower(word.data[i]);
    return (struct str){buffer, word.len};
}

void cases_init(struct cases *cases, struct arena *arena)
{
    cases->arena = arena;
    map_init(&cases->words, arena);
    cases_names_init(cases);
}

enum status cases_know(struct cases *cases, struct str text, struct error *err)
{
    char buffer[CASE_LONGEST];
    for (size_t at = 0, length; at < text.len; at += length ? length : 1) {
        struct str word = {text.data + at, length = case_word_length((struct str){text.data + at, text.len - at})};
        struct str small = small_form(word, buffer);
        if (!case_is_plain(word) || !small.len || map_get(&cases->words, small))
            continue;
        const char *key = arena_copy_n(cases->arena, small.data, small.len);
        struct case_counts *counts = ARENA_NEW(cases->arena, struct case_counts);
        void **place = key && counts ? map_put(&cases->words, (struct str){key, small.len}) : NULL;
        if (!place)
            return error_memory(err);
        *place = counts;
    }
    return cases_names_know(cases, text, err);
}

static const struct case_counts *counts_of(const struct cases *cases, struct str word)
{
    static const struct case_counts none = {.large = 1}; /* of a word that was not made known nothing is known */
    char buffer[CASE_LONGEST];
    struct str small = small_form(word, buffer);
    const struct case_counts *counts = small.len && case_is_plain(word) ? map_get(&cases->words, small) : NULL;
    return counts ? counts : &none;
}

static bool is_opening(struct str text, size_t at)
{
    return at == 0 || (at > 1 && text.data[at - 1] == ' ' && text.data[at - 2] == '.');
}

/* Does the word before the blank before `at` begin with a capital? */
static bool is_behind_large(struct str text, size_t at)
{
    size_t start = at - 1;
    while (start > 0 && !ascii_is_space(text.data[start - 1]))
        start--;
    return case_is_large(text.data[start]);
}

static size_t *place_of(struct case_counts *counts, struct str text, size_t at, size_t length)
{
    size_t next = at + length + 1;
    if (case_is_small(text.data[at]))
        return &counts->small;
    bool is_before_large = next < text.len && text.data[next - 1] == ' ' && case_is_large(text.data[next]);
    bool is_behind = at > 1 && text.data[at - 2] != ',' && is_behind_large(text, at);
    return is_before_large || is_behind ? &counts->titles : &counts->large;
}

void cases_count(struct cases *cases, struct str text)
{
    char buffer[CASE_LONGEST];
    for (size_t at = 0, length; at < text.len; at += length ? length : 1) {
        struct str word = {text.data + at, length = case_word_length((struct str){text.data + at, text.len - at})};
        bool is_mid = length && case_is_mid_sentence(text, at);
        if (!length || (!is_mid && !is_opening(text, at)) || !case_is_plain(word))
            continue;
        struct str small = small_form(word, buffer);
        struct case_counts *counts = small.len ? map_get(&cases->words, small) : NULL;
        if (!counts)
            continue;
        if (is_mid)
            *place_of(counts, text, at, length) += 1;
        else
            counts->opening += case_is_large(word.data[0]);
    }
    cases_names_count(cases, text);
}

bool cases_is_small(const struct cases *cases, struct str word)
{
    const struct case_counts *counts = counts_of(cases, word);
    bool is_seen = counts->large || counts->opening;
    return case_is_plain(word) && counts->small >= counts->large && (counts->small || !is_seen);
}

/* Does the word begin sentences with a capital? A name of a command does not. */
static bool opens_sentences(const struct cases *cases, struct str word)
{
    return counts_of(cases, word)->opening > 0;
}

static void add_small(struct buf *out, struct str word)
{
    for (size_t i = 0; i < word.len; i++)
        buf_char(out, ascii_lower(word.data[i]));
}

struct str cases_sentence(const struct cases *cases, struct str text, bool keeps_first)
{
    struct buf out = {0};
    bool is_first = keeps_first;
    for (size_t at = 0, length; at < text.len; at += length) {
        struct str rest = {text.data + at, text.len - at};
        size_t name = cases_names_length(cases, rest);
        struct str word = {rest.data, length = name ? name : case_word_length(rest)};
        if (!length) {
            length = case_quote_length(rest);
            buf_add(&out, rest.data, length = length ? length : 1);
            is_first |= rest.data[0] == ':' || rest.data[0] == '?' || rest.data[0] == '"';
            continue;
        }
        bool is_changed = !name && case_is_plain(word) && word.len > 1;
        if (!is_first && is_changed && case_is_large(word.data[0]) && cases_is_small(cases, word))
            add_small(&out, word);
        else if (is_first && is_changed && at == 0 && opens_sentences(cases, word))
            add_large(&out, word);
        else
            buf_add(&out, word.data, word.len);
        is_first = false;
    }
    char *copy = out.failed ? NULL : arena_copy_n(cases->arena, buf_text(&out), out.len);
    struct str made = {copy, out.len};
    buf_free(&out);
    return made;
}
