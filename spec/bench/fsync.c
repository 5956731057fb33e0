/* How often can this disk make a small write durable? fsync FOLDER SECONDS prints the rate: the ceiling of one-by-one
 * commits. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

int main(int count, char **arguments)
{
    if (count != 3) {
        fprintf(stderr, "usage: fsync FOLDER SECONDS\n");
        return 2;
    }
    char path[4096], page[4096];
    snprintf(path, sizeof path, "%s/fsync.bench", arguments[1]);
    memset(page, 'x', sizeof page);
    int file = open(path, O_CREAT | O_TRUNC | O_WRONLY, 0600);
    double start = now(), end = start + atof(arguments[2]);
    long writes = 0;
    for (; file >= 0 && now() < end; writes++)
        if (write(file, page, sizeof page) != (ssize_t)sizeof page || fdatasync(file) != 0)
            break;
    double rate = (double)writes / (now() - start);
    if (file < 0 || close(file) != 0 || unlink(path) != 0) {
        perror("fsync");
        return 1;
    }
    printf("%.0f\n", rate);
    return 0;
}
