#include "write/params/params_parts.h"

#include <stdlib.h>

/* --- values of a config, and JSON as text --- */

const char *config_string(const json_t *config, const char *name)
{
    return json_string_value(json_object_get(config, name));
}

bool config_bool(const json_t *config, const char *name)
{
    return json_is_true(json_object_get(config, name));
}

long config_integer(const json_t *config, const char *name, long absent)
{
    const json_t *value = json_object_get(config, name);
    return json_is_integer(value) ? (long)json_integer_value(value) : absent;
}

bool config_is(const json_t *config, const char *name, const char *value)
{
    const char *own = config_string(config, name);
    return own && strcmp(own, value) == 0;
}

const char *params_dump(struct arena *arena, const json_t *value)
{
    char *text = json_dumps(value, JSON_COMPACT | JSON_PRESERVE_ORDER);
    const char *copy = text ? arena_copy(arena, text) : NULL;
    free(text);
    return copy;
}

/* --- notes for the record: what the caller asked for and does not get, and why, in words for people --- */

/* Appends to a list in words: "a", "a and b", "a, b and c". */
static void add_to_list(struct buf *list, const char *name, size_t index, size_t count)
{
    buf_printf(list, "%s%s", index == 0 ? "" : index + 1 == count ? " and " : ", ", name);
}

/* Which asked-for parameters go together into one note; what does not matter is zero. */
struct notes_topic {
    enum lack lack;
    enum param_effect effect; /* of those that lack nothing */
    const char *parent;       /* of those that lack it */
    const char *beside;       /* of those that do nothing without it */
    const char *media;        /* of those that need this multimediaOption, or "auto" */
};

static const struct {
    const char *name, *option;
} media_needs[] = {
    {"imageStyle", "images"}, {"imageModel", "images"}, {"maxImages", "images"},
    {"imageSize", "images"},  {"maxVideos", "videos"},
};

/* The multimediaOption that a parameter needs; NULL: none. */
static const char *media_of(const struct param *param)
{
    for (size_t i = 0; i < COUNT_OF(media_needs); i++)
        if (strcmp(media_needs[i].name, param->name) == 0)
            return media_needs[i].option;
    return NULL;
}

