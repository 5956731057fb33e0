#include "service/web/articles/outline_lines.h"

static json_t *section_of(struct str title)
{
    return json_pack("{ss%}", "title", title.data, title.len);
}

/* Appends to the subsections of the section. False: no memory. */
static bool add_below(json_t *section, json_t *subsection)
{
    json_t *list = json_object_get(section, "subsections");
    if (!list) {
        list = json_array();
        if (json_object_set_new(section, "subsections", list) != 0) {
            json_decref(subsection);
            return false;
        }
    }
    return json_array_append_new(list, subsection) == 0;
}

json_t *outline_read_lines(const char *text)
{
    json_t *outline = json_array();
    struct str rest = str_from(text), line;
    while (outline && str_split(&rest, '\n', &line)) {
        struct str title = str_trim(line);
        size_t count = json_array_size(outline);
        bool is_below = count > 0 && line.len > 0 && (line.data[0] == ' ' || line.data[0] == '\t');
        if (title.len == 0)
            continue;
        bool is_added = is_below ? add_below(json_array_get(outline, count - 1), section_of(title))
                                 : json_array_append_new(outline, section_of(title)) == 0;
        if (!is_added) {
            json_decref(outline);
            return NULL;
        }
    }
    return outline;
}
