#include "service/api/tenants/ledger.h"

#include "service/api/fields/reading.h"
#include "service/api/tenants/account.h"

enum { PAGE_SIZE = 20, PAGE_MAX = 100 };

struct listing {
    struct request *request;
    const char *cursor, *article_id;
    long limit;
    struct ledger_entry *entries;
    size_t count;
};

static const struct field list_of_fields[] = {
    {"limit", FIELD_INTEGER, offsetof(struct listing, limit), .fallback = PAGE_SIZE, .minimum = 1, .maximum = PAGE_MAX,
     .summary = "Most rows of a page."},
    {"cursor", FIELD_TEXT, offsetof(struct listing, cursor),
     .summary = "Where the page begins: `nextCursor` of the page before."},
    {"articleId", FIELD_TEXT, offsetof(struct listing, article_id), .summary = "Only what this article cost."},
};

const struct fields ledger_fields = {.name = "LedgerList",
                                     .summary = "Lists what the account was given and charged, newest first.",
                                     .list = list_of_fields,
                                     .count = COUNT_OF(list_of_fields),
                                     .size = sizeof(struct listing),
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
    {"words", "integer", "Words: above 0 given, below 0 charged.", write_integer, SHOWN(entry.words)},
    {"credits", "integer", "Credits: above 0 given, below 0 charged.", write_integer, SHOWN(entry.credits)},
    {"createdAt", "integer", "When that was, in milliseconds since 1970.", write_integer, SHOWN(entry.created_at)},
};

const struct members ledger_members = {"LedgerEntry",
                                       "A row of the ledger; where an amount is limited, all rows sum to what is left.",
                                       shown, COUNT_OF(shown)};

static enum status list(struct db *db, void *argument, struct error *err)
{
    struct listing *l = argument;
    return ledger_list(db, l->request->arena, caller_of(l->request)->account_id, l->article_id, l->cursor,
                       (size_t)l->limit + 1, &l->entries, &l->count, err);
}

static void write_entry(struct buf *out, const struct ledger_entry *entry)
{
    const char *article_id = entry->kind == LEDGER_ARTICLE ? entry->subject : NULL;
    members_write(out, &ledger_members, &(struct shown_entry){*entry, article_id});
}

static void add_link(const struct listing *listing, const char *next)
{
    const char *article_id = listing->article_id;
    answer_header(listing->request, "Link", "</api/ledger?cursor=%s&limit=%ld%s%s>; rel=\"next\"", next, listing->limit,
                  article_id ? "&articleId=" : "", article_id ? article_id : "");
}

static void answer_list(struct listing *listing)
{
    struct error err;
    struct request *request = listing->request;
    struct buf *out = &request->answer.body;
    if (store_read(api_of(request)->store, list, listing, &err) != OK) {
        answer_error(request, &err);
        return;
    }
    bool more = listing->count > (size_t)listing->limit;
    size_t count = more ? (size_t)listing->limit : listing->count;
    list_open(out);
    for (size_t i = 0; i < count; i++) {
        list_next(out, i);
        write_entry(out, &listing->entries[i]);
    }
    const char *next = more ? listing->entries[count - 1].id : NULL;
    list_close(out, next);
    if (next)
        add_link(listing, next);
    answer_json(request, 200);
}

/* A UUID, or the id of a row that an older version wrote: those begin with 00. */
static bool is_entry_id(const char *text)
{
    return uuid_is_valid(text) ||
           (strncmp(text, "00", 2) == 0 && text[strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789-_")] == '\0');
}

/* False: a problem was answered. */
static bool check(const struct listing *listing)
{
    static const struct fault wrong_cursor = {"/cursor", "cursor must be the nextCursor of an earlier page."};
    static const struct fault wrong_article = {"/articleId", "articleId must be the id of an article."};
    struct fault faults[2];
    size_t count = 0;
    if (listing->cursor && !is_entry_id(listing->cursor))
        faults[count++] = wrong_cursor;
    if (listing->article_id && !uuid_is_valid(listing->article_id))
        faults[count++] = wrong_article;
    if (count)
        answer_faults(listing->request, faults, count);
    return !count;
}

void ledger_rows(struct request *request)
{
    struct listing listing = {.request = request};
    struct account account;
    json_t *query;
    if (!read_request(request, &listing, &query))
        return;
    if (check(&listing) && account_renewed(request, &account, NULL))
        answer_list(&listing);
    json_decref(query);
}
