#include "write/catalog/catalog.h"

#include "base/vec.h"
#include "model/check/check.h"

enum status catalog_field(struct writing *writing, struct catalog_fields *fields, const char *name, struct str value,
                          size_t voices)
{
    struct str clean;
    if (!value.data)
        return error_memory(writing->err);
    if (!value.len || material_addresses_model(value))
        return OK;
    enum status status = material_clean(writing->arena, value, &clean, writing->err);
    if (status || !str_trim(clean).len)
        return status;
    struct model_excerpt *list = vec_room(writing->arena, fields->list, fields->count, &fields->cap, sizeof *list);
    if (!list)
        return error_memory(writing->err);
    fields->list = list;
    fields->list[fields->count++] = (struct model_excerpt){
        .text = clean, .heading = str_from(name), .name = fields->name, .source = fields->number, .voices = voices};
    return OK;
}

enum status catalog_unmarked(struct writing *writing, struct model_text *text)
{
    (void)writing;
    for (size_t i = 0; i < text->count; i++)
        for (size_t j = 0; j < text->blocks[i].count; j++) {
            text->blocks[i].sentences[j].source = OWN_WORDS;
            memset(text->blocks[i].sentences[j].also, 0, sizeof text->blocks[i].sentences[j].also);
        }
    return OK;
}
