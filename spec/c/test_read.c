/* Pages read side by side from hosts that do all kinds of things; how those hosts are treated. */
#include "research/read/read.h"

#include "faulty_host.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>

#include <cmocka.h>

static const char bread[] =
    "<!doctype html><html lang=\"en\"><head><title>Sourdough bread</title></head><body><article><h1>Sourdough "
    "bread</h1><p>Flour and water ferment for 12 hours before the dough is shaped and baked.</p></article></body>"
    "</html>";

enum { MOST_HOSTS = 32 };

struct desk {
    struct net *net;
    struct reader *reader;
    struct arena *arena;
    struct error err;
    struct faulty_host hosts[MOST_HOSTS];
    size_t host_count;
};

static void open_reader(struct desk *desk, long keep_seconds)
{
    const struct reader_options options = {.net = desk->net, .pause_ms = -1, .keep_seconds = keep_seconds};
    reader_free(desk->reader);
    assert_int_equal(reader_new(&options, &desk->reader, NULL), OK);
}

static int set_up(void **state)
{
    struct desk *desk = calloc(1, sizeof *desk);
    const char *const allowed[] = {"127.0.0.1"};
    if (net_new(&(struct net_options){.allow_addresses = allowed, .allow_count = 1}, &desk->net, NULL) != OK)
        return -1;
    desk->arena = arena_new();
    open_reader(desk, 60);
    *state = desk;
    return 0;
}

static int tear_down(void **state)
{
    struct desk *desk = *state;
    reader_free(desk->reader);
    net_free(desk->net);
    for (size_t i = 0; i < desk->host_count; i++)
        host_stop(&desk->hosts[i]);
    arena_free(desk->arena);
    free(desk);
    return 0;
}

static struct faulty_host *new_host(struct desk *desk, enum host_fault fault)
{
    assert_true(desk->host_count < MOST_HOSTS);
    struct faulty_host *host = &desk->hosts[desk->host_count++];
    host_start(host, fault, bread);
    return host;
}

static struct reading of(struct desk *desk, const struct faulty_host *host, const char *path)
{
    return (struct reading){.url = arena_printf(desk->arena, "%s%s", host->url, path)};
}

static const struct read_options quick = {.timeout_ms = 1000, .max_bytes = 256 * 1024};

static enum status read_by(struct desk *desk, struct reading *list, size_t count, const struct read_options *options,
                           const atomic_bool *cancel, int64_t deadline)
{
    const struct lookup lookup = {.arena = desk->arena, .err = &desk->err, .cancel = cancel, .deadline = deadline};
    return reader_read(desk->reader, list, count, options, &lookup);
}

static void read_all(struct desk *desk, struct reading *list, size_t count)
{
    if (read_by(desk, list, count, &quick, NULL, 0) != OK)
        fail_msg("%s", desk->err.message);
}

static void assert_read(const struct reading *reading)
{
    if (reading->status)
        fail_msg("%s: %s (%s)", reading->url, reading->problem, status_name(reading->status));
    assert_null(reading->problem);
    assert_string_equal(reading->page.title, "Sourdough bread");
    assert_true(reading->page.count >= 1);
}

static void assert_left_out(const struct reading *reading, enum status status, const char *words)
{
    if (reading->status != status || !reading->problem || !strstr(reading->problem, words))
        fail_msg("%s: got %s (%s) instead of %s (%s)", reading->url, status_name(reading->status),
                 reading->problem ? reading->problem : "no problem", status_name(status), words);
}

/* --- what hosts do --- */