static bool notes_is_same(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool belongs(const struct asked *asked, const struct notes_topic *topic)
{
    const struct param *param = asked->param;
    if (asked->lack != topic->lack)
        return false;
    if (topic->beside)
        return notes_is_same(param->beside, topic->beside);
    if (topic->media)
        return notes_is_same(media_of(param), topic->media);
    if (topic->lack == LACKS_PARENT)
        return notes_is_same(param->parent, topic->parent);
    return topic->lack != LACKS_NOTHING || param->effect == topic->effect;
}

/* The names of those that belong, as a list in words; returns how many. */
static size_t list_names(const struct params_reader *reader, const struct notes_topic *topic, struct buf *list)
{
    size_t count = 0, index = 0;
    for (size_t i = 0; i < reader->asked_count; i++)
        count += belongs(&reader->asked[i], topic);
    for (size_t i = 0; i < reader->asked_count; i++)
        if (belongs(&reader->asked[i], topic))
            add_to_list(list, reader->asked[i].param->name, index++, count);
    return count;
}

static void notes_add_text(struct params_reader *reader, json_t *notes, const char *text)
{
    if (json_array_append_new(notes, json_string(text)) != 0)
        arena_fail(reader->arena);
}

/* "X and Y were accepted without effect: WHY.", where there are any; why is said of one, or of several. */
static void note_topic(struct params_reader *reader, json_t *notes, const struct notes_topic *topic, const char *one,
                       const char *several)
{
    struct buf names = {0};
    size_t count = list_names(reader, topic, &names);
    const char *list = reader_keep(reader, &names);
    if (count > 0)
        notes_add_text(reader, notes,
                       reader_text(reader, "%s %s accepted without effect: %s.", list, count == 1 ? "was" : "were",
                                   count == 1 ? one : several));
}

/* --- what does not apply --- */

/* Did the caller give the parameter this value, or is it the default? */
static bool has_value(struct params_reader *reader, const struct param *param, const char *text)
{
    const json_t *value = json_object_get(reader->config, param->name);
    json_t *wanted = json_loads(text, JSON_DECODE_ANY, NULL);
    bool same = json_equal(value ? value : json_object_get(reader->body, param->name), wanted);
    if (!wanted)
        arena_fail(reader->arena);
    json_decref(wanted);
    return same;
}

/* `autoPolish true`, `enableDeepResearch true and realTimeData true`: what is not set of the parents above. */
static void list_needs(struct params_reader *reader, const struct param *param, struct buf *list)
{
    for (; param && param->parent; param = params_find(param->parent))
        if (!has_value(reader, params_find(param->parent), param->parent_value))
            buf_printf(list, "%s%s %s", list->len ? " and " : "", param->parent, param->parent_value);
}

static void note_needs(struct params_reader *reader, json_t *notes, const struct notes_topic *topic, const char *needs)
{
    note_topic(reader, notes, topic, reader_text(reader, "it needs %s", needs),
               reader_text(reader, "they need %s", needs));
}

/* One note for the children of each parent, where the first of them stands. */
static void note_parents(struct params_reader *reader, json_t *notes)
{
    for (size_t i = 0; i < reader->asked_count; i++) {
        const struct param *param = reader->asked[i].param;
        struct notes_topic topic = {.lack = LACKS_PARENT, .parent = param->parent};
        struct buf needs = {0};
        bool is_first = reader->asked[i].lack == LACKS_PARENT;
        for (size_t j = 0; j < i; j++)
            is_first = is_first && !belongs(&reader->asked[j], &topic);
        if (!is_first)
            continue;
        list_needs(reader, param, &needs);
        note_needs(reader, notes, &topic, reader_keep(reader, &needs));
    }
}

static void note_beside(struct params_reader *reader, json_t *notes)
{
    for (size_t i = 0; i < reader->asked_count; i++) {
        const char *beside = reader->asked[i].param->beside;
        if (!reader->asked[i].lack && beside && !json_object_get(reader->config, beside))
            note_needs(reader, notes, &(struct notes_topic){.beside = beside}, beside);
    }
}

/* They stay in the config: more than one value of multimediaOption gives them an effect. */
static void note_media(struct params_reader *reader, json_t *notes)
{
    static const char option[] = "multimediaOption", *const kinds[] = {"images", "videos"};
    for (size_t i = 0; i < COUNT_OF(kinds); i++) {
        if (config_is(reader->config, option, kinds[i]) || config_is(reader->config, option, "auto"))
            continue;
        note_needs(reader, notes, &(struct notes_topic){.media = kinds[i]},
                   reader_text(reader, "%s \"%s\" or \"auto\"", option, kinds[i]));
    }
}

static void note_elsewhere(struct params_reader *reader, json_t *notes)
{
    const char *type = config_string(reader->config, "articleType");
    note_topic(reader, notes, &(struct notes_topic){.lack = LACKS_TYPE},
               reader_text(reader, "it belongs to other article types than %s", type ? type : ""),
               reader_text(reader, "they belong to other article types than %s", type ? type : ""));
}

static void note_engine(struct params_reader *reader, json_t *notes)
{
    note_topic(reader, notes, &(struct notes_topic){.lack = LACKS_ENGINE},
               "the v1 engine does not have it, and POST /api/articles/v2/ does",
               "the v1 engine does not have them, and POST /api/articles/v2/ does");
}

static void note_plan(struct params_reader *reader, json_t *notes)
{
    note_topic(reader, notes, &(struct notes_topic){.lack = LACKS_PLAN}, "the account's plan does not have it",
               "the account's plan does not have them");
}

/* --- what applies, and is not done --- */

static bool is_language_model(const struct params_reader *reader)
{
    const struct params_terms *terms = reader->terms;
    return terms->is_language && terms->is_language(terms->context, config_string(reader->config, params_model));
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

static void note_model(struct params_reader *reader, json_t *notes)
{
    if (is_language_model(reader))
        return;
    note_topic(reader, notes, &(struct notes_topic){.effect = EFFECT_MODEL},
               "it steers a language model, and the built-in writer uses none",
               "they steer a language model, and the built-in writer uses none");
    if (has_instructions(json_object_get(reader->config, "outline")))
        notes_add_text(
            reader, notes,
            "The instructions of outline sections were accepted without effect: they steer a language model, and "
            "the built-in writer uses none.");
    if (!params_polish_left(reader->config, notes))
        arena_fail(reader->arena);
}

static void note_length(struct params_reader *reader, json_t *notes)
{
    if (!config_is(reader->config, "articleLength", "custom") || json_object_get(reader->config, "numberOfSections"))
        return;
    notes_add_text(
        reader, notes,
        "articleLength is \"custom\", but numberOfSections is missing: the number of sections follows from the "
        "outline.");
}

/* It stays in the config, as the documentation has it beside realTimeData and not below. */
static void note_country(struct params_reader *reader, json_t *notes)
{
    if (json_object_get(reader->config, "country") && !config_bool(reader->config, "realTimeData"))
        notes_add_text(reader, notes, "country was accepted without effect: it needs realTimeData true.");
}

/* An array of strings, new reference. */
static json_t *notes_about(struct params_reader *reader)
{
    json_t *notes = json_array();
    if (!notes)
        arena_fail(reader->arena);
    note_length(reader, notes);
    note_country(reader, notes);
    note_parents(reader, notes);
    note_beside(reader, notes);
    note_media(reader, notes);
    note_elsewhere(reader, notes);
    note_engine(reader, notes);
    note_plan(reader, notes);
    note_model(reader, notes);
    return notes;
}

/* --- a request read --- */

static struct params_reader reader_begin(struct arena *arena, const json_t *body, const struct params_terms *terms)
{
    size_t count;
    params_table(&count);
    struct params_reader reader = {.arena = arena,
                                   .faults = {.arena = arena},
                                   .body = body,
                                   .terms = terms,
                                   .article_type = TYPE_BLOG_POST,
                                   .asked = ARENA_ARRAY(arena, count, struct asked),
                                   .config = json_object()};
    if (!reader.config)
        arena_fail(arena);
    return reader;
}

/* Hands over what was read. */
static enum status reader_end(struct params_reader *reader, struct params *params, struct error *err)
{
    *params = (struct params){0};
    json_t *notes = arena_failed(reader->arena) || reader->faults.count ? NULL : notes_about(reader);
    if (!arena_failed(reader->arena) && !reader->faults.count) {
        params->config = reader->config;
        params->notes = notes;
        return OK;
    }
    json_decref(notes);
    json_decref(reader->config);
    if (arena_failed(reader->arena))
        return error_memory(err);
    params->faults = reader->faults.list;
    params->fault_count = reader->faults.count;
    return error_set(err, E_INVALID, "invalid_parameters", "%s", reader->faults.list[0].detail);
}

/* False: the fault was reported. */
static bool check_body(struct params_reader *reader)
{
    const json_t *body = reader->body;
    if (!json_is_object(body))
        reader_fault(reader, "", "The request body must be a JSON object, not %s.", body ? json_kind(body) : "empty");
    return json_is_object(body) && !arena_failed(reader->arena);
}

static void remember_article_type(struct params_reader *reader, const char *name)
{
    size_t count;
    const struct param_article_type *list = params_article_types(&count);
    for (size_t i = 0; i < count; i++)
        if (strcmp(list[i].name, name) == 0)
            reader->article_type = list[i].bit;
}

/* The article type decides what applies, also when it is refused because it cannot be written yet. */
enum status params_read(struct arena *arena, const json_t *body, const struct params_terms *terms,
                        struct params *params, struct error *err)
{
    size_t count;
    const struct param *table = params_table(&count);
    struct params_reader reader = reader_begin(arena, body, terms);
    if (check_body(&reader)) {
        const char *article_type = json_string_value(json_object_get(body, "articleType"));
        if (article_type)
            remember_article_type(&reader, article_type);
        for (size_t i = 0; i < count && !arena_failed(arena); i++)
            read_param(&reader, &table[i]);
    }
    return reader_end(&reader, params, err);
}

/* The settings have a parent, which is as good as set when polishing itself is what is asked for. */
static const char polish_parent[] = "autoPolish";

enum status params_read_polish(struct arena *arena, const json_t *body, const struct params_terms *terms,
                               const char *model, struct params *params, struct error *err)
{
    size_t count;
    const struct param *table = params_table(&count);
    json_t *nothing = body ? NULL : json_object();
    struct params_reader reader = reader_begin(arena, body ? body : nothing, terms);
    if ((!body && !nothing) || json_object_set_new(reader.config, polish_parent, json_true()) != 0 ||
        json_object_set_new(reader.config, params_model, json_string(model)) != 0)
        arena_fail(arena);
    if (check_body(&reader))
        for (size_t i = 0; i < count && !arena_failed(arena); i++)
            if (table[i].parent && strcmp(table[i].parent, polish_parent) == 0)
                read_param(&reader, &table[i]);
    enum status status = reader_end(&reader, params, err);
    json_object_del(params->config, polish_parent);
    json_object_del(params->config, params_model);
    json_decref(nothing);
    return status;
}
