/* What the log tells of articles. */
#ifndef COPYDESK_SERVICE_JOBS_ARTICLE_LOG_H
#define COPYDESK_SERVICE_JOBS_ARTICLE_LOG_H

#include "store/store.h"

struct logged_article {
    const char *id;
    const char *keyword; /* NULL: unknown */
    int64_t began_at;    /* clock_mono_ms when this worker began; 0: none has */
};

/* Begun, or gone on with: after it was given back, or after a process ended without giving it back. */
void article_log_begun(const struct logged_article *article, const struct article *claimed);

/* Finished or failed, and stored. fault: what went wrong on our side, which makes it an error; NULL: nothing. */
void article_log_ended(const struct logged_article *article, const struct article *ended, const char *fault);

/* Why a worker, or the queue, let an article go without an end of its own. */
enum article_log_end { ARTICLE_LOG_CANCELLED, ARTICLE_LOG_DELETED, ARTICLE_LOG_INTERRUPTED, ARTICLE_LOG_LOST };
void article_log_left(const struct logged_article *article, enum article_log_end end);

#endif
