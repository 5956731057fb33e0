#include "service/http/problem.h"

#include "service/http/json.h"

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
