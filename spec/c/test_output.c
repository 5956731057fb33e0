/* output: what has the name of a file that is written is replaced, followed or opened. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/system/system.h"

#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/un.h>
#include <unistd.h>

struct place {
    char folder[32], start[PATH_MAX];
};

static int enter(void **state)
{
    struct place *place = calloc(1, sizeof *place);
    strcpy(place->folder, "/tmp/output-XXXXXX");
    *state = place;
    if (!place || !getcwd(place->start, sizeof place->start) || !mkdtemp(place->folder) || chdir(place->folder) != 0)
        return -1;
    return 0;
}

static int leave(void **state)
{
    struct place *place = *state;
    char command[64];
    snprintf(command, sizeof command, "rm -rf %s", place->folder);
    int status = chdir(place->start) != 0 || system(command) != 0;
    free(place);
    return status;
}

static enum status put(const char *name, const char *text, struct error *err)
{
    struct output output;
    enum status status = output_find(&output, name, err);
    return status == OK ? output_write(&output, str_from(text), err) : status;
}

static void assert_put(const char *name, const char *text)
{
    struct error err = {0};
    if (put(name, text, &err) != OK)
        fail_msg("%s", err.message);
}

static void assert_refused(const char *name, const char *reason)
{
    struct error err = {0};
    struct output output;
    char message[200];
    snprintf(message, sizeof message, "cannot write %s: %s", name, reason);
    assert_int_equal(output_find(&output, name, &err), E_IO);
    assert_string_equal(err.message, message);
}

static void assert_holds(const char *name, const char *text)
{
    char content[100] = "";
    FILE *file = fopen(name, "r");
    assert_non_null(file);
    content[fread(content, 1, sizeof content - 1, file)] = '\0';
    fclose(file);
    assert_string_equal(content, text);
}

static mode_t kind_of(const char *name)
{
    struct stat found;
    assert_int_equal(lstat(name, &found), 0);
    return found.st_mode & S_IFMT;
}

static size_t entries(void)
{
    FILE *list = popen("ls -A | wc -l", "r");
    size_t count = 0;
    assert_int_equal(fscanf(list, "%zu", &count), 1);
    pclose(list);
    return count;
}

static void a_file_is_replaced_whole(void **state)
{
    (void)state;
    struct stat before, after;
    assert_put("new", "first");
    assert_holds("new", "first");
    assert_int_equal(chmod("new", 0640), 0);
    assert_int_equal(stat("new", &before), 0);
    FILE *reader = fopen("new", "r");
    assert_put("new", "2");
    assert_int_equal(fgetc(reader), 'f'); /* whoever reads it still has the old one */
    fclose(reader);
    assert_holds("new", "2");
    assert_int_equal(stat("new", &after), 0);
    assert_int_equal(after.st_mode & 0777, 0640);
    assert_int_not_equal(after.st_ino, before.st_ino);
    assert_int_equal(entries(), 1);
}

static void links_stay_and_are_followed(void **state)
{
    (void)state;
    assert_int_equal(mkdir("to", 0700), 0);
    assert_int_equal(symlink("second", "first") | symlink("to/file", "second") | symlink("round", "round"), 0);
    assert_put("first", "new"); /* there is no to/file yet */
    assert_put("first", "again");
    assert_holds("to/file", "again");
    assert_int_equal(kind_of("first"), S_IFLNK);
    assert_int_equal(kind_of("second"), S_IFLNK);
    assert_refused("round", "Too many levels of symbolic links");
}

static void a_device_stays_one(void **state)
{
    (void)state;
    if (mknod("null", S_IFCHR | 0666, makedev(1, 3)) != 0)
        skip(); /* for root alone */
    assert_int_equal(symlink("null", "link"), 0);
    int file = open("null", O_WRONLY);
    if (file < 0)
        skip(); /* a file system without devices */
    close(file);
    assert_put("null", "text");
    assert_put("link", "text");
    assert_int_equal(kind_of("null"), S_IFCHR);
    assert_int_equal(kind_of("link"), S_IFLNK);
}

