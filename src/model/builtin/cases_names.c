#include "model/builtin/cases_names.h"

#include "model/builtin/cases_words.h"

enum {
    LONGEST_NAME = 6, /* words */
    LONGEST_BYTES = LONGEST_NAME * (CASE_LONGEST + 1)
};

struct name_counts {
    size_t small, large; /* large: in mid-sentence */
    size_t surely;       /* of them those behind an article, or with an abbreviation behind them */
};

/* A row of plain words with a blank between two, in small letters. */
struct run {
    char small[LONGEST_BYTES];
    size_t length; /* of `small`, and of the text */
    size_t words;
    bool is_large; /* all of them begin with a capital */
};

/* Makes the run empty; what its bytes were does not matter. */
static void begin_run(struct run *run)
{
    run->length = run->words = 0;
    run->is_large = false;
}

/* Adds the next word of the text behind the run to it; false: there is none. */
static bool extend(struct run *run, struct str text)
{
    size_t at = run->words ? run->length + 1 : 0;
    if (run->words == LONGEST_NAME || at >= text.len || (at && text.data[at - 1] != ' '))
        return false;
    struct str word = {text.data + at, case_word_length((struct str){text.data + at, text.len - at})};
    if (!word.len || word.len > CASE_LONGEST || !case_is_plain(word))
        return false;
    if (at)
        run->small[at - 1] = ' ';
    for (size_t i = 0; i < word.len; i++)
        run->small[at + i] = ascii_lower(word.data[i]);
    run->is_large = (run->is_large || !run->words) && case_is_large(word.data[0]);
    run->length = at + word.len;
    run->words++;
    return true;
}

/* Of the longest row of words with capitals at the start of the text. */
static struct run read_large(struct str text)
{
    struct run run = {.length = 0}, next = run;
    while (extend(&next, text) && next.is_large)
        run = next;
    return run;
}

/* Steps over a word, or over a mark. */
static size_t step(struct str text)
{
    size_t length = case_word_length(text), quote = length ? 0 : case_quote_length(text);
    return length ? length : quote ? quote : 1;
}

static bool is_behind_article(struct str text, size_t at)
{
    static const char *const articles[] = {" the ", " a ", " an ", ". The ", ". A ", ". An ", NULL};
    struct str before = {text.data, at};
    for (const char *const *article = articles; *article; article++)
        if (str_ends(before, str_from(*article)))
            return true;
    return str_eq(before, STR("The ")) || str_eq(before, STR("A ")) || str_eq(before, STR("An "));
}

/* "Sender Policy Framework (SPF)" */
static bool is_shortened(struct str behind)
{
    return behind.len > 2 && str_starts(behind, STR(" (")) && case_is_large(behind.data[2]);
}

/* What is said of a page by its title, "see Index Types", is not what it is called. */
static bool is_name(const struct name_counts *counts)
{
    enum { OFTEN = 3 };
    return counts->surely > counts->small || (counts->large >= OFTEN && counts->large > 2 * counts->small);
}

void cases_names_init(struct cases *cases)
{
    map_init(&cases->names, cases->arena);
}

/* The place of a letter in the alphabet. */
static unsigned initial(char letter)
{
    return (unsigned char)letter & 31;
}

static enum status know(struct cases *cases, struct str small, struct error *err)
{
    if (map_get(&cases->names, small))
        return OK;
    const char *key = arena_copy_n(cases->arena, small.data, small.len);
    struct name_counts *counts = ARENA_NEW(cases->arena, struct name_counts);
    void **place = key && counts ? map_put(&cases->names, (struct str){key, small.len}) : NULL;
    if (!place)
        return error_memory(err);
    *place = counts;
    cases->initials[initial(small.data[0])] |= 1u << initial(small.data[str_find(small, STR(" "), 0) + 1]);
    return OK;
}

enum status cases_names_know(struct cases *cases, struct str text, struct error *err)
{
    enum status status = OK;
    for (size_t at = 0; at < text.len && !status; at += step((struct str){text.data + at, text.len - at})) {
        struct str rest = {text.data + at, text.len - at};
        struct run run;
        begin_run(&run);
        while (!status && extend(&run, rest) && run.is_large)
            if (run.words > 1)
                status = know(cases, (struct str){run.small, run.length}, err);
    }
    return status;
}

/* Counts the names that the row of words at byte `at` begins with. */
static void count_names_at(struct cases *cases, struct str text, size_t at)
{
    struct str rest = {text.data + at, text.len - at};
    struct run run;
    begin_run(&run);
    while (extend(&run, rest)) {
        struct name_counts *counts = run.words > 1 ? map_get(&cases->names, (struct str){run.small, run.length}) : NULL;
        if (run.words == 1)
            continue;
        if (!counts)
            break; /* what begins as no name does is none */
        bool is_large = run.is_large && case_is_mid_sentence(text, at);
        struct str behind = {rest.data + run.length, rest.len - run.length};
        counts->large += is_large;
        counts->surely += is_large && (is_behind_article(text, at) || is_shortened(behind));
        counts->small += case_is_small(rest.data[0]);
    }
}

/* Have the word of `length` bytes at `at` and the one behind it the first letters of a name? */
static bool may_begin(const struct cases *cases, struct str text, size_t at, size_t length)
{
    size_t next = at + length + 1;
    return next < text.len && text.data[next - 1] == ' ' &&
           cases->initials[initial(text.data[at])] >> initial(text.data[next]) & 1;
}

void cases_names_count(struct cases *cases, struct str text)
{
    if (!cases->names.count)
        return;
    for (size_t at = 0, length; at < text.len; at += length) {
        length = step((struct str){text.data + at, text.len - at});
        if (may_begin(cases, text, at, length))
            count_names_at(cases, text, at);
    }
}

/* Letters in the brackets at byte `open`; 0: something else stands there. */
static size_t initials_at(struct str text, size_t open)
{
    size_t count = 0;
    while (open + 1 + count < text.len && case_is_large(text.data[open + 1 + count]))
        count++;
    return count > 1 && open + 1 + count < text.len && text.data[open + 1 + count] == ')' ? count : 0;
}

/* Bytes of the words at the start of the text that the first initials in brackets stand for: "Sender Policy Framework
 * (SPF)"; words in small letters between them have none. 0: they stand for other words, or there are none. */
static size_t spelled_out(struct str text)
{
    size_t open = str_find(text, STR("("), 0);
    if (open >= text.len)
        return 0;
    size_t left = initials_at(text, open), at = open;
    const char *initials = text.data + open + 1;
    while (left && at > 0) {
        size_t end = at;
        while (end > 0 && text.data[end - 1] == ' ')
            end--;
        at = end;
        while (at > 0 && text.data[at - 1] != ' ')
            at--;
        if (at == end || (case_is_large(text.data[at]) && text.data[at] != initials[left - 1]))
            return 0;
        left -= case_is_large(text.data[at]);
    }
    return left || at ? 0 : open;
}

size_t cases_names_length(const struct cases *cases, struct str text)
{
    struct run run = read_large(text);
    size_t longest = 0;
    for (size_t end = run.length; run.words > 1 && end && !longest; end--) {
        bool is_end = end == run.length || run.small[end] == ' ';
        const struct name_counts *counts = is_end ? map_get(&cases->names, (struct str){run.small, end}) : NULL;
        longest = counts && is_name(counts) ? end : 0;
    }
    return longest ? longest : spelled_out(text);
}
