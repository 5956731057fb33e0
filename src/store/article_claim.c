/* An article while a worker has it: claimed for a time, and written only while the lease is held. */
#include "store/article.h"

#include <stdio.h>

/* clang-format off */

/* The leases for writing and polishing that have not run out, and what is in line of an account. $1: the time. */
#define HELD "FROM article h WHERE h.lease_until > 0 AND h.worker <> '' AND h.lease_until > $1"
#define DUE(waiting, account)                                                                                          \
    "FROM article a WHERE a." waiting " AND a.account_id = " account " AND a.lease_until <= $1"

/* One value of the oldest of these. */
#define OLDEST(value, waiting, age, account)                                                                           \
    "(SELECT a." value " " DUE(waiting, account) " ORDER BY a." age ", a.id LIMIT 1)"

/* Looked up for each row that gets so far. Of EXISTS PostgreSQL would make a join with all that is in line. */
#define NONE(query) "(SELECT " query " LIMIT 1) IS NULL"

/* What a disabled account has in line waits until it is active again. */
#define ACTIVE(account) "EXISTS (SELECT 1 FROM account t WHERE t.id = " account " AND t.state = 'active')"

/* The accounts with something in line, in order: PostgreSQL would look at all of them, to sort what is left. */
#define LINE(since)                                                                                                    \
    "(SELECT id, " since " FROM account WHERE " since " IS NOT NULL AND state = 'active' ORDER BY " since ", id)"

#define CLAIMED "SELECT $*, worker FROM article "

/*
 * The oldest of each account that holds no lease, from the accounts that have waited longest, $2 at most: found by the
 * index of the accounts by that age, passing over those that hold leases, which are no more than there are workers.
 */
#define OF_CALMEST(waiting, age, since)                                                                                \
    CLAIMED "WHERE id IN (SELECT " OLDEST("id", waiting, age, "c.id") " FROM " LINE(since) " c "                       \
    "WHERE " NONE("h.id " HELD " AND h.account_id = c.id") " AND NOT " NONE("a.id " DUE(waiting, "c.id")) " "          \
    "ORDER BY c." since ", c.id LIMIT $2)"

/* The two accounts with the fewest leases, of those that hold some and have something in line. */
#define FAIREST(waiting, age)                                                                                          \
    "SELECT id, held, since FROM "                                                                                     \
    "(SELECT o.id, o.held, " OLDEST(age, waiting, age, "o.id") " AS since FROM "                                       \
    "(SELECT h.account_id AS id, COUNT(*) AS held " HELD " GROUP BY h.account_id) o WHERE " ACTIVE("o.id") ") busy "   \
    "WHERE since IS NOT NULL ORDER BY held, since, id LIMIT 2"

/* So many that the first of them has as many leases as the second, but one at least, and $2 at most. */
#define SHARE                                                                                                          \
    "SELECT CASE WHEN COUNT(*) < 2 THEN $2 WHEN MAX(held) = MIN(held) THEN 1 "                                         \
    "WHEN MAX(held) - MIN(held) < $2 THEN MAX(held) - MIN(held) ELSE $2 END FROM fairest"

#define OF_FAIREST(waiting, age)                                                                                       \
    "WITH fairest AS (" FAIREST(waiting, age) ") "                                                                     \
    CLAIMED "WHERE " waiting " AND lease_until <= $1 "                                                                 \
    "AND account_id = (SELECT id FROM fairest ORDER BY held, since, id LIMIT 1) "                                      \
    "ORDER BY " age ", id LIMIT (" SHARE ")"

/* clang-format on */

#define WRITING            "state IN ('queued', 'processing')", "created_at"
#define POLISHING          "polish IS NOT NULL", "polish_asked_at"
#define EXPAND(query, ...) query(__VA_ARGS__)

enum due_kind { DUE_WRITING, DUE_POLISHING };

static const struct {
    const char *of_calmest, *of_fairest; /* $1: the time, $2: how many at most */
    const char *claim;                   /* $1: the worker, $2: until, $3: the article, $4: the time */
    size_t values;                       /* so many of these are used */
} queries[] = {
    [DUE_WRITING] = {EXPAND(OF_CALMEST, WRITING, "writing_since"), EXPAND(OF_FAIREST, WRITING),
                     "UPDATE article SET state = 'processing', worker = $1, lease_until = $2, attempt = attempt + 1, "
                     "updated_at = $4, version = version + 1 WHERE id = $3",
                     4},
    [DUE_POLISHING] = {EXPAND(OF_CALMEST, POLISHING, "polishing_since"), EXPAND(OF_FAIREST, POLISHING),
                       "UPDATE article SET worker = $1, lease_until = $2, attempt = attempt + 1, "
                       "polish_attempts = polish_attempts + 1 WHERE id = $3",
                       3},
};

struct claiming {
    enum due_kind kind;
    const struct claimant *claimants;
    size_t count, read, claimed; /* so many have read an article, and have claimed it */
    int64_t now, until;
};

