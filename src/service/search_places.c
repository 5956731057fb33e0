#include "service/search_places.h"

/* Are there no entries but those of the kinds? */
static enum status check_names(const json_t *entry, struct error *err)
{
    static const char allowed[] = "a table with web, news and scholarly, each of which may be absent, such as "
                                  "{ web = { api = \"searxng\", base_url = \"http://127.0.0.1:8888\" } }";
    const char *name;
    json_t *value;
    if (!json_is_object(entry) && !(json_is_array(entry) && json_array_size(entry) == 0))
        return error_set(err, E_INVALID, "config", "configuration: search must be %s", allowed);
    json_object_foreach ((json_t *)entry, name, value) {
        bool is_known = false;
        for (int kind = 0; kind < SEARCH_KINDS; kind++)
            is_known = is_known || strcmp(name, search_kind_name((enum search_kind)kind)) == 0;
        if (!is_known)
            return error_set(err, E_INVALID, "config", "configuration: there is no entry named search.%s; search is %s",
                             name, allowed);
    }
    return OK;
}

enum status search_places_open(const json_t *entry, struct search_places *places, struct error *err)
{
    enum status status = entry ? check_names(entry, err) : OK;
    for (int kind = 0; kind < SEARCH_KINDS && !status; kind++) {
        const json_t *one = json_object_get(entry, search_kind_name((enum search_kind)kind));
        if (one)
            status = search_open((enum search_kind)kind, one, &places->list[kind], err);
    }
    return status;
}

void search_places_close(struct search_places *places)
{
    for (int kind = 0; kind < SEARCH_KINDS; kind++)
        search_close(places->list[kind]);
    *places = (struct search_places){{NULL}};
}

enum status search_places_check(const json_t *entry, struct error *err)
{
    struct search_places places = {{NULL}};
    enum status status = search_places_open(entry, &places, err);
    search_places_close(&places);
    return status;
}
