#include "service/web/articles/event_streams.h"

#include <pthread.h>
#include <stdlib.h>

enum { CHAINS = 256 };

/* Of an account that has one open. */
struct open_streams {
    struct open_streams *next;
    size_t count;
    char account_id[];
};

struct event_streams {
    pthread_mutex_t lock;
    struct open_streams *chains[CHAINS]; /* by the hash of the account's id */
};

struct event_streams *event_streams_new(void)
{
    struct event_streams *streams = calloc(1, sizeof *streams);
    if (streams)
        pthread_mutex_init(&streams->lock, NULL);
    return streams;
}

void event_streams_free(struct event_streams *streams)
{
    if (!streams)
        return;
    for (size_t i = 0; i < CHAINS; i++) {
        for (struct open_streams *open = streams->chains[i], *next; open; open = next) {
            next = open->next;
            free(open);
        }
    }
    pthread_mutex_destroy(&streams->lock);
    free(streams);
}

/* Where the account's are linked in, or would be. */
static struct open_streams **find(struct event_streams *streams, const char *account_id)
{
    struct open_streams **link = &streams->chains[hash_bytes(account_id, strlen(account_id)) % CHAINS];
    while (*link && strcmp((*link)->account_id, account_id) != 0)
        link = &(*link)->next;
    return link;
}

/* Under the lock. */
static enum status count_one(struct event_streams *streams, const char *account_id, struct error *err)
{
    struct open_streams **link = find(streams, account_id);
    size_t size = strlen(account_id) + 1;
    if (!*link) {
        *link = calloc(1, sizeof **link + size);
        if (!*link)
            return error_memory(err);
        memcpy((*link)->account_id, account_id, size);
    }
    if ((*link)->count == EVENT_STREAMS_MOST)
        return error_set(err, E_LIMIT, NULL,
                         "An account may have %d event streams open at a time: close a page that "
                         "shows the queue or an article.",
                         EVENT_STREAMS_MOST);
    (*link)->count++;
    return OK;
}

enum status event_streams_begin(struct event_streams *streams, const char *account_id, struct error *err)
{
    pthread_mutex_lock(&streams->lock);
    enum status status = count_one(streams, account_id, err);
    pthread_mutex_unlock(&streams->lock);
    return status;
}

void event_streams_end(struct event_streams *streams, const char *account_id)
{
    pthread_mutex_lock(&streams->lock);
    struct open_streams **link = find(streams, account_id), *open = *link;
    if (--open->count == 0) {
        *link = open->next;
        free(open);
    }
    pthread_mutex_unlock(&streams->lock);
}
