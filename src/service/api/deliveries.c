#include "service/api/deliveries.h"

#include "deliver/deliver.h"
#include "service/api/fields.h"

enum { ID_MAX = 255 };

/* --- what answers show ---------------------------------------------------------------------------------------------
 */

/* A delivery as answers show it. */
struct shown_delivery {
    struct delivery delivery;
    const char *url, *state;
    int64_t next_at, last_status; /* -1: there is none */
    int64_t attempts;
};

#define SHOWN(member) offsetof(struct shown_delivery, member)

static const struct member shown[] = {
    {"deliveryId", "string", "Identifier of the delivery; the webhook-id of its requests.", write_text,
     SHOWN(delivery.id)},
    {"articleId", "string", "The article.", write_text, SHOWN(delivery.article_id)},
    {"articleTitle", "string?", "Its title, or its keyword while it has none; null: it has neither.", write_text,
     SHOWN(delivery.article_title)},
    {"integrationId", "string?", "Where it goes; null: to the webhookUrl of the article's request.", write_text,
     SHOWN(delivery.integration_id)},
    {"integrationName", "string?", "What that is called.", write_text, SHOWN(delivery.integration_name)},
    {"url", "string", "Where that is, without what may be secret in it.", write_text, SHOWN(url)},
    {"event", "string", "What it tells: `article.finished` or `article.failed`.", write_text, SHOWN(delivery.event)},
    {"state", NULL, "How it stands.", write_text, SHOWN(state), .word = delivery_state_word},
    {"attempts", "integer", "Attempts that were begun.", write_integer, SHOWN(attempts)},
    {"nextAttemptAt", "integer?", "When the next attempt is due, in milliseconds since 1970; null unless pending.",
     write_amount, SHOWN(next_at)},
    {"lastStatus", "integer?", "HTTP status of the last answer; null: there was none.", write_amount,
     SHOWN(last_status)},
    {"lastError", "string?", "Why the last attempt failed.", write_text, SHOWN(delivery.last_error)},
    {"remoteUrl", "string?", "Where the receiver shows it.", write_text, SHOWN(delivery.remote_url)},
    {"createdAt", "integer", "When it was queued, in milliseconds since 1970.", write_integer,
     SHOWN(delivery.created_at)},
    {"updatedAt", "integer", "When it changed last, in milliseconds since 1970.", write_integer,
     SHOWN(delivery.updated_at)},
};

const struct members delivery_members = {"Delivery", "An article on its way to a site or webhook.", shown,
                                         COUNT_OF(shown)};

void delivery_write(struct request *request, const struct delivery *delivery)
{
    const struct shown_delivery object = {
        .delivery = *delivery,
        .url = delivery_shown_url(request->arena, delivery->url),
        .state = delivery_state_name(delivery->state),
        .next_at = delivery->state == DELIVERY_PENDING ? delivery->next_at : -1,
        .last_status = delivery->last_status ? delivery->last_status : -1,
        .attempts = delivery->attempts,
    };
    request->answer.body.failed = request->answer.body.failed || !object.url;
    members_write(&request->answer.body, &delivery_members, &object);
}

/* --- one delivery --------------------------------------------------------------------------------------------------
 */

struct delivery_lookup {
    struct request *request;
    struct delivery delivery;
    const char *integration_id; /* of one that is to be made */
};

static enum status deliveries_find(struct db *db, struct delivery_lookup *lookup, const char *id, struct error *err)
{
    const struct request *request = lookup->request;
    enum status status = delivery_get(db, request->arena, caller_of(request)->account_id, id, &lookup->delivery, err);
    return resource_missing(status, "delivery", err);
}

static enum status get_deliveries(struct db *db, void *argument, struct error *err)
{
    struct delivery_lookup *lookup = argument;
    return deliveries_find(db, lookup, lookup->request->id, err);
}

void deliveries_get(struct request *request)
{
    struct delivery_lookup lookup = {.request = request};
    if (!resource_read(request, get_deliveries, &lookup))
        return;
    delivery_write(request, &lookup.delivery);
    answer_json(request, 200);
}

/* Runs the transaction, and answers with the delivery that is due now. */
static void send_on(struct delivery_lookup *lookup, store_work work)
{
    struct error err;
    struct request *request = lookup->request;
    enum status status = store_write(api_of(request)->store, work, lookup, &err);
    if (status == E_INVALID) {
        answer_faults(request, &(struct fault){"/integrationId", err.message}, 1);
        return;
    }
    if (status) {
        answer_error(request, &err);
        return;
    }
    changes_tell(api_of(request)->changes, CHANGE_DELIVERY, "");
    delivery_write(request, &lookup->delivery);
    answer_header(request, "Location", "/api/deliveries/%s", lookup->delivery.id);
    answer_json(request, 202);
}

/* That of an integration which takes nothing would only fail again. */
static enum status check_receiver(struct db *db, const struct delivery_lookup *lookup, struct error *err)
{
    const struct request *request = lookup->request;
    struct integration integration;
    if (!lookup->delivery.integration_id)
        return OK;
    enum status status = integration_get(db, request->arena, caller_of(request)->account_id,
                                         lookup->delivery.integration_id, &integration, err);
    if (status == E_NOT_FOUND)
        return error_set(err, E_CONFLICT, NULL, "The integration of this delivery was deleted.");
    if (!status && integration.state != INTEGRATION_ACTIVE)
        return error_set(err, E_CONFLICT, NULL, "The integration of this delivery is disabled: enable it first.");
    return status;
}

