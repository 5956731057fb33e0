/* One entry of the configuration, open: what model.h calls a model. */
#ifndef COPYDESK_MODEL_ENTRY_H
#define COPYDESK_MODEL_ENTRY_H

#include "base/system/turns.h"
#include "model/backend.h"
#include "net/upstream/exchange.h"

/* What changes while questions are asked. */
struct model_state {
    struct turns turns;
    struct exchange_pool pool;
    atomic_uint variations; /* of enum model_variation: what the server was found not to take */
};

struct model {
    struct model_settings settings;
    const struct model_backend *backend;
    const char *key; /* NULL: none is sent */
    bool is_local;   /* base_url is this machine */
    struct model_state *state;
};

/*
 * Names the model in a message about "it": by its name at its server, or by the one that was asked for where the entry
 * has none, and by the entry, which is where it is changed. OK and E_MEMORY are left as they are.
 */
enum status entry_error(const struct model *model, const char *asked, enum status status, struct error *err);

#endif
