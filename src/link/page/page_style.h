/* Used only inside this folder: the style sheet of a report's page. */
#ifndef COPYDESK_LINK_PAGE_PAGE_STYLE_H
#define COPYDESK_LINK_PAGE_PAGE_STYLE_H

/* Its rules, NULL behind the last. */
extern const char *const page_style[];

#endif
