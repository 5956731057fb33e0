#include "write/media/picture_step.h"

#include "write/media/picture_address.h"

enum { PICTURE_VERSION = 1 };

static const char *step_name(struct writing *writing, size_t heading)
{
    return arena_printf(writing->arena, "picture-%zu", heading + 1);
}

/* --- a stored picture as a figure --- */

/* A member that is a text; empty where there is none. data NULL: memory ran out. */
static struct str text_at(struct writing *writing, const json_t *value, const char *name)
{
    const json_t *member = json_object_get(value, name);
    const char *text = json_is_string(member) ? json_string_value(member) : "";
    return str_from(arena_copy(writing->arena, text));
}

static enum status read_kept(struct writing *writing, const json_t *value, struct kept_picture *kept)
{
    struct document_figure *figure = ARENA_NEW(writing->arena, struct document_figure);
    const char *id = json_string_value(json_object_get(value, "id"));
    const struct picture_type *type = picture_type_find(json_string_value(json_object_get(value, "type")));
    if (!id || !type)
        return code_error(writing->err, E_CORRUPT, CODE_INTERNAL, "a stored picture cannot be read");
    char *url = arena_printf(writing->arena, PICTURE_PATH "%s.%s", id, type->extension);
    struct str key = text_at(writing, value, "key"), note = text_at(writing, value, "note");
    if (!figure || !url || !key.data || !note.data)
        return error_memory(writing->err);
    *figure = (struct document_figure){
        .kind = FIGURE_PICTURE,
        .url = str_from(url),
        .alternative = text_at(writing, value, "alt"),
        .page = text_at(writing, value, "source"),
        .caption = text_at(writing, value, "caption"),
        .credit = text_at(writing, value, "credit"),
        .license = text_at(writing, value, "license"),
        .license_url = text_at(writing, value, "license_url"),
        .width = (int)json_integer_value(json_object_get(value, "width")),
        .height = (int)json_integer_value(json_object_get(value, "height")),
    };
    *kept = (struct kept_picture){figure, key.len ? key.data : NULL, note.len ? note.data : NULL};
    bool is_whole = figure->alternative.data && figure->page.data && figure->caption.data && figure->credit.data &&
                    figure->license.data && figure->license_url.data;
    return is_whole ? OK : error_memory(writing->err);
}

enum status picture_step_load(struct writing *writing, size_t heading, struct kept_picture *kept)
{
    const char *name = step_name(writing, heading);
    json_t *value = NULL;
    if (!name)
        return error_memory(writing->err);
    enum status status = step_load(writing, name, PICTURE_VERSION, &value);
    if (!status)
        status = read_kept(writing, value, kept);
    json_decref(value);
    return status;
}

/* --- keeping one --- */

/* What stands for the picture: its own text, cut where it is very long. NULL: no memory. */
static const char *alternative_of(struct writing *writing, const struct image *image, struct str made)
{
    struct str own = str_trim(str_from(image->alt ? image->alt : ""));
    return text_cut(writing->arena, own.len ? own : made, IMAGE_LINE);
}

static json_t *picture_json(struct writing *writing, const char *id, const struct image *image, struct str alternative)
{
    const char *alt = alternative_of(writing, image, alternative);
    if (!alt)
        return NULL;
    return json_pack("{s:s,s:s,s:i,s:i,s:s,s:s*,s:s*,s:s*,s:s*,s:s*,s:s*,s:s*}", "id", id, "type", image->type, "width",
                     image->width, "height", image->height, "alt", alt, "caption", image->caption, "credit",
                     image->credit, "license", image->license, "license_url", image->license_url, "source",
                     image->source_url, "key", image->key, "note", image->note);
}

static struct write_step new_step(const char *name, const char *model, int64_t began_ms, const char *status)
{
    int64_t took = clock_mono_ms() - began_ms;
    return (struct write_step){.name = name,
                               .version = PICTURE_VERSION,
                               .model = model,
                               .started_at = clock_now_ms() - took,
                               .seconds = (double)took / 1000,
                               .status = status};
}

static enum status store(struct writing *writing, struct write_step *step, const struct write_picture *picture,
                         const json_t *value)
{
    char *text = json_dumps(value, JSON_COMPACT);
    if (!text)
        return error_memory(writing->err);
    step->is_done = true;
    step->output = str_from(text);
    writing_give_turn(writing);
    enum status status = writing->job->save_picture(writing->job->context, step, picture, writing->err);
    writing_take_turn(writing);
    free(text);
    return status;
}

enum status picture_step_save(struct writing *writing, size_t heading, const char *model, const struct image *image,
                              struct str alternative, int64_t began_ms, struct kept_picture *kept)
{
    unsigned char bytes[PICTURE_ID / 2];
    char id[PICTURE_ID + 1];
    const char *name = step_name(writing, heading);
    random_bytes(bytes, sizeof bytes);
    hex_encode(bytes, sizeof bytes, id);
    if (!picture_type_find(image->type))
        return error_set(writing->err, E_CORRUPT, NULL, "what came is no picture that can be shown");
    json_t *value = name ? picture_json(writing, id, image, alternative) : NULL;
    if (!value)
        return error_memory(writing->err);
    struct write_step step = new_step(name, model, began_ms, "done");
    const struct write_picture picture = {id, image->type, image->data};
    enum status status = store(writing, &step, &picture, value);
    if (!status)
        status = read_kept(writing, value, kept);
    json_decref(value);
    return status;
}

enum status picture_step_fail(struct writing *writing, size_t heading, const char *model, int64_t began_ms,
                              const char *problem)
{
    const char *name = step_name(writing, heading);
    if (!name)
        return error_memory(writing->err);
    struct write_step step = new_step(name, model, began_ms, problem);
    return step_save_call(writing, &step, NULL);
}
