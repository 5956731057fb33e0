/*
 * webflow: a target that makes a draft item in a collection of a site, through the Data API v2
 * (https://developers.webflow.com/data/reference).
 *
 *   webflow.c           the target: settings, test, one attempt
 *   webflow_ask.c       a request, and what its answer means
 *   webflow_fields.c    which field of the collection takes what
 *   webflow_item.c      the item: looked for, made
 *   webflow_picture.c   the pictures: assets of the site
 *
 * An item has no place that readers do not see, so its slug is the marker: before the item is made a slug that is free
 * is chosen and kept with the delivery; an item that has it later was made by this delivery.
 */
#ifndef COPYDESK_DELIVER_WEBFLOW_H
#define COPYDESK_DELIVER_WEBFLOW_H

#include "deliver/draft/draft.h"
#include "deliver/site/site.h"

/* What of an article a field takes. */
enum webflow_part {
    WEBFLOW_TITLE,
    WEBFLOW_SLUG,
    WEBFLOW_BODY,
    WEBFLOW_SUMMARY,
    WEBFLOW_IMAGE,
    WEBFLOW_TAGS,
    WEBFLOW_PARTS
};

const char *webflow_part_name(enum webflow_part part); /* in the setting "fields": "title" */

/* The site of a call. */
struct webflow {
    const struct delivery_call *call;
    const char *base;       /* "https://api.webflow.com/v2" */
    const char *headers[3]; /* NULL-terminated */
    const char *collection;
    const char *site;                  /* id; NULL until it was found by the token */
    const char *fields[WEBFLOW_PARTS]; /* slugs of fields; NULL: nothing takes it */
};

/*
 * Asks for a path below the base: with a body (the caller's reference is taken) when has_body says so, NULL is out of
 * memory then. When the outcome is DELIVERY_ACCEPTED, the answer is a JSON object, unless the method is DELETE.
 * Statuses of site_ask.
 */
enum status webflow_ask(const struct webflow *flow, const char *method, const char *path, bool has_body, json_t *body,
                        struct site_answer *answer, struct delivery_outcome *outcome, struct error *err);

/* Which fields the collection has, and which takes what: flow->fields. *done is false when the outcome says what is
 * missing. */
enum status webflow_fields(struct webflow *flow, bool *done, struct delivery_outcome *outcome, struct error *err);

/* The slug of the item: kept from an earlier attempt, then *is_made says whether the item is there; or a free one,
 * which is kept. *done: as above. */
enum status webflow_slug(const struct webflow *flow, const struct delivered_draft *draft, const char **slug,
                         bool *is_made, bool *done, struct delivery_outcome *outcome, struct error *err);

/* Makes the draft; the outcome says whether. cover: the address of its picture, or NULL. */
enum status webflow_item(const struct webflow *flow, const struct delivered_draft *draft, const char *slug,
                         struct str html, const char *cover, struct delivery_outcome *outcome, struct error *err);

/* A draft_upload; context is the struct webflow, with its site. */
enum status webflow_picture(void *context, const struct draft_picture *picture, const struct stored_picture *bytes,
                            const char **address, struct delivery_outcome *outcome, struct error *err);

#endif
