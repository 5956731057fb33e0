/* The whole document. */
#include "service/api/api_parts.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

/* --- the request --------------------------------------------------------------------------------------------------
 */

static json_t *query_parameter(struct openapi_draft *draft, const struct fields *fields, const struct field *field)
{
    return json_pack("{sssssssbso}", "name", field->name, "in", "query", "description", field->summary, "required",
                     field->required, "schema", schema_of_field(draft, fields, field));
}

static json_t *parameters_of(struct openapi_draft *draft, const struct route *route)
{
    json_t *list = json_array();
    if (strstr(route->path, "{id}"))
        draft_add(draft, list, draft_reference("parameters", strncmp(route->path, "/media/", 7) == 0 ? "File" : "Id"));
    if (route->flags & ROUTE_ONCE)
        draft_add(draft, list, draft_reference("parameters", "IdempotencyKey"));
    if (route->flags & (ROUTE_WATCHED | ROUTE_KEPT))
        draft_add(draft, list, draft_reference("parameters", "IfNoneMatch"));
    if (route->flags & ROUTE_WATCHED)
        draft_add(draft, list, draft_reference("parameters", "Prefer"));
    for (size_t i = 0; route->takes && route->takes->in_query && i < route->takes->count; i++)
        draft_add(draft, list, query_parameter(draft, route->takes, &route->takes->list[i]));
    return list;
}

static void put_body(struct openapi_draft *draft, json_t *operation, const struct route *route)
{
    if (!route->takes || route->takes->in_query)
        return;
    json_t *media = json_pack("{so}", "schema", schema_of_fields(draft, route->takes));
    draft_put_example(draft, media, route->takes->name);
    draft_put(
        draft, operation, "requestBody",
        json_pack("{sbs{so}}", "required", (route->flags & ROUTE_JSON) != 0, "content", "application/json", media));
}

/* --- the answer ---------------------------------------------------------------------------------------------------
 */

static bool is_in_pages(const struct route *route)
{
    for (size_t i = 0; route->takes && (route->flags & ROUTE_LIST) && i < route->takes->count; i++)
        if (strcmp(route->takes->list[i].name, "cursor") == 0)
            return true;
    return false;
}

static json_t *headers_of(struct openapi_draft *draft, const struct route *route, int status)
{
    json_t *headers = json_object();
    draft_put_header(draft, headers, "X-Request-Id");
    if (route->limit != LIMIT_NONE) {
        draft_put_header(draft, headers, "RateLimit-Policy");
        draft_put_header(draft, headers, "RateLimit");
    }
    if (route->flags & (ROUTE_WATCHED | ROUTE_KEPT))
        draft_put_header(draft, headers, "ETag");
    if (route->flags & ROUTE_WATCHED) {
        draft_put_header(draft, headers, "Retry-After");
        draft_put_header(draft, headers, "Preference-Applied");
    }
    if (status == 202 || (route->flags & ROUTE_LOCATED))
        draft_put_header(draft, headers, "Location");
    if (route->flags & ROUTE_ONCE)
        draft_put_header(draft, headers, "Idempotent-Replayed");
    if (route->flags & ROUTE_OLD)
        draft_put_header(draft, headers, "Deprecation");
    if (is_in_pages(route) || (route->flags & ROUTE_OLD))
        draft_put_header(draft, headers, "Link");
    return headers;
}

/* An example of a page is made from that of an entry. */
static void put_list_example(struct openapi_draft *draft, json_t *media, const char *name)
{
    json_t *entry = draft_framed(draft, "examples", name);
    if (entry)
        draft_put(draft, media, "example", json_pack("{s[O]sbsn}", "data", entry, "hasMore", 0, "nextCursor"));
}

static json_t *content_of(struct openapi_draft *draft, const struct route *route)
{
    bool is_list = (route->flags & ROUTE_LIST) != 0;
    json_t *media = json_object();
    draft_put(draft, media, "schema",
              is_list ? schema_of_list(draft, route->gives) : schema_of_members(draft, route->gives));
    if (is_list)
        put_list_example(draft, media, route->gives->name);
    else
        draft_put_example(draft, media, route->gives->name);
    return json_pack("{so}", "application/json", media);
}

static json_t *success_of(struct openapi_draft *draft, const struct route *route, int status)
{
    json_t *response = json_pack("{ssso}", "description", status == 204 ? "Done." : "The answer.", "headers",
                                 headers_of(draft, route, status));
    if (route->gives)
        draft_put(draft, response, "content", content_of(draft, route));
    return response;
}

static json_t *responses_of(struct openapi_draft *draft, const struct route *route)
{
    char status[12];
    json_t *responses = json_object();
    int success = route->status ? route->status : 200;
    snprintf(status, sizeof status, "%d", success);
    draft_put(draft, responses, status, success_of(draft, route, success));
    if (route->flags & (ROUTE_WATCHED | ROUTE_KEPT))
        draft_put(
            draft, responses, "304",
            json_pack("{ssso}", "description", "The caller has it already.", "headers", headers_of(draft, route, 304)));
    refusals_add(draft, responses, route);
    return responses;
}

