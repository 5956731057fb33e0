#include "deliver/secrets/secrets.h"

#include <openssl/crypto.h>
#include <stdlib.h>

static enum status no_object(struct error *err)
{
    return error_set(err, E_CORRUPT, NULL, "the stored settings are not what was written");
}

static enum status read_object(struct str text, json_t **object, struct error *err)
{
    json_error_t why;
    *object = json_loadb(text.data, text.len, 0, &why);
    if (json_is_object(*object))
        return OK;
    json_decref(*object);
    *object = NULL;
    return json_error_code(&why) == json_error_out_of_memory ? error_memory(err) : no_object(err);
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

enum status secrets_close(struct seal *seal, struct arena *arena, const char *integration_id, const json_t *secrets,
                          struct str *sealed, struct error *err)
{
    *sealed = (struct str){0};
    if (!json_object_size(secrets))
        return OK;
    char *text = json_dumps(secrets, JSON_COMPACT);
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