/* What comes of a page by what its host does; words NULL: it is read. */
static const struct {
    enum status status;
    const char *words;
} outcomes[HOST_FAULTS] = {
    [HOST_GOOD] = {OK, NULL},
    [HOST_SILENT] = {E_TIMEOUT, "did not answer in time"},
    [HOST_TRICKLES] = {E_TIMEOUT, "did not answer in time"},
    [HOST_REFUSES] = {E_NETWORK, "accepts no connection"},
    [HOST_HANGS_UP] = {E_NETWORK, "broke the connection off"},
    [HOST_BREAKS] = {E_NETWORK, "broke the connection off"},
    [HOST_TOO_LONG] = {E_NETWORK, "broke the connection off"},
    [HOST_TOO_SHORT] = {OK, NULL},
    [HOST_LOOPS] = {E_LIMIT, "redirects more than 5 times"},
    [HOST_CIRCLES] = {E_LIMIT, "redirects more than 5 times"},
    [HOST_ENDLESS] = {E_LIMIT, "too large"},
    [HOST_HEADERS] = {E_LIMIT, "too large"},
    [HOST_BOMB] = {E_LIMIT, "too large"},
    [HOST_NO_HTTP] = {E_NETWORK, "failed"},
    [HOST_NO_GZIP] = {E_NETWORK, "failed"},
    [HOST_MISSING] = {E_NOT_FOUND, "status 404"},
    [HOST_BROKEN] = {E_NOT_FOUND, "status 500"},
    [HOST_BUSY] = {E_NOT_FOUND, "status 429"},
    [HOST_BUSY_ONCE] = {OK, NULL},
    [HOST_BINARY] = {E_CORRUPT, "no text"},
    [HOST_PICTURE] = {E_CORRUPT, "neither HTML"},
    [HOST_FORBIDS] = {E_DENIED, "robots.txt of its site forbids"},
    [HOST_BAD_ROBOTS] = {E_DENIED, "robots.txt answered 500"},
    [HOST_DENIES] = {E_DENIED, "must not be fetched"},
};

/* All good pages are used and every bad one is named with a reason, in the order of the list. */
static void every_fault_is_named_and_all_else_is_read(void **state)
{
    struct desk *desk = *state;
    struct reading list[HOST_FAULTS];
    for (size_t i = 0; i < HOST_FAULTS; i++)
        list[i] = of(desk, new_host(desk, (enum host_fault)i), "");
    desk->hosts[HOST_CIRCLES].elsewhere = desk->hosts[HOST_CIRCLES].url;
    struct faulty_host *other = new_host(desk, HOST_CIRCLES);
    other->elsewhere = desk->hosts[HOST_CIRCLES].url;
    desk->hosts[HOST_CIRCLES].elsewhere = other->url;
    read_all(desk, list, HOST_FAULTS);
    for (size_t i = 0; i < HOST_FAULTS; i++) {
        if (!outcomes[i].words)
            assert_read(&list[i]);
        else
            assert_left_out(&list[i], outcomes[i].status, outcomes[i].words);
        assert_true(desk->hosts[i].most_present <= 1);
    }
    assert_int_equal(desk->hosts[HOST_FORBIDS].page_requests, 0);
    assert_int_equal(desk->hosts[HOST_BAD_ROBOTS].page_requests, 0);
    assert_int_equal(desk->hosts[HOST_BUSY_ONCE].page_requests, 2);
    assert_int_equal(desk->hosts[HOST_BUSY].page_requests, 1);
}

static void an_address_that_cannot_be_read_is_named(void **state)
{
    struct desk *desk = *state;
    struct reading list[] = {{.url = "no address"}, {.url = "http://10.9.8.7/"}, {.url = "http://127.0.0.1:25/"}};
    read_all(desk, list, COUNT_OF(list));
    assert_left_out(&list[0], E_INVALID, "");
    assert_left_out(&list[1], E_DENIED, "10.9.8.7");
    assert_left_out(&list[2], E_NETWORK, "127.0.0.1");
}

/* --- politeness --- */

static void a_host_gets_one_request_at_a_time(void **state)
{
    struct desk *desk = *state;
    struct faulty_host *host = new_host(desk, HOST_GOOD);
    struct reading list[8];
    host->think_ms = 10;
    for (size_t i = 0; i < COUNT_OF(list); i++)
        list[i] = of(desk, host, arena_printf(desk->arena, "/%zu", i));
    read_all(desk, list, COUNT_OF(list));
    for (size_t i = 0; i < COUNT_OF(list); i++)
        assert_read(&list[i]);
    assert_int_equal(host->robots_requests, 1);
    assert_int_equal(host->page_requests, 8);
    assert_int_equal(host->most_present, 1);
}

struct one_call {
    struct desk *desk;
    struct arena *arena;
    struct reading list[4];
    enum status status;
};

static void *run_call(void *argument)
{
    struct one_call *call = argument;
    const struct lookup lookup = {.arena = call->arena};
    call->status = reader_read(call->desk->reader, call->list, COUNT_OF(call->list), &quick, &lookup);
    return NULL;
}

