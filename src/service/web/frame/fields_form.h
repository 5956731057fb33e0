/* fields_form: a form made of a table of fields (service/api/fields/fields.h), and what it sent as the interface takes
 * it. */
#ifndef COPYDESK_SERVICE_WEB_FRAME_FIELDS_FORM_H
#define COPYDESK_SERVICE_WEB_FRAME_FIELDS_FORM_H

#include "service/api/fields/fields.h"
#include "service/web/frame/labels.h"

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

#endif
