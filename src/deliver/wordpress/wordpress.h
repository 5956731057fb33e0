/*
 * wordpress: a target that makes a draft at a WordPress site, through its REST API
 * (https://developer.wordpress.org/rest-api/reference/), with an application password (WordPress 5.6 or later). The
 * interface is below /wp-json/ where the site has pretty addresses, and behind /?rest_route= everywhere.
 *
 *   wordpress.c   the target: settings, test, one attempt; the post, looked for and made
 *   interface.c   where the interface is, requests to it
 *   media.h       pictures
 *   terms.h       tags and categories
 *
 * The marker is a comment within the first paragraph: the search of the interface finds it, whatever state the post is
 * in by then, and under whatever title. Once the answer to the making of the draft is there its id is kept as well, so
 * that it is known even when the content was written anew. Between the two a draft is lost sight of only if somebody
 * removes the comment before the next attempt; it is then made again.
 */
#ifndef COPYDESK_DELIVER_WORDPRESS_H
#define COPYDESK_DELIVER_WORDPRESS_H

#include "deliver/site/site.h"

struct wordpress {
    const struct delivery_call *call;
    struct delivery_outcome *outcome; /* of the last request; of the attempt in the end */
    const char *host;                 /* of the site, for sentences */
    const char *root;                 /* what the paths of requests follow: "https://blog.example/wp-json" */
    const char *admin;                /* what /wp-admin/ follows; not always the site's own address */
    const char *authorization;        /* a header: application passwords are for Basic authentication */
};

/* Finds the interface, once: the progress keeps where it is. *open false: the outcome says why. Statuses: those of
 * delivery_target.send. */
enum status wordpress_open(struct wordpress *wordpress, const struct delivery_call *call,
                           struct delivery_outcome *outcome, bool *open, struct error *err);

struct wordpress_request {
    const char *method;             /* NULL: GET */
    const char *path;               /* "/wp/v2/posts" */
    const char *query;              /* "search=x&per_page=10"; NULL: none */
    const json_t *json;             /* the body; NULL: `body` is */
    const char *type, *disposition; /* headers of `body` */
    struct str body;                /* data NULL: there is none */
};

/* As site_ask, where an answer counts as accepted only if it is in JSON. E_MEMORY, E_CANCELLED. */
enum status wordpress_ask(struct wordpress *wordpress, const struct wordpress_request *request,
                          struct site_answer *answer, struct error *err);

/* A value of a query. In the arena of the call; NULL: no memory. */
const char *wordpress_encode(const struct wordpress *wordpress, const char *text);

/* The id in an object of the interface; 0: there is none. */
json_int_t wordpress_id(const json_t *object);

#endif
