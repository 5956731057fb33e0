#include "service/account/bounds.h"

#include "store/store.h"

#define BOUND_ROW(constant, word, usual, holding, whose, what) {word, usual, holding, whose, what},
static const struct {
    const char *word;
    int64_t usual;
    enum holding holding;
    const char *whose, *what;
} rows[BOUND_COUNT] = {BOUNDS(BOUND_ROW)};
#undef BOUND_ROW

const char *bound_word(enum bound bound)
{
    return rows[bound].word;
}

struct bounds bounds_usual(void)
{
    struct bounds bounds;
    for (size_t i = 0; i < BOUND_COUNT; i++)
        bounds.most[i] = rows[i].usual;
    return bounds;
}

enum status bound_refuse(const struct bounds *bounds, enum bound bound, struct error *err)
{
    return error_set(err, E_LIMIT, bound == BOUND_ARTICLES ? "queue_full" : "account_limit",
                     "%s may have %lld %s at a time; the service's configuration says so (limits.%s).",
                     rows[bound].whose, (long long)bounds->most[bound], rows[bound].what, rows[bound].word);
}

enum status bound_check(struct db *db, const struct bounds *bounds, enum bound bound, const char *id, struct error *err)
{
    int64_t most = bounds->most[bound], count = 0;
    if (most == 0)
        return OK;
    enum status status = holding_count(db, rows[bound].holding, id, &count, err);
    return status == OK && count > most ? bound_refuse(bounds, bound, err) : status;
}

enum status bounds_check_pages(struct db *db, const struct bounds *bounds, const struct domain *domain,
                               struct error *err)
{
    enum status status = bound_check(db, bounds, BOUND_DOMAIN_PAGES, domain->id, err);
    if (status == OK)
        status = bound_check(db, bounds, BOUND_DOMAIN_BYTES, domain->id, err);
    return status == OK ? bound_check(db, bounds, BOUND_PAGE_BYTES, domain->account_id, err) : status;
}
