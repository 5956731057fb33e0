/* Research as articles do it, over a folder: how much is asked and told, what a resumed article does again. */
#include "research_place.h"

#include "write/assemble.h"
#include "write/sources/sources_parts.h"
#include "write/writing/writing.h"

static const char standard[] = "{\"realTimeData\":true,\"realTimeDataSource\":\"web\"}";
static const char deep[] = "{\"realTimeData\":true,\"realTimeDataSource\":\"web\",\"enableDeepResearch\":true}";
static const char extended[] = "{\"realTimeData\":true,\"realTimeDataSource\":\"web\",\"enableDeepResearch\":true,"
                               "\"extendedResearch\":true}";

static size_t steps_of(const struct desk *desk, const char *begin)
{
    size_t count = 0;
    for (int i = 0; i < desk->steps; i++)
        count += strncmp(desk->names[i], begin, strlen(begin)) == 0;
    return count;
}

static void free_result(struct written *w)
{
    result_clear(&w->result);
    xmlFreeDoc(w->tree);
    arena_free(w->arena);
}

/* Each search is told by its number and its query; the number never falls. */
static void check_told(const json_t *details, size_t searches)
{
    unsigned last = 0, count = 0;
    for (size_t i = 0; i < json_array_size(details); i++) {
        unsigned number, all;
        char first;
        if (sscanf(json_string_value(json_array_get(details, i)), "Searching %u of %u: %c", &number, &all, &first) != 3)
            continue;
        assert_int_equal(number, last + 1);
        assert_true(all >= number);
        last = number;
        count++;
    }
    assert_int_equal(count, searches);
}

static void levels_ask_more_and_more(void **state)
{
    (void)state;
    static const struct {
        const char *own;
        size_t least, most, rounds;
    } cases[] = {{standard, 1, 3, 1}, {deep, 5, 10, 2}, {extended, 24, 36, 3}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct desk desk = {.details = json_array()};
        struct written w = write_on(&desk, &services, "indoor herb garden", cases[i].own);
        assert_int_equal(w.status, OK);
        assert_in_range(json_array_size(w.result.searches), cases[i].least, cases[i].most);
        assert_int_equal(steps_of(&desk, "search/"), json_array_size(w.result.searches));
        assert_in_range(steps_of(&desk, "read/"), 1, cases[i].rounds);
        assert_false(desk.has_fallen);
        check_told(desk.details, json_array_size(w.result.searches));
        assert_true(json_array_size(w.result.sources) >= 2);
        json_decref(desk.details);
        written_free(&w);
    }
}

static void every_page_has_a_reason(void **state)
{
    (void)state;
    struct desk desk = {0};
    struct written w = write_on(&desk, &services, "indoor herb garden", deep);
    assert_int_equal(w.status, OK);
    size_t used = 0;
    for (size_t i = 0; i < json_array_size(w.result.run); i++) {
        const json_t *source = json_array_get(w.result.run, i);
        assert_true(json_string_length(json_object_get(source, "why")) > 10);
        used += json_is_true(json_object_get(source, "used"));
    }
    assert_int_equal(used, json_array_size(w.result.sources));
    written_free(&w);
}

/* Ends at every save in turn, and goes on: no search and no reading is stored twice, and the text is the same. */
static void a_resumed_article_asks_nobody_twice(void **state)
{
    (void)state;
    struct desk whole = {0};
    struct written wanted = write_on(&whole, &services, "indoor herb garden", deep);
    assert_int_equal(wanted.status, OK);
    for (int broken = 1; broken <= 14; broken++) {
        struct desk desk = {.fail_save_at = broken};
        struct written w = write_on(&desk, &services, "indoor herb garden", deep);
        if (w.status == OK) {
            assert_true(broken > 10);
            written_free(&w);
            break;
        }
        assert_int_equal(w.status, E_CONFLICT);
        free_result(&w);
        desk.fail_save_at = 0;
        w = write_on(&desk, &services, "indoor herb garden", deep);
        assert_int_equal(w.status, OK);
        assert_string_equal(w.result.html, wanted.result.html);
        assert_int_equal(json_array_size(w.result.searches), json_array_size(wanted.result.searches));
        for (int i = 0; i < desk.steps; i++)
            for (int j = 0; j < i; j++)
                assert_string_not_equal(desk.names[i], desk.names[j]);
        written_free(&w);
    }
    written_free(&wanted);
}

/* All is stored: nothing is asked, and the run tells the searches all the same. */
static void finished_research_is_loaded(void **state)
{
    (void)state;
    const struct write_services nothing = {0};
    struct desk desk = {0};
    struct written w = write_on(&desk, &services, "indoor herb garden", standard);
    size_t searches = json_array_size(w.result.searches);
    int steps = desk.steps;
    free_result(&w);
    w = write_on(&desk, &nothing, "indoor herb garden", standard);
    assert_int_equal(w.status, OK);
    assert_int_equal(desk.steps, steps);
    assert_int_equal(json_array_size(w.result.searches), searches);
    written_free(&w);
}

