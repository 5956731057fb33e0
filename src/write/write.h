/*
 * write: a request becomes an article. The parameter table says what may be asked; write_article does it: the brief is
 * read, what the type needs is gathered, the article is planned, its parts are written, finished and put together.
 *
 *   write.c          an article from its config
 *   write_polish.c   a finished article polished, as a job of its own
 *   parts.c          the parts that articles are made of, one row each, for both writers
 *   finish.c         what is done to the whole draft: brand, easy sentences, words of the frame
 *   finish_terms.c   the same with terms that searchers look for
 *   assemble.c       a job is begun and ended; the parts become HTML, with links and what stands around it
 *
 *   types/     the article types, and what single ones need of their own
 *   media/     pictures and films in the sections of the finished text
 *   pages/     an article made page by page
 *   sources/   what an article draws from: URLs, the library, searches
 *   prompted/  texts asked of a language model
 *   compose/   texts from the sources' own sentences, without a language model
 *   polish/    HTML edited, by rules and with a model
 *   writing/   the one article that is being written, and what all its parts need
 *   document/  an article as a typed tree, and its HTML
 *   params/    the request's parameters as one table: validation, defaults, the echoed config, notes
 *
 * What to touch for
 *   an article type  a file and a row in types/ (types/types.h); its bit is in params/params.h, and which parameters it
 *                    reads is the column `types` of params/params_table.c
 *   a part           its value in writing/writing.h, its row in parts.c
 *   a kind of call   its text and its row in model/prompts/, which wishes reach it in prompted/framing.c
 *   a parameter      its row in params/params_table.c; whoever reads it asks config_string and the like
 *   an error code    its row in base/error.h
 *   a model backend  its file and its row in model/ (model/model.h)
 */
#ifndef COPYDESK_WRITE_WRITE_H
#define COPYDESK_WRITE_WRITE_H

#include "link/link.h"
#include "model/model.h"
#include "research/library/library.h"
#include "research/read/read.h"
#include "research/search/search.h"

#include <jansson.h>

struct images;
struct places;
struct products;
struct reader;
struct turns;
struct videos;

/* Readers called what is shorter a stub. One with a list and steps is whole in half of that: a recipe. */
enum { ARTICLE_LEAST_WORDS = 250 };

/* What every article is written with; lives as long as the service. */
struct write_services {
    struct net *net;
    struct reader *reader;     /* of pages of the web (research/read/read.h) */
    struct products *products; /* what articles are about or show (media/media.h); NULL: none are configured */
    struct places *places;
    struct videos *videos;
    struct images *images;                     /* by the request's imageModel; NULL: none are configured */
    struct search_place *search[SEARCH_KINDS]; /* where pages are looked for; NULL: it is not configured */
    long least_words;    /* of an article that the built-in writer makes of sources: with fewer it fails */
    const char *library; /* folder of documents, NULL when none is configured */
    struct library_indexes *libraries; /* where its index is kept; NULL: it is indexed for this article alone */
    struct turns *processors; /* of pieces of work that compute (base/system/system.h); NULL: all compute at once */
};

/*
 * A finished step: a call to a model that was paid for, or work that must come out the same when the article is
 * resumed. A call that failed is told too, with a status of its own and no output; it is never loaded.
 */
struct write_step {
    const char *name; /* "sources", "outline", "section-3", "section-3/verify" */
    int version;      /* of what its output means: a step of another version is not loaded */
    struct str output;
    const char *model;  /* the model's upstream name; NULL: no model was asked */
    int64_t started_at; /* Unix ms */
    double seconds;
    struct model_usage usage;
    bool is_done;
    const char *status; /* "done", or why a call failed, for people */
};

/* A picture of the article, served at the path that the HTML has (write/media/media.h). */
struct write_picture {
    const char *id;   /* PICTURE_ID characters that cannot be guessed */
    const char *type; /* "image/png" */
    struct str data;
};

/*
 * One article on its way. The functions come from whoever runs it (the service's workers, a test) and get `context`
 * back; all of them may be called by several threads at once. progress and save_step may give E_CONFLICT (the lease is
 * lost) or E_CANCELLED: the writing ends with that status.
 */
