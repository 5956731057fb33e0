#include "service/api/openapi/description.h"

#include "base/version.h"
#include "service/api/openapi/draft.h"
#include "service/api/openapi/operation.h"
#include "service/api/openapi/parameters.h"

static const unsigned char frame_text[] = {
#include "openapi.inc" /* the bytes of frame.json */
    0};

/* {"get": ..., "post": ...} by path. */
static json_t *paths_of(struct openapi_draft *draft, const struct routes *routes)
{
    json_t *paths = json_object();
    for (size_t i = 0; i < routes->count; i++) {
        const struct route *route = &routes->list[i];
        char method[8] = "";
        if (!route->name)
            continue;
        for (size_t c = 0; route->method[c] && c + 1 < sizeof method; c++)
            method[c] = ascii_lower(route->method[c]);
        if (!json_object_get(paths, route->path))
            draft_put(draft, paths, route->path, json_object());
        draft_put(draft, json_object_get(paths, route->path), method, operation_of(draft, route));
    }
    return paths;
}

static json_t *components_of(struct openapi_draft *draft)
{
    json_t *components = json_deep_copy(json_object_get(draft->frame, "components"));
    draft_put(draft, components, "responses", json_incref(draft->responses));
    draft_put(draft, components, "schemas", json_incref(draft->schemas));
    return components;
}

static json_t *document_of(struct openapi_draft *draft, const struct routes *routes, const char *public_url)
{
    json_t *info = json_deep_copy(json_object_get(draft->frame, "info"));
    draft_put(draft, info, "version", json_string(COPYDESK_VERSION));
    parameters_add(draft);
    json_t *paths = paths_of(draft, routes);
    return json_pack("{sssos[{ss}]sOsOsoso}", "openapi", "3.1.0", "info", info, "servers", "url",
                     public_url ? public_url : "/", "security", json_object_get(draft->frame, "security"), "tags",
                     json_object_get(draft->frame, "tags"), "paths", paths, "components", components_of(draft));
}

char *description_text(const struct routes *routes, const char *public_url)
{
    json_t *frame = draft_parse((const char *)frame_text);
    struct openapi_draft draft = {
        .frame = frame, .schemas = json_deep_copy(json_object_get(frame, "schemas")), .responses = json_object()};
    json_t *document = frame ? document_of(&draft, routes, public_url) : NULL;
    char *text = document && !draft.failed ? json_dumps(document, JSON_COMPACT) : NULL;
    json_decref(document);
    json_decref(draft.schemas);
    json_decref(draft.responses);
    json_decref(frame);
    return text;
}
