/*
 * frame: what every page is made with.
 *
 *   page.c            the frame around every page: head, navigation, messages; who is signed in, and the checks of
 *                     what a browser sends
 *   form.c            what a form sent
 *   fields_form.c     forms made of tables of fields, and what their fields are called
 *   ask.c             what the pages ask of the interface
 *   delivery_table.c  deliveries, each with a way to send it again
 *   markup.c          HTML as formats, whose values are escaped
 */
#ifndef COPYDESK_SERVICE_WEB_FRAME_FRAME_H
#define COPYDESK_SERVICE_WEB_FRAME_FRAME_H

#include "service/api/api.h"

#include <jansson.h>

/* --- HTML as formats, whose values are escaped --- */

/*
 * Appends a format of which each %s is escaped, for text and for attributes in double quotes alike; NULL becomes
 * nothing. Besides it knows %d, %ld, %lld, %zu and %%, as printf does, and nothing else.
 */
void markup(struct buf *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* "1,234,567" */
void markup_number(struct buf *out, long long number);

/* "3 minutes ago" or "in 2 days", as a time element that says the exact time; ms since 1970. */
void markup_time(struct buf *out, int64_t ms, int64_t now);

/* Appends text as a part of a URL's query, percent-encoded; then it needs no escaping. */
void markup_query(struct buf *out, const char *text);

/* --- what a form sent, or the query of an address, as names and values in their order --- */

struct form_field {
    const char *name, *value;
};

struct form {
    struct form_field *fields;
    size_t count, room;
};

/* Of a body as application/x-www-form-urlencoded; of the address. In the request's arena. False: no memory. */
bool form_read_body(struct request *request, struct form *form);
bool form_read_query(struct request *request, struct form *form);

/* The first of this name; "" when there is none. */
const char *form_value(const struct form *form, const char *name);

/* --- who is signed in, by the cookie, and whether a form was sent by a page of ours --- */

struct visitor {
    const char *token; /* of the session */
    char form_token[SESSION_TOKEN_LENGTH + 1];
};

/* Finds the visitor by the cookie; sets request->user (a struct caller) and request->account_id. E_NOT_FOUND: nobody is
 * signed in; E_MEMORY, E_IO. */
enum status visitor_find(struct request *request, struct visitor *visitor, struct error *err);

/* Was the request sent by a page of this service, as far as the browser says? (Sec-Fetch-Site, else Origin.) */
bool visitor_is_same_site(const struct request *request);

/* Answers with a cookie that holds the token; NULL: with one that has ended. It is `__Host-` and Secure where the page
 * is reached by https; elsewhere it would not be kept: not even at this machine itself by every browser (WebKit refuses
 * Secure cookies of http://localhost). */
void visitor_set_cookie(struct request *request, const char *token);

/* --- the frame around every page, and how a page begins and ends --- */

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

/* --- what a page asks of the interface, in the name of its visitor --- */

/* Lives as long as the request. */
struct api_reply {
    int status;
    json_t *json;    /* NULL: the answer is no JSON */
    struct str text; /* of the answer */
};

/*
 * Asks for "/api/articles/%s" and the like; the format's values are not escaped. body: taken over; NULL: none. False:
 * it was not answered with 2xx; what was answered then is the page's problem (page_problem), also in *reply. A page
 * that has failed asks for nothing any more: what it would send is not whole.
 */
bool ask(struct web_page *page, struct api_reply *reply, const char *method, json_t *body, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* The same of something that must not be done twice; key: of the form, "" for none. */
bool ask_once(struct web_page *page, struct api_reply *reply, const char *key, json_t *body, const char *target);

/* Making bodies: all take the value over, and when memory runs out the page has failed. */

/* A body, or a part of one, that was just made. */
json_t *made(struct web_page *page, json_t *value);
void put(struct web_page *page, json_t *object, const char *name, json_t *value);
void append(struct web_page *page, json_t *list, json_t *value);

/* Reading answers: "" and 0 where there is none. */
const char *text_of(const json_t *object, const char *name);
long long integer_of(const json_t *object, const char *name);
double number_of(const json_t *object, const char *name);

/* --- a list of the interface, a page of it at a time --- */

/* Asks for the part of the list that begins at `cursor` of the page's address; at the beginning when there is none.
 * What is answered otherwise: see ask. path: "/api/brands". */
bool listing_ask(struct web_page *page, struct api_reply *reply, const char *path);

/* Appends the way to the next part of the list, which the address leads to with its cursor; nothing at its end. */
void listing_more(struct web_page *page, const json_t *answer, const char *path, const char *label);

/* --- forms: what their fields are called, for people who do not see their names --- */

/* The names of a form's fields. */
struct form_labels {
    const char *(*shown)(struct web_page *page, const void *of,
                         const char *name); /* of which it is shown; NULL: no field */
    const void *of;
};

/* "Expires in days" of "expiresInDays", "Brand" of "brandId". */
void label_write(struct buf *out, const char *name);

/* --- a form made of a table of fields (service/api/api.h), and what it sent as the interface takes it --- */

struct fields_form {
    const struct fields *fields;
    const char *const *without; /* names of fields that are not asked for, NULL behind the last; NULL: all are */
    const json_t *values;       /* what stands in it: the object as the interface shows it; NULL: nothing */
    const struct form *sent;    /* what was sent, where it is shown again; NULL: it is new */
    const json_t *problem;      /* why it is shown again, as the interface answered; NULL: it is new */
};

/* Appends an input for each field, with its label, its help, what stands in it and what is wrong with that; first of
 * all what is wrong with the whole. */
void fields_form_write(struct web_page *page, const struct fields_form *form);

/* What page->form holds, as the body of a request: lists have an entry a line, the members of an object stand between
 * "|". What is empty is left out, or null where the table changes something that is there. NULL, or a part of
 * it: no memory, and the page has failed. */
json_t *fields_form_read(struct web_page *page, const struct fields_form *form);

/* What a problem of the interface says of a field, or of a part of it; NULL: nothing. problem NULL: there is none. */
const char *fields_form_fault(const json_t *problem, const char *name);

/* A text of several lines as an array of texts, without those that are empty; otherwise as fields_form_read. */
json_t *fields_form_lines(struct web_page *page, const char *text);

/* The paragraph that says what is wrong with the whole; problem NULL: none. */
void fields_form_problem(struct web_page *page, const json_t *problem, const struct form_labels *labels);

/* Begins the help of a field with what is wrong with it, and what it does; the caller ends the span. */
void fields_form_help(struct web_page *page, const json_t *problem, const struct form_labels *labels, const char *name,
                      const char *summary);

/* --- deliveries, each with a way to send it again --- */

/*
 * Appends a table of them, unless there are none. resend: where the form goes that sends one again, with its id as
 * deliveryId. has_articles: whether each says which article it is of, rather than where it went.
 */
void delivery_table_write(struct web_page *page, const json_t *deliveries, const char *resend, bool has_articles);

/* For a handler of that form: does it, and leads to `back` ("/articles/{id}"), or shows the problem. */
void delivery_table_resend(struct request *request, const char *back);

#endif
