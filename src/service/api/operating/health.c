#include "service/api/operating/health.h"

#include "service/http/json.h"

/* Alive, and which run of the service it is. */
void health_live(struct request *request)
{
    buf_str(&request->answer.body, "{\"status\":\"ok\",\"instance\":");
    json_text(&request->answer.body, api_of(request)->instance);
    buf_char(&request->answer.body, '}');
    answer_json(request, 200);
}

static enum status read_something(struct db *db, void *argument, struct error *err)
{
    struct request *request = argument;
    struct account account;
    return account_get(db, request->arena, LOCAL_ACCOUNT, &account, err);
}

/* Ready: it can read and write, and is not about to stop. */
void health_ready(struct request *request)
{
    struct error err;
    if (atomic_load(api_of(request)->is_draining)) {
        answer_stopping(request);
        return;
    }
    struct store *store = api_of(request)->store;
    if (store_read(store, read_something, request, &err) != OK || store_check(store, &err) != OK) {
        answer_error(request, &err);
        return;
    }
    buf_str(&request->answer.body, "{\"status\":\"ready\"}");
    answer_json(request, 200);
}
