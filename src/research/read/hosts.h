/*
 * What is known of hosts: their robots.txt, when each may be asked again, whether it answers. Shared by all that is
 * read: a host is asked by one at a time.
 *
 * Everything here is called under one lock of the caller, but for what is said of a host that was taken: its taker
 * alone reads its robots.txt, and needs no lock for that.
 */
#ifndef COPYDESK_RESEARCH_READ_HOSTS_H
#define COPYDESK_RESEARCH_READ_HOSTS_H

#include "base/base.h"

struct host;

struct hosts {
    struct host *first; /* the one that was looked for last */
    size_t count, robots_bytes;
    uint64_t failures; /* of all hosts so far */
};

void hosts_free(struct hosts *hosts); /* nobody uses any of them */

/* The host of a normalised URL; it is remembered until hosts_release, and as a rule much longer. NULL: memory ran
 * out. */
struct host *hosts_use(struct hosts *hosts, const char *url);
void hosts_release(struct hosts *hosts, struct host *host);

/* --- turns --- */

/* May it be asked now? False: not before *until (clock_mono_ms; INT64_MAX: when whoever asks it is done). */
bool host_is_free(const struct host *host, int64_t now, int64_t *until);
void host_take(struct host *host);
/* Nobody may ask it for pause_ms. */
void host_give(struct host *host, int64_t now, int64_t pause_ms);

/* --- robots.txt, of http and https apart --- */

/* Is it known, and not older than a day? */
bool host_knows_robots(const struct host *host, const char *url, int64_t now);
/* The robots.txt that is known; "" when none is. */
struct str host_robots(const struct host *host, const char *url);
/* Remembers a copy. E_MEMORY. */
enum status host_set_robots(struct hosts *hosts, struct host *host, const char *url, struct str robots, int64_t now);

/* --- hosts that are left alone --- */

/* It did not answer: it is left alone for a minute. status: E_NETWORK or E_TIMEOUT. */
void host_failed(struct hosts *hosts, struct host *host, enum status status, int64_t now);
/* It is busy and wants to be left alone; an hour of that is kept at most. */
void host_is_busy(struct host *host, int64_t now, int64_t ms);
/* Its robots.txt cannot be read, which forbids everything: that is kept for ten minutes. */
void host_forbids(struct host *host, int64_t now);

/* OK: it may be asked. Otherwise why not: E_NETWORK, E_TIMEOUT (it did not answer, and that was after the first `since`
 * failures of all hosts), E_LIMIT (it is busy), E_DENIED (robots.txt; not where is_named). The message names the
 * host. */
enum status host_check(const struct host *host, bool is_named, uint64_t since, int64_t now, struct error *err);

#endif
