/* What a caller would rather have: the header Accept (RFC 9110, section 12.5.1). */
#ifndef COPYDESK_SERVICE_HTTP_ACCEPT_H
#define COPYDESK_SERVICE_HTTP_ACCEPT_H

#include <stddef.h>

/*
 * Which of the types ("text/html", in lower case) the header prefers; of those that it likes equally the first. header
 * NULL or empty: the first. -1: it takes none of them. What cannot be read in it is passed over.
 */
int accept_choose(const char *header, const char *const *types, size_t count);

#endif
