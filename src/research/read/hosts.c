#include "research/read/hosts.h"

#include "text/text.h"

#include <stdlib.h>

enum {
    MOST_HOSTS = 1024,
    MOST_ROBOTS_BYTES = 16 * 1024 * 1024, /* of all hosts */
    ROBOTS_BYTES = 500 * 1024,            /* of one: more need not be read (RFC 9309 section 2.5) */
    ROBOTS_KEPT_MS = 24 * 3600 * 1000,    /* section 2.4 */
    FAILED_MS = 60 * 1000,
    FORBIDS_MS = 10 * 60 * 1000,
    BUSY_MOST_MS = 3600 * 1000,
};

/* The robots.txt of one scheme. */
struct rules {
    char *text; /* NULL: unknown */
    size_t length;
    int64_t until;
};

struct host {
    struct host *next;
    size_t users;
    bool is_taken;
    int64_t next_ms;
    uint64_t failure_number; /* counted over all hosts; 0: it never failed */
    int64_t failed_ms, busy_until, forbids_until;
    enum status failure;
    struct rules rules[2]; /* http, https */
    char name[];           /* with its port, unless that is the usual one */
};

static size_t scheme_of(const char *url)
{
    return str_starts(str_from(url), STR("https:"));
}

/* --- the list --- */

static void drop_rules(struct hosts *hosts, struct rules *rules)
{
    hosts->robots_bytes -= rules->length;
    free(rules->text);
    *rules = (struct rules){0};
}

static void drop_host(struct hosts *hosts, struct host **link)
{
    struct host *host = *link;
    *link = host->next;
    drop_rules(hosts, &host->rules[0]);
    drop_rules(hosts, &host->rules[1]);
    free(host);
    hosts->count--;
}

void hosts_free(struct hosts *hosts)
{
    while (hosts->first)
        drop_host(hosts, &hosts->first);
}

/* Forgets the one that was not looked for for the longest time, unless all are used. */
static bool drop_oldest(struct hosts *hosts)
{
    struct host **oldest = NULL;
    for (struct host **link = &hosts->first; *link; link = &(*link)->next)
        if (!(*link)->users)
            oldest = link;
    if (oldest)
        drop_host(hosts, oldest);
    return oldest != NULL;
}

static struct host *hosts_find(struct hosts *hosts, struct str name)
{
    for (struct host **link = &hosts->first; *link; link = &(*link)->next) {
        struct host *host = *link;
        if (!str_eq(str_from(host->name), name))
            continue;
        *link = host->next;
        host->next = hosts->first;
        hosts->first = host;
        return host;
    }
    return NULL;
}

static struct host *hosts_add(struct hosts *hosts, struct str name)
{
    while (hosts->count >= MOST_HOSTS && drop_oldest(hosts))
        ;
    struct host *host = calloc(1, sizeof *host + name.len + 1);
    if (!host)
        return NULL;
    memcpy(host->name, name.data, name.len);
    host->next = hosts->first;
    hosts->first = host;
    hosts->count++;
    return host;
}

/* "example.org:8080" of "http://example.org:8080/page". */
static struct str hosts_name_of(const char *url)
{
    const char *authority = strstr(url, "://");
    authority = authority ? authority + 3 : url;
    return (struct str){authority, strcspn(authority, "/?#")};
}

struct host *hosts_use(struct hosts *hosts, const char *url)
{
    struct str name = hosts_name_of(url);
    struct host *host = hosts_find(hosts, name);
    host = host ? host : hosts_add(hosts, name);
    if (host)
        host->users++;
    return host;
}

void hosts_release(struct hosts *hosts, struct host *host)
{
    host->users--;
    while (hosts->count > MOST_HOSTS && drop_oldest(hosts))
        ;
}

/* --- turns --- */

bool host_is_free(const struct host *host, int64_t now, int64_t *until)
{
    *until = host->is_taken ? INT64_MAX : host->next_ms;
    return !host->is_taken && now >= host->next_ms;
}

void host_take(struct host *host)
{
    host->is_taken = true;
}

void host_give(struct host *host, int64_t now, int64_t pause_ms)
{
    host->is_taken = false;
    host->next_ms = now + pause_ms;
}

/* --- robots.txt --- */

bool host_knows_robots(const struct host *host, const char *url, int64_t now)
{
    const struct rules *rules = &host->rules[scheme_of(url)];
    return rules->text && now < rules->until;
}

struct str host_robots(const struct host *host, const char *url)
{
    const struct rules *rules = &host->rules[scheme_of(url)];
    return rules->text ? (struct str){rules->text, rules->length} : STR("");
}

enum status host_set_robots(struct hosts *hosts, struct host *host, const char *url, struct str robots, int64_t now)
{
    size_t length = robots.len < ROBOTS_BYTES ? robots.len : ROBOTS_BYTES;
    char *copy = malloc(length + 1);
    if (!copy)
        return E_MEMORY;
    memcpy(copy, robots.data, length);
    copy[length] = '\0';
    struct rules *rules = &host->rules[scheme_of(url)];
    drop_rules(hosts, rules);
    *rules = (struct rules){copy, length, now + ROBOTS_KEPT_MS};
    hosts->robots_bytes += length;
    while (hosts->robots_bytes > MOST_ROBOTS_BYTES && drop_oldest(hosts))
        ;
    return OK;
}

/* --- hosts that are left alone --- */

void host_failed(struct hosts *hosts, struct host *host, enum status status, int64_t now)
{
    host->failed_ms = now;
    host->failure_number = ++hosts->failures;
    host->failure = status;
}

void host_is_busy(struct host *host, int64_t now, int64_t ms)
{
    host->busy_until = now + (ms < BUSY_MOST_MS ? ms : BUSY_MOST_MS);
}

void host_forbids(struct host *host, int64_t now)
{
    host->forbids_until = now + FORBIDS_MS;
}

enum status host_check(const struct host *host, bool is_named, uint64_t since, int64_t now, struct error *err)
{
    if (host->failure_number > since && now < host->failed_ms + FAILED_MS)
        return error_set(err, host->failure, NULL, "%.200s did not answer a moment ago and is left alone for a minute",
                         host->name);
    if (now < host->busy_until)
        return error_set(err, E_LIMIT, NULL, "%.200s is busy and wants to be left alone for another %lld s", host->name,
                         (long long)(host->busy_until - now + 999) / 1000);
    if (!is_named && now < host->forbids_until)
        return error_set(err, E_DENIED, NULL,
                         "the robots.txt of %.200s cannot be read, which forbids to read its pages", host->name);
    return OK;
}
