/* URLs of the web: parsed, resolved and normalised (RFC 3986), http and https only. */
#ifndef COPYDESK_TEXT_URL_H
#define COPYDESK_TEXT_URL_H

#include "base/base.h"

struct url {
    struct str scheme, userinfo, host, port, path, query, fragment; /* slices of the parsed text; data NULL: absent */
};

/* Is it an address of the web, by its beginning alone: "http://" or "https://" in any letter case? */
bool url_is_web(struct str text);

/* Cuts an absolute http or https URL into its parts. E_INVALID names what is wrong. */
enum status url_parse(struct str text, struct url *url, struct error *err);

/* The absolute URL that `reference` means on the page `base`, without fragment, normalised as below. NULL when it is no
 * http(s) URL (mailto:, javascript:, ...) or memory ran out. */
char *url_resolve(struct arena *arena, const char *base, struct str reference);

/* Scheme and host in lower case, default port and fragment dropped, dot segments removed, percent-encoding in upper
 * case and only where needed, empty path "/". NULL when it is no http(s) URL. Two spellings of one page give the same
 * bytes. */
char *url_normalise(struct arena *arena, struct str text);

/* May the character stand anywhere in a URL as it is (RFC 3986 section 2.3)? */
bool url_is_unreserved(char character);

/* The octet that a percent-encoding such as "%41" at text.data[at] stands for; -1 when there is none. */
int url_decode_octet(struct str text, size_t at);

/* Appends an octet percent-encoded: "%41". */
void url_encode_octet(struct buf *out, unsigned char octet);

/* Same scheme, host and port? Both normalised. */
bool url_same_origin(const char *a, const char *b);

#endif
