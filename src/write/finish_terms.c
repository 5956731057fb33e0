/* Terms that the article is to hold: found, counted, and put in where they are missing. */
#include "write/compose/compose.h"
#include "write/finish.h"

enum {
    VERSION = 1,       /* of the stored table */
    MOST_FOUND = 30,   /* terms drawn from the pages */
    MOST_PUT = 8,      /* of those, put in afterwards: the rest would have to be forced */
    HEADING_WEIGHT = 2 /* a term in a heading counts twice */
};

#define STEP "terms"

/* --- the table --- */

static void read_wanted(struct writing *writing)
{
    struct str rest = config_text(writing->config, "extraEntitiesPrompt"), piece;
    size_t most = 1;
    for (size_t i = 0; i < rest.len; i++)
        most += rest.data[i] == ',';
    writing->terms.list = ARENA_ARRAY(writing->arena, most, struct writing_term);
    while (writing->terms.list && str_split(&rest, ',', &piece)) {
        piece = str_trim(piece);
        if (piece.len)
            writing->terms.list[writing->terms.count++] =
                (struct writing_term){.text = piece, .share = 1, .least = 1, .most = SIZE_MAX};
    }
}

static enum status save(struct writing *writing, int64_t began_ms)
{
    json_t *list = json_array();
    bool ok = list;
    for (size_t i = 0; i < writing->terms.count && ok; i++) {
        const struct writing_term *term = &writing->terms.list[i];
        ok = json_array_append_new(list, json_pack("[s%,f,I,I]", term->text.data, term->text.len, term->share,
                                                   (json_int_t)term->least, (json_int_t)term->most)) == 0;
    }
    enum status status = ok ? step_save(writing, STEP, VERSION, began_ms, list) : error_memory(writing->err);
    json_decref(list);
    return status;
}

static enum status terms_load(struct writing *writing)
{
    json_t *list;
    enum status status = step_load(writing, STEP, VERSION, &list);
    if (status)
        return status;
    writing->terms.list = ARENA_ARRAY(writing->arena, json_array_size(list) + 1, struct writing_term);
    for (size_t i = 0; i < json_array_size(list) && writing->terms.list; i++) {
        const json_t *entry = json_array_get(list, i), *text = json_array_get(entry, 0);
        const char *copy = arena_copy_n(writing->arena, json_string_value(text), json_string_length(text));
        writing->terms.list[writing->terms.count++] =
            (struct writing_term){.text = {copy, json_string_length(text)},
                                  .share = json_number_value(json_array_get(entry, 1)),
                                  .least = (size_t)json_integer_value(json_array_get(entry, 2)),
                                  .most = (size_t)json_integer_value(json_array_get(entry, 3))};
    }
    json_decref(list);
    return writing_end(writing, OK);
}

static void terms_keep(struct writing *writing, const struct excerpt_term *found, size_t count)
{
    writing->terms.list = ARENA_ARRAY(writing->arena, count + 1, struct writing_term);
    for (size_t i = 0; writing->terms.list && i < count && writing->terms.count < MOST_FOUND; i++) {
        const char *copy = arena_copy_n(writing->arena, found[i].term.data, found[i].term.len);
        writing->terms.list[writing->terms.count++] = (struct writing_term){
            .text = {copy, found[i].term.len}, .share = found[i].share, .least = found[i].least, .most = found[i].most};
    }
}

static enum status draw(struct writing *writing)
{
    int64_t began_ms = clock_mono_ms();
    struct excerpts own = {0}, *excerpts = &writing->excerpts;
    const struct excerpts_options options = {.language = writing->brief.language, .cancel = writing->job->cancel};
    struct excerpt_term *found;
    size_t count = 0;
    enum status status = OK;
    if (!excerpts->index && writing->page_count) {
        excerpts = &own;
        status =
            excerpts_build(writing->research, writing->pages, writing->page_count, &options, excerpts, writing->err);
    }
    if (!status && excerpts->index)
        status = excerpts_terms(excerpts, writing->research, &found, &count, writing->err);
    if (!status)
        terms_keep(writing, found, count);
    status = writing_end(writing, status);
    return status ? status : save(writing, began_ms);
}

enum status finish_find_terms(struct writing *writing)
{
    if (config_is(writing->config, "seoOptimizationLevel", "manual")) {
        read_wanted(writing);
        return writing_end(writing, OK);
    }
    if (!config_is(writing->config, "seoOptimizationLevel", "ai_powered"))
        return OK;
    writing->terms.is_found = true;
    enum status status = terms_load(writing);
    if (status == E_NOT_FOUND)
        status = draw(writing);
    if (status || writing->terms.count)
        return status;
    return writing_note(writing, "There is no table of terms: the pages found have too little in common, or there are "
                                 "fewer than two.");
}

/* --- counted --- */

/* The words of the article: those of headings, and those of the text. */
struct terms_counted {
    struct word *words[2];
    size_t count[2];
    struct str text[2];
};

static void terms_add_text(struct writing *writing, const struct model_text *text, struct buf *out)
{
    struct str plain = draft_plain(writing->arena, text);
    buf_add(out, plain.data, plain.len);
    buf_str(out, " .\n");
}

static void terms_read_article(struct writing *writing, const struct article_plan *plan, const struct draft *draft,
                               struct terms_counted *counted)
{
    struct buf headings = {0}, text = {0};
    buf_printf(&headings, "%.*s .\n", STR_ARG(plan->title));
    for (size_t i = 0; i < draft->count; i++) {
        const struct draft_part *part = &draft->parts[i];
        terms_add_text(writing, &part->text, &text);
        for (size_t j = 0; j < part->count; j++) {
            buf_printf(&headings, "%.*s .\n", STR_ARG(part->headings[j].title));
            terms_add_text(writing, &part->headings[j].text, &text);
        }
    }
    counted->text[0] = writing_keep(writing, &headings);
    counted->text[1] = writing_keep(writing, &text);
    for (size_t i = 0; i < 2; i++)
        if (!writing_made(writing, words_split(writing->arena, counted->text[i], writing->brief.language,
                                               &counted->words[i], &counted->count[i], writing->err)))
            counted->count[i] = 0;
}