static void two_articles_share_its_turns_and_its_robots(void **state)
{
    struct desk *desk = *state;
    struct faulty_host *host = new_host(desk, HOST_GOOD);
    struct one_call calls[2] = {{.desk = desk}, {.desk = desk}};
    pthread_t threads[2];
    host->think_ms = 10;
    host->robots = "User-agent: *\nCrawl-delay: 0.03\n";
    for (size_t i = 0; i < 2; i++) {
        calls[i].arena = arena_new();
        for (size_t j = 0; j < 4; j++)
            calls[i].list[j] = of(desk, host, arena_printf(desk->arena, "/%zu/%zu", i, j));
    }
    for (size_t i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, run_call, &calls[i]), 0);
    for (size_t i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(calls[i].status, OK);
        for (size_t j = 0; j < 4; j++)
            assert_read(&calls[i].list[j]);
        arena_free(calls[i].arena);
    }
    assert_int_equal(host->most_present, 1);
    assert_int_equal(host->robots_requests, 1);
    assert_int_equal(host->page_requests, 8);
    /* What was asked for, in whole milliseconds: it is no less on any machine. */
    assert_true(host->least_pause_us > 29 * 1000);
}

static void a_slow_host_holds_up_only_itself(void **state)
{
    struct desk *desk = *state;
    struct faulty_host *slow = new_host(desk, HOST_SILENT), *good = new_host(desk, HOST_GOOD);
    const struct read_options options = {.parallel = 2, .timeout_ms = 300};
    struct reading list[12];
    for (size_t i = 0; i < 6; i++)
        list[i] = of(desk, slow, arena_printf(desk->arena, "/%zu", i));
    for (size_t i = 6; i < 12; i++)
        list[i] = of(desk, good, arena_printf(desk->arena, "/%zu", i));
    assert_int_equal(read_by(desk, list, COUNT_OF(list), &options, NULL, 0), OK);
    assert_left_out(&list[0], E_TIMEOUT, "did not answer in time");
    for (size_t i = 1; i < 6; i++)
        assert_left_out(&list[i], E_TIMEOUT, "is left alone for a minute");
    for (size_t i = 6; i < 12; i++)
        assert_read(&list[i]);
    assert_int_equal(slow->page_requests, 1);
}

/* Threads that have nothing to do until a slow host answers sleep: they woke each other 500,000 times a second. */
static void threads_that_wait_for_a_host_rest(void **state)
{
    enum { PAGES = 8, MOST_SWITCHES = 20000 };
    struct desk *desk = *state;
    const struct faulty_host *host = new_host(desk, HOST_SILENT);
    struct reading list[PAGES];
    struct rusage before, after;
    for (int i = 0; i < PAGES; i++)
        list[i] = of(desk, host, arena_printf(desk->arena, "/page-%d", i));
    getrusage(RUSAGE_SELF, &before);
    read_all(desk, list, PAGES);
    getrusage(RUSAGE_SELF, &after);
    for (int i = 0; i < PAGES; i++)
        assert_int_not_equal(list[i].status, OK);
    assert_in_range(after.ru_nvcsw - before.ru_nvcsw, 0, MOST_SWITCHES);
}

static void a_dead_host_is_asked_again_only_where_a_request_names_it(void **state)
{
    struct desk *desk = *state;
    struct faulty_host *dead = new_host(desk, HOST_REFUSES);
    struct reading found = of(desk, dead, "/"), again = found, named = found;
    named.is_named = true;
    read_all(desk, &found, 1);
    assert_left_out(&found, E_NETWORK, "accepts no connection");
    read_all(desk, &again, 1);
    assert_left_out(&again, E_NETWORK, "is left alone for a minute");
    read_all(desk, &named, 1);
    assert_left_out(&named, E_NETWORK, "accepts no connection");
}

static void a_busy_host_is_left_alone(void **state)
{
    struct desk *desk = *state;
    struct faulty_host *busy = new_host(desk, HOST_BUSY);
    struct reading list[] = {of(desk, busy, "/1"), of(desk, busy, "/2"), of(desk, busy, "/3")};
    list[2].is_named = true;
    read_all(desk, list, COUNT_OF(list));
    size_t asked = 0;
    for (size_t i = 0; i < COUNT_OF(list); i++) {
        asked += list[i].status == E_NOT_FOUND;
        if (list[i].status == E_NOT_FOUND)
            assert_left_out(&list[i], E_NOT_FOUND, "status 429");
        else
            assert_left_out(&list[i], E_LIMIT, "wants to be left alone");
    }
    assert_int_equal(asked, 1);
    assert_int_equal(busy->page_requests, 1);
}

