#include "service/api/api.h"
#include "service/api/articles.h"
#include "service/api/brands.h"
#include "service/api/create.h"
#include "service/api/deliveries/deliveries.h"
#include "service/api/domain/domain.h"
#include "service/api/domains.h"
#include "service/api/fields/reading.h"
#include "service/api/health.h"
#include "service/api/integrations/integrations.h"
#include "service/api/languages.h"
#include "service/api/link_request.h"
#include "service/api/links.h"
#include "service/api/media/media.h"
#include "service/api/models.h"
#include "service/api/polish.h"
#include "service/api/record.h"
#include "service/api/run.h"
#include "service/api/tenants/tenants.h"

enum { RIGHTS_LINKS = RIGHT_API | RIGHT_LINKS };

/* What a site has is for those who link, and for those who manage; the lists from which requests choose for all; where
 * articles go for those who write, and for those who manage. */
enum {
    SCOPES_SITE = SCOPE_LINKS | SCOPE_MANAGE,
    SCOPES_READ = SCOPE_ARTICLES | SCOPES_SITE,
    SCOPES_PUBLISH = SCOPE_ARTICLES | SCOPE_MANAGE
};

/* method, path, flags, right, scope, limit, handler, what it takes, what it gives (service/http/router.h) */
static const struct route table[] = {
    {"POST", "/api/articles/v2", ROUTE_JSON, RIGHT_API, SCOPE_ARTICLES, LIMIT_CREATE, articles_create_v2},
    {"POST", "/api/articles", ROUTE_JSON, RIGHT_API, SCOPE_ARTICLES, LIMIT_CREATE, articles_create_v1},
    {"GET", "/api/articles", ROUTE_SLOW, RIGHT_API, SCOPE_ARTICLES, LIMIT_OTHER, articles_list, &article_list_fields,
     &record_members},
    {"GET", "/api/articles/{id}", ROUTE_PLAIN, RIGHT_API, SCOPE_ARTICLES, LIMIT_STATUS, articles_status, NULL,
     &record_members},
    {"DELETE", "/api/articles/{id}", ROUTE_SLOW, RIGHT_API, SCOPE_ARTICLES, LIMIT_OTHER, articles_delete},
    {"POST", "/api/articles/{id}/cancel", ROUTE_SLOW, RIGHT_API, SCOPE_ARTICLES, LIMIT_OTHER, articles_cancel, NULL,
     &record_members},
    {"POST", "/api/articles/{id}/polish", ROUTE_SLOW, RIGHT_API, SCOPE_ARTICLES, LIMIT_OTHER, articles_polish, NULL,
     &record_members},
    {"GET", "/api/articles/{id}/run", ROUTE_SLOW, RIGHT_API, SCOPE_ARTICLES, LIMIT_OTHER, articles_run, NULL,
     &run_members},
    {"POST", "/api/articles/{id}/deliver", ROUTE_JSON | ROUTE_SLOW, RIGHT_API, SCOPE_ARTICLES, LIMIT_OTHER,
     articles_deliver, &deliver_fields, &delivery_members},
    {"GET", "/api/articles/{id}/deliveries", ROUTE_SLOW, RIGHT_API, SCOPE_ARTICLES, LIMIT_OTHER, deliveries_of_article,
     &delivery_list_fields, &delivery_members},
    {"GET", "/api/integrations/{id}/deliveries", ROUTE_SLOW, RIGHT_API, SCOPE_MANAGE, LIMIT_OTHER,
     deliveries_of_integration, &delivery_list_fields, &delivery_members},
    {"GET", "/api/deliveries/{id}", ROUTE_SLOW, RIGHT_API, SCOPES_PUBLISH, LIMIT_OTHER, deliveries_get, NULL,
     &delivery_members},
    {"POST", "/api/deliveries/{id}/resend", ROUTE_SLOW, RIGHT_API, SCOPES_PUBLISH, LIMIT_OTHER, deliveries_resend, NULL,
     &delivery_members},
    {"POST", "/api/internal-links", ROUTE_JSON | ROUTE_SLOW | ROUTE_LARGE, RIGHTS_LINKS, SCOPE_LINKS, LIMIT_LINKS,
     links_create, &link_fields},
    {"GET", "/api/domains", ROUTE_SLOW, RIGHT_API, SCOPES_READ, LIMIT_OTHER, domains_list, &no_fields, &domain_members},
    {"POST", "/api/domains", ROUTE_JSON | ROUTE_SLOW, RIGHT_API, SCOPES_SITE, LIMIT_OTHER, domains_create,
     &domain_fields, &domain_members},
    {"GET", "/api/domains/{id}", ROUTE_PLAIN, RIGHT_API, SCOPES_READ, LIMIT_STATUS, domains_get, NULL, &domain_members},
    {"PATCH", "/api/domains/{id}", ROUTE_JSON | ROUTE_SLOW, RIGHT_API, SCOPES_SITE, LIMIT_OTHER, domains_update,
     &domain_change_fields, &domain_members},
    {"DELETE", "/api/domains/{id}", ROUTE_SLOW, RIGHT_API, SCOPES_SITE, LIMIT_OTHER, domains_delete},
    {"POST", "/api/domains/{id}/pages", ROUTE_JSON | ROUTE_SLOW | ROUTE_LARGE, RIGHT_API, SCOPES_SITE, LIMIT_OTHER,
     domains_put, &pages_fields, &domain_members},
    {"GET", "/api/domains/{id}/pages", ROUTE_SLOW, RIGHT_API, SCOPES_READ, LIMIT_OTHER, domain_pages_list,
     &domain_pages_fields, &domain_page_members},
    {"GET", "/api/domains/{id}/report", ROUTE_SLOW, RIGHT_API, SCOPES_READ, LIMIT_OTHER, domain_report_show,
     &domain_report_fields, &domain_report_members},
    {"POST", "/api/domains/{id}/refresh", ROUTE_SLOW, RIGHT_API, SCOPES_SITE, LIMIT_OTHER, domains_refresh, NULL,
     &domain_members},
    {"GET", "/api/brands", ROUTE_SLOW, RIGHT_API, SCOPES_READ, LIMIT_OTHER, brands_list, &brand_list_fields,
     &brand_members},
    {"POST", "/api/brands", ROUTE_JSON | ROUTE_SLOW, RIGHT_API, SCOPE_MANAGE, LIMIT_OTHER, brands_create, &brand_fields,
     &brand_members},
    {"GET", "/api/brands/{id}", ROUTE_SLOW, RIGHT_API, SCOPES_READ, LIMIT_OTHER, brands_get, NULL, &brand_members},
    {"PATCH", "/api/brands/{id}", ROUTE_JSON | ROUTE_SLOW, RIGHT_API, SCOPE_MANAGE, LIMIT_OTHER, brands_update,
     &brand_change_fields, &brand_members},
    {"DELETE", "/api/brands/{id}", ROUTE_SLOW, RIGHT_API, SCOPE_MANAGE, LIMIT_OTHER, brands_delete},
    {"GET", "/api/integrations", ROUTE_SLOW, RIGHT_API, SCOPES_PUBLISH, LIMIT_OTHER, integrations_list,
     &integration_list_fields, &integration_members},
    {"POST", "/api/integrations", ROUTE_JSON | ROUTE_SLOW, RIGHT_API, SCOPE_MANAGE, LIMIT_OTHER, integrations_create,
     &integration_fields, &integration_members},
    {"GET", "/api/integrations/{id}", ROUTE_SLOW, RIGHT_API, SCOPES_PUBLISH, LIMIT_OTHER, integrations_get, NULL,
     &integration_members},
    {"PATCH", "/api/integrations/{id}", ROUTE_JSON | ROUTE_SLOW, RIGHT_API, SCOPE_MANAGE, LIMIT_OTHER,
     integrations_update, &integration_change_fields, &integration_members},
    {"DELETE", "/api/integrations/{id}", ROUTE_SLOW, RIGHT_API, SCOPE_MANAGE, LIMIT_OTHER, integrations_delete},
    {"POST", "/api/integrations/{id}/rotate", ROUTE_SLOW, RIGHT_API, SCOPE_MANAGE, LIMIT_OTHER, integrations_rotate,
     NULL, &integration_members},
    {"POST", "/api/integrations/{id}/test", ROUTE_SLOW, RIGHT_API, SCOPE_MANAGE, LIMIT_OTHER, integrations_test, NULL,
     &integration_test_members},
    {"POST", "/api/secrets/rotate", ROUTE_SLOW, RIGHT_API, SCOPE_OPERATOR, LIMIT_OTHER, secrets_rotate_key, NULL,
     &secret_rotation_members},
    {"GET", "/api/account", ROUTE_SLOW, RIGHT_API, SCOPE_NONE, LIMIT_OTHER, account_show, NULL, &account_members},
    {"GET", "/api/usage", ROUTE_SLOW, RIGHT_API, SCOPE_MANAGE, LIMIT_OTHER, usage_list, &usage_fields, &usage_members},
    {"GET", "/api/ledger", ROUTE_SLOW, RIGHT_API, SCOPE_MANAGE, LIMIT_OTHER, ledger_rows, &ledger_fields,
     &ledger_members},
    {"GET", "/api/keys", ROUTE_SLOW, RIGHT_API, SCOPE_MANAGE, LIMIT_OTHER, keys_list, &no_fields, &key_members},
    {"POST", "/api/keys", ROUTE_JSON | ROUTE_SLOW, RIGHT_API, SCOPE_MANAGE, LIMIT_OTHER, keys_create, &key_fields,
     &key_members},
    {"PATCH", "/api/keys/{id}", ROUTE_JSON | ROUTE_SLOW, RIGHT_API, SCOPE_MANAGE, LIMIT_OTHER, keys_update,
     &key_change_fields, &key_members},
    {"POST", "/api/keys/{id}/rotate", ROUTE_SLOW, RIGHT_API, SCOPE_MANAGE, LIMIT_OTHER, keys_rotate,
     &key_rotation_fields, &key_members},
    {"DELETE", "/api/keys/{id}", ROUTE_SLOW, RIGHT_API, SCOPE_MANAGE, LIMIT_OTHER, keys_delete},
    {"GET", "/api/accounts", ROUTE_SLOW, RIGHT_API, SCOPE_OPERATOR, LIMIT_OTHER, accounts_list, &account_list_fields,
     &operated_account_members},
    {"POST", "/api/accounts", ROUTE_JSON | ROUTE_SLOW, RIGHT_API, SCOPE_OPERATOR, LIMIT_OTHER, accounts_create,
     &account_fields, &operated_account_members},
    {"GET", "/api/accounts/{id}", ROUTE_SLOW, RIGHT_API, SCOPE_OPERATOR, LIMIT_OTHER, accounts_get, NULL,
     &operated_account_members},
    {"PATCH", "/api/accounts/{id}", ROUTE_JSON | ROUTE_SLOW, RIGHT_API, SCOPE_OPERATOR, LIMIT_OTHER, accounts_update,
     &account_change_fields, &operated_account_members},
    {"DELETE", "/api/accounts/{id}", ROUTE_SLOW, RIGHT_API, SCOPE_OPERATOR, LIMIT_OTHER, accounts_delete},
    {"GET", "/api/models", ROUTE_SLOW, RIGHT_API, SCOPE_NONE, LIMIT_OTHER, models_list, &models_fields, &model_members},
    {"GET", "/api/languages", ROUTE_PLAIN, RIGHT_API, SCOPE_NONE, LIMIT_OTHER, languages_list},
    {"GET", "/media/{id}", ROUTE_SLOW, RIGHT_NONE, SCOPE_NONE, LIMIT_NONE, media_show},
    {"GET", "/healthz", ROUTE_PLAIN, RIGHT_NONE, SCOPE_NONE, LIMIT_NONE, health_live},
    {"GET", "/readyz", ROUTE_SLOW, RIGHT_NONE, SCOPE_NONE, LIMIT_NONE, health_ready},
    {"GET", "/metrics", ROUTE_PLAIN, RIGHT_API, SCOPE_NONE, LIMIT_OTHER, health_metrics},
};

struct routes api_routes(void)
{
    return (struct routes){table, COUNT_OF(table)};
}
