/*
 * A host of the web on a port of its own, which serves one page and does it well or in one of many bad ways. It takes
 * any number of connections at once and counts them, so that a test sees how it was treated.
 */
#ifndef COPYDESK_SPEC_FAULTY_HOST_H
#define COPYDESK_SPEC_FAULTY_HOST_H

#include "loopback.h"

#include <fcntl.h>
#include <poll.h>
#include <zlib.h>

enum host_fault {
    HOST_GOOD,
    HOST_SILENT,     /* takes the request and says nothing */
    HOST_TRICKLES,   /* a byte now and then, for ever */
    HOST_REFUSES,    /* nobody listens */
    HOST_HANGS_UP,   /* closes the connection without an answer */
    HOST_BREAKS,     /* closes it in the middle of a chunk */
    HOST_TOO_LONG,   /* its Content-Length is longer than the page */
    HOST_TOO_SHORT,  /* its Content-Length ends in the middle of the page */
    HOST_LOOPS,      /* redirects to itself */
    HOST_CIRCLES,    /* redirects to another host, which redirects back */
    HOST_ENDLESS,    /* a page without an end */
    HOST_HEADERS,    /* headers without an end */
    HOST_BOMB,       /* 64 MiB of zeros, gzipped */
    HOST_NO_HTTP,    /* speaks something else */
    HOST_NO_GZIP,    /* says that it is gzipped, and it is not */
    HOST_MISSING,    /* 404 */
    HOST_BROKEN,     /* 500 */
    HOST_BUSY,       /* 429, for an hour */
    HOST_BUSY_ONCE,  /* 429 with Retry-After: 0, once */
    HOST_BINARY,     /* no letter in it */
    HOST_PICTURE,    /* a type that is not read */
    HOST_FORBIDS,    /* its robots.txt does */
    HOST_BAD_ROBOTS, /* its robots.txt answers 500 */
    HOST_DENIES,     /* redirects to an address that the guard refuses */
    HOST_FAULTS
};

enum { HOST_CONNECTIONS = 64 };

struct faulty_host {
    enum host_fault fault;
    const char *page;      /* the body of what it serves, HTML */
    const char *robots;    /* NULL: it has none */
    const char *elsewhere; /* the address that HOST_CIRCLES redirects to */
    int think_ms;          /* before each answer */
    int listener;
    unsigned port;
    char url[40]; /* "http://127.0.0.1:PORT" */
    pthread_t thread;
    atomic_bool is_stopping;
    atomic_int robots_requests, page_requests;
    atomic_int present, most_present;      /* requests that are thought about, robots.txt included */
    atomic_llong ended_us, least_pause_us; /* between the end of a request and the start of the next */
    struct faulty_connection {
        struct faulty_host *host;
        int socket;
        pthread_t thread;
        bool is_made;
        atomic_bool is_done;
    } connections[HOST_CONNECTIONS]; /* at once */
};

static inline long long host_now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000LL + now.tv_nsec / 1000;
}

/* Waits for so many milliseconds, or until the client has gone or the test ends; true: go on. */
static inline bool host_pause(struct faulty_host *host, int socket, int ms)
{
    struct pollfd watched = {.fd = socket, .events = POLLIN | POLLRDHUP};
    return poll(&watched, 1, ms) == 0 && !atomic_load(&host->is_stopping);
}

static inline bool host_send(int socket, const void *data, size_t length)
{
    for (const char *at = data; length > 0;) {
        ssize_t sent = send(socket, at, length, MSG_NOSIGNAL);
        if (sent <= 0)
            return false;
        at += sent;
        length -= (size_t)sent;
    }
    return true;
}

static inline void host_send_page(int socket, const char *head, const char *page, size_t length)
{
    char text[300];
    snprintf(text, sizeof text, "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n%s\r\n", head);
    loopback_text(socket, text);
    loopback_send(socket, page, length);
}

static inline void host_send_length(int socket, const char *page, long more)
{
    char head[80];
    snprintf(head, sizeof head, "Content-Length: %ld\r\nConnection: close\r\n", (long)strlen(page) + more);
    host_send_page(socket, head, page, strlen(page));
}

static inline void host_redirect(int socket, const char *to)
{
    char head[200];
    snprintf(head, sizeof head, "HTTP/1.1 302 Found\r\nLocation: %s\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
             to);
    loopback_text(socket, head);
}

