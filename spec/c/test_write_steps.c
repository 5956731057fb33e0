/* Stored steps, the network, cancelling: an article is the same however it came about. */
#include "test_write.h"

#include "loopback.h"

static const char own[] = "{\"includeFaq\":true,\"includeKeyTakeaways\":true,\"articleLength\":\"short\"}";
static const struct write_services from_library = {.library = LIBRARY};

static char *flat(const struct written *w)
{
    char *sources = json_dumps(w->result.sources, JSON_COMPACT), *notes = json_dumps(w->result.notes, JSON_COMPACT);
    char *text = arena_printf(w->arena, "%s\n%s\n%s\n%s\n%s\n%s", w->result.title, w->result.slug,
                              w->result.meta_description, w->result.html, sources, notes);
    char *copy = strdup(text);
    free(sources);
    free(notes);
    return copy;
}

static char *fresh_article(void)
{
    struct desk desk = {0};
    struct written w = write_on(&desk, &from_library, "indoor herb garden", own);
    assert_int_equal(w.status, OK);
    char *text = flat(&w);
    written_free(&w);
    return text;
}

static void same_request_gives_the_same_bytes(void **state)
{
    (void)state;
    char *first = fresh_article(), *second = fresh_article();
    assert_string_equal(first, second);
    free(first);
    free(second);
}

/* Ends at every save in turn, as a killed process would, and goes on from what was stored. */
static void resumes_after_any_step(void **state)
{
    (void)state;
    char *wanted = fresh_article();
    for (int broken = 1; broken < MAX_STEPS; broken++) {
        struct desk desk = {.fail_save_at = broken};
        struct written w = write_on(&desk, &from_library, "indoor herb garden", own);
        if (w.status == OK) {
            assert_true(broken > 1);
            written_free(&w);
            break;
        }
        assert_int_equal(w.status, E_CONFLICT);
        assert_int_equal(desk.steps, broken - 1);
        json_decref(w.result.sources);
        json_decref(w.result.notes);
        json_decref(w.result.run);
        json_decref(w.result.searches);
        arena_free(w.arena);
        desk.fail_save_at = 0;
        desk.saves = 0;
        w = write_on(&desk, &from_library, "indoor herb garden", own);
        assert_int_equal(w.status, OK);
        assert_int_equal(desk.loads, broken - 1);
        char *text = flat(&w);
        assert_string_equal(text, wanted);
        free(text);
        written_free(&w);
    }
    free(wanted);
}

static void finished_steps_are_not_repeated(void **state)
{
    (void)state;
    struct desk desk = {0};
    struct written w = write_on(&desk, &from_library, "indoor herb garden", own);
    int steps = desk.steps;
    json_decref(w.result.sources);
    json_decref(w.result.notes);
    json_decref(w.result.run);
    json_decref(w.result.searches);
    xmlFreeDoc(w.tree);
    arena_free(w.arena);
    /* The library is gone, all is stored. */
    const struct write_services nothing = {0};
    w = write_on(&desk, &nothing, "indoor herb garden", own);
    assert_int_equal(w.status, OK);
    assert_int_equal(desk.steps, steps);
    assert_int_equal(desk.loads, steps);
    written_free(&w);
}

static void stops_when_cancelled(void **state)
{
    (void)state;
    for (int at = 1; at <= 6; at++) {
        struct desk desk = {.cancel_at = at};
        struct written w = write_on(&desk, &from_library, "indoor herb garden", own);
        assert_int_equal(w.status, E_CANCELLED);
        assert_string_equal(w.err.code, "cancelled");
        assert_true(desk.reports <= at + 1);
        written_free(&w);
    }
}

static void damaged_steps_are_reported(void **state)
{
    (void)state;
    struct desk desk = {0};
    struct error err;
    assert_int_equal(
        desk_save(&desk,
                  &(struct write_step){.name = "sources", .version = 6, .is_done = true, .output = STR("{\"pages\":")},
                  &err),
        OK);
    struct written w = write_on(&desk, &from_library, "indoor herb garden", own);
    assert_int_equal(w.status, E_CORRUPT);
    written_free(&w);
}

/* --- sources by URL --- */

