/* The outline: Section objects of two levels, brought into one form. */
#include "write/params/params_outline.h"

#include "text/unicode.h"

enum {
    LEVELS = 2,
    MAX_SECTIONS = 48, /* below one heading */
    TITLE_LENGTH = 300,
    INSTRUCTIONS_LENGTH = 8000,
};

static json_t *read_section(struct params_reader_reader *reader, const json_t *value, const char *pointer, int level);

/* The value under the name or its alias, whichever is there; *key becomes the one that was used. */
static const json_t *outline_value_of(const json_t *section, const char *name, const char *alias, const char **key)
{
    const json_t *value = json_object_get(section, name);
    *key = value && !json_is_null(value) ? name : alias;
    value = json_object_get(section, *key);
    return value && !json_is_null(value) ? value : NULL;
}

/* Puts a text into the section; absent or blank it is a fault only where it is required. */
static void read_member(struct params_reader_reader *reader, const json_t *value, const char *pointer, const char *name,
                        bool required, size_t maximum, json_t *section)
{
    if (value && !json_is_string(value)) {
        reader_fault(reader, pointer, "The %s of a section must be a string, not %s.", name, json_kind(value));
        return;
    }
    const char *text = value ? reader_clean(reader, json_string_value(value), maximum == TITLE_LENGTH) : "";
    size_t length = utf8_length(str_from(text));
    if (is_blank(text)) {
        if (required)
            reader_fault(reader, pointer, "Each section of the outline must have a %s that is not blank.", name);
    } else if (length > maximum) {
        reader_fault(reader, pointer, "The %s of a section must have %zu characters at most, not %zu.", name, maximum,
                     length);
    } else if (json_object_set_new(section, name, json_string(text)) != 0) {
        reader->failed = true;
    }
}

/* All sections of a list that can be read; faults say what is wrong with the others. */
static json_t *outline_read_list(struct params_reader_reader *reader, const json_t *list, const char *pointer,
                                 int level)
{
    size_t count = json_array_size(list);
    json_t *sections = json_array();
    if (count > MAX_SECTIONS) {
        reader_fault(reader, pointer, "An outline must have %d sections at most, and as many below each, not %zu.",
                     MAX_SECTIONS, count);
        return sections;
    }
    for (size_t i = 0; i < count; i++) {
        const char *below = reader_text(reader, "%s/%zu", pointer, i);
        if (json_array_append_new(sections, read_section(reader, json_array_get(list, i), below, level)) != 0)
            reader->failed = true;
    }
    return sections;
}

static void read_subsections(struct params_reader_reader *reader, const json_t *value, const char *pointer, int level,
                             json_t *section)
{
    bool is_list = json_is_array(value) || (json_is_object(value) && json_object_size(value) == 0);
    if (!is_list)
        reader_fault(reader, pointer, "The subsections of a section must be an array of sections, not %s.",
                     json_kind(value));
    else if (json_array_size(value) > 0 && level == LEVELS)
        reader_fault(reader, pointer, "An outline has %d levels, so this section must have no subsections.", LEVELS);
    else if (json_array_size(value) > 0 &&
             json_object_set_new(section, "subsections", outline_read_list(reader, value, pointer, level + 1)) != 0)
        reader->failed = true;
}

/* New reference, complete only when no fault was reported; NULL when memory ran out. */
static json_t *read_section(struct params_reader_reader *reader, const json_t *value, const char *pointer, int level)
{
    json_t *section = json_object();
    const char *key;
    if (json_is_string(value)) {
        read_member(reader, value, pointer, "title", true, TITLE_LENGTH, section);
        return section;
    }
    if (!json_is_object(value)) {
        reader_fault(reader, pointer, "A section must be a string or an object with a title, not %s.",
                     json_kind(value));
        return section;
    }
    const json_t *title = outline_value_of(value, "title", "heading", &key);
    read_member(reader, title, reader_text(reader, "%s/%s", pointer, title ? key : "title"), "title", true,
                TITLE_LENGTH, section);
    const json_t *instructions = outline_value_of(value, "instructions", "instructions", &key);
    read_member(reader, instructions, reader_text(reader, "%s/instructions", pointer), "instructions", false,
                INSTRUCTIONS_LENGTH, section);
    const json_t *subsections = outline_value_of(value, "subsections", "children", &key);
    if (subsections)
        read_subsections(reader, subsections, reader_text(reader, "%s/%s", pointer, key), level, section);
    return section;
}

enum outcome read_outline(struct params_reader_reader *reader, const struct param *param, const json_t *value,
                          json_t **accepted)
{
    if (json_array_size(value) == 0)
        return UNSET;
    size_t faults = reader->faults.count;
    json_t *outline = outline_read_list(reader, value, reader_text(reader, "/%s", param->name), 1);
    if (reader->faults.count == faults)
        return reader_accept(reader, outline, accepted);
    json_decref(outline);
    return REFUSED;
}
