/* Secrets that are sealed, the file of their keys, and what is done to either. */
#include "deliver/deliver.h"
#include "deliver/sealed.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>
#include <fcntl.h>
#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define ID    "0190a0a0-0000-7000-8000-000000000001"
#define OTHER "0190a0a0-0000-7000-8000-000000000002"
#define TEXT  STR("{\"applicationPassword\":\"abcd efgh\"}")

struct fixture {
    char folder[40], path[60];
    struct arena *arena;
    struct seal *seal;
    struct error err;
};

static int set_up(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    assert_non_null(f);
    strcpy(f->folder, "/tmp/copydesk-sealed-XXXXXX");
    assert_non_null(mkdtemp(f->folder));
    snprintf(f->path, sizeof f->path, "%s/secret.key", f->folder);
    f->arena = arena_new();
    assert_non_null(f->arena);
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    seal_free(f->seal);
    arena_free(f->arena);
    unlink(f->path);
    assert_int_equal(rmdir(f->folder), 0); /* nothing else was left there */
    free(f);
    return 0;
}

static void open_file(struct fixture *f, bool may_make)
{
    seal_free(f->seal);
    f->seal = NULL;
    assert_int_equal(seal_open_file(f->path, may_make, &f->seal, &f->err), OK);
}

static struct str close_text(struct fixture *f, struct str text)
{
    struct str sealed = {0};
    assert_int_equal(seal_close(f->seal, f->arena, ID, text, &sealed, &f->err), OK);
    return sealed;
}

static enum status open_sealed(struct fixture *f, const char *id, struct str sealed, struct str *text)
{
    *text = (struct str){0};
    return seal_open(f->seal, f->arena, id, sealed, text, &f->err);
}

static void assert_opens(struct fixture *f, struct str sealed, struct str expected)
{
    struct str text;
    assert_int_equal(open_sealed(f, ID, sealed, &text), OK);
    assert_int_equal(text.len, expected.len);
    assert_memory_equal(text.data, expected.data, expected.len);
    assert_int_equal(text.data[text.len], '\0');
}

static void write_file(struct fixture *f, const char *text, size_t length, mode_t mode)
{
    unlink(f->path);
    int fd = open(f->path, O_WRONLY | O_CREAT | O_EXCL, 0600);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, length), length);
    close(fd);
    assert_int_equal(chmod(f->path, mode), 0);
}

static size_t read_file(struct fixture *f, char *text, size_t size)
{
    int fd = open(f->path, O_RDONLY);
    assert_true(fd >= 0);
    ssize_t length = read(fd, text, size - 1);
    close(fd);
    assert_true(length >= 0);
    text[length] = '\0';
    return (size_t)length;
}

static size_t count_lines(struct fixture *f)
{
    char text[4096];
    size_t lines = 0, length = read_file(f, text, sizeof text);
    for (size_t i = 0; i < length; i++)
        lines += text[i] == '\n';
    return lines;
}

/* --- sealing --- */

static void what_is_sealed_opens_again(void **state)
{
    struct fixture *f = *state;
    open_file(f, true);
    assert_null(seal_problem(f->seal));
    assert_int_equal(access(f->path, F_OK), -1); /* not before it is needed */
    struct str sealed = close_text(f, TEXT);
    assert_opens(f, sealed, TEXT);
    assert_opens(f, close_text(f, STR("")), STR(""));
    struct stat file;
    assert_int_equal(stat(f->path, &file), 0);
    assert_int_equal(file.st_mode & 07777, 0600);
    open_file(f, false);
    assert_opens(f, sealed, TEXT);
}

static void the_text_and_the_key_do_not_show(void **state)
{
    struct fixture *f = *state;
    open_file(f, true);
    struct str one = close_text(f, TEXT), two = close_text(f, TEXT);
    assert_int_equal(one.len, 1 + 4 + 12 + TEXT.len + 16);
    assert_int_equal(str_find(one, STR("abcd"), 0), one.len);
    assert_int_equal(one.data[0], 1);
    assert_memory_equal(one.data + 1, two.data + 1, 4);      /* the key */
    assert_memory_not_equal(one.data + 5, two.data + 5, 12); /* the nonce */
    assert_memory_not_equal(one.data + 17, two.data + 17, TEXT.len);
}

