/* plans: what an account may do. A new plan is one row of PLANS below. */
#ifndef COPYDESK_SERVICE_ACCOUNT_PLANS_H
#define COPYDESK_SERVICE_ACCOUNT_PLANS_H

#include "base/base.h"
#include "service/account/limits.h"
#include "store/account/account.h"
#include "store/account/ledger.h"

/* What a caller can be allowed; a set of them is their sum. */
enum right {
    RIGHT_NONE = 0,     /* asked for by what anybody may do, without a key */
    RIGHT_API = 1,      /* the interface */
    RIGHT_LINKS = 2,    /* internal links */
    RIGHT_RESEARCH = 4, /* extended research */
    RIGHT_COUNT = 3
};

/*
 * row(name in C, name, rights, rate, words, credits)
 *   rate             how many times the rate of one key all keys of an account may use together (limits.h)
 *   words, credits   by month, unless the account has its own; what is left stays. Or AMOUNT_UNLIMITED
 *
 * Words and credits, and the rates of the classes, can be configured (`plans`).
 */
/* clang-format off */
#define PLANS(row) \
    row(FREE, "free", RIGHT_NONE, 1, 0, 0) \
    row(STARTER, "starter", RIGHT_API, 2, AMOUNT_UNLIMITED, 0) \
    row(PROFESSIONAL, "professional", RIGHT_API | RIGHT_LINKS | RIGHT_RESEARCH, 5, AMOUNT_UNLIMITED, AMOUNT_UNLIMITED)
/* clang-format on */

#define PLAN_CONSTANT(constant, name, rights, rate, words, credits) PLAN_##constant,
enum plan { PLANS(PLAN_CONSTANT) PLAN_COUNT };
#undef PLAN_CONSTANT

const char *plan_name(enum plan plan);

/* The names in the order of the enum; NULL behind the last. */
const char *plan_word(size_t i);

/* False: there is no such plan. */
bool plan_parse(const char *name, enum plan *plan);

/* "\"free\", \"starter\" or \"professional\"", for messages; in the buffer. */
const char *plan_choices(char *buffer, size_t size);

bool plan_has(enum plan plan, enum right right);

/* How many times the rate of one key all keys of an account may use together. */
long plan_rate(enum plan plan);

/* What the plans give and let through, as far as that can be configured. */
struct plans {
    struct {
        int64_t words, credits;         /* by month, or AMOUNT_UNLIMITED */
        long per_minute[LIMIT_CLASSES]; /* requests of one key; 0: unlimited */
    } of[PLAN_COUNT];
};

/* By the table above; the rates are all -1, for plans_complete. */
void plans_init(struct plans *plans);

/* Fills in the rates that are -1. */
void plans_complete(struct plans *plans, const long per_minute[LIMIT_CLASSES]);

/* What an account of this plan is given; amounts that it has of its own may be AMOUNT_BY_PLAN. */
struct ledger_terms plan_terms(const struct plans *plans, enum plan plan, int64_t monthly_words,
                               int64_t monthly_credits);

#endif
