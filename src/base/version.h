/* The one place that says which version this is; the User-Agent, `copydesk --version` and the Makefile read it. */
#ifndef COPYDESK_BASE_VERSION_H
#define COPYDESK_BASE_VERSION_H

#define COPYDESK_VERSION "0.1.0"

#endif