struct write_job {
    const json_t *config;      /* as params_read made it: every applicable parameter with its default */
    int engine;                /* 2, or 1: the older one, which writes section by section */
    const struct model *model; /* who writes; NULL: the built-in writer */
    const atomic_bool *cancel; /* true: stop soon, with E_CANCELLED; NULL: it cannot be called off */
    void *context;
    /* fraction 0-1; detail is for people, in English: "Writing section 2 of 6: Planting". OK, E_CONFLICT,
     * E_CANCELLED, E_MEMORY. */
    enum status (*progress)(void *context, double fraction, const char *detail, struct error *err);
    /* The stored output of a step that an earlier attempt finished, in the arena; E_NOT_FOUND when none did. Any
     * other status of the store ends the writing. */
    enum status (*load_step)(void *context, struct arena *arena, const char *name, int version, struct str *output,
                             struct error *err);
    /* OK, E_CONFLICT, E_CANCELLED, or what the store says, which ends the writing. */
    enum status (*save_step)(void *context, const struct write_step *step, struct error *err);
    /* Keeps a picture together with the step that says so: both or neither. OK, E_LIMIT: it is too large, or the
     * article has too many; E_CONFLICT, E_CANCELLED, or what the store says, which ends the writing. NULL: no pictures
     * can be kept, and the article gets none. */
    enum status (*save_picture)(void *context, const struct write_step *step, const struct write_picture *picture,
                                struct error *err);
    /* The brand that the request names, in the shape of GET /api/brands/{id}: a new reference. E_NOT_FOUND: it is no
     * longer there, and the article is written without it. NULL: there are no brands. */
    enum status (*load_brand)(void *context, const char *brand_id, json_t **brand, struct error *err);
    /*
     * The linking index of a domain; the caller of this closes it with link_close. E_NOT_FOUND: there is no such
     * domain (any more); E_INVALID: it has no pages yet. The article is written without internal links then. Any other
     * status ends the writing.
     */
    enum status (*open_index)(void *context, const char *domain_id, struct link_index **index, struct error *err);
    /* The text of a step ("section-2") as a model that streams writes it, piece by piece; NULL: nobody watches. */
    void (*on_text)(void *context, const char *step, struct str piece);
};

struct write_result {
    const char *title, *slug, *meta_description;
    const char *html;          /* <h1> and all below it: an article's inside, without html, head and body */
    const char *polished_html; /* NULL: it was not polished */
    json_t *run; /* array of {url,title,used,why}: every source that was looked at; new reference, also on failure */
    json_t *searches; /* array of {query,source,results,seconds,status}: every search for sources; as run */
    json_t *sources;  /* array of {url,title} of what the text draws from, in order of first use; new reference */
    /* With seoOptimizationLevel "ai_powered": terms and how well the article covers them (write/finish.h,
     * finish_terms); new reference, NULL: there is none. */
    json_t *seo;
    json_t *notes; /* array of strings: what was asked but could not be done; new reference, may be empty */
    /* Visible words of html: what is charged. The list of sources is part of them; whoever owns a source adds at
     * most a title of PAGE_TITLE_MAX characters. So are captions; the alternative texts of pictures are not. */
    int64_t words;
    int64_t picture_words;    /* what the pictures in html cost, charged beside words (write/media/pictures.h) */
    struct model_usage usage; /* of all calls to the model in this attempt, also when it fails */
};

/*
 * Writes the article. Strings of the result live in the arena. On failure err->code is a word of a record
 * (base/error.h), and err->message tells the user what to do about it; with any other code it is a failure on our side,
 * and the message is for the log. Notes gathered so far are in the result all the same.
 */
enum status write_article(const struct write_services *services, const struct write_job *job, struct arena *arena,
                          struct write_result *result, struct error *err);

/*
 * Polishes a finished article. html: as write_article made it; job->config holds its language and modelVersion, and the
 * polishSettings (every switch is there) and polishCustomInstructions that count now. *polished lives in the arena; it
 * is the same text when nothing had to change. *refused: which changes of the model were not made, and why ("2 of 5
 * changes of the model: ..."); NULL: none. Errors as of write_article.
 */
enum status write_polish(const struct write_services *services, const struct write_job *job, struct arena *arena,
                         const char *html, const char **polished, const char **refused, struct error *err);

#endif
