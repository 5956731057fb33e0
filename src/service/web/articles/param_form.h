/* A form made of the table of parameters (write/params/params.h): those that an article type has. */
#ifndef COPYDESK_SERVICE_WEB_ARTICLES_PARAM_FORM_H
#define COPYDESK_SERVICE_WEB_ARTICLES_PARAM_FORM_H

#include "service/web/frame/frame.h"
#include "write/params/params.h"

#include <jansson.h>

/* An outline as lines of text, a title a line, those that are indented below the one before; as the parameter `outline`
 * takes it: `[{"title": "...", "subsections": [{"title": "..."}]}]`. Empty lines are passed over; a first line that is
 * indented begins a section all the same. NULL: no memory, or the text is no UTF-8. */
json_t *outline_read_lines(const char *text);

/* The lists from which a parameter is chosen that names something of the account. */
struct param_choices {
    const json_t *brands, *integrations, *domains,
        *languages; /* `data` of the interface's lists; NULL: it was refused */
};

struct param_form {
    const struct param_article_type *type;
    bool is_for_many; /* articles: their keywords are said elsewhere, and nothing is required */
    struct param_choices choices;
    const struct form *sent; /* what was sent, where it is shown again; NULL: it is new */
    const json_t *problem;   /* why it is shown again; NULL: it is new */
};

/* What the lists hold for this visitor. */
void param_choices_ask(struct web_page *page, struct param_choices *choices);

/* Appends what is wrong with the whole, and a group of inputs for each group of parameters that the type has, with what
 * stands in them, their help and what is wrong with them. The type itself is a hidden field. */
void param_form_write(struct web_page *page, const struct param_form *form);

/* What was sent, as a request for an article. NULL, or a part of it: no memory, and the page has failed. */
json_t *param_form_read(struct web_page *page, const struct form *sent, const struct param_article_type *type);

/* What was sent of the switches of polishing, in the same way. */
json_t *param_form_polish(struct web_page *page, const struct form *sent);

/* The type of this name; the first one where there is none. */
const struct param_article_type *param_form_type(const char *name);

#endif
