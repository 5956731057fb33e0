#include "write/catalog/catalog.h"

#include "base/vec.h"
#include "model/check/check.h"

const char *const fact_data = "data", *const fact_review = "review", *const fact_review_count = "review count";

enum status catalog_field(struct writing *writing, struct catalog_fields *fields, const char *kind, const char *name,
                          struct str value)
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
    fields->list[fields->count++] =
        (struct model_excerpt){.text = clean, .heading = str_from(name), .name = str_from(kind), .source = OWN_WORDS};
    fields->reviews += kind == fact_review;
    return OK;
}
