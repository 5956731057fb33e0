/* Plain words as queries, each once; what pages leave open, by rule and by a language model. */
#include "write/sources/queries.h"

#include "write/prompted/prompted.h"

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

/* Returns the end of the last content word; 0: it has none. */
static size_t read_stems(const struct queries *queries, struct query *query)
{
    struct worded worded = query_words(queries->arena, query->text, queries->language);
    struct str *stems = ARENA_ARRAY(queries->arena, worded.count + 1, struct str);
    size_t end = 0;
    query->stems = stems;
    for (size_t i = 0; stems && i < worded.count; i++) {
        const struct word *word = &worded.words[i];
        if (word->is_stop)
            continue;
        end = word->end;
        if (!queries_has_stem(query, word->stem))
            stems[query->stem_count++] = word->stem;
    }
    return end;
}

bool queries_take(struct queries *queries, struct str text)
{
    struct buf out = {0};
    if (material_addresses_model(text))
        return false;
    bool is_cut = write_plain(queries, text, &out);
    struct query query = {.text = buf_keep(&out, queries->arena)};
    if (!query.text.len)
        return false;
    size_t end = read_stems(queries, &query);
    if (is_cut && end) { /* "... in an image editor and" */
        query.text.data = arena_copy_n(queries->arena, query.text.data, end);
        query.text.len = query.text.data ? end : 0;
    }
    for (size_t i = 0; i < queries->count; i++)
        if (queries_is_same(&queries->list[i], &query))
            return false;
    struct query *added =
        arena_failed(queries->arena) ? NULL : VEC_PUSH(queries->arena, queries->list, queries->count, queries->cap);
    if (added)
        *added = query;
    return added;
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
    return buf_keep(&out, arena);
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

struct asked_aspect *queries_aspects(struct arena *arena, const struct keyword *keyword,
                                     const struct language *language, size_t *count)
{
    const struct research_words *words = research_words_of(language);
    const struct aspect *rows = words ? rows_for(words, keyword->shape) : NULL;
    bool is_pair = rows && rows == words->versus;
    struct str subject = queries_subject(keyword, language);
    size_t most = 0;
    if (keyword->shape == KEYWORD_VERSUS && !is_pair)
        subject = keyword->text;
    while (rows && rows[most].query)
        most++;
    struct asked_aspect *list = ARENA_ARRAY(arena, most + 1, struct asked_aspect);
    *count = list ? most : 0;
    for (size_t i = 0; i < *count; i++)
        list[i] =
            (struct asked_aspect){fill_in(arena, rows[i].query, subject, keyword->other), rows[i].words, rows[i].need};
    return list;
}

/* --- what pages leave open --- */

enum {
    ENOUGH = 2,        /* sentences that speak of a question: one may name it in passing */
    MOST_WORDS = 7,    /* of a heading that a query is made of: with the subject they are QUERY_WORDS */
    LEAST_LETTERS = 4, /* of what it says */
};

struct gaps {
    struct arena *arena;
    const struct gap_view *view;
    struct worded *headings, *sentences;
    struct str *queries;
    size_t count;
};

static struct worded gaps_words(const struct gaps *gaps, struct str text)
{
    return query_words(gaps->arena, text, gaps->view->language);
}

static bool split_all(struct gaps *gaps)
{
    const struct gap_view *view = gaps->view;
    gaps->headings = ARENA_ARRAY(gaps->arena, view->heading_count + 1, struct worded);
    gaps->sentences = ARENA_ARRAY(gaps->arena, view->sentence_count + 1, struct worded);
    gaps->queries = ARENA_ARRAY(gaps->arena, view->heading_count + view->aspect_count + 1, struct str);
    if (!gaps->headings || !gaps->sentences || !gaps->queries)
        return false;
    for (size_t i = 0; i < view->heading_count; i++)
        gaps->headings[i] = gaps_words(gaps, view->headings[i].title);
    for (size_t i = 0; i < view->sentence_count; i++)
        gaps->sentences[i] = gaps_words(gaps, view->sentences[i]);
    return true;
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
static void ask_heading(struct gaps *gaps, size_t number)
{
    struct str title = gaps->view->headings[number].title;
    const struct worded *heading = &gaps->headings[number];
    struct buf out = {0};
    bool says_more = false;
    if (heading->count > MOST_WORDS || material_addresses_model(title))
        return;
    struct worded subject = gaps_words(gaps, gaps->view->subject);
    buf_add(&out, gaps->view->subject.data, gaps->view->subject.len);
    for (size_t i = 0; i < heading->count; i++) {
        const struct word *word = &heading->words[i];
        if (word->is_stop || words_have_content(subject.words, subject.count, word->stem))
            continue;
        says_more |= word->end - word->start >= LEAST_LETTERS;
        gaps_add_word(gaps->view->language, title, word, &out);
    }
    struct str query = buf_keep(&out, gaps->arena);
    if (says_more && query.data)
        gaps->queries[gaps->count++] = query;
}

static void ask_headings(struct gaps *gaps, bool is_planned)
{
    for (size_t i = 0; i < gaps->view->heading_count; i++)
        if (gaps->view->headings[i].is_planned == is_planned && gaps->view->headings[i].words < GAP_THIN)
            ask_heading(gaps, i);
}

struct str *gaps_by_rule(struct arena *arena, const struct gap_view *view, size_t *count)
{
    struct gaps gaps = {.arena = arena, .view = view};
    if (split_all(&gaps)) {
        ask_headings(&gaps, true);
        ask_aspects(&gaps);
        ask_headings(&gaps, false);
    }
    *count = gaps.count;
    return gaps.queries;
}

/* --- asked of a language model --- */

enum {
    DIGEST = 40, /* excerpts that are shown, a quarter of them of one page at most */
    DIGEST_CHARACTERS = 110,
    ANSWER_TOKENS = 500 /* of a dozen queries with room */
};

static void given_keep(struct writing *writing, const json_t *value, struct given_queries *given)
{
    const char *copy = arena_copy_n(writing->arena, json_string_value(value), json_string_length(value));
    if (copy && *copy && given->list)
        given->list[given->count++] = (struct str){copy, json_string_length(value)};
}

static void begin_list(struct writing *writing, const json_t *list, struct given_queries *given)
{
    *given = (struct given_queries){.list = ARENA_ARRAY(writing->arena, json_array_size(list) + 1, struct str)};
}

/* --- the first ones --- */

static enum status read_queries(struct writing *writing, const struct prompted_question *question,
                                const struct prompted_reply *reply, struct str *fault)
{
    struct given_queries *given = question->context;
    const json_t *list = json_object_get(reply->value, "queries");
    const char *also = json_string_value(json_object_get(reply->value, "also"));
    begin_list(writing, list, given);
    for (size_t i = 0; i < json_array_size(list); i++)
        given_keep(writing, json_array_get(list, i), given);
    for (enum search_kind kind = SEARCH_NEWS; also && kind < SEARCH_KINDS; kind++)
        if (strcmp(search_kind_name(kind), also) == 0)
            given->also = kind;
    if (!given->count)
        *fault = STR("it holds no query");
    return writing_end(writing, OK);
}

enum status prompted_queries(struct writing *writing, size_t most, struct given_queries *given)
{
    char *wanted = arena_printf(writing->arena, "%zu", most);
    const char *country = config_string(writing->config, "country");
    const struct prompt_value values[] = {{"n", str_from(wanted)}, {"country", str_from(country ? country : "any")}};
    const struct prompted_question question = {.prompt = PROMPT_QUERIES,
                                               .step = "queries",
                                               .values = values,
                                               .value_count = COUNT_OF(values),
                                               .max_tokens = ANSWER_TOKENS,
                                               .check = read_queries,
                                               .context = given};
    return wanted ? question_ask(writing, &question) : error_memory(writing->err);
}

/* --- gaps --- */

static enum status read_gaps(struct writing *writing, const struct prompted_question *question,
                             const struct prompted_reply *reply, struct str *fault)
{
    struct given_queries *given = question->context;
    const json_t *list = json_object_get(reply->value, "gaps");
    (void)fault;
    begin_list(writing, list, given);
    for (size_t i = 0; i < json_array_size(list); i++)
        given_keep(writing, json_object_get(json_array_get(list, i), "query"), given);
    return writing_end(writing, OK);
}

/* The best excerpts for what the agent looks for. */
static enum status choose_excerpts(struct writing *writing, const struct gaps_request *request,
                                   struct model_excerpt **list, size_t *count)
{
    const struct excerpts_options options = {.language = writing->brief.language, .cancel = writing->job->cancel};
    struct excerpts excerpts = {0};
    struct buf looked_for = {0};
    size_t *numbers = ARENA_ARRAY(writing->arena, DIGEST, size_t);
    *list = ARENA_ARRAY(writing->arena, DIGEST, struct model_excerpt);
    *count = 0;
    for (size_t i = 0; i < request->line_count; i++)
        buf_printf(&looked_for, "%.*s ", STR_ARG(request->line[i]));
    struct str about = writing_keep(writing, &looked_for);
    enum status status = writing_end(writing, OK);
    if (!status)
        status = excerpts_build(writing->arena, request->pages, request->page_count, &options, &excerpts, writing->err);
    const struct excerpt_query query = {
        .keyword = writing->brief.sought, .heading = about, .most = DIGEST, .per_page = DIGEST / 4};
    if (!status)
        status = excerpts_rank(&excerpts, &query, writing->arena, numbers, count, writing->err);
    for (size_t i = 0; i < *count && !status; i++)
        (*list)[i] = excerpts.list[numbers[i]].shown;
    return status;
}

static struct str asked_text(struct writing *writing, const struct queries *asked)
{
    struct buf out = {0};
    for (size_t i = 0; i < asked->count; i++)
        buf_printf(&out, "%s%.*s", i ? "; " : "", STR_ARG(asked->list[i].text));
    return writing_keep(writing, &out);
}

/* What the agent answers for: several would name the same gaps, and those that the pages of another close. */
static struct str part_text(struct writing *writing, const struct gaps_request *request)
{
    struct buf out = {0};
    if (request->is_alone || !request->line_count)
        return STR("the whole outline");
    buf_str(&out, "what these queries look for; others look after the rest: ");
    for (size_t i = 0; i < request->line_count; i++)
        buf_printf(&out, "%s%.*s", i ? "; " : "", STR_ARG(request->line[i]));
    return writing_keep(writing, &out);
}

enum status prompted_gaps(struct writing *writing, const struct gaps_request *request, struct given_queries *given)
{
    struct model_excerpt *excerpts;
    size_t count;
    enum status status = choose_excerpts(writing, request, &excerpts, &count);
    if (status)
        return status;
    char *wanted = arena_printf(writing->arena, "%zu", request->most);
    const struct prompt_value values[] = {{"n", str_from(wanted)},
                                          {"outline", request->outline},
                                          {"asked", asked_text(writing, request->asked)},
                                          {"part", part_text(writing, request)}};
    const struct prompted_question question = {.prompt = PROMPT_GAPS,
                                               .step = request->step,
                                               .values = values,
                                               .value_count = COUNT_OF(values),
                                               .excerpts = excerpts,
                                               .excerpt_count = count,
                                               .digest_characters = DIGEST_CHARACTERS,
                                               .max_tokens = ANSWER_TOKENS,
                                               .check = read_gaps,
                                               .context = given};
    status = writing_end(writing, OK);
    return status ? status : question_ask(writing, &question);
}
