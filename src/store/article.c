#include "store/article.h"

enum status lease_run(struct db *db, const char *sql, struct db_values values, struct error *err)
{
    int64_t changed = 0;
    enum status status = db_run(db, sql, values, &changed, err);
    if (status || changed)
        return status;
    return error_set(err, E_CONFLICT, "lease_lost", "the article is no longer this worker's");
}

/* --- pictures --- */

/* Is there room for so many bytes more? */
static enum status check_room(struct db *db, const struct lease *lease, size_t bytes, struct error *err)
{
    int64_t held = 0;
    if (bytes > PICTURE_BYTES)
        return error_set(err, E_LIMIT, NULL, "it is larger than %d MiB", PICTURE_BYTES >> 20);
    enum status status = db_number(db, "SELECT COALESCE(SUM(size), 0) FROM picture WHERE article_id = $1",
                                   DB_BIND(db_text(lease->article_id)), &held, err);
    if (!status && held + (int64_t)bytes > PICTURES_BYTES)
        status =
            error_set(err, E_LIMIT, NULL, "the pictures of an article may have %d MiB together", PICTURES_BYTES >> 20);
    return status;
}

enum status picture_put(struct db *db, const struct lease *lease, const struct stored_picture *picture,
                        struct error *err)
{
    enum status status = check_room(db, lease, picture->bytes.len, err);
    if (status)
        return status;
    return lease_run(db,
                     "INSERT INTO picture (id, article_id, type, size, bytes) "
                     "SELECT $4, id, $5, $6, $7 FROM article WHERE " LEASE_HELD,
                     DB_BIND(LEASE_VALUES(lease), db_text(picture->id), db_text(picture->type),
                             db_int((int64_t)picture->bytes.len), db_blob(picture->bytes)),
                     err);
}

static const struct db_table PICTURES = {QUERY_OF(struct stored_picture, READ(struct stored_picture, id),
                                                  READ(struct stored_picture, type),
                                                  READ(struct stored_picture, bytes))};

enum status picture_get(struct db *db, struct arena *arena, const char *id, struct stored_picture *picture,
                        struct error *err)
{
    enum status status =
        table_one(db, &PICTURES, "SELECT $* FROM picture WHERE id = $1", DB_BIND(db_text(id)), arena, picture, err);
    return no_row(status, "picture", id, err);
}

enum status pictures_forget(struct db *db, const char *article_id, struct error *err)
{
    return db_queue(db, "DELETE FROM picture WHERE article_id = $1", DB_BIND(db_text(article_id)), err);
}

/* --- steps --- */

enum status step_put(struct db *db, const struct lease *lease, const struct article_step *step, struct error *err)
{
    struct db_value output = step->is_done ? db_blob(step->output) : db_text(NULL);
    return lease_run(db,
                     "INSERT INTO step (article_id, number, name, version, model, started_at, seconds, input_tokens, "
                     "output_tokens, is_done, status, output) "
                     "SELECT id, (SELECT COALESCE(MAX(number), 0) + 1 FROM step WHERE article_id = $1), $4, $5, $6, "
                     "$7, $8, $9, $10, $11, $12, $13 FROM article WHERE " LEASE_HELD,
                     DB_BIND(LEASE_VALUES(lease), db_text(step->name), db_int(step->version), db_text(step->model),
                             db_int(step->started_at), db_real(step->seconds), db_int(step->input_tokens),
                             db_int(step->output_tokens), db_int(step->is_done), db_text(step->status), output),
                     err);
}

enum status step_get(struct db *db, struct arena *arena, const char *article_id, const char *name, int version,
                     struct str *output, struct error *err)
{
    enum status status = db_bytes(db,
                                  "SELECT output FROM step WHERE article_id = $1 AND name = $2 AND version = $3 "
                                  "AND output IS NOT NULL ORDER BY number DESC LIMIT 1",
                                  DB_BIND(db_text(article_id), db_text(name), db_int(version)), arena, output, err);
    return status == E_NOT_FOUND ? error_set(err, E_NOT_FOUND, NULL, "the step %s was not done", name) : status;
}

static const struct db_table STEPS = {QUERY_OF(
    struct article_step, READ(struct article_step, name), READ(struct article_step, version),
    READ(struct article_step, model), READ(struct article_step, started_at), READ(struct article_step, seconds),
    READ(struct article_step, input_tokens), READ(struct article_step, output_tokens),
    READ(struct article_step, is_done), READ(struct article_step, status))};

enum status step_list(struct db *db, struct arena *arena, const char *article_id, struct article_step **steps,
                      size_t *count, struct error *err)
{
    return table_all(db, &STEPS, "SELECT $* FROM step WHERE article_id = $1 ORDER BY number",
                     DB_BIND(db_text(article_id)), arena, steps, count, err);
}

