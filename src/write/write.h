/*
 * write: a request becomes an article. The parameter table says what may be asked; write_article does it.
 *
 *   params.h   the request's parameters as one table: validation, defaults, the echoed config, notes
 *   write.h    this file: an article from its config
 *   types/     one file per article type
 */
#ifndef COPYDESK_WRITE_H
#define COPYDESK_WRITE_H

#include "link/link.h"
#include "net/net.h"
#include "research/research.h"

#include <jansson.h>

/* What every article is written with; lives as long as the service. */
struct write_services {
    struct net *net;
    const char *library;             /* folder of documents, NULL when none is configured */
    struct library_cache *libraries; /* where it is kept between articles; NULL: it is read for this one alone */
};

/*
 * One article on its way. The functions come from whoever runs it (the service's workers, a test) and get `context` back.
 * progress and save_step may give E_CONFLICT (the lease is lost) or E_CANCELLED: the writing ends with that status.
 */
struct write_job {
    const json_t *config;      /* as params_read made it: every applicable parameter with its default */
    const atomic_bool *cancel; /* true: stop soon, with E_CANCELLED */
    void *context;
    /* fraction 0-1; detail is for people, in English: "Writing section 2 of 6: Planting". */
    enum status (*progress)(void *context, double fraction, const char *detail, struct error *err);
    /* The stored output of a step that an earlier attempt finished; E_NOT_FOUND when it has not. */
    enum status (*load_step)(void *context, struct arena *arena, const char *step, struct str *output,
                             struct error *err);
    enum status (*save_step)(void *context, const char *step, struct str output, struct error *err);
    /*
     * The linking index of a domain; the caller of this closes it with link_close. E_NOT_FOUND: there is no such domain (any more);
     * E_INVALID: it has no pages yet. The article is written without internal links then. Any other status ends the writing.
     */
    enum status (*open_index)(void *context, const char *domain_id, struct link_index **index, struct error *err);
};

struct write_result {
    const char *title, *slug, *meta_description;
    const char *html; /* <h1> and all below it: an article's inside, without html, head and body */
    json_t *sources;  /* array of {url,title} of what the text draws from, in order of first use; new reference */
    json_t *notes;    /* array of strings: what was asked but could not be done; new reference, may be empty */
    /* Visible words of html: what is charged. The list of sources is part of them; whoever owns a source adds at most a title of
     * PAGE_TITLE_MAX characters. */
    int64_t words;
};

/*
 * Writes the article. Strings of the result live in the arena. On failure err->code is the record's errorCode ("no_sources",
 * "source_unreachable", "internal", ...) and err->message tells the user what to do about it; notes gathered so far are in the
 * result all the same.
 */
enum status write_article(const struct write_services *services, const struct write_job *job, struct arena *arena,
                          struct write_result *result, struct error *err);

#endif
