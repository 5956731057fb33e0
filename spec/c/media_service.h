/*
 * A service on loopback for tests of media: it answers by the beginning of the request ("GET /search?q=Porto"), and
 * keeps what it was asked. Include it behind cmocka.h.
 */
#ifndef COPYDESK_SPEC_MEDIA_SERVICE_H
#define COPYDESK_SPEC_MEDIA_SERVICE_H

#include "media/media.h"

#include "lookup_fixture.h"
#include "loopback.h"
#include "loopback_entry.h"

static struct loopback service;

/* What is answered to requests that contain `asked`; the first rule that fits and is not used up counts. */
static struct rule {
    const char *asked;
    int status; /* 0: 200 */
    const char *headers, *body;
    int times; /* 0: any number of times */
} rules[12];
static size_t rule_count;

/* The requests so far, read by the test when it has its answers. */
static struct {
    pthread_mutex_t lock;
    char text[64][4096];
    size_t count;
} asked = {.lock = PTHREAD_MUTEX_INITIALIZER};

static inline struct rule *rule_for(const char *request)
{
    for (size_t i = 0; i < rule_count; i++)
        if (rules[i].times >= 0 && strstr(request, rules[i].asked)) {
            rules[i].times = rules[i].times == 1 ? -1 : rules[i].times - (rules[i].times > 0);
            return &rules[i];
        }
    return NULL;
}

static inline bool serve(struct loopback *server, int connection, const char *request)
{
    (void)server;
    char head[400];
    pthread_mutex_lock(&asked.lock);
    if (asked.count < COUNT_OF(asked.text))
        snprintf(asked.text[asked.count++], sizeof asked.text[0], "%s", request);
    struct rule none = {.status = 404, .body = "{\"error\":\"no rule\"}"}, *rule = rule_for(request);
    struct rule said = rule ? *rule : none;
    pthread_mutex_unlock(&asked.lock);
    snprintf(head, sizeof head,
             "HTTP/1.1 %d X\r\nConnection: close\r\nContent-Type: application/json\r\n%sContent-Length: %zu\r\n\r\n",
             said.status ? said.status : 200, said.headers ? said.headers : "", strlen(said.body));
    loopback_text(connection, head);
    loopback_text(connection, said.body);
    return false; /* several may ask at once, and the server serves one connection after another */
}

static inline void forget(void)
{
    pthread_mutex_lock(&asked.lock);
    rule_count = asked.count = 0;
    pthread_mutex_unlock(&asked.lock);
}

static inline void when(const char *request, int status, const char *body)
{
    pthread_mutex_lock(&asked.lock);
    assert_true(rule_count < COUNT_OF(rules));
    rules[rule_count++] = (struct rule){.asked = request, .status = status, .body = body};
    pthread_mutex_unlock(&asked.lock);
}

static inline void when_once(const char *request, int status, const char *headers, const char *body)
{
    when(request, status, body);
    rules[rule_count - 1].headers = headers;
    rules[rule_count - 1].times = 1;
}

/* How many requests contain the words. */
static inline size_t asked_for(const char *words)
{
    size_t count = 0;
    for (size_t i = 0; i < asked.count; i++)
        count += strstr(asked.text[i], words) != NULL;
    return count;
}

static inline int set_up(void **state)
{
    (void)state;
    arena = arena_new();
    err = (struct error){0};
    log_set_level(LOG_ERROR);
    forget();
    loopback_start(&service, serve, NULL);
    return arena ? 0 : -1;
}

static inline int tear_down(void **state)
{
    (void)state;
    loopback_stop(&service);
    arena_free(arena);
    return 0;
}

/* An entry in JSON, in which "URL" stands for the address of the service. */
static inline json_t *entry_of(const char *text)
{
    return entry_at(service.url, text);
}

#endif