static void a_pipe_is_written(void **state)
{
    (void)state;
    struct error err;
    char text[10] = "";
    assert_int_equal(mkfifo("pipe", 0600), 0);
    int reader = open("pipe", O_RDONLY | O_NONBLOCK);
    assert_put("pipe", "text");
    assert_int_equal(read(reader, text, sizeof text), 4);
    assert_string_equal(text, "text");
    assert_int_equal(kind_of("pipe"), S_IFIFO);

    int last = open("pipe", O_WRONLY);
    char name[32];
    snprintf(name, sizeof name, "/dev/fd/%d", last);
    close(reader);
    assert_int_equal(put(name, "text", &err), E_IO); /* and no SIGPIPE */
    close(last);
}

/* Opening such a name again would begin at the file's start, and a rename would leave the descriptor behind. */
static void a_descriptor_is_the_one_that_is_open(void **state)
{
    (void)state;
    char name[32];
    int file = open("log", O_RDWR | O_CREAT, 0600);
    assert_int_equal(write(file, "head ", 5), 5);
    snprintf(name, sizeof name, "/dev/fd/%d", file);
    if (access(name, F_OK) != 0)
        skip();
    assert_int_equal(symlink(name, "link"), 0);
    assert_put(name, "one ");
    assert_put("link", "two");
    assert_holds("log", "head one two");
    close(file);
    file = open("log", O_RDONLY);
    snprintf(name, sizeof name, "/proc/self/fd/%d", file);
    assert_refused(name, "Bad file descriptor");
    close(file);
}

/* The number may become that of a file which the program opens for itself. */
static void a_descriptor_that_nobody_handed_over_is_none(void **state)
{
    (void)state;
    char name[32];
    int file = open("own", O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    snprintf(name, sizeof name, "/dev/fd/%d", file);
    assert_refused(name, "Bad file descriptor");
    close(file);
    assert_refused(name, "Bad file descriptor");
    assert_int_equal(symlink(name, "link"), 0);
    assert_refused("link", "Bad file descriptor");
    snprintf(name, sizeof name, "/proc/self/fd/%dx", file);
    struct error err = {0};
    assert_int_equal(put(name, "one", &err), E_IO);
}

static void what_cannot_be_written_is_told_before(void **state)
{
    (void)state;
    struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "socket"};
    int made = socket(AF_UNIX, SOCK_STREAM, 0);
    assert_int_equal(bind(made, (struct sockaddr *)&address, sizeof address), 0);
    char long_name[PATH_MAX + 10];
    memset(long_name, 'x', sizeof long_name);
    long_name[sizeof long_name - 1] = '\0';
    assert_refused("", "No such file or directory");
    assert_refused("none/file", "No such file or directory");
    assert_refused("none/", "Is a directory");
    assert_refused(".", "Is a directory");
    assert_refused("socket", "No such device or address");
    assert_refused("socket/file", "Not a directory");
    struct output output;
    struct error err;
    assert_int_equal(output_find(&output, long_name, &err), E_IO);
    close(made);
    assert_int_equal(entries(), 1);
}

static void a_file_that_cannot_be_finished_stays_what_it_was(void **state)
{
    (void)state;
    struct error err;
    struct output output;
    assert_put("file", "old");
    assert_int_equal(output_find(&output, "file", &err), OK);
    assert_int_equal(unlink("file") | mkdir("file", 0700), 0); /* so that the rename fails */
    assert_int_equal(output_write(&output, STR("new"), &err), E_IO);
    assert_int_equal(entries(), 1);
    assert_string_equal(err.message, "cannot write file: Is a directory");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_file_is_replaced_whole, enter, leave),
        cmocka_unit_test_setup_teardown(links_stay_and_are_followed, enter, leave),
        cmocka_unit_test_setup_teardown(a_device_stays_one, enter, leave),
        cmocka_unit_test_setup_teardown(a_pipe_is_written, enter, leave),
        cmocka_unit_test_setup_teardown(a_descriptor_is_the_one_that_is_open, enter, leave),
        cmocka_unit_test_setup_teardown(a_descriptor_that_nobody_handed_over_is_none, enter, leave),
        cmocka_unit_test_setup_teardown(what_cannot_be_written_is_told_before, enter, leave),
        cmocka_unit_test_setup_teardown(a_file_that_cannot_be_finished_stays_what_it_was, enter, leave),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
