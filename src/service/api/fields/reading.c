#include "service/api/fields/reading.h"

#include "service/http/http.h"
#include "service/http/json.h"

const struct fields no_fields = {.name = "Nothing", .summary = "Takes no parameters.", .in_query = true};

struct reading_query {
    json_t *object;
    struct faults *faults;
};

static void reading_add_argument(void *context, const char *name, const char *value)
{
    struct reading_query *query = context;
    json_t *text = json_string(value);
    if (!text || !utf8_is_valid(str_from(name)))
        faults_add(query->faults, "", "The query must be UTF-8.");
    else if (json_object_get(query->object, name))
        faults_add(query->faults, "", "The query has %.40s more than once.", name);
    else if (json_object_set(query->object, name, text) != 0)
        query->faults->failed = true;
    json_decref(text);
}

/* The query as an object of texts. */
static json_t *read_query(struct request *request, struct faults *faults)
{
    struct reading_query query = {json_object(), faults};
    if (!query.object || !request_arguments(request, reading_add_argument, &query))
        faults->failed = true;
    return query.object;
}

bool read_json(struct request *request, json_t **body)
{
    struct error err;
    *body = json_body((struct str){buf_text(&request->body), request->body.len}, &err);
    if (*body)
        return true;
    if (err.status == E_INVALID)
        answer_problem(request, PROBLEM_BAD_JSON, "%s", err.message);
    else
        answer_error(request, &err);
    return false;
}

bool read_request(struct request *request, void *values, json_t **object)
{
    struct faults faults = {.arena = request->arena};
    const struct fields *fields = request->route->takes;
    if (fields->in_query)
        *object = read_query(request, &faults);
    else if (!read_json(request, object))
        return false;
    if (!faults.failed)
        fields_read(fields, *object, values, &faults);
    if (!faults.failed && !faults.count)
        return true;
    json_decref(*object);
    *object = NULL;
    if (faults.failed) {
        answer_no_memory(request);
    } else {
        answer_faults(request, faults.list, faults.count);
    }
    return false;
}

bool read_nothing(struct request *request)
{
    json_t *object;
    if (!read_request(request, NULL, &object))
        return false;
    json_decref(object);
    return true;
}
