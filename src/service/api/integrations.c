/* An integration as answers show it. */
#include "deliver/deliver.h"
#include "service/api/api_parts.h"
#include "service/api/deliveries.h"
#include "service/api/fields.h"

#include <stdlib.h>

/* What the members are written of. */
struct shown_view {
    struct request *request;
    const struct shown_integration *shown;
    const char *problem;  /* why it is disabled, or cannot be used; NULL: neither */
    const char *settings; /* JSON */
};

static const struct integration *row_of(const void *object)
{
    const struct shown_view *view = object;
    return &view->shown->integration;
}

static void write_id(struct buf *out, const void *object, const void *field)
{
    (void)field;
    json_text(out, row_of(object)->id);
}

static void write_kind(struct buf *out, const void *object, const void *field)
{
    (void)field;
    json_text(out, row_of(object)->kind);
}

static void shown_write_name(struct buf *out, const void *object, const void *field)
{
    (void)field;
    json_text(out, row_of(object)->name);
}

static void shown_write_state(struct buf *out, const void *object, const void *field)
{
    (void)field;
    json_text(out, integration_state_name(row_of(object)->state));
}

static void write_settings(struct buf *out, const void *object, const void *field)
{
    (void)object;
    buf_str(out, *(const char *const *)field);
}

static void write_created(struct buf *out, const void *object, const void *field)
{
    (void)field;
    write_integer(out, object, &row_of(object)->created_at);
}

static void write_updated(struct buf *out, const void *object, const void *field)
{
    (void)field;
    write_integer(out, object, &row_of(object)->updated_at);
}

static void write_last(struct buf *out, const void *object, const void *field)
{
    const struct shown_view *view = object;
    (void)field;
    if (view->shown->last_count)
        delivery_write(view->request, view->shown->last); /* whose answer `out` is */
    else
        buf_str(out, "null");
}

static void write_secret(struct buf *out, const void *object, const void *field)
{
    const struct shown_view *view = object;
    (void)field;
    json_text(out, view->shown->secret);
}

#define SHOWN_SHOWN(member) offsetof(struct shown_view, member)

/* The last one is left out but for the answers that make a secret. */
static const struct member shown_members[] = {
    {"integrationId", "string", "Identifier of the integration.", write_id},
    {"kind", NULL, "What it goes to.", write_kind, .word = delivery_target_name},
    {"name", "string", "What people call it.", shown_write_name},
    {"state", NULL, "Whether articles go there.", shown_write_state, .word = integration_state_word},
    {"problem", "string?", "Why it was disabled, or cannot be used.", write_text, SHOWN_SHOWN(problem)},
    {"settings", "object", "What it was connected with; null in the place of a secret.", write_settings,
     SHOWN_SHOWN(settings)},
    {"createdAt", "integer", "When it was made, in milliseconds since 1970.", write_created},
    {"updatedAt", "integer", "When it changed last, in milliseconds since 1970.", write_updated},
    {"lastDelivery", "Delivery?", "Its newest delivery.", write_last},
    {"secret", "string?", "What a webhook's requests are signed with; shown once, when it is made.", write_secret,
     SHOWN_SHOWN(shown), .optional = true},
};

const struct members integration_members = {"Integration", "Where finished articles go.", shown_members,
                                            COUNT_OF(shown_members)};

static const struct members members_without_secret = {"Integration", "Where finished articles go.", shown_members,
                                                      COUNT_OF(shown_members) - 1};

/* What a setting shows; NULL: as it is. An address may hold a token, which is for those who manage integrations. */
static json_t *shown_value(struct arena *arena, const struct setting *setting, const json_t *value, bool may_manage)
{
    if (setting->is_secret)
        return json_null();
    if (may_manage || setting->type != SETTING_URL || !json_is_string(value))
        return NULL;
    const char *url = delivery_shown_url(arena, json_string_value(value));
    return url ? json_string(url) : json_null();
}

