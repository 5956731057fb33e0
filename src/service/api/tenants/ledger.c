#include "service/api/tenants/ledger.h"

#include "service/api/fields/listing.h"
#include "service/api/fields/members.h"
#include "service/api/tenants/account.h"

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
