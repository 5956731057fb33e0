#include "service/json.h"

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
    if (!value && json_error_code(&problem) == json_error_out_of_memory)
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