/* How often the words stand side by side, in any of their forms. */
static size_t count_forms(const struct word *words, size_t count, const struct word *term, size_t length)
{
    size_t found = 0;
    for (size_t i = 0; length && i + length <= count; i++) {
        size_t same = 0;
        while (same < length && (str_eq(words[i + same].stem, term[same].stem) ||
                                 str_eq(words[i + same].folded, term[same].folded))) /* CJK stems reach further */
            same++;
        found += same == length;
    }
    return found;
}

/* The caller's terms stand as they are written; those of the pages in any form. */
static size_t count_term(struct writing *writing, const struct terms_counted *counted, const struct writing_term *term)
{
    struct word *words;
    size_t length, count = 0;
    if (!writing->terms.is_found) {
        for (size_t i = 0; i < 2; i++)
            count += str_ifind(counted->text[i], term->text, 0) < counted->text[i].len;
        return count;
    }
    if (!writing_made(writing,
                      words_split(writing->arena, term->text, writing->brief.language, &words, &length, writing->err)))
        return 0;
    return HEADING_WEIGHT * count_forms(counted->words[0], counted->count[0], words, length) +
           count_forms(counted->words[1], counted->count[1], words, length);
}

static double covered(const struct writing_term *term, size_t count)
{
    size_t least = term->least ? term->least : 1;
    if (count <= term->most)
        return count < least ? (double)count / (double)least : 1;
    double over = (double)(count - term->most) / (double)(term->most ? term->most : 1);
    return over < 1 ? 1 - over : 0;
}

/* Counts every term, and gives the coverage, 0-100. */
static int terms_measure(struct writing *writing, const struct article_plan *plan, const struct draft *draft,
                         size_t *counts)
{
    struct terms_counted counted = {0};
    double sum = 0, weight = 0;
    terms_read_article(writing, plan, draft, &counted);
    for (size_t i = 0; i < writing->terms.count; i++) {
        const struct writing_term *term = &writing->terms.list[i];
        counts[i] = count_term(writing, &counted, term);
        sum += term->share * covered(term, counts[i]);
        weight += term->share;
    }
    return weight > 0 ? (int)(100 * sum / weight + 0.5) : 0;
}

/* --- put in --- */

static enum status terms_put(struct writing *writing, struct composer *composer, struct draft *draft, struct str term,
                             bool *is_put)
{
    struct draft_part *body = draft_find(draft, ARTICLE_SECTIONS);
    *is_put = false;
    if (writing->model) /* its editor was asked for it */
        return OK;
    return body ? compose_entity(composer, term, body, is_put) : OK;
}

static void tell_missing(struct writing *writing, struct str term)
{
    if (!writing->terms.is_found)
        writing_note(writing,
                     writing->model ? "\"%.*s\" is not covered: the model found no place where it would not be forced."
                                    : "\"%.*s\" is not covered: no source has a passage on it that fits.",
                     STR_ARG(term));
}

static enum status put_missing(struct writing *writing, const struct article_plan *plan, struct draft *draft,
                               size_t *counts)
{
    struct composer composer = {.writing = writing, .plan = plan, .draft = draft};
    size_t calls = 0, most = writing->terms.is_found ? MOST_PUT : SIZE_MAX;
    enum status status = writing->model ? OK : compose_begin(&composer);
    for (size_t i = 0; i < writing->terms.count && calls < most && !status; i++) {
        bool is_put;
        if (counts[i])
            continue;
        calls++;
        status = terms_put(writing, &composer, draft, writing->terms.list[i].text, &is_put);
        if (!status && is_put)
            terms_measure(writing, plan, draft, counts); /* one passage may bring several terms */
        else if (!status)
            tell_missing(writing, writing->terms.list[i].text);
    }
    return writing_end(writing, status);
}

static json_t *report(const struct writing *writing, const size_t *counts, int before, int after)
{
    json_t *terms = json_array();
    bool ok = terms;
    for (size_t i = 0; i < writing->terms.count && ok; i++) {
        const struct writing_term *term = &writing->terms.list[i];
        ok = json_array_append_new(terms, json_pack("{s:s%,s:f,s:I,s:I,s:I}", "term", term->text.data, term->text.len,
                                                    "share", (double)(int)(term->share * 100 + 0.5) / 100, "least",
                                                    (json_int_t)term->least, "most", (json_int_t)term->most, "count",
                                                    (json_int_t)counts[i])) == 0;
    }
    if (ok)
        return json_pack("{s:o,s:i,s:i}", "terms", terms, "before", before, "after", after);
    json_decref(terms);
    return NULL;
}

enum status finish_terms(struct writing *writing, const struct article_plan *plan, struct draft *draft, json_t **seo)
{
    size_t *counts = ARENA_ARRAY(writing->arena, writing->terms.count + 1, size_t);
    if (!counts)
        return error_memory(writing->err);
    if (!writing->terms.count)
        return OK;
    int before = terms_measure(writing, plan, draft, counts);
    enum status status = put_missing(writing, plan, draft, counts);
    int after = status ? 0 : terms_measure(writing, plan, draft, counts);
    status = writing_end(writing, status);
    if (status || !writing->terms.is_found)
        return status;
    *seo = report(writing, counts, before, after);
    return *seo ? OK : error_memory(writing->err);
}
