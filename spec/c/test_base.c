/* base: errors, arenas, buffers, slices, maps, time, identifiers, threads and their turns. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/base.h"
#include "base/system/system.h"

#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static void error_message_is_cut_at_a_character(void **state)
{
    (void)state;
    struct error err;
    char text[1000];
    for (size_t shift = 0; shift < 3; shift++) {
        memset(text, 'x', shift);
        for (size_t at = shift; at + 3 < sizeof text; at += 3)
            memcpy(text + at, "\xE2\x82\xAC", 4); /* the euro sign */
        assert_int_equal(error_set(&err, E_INVALID, "code", "%s", text), E_INVALID);
        size_t length = strlen(err.message);
        assert_in_range(length, sizeof err.message - 4, sizeof err.message - 1);
        assert_int_equal((length - shift) % 3, 0);
    }
    assert_string_equal(err.code, "code");
    assert_int_equal(error_set(NULL, E_IO, NULL, "nobody listens"), E_IO);
    assert_string_equal(status_name(E_TIMEOUT), "timeout");
}

static void arena_is_used_again(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    for (size_t round = 0; round < 4; round++) {
        assert_int_equal(arena_used(arena), 0);
        for (size_t size = 1; size < 200000; size = size * 3 + 1) {
            unsigned char *memory = arena_alloc(arena, size);
            assert_non_null(memory);
            for (size_t i = 0; i < size; i++)
                assert_int_equal(memory[i], 0);
            memset(memory, 0xAA, size);
        }
        arena_reset(arena, round == 2 ? 1000 : SIZE_MAX); /* the third time next to nothing is kept */
    }
    arena_free(arena);
}

static void arena_gives_aligned_zeroed_memory(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    for (size_t size = 0; size < 70000; size = size * 3 + 1) {
        unsigned char *memory = arena_alloc(arena, size);
        assert_non_null(memory);
        assert_int_equal((uintptr_t)memory % _Alignof(max_align_t), 0);
        for (size_t i = 0; i < size; i++)
            assert_int_equal(memory[i], 0);
        memset(memory, 0xAA, size);
    }
    assert_null(arena_array(arena, SIZE_MAX / 2, 4));
    assert_null(arena_alloc(arena, SIZE_MAX - 8));
    assert_string_equal(arena_printf(arena, "%s-%d", "a", 7), "a-7");
    assert_string_equal(arena_copy_n(arena, "abc", 2), "ab");
    assert_true(arena_used(arena) > 40000);
    arena_free(arena);
    arena_free(NULL);
}

static void arena_remembers_that_memory_ran_out(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct buf text = {0}, full = {.limit = 2};
    buf_str(&text, "kept");
    struct str kept = buf_keep(&text, arena);
    assert_true(str_eq(kept, STR("kept")) && !text.data && !arena_failed(arena));
    buf_str(&full, "too long");
    kept = buf_keep(&full, arena);
    assert_true(!kept.data && !kept.len && arena_failed(arena));
    arena_reset(arena, SIZE_MAX);
    assert_false(arena_failed(arena));
    assert_null(arena_array(arena, SIZE_MAX / 2, 4));
    assert_true(arena_failed(arena) && arena_failed(NULL));
    arena_free(arena);
}

static void arrays_grow_and_are_searched(void **state)
{
    (void)state;
    struct pair {
        uint32_t name, number;
    } *list = NULL, *rows = NULL;
    size_t count = 0, cap = 0, row_count = 0, row_cap = 0;
    struct arena *arena = arena_new();
    for (uint32_t i = 0; i < 1000; i++) {
        *VEC_PUSH(arena, list, count, cap) = (struct pair){i, i * 2};
        *ROWS_PUSH(rows, row_count, row_cap) = (struct pair){i, i};
    }
    assert_true(count == 1000 && row_count == 1000 && rows[999].name == 999 && !arena_failed(arena));
    assert_int_equal(SEARCH_FIRST(struct pair, number, list, count, 0), 0);
    assert_int_equal(SEARCH_FIRST(struct pair, number, list, count, 501), 251);
    assert_int_equal(SEARCH_FIRST(struct pair, number, list, count, 5000), 1000);
    assert_int_equal(SEARCH_FIRST(struct pair, number, NULL, 0, 1), 0);
    free(rows);
    arena_free(arena);
}

