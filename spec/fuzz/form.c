/*
 * Any bytes as an answer to a form: what is read fits the form, and is read again from its own text; a fault has a
 * message. The text of an answer in pieces never holds reasoning that was opened.
 */
#include "model/form.h"
#include "model/reply.h"

#include "check.h"

static const char example[] =
    "{\"sections\":[{\"heading\":\"...\",\"passages\":[1],\"score\":0.5,\"ok\":true}],\"text\":"
    "\"...\"}";

static void check_section(const json_t *section)
{
    size_t number;
    json_t *passage;
    check(json_object_size(section) == 4 && json_is_string(json_object_get(section, "heading")), "a heading");
    check(json_is_real(json_object_get(section, "score")) && json_is_boolean(json_object_get(section, "ok")),
          "a score");
    check(json_is_array(json_object_get(section, "passages")), "passages");
    json_array_foreach (json_object_get(section, "passages"), number, passage) {
        check(json_is_integer(passage), "a passage");
    }
}

static void check_value(const json_t *value)
{
    size_t number;
    json_t *section;
    check(json_object_size(value) == 2 && json_is_string(json_object_get(value, "text")), "the text");
    check(json_is_array(json_object_get(value, "sections")), "the sections");
    json_array_foreach (json_object_get(value, "sections"), number, section) {
        check_section(section);
    }
}

static void check_form(struct str text)
{
    json_t *shape = json_loads(example, 0, NULL), *value = NULL, *again = NULL;
    const struct model_form form = {"fuzz", shape};
    struct error err = {0};
    enum status status = model_form_read(&form, text, &value, &err);
    check(status == OK || (status == E_CORRUPT && !value && err.message[0]), "the status");
    if (status == OK) {
        check_value(value);
        char *written = json_dumps(value, JSON_REAL_PRECISION(17));
        check(model_form_read(&form, str_from(written), &again, &err) == OK, "its own text");
        check(json_equal(value, again), "the same value");
        free(written);
    }
    json_decref(value);
    json_decref(again);
    json_decref(shape);
}

static void check_reply(struct str text, size_t step)
{
    struct reply whole = {.before = STR("one two three")}, pieces = {.before = STR("one two three")};
    reply_begin(&whole, SIZE_MAX / 2);
    reply_begin(&pieces, SIZE_MAX / 2);
    reply_text(&whole, text);
    reply_finish(&whole);
    for (size_t at = 0; at < text.len; at += step)
        reply_text(&pieces, (struct str){text.data + at, text.len - at < step ? text.len - at : step});
    reply_finish(&pieces);
    check(whole.text.len <= text.len && whole.text.len == pieces.text.len, "the length of a text in pieces");
    check(memcmp(buf_text(&whole.text), buf_text(&pieces.text), whole.text.len) == 0, "a text in pieces");
    reply_free(&whole);
    reply_free(&pieces);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    struct str text = {(const char *)data + 1, size - 1};
    check_form(text);
    check_reply(text, data[0] % 5 + 1u);
    return 0;
}
