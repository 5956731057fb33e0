/* The closing of a listening socket, at which callers wait and to which others come meanwhile. */
#include "base/base.h"
#include "base/system/system.h"

#include <arpa/inet.h>
#include <errno.h>
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

enum { CALLERS = 3, LONGEST_MS = 120 * 1000 };

struct closing {
    struct sockaddr_in address;
    int taken[CALLERS + 1];
    int taken_count;
    int late; /* who came while it was being closed */
};

static int listen_on(struct closing *closing)
{
    socklen_t size = sizeof closing->address;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    closing->address = (struct sockaddr_in){.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    assert_int_equal(bind(fd, (struct sockaddr *)&closing->address, sizeof closing->address), 0);
    assert_int_equal(listen(fd, 16), 0);
    assert_int_equal(getsockname(fd, (struct sockaddr *)&closing->address, &size), 0);
    return fd;
}

static int call(const struct closing *closing, int flags, int *problem)
{
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | flags, 0);
    *problem = connect(fd, (const struct sockaddr *)&closing->address, sizeof closing->address) == 0 ? 0 : errno;
    return fd;
}

/* With the first one that is taken, another one comes. */
static void take(void *context, int fd, const struct sockaddr *peer, socklen_t size)
{
    int problem;
    struct closing *closing = context;
    assert_int_equal(peer->sa_family, AF_INET);
    assert_int_equal(size, sizeof(struct sockaddr_in));
    if (closing->taken_count == 0) {
        closing->late = call(closing, SOCK_NONBLOCK, &problem);
        assert_int_equal(problem, EINPROGRESS);
    }
    assert_true(closing->taken_count < CALLERS);
    closing->taken[closing->taken_count++] = fd;
}

static void nobody_is_cut_off(void **state)
{
    (void)state;
    int problem = 0, callers[CALLERS];
    struct closing closing = {.late = -1};
    int listener = listen_on(&closing);
    for (int i = 0; i < CALLERS; i++) {
        callers[i] = call(&closing, 0, &problem);
        assert_int_equal(problem, 0);
        assert_int_equal(send(callers[i], "hello", 5, 0), 5);
    }

    listener_close(listener, take, &closing);
    assert_int_equal(closing.taken_count, CALLERS);
    for (int i = 0; i < CALLERS; i++) {
        char text[8];
        assert_int_equal(recv(closing.taken[i], text, sizeof text, 0), 5);
        assert_int_equal(send(closing.taken[i], "bye", 3, 0), 3);
        assert_int_equal(recv(callers[i], text, sizeof text, 0), 3);
        close(closing.taken[i]);
        close(callers[i]);
    }

    /* The other one was never connected, so that it cannot have sent anything: it is refused. */
    socklen_t size = sizeof problem;
    struct pollfd waiting = {.fd = closing.late, .events = POLLOUT};
    assert_int_equal(poll(&waiting, 1, LONGEST_MS), 1);
    assert_int_equal(getsockopt(closing.late, SOL_SOCKET, SO_ERROR, &problem, &size), 0);
    assert_int_equal(problem, ECONNREFUSED);
    close(closing.late);
}

static void descriptors_of_one_socket_are_told(void **state)
{
    (void)state;
    struct closing closing, other;
    int fd = listen_on(&closing), copy = dup(fd), elsewhere = listen_on(&other);
    assert_true(listener_is_same(fd, copy));
    assert_false(listener_is_same(fd, elsewhere));
    assert_false(listener_is_same(fd, -1));
    close(copy);
    assert_false(listener_is_same(fd, copy));
    close(fd);
    close(elsewhere);
}

static void who_comes_later_is_refused(void **state)
{
    (void)state;
    int problem;
    struct closing closing = {.late = -1};
    listener_close(listen_on(&closing), take, &closing);
    assert_int_equal(closing.taken_count, 0);
    close(call(&closing, 0, &problem));
    assert_int_equal(problem, ECONNREFUSED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_is_cut_off),
        cmocka_unit_test(descriptors_of_one_socket_are_told),
        cmocka_unit_test(who_comes_later_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