static void robots_are_not_asked_for_a_page_that_a_request_names(void **state)
{
    struct desk *desk = *state;
    struct faulty_host *host = new_host(desk, HOST_FORBIDS), *bad = new_host(desk, HOST_BAD_ROBOTS);
    struct reading list[] = {of(desk, host, "/named"), of(desk, bad, "/named")};
    list[0].is_named = list[1].is_named = true;
    read_all(desk, list, COUNT_OF(list));
    assert_read(&list[0]);
    assert_read(&list[1]);
    assert_int_equal(host->robots_requests + bad->robots_requests, 0);
}

/* The page that is forbidden is not reached by a redirect either. */
static void robots_of_the_host_that_a_redirect_leads_to_are_asked(void **state)
{
    struct desk *desk = *state;
    struct faulty_host *from = new_host(desk, HOST_CIRCLES), *to = new_host(desk, HOST_FORBIDS);
    struct faulty_host *also = new_host(desk, HOST_CIRCLES), *good = new_host(desk, HOST_GOOD);
    from->elsewhere = to->url;
    also->elsewhere = good->url;
    struct reading list[] = {of(desk, from, "/page"), of(desk, also, "/page")};
    read_all(desk, list, COUNT_OF(list));
    assert_left_out(&list[0], E_DENIED, "robots.txt of its site forbids");
    assert_int_equal(to->page_requests, 0);
    assert_read(&list[1]);
    assert_int_equal(good->robots_requests, 1);
    assert_string_equal(list[1].page.url, arena_printf(desk->arena, "%s/", good->url));
}

/* --- pages that are kept --- */

static void a_page_that_two_articles_need_is_fetched_once(void **state)
{
    struct desk *desk = *state;
    struct faulty_host *host = new_host(desk, HOST_GOOD), *from = new_host(desk, HOST_CIRCLES);
    from->elsewhere = host->url;
    struct reading first = of(desk, host, "/page"), again = of(desk, host, "/./page#top"), moved = of(desk, from, "/");
    read_all(desk, &first, 1);
    read_all(desk, &again, 1);
    assert_read(&first);
    assert_read(&again);
    assert_true(first.bytes > 0);
    assert_int_equal(again.bytes, 0);
    assert_string_equal(again.page.url, again.url);
    assert_int_equal(again.page.count, first.page.count);
    assert_int_equal(host->page_requests, 1);
    read_all(desk, &moved, 1);
    struct reading moved_again = of(desk, from, "/");
    read_all(desk, &moved_again, 1);
    assert_read(&moved_again);
    assert_string_equal(moved_again.page.url, moved.page.url);
    assert_int_equal(from->page_requests, 1);
    struct reading named = of(desk, host, "/page");
    named.is_named = true;
    read_all(desk, &named, 1);
    assert_read(&named);
    assert_true(named.bytes > 0);
}

static void nothing_is_kept_where_that_is_not_wished(void **state)
{
    struct desk *desk = *state;
    struct faulty_host *host = new_host(desk, HOST_GOOD);
    open_reader(desk, 0);
    for (int i = 0; i < 2; i++) {
        struct reading reading = of(desk, host, "/page");
        read_all(desk, &reading, 1);
        assert_read(&reading);
    }
    assert_int_equal(host->page_requests, 2);
    assert_int_equal(host->robots_requests, 1);
}

/* --- its end --- */

/* What came by then is used. */
static void it_ends_at_the_deadline(void **state)
{
    struct desk *desk = *state;
    struct faulty_host *good = new_host(desk, HOST_GOOD), *silent = new_host(desk, HOST_SILENT);
    struct faulty_host *trickles = new_host(desk, HOST_TRICKLES), *late = new_host(desk, HOST_GOOD);
    late->robots = "User-agent: *\nCrawl-delay: 10\n"; /* its page may be fetched ten seconds after its robots.txt */
    struct reading list[] = {of(desk, silent, ""), of(desk, good, ""), of(desk, trickles, ""), of(desk, late, "")};
    const struct read_options patient = {.parallel = 3};
    assert_int_equal(read_by(desk, list, COUNT_OF(list), &patient, NULL, clock_mono_ms() + 1500), OK);
    assert_read(&list[1]);
    assert_int_equal(list[0].status, E_TIMEOUT);
    assert_int_equal(list[2].status, E_TIMEOUT);
    assert_left_out(&list[3], E_TIMEOUT, "no time left");
    assert_int_equal(late->page_requests, 0);
    /* The host had little time: nothing is held against it. */
    struct reading again = of(desk, silent, "/again");
    assert_int_equal(read_by(desk, &again, 1, &patient, NULL, clock_mono_ms() + 200), OK);
    assert_int_equal(silent->page_requests, 2);
    assert_int_equal(read_by(desk, list, COUNT_OF(list), &patient, NULL, clock_mono_ms() - 1), OK);
    for (size_t i = 0; i < COUNT_OF(list); i++)
        assert_true(list[i].status == E_TIMEOUT || i == 1); /* that one is kept */
}

