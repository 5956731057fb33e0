/* How the sources write words: small or with a capital, where neither is owed to the start of a sentence. English
 * only: of ASCII words. */
#include "model/builtin/builtin.h"

static bool case_is_small(char character)
{
    return character >= 'a' && character <= 'z';
}

static bool case_is_large(char character)
{
    return character >= 'A' && character <= 'Z';
}

enum { CASE_LONGEST = 40 /* bytes of a word */ };

/* Bytes of a mark that quotes, at the start of the text; 0: there is none. */
static size_t case_quote_length(struct str text)
{
    static const char *const quotes[] = {"“", "”", "„", "‘", "’", "«", "»", NULL};
    if (!text.len || !(text.data[0] & 0x80)) /* asked of every word of the sources */
        return 0;
    for (const char *const *quote = quotes; *quote; quote++)
        if (str_starts(text, str_from(*quote)))
            return strlen(*quote);
    return 0;
}

/* Bytes of the mark that the word ends with; 0: it ends with a letter, a digit or a bracket. */
static size_t end_length(struct str word)
{
    enum { LONGEST_QUOTE = 3 };
    char last = word.data[word.len - 1];
    if (ascii_is_alnum(last))
        return 0;
    if (strchr(",;:.!?\"']", last))
        return 1;
    if (!(last & 0x80))
        return 0;
    for (size_t length = 2; length <= LONGEST_QUOTE && length < word.len; length++)
        if (case_quote_length((struct str){word.data + word.len - length, length}) == length)
            return length;
    return 0;
}

/* Bytes of the word at the start of the text, up to the next blank, without marks behind it; 0: it begins with a mark.
 */
static size_t case_word_length(struct str text)
{
    struct str word = {text.data, 0};
    if (!text.len || case_quote_length(text) || (!ascii_is_alnum(text.data[0]) && !(text.data[0] & 0x80)))
        return 0;
    while (word.len < text.len && !ascii_is_space(text.data[word.len]))
        word.len++;
    for (size_t end = end_length(word); end; end = end_length(word))
        word.len -= end;
    bool has_bracket = memchr(text.data, '(', word.len);
    return word.len - (text.data[word.len - 1] == ')' && !has_bracket);
}

/* Only letters, the first small or large and the others small, or several such words with hyphens between: nothing but
 * the place decides the large ones. */
static bool case_is_plain(struct str word)
{
    bool begins = true;
    for (size_t i = 0; i < word.len; i++) {
        bool is_hyphen = word.data[i] == '-' && !begins;
        if (!is_hyphen && !case_is_small(word.data[i]) && (!begins || !case_is_large(word.data[i])))
            return false;
        begins = is_hyphen;
    }
    return word.len > 0 && !begins;
}

/* Behind a small letter or a comma and a blank a word stands in mid-sentence. */
static bool case_is_mid_sentence(struct str text, size_t at)
{
    return at > 1 && text.data[at - 1] == ' ' && (case_is_small(text.data[at - 2]) || text.data[at - 2] == ',');
}

/* --- names of several words, each with a capital: "Sender Policy Framework" --- */

enum {
    LONGEST_NAME = 6, /* words */
    LONGEST_BYTES = LONGEST_NAME * (CASE_LONGEST + 1)
};

struct name_counts {
    size_t small, large; /* large: in mid-sentence */
    size_t surely;       /* of them those behind an article, or with an abbreviation behind them */
};

/* A row of plain words with a blank between two, in small letters. */
struct cases_run {
    char small[LONGEST_BYTES];
    size_t length; /* of `small`, and of the text */
    size_t words;
    bool is_large; /* all of them begin with a capital */
};

/* Makes the run empty; what its bytes were does not matter. */
static void begin_run(struct cases_run *run)
{
    run->length = run->words = 0;
    run->is_large = false;
}

