/* The plan as a stored step: with the excerpts that are used, each once. */
#include "write/writing/plan.h"
#include "write/writing/source_report.h"

enum { VERSION = 3 };

#define STEP "plan"

/* --- saved --- */

/* The number of an excerpt in the list of those stored, which gets it when it is not there yet; -1: no memory. */
static json_int_t number_of(json_t *stored, const struct model_excerpt *excerpt)
{
    size_t count = json_array_size(stored);
    for (size_t i = 0; i < count; i++) {
        const json_t *entry = json_array_get(stored, i), *text = json_array_get(entry, 0);
        const json_t *name = json_array_get(entry, 2);
        if (str_eq((struct str){json_string_value(text), json_string_length(text)}, excerpt->text) &&
            str_eq((struct str){json_string_value(name), json_string_length(name)}, excerpt->name))
            return (json_int_t)i;
    }
    json_t *entry = json_pack("[s%,s%,s%,i]", excerpt->text.data, excerpt->text.len,
                              excerpt->heading.len ? excerpt->heading.data : "", excerpt->heading.len,
                              excerpt->name.len ? excerpt->name.data : "", excerpt->name.len, excerpt->source);
    return json_array_append_new(stored, entry) ? -1 : (json_int_t)count;
}

static json_t *material_json(const struct material *material, json_t *stored)
{
    json_t *list = json_array();
    bool ok = list;
    for (size_t i = 0; i < material->count && ok; i++) {
        json_int_t number = number_of(stored, &material->list[i]);
        ok = number >= 0 && json_array_append_new(list, json_integer(number)) == 0;
    }
    if (ok)
        return list;
    json_decref(list);
    return NULL;
}

static json_t *heading_json(const struct planned *heading, json_t *stored)
{
    json_t *material = material_json(&heading->material, stored);
    return material ? json_pack("{s:s%,s:i,s:s%,s:s%,s:s,s:o,s:s,s:i,s:i,s:b,s:b,s:b,s:I}", "title",
                                heading->title.data, heading->title.len, "level", heading->level, "instructions",
                                heading->instructions.len ? heading->instructions.data : "", heading->instructions.len,
                                "covers", heading->covers.len ? heading->covers.data : "", heading->covers.len, "form",
                                plan_form_name(heading->form), "excerpts", material, "role",
                                plan_role_name(heading->role), "least", (int)heading->min_words, "most",
                                (int)heading->max_words, "brand", heading->names_brand, "ofBrand", heading->is_of_brand,
                                "opening", heading->is_opening, "section", (json_int_t)heading->section)
                    : NULL;
}

enum status plan_save(struct writing *writing, const struct article_plan *plan, int64_t began_ms)
{
    json_t *stored = json_array(), *headings = json_array(), *value = NULL;
    bool ok = stored && headings;
    for (size_t i = 0; i < plan->count && ok; i++)
        ok = json_array_append_new(headings, heading_json(&plan->headings[i], stored)) == 0;
    json_t *lead = ok ? material_json(&plan->lead, stored) : NULL;
    json_t *spare = lead ? material_json(&plan->spare, stored) : NULL;
    if (spare)
        value = json_pack("{s:s%,s:b,s:b,s:O,s:o,s:o,s:O,s:O,s:O}", "title", plan->title.len ? plan->title.data : "",
                          plan->title.len, "titleGiven", plan->title_is_given, "given", plan->is_given, "headings",
                          headings, "lead", lead, "spare", spare, "excerpts", stored, "notes", writing->notes, "run",
                          writing->run);
    else
        json_decref(lead);
    enum status status = value ? step_save(writing, STEP, VERSION, began_ms, value) : error_memory(writing->err);
    json_decref(value);
    json_decref(headings);
    json_decref(stored);
    return status;
}

/* --- loaded --- */

static struct str text_of(struct writing *writing, const json_t *value, bool *ok)
{
    const char *copy = arena_copy_n(writing->arena, json_string_value(value), json_string_length(value));
    *ok = *ok && copy;
    return (struct str){copy, json_string_length(value)};
}