static void it_can_be_called_off(void **state)
{
    (void)state;
    for (int at = 1; at <= 12; at++) {
        struct desk desk = {.cancel_at = at};
        struct written w = write_on(&desk, &services, "indoor herb garden", extended);
        assert_int_equal(w.status, E_CANCELLED);
        assert_string_equal(w.err.code, "cancelled");
        written_free(&w);
    }
}

/* However slow the hosts were: when the time is over, nothing new is asked. */
static void nothing_is_asked_when_the_time_is_over(void **state)
{
    (void)state;
    struct desk desk = {0};
    struct error err;
    struct writing_shared shared;
    struct writing writing;
    struct study study;
    struct found found = {.arena = arena_new()};
    struct ask asks[] = {{.query = STR("indoor herb garden"), .step = "search/1-1"},
                         {.query = STR("watering herbs"), .step = "search/1-2"}};
    json_t *config = make_config("indoor herb garden", extended);
    const struct write_job job = desk_job(&desk, config, NULL);
    struct arena *arena = arena_new();
    assert_int_equal(opening_begin(&writing, &shared, &services, &job, arena, &err), OK);
    assert_int_equal(study_open(&writing, &found, &study), OK);
    study.left_ms = 0;
    assert_int_equal(searching_round(&study, asks, COUNT_OF(asks)), OK);
    assert_int_equal(study.searches, 0);
    assert_int_equal(desk.steps, 0);
    assert_int_equal(json_array_size(writing.searches), 0);
    /* What a model takes in between is nobody's time: only a round's own counts. */
    study.left_ms = 60 * 1000;
    study.deadline = clock_mono_ms() - 100 * 1000;
    assert_int_equal(searching_round(&study, asks, COUNT_OF(asks)), OK);
    assert_in_range(study.left_ms, 1, 60 * 1000);
    assert_int_equal(study.searches, 2);
    assert_int_equal(desk.steps, 2);
    study_close(&study);
    arena_free(found.arena);
    opening_end(&writing);
    arena_free(arena);
    json_decref(config);
    desk_clear(&desk);
}

/* What a gap's query finds first is read, though it says nothing of the subject's own words. */
static void the_best_page_of_every_query_is_read(void **state)
{
    (void)state;
    struct desk desk = {0};
    struct error err;
    struct writing_shared shared;
    struct writing writing;
    struct study study;
    struct found found = {.arena = arena_new()};
    struct ask asks[] = {{.query = STR("indoor herb garden"), .step = "search/1-1"},
                         {.query = STR("spider mites aphids soap"), .step = "search/1-2"},
                         {.query = STR("mint chives roots divide"), .step = "search/1-3"}};
    json_t *config = make_config("indoor herb garden", extended);
    const struct write_job job = desk_job(&desk, config, NULL);
    struct arena *arena = arena_new();
    struct hit *hits[COUNT_OF(asks)];
    size_t count;
    assert_int_equal(opening_begin(&writing, &shared, &services, &job, arena, &err), OK);
    assert_int_equal(brief_read(&writing), OK);
    assert_int_equal(study_open(&writing, &found, &study), OK);
    assert_int_equal(searching_round(&study, asks, COUNT_OF(asks)), OK);
    count = choosing_hits(&study, COUNT_OF(asks), COUNT_OF(asks), hits);
    assert_int_equal(count, COUNT_OF(asks));
    for (size_t i = 0; i < COUNT_OF(asks); i++) {
        size_t found_first = 0;
        for (size_t k = 0; k < count; k++)
            found_first += hits[k]->rank == 1 && str_eq(hits[k]->query, asks[i].query);
        assert_int_equal(found_first, 1);
    }
    study_close(&study);
    arena_free(found.arena);
    opening_end(&writing);
    arena_free(arena);
    json_decref(config);
    desk_clear(&desk);
}

/* A place that is not there is named. */
static void what_is_not_configured_is_noted(void **state)
{
    (void)state;
    const struct write_services library = {.library = LIBRARY};
    struct desk desk = {0};
    struct written w = write_on(&desk, &library, "indoor herb garden", standard);
    assert_int_equal(w.status, OK);
    assert_non_null(strstr(json_string_value(json_array_get(w.result.notes, 0)), "search.web"));
    assert_int_equal(json_array_size(w.result.searches), 0);
    written_free(&w);
    memset(&desk, 0, sizeof desk);
    w = write_on(&desk, &services, "indoor herb garden", "{\"realTimeData\":true,\"realTimeDataSource\":\"news\"}");
    assert_int_equal(w.status, OK);
    const char *note = json_string_value(json_array_get(w.result.notes, 0));
    assert_non_null(strstr(note, "search.news"));
    assert_non_null(strstr(note, "search.web"));
    assert_true(json_array_size(w.result.searches) > 0);
    written_free(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(levels_ask_more_and_more),
        cmocka_unit_test(every_page_has_a_reason),
        cmocka_unit_test(a_resumed_article_asks_nobody_twice),
        cmocka_unit_test(finished_research_is_loaded),
        cmocka_unit_test(it_can_be_called_off),
        cmocka_unit_test(nothing_is_asked_when_the_time_is_over),
        cmocka_unit_test(the_best_page_of_every_query_is_read),
        cmocka_unit_test(what_is_not_configured_is_noted),
    };
    return cmocka_run_group_tests(tests, open_place, close_place);
}
