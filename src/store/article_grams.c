#include "store/store.h"
#include "text/text.h"

#include <stdio.h>
#include <stdlib.h>

enum { SCHEMA_WITH_GRAMS = 11, RARE_ENOUGH = 1000 };

/* --- trigrams --- */

/* FNV-1a, with the first half of Murmur3's last step: the same in every process. Positive, so that both databases and
 * every client read it alike. */
static int64_t hash_gram(const char *account_id, struct str gram)
{
    uint64_t hash = hash_of(gram, hash_of(str_from(account_id), HASH_EMPTY));
    hash = (hash ^ (hash >> 33)) * 0xff51afd7ed558ccdU;
    return (int64_t)((hash ^ (hash >> 33)) & INT64_MAX);
}

/* The next trigram of a valid text. False: there is none. */
static bool next_gram(struct str text, size_t *at, struct str *gram)
{
    size_t end = *at, first = 0;
    uint32_t codepoint;
    for (int i = 0; i < 3; i++) {
        if (end >= text.len)
            return false;
        end += utf8_decode(text, end, &codepoint);
        first = i ? first : end;
    }
    *gram = (struct str){text.data + *at, end - *at};
    *at = first;
    return true;
}

/* The hashes of a text's trigrams as a JSON array of texts, for the driver's json_values. */
static bool write_grams(const char *account_id, const char *text, struct buf *out)
{
    struct buf folded = {0};
    struct str gram;
    size_t at = 0, count = 0;
    text_fold(&folded, str_from(text));
    const struct str whole = str_from(buf_text(&folded));
    while (next_gram(whole, &at, &gram))
        buf_printf(out, "%c\"%lld\"", count++ ? ',' : '[', (long long)hash_gram(account_id, gram));
    if (count)
        buf_char(out, ']');
    bool good = !folded.failed && !out->failed;
    buf_free(&folded);
    return good;
}

/* --- the id --- */

int64_t article_gram_at(const char *id)
{
    /* The time, the version, and the first of the random bits: "01a20b59-4189-7f56-...". */
    char digits[16] = {0};
    if (!uuid_is_valid(id))
        return -1;
    snprintf(digits, sizeof digits, "%.8s%.4s%.3s", id, id + 9, id + 15);
    return strtoll(digits, NULL, 16);
}

void article_gram_prefix(int64_t at, char prefix[GRAM_PREFIX + 1])
{
    char digits[17];
    snprintf(digits, sizeof digits, "%015llx", (unsigned long long)at);
    snprintf(prefix, GRAM_PREFIX + 1, "%.8s-%.4s-7%.3s", digits, digits + 8, digits + 12);
}

/* --- what is kept --- */

/* Runs a statement of which $1 becomes rows of hashes, and $2 is the article's `at`. The drivers' words for that
 * differ. */
static enum status change_rows(struct db *db, const char *before, const char *behind, const char *account_id,
                               const char *id, const char *text, struct error *err)
{
    char sql[256];
    struct buf grams = {0};
    int64_t at = article_gram_at(id);
    if (!text || at < 0)
        return OK;
    snprintf(sql, sizeof sql, "%s (SELECT DISTINCT CAST(value AS BIGINT) AS hash FROM %s) AS grams%s", before,
             db->driver->json_values, behind);
    enum status status = write_grams(account_id, text, &grams) ? OK : error_memory(err);
    if (!status && grams.len)
        status = db_queue(db, sql, DB_BIND(db_text(buf_text(&grams)), db_int(at)), err);
    buf_free(&grams);
    return status;
}

enum status article_grams_put(struct db *db, const char *account_id, const char *id, const char *text,
                              struct error *err)
{
    return change_rows(db, "INSERT INTO article_gram (gram, at) SELECT hash, CAST($2 AS BIGINT) FROM",
                       " WHERE 1 = 1 ON CONFLICT (gram, at) DO NOTHING", account_id, id, text, err);
}

/* Another article of the account may have been made at the same time. */
static enum status is_shared(struct db *db, const char *account_id, const char *id, bool *shared, struct error *err)
{
    char first[GRAM_PREFIX + 1], last[GRAM_PREFIX + 2];
    snprintf(first, sizeof first, "%.*s", GRAM_PREFIX, id);
    snprintf(last, sizeof last, "%sz", first);
    return db_exists(db, "SELECT 1 FROM article WHERE account_id = $1 AND id > $2 AND id < $3",
                     DB_BIND(db_text(account_id), db_text(first), db_text(last)), shared, err);
}

enum status article_grams_forget(struct db *db, const char *account_id, const char *id, const char *const *texts,
                                 size_t count, struct error *err)
{
    bool shared = false;
    enum status status = is_shared(db, account_id, id, &shared, err);
    for (size_t i = 0; i < count && !status && !shared; i++)
        status = change_rows(db, "DELETE FROM article_gram WHERE at = $2 AND gram IN (SELECT hash FROM", ")",
                             account_id, id, texts[i], err);
    return status;
}

/* --- looking for a text --- */

/* So many trigrams as are asked for, from the whole of the text. */
static size_t choose_grams(const char *account_id, struct str folded, int64_t chosen[GRAMS_ASKED])
{
    struct str gram;
    size_t all = 0, at = 0, number = 0, count = 0;
    while (next_gram(folded, &at, &gram))
        all++;
    for (at = 0; count < GRAMS_ASKED && next_gram(folded, &at, &gram); number++)
        if (all <= GRAMS_ASKED || number == count * (all - 1) / (GRAMS_ASKED - 1))
            chosen[count++] = hash_gram(account_id, gram);
    return count;
}

