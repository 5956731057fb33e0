/* A service of search on loopback that answers what a test tells it to. Include it behind cmocka.h. */
#ifndef COPYDESK_SPEC_SEARCH_FAKE_H
#define COPYDESK_SPEC_SEARCH_FAKE_H

#include "research/search/search.h"

#include "lookup_fixture.h"
#include "loopback.h"
#include "loopback_entry.h"

static struct loopback service;

/* What the next answers are, one after the other; the last one repeats. */
static struct fake_answer {
    int status; /* 0: 200 */
    const char *type, *body;
} answers[4];
static int answered;

static inline bool fake_answer(struct loopback *server, int connection, const char *request)
{
    (void)server;
    (void)request;
    const struct fake_answer *answer = &answers[answered];
    char head[200];
    if (answered + 1 < (int)COUNT_OF(answers) && answers[answered + 1].body)
        answered++;
    snprintf(head, sizeof head, "HTTP/1.1 %d X\r\nContent-Type: %s\r\nContent-Length: %zu\r\nConnection: close\r\n\r\n",
             answer->status ? answer->status : 200, answer->type ? answer->type : "application/json",
             strlen(answer->body));
    loopback_text(connection, head);
    loopback_text(connection, answer->body);
    return false; /* it serves one connection after the other, and there may be several */
}

static inline void will_answer(const char *body)
{
    memset(answers, 0, sizeof answers);
    answers[0].body = body;
    answered = 0;
    atomic_store(&service.requests, 0);
}

static inline void will_fail(int status, const char *body)
{
    will_answer(body);
    answers[0].status = status;
}

static inline int set_up(void **state)
{
    (void)state;
    arena = arena_new();
    log_set_level(LOG_ERROR);
    loopback_start(&service, fake_answer, NULL);
    return arena ? 0 : -1;
}

static inline int tear_down(void **state)
{
    (void)state;
    loopback_stop(&service);
    arena_free(arena);
    return 0;
}

/* Opens an entry in JSON, in which "URL" stands for the address of the service. */
static inline enum status try_open(enum search_kind kind, const char *entry, struct search_place **place)
{
    json_t *json = entry_at(service.url, entry);
    enum status status = search_open(kind, json, place, &err);
    json_decref(json);
    return status;
}

static inline struct search_place *open_place(enum search_kind kind, const char *entry)
{
    struct search_place *place = NULL;
    if (try_open(kind, entry, &place))
        fail_msg("%s", err.message);
    return place;
}

static inline void assert_refused(enum search_kind kind, const char *entry, const char *part)
{
    struct search_place *place = NULL;
    assert_int_equal(try_open(kind, entry, &place), E_INVALID);
    assert_says(part);
}

static inline enum status ask(const struct search_place *place, const struct search_query *query,
                              struct search_results *results)
{
    const struct lookup lookup = call_here();
    return search_ask(place, query, &lookup, results);
}

static inline struct search_query query_of(const char *text)
{
    return (struct search_query){.text = str_from(text), .most = 10};
}

/* Asks, and expects that it answers. */
static inline struct search_results find(const struct search_place *place, const struct search_query *query)
{
    struct search_results results;
    if (ask(place, query, &results))
        fail_msg("%s", err.message);
    return results;
}

/* Opens, asks and closes. */
static inline enum status ask_once(enum search_kind kind, const char *entry, struct search_query query,
                                   struct search_results *results)
{
    struct search_place *place = open_place(kind, entry);
    enum status status = ask(place, &query, results);
    search_close(place);
    return status;
}

static inline struct search_results find_once(enum search_kind kind, const char *entry, struct search_query query)
{
    struct search_results results;
    if (ask_once(kind, entry, query, &results))
        fail_msg("%s", err.message);
    return results;
}

/* The last request: its first line, a header or its body holds the part. */
static inline void assert_sent(const char *part)
{
    if (!strcasestr(service.last, part))
        fail_msg("the request does not hold \"%s\":\n%s", part, service.last);
}

static inline void assert_not_sent(const char *part)
{
    if (strcasestr(service.last, part))
        fail_msg("the request holds \"%s\":\n%s", part, service.last);
}

static inline int sent_count(void)
{
    return atomic_load(&service.requests);
}

#endif