static void numbers_are_found_by_their_hash(void **state)
{
    (void)state;
    struct numbers numbers = {0};
    assert_int_equal(numbers_get(&numbers, 1), 0);
    for (uint32_t i = 1; i <= 2000; i++)
        *numbers_put(&numbers, hash_mix(i)) = i;
    for (uint32_t i = 1; i <= 2000; i++)
        assert_int_equal(numbers_get(&numbers, hash_mix(i)), i);
    assert_int_equal(numbers.count, 2000);
    assert_int_equal(numbers_get(&numbers, hash_mix(2001)), 0);
    numbers_free(&numbers);
}

/* What a spool is given, it gives back in any order, and nothing behind the end of a page. */
static void a_spool_keeps_pages(void **state)
{
    (void)state;
    struct spool spool;
    uint64_t places[2];
    uint32_t sizes[2];
    const unsigned char *at;
    assert_int_equal(spool_open(&spool, "/tmp/page", NULL), OK);
    spool_begin(&spool);
    assert_int_equal(spool_end(&spool, &places[0], &sizes[0], NULL), OK); /* a page may be empty */
    assert_int_equal(sizes[0], 0);
    for (uint32_t i = 0; i < 2; i++) {
        spool_begin(&spool);
        spool_text(&spool, i ? STR("second") : STR("first"));
        spool_number(&spool, UINT64_MAX - i);
        assert_int_equal(spool_end(&spool, &places[i], &sizes[i], NULL), OK);
    }
    assert_int_equal(spool_flush(&spool, NULL), OK);
    struct spool_reader reader = {.spool = &spool};
    for (uint32_t i = 2; i-- > 0;) {
        assert_int_equal(spool_read(&reader, places[i], sizes[i], &at, NULL), OK);
        const unsigned char *end = at + sizes[i];
        assert_true(str_eq(spool_next_text(&at, end), i ? STR("second") : STR("first")));
        assert_true(spool_next(&at, end) == UINT64_MAX - i && at == end);
        assert_true(spool_next(&at, end) == 0 && spool_next_text(&at, end).len == 0 && at == end);
    }
    const unsigned char cut[] = {9, 'x'}; /* a length that is more than there is */
    at = cut;
    assert_int_equal(spool_next_text(&at, cut + sizeof cut).len, 1);
    spool_reader_free(&reader);
    spool_close(&spool);
}

static void buf_groups_digits(void **state)
{
    (void)state;
    struct buf buf = {0};
    buf_grouped(&buf, -1);
    buf_char(&buf, ' ');
    buf_grouped(&buf, 999);
    buf_char(&buf, ' ');
    buf_count(&buf, 1, "page", "pages");
    buf_char(&buf, ' ');
    buf_count(&buf, 1234567, "page", "pages");
    assert_string_equal(buf_text(&buf), "0 999 1 page 1,234,567 pages");
    buf_free(&buf);
}

static void buf_remembers_its_failure(void **state)
{
    (void)state;
    struct buf buf = {.limit = 5};
    buf_str(&buf, "abc");
    buf_printf(&buf, "%d", 12);
    assert_false(buf.failed);
    assert_string_equal(buf_text(&buf), "abc12");
    buf_char(&buf, 'x');
    buf_str(&buf, "");
    assert_true(buf.failed);
    assert_null(buf_take(&buf));
    buf_str(&buf, "again");
    char *text = buf_take(&buf);
    assert_string_equal(text, "again");
    free(text);
    struct buf empty = {0};
    assert_string_equal(buf_text(&empty), "");
    text = buf_take(&empty);
    assert_string_equal(text, "");
    free(text);
}

static void slices_are_cut_and_compared(void **state)
{
    (void)state;
    assert_true(str_ieq(STR("Content-Type"), STR("content-type")));
    assert_false(str_ieq(STR("content"), STR("content-type")));
    assert_true(str_ends(STR("a.html"), STR(".html")));
    assert_true(str_cmp(STR("ab"), STR("abc")) < 0);
    assert_int_equal(str_find(STR("one two one"), STR("one"), 1), 8);
    assert_int_equal(str_find(STR("one"), STR("none at all"), 0), 3);
    assert_int_equal(str_ifind(STR("one two ONE"), STR("One"), 1), 8);
    assert_int_equal(str_ifind(STR("one"), STR("TWO"), 0), 3);
    struct str trimmed = str_trim(STR(" \t x y \r\n"));
    assert_true(str_eq(trimmed, STR("x y")));
    struct str rest = STR("a,,b"), piece;
    const char *expected[] = {"a", "", "b"};
    for (int i = 0; i < 3; i++) {
        assert_true(str_split(&rest, ',', &piece));
        assert_true(str_eq(piece, str_from(expected[i])));
    }
    assert_false(str_split(&rest, ',', &piece));
}

