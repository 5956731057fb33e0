#include "service/api/tenants/usage.h"

#include "service/api/fields/reading.h"
#include "service/api/tenants/account.h"
#include "text/values/date.h"

enum { DATE_LENGTH = 10 };

struct tenants_usage {
    struct request *request;
    const char *from_text, *to_text;
    int64_t from, to; /* the first day, and the one behind the last */
    struct ledger_day *days;
    size_t count;
};

static const struct field list_of_fields[] = {
    {"from", FIELD_TEXT, offsetof(struct tenants_usage, from_text),
     .summary = "The first day, `YYYY-MM-DD` in UTC; absent: 29 days before the last."},
    {"to", FIELD_TEXT, offsetof(struct tenants_usage, to_text), .summary = "The last day; absent: today."},
};

const struct fields usage_fields = {.name = "UsageList",
                                    .summary = "Lists what was used by day; days without any are left out.",
                                    .list = list_of_fields,
                                    .count = COUNT_OF(list_of_fields),
                                    .size = sizeof(struct tenants_usage),
                                    .in_query = true};

static void write_date(struct buf *out, const void *object, const void *field)
{
    char date[DATE_LENGTH + 1];
    (void)object;
    buf_printf(out, "\"%s\"", date_day_text(*(const int64_t *)field * DATE_DAY_MS, date));
}

#define SHOWN(member) offsetof(struct ledger_day, member)

static const struct member shown[] = {
    {"date", "string", "The day, `YYYY-MM-DD` in UTC.", write_date, SHOWN(day)},
    {"words", "integer", "Words of the articles that finished.", write_integer, SHOWN(words)},
    {"credits", "integer", "Credits that were used.", write_integer, SHOWN(credits)},
    {"articles", "integer", "Articles that finished.", write_integer, SHOWN(articles)},
    {"links", "integer", "Requests for internal links that were answered.", write_integer, SHOWN(links)},
};

const struct members usage_members = {"Usage", "What an account used on one day.", shown, COUNT_OF(shown)};

/* --- the days that are asked for --- */

static long digits(const char *text, size_t count)
{
    long number = 0;
    for (size_t i = 0; i < count; i++) {
        if (text[i] < '0' || text[i] > '9')
            return -1;
        number = number * 10 + text[i] - '0';
    }
    return number;
}

/* 0: it is no day. */
static int64_t read_day(const char *text)
{
    if (strlen(text) != DATE_LENGTH || text[4] != '-' || text[7] != '-')
        return 0;
    return date_day(digits(text, 4), digits(text + 5, 2), digits(text + 8, 2));
}

/* False: a problem was answered. */
static bool read_days(struct tenants_usage *usage)
{
    static const struct fault bad_from = {"/from", "from must be a day since 1971 as YYYY-MM-DD."};
    static const struct fault bad_to = {"/to", "to must be a day since 1971 as YYYY-MM-DD."};
    static const struct fault late = {"/from", "from must not be behind to."};
    struct fault faults[2];
    size_t count = 0;
    int64_t today = clock_now_ms() / DATE_DAY_MS * DATE_DAY_MS;
    int64_t last = usage->to_text ? read_day(usage->to_text) : today;
    int64_t first = usage->from_text ? read_day(usage->from_text) : last - (USAGE_DAYS - 1) * (int64_t)DATE_DAY_MS;
    if (usage->from_text && !first)
        faults[count++] = bad_from;
    if (usage->to_text && !last)
        faults[count++] = bad_to;
    if (!count && first > last)
        faults[count++] = late;
    if (count)
        answer_faults(usage->request, faults, count);
    usage->from = first;
    usage->to = last + DATE_DAY_MS;
    return !count;
}

/* --- the answer --- */

static enum status list_usage(struct db *db, void *argument, struct error *err)
{
    struct tenants_usage *usage = argument;
    return ledger_days(db, usage->request->arena, caller_of(usage->request)->account_id, usage->from, usage->to,
                       &usage->days, &usage->count, err);
}

static void answer_days(struct tenants_usage *usage)
{
    struct error err;
    struct account account;
    struct request *request = usage->request;
    if (!read_days(usage) || !account_renewed(request, &account, NULL))
        return;
    if (store_read(api_of(request)->store, list_usage, usage, &err) != OK) {
        answer_error(request, &err);
        return;
    }
    list_open(&request->answer.body);
    for (size_t i = 0; i < usage->count; i++) {
        list_next(&request->answer.body, i);
        members_write(&request->answer.body, &usage_members, &usage->days[i]);
    }
    list_close(&request->answer.body, NULL);
    answer_json(request, 200);
}

void usage_list(struct request *request)
{
    struct tenants_usage usage = {.request = request};
    json_t *query;
    if (!read_request(request, &usage, &query))
        return;
    answer_days(&usage);
    json_decref(query);
}