static enum status resend(struct db *db, void *argument, struct error *err)
{
    struct delivery_lookup *lookup = argument;
    const struct request *request = lookup->request;
    enum status status = get_deliveries(db, lookup, err);
    if (!status)
        status = check_receiver(db, lookup, err);
    if (!status)
        status = delivery_resend(db, caller_of(request)->account_id, request->id, db_now(db), err);
    return status ? status : get_deliveries(db, lookup, err);
}

void deliveries_resend(struct request *request)
{
    struct delivery_lookup lookup = {.request = request};
    send_on(&lookup, resend);
}

/* --- a new one -----------------------------------------------------------------------------------------------------
 */

static const struct field of_deliver[] = {
    {"integrationId", FIELD_TEXT, offsetof(struct delivery_lookup, integration_id), .required = true, .maximum = ID_MAX,
     .summary = "Integration that receives the article."},
};

const struct fields deliver_fields = {"DeliverRequest", "Sends a finished article to an integration.", of_deliver,
                                      COUNT_OF(of_deliver), sizeof(struct delivery_lookup)};

static enum status read_integration(struct db *db, const struct delivery_lookup *lookup,
                                    struct integration *integration, struct error *err)
{
    const struct request *request = lookup->request;
    enum status status =
        integration_get(db, request->arena, caller_of(request)->account_id, lookup->integration_id, integration, err);
    if (status == E_NOT_FOUND)
        return error_set(err, E_INVALID, NULL, "integrationId names no integration of this account.");
    if (!status && integration->state != INTEGRATION_ACTIVE)
        return error_set(err, E_INVALID, NULL, "integrationId names an integration that is disabled: enable it first.");
    return status;
}

static enum status deliver(struct db *db, void *argument, struct error *err)
{
    struct delivery_lookup *lookup = argument;
    const struct request *request = lookup->request;
    struct article article;
    struct integration integration;
    char id[UUID_LENGTH + 1];
    enum status status = article_get(db, request->arena, caller_of(request)->account_id, request->id, &article, err);
    if (status == E_NOT_FOUND)
        return resource_missing(E_NOT_FOUND, "article", err);
    if (!status)
        status = read_integration(db, lookup, &integration, err);
    if (!status)
        status = deliver_to(db, &article, &integration, db_now(db), id, err);
    return status ? status : deliveries_find(db, lookup, id, err);
}

void articles_deliver(struct request *request)
{
    struct delivery_lookup lookup = {.request = request};
    json_t *body;
    if (!read_request(request, &lookup, &body))
        return;
    send_on(&lookup, deliver);
    json_decref(body);
}

/* --- lists ---------------------------------------------------------------------------------------------------------
 */

struct delivery_listing {
    struct listing listing;
    bool of_integration; /* of an article otherwise */
};

static const struct field of_list[] = {LISTING_FIELDS("deliveries", LISTING_SIZE, LISTING_MAX, 0)};

const struct fields delivery_list_fields = {.name = "DeliveryList",
                                            .summary = "Lists deliveries, newest first.",
                                            .list = of_list,
                                            .count = COUNT_OF(of_list),
                                            .size = sizeof(struct delivery_listing),
                                            .in_query = true};

/* The article or the integration has to be the caller's. */
static enum status check_owner(struct db *db, const struct delivery_listing *listing, struct error *err)
{
    const struct request *request = listing->listing.request;
    const char *account_id = caller_of(request)->account_id;
    struct article article;
    struct integration integration;
    enum status status = listing->of_integration
                             ? integration_get(db, request->arena, account_id, request->id, &integration, err)
                             : article_get(db, request->arena, account_id, request->id, &article, err);
    return status == E_NOT_FOUND ? error_set(err, E_NOT_FOUND, NULL, "There is no %s with this id.",
                                             listing->of_integration ? "integration" : "article")
                                 : status;
}

static enum status deliveries_list(struct db *db, void *argument, struct error *err)
{
    struct delivery_listing *wanted = argument;
    struct listing *l = &wanted->listing;
    const char *id = l->request->id;
    struct delivery *deliveries = NULL;
    enum status status = check_owner(db, wanted, err);
    if (!status)
        status = delivery_list(db, l->request->arena, caller_of(l->request)->account_id,
                               wanted->of_integration ? NULL : id, wanted->of_integration ? id : NULL, l->cursor,
                               listing_wanted(l), &deliveries, &l->count, err);
    l->entries = deliveries;
    return status;
}

static void deliveries_write_entry(struct request *request, const void *entry)
{
    delivery_write(request, entry);
}

static const struct listing_kind listing_kind = {.is_cursor = uuid_is_valid,
                                                 .read = deliveries_list,
                                                 .size = sizeof(struct delivery),
                                                 .cursor_at = offsetof(struct delivery, id),
                                                 .write = deliveries_write_entry};

void deliveries_of_article(struct request *request)
{
    struct delivery_listing wanted = {.listing = {.request = request}};
    listing_answer(&wanted.listing, &listing_kind);
}

void deliveries_of_integration(struct request *request)
{
    struct delivery_listing wanted = {.listing = {.request = request}, .of_integration = true};
    listing_answer(&wanted.listing, &listing_kind);
}
