#include "model/builtin/spelling.h"

#include "model/builtin/cases.h"

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
