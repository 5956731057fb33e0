#include "service/http/json.h"

#include <stdlib.h>

/* --- reading --- */

/* The parser and the encoder recurse, so the depth is checked before either starts. */
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

/*
 * When an allocation fails within jansson (2.14), it may say that a token is invalid. So a text that was refused is
 * read once more, and the refusal counts if there was memory for that: jansson takes some 50 bytes for each byte of a
 * text that is full of empty lists.
 */
static bool has_memory_for(struct str text)
{
    enum { BYTES_PER_BYTE = 64 };
    /* volatile, because compilers may remove an allocation that is only freed */
    void *volatile room = malloc(text.len * BYTES_PER_BYTE);
    free(room);
    return room != NULL;
}

/* NULL with err filled when it is no JSON, or memory ran out. */
static json_t *json_load(struct str text, struct error *err)
{
    json_error_t problem;
    json_t *value = json_loadb(text.data, text.len, JSON_REJECT_DUPLICATES, &problem);
    bool can_try = !value && has_memory_for(text);
    if (can_try)
        value = json_loadb(text.data, text.len, JSON_REJECT_DUPLICATES, &problem);
    if (value)
        return value;
    if (!can_try || json_error_code(&problem) == json_error_out_of_memory)
        error_memory(err);
    else
        error_set(err, E_INVALID, "invalid_json", "The body is not valid JSON: %s (line %d, column %d).", problem.text,
                  problem.line, problem.column);
    return NULL;
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
    json_t *value = json_load(text, err);
    if (!value || json_is_object(value))
        return value;
    error_set(err, E_INVALID, "invalid_json", "The body must be a JSON object.");
    json_decref(value);
    return NULL;
}

/* --- writing --- */

static void json_add_escaped(struct buf *out, char character)
{
    static const char characters[] = "\"\\\b\f\n\r\t", letters[] = "\"\\bfnrt";
    const char *found = character ? strchr(characters, character) : NULL;
    if (!found) {
        buf_printf(out, "\\u%04x", character);
        return;
    }
    buf_char(out, '\\');
    buf_char(out, letters[found - characters]);
}

/* Adds what is between the quotes; the text is UTF-8. */
static void json_add_text(struct buf *out, struct str text)
{
    size_t done = 0;
    for (size_t at = 0; at < text.len; at++) {
        char character = text.data[at];
        if (character != '"' && character != '\\' && (unsigned char)character >= 0x20)
            continue;
        buf_add(out, text.data + done, at - done);
        json_add_escaped(out, character);
        done = at + 1;
    }
    buf_add(out, text.data + done, text.len - done);
}

void json_slice(struct buf *out, struct str text)
{
    buf_char(out, '"');
    while (text.len) {
        size_t length = utf8_valid_length(text);
        json_add_text(out, (struct str){text.data, length});
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
