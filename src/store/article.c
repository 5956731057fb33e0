#include "store/article.h"

#include "base/codes.h"
#include "store/article_grams.h"
#include "store/db/article_name.h"
#include "store/picture.h"
#include "store/step.h"

static const char *const STATES[] = {
    [ARTICLE_QUEUED] = "queued",
    [ARTICLE_PROCESSING] = "processing",
    [ARTICLE_FINISHED] = "finished",
    [ARTICLE_FAILED] = "failed",
};

const char *article_state_name(enum article_state state)
{
    return STATES[state];
}

bool article_state_parse(const char *name, enum article_state *state)
{
    for (size_t i = 0; i < COUNT_OF(STATES); i++) {
        if (strcmp(name, STATES[i]) != 0)
            continue;
        *state = (enum article_state)i;
        return true;
    }
    return false;
}

void article_read(struct db_row *row, void *out)
{
    struct article *article = out;
    article->id = row_text(row);
    article->account_id = row_text(row);
    article->engine = (int)row_int(row);
    article->config = row_text(row);
    article->state = (enum article_state)row_name(row, STATES, COUNT_OF(STATES));
    article->detail = row_text(row);
    article->progress = row_real(row);
    article->error = row_text(row);
    article->error_code = row_text(row);
    article->title = row_text(row);
    article->slug = row_text(row);
    article->meta_description = row_text(row);
    article->sources = row_text(row);
    article->notes = row_text(row);
    article->words_charged = row_int(row);
    article->created_at = row_int(row);
    article->updated_at = row_int(row);
    article->version = row_int(row);
    article->attempt = (int)row_int(row);
    article->cancel_requested = row_bool(row);
    article->html = row_text(row);
    article->polished_html = row_text(row);
    article->library = row_text(row);
    article->run = row_text(row);
    article->polish = row_text(row);
    article->polish_attempts = (int)row_int(row);
    article->seo = row_text(row);
}

static const char *or_else(const char *text, const char *otherwise)
{
    return text ? text : otherwise;
}

enum status open_articles_add(struct db *db, const char *account_id, int change, struct error *err)
{
    return db_queue(
        db,
        "UPDATE account SET open_articles = open_articles + $2, writing_since = " WRITING_SINCE("$1") " WHERE id = $1",
        DB_BIND(db_text(account_id), db_int(change)), err);
}

enum status polishing_changed(struct db *db, const char *account_id, struct error *err)
{
    return db_queue(db, "UPDATE account SET polishing_since = " POLISHING_SINCE("$1") " WHERE id = $1",
                    DB_BIND(db_text(account_id)), err);
}

/* It is found by its keyword from now on, and by its title when it has one. */
static enum status make_found(struct db *db, const struct article *article, struct error *err)
{
    struct arena *arena = arena_new();
    if (!arena)
        return error_memory(err);
    const char *keyword = article_keyword(article->config, arena);
    enum status status = article_grams_put(db, article->account_id, article->id, keyword, err);
    arena_free(arena);
    return status;
}

enum status article_insert(struct db *db, const struct article *article, struct error *err)
{
    enum status status = db_run(
        db,
        "INSERT INTO article (id, account_id, engine, config, state, detail, progress, sources, notes, "
        "created_at, updated_at, version, library) "
        "VALUES ($1, $2, $3, $4, 'queued', $5, 0, $6, $7, $8, $8, 1, $9)",
        DB_BIND(db_text(article->id), db_text(article->account_id), db_int(article->engine), db_text(article->config),
                db_text(or_else(article->detail, "")), db_text(or_else(article->sources, "[]")),
                db_text(or_else(article->notes, "[]")), db_int(article->created_at), db_text(article->library)),
        NULL, err);
    if (!status)
        status = make_found(db, article, err);
    return status ? status : open_articles_add(db, article->account_id, 1, err);
}

static enum status no_article(const char *id, struct error *err)
{
    return error_set(err, E_NOT_FOUND, NULL, "there is no article %s", id);
}

static void article_read_version(struct db_row *row, void *out)
{
    *(int64_t *)out = row_int(row);
}

enum status article_version(struct db *db, const char *account_id, const char *id, int64_t *version, struct error *err)
{
    enum status status = db_one(db, "SELECT version FROM article WHERE id = $1 AND account_id = $2",
                                DB_BIND(db_text(id), db_text(account_id)), NULL, article_read_version, version, err);
    return status == E_NOT_FOUND ? no_article(id, err) : status;
}

enum status article_get(struct db *db, struct arena *arena, const char *account_id, const char *id,
                        struct article *article, struct error *err)
{
    enum status status = db_one(db,
                                "SELECT " ARTICLE_COLUMNS " FROM article "
                                "WHERE id = $1 AND (CAST($2 AS TEXT) IS NULL OR account_id = $2)",
                                DB_BIND(db_text(id), db_text(account_id)), arena, article_read, article, err);
    return status == E_NOT_FOUND ? no_article(id, err) : status;
}

