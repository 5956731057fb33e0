/* Base64 (RFC 4648): pictures in JSON, user:password in a header, a secret that a site quotes. */
#ifndef COPYDESK_TEXT_BASE64_H
#define COPYDESK_TEXT_BASE64_H

#include "base/base.h"

/*
 * The bytes of a text in base64, also in the alphabet for addresses; white space between its characters and missing
 * padding are borne, and so is "data:image/png;base64," before it. E_CORRUPT: it is none, or empty; E_MEMORY.
 */
enum status base64_decode(struct arena *arena, struct str text, struct str *bytes, struct error *err);

/* Padded, on one line. NULL when memory ran out. */
char *base64_encode(struct arena *arena, struct str bytes);

#endif
