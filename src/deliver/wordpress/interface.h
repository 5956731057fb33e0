/*
 * The interface of a WordPress site: its REST API, https://developer.wordpress.org/rest-api/reference/. It is below
 * /wp-json/ where the site has pretty addresses, and behind /?rest_route= everywhere.
 */
#ifndef COPYDESK_DELIVER_WORDPRESS_INTERFACE_H
#define COPYDESK_DELIVER_WORDPRESS_INTERFACE_H

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
