/*
 * Any bytes as JSON: base/json.h takes what jansson takes, reads the same from it, and both read the same from what json_write_*
 * makes of it. They differ where they say so: jansson goes deeper, does not see a NUL between values, wants none in a key,
 * and knows no integer beyond 64 bits.
 */
#include "base/base.h"
#include "check.h"

#include <jansson.h>

static bool nul_in_key, huge_integer;

/* The string that was just read; the caller frees it. */
static struct str string_of(const struct json_read *json)
{
    char *copy = malloc(json->string.len + 1);
    check(copy != NULL, "there is memory");
    size_t length = json->string.len;
    if (json->escaped)
        length = json_read_escaped(json->string, copy);
    else
        memcpy(copy, json->string.data, length);
    check(length <= json->string.len, "a string does not grow");
    return (struct str){copy, length};
}

static json_t *tree(struct json_read *json, struct buf *out);

static json_t *array(struct json_read *json, struct buf *out)
{
    json_t *value = json_array();
    buf_char(out, '[');
    for (bool first = true; json_read_item(json); first = false) {
        if (!first)
            buf_char(out, ',');
        json_array_append_new(value, tree(json, out));
    }
    buf_char(out, ']');
    return value;
}

static json_t *object(struct json_read *json, struct buf *out)
{
    json_t *value = json_object();
    buf_char(out, '{');
    for (bool first = true; json_read_key(json); first = false) {
        struct str key = string_of(json);
        if (memchr(key.data, 0, key.len))
            nul_in_key = true;
        if (!first)
            buf_char(out, ',');
        json_write_string(out, key);
        buf_char(out, ':');
        json_t *member = tree(json, out);
        char *name = strndup(key.data, key.len);
        json_object_set_new(value, name, member);
        free(name);
        free((void *)(uintptr_t)key.data);
    }
    buf_char(out, '}');
    return value;
}

static json_t *string(const struct json_read *json, struct buf *out)
{
    struct str text = string_of(json);
    json_write_string(out, text);
    json_t *value = json_stringn(text.data, text.len);
    free((void *)(uintptr_t)text.data);
    return value;
}

/* jansson calls a number real by its form; an integer too large for it is no number at all. */
static json_t *real(const struct json_read *json, struct buf *out)
{
    size_t before = out->len;
    json_write_number(out, json->real);
    if (!strpbrk(buf_text(out) + before, ".e"))
        buf_str(out, ".0");
    const char *at = json->at;
    while (at > json->start && at[-1] >= '0' && at[-1] <= '9')
        at--;
    if (at == json->start || !strchr(".eE+-", at[-1]) ||
        (at[-1] == '-' && (at - 1 == json->start || (at[-2] != 'e' && at[-2] != 'E'))))
        huge_integer = true;
    return json_real(json->real);
}

static json_t *tree(struct json_read *json, struct buf *out)
{
    switch (json_read_value(json)) {
    case JSON_READ_ARRAY:
        return array(json, out);
    case JSON_READ_OBJECT:
        return object(json, out);
    case JSON_READ_STRING:
        return string(json, out);
    case JSON_READ_REAL:
        return real(json, out);
    case JSON_READ_INTEGER:
        buf_printf(out, "%lld", (long long)json->integer);
        return json_integer(json->integer);
    case JSON_READ_TRUE:
        buf_str(out, "true");
        return json_true();
    case JSON_READ_FALSE:
        buf_str(out, "false");
        return json_false();
    default:
        buf_str(out, "null");
        return json_null();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    check(text != NULL, "there is memory");
    if (size)
        memcpy(text, data, size);
    text[size] = '\0';
    nul_in_key = huge_integer = false;
    struct buf out = {0};
    struct json_read json = json_read((struct str){text, size});
    json_t *ours = tree(&json, &out);
    bool good = json_read_end(&json);
    json_error_t error;
    json_t *theirs = json_loadb(text, size, JSON_DECODE_ANY | JSON_ALLOW_NUL, &error);
    if (good && !nul_in_key && !huge_integer) {
        check(theirs != NULL, "what is taken is JSON");
        check(json_equal(ours, theirs), "both read the same");
        json_t *again = json_loadb(out.data, out.len, JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL);
        check(again && json_equal(ours, again), "what is written reads the same");
        json_decref(again);
    }
    if (!good)
        check(!theirs || strstr(json.problem, "too deeply") || memchr(text, 0, size), "what is JSON is taken");
    json_decref(theirs);
    json_decref(ours);
    buf_free(&out);
    free(text);
    return 0;
}