static enum status count_rows(struct db *db, int64_t gram, int64_t *count, struct error *err)
{
    return db_number(db, "SELECT COUNT(*) FROM (SELECT 1 AS one FROM article_gram WHERE gram = $1 LIMIT $2) AS counted",
                     DB_BIND(db_int(gram), db_int(RARE_ENOUGH)), count, err);
}

enum status article_grams_ask(struct db *db, const char *account_id, struct str folded, struct article_grams *asked,
                              struct error *err)
{
    enum status status = OK;
    int64_t rarest = RARE_ENOUGH;
    asked->count = choose_grams(account_id, folded, asked->gram);
    for (size_t i = 0; i < asked->count && !status; i++) {
        int64_t count = 0, gram = asked->gram[i];
        status = count_rows(db, gram, &count, err);
        if (status || count >= rarest)
            continue;
        rarest = count;
        asked->gram[i] = asked->gram[0];
        asked->gram[0] = gram;
    }
    return status;
}

struct gram_step {
    int64_t at;
    bool has_others;
};

/* A text with fewer trigrams asks for its first again. */
#define HAS(number) "EXISTS (SELECT 1 FROM article_gram g WHERE g.gram = " number " AND g.at = walked.at)"
#define HAS_OTHERS                                                                                                     \
    "CASE WHEN " HAS("$3") " AND " HAS("$4") " AND " HAS("$5") " AND " HAS("$6") " AND " HAS("$7") " THEN 1 ELSE 0 "   \
                                                                                                   "END"

static const struct db_table STEPS = {QUERY_OF(struct gram_step, READ_AS(struct gram_step, at, "walked.at"),
                                               READ_AS(struct gram_step, has_others, HAS_OTHERS))};

static const char STEP[] = "SELECT $* FROM (SELECT at FROM article_gram WHERE gram = $1 AND at < $2 "
                           "ORDER BY at DESC LIMIT $8) AS walked ORDER BY walked.at DESC";

enum status article_grams_step(struct db *db, struct arena *arena, struct gram_walk *walk, struct error *err)
{
    struct gram_step *steps;
    size_t count;
    struct db_value values[GRAMS_ASKED + 2] = {db_int(walk->asked->gram[0]), db_int(walk->before)};
    for (size_t i = 1; i < GRAMS_ASKED; i++)
        values[i + 1] = db_int(walk->asked->gram[i < walk->asked->count ? i : 0]);
    values[GRAMS_ASKED + 1] = db_int(GRAMS_STEP);
    enum status status =
        table_all(db, &STEPS, STEP, (struct db_values){values, COUNT_OF(values)}, arena, &steps, &count, err);
    if (status)
        return status;
    walk->found = ARENA_ARRAY(arena, count + 1, int64_t);
    if (!walk->found)
        return error_memory(err);
    walk->count = 0;
    walk->is_end = count < GRAMS_STEP;
    for (size_t i = 0; i < count; i++)
        if (steps[i].has_others)
            walk->found[walk->count++] = steps[i].at;
    if (count)
        walk->before = steps[count - 1].at;
    return OK;
}

/* --- articles of an older program --- */

enum status article_grams_complete(struct db *db, bool *is_complete, struct error *err)
{
    return db_exists(db, "SELECT 1 FROM article_gram_fill WHERE is_complete = 1", DB_NOTHING, is_complete, err);
}

struct filled {
    const char *id, *account_id, *config, *title;
};

static const struct db_table FILLED = {QUERY_OF(struct filled, READ(struct filled, id), READ(struct filled, account_id),
                                                READ(struct filled, config), READ(struct filled, title))};

static enum status fill_one(struct db *db, struct arena *arena, const struct filled *article, struct error *err)
{
    const char *keyword = article_keyword(article->config, arena);
    enum status status = article_grams_put(db, article->account_id, article->id, keyword, err);
    return status ? status : article_grams_put(db, article->account_id, article->id, article->title, err);
}

static enum status fill_article_grams(struct db *db, struct arena *arena, size_t count, enum grams_left *left,
                                      struct error *err)
{
    const char *done_id;
    struct filled *articles = NULL;
    size_t found = 0;
    enum status status = db_string(db, "SELECT done_id FROM article_gram_fill", DB_NOTHING, arena, &done_id, err);
    if (!status)
        status = table_all(db, &FILLED, "SELECT $* FROM article WHERE id > $1 ORDER BY id LIMIT $2",
                           DB_BIND(db_text(done_id), db_int((int64_t)count)), arena, &articles, &found, err);
    for (size_t i = 0; i < found && !status; i++)
        status = fill_one(db, arena, &articles[i], err);
    if (status)
        return status;
    *left = found < count ? GRAMS_NONE_LEFT : GRAMS_SOME_LEFT;
    return db_run(db, "UPDATE article_gram_fill SET done_id = $1, is_complete = $2",
                  DB_BIND(db_text(found ? articles[found - 1].id : done_id), db_int(*left == GRAMS_NONE_LEFT)), NULL,
                  err);
}

enum status article_grams_fill(struct db *db, size_t count, enum grams_left *left, struct error *err)
{
    bool is_complete, has_older = false;
    enum status status = article_grams_complete(db, &is_complete, err);
    if (!status)
        status =
            db_exists(db, "SELECT 1 FROM node WHERE schema < $1", DB_BIND(db_int(SCHEMA_WITH_GRAMS)), &has_older, err);
    *left = is_complete ? GRAMS_NONE_LEFT : GRAMS_NOT_YET;
    if (status || is_complete || has_older)
        return status;
    struct arena *arena = arena_new();
    if (!arena)
        return error_memory(err);
    status = fill_article_grams(db, arena, count, left, err);
    arena_free(arena);
    return status;
}
