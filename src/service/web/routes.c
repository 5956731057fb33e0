#include "service/account/account.h"
#include "service/web/articles/articles.h"
#include "service/web/assets.h"
#include "service/web/domains/domains.h"
#include "service/web/integrations/integrations.h"
#include "service/web/manage/manage.h"
#include "service/web/manual/manual.h"
#include "service/web/sign_in.h"
#include "service/web/web.h"

/* A page, and what a form of one sends. Who asks is found out by the page itself (visitor.h). */
#define PAGE(path, handle)                                                                                             \
    {                                                                                                                  \
        "GET", path, ROUTE_PAGE | ROUTE_SLOW, RIGHT_NONE, SCOPE_NONE, LIMIT_NONE, handle                               \
    }
#define SENT(path, handle)                                                                                             \
    {                                                                                                                  \
        "POST", path, ROUTE_PAGE | ROUTE_SLOW, RIGHT_NONE, SCOPE_NONE, LIMIT_OTHER, handle                             \
    }

/* A form with a whole page of text in it. */
#define SENT_LARGE(path, handle)                                                                                       \
    {                                                                                                                  \
        "POST", path, ROUTE_PAGE | ROUTE_SLOW | ROUTE_LARGE, RIGHT_NONE, SCOPE_NONE, LIMIT_OTHER, handle               \
    }

/* Asks nothing of the interface, so that it says itself what the visitor must be allowed: what GET /api/articles/{id}
 * asks for. */
#define EVENTS(path)                                                                                                   \
    {                                                                                                                  \
        "GET", path, ROUTE_PAGE | ROUTE_READS, RIGHT_API, SCOPE_ARTICLES, LIMIT_STATUS, queue_events                   \
    }

static const struct route table[] = {
    PAGE("/", home_show),
    PAGE("/sign-in", sign_in_show),
    SENT("/sign-in", sign_in_send),
    SENT("/sign-out", sign_out_send),
    PAGE("/queue", queue_show),
    EVENTS("/queue/events"),
    SENT("/queue/{id}/cancel", queue_cancel),
    SENT("/queue/{id}/delete", queue_delete),
    SENT("/queue/{id}/retry", queue_retry),
    PAGE("/articles/new", compose_show),
    SENT("/articles/new", compose_send),
    PAGE("/articles/bulk", bulk_show),
    SENT_LARGE("/articles/bulk", bulk_send),
    PAGE("/articles/{id}", article_page_show),
    PAGE("/articles/{id}/preview", article_preview_show),
    EVENTS("/articles/{id}/events"),
    SENT("/articles/{id}/polish", article_page_polish),
    SENT("/articles/{id}/deliver", article_page_deliver),
    SENT("/articles/{id}/resend", article_page_resend),
    PAGE("/domains", domain_list_show),
    SENT("/domains", domain_list_create),
    PAGE("/domains/{id}", domain_view_show),
    PAGE("/domains/{id}/report", domain_view_report),
    SENT("/domains/{id}", domain_view_change),
    SENT("/domains/{id}/refresh", domain_view_refresh),
    SENT("/domains/{id}/delete", domain_view_delete),
    PAGE("/domains/{id}/link", domain_link_show),
    SENT_LARGE("/domains/{id}/link", domain_link_send),
    PAGE("/brands", brand_pages_list),
    SENT("/brands", brand_pages_create),
    PAGE("/brands/{id}", brand_pages_show),
    SENT("/brands/{id}", brand_pages_change),
    SENT("/brands/{id}/delete", brand_pages_delete),
    PAGE("/integrations", integration_list_show),
    PAGE("/integrations/new", integration_new_show),
    SENT("/integrations/new", integration_new_send),
    PAGE("/integrations/{id}", integration_view_show),
    SENT("/integrations/{id}", integration_view_change),
    SENT("/integrations/{id}/state", integration_view_state),
    SENT("/integrations/{id}/test", integration_view_test),
    SENT("/integrations/{id}/rotate", integration_view_rotate),
    SENT("/integrations/{id}/resend", integration_view_resend),
    SENT("/integrations/{id}/delete", integration_view_delete),
    PAGE("/usage", usage_page_show),
    PAGE("/nodes", nodes_page_show),
    PAGE("/manual", manual_show),
    PAGE("/manual/{id}", manual_chapter_show),
    PAGE("/keys", key_pages_list),
    SENT("/keys", key_pages_create),
    SENT("/keys/{id}", key_pages_rename),
    SENT("/keys/{id}/rotate", key_pages_rotate),
    SENT("/keys/{id}/delete", key_pages_delete),
    {"GET", "/assets/{id}", ROUTE_PAGE, RIGHT_NONE, SCOPE_NONE, LIMIT_NONE, assets_show},
};

struct routes web_routes(void)
{
    return (struct routes){table, COUNT_OF(table)};
}
