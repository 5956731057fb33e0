#include "client/wakeup.h"

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

enum { PATIENCE_MS = 10 * 1000, MANY = 100 * 1000 };

struct fixture {
    struct bell *bell;
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
    assert_int_equal(bell_invite(fixture->bell, &path, NULL), OK);
    snprintf(fixture->path, sizeof fixture->path, "%s", path);
    int made = connect_to(path);
    assert_int_equal(bell_admit(fixture->bell, NULL), OK);
    return made;
}

static int set_up(void **state)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    assert_int_equal(bell_open(&fixture->bell, NULL), OK);
    fixture->descriptor = eventfd(0, EFD_NONBLOCK);
    fixture->connection = join(fixture);
    *state = fixture;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *fixture = *state;
    bell_free(fixture->bell);
    close(fixture->connection);
    close(fixture->descriptor);
    free(fixture);
    return 0;
}

/* Bytes that came, waiting for the first one. */
static size_t hear(int connection)
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

static void rings_once_for_each_watch(void **state)
{
    const struct fixture *fixture = *state;
    assert_int_equal(bell_watch(fixture->bell, fixture->descriptor, NULL), OK);
    assert_true(is_silent(fixture->connection));
    make_readable(fixture->descriptor);
    assert_int_equal(hear(fixture->connection), 1);
    make_readable(fixture->descriptor); /* still readable, but nobody watches */
    bell_ring(fixture->bell);
    assert_int_equal(hear(fixture->connection), 1);
    assert_int_equal(bell_watch(fixture->bell, fixture->descriptor, NULL), OK); /* readable already: at once */
    assert_int_equal(hear(fixture->connection), 1);
}

static void takes_a_new_connection_in_place_of_the_old(void **state)
{
    struct fixture *fixture = *state;
    int second = join(fixture);
    assert_int_equal(recv(fixture->connection, (char[1]){0}, 1, 0), 0);
    bell_ring(fixture->bell);
    assert_int_equal(hear(second), 1);
    close(second);
    bell_ring(fixture->bell); /* to nobody, and no signal ends the process */
}

static void keeps_a_ring_for_who_comes_later(void **state)
{
    (void)state;
    struct fixture fixture = {0};
    assert_int_equal(bell_open(&fixture.bell, NULL), OK);
    bell_ring(fixture.bell);
    bell_ring(fixture.bell);
    fixture.connection = join(&fixture);
    assert_int_equal(hear(fixture.connection), 1);
    bell_free(fixture.bell);
    close(fixture.connection);
}

static void leaves_no_folder(void **state)
{
    struct fixture *fixture = *state;
    struct stat found;
    assert_int_not_equal(stat(fixture->path, &found), 0);
    const char *path;
    assert_int_equal(bell_invite(fixture->bell, &path, NULL), OK);
    snprintf(fixture->path, sizeof fixture->path, "%s", path);
    assert_int_equal(stat(fixture->path, &found), 0);
    assert_int_equal(bell_admit(fixture->bell, NULL), E_IO); /* nobody has come yet */
    assert_int_equal(bell_invite(fixture->bell, &path, NULL), OK);
    assert_int_not_equal(stat(fixture->path, &found), 0);
    snprintf(fixture->path, sizeof fixture->path, "%s", path);
    bell_free(fixture->bell);
    fixture->bell = NULL;
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
        enum status status = bell_invite(fixture->bell, &path, &err);
        unsetenv("TMPDIR");
        assert_int_equal(status, E_IO);
        assert_non_null(strstr(err.message, "folder"));
    }
}

static void never_blocks_when_nobody_reads(void **state)
{
    const struct fixture *fixture = *state;
    for (int i = 0; i < MANY; i++)
        bell_ring(fixture->bell);
    assert_true(hear(fixture->connection) > 0);
}

static void refuses_what_cannot_be_watched(void **state)
{
    const struct fixture *fixture = *state;
    assert_int_equal(bell_watch(fixture->bell, -1, NULL), E_IO);
    close(fixture->descriptor); /* a watched one that is closed is forgotten */
    assert_int_equal(bell_watch(fixture->bell, fixture->descriptor, NULL), E_IO);
    assert_int_equal(dup(fixture->connection), fixture->descriptor); /* for tear_down to close */
}

static void a_forked_child_leaves_it_alone(void **state)
{
    const struct fixture *fixture = *state;
    pid_t child = fork();
    if (child == 0) {
        bell_free(fixture->bell);
        _exit(0);
    }
    int result;
    assert_int_equal(waitpid(child, &result, 0), child);
    assert_true(WIFEXITED(result) && WEXITSTATUS(result) == 0);
    assert_int_equal(bell_watch(fixture->bell, fixture->descriptor, NULL), OK);
    make_readable(fixture->descriptor);
    assert_int_equal(hear(fixture->connection), 1);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(rings_once_for_each_watch),
        TEST(takes_a_new_connection_in_place_of_the_old),
        cmocka_unit_test(keeps_a_ring_for_who_comes_later),
        TEST(leaves_no_folder),
        TEST(says_where_it_cannot_listen),
        TEST(never_blocks_when_nobody_reads),
        TEST(refuses_what_cannot_be_watched),
        TEST(a_forked_child_leaves_it_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