static bool load_excerpts(struct writing *writing, const json_t *list, struct model_excerpt **excerpts)
{
    bool ok = true;
    *excerpts = ARENA_ARRAY(writing->arena, json_array_size(list) + 1, struct model_excerpt);
    for (size_t i = 0; *excerpts && i < json_array_size(list) && ok; i++) {
        const json_t *entry = json_array_get(list, i);
        (*excerpts)[i] = (struct model_excerpt){
            .text = text_of(writing, json_array_get(entry, 0), &ok),
            .heading = text_of(writing, json_array_get(entry, 1), &ok),
            .name = text_of(writing, json_array_get(entry, 2), &ok),
            .source = (int)json_integer_value(json_array_get(entry, 3)),
        };
    }
    return ok && *excerpts;
}

static bool load_material(struct writing *writing, const json_t *numbers, const struct model_excerpt *excerpts,
                          struct material *material)
{
    struct model_excerpt *list = ARENA_ARRAY(writing->arena, json_array_size(numbers) + 1, struct model_excerpt);
    for (size_t i = 0; list && i < json_array_size(numbers); i++)
        list[i] = excerpts[json_integer_value(json_array_get(numbers, i))];
    *material = (struct material){list, json_array_size(numbers)};
    return list;
}

static bool load_heading(struct writing *writing, const json_t *value, const struct model_excerpt *excerpts,
                         struct planned *heading)
{
    bool ok = true;
    const json_t *form = json_object_get(value, "form"), *role = json_object_get(value, "role");
    *heading = (struct planned){
        .title = text_of(writing, json_object_get(value, "title"), &ok),
        .level = (int)json_integer_value(json_object_get(value, "level")),
        .instructions = text_of(writing, json_object_get(value, "instructions"), &ok),
        .covers = text_of(writing, json_object_get(value, "covers"), &ok),
        .form = plan_form_find((struct str){json_string_value(form), json_string_length(form)}),
        .role = plan_role_find((struct str){json_string_value(role), json_string_length(role)}),
        .min_words = (size_t)json_integer_value(json_object_get(value, "least")),
        .max_words = (size_t)json_integer_value(json_object_get(value, "most")),
        .names_brand = json_is_true(json_object_get(value, "brand")),
        .is_of_brand = json_is_true(json_object_get(value, "ofBrand")),
        .is_opening = json_is_true(json_object_get(value, "opening")),
        .section = (size_t)json_integer_value(json_object_get(value, "section")),
    };
    return ok && load_material(writing, json_object_get(value, "excerpts"), excerpts, &heading->material);
}

enum status plan_load(struct writing *writing, struct article_plan *plan)
{
    json_t *value;
    enum status status = step_load(writing, STEP, VERSION, &value);
    if (status)
        return status;
    const json_t *headings = json_object_get(value, "headings"), *notes = json_object_get(value, "notes");
    struct model_excerpt *excerpts;
    bool ok = load_excerpts(writing, json_object_get(value, "excerpts"), &excerpts);
    *plan =
        (struct article_plan){.title_is_given = json_is_true(json_object_get(value, "titleGiven")),
                              .is_given = json_is_true(json_object_get(value, "given")),
                              .title = text_of(writing, json_object_get(value, "title"), &ok),
                              .headings = ARENA_ARRAY(writing->arena, json_array_size(headings) + 1, struct planned)};
    ok = ok && plan->headings && load_material(writing, json_object_get(value, "lead"), excerpts, &plan->lead) &&
         load_material(writing, json_object_get(value, "spare"), excerpts, &plan->spare);
    for (size_t i = 0; i < json_array_size(headings) && ok; i++)
        ok = load_heading(writing, json_array_get(headings, i), excerpts, &plan->headings[plan->count++]);
    status = ok ? source_report_merge(writing->run, json_object_get(value, "run"), writing->err)
                : error_memory(writing->err);
    for (size_t i = 0; i < json_array_size(notes) && !status; i++)
        status = writing_note(writing, "%s", json_string_value(json_array_get(notes, i)));
    json_decref(value);
    return status;
}