enum status steps_forget(struct db *db, const char *article_id, struct error *err)
{
    return db_queue(db, "UPDATE step SET output = NULL WHERE article_id = $1 AND output IS NOT NULL",
                    DB_BIND(db_text(article_id)), err);
}

/* --- articles --- */

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

static const struct db_column COLUMNS[] = {
    COLUMN(struct article, id, COLUMN_KEY),
    COLUMN(struct article, account_id, COLUMN_FIXED),
    COLUMN(struct article, engine, COLUMN_FIXED),
    COLUMN(struct article, config, COLUMN_FIXED),
    COLUMN_ENUM(struct article, state, STATES, COLUMN_FIXED),
    COLUMN(struct article, detail, COLUMN_FIXED),
    COLUMN(struct article, progress, COLUMN_FIXED),
    COLUMN(struct article, error, COLUMN_READ),
    COLUMN(struct article, error_code, COLUMN_READ),
    COLUMN(struct article, title, COLUMN_READ),
    COLUMN(struct article, slug, COLUMN_READ),
    COLUMN(struct article, meta_description, COLUMN_READ),
    COLUMN(struct article, sources, COLUMN_FIXED),
    COLUMN(struct article, notes, COLUMN_FIXED),
    COLUMN(struct article, words_charged, COLUMN_READ),
    COLUMN(struct article, created_at, COLUMN_FIXED),
    COLUMN(struct article, updated_at, COLUMN_FIXED),
    COLUMN(struct article, version, COLUMN_FIXED),
    COLUMN(struct article, attempt, COLUMN_READ),
    COLUMN(struct article, cancel_requested, COLUMN_READ),
    /* Not in lists: LARGE of them. */
    COLUMN(struct article, html, COLUMN_READ),
    COLUMN(struct article, polished_html, COLUMN_READ),
    COLUMN(struct article, library, COLUMN_FIXED),
    COLUMN(struct article, run, COLUMN_READ),
    COLUMN(struct article, polish, COLUMN_READ),
    COLUMN(struct article, polish_attempts, COLUMN_READ),
    COLUMN(struct article, seo, COLUMN_READ),
};
enum { LARGE = 7 };

const struct db_table ARTICLES = {.name = "article", .thing = "article", TABLE_OF(struct article, COLUMNS)};
static const struct db_table HEADS = {
    .columns = COLUMNS, .count = COUNT_OF(COLUMNS) - LARGE, .size = sizeof(struct article)};

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

/* An article of the account is to be polished, or is no longer. */
static enum status polishing_changed(struct db *db, const char *account_id, struct error *err)
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
    struct article made = *article;
    made.state = ARTICLE_QUEUED;
    made.detail = or_else(article->detail, "");
    made.progress = 0;
    made.sources = or_else(article->sources, "[]");
    made.notes = or_else(article->notes, "[]");
    made.updated_at = article->created_at;
    made.version = 1;
    enum status status = table_insert(db, &ARTICLES, &made, err);
    if (!status)
        status = make_found(db, article, err);
    return status ? status : open_articles_add(db, article->account_id, 1, err);
}

enum status article_version(struct db *db, const char *account_id, const char *id, int64_t *version, struct error *err)
{
    enum status status = db_number(db, "SELECT version FROM article WHERE id = $1 AND account_id = $2",
                                   DB_BIND(db_text(id), db_text(account_id)), version, err);
    return no_row(status, "article", id, err);
}

enum status article_get(struct db *db, struct arena *arena, const char *account_id, const char *id,
                        struct article *article, struct error *err)
{
    enum status status = table_one(
        db, &ARTICLES, "SELECT $* FROM article WHERE id = $1 AND (CAST($2 AS TEXT) IS NULL OR account_id = $2)",
        DB_BIND(db_text(id), db_text(account_id)), arena, article, err);
    return no_row(status, "article", id, err);
}

/* Greater than any UUID. */
static const char PAST_ALL_IDS[] = "z";

/* With and without a state each has an index of its own. */
#define LIST(condition)                                                                                                \
    "SELECT $* FROM article WHERE account_id = $1 AND id < $2 " condition "ORDER BY id DESC LIMIT $3"

enum status article_list(struct db *db, struct arena *arena, const char *account_id, int state, const char *before,
                         size_t limit, struct article **articles, size_t *count, struct error *err)
{
    bool is_any = state < 0;
    struct db_values values = DB_BIND(db_text(account_id), db_text(before ? before : PAST_ALL_IDS),
                                      db_int((int64_t)limit), db_text(is_any ? NULL : STATES[state]));
    values.count -= is_any;
    return table_all(db, &HEADS, is_any ? LIST("") : LIST("AND state = $4 "), values, arena, articles, count, err);
}

/* --- ending an article before it is finished --- */

/* The columns that are looked at before an article is cancelled or deleted. */
struct article_excerpt {
    const char *account_id, *config, *title;
    enum article_state state;
    bool cancelled;
};

