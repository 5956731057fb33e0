/* redact: what no message and no log may show. */
#ifndef COPYDESK_CLIENT_REDACT_H
#define COPYDESK_CLIENT_REDACT_H

/* Takes the API key (NULL: none), and user names and passwords in URLs, out of the message, which never gets longer. */
void redact(const char *api_key, char *message);

#endif
