/* settings: what the options of a client come to: checked, copied, and in the form in which requests need them. */
#ifndef COPYDESK_CLIENT_SETTINGS_H
#define COPYDESK_CLIENT_SETTINGS_H

#include "client/client.h"

#include <curl/curl.h>

/* Read only, once made. */
struct settings {
    struct arena *arena;                                                                       /* the strings below */
    const char *base_url, *socket_path, *api_key, *ca_file, *client_cert, *client_key, *proxy; /* NULL: none given */
    const char *server_shown, *proxy_shown; /* both as messages may show them; proxy_shown NULL: none given */
    CURLU *address;                         /* base_url in parts */
    size_t authority_length;                /* of base_url, with the scheme: where its path begins */
    struct curl_slist *headers;
    int timeout_ms, retries;
    bool is_tls;                                                /* https */
    bool is_local;                                              /* this machine: a unix socket or a loopback address */
    bool maybe_proxy;                                           /* there is one, or the environment may name one */
    bool external_transport, logs_attempts, waits_for_takeover; /* see client_options */
};

/* The settings are zeroed before, and to be freed in any case. Statuses as client_new. */
enum status settings_make(struct settings *settings, const struct client_options *options, struct error *err);
void settings_free(struct settings *settings);

#endif
