#include "service/api/article_search.h"

#include "store/article_grams.h"
#include "store/db/article_name.h"
#include "text/unicode.h"

#include <stdio.h>

enum { BATCH = 100, SAME_TIME = 2 };

struct article_search_searching {
    const struct article_search *search;
    struct arena *arena;
    struct buf wanted, folded;
    bool failed; /* memory ran out */
    struct article_found *found;
    char before[UUID_LENGTH + 1]; /* all from this article on were looked at; "": none was */
};

/* --- one article --- */

static bool contains(struct article_search_searching *searching, const char *text)
{
    buf_clear(&searching->folded);
    text_fold(&searching->folded, str_from(text ? text : ""));
    searching->failed = searching->failed || searching->folded.failed;
    return strstr(buf_text(&searching->folded), buf_text(&searching->wanted)) != NULL;
}

static bool article_search_matches(struct article_search_searching *searching, const struct article *article,
                                   struct arena *batch)
{
    return contains(searching, article->title) || contains(searching, article_keyword(article->config, batch));
}

static enum status article_search_look_at(struct article_search_searching *searching, struct db *db,
                                          const struct article *article, struct arena *batch, struct error *err)
{
    enum status status = OK;
    struct article_found *found = searching->found;
    if (article_search_matches(searching, article, batch)) {
        status = article_get(db, searching->arena, searching->search->account_id, article->id,
                             &found->articles[found->count], err);
        found->count += status == OK;
    }
    if (searching->failed || searching->wanted.failed)
        return error_memory(err);
    memcpy(searching->before, article->id, sizeof searching->before);
    return status;
}

static bool is_over(const struct article_search_searching *searching)
{
    return searching->found->count >= searching->search->limit;
}

/* The next `size` of the account below `before`, down to the id `first`; *is_last: none is left of these. */
static enum status look_at_some(struct article_search_searching *searching, struct db *db, struct arena *batch,
                                const char *before, const char *first, size_t size, bool *is_last, struct error *err)
{
    size_t count = 0;
    struct article *articles;
    const struct article_search *search = searching->search;
    enum status status =
        article_list(db, batch, search->account_id, search->state, before, size, &articles, &count, err);
    *is_last = count < size;
    for (size_t i = 0; status == OK && i < count && !is_over(searching); i++) {
        *is_last = *is_last || strcmp(articles[i].id, first) < 0;
        if (strcmp(articles[i].id, first) < 0)
            break;
        status = article_search_look_at(searching, db, &articles[i], batch, err);
    }
    return status;
}

/* --- all of them --- */

/* Does the next step of the search, in an arena of its own; *is_last: nothing is left. */
typedef enum status (*search_step)(struct article_search_searching *searching, struct db *db, struct arena *batch,
                                   void *state, bool *is_last, struct error *err);

static enum status repeat(struct article_search_searching *searching, struct db *db, search_step step, void *state,
                          struct error *err)
{
    bool is_last = false;
    enum status status = OK;
    do {
        struct arena *batch = arena_new();
        if (!batch)
            return error_memory(err);
        status = step(searching, db, batch, state, &is_last, err);
        arena_free(batch);
    } while (status == OK && !is_last && !is_over(searching) && clock_mono_ms() < searching->search->deadline);
    if (status != OK || is_last || is_over(searching))
        return status;
    searching->found->next = arena_copy(searching->arena, searching->before);
    return searching->found->next ? OK : error_memory(err);
}

static enum status read_batch(struct article_search_searching *searching, struct db *db, struct arena *batch,
                              void *state, bool *is_last, struct error *err)
{
    const char *before = searching->before[0] ? searching->before : searching->search->before;
    (void)state;
    return look_at_some(searching, db, batch, before, "", BATCH, is_last, err);
}

/* --- those that have its trigrams --- */

/* The account's articles that were made then: one, and hardly ever more. */
static enum status look_at_time(struct article_search_searching *searching, struct db *db, struct arena *batch,
                                int64_t at, struct error *err)
{
    bool is_last = false;
    enum status status = OK;
    const char *before = searching->search->before;
    char first[GRAM_PREFIX + 1], last[GRAM_PREFIX + 2];
    article_gram_prefix(at, first);
    snprintf(last, sizeof last, "%sz", first);
    before = before && strcmp(before, last) < 0 ? before : last;
    while (status == OK && !is_last && !is_over(searching)) {
        status = look_at_some(searching, db, batch, before, first, SAME_TIME, &is_last, err);
        before = searching->before;
    }
    return status;
}

static enum status step_down(struct article_search_searching *searching, struct db *db, struct arena *batch,
                             void *state, bool *is_last, struct error *err)
{
    char prefix[GRAM_PREFIX + 1];
    struct gram_walk *walk = state;
    enum status status = article_grams_step(db, batch, walk, err);
    for (size_t i = 0; status == OK && i < walk->count && !is_over(searching); i++)
        status = look_at_time(searching, db, batch, walk->found[i], err);
    *is_last = walk->is_end;
    if (status != OK || is_over(searching))
        return status;
    article_gram_prefix(walk->before, prefix);
    snprintf(searching->before, sizeof searching->before, "%s-8000-000000000000", prefix);
    return OK;
}

/* A cursor names an article, of whose time others may follow. */
static int64_t begin_of(const struct article_search_searching *searching)
{
    int64_t at = searching->search->before ? article_gram_at(searching->search->before) : -1;
    return at < 0 ? INT64_MAX : at + 1;
}

static enum status article_search_look_up(struct article_search_searching *searching, struct db *db, struct error *err)
{
    bool is_complete;
    struct article_grams asked = {.count = 0};
    const struct str wanted = str_from(buf_text(&searching->wanted));
    enum status status = article_grams_complete(db, &is_complete, err);
    if (status == OK && is_complete)
        status = article_grams_ask(db, searching->search->account_id, wanted, &asked, err);
    if (status != OK)
        return status;
    struct gram_walk walk = {.asked = &asked, .before = begin_of(searching)};
    return asked.count ? repeat(searching, db, step_down, &walk, err) : repeat(searching, db, read_batch, NULL, err);
}

enum status article_search(struct db *db, struct arena *arena, const struct article_search *search,
                           struct article_found *found, struct error *err)
{
    struct article_search_searching searching = {.search = search, .arena = arena, .found = found};
    if (!search->text || !search->text[0])
        return article_list(db, arena, search->account_id, search->state, search->before, search->limit,
                            &found->articles, &found->count, err);
    found->articles = ARENA_ARRAY(arena, search->limit, struct article);
    if (!found->articles)
        return error_memory(err);
    text_fold(&searching.wanted, str_from(search->text));
    enum status status = searching.wanted.failed ? error_memory(err) : article_search_look_up(&searching, db, err);
    buf_free(&searching.wanted);
    buf_free(&searching.folded);
    return status;
}
