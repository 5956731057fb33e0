/* Used only inside this folder: the style sheet of a report's page. */
#ifndef COPYDESK_LINK_REPORT_REPORT_STYLE_H
#define COPYDESK_LINK_REPORT_REPORT_STYLE_H

/* Its rules, NULL behind the last. */
extern const char *const report_style[];

#endif