/* A key whose text is fixed: what was sealed by one version opens with the next. */
static void a_known_text_opens(void **state)
{
    struct fixture *f = *state;
    const char line[] = "1f0c9a2e AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n";
    write_file(f, line, sizeof line - 1, 0600);
    open_file(f, false);
    assert_null(seal_problem(f->seal));
    struct str sealed = close_text(f, STR("hello"));
    assert_memory_equal(sealed.data, "\x01\x1f\x0c\x9a\x2e", 5);
    /* The same with OpenSSL alone. */
    unsigned char key[32], text[8] = {0};
    for (size_t i = 0; i < sizeof key; i++)
        key[i] = (unsigned char)i;
    const unsigned char *bytes = (const unsigned char *)sealed.data;
    EVP_CIPHER_CTX *cipher = EVP_CIPHER_CTX_new();
    int length;
    assert_true(EVP_DecryptInit_ex(cipher, EVP_aes_256_gcm(), NULL, key, bytes + 5));
    assert_true(EVP_DecryptUpdate(cipher, NULL, &length, bytes, 5));
    assert_true(EVP_DecryptUpdate(cipher, NULL, &length, (const unsigned char *)ID, 36));
    assert_true(EVP_DecryptUpdate(cipher, text, &length, bytes + 17, 5));
    assert_true(EVP_CIPHER_CTX_ctrl(cipher, EVP_CTRL_GCM_SET_TAG, 16, (void *)(bytes + 22)));
    assert_true(EVP_DecryptFinal_ex(cipher, text + 5, &length));
    EVP_CIPHER_CTX_free(cipher);
    assert_string_equal((char *)text, "hello");
}

static void every_byte_counts(void **state)
{
    struct fixture *f = *state;
    open_file(f, true);
    struct str sealed = close_text(f, TEXT), text;
    char *copy = arena_copy_n(f->arena, sealed.data, sealed.len);
    for (size_t i = 0; i < sealed.len; i++) {
        for (int bit = 0; bit < 8; bit++) {
            copy[i] ^= (char)(1 << bit);
            enum status status = open_sealed(f, ID, (struct str){copy, sealed.len}, &text);
            assert_int_equal(status, i >= 1 && i <= 4 ? E_NOT_FOUND : E_CORRUPT);
            assert_null(text.data);
            copy[i] ^= (char)(1 << bit);
        }
    }
    for (size_t length = 0; length < sealed.len; length++)
        assert_int_equal(open_sealed(f, ID, (struct str){copy, length}, &text), E_CORRUPT);
    assert_opens(f, (struct str){copy, sealed.len}, TEXT);
}

static void a_secret_belongs_to_its_integration(void **state)
{
    struct fixture *f = *state;
    struct str text;
    open_file(f, true);
    struct str sealed = close_text(f, TEXT);
    assert_int_equal(open_sealed(f, OTHER, sealed, &text), E_CORRUPT);
    assert_null(text.data);
    assert_non_null(strstr(f->err.message, "another integration"));
}

static void another_key_does_not_open(void **state)
{
    struct fixture *f = *state;
    struct str text;
    char line[200];
    open_file(f, true);
    struct str sealed = close_text(f, TEXT);
    read_file(f, line, sizeof line);
    unlink(f->path);
    open_file(f, true);
    close_text(f, TEXT);
    assert_int_equal(open_sealed(f, ID, sealed, &text), E_NOT_FOUND);
    /* Of the same name, but another key. */
    line[9] = line[9] == 'A' ? 'B' : 'A';
    write_file(f, line, strlen(line), 0600);
    open_file(f, false);
    assert_int_equal(open_sealed(f, ID, sealed, &text), E_CORRUPT);
}

static void a_text_may_be_too_long(void **state)
{
    struct fixture *f = *state;
    struct str sealed;
    size_t length = (1 << 20) + 1;
    char *text = arena_alloc(f->arena, length);
    open_file(f, true);
    assert_int_equal(seal_close(f->seal, f->arena, ID, (struct str){text, length}, &sealed, &f->err), E_LIMIT);
    assert_opens(f, close_text(f, (struct str){text, length - 1}), (struct str){text, length - 1});
}

/* --- the file --- */

