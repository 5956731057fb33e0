#include "media/media_entry.h"

#include "text/word_list.h"

/* Lists words as "a", "b" in quotes. */
static const char *quoted(char *out, size_t size, const char *const *words, size_t count)
{
    size_t length = 0;
    out[0] = '\0';
    for (size_t i = 0; i < count && length < size; i++)
        length += (size_t)snprintf(out + length, size - length, "%s\"%s\"", i ? ", " : "", words[i]);
    return out;
}

enum status media_entry_api(const json_t *entry, const char *name, const char *const *names, size_t count,
                            size_t *number, struct error *err)
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

enum status media_entry_check(const json_t *entry, const char *name, const char *const *members, struct error *err)
{
    const char *member;
    json_t *value;
    json_object_foreach((json_t *)entry, member, value)
    {
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

enum status media_entry_text(const json_t *entry, const char *name, const char *member, const char **text,
                             struct error *err)
{
    *text = json_string_value(json_object_get(entry, member));
    if (*text && **text)
        return OK;
    return error_set(err, E_INVALID, "config", "configuration: %s.%s must be a text and not empty", name, member);
}
