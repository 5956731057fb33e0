#include "deliver/deliver.h"
#include "deliver/site/site.h"

/* The events, which are the types of webhooks too. */
static const char *event_of(const struct article *article)
{
    return article->state == ARTICLE_FINISHED ? "article.finished" : "article.failed";
}

/* --- to an integration --- */

static bool takes(const struct integration *integration, const struct article *article)
{
    const struct delivery_target *target = delivery_target_find(integration->kind);
    return article->state == ARTICLE_FINISHED || (article->state == ARTICLE_FAILED && target && target->takes_failed);
}

/* Where its deliveries go, as it may be shown. */
static enum status find_url(const struct integration *integration, struct arena *arena, const char **url,
                            struct error *err)
{
    const struct delivery_target *target = delivery_target_find(integration->kind);
    json_t *settings = target ? json_loads(integration->settings, 0, NULL) : NULL;
    const char *given = settings ? json_string_value(json_object_get(settings, target->url_setting)) : NULL;
    const char *whole = site_address(arena, target ? target->url_format : NULL, given ? given : "");
    *url = whole ? delivery_shown_url(arena, whole) : NULL;
    json_decref(settings);
    return *url ? OK : error_memory(err);
}

static enum status queue_insert(struct db *db, const struct article *article, const struct integration *integration,
                                int64_t now, char *id, struct error *err)
{
    struct arena *arena = arena_new();
    const char *url = NULL;
    enum status status = arena ? find_url(integration, arena, &url, err) : error_memory(err);
    const struct delivery delivery = {
        .article_id = article->id, .integration_id = integration->id, .url = url, .event = event_of(article)};
    if (status == OK)
        status = delivery_insert(db, &delivery, now, id, err);
    arena_free(arena);
    return status;
}

static enum status resend_failed(struct db *db, const struct article *article, const char *id, int64_t now,
                                 struct error *err)
{
    struct delivery delivery;
    struct arena *arena = arena_new();
    enum status status = arena ? delivery_get(db, arena, article->account_id, id, &delivery, err) : error_memory(err);
    if (status == OK && delivery.state == DELIVERY_FAILED)
        status = delivery_resend(db, article->account_id, id, now, err);
    arena_free(arena);
    return status;
}

enum status deliver_to(struct db *db, const struct article *article, const struct integration *integration, int64_t now,
                       char *id, struct error *err)
{
    if (article->state != ARTICLE_FINISHED)
        return error_set(err, E_CONFLICT, NULL, "The article is not finished; only finished ones can be delivered.");
    enum status status = queue_insert(db, article, integration, now, id, err);
    return status == OK ? resend_failed(db, article, id, now, err) : status;
}

/* --- what the request names --- */

static enum status queue_plain(struct db *db, const struct article *article, const char *url, int64_t now, bool *queued,
                               struct error *err)
{
    const struct delivery delivery = {.article_id = article->id, .url = url, .event = event_of(article)};
    *queued = true;
    return delivery_insert(db, &delivery, now, NULL, err);
}

static enum status queue_named(struct db *db, const struct article *article, const char *integration_id, int64_t now,
                               bool *queued, struct error *err)
{
    struct integration integration;
    struct arena *arena = arena_new();
    enum status status =
        arena ? integration_get(db, arena, article->account_id, integration_id, &integration, err) : error_memory(err);
    if (status == OK && takes(&integration, article)) {
        *queued = true;
        status = queue_insert(db, article, &integration, now, NULL, err);
    }
    arena_free(arena);
    return status == E_NOT_FOUND ? OK : status;
}

enum status deliver_ended(struct db *db, const struct article *article, int64_t now, bool *queued, struct error *err)
{
    json_error_t why;
    enum status status = OK;
    *queued = false;
    json_t *config = json_loads(article->config, 0, &why);
    if (!config && json_error_code(&why) == json_error_out_of_memory)
        return error_memory(err);
    const char *url = json_string_value(json_object_get(config, "webhookUrl"));
    const char *integration_id = json_string_value(json_object_get(config, "integrationId"));
    if (url)
        status = queue_plain(db, article, url, now, queued, err);
    if (status == OK && integration_id)
        status = queue_named(db, article, integration_id, now, queued, err);
    json_decref(config);
    return status;
}
