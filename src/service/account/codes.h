/* codes: one-time codes with which a browser is signed in for a key, without the key in any file or address. They are
 * in the memory of this service alone, and work for a minute. */
#ifndef COPYDESK_SERVICE_ACCOUNT_CODES_H
#define COPYDESK_SERVICE_ACCOUNT_CODES_H

#include "base/base.h"

enum { CODE_LENGTH = 64 /* 256 random bits in hexadecimal */, CODE_SECONDS = 60, CODE_KEY_MAX = 80 };

struct codes;

struct new_code {
    char id[UUID_LENGTH + 1]; /* by which it is asked for; no secret */
    char text[CODE_LENGTH + 1];
    int64_t ends_at; /* milliseconds since 1970 */
};

/* NULL: no memory. */
struct codes *codes_new(void);
void codes_free(struct codes *codes);

/* Makes one. A fixed number can wait at a time; the oldest gives way. False: one of the ids is too long. */
bool codes_add(struct codes *codes, const char *account_id, const char *key_id, struct new_code *fresh);

/* Does this account's code still wait to be used? */
bool codes_wait(struct codes *codes, const char *account_id, const char *id);

/* Uses the code up: key_id gets the key that it was made for. False: there is no such code any more. */
bool codes_take(struct codes *codes, const char *text, char key_id[CODE_KEY_MAX]);

#endif
