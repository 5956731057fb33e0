/* page: the frame around every page, and how a page begins and ends. */
#ifndef COPYDESK_SERVICE_WEB_FRAME_PAGE_H
#define COPYDESK_SERVICE_WEB_FRAME_PAGE_H

#include "service/api/api.h"
#include "service/web/frame/markup.h"
#include "service/web/frame/visitor.h"

#include <jansson.h>

/* Of what is shown in a frame: nothing in it runs, and its links open tabs that are as any others. */
#define PREVIEW_MAY     "allow-popups allow-popups-to-escape-sandbox"
#define PREVIEW_SANDBOX "sandbox " PREVIEW_MAY

struct web_page {
    struct request *request;
    struct buf *out;        /* the page so far */
    struct visitor visitor; /* token NULL: nobody is signed in */
    struct form query;      /* of the address */
    struct form form;       /* what was sent, of a POST */
    int refresh;            /* seconds after which it is loaded again where there is no script; 0: never */
    json_t *kept;           /* what the interface answered, for as long as the request lives */
    bool failed;            /* memory ran out for a part of the page; page_end says so then, instead of the page */
};

/* For a handler: the page of somebody who is signed in. NULL: it was answered, with the way to sign in or a problem.
 * What stands for {id} in its path is a UUID. */
struct web_page *page_enter(struct request *request);

/* The same of a POST, whose form was sent by a page of ours. */
struct web_page *page_enter_form(struct request *request);

/* May the visitor do what the interface does at this address? For a page that does not ask it. False: it was answered.
 */
bool page_may(struct web_page *page, const char *method, const char *path);

/* The page of somebody who need not be signed in. NULL: it was answered. */
struct web_page *page_open(struct request *request);

/* Writes the head and the navigation, in which `here` ("/queue") is marked; here NULL: there is no navigation. */
void page_begin(struct web_page *page, const char *title, const char *here);

/* Writes a frame that shows another page of ours, under PREVIEW_SANDBOX. */
void page_frame(struct web_page *page, const char *title, const char *address);

/* Writes the foot, and answers. */
void page_end(struct web_page *page, int status);

/* "?status=queued&cursor=..." of those arguments of the page's own address that are named (NULL behind the last) and
 * not empty, in the arena; "" for none, and when memory runs out: the page has failed then. */
const char *page_query(struct web_page *page, const char *const *names);

/* As printf, in the arena; "" when memory runs out: the page has failed then. */
const char *page_printf(struct web_page *page, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A modelVersion with who writes what asks for it, as the service is configured now: "alpha-6-luna: the built-in
 * writer". Memory as above. */
const char *page_model(struct web_page *page, const char *version);

/* The same with who it was. upstream: the model's name at its server; "": it has none, NULL: the built-in writer. */
const char *page_writer(struct web_page *page, const char *version, const char *upstream);

/* The field of a form that says whose it is; every form that is sent by POST has it. */
void page_form_token(struct web_page *page);

/* What cannot be undone, in a list: a button behind a summary that is opened first. */
struct page_deed {
    const char *address; /* of the form */
    const char *label;   /* "Delete" */
    const char *name;    /* of what it is done to */
    const char *warning; /* a sentence */
    const char *back;    /* field of the form: where it came from; NULL: none */
};
void page_ask_first(struct web_page *page, const struct page_deed *deed);

/* 303: another page. The format's values are not escaped; `done` of the address is a word of the table of messages
 * (page.c), which the other page shows. */
void page_redirect(struct request *request, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* 303: the first page of the navigation that the visitor may see; a problem where there is none. */
void page_show_first(struct web_page *page);

/* A whole page that says what went wrong, instead of the problem that was answered as JSON. */
void page_problem(struct web_page *page);

#endif