static enum status read_due(struct db_row *row, void *argument, struct error *err)
{
    struct claiming *claiming = argument;
    const struct claimant *claimant = &claiming->claimants[claiming->read++];
    row->arena = claimant->arena;
    table_read(row, &ARTICLES, claimant->article);
    const char *before = row_text(row);
    claimant->article->taken_over = before && before[0] != '\0';
    (void)err;
    return OK;
}

/* Nobody else changes the row in this transaction: what the statement makes of it is known before it was carried out.
 */
static enum status claim_one(struct db *db, const struct claiming *claiming, const struct claimant *claimant,
                             struct error *err)
{
    struct article *article = claimant->article;
    const struct db_value values[] = {db_text(claimant->worker), db_int(claiming->until), db_text(article->id),
                                      db_int(claiming->now)};
    article->attempt++;
    if (claiming->kind == DUE_POLISHING) {
        article->polish_attempts++;
    } else {
        article->state = ARTICLE_PROCESSING;
        article->updated_at = claiming->now;
        article->version++;
    }
    return db_queue(db, queries[claiming->kind].claim, (struct db_values){values, queries[claiming->kind].values}, err);
}

static enum status claim_some(struct db *db, const char *query, struct claiming *claiming, struct error *err)
{
    char sql[2400];
    size_t wanted = claiming->count - claiming->claimed;
    snprintf(sql, sizeof sql, "%s%s", query, db->driver->skip_locked);
    enum status status = table_each(db, &ARTICLES, sql, DB_BIND(db_int(claiming->now), db_int((int64_t)wanted)),
                                    read_due, claiming, err);
    for (; !status && claiming->claimed < claiming->read; claiming->claimed++)
        status = claim_one(db, claiming, &claiming->claimants[claiming->claimed], err);
    return status;
}

static enum status claim_due(struct db *db, struct claiming *claiming, enum claim_from from, size_t *claimed,
                             struct error *err)
{
    enum status status = claim_some(db, queries[claiming->kind].of_calmest, claiming, err);
    bool found = from == CLAIM_FROM_ANY;
    while (!status && found && claiming->claimed < claiming->count) {
        size_t before = claiming->claimed;
        status = claim_some(db, queries[claiming->kind].of_fairest, claiming, err);
        found = claiming->claimed > before;
    }
    *claimed = claiming->claimed;
    return status;
}

enum status articles_claim(struct db *db, const struct claimant *claimants, size_t count, int64_t now, int64_t lease_ms,
                           enum claim_from from, size_t *claimed, struct error *err)
{
    struct claiming claiming = {
        .kind = DUE_WRITING, .claimants = claimants, .count = count, .now = now, .until = now + lease_ms};
    return claim_due(db, &claiming, from, claimed, err);
}

enum status polishing_claim(struct db *db, const struct claimant *claimants, size_t count, int64_t now,
                            int64_t lease_ms, enum claim_from from, size_t *claimed, struct error *err)
{
    struct claiming claiming = {
        .kind = DUE_POLISHING, .claimants = claimants, .count = count, .now = now, .until = now + lease_ms};
    return claim_due(db, &claiming, from, claimed, err);
}

/* --- renewing many leases --- */

/* What tells a claim from all others; ten digits of the attempt, then the id, as the query takes it apart. */
struct claimed {
    const char *id;
    int64_t attempt;
};

static const struct db_table CLAIMED_ARTICLES = {
    QUERY_OF(struct claimed, READ(struct claimed, id), READ(struct claimed, attempt))};

/* ["0000000003ID", ...]: an id has nothing that JSON would escape. */
static void list_leases(const struct lease *leases, size_t count, struct buf *out)
{
    for (size_t i = 0; i < count; i++)
        buf_printf(out, "%s\"%010d%s\"", i ? "," : "[", leases[i].attempt, leases[i].article_id);
    buf_char(out, ']');
}

static bool is_renewed(const struct lease *lease, const struct claimed *renewed, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (renewed[i].attempt == lease->attempt && strcmp(renewed[i].id, lease->article_id) == 0)
            return true;
    return false;
}

enum status leases_renew(struct db *db, struct arena *arena, const struct lease *leases, size_t count, int64_t until,
                         bool *held, struct error *err)
{
    struct buf list = {0};
    char sql[320];
    struct claimed *renewed;
    size_t renewed_count = 0;
    if (!count)
        return OK;
    list_leases(leases, count, &list);
    snprintf(sql, sizeof sql,
             "UPDATE article SET lease_until = $2 FROM (SELECT substr(value, 11) AS held_id, "
             "CAST(substr(value, 1, 10) AS INTEGER) AS held_attempt FROM %s) AS held "
             "WHERE id = held_id AND attempt = held_attempt AND lease_until > 0 RETURNING $*",
             db->driver->json_values);
    enum status status = list.failed
                             ? error_memory(err)
                             : table_all(db, &CLAIMED_ARTICLES, sql, DB_BIND(db_text(buf_text(&list)), db_int(until)),
                                         arena, &renewed, &renewed_count, err);
    for (size_t i = 0; !status && i < count; i++)
        held[i] = is_renewed(&leases[i], renewed, renewed_count);
    buf_free(&list);
    return status;
}

