#include "write/params/params.h"

#include "write/params/params_notes.h"
#include "write/params/params_one.h"

static struct params_reader_reader reader_begin(struct arena *arena, const json_t *body,
                                                const struct params_terms *terms)
{
    size_t count;
    params_table(&count);
    struct params_reader_reader reader = {.arena = arena,
                                          .faults = {.arena = arena},
                                          .body = body,
                                          .terms = terms,
                                          .article_type = TYPE_BLOG_POST,
                                          .asked = ARENA_ARRAY(arena, count, struct asked),
                                          .config = json_object()};
    reader.failed = !reader.config || !reader.asked;
    return reader;
}

/* Hands over what was read. */
static enum status reader_end(struct params_reader_reader *reader, struct params *params, struct error *err)
{
    *params = (struct params){0};
    params->notes = reader->failed || reader->faults.count ? NULL : notes_about(reader);
    reader->failed = reader->failed || (reader->faults.count == 0 && !params->notes);
    if (!reader->failed && reader->faults.count == 0) {
        params->config = reader->config;
        return OK;
    }
    json_decref(reader->config);
    if (reader->failed)
        return error_memory(err);
    params->faults = reader->faults.list;
    params->fault_count = reader->faults.count;
    return error_set(err, E_INVALID, "invalid_parameters", "%s", reader->faults.list[0].detail);
}

/* False: the fault was reported. */
static bool check_body(struct params_reader_reader *reader)
{
    const json_t *body = reader->body;
    if (!reader->failed && !json_is_object(body))
        reader_fault(reader, "", "The request body must be a JSON object, not %s.", body ? json_kind(body) : "empty");
    return !reader->failed && json_is_object(body);
}

static void remember_article_type(struct params_reader_reader *reader, const char *name)
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
    struct params_reader_reader reader = reader_begin(arena, body, terms);
    if (check_body(&reader)) {
        const char *article_type = json_string_value(json_object_get(body, "articleType"));
        if (article_type)
            remember_article_type(&reader, article_type);
        for (size_t i = 0; i < count && !reader.failed; i++)
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
    struct params_reader_reader reader = reader_begin(arena, body ? body : nothing, terms);
    reader.failed = reader.failed || (!body && !nothing) ||
                    json_object_set_new(reader.config, polish_parent, json_true()) != 0 ||
                    json_object_set_new(reader.config, params_model, json_string(model)) != 0;
    if (check_body(&reader))
        for (size_t i = 0; i < count && !reader.failed; i++)
            if (table[i].parent && strcmp(table[i].parent, polish_parent) == 0)
                read_param(&reader, &table[i]);
    enum status status = reader_end(&reader, params, err);
    json_object_del(params->config, polish_parent);
    json_object_del(params->config, params_model);
    json_decref(nothing);
    return status;
}
