/* Integrations made and changed. What is secret is sealed in the transaction that writes it, as deliver/secrets asks.
 */
#include "service/api/integration_change.h"

#include "service/api/api_parts.h"
#include "service/api/fields.h"

#include <openssl/evp.h>
#include <stdlib.h>

enum { TEXT_MAX = 4000, URL_MAX = 2000, ENTRIES_MAX = 50, ENTRY_MAX = 200, OBJECT_MAX = 8000 };

/* One setting while it is read. */
struct integrations_reading {
    const struct setting *setting;
    const json_t *value;
    const struct net *net;
    struct faults *faults;
};

static void wrong_settings(const struct integrations_reading *reading, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Adds the fault "NAME must ...". Names in the tables need no escaping in a JSON Pointer. */
static void wrong_settings(const struct integrations_reading *reading, const char *format, ...)
{
    char pointer[120], must[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(must, sizeof must, format, arguments);
    va_end(arguments);
    snprintf(pointer, sizeof pointer, "/settings/%s", reading->setting->name);
    faults_add(reading->faults, pointer, "%s %s.", reading->setting->name, must);
}

/* --- the types --- */

/* Settings become parts of addresses and header lines. */
static bool has_control(const char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text < ' ' || *text == 127)
            return true;
    return false;
}

static bool check_text_of(const struct integrations_reading *reading, size_t most)
{
    const char *text = json_string_value(reading->value);
    if (!text)
        wrong_settings(reading, "must be a string");
    else if (utf8_length(str_from(text)) > most)
        wrong_settings(reading, "must have at most %zu characters", most);
    else if (has_control(text))
        wrong_settings(reading, "must have no line breaks or other control characters");
    else
        return true;
    return false;
}

static void check_text(const struct integrations_reading *reading)
{
    check_text_of(reading, TEXT_MAX);
}

/* url NULL: memory ran out. */
static void settings_check_address(const struct integrations_reading *reading, const char *url)
{
    struct error why;
    enum status status = url ? net_check_url(reading->net, url, &why) : E_MEMORY;
    if (status == E_MEMORY)
        reading->faults->failed = true;
    else if (status)
        wrong_settings(reading, "cannot be used: %s", why.message);
}

static void check_url(const struct integrations_reading *reading)
{
    const char *text = json_string_value(reading->value);
    if (!check_text_of(reading, URL_MAX))
        return;
    if (url_is_web(str_from(text)))
        settings_check_address(reading, text);
    else
        wrong_settings(reading, "must be an address that begins with http:// or https://");
}

static void check_texts(const struct integrations_reading *reading)
{
    size_t i;
    json_t *entry;
    if (!json_is_array(reading->value) || json_array_size(reading->value) > ENTRIES_MAX) {
        wrong_settings(reading, "must be an array of at most %d strings", ENTRIES_MAX);
        return;
    }
    json_array_foreach (reading->value, i, entry) {
        char pointer[120];
        const char *text = json_string_value(entry);
        snprintf(pointer, sizeof pointer, "/settings/%s/%zu", reading->setting->name, i);
        if (!text || !*text || utf8_length(str_from(text)) > ENTRY_MAX || has_control(text))
            faults_add(reading->faults, pointer, "An entry of %s must be a string of 1 to %d characters.",
                       reading->setting->name, ENTRY_MAX);
    }
}

static void check_object(const struct integrations_reading *reading)
{
    char *text = json_is_object(reading->value) ? json_dumps(reading->value, JSON_COMPACT) : NULL;
    if (!json_is_object(reading->value))
        wrong_settings(reading, "must be an object");
    else if (!text)
        reading->faults->failed = true;
    else if (strlen(text) > OBJECT_MAX)
        wrong_settings(reading, "must have at most %d bytes", OBJECT_MAX);
    free(text);
}

/* --- one after the other --- */

static bool settings_is_empty(const json_t *value)
{
    return json_is_null(value) || (json_is_string(value) && !json_string_length(value)) ||
           (json_is_array(value) && !json_array_size(value)) || (json_is_object(value) && !json_object_size(value));
}

static void take_value(struct integration_settings *settings, const struct integrations_reading *reading)
{
    static void (*const checks[])(const struct integrations_reading *) = {
        [SETTING_TEXT] = check_text,
        [SETTING_URL] = check_url,
        [SETTING_TEXTS] = check_texts,
        [SETTING_OBJECT] = check_object,
    };
    const struct setting *setting = reading->setting;
    json_t *kept = setting->is_secret ? settings->secrets : settings->shown;
    checks[setting->type](reading);
    if (json_object_set(kept, setting->name, (json_t *)reading->value))
        reading->faults->failed = true;
    settings->have_secrets_changed = settings->have_secrets_changed || setting->is_secret;
}

static void take_one(struct integration_settings *settings, const struct integrations_reading *reading)
{
    const struct setting *setting = reading->setting;
    if (reading->value && !settings_is_empty(reading->value)) {
        take_value(settings, reading);
        return;
    }
    if (reading->value && !setting->is_secret)
        json_object_del(settings->shown, setting->name);
    if (setting->is_required &&
        !json_object_get(setting->is_secret ? settings->secrets : settings->shown, setting->name))
        wrong_settings(reading, "is required for a %s integration", settings->target->name);
}

/* --- all of them --- */

/* The address that a setting such as the name of a shop comes to. */
static void check_format(const struct integration_settings *settings, const struct net *net, struct faults *faults)
{
    const struct delivery_target *target = settings->target;
    const char *text = json_string_value(json_object_get(settings->shown, target->url_setting));
    for (size_t i = 0; target->url_format && text && i < target->setting_count; i++) {
        struct integrations_reading reading = {&target->settings[i], NULL, net, faults};
        if (strcmp(target->settings[i].name, target->url_setting) == 0)
            settings_check_address(&reading, site_address(faults->arena, target->url_format, text));
    }
}

/* What the kind asks beyond the types. Its sentence begins with the setting's name. */
static void check_kind(const struct integration_settings *settings, struct faults *faults)
{
    struct error why;
    if (!settings->target->check)
        return;
    json_t *all = json_copy(settings->shown);
    bool is_complete = all && json_object_update(all, settings->secrets) == 0;
    enum status status = is_complete ? settings->target->check(all, faults->arena, &why) : E_MEMORY;
    json_decref(all);
    if (status == E_MEMORY) {
        faults->failed = true;
    } else if (status) {
        char pointer[120];
        size_t length = strcspn(why.message, " .,:'");
        snprintf(pointer, sizeof pointer, "/settings/%.*s", (int)(length < 80 ? length : 80), why.message);
        faults_add(faults, pointer, "%s%s", why.message, str_ends(str_from(why.message), STR(".")) ? "" : ".");
    }
}

/* --- secrets that stay ---
 *
 * They go to the receiver for which they were given: whoever leads the integration elsewhere has to know them. */

static bool is_same_receiver(const struct delivery_target *target, struct arena *arena, const json_t *before,
                             const json_t *now)
{
    const char *format = target->url_format, *addresses[2];
    const json_t *values[] = {before, now};
    if (!before || !now)
        return before == now;
    for (size_t i = 0; i < COUNT_OF(values); i++) {
        const char *text = json_string_value(values[i]), *whole = site_address(arena, format, text ? text : "");
        addresses[i] = whole ? url_normalise(arena, str_from(whole)) : NULL;
        if (!addresses[i])
            return json_equal(before, now);
    }
    return url_same_origin(addresses[0], addresses[1]);
}

/* The setting by which another receiver is named than before; NULL: it is the same. */
static const struct setting *find_move(const struct integration_settings *settings, const json_t *before,
                                       struct arena *arena)
{
    const struct delivery_target *target = settings->target;
    for (size_t i = 0; i < target->setting_count; i++) {
        const struct setting *setting = &target->settings[i];
        bool is_address = setting->type == SETTING_URL || strcmp(setting->name, target->url_setting) == 0;
        if (is_address && !is_same_receiver(target, arena, json_object_get(before, setting->name),
                                            json_object_get(settings->shown, setting->name)))
            return setting;
    }
    return NULL;
}

static void check_secrets_of_move(const struct integration_settings *settings, const json_t *given,
                                  const json_t *before, struct faults *faults)
{
    const struct setting *moved = find_move(settings, before, faults->arena);
    for (size_t i = 0; moved && i < settings->target->setting_count; i++) {
        const struct setting *setting = &settings->target->settings[i];
        const json_t *value = json_object_get(given, setting->name);
        struct integrations_reading reading = {setting, NULL, NULL, faults};
        if (setting->is_secret && json_object_get(settings->secrets, setting->name) &&
            (!value || settings_is_empty(value)))
            wrong_settings(&reading, "must be given again, since %s leads elsewhere", moved->name);
    }
}

enum status integration_settings_take(struct integration_settings *settings, const json_t *given, const struct net *net,
                                      struct faults *faults, struct error *err)
{
    const struct delivery_target *target = settings->target;
    json_t *before = json_copy(settings->shown);
    faults->failed = faults->failed || !before;
    for (size_t i = 0; !faults->failed && i < target->setting_count; i++) {
        const struct setting *setting = &target->settings[i];
        struct integrations_reading reading = {setting, json_object_get(given, setting->name), net, faults};
        take_one(settings, &reading);
    }
    if (!faults->failed && !faults->count)
        check_format(settings, net, faults);
    if (!faults->failed && !faults->count)
        check_kind(settings, faults);
    if (!faults->failed && !faults->count)
        check_secrets_of_move(settings, given, before, faults);
    json_decref(before);
    return faults->failed ? error_memory(err) : OK;
}

void integration_settings_free(struct integration_settings *settings)
{
    json_decref(settings->shown);
    json_decref(settings->secrets);
    settings->shown = settings->secrets = NULL;
}

enum {
    NAME_MAX_LENGTH = 120,
    SECRET_BYTES = 32,                /* Standard Webhooks asks for 24 to 64 */
    SECRET_LENGTH = 6 + 44,           /* "whsec_" and the bytes in base64 */
    PREVIOUS_MS = 24 * 60 * 60 * 1000 /* how long the secret before signs, too */
};

/* A request that makes or changes an integration, for the transactions below. */
struct integrations_change {
    struct request *request;
    struct shown_integration shown;
    const char *name, *kind, *state;
    const json_t *given; /* settings, NULL: none */
    struct integration_settings settings;
    struct faults faults;
    int64_t now;
};

#define GIVEN(member) offsetof(struct integrations_change, member)

static const struct field fields_of_new[] = {
    {"kind", FIELD_WORD, GIVEN(kind), .required = true, .word = delivery_target_name, .summary = "What it goes to."},
    {"name", FIELD_TEXT, GIVEN(name), .required = true, .maximum = NAME_MAX_LENGTH, .summary = "What people call it."},
    {"settings", FIELD_OBJECT, GIVEN(given), .summary = "What it is connected with, by its kind."},
};

static const struct field fields_of_change[] = {
    {"name", FIELD_TEXT, GIVEN(name), .required = true, .maximum = NAME_MAX_LENGTH, .summary = "What people call it."},
    {"state", FIELD_WORD, GIVEN(state), .word = integration_state_word,
     .summary = "Whether articles go there. Making it active again clears its problem."},
    {"settings", FIELD_OBJECT, GIVEN(given),
     .summary = "Settings that change; a secret that is left out or null stays as it is."},
};

const struct fields integration_fields = {"IntegrationRequest", "Connects a site or a webhook to which articles go.",
                                          fields_of_new, COUNT_OF(fields_of_new), sizeof(struct integrations_change)};

const struct fields integration_change_fields = {
    "IntegrationChange",
    "Changes an integration, but not its kind: what is absent stays, but secrets are given again when its address gets "
    "another host. `state` is `active` or `disabled`.",
    fields_of_change,
    COUNT_OF(fields_of_change),
    sizeof(struct integrations_change),
    .partial = true};

/* --- secrets of webhooks --- */

static bool is_webhook(const struct delivery_target *target)
{
    return target == &webhook_target;
}

/* Its requests are signed with what is made here. NULL: no memory. */
static const char *new_secret(struct arena *arena)
{
    unsigned char bytes[SECRET_BYTES];
    char text[SECRET_LENGTH + 1] = "whsec_";
    random_bytes(bytes, sizeof bytes);
    EVP_EncodeBlock((unsigned char *)text + 6, bytes, sizeof bytes);
    return arena_copy(arena, text);
}

/* --- writing --- */

static enum status set_settings(struct integrations_change *change, struct error *err)
{
    struct integration *integration = &change->shown.integration;
    char *text = secrets_text(change->settings.shown);
    integration->settings = text ? arena_copy(change->request->arena, text) : NULL;
    free(text);
    return integration->settings ? OK : error_memory(err);
}

static enum status close_secrets(struct db *db, struct integrations_change *change, struct error *err)
{
    const struct api *api = api_of(change->request);
    struct integration *integration = &change->shown.integration;
    bool any = json_object_size(change->settings.secrets) > 0;
    enum status status = any && store_is_shared(api->store) ? secrets_check_key(api->seal, db, api->instance, err) : OK;
    return status ? status
                  : secrets_close(api->seal, change->request->arena, integration->id, change->settings.secrets,
                                  &integration->secrets, err);
}

/* What could not be opened any more has to be given again. */
static enum status open_secrets(struct integrations_change *change, struct error *err)
{
    struct error why;
    struct integration_settings *settings = &change->settings;
    enum status status = secrets_read(api_of(change->request)->seal, &change->shown.integration, change->request->arena,
                                      &settings->secrets, &why);
    if (status == E_CORRUPT || status == E_NOT_FOUND) {
        settings->secrets = json_object();
        return settings->secrets ? OK : error_memory(err);
    }
    return status ? error_set(err, status, why.code, "%s", why.message) : OK;
}

static enum status refuse_faults(struct integrations_change *change, struct error *err)
{
    if (change->faults.failed)
        return error_memory(err);
    return change->faults.count ? error_set(err, E_INVALID, NULL, "the request is wrong") : OK;
}

/* What is no object says nothing of the settings in it. */
static bool has_fault(const struct faults *faults, const char *pointer)
{
    for (size_t i = 0; i < faults->count; i++)
        if (strcmp(faults->list[i].pointer, pointer) == 0)
            return true;
    return false;
}

/* Answers with the integration of a transaction that went well, with the problem otherwise. */
static void change_answer(struct integrations_change *change, int http_status, enum status status,
                          const struct error *err)
{
    struct request *request = change->request;
    const struct faults *faults = &change->faults;
    if (status == E_INVALID && faults->count) {
        answer_faults(request, faults->list, faults->count);
    } else if (status) {
        answer_error(request, err);
    } else {
        if (http_status == 201)
            answer_header(request, "Location", "/api/integrations/%s", change->shown.integration.id);
        shown_write(request, &change->shown);
        answer_json(request, http_status);
    }
}

/* Reads the body; its faults are answered with those of the settings. False: a problem was answered. */
static bool read_change(struct integrations_change *change, json_t **body)
{
    struct request *request = change->request;
    if (!read_json(request, body))
        return false;
    change->faults.arena = request->arena;
    fields_read(request->route->takes, *body, change, &change->faults);
    if (change->name && !str_trim(str_from(change->name)).len)
        faults_add(&change->faults, "/name", "name must not be blank.");
    return true;
}

/* --- create --- */

static enum status change_insert(struct db *db, void *argument, struct error *err)
{
    struct integrations_change *change = argument;
    struct shown_integration *shown = &change->shown;
    struct arena *arena = change->request->arena;
    enum status status = close_secrets(db, change, err);
    if (!status)
        status = account_check_there(db, shown->integration.account_id, err);
    if (!status)
        status = integration_insert(db, &shown->integration, err);
    if (!status)
        status =
            bound_check(db, api_of(change->request)->bounds, BOUND_INTEGRATIONS, shown->integration.account_id, err);
    return status ? status : shown_read(db, arena, shown, err);
}

static enum status make_settings(struct integrations_change *change, struct error *err)
{
    struct request *request = change->request;
    struct integration_settings *settings = &change->settings;
    settings->target = change->kind ? delivery_target_find(change->kind) : NULL;
    settings->shown = json_object();
    settings->secrets = json_object();
    if (!settings->shown || !settings->secrets)
        return error_memory(err);
    if (!settings->target || has_fault(&change->faults, "/settings"))
        return refuse_faults(change, err);
    enum status status = integration_settings_take(settings, change->given, api_of(request)->net, &change->faults, err);
    if (!status)
        status = refuse_faults(change, err);
    if (status || !is_webhook(settings->target))
        return status;
    change->shown.secret = new_secret(request->arena);
    json_t *secret = change->shown.secret ? json_string(change->shown.secret) : NULL;
    return json_object_set_new(settings->secrets, "secret", secret) == 0 ? OK : error_memory(err);
}

static enum status change_create(struct integrations_change *change, struct error *err)
{
    enum status status = make_settings(change, err);
    if (!status)
        status = set_settings(change, err);
    if (status)
        return status;
    change->shown.integration.kind = change->kind;
    change->shown.integration.name = change->name;
    return store_write(api_of(change->request)->store, change_insert, change, err);
}

void integrations_create(struct request *request)
{
    char id[UUID_LENGTH + 1];
    struct error err;
    json_t *body;
    uuid_v7(id);
    int64_t now = clock_now_ms();
    struct integrations_change change = {
        .request = request,
        .shown.integration = {.id = id,
                              .account_id = caller_of(request)->account_id,
                              .created_at = now,
                              .updated_at = now},
    };
    if (!read_change(&change, &body))
        return;
    enum status status = change_create(&change, &err);
    change_answer(&change, 201, status, &err);
    integration_settings_free(&change.settings);
    json_decref(body);
}

/* --- update --- */

static enum status change_get(struct db *db, struct integrations_change *change, struct error *err)
{
    const struct request *request = change->request;
    enum status status = integration_get(db, request->arena, caller_of(request)->account_id, request->id,
                                         &change->shown.integration, err);
    if (status == E_NOT_FOUND)
        return resource_missing(E_NOT_FOUND, "integration", err);
    if (status)
        return status;
    change->settings.target = delivery_target_find(change->shown.integration.kind);
    if (!change->settings.target)
        return error_set(err, E_CONFLICT, NULL, "This service has no integrations of the kind %s.",
                         change->shown.integration.kind);
    return OK;
}

static enum status change_put(struct db *db, struct integrations_change *change, struct error *err)
{
    struct integration *integration = &change->shown.integration;
    enum status status = integration_update(db, integration, change->now, err);
    integration->updated_at = change->now;
    return status ? status : shown_read(db, change->request->arena, &change->shown, err);
}

static enum status change_settings(struct db *db, struct integrations_change *change, struct error *err)
{
    struct integration_settings *settings = &change->settings;
    settings->shown = json_loads(change->shown.integration.settings, 0, NULL);
    if (!settings->shown)
        return error_memory(err);
    enum status status = open_secrets(change, err);
    if (!status)
        status = integration_settings_take(settings, change->given, api_of(change->request)->net, &change->faults, err);
    if (!status)
        status = refuse_faults(change, err);
    if (!status)
        status = set_settings(change, err);
    return !status && settings->have_secrets_changed ? close_secrets(db, change, err) : status;
}

static void change_state(struct integration *integration, const char *state)
{
    bool is_active = strcmp(state, integration_state_name(INTEGRATION_ACTIVE)) == 0;
    integration->state = is_active ? INTEGRATION_ACTIVE : INTEGRATION_DISABLED;
    if (!is_active)
        return;
    integration->problem = NULL;
    integration->failing_since = 0;
}

static enum status change_update(struct db *db, void *argument, struct error *err)
{
    struct integrations_change *change = argument;
    enum status status = change_get(db, change, err);
    if (!status && change->given)
        status = change_settings(db, change, err);
    if (!status)
        status = refuse_faults(change, err);
    if (status)
        return status;
    if (change->name)
        change->shown.integration.name = change->name;
    if (change->state)
        change_state(&change->shown.integration, change->state);
    return change_put(db, change, err);
}

void integrations_update(struct request *request)
{
    struct error err;
    json_t *body;
    struct integrations_change change = {.request = request, .now = clock_now_ms()};
    if (!read_change(&change, &body))
        return;
    enum status status = store_write(api_of(request)->store, change_update, &change, &err);
    if (!status && change.state)
        changes_tell(api_of(request)->changes, CHANGE_DELIVERY, "");
    change_answer(&change, 200, status, &err);
    integration_settings_free(&change.settings);
    json_decref(body);
}

/* --- a new secret --- */

static enum status replace_secret(struct integrations_change *change, struct error *err)
{
    json_t *secrets = change->settings.secrets;
    json_t *before = json_object_get(secrets, "secret");
    bool done = true;
    if (json_is_string(before))
        done = json_object_set(secrets, "previous", before) == 0 &&
               json_object_set_new(secrets, "previousUntil", json_integer(change->now + PREVIOUS_MS)) == 0;
    change->shown.secret = new_secret(change->request->arena);
    json_t *secret = change->shown.secret ? json_string(change->shown.secret) : NULL;
    done = json_object_set_new(secrets, "secret", secret) == 0 && done;
    return done ? OK : error_memory(err);
}

static enum status rotate(struct db *db, void *argument, struct error *err)
{
    struct integrations_change *change = argument;
    enum status status = change_get(db, change, err);
    if (!status && !is_webhook(change->settings.target))
        return error_set(err, E_CONFLICT, NULL,
                         "Only a webhook's secret is made here: that of a %s integration is changed at the site, and "
                         "then in its settings.",
                         change->settings.target->name);
    if (!status)
        status = open_secrets(change, err);
    if (!status)
        status = replace_secret(change, err);
    if (!status)
        status = close_secrets(db, change, err);
    return status ? status : change_put(db, change, err);
}

void integrations_rotate(struct request *request)
{
    struct error err;
    struct integrations_change change = {.request = request, .now = clock_now_ms()};
    enum status status = store_write(api_of(request)->store, rotate, &change, &err);
    change_answer(&change, 200, status, &err);
    integration_settings_free(&change.settings);
}
