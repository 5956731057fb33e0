/*
 * A real nginx for tests, in the foreground and in a folder of its own, which holds the caller's nginx.conf and what
 * that names: "daemon off; master_process off; pid pid;" and the like.
 */
#ifndef COPYDESK_SPEC_NGINX_H
#define COPYDESK_SPEC_NGINX_H

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NGINX_ATTEMPTS = 5 }; /* between choosing a port and listening on it another process may take it */

static inline struct sockaddr_in nginx_address(unsigned port)
{
    return (struct sockaddr_in){
        .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
}

/* A port of 127.0.0.1 that was free a moment ago. */
static inline unsigned nginx_free_port(void)
{
    struct sockaddr_in address = nginx_address(0);
    socklen_t length = sizeof address;
    int probe = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (probe < 0 || bind(probe, (struct sockaddr *)&address, sizeof address) != 0 ||
        getsockname(probe, (struct sockaddr *)&address, &length) != 0) {
        perror("a free port");
        exit(1);
    }
    close(probe);
    return ntohs(address.sin_port);
}

/* Returns when the server takes connections: its process; or 0 when it has ended instead. */
static inline pid_t nginx_start(const char *folder, unsigned port)
{
    char path[128];
    const struct sockaddr_in address = nginx_address(port);
    snprintf(path, sizeof path, "%s/nginx.conf", folder);
    pid_t pid = fork();
    if (pid == 0) {
        execlp("nginx", "nginx", "-p", folder, "-c", path, (char *)NULL);
        _exit(127);
    }
    while (pid > 0) {
        int probe = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        bool connected = connect(probe, (const struct sockaddr *)&address, sizeof address) == 0;
        close(probe);
        if (connected)
            return pid;
        if (waitpid(pid, NULL, WNOHANG) == pid)
            return 0;
        sched_yield();
    }
    return 0;
}

static inline void nginx_stop(pid_t pid)
{
    if (pid <= 0)
        return;
    kill(pid, SIGTERM);
    waitpid(pid, NULL, 0);
}

#endif
