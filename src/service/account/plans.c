#include "service/account/account.h"

#include <stdio.h>
#include <string.h>

#define PLAN_ROW(constant, name, rights, rate, words, credits) {name, rights, rate, words, credits},
static const struct {
    const char *name;
    unsigned rights;
    long rate;
    int64_t words, credits;
} plans[PLAN_COUNT] = {PLANS(PLAN_ROW)};
#undef PLAN_ROW

const char *plan_name(enum plan plan)
{
    return plans[plan].name;
}

const char *plan_word(size_t i)
{
    return i < PLAN_COUNT ? plans[i].name : NULL;
}

bool plan_parse(const char *name, enum plan *plan)
{
    for (int i = 0; i < PLAN_COUNT; i++) {
        if (strcmp(plans[i].name, name) == 0) {
            *plan = (enum plan)i;
            return true;
        }
    }
    return false;
}

const char *plan_choices(char *buffer, size_t size)
{
    size_t length = 0;
    for (int i = 0; i < PLAN_COUNT && length < size; i++) {
        const char *separator = i == 0 ? "" : i + 1 < PLAN_COUNT ? ", " : " or ";
        length += (size_t)snprintf(buffer + length, size - length, "%s\"%s\"", separator, plans[i].name);
    }
    return buffer;
}

bool plan_has(enum plan plan, enum right right)
{
    return (plans[plan].rights & (unsigned)right) == (unsigned)right;
}

long plan_rate(enum plan plan)
{
    return plans[plan].rate;
}

void plans_init(struct plans *out)
{
    for (int plan = 0; plan < PLAN_COUNT; plan++) {
        out->of[plan].words = plans[plan].words;
        out->of[plan].credits = plans[plan].credits;
        for (int class = 0; class < LIMIT_CLASSES; class ++)
            out->of[plan].per_minute[class] = -1;
    }
}

void plans_complete(struct plans *out, const int64_t per_minute[LIMIT_CLASSES])
{
    for (int plan = 0; plan < PLAN_COUNT; plan++)
        for (int class = 0; class < LIMIT_CLASSES; class ++)
            if (out->of[plan].per_minute[class] < 0)
                out->of[plan].per_minute[class] = per_minute[class];
}

struct ledger_terms plan_terms(const struct plans *given, enum plan plan, int64_t monthly_words,
                               int64_t monthly_credits)
{
    return (struct ledger_terms){
        .monthly_words = monthly_words == AMOUNT_BY_PLAN ? given->of[plan].words : monthly_words,
        .monthly_credits = monthly_credits == AMOUNT_BY_PLAN ? given->of[plan].credits : monthly_credits,
        .words = AMOUNT_UNLIMITED,
        .credits = AMOUNT_UNLIMITED,
    };
}

#define BOUND_ROW(constant, word, usual, holding, whose, what, summary) {word, holding, whose, what},
static const struct {
    const char *word;
    enum holding holding;
    const char *whose, *what;
} rows[BOUND_COUNT] = {BOUNDS(BOUND_ROW)};
#undef BOUND_ROW

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
    return !status && count > most ? bound_refuse(bounds, bound, err) : status;
}

enum status bounds_check_pages(struct db *db, const struct bounds *bounds, const struct domain *domain,
                               struct error *err)
{
    enum status status = bound_check(db, bounds, BOUND_DOMAIN_PAGES, domain->id, err);
    if (!status)
        status = bound_check(db, bounds, BOUND_DOMAIN_BYTES, domain->id, err);
    return status ? status : bound_check(db, bounds, BOUND_PAGE_BYTES, domain->account_id, err);
}
