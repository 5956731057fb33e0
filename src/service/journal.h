/*
 * What the log tells of the service's work. A line is an event, then what it is about as name=value, with values in quotes where they
 * would not be one word:
 *
 *     article finished id=0190... keyword="indoor herb garden" words=2675 seconds=1.204
 *
 * Nothing secret: no keys, no bodies, no texts of articles, no queries; of a receiver's address only its host.
 */
#ifndef COPYDESK_SERVICE_JOURNAL_H
#define COPYDESK_SERVICE_JOURNAL_H

#include "store/store.h"

/* --- info --- */

void journal_ready(const char *url);

/* An article in a worker's hands. */
struct journal_article {
    const char *id;
    const char *keyword; /* NULL: unknown */
    int64_t began_at;    /* clock_mono_ms when this worker began; 0: none has */
};

/* Begun, or gone on with: after it was given back, or after a process ended without giving it back. */
void journal_article_begun(const struct journal_article *article, const struct article *claimed);

/* Finished or failed, and stored. fault: what went wrong on our side, which makes it an error; NULL: nothing. */
void journal_article_ended(const struct journal_article *article, const struct article *ended, const char *fault);

/* Why a worker, or the queue, let an article go without an end of its own. */
enum journal_end { JOURNAL_CANCELLED, JOURNAL_DELETED, JOURNAL_INTERRUPTED, JOURNAL_LOST };
void journal_article_left(const struct journal_article *article, enum journal_end end);

void journal_crawl_begun(const struct domain *domain);

/* problem: what was left out, or why it failed; NULL: nothing. */
void journal_crawl_ended(const struct domain *domain, bool failed, size_t pages, const char *problem, int64_t began_at);

/* interrupted: the service stops, and the crawl goes on later; otherwise the domain was deleted. */
void journal_crawl_left(const struct domain *domain, bool interrupted);

/* An attempt, and what follows from it. */
void journal_delivery(const struct delivery *delivery);

void journal_key_made(const char *key_id, const char *account_id);
void journal_key_deleted(const char *key_id, const char *account_id);

/* --- debug --- */

/* status 0: the caller went away before there was an answer. account_id may be NULL: nobody. */
void journal_request(const char *id, const char *account_id, const char *method, const char *path, int status,
                     int64_t ms);

#endif