/* $3: the code of those that were cancelled. */
static const struct db_table EXCERPTS = {
    QUERY_OF(struct article_excerpt, READ(struct article_excerpt, account_id), READ(struct article_excerpt, config),
             READ(struct article_excerpt, title), READ_ENUM(struct article_excerpt, state, STATES),
             READ_AS(struct article_excerpt, cancelled, "CASE WHEN error_code = $3 THEN 1 ELSE 0 END"))};

static enum status find_excerpt(struct db *db, struct arena *arena, const char *account_id, const char *id,
                                struct article_excerpt *excerpt, struct error *err)
{
    enum status status = table_one(
        db, &EXCERPTS, "SELECT $* FROM article WHERE id = $1 AND (CAST($2 AS TEXT) IS NULL OR account_id = $2)",
        DB_BIND(db_text(id), db_text(account_id), db_text(code_name(CODE_CANCELLED))), arena, excerpt, err);
    return no_row(status, "article", id, err);
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

/* --- articles that are removed when they are old --- */

const char *const article_end_words[ARTICLE_ENDS] = {
    [END_FINISHED] = "finished", [END_FAILED] = "failed", [END_CANCELLED] = "cancelled"};

#define OLDEST(ended)                                                                                                  \
    "SELECT $* FROM article WHERE " ended " AND updated_at < $1 AND polish IS NULL AND lease_until = 0 "               \
    "ORDER BY updated_at LIMIT $2"
#define FAILED(cancelled) "state = 'failed' AND (CASE WHEN error_code = 'cancelled' THEN 1 ELSE 0 END) = " cancelled

static const struct db_table FORGOTTEN = {
    QUERY_OF(struct forgotten, READ(struct forgotten, id), READ(struct forgotten, account_id))};

/* Each has an index with the same words (schema.sql). */
static const char *const queries[ARTICLE_ENDS] = {
    [END_FINISHED] = OLDEST("state = 'finished'"),
    [END_FAILED] = OLDEST(FAILED("0")),
    [END_CANCELLED] = OLDEST(FAILED("1")),
};

enum status articles_forget(struct db *db, struct arena *arena, enum article_end end, int64_t before, size_t most,
                            struct forgotten **removed, size_t *count, struct error *err)
{
    enum status status = table_all(db, &FORGOTTEN, queries[end], DB_BIND(db_int(before), db_int((int64_t)most)), arena,
                                   removed, count, err);
    for (size_t i = 0; i < *count && !status; i++)
        status = article_delete(db, (*removed)[i].account_id, (*removed)[i].id, err);
    return status;
}

/* --- a finished article that is to be polished: a job like the writing, with the same leases --- */

enum status article_polish(struct db *db, const char *account_id, const char *id, const char *settings, int64_t now,
                           struct error *err)
{
    int64_t changed = 0;
    bool exists = false, asked = false;
    enum status status =
        db_run(db,
               "UPDATE article SET polish = $3, polish_asked_at = $4, polish_attempts = 0, detail = 'Polishing', "
               "worker = '', lease_until = 0, updated_at = $4, version = version + 1 "
               "WHERE id = $1 AND account_id = $2 AND state = 'finished' AND polish IS NULL",
               DB_BIND(db_text(id), db_text(account_id), db_text(settings), db_int(now)), &changed, err);
    if (status || changed)
        return status ? status : polishing_changed(db, account_id, err);
    status = db_exists(db, "SELECT 1 FROM article WHERE id = $1 AND account_id = $2",
                       DB_BIND(db_text(id), db_text(account_id)), &exists, err);
    if (!status)
        status = db_exists(db, "SELECT 1 FROM article WHERE id = $1 AND polish = $2",
                           DB_BIND(db_text(id), db_text(settings)), &asked, err);
    if (status || (exists && asked))
        return status;
    if (!exists)
        return no_row(E_NOT_FOUND, "article", id, err);
    return error_set(err, E_CONFLICT, NULL, "the article is not finished, or is being polished in another way");
}

enum status polish_end(struct db *db, const struct lease *lease, const char *polished, const char *notes, int64_t now,
                       struct error *err)
{
    enum status status =
        lease_run(db,
                  "UPDATE article SET polished_html = COALESCE($4, polished_html), notes = $5, detail = 'Finished', "
                  "polish = NULL, worker = '', lease_until = 0, updated_at = $6, version = version + 1 "
                  "WHERE " LEASE_POLISHES,
                  DB_BIND(LEASE_VALUES(lease), db_text(polished), db_text(notes), db_int(now)), err);
    if (!status)
        status = db_run(db,
                        "UPDATE account SET polishing_since = " POLISHING_SINCE(
                            "account.id") " WHERE id = (SELECT account_id FROM article WHERE id = $1)",
                        DB_BIND(db_text(lease->article_id)), NULL, err);
    return status ? status : steps_forget(db, lease->article_id, err);
}