/* Adds the next word of the text behind the run to it; false: there is none. */
static bool extend(struct cases_run *run, struct str text)
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
static struct cases_run read_large(struct str text)
{
    struct cases_run run = {.length = 0}, next = run;
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

static bool is_behind_article(const struct cases *cases, struct str text, size_t at)
{
    if (!at || text.data[at - 1] != ' ')
        return false;
    size_t start = at - 1;
    while (start > 0 && text.data[start - 1] != ' ')
        start--;
    struct str word = {text.data + start, at - 1 - start};
    bool opens = start == 0 || (start > 1 && text.data[start - 2] == '.');
    bool is_large = word.len && case_is_large(word.data[0]);
    return is_large ? opens && word_list_ihas(cases->articles, word)
                    : start > 0 && word_list_has(cases->articles, word);
}

/* "Sender Policy Framework (SPF)" */
static bool is_shortened(struct str behind)
{
    return behind.len > 2 && str_starts(behind, STR(" (")) && case_is_large(behind.data[2]);
}

/* What is said of a page by its title, "see Index Types", is not what it is called. */
static bool cases_is_name(const struct name_counts *counts)
{
    enum { OFTEN = 3 };
    return counts->surely > counts->small || (counts->large >= OFTEN && counts->large > 2 * counts->small);
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

/* Makes known whatever in the text may be a name. E_MEMORY. */
static enum status know_names(struct cases *cases, struct str text, struct error *err)
{
    enum status status = OK;
    for (size_t at = 0; at < text.len && !status; at += step((struct str){text.data + at, text.len - at})) {
        struct str rest = {text.data + at, text.len - at};
        struct cases_run run;
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
    struct cases_run run;
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
        counts->surely += is_large && (is_behind_article(cases, text, at) || is_shortened(behind));
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

static void cases_count_names(struct cases *cases, struct str text)
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

/* Bytes of the longest name at the start of the text: the sources write it with its capitals in mid-sentence, and more
 * often than without, or its initials stand behind it in brackets; 0: there is none. */
static size_t name_length(const struct cases *cases, struct str text)
{
    struct cases_run run = read_large(text);
    size_t longest = 0;
    for (size_t end = run.length; run.words > 1 && end && !longest; end--) {
        bool is_end = end == run.length || run.small[end] == ' ';
        const struct name_counts *counts = is_end ? map_get(&cases->names, (struct str){run.small, end}) : NULL;
        longest = counts && cases_is_name(counts) ? end : 0;
    }
    return longest ? longest : spelled_out(text);
}

/* --- words --- */

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

void cases_init(struct cases *cases, const struct language *language, struct arena *arena)
{
    cases->arena = arena;
    cases->articles = language->phrases->articles;
    map_init(&cases->words, arena);
    map_init(&cases->names, arena);
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
    return know_names(cases, text, err);
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

static size_t *cases_place_of(struct case_counts *counts, struct str text, size_t at, size_t length)
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
            *cases_place_of(counts, text, at, length) += 1;
        else
            counts->opening += case_is_large(word.data[0]);
    }
    cases_count_names(cases, text);
}

/* Is the word written small in mid-sentence, at least in half of its places there? One that stands in headings alone is
 * no name either. */
static bool is_usually_small(const struct cases *cases, struct str word)
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
        size_t name = name_length(cases, rest);
        struct str word = {rest.data, length = name ? name : case_word_length(rest)};
        if (!length) {
            length = case_quote_length(rest);
            buf_add(&out, rest.data, length = length ? length : 1);
            is_first |= rest.data[0] == ':' || rest.data[0] == '?' || rest.data[0] == '"';
            continue;
        }
        bool is_changed = !name && case_is_plain(word) && word.len > 1;
        if (!is_first && is_changed && case_is_large(word.data[0]) && is_usually_small(cases, word))
            add_small(&out, word);
        else if (is_first && is_changed && at == 0 && opens_sentences(cases, word))
            add_large(&out, word);
        else
            buf_add(&out, word.data, word.len);
        is_first = false;
    }
    return buf_keep(&out, cases->arena);
}

/* --- what was typed in small letters --- */

enum {
    ENOUGH = 48, /* places of a word: more of them change nothing */
    LEAST = 2    /* places of a spelling */
};

static const double nearly_always = 0.8; /* share of the places of a word */

static bool is_inside(struct str text, size_t at)
{
    return at < text.len && (ascii_is_alnum(text.data[at]) || text.data[at] == '_' || (text.data[at] & 0x80));
}

struct spelling spelling_begin(struct str typed)
{
    struct spelling spelling = {.typed = typed};
    for (size_t at = 0, end; at < typed.len && spelling.count<SPELLING_WORDS; at = end> at ? end : at + 1) {
        bool is_small = true;
        for (end = at; is_inside(typed, end); end++)
            is_small &= case_is_small(typed.data[end]);
        if (is_small && end > at + 1)
            spelling.words[spelling.count++] = (struct spelling_word){.start = at, .length = end - at};
    }
    return spelling;
}

static bool is_code(const struct spans *spans, size_t at)
{
    for (size_t i = 0; i < spans->count && spans->list[i].start <= at; i++)
        if (spans->list[i].kind == SPAN_CODE && at < spans->list[i].end)
            return true;
    return false;
}

/* A word between blanks or marks: no part of a path, an address or a longer name. */
static bool spelling_is_word(struct str text, size_t at, size_t length)
{
    static const char joins[] = "/.@:\\$<-=";
    size_t end = at + length;
    bool is_joined = at > 0 && (is_inside(text, at - 1) || strchr(joins, text.data[at - 1]));
    bool goes_on = end < text.len && (is_inside(text, end) || strchr("/@\\(=", text.data[end]));
    bool has_ending = end + 1 < text.len && strchr(".:", text.data[end]) && is_inside(text, end + 1);
    return !is_joined && !goes_on && !has_ending;
}

static size_t capitals(struct str word)
{
    size_t count = 0;
    for (size_t i = 0; i < word.len; i++)
        count += case_is_large(word.data[i]);
    return count;
}

/* In a title the words beside it have capitals too. */
static bool is_in_title(struct str text, size_t at, size_t length)
{
    size_t next = at + length + 1, start = at ? at - 1 : 0;
    bool is_before = next < text.len && text.data[next - 1] == ' ' && case_is_large(text.data[next]);
    if (is_before || !case_is_mid_sentence(text, at))
        return true;
    while (start > 0 && text.data[start - 1] != ' ')
        start--;
    return case_is_large(text.data[start]);
}

static void add_form(struct spelling_word *word, const char *letters)
{
    for (size_t i = 0; i < SPELLING_FORMS; i++) {
        struct spelling_form *form = &word->forms[i];
        if (form->count && memcmp(form->letters, letters, word->length) != 0)
            continue;
        *form = (struct spelling_form){letters, form->count + 1};
        return;
    }
}

static void count_word(struct spelling_word *word, struct str small, struct str text, const struct spans *spans)
{
    for (size_t at = 0; word->all < ENOUGH && (at = str_ifind(text, small, at)) < text.len; at += small.len) {
        struct str found = {text.data + at, small.len};
        size_t large = capitals(found);
        bool is_capital = large == 1 && case_is_large(found.data[0]);
        if (!spelling_is_word(text, at, small.len) || is_code(spans, at) ||
            (is_capital && is_in_title(text, at, small.len)))
            continue;
        word->all++;
        word->small += !large;
        if (large)
            add_form(word, found.data);
    }
}

void spelling_count(struct spelling *spelling, struct str text, const struct spans *spans)
{
    for (size_t i = 0; i < spelling->count; i++) {
        struct spelling_word *word = &spelling->words[i];
        count_word(word, (struct str){spelling->typed.data + word->start, word->length}, text, spans);
    }
}

static const struct spelling_form *best_form(const struct spelling_word *word)
{
    const struct spelling_form *best = &word->forms[0];
    for (size_t i = 1; i < SPELLING_FORMS; i++)
        if (word->forms[i].count > best->count)
            best = &word->forms[i];
    bool is_usual = best->count >= LEAST && (double)best->count >= nearly_always * (double)word->all;
    return is_usual ? best : NULL;
}

struct str spelling_apply(const struct spelling *spelling, struct arena *arena)
{
    char *text = arena_copy_n(arena, spelling->typed.data, spelling->typed.len);
    for (size_t i = 0; i < spelling->count && text; i++) {
        const struct spelling_form *form = best_form(&spelling->words[i]);
        if (form)
            memcpy(text + spelling->words[i].start, form->letters, spelling->words[i].length);
    }
    return (struct str){text, spelling->typed.len};
}
