#include "service/doctor/check_service.h"

#include "service/endpoint.h"
#include "store/folder.h"

#include <errno.h>
#include <netdb.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

static bool is_running(const struct examination *examination)
{
    return folder_is_locked(examination->folder, FOLDER_LOCK);
}

void check_running(struct examination *examination)
{
    struct error err;
    struct endpoint running = {0};
    if (!is_running(examination)) {
        found(examination, "service", FINE, NULL, "none runs on this data folder");
        return;
    }
    enum status status = endpoint_find(examination->folder, examination->socket, examination->arena, &running, &err);
    if (status == E_MEMORY)
        examination->has_failed = true;
    else if (status)
        found(examination, "service", FAULT, "look what it waits for, or end it",
              "a process holds the lock of the data folder, but no service answers on it");
    else
        found(examination, "service", FINE, NULL, "one runs at %s (process %d)", running.url, (int)running.pid);
    json_decref(running.shared);
}

/* 0, or why nothing can listen there. */
static int try_to_listen(const struct addrinfo *address)
{
    const int on = 1;
    int fd = socket(address->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return errno;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    bool can = bind(fd, address->ai_addr, address->ai_addrlen) == 0 && listen(fd, 1) == 0;
    int reason = can ? 0 : errno;
    close(fd);
    return reason;
}

static const char *advice_for(int reason)
{
    if (reason == EADDRINUSE)
        return "end the program that listens there, or name another port as `listen`";
    if (reason == EACCES)
        return "name a port above 1023 as `listen`, or let the system start the service";
    return "name an address of this machine as `listen`";
}

void check_address(struct examination *examination)
{
    char port[16], reason[128];
    const struct addrinfo hints = {.ai_flags = AI_NUMERICHOST | AI_PASSIVE, .ai_socktype = SOCK_STREAM};
    struct addrinfo *address = NULL;
    const struct config *config = &examination->config;
    if (is_running(examination))
        return; /* it listens there */
    if (config->port == 0) {
        found(examination, "address", FINE, NULL, "%s, any free port", config->host);
        return;
    }
    snprintf(port, sizeof port, "%d", config->port);
    int problem = getaddrinfo(config->host, port, &hints, &address);
    int code = problem ? 0 : try_to_listen(address);
    if (problem)
        found(examination, "address", FAULT, "name an address of this machine as `listen`", "%s is no address: %s",
              config->host, gai_strerror(problem));
    else if (code)
        found(examination, "address", FAULT, advice_for(code), "nothing can listen at %s, port %s: %s", config->host,
              port, strerror_r(code, reason, sizeof reason));
    else
        found(examination, "address", FINE, NULL, "%s, port %s is free", config->host, port);
    if (!problem)
        freeaddrinfo(address);
}