static inline void host_send_bomb(int socket)
{
    static const unsigned char zeros[64 * 1024];
    unsigned char packed[64 * 1024];
    z_stream stream = {0};
    deflateInit2(&stream, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
    loopback_text(socket, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n\r\n");
    bool goes_on = true;
    for (int i = 0; i < 1024 && goes_on; i++) {
        stream.next_in = (unsigned char *)(uintptr_t)zeros;
        stream.avail_in = sizeof zeros;
        do {
            stream.next_out = packed;
            stream.avail_out = sizeof packed;
            deflate(&stream, i == 1023 ? Z_FINISH : Z_NO_FLUSH);
            goes_on = host_send(socket, packed, sizeof packed - stream.avail_out);
        } while (stream.avail_out == 0 && goes_on);
    }
    deflateEnd(&stream);
}

/* Sends the same piece until the client has gone. */
static inline void host_send_endless(struct faulty_host *host, int socket, const char *head, const char *piece)
{
    loopback_text(socket, head);
    while (host_send(socket, piece, strlen(piece)) && !atomic_load(&host->is_stopping))
        ;
}

static inline void host_misbehave(struct faulty_host *host, int socket, int request)
{
    static const char *const plain[HOST_FAULTS] = {
        [HOST_NO_HTTP] = "220 mail.example.org ready\r\n",
        [HOST_NO_GZIP] = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n"
                         "Connection: close\r\n\r\n<p>This is no gzip.</p>",
        [HOST_BREAKS] = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n"
                        "1000\r\n<p>The chunk ends he",
        [HOST_MISSING] = "HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\nConnection: close\r\n\r\ngone",
        [HOST_BROKEN] = "HTTP/1.1 500 Oops\r\nContent-Length: 4\r\nConnection: close\r\n\r\noops",
        [HOST_BUSY] = "HTTP/1.1 429 Busy\r\nRetry-After: 3600\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
        [HOST_BINARY] = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 6\r\nConnection: close\r\n\r\n"
                        "\1\2 1 2",
        [HOST_PICTURE] = "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Length: 4\r\nConnection: close\r\n\r\n"
                         "\x89PNG",
    };
    switch (host->fault) {
    case HOST_SILENT:
        loopback_hang(socket);
        return;
    case HOST_TRICKLES:
        loopback_text(socket, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n");
        while (host_pause(host, socket, 20) && host_send(socket, "x", 1))
            ;
        return;
    case HOST_TOO_LONG:
        host_send_length(socket, host->page, 100000);
        return;
    case HOST_TOO_SHORT:
        host_send_length(socket, host->page, -(long)strlen(host->page) / 2);
        return;
    case HOST_LOOPS:
        host_redirect(socket, host->url);
        return;
    case HOST_CIRCLES:
        host_redirect(socket, host->elsewhere);
        return;
    case HOST_DENIES:
        host_redirect(socket, "http://169.254.169.254/latest/");
        return;
    case HOST_ENDLESS:
        host_send_endless(host, socket, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n",
                          "<p>And so it goes on and on, as if nobody had anything better to do.</p>\n");
        return;
    case HOST_HEADERS:
        host_send_endless(host, socket, "HTTP/1.1 200 OK\r\n",
                          "X-Padding: 0123456789012345678901234567890123456789\r\n");
        return;
    case HOST_BOMB:
        host_send_bomb(socket);
        return;
    case HOST_BUSY_ONCE:
        if (request == 1)
            loopback_text(socket,
                          "HTTP/1.1 429 Busy\r\nRetry-After: 0\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
        else
            host_send_length(socket, host->page, 0);
        return;
    case HOST_GOOD:
    case HOST_FORBIDS:
    case HOST_BAD_ROBOTS:
        host_send_length(socket, host->page, 0);
        return;
    default:
        loopback_text(socket, plain[host->fault] ? plain[host->fault] : "");
    }
}

static inline void host_send_robots(const struct faulty_host *host, int socket)
{
    char answer[600];
    const char *robots = host->fault == HOST_FORBIDS ? "User-agent: copydesk\nDisallow: /\n" : host->robots;
    int status = host->fault == HOST_BAD_ROBOTS ? 500 : robots ? 200 : 404;
    robots = robots ? robots : "";
    snprintf(answer, sizeof answer, "HTTP/1.1 %d X\r\nContent-Length: %zu\r\nConnection: close\r\n\r\n%s", status,
             strlen(robots), robots);
    loopback_text(socket, answer);
}

/* Counts the request while it is thought about, which is over before the client can see an answer. */
static inline void host_think(struct faulty_host *host, int socket)
{
    long long pause = host_now_us() - atomic_load(&host->ended_us), least = atomic_load(&host->least_pause_us);
    int present = atomic_fetch_add(&host->present, 1) + 1;
    if (pause < least)
        atomic_store(&host->least_pause_us, pause);
    if (present > atomic_load(&host->most_present))
        atomic_store(&host->most_present, present);
    if (host->think_ms)
        host_pause(host, socket, host->think_ms);
    atomic_store(&host->ended_us, host_now_us());
    atomic_fetch_sub(&host->present, 1);
}

static inline void host_answer(struct faulty_host *host, int socket, const char *request)
{
    bool is_robots = loopback_asks(request, "/robots.txt");
    int number = atomic_fetch_add(is_robots ? &host->robots_requests : &host->page_requests, 1) + 1;
    host_think(host, socket);
    if (is_robots)
        host_send_robots(host, socket);
    else
        host_misbehave(host, socket, number);
}

static inline void *host_serve(void *argument)
{
    struct faulty_connection *connection = argument;
    char request[8 * 1024];
    if (loopback_read(connection->socket, request, sizeof request))
        host_answer(connection->host, connection->socket, request);
    shutdown(connection->socket, SHUT_RDWR);
    atomic_store(&connection->is_done, true);
    return NULL;
}

static inline void host_clear(struct faulty_connection *connection)
{
    if (!connection->is_made)
        return;
    pthread_join(connection->thread, NULL);
    close(connection->socket);
    connection->is_made = false;
}

/* A place for another connection; NULL: there are too many. */
static inline struct faulty_connection *host_place(struct faulty_host *host)
{
    for (size_t i = 0; i < HOST_CONNECTIONS; i++) {
        struct faulty_connection *connection = &host->connections[i];
        if (connection->is_made && !atomic_load(&connection->is_done))
            continue;
        host_clear(connection);
        return connection;
    }
    return NULL;
}

static inline void *host_listen(void *argument)
{
    struct faulty_host *host = argument;
    for (;;) {
        int socket = accept(host->listener, NULL, NULL);
        if (socket < 0)
            return NULL;
        struct faulty_connection *connection = host_place(host);
        if (!connection) {
            close(socket);
            continue;
        }
        connection->host = host;
        connection->socket = socket;
        connection->is_made = true;
        atomic_store(&connection->is_done, false);
        if (pthread_create(&connection->thread, NULL, host_serve, connection) != 0) {
            perror("faulty host");
            exit(1);
        }
    }
}

static inline void host_start(struct faulty_host *host, enum host_fault fault, const char *page)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    memset(host, 0, sizeof *host);
    host->fault = fault;
    host->page = page;
    atomic_store(&host->least_pause_us, 1LL << 60);
    host->listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    bool good = host->listener >= 0 && bind(host->listener, (struct sockaddr *)&address, sizeof address) == 0 &&
                getsockname(host->listener, (struct sockaddr *)&address, &length) == 0;
    host->port = ntohs(address.sin_port);
    snprintf(host->url, sizeof host->url, "http://127.0.0.1:%u", host->port);
    if (good && fault != HOST_REFUSES) /* a port that is bound and not listened at refuses connections */
        good = listen(host->listener, 64) == 0 && pthread_create(&host->thread, NULL, host_listen, host) == 0;
    if (!good) {
        perror("faulty host");
        exit(1);
    }
}

static inline void host_stop(struct faulty_host *host)
{
    atomic_store(&host->is_stopping, true);
    shutdown(host->listener, SHUT_RDWR);
    if (host->fault != HOST_REFUSES)
        pthread_join(host->thread, NULL);
    close(host->listener);
    for (size_t i = 0; i < HOST_CONNECTIONS; i++) {
        if (host->connections[i].is_made)
            shutdown(host->connections[i].socket, SHUT_RDWR);
        host_clear(&host->connections[i]);
    }
}

#endif