/* The state stays "processing": to its owner, an article never goes back into the queue. */
enum status article_release(struct db *db, const struct lease *lease, int64_t now, struct error *err)
{
    return lease_run(db,
                     "UPDATE article SET worker = '', lease_until = 0, updated_at = $4, version = version + 1 "
                     "WHERE " LEASE_HELD,
                     DB_BIND(LEASE_VALUES(lease), db_int(now)), err);
}

enum status article_postpone(struct db *db, const struct lease *lease, const char *detail, int64_t until,
                             struct error *err)
{
    return lease_run(db,
                     "UPDATE article SET state = CASE WHEN attempt = 1 THEN 'queued' ELSE state END, "
                     "version = CASE WHEN detail = $4 THEN version - 1 ELSE version END, attempt = attempt - 1, "
                     "detail = $4, worker = '', lease_until = $5 WHERE " LEASE_WRITES,
                     DB_BIND(LEASE_VALUES(lease), db_text(detail), db_int(until)), err);
}

enum status article_progress(struct db *db, const struct lease *lease, double progress, const char *detail, int64_t now,
                             struct error *err)
{
    double bounded = progress > 1 ? 1 : progress > 0 ? progress : 0;
    return lease_run(db,
                     "UPDATE article SET progress = CASE WHEN progress < $4 THEN $4 ELSE progress END, detail = $5, "
                     "updated_at = $6, version = version + 1 WHERE " LEASE_HELD,
                     DB_BIND(LEASE_VALUES(lease), db_real(bounded), db_text(detail ? detail : ""), db_int(now)), err);
}

/* --- the end --- */

static int64_t charged_words(const struct article *article)
{
    return article->state == ARTICLE_FINISHED ? article->words_charged : 0;
}

static enum status write_end(struct db *db, const struct lease *lease, const struct article *article, int64_t now,
                             struct error *err)
{
    return lease_run(db,
                     "UPDATE article SET state = $4, detail = $5, error = $6, error_code = $7, title = $8, slug = $9, "
                     "meta_description = $10, html = $11, polished_html = $12, sources = $13, notes = $14, "
                     "words_charged = $15, progress = CASE WHEN $4 = 'finished' THEN 1 ELSE progress END, "
                     "worker = '', lease_until = 0, updated_at = $16, version = version + 1, run = $17, seo = $18 "
                     "WHERE " LEASE_WRITES,
                     DB_BIND(LEASE_VALUES(lease), db_text(article_state_name(article->state)),
                             db_text(article->detail ? article->detail : ""), db_text(article->error),
                             db_text(article->error_code), db_text(article->title), db_text(article->slug),
                             db_text(article->meta_description), db_text(article->html),
                             db_text(article->polished_html), db_text(article->sources ? article->sources : "[]"),
                             db_text(article->notes ? article->notes : "[]"), db_int(charged_words(article)),
                             db_int(now), db_text(article->run), db_text(article->seo)),
                     err);
}

/* The article counts as open no longer, is charged, and leaves nothing that only its worker needed. */
static enum status settle(struct db *db, const struct article *article, const char *id, const char *account_id,
                          int64_t now, struct error *err)
{
    enum status status = steps_forget(db, id, err);
    if (!status && article->state != ARTICLE_FINISHED)
        status = pictures_forget(db, id, err);
    if (!status)
        status = article_grams_put(db, account_id, id, article->title, err);
    if (!status)
        status = open_articles_add(db, account_id, -1, err);
    return status ? status : ledger_charge(db, account_id, id, LEDGER_ARTICLE, charged_words(article), 0, now, err);
}

static enum status settle_unknown(struct db *db, const struct article *article, const char *id, int64_t now,
                                  struct error *err)
{
    const char *account_id = NULL;
    struct arena *arena = arena_new();
    if (!arena)
        return error_memory(err);
    enum status status =
        db_string(db, "SELECT account_id FROM article WHERE id = $1", DB_BIND(db_text(id)), arena, &account_id, err);
    if (!status)
        status = settle(db, article, id, account_id, now, err);
    arena_free(arena);
    return status;
}

enum status article_end(struct db *db, const struct lease *lease, const struct article *article, int64_t now,
                        struct error *err)
{
    if (article->state != ARTICLE_FINISHED && article->state != ARTICLE_FAILED)
        return error_set(err, E_INTERNAL, NULL, "an article cannot end as %s", article_state_name(article->state));
    enum status status = write_end(db, lease, article, now, err);
    if (status)
        return status;
    return article->account_id ? settle(db, article, lease->article_id, article->account_id, now, err)
                               : settle_unknown(db, article, lease->article_id, now, err);
}
