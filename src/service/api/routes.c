#include "service/api/api.h"
#include "service/api/articles.h"
#include "service/api/brands.h"
#include "service/api/content.h"
#include "service/api/create.h"
#include "service/api/deliveries/deliveries.h"
#include "service/api/domain/domain.h"
#include "service/api/domains.h"
#include "service/api/fields/reading.h"
#include "service/api/integrations/integrations.h"
#include "service/api/languages.h"
#include "service/api/link_request.h"
#include "service/api/links.h"
#include "service/api/media/media.h"
#include "service/api/models.h"
#include "service/api/openapi/openapi.h"
#include "service/api/operating/health.h"
#include "service/api/operating/metrics.h"
#include "service/api/operating/nodes.h"
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

static void openapi_show(struct request *request)
{
    openapi_answer(request, api_of(request)->openapi, public_url_of(request));
}

/* method, path, flags, right, scope, limit, handler, what it takes, what it gives, and what its description says
 * (service/http/router.h) */
static const struct route table[] = {
    {"POST", "/api/articles/v2", ROUTE_READS | ROUTE_JSON | ROUTE_ONCE | ROUTE_LOCATED, RIGHT_API, SCOPE_ARTICLES,
     LIMIT_CREATE, articles_create_v2, .name = "createArticle", .summary = "Queues an article."},
    {"POST", "/api/articles", ROUTE_READS | ROUTE_JSON | ROUTE_ONCE | ROUTE_LOCATED | ROUTE_OLD, RIGHT_API,
     SCOPE_ARTICLES, LIMIT_CREATE, articles_create_v1, .name = "createArticleV1",
     .summary = "Queues an article for the first engine."},
    {"GET", "/api/articles", ROUTE_SLOW | ROUTE_LIST, RIGHT_API, SCOPE_ARTICLES, LIMIT_OTHER, articles_list,
     &article_list_fields, &record_members, .name = "listArticles", .summary = "Lists articles, newest first."},
    {"GET", "/api/articles/{id}", ROUTE_READS | ROUTE_WATCHED, RIGHT_API, SCOPE_ARTICLES, LIMIT_STATUS, articles_status,
     NULL, &record_members, .name = "getArticle", .summary = "The status record of an article."},
    {"DELETE", "/api/articles/{id}", ROUTE_SLOW, RIGHT_API, SCOPE_ARTICLES, LIMIT_OTHER, articles_delete, .status = 204,
     .name = "deleteArticle", .summary = "Deletes an article."},
    {"POST", "/api/articles/{id}/cancel", ROUTE_SLOW, RIGHT_API, SCOPE_ARTICLES, LIMIT_OTHER, articles_cancel, NULL,
     &record_members, .name = "cancelArticle", .summary = "Cancels an article that has not ended."},
    {"POST", "/api/articles/{id}/polish", ROUTE_SLOW, RIGHT_API, SCOPE_ARTICLES, LIMIT_OTHER, articles_polish, NULL,
     &record_members, .status = 202, .name = "polishArticle", .summary = "Polishes a finished article."},
    {"GET", "/api/articles/{id}/content", ROUTE_SLOW | ROUTE_FORMS, RIGHT_API, SCOPE_ARTICLES, LIMIT_STATUS,
     articles_content, .name = "getArticleContent",
     .summary = "The text of a finished article, as HTML, as Markdown or with its record."},
    {"GET", "/api/articles/{id}/run", ROUTE_SLOW, RIGHT_API, SCOPE_ARTICLES, LIMIT_OTHER, articles_run, NULL,
     &run_members, .name = "getArticleRun", .summary = "How an article came about."},
    {"POST", "/api/articles/{id}/deliver", ROUTE_JSON | ROUTE_SLOW, RIGHT_API, SCOPE_ARTICLES, LIMIT_OTHER,
     articles_deliver, &deliver_fields, &delivery_members, .status = 202, .name = "deliverArticle",
     .summary = "Sends a finished article to an integration."},
    {"GET", "/api/articles/{id}/deliveries", ROUTE_SLOW | ROUTE_LIST, RIGHT_API, SCOPE_ARTICLES, LIMIT_OTHER,
     deliveries_of_article, &delivery_list_fields, &delivery_members, .name = "listArticleDeliveries",
     .summary = "Lists the deliveries of an article."},
    {"GET", "/api/integrations/{id}/deliveries", ROUTE_SLOW | ROUTE_LIST, RIGHT_API, SCOPE_MANAGE, LIMIT_OTHER,
     deliveries_of_integration, &delivery_list_fields, &delivery_members, .name = "listIntegrationDeliveries",
     .summary = "Lists the deliveries to an integration."},
    {"GET", "/api/deliveries/{id}", ROUTE_SLOW, RIGHT_API, SCOPES_PUBLISH, LIMIT_OTHER, deliveries_get, NULL,
     &delivery_members, .name = "getDelivery", .summary = "A delivery."},
    {"POST", "/api/deliveries/{id}/resend", ROUTE_SLOW, RIGHT_API, SCOPES_PUBLISH, LIMIT_OTHER, deliveries_resend, NULL,
     &delivery_members, .status = 202, .name = "resendDelivery", .summary = "Sends a delivery again."},
    {"POST", "/api/internal-links", ROUTE_JSON | ROUTE_SLOW | ROUTE_LARGE | ROUTE_ONCE, RIGHTS_LINKS, SCOPE_LINKS,
     LIMIT_LINKS, links_create, &link_fields, .name = "linkContent", .summary = "Puts internal links into content."},
    {"GET", "/api/domains", ROUTE_SLOW | ROUTE_LIST, RIGHT_API, SCOPES_READ, LIMIT_OTHER, domains_list, &no_fields,
     &domain_members, .name = "listDomains", .summary = "Lists the domains of the account."},
    {"POST", "/api/domains", ROUTE_JSON | ROUTE_SLOW | ROUTE_LOCATED, RIGHT_API, SCOPES_SITE, LIMIT_OTHER,
     domains_create, &domain_fields, &domain_members, .status = 201, .name = "createDomain",
     .summary = "Adds a domain."},
    {"GET", "/api/domains/{id}", ROUTE_READS | ROUTE_WATCHED, RIGHT_API, SCOPES_READ, LIMIT_STATUS, domains_get, NULL,
     &domain_members, .name = "getDomain", .summary = "A domain and how far it was read."},
    {"PATCH", "/api/domains/{id}", ROUTE_JSON | ROUTE_SLOW, RIGHT_API, SCOPES_SITE, LIMIT_OTHER, domains_update,
     &domain_change_fields, &domain_members, .name = "updateDomain", .summary = "Changes a domain."},
    {"DELETE", "/api/domains/{id}", ROUTE_SLOW, RIGHT_API, SCOPES_SITE, LIMIT_OTHER, domains_delete, .status = 204,
     .name = "deleteDomain", .summary = "Deletes a domain with its pages."},
    {"POST", "/api/domains/{id}/pages", ROUTE_JSON | ROUTE_SLOW | ROUTE_LARGE, RIGHT_API, SCOPES_SITE, LIMIT_OTHER,
     domains_put, &pages_fields, &domain_members, .name = "putDomainPages",
     .summary = "Adds pages to a domain, or replaces them."},
    {"GET", "/api/domains/{id}/pages", ROUTE_SLOW | ROUTE_LIST, RIGHT_API, SCOPES_READ, LIMIT_OTHER, domain_pages_list,
     &domain_pages_fields, &domain_page_members, .name = "listDomainPages",
     .summary = "Lists the stored pages of a domain."},
    {"GET", "/api/domains/{id}/report", ROUTE_SLOW, RIGHT_API, SCOPES_READ, LIMIT_OTHER, domain_report_show,
     &domain_report_fields, &domain_report_members, .name = "getDomainReport",
     .summary = "How the pages of a domain link to each other."},
    {"POST", "/api/domains/{id}/refresh", ROUTE_SLOW, RIGHT_API, SCOPES_SITE, LIMIT_OTHER, domains_refresh, NULL,
     &domain_members, .status = 202, .name = "refreshDomain", .summary = "Reads the site of a domain again."},
    {"GET", "/api/brands", ROUTE_SLOW | ROUTE_LIST, RIGHT_API, SCOPES_READ, LIMIT_OTHER, brands_list,
     &brand_list_fields, &brand_members, .name = "listBrands", .summary = "Lists brands."},
    {"POST", "/api/brands", ROUTE_JSON | ROUTE_SLOW | ROUTE_LOCATED, RIGHT_API, SCOPE_MANAGE, LIMIT_OTHER,
     brands_create, &brand_fields, &brand_members, .status = 201, .name = "createBrand", .summary = "Makes a brand."},
    {"GET", "/api/brands/{id}", ROUTE_SLOW, RIGHT_API, SCOPES_READ, LIMIT_OTHER, brands_get, NULL, &brand_members,
     .name = "getBrand", .summary = "A brand."},
    {"PATCH", "/api/brands/{id}", ROUTE_JSON | ROUTE_SLOW, RIGHT_API, SCOPE_MANAGE, LIMIT_OTHER, brands_update,
     &brand_change_fields, &brand_members, .name = "updateBrand", .summary = "Changes a brand."},
    {"DELETE", "/api/brands/{id}", ROUTE_SLOW, RIGHT_API, SCOPE_MANAGE, LIMIT_OTHER, brands_delete, .status = 204,
     .name = "deleteBrand", .summary = "Deletes a brand."},
    {"GET", "/api/integrations", ROUTE_SLOW | ROUTE_LIST, RIGHT_API, SCOPES_PUBLISH, LIMIT_OTHER, integrations_list,
     &integration_list_fields, &integration_members, .name = "listIntegrations", .summary = "Lists integrations."},
    {"POST", "/api/integrations", ROUTE_JSON | ROUTE_SLOW | ROUTE_LOCATED, RIGHT_API, SCOPE_MANAGE, LIMIT_OTHER,
     integrations_create, &integration_fields, &integration_members, .status = 201, .name = "createIntegration",
     .summary = "Connects a site or a webhook."},
    {"GET", "/api/integrations/{id}", ROUTE_SLOW, RIGHT_API, SCOPES_PUBLISH, LIMIT_OTHER, integrations_get, NULL,
     &integration_members, .name = "getIntegration", .summary = "An integration."},
    {"PATCH", "/api/integrations/{id}", ROUTE_JSON | ROUTE_SLOW, RIGHT_API, SCOPE_MANAGE, LIMIT_OTHER,
     integrations_update, &integration_change_fields, &integration_members, .name = "updateIntegration",
     .summary = "Changes an integration."},
    {"DELETE", "/api/integrations/{id}", ROUTE_SLOW, RIGHT_API, SCOPE_MANAGE, LIMIT_OTHER, integrations_delete,
     .status = 204, .name = "deleteIntegration", .summary = "Deletes an integration."},
    {"POST", "/api/integrations/{id}/rotate", ROUTE_SLOW, RIGHT_API, SCOPE_MANAGE, LIMIT_OTHER, integrations_rotate,
     NULL, &integration_members, .name = "rotateIntegration", .summary = "Gives a webhook a new secret."},
    {"POST", "/api/integrations/{id}/test", ROUTE_SLOW, RIGHT_API, SCOPE_MANAGE, LIMIT_OTHER, integrations_test, NULL,
     &integration_test_members, .name = "testIntegration", .summary = "Tries an integration."},
    {"POST", "/api/secrets/rotate", ROUTE_SLOW, RIGHT_API, SCOPE_OPERATOR, LIMIT_OTHER, secrets_rotate_key, NULL,
     &secret_rotation_members, .name = "rotateSecretKey", .summary = "Seals all stored secrets with a new key."},
    {"GET", "/api/account", ROUTE_SLOW, RIGHT_API, SCOPE_NONE, LIMIT_OTHER, account_show, NULL, &account_members,
     .name = "getAccount", .summary = "The account of the key that asks."},
    {"GET", "/api/usage", ROUTE_SLOW | ROUTE_LIST, RIGHT_API, SCOPE_MANAGE, LIMIT_OTHER, usage_list, &usage_fields,
     &usage_members, .name = "listUsage", .summary = "What the account used, by day."},
    {"GET", "/api/ledger", ROUTE_SLOW | ROUTE_LIST, RIGHT_API, SCOPE_MANAGE, LIMIT_OTHER, ledger_rows, &ledger_fields,
     &ledger_members, .name = "listLedger", .summary = "What the account was charged for and given."},
    {"GET", "/api/keys", ROUTE_SLOW | ROUTE_LIST, RIGHT_API, SCOPE_MANAGE, LIMIT_OTHER, keys_list, &no_fields,
     &key_members, .name = "listKeys", .summary = "Lists the keys of the account."},
    {"POST", "/api/keys", ROUTE_JSON | ROUTE_SLOW, RIGHT_API, SCOPE_MANAGE, LIMIT_OTHER, keys_create, &key_fields,
     &key_members, .status = 201, .name = "createKey", .summary = "Makes a key."},
    {"PATCH", "/api/keys/{id}", ROUTE_JSON | ROUTE_SLOW, RIGHT_API, SCOPE_MANAGE, LIMIT_OTHER, keys_update,
     &key_change_fields, &key_members, .name = "updateKey", .summary = "Changes a key."},
    {"POST", "/api/keys/{id}/rotate", ROUTE_SLOW, RIGHT_API, SCOPE_MANAGE, LIMIT_OTHER, keys_rotate,
     &key_rotation_fields, &key_members, .status = 201, .name = "rotateKey", .summary = "Makes a key anew."},
    {"DELETE", "/api/keys/{id}", ROUTE_SLOW, RIGHT_API, SCOPE_MANAGE, LIMIT_OTHER, keys_delete, .status = 204,
     .name = "deleteKey", .summary = "Deletes a key."},
    {"POST", "/api/sign-in-codes", ROUTE_SLOW, RIGHT_API, SCOPE_NONE, LIMIT_OTHER, sign_in_codes_create, &no_fields,
     &sign_in_code_members, .status = 201, .name = "createSignInCode",
     .summary = "Makes a code with which a browser signs in, once."},
    {"GET", "/api/sign-in-codes/{id}", ROUTE_READS, RIGHT_API, SCOPE_NONE, LIMIT_OTHER, sign_in_codes_get, NULL,
     &sign_in_code_members, .name = "getSignInCode", .summary = "Whether a code was used."},
    {"GET", "/api/accounts", ROUTE_SLOW | ROUTE_LIST, RIGHT_API, SCOPE_OPERATOR, LIMIT_OTHER, accounts_list,
     &account_list_fields, &operated_account_members, .name = "listAccounts", .summary = "Lists accounts."},
    {"POST", "/api/accounts", ROUTE_JSON | ROUTE_SLOW | ROUTE_LOCATED, RIGHT_API, SCOPE_OPERATOR, LIMIT_OTHER,
     accounts_create, &account_fields, &operated_account_members, .status = 201, .name = "createAccount",
     .summary = "Makes an account."},
    {"GET", "/api/accounts/{id}", ROUTE_SLOW, RIGHT_API, SCOPE_OPERATOR, LIMIT_OTHER, accounts_get, NULL,
     &operated_account_members, .name = "getOperatedAccount", .summary = "An account."},
    {"PATCH", "/api/accounts/{id}", ROUTE_JSON | ROUTE_SLOW, RIGHT_API, SCOPE_OPERATOR, LIMIT_OTHER, accounts_update,
     &account_change_fields, &operated_account_members, .name = "updateAccount", .summary = "Changes an account."},
    {"DELETE", "/api/accounts/{id}", ROUTE_SLOW, RIGHT_API, SCOPE_OPERATOR, LIMIT_OTHER, accounts_delete, .status = 204,
     .name = "deleteAccount", .summary = "Deletes an account and all that it has."},
    {"GET", "/api/nodes", ROUTE_SLOW | ROUTE_LIST, RIGHT_API, SCOPE_OPERATOR, LIMIT_OTHER, nodes_list, &no_fields,
     &node_members, .name = "listNodes", .summary = "Lists the nodes that serve the database."},
    {"GET", "/api/models", ROUTE_SLOW | ROUTE_LIST, RIGHT_API, SCOPE_NONE, LIMIT_OTHER, models_list, &models_fields,
     &model_members, .name = "listModels", .summary = "Lists the models that the configuration names."},
    {"GET", "/api/languages", ROUTE_PLAIN, RIGHT_API, SCOPE_NONE, LIMIT_OTHER, languages_list, .name = "listLanguages",
     .summary = "Lists the languages that articles are written in."},
    {"GET", "/media/{id}", ROUTE_SLOW | ROUTE_KEPT, RIGHT_NONE, SCOPE_NONE, LIMIT_NONE, media_show,
     .name = "getPicture", .summary = "A picture of an article."},
    {"GET", "/healthz", ROUTE_PLAIN, RIGHT_NONE, SCOPE_NONE, LIMIT_NONE, health_live, .name = "getHealth",
     .summary = "Is the service alive?"},
    {"GET", "/readyz", ROUTE_PLAIN, RIGHT_NONE, SCOPE_NONE, LIMIT_NONE, health_ready, .name = "getReadiness",
     .summary = "Can the service read and write?"},
    {"GET", "/metrics", ROUTE_SLOW, RIGHT_API, SCOPE_NONE, LIMIT_OTHER, metrics_show, .name = "getMetrics",
     .summary = "Figures of the service, for Prometheus."},
    {"GET", "/openapi.json", ROUTE_SLOW | ROUTE_KEPT, RIGHT_NONE, SCOPE_NONE, LIMIT_NONE, openapi_show,
     .name = "getDescription", .summary = "This description."},
};

struct routes api_routes(void)
{
    return (struct routes){table, COUNT_OF(table)};
}
