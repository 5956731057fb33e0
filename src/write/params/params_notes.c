/* Notes for the record: what the caller asked for and does not get, and why, in words for people. */
#include "write/params/params_notes.h"

/* Appends to a list in words: "a", "a and b", "a, b and c". */
static void add_to_list(struct buf *list, const char *name, size_t index, size_t count)
{
    buf_printf(list, "%s%s", index == 0 ? "" : index + 1 == count ? " and " : ", ", name);
}

/* Which asked-for parameters go together into one note. */
struct topic {
    enum param_effect effect;
    int group; /* -1: any */
};

static bool has_effect(const struct reader *reader, const struct param *param, enum param_effect effect)
{
    if (param->effect == EFFECT_FULL && param->later && effect == EFFECT_LATER)
        return config_is(reader->config, param->name, param->later);
    return param->effect == effect;
}

static bool belongs(const struct reader *reader, const struct param *param, const struct topic *topic)
{
    return has_effect(reader, param, topic->effect) && (topic->group < 0 || (int)param->group == topic->group);
}

/* The names of those that belong, as a list in words; returns how many. */
static size_t list_names(const struct reader *reader, const struct topic *topic, struct buf *list)
{
    size_t count = 0, index = 0;
    for (size_t i = 0; i < reader->asked_count; i++)
        count += belongs(reader, reader->asked[i], topic);
    for (size_t i = 0; i < reader->asked_count; i++)
        if (belongs(reader, reader->asked[i], topic))
            add_to_list(list, reader->asked[i]->name, index++, count);
    return count;
}

static void add_text(struct reader *reader, json_t *notes, const char *text)
{
    if (json_array_append_new(notes, json_string(text)) != 0)
        reader->failed = true;
}

static void add_note(struct reader *reader, json_t *notes, const struct buf *note)
{
    add_text(reader, notes, buf_text(note));
    reader->failed = reader->failed || note->failed;
}

static void note_model(struct reader *reader, json_t *notes)
{
    struct buf names = {0}, note = {0};
    size_t count = list_names(reader, &(struct topic){EFFECT_MODEL, -1}, &names);
    buf_printf(&note, "%s %s accepted without effect: %s a language model, and the built-in writer uses none.",
               buf_text(&names), count == 1 ? "was" : "were", count == 1 ? "it steers" : "they steer");
    if (count > 0)
        add_note(reader, notes, &note);
    buf_free(&names);
    buf_free(&note);
}

static bool has_instructions(const json_t *sections)
{
    for (size_t i = 0; i < json_array_size(sections); i++) {
        const json_t *section = json_array_get(sections, i);
        if (json_object_get(section, "instructions") || has_instructions(json_object_get(section, "subsections")))
            return true;
    }
    return false;
}

static void note_instructions(struct reader *reader, json_t *notes)
{
    if (has_instructions(json_object_get(reader->config, "outline")))
        add_text(
            reader, notes,
            "The instructions of outline sections were accepted without effect: they steer a language model, and the "
            "built-in writer uses none.");
}

static void note_later(struct reader *reader, enum param_group group, json_t *notes)
{
    struct buf names = {0}, note = {0};
    size_t count = list_names(reader, &(struct topic){EFFECT_LATER, (int)group}, &names);
    buf_printf(&note, "%s %s accepted without effect: %s.", buf_text(&names), count == 1 ? "was" : "were",
               params_group(group)->later);
    if (count > 0)
        add_note(reader, notes, &note);
    buf_free(&names);
    buf_free(&note);
}

static void note_length(struct reader *reader, json_t *notes)
{
    if (!config_is(reader->config, "articleLength", "custom") || json_object_get(reader->config, "numberOfSections"))
        return;
    add_text(reader, notes,
             "articleLength is \"custom\", but numberOfSections is missing: the number of sections follows from the "
             "outline.");
}

/* Other parameters that do not apply belong to another article type or to a switch that is off, and need no note.
 * numberOfSections looks as if it applied by itself. */
static void note_sections(struct reader *reader, json_t *notes)
{
    bool is_given = json_is_integer(json_object_get(reader->body, "numberOfSections"));
    bool applies = config_is(reader->config, "articleLength", "custom");
    if (is_given && !applies && reader->article_type & TYPE_BLOG_POST)
        add_text(reader, notes, "numberOfSections was accepted without effect: it needs articleLength \"custom\".");
}

json_t *notes_about(struct reader *reader)
{
    json_t *notes = json_array();
    if (!notes)
        return NULL;
    note_length(reader, notes);
    note_sections(reader, notes);
    note_model(reader, notes);
    note_instructions(reader, notes);
    for (enum param_group group = GROUP_CORE; group <= GROUP_MARKET_REVIEW; group++)
        note_later(reader, group, notes);
    if (!reader->failed)
        return notes;
    json_decref(notes);
    return NULL;
}
