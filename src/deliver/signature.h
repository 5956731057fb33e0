/*
 * signature: the symmetric signatures of Standard Webhooks 1.0, by libcrypto: HMAC-SHA256 over `id.timestamp.body`. For
 * those who send and, through copydesk.signature, for those who receive: it needs nothing of the other folders.
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md, "Signature scheme"
 */
#ifndef COPYDESK_DELIVER_SIGNATURE_H
#define COPYDESK_DELIVER_SIGNATURE_H

#include "base/error.h"
#include "base/str.h"

/* A secret is `whsec_` and base64 of so many bytes. */
#define SIGNATURE_SECRET_PREFIX "whsec_"
enum { SIGNATURE_KEY_MIN = 24, SIGNATURE_KEY_MAX = 64 };

enum { SIGNATURE_SIZE = 48 }; /* "v1,", base64 of 32 bytes, and a NUL */

/* Signs the content, which is the id, the time in seconds and the body with full stops between them. signature holds
 * SIGNATURE_SIZE bytes. E_INVALID: the secret is malformed; E_INTERNAL: libcrypto computes none. */
enum status signature_make(struct str secret, struct str content, char *signature);

#endif