static const char page[] =
    "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nConnection: close\r\n\r\n"
    "<!DOCTYPE html><html lang=en><head><title>Sourdough Bread</title></head><body><main><h1>Sourdough Bread</h1>"
    "<p>Sourdough bread is leavened by wild yeast and lactic acid bacteria. The dough rises slowly and develops a mild "
    "acidity. A stable starter is the heart of the whole process.</p>"
    "<h2>Keeping a starter</h2><p>A sourdough starter is a mixture of flour and water in which wild yeast lives. The "
    "mixture is fed with fresh flour every day at room temperature. A starter in the refrigerator needs food only once "
    "a "
    "week. Hooch on the surface shows that the starter is hungry.</p>"
    "<h2>Shaping the loaf</h2><p>Shaping gives the dough a tight skin that holds its form in the oven. The baker folds "
    "the "
    "edges to the middle and turns the loaf over. A floured basket supports the dough during the last rise of two "
    "hours.</p><p>Cold dough is easier to score with a sharp blade. The cut lets steam escape where the baker wants "
    "it.</p></main></body></html>";

/* Whoever owns a source must not decide what the article costs. */
static void serve_long_title(int connection)
{
    loopback_text(connection, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n<title>");
    for (int i = 0; i < 20000; i++)
        loopback_text(connection, "sourdough bread ");
    loopback_text(connection, strstr(page, "</title>"));
}

/* 4 MB that are no text. */
static void serve_bytes(int connection)
{
    char piece[4000];
    for (size_t i = 0; i < sizeof piece; i++)
        piece[i] = i % 2 ? '\xFE' : '\xFF';
    loopback_text(connection, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n");
    for (int i = 0; i < 1000; i++)
        loopback_send(connection, piece, sizeof piece);
}

static bool serve(struct loopback *server, int connection, const char *request)
{
    (void)server;
    if (strstr(request, "GET /bytes ")) {
        serve_bytes(connection);
        return false;
    }
    if (strstr(request, "GET /title ")) {
        serve_long_title(connection);
        return false;
    }
    if (strstr(request, "GET /moved "))
        loopback_text(connection,
                      "HTTP/1.1 301 Moved\r\nLocation: /bread\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    else if (strstr(request, "GET /bread ") || strstr(request, "GET /copy "))
        loopback_text(connection, page);
    else if (strstr(request, "GET /shared "))
        loopback_text(connection, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n<link "
                                  "rel=canonical href=/bread><p>Sourdough bread is made of flour, water and salt.</p>");
    else if (strstr(request, "GET /picture "))
        loopback_text(connection, "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nConnection: close\r\n\r\nPNG");
    else
        loopback_text(connection, "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    return false;
}

static struct reader *open_reader(struct net *net)
{
    struct reader *reader;
    const struct reader_options options = {.net = net, .pause_ms = -1};
    assert_int_equal(reader_new(&options, &reader, NULL), OK);
    return reader;
}

static void fetches_each_url_once_and_notes_the_bad_ones(void **state)
{
    (void)state;
    struct loopback server;
    struct error err;
    struct net *net;
    loopback_start(&server, serve, NULL);
    const char *allowed[] = {"127.0.0.1"};
    const struct net_options options = {.allow_addresses = allowed, .allow_count = 1};
    assert_int_equal(net_new(&options, &net, &err), OK);
    const struct write_services services = {.net = net, .reader = open_reader(net)};
    char urls[400];
    snprintf(urls, sizeof urls, "{\"urls\":[\"%s/bread\",\"%s/missing\",\"%s/picture\",\"http://10.9.8.7/\"]}",
             server.url, server.url, server.url);
    struct desk desk = {0};
    struct written w = write_on(&desk, &services, "sourdough bread", urls);
    assert_int_equal(w.status, OK);
    assert_int_equal(atomic_load(&server.requests), 3);
    assert_int_equal(json_array_size(w.result.notes), 5);
    assert_true(has_note(&w, "There is no conclusion"));
    assert_true(has_note(&w, "No heading has the keyword"));
    assert_true(has_note(&w, "/missing could not be read: it answered with status 404"));
    assert_true(has_note(&w, "/picture could not be read"));
    assert_true(has_note(&w, "10.9.8.7"));
    assert_int_equal(json_array_size(w.result.sources), 1);
    assert_int_equal(count_of(&w, "//sup/a[not(contains(@href, '/bread'))]"), 0);
    assert_true(count_of(&w, "//h2[contains(., 'Shaping the loaf')]") == 1);
    written_free(&w);

    snprintf(urls, sizeof urls, "{\"urls\":[\"%s/missing\"]}", server.url);
    w = write_on(&desk, &services, "sourdough bread", urls);
    assert_string_equal(w.err.code, "source_unreachable");
    assert_true(has_note(&w, "/missing"));
    snprintf(urls, sizeof urls, "the given URL could not be read: %s/missing: it answered with status 404", server.url);
    assert_string_equal(w.err.message, urls);
    written_free(&w);

    snprintf(urls, sizeof urls, "{\"language\":\"German\",\"urls\":[\"%s/bread\"]}", server.url);
    w = write_on(&desk, &services, "Sauerteigbrot", urls);
    assert_string_equal(w.err.code, "no_sources");
    assert_non_null(strstr(w.err.message, "German"));
    written_free(&w);
    reader_free(services.reader);
    net_free(net);
    loopback_stop(&server);
}

static void a_source_given_twice_is_one(void **state)
{
    (void)state;
    struct loopback server;
    struct error err;
    struct net *net;
    loopback_start(&server, serve, NULL);
    const char *allowed[] = {"127.0.0.1"};
    const struct net_options options = {.allow_addresses = allowed, .allow_count = 1};
    assert_int_equal(net_new(&options, &net, &err), OK);
    const struct write_services services = {.net = net, .reader = open_reader(net)};
    char urls[600], note[200];
    snprintf(urls, sizeof urls, "{\"urls\":[\"%s/bread\",\"%s/./bread#top\",\"%s/moved\",\"%s/copy\",\"%s/shared\"]}",
             server.url, server.url, server.url, server.url, server.url);
    struct desk desk = {0};
    struct written w = write_on(&desk, &services, "sourdough bread", urls);
    assert_int_equal(w.status, OK);
    assert_int_equal(json_array_size(w.result.sources), 1);
    assert_int_equal(atomic_load(&server.requests), 5); /* the second not at all, the third twice */
    assert_int_equal(json_array_size(w.result.notes), 6);
    assert_true(has_note(&w, "/./bread#top was given twice"));
    static const char *const others[] = {"moved", "copy", "shared"};
    for (size_t i = 0; i < COUNT_OF(others); i++) {
        snprintf(note, sizeof note, "/%s is the same as %s/bread and was used once", others[i], server.url);
        assert_true(has_note(&w, note));
    }
    written_free(&w);
    reader_free(services.reader);
    net_free(net);
    loopback_stop(&server);
}

static void what_was_fetched_is_bounded(void **state)
{
    (void)state;
    struct loopback server;
    struct net *net;
    loopback_start(&server, serve, NULL);
    const char *allowed[] = {"127.0.0.1"};
    const struct net_options options = {.allow_addresses = allowed, .allow_count = 1};
    assert_int_equal(net_new(&options, &net, NULL), OK);
    const struct write_services services = {.net = net, .reader = open_reader(net)};
    char urls[200];
    struct desk desk = {0};
    snprintf(urls, sizeof urls, "{\"urls\":[\"%s/bread\"]}", server.url);
    struct written plain = write_on(&desk, &services, "sourdough bread", urls);
    assert_int_equal(plain.status, OK);
    desk_clear(&desk);
    snprintf(urls, sizeof urls, "{\"urls\":[\"%s/title\"]}", server.url);
    struct written titled = write_on(&desk, &services, "sourdough bread", urls);
    assert_int_equal(titled.status, OK);
    enum { TITLE = 201 }; /* characters, with the ellipsis */
    assert_true(strlen(json_string_value(json_object_get(json_array_get(titled.result.sources, 0), "title"))) <= TITLE);
    assert_true(titled.result.words <= plain.result.words + TITLE / 2);
    assert_int_equal(count_of(&titled, "//@title[string-length(.) > 200]"), 0);
    desk_clear(&desk);
    snprintf(urls, sizeof urls, "{\"urls\":[\"%s/bytes\",\"%s/bread\"]}", server.url, server.url);
    struct written beside = write_on(&desk, &services, "sourdough bread", urls);
    assert_int_equal(beside.status, OK);
    assert_string_equal(beside.result.html, plain.result.html);
    assert_true(has_note(&beside, "/bytes could not be read: no text was found in it"));
    written_free(&plain);
    written_free(&titled);
    written_free(&beside);
    reader_free(services.reader);
    net_free(net);
    loopback_stop(&server);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_request_gives_the_same_bytes),
        cmocka_unit_test(resumes_after_any_step),
        cmocka_unit_test(finished_steps_are_not_repeated),
        cmocka_unit_test(stops_when_cancelled),
        cmocka_unit_test(damaged_steps_are_reported),
        cmocka_unit_test(fetches_each_url_once_and_notes_the_bad_ones),
        cmocka_unit_test(a_source_given_twice_is_one),
        cmocka_unit_test(what_was_fetched_is_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
