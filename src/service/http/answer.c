#include "service/http/answer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* --- reading --- */

/* The parser and the encoder recurse, so the depth is checked before either starts. */
static bool too_deep(struct str text)
{
    int depth = 0;
    bool in_string = false;
    for (size_t i = 0; i < text.len; i++) {
        char c = text.data[i];
        if (in_string) {
            if (c == '\\')
                i++;
            else if (c == '"')
                in_string = false;
        } else if (c == '"') {
            in_string = true;
        } else if (c == '{' || c == '[') {
            if (++depth > JSON_MAX_DEPTH)
                return true;
        } else if (c == '}' || c == ']') {
            depth--;
        }
    }
    return false;
}

/*
 * When an allocation fails within jansson (2.14), it may say that a token is invalid. So a text that was refused is
 * read once more, and the refusal counts if there was memory for that: jansson takes some 50 bytes for each byte of a
 * text that is full of empty lists.
 */
static bool has_memory_for(struct str text)
{
    enum { BYTES_PER_BYTE = 64 };
    /* volatile, because compilers may remove an allocation that is only freed */
    void *volatile room = malloc(text.len * BYTES_PER_BYTE);
    free(room);
    return room != NULL;
}

/* NULL with err filled when it is no JSON, or memory ran out. */
static json_t *json_load(struct str text, struct error *err)
{
    json_error_t problem;
    json_t *value = json_loadb(text.data, text.len, JSON_REJECT_DUPLICATES, &problem);
    bool can_try = !value && has_memory_for(text);
    if (can_try)
        value = json_loadb(text.data, text.len, JSON_REJECT_DUPLICATES, &problem);
    if (value)
        return value;
    if (!can_try || json_error_code(&problem) == json_error_out_of_memory)
        error_memory(err);
    else
        error_set(err, E_INVALID, "invalid_json", "The body is not valid JSON: %s (line %d, column %d).", problem.text,
                  problem.line, problem.column);
    return NULL;
}

json_t *json_body(struct str text, struct error *err)
{
    if (text.len == 0) {
        error_set(err, E_INVALID, "invalid_json", "The body is empty; a JSON object is needed.");
        return NULL;
    }
    if (too_deep(text)) {
        error_set(err, E_INVALID, "invalid_json", "The body nests deeper than %d levels.", JSON_MAX_DEPTH);
        return NULL;
    }
    json_t *value = json_load(text, err);
    if (!value || json_is_object(value))
        return value;
    error_set(err, E_INVALID, "invalid_json", "The body must be a JSON object.");
    json_decref(value);
    return NULL;
}

/* --- writing --- */

static void json_add_escaped(struct buf *out, char character)
{
    static const char characters[] = "\"\\\b\f\n\r\t", letters[] = "\"\\bfnrt";
    const char *found = character ? strchr(characters, character) : NULL;
    if (!found) {
        buf_printf(out, "\\u%04x", character);
        return;
    }
    buf_char(out, '\\');
    buf_char(out, letters[found - characters]);
}

/* Adds what is between the quotes; the text is UTF-8. */
static void json_add_text(struct buf *out, struct str text)
{
    size_t done = 0;
    for (size_t at = 0; at < text.len; at++) {
        char character = text.data[at];
        if (character != '"' && character != '\\' && (unsigned char)character >= 0x20)
            continue;
        buf_add(out, text.data + done, at - done);
        json_add_escaped(out, character);
        done = at + 1;
    }
    buf_add(out, text.data + done, text.len - done);
}

void json_slice(struct buf *out, struct str text)
{
    buf_char(out, '"');
    while (text.len) {
        size_t length = utf8_valid_length(text);
        json_add_text(out, (struct str){text.data, length});
        if (length == text.len)
            break;
        buf_str(out, "\xEF\xBF\xBD");
        text = (struct str){text.data + length + 1, text.len - length - 1};
    }
    buf_char(out, '"');
}

void json_text(struct buf *out, const char *text)
{
    if (text)
        json_slice(out, str_from(text));
    else
        buf_str(out, "null");
}

