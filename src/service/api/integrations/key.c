/* The key that seals the secrets of all integrations, changed by whoever runs the service. */
#include "service/api/integrations/integrations.h"

#include "deliver/secrets/secrets.h"

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
