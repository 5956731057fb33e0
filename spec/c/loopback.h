/*
 * A small HTTP server on 127.0.0.1 or on a unix socket, for tests: one thread, one connection after another, answers
 * written byte by byte by the test itself, so that it can also misbehave.
 */
#ifndef COPYDESK_SPEC_LOOPBACK_H
#define COPYDESK_SPEC_LOOPBACK_H

#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

struct loopback;

/* Answers one request on the connection; true keeps it open for another. `request` is head and body, NUL-terminated. */
typedef bool (*loopback_handler)(struct loopback *server, int connection, const char *request);

struct loopback {
    int listener;
    unsigned port;
    char url[40];    /* "http://127.0.0.1:PORT" */
    char folder[32]; /* of the unix socket, if it is one */
    loopback_handler handler;
    void *context;
    pthread_t thread;
    atomic_int connections, requests;
    char last[64 * 1024]; /* the last request; read it when the client has its answer */
};

static inline void loopback_send(int connection, const void *data, size_t length)
{
    const char *at = data;
    while (length > 0) {
        ssize_t sent = send(connection, at, length, MSG_NOSIGNAL);
        if (sent <= 0)
            return;
        at += sent;
        length -= (size_t)sent;
    }
}

static inline void loopback_text(int connection, const char *text)
{
    loopback_send(connection, text, strlen(text));
}

/* Does the request line ask for this path? */
static inline bool loopback_asks(const char *request, const char *path)
{
    const char *space = strchr(request, ' ');
    return space && strncmp(space + 1, path, strlen(path)) == 0 && space[1 + strlen(path)] == ' ';
}

/* Waits until the client has gone. */
static inline void loopback_hang(int connection)
{
    char byte;
    while (recv(connection, &byte, 1, 0) > 0)
        ;
}

/* Reads head and, by its Content-Length, body. */
static inline bool loopback_read(int connection, char *request, size_t size)
{
    size_t length = 0, need = 0;
    while (length < size - 1 && (need == 0 || length < need)) {
        ssize_t got = recv(connection, request + length, size - 1 - length, 0);
        if (got <= 0)
            return false;
        length += (size_t)got;
        request[length] = '\0';
        const char *end = strstr(request, "\r\n\r\n");
        const char *declared = strcasestr(request, "\r\nContent-Length:");
        if (end)
            need = (size_t)(end + 4 - request) + (declared && declared < end ? strtoul(declared + 17, NULL, 10) : 0);
    }
    return true;
}

static inline void *loopback_run(void *argument)
{
    struct loopback *server = argument;
    for (;;) {
        int connection = accept(server->listener, NULL, NULL);
        if (connection < 0)
            return NULL;
        atomic_fetch_add(&server->connections, 1);
        while (loopback_read(connection, server->last, sizeof server->last)) {
            atomic_fetch_add(&server->requests, 1);
            if (!server->handler(server, connection, server->last))
                break;
        }
        close(connection);
    }
}

static inline void loopback_serve(struct loopback *server, struct sockaddr *address, socklen_t length)
{
    server->listener = socket(address->sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (server->listener < 0 || bind(server->listener, address, length) != 0 || listen(server->listener, 64) != 0 ||
        getsockname(server->listener, address, &length) != 0 ||
        pthread_create(&server->thread, NULL, loopback_run, server) != 0) {
        perror("loopback server");
        exit(1);
    }
}

static inline void loopback_start(struct loopback *server, loopback_handler handler, void *context)
{
    memset(server, 0, sizeof *server);
    server->handler = handler;
    server->context = context;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    loopback_serve(server, (struct sockaddr *)&address, sizeof address);
    server->port = ntohs(address.sin_port);
    snprintf(server->url, sizeof server->url, "http://127.0.0.1:%u", server->port);
}

/* On a unix socket in a folder of its own; url is "unix:/path". */
static inline void loopback_start_unix(struct loopback *server, loopback_handler handler, void *context)
{
    memset(server, 0, sizeof *server);
    server->handler = handler;
    server->context = context;
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strcpy(server->folder, "/tmp/loopback-XXXXXX");
    if (!mkdtemp(server->folder))
        exit(1);
    snprintf(address.sun_path, sizeof address.sun_path, "%s/s", server->folder);
    snprintf(server->url, sizeof server->url, "unix:%s/s", server->folder);
    loopback_serve(server, (struct sockaddr *)&address, sizeof address);
}

static inline void loopback_stop(struct loopback *server)
{
    shutdown(server->listener, SHUT_RDWR);
    pthread_join(server->thread, NULL);
    close(server->listener);
    if (server->folder[0]) {
        unlink(server->url + strlen("unix:"));
        rmdir(server->folder);
    }
}

#endif
