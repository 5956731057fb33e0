/*
 * shopify: a target that makes a draft in a blog of a shop, through the GraphQL Admin API
 * (https://shopify.dev/docs/api/admin-graphql).
 *
 *   shopify.c           the target: settings, test, one attempt
 *   shopify_ask.c       a query, and what its answer means
 *   shopify_article.c   the article: looked for, made
 *   shopify_picture.c   the pictures: staged, made files of the shop, waited for
 *
 * The article carries its marker in a metafield (copydesk.article_id), which themes do not show. Shopify's search takes
 * a while to know of a new article, so the newest of the blog are looked through besides.
 */
#ifndef COPYDESK_DELIVER_SHOPIFY_H
#define COPYDESK_DELIVER_SHOPIFY_H

#include "deliver/draft/draft.h"
#include "deliver/site/site.h"

/* The shop of a call. */
struct shopify {
    const struct delivery_call *call;
    const char *base;       /* "https://name.myshopify.com" */
    const char *url;        /* of the GraphQL interface */
    const char *headers[3]; /* NULL-terminated */
    const char *blog;       /* its global id: "gid://shopify/Blog/123" */
};

/*
 * Asks. variables: the caller's reference is taken, NULL is out of memory. *data is what the answer has under "data",
 * as long as the answer is not done, or NULL; *outcome then says why: errors of a query are told with status 200, and
 * one that was too much for now (THROTTLED) says for how long to wait. Statuses of site_ask.
 */
enum status shopify_ask(const struct shopify *shop, const char *query, json_t *variables, struct site_answer *answer,
                        const json_t **data, struct delivery_outcome *outcome, struct error *err);

/* What the mutation of that name came to: the word for its first error of the user ("TAKEN"), "" when it has none that
 * is named; NULL: there is no error. Then *outcome is as it was, otherwise it says that this was refused. */
enum status shopify_user_error(const struct shopify *shop, const json_t *data, const char *mutation, const char **code,
                               struct delivery_outcome *outcome, struct error *err);

/* Asks for the blog, and with `is_repeated` for the article: *address is where the admin shows it, NULL when there is
 * none. *author: who signs articles. *done is false when the outcome says why this attempt ends here. */
enum status shopify_article_find(const struct shopify *shop, const struct delivered_draft *draft, const char **address,
                                 const char **author, bool *done, struct delivery_outcome *outcome, struct error *err);

/* Makes the draft; *address is NULL when the outcome says why not. cover: the address of its picture, or NULL. */
enum status shopify_article_make(const struct shopify *shop, const struct delivered_draft *draft, struct str html,
                                 const char *cover, const char *author, const char **address,
                                 struct delivery_outcome *outcome, struct error *err);

/* A draft_upload; context is the struct shopify. */
enum status shopify_picture(void *context, const struct draft_picture *picture, const struct stored_picture *bytes,
                            const char **address, struct delivery_outcome *outcome, struct error *err);

#endif
