#include "write/research/queries.h"

#include "base/vec.h"
#include "model/check/check.h"

/* --- plain words --- */

static bool is_mark(uint32_t codepoint)
{
    /* Quotation marks of all kinds, brackets, and what search engines read as an operator. */
    static const uint32_t marks[] = {'"',    '(',    ')',    '[',    ']',    '{',    '}',    '*',    '|',   '~',
                                     '<',    '>',    '^',    '`',    '\\',   '=',    '#',    ';',    ',',   '!',
                                     0x2018, 0x201A, 0x201C, 0x201D, 0x201E, 0x2039, 0x203A, 0x00AB, 0x00BB};
    for (size_t i = 0; i < COUNT_OF(marks); i++)
        if (marks[i] == codepoint)
            return true;
    return codepoint < ' ';
}

/* "site:example.org", "intitle:basil", "https://...": letters and a colon with something behind it. */
static bool is_operator(struct str word)
{
    size_t letters = 0;
    while (letters < word.len && ascii_lower(word.data[letters]) >= 'a' && ascii_lower(word.data[letters]) <= 'z')
        letters++;
    bool has_value = letters > 1 && letters + 1 < word.len && word.data[letters] == ':';
    return has_value || str_eq(word, STR("AND")) || str_eq(word, STR("OR")) || str_eq(word, STR("NOT")) ||
           (word.len > 1 && word.data[0] == '-') || str_find(word, STR("://"), 0) < word.len;
}

static bool is_year(struct str word)
{
    return word.len == 4 && (str_starts(word, STR("19")) || str_starts(word, STR("20"))) &&
           ascii_is_digit(word.data[2]) && ascii_is_digit(word.data[3]);
}

static void queries_add_plain(struct buf *out, struct str word)
{
    uint32_t codepoint;
    for (size_t at = 0; at < word.len;) {
        size_t length = utf8_decode(word, at, &codepoint);
        if (!is_mark(codepoint) && !(at == 0 && codepoint == '+'))
            buf_add(out, word.data + at, length);
        at += length;
    }
}

/* The word without marks at its end that close a sentence. */
static void end_word(struct buf *out, size_t from)
{
    while (out->len > from && memchr(".:?", out->data[out->len - 1], 3))
        out->len--;
}

/* true: there was more. */
static bool write_plain(const struct queries *queries, struct str text, struct buf *out)
{
    struct str rest = text, word;
    size_t words = 0;
    while (words < QUERY_WORDS && str_split(&rest, ' ', &word)) {
        size_t before = out->len;
        bool is_foreign_year = is_year(word) && str_find(queries->keyword, word, 0) == queries->keyword.len;
        if (!word.len || is_operator(word) || is_foreign_year)
            continue;
        if (out->len)
            buf_char(out, ' ');
        size_t from = out->len;
        queries_add_plain(out, word);
        end_word(out, from);
        if (out->failed)
            return false;
        if (out->len == from || out->len > QUERY_BYTES) {
            out->len = before;
            continue;
        }
        words++;
    }
    return str_trim(rest).len > 0;
}

/* --- each thing once --- */

static bool queries_has_stem(const struct query *query, struct str stem)
{
    for (size_t i = 0; i < query->stem_count; i++)
        if (str_eq(query->stems[i], stem))
            return true;
    return false;
}

static bool queries_is_same(const struct query *a, const struct query *b)
{
    if (!a->stem_count || a->stem_count != b->stem_count)
        return !a->stem_count && !b->stem_count && str_ieq(a->text, b->text);
    for (size_t i = 0; i < a->stem_count; i++)
        if (!queries_has_stem(b, a->stems[i]))
            return false;
    return true;
}

