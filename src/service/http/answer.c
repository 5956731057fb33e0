#include "service/http/answer.h"

#include <stdarg.h>
#include <stdio.h>

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