static void map_keeps_the_order_of_insertion(void **state)
{
    (void)state;
    enum { COUNT = 5000 };
    struct arena *arena = arena_new();
    struct map map;
    map_init(&map, arena);
    assert_null(map_get(&map, STR("nothing yet")));
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < COUNT; i++) {
            char *key = arena_printf(arena, "key %d", i);
            void **place = map_put(&map, str_from(key));
            assert_non_null(place);
            *place = key;
        }
    assert_int_equal(map.count, COUNT);
    for (int i = 0; i < COUNT; i++) {
        char key[32];
        snprintf(key, sizeof key, "key %d", i);
        assert_string_equal(map_get(&map, str_from(key)), key);
        assert_true(str_eq(map.entries[i].key, str_from(key)));
    }
    arena_free(arena);
}

static void hash_differs_in_every_length(void **state)
{
    (void)state;
    const char zeros[40] = {0};
    for (size_t a = 0; a < sizeof zeros; a++)
        for (size_t b = 0; b < a; b++)
            assert_true(hash_bytes(zeros, a) != hash_bytes(zeros, b));
}

static void http_dates_are_read_in_all_three_forms(void **state)
{
    (void)state;
    int64_t ms;
    const char *dates[] = {"Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
                           "Sun Nov  6 08:49:37 1994"};
    for (size_t i = 0; i < COUNT_OF(dates); i++) {
        assert_true(clock_parse_http_date(dates[i], &ms));
        assert_int_equal(ms, 784111777000);
    }
    const char *wrong[] = {"", "soon", "120", "Sun, 06 Foo 1994 08:49:37 GMT", "Sun, 99 Nov 1994 08:49:37 GMT"};
    for (size_t i = 0; i < COUNT_OF(wrong); i++)
        assert_false(clock_parse_http_date(wrong[i], &ms));
}

static void retry_after_is_seconds_or_a_date(void **state)
{
    (void)state;
    static const struct {
        const char *value;
        int64_t wanted;
    } cases[] = {
        {NULL, -1},
        {"", -1},
        {"0", 0},
        {"120", 120000},
        {"1.5", 1500},
        {"1.", 1000},
        {".5", -1},
        {"-1", -1},
        {"1 2", -1},
        {"soon", -1},
        {"Sun, 06 Nov 1994 08:49:37 GMT", 7000},
        {"Sunday, 06-Nov-94 08:49:37 GMT", 7000},
        {"Sun Nov  6 08:49:37 1994", 7000},
        {"Sun, 06 Nov 1994 08:49:00 GMT", 0},
        {"Sun, 06 Nov 1994", -1},
    };
    const int64_t now = 784111770000; /* seven seconds before that date */
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_int_equal(clock_parse_retry_after(str_from(cases[i].value), now), cases[i].wanted);
}

static void durations_saturate(void **state)
{
    (void)state;
    assert_int_equal(clock_parse_duration(STR("250"), 1), 250);
    assert_int_equal(clock_parse_duration(STR("0.25"), 1000), 250);
    assert_int_equal(clock_parse_duration(STR("0.0001"), 1000), 0);
    assert_int_equal(clock_parse_duration(STR("1e3"), 1), -1);
    assert_true(clock_parse_duration(STR("99999999999999999999999"), 1) >= 1000 * 1000 * 1000);
    assert_true(clock_parse_duration(STR("99999999999999999999999"), 1000) >= (int64_t)1000 * 1000 * 1000 * 1000);
}

static void loopback_is_known_by_its_text(void **state)
{
    (void)state;
    static const char *const loopback[] = {"localhost", "LocalHost", "127.0.0.1", "127.8.9.1", "::1", "[::1]"};
    static const char *const other[] = {
        "",      "localhost.example", "128.0.0.1", "1127.0.0.1", "127.0.0.1.example", "0.0.0.0", "::",
        "[::2]", "12.7.0.0.1"};
    for (size_t i = 0; i < COUNT_OF(loopback); i++)
        assert_true(address_is_loopback(str_from(loopback[i])));
    for (size_t i = 0; i < COUNT_OF(other); i++)
        assert_false(address_is_loopback(str_from(other[i])));
}

