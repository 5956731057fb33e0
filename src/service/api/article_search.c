#include "service/api/article_search.h"

#include "text/unicode.h"

#include <jansson.h>

enum { BATCH = 100 };

struct searching {
    const struct article_search *search;
    struct arena *arena;
    struct buf wanted, folded;
    bool failed; /* memory ran out */
    struct article *found;
    size_t count;
    char before[UUID_LENGTH + 1]; /* the last article that was looked at */
};

static bool contains(struct searching *searching, const char *text)
{
    buf_clear(&searching->folded);
    text_fold(&searching->folded, str_from(text ? text : ""));
    searching->failed = searching->failed || searching->folded.failed;
    return strstr(buf_text(&searching->folded), buf_text(&searching->wanted)) != NULL;
}

static bool matches(struct searching *searching, const struct article *article)
{
    if (contains(searching, article->title))
        return true;
    json_t *config = json_loads(article->config, 0, NULL);
    searching->failed = searching->failed || !config;
    bool does = contains(searching, json_string_value(json_object_get(config, "targetKeyword")));
    json_decref(config);
    return does;
}

static enum status look_at(struct searching *searching, struct db *db, const struct article *article, struct error *err)
{
    enum status status = OK;
    if (matches(searching, article)) {
        status = article_get(db, searching->arena, searching->search->account_id, article->id,
                             &searching->found[searching->count], err);
        searching->count += status == OK;
    }
    if (searching->failed || searching->wanted.failed)
        return error_memory(err);
    memcpy(searching->before, article->id, sizeof searching->before);
    return status;
}

/* Looks at the next hundred; *is_last: there are no more. */
static enum status look_at_batch(struct searching *searching, struct db *db, struct arena *batch, bool *is_last,
                                 struct error *err)
{
    struct article *articles;
    size_t count = 0;
    const struct article_search *search = searching->search;
    const char *before = searching->before[0] ? searching->before : search->before;
    enum status status =
        article_list(db, batch, search->account_id, search->state, before, BATCH, &articles, &count, err);
    *is_last = status != OK || count < BATCH;
    for (size_t i = 0; status == OK && i < count && searching->count < search->limit; i++)
        status = look_at(searching, db, &articles[i], err);
    return status;
}

static enum status look_at_all(struct searching *searching, struct db *db, struct error *err)
{
    bool is_last = false;
    enum status status = OK;
    while (status == OK && !is_last && searching->count < searching->search->limit) {
        struct arena *batch = arena_new();
        if (!batch)
            return error_memory(err);
        status = look_at_batch(searching, db, batch, &is_last, err);
        arena_free(batch);
    }
    return status;
}

enum status article_search(struct db *db, struct arena *arena, const struct article_search *search,
                           struct article **articles, size_t *count, struct error *err)
{
    struct searching searching = {.search = search, .arena = arena};
    if (!search->text || !search->text[0])
        return article_list(db, arena, search->account_id, search->state, search->before, search->limit, articles,
                            count, err);
    searching.found = ARENA_ARRAY(arena, search->limit, struct article);
    if (!searching.found)
        return error_memory(err);
    text_fold(&searching.wanted, str_from(search->text));
    enum status status = look_at_all(&searching, db, err);
    buf_free(&searching.wanted);
    buf_free(&searching.folded);
    *articles = searching.found;
    *count = searching.count;
    return status;
}
