#include "model/check/check.h"
#include "text/url.h"
#include "text/values/date.h"
#include "write/prompted/article.h"
#include "write/writing/brand.h"

enum {
    QUESTION_PASSAGES = 3, /* for each question that people ask */
    MOST_RANKED = 600,     /* passages for the keyword */
    SENTENCES = 3,         /* of a passage of the brand's own */
    MOST_OF_BRAND = 24,    /* passages */
};

/* --- which --- */

/* Neighbouring sentences together, a name on each. */
static enum status brand_excerpts(struct writing *writing, struct model_excerpt **list, size_t *count)
{
    struct str *sentences;
    size_t total;
    enum status status = brand_sentences(writing, &sentences, &total);
    *list = ARENA_ARRAY(writing->arena, MOST_OF_BRAND, struct model_excerpt);
    *count = 0;
    if (!*list)
        return error_memory(writing->err);
    for (size_t i = 0; i < total && *count < MOST_OF_BRAND && !status; i += SENTENCES) {
        struct buf out = {0};
        for (size_t j = i; j < total && j < i + SENTENCES; j++)
            buf_printf(&out, "%s%.*s", j > i ? " " : "", STR_ARG(sentences[j]));
        struct str text = writing_keep(writing, &out);
        struct model_excerpt *excerpt = &(*list)[*count];
        *excerpt = (struct model_excerpt){.heading = STR(""), .name = writing->brand.name, .source = OWN_WORDS};
        if (brand_is_avoided(writing))
            excerpt->name = STR("customer");
        status =
            text.data ? material_clean(writing->arena, text, &excerpt->text, writing->err) : error_memory(writing->err);
        *count += !material_addresses_model(text);
    }
    return status;
}

enum status article_passages(struct prompted_article_article *article)
{
    struct writing *writing = article->writing;
    const struct excerpts *excerpts = &writing->excerpts;
    struct model_excerpt *own = NULL;
    size_t own_count = 0;
    if (writing->type->passages)
        return writing->type->passages(writing, &article->passages, &article->passage_count);
    enum status status = writing->brand.name.len ? brand_excerpts(writing, &own, &own_count) : OK;
    if (status)
        return status;
    article->passages = ARENA_ARRAY(writing->arena, excerpts->count + own_count + 1, struct model_excerpt);
    if (!article->passages)
        return error_memory(writing->err);
    for (size_t i = 0; i < excerpts->count; i++) {
        int64_t published = writing->pages[excerpts->list[i].page].published_ms;
        char day[DATE_TEXT_SIZE];
        article->passages[i] = excerpts->list[i].shown;
        if (published)
            article->passages[i].day = str_from(arena_copy(writing->arena, date_day_text(published, day)));
        if (published && !article->passages[i].day.data)
            return error_memory(writing->err);
    }
    for (size_t i = 0; i < own_count; i++)
        article->passages[excerpts->count + i] = own[i];
    article->passage_count = excerpts->count + own_count;
    return OK;
}

/* --- shown --- */

/* The page's title, site and date. */
static void print_page(const struct prompted_article_article *article, size_t number, struct buf *out)
{
    const struct writing *writing = article->writing;
    const struct model_excerpt *passage = &article->passages[number];
    struct url url;
    if (passage->source == OWN_WORDS) {
        buf_printf(out, "WHAT %.*s SAYS OF ITSELF\n", STR_ARG(passage->name));
        return;
    }
    const struct page *page = &writing->pages[passage->source];
    buf_printf(out, "PAGE %d \"%.*s\"", passage->source + 1, STR_ARG(passage->name));
    if (page->is_link && url_parse(str_from(page->url), &url, NULL) == OK)
        buf_printf(out, " | %.*s", STR_ARG(url.host));
    buf_printf(out, " | %.*s\n", STR_ARG(passage->day.len ? passage->day : STR("undated")));
}

/* A passage under its page and headings, which stand where they change. `before`: the one shown last. */
static void print_passage(const struct prompted_article_article *article, size_t number,
                          const struct model_excerpt *before, struct buf *out)
{
    const struct model_excerpt *passage = &article->passages[number];
    bool is_of_page = !article->writing->type->passages, is_new_page = !before || before->source != passage->source;
    struct str text = passage->shown.len ? passage->shown : passage->text;
    if (article->writing->type->make) {
        if (is_new_page)
            buf_printf(out, "ITEM %d \"%.*s\"\n", passage->source + 1, STR_ARG(passage->name));
        buf_printf(out, "[%zu] %.*s: %.*s\n", number + 1, STR_ARG(passage->heading), STR_ARG(passage->text));
        return;
    }
    if (!is_of_page && passage->name.len) {
        buf_printf(out, "[%zu] (%.*s) %.*s\n", number + 1, STR_ARG(passage->name), STR_ARG(passage->text));
        return;
    }
    if (is_new_page && is_of_page)
        print_page(article, number, out);
    if (passage->heading.len && (is_new_page || !str_eq(before->heading, passage->heading)))
        buf_printf(out, "# %.*s\n", STR_ARG(passage->heading));
    buf_printf(out, "[%zu] %.*s\n", number + 1, STR_ARG(text));
}

