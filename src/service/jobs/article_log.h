/* The log lines about articles. */
#ifndef COPYDESK_SERVICE_JOBS_ARTICLE_LOG_H
#define COPYDESK_SERVICE_JOBS_ARTICLE_LOG_H

#include "store/store.h"

struct logged_article {
    const char *id;
    const char *keyword; /* NULL: unknown */
    int64_t began_at;    /* clock_mono_ms when this worker began to write it; 0: no worker has */
};

/* The article's keyword, in the arena; NULL when its config has none, or memory ran out. */
const char *article_log_keyword(const struct article *article, struct arena *arena);

/* A request has made it, and that is stored. */
void article_log_queued(const struct article *article, const char *request_id);

/* A worker begins to write it, for the first time or again. claimed: as it was claimed. */
void article_log_begun(const struct logged_article *article, const struct article *claimed);

/* It has finished or failed, and that is stored. fault: what went wrong on our side, which makes it an error; NULL:
 * nothing. */
void article_log_ended(const struct logged_article *article, const struct article *ended, const char *fault);

/* Its polishing has ended, and that is stored. problem: why it could not be polished, NULL when it was; fault: as
 * above. */
void article_log_polished(const struct logged_article *article, const char *problem, const char *fault);

/* Why an article was let go that was not written to its end. */
enum article_log_end { ARTICLE_LOG_CANCELLED, ARTICLE_LOG_DELETED, ARTICLE_LOG_INTERRUPTED, ARTICLE_LOG_LOST };
void article_log_left(const struct logged_article *article, enum article_log_end end);

#endif