/* The slow host would take all of the time. */
static void slow_hosts_leave_time_for_those_behind_them(void **state)
{
    struct desk *desk = *state;
    struct reading list[] = {of(desk, new_host(desk, HOST_SILENT), ""), of(desk, new_host(desk, HOST_GOOD), "")};
    const struct read_options options = {.parallel = 1};
    assert_int_equal(read_by(desk, list, COUNT_OF(list), &options, NULL, clock_mono_ms() + 8000), OK);
    assert_left_out(&list[0], E_TIMEOUT, "did not answer in time");
    assert_read(&list[1]);
}

struct canceller {
    atomic_bool *cancel;
    struct faulty_host *host;
};

static void *cancel_when_asked(void *argument)
{
    struct canceller *canceller = argument;
    while (!atomic_load(&canceller->host->page_requests))
        poll(NULL, 0, 1);
    atomic_store(canceller->cancel, true);
    return NULL;
}

/* With threads and without: nobody waits for the 20 seconds that a page may take. */
static void it_can_be_called_off(void **state)
{
    struct desk *desk = *state;
    for (size_t parallel = 1; parallel < 3; parallel++) {
        struct faulty_host *silent = new_host(desk, HOST_SILENT), *good = new_host(desk, HOST_GOOD);
        atomic_bool cancel = false;
        struct canceller canceller = {&cancel, silent};
        pthread_t thread;
        struct reading list[] = {of(desk, silent, ""), of(desk, good, "")};
        const struct read_options options = {.parallel = parallel};
        assert_int_equal(pthread_create(&thread, NULL, cancel_when_asked, &canceller), 0);
        assert_int_equal(read_by(desk, list, COUNT_OF(list), &options, &cancel, 0), E_CANCELLED);
        assert_int_equal(desk->err.status, E_CANCELLED);
        pthread_join(thread, NULL);
    }
}

static void count_progress(void *context, size_t done, size_t all)
{
    size_t *seen = context;
    assert_int_equal(done, ++*seen);
    assert_int_equal(all, 3);
}

static void progress_is_told_after_each(void **state)
{
    struct desk *desk = *state;
    struct faulty_host *good = new_host(desk, HOST_GOOD);
    struct reading list[] = {of(desk, good, "/1"), {.url = "no address"}, of(desk, good, "/2")};
    size_t seen = 0;
    const struct read_options options = {.progress = count_progress, .context = &seen};
    assert_int_equal(read_by(desk, list, COUNT_OF(list), &options, NULL, 0), OK);
    assert_int_equal(seen, 3);
    assert_int_equal(read_by(desk, list, 0, &options, NULL, 0), OK);
}

#define READ_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        READ_TEST(every_fault_is_named_and_all_else_is_read),
        READ_TEST(an_address_that_cannot_be_read_is_named),
        READ_TEST(a_host_gets_one_request_at_a_time),
        READ_TEST(two_articles_share_its_turns_and_its_robots),
        READ_TEST(a_slow_host_holds_up_only_itself),
        READ_TEST(threads_that_wait_for_a_host_rest),
        READ_TEST(a_dead_host_is_asked_again_only_where_a_request_names_it),
        READ_TEST(a_busy_host_is_left_alone),
        READ_TEST(robots_are_not_asked_for_a_page_that_a_request_names),
        READ_TEST(robots_of_the_host_that_a_redirect_leads_to_are_asked),
        READ_TEST(a_page_that_two_articles_need_is_fetched_once),
        READ_TEST(nothing_is_kept_where_that_is_not_wished),
        READ_TEST(it_ends_at_the_deadline),
        READ_TEST(slow_hosts_leave_time_for_those_behind_them),
        READ_TEST(it_can_be_called_off),
        READ_TEST(progress_is_told_after_each),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
