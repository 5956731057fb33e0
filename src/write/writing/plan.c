#include "write/writing/plan.h"

static const char *const role_names[PLAN_ROLES] = {
    [ROLE_SECTION] = "section", [ROLE_ITEM] = "item",   [ROLE_BENEFITS] = "benefits",
    [ROLE_PROCESS] = "process", [ROLE_PROOF] = "proof",
};

enum plan_role plan_role_find(struct str name)
{
    for (size_t i = 0; i < PLAN_ROLES; i++)
        if (str_ieq(name, str_from(role_names[i])))
            return (enum plan_role)i;
    return ROLE_SECTION;
}

size_t plan_section_end(const struct article_plan *plan, size_t first)
{
    size_t end = first + 1;
    while (end < plan->count && plan->headings[end].level > plan->headings[first].level)
        end++;
    return end;
}

size_t plan_sections(const struct article_plan *plan)
{
    size_t count = 0;
    for (size_t i = 0; i < plan->count; i++)
        count += plan->headings[i].level == 2;
    return count;
}

void plan_bounds(const json_t *config, size_t *min, size_t *max)
{
    const struct param_length *length = params_length(config_string(config, "articleLength"));
    *min = length ? length->min : 0;
    *max = length ? length->max : 0;
    if (config_is(config, "articleLength", "custom"))
        *min = *max = (size_t)config_integer(config, "numberOfSections", 0);
}

/* --- from the caller --- */

static enum status copy_string(struct writing *writing, const json_t *value, struct str *copy)
{
    const char *text = arena_copy_n(writing->arena, json_string_value(value), json_string_length(value));
    *copy = (struct str){text, json_string_length(value)};
    return text ? OK : error_memory(writing->err);
}

static size_t count_sections(const json_t *list)
{
    size_t count = json_array_size(list);
    for (size_t i = 0; i < json_array_size(list); i++)
        count += json_array_size(json_object_get(json_array_get(list, i), "subsections"));
    return count;
}

static enum status read_sections(struct writing *writing, const json_t *list, int level, struct article_plan *plan)
{
    enum status status = OK;
    for (size_t i = 0; i < json_array_size(list) && !status; i++) {
        const json_t *entry = json_array_get(list, i);
        struct planned *heading = &plan->headings[plan->count++];
        heading->level = level;
        status = copy_string(writing, json_object_get(entry, "title"), &heading->title);
        if (!status)
            status = copy_string(writing, json_object_get(entry, "instructions"), &heading->instructions);
        if (!status)
            status = read_sections(writing, json_object_get(entry, "subsections"), level + 1, plan);
    }
    return status;
}

/* Section names as JSON in the shape of `outline`: one per line; an indented line is a subsection of the last one
 * that is not. */
static json_t *sections_from_lines(struct str lines)
{
    json_t *list = json_array();
    struct str rest = lines, line;
    while (list && str_split(&rest, '\n', &line)) {
        struct str title = str_trim(line);
        while (title.len && (str_starts(title, STR("- ")) || str_starts(title, STR("* "))))
            title = str_trim((struct str){title.data + 2, title.len - 2});
        if (!title.len)
            continue;
        json_t *last = json_array_get(list, json_array_size(list) - 1), *into = list;
        if (ascii_is_space(line.data[0]) && json_array_size(list))
            into = json_object_get(last, "subsections");
        if (json_array_append_new(into, json_pack("{s:s%,s:[]}", "title", title.data, title.len, "subsections"))) {
            json_decref(list);
            return NULL;
        }
    }
    return list;
}

enum status plan_read_given(struct writing *writing, struct article_plan *plan)
{
    json_t *outline = json_object_get(writing->config, "outline");
    json_t *list = json_array_size(outline) ? json_incref(outline)
                                            : sections_from_lines(config_text(writing->config, "extraOutlinePrompt"));
    if (!list)
        return error_memory(writing->err);
    plan->headings = ARENA_ARRAY(writing->arena, count_sections(list) + 1, struct planned);
    plan->is_given = json_array_size(list) > 0;
    enum status status = plan->headings ? read_sections(writing, list, 2, plan) : error_memory(writing->err);
    json_decref(list);
    return status;
}