static void callers_are_found_behind_trusted_proxies_alone(void **state)
{
    (void)state;
    static const char *list[] = {"127.0.0.1", "::1", "10.0.0.2"};
    static const struct address_list trusted = {list, COUNT_OF(list)};
    static const struct {
        const char *peer, *chain, *found;
    } cases[] = {
        {"192.0.2.7", "198.51.100.1", "192.0.2.7"},
        {"127.0.0.1", "", "127.0.0.1"},
        {"127.0.0.1", "198.51.100.1", "198.51.100.1"},
        {"127.0.0.1", "203.0.113.9, 198.51.100.1", "198.51.100.1"},
        {"127.0.0.1", "203.0.113.9,198.51.100.1 , 10.0.0.2", "198.51.100.1"},
        {"127.0.0.1", "10.0.0.2, ::1", "10.0.0.2"},
        {"::ffff:127.0.0.1", "2001:db8::7", "2001:db8::7"},
        {"::1", "[2001:db8::7]", "::1"},
        {"::1", "198.51.100.1:4711", "::1"},
        {"::1", "198.51.100.1, unknown", "::1"},
        {"::1", "198.51.100.1, ", "::1"},
        {"::1", ",,,", "::1"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct str found = address_through(str_from(cases[i].peer), str_from(cases[i].chain), &trusted);
        assert_true(str_eq(found, str_from(cases[i].found)));
    }
    static const struct address_list nobody = {NULL, 0};
    assert_true(str_eq(address_through(STR("::1"), STR("198.51.100.1"), &nobody), STR("::1")));
}

/* --- SIGPIPE --- */

static bool is_pending(void)
{
    sigset_t pending;
    return sigpending(&pending) == 0 && sigismember(&pending, SIGPIPE) == 1;
}

static bool is_blocked(void)
{
    sigset_t blocked;
    return pthread_sigmask(SIG_BLOCK, NULL, &blocked) == 0 && sigismember(&blocked, SIGPIPE) == 1;
}

static void a_broken_pipe_leaves_no_signal(void **state)
{
    (void)state;
    struct sigpipe outer, inner;
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    close(ends[0]);
    sigpipe_block(&outer);
    sigpipe_block(&inner);
    assert_int_equal(write(ends[1], "x", 1), -1);
    assert_true(is_pending());
    sigpipe_restore(&inner);
    assert_false(is_pending());
    assert_true(is_blocked());
    assert_int_equal(write(ends[1], "x", 1), -1);
    sigpipe_restore(&outer); /* would end the process if the signal were still there */
    assert_false(is_blocked());
    close(ends[1]);
}

static void a_signal_that_the_host_holds_back_stays(void **state)
{
    (void)state;
    sigset_t only, before;
    struct sigpipe guard;
    sigemptyset(&only);
    sigaddset(&only, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &only, &before);
    raise(SIGPIPE);
    sigpipe_block(&guard);
    sigpipe_restore(&guard);
    assert_true(is_pending());
    assert_true(is_blocked());
    assert_int_equal(sigtimedwait(&only, NULL, &(struct timespec){0}), SIGPIPE);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static void uuids_are_valid_and_ordered_by_time(void **state)
{
    (void)state;
    char earlier[UUID_LENGTH + 1], later[UUID_LENGTH + 1];
    uuid_v7(earlier);
    int64_t start = clock_now_ms();
    while (clock_now_ms() == start) /* the order is that of milliseconds */
        ;
    uuid_v7(later);
    assert_true(uuid_is_valid(earlier));
    assert_int_equal(earlier[14], '7');
    assert_true(strchr("89ab", earlier[19]) != NULL);
    assert_true(strcmp(earlier, later) < 0);
    assert_false(uuid_is_valid("v2"));
    assert_false(uuid_is_valid("0192f0c1-0000-7000-8000-00000000000g"));
    assert_false(uuid_is_valid("0192f0c1-0000-7000-8000-0000000000001"));
    uuid_v7_plain(earlier);
    for (int n = 0; n < 1000; n++) {
        uuid_v7_plain(later);
        assert_true(uuid_is_valid(later) && later[14] == '7' && strcmp(earlier + 19, later + 19) != 0);
        memcpy(earlier, later, sizeof earlier);
    }
}

static int nice_value(void)
{
    return getpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid));
}

