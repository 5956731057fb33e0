#include "service/api/integrations/shown.h"

#include "service/api/fields/reading.h"

enum { PAGE_SIZE = 20, PAGE_MAX = 100 };

/* --- one integration --- */

struct found {
    struct request *request;
    struct shown_integration shown;
};

static enum status get(struct db *db, void *argument, struct error *err)
{
    struct found *found = argument;
    const struct request *request = found->request;
    enum status status = integration_get(db, request->arena, caller_of(request)->account_id, request->id,
                                         &found->shown.integration, err);
    if (status == E_NOT_FOUND)
        return error_set(err, E_NOT_FOUND, NULL, "There is no integration with this id.");
    return status == OK ? shown_read(db, request->arena, &found->shown, err) : status;
}

void integrations_get(struct request *request)
{
    struct error err;
    struct found found = {.request = request};
    if (store_read(api_of(request)->store, get, &found, &err) != OK) {
        answer_error(request, &err);
        return;
    }
    shown_write(request, &found.shown);
    answer_json(request, 200);
}

static enum status delete_integration(struct db *db, void *argument, struct error *err)
{
    struct found *found = argument;
    const struct request *request = found->request;
    enum status status = get(db, found, err);
    return status == OK ? integration_delete(db, caller_of(request)->account_id, request->id, clock_now_ms(), err)
                        : status;
}

void integrations_delete(struct request *request)
{
    struct error err;
    struct found found = {.request = request};
    if (store_write(api_of(request)->store, delete_integration, &found, &err) == OK)
        answer_empty(request, 204);
    else
        answer_error(request, &err);
}

/* --- list --- */

struct listing {
    struct request *request;
    const char *cursor;
    long limit;
    struct shown_integration *shown;
    size_t count;
};

static const struct field list_of_fields[] = {
    {"limit", FIELD_INTEGER, offsetof(struct listing, limit), .fallback = PAGE_SIZE, .minimum = 1, .maximum = PAGE_MAX,
     .summary = "Most integrations of a page."},
    {"cursor", FIELD_TEXT, offsetof(struct listing, cursor),
     .summary = "Where the page begins: `nextCursor` of the page before."},
};

const struct fields integration_list_fields = {.name = "IntegrationList",
                                               .summary = "Lists integrations, oldest first.",
                                               .list = list_of_fields,
                                               .count = COUNT_OF(list_of_fields),
                                               .size = sizeof(struct listing),
                                               .in_query = true};

static enum status list(struct db *db, void *argument, struct error *err)
{
    struct listing *l = argument;
    struct integration *integrations;
    struct arena *arena = l->request->arena;
    enum status status = integration_list(db, arena, caller_of(l->request)->account_id, l->cursor, (size_t)l->limit + 1,
                                          &integrations, &l->count, err);
    if (status != OK)
        return status;
    l->shown = ARENA_ARRAY(arena, l->count, struct shown_integration);
    if (l->count && !l->shown)
        return error_memory(err);
    for (size_t i = 0; status == OK && i < l->count; i++) {
        l->shown[i].integration = integrations[i];
        status = shown_read(db, arena, &l->shown[i], err);
    }
    return status;
}

static void answer_list(struct listing *listing)
{
    struct error err;
    struct request *request = listing->request;
    if (store_read(api_of(request)->store, list, listing, &err) != OK) {
        answer_error(request, &err);
        return;
    }
    struct buf *out = &request->answer.body;
    bool more = listing->count > (size_t)listing->limit;
    size_t count = more ? (size_t)listing->limit : listing->count;
    list_open(out);
    for (size_t i = 0; i < count; i++) {
        list_next(out, i);
        shown_write(request, &listing->shown[i]);
    }
    const char *next = more ? listing->shown[count - 1].integration.id : NULL;
    list_close(out, next);
    if (next)
        answer_header(request, "Link", "</api/integrations?cursor=%s&limit=%ld>; rel=\"next\"", next, listing->limit);
    answer_json(request, 200);
}

void integrations_list(struct request *request)
{
    static const struct fault wrong_cursor = {"/cursor", "cursor must be the nextCursor of an earlier page."};
    struct listing listing = {.request = request};
    json_t *query;
    if (!read_request(request, &listing, &query))
        return;
    if (listing.cursor && !uuid_is_valid(listing.cursor))
        answer_faults(request, &wrong_cursor, 1);
    else
        answer_list(&listing);
    json_decref(query);
}
