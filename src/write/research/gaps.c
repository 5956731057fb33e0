#include "write/research/gaps.h"

#include "model/check/check.h"
#include "text/pattern.h"

enum {
    ENOUGH = 2,        /* sentences that speak of a question */
    MOST_WORDS = 7,    /* of a heading that a query is made of */
    LEAST_LETTERS = 4, /* of what it says */
};

struct gaps {
    struct arena *arena;
    const struct gap_view *view;
    struct worded *headings, *sentences;
    struct str *queries;
    size_t count;
    struct error *err;
};

static enum status split_all(struct gaps *gaps)
{
    const struct gap_view *view = gaps->view;
    enum status status = OK;
    gaps->headings = ARENA_ARRAY(gaps->arena, view->heading_count + 1, struct worded);
    gaps->sentences = ARENA_ARRAY(gaps->arena, view->sentence_count + 1, struct worded);
    gaps->queries = ARENA_ARRAY(gaps->arena, view->heading_count + view->aspect_count + 1, struct str);
    if (!gaps->headings || !gaps->sentences || !gaps->queries)
        return error_memory(gaps->err);
    for (size_t i = 0; i < view->heading_count && !status; i++)
        status = worded_split(gaps->arena, view->headings[i].title, view->language, &gaps->headings[i], gaps->err);
    for (size_t i = 0; i < view->sentence_count && !status; i++)
        status = worded_split(gaps->arena, view->sentences[i], view->language, &gaps->sentences[i], gaps->err);
    return status;
}

/* --- usual questions --- */

/* By enough sentences. */
static bool is_said(const struct gaps *gaps, const char *pattern)
{
    const char *const patterns[] = {pattern, NULL};
    struct pattern_place place;
    size_t sentences = 0;
    for (size_t i = 0; i < gaps->view->sentence_count && sentences < ENOUGH; i++)
        sentences += pattern_find(patterns, &gaps->sentences[i], 0, &place);
    return sentences >= ENOUGH;
}

static bool is_answered(const struct gaps *gaps, const struct asked_aspect *aspect)
{
    const char *const patterns[] = {aspect->words, NULL};
    struct pattern_place place;
    for (size_t i = 0; i < gaps->view->heading_count; i++)
        if (gaps->view->headings[i].words >= GAP_THIN && pattern_find(patterns, &gaps->headings[i], 0, &place))
            return true;
    return is_said(gaps, aspect->words);
}

/* Do the pages speak of it as of something that this is asked of? */
static bool is_asked_of_it(const struct gaps *gaps, const struct asked_aspect *aspect)
{
    return !aspect->need || is_said(gaps, aspect->need);
}

static void ask_aspects(struct gaps *gaps)
{
    for (size_t i = 0; i < gaps->view->aspect_count; i++)
        if (is_asked_of_it(gaps, &gaps->view->aspects[i]) && !is_answered(gaps, &gaps->view->aspects[i]))
            gaps->queries[gaps->count++] = gaps->view->aspects[i].query;
}

/* --- headings --- */

static bool gaps_has_stem(const struct word *words, size_t count, struct str stem)
{
    for (size_t i = 0; i < count; i++)
        if (!words[i].is_stop && str_eq(words[i].stem, stem))
            return true;
    return false;
}

/* As it is typed: without the capital that it has as a word of a title, where nouns have none. */
static void gaps_add_word(const struct language *language, struct str title, const struct word *word, struct buf *out)
{
    struct str text = {title.data + word->start, word->end - word->start};
    bool is_lower = language && language->phrases && !language->phrases->nouns_are_capitalised && text.len > 1;
    for (size_t i = 1; i < text.len && is_lower; i++)
        is_lower = text.data[i] < 'A' || text.data[i] > 'Z';
    buf_char(out, ' ');
    buf_add(out, is_lower ? word->folded.data : text.data, is_lower ? word->folded.len : text.len);
}

/* The subject with what the heading says beside it; nothing where it says no more. */
static enum status ask_heading(struct gaps *gaps, size_t number)
{
    struct str title = gaps->view->headings[number].title;
    const struct worded *heading = &gaps->headings[number];
    struct worded subject;
    struct buf out = {0};
    bool says_more = false;
    if (heading->count > MOST_WORDS || material_addresses_model(title))
        return OK;
    enum status status = worded_split(gaps->arena, gaps->view->subject, gaps->view->language, &subject, gaps->err);
    buf_add(&out, gaps->view->subject.data, gaps->view->subject.len);
    for (size_t i = 0; i < heading->count && !status; i++) {
        const struct word *word = &heading->words[i];
        if (word->is_stop || gaps_has_stem(subject.words, subject.count, word->stem))
            continue;
        says_more |= word->end - word->start >= LEAST_LETTERS;
        gaps_add_word(gaps->view->language, title, word, &out);
    }
    char *copy = out.failed || status ? NULL : arena_copy_n(gaps->arena, out.len ? out.data : "", out.len);
    if (copy && says_more)
        gaps->queries[gaps->count++] = (struct str){copy, out.len};
    buf_free(&out);
    return copy ? OK : status ? status : error_memory(gaps->err);
}

static enum status ask_headings(struct gaps *gaps, bool is_planned)
{
    enum status status = OK;
    for (size_t i = 0; i < gaps->view->heading_count && !status; i++)
        if (gaps->view->headings[i].is_planned == is_planned && gaps->view->headings[i].words < GAP_THIN)
            status = ask_heading(gaps, i);
    return status;
}

enum status gaps_by_rule(struct arena *arena, const struct gap_view *view, struct str **queries, size_t *count,
                         struct error *err)
{
    struct gaps gaps = {.arena = arena, .view = view, .err = err};
    enum status status = split_all(&gaps);
    if (!status)
        status = ask_headings(&gaps, true);
    if (!status)
        ask_aspects(&gaps);
    if (!status)
        status = ask_headings(&gaps, false);
    *queries = gaps.queries;
    *count = gaps.count;
    return status;
}