static void *note_nice_value(void *value)
{
    *(int *)value = sched_getscheduler(0) == SCHED_BATCH ? nice_value() : -100;
    return NULL;
}

/* values: [0] of the thread itself, [1] of one that it makes. */
static void *lower_and_make_another(void *values)
{
    pthread_t thread;
    priority_lower();
    note_nice_value(values);
    if (pthread_create(&thread, NULL, note_nice_value, (int *)values + 1) == 0)
        pthread_join(thread, NULL);
    return NULL;
}

static void a_lowered_thread_hands_its_priority_on(void **state)
{
    (void)state;
    int before = nice_value(), values[2] = {-100, -100};
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, lower_and_make_another, values), 0);
    pthread_join(thread, NULL);
    assert_int_equal(values[0], before + 10 < 19 ? before + 10 : 19);
    assert_int_equal(values[1], values[0]);
    assert_int_equal(nice_value(), before);
    assert_int_equal(sched_getscheduler(0), SCHED_OTHER);
}

static void a_forked_child_has_no_marked_descriptors(void **state)
{
    enum { COUNT = 40 };
    int fds[COUNT], result = -1;
    struct error err;
    (void)state;
    for (int i = 0; i < COUNT; i++) {
        fds[i] = dup(STDERR_FILENO);
        assert_true(fds[i] >= 0);
        assert_int_equal(fork_close_in_child(fds[i], &err), OK);
        if (i % 2)
            fork_forget(fds[i]);
    }
    pid_t child = fork();
    if (child == 0) {
        int wrong = 0;
        for (int i = 0; i < COUNT; i++)
            wrong += (fcntl(fds[i], F_GETFD) >= 0) != (i % 2);
        /* What the child opens under the same number is its own, in its children too. */
        int own = dup(STDERR_FILENO);
        pid_t grandchild = fork();
        if (grandchild == 0)
            _exit(fcntl(own, F_GETFD) < 0);
        waitpid(grandchild, &result, 0);
        _exit(wrong + (result != 0));
    }
    assert_int_equal(waitpid(child, &result, 0), child);
    assert_int_equal(result, 0);
    for (int i = 0; i < COUNT; i++) {
        assert_true(fcntl(fds[i], F_GETFD) >= 0);
        fork_forget(fds[i]);
        close(fds[i]);
    }
}

/* --- background threads --- */

/* The work of a background thread, whose steps the test waits for. */
struct steps {
    struct background background;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int64_t pause;     /* what the work returns */
    int begun, ended;  /* pieces of work */
    bool may_end;      /* false: a piece of work blocks until it is true */
    bool wakes_itself; /* the work wakes its own thread, once */
};

static int64_t step(void *argument)
{
    struct steps *steps = argument;
    pthread_mutex_lock(&steps->lock);
    steps->begun++;
    pthread_cond_broadcast(&steps->changed);
    while (!steps->may_end)
        pthread_cond_wait(&steps->changed, &steps->lock);
    bool wakes = steps->wakes_itself;
    steps->wakes_itself = false;
    pthread_mutex_unlock(&steps->lock);
    if (wakes)
        background_wake(&steps->background);
    pthread_mutex_lock(&steps->lock);
    steps->ended++;
    pthread_cond_broadcast(&steps->changed);
    pthread_mutex_unlock(&steps->lock);
    return steps->pause;
}

static void start_steps(struct steps *steps)
{
    pthread_mutex_init(&steps->lock, NULL);
    pthread_cond_init(&steps->changed, NULL);
    assert_int_equal(background_start(&steps->background, step, steps, NULL), OK);
}

static void stop_steps(struct steps *steps)
{
    background_stop(&steps->background);
    pthread_cond_destroy(&steps->changed);
    pthread_mutex_destroy(&steps->lock);
}

/* Waits until that many pieces of work have begun or ended. */
static void await_steps(struct steps *steps, const int *count, int wanted)
{
    pthread_mutex_lock(&steps->lock);
    while (*count < wanted)
        pthread_cond_wait(&steps->changed, &steps->lock);
    pthread_mutex_unlock(&steps->lock);
}

static void a_background_thread_works_again_and_again(void **state)
{
    static const int64_t pauses[] = {0, 1};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(pauses); i++) {
        struct steps steps = {.pause = pauses[i], .may_end = true};
        start_steps(&steps);
        await_steps(&steps, &steps.ended, 5);
        stop_steps(&steps);
    }
}

