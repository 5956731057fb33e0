#include "deliver/secrets/secrets.h"

#include "net/upstream/json_text.h"

#include <openssl/crypto.h>
#include <stdlib.h>

static enum status no_object(struct error *err)
{
    return error_set(err, E_CORRUPT, NULL, "the stored settings are not what was written");
}

/* Read twice: when an allocation fails, jansson (2.14) may cut a text short and say nothing of it. */
static enum status read_object(struct str text, json_t **object, struct error *err)
{
    bool no_memory = false;
    json_error_t why;
    json_t *again = NULL;
    *object = json_text_load(text, 0, &no_memory, &why);
    if (*object)
        again = json_text_load(text, 0, &no_memory, &why);
    bool is_same = again && json_equal(*object, again);
    json_decref(again);
    if (is_same && json_is_object(*object))
        return OK;
    no_memory = no_memory || (*object && !is_same);
    json_decref(*object);
    *object = NULL;
    return no_memory ? error_memory(err) : no_object(err);
}

enum status secrets_read(struct seal *seal, const struct integration *integration, struct arena *arena,
                         json_t **secrets, struct error *err)
{
    struct str text;
    if (!integration->secrets.len) {
        *secrets = json_object();
        return *secrets ? OK : error_memory(err);
    }
    enum status status = seal_open(seal, arena, integration->id, integration->secrets, &text, err);
    return status == OK ? read_object(text, secrets, err) : status;
}

enum status secrets_open(struct seal *seal, const struct integration *integration, struct arena *arena,
                         json_t **settings, struct error *err)
{
    json_t *secrets = NULL;
    enum status status = read_object(str_from(integration->settings), settings, err);
    if (status != OK)
        return status;
    status = secrets_read(seal, integration, arena, &secrets, err);
    if (status == OK && json_object_update(*settings, secrets) != 0)
        status = error_memory(err);
    json_decref(secrets);
    if (status == OK)
        return OK;
    json_decref(*settings);
    *settings = NULL;
    return status;
}

char *secrets_text(const json_t *object)
{
    bool no_memory = false;
    json_error_t why;
    char *text = json_dumps(object, JSON_COMPACT);
    json_t *again = text ? json_text_load(str_from(text), 0, &no_memory, &why) : NULL;
    bool is_whole = again && json_equal(again, object);
    json_decref(again);
    if (is_whole)
        return text;
    if (text)
        OPENSSL_cleanse(text, strlen(text));
    free(text);
    return NULL;
}

enum status secrets_close(struct seal *seal, struct arena *arena, const char *integration_id, const json_t *secrets,
                          struct str *sealed, struct error *err)
{
    *sealed = (struct str){0};
    if (!json_object_size(secrets))
        return OK;
    char *text = secrets_text(secrets);
    if (!text)
        return error_memory(err);
    struct str plain = str_from(text);
    enum status status = seal_close(seal, arena, integration_id, plain, sealed, err);
    OPENSSL_cleanse(text, plain.len);
    free(text);
    return status;
}

const char *secrets_problem(struct seal *seal, const struct integration *integration, struct arena *arena)
{
    struct str text;
    if (!integration->secrets.len)
        return NULL;
    switch (seal_open(seal, arena, integration->id, integration->secrets, &text, NULL)) {
    case OK:
        return NULL;
    case E_CORRUPT:
        return "Its stored secrets were damaged: give them again.";
    case E_NOT_FOUND:
        return "Its secrets were sealed with a key that the service no longer has: give them again.";
    case E_MEMORY:
        return "Its secrets cannot be opened: the service is short of memory.";
    default:
        return "Its secrets cannot be opened: the service's key for them is missing or unusable; whoever runs the "
               "service finds in its log what to do.";
    }
}
