#include "deliver/wordpress/terms.h"

#include "text/html/plain_text.h"

#include <stdlib.h>

enum { ID_DIGITS = 18, NAME_MAX_CHARACTERS = 200, FORBIDDEN = 403 };

static bool terms_is_id(const char *name)
{
    size_t digits = strspn(name, "0123456789");
    return digits > 0 && digits <= ID_DIGITS && !name[digits];
}

static enum status add_id(json_t *ids, json_int_t id, struct error *err)
{
    size_t i;
    json_t *other;
    json_array_foreach (ids, i, other) {
        if (json_integer_value(other) == id)
            return OK;
    }
    return json_array_append_new(ids, json_integer(id)) == 0 ? OK : error_memory(err);
}

/* The search also finds names that contain the wanted one. Names come as HTML. */
static enum status pick(struct wordpress *wordpress, const json_t *terms, const char *name, json_int_t *id,
                        struct error *err)
{
    size_t i;
    json_t *term;
    json_array_foreach (terms, i, term) {
        struct str html = str_from(json_string_value(json_object_get(term, "name")));
        const char *text = plain_text(wordpress->call->arena, html, NAME_MAX_CHARACTERS);
        if (!text)
            return error_memory(err);
        if (!*id && str_ieq(str_from(text), str_from(name)))
            *id = wordpress_id(term);
    }
    return OK;
}

static enum status find_term(struct wordpress *wordpress, const char *path, const char *name, json_int_t *id,
                             struct error *err)
{
    struct site_answer answer;
    const char *words = wordpress_encode(wordpress, name);
    const char *query =
        words ? arena_printf(wordpress->call->arena, "search=%s&per_page=100&_fields=id,name", words) : NULL;
    if (!query)
        return error_memory(err);
    enum status status =
        wordpress_ask(wordpress, &(struct wordpress_request){.path = path, .query = query}, &answer, err);
    if (status == OK)
        status = pick(wordpress, answer.json, name, id, err);
    site_done(&answer);
    return status;
}

/* One request makes a term or tells the id of the one that there is: {"code": "term_exists", "data": {"term_id": 2}}.
 * Whoever may make none is told nothing. */
static enum status make_term(struct wordpress *wordpress, const char *path, const char *name, json_int_t *id,
                             struct error *err)
{
    struct site_answer answer;
    json_t *body = json_pack("{s:s}", "name", name);
    if (!body)
        return error_memory(err);
    enum status status = wordpress_ask(
        wordpress, &(struct wordpress_request){.method = "POST", .path = path, .json = body}, &answer, err);
    json_decref(body);
    if (status != OK)
        return status;
    const json_t *existing = json_object_get(json_object_get(answer.json, "data"), "term_id");
    *id = wordpress->outcome->verdict == DELIVERY_ACCEPTED ? wordpress_id(answer.json) : json_integer_value(existing);
    site_done(&answer);
    return wordpress->outcome->status == FORBIDDEN ? find_term(wordpress, path, name, id, err) : OK;
}

static enum status add_term(struct wordpress *wordpress, const char *path, const char *name, json_t *ids, bool *done,
                            struct error *err)
{
    json_int_t id = 0;
    enum status status = make_term(wordpress, path, name, &id, err);
    if (status != OK)
        return status;
    if (id)
        return add_id(ids, id, err);
    /* A name that the site refuses, or may not make for this user, is done without. */
    *done = wordpress->outcome->verdict != DELIVERY_RETRY;
    return OK;
}

enum status wordpress_terms(struct wordpress *wordpress, const char *path, const char *const *names, size_t count,
                            bool may_be_ids, json_t *ids, bool *done, struct error *err)
{
    enum status status = OK;
    *done = true;
    for (size_t i = 0; i < count && *done && status == OK; i++) {
        if (may_be_ids && terms_is_id(names[i]))
            status = add_id(ids, (json_int_t)strtoll(names[i], NULL, 10), err);
        else
            status = add_term(wordpress, path, names[i], ids, done, err);
    }
    return status;
}