/* Greater than any UUID. */
static const char PAST_ALL_IDS[] = "z";

/* With and without a state each has an index of its own. */
#define LIST(condition)                                                                                                \
    "SELECT " ARTICLE_LIST_COLUMNS " FROM article WHERE account_id = $1 AND id < $2 " condition                        \
    "ORDER BY id DESC LIMIT $3"

enum status article_list(struct db *db, struct arena *arena, const char *account_id, int state, const char *before,
                         size_t limit, struct article **articles, size_t *count, struct error *err)
{
    struct db_list list = {.arena = arena, .read = article_read, .size = sizeof(struct article)};
    bool is_any = state < 0;
    struct db_values values = DB_BIND(db_text(account_id), db_text(before ? before : PAST_ALL_IDS),
                                      db_int((int64_t)limit), db_text(is_any ? NULL : STATES[state]));
    values.count -= is_any;
    enum status status = db_all(db, is_any ? LIST("") : LIST("AND state = $4 "), values, &list, err);
    *articles = list.items;
    *count = list.count;
    return status;
}

/* --- ending an article before it is finished --- */

/* The columns that are looked at before an article is cancelled or deleted. */
struct article_excerpt {
    const char *account_id, *config, *title;
    enum article_state state;
    bool cancelled;
};

static void read_excerpt(struct db_row *row, void *out)
{
    struct article_excerpt *excerpt = out;
    excerpt->account_id = row_text(row);
    excerpt->config = row_text(row);
    excerpt->title = row_text(row);
    excerpt->state = (enum article_state)row_name(row, STATES, COUNT_OF(STATES));
    excerpt->cancelled = row_bool(row);
}

static enum status find_excerpt(struct db *db, struct arena *arena, const char *account_id, const char *id,
                                struct article_excerpt *excerpt, struct error *err)
{
    enum status status =
        db_one(db,
               "SELECT account_id, config, title, state, CASE WHEN error_code = $3 THEN 1 ELSE 0 END FROM article "
               "WHERE id = $1 AND (CAST($2 AS TEXT) IS NULL OR account_id = $2)",
               DB_BIND(db_text(id), db_text(account_id), db_text(code_name(CODE_CANCELLED))), arena, read_excerpt,
               excerpt, err);
    return status == E_NOT_FOUND ? no_article(id, err) : status;
}

static bool has_ended(enum article_state state)
{
    return state == ARTICLE_FINISHED || state == ARTICLE_FAILED;
}

static enum status cancel_unfinished(struct db *db, const char *id, const char *account_id, int64_t now,
                                     struct error *err)
{
    enum status status = db_run(
        db,
        "UPDATE article SET state = 'failed', detail = 'Cancelled', error = $3, error_code = $4, "
        "cancel_requested = 1, worker = '', lease_until = 0, updated_at = $2, "
        "version = version + 1 WHERE id = $1",
        DB_BIND(db_text(id), db_int(now), db_text(code_sentence(CODE_CANCELLED)), db_text(code_name(CODE_CANCELLED))),
        NULL, err);
    if (!status)
        status = steps_forget(db, id, err);
    if (!status)
        status = pictures_forget(db, id, err);
    return status ? status : open_articles_add(db, account_id, -1, err);
}

enum status article_cancel(struct db *db, const char *account_id, const char *id, int64_t now, struct error *err)
{
    struct arena *arena = arena_new();
    if (!arena)
        return error_memory(err);
    struct article_excerpt excerpt = {0};
    enum status status = find_excerpt(db, arena, account_id, id, &excerpt, err);
    if (!status && !has_ended(excerpt.state))
        status = cancel_unfinished(db, id, excerpt.account_id, now, err);
    else if (!status && !excerpt.cancelled)
        status = error_set(err, E_CONFLICT, NULL, "the article is %s already", STATES[excerpt.state]);
    arena_free(arena);
    return status;
}

enum status article_delete(struct db *db, const char *account_id, const char *id, struct error *err)
{
    struct arena *arena = arena_new();
    if (!arena)
        return error_memory(err);
    struct article_excerpt excerpt = {0};
    enum status status = find_excerpt(db, arena, account_id, id, &excerpt, err);
    if (!status)
        status = db_run(db, "DELETE FROM article WHERE id = $1", DB_BIND(db_text(id)), NULL, err);
    if (!status) {
        const char *const texts[] = {article_keyword(excerpt.config, arena), excerpt.title};
        status = article_grams_forget(db, excerpt.account_id, id, texts, COUNT_OF(texts), err);
    }
    if (!status && has_ended(excerpt.state))
        status = polishing_changed(db, excerpt.account_id, err);
    else if (!status)
        status = open_articles_add(db, excerpt.account_id, -1, err);
    arena_free(arena);
    return status;
}
