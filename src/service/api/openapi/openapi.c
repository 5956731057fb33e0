#include "service/api/openapi/openapi.h"

#include "service/api/openapi/description.h"
#include "service/http/answer.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

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
