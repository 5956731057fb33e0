/*
 * How many jobs a second does a beanstalkd accept? beanstalk PORT CONNECTIONS SECONDS [BYTES] prints the rate: each
 * connection puts a job of so many bytes (60) and waits for the answer before it puts the next.
 */
#include <arpa/inet.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { MOST_CONNECTIONS = 256, MOST_BYTES = 60000 };

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void die(const char *what)
{
    perror(what);
    exit(1);
}

static int open_connection(int port)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((unsigned short)port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (fd < 0 || connect(fd, (struct sockaddr *)&address, sizeof address) != 0)
        die("beanstalk: connect");
    return fd;
}

static void put(int fd, const char *command, size_t length)
{
    if (send(fd, command, length, MSG_NOSIGNAL) != (ssize_t)length)
        die("beanstalk: send");
}

/* Reads an answer, which is one short line. */
static void take(int fd)
{
    char answer[128];
    ssize_t length = recv(fd, answer, sizeof answer, 0);
    if (length < 8 || strncmp(answer, "INSERTED", 8) != 0 || answer[length - 1] != '\n')
        die("beanstalk: the answer is no INSERTED");
}

int main(int count, char **arguments)
{
    static char command[MOST_BYTES + 64];
    static struct pollfd polled[MOST_CONNECTIONS];
    int connections = count >= 4 ? atoi(arguments[2]) : 0;
    int bytes = count > 4 ? atoi(arguments[4]) : 60;
    if (connections < 1 || connections > MOST_CONNECTIONS || bytes < 1 || bytes > MOST_BYTES) {
        fprintf(stderr, "usage: beanstalk PORT CONNECTIONS SECONDS [BYTES]\n");
        return 2;
    }
    int head = snprintf(command, sizeof command, "put 0 0 60 %d\r\n", bytes);
    memset(command + head, 'x', (size_t)bytes);
    memcpy(command + head + bytes, "\r\n", 2);
    size_t length = (size_t)(head + bytes + 2);
    for (int i = 0; i < connections; i++)
        polled[i] = (struct pollfd){.fd = open_connection(atoi(arguments[1])), .events = POLLIN};
    double start = now(), end = start + atof(arguments[3]);
    long accepted = 0;
    for (int i = 0; i < connections; i++)
        put(polled[i].fd, command, length);
    while (now() < end) {
        if (poll(polled, (nfds_t)connections, 1000) < 0)
            die("beanstalk: poll");
        for (int i = 0; i < connections; i++) {
            if (!polled[i].revents)
                continue;
            take(polled[i].fd);
            put(polled[i].fd, command, length);
            accepted++;
        }
    }
    printf("%.0f\n", (double)accepted / (now() - start));
    return 0;
}
