/*
 * draft: a finished article as a site takes it. Its pictures, which the service keeps, are given to the site first; the
 * HTML then leads to the site's own copies.
 */
#ifndef COPYDESK_DELIVER_DRAFT_H
#define COPYDESK_DELIVER_DRAFT_H

#include "deliver/deliver.h"
#include "text/html/html.h"

/* A picture of the article that the service keeps. */
struct draft_picture {
    const char *id;       /* for delivery_call.picture */
    const char *filename; /* "copydesk-ID.png": the same whenever it is made, so that a copy can be found at the site */
    const char *alt;      /* plain text, "" when there is none */
    const char *caption;  /* plain text, "" when there is none */
};

struct delivered_draft {
    const char *title, *slug, *meta_description; /* plain text; slug [a-z0-9-]; never NULL */
    struct str html;   /* the body: without the title's heading, which sites show themselves; in an element that says so
                          when its language is written from right to left */
    const char **tags; /* the keyword and what else the request names to be found by; each once */
    size_t tag_count;
    const struct draft_picture *pictures; /* in their order, each once */
    size_t picture_count;
    /* "copydesk-" and the article's id: stands in every draft where its site can search for it and readers do not see
     * it. */
    const char *marker;
};

/* Reads the article of the call: the polished HTML where there is one. In the arena of the call. E_MEMORY. */
enum status draft_of_article(const struct delivery_call *call, struct delivered_draft *draft, struct error *err);

/* The HTML with other addresses for its pictures: addresses[i], where it is not NULL, stands for pictures[i]. In the
 * arena. E_MEMORY. */
enum status draft_html(const struct delivered_draft *draft, const char *const *addresses, struct arena *arena,
                       struct str *html, struct error *err);

/* The slug with the end of the marker, which is a random number's, for where another article has the slug. */
const char *draft_other_slug(const struct delivered_draft *draft, struct arena *arena);

/*
 * Gives the pictures to the site one after the other and keeps each one's address at once (delivery_call.keep, under
 * "pictures"), so that none is given twice. `upload` sets *address (in the arena of the call) when the site has taken
 * it, and *outcome when it has not; its statuses are those of delivery_target.send. *done is false when one was not
 * taken: the outcome says why. One that is not taken though the outcome is DELIVERY_ACCEPTED is left where it is.
 * addresses: one for each picture; one that was left, or of an article that is gone, has none.
 */
typedef enum status (*draft_upload)(void *context, const struct draft_picture *picture,
                                    const struct stored_picture *bytes, const char **address,
                                    struct delivery_outcome *outcome, struct error *err);
enum status draft_pictures(const struct delivery_call *call, const struct delivered_draft *draft, draft_upload upload,
                           void *context, const char ***addresses, bool *done, struct delivery_outcome *outcome,
                           struct error *err);

/* A picture that the site refuses for good, too large or of a type that it does not take, stays where it is: the
 * outcome is accepted then, and *refusal its HTTP status. */
void draft_refuse_picture(struct delivery_outcome *outcome, int *refusal);

/* Says so at the draft that was made without it. refusal 0: the site has refused none. E_MEMORY. */
enum status draft_tell_refusal(const struct delivery_call *call, int refusal, struct delivery_outcome *outcome,
                               struct error *err);

#endif