static const struct problem_info table[PROBLEM_COUNT] = {
    [PROBLEM_BAD_REQUEST] = {400, "Bad Request", "invalid_request_error", "bad_request"},
    [PROBLEM_BAD_JSON] = {400, "Bad Request", "invalid_request_error", "invalid_json"},
    [PROBLEM_PARAMETERS] = {400, "Bad Request", "invalid_request_error", "invalid_parameters"},
    [PROBLEM_NO_KEY] = {401, "Unauthorized", "authentication_error", "missing_api_key"},
    [PROBLEM_WRONG_KEY] = {401, "Unauthorized", "authentication_error", "invalid_api_key"},
    [PROBLEM_NO_CREDITS] = {402, "Payment Required", "billing_error", "insufficient_credits"},
    [PROBLEM_NO_PLAN] = {403, "Forbidden", "permission_error", "plan_required"},
    [PROBLEM_NOT_PROFESSIONAL] = {403, "Forbidden", "permission_error", "professional_plan_required"},
    [PROBLEM_NO_SCOPE] = {403, "Forbidden", "permission_error", "missing_scope"},
    [PROBLEM_FORM] = {403, "Forbidden", "permission_error", "foreign_form"},
    [PROBLEM_NOT_LOCAL] = {403, "Forbidden", "permission_error", "local_account_required"},
    [PROBLEM_BOUND] = {403, "Forbidden", "permission_error", "account_limit"},
    [PROBLEM_NO_PATH] = {404, "Not Found", "not_found_error", "unknown_path"},
    [PROBLEM_NOT_FOUND] = {404, "Not Found", "not_found_error", "not_found"},
    [PROBLEM_METHOD] = {405, "Method Not Allowed", "invalid_request_error", "method_not_allowed"},
    [PROBLEM_FORMS] = {406, "Not Acceptable", "invalid_request_error", "not_acceptable"},
    [PROBLEM_CONFLICT] = {409, "Conflict", "conflict_error", "conflict"},
    [PROBLEM_RUNNING] = {409, "Conflict", "conflict_error", "request_running"},
    [PROBLEM_TOO_LARGE] = {413, "Content Too Large", "invalid_request_error", "body_too_large"},
    [PROBLEM_MEDIA_TYPE] = {415, "Unsupported Media Type", "invalid_request_error", "not_json"},
    [PROBLEM_KEY_REUSED] = {422, "Unprocessable Content", "invalid_request_error", "idempotency_key_reused"},
    [PROBLEM_RATE] = {429, "Too Many Requests", "rate_limit_error", "rate_limit_exceeded"},
    [PROBLEM_QUEUE_FULL] = {429, "Too Many Requests", "rate_limit_error", "account_limit"},
    [PROBLEM_INTERNAL] = {500, "Internal Server Error", "api_error", "internal"},
    [PROBLEM_STOPPING] = {503, "Service Unavailable", "api_error", "stopping"},
    [PROBLEM_MEMORY] = {503, "Service Unavailable", "api_error", "out_of_memory"},
    [PROBLEM_BUSY] = {503, "Service Unavailable", "api_error", "overloaded"},
    [PROBLEM_STORAGE] = {503, "Service Unavailable", "api_error", "storage_unavailable"},
};

const struct problem_info *problem_info(enum problem problem)
{
    return &table[problem];
}

static void write_faults(struct buf *out, const struct fault *faults, size_t count)
{
    buf_str(out, ",\"errors\":[");
    for (size_t i = 0; i < count; i++) {
        buf_str(out, i ? ",{\"detail\":" : "{\"detail\":");
        json_text(out, faults[i].detail);
        buf_str(out, ",\"pointer\":");
        json_text(out, faults[i].pointer);
        buf_char(out, '}');
    }
    buf_char(out, ']');
}

void problem_write(struct buf *out, enum problem problem, const char *detail, const char *instance,
                   const struct fault *faults, size_t fault_count)
{
    const struct problem_info *info = problem_info(problem);
    const char *pointer = fault_count ? faults[0].pointer : "";
    buf_printf(out, "{\"type\":\"about:blank\",\"title\":\"%s\",\"status\":%d,\"detail\":", info->title, info->status);
    json_text(out, detail);
    buf_str(out, ",\"instance\":");
    json_text(out, instance);
    if (fault_count)
        write_faults(out, faults, fault_count);
    buf_printf(out, ",\"error\":{\"type\":\"%s\",\"code\":\"%s\",\"message\":", info->type, info->code);
    json_text(out, detail);
    buf_str(out, ",\"param\":");
    json_text(out, pointer[0] == '/' ? pointer + 1 : NULL);
    buf_str(out, "}}");
}

enum {
    STORAGE_RETRY = 10, /* seconds; longer than for other problems, since somebody has to make room on the disk */
    QUEUE_RETRY = 30,   /* seconds; by then some of the account's articles have ended */
    FAULTS_LISTED = 100 /* a small body may have thousands of faults */
};

static const char *format_in(struct arena *arena, const char *format, va_list arguments)
{
    char text[640];
    vsnprintf(text, sizeof text, format, arguments);
    return arena_copy(arena, text);
}

void answer_header(struct request *request, const char *name, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    struct header *header = ARENA_NEW(request->arena, struct header);
    const char *value = format_in(request->arena, format, arguments);
    va_end(arguments);
    if (!header || !value) {
        request->answer.body.failed = true; /* sent as an internal error */
        return;
    }
    *header = (struct header){name, value, request->answer.headers};
    request->answer.headers = header;
}