/* --- the operation ------------------------------------------------------------------------------------------------
 */

/* The first part of the path that says what it is about: "articles", "media". */
static json_t *tag_of(const char *path)
{
    if (strncmp(path, "/api/", 5) == 0)
        return json_pack("s%", path + 5, strcspn(path + 5, "/"));
    return json_string(strncmp(path, "/media/", 7) == 0 ? "articles" : "service");
}

/* Scopes are no OAuth scopes: a sentence says them. */
static void put_access(struct openapi_draft *draft, json_t *operation, const struct route *route)
{
    char scopes[SCOPES_TEXT_MAX];
    if (route->right == RIGHT_NONE)
        draft_put(draft, operation, "security", json_array());
    else if (route->scope == SCOPE_OPERATOR)
        draft_put(
            draft, operation, "description",
            json_string("For keys of the local account with the scope manage; to others there is no such route."));
    else if (route->scope != SCOPE_NONE)
        draft_put(draft, operation, "description",
                  json_sprintf("Needs a key with the scope %s.", scopes_text(route->scope, " or ", scopes)));
}

/* What the frame says of it replaces what was made here, member by member. */
static void put_framed(struct openapi_draft *draft, json_t *operation, const char *name)
{
    json_t *framed = draft_framed(draft, "operations", name);
    json_t *own = framed ? json_deep_copy(framed) : NULL;
    if (framed && (!own || json_object_update_recursive(operation, own) != 0))
        draft->failed = true;
    json_decref(own);
}

/* The operation of a route that has a name. */
static json_t *operation_of(struct openapi_draft *draft, const struct route *route)
{
    json_t *operation =
        json_pack("{sssss[o]}", "operationId", route->name, "summary", route->summary, "tags", tag_of(route->path));
    json_t *parameters = parameters_of(draft, route);
    put_access(draft, operation, route);
    if (json_array_size(parameters))
        draft_put(draft, operation, "parameters", parameters);
    else
        json_decref(parameters);
    put_body(draft, operation, route);
    draft_put(draft, operation, "responses", responses_of(draft, route));
    if (route->flags & ROUTE_OLD)
        draft_put(draft, operation, "deprecated", json_true());
    put_framed(draft, operation, route->name);
    return operation;
}

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

struct openapi {
    pthread_mutex_t mutex;
    char *text; /* NULL: not made yet, or for an address that was not known */
    size_t length;
    char etag[24];
};

struct openapi *openapi_new(void)
{
    struct openapi *openapi = calloc(1, sizeof *openapi);
    if (openapi)
        pthread_mutex_init(&openapi->mutex, NULL);
    return openapi;
}

void openapi_free(struct openapi *openapi)
{
    if (!openapi)
        return;
    pthread_mutex_destroy(&openapi->mutex);
    free(openapi->text);
    free(openapi);
}

/* With the mutex. False: no memory. */
static bool openapi_make(struct openapi *openapi, const struct routes *routes, const char *public_url)
{
    free(openapi->text);
    openapi->text = description_text(routes, public_url);
    openapi->length = openapi->text ? strlen(openapi->text) : 0;
    snprintf(openapi->etag, sizeof openapi->etag, "\"%016llx\"",
             (unsigned long long)hash_bytes(openapi->text ? openapi->text : "", openapi->length));
    return openapi->text != NULL;
}

static bool has_it(const char *if_none_match, const char *etag)
{
    return if_none_match && (strstr(if_none_match, etag) || str_eq(str_trim(str_from(if_none_match)), STR("*")));
}

/* With the mutex. */
static void answer_text(struct request *request, const struct openapi *openapi)
{
    bool is_known = has_it(request_header(request, "If-None-Match"), openapi->etag);
    if (!is_known && !request_holds_answer(request, openapi->length))
        return;
    answer_header(request, "ETag", "%s", openapi->etag);
    answer_header(request, "Cache-Control", "no-cache");
    if (is_known) {
        answer_empty(request, 304);
        return;
    }
    buf_add(&request->answer.body, openapi->text, openapi->length);
    answer_json(request, 200);
}

void openapi_answer(struct request *request, struct openapi *openapi, const char *public_url)
{
    pthread_mutex_lock(&openapi->mutex);
    if (openapi->text || openapi_make(openapi, &request->context->routes, public_url))
        answer_text(request, openapi);
    else
        answer_no_memory(request);
    if (!public_url) { /* the next one may know it */
        free(openapi->text);
        openapi->text = NULL;
    }
    pthread_mutex_unlock(&openapi->mutex);
}
