#include "service/changes/changes.h"

#include "deliver/sender.h"
#include "service/account/auth.h"
#include "service/domain/crawler.h"
#include "service/domain/indexes.h"
#include "service/http/waiters.h"
#include "service/jobs/workers.h"
#include "store/notices/notices.h"

/* --- what is done here --- */

static void wake_requests(const struct changes *changes, const char *id)
{
    if (changes->waiters)
        waiters_notify(changes->waiters, id);
}

static void wake_worker(const struct changes *changes, const char *id)
{
    (void)id;
    workers_wake(changes->workers);
}

static void stop_worker(const struct changes *changes, const char *id)
{
    if (changes->workers)
        workers_cancel(changes->workers, id);
}

static void wake_sender(const struct changes *changes, const char *id)
{
    (void)id;
    sender_wake(changes->sender);
}

static void wake_crawler(const struct changes *changes, const char *id)
{
    (void)id;
    if (changes->crawler)
        crawler_wake(changes->crawler);
}

static void drop_domain(const struct changes *changes, const char *id)
{
    if (changes->crawler)
        crawler_drop(changes->crawler, id);
    if (changes->indexes)
        indexes_drop(changes->indexes, id);
    wake_requests(changes, id);
}

static void forget_key(const struct changes *changes, const char *id)
{
    if (changes->auth)
        auth_forget(changes->auth, id);
}

/* What waited while it was disabled may go on. */
static void change_account(const struct changes *changes, const char *id)
{
    if (changes->auth)
        auth_forget_account(changes->auth, id);
    wake_worker(changes, id);
    wake_sender(changes, id);
}

static void forget_sessions(const struct changes *changes, const char *id)
{
    (void)id;
    if (changes->auth)
        auth_forget_sessions(changes->auth);
}

/* --- the table --- */

/* The words stand for the changes between nodes, also between those of two versions: they do not change. */
static const struct {
    const char *kind;
    void (*act)(const struct changes *changes, const char *id);
} ROWS[CHANGES] = {
    [CHANGE_SHOWN] = {"shown", wake_requests},
    [CHANGE_WORK] = {"work", wake_worker},
    [CHANGE_ENDED] = {"ended", stop_worker},
    [CHANGE_DELIVERY] = {"delivery", wake_sender},
    [CHANGE_CRAWL] = {"crawl", wake_crawler},
    [CHANGE_REMOVED] = {"removed", drop_domain},
    [CHANGE_KEY] = {"key", forget_key},
    [CHANGE_ACCOUNT] = {"account", change_account},
    [CHANGE_SESSION] = {"session", forget_sessions},
};

void changes_send(const struct changes *changes, enum change_kind change, const char *id)
{
    notices_send(changes->notices, ROWS[change].kind, id);
}

void changes_tell(const struct changes *changes, enum change_kind change, const char *id)
{
    ROWS[change].act(changes, id);
    changes_send(changes, change, id);
}

/* --- from elsewhere --- */

/* An article that was cancelled is left when its lease is renewed, and the domain of a crawl is read by it. */
static void look_everywhere(const struct changes *changes)
{
    if (changes->waiters)
        waiters_notify_all(changes->waiters);
    if (changes->auth)
        auth_forget_all(changes->auth);
    wake_worker(changes, "");
    wake_sender(changes, "");
    wake_crawler(changes, "");
}

void changes_receive(void *context, const char *kind, const char *id)
{
    const struct changes *changes = context;
    if (!kind) {
        look_everywhere(changes);
        return;
    }
    for (size_t i = 0; i < CHANGES; i++)
        if (strcmp(ROWS[i].kind, kind) == 0)
            ROWS[i].act(changes, id);
}
