/* The call to action: a sentence on the keyword, and the link to the customer's page. */
#include "write/compose/compose.h"

enum status compose_call(struct composer *composer, struct draft_part *part)
{
    struct writing *writing = composer->writing;
    struct writing_brand_link link;
    if (!config_bool(writing->config, "includeCta") && !writing->type->always_calls)
        return OK;
    enum status status = writing_call_link(writing, &link);
    if (!status)
        status = builtin_call(&writing->brief, link.text, link.url, writing->arena, &part->text, writing->err);
    if (status == E_INVALID)
        writing->err->code = code_name(CODE_MODEL_UNAVAILABLE);
    return status;
}
