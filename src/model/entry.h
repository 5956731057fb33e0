/* One entry of the configuration, open: what model.h calls a model. */
#ifndef COPYDESK_MODEL_ENTRY_H
#define COPYDESK_MODEL_ENTRY_H

#include "model/backend.h"
#include "net/upstream/upstream.h"

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

#endif