static void assert_refused(struct fixture *f, const char *expected)
{
    struct str text, sealed = {0};
    char before[8192], after[8192];
    bool is_file = access(f->path, F_OK) == 0;
    if (is_file)
        read_file(f, before, sizeof before);
    open_file(f, false);
    assert_non_null(seal_problem(f->seal));
    assert_non_null(strstr(seal_problem(f->seal), f->path));
    if (!strstr(seal_problem(f->seal), expected))
        fail_msg("\"%s\" does not say \"%s\"", seal_problem(f->seal), expected);
    assert_int_equal(seal_close(f->seal, f->arena, ID, TEXT, &sealed, &f->err), E_IO);
    assert_string_equal(f->err.message, seal_problem(f->seal));
    assert_string_equal(f->err.code, "no_secret_key");
    assert_int_equal(seal_open(f->seal, f->arena, ID, STR("x"), &text, &f->err), E_IO);
    assert_int_equal(seal_rotate(f->seal, &f->err), E_IO);
    assert_int_equal(seal_drop_old(f->seal, &f->err), E_IO);
    assert_false(seal_is_current(f->seal, STR("x")));
    assert_int_equal(access(f->path, F_OK) == 0, is_file);
    if (is_file) {
        read_file(f, after, sizeof after);
        assert_string_equal(before, after);
    }
}

static void a_missing_file_is_not_made_where_secrets_need_it(void **state)
{
    assert_refused(*state, "put it back");
}

static void a_file_that_others_may_read_is_refused(void **state)
{
    struct fixture *f = *state;
    char line[200], expected[80];
    open_file(f, true);
    close_text(f, TEXT);
    size_t length = read_file(f, line, sizeof line);
    snprintf(expected, sizeof expected, "chmod 600 %s", f->path);
    static const mode_t modes[] = {0640, 0604, 0620, 0602, 0610, 0601, 0666};
    for (size_t i = 0; i < COUNT_OF(modes); i++) {
        write_file(f, line, length, modes[i]);
        assert_refused(f, expected);
    }
    write_file(f, line, length, 0400);
    open_file(f, false);
    assert_null(seal_problem(f->seal));
}

static void something_else_in_its_place_is_refused(void **state)
{
    struct fixture *f = *state;
    assert_int_equal(mkdir(f->path, 0700), 0);
    open_file(f, true);
    assert_non_null(seal_problem(f->seal));
    assert_non_null(strstr(seal_problem(f->seal), "no regular file"));
    assert_int_equal(rmdir(f->path), 0);
    assert_int_equal(mkfifo(f->path, 0600), 0);
    open_file(f, true); /* and does not wait for a writer */
    assert_non_null(strstr(seal_problem(f->seal), "no regular file"));
}

#define KEY   "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
#define KEY_2 "AQECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="

static void garbage_is_refused_and_stays(void **state)
{
    static const char *const texts[] = {
        "",
        "\n\n",
        "garbage",
        "1f0c9a2e",
        "1f0c9a2e ",
        "1f0c9a2e " KEY "x",
        "1f0c9a2e  " KEY,
        "1f0c9a2e\t" KEY,
        "1f0c9a2g " KEY,
        "1f0c9a2 " KEY,
        "1f0c9a2e AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8",      /* no padding */
        "1f0c9a2e AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdH===",     /* 31 bytes */
        "1f0c9a2e AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh9=",     /* bits behind the end */
        "1f0c9a2e AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIj", /* 36 bytes */
        "1f0c9a2e AAECAwQF-gcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=",
        "1f0c9a2e " KEY "\n1f0c9a2e " KEY_2,
        "1f0c9a2e " KEY "\nnonsense",
    };
    struct fixture *f = *state;
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        write_file(f, texts[i], strlen(texts[i]), 0600);
        assert_refused(f, "makes no sense");
        assert_null(strstr(seal_problem(f->seal), "AAEC")); /* it may be a key, cut */
    }
    char large[8000];
    memset(large, '\n', sizeof large);
    write_file(f, large, sizeof large, 0600);
    open_file(f, false);
    assert_non_null(strstr(seal_problem(f->seal), "too large"));
}

static void what_editors_leave_is_borne(void **state)
{
    struct fixture *f = *state;
    const char text[] = "\n1F0C9A2E " KEY "\r\n\n 00000001 " KEY_2;
    write_file(f, text, sizeof text - 1, 0600);
    open_file(f, false);
    assert_null(seal_problem(f->seal));
    assert_memory_equal(close_text(f, TEXT).data, "\x01\x1f\x0c\x9a\x2e", 5);
}