/* *end: behind the last content word; 0: it has none. */
static enum status read_stems(const struct queries *queries, struct query *query, size_t *end, struct error *err)
{
    struct word *words;
    size_t count;
    enum status status = words_split(queries->arena, query->text, queries->language, &words, &count, err);
    struct str *stems = status ? NULL : ARENA_ARRAY(queries->arena, count + 1, struct str);
    if (status || !stems)
        return status ? status : error_memory(err);
    query->stems = stems;
    *end = 0;
    for (size_t i = 0; i < count; i++)
        *end = words[i].is_stop ? *end : words[i].end;
    for (size_t i = 0; i < count; i++)
        if (!words[i].is_stop && !queries_has_stem(query, words[i].stem))
            stems[query->stem_count++] = words[i].stem;
    return OK;
}

enum status queries_take(struct queries *queries, struct str text, bool *is_taken, struct error *err)
{
    struct buf out = {0};
    *is_taken = false;
    if (material_addresses_model(text))
        return OK;
    bool is_cut = write_plain(queries, text, &out);
    char *copy = out.failed ? NULL : arena_copy_n(queries->arena, out.len ? out.data : "", out.len);
    struct query query = {.text = {copy, out.len}};
    buf_free(&out);
    if (!copy)
        return error_memory(err);
    if (!query.text.len)
        return OK;
    size_t end = 0;
    enum status status = read_stems(queries, &query, &end, err);
    if (!status && is_cut && end)
        copy[query.text.len = end] = '\0'; /* "... in an image editor and" */
    for (size_t i = 0; i < queries->count && !status; i++)
        if (queries_is_same(&queries->list[i], &query))
            return OK;
    struct query *list = vec_room(queries->arena, queries->list, queries->count, &queries->cap, sizeof *list);
    if (status || !list)
        return status ? status : error_memory(err);
    queries->list = list;
    list[queries->count++] = query;
    *is_taken = true;
    return OK;
}

/* --- what is asked of a subject --- */

static struct str fill_in(struct arena *arena, const char *form, struct str subject, struct str other)
{
    struct buf out = {0};
    for (const char *at = form; *at; at++)
        if (*at == '%')
            buf_add(&out, subject.data, subject.len);
        else if (*at == '@')
            buf_add(&out, other.data, other.len);
        else
            buf_char(&out, *at);
    char *text = out.failed ? NULL : arena_copy_n(arena, buf_text(&out), out.len);
    buf_free(&out);
    return str_from(text);
}

static bool has_doer(struct str subject, const char *doers)
{
    struct str rest = subject, word, doer, list = str_from(doers);
    if (!str_split(&rest, ' ', &word) || !str_split(&rest, ' ', &word))
        return false;
    while (str_split(&list, '|', &doer))
        if (str_ieq(word, doer))
            return true;
    return false;
}

struct str queries_subject(const struct keyword *keyword, const struct language *language)
{
    const struct research_words *words = research_words_of(language);
    bool is_clause =
        words && words->doers && keyword->shape == KEYWORD_HOW_TO && has_doer(keyword->subject, words->doers);
    return is_clause ? keyword->text : keyword->subject;
}

static const struct aspect *rows_for(const struct research_words *words, enum keyword_shape shape)
{
    if (shape == KEYWORD_VERSUS && words->versus)
        return words->versus;
    return shape == KEYWORD_HOW_TO ? words->task : words->noun;
}

enum status queries_aspects(struct arena *arena, const struct keyword *keyword, const struct language *language,
                            struct asked_aspect **list, size_t *count, struct error *err)
{
    const struct research_words *words = research_words_of(language);
    const struct aspect *rows = words ? rows_for(words, keyword->shape) : NULL;
    bool is_pair = rows && rows == words->versus;
    struct str subject = queries_subject(keyword, language);
    size_t most = 0;
    if (keyword->shape == KEYWORD_VERSUS && !is_pair)
        subject = keyword->text;
    *count = 0;
    while (rows && rows[most].query)
        most++;
    *list = ARENA_ARRAY(arena, most + 1, struct asked_aspect);
    if (!*list)
        return error_memory(err);
    for (size_t i = 0; i < most; i++) {
        struct str query = fill_in(arena, rows[i].query, subject, keyword->other);
        if (!query.data)
            return error_memory(err);
        (*list)[(*count)++] = (struct asked_aspect){query, rows[i].words, rows[i].need};
    }
    return OK;
}
