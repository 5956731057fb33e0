/* The service's own tables as JSON, for those who publish them. */
#include "service/problem.h"
#include "service/record.h"
#include "service/service.h"

/* Appends; false when memory ran out. Takes the reference, which may be NULL for the same reason. */
static bool append(json_t *array, json_t *value)
{
    return json_array_append_new(array, value) == 0;
}

static bool fill_record(json_t *list)
{
    const struct record_member *member;
    for (size_t i = 0; (member = record_member(i)); i++)
        if (!append(list,
                    json_pack("{ssssss}", "name", member->name, "type", member->type, "summary", member->summary)))
            return false;
    return true;
}

static bool fill_problems(json_t *list)
{
    for (int i = 0; i < PROBLEM_COUNT; i++) {
        const struct problem_info *info = problem_info((enum problem)i);
        if (!append(list, json_pack("{sissss}", "status", info->status, "title", info->title, "code", info->code)))
            return false;
    }
    return true;
}

static bool fill_polish(json_t *list)
{
    size_t count;
    const struct param_polish *polish = params_polish(&count);
    for (size_t i = 0; i < count; i++)
        if (!append(list, json_pack("{sssbss}", "name", polish[i].key, "default", polish[i].fallback, "summary",
                                    polish[i].summary)))
            return false;
    return true;
}

static json_t *list_of(bool (*fill)(json_t *list))
{
    json_t *list = json_array();
    if (list && fill(list))
        return list;
    json_decref(list);
    return NULL;
}

json_t *service_describe(void)
{
    return json_pack("{sosososo}", "parameters", params_describe(), "polish", list_of(fill_polish), "record",
                     list_of(fill_record), "problems", list_of(fill_problems));
}
