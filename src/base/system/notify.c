#include "base/system/notify.h"

#include "base/system/thread.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/* The length of the address; 0: the name is none. An abstract name begins with a NUL byte instead of "@". */
static socklen_t notify_set_address(const char *name, struct sockaddr_un *address)
{
    size_t length = strlen(name);
    *address = (struct sockaddr_un){.sun_family = AF_UNIX};
    if ((name[0] != '/' && name[0] != '@') || length < 2 || length >= sizeof address->sun_path)
        return 0;
    memcpy(address->sun_path, name, length);
    if (name[0] == '@')
        address->sun_path[0] = '\0';
    return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length + (name[0] == '/'));
}

static enum status notify_failed(const char *name, struct error *err)
{
    return error_set(err, E_IO, "notify", "cannot tell the service manager at NOTIFY_SOCKET (%.108s): %s", name,
                     strerror(errno));
}

enum status notify_manager(const char *state, struct error *err)
{
    struct sockaddr_un address;
    const char *name = getenv("NOTIFY_SOCKET");
    if (!name || !name[0])
        return OK;
    socklen_t size = notify_set_address(name, &address);
    if (!size)
        return error_set(err, E_INVALID, "notify",
                         "NOTIFY_SOCKET must be an absolute path, or \"@\" and a name, of at most %zu bytes, not "
                         "\"%.120s\"",
                         sizeof address.sun_path - 1, name);
    int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return notify_failed(name, err);
    ssize_t sent;
    do
        sent = sendto(fd, state, strlen(state), MSG_NOSIGNAL, (struct sockaddr *)&address, size);
    while (sent < 0 && errno == EINTR);
    enum status status = sent < 0 ? notify_failed(name, err) : OK;
    close(fd);
    return status;
}

void relay_init(struct relay *relay)
{
    *relay = (struct relay){0};
    pthread_mutex_init(&relay->lock, NULL);
    condition_init(&relay->changed);
}

void relay_free(struct relay *relay)
{
    pthread_mutex_destroy(&relay->lock);
    pthread_cond_destroy(&relay->changed);
}

int relay_room(struct relay *relay)
{
    pthread_mutex_lock(&relay->lock);
    while (!relay->is_stopped && relay->filled - relay->emptied == RELAY_SLOTS)
        pthread_cond_wait(&relay->changed, &relay->lock);
    int slot = relay->is_stopped ? RELAY_END : (int)(relay->filled % RELAY_SLOTS);
    pthread_mutex_unlock(&relay->lock);
    return slot;
}

int relay_take(struct relay *relay)
{
    pthread_mutex_lock(&relay->lock);
    while (!relay->is_stopped && !relay->is_ended && relay->filled == relay->emptied)
        pthread_cond_wait(&relay->changed, &relay->lock);
    bool is_there = !relay->is_stopped && relay->filled != relay->emptied;
    int slot = is_there ? (int)(relay->emptied % RELAY_SLOTS) : RELAY_END;
    pthread_mutex_unlock(&relay->lock);
    return slot;
}

void relay_tell(struct relay *relay, enum relay_event event)
{
    pthread_mutex_lock(&relay->lock);
    relay->filled += event == RELAY_FILLED;
    relay->emptied += event == RELAY_EMPTIED;
    relay->is_ended |= event == RELAY_ENDED;
    relay->is_stopped |= event == RELAY_STOPPED;
    pthread_cond_signal(&relay->changed);
    pthread_mutex_unlock(&relay->lock);
}