/* The stored settings, with null in the place of each secret. NULL: no memory. */
static const char *settings_of(struct arena *arena, const struct integration *integration, bool may_manage)
{
    const struct delivery_target *target = delivery_target_find(integration->kind);
    json_t *settings = json_loads(integration->settings, 0, NULL);
    for (size_t i = 0; settings && target && i < target->setting_count; i++) {
        const struct setting *setting = &target->settings[i];
        json_t *value = shown_value(arena, setting, json_object_get(settings, setting->name), may_manage);
        if (value)
            json_object_set_new(settings, setting->name, value);
    }
    char *text = settings ? json_dumps(settings, JSON_COMPACT) : NULL;
    const char *copy = text ? arena_copy(arena, text) : NULL;
    free(text);
    json_decref(settings);
    return copy;
}

enum status shown_read(struct db *db, struct arena *arena, struct shown_integration *shown, struct error *err)
{
    const struct integration *integration = &shown->integration;
    return delivery_list(db, arena, integration->account_id, NULL, integration->id, NULL, 1, &shown->last,
                         &shown->last_count, err);
}

void shown_write(struct request *request, const struct shown_integration *shown)
{
    const struct integration *integration = &shown->integration;
    struct shown_view view = {.request = request, .shown = shown, .problem = integration->problem};
    const char *problem = secrets_problem(api_of(request)->seal, integration, request->arena);
    if (problem)
        view.problem = problem;
    view.settings = settings_of(request->arena, integration, caller_of(request)->scopes & SCOPE_MANAGE);
    if (view.settings)
        members_write(&request->answer.body, shown->secret ? &integration_members : &members_without_secret, &view);
    else
        request->answer.body.failed = true;
}

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
        return resource_missing(E_NOT_FOUND, "integration", err);
    return status ? status : shown_read(db, request->arena, &found->shown, err);
}

void integrations_get(struct request *request)
{
    struct integrations_found found = {.request = request};
    if (!resource_read(request, get_integrations, &found))
        return;
    shown_write(request, &found.shown);
    answer_json(request, 200);
}

static enum status delete_integration(struct db *db, void *argument, struct error *err)
{
    struct integrations_found *found = argument;
    const struct request *request = found->request;
    enum status status = get_integrations(db, found, err);
    return status ? status : integration_delete(db, caller_of(request)->account_id, request->id, db_now(db), err);
}

void integrations_delete(struct request *request)
{
    struct integrations_found found = {.request = request};
    if (resource_write(request, delete_integration, &found))
        answer_empty(request, 204);
}

/* --- list --- */

LISTING_TABLE(integration_list_fields, "IntegrationList", "Lists integrations, oldest first.", "integrations",
              LISTING_SIZE, LISTING_MAX, 0);

static enum status list_integrations(struct db *db, void *argument, struct error *err)
{
    struct listing *l = argument;
    struct integration *integrations;
    struct arena *arena = l->request->arena;
    enum status status = integration_list(db, arena, caller_of(l->request)->account_id, l->cursor, listing_wanted(l),
                                          &integrations, &l->count, err);
    if (status)
        return status;
    struct shown_integration *shown = ARENA_ARRAY(arena, l->count, struct shown_integration);
    if (l->count && !shown)
        return error_memory(err);
    for (size_t i = 0; !status && i < l->count; i++) {
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

/* The key that seals the secrets of all integrations, changed by whoever runs the service. */

static void write_flag(struct buf *out, const void *object, const void *field)
{
    (void)object;
    buf_str(out, *(const bool *)field ? "true" : "false");
}

#define SHOWN(member) offsetof(struct secrets_rotation, member)

static const struct member of_rotation[] = {
    {"sealed", "integer", "Integrations whose secrets are sealed with the new key.", write_integer, SHOWN(sealed)},
    {"unreadable", "integer", "Integrations whose secrets do not open, and stay as they are.", write_integer,
     SHOWN(unreadable)},
    {"keepsOld", "boolean", "Whether the old keys stay in the key file, for what does not open.", write_flag,
     SHOWN(keeps_old)},
};

const struct members secret_rotation_members = {
    "SecretRotation", "What came of a change of the key that seals secrets.", of_rotation, COUNT_OF(of_rotation)};

void secrets_rotate_key(struct request *request)
{
    struct error err;
    struct secrets_rotation rotation;
    const struct api *api = api_of(request);
    if (secrets_check_alone(api->store, request->arena, api->instance, &err) != OK ||
        secrets_rotate(api->seal, api->store, &rotation, &err) != OK) {
        answer_error(request, &err);
        return;
    }
    members_write(&request->answer.body, &secret_rotation_members, &rotation);
    answer_json(request, 200);
}
