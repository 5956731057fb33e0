/* One reading of a request and what tests say about it; for test_params*.c. */
#ifndef COPYDESK_SPEC_TEST_PARAMS_H
#define COPYDESK_SPEC_TEST_PARAMS_H

#include "write/types/types.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

struct params_reading {
    struct arena *arena;
    json_t *body;
    struct params params;
    struct error err;
    enum status status;
};

static inline struct params_reading read_terms(const char *json, struct params_terms terms)
{
    struct params_reading reading = {.arena = arena_new()};
    json_error_t where;
    reading.body = json_loads(json, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &where);
    if (!reading.body)
        fail_msg("the test's JSON is wrong: %s in %s", where.text, json);
    reading.status = params_read(reading.arena, reading.body, &terms, &reading.params, &reading.err);
    return reading;
}

/* With the built-in writer alone, and the article types that can be written. */
static inline struct params_reading read_engine(const char *json, int engine)
{
    return read_terms(json, (struct params_terms){.engine = engine, .writable = article_types_writable()});
}

static inline void reading_free(struct params_reading *reading)
{
    json_decref(reading->body);
    json_decref(reading->params.config);
    json_decref(reading->params.notes);
    arena_free(reading->arena);
}

static const char *faults_text(const struct params_reading *reading)
{
    struct buf text = {0};
    for (size_t i = 0; i < reading->params.fault_count; i++)
        buf_printf(&text, "%s%s: %s", i ? "\n" : "", reading->params.faults[i].pointer,
                   reading->params.faults[i].detail);
    const char *copy = arena_copy(reading->arena, buf_text(&text));
    buf_free(&text);
    return copy;
}

/* "targetKeyword" and these members. */
static inline struct params_reading read_with(const char *members)
{
    char json[4096];
    snprintf(json, sizeof json, "{\"targetKeyword\":\"herbs\"%s%s}", *members ? "," : "", members);
    return read_engine(json, 2);
}

/* Accepted, and the config has `name` with this JSON value (NULL: has no such member). */
static inline void assert_echo(const char *members, const char *name, const char *expected)
{
    struct params_reading reading = read_with(members);
    if (reading.status != OK)
        fail_msg("%s: %s", members, faults_text(&reading));
    const json_t *value = json_object_get(reading.params.config, name);
    json_t *wanted = expected ? json_loads(expected, JSON_DECODE_ANY, NULL) : NULL;
    if (expected ? !json_equal(value, wanted) : value != NULL) {
        char *got = value ? json_dumps(value, JSON_ENCODE_ANY) : NULL;
        fail_msg("%s: %s is %s, not %s", members, name, got ? got : "absent", expected ? expected : "absent");
    }
    json_decref(wanted);
    reading_free(&reading);
}

/* Refused, with exactly one fault, at this pointer, whose detail contains a text. */
static inline void assert_fault(const char *members, const char *pointer, const char *contains)
{
    struct params_reading reading = read_with(members);
    if (reading.status != E_INVALID || reading.params.fault_count != 1 ||
        strcmp(reading.params.faults[0].pointer, pointer) != 0 || !strstr(reading.params.faults[0].detail, contains))
        fail_msg("%s: wanted one fault at %s saying \"%s\", got: %s", members, pointer, contains,
                 reading.status == OK ? "none" : faults_text(&reading));
    assert_null(reading.params.config);
    assert_null(reading.params.notes);
    reading_free(&reading);
}

/* The notes, one per line. */
static inline void assert_notes(const char *members, const char *expected)
{
    struct params_reading reading = read_with(members);
    if (reading.status != OK)
        fail_msg("%s: %s", members, faults_text(&reading));
    struct buf text = {0};
    size_t i;
    json_t *note;
    json_array_foreach (reading.params.notes, i, note)
        buf_printf(&text, "%s%s", i ? "\n" : "", json_string_value(note));
    assert_string_equal(buf_text(&text), expected);
    buf_free(&text);
    reading_free(&reading);
}

#endif
