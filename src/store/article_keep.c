#include "store/article_keep.h"

#include "store/store.h"

const char *const article_end_words[ARTICLE_ENDS] = {
    [END_FINISHED] = "finished", [END_FAILED] = "failed", [END_CANCELLED] = "cancelled"};

#define OLDEST(ended)                                                                                                  \
    "SELECT id, account_id FROM article WHERE " ended " AND updated_at < $1 AND polish IS NULL AND lease_until = 0 "   \
    "ORDER BY updated_at LIMIT $2"
#define FAILED(cancelled) "state = 'failed' AND (CASE WHEN error_code = 'cancelled' THEN 1 ELSE 0 END) = " cancelled

/* Each has an index with the same words (schema.sql). */
static const char *const queries[ARTICLE_ENDS] = {
    [END_FINISHED] = OLDEST("state = 'finished'"),
    [END_FAILED] = OLDEST(FAILED("0")),
    [END_CANCELLED] = OLDEST(FAILED("1")),
};

static void read_forgotten(struct db_row *row, void *out)
{
    struct forgotten *forgotten = out;
    forgotten->id = row_text(row);
    forgotten->account_id = row_text(row);
}

enum status articles_forget(struct db *db, struct arena *arena, enum article_end end, int64_t before, size_t most,
                            struct forgotten **removed, size_t *count, struct error *err)
{
    struct db_list list = {.arena = arena, .read = read_forgotten, .size = sizeof(struct forgotten)};
    enum status status = db_all(db, queries[end], DB_BIND(db_int(before), db_int((int64_t)most)), &list, err);
    *removed = list.items;
    *count = list.count;
    for (size_t i = 0; i < *count && !status; i++)
        status = article_delete(db, (*removed)[i].account_id, (*removed)[i].id, err);
    return status;
}
