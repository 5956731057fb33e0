/* type_form: chooses the type of articles that a page is about. */
#ifndef COPYDESK_SERVICE_WEB_ARTICLES_TYPE_FORM_H
#define COPYDESK_SERVICE_WEB_ARTICLES_TYPE_FORM_H

#include "service/web/frame/page.h"
#include "write/params/params.h"

/* Appends a choice that leads to `path` with the type as `articleType`. */
void type_form_write(struct web_page *page, const char *path, const struct param_article_type *now);

#endif