void answer_body(struct request *request, int status, const char *content_type)
{
    request->answer.content_type = content_type;
    request->answer.status = status;
}

void answer_json(struct request *request, int status)
{
    answer_body(request, status, "application/json");
}

void answer_empty(struct request *request, int status)
{
    buf_clear(&request->answer.body);
    answer_body(request, status, NULL);
}

static void answer_with_problem(struct request *request, enum problem problem, const char *detail,
                                const struct fault *faults, size_t count)
{
    buf_clear(&request->answer.body);
    problem_write(&request->answer.body, problem, detail ? detail : "", request->target.path, faults, count);
    answer_body(request, problem_info(problem)->status, "application/problem+json");
}

void answer_problem(struct request *request, enum problem problem, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const char *detail = format_in(request->arena, format, arguments);
    va_end(arguments);
    answer_with_problem(request, problem, detail, NULL, 0);
}

void answer_faults(struct request *request, const struct fault *faults, size_t count)
{
    const char *detail = faults[0].detail;
    size_t listed = count < FAULTS_LISTED ? count : FAULTS_LISTED;
    if (count > listed)
        detail = arena_printf(request->arena, "%s (and %zu more, of which the first %zu are listed)", detail, count - 1,
                              listed - 1);
    else if (count > 1)
        detail = arena_printf(request->arena, "%s (and %zu more)", detail, count - 1);
    answer_with_problem(request, PROBLEM_PARAMETERS, detail, faults, listed);
}

static void log_failure(const struct request *request, const struct error *err)
{
    log_about(LOG_ERROR, "request", request->request_id, "%s: %s", status_name(err->status), err->message);
}

/* What a caller may know of a storage problem; the log has the details. */
static const char *storage_problem(const struct error *err)
{
    if (err->code && strcmp(err->code, "disk_full") == 0)
        return "Nothing can be stored: the disk of the data folder is full";
    if (err->code && strcmp(err->code, "data_gone") == 0)
        return "Nothing can be stored: the data folder was removed or replaced while the service was running";
    if (err->code && strcmp(err->code, "no_secret_key") == 0)
        return "Secrets can be neither stored nor used: the service's key for them is missing or unusable; whoever "
               "runs the service finds in its log what to do";
    if (err->code && strcmp(err->code, "database_gone") == 0)
        return "Nothing can be stored: the database cannot be reached, or does not answer";
    return "Nothing can be stored: the data folder cannot be read or written";
}

/* False: it is none that a bound of the account has made. */
static bool answer_bound(struct request *request, const struct error *err)
{
    bool is_queue = err->code && strcmp(err->code, "queue_full") == 0;
    if (err->status != E_LIMIT || !(is_queue || (err->code && strcmp(err->code, "account_limit") == 0)))
        return false;
    answer_problem(request, is_queue ? PROBLEM_QUEUE_FULL : PROBLEM_BOUND, "%s", err->message);
    if (is_queue)
        answer_header(request, "Retry-After", "%d", QUEUE_RETRY);
    return true;
}

void answer_error(struct request *request, const struct error *err)
{
    if (answer_bound(request, err))
        return;
    switch (err->status) {
    case E_NOT_FOUND:
        answer_problem(request, PROBLEM_NOT_FOUND, "%s", err->message);
        return;
    case E_CONFLICT:
        answer_problem(request, PROBLEM_CONFLICT, "%s", err->message);
        return;
    case E_CANCELLED:
        answer_stopping(request);
        return;
    case E_MEMORY:
        log_failure(request, err);
        answer_problem(request, PROBLEM_MEMORY, "The service is short of memory; try again in a moment.");
        answer_header(request, "Retry-After", "1");
        return;
    case E_IO:
        log_failure(request, err);
        answer_problem(request, PROBLEM_STORAGE, "%s; try again later.", storage_problem(err));
        answer_header(request, "Retry-After", "%d", STORAGE_RETRY);
        return;
    default:
        log_failure(request, err);
        answer_problem(request, PROBLEM_INTERNAL,
                       "Something went wrong on our side; the request id %s names it in the log.", request->request_id);
    }
}

void answer_no_memory(struct request *request)
{
    struct error err;
    error_memory(&err);
    answer_error(request, &err);
}

void answer_stopping(struct request *request)
{
    answer_problem(request, PROBLEM_STOPPING, "The service is shutting down; try again in a moment.");
    answer_header(request, "Retry-After", "1");
}

void answer_too_large(struct request *request)
{
    answer_problem(request, PROBLEM_TOO_LARGE, "The body is longer than %zu bytes.", route_body_limit(request->route));
}
