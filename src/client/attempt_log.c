#include "client/attempt_log.h"

#include <stdlib.h>

struct logged_attempt {
    struct logged_attempt *next;
    struct client_attempt attempt; /* its strings are in text */
    char text[];
};

/* Copies text (data may be NULL) to *end, NUL-terminated. */
static const char *attempt_log_put(char **end, struct str text)
{
    char *start = *end;
    if (!text.data)
        return NULL;
    memcpy(start, text.data, text.len);
    start[text.len] = '\0';
    *end = start + text.len + 1;
    return start;
}

void attempt_log_add(struct attempt_log *log, const struct client_attempt *attempt, struct str request_id)
{
    struct str method = str_from(attempt->method), url = str_from(attempt->url), message = str_from(attempt->message);
    struct logged_attempt *entry =
        malloc(sizeof *entry + method.len + url.len + message.len + request_id.len + 4); /* with their NULs */
    if (!entry)
        return;
    char *end = entry->text;
    entry->next = NULL;
    entry->attempt = *attempt;
    entry->attempt.method = attempt_log_put(&end, method);
    entry->attempt.url = attempt_log_put(&end, url);
    entry->attempt.message = attempt_log_put(&end, message);
    entry->attempt.request_id = attempt_log_put(&end, request_id);
    if (log->last)
        log->last->next = entry;
    else
        log->first = entry;
    log->last = entry;
}

bool attempt_log_next(struct attempt_log *log, struct client_attempt *attempt)
{
    struct logged_attempt *entry = log->first;
    free(log->fetched);
    log->fetched = entry;
    if (!entry)
        return false;
    log->first = entry->next;
    if (!log->first)
        log->last = NULL;
    *attempt = entry->attempt;
    return true;
}

void attempt_log_free(struct attempt_log *log)
{
    free(log->fetched);
    for (struct logged_attempt *entry = log->first, *next; entry; entry = next) {
        next = entry->next;
        free(entry);
    }
}
