#include "client/client.h"

#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

enum { PATIENCE_MS = 120 * 1000, MANY = 100 * 1000 };

struct fixture {
    struct wakeup *wakeup;
    int connection, descriptor;
    char path[sizeof(((struct sockaddr_un *)0)->sun_path)];
};

static int connect_to(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    int made = socket(AF_UNIX, SOCK_STREAM, 0);
    assert_int_equal(connect(made, (struct sockaddr *)&address, sizeof address), 0);
    return made;
}

static int join(struct fixture *fixture)
{
    const char *path;
    assert_int_equal(wakeup_listen(fixture->wakeup, &path, NULL), OK);
    snprintf(fixture->path, sizeof fixture->path, "%s", path);
    int made = connect_to(path);
    assert_int_equal(wakeup_accept(fixture->wakeup, NULL), OK);
    return made;
}

static int set_up(void **state)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    assert_int_equal(wakeup_open(&fixture->wakeup, NULL), OK);
    fixture->descriptor = eventfd(0, EFD_NONBLOCK);
    fixture->connection = join(fixture);
    *state = fixture;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *fixture = *state;
    wakeup_free(fixture->wakeup);
    close(fixture->connection);
    close(fixture->descriptor);
    free(fixture);
    return 0;
}

/* Bytes that came, waiting for the first one. */
static size_t receive(int connection)
{
    char bytes[256];
    struct pollfd waiting = {.fd = connection, .events = POLLIN};
    assert_int_equal(poll(&waiting, 1, PATIENCE_MS), 1);
    ssize_t count = recv(connection, bytes, sizeof bytes, MSG_DONTWAIT);
    assert_true(count > 0);
    return (size_t)count;
}

static bool is_silent(int connection)
{
    char byte;
    return recv(connection, &byte, 1, MSG_DONTWAIT | MSG_PEEK) < 0;
}

static void make_readable(int descriptor)
{
    assert_int_equal(eventfd_write(descriptor, 1), 0);
}

static void notifies_once_for_each_watch(void **state)
{
    const struct fixture *fixture = *state;
    assert_int_equal(wakeup_watch(fixture->wakeup, fixture->descriptor, NULL), OK);
    assert_true(is_silent(fixture->connection));
    make_readable(fixture->descriptor);
    assert_int_equal(receive(fixture->connection), 1);
    make_readable(fixture->descriptor); /* still readable, but nobody watches */
    wakeup_notify(fixture->wakeup);
    assert_int_equal(receive(fixture->connection), 1);
    assert_int_equal(wakeup_watch(fixture->wakeup, fixture->descriptor, NULL), OK); /* readable already: at once */
    assert_int_equal(receive(fixture->connection), 1);
}

static void accepts_a_new_connection_in_place_of_the_old(void **state)
{
    struct fixture *fixture = *state;
    int second = join(fixture);
    assert_int_equal(recv(fixture->connection, (char[1]){0}, 1, 0), 0);
    wakeup_notify(fixture->wakeup);
    assert_int_equal(receive(second), 1);
    close(second);
    wakeup_notify(fixture->wakeup); /* to nobody, and no signal ends the process */
}

static void keeps_a_notification_for_a_later_connection(void **state)
{
    (void)state;
    struct fixture fixture = {0};
    assert_int_equal(wakeup_open(&fixture.wakeup, NULL), OK);
    wakeup_notify(fixture.wakeup);
    wakeup_notify(fixture.wakeup);
    fixture.connection = join(&fixture);
    assert_int_equal(receive(fixture.connection), 1);
    wakeup_free(fixture.wakeup);
    close(fixture.connection);
}

static void leaves_no_folder(void **state)
{
    struct fixture *fixture = *state;
    struct stat found;
    assert_int_not_equal(stat(fixture->path, &found), 0);
    const char *path;
    assert_int_equal(wakeup_listen(fixture->wakeup, &path, NULL), OK);
    snprintf(fixture->path, sizeof fixture->path, "%s", path);
    assert_int_equal(stat(fixture->path, &found), 0);
    assert_int_equal(wakeup_accept(fixture->wakeup, NULL), E_IO); /* nobody has come yet */
    assert_int_equal(wakeup_listen(fixture->wakeup, &path, NULL), OK);
    assert_int_not_equal(stat(fixture->path, &found), 0);
    snprintf(fixture->path, sizeof fixture->path, "%s", path);
    wakeup_free(fixture->wakeup);
    fixture->wakeup = NULL;
    assert_int_not_equal(stat(fixture->path, &found), 0);
    *strrchr(fixture->path, '/') = '\0';
    assert_int_not_equal(stat(fixture->path, &found), 0);
}

static void says_where_it_cannot_listen(void **state)
{
    const struct fixture *fixture = *state;
    static const char *const places[] = {
        "/nonexistent", "/a/very/long/name/a/very/long/name/a/very/long/name/a/very/long/name/a/very/long/name/a/very"};
    for (size_t i = 0; i < COUNT_OF(places); i++) {
        struct error err;
        const char *path;
        setenv("TMPDIR", places[i], 1);
        enum status status = wakeup_listen(fixture->wakeup, &path, &err);
        unsetenv("TMPDIR");
        assert_int_equal(status, E_IO);
        assert_non_null(strstr(err.message, "folder"));
    }
}

static void never_blocks_when_nobody_reads(void **state)
{
    const struct fixture *fixture = *state;
    for (int i = 0; i < MANY; i++)
        wakeup_notify(fixture->wakeup);
    assert_true(receive(fixture->connection) > 0);
}

static void refuses_what_cannot_be_watched(void **state)
{
    const struct fixture *fixture = *state;
    assert_int_equal(wakeup_watch(fixture->wakeup, -1, NULL), E_IO);
    close(fixture->descriptor); /* a watched one that is closed is forgotten */
    assert_int_equal(wakeup_watch(fixture->wakeup, fixture->descriptor, NULL), E_IO);
    assert_int_equal(dup(fixture->connection), fixture->descriptor); /* for tear_down to close */
}

static void a_forked_child_leaves_it_alone(void **state)
{
    const struct fixture *fixture = *state;
    pid_t child = fork();
    if (child == 0) {
        wakeup_free(fixture->wakeup);
        _exit(0);
    }
    int result;
    assert_int_equal(waitpid(child, &result, 0), child);
    assert_true(WIFEXITED(result) && WEXITSTATUS(result) == 0);
    assert_int_equal(wakeup_watch(fixture->wakeup, fixture->descriptor, NULL), OK);
    make_readable(fixture->descriptor);
    assert_int_equal(receive(fixture->connection), 1);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(notifies_once_for_each_watch),
        TEST(accepts_a_new_connection_in_place_of_the_old),
        cmocka_unit_test(keeps_a_notification_for_a_later_connection),
        TEST(leaves_no_folder),
        TEST(says_where_it_cannot_listen),
        TEST(never_blocks_when_nobody_reads),
        TEST(refuses_what_cannot_be_watched),
        TEST(a_forked_child_leaves_it_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
