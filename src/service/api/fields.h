#ifndef COPYDESK_SERVICE_API_FIELDS_H
#define COPYDESK_SERVICE_API_FIELDS_H

#include "service/api/api.h"

/*
 * Lists that come in pages, from the request for a page to its answer with a Link to the next one. A resource
 * has LISTING_FIELDS in its table of fields, a struct that begins with a struct listing, and one struct listing_kind.
 */

/* Entries of a page of most lists: where the request does not say, and at most. */
enum { LISTING_SIZE = 20, LISTING_MAX = 100 };

struct listing {
    struct request *request;
    const char *cursor; /* the last entry of the page before; NULL: this is the first page */
    long limit;         /* entries of a page */
    void *entries;      /* set by `read` */
    size_t count;
    const char *next; /* set by `read` when it ended before it had found enough: the cursor to go on from; else NULL */
};

struct listing_kind {
    /* Is the text the cursor of an entry? NULL: each may be. */
    bool (*is_cursor)(const char *text);
    /* What else has to hold, and to be done, before it is read. False: a problem was answered. NULL: nothing. */
    bool (*check)(struct listing *listing);
    /* In a transaction, with the struct listing: sets entries and count, in the request's arena; listing_wanted at most
     * of those that follow the cursor. */
    store_work read;
    /* May reading take more than some milliseconds? NULL: never. */
    bool (*is_long)(const struct listing *listing);
    /* What is done about the entries after that, outside the transaction. NULL: nothing. */
    enum status (*complete)(struct listing *listing, struct error *err);
    size_t size;      /* of an entry */
    size_t cursor_at; /* offset of its cursor, a const char *, in an entry */
    void (*write)(struct request *request, const void *entry);
};

/* The rows for a table of fields. cursor_max: most characters of a cursor, 0: any number. */
#define LISTING_FIELDS(entries_, size_, most_, cursor_max)                                                             \
    {"limit",      FIELD_INTEGER,      offsetof(struct listing, limit),          .fallback = (size_),                  \
     .minimum = 1, .maximum = (most_), .summary = "Most " entries_ " of a page."},                                     \
    {                                                                                                                  \
        "cursor", FIELD_TEXT, offsetof(struct listing, cursor),                                                        \
            .maximum = (cursor_max), .summary = "Where the page begins: `nextCursor` of the page before."              \
    }

/* The table of a list that is asked for nothing else. */
#define LISTING_TABLE(table, name_, summary_, entries, page, most, cursor_max)                                         \
    static const struct field fields_of_##table[] = {LISTING_FIELDS(entries, page, most, cursor_max)};                 \
    const struct fields table = {.name = (name_),                                                                      \
                                 .summary = (summary_),                                                                \
                                 .list = fields_of_##table,                                                            \
                                 .count = COUNT_OF(fields_of_##table),                                                 \
                                 .size = sizeof(struct listing),                                                       \
                                 .in_query = true}

/* One more than a page has, to know whether another one follows. */
size_t listing_wanted(const struct listing *listing);

/* That the cursor is none, for a `check` that looks at it itself. */
extern const struct fault listing_wrong_cursor;

/* Answers the request of the listing: reads it by the table of its route, then from the store, and writes it. */
void listing_answer(struct listing *listing, const struct listing_kind *kind);

/* Answers a list that is short enough to be one page. size: of an entry. */
void list_answer(struct request *request, const void *entries, size_t count, size_t size,
                 void (*write)(struct request *request, const void *entry));

/* --- one entry of a resource --- */

/* Run a transaction; false: the problem was answered. */
bool resource_read(struct request *request, store_work work, void *argument);
bool resource_write(struct request *request, store_work work, void *argument);

/* Gives E_NOT_FOUND the sentence for the caller, kind: "brand"; any other status as it is. */
enum status resource_missing(enum status status, const char *kind, struct error *err);

/* Of looking for another entry of a name, by which people and the command tell them apart: E_CONFLICT where there is
 * one, whose id that is; OK where there is none. */
enum status resource_name_free(enum status status, const char *kind, const char *id, const char *name,
                               struct error *err);

/* --- what a request says, read by the table of its route --- */

/* The body as a JSON object, in *body (json_decref). False: a problem was answered, and *body is NULL. */
bool read_json(struct request *request, json_t **body);

/* Fills *values in from the body or the query by request->route->takes. *object (json_decref) holds the texts, and what
 * was there. False: a problem was answered, and *object is NULL. */
bool read_request(struct request *request, void *values, json_t **object);

/* The table of routes that take no parameters, and the reading of such a request. */
extern const struct fields no_fields;
bool read_nothing(struct request *request);

#endif
