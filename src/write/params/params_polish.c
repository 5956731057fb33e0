#include "write/params/params_polish.h"

enum { KEY_SHOWN = 100 }; /* bytes of an unknown key in a fault */

static const struct param_polish *find_switch(const char *key)
{
    size_t count;
    const struct param_polish *switches = params_polish(&count);
    for (size_t i = 0; i < count; i++)
        if (strcmp(switches[i].key, key) == 0)
            return &switches[i];
    return NULL;
}

static void refuse_key(struct params_reader_reader *reader, const struct param *param, const char *text)
{
    size_t count;
    const struct param_polish *switches = params_polish(&count);
    struct buf pointer = {0}, known = {0};
    struct str key = str_from(text);
    key.len = utf8_valid_length((struct str){key.data, key.len < KEY_SHOWN ? key.len : KEY_SHOWN});
    buf_printf(&pointer, "/%s", param->name);
    faults_pointer_add(&pointer, key);
    for (size_t i = 0; i < count; i++)
        buf_printf(&known, "%s\"%s\"", i ? ", " : "", switches[i].key);
    reader->failed = reader->failed || pointer.failed || known.failed;
    if (!reader->failed)
        reader_fault(reader, buf_text(&pointer), "%s has no switch %s; those that there are: %s.", param->name,
                     reader_quote(reader, text), buf_text(&known));
    buf_free(&pointer);
    buf_free(&known);
}

/* Every key that the caller sent names a switch, and is true, false or null. */
static bool polish_check_keys(struct params_reader_reader *reader, const struct param *param, const json_t *value)
{
    const char *key;
    json_t *sent;
    bool good = true;
    json_object_foreach ((json_t *)value, key, sent) {
        bool is_known = find_switch(key) != NULL;
        if (is_known && (json_is_boolean(sent) || json_is_null(sent)))
            continue;
        good = false;
        if (!is_known)
            refuse_key(reader, param, key);
        else
            reader_fault(reader, reader_text(reader, "/%s/%s", param->name, key), "%s must be true or false, not %s.",
                         key, json_kind(sent));
    }
    return good;
}

/* Every switch with its default, whichever of them the caller sent. */
enum outcome read_polish(struct params_reader_reader *reader, const struct param *param, const json_t *value,
                         json_t **accepted)
{
    size_t count;
    const struct param_polish *switches = params_polish(&count);
    if (!polish_check_keys(reader, param, value))
        return REFUSED;
    json_t *settings = json_object();
    bool good = settings != NULL;
    for (size_t i = 0; i < count && good; i++) {
        const json_t *sent = json_object_get(value, switches[i].key);
        bool on = sent && !json_is_null(sent) ? json_is_true(sent) : switches[i].fallback;
        good = json_object_set_new(settings, switches[i].key, json_boolean(on)) == 0;
    }
    if (good)
        return reader_accept(reader, settings, accepted);
    json_decref(settings);
    reader->failed = true;
    return REFUSED;
}

bool params_polish_left(const json_t *config, json_t *notes)
{
    const json_t *settings = json_object_get(config, "polishSettings");
    size_t count;
    const struct param_polish *switches = params_polish(&count);
    for (size_t i = 0; i < count; i++) {
        if (!switches[i].left || !json_is_true(json_object_get(settings, switches[i].key)))
            continue;
        json_t *note =
            json_sprintf(PARAMS_POLISH_LEFT "%s is left to a language model: %s.", switches[i].key, switches[i].left);
        if (json_array_append_new(notes, note) != 0)
            return false;
    }
    return true;
}
