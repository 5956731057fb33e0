#include "model/builtin/cases.h"

#include "model/builtin/letters.h"

enum { LONGEST = 40 }; /* bytes of a word */

struct case_counts {
    size_t small, large; /* in mid-sentence */
    size_t titles;       /* large in mid-sentence beside another large one, as in the title of a page */
    size_t opening;      /* with a capital at the start of a sentence */
};

static bool is_small(char character)
{
    return character >= 'a' && character <= 'z';
}

static bool is_large(char character)
{
    return character >= 'A' && character <= 'Z';
}

/* Bytes of the word at the start of the text, up to the next blank, without marks behind it; 0: it begins with a mark.
 */
static size_t word_length(struct str text)
{
    size_t length = 0;
    if (!text.len || (!ascii_is_alnum(text.data[0]) && !(text.data[0] & 0x80)))
        return 0;
    while (length < text.len && !ascii_is_space(text.data[length]))
        length++;
    while (strchr(",;:.!?\"']", text.data[length - 1]) || str_ends((struct str){text.data, length}, STR("...")))
        length--;
    bool has_bracket = memchr(text.data, '(', length);
    return length - (text.data[length - 1] == ')' && !has_bracket);
}

/* Only letters, the first small or large and the others small, or several such words with hyphens between: nothing but
 * the place decides the large ones. */
static bool is_plain(struct str word)
{
    bool begins = true;
    for (size_t i = 0; i < word.len; i++) {
        bool is_hyphen = word.data[i] == '-' && !begins;
        if (!is_hyphen && !is_small(word.data[i]) && (!begins || !is_large(word.data[i])))
            return false;
        begins = is_hyphen;
    }
    return word.len > 0 && !begins;
}

static struct str small_form(struct str word, char buffer[LONGEST])
{
    if (word.len > LONGEST)
        return STR("");
    for (size_t i = 0; i < word.len; i++)
        buffer[i] = ascii_lower(word.data[i]);
    return (struct str){buffer, word.len};
}

void cases_init(struct cases *cases, struct arena *arena)
{
    cases->arena = arena;
    map_init(&cases->words, arena);
}

enum status cases_know(struct cases *cases, struct str text, struct error *err)
{
    char buffer[LONGEST];
    for (size_t at = 0, length; at < text.len; at += length ? length : 1) {
        struct str word = {text.data + at, length = word_length((struct str){text.data + at, text.len - at})};
        struct str small = small_form(word, buffer);
        if (!is_plain(word) || !small.len || map_get(&cases->words, small))
            continue;
        const char *key = arena_copy_n(cases->arena, small.data, small.len);
        struct case_counts *counts = ARENA_NEW(cases->arena, struct case_counts);
        void **place = key && counts ? map_put(&cases->words, (struct str){key, small.len}) : NULL;
        if (!place)
            return error_memory(err);
        *place = counts;
    }
    return OK;
}

static const struct case_counts *counts_of(const struct cases *cases, struct str word)
{
    static const struct case_counts none = {.large = 1}; /* of a word that was not made known nothing is known */
    char buffer[LONGEST];
    struct str small = small_form(word, buffer);
    const struct case_counts *counts = small.len && is_plain(word) ? map_get(&cases->words, small) : NULL;
    return counts ? counts : &none;
}

/* Behind a small letter or a comma and a blank a word stands in mid-sentence. */
static bool is_mid_sentence(struct str text, size_t at)
{
    return at > 1 && text.data[at - 1] == ' ' && (is_small(text.data[at - 2]) || text.data[at - 2] == ',');
}

static bool is_opening(struct str text, size_t at)
{
    return at == 0 || (at > 1 && text.data[at - 1] == ' ' && text.data[at - 2] == '.');
}

/* Does the word before the one at `at` begin with a large letter? */
static bool is_behind_large(struct str text, size_t at)
{
    size_t before = at > 1 ? at - 1 : 0;
    while (before > 0 && text.data[before - 1] != ' ')
        before--;
    return at > 1 && is_large(text.data[before]);
}