static void a_background_thread_sleeps_until_it_is_woken(void **state)
{
    (void)state;
    struct steps steps = {.pause = BACKGROUND_UNTIL_WOKEN, .may_end = true};
    start_steps(&steps);
    for (int i = 1; i <= 5; i++) {
        await_steps(&steps, &steps.ended, i);
        background_wake(&steps.background);
    }
    await_steps(&steps, &steps.ended, 6);
    stop_steps(&steps);
    assert_int_equal(steps.ended, steps.begun);
}

static void a_wakeup_during_the_work_is_not_lost(void **state)
{
    (void)state;
    struct steps steps = {.pause = BACKGROUND_UNTIL_WOKEN, .may_end = true, .wakes_itself = true};
    start_steps(&steps);
    await_steps(&steps, &steps.ended, 2);
    stop_steps(&steps);
    assert_int_equal(steps.ended, 2); /* one wake-up, one more piece of work */
}

static void *stop_background(void *argument)
{
    struct steps *steps = argument;
    background_stop(&steps->background);
    return NULL;
}

static void stopping_waits_for_the_work_under_way(void **state)
{
    (void)state;
    pthread_t stopper;
    struct steps steps = {.pause = 0};
    start_steps(&steps);
    await_steps(&steps, &steps.begun, 1);
    assert_int_equal(thread_start(&stopper, stop_background, &steps, NULL), OK);
    for (bool stopping = false; !stopping; sched_yield()) {
        pthread_mutex_lock(&steps.background.lock);
        stopping = steps.background.is_stopping;
        pthread_mutex_unlock(&steps.background.lock);
    }
    assert_int_equal(steps.ended, 0);
    pthread_mutex_lock(&steps.lock);
    steps.may_end = true;
    pthread_cond_broadcast(&steps.changed);
    pthread_mutex_unlock(&steps.lock);
    pthread_join(stopper, NULL);
    assert_int_equal(steps.begun, 1); /* and none was begun afterwards */
    assert_int_equal(steps.ended, 1);
    stop_steps(&steps);
}

static void a_background_thread_that_was_never_started_is_stopped(void **state)
{
    (void)state;
    struct background background = {0};
    background_stop(&background);
    background_stop(&background);
    assert_false(background.is_made);
}

static void faults_are_collected_up_to_the_limit(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct faults faults = {.arena = arena};
    for (int i = 0; i < 100; i++)
        faults_add(&faults, i % 2 ? "/odd" : "/even", "entry %d is wrong", i);
    assert_int_equal(faults.count, 100);
    assert_string_equal(faults.list[99].pointer, "/odd");
    assert_string_equal(faults.list[42].detail, "entry 42 is wrong");
    faults.most = 101;
    faults_add(&faults, "", "%2000s", "long");
    faults_add(&faults, "", "too many");
    assert_int_equal(faults.count, 101);
    assert_int_equal(strlen(faults.list[100].detail), 1023);
    assert_false(faults.failed);
    arena_free(arena);
}

/* --- turns --- */

struct queued {
    struct turns *turns;
    const atomic_bool *cancel;
    int64_t deadline;
    int number, *order;
    atomic_int *served;
    enum status status;
};

static void *take_turn(void *argument)
{
    struct queued *queued = argument;
    queued->status = turns_take(queued->turns, queued->cancel, queued->deadline);
    if (queued->status == OK) {
        queued->order[atomic_fetch_add(queued->served, 1)] = queued->number;
        turns_give(queued->turns);
    }
    return NULL;
}

static size_t waiting(struct turns *turns)
{
    pthread_mutex_lock(&turns->lock);
    size_t count = turns->waiting;
    pthread_mutex_unlock(&turns->lock);
    return count;
}

/* Lets threads enter the line one after the other, and writes the order in which they get their turns. owners: the
 * cancel of each; NULL: none has one. */
