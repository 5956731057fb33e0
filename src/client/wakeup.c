#include "client/client.h"

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
    STACK_BYTES = 64 * 1024, /* enough for the few calls that the thread makes */
    EVENTS = 16
};

struct wakeup {
    pid_t pid; /* the process that has the thread */
    pthread_t thread;
    bool running;
    int epoll;    /* the watched descriptors, each for one event, and `end` */
    int end;      /* an eventfd that ends the thread */
    int listener; /* -1: no connection is awaited */
    struct sockaddr_un address;
    size_t folder_len;    /* of the folder in address.sun_path */
    pthread_mutex_t lock; /* guards the two below */
    int connection;
    bool is_pending; /* notified while there was no connection */
};

/* --- the thread --- */

/* When the connection's buffer is full, the byte is dropped: the reader has others to wake it. */
void wakeup_notify(struct wakeup *wakeup)
{
    pthread_mutex_lock(&wakeup->lock);
    if (wakeup->connection < 0)
        wakeup->is_pending = true;
    else
        send(wakeup->connection, "!", 1, MSG_NOSIGNAL | MSG_DONTWAIT);
    pthread_mutex_unlock(&wakeup->lock);
}

static void *wakeup_run(void *context)
{
    struct wakeup *wakeup = context;
    struct epoll_event events[EVENTS];
    for (;;) {
        int count = epoll_wait(wakeup->epoll, events, EVENTS, -1);
        for (int i = 0; i < count; i++)
            if (events[i].data.fd == wakeup->end)
                return NULL;
        if (count > 0)
            wakeup_notify(wakeup);
        else if (errno != EINTR)
            return NULL;
    }
}

static enum status wakeup_start_thread(struct wakeup *wakeup, struct error *err)
{
    pthread_attr_t attributes;
    sigset_t all, before;
    sigfillset(&all);
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK_BYTES); /* when it is refused, the default size is used */
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int failed = pthread_create(&wakeup->thread, &attributes, wakeup_run, wakeup);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    wakeup->running = failed == 0;
    return failed ? error_set(err, E_IO, NULL, "cannot start a thread: %s", strerror(failed)) : OK;
}

/* --- life --- */

static enum status open_descriptors(struct wakeup *wakeup, struct error *err)
{
    wakeup->epoll = epoll_create1(EPOLL_CLOEXEC);
    wakeup->end = eventfd(0, EFD_CLOEXEC);
    struct epoll_event event = {.events = EPOLLIN, .data.fd = wakeup->end};
    if (wakeup->epoll < 0 || wakeup->end < 0 || epoll_ctl(wakeup->epoll, EPOLL_CTL_ADD, wakeup->end, &event) != 0)
        return error_set(err, E_IO, NULL, "cannot make descriptors for wake-ups: %s", strerror(errno));
    return OK;
}

enum status wakeup_open(struct wakeup **out, struct error *err)
{
    *out = NULL;
    struct wakeup *wakeup = calloc(1, sizeof *wakeup);
    if (!wakeup)
        return error_memory(err);
    wakeup->pid = getpid();
    wakeup->epoll = wakeup->end = wakeup->listener = wakeup->connection = -1;
    pthread_mutex_init(&wakeup->lock, NULL);
    enum status status = open_descriptors(wakeup, err);
    if (!status)
        status = wakeup_start_thread(wakeup, err);
    if (status) {
        wakeup_free(wakeup);
        return status;
    }
    *out = wakeup;
    return OK;
}

static void close_one(int *descriptor)
{
    if (*descriptor >= 0)
        close(*descriptor);
    *descriptor = -1;
}

/* Removes the socket and its folder; in a forked child they are the parent's. */
static void stop_listening(struct wakeup *wakeup)
{
    if (wakeup->listener < 0)
        return;
    close_one(&wakeup->listener);
    if (wakeup->pid != getpid())
        return;
    unlink(wakeup->address.sun_path);
    wakeup->address.sun_path[wakeup->folder_len] = '\0';
    rmdir(wakeup->address.sun_path);
}