static size_t *place_of(struct case_counts *counts, struct str text, size_t at, size_t length)
{
    size_t next = at + length + 1;
    if (is_small(text.data[at]))
        return &counts->small;
    bool is_before_large = next < text.len && text.data[next - 1] == ' ' && is_large(text.data[next]);
    return is_before_large || is_behind_large(text, at) ? &counts->titles : &counts->large;
}

void cases_count(struct cases *cases, struct str text)
{
    char buffer[LONGEST];
    for (size_t at = 0, length; at < text.len; at += length ? length : 1) {
        struct str word = {text.data + at, length = word_length((struct str){text.data + at, text.len - at})};
        bool is_mid = length && is_mid_sentence(text, at);
        if (!length || (!is_mid && !is_opening(text, at)) || !is_plain(word))
            continue;
        struct str small = small_form(word, buffer);
        struct case_counts *counts = small.len ? map_get(&cases->words, small) : NULL;
        if (!counts)
            continue;
        if (is_mid)
            *place_of(counts, text, at, length) += 1;
        else
            counts->opening += is_large(word.data[0]);
    }
}

bool cases_is_small(const struct cases *cases, struct str word)
{
    const struct case_counts *counts = counts_of(cases, word);
    bool is_seen = counts->small || counts->large || counts->titles || counts->opening;
    return is_plain(word) && counts->small >= counts->large && (counts->small || !is_seen);
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

/* Letters in the brackets at byte `open`; 0: something else stands there. */
static size_t initials_at(struct str text, size_t open)
{
    size_t count = 0;
    while (open + 1 + count < text.len && is_large(text.data[open + 1 + count]))
        count++;
    return count > 1 && open + 1 + count < text.len && text.data[open + 1 + count] == ')' ? count : 0;
}

/* Where the words begin that the initials in the brackets at `open` stand for: "Sender Policy Framework (SPF)". `open`
 * when they do not. Words in small letters between them have none. */
static size_t spelled_out(struct str text, size_t open)
{
    size_t left = initials_at(text, open), at = open;
    const char *initials = text.data + open + 1;
    while (left && at > 0) {
        size_t end = at;
        while (end > 0 && text.data[end - 1] == ' ')
            end--;
        at = end;
        while (at > 0 && text.data[at - 1] != ' ')
            at--;
        if (at == end || (is_large(text.data[at]) && text.data[at] != initials[left - 1]))
            return open;
        left -= is_large(text.data[at]);
    }
    return left ? open : at;
}

struct kept_name {
    size_t from, to; /* bytes */
};

/* The next name at or behind byte `from` that is spelled out before its initials. */
static struct kept_name next_name(struct str text, size_t from)
{
    for (size_t open = from; (open = str_find(text, STR("("), open)) < text.len; open++) {
        size_t start = spelled_out(text, open);
        if (start < open)
            return (struct kept_name){start, open};
    }
    return (struct kept_name){text.len, text.len};
}

struct str cases_sentence(const struct cases *cases, struct str text, bool keeps_first)
{
    struct buf out = {0};
    bool is_first = keeps_first;
    struct kept_name name = next_name(text, 0);
    for (size_t at = 0, length; at < text.len; at += length) {
        if (at >= name.to)
            name = next_name(text, at + 1);
        struct str rest = {text.data + at, text.len - at};
        struct str word = {rest.data, length = word_length(rest)};
        if (!length) {
            buf_add(&out, rest.data, length = 1);
            is_first |= rest.data[0] == ':' || rest.data[0] == '?' || rest.data[0] == '"';
            continue;
        }
        bool is_changed = is_plain(word) && word.len > 1 && at < name.from;
        if (!is_first && is_changed && is_large(word.data[0]) && cases_is_small(cases, word))
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
