#include "service/http/local.h"

#include "base/system/system.h"

#include <errno.h>
#include <openssl/sha.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

enum { BACKLOG = 1024, PAUSE_MS = 20, NAME_BYTES = 16 };

#define SHORT_PREFIX "/tmp/copydesk-"

struct local {
    struct MHD_Daemon *daemon;
    const char *path;
    int listener;
    pthread_t thread;
    bool is_running;
    atomic_bool closing;
};

/* --- the name --- */

/* A path with a colon would mean something else in the client's base_url. */
static bool fits(const char *path)
{
    return strlen(path) < sizeof((struct sockaddr_un *)NULL)->sun_path && !strchr(path, ':');
}

const char *local_path(const char *folder, struct arena *arena)
{
    const char *path = arena_printf(arena, "%s/socket", folder);
    if (!path || fits(path))
        return path;
    unsigned char hash[SHA256_DIGEST_LENGTH];
    char name[2 * NAME_BYTES + 1];
    SHA256((const unsigned char *)folder, strlen(folder), hash);
    hex_encode(hash, NAME_BYTES, name);
    return arena_printf(arena, SHORT_PREFIX "%u/%s", (unsigned)geteuid(), name);
}

/* Anybody can make a folder of this name in /tmp, so it must belong to this user and be closed to others. */
static enum status make_parent(const char *path, struct error *err)
{
    struct stat info;
    char parent[sizeof((struct sockaddr_un *)NULL)->sun_path];
    snprintf(parent, sizeof parent, "%s", path);
    *strrchr(parent, '/') = '\0';
    if (strncmp(path, SHORT_PREFIX, strlen(SHORT_PREFIX)) != 0)
        return OK;
    if (mkdir(parent, 0700) != 0 && errno != EEXIST)
        return error_set(err, E_IO, NULL, "cannot make %s: %s", parent, strerror(errno));
    if (lstat(parent, &info) == 0 && S_ISDIR(info.st_mode) && info.st_uid == geteuid() && (info.st_mode & 077) == 0)
        return OK;
    return error_set(err, E_IO, NULL, "%s is not a folder of this user alone", parent);
}

static socklen_t local_set_address(struct sockaddr_un *address, const char *path)
{
    *address = (struct sockaddr_un){.sun_family = AF_UNIX};
    memcpy(address->sun_path, path, strlen(path) + 1);
    return (socklen_t)sizeof *address;
}

/* --- accepting --- */

/* The folder's mode keeps other users out as well, as long as nobody changes it. */
static bool is_own_user(int fd)
{
    struct ucred peer;
    socklen_t size = sizeof peer;
    return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && (peer.uid == geteuid() || peer.uid == 0);
}

static void local_hand_over(struct local *local, int fd)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (!is_own_user(fd))
        close(fd);
    else /* the library closes the descriptor when it fails */
        MHD_add_connection(local->daemon, fd, (struct sockaddr *)&address, sizeof address);
}

static void *accept_all(void *argument)
{
    struct local *local = argument;
    while (!atomic_load(&local->closing)) {
        int fd = accept4(local->listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
        if (fd >= 0)
            local_hand_over(local, fd);
        else if (errno == EMFILE || errno == ENFILE || errno == ENOMEM || errno == ENOBUFS)
            poll(NULL, 0, PAUSE_MS); /* no descriptor is free; one will be when a connection ends */
    }
    return NULL;
}

static enum status local_failed(const char *path, struct error *err)
{
    return error_set(err, E_IO, "listen", "cannot listen at %s: %s", path, strerror(errno));
}

/* Only the holder of the folder's lock may listen, so a socket that is there already is left over and can be removed.
 */
static enum status open_listener(struct local *local, struct error *err)
{
    struct sockaddr_un address;
    socklen_t size = local_set_address(&address, local->path);
    local->listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (local->listener < 0)
        return local_failed(local->path, err);
    unlink(local->path);
    if (bind(local->listener, (struct sockaddr *)&address, size) != 0 || chmod(local->path, 0600) != 0 ||
        listen(local->listener, BACKLOG) != 0)
        return local_failed(local->path, err);
    return fork_close_in_child(local->listener, err);
}

enum status local_start(const char *path, struct MHD_Daemon *daemon, struct local **out, struct error *err)
{
    struct local *local = calloc(1, sizeof *local);
    if (!local)
        return error_memory(err);
    *out = local;
    local->daemon = daemon;
    local->path = path;
    local->listener = -1;
    enum status status = make_parent(path, err);
    if (!status)
        status = open_listener(local, err);
    if (status)
        return status;
    status = thread_start(&local->thread, accept_all, local, err);
    local->is_running = !status;
    return status;
}

void local_close(struct local *local)
{
    if (!local || local->listener < 0)
        return;
    atomic_store(&local->closing, true);
    shutdown(local->listener, SHUT_RDWR); /* ends the accept */
    if (local->is_running)
        pthread_join(local->thread, NULL);
    fork_forget(local->listener);
    close(local->listener);
    local->listener = -1;
    unlink(local->path);
}

void local_free(struct local *local)
{
    local_close(local);
    free(local);
}

/* --- looking --- */

bool local_is_origin(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    return info && info->client_addr && info->client_addr->sa_family == AF_UNIX;
}

pid_t local_listener(const char *path)
{
    struct sockaddr_un address;
    struct ucred peer;
    socklen_t size = local_set_address(&address, path), credentials = sizeof peer;
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0)
        return -1;
    bool found = connect(fd, (struct sockaddr *)&address, size) == 0 &&
                 getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &credentials) == 0;
    close(fd);
    return found ? peer.pid : -1;
}