void wakeup_free(struct wakeup *wakeup)
{
    if (!wakeup)
        return;
    if (wakeup->running && wakeup->pid == getpid()) {
        uint64_t one = 1;
        ssize_t written = write(wakeup->end, &one, sizeof one); /* cannot fail: the counter is 0 */
        if (written == (ssize_t)sizeof one)
            pthread_join(wakeup->thread, NULL);
    }
    stop_listening(wakeup);
    close_one(&wakeup->connection);
    close_one(&wakeup->end);
    close_one(&wakeup->epoll);
    pthread_mutex_destroy(&wakeup->lock);
    free(wakeup);
}

/* --- the connection --- */

static enum status make_folder(struct wakeup *wakeup, struct error *err)
{
    const char *parent = getenv("TMPDIR");
    if (!parent || !parent[0])
        parent = "/tmp";
    char *path = wakeup->address.sun_path;
    int length = snprintf(path, sizeof wakeup->address.sun_path, "%s/copydesk-XXXXXX", parent);
    if (length < 0 || (size_t)length + sizeof "/wakeup" > sizeof wakeup->address.sun_path)
        return error_set(err, E_IO, NULL, "the folder %.60s... has too long a name for a socket", parent);
    if (!mkdtemp(path))
        return error_set(err, E_IO, NULL, "cannot make a folder in %.100s: %s", parent, strerror(errno));
    wakeup->folder_len = (size_t)length;
    return OK;
}

enum status wakeup_listen(struct wakeup *wakeup, const char **path, struct error *err)
{
    stop_listening(wakeup);
    wakeup->address = (struct sockaddr_un){.sun_family = AF_UNIX};
    enum status status = make_folder(wakeup, err);
    if (status)
        return status;
    memcpy(wakeup->address.sun_path + wakeup->folder_len, "/wakeup", sizeof "/wakeup");
    *path = wakeup->address.sun_path;
    wakeup->listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (wakeup->listener >= 0 &&
        bind(wakeup->listener, (struct sockaddr *)&wakeup->address, sizeof wakeup->address) == 0 &&
        listen(wakeup->listener, 1) == 0)
        return OK;
    status = error_set(err, E_IO, NULL, "cannot listen on %s: %s", *path, strerror(errno));
    if (wakeup->listener >= 0) {
        stop_listening(wakeup);
    } else {
        wakeup->address.sun_path[wakeup->folder_len] = '\0';
        rmdir(wakeup->address.sun_path);
    }
    return status;
}

/* Only the user's own programs may enter the folder, so whoever connected is the host. */
enum status wakeup_accept(struct wakeup *wakeup, struct error *err)
{
    int connection = wakeup->listener < 0 ? -1 : accept4(wakeup->listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (connection < 0)
        return error_set(err, E_IO, NULL, "nobody has connected to the wake-up socket");
    stop_listening(wakeup);
    pthread_mutex_lock(&wakeup->lock);
    close_one(&wakeup->connection);
    wakeup->connection = connection;
    bool is_pending = wakeup->is_pending;
    wakeup->is_pending = false;
    pthread_mutex_unlock(&wakeup->lock);
    if (is_pending)
        wakeup_notify(wakeup);
    return OK;
}

enum status wakeup_watch(struct wakeup *wakeup, int descriptor, struct error *err)
{
    struct epoll_event event = {.events = EPOLLIN | EPOLLONESHOT, .data.fd = descriptor};
    if (epoll_ctl(wakeup->epoll, EPOLL_CTL_MOD, descriptor, &event) == 0)
        return OK;
    if (errno == ENOENT && epoll_ctl(wakeup->epoll, EPOLL_CTL_ADD, descriptor, &event) == 0)
        return OK;
    return error_set(err, E_IO, NULL, "cannot watch a descriptor: %s", strerror(errno));
}
