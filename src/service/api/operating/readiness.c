#include "service/api/operating/readiness.h"

#include "base/system/thread.h"
#include "service/account/bootstrap.h"
#include "store/account/account.h"

#include <stdlib.h>

struct readiness {
    struct background background; /* its lock guards what follows */
    unsigned long asked, begun, ended;
    enum status status; /* of the check that ended last */
    struct error err;
    struct store *store;
    struct waiters *waiters;
};

static enum status read_something(struct db *db, void *argument, struct error *err)
{
    struct account account;
    return account_get(db, argument, LOCAL_ACCOUNT, &account, err);
}

static enum status readiness_check(struct store *store, struct error *err)
{
    struct arena *arena = arena_new();
    if (!arena)
        return error_memory(err);
    enum status status = store_read(store, read_something, arena, err);
    arena_free(arena);
    return status ? status : store_check(store, err);
}

/* False: nobody has asked since the last one began. */
static bool readiness_begin(struct readiness *readiness)
{
    pthread_mutex_lock(&readiness->background.lock);
    bool is_wanted = readiness->begun < readiness->asked;
    readiness->begun = readiness->asked;
    pthread_mutex_unlock(&readiness->background.lock);
    return is_wanted;
}

static int64_t check_when_asked(void *argument)
{
    struct readiness *readiness = argument;
    struct error err = {OK};
    if (!readiness_begin(readiness))
        return BACKGROUND_UNTIL_WOKEN;
    enum status status = readiness_check(readiness->store, &err);
    pthread_mutex_lock(&readiness->background.lock);
    readiness->ended = readiness->begun;
    readiness->status = status;
    readiness->err = err;
    pthread_mutex_unlock(&readiness->background.lock);
    waiters_notify(readiness->waiters, READINESS_ID);
    return BACKGROUND_UNTIL_WOKEN;
}

enum status readiness_start(struct store *store, struct waiters *waiters, struct readiness **readiness,
                            struct error *err)
{
    struct readiness *started = calloc(1, sizeof *started);
    if (!started)
        return error_memory(err);
    started->store = store;
    started->waiters = waiters;
    enum status status = background_start(&started->background, check_when_asked, started, err);
    if (status)
        readiness_stop(started);
    else
        *readiness = started;
    return status;
}

void readiness_stop(struct readiness *readiness)
{
    if (!readiness)
        return;
    background_stop(&readiness->background);
    free(readiness);
}

/* Those who ask before the next check begins wait for that one. */
unsigned long readiness_ask(struct readiness *readiness)
{
    pthread_mutex_lock(&readiness->background.lock);
    unsigned long number = readiness->asked = readiness->begun + 1;
    pthread_mutex_unlock(&readiness->background.lock);
    background_wake(&readiness->background);
    return number;
}

bool readiness_known(struct readiness *readiness, unsigned long number, enum status *status, struct error *err)
{
    pthread_mutex_lock(&readiness->background.lock);
    bool is_known = readiness->ended >= number;
    *status = readiness->status;
    *err = readiness->err;
    pthread_mutex_unlock(&readiness->background.lock);
    return is_known;
}
