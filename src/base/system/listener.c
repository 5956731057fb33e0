#include "base/system/listener.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    FIRST_FD = 3,
    HANDSHAKE_MS = 50 /* in which a connection that was asked for before is there */
};

/* --- a descriptor --- */

static enum status is_not(int fd, const char *what, struct error *err)
{
    return error_set(err, E_INVALID, "listen", "descriptor %d is %s; it must be a listening TCP socket", fd, what);
}

static int option_of(int fd, int name)
{
    int value = -1;
    socklen_t size = sizeof value;
    return getsockopt(fd, SOL_SOCKET, name, &value, &size) == 0 ? value : -1;
}

static enum status listener_read_address(int fd, struct listener *listener, struct error *err)
{
    struct sockaddr_storage address = {0};
    socklen_t size = sizeof address;
    const struct sockaddr_in *v4 = (const struct sockaddr_in *)&address;
    const struct sockaddr_in6 *v6 = (const struct sockaddr_in6 *)&address;
    if (getsockname(fd, (struct sockaddr *)&address, &size) != 0)
        return error_set(err, E_IO, "listen", "cannot tell the address of descriptor %d: %s", fd, strerror(errno));
    switch (address.ss_family) {
    case AF_INET:
        inet_ntop(AF_INET, &v4->sin_addr, listener->host, sizeof listener->host);
        listener->port = ntohs(v4->sin_port);
        return OK;
    case AF_INET6:
        inet_ntop(AF_INET6, &v6->sin6_addr, listener->host, sizeof listener->host);
        listener->port = ntohs(v6->sin6_port);
        return OK;
    case AF_UNIX:
        return is_not(fd, "a Unix socket, where callers would need no key", err);
    default:
        return is_not(fd, "a socket of another family", err);
    }
}

enum status listener_inspect(int fd, struct listener *listener, struct error *err)
{
    if (fcntl(fd, F_GETFD) < 0)
        return is_not(fd, "not open", err);
    int type = option_of(fd, SO_TYPE);
    if (type < 0)
        return is_not(fd, "no socket", err);
    if (type != SOCK_STREAM)
        return is_not(fd, "a datagram socket", err);
    if (option_of(fd, SO_ACCEPTCONN) != 1)
        return is_not(fd, "a socket that does not listen", err);
    if (fcntl(fd, F_SETFD, FD_CLOEXEC) != 0)
        return error_set(err, E_IO, "listen", "cannot keep descriptor %d from other programs: %s", fd, strerror(errno));
    return listener_read_address(fd, listener, err);
}

bool listener_is_same(int a, int b)
{
    struct stat first, second;
    return fstat(a, &first) == 0 && fstat(b, &second) == 0 && first.st_dev == second.st_dev &&
           first.st_ino == second.st_ino;
}

/* --- what a service manager passes --- */

/* A whole number from 0 of at most nine digits; -1: it is none. */
static long listener_number_of(const char *text)
{
    size_t length = strspn(text, "0123456789");
    return length > 0 && length < 10 && !text[length] ? strtol(text, NULL, 10) : -1;
}

static enum status read_variables(int *fd, struct error *err)
{
    const char *process = getenv("LISTEN_PID"), *count = getenv("LISTEN_FDS"), *names = getenv("LISTEN_FDNAMES");
    if (!process || !count)
        return OK;
    long pid = listener_number_of(process), sockets = listener_number_of(count);
    if (pid < 1)
        return error_set(err, E_INVALID, "listen", "LISTEN_PID must be the number of a process, not \"%.40s\"",
                         process);
    if (pid != (long)getpid())
        return OK; /* meant for the process that started this one */
    if (sockets < 0)
        return error_set(err, E_INVALID, "listen", "LISTEN_FDS must be a number of sockets, not \"%.40s\"", count);
    if (sockets > 1)
        return error_set(err, E_INVALID, "listen",
                         "the service listens at one socket, and LISTEN_FDS passes %ld (%.120s): give its .socket "
                         "unit one ListenStream",
                         sockets, names ? names : "without names");
    if (sockets == 1)
        *fd = FIRST_FD;
    return OK;
}

enum status listener_passed(int *fd, struct error *err)
{
    *fd = -1;
    enum status status = read_variables(fd, err);
    unsetenv("LISTEN_PID");
    unsetenv("LISTEN_FDS");
    unsetenv("LISTEN_FDNAMES");
    return status;
}

/* --- closing --- */

/*
 * The system resets connections that nobody has accepted when their listening socket is closed, and a caller who has
 * sent a request on one cannot know whether it was done. So segments that ask for a connection (SYN) are dropped before
 * that: the caller asks again after a second, and is refused then, of which nothing can have come. Where the system
 * knows no such filter, the chance remains that somebody comes between the last accept and the closing.
 */
static void keep_others_out(int fd)
{
    enum { FLAGS_AT = 13, SYN = 2 }; /* in the header of a segment */
    struct sock_filter steps[] = {
        BPF_STMT(BPF_LD | BPF_B | BPF_ABS, FLAGS_AT),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, SYN, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, 0),
        BPF_STMT(BPF_RET | BPF_K, UINT32_MAX),
    };
    const struct sock_fprog program = {.len = sizeof steps / sizeof *steps, .filter = steps};
    (void)setsockopt(fd, SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof program);
}

void listener_close(int fd, void (*take)(void *context, int fd, const struct sockaddr *peer, socklen_t size),
                    void *context)
{
    struct pollfd waiting = {.fd = fd, .events = POLLIN};
    keep_others_out(fd);
    fcntl(fd, F_SETFL, O_NONBLOCK);
    int64_t left, until = clock_mono_ms() + HANDSHAKE_MS;
    while ((left = until - clock_mono_ms()) > 0 && poll(&waiting, 1, (int)left) >= 0) {
        struct sockaddr_storage peer = {0};
        socklen_t size = sizeof peer;
        int connection = accept4(fd, (struct sockaddr *)&peer, &size, SOCK_CLOEXEC | SOCK_NONBLOCK);
        if (connection >= 0)
            take(context, connection, (const struct sockaddr *)&peer, size);
    }
    close(fd);
}
