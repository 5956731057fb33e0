/* Polishing a finished article. */
#include "model/model.h"
#include "service/api/api_parts.h"
#include "service/api/fields.h"
#include "write/params/params.h"

struct polish_polishing {
    struct request *request;
    const char *settings;
    struct article article;
};

/* --- the article --- */

static enum status polish_read_article(struct db *db, void *argument, struct error *err)
{
    struct polish_polishing *polishing = argument;
    const struct request *request = polishing->request;
    enum status status =
        article_get(db, request->arena, caller_of(request)->account_id, request->id, &polishing->article, err);
    if (status == E_NOT_FOUND)
        return resource_missing(E_NOT_FOUND, "article", err);
    return status;
}

static enum status polish_ask(struct db *db, void *argument, struct error *err)
{
    struct polish_polishing *polishing = argument;
    const struct request *request = polishing->request;
    const char *account_id = caller_of(request)->account_id;
    enum status status = article_polish(db, account_id, request->id, polishing->settings, db_now(db), err);
    if (status == E_NOT_FOUND)
        return resource_missing(E_NOT_FOUND, "article", err);
    if (status == E_CONFLICT)
        return error_set(err, E_CONFLICT, NULL,
                         "Only a finished article can be polished, and in one way at a time: this one is not finished, "
                         "or is being polished with other settings.");
    return status ? status : polish_read_article(db, polishing, err);
}

static void submit(struct request *request, const char *settings)
{
    struct api *api = api_of(request);
    struct polish_polishing polishing = {.request = request, .settings = settings};
    if (!resource_write(request, polish_ask, &polishing))
        return;
    record_cache_drop(api->records, request->id);
    changes_tell(api->changes, CHANGE_WORK, "");
    changes_tell(api->changes, CHANGE_SHOWN, request->id);
    changes_tell(api->changes, CHANGE_SHOWN, polishing.article.account_id);
    record_write(&request->answer.body, &polishing.article, public_url_of(request), true);
    answer_header(request, "Location", "/api/articles/%s", request->id);
    answer_json(request, 202);
}

/* --- what is asked for --- */

/* The modelVersion of the article, in the arena: what may be asked for depends on who wrote it. NULL: a problem was
 * answered. */
static const char *model_of(struct request *request)
{
    struct polish_polishing polishing = {.request = request};
    if (!resource_read(request, polish_read_article, &polishing))
        return NULL;
    json_t *config = json_loads(polishing.article.config, 0, NULL);
    const char *name = config ? config_string(config, "modelVersion") : NULL;
    const char *model = arena_copy(request->arena, name ? name : "");
    json_decref(config);
    if (!model)
        answer_no_memory(request);
    return model;
}

static bool is_language(const void *models, const char *model)
{
    return model_is_language(models_find(models, model));
}

/* The settings as JSON text, in the arena. NULL: a problem was answered. body NULL: nothing was sent. */
static const char *read_settings(struct request *request, const json_t *body)
{
    struct error err;
    struct params params = {0};
    const struct params_terms terms = {.engine = 2, .is_language = is_language, .context = api_of(request)->models};
    const char *model = model_of(request), *settings = NULL;
    if (!model)
        return NULL;
    enum status status = params_read_polish(request->arena, body, &terms, model, &params, &err);
    if (!status)
        settings = params_dump(request->arena, params.config);
    if (params.fault_count)
        answer_faults(request, params.faults, params.fault_count);
    else if (status)
        answer_error(request, &err);
    else if (!settings)
        answer_no_memory(request);
    json_decref(params.config);
    json_decref(params.notes);
    return settings;
}

void articles_polish(struct request *request)
{
    json_t *body = NULL;
    if (request->body.len && !read_json(request, &body))
        return;
    const char *settings = read_settings(request, body);
    if (settings)
        submit(request, settings);
    json_decref(body);
}
