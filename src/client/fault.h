/* fault: what went wrong, as a status and in words. */
#ifndef COPYDESK_CLIENT_FAULT_H
#define COPYDESK_CLIENT_FAULT_H

#include "client/exchange.h"
#include "client/settings.h"

enum { FAULT_MESSAGE = sizeof((struct error *)NULL)->message };

/* What an exchange came to that ended with this code: OK, E_LIMIT, E_MEMORY or E_NETWORK. */
enum status fault_status(const struct exchange *exchange, CURLcode code);

/* Would another attempt fail in the same way, as with a certificate that is not trusted? */
bool fault_lasts(CURLcode code);

/* Writes why the exchange came to that status, which is not OK. */
void fault_describe(const struct settings *settings, const struct exchange *exchange, enum status status, CURLcode code,
                    char message[FAULT_MESSAGE]);

/* Takes out of the message what no log may show: the API key (may be NULL), and user names and passwords in URLs. */
void fault_redact(const char *api_key, char *message);

#endif