static void a_file_that_came_meanwhile_is_used(void **state)
{
    struct fixture *f = *state;
    open_file(f, true);
    const char line[] = "1f0c9a2e " KEY "\n";
    write_file(f, line, sizeof line - 1, 0600);
    struct str sealed = close_text(f, TEXT);
    assert_memory_equal(sealed.data, "\x01\x1f\x0c\x9a\x2e", 5);
    assert_opens(f, sealed, TEXT);
    assert_int_equal(count_lines(f), 1);
}

static void a_link_that_leads_nowhere_is_a_fault_of_the_service(void **state)
{
    struct fixture *f = *state;
    struct str sealed;
    open_file(f, true);
    assert_int_equal(symlink("/tmp/copydesk-sealed-none/secret.key", f->path), 0);
    assert_int_equal(seal_close(f->seal, f->arena, ID, TEXT, &sealed, &f->err), E_IO);
    assert_int_equal(f->err.status, E_IO);
    assert_string_equal(f->err.code, "no_secret_key");
}

static void a_link_stays_one_when_the_key_changes(void **state)
{
    struct fixture *f = *state;
    char kept[100];
    struct stat file;
    snprintf(kept, sizeof kept, "%s/kept.key", f->folder);
    open_file(f, true);
    struct str sealed = close_text(f, TEXT);
    assert_int_equal(rename(f->path, kept), 0);
    assert_int_equal(symlink(kept, f->path), 0);
    assert_int_equal(seal_rotate(f->seal, &f->err), OK);
    assert_int_equal(lstat(f->path, &file), 0);
    assert_true(S_ISLNK(file.st_mode));
    assert_int_equal(count_lines(f), 2);
    open_file(f, false);
    assert_opens(f, sealed, TEXT);
    unlink(kept);
}

static void a_folder_may_be_missing(void **state)
{
    struct fixture *f = *state;
    struct seal *seal;
    struct str sealed;
    char path[80];
    snprintf(path, sizeof path, "%s/none/secret.key", f->folder);
    assert_int_equal(seal_open_file(path, true, &seal, &f->err), OK);
    assert_null(seal_problem(seal));
    assert_int_equal(seal_close(seal, f->arena, ID, TEXT, &sealed, &f->err), E_IO);
    assert_non_null(strstr(f->err.message, path));
    seal_free(seal);
}

/* --- changing the key --- */

static void after_a_change_both_keys_open_and_the_new_one_seals(void **state)
{
    struct fixture *f = *state;
    struct str text;
    open_file(f, true);
    struct str old = close_text(f, TEXT);
    assert_true(seal_is_current(f->seal, old));
    assert_int_equal(seal_rotate(f->seal, &f->err), OK);
    assert_int_equal(count_lines(f), 2);
    assert_false(seal_is_current(f->seal, old));
    struct str fresh = close_text(f, TEXT);
    assert_true(seal_is_current(f->seal, fresh));
    assert_opens(f, old, TEXT);
    assert_opens(f, fresh, TEXT);
    open_file(f, false);
    assert_opens(f, old, TEXT);
    assert_opens(f, fresh, TEXT);
    assert_int_equal(seal_drop_old(f->seal, &f->err), OK);
    assert_int_equal(count_lines(f), 1);
    assert_opens(f, fresh, TEXT);
    assert_int_equal(open_sealed(f, ID, old, &text), E_NOT_FOUND);
    open_file(f, false);
    assert_opens(f, fresh, TEXT);
    assert_int_equal(open_sealed(f, ID, old, &text), E_NOT_FOUND);
    assert_int_equal(seal_drop_old(f->seal, &f->err), OK);
}

static void a_change_without_a_key_makes_the_first(void **state)
{
    struct fixture *f = *state;
    open_file(f, true);
    assert_int_equal(seal_drop_old(f->seal, &f->err), OK);
    assert_int_equal(access(f->path, F_OK), -1);
    assert_int_equal(seal_rotate(f->seal, &f->err), OK);
    assert_int_equal(count_lines(f), 1);
    assert_opens(f, close_text(f, TEXT), TEXT);
}

