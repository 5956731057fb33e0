#include "service/api/fields.h"

struct ledger_listing {
    struct listing listing;
    const char *article_id;
};

static const struct field list_of_fields[] = {
    LISTING_FIELDS("rows", LISTING_SIZE, LISTING_MAX, 0),
    {"articleId", FIELD_TEXT, offsetof(struct ledger_listing, article_id), .summary = "Only what this article cost."},
};

const struct fields ledger_fields = {.name = "LedgerList",
                                     .summary = "Lists what the account was given and charged, newest first.",
                                     .list = list_of_fields,
                                     .count = COUNT_OF(list_of_fields),
                                     .size = sizeof(struct ledger_listing),
                                     .in_query = true};

struct shown_entry {
    struct ledger_entry entry;
    const char *article_id; /* NULL: it is of another kind */
};

static void write_kind(struct buf *out, const void *object, const void *field)
{
    (void)object;
    buf_printf(out, "\"%s\"", ledger_kind_name(*(const enum ledger_kind *)field));
}

#define SHOWN(member) offsetof(struct shown_entry, member)

static const struct member shown[] = {
    {"entryId", "string", "Identifier of the row.", write_text, SHOWN(entry.id)},
    {"kind", NULL, "What it is for.", write_kind, SHOWN(entry.kind), .word = ledger_kind_word},
    {"articleId", "string?", "The article, where it is for one.", write_text, SHOWN(article_id), .optional = true},
    {"articleTitle", "string?", "Its title, or its keyword while it has none; left out when it was deleted.",
     write_text, SHOWN(entry.article_name), .optional = true},
    {"words", "integer", "Words: above 0 given, below 0 charged.", write_integer, SHOWN(entry.words)},
    {"credits", "integer", "Credits: above 0 given, below 0 charged.", write_integer, SHOWN(entry.credits)},
    {"createdAt", "integer", "When that was, in milliseconds since 1970.", write_integer, SHOWN(entry.created_at)},
};

const struct members ledger_members = {"LedgerEntry",
                                       "A row of the ledger; where an amount is limited, all rows sum to what is left.",
                                       shown, COUNT_OF(shown)};

static enum status list_ledger(struct db *db, void *argument, struct error *err)
{
    const struct ledger_listing *wanted = argument;
    struct listing *l = argument;
    struct ledger_entry *entries = NULL;
    enum status status = ledger_list(db, l->request->arena, caller_of(l->request)->account_id, wanted->article_id,
                                     l->cursor, listing_wanted(l), &entries, &l->count, err);
    l->entries = entries;
    return status;
}

static void ledger_write_entry(struct request *request, const void *object)
{
    const struct ledger_entry *entry = object;
    const char *article_id = entry->kind == LEDGER_ARTICLE ? entry->subject : NULL;
    members_write(&request->answer.body, &ledger_members, &(struct shown_entry){*entry, article_id});
}

/* A UUID, or the id of a row that an older version wrote: those begin with 00. */
static bool is_entry_id(const char *text)
{
    return uuid_is_valid(text) ||
           (strncmp(text, "00", 2) == 0 && text[strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789-_")] == '\0');
}

static bool ledger_check(struct listing *listing)
{
    static const struct fault wrong_article = {"/articleId", "articleId must be the id of an article."};
    const char *article_id = ((const struct ledger_listing *)listing)->article_id;
    struct fault faults[2];
    struct account account;
    size_t count = 0;
    if (listing->cursor && !is_entry_id(listing->cursor))
        faults[count++] = listing_wrong_cursor;
    if (article_id && !uuid_is_valid(article_id))
        faults[count++] = wrong_article;
    if (count)
        answer_faults(listing->request, faults, count);
    return !count && account_renewed(listing->request, &account, NULL);
}

static const struct listing_kind listing_kind = {.check = ledger_check,
                                                 .read = list_ledger,
                                                 .size = sizeof(struct ledger_entry),
                                                 .cursor_at = offsetof(struct ledger_entry, id),
                                                 .write = ledger_write_entry};

void ledger_rows(struct request *request)
{
    struct ledger_listing wanted = {.listing = {.request = request}};
    listing_answer(&wanted.listing, &listing_kind);
}

enum { DATE_LENGTH = 10 };

struct tenants_usage {
    struct request *request;
    const char *from_text, *to_text;
    int64_t from, to; /* the first day, and the one behind the last */
    struct ledger_day *days;
    size_t count;
};

static const struct field usage_list_of_fields[] = {
    {"from", FIELD_TEXT, offsetof(struct tenants_usage, from_text),
     .summary = "The first day, `YYYY-MM-DD` in UTC; absent: 29 days before the last."},
    {"to", FIELD_TEXT, offsetof(struct tenants_usage, to_text), .summary = "The last day; absent: today."},
};

const struct fields usage_fields = {.name = "UsageList",
                                    .summary = "Lists what was used by day; days without any are left out.",
                                    .list = usage_list_of_fields,
                                    .count = COUNT_OF(usage_list_of_fields),
                                    .size = sizeof(struct tenants_usage),
                                    .in_query = true};

static void write_date(struct buf *out, const void *object, const void *field)
{
    char date[DATE_LENGTH + 1];
    (void)object;
    buf_printf(out, "\"%s\"", date_day_text(*(const int64_t *)field * DATE_DAY_MS, date));
}

#define USAGE_SHOWN(member) offsetof(struct ledger_day, member)

static const struct member usage_shown[] = {
    {"date", "string", "The day, `YYYY-MM-DD` in UTC.", write_date, USAGE_SHOWN(day)},
    {"words", "integer", "Words of the articles that finished.", write_integer, USAGE_SHOWN(words)},
    {"credits", "integer", "Credits that were used.", write_integer, USAGE_SHOWN(credits)},
    {"articles", "integer", "Articles that finished.", write_integer, USAGE_SHOWN(articles)},
    {"links", "integer", "Requests for internal links that were answered.", write_integer, USAGE_SHOWN(links)},
};

const struct members usage_members = {"Usage", "What an account used on one day.", usage_shown, COUNT_OF(usage_shown)};

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
    struct account account;
    struct request *request = usage->request;
    if (!read_days(usage) || !account_renewed(request, &account, NULL))
        return;
    if (!resource_read(request, list_usage, usage))
        return;
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
