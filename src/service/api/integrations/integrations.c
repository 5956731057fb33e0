#include "service/api/integrations/shown.h"

#include "service/api/fields/listing.h"
#include "store/db/db.h"

/* --- one integration --- */

struct integrations_found {
    struct request *request;
    struct shown_integration shown;
};

static enum status get_integrations(struct db *db, void *argument, struct error *err)
{
    struct integrations_found *found = argument;
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
    struct integrations_found found = {.request = request};
    if (store_read(api_of(request)->store, get_integrations, &found, &err) != OK) {
        answer_error(request, &err);
        return;
    }
    shown_write(request, &found.shown);
    answer_json(request, 200);
}

static enum status delete_integration(struct db *db, void *argument, struct error *err)
{
    struct integrations_found *found = argument;
    const struct request *request = found->request;
    enum status status = get_integrations(db, found, err);
    return status == OK ? integration_delete(db, caller_of(request)->account_id, request->id, db_now(db), err) : status;
}

void integrations_delete(struct request *request)
{
    struct error err;
    struct integrations_found found = {.request = request};
    if (store_write(api_of(request)->store, delete_integration, &found, &err) == OK)
        answer_empty(request, 204);
    else
        answer_error(request, &err);
}

/* --- list --- */

static const struct field list_of_fields[] = {LISTING_FIELDS("integrations", LISTING_SIZE, LISTING_MAX, 0)};

const struct fields integration_list_fields = {.name = "IntegrationList",
                                               .summary = "Lists integrations, oldest first.",
                                               .list = list_of_fields,
                                               .count = COUNT_OF(list_of_fields),
                                               .size = sizeof(struct listing),
                                               .in_query = true};

static enum status list_integrations(struct db *db, void *argument, struct error *err)
{
    struct listing *l = argument;
    struct integration *integrations;
    struct arena *arena = l->request->arena;
    enum status status = integration_list(db, arena, caller_of(l->request)->account_id, l->cursor, listing_wanted(l),
                                          &integrations, &l->count, err);
    if (status != OK)
        return status;
    struct shown_integration *shown = ARENA_ARRAY(arena, l->count, struct shown_integration);
    if (l->count && !shown)
        return error_memory(err);
    for (size_t i = 0; status == OK && i < l->count; i++) {
        shown[i].integration = integrations[i];
        status = shown_read(db, arena, &shown[i], err);
    }
    l->entries = shown;
    return status;
}

static void integrations_write_entry(struct request *request, const void *entry)
{
    shown_write(request, entry);
}

static const struct listing_kind listing_kind = {.is_cursor = uuid_is_valid,
                                                 .read = list_integrations,
                                                 .size = sizeof(struct shown_integration),
                                                 .cursor_at = offsetof(struct shown_integration, integration.id),
                                                 .write = integrations_write_entry};

void integrations_list(struct request *request)
{
    struct listing listing = {.request = request};
    listing_answer(&listing, &listing_kind);
}
