#include "base/system/listener.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { FIRST_FD = 3 };

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

static enum status read_address(int fd, struct listener *listener, struct error *err)
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
    return read_address(fd, listener, err);
}

/* --- what a service manager passes --- */

/* A whole number from 0 of at most nine digits; -1: it is none. */
static long number_of(const char *text)
{
    size_t length = strspn(text, "0123456789");
    return length > 0 && length < 10 && !text[length] ? strtol(text, NULL, 10) : -1;
}

static enum status read_variables(int *fd, struct error *err)
{
    const char *process = getenv("LISTEN_PID"), *count = getenv("LISTEN_FDS"), *names = getenv("LISTEN_FDNAMES");
    if (!process || !count)
        return OK;
    long pid = number_of(process), sockets = number_of(count);
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
