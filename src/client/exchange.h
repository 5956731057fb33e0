/* exchange: one request and its answer over a curl handle, which is kept from one use to the next. */
#ifndef COPYDESK_CLIENT_EXCHANGE_H
#define COPYDESK_CLIENT_EXCHANGE_H

#include "client/answer_text.h"
#include "client/engine.h"
#include "client/request_text.h"
#include "client/settings.h"

/* Zeroed before its first use. Must not move once it is prepared: curl's handle points into it. */
struct client_exchange {
    struct engine_transfer
        transfer; /* its handle is NULL before the first attempt, and always with an external transport */
    struct request_text request;
    struct answer_text answer;
    int socket_errno; /* why no socket could be made; 0: one could */
    char curl_message[CURL_ERROR_SIZE];
};

enum { EXCHANGE_MESSAGE = sizeof((struct error *)NULL)->message };

/* Makes the handle if there is none, and sets it to the request. False: out of memory. */
bool exchange_prepare(struct client_exchange *exchange, const struct settings *settings, struct sockets *sockets);

/* Cleans up the curl handle; the request and the answer stay. */
void exchange_drop_handle(struct client_exchange *exchange);

/* Frees what it owns, not itself. */
void exchange_free(struct client_exchange *exchange);

/* What an exchange came to whose transfer ended with this code: OK, E_LIMIT, E_MEMORY or E_NETWORK. */
enum status exchange_status(const struct client_exchange *exchange, CURLcode code);

/* Writes why it came to that status, which is not OK. */
void exchange_describe(const struct client_exchange *exchange, const struct settings *settings, enum status status,
                       CURLcode code, char message[EXCHANGE_MESSAGE]);

#endif
