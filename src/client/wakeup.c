#include "client/wakeup.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum {
    STACK_BYTES = 64 * 1024, /* the thread calls nothing deep */
    EVENTS = 16
};

struct bell {
    pid_t pid; /* the process that has the thread */
    pthread_t thread;
    bool running;
    int epoll;    /* holds what is watched, each for one event, and `end` */
    int end;      /* an eventfd */
    int listener; /* -1: nobody is invited */
    struct sockaddr_un address;
    size_t folder_len;    /* of the folder in address.sun_path */
    pthread_mutex_t lock; /* of the two below */
    int connection;
    bool missed; /* it rang while there was no connection */
};

/* --- the thread ---------------------------------------------------------------------------------------------------- */

/* A connection whose buffer is full has rings enough to read. */
void bell_ring(struct bell *bell)
{
    pthread_mutex_lock(&bell->lock);
    if (bell->connection < 0)
        bell->missed = true;
    else
        send(bell->connection, "!", 1, MSG_NOSIGNAL | MSG_DONTWAIT);
    pthread_mutex_unlock(&bell->lock);
}

static void *run(void *context)
{
    struct bell *bell = context;
    struct epoll_event events[EVENTS];
    for (;;) {
        int count = epoll_wait(bell->epoll, events, EVENTS, -1);
        for (int i = 0; i < count; i++)
            if (events[i].data.fd == bell->end)
                return NULL;
        if (count > 0)
            bell_ring(bell);
        else if (errno != EINTR)
            return NULL;
    }
}

static enum status start_thread(struct bell *bell, struct error *err)
{
    pthread_attr_t attributes;
    sigset_t all, before;
    sigfillset(&all);
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK_BYTES); /* refused: the default size, which is enough */
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int failed = pthread_create(&bell->thread, &attributes, run, bell);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    bell->running = failed == 0;
    return failed ? error_set(err, E_IO, NULL, "cannot start a thread: %s", strerror(failed)) : OK;
}

/* --- life ---------------------------------------------------------------------------------------------------------- */

static enum status open_descriptors(struct bell *bell, struct error *err)
{
    bell->epoll = epoll_create1(EPOLL_CLOEXEC);
    bell->end = eventfd(0, EFD_CLOEXEC);
    struct epoll_event event = {.events = EPOLLIN, .data.fd = bell->end};
    if (bell->epoll < 0 || bell->end < 0 || epoll_ctl(bell->epoll, EPOLL_CTL_ADD, bell->end, &event) != 0)
        return error_set(err, E_IO, NULL, "cannot make descriptors for a bell: %s", strerror(errno));
    return OK;
}

enum status bell_open(struct bell **out, struct error *err)
{
    *out = NULL;
    struct bell *bell = calloc(1, sizeof *bell);
    if (!bell)
        return error_memory(err);
    bell->pid = getpid();
    bell->epoll = bell->end = bell->listener = bell->connection = -1;
    pthread_mutex_init(&bell->lock, NULL);
    enum status status = open_descriptors(bell, err);
    if (status == OK)
        status = start_thread(bell, err);
    if (status != OK) {
        bell_free(bell);
        return status;
    }
    *out = bell;
    return OK;
}

static void close_one(int *descriptor)
{
    if (*descriptor >= 0)
        close(*descriptor);
    *descriptor = -1;
}

/* Nobody is invited any more: the socket and its folder go. */
static void close_door(struct bell *bell)
{
    if (bell->listener < 0)
        return;
    close_one(&bell->listener);
    if (bell->pid != getpid())
        return;
    unlink(bell->address.sun_path);
    bell->address.sun_path[bell->folder_len] = '\0';
    rmdir(bell->address.sun_path);
}

void bell_free(struct bell *bell)
{
    if (!bell)
        return;
    if (bell->running && bell->pid == getpid()) {
        uint64_t one = 1;
        ssize_t written = write(bell->end, &one, sizeof one); /* cannot fail: the counter is 0 */
        if (written == (ssize_t)sizeof one)
            pthread_join(bell->thread, NULL);
    }
    close_door(bell);
    close_one(&bell->connection);
    close_one(&bell->end);
    close_one(&bell->epoll);
    pthread_mutex_destroy(&bell->lock);
    free(bell);
}

/* --- the connection ------------------------------------------------------------------------------------------------ */

static enum status make_folder(struct bell *bell, struct error *err)
{
    const char *parent = getenv("TMPDIR");
    if (!parent || !parent[0])
        parent = "/tmp";
    char *path = bell->address.sun_path;
    int length = snprintf(path, sizeof bell->address.sun_path, "%s/copydesk-XXXXXX", parent);
    if (length < 0 || (size_t)length + sizeof "/bell" > sizeof bell->address.sun_path)
        return error_set(err, E_IO, NULL, "the folder %.60s... has too long a name for a socket", parent);
    if (!mkdtemp(path))
        return error_set(err, E_IO, NULL, "cannot make a folder in %.100s: %s", parent, strerror(errno));
    bell->folder_len = (size_t)length;
    return OK;
}

enum status bell_invite(struct bell *bell, const char **path, struct error *err)
{
    close_door(bell);
    bell->address = (struct sockaddr_un){.sun_family = AF_UNIX};
    enum status status = make_folder(bell, err);
    if (status != OK)
        return status;
    memcpy(bell->address.sun_path + bell->folder_len, "/bell", sizeof "/bell");
    *path = bell->address.sun_path;
    bell->listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (bell->listener >= 0 && bind(bell->listener, (struct sockaddr *)&bell->address, sizeof bell->address) == 0 &&
        listen(bell->listener, 1) == 0)
        return OK;
    status = error_set(err, E_IO, NULL, "cannot listen on %s: %s", *path, strerror(errno));
    if (bell->listener >= 0) {
        close_door(bell);
    } else {
        bell->address.sun_path[bell->folder_len] = '\0';
        rmdir(bell->address.sun_path);
    }
    return status;
}

/* The folder is its owner's alone: who connected is the host. */
enum status bell_admit(struct bell *bell, struct error *err)
{
    int connection = bell->listener < 0 ? -1 : accept4(bell->listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (connection < 0)
        return error_set(err, E_IO, NULL, "nobody has connected to the bell");
    close_door(bell);
    pthread_mutex_lock(&bell->lock);
    close_one(&bell->connection);
    bell->connection = connection;
    bool missed = bell->missed;
    bell->missed = false;
    pthread_mutex_unlock(&bell->lock);
    if (missed)
        bell_ring(bell);
    return OK;
}

enum status bell_watch(struct bell *bell, int descriptor, struct error *err)
{
    struct epoll_event event = {.events = EPOLLIN | EPOLLONESHOT, .data.fd = descriptor};
    if (epoll_ctl(bell->epoll, EPOLL_CTL_MOD, descriptor, &event) == 0)
        return OK;
    if (errno == ENOENT && epoll_ctl(bell->epoll, EPOLL_CTL_ADD, descriptor, &event) == 0)
        return OK;
    return error_set(err, E_IO, NULL, "cannot watch a descriptor: %s", strerror(errno));
}
