#include "net/upstream/upstream.h"
#include "text/text.h"

#include <curl/curl.h>
#include <math.h>
#include <stdlib.h>

/* Lists words as "a", "b" in quotes. */
static const char *quoted(char *out, size_t size, const char *const *words, size_t count)
{
    size_t length = 0;
    out[0] = '\0';
    for (size_t i = 0; i < count && length < size; i++)
        length += (size_t)snprintf(out + length, size - length, "%s\"%s\"", i ? ", " : "", words[i]);
    return out;
}

enum status entry_api(const json_t *entry, const char *name, const char *const *names, size_t count, size_t *number,
                      struct error *err)
{
    char known[200];
    if (!json_is_object(entry))
        return error_set(err, E_INVALID, "config", "configuration: %s must be a table with api and what it needs",
                         name);
    const char *api = json_string_value(json_object_get(entry, "api"));
    for (size_t i = 0; api && i < count; i++)
        if (strcmp(api, names[i]) == 0) {
            *number = i;
            return OK;
        }
    return error_set(err, E_INVALID, "config", "configuration: %s.api must be one of: %s", name,
                     quoted(known, sizeof known, names, count));
}

enum status entry_check(const json_t *entry, const char *name, const char *const *members, struct error *err)
{
    const char *member;
    json_t *value;
    json_object_foreach ((json_t *)entry, member, value) {
        if (strcmp(member, "api") == 0 || word_list_has(members, str_from(member)))
            continue;
        char known[200];
        size_t count = 0;
        while (members[count])
            count++;
        return error_set(err, E_INVALID, "config", "configuration: %s.%s is unknown; beside api there are: %s", name,
                         member, quoted(known, sizeof known, members, count));
    }
    return OK;
}

enum status entry_text(const json_t *entry, const char *name, const char *member, const char **text, struct error *err)
{
    *text = json_string_value(json_object_get(entry, member));
    if (*text && **text)
        return OK;
    return error_set(err, E_INVALID, "config", "configuration: %s.%s must be a text and not empty", name, member);
}

enum status entry_optional(const json_t *entry, const char *name, const char *member, const char **text,
                           struct error *err)
{
    return json_object_get(entry, member) ? entry_text(entry, name, member, text, err) : OK;
}

enum status entry_whole(const json_t *entry, const char *name, const char *member, long least, long most, long *number,
                        struct error *err)
{
    const json_t *value = json_object_get(entry, member);
    double given = json_number_value(value); /* of some Luas it is floating point, also where it is whole */
    if (!value)
        return OK;
    if (!json_is_number(value) || given != floor(given) || given < (double)least || given > (double)most)
        return error_set(err, E_INVALID, "config", "configuration: %s.%s must be a whole number from %ld to %ld", name,
                         member, least, most);
    *number = (long)given;
    return OK;
}

/* --- names of entries --- */

bool entry_is_pattern(const char *pattern)
{
    const char *star = strchr(pattern, '*');
    return *pattern && (!star || !star[1]);
}

size_t entry_match(const char *pattern, const char *name)
{
    size_t length = strlen(pattern);
    bool is_open = length > 0 && pattern[length - 1] == '*';
    if (!is_open)
        return strcmp(pattern, name) == 0 ? SIZE_MAX : 0;
    return strncmp(pattern, name, length - 1) == 0 ? length : 0;
}

/* --- addresses --- */

enum status entry_address_check(const char *address, bool *is_good)
{
    static const CURLUPart unwanted[] = {CURLUPART_USER, CURLUPART_PASSWORD, CURLUPART_QUERY, CURLUPART_FRAGMENT};
    CURLU *url = curl_url();
    char *scheme = NULL;
    CURLUcode code = url ? curl_url_set(url, CURLUPART_URL, address, CURLU_NON_SUPPORT_SCHEME) : CURLUE_OUT_OF_MEMORY;
    if (code == CURLUE_OK)
        code = curl_url_get(url, CURLUPART_SCHEME, &scheme, 0);
    *is_good = code == CURLUE_OK && (strcmp(scheme, "http") == 0 || strcmp(scheme, "https") == 0);
    for (size_t i = 0; *is_good && i < COUNT_OF(unwanted); i++) {
        char *part = NULL;
        *is_good = curl_url_get(url, unwanted[i], &part, 0) != CURLUE_OK;
        curl_free(part);
    }
    curl_free(scheme);
    curl_url_cleanup(url);
    return code == CURLUE_OUT_OF_MEMORY ? E_MEMORY : OK;
}

bool entry_is_local(const char *address)
{
    CURLU *url = curl_url();
    char *host = NULL;
    bool is_local = url && curl_url_set(url, CURLUPART_URL, address, CURLU_NON_SUPPORT_SCHEME) == CURLUE_OK &&
                    curl_url_get(url, CURLUPART_HOST, &host, 0) == CURLUE_OK && address_is_loopback(str_from(host));
    curl_free(host);
    curl_url_cleanup(url);
    return is_local;
}

enum status entry_address(const json_t *entry, const char *name, const char *member, const char **address,
                          struct error *err)
{
    const json_t *value = json_object_get(entry, member);
    const char *given = json_string_value(value);
    bool is_good = false;
    if (!value && *address)
        return OK;
    if (given && entry_is_plain(given) && entry_address_check(given, &is_good))
        return error_memory(err);
    if (!is_good)
        return error_set(err, E_INVALID, "config",
                         "configuration: %s.%s must be an http or https address, such as \"http://127.0.0.1:8000\"",
                         name, member);
    *address = given;
    return OK;
}

/* --- keys --- */

bool entry_is_plain(const char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text <= ' ' || *text == 0x7F)
            return false;
    return true;
}

static enum status wrong_key(const char *name, const char *member, const char *rule, struct error *err)
{
    return error_set(err, E_INVALID, "config", "configuration: %s.%s must %s", name, member, rule);
}

enum status entry_key(const json_t *entry, const char *name, bool is_needed, const char **key, struct error *err)
{
    const json_t *given = json_object_get(entry, "api_key"), *variable = json_object_get(entry, "api_key_env");
    const char *text = json_string_value(given);
    if (given && (!text || !*text || strlen(text) != json_string_length(given) || !entry_is_plain(text)))
        return wrong_key(name, "api_key", "be a key, without blanks", err);
    if (given && variable)
        return wrong_key(name, "api_key_env", "stand alone: api_key and api_key_env name the same thing", err);
    if (variable) {
        text = json_string_value(variable) ? getenv(json_string_value(variable)) : NULL;
        if (!text || !*text || !entry_is_plain(text))
            return wrong_key(name, "api_key_env", "name an environment variable that holds a key without blanks", err);
    }
    if (!text && is_needed)
        return wrong_key(name, "api_key", "be given, or api_key_env name an environment variable that holds it", err);
    *key = text ? text : *key;
    return OK;
}

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