static void keys_that_are_never_dropped_have_an_end(void **state)
{
    struct fixture *f = *state;
    open_file(f, true);
    struct str first = close_text(f, TEXT);
    for (int i = 1; i < SECRET_KEYS_MAX; i++)
        assert_int_equal(seal_rotate(f->seal, &f->err), OK);
    assert_int_equal(seal_rotate(f->seal, &f->err), E_IO);
    assert_int_equal(count_lines(f), SECRET_KEYS_MAX);
    open_file(f, false);
    assert_opens(f, first, TEXT);
}

/* What a killed process left beside the file is not in the way, and is not taken for it. */
static void a_half_written_file_is_left_out(void **state)
{
    struct fixture *f = *state;
    char path[80];
    snprintf(path, sizeof path, "%s.new", f->path);
    int fd = open(path, O_WRONLY | O_CREAT, 0644);
    assert_true(fd >= 0);
    close(fd);
    open_file(f, true);
    struct str sealed = close_text(f, TEXT);
    open_file(f, false);
    assert_opens(f, sealed, TEXT);
}

/* The file cannot be written: nothing is sealed with a key that is not on the disk. */
static void a_change_that_cannot_be_written_changes_nothing(void **state)
{
    struct fixture *f = *state;
    char path[80];
    open_file(f, true);
    struct str sealed = close_text(f, TEXT);
    snprintf(path, sizeof path, "%s.new", f->path);
    assert_int_equal(mkdir(path, 0700), 0); /* stands where the new file is written, for root, too */
    assert_int_equal(seal_rotate(f->seal, &f->err), E_IO);
    assert_true(seal_is_current(f->seal, sealed));
    assert_int_equal(count_lines(f), 1);
    assert_int_equal(rmdir(path), 0);
    assert_int_equal(seal_rotate(f->seal, &f->err), OK);
    assert_opens(f, sealed, TEXT);
}

/* Services of two nodes that share the file: each was started before the other has made or changed it. */
static void two_share_a_file(void **state)
{
    struct fixture *f = *state;
    struct seal *other = NULL;
    struct str sealed;
    open_file(f, true);
    assert_int_equal(seal_open_file(f->path, true, &other, &f->err), OK);

    assert_int_equal(seal_close(other, f->arena, ID, TEXT, &sealed, &f->err), OK); /* makes the file */
    assert_opens(f, sealed, TEXT);

    assert_int_equal(seal_rotate(other, &f->err), OK);
    sealed = close_text(f, TEXT);
    assert_true(seal_is_current(other, sealed));

    assert_int_equal(seal_rotate(other, &f->err), OK);
    assert_int_equal(seal_rotate(f->seal, &f->err), OK); /* and keeps the other's */
    assert_opens(f, sealed, TEXT);
    assert_int_equal(seal_close(other, f->arena, ID, TEXT, &sealed, &f->err), OK);
    assert_true(seal_is_current(f->seal, sealed));

    assert_int_equal(seal_drop_old(other, &f->err), OK);
    assert_opens(f, close_text(f, TEXT), TEXT);
    seal_free(other);
    open_file(f, false);
    assert_opens(f, sealed, TEXT);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(what_is_sealed_opens_again),
        TEST(the_text_and_the_key_do_not_show),
        TEST(a_known_text_opens),
        TEST(every_byte_counts),
        TEST(a_secret_belongs_to_its_integration),
        TEST(another_key_does_not_open),
        TEST(a_text_may_be_too_long),
        TEST(a_missing_file_is_not_made_where_secrets_need_it),
        TEST(a_file_that_others_may_read_is_refused),
        TEST(something_else_in_its_place_is_refused),
        TEST(garbage_is_refused_and_stays),
        TEST(what_editors_leave_is_borne),
        TEST(a_file_that_came_meanwhile_is_used),
        TEST(a_link_that_leads_nowhere_is_a_fault_of_the_service),
        TEST(a_link_stays_one_when_the_key_changes),
        TEST(a_folder_may_be_missing),
        TEST(after_a_change_both_keys_open_and_the_new_one_seals),
        TEST(a_change_without_a_key_makes_the_first),
        TEST(keys_that_are_never_dropped_have_an_end),
        TEST(a_half_written_file_is_left_out),
        TEST(a_change_that_cannot_be_written_changes_nothing),
        TEST(two_share_a_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
