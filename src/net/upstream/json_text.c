#include "net/upstream/json_text.h"

#include <stdlib.h>

/* Real answers of four megabytes have less than half of both. Jansson 2.14 takes some 400 bytes for a list or object,
 * and 150 for a member of one. */
enum { MOST_CONTAINERS = 200 * 1000, MOST_VALUES = 600 * 1000 };

bool json_text_is_modest(struct str json, int depth)
{
    int open = 0, containers = 0, values = 0;
    bool in_string = false;
    for (size_t i = 0; i < json.len; i++) {
        char character = json.data[i];
        if (in_string) {
            i += character == '\\';
            in_string = character != '"';
        } else if (character == '"') {
            in_string = true;
        } else if (character == '{' || character == '[') {
            if (++open > depth || ++containers > MOST_CONTAINERS)
                return false;
        } else if (character == ',') {
            if (++values > MOST_VALUES)
                return false;
        } else if (character == '}' || character == ']') {
            open--;
        }
    }
    return true;
}

/*
 * When an allocation fails within jansson (2.14), it may say that a token is invalid. So a text that was refused is
 * read once more, and the refusal counts if there was memory for that: jansson takes some 50 bytes for each byte of a
 * text that is full of empty lists.
 */
json_t *json_text_load(struct str json, size_t flags, bool *no_memory, json_error_t *fault)
{
    enum { BYTES_PER_BYTE = 64 };
    json_t *value = json_loadb(json.data, json.len, flags, fault);
    if (value)
        return value;
    /* volatile, because compilers may remove an allocation that is only freed */
    void *volatile room = malloc(json.len * BYTES_PER_BYTE + 1);
    *no_memory = room == NULL;
    free(room);
    if (!*no_memory)
        value = json_loadb(json.data, json.len, flags, fault);
    if (!value && !*no_memory)
        *no_memory = json_error_code(fault) == json_error_out_of_memory;
    return value;
}
