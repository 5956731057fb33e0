#include "service/api/integrations/settings.h"

#include "deliver/site/site.h"
#include "text/url.h"

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

static size_t count_characters(const char *text)
{
    size_t count = 0;
    for (; *text; text++)
        count += ((unsigned char)*text & 0xC0) != 0x80;
    return count;
}

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
    else if (count_characters(text) > most)
        wrong_settings(reading, "must have at most %zu characters", most);
    else if (has_control(text))
        wrong_settings(reading, "must have no line breaks or other control characters");
    else
        return true;
    return false;
}

static enum status settings_check_text(const struct integrations_reading *reading, struct error *err)
{
    (void)err;
    check_text_of(reading, TEXT_MAX);
    return OK;
}

static enum status settings_check_address(const struct integrations_reading *reading, const char *url,
                                          struct error *err)
{
    struct error why;
    enum status status = net_check_url(reading->net, url, &why);
    if (status == E_MEMORY)
        return error_memory(err);
    if (status != OK)
        wrong_settings(reading, "cannot be used: %s", why.message);
    return OK;
}

static enum status check_url(const struct integrations_reading *reading, struct error *err)
{
    const char *text = json_string_value(reading->value);
    if (!check_text_of(reading, URL_MAX))
        return OK;
    if (str_istarts(str_from(text), STR("http://")) || str_istarts(str_from(text), STR("https://")))
        return settings_check_address(reading, text, err);
    wrong_settings(reading, "must be an address that begins with http:// or https://");
    return OK;
}

static enum status check_texts(const struct integrations_reading *reading, struct error *err)
{
    size_t i;
    json_t *entry;
    (void)err;
    if (!json_is_array(reading->value) || json_array_size(reading->value) > ENTRIES_MAX) {
        wrong_settings(reading, "must be an array of at most %d strings", ENTRIES_MAX);
        return OK;
    }
    json_array_foreach (reading->value, i, entry) {
        char pointer[120];
        const char *text = json_string_value(entry);
        snprintf(pointer, sizeof pointer, "/settings/%s/%zu", reading->setting->name, i);
        if (!text || !*text || count_characters(text) > ENTRY_MAX || has_control(text))
            faults_add(reading->faults, pointer, "An entry of %s must be a string of 1 to %d characters.",
                       reading->setting->name, ENTRY_MAX);
    }
    return OK;
}

static enum status check_object(const struct integrations_reading *reading, struct error *err)
{
    if (!json_is_object(reading->value)) {
        wrong_settings(reading, "must be an object");
        return OK;
    }
    char *text = json_dumps(reading->value, JSON_COMPACT);
    if (!text)
        return error_memory(err);
    if (strlen(text) > OBJECT_MAX)
        wrong_settings(reading, "must have at most %d bytes", OBJECT_MAX);
    free(text);
    return OK;
}

/* --- one after the other --- */

static bool settings_is_empty(const json_t *value)
{
    return json_is_null(value) || (json_is_string(value) && !json_string_length(value)) ||
           (json_is_array(value) && !json_array_size(value)) || (json_is_object(value) && !json_object_size(value));
}

static enum status take_value(struct integration_settings *settings, const struct integrations_reading *reading,
                              struct error *err)
{
    static enum status (*const checks[])(const struct integrations_reading *, struct error *) = {
        [SETTING_TEXT] = settings_check_text,
        [SETTING_URL] = check_url,
        [SETTING_TEXTS] = check_texts,
        [SETTING_OBJECT] = check_object,
    };
    const struct setting *setting = reading->setting;
    json_t *kept = setting->is_secret ? settings->secrets : settings->shown;
    enum status status = checks[setting->type](reading, err);
    if (status == OK && json_object_set(kept, setting->name, (json_t *)reading->value) != 0)
        return error_memory(err);
    settings->have_secrets_changed = settings->have_secrets_changed || setting->is_secret;
    return status;
}

static enum status take_one(struct integration_settings *settings, const struct integrations_reading *reading,
                            struct error *err)
{
    const struct setting *setting = reading->setting;
    if (reading->value && !settings_is_empty(reading->value))
        return take_value(settings, reading, err);
    if (reading->value && !setting->is_secret)
        json_object_del(settings->shown, setting->name);
    if (setting->is_required &&
        !json_object_get(setting->is_secret ? settings->secrets : settings->shown, setting->name))
        wrong_settings(reading, "is required for a %s integration", settings->target->name);
    return OK;
}

/* --- all of them --- */

/* The address that a setting such as the name of a shop comes to. */
static enum status check_format(const struct integration_settings *settings, const struct net *net,
                                struct faults *faults, struct error *err)
{
    const struct delivery_target *target = settings->target;
    const char *text = json_string_value(json_object_get(settings->shown, target->url_setting));
    for (size_t i = 0; target->url_format && text && i < target->setting_count; i++) {
        struct integrations_reading reading = {&target->settings[i], NULL, net, faults};
        if (strcmp(target->settings[i].name, target->url_setting) != 0)
            continue;
        const char *url = site_address(faults->arena, target->url_format, text);
        return url ? settings_check_address(&reading, url, err) : error_memory(err);
    }
    return OK;
}

/* What the kind asks beyond the types. Its sentence begins with the setting's name. */
static enum status check_kind(const struct integration_settings *settings, struct faults *faults, struct error *err)
{
    struct error why;
    if (!settings->target->check)
        return OK;
    json_t *all = json_copy(settings->shown);
    bool is_complete = all && json_object_update(all, settings->secrets) == 0;
    enum status status = is_complete ? settings->target->check(all, faults->arena, &why) : E_MEMORY;
    json_decref(all);
    if (status == E_MEMORY)
        return error_memory(err);
    if (status != OK) {
        char pointer[120];
        size_t length = strcspn(why.message, " .,:'");
        snprintf(pointer, sizeof pointer, "/settings/%.*s", (int)(length < 80 ? length : 80), why.message);
        faults_add(faults, pointer, "%s%s", why.message, str_ends(str_from(why.message), STR(".")) ? "" : ".");
    }
    return OK;
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
    enum status status = before ? OK : error_memory(err);
    for (size_t i = 0; status == OK && i < target->setting_count; i++) {
        const struct setting *setting = &target->settings[i];
        struct integrations_reading reading = {setting, json_object_get(given, setting->name), net, faults};
        status = take_one(settings, &reading, err);
    }
    if (status == OK && !faults->count)
        status = check_format(settings, net, faults, err);
    if (status == OK && !faults->count)
        status = check_kind(settings, faults, err);
    if (status == OK && !faults->count)
        check_secrets_of_move(settings, given, before, faults);
    json_decref(before);
    return status == OK && faults->failed ? error_memory(err) : status;
}

void integration_settings_free(struct integration_settings *settings)
{
    json_decref(settings->shown);
    json_decref(settings->secrets);
    settings->shown = settings->secrets = NULL;
}
