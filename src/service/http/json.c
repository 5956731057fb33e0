#include "service/http/json.h"

#include "base/json.h"

/* --- reading --- */

/* The parser and the encoder recurse; the depth is known before either starts. */
static bool too_deep(struct str text)
{
    int depth = 0;
    bool in_string = false;
    for (size_t i = 0; i < text.len; i++) {
        char c = text.data[i];
        if (in_string) {
            if (c == '\\')
                i++;
            else if (c == '"')
                in_string = false;
        } else if (c == '"') {
            in_string = true;
        } else if (c == '{' || c == '[') {
            if (++depth > JSON_MAX_DEPTH)
                return true;
        } else if (c == '}' || c == ']') {
            depth--;
        }
    }
    return false;
}

/* Reads a value with everything in it; false as soon as it is no JSON. As deep as too_deep lets it be. */
static bool read_whole(struct json_read *json)
{
    switch (json_read_value(json)) {
    case JSON_READ_BAD:
        return false;
    case JSON_READ_ARRAY:
        while (json_read_item(json))
            if (!read_whole(json))
                return false;
        return !json->problem;
    case JSON_READ_OBJECT:
        while (json_read_key(json))
            if (!read_whole(json))
                return false;
        return !json->problem;
    default:
        return true;
    }
}

/*
 * Was the text at fault, no object or none that can be read, or memory? When an allocation fails within it, jansson
 * (2.14) says nothing at all, or that a token is invalid; hence the text is read once more, without any memory. Some
 * faults are none of syntax.
 */
static bool is_at_fault(struct str text, const json_error_t *problem)
{
    struct json_read json = json_read(text);
    switch (json_error_code(problem)) {
    case json_error_out_of_memory:
        return false;
    case json_error_duplicate_key:
    case json_error_null_character:
    case json_error_null_byte_in_key:
    case json_error_numeric_overflow:
        return true;
    default:
        return !str_starts(str_trim(text), STR("{")) || !read_whole(&json) || !json_read_end(&json);
    }
}

json_t *json_body(struct str text, struct error *err)
{
    if (text.len == 0) {
        error_set(err, E_INVALID, "invalid_json", "The body is empty; a JSON object is needed.");
        return NULL;
    }
    if (too_deep(text)) {
        error_set(err, E_INVALID, "invalid_json", "The body nests deeper than %d levels.", JSON_MAX_DEPTH);
        return NULL;
    }
    json_error_t problem;
    json_t *value = json_loadb(text.data, text.len, JSON_REJECT_DUPLICATES, &problem);
    if (!value && !is_at_fault(text, &problem))
        error_memory(err);
    else if (!value)
        error_set(err, E_INVALID, "invalid_json", "The body is not valid JSON: %s (line %d, column %d).", problem.text,
                  problem.line, problem.column);
    else if (!json_is_object(value))
        error_set(err, E_INVALID, "invalid_json", "The body must be a JSON object.");
    if (value && !json_is_object(value)) {
        json_decref(value);
        return NULL;
    }
    return value;
}

/* --- writing --- */

void json_slice(struct buf *out, struct str text)
{
    buf_char(out, '"');
    while (text.len) {
        size_t length = utf8_valid_length(text);
        json_write_text(out, (struct str){text.data, length});
        if (length == text.len)
            break;
        buf_str(out, "\xEF\xBF\xBD");
        text = (struct str){text.data + length + 1, text.len - length - 1};
    }
    buf_char(out, '"');
}

void json_text(struct buf *out, const char *text)
{
    if (text)
        json_slice(out, str_from(text));
    else
        buf_str(out, "null");
}
