#include "service/api/polish.h"

#include "service/api/fields/reading.h"
#include "service/api/record.h"
#include "service/api/record_cache.h"
#include "service/jobs/workers.h"
#include "text/text.h"
#include "write/params/params.h"

enum { INSTRUCTIONS_MAX = 1024 };

struct polishing {
    struct request *request;
    const char *settings;
    struct article article;
};

/* --- what is asked for --- */

static bool read_switch(const struct param_polish *known, const json_t *sent, struct faults *faults)
{
    char pointer[80];
    if (!sent || json_is_null(sent))
        return known->fallback;
    snprintf(pointer, sizeof pointer, "/polishSettings/%s", known->key);
    if (!json_is_boolean(sent))
        faults_add(faults, pointer, "%s must be true or false.", known->key);
    return json_is_true(sent);
}

/* Every switch with its value. */
static void read_switches(const json_t *sent, json_t *config, struct faults *faults)
{
    size_t count;
    const struct param_polish *known = params_polish(&count);
    json_t *switches = json_object();
    bool is_empty = !sent || json_is_null(sent) || (json_is_array(sent) && json_array_size(sent) == 0);
    if (!is_empty && !json_is_object(sent))
        faults_add(faults, "/polishSettings", "polishSettings must be an object.");
    for (size_t i = 0; i < count; i++) {
        bool on = read_switch(&known[i], json_object_get(sent, known[i].key), faults);
        if (json_object_set_new(switches, known[i].key, json_boolean(on)) != 0)
            faults->failed = true;
    }
    if (json_object_set_new(config, "polishSettings", switches) != 0)
        faults->failed = true;
}

static void read_instructions(const json_t *sent, json_t *config, struct faults *faults)
{
    static const char pointer[] = "/polishCustomInstructions";
    struct str text = {json_string_value(sent), json_string_length(sent)};
    if (!sent || json_is_null(sent) || (json_is_string(sent) && !str_trim(text).len))
        return;
    if (!json_is_string(sent))
        faults_add(faults, pointer, "polishCustomInstructions must be a text.");
    else if (utf8_length(text) > INSTRUCTIONS_MAX)
        faults_add(faults, pointer, "polishCustomInstructions may have at most %d characters.", INSTRUCTIONS_MAX);
    else if (json_object_set(config, "polishCustomInstructions", (json_t *)sent) != 0)
        faults->failed = true;
}

/* The settings as JSON text, in the arena. NULL: a problem was answered. body NULL: nothing was sent. */
static const char *read_settings(struct request *request, const json_t *body)
{
    struct faults faults = {.arena = request->arena};
    json_t *config = json_object();
    read_switches(json_object_get(body, "polishSettings"), config, &faults);
    read_instructions(json_object_get(body, "polishCustomInstructions"), config, &faults);
    const char *settings = faults.failed || faults.count ? NULL : params_dump(request->arena, config);
    if (faults.count && !faults.failed)
        answer_faults(request, faults.list, faults.count);
    else if (!settings)
        answer_no_memory(request);
    json_decref(config);
    return settings;
}

/* --- asking --- */

static enum status ask(struct db *db, void *argument, struct error *err)
{
    struct polishing *polishing = argument;
    const struct request *request = polishing->request;
    const char *account_id = caller_of(request)->account_id;
    enum status status = article_polish(db, account_id, request->id, polishing->settings, clock_now_ms(), err);
    if (status == E_NOT_FOUND)
        return error_set(err, E_NOT_FOUND, NULL, "There is no article with this id.");
    if (status == E_CONFLICT)
        return error_set(err, E_CONFLICT, NULL,
                         "Only a finished article can be polished, and in one way at a time: this one is not finished, "
                         "or is being polished with other settings.");
    return status ? status : article_get(db, request->arena, account_id, request->id, &polishing->article, err);
}

static void submit(struct request *request, const char *settings)
{
    struct error err;
    struct api *api = api_of(request);
    struct polishing polishing = {.request = request, .settings = settings};
    if (store_write(api->store, ask, &polishing, &err) != OK) {
        answer_error(request, &err);
        return;
    }
    record_cache_drop(api->records, request->id);
    workers_wake(api->workers);
    waiters_notify(api->waiters, request->id);
    record_write(&request->answer.body, &polishing.article, true);
    answer_header(request, "Location", "/api/articles/%s", request->id);
    answer_json(request, 202);
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