/* The passages between their delimiters; nothing when none is shown. */
static void print(const struct prompted_article_article *article, const bool *is_shown, struct buf *out)
{
    const char *nonce = article->writing->shared->nonce;
    const struct model_excerpt *before = NULL;
    for (size_t i = 0; i < article->passage_count; i++) {
        if (is_shown && !is_shown[i])
            continue;
        if (!before)
            buf_printf(out, "<<%s MATERIAL, each passage numbered\n", nonce);
        print_passage(article, i, before, out);
        before = &article->passages[i];
    }
    if (before)
        buf_printf(out, "%s>>", nonce);
}

struct str article_material(const struct prompted_article_article *article, const bool *is_shown)
{
    struct buf out = {0};
    print(article, is_shown, &out);
    return writing_keep(article->writing, &out);
}

long article_material_tokens(const struct prompted_article_article *article, const bool *is_shown)
{
    struct buf out = {0};
    print(article, is_shown, &out);
    long tokens = model_tokens((struct str){buf_text(&out), out.len});
    buf_free(&out);
    return tokens;
}

/* --- as many as fit --- */

struct article_material_choosing {
    const struct prompted_article_article *article;
    const bool *is_wanted; /* NULL: all are */
    bool *is_shown;
    long left; /* tokens */
};

static void article_material_show(struct article_material_choosing *choosing, size_t number)
{
    const struct model_excerpt *passage = &choosing->article->passages[number];
    long tokens = model_tokens(passage->text) + model_tokens(passage->heading) / 2;
    bool is_wanted = !choosing->is_wanted || choosing->is_wanted[number];
    if (!is_wanted || choosing->is_shown[number] || tokens > choosing->left)
        return;
    choosing->is_shown[number] = true;
    choosing->left -= tokens;
}

/* Problem and cure, question and answer stand in neighbours under one heading. */
static void show_with_neighbours(struct article_material_choosing *choosing, size_t number)
{
    const struct model_excerpt *list = choosing->article->passages, *own = &list[number];
    article_material_show(choosing, number);
    if (number > 0 && list[number - 1].source == own->source && str_eq(list[number - 1].heading, own->heading))
        article_material_show(choosing, number - 1);
    if (number + 1 < choosing->article->passage_count && list[number + 1].source == own->source &&
        str_eq(list[number + 1].heading, own->heading))
        article_material_show(choosing, number + 1);
}

static enum status show_best(struct article_material_choosing *choosing, const struct excerpt_query *query)
{
    struct writing *writing = choosing->article->writing;
    size_t *numbers = ARENA_ARRAY(writing->arena, query->most + 1, size_t), count = 0;
    if (!numbers)
        return error_memory(writing->err);
    enum status status = excerpts_rank(&writing->excerpts, query, writing->arena, numbers, &count, writing->err);
    for (size_t i = 0; i < count && !status; i++)
        show_with_neighbours(choosing, numbers[i]);
    return status;
}

/* What is not of pages: the first of each film's part, product or place, then the second of each. */
static void show_in_turn(struct article_material_choosing *choosing)
{
    const struct prompted_article_article *article = choosing->article;
    bool has_more = true;
    for (size_t turn = 0; has_more; turn++) {
        size_t rank = 0;
        has_more = false;
        for (size_t i = 0; i < article->passage_count; i++) {
            bool is_new = i == 0 || article->passages[i].source != article->passages[i - 1].source;
            rank = is_new ? 0 : rank + 1;
            has_more |= rank > turn;
            if (rank == turn)
                article_material_show(choosing, i);
        }
    }
}

/* Into choosing->is_shown, by the tokens of the passages alone. */
static enum status article_material_choose(struct article_material_choosing *choosing)
{
    struct writing *writing = choosing->article->writing;
    if (writing->type->passages) {
        show_in_turn(choosing);
        return OK;
    }
    for (size_t i = writing->excerpts.count; i < choosing->article->passage_count; i++)
        article_material_show(choosing, i); /* the brand's */
    const struct excerpt_query first = {.keyword = writing->brief.sought, .most = writing->page_count, .per_page = 1};
    enum status status = show_best(choosing, &first);
    for (size_t i = 0; i < writing->question_count && !status; i++) {
        const struct excerpt_query query = {.keyword = writing->brief.sought,
                                            .heading = writing->questions[i],
                                            .most = QUESTION_PASSAGES,
                                            .needs_match = true};
        status = show_best(choosing, &query);
    }
    const struct excerpt_query rest = {.keyword = writing->brief.sought, .most = MOST_RANKED};
    return status ? status : show_best(choosing, &rest);
}

enum status article_choose(const struct prompted_article_article *article, const bool *is_wanted, long tokens,
                           const bool **is_shown)
{
    size_t count = article->passage_count;
    struct article_material_choosing choosing = {.article = article, .is_wanted = is_wanted};
    enum status status = OK;
    *is_shown = is_wanted;
    long all = article_material_tokens(article, is_wanted);
    if (all <= tokens)
        return OK;
    *is_shown = choosing.is_shown = ARENA_ARRAY(article->writing->arena, count + 1, bool);
    if (!*is_shown)
        return error_memory(article->writing->err);
    /* Names of pages and headings come on top: the budget shrinks by what was too much. */
    for (long budget = tokens; all > tokens && budget > 0 && !status; budget -= all - tokens) {
        memset(choosing.is_shown, 0, count * sizeof *choosing.is_shown);
        choosing.left = budget;
        status = article_material_choose(&choosing);
        all = article_material_tokens(article, *is_shown);
    }
    if (all > tokens)
        memset(choosing.is_shown, 0, count * sizeof *choosing.is_shown);
    return status;
}