static void queue_up(struct turns *turns, const atomic_bool *const *owners, int count, int *order)
{
    enum { MOST = 8 };
    struct queued queued[MOST];
    pthread_t threads[MOST];
    atomic_int served = 0;
    assert_true(count <= MOST);
    assert_int_equal(turns_take(turns, NULL, 0), OK);
    for (int i = 0; i < count; i++) {
        queued[i] = (struct queued){
            .turns = turns, .cancel = owners ? owners[i] : NULL, .number = i, .order = order, .served = &served};
        pthread_create(&threads[i], NULL, take_turn, &queued[i]);
        while (waiting(turns) == (size_t)i)
            sched_yield();
    }
    turns_give(turns);
    for (int i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
    assert_int_equal(turns->waiting, 0);
    assert_int_equal(turns->free, 1);
}

static void turns_are_taken_in_order(void **state)
{
    (void)state;
    enum { COUNT = 5 };
    struct turns turns;
    int order[COUNT];
    turns_init(&turns, 1);
    queue_up(&turns, NULL, COUNT, order);
    for (int i = 0; i < COUNT; i++)
        assert_int_equal(order[i], i);
    turns_destroy(&turns);
}

/* Six questions of one article do not keep the only one of another behind them. */
static void whoever_asks_little_does_not_wait_for_all_of_another(void **state)
{
    (void)state;
    static atomic_bool many, few;
    const atomic_bool *const owners[] = {&many, &many, &many, &few, &many, &few};
    static const int expected[] = {0, 3, 1, 5, 2, 4};
    int order[COUNT_OF(owners)];
    struct turns turns;
    turns_init(&turns, 1);
    for (int round = 0; round < 2; round++) {
        queue_up(&turns, owners, COUNT_OF(owners), order);
        assert_memory_equal(order, expected, sizeof expected);
    }
    turns_destroy(&turns);
}

static void a_wait_can_be_called_off(void **state)
{
    (void)state;
    struct turns turns;
    atomic_bool cancel = false;
    atomic_int served = 0;
    int order[1];
    pthread_t thread;
    turns_init(&turns, 1);
    assert_int_equal(turns_take(&turns, NULL, 0), OK);
    assert_int_equal(turns_take(&turns, NULL, clock_mono_ms() + 5), E_TIMEOUT);
    struct queued queued = {.turns = &turns, .cancel = &cancel, .order = order, .served = &served};
    pthread_create(&thread, NULL, take_turn, &queued);
    while (!waiting(&turns))
        sched_yield();
    atomic_store(&cancel, true);
    pthread_join(thread, NULL);
    assert_int_equal(queued.status, E_CANCELLED);
    assert_null(turns.first);
    assert_int_equal(turns.waiting, 0);
    turns_give(&turns);
    assert_int_equal(turns.free, 1);
    turns_destroy(&turns);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(error_message_is_cut_at_a_character),
        cmocka_unit_test(arena_gives_aligned_zeroed_memory),
        cmocka_unit_test(arena_is_used_again),
        cmocka_unit_test(arena_remembers_that_memory_ran_out),
        cmocka_unit_test(arrays_grow_and_are_searched),
        cmocka_unit_test(numbers_are_found_by_their_hash),
        cmocka_unit_test(a_spool_keeps_pages),
        cmocka_unit_test(buf_groups_digits),
        cmocka_unit_test(buf_remembers_its_failure),
        cmocka_unit_test(slices_are_cut_and_compared),
        cmocka_unit_test(map_keeps_the_order_of_insertion),
        cmocka_unit_test(hash_differs_in_every_length),
        cmocka_unit_test(http_dates_are_read_in_all_three_forms),
        cmocka_unit_test(retry_after_is_seconds_or_a_date),
        cmocka_unit_test(durations_saturate),
        cmocka_unit_test(loopback_is_known_by_its_text),
        cmocka_unit_test(callers_are_found_behind_trusted_proxies_alone),
        cmocka_unit_test(a_broken_pipe_leaves_no_signal),
        cmocka_unit_test(a_signal_that_the_host_holds_back_stays),
        cmocka_unit_test(uuids_are_valid_and_ordered_by_time),
        cmocka_unit_test(a_lowered_thread_hands_its_priority_on),
        cmocka_unit_test(a_forked_child_has_no_marked_descriptors),
        cmocka_unit_test(a_background_thread_works_again_and_again),
        cmocka_unit_test(a_background_thread_sleeps_until_it_is_woken),
        cmocka_unit_test(a_wakeup_during_the_work_is_not_lost),
        cmocka_unit_test(stopping_waits_for_the_work_under_way),
        cmocka_unit_test(a_background_thread_that_was_never_started_is_stopped),
        cmocka_unit_test(faults_are_collected_up_to_the_limit),
        cmocka_unit_test(turns_are_taken_in_order),
        cmocka_unit_test(whoever_asks_little_does_not_wait_for_all_of_another),
        cmocka_unit_test(a_wait_can_be_called_off),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
