/* Random bytes from the kernel, identifiers made of them, hexadecimal. */
#ifndef COPYDESK_BASE_RANDOM_H
#define COPYDESK_BASE_RANDOM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Cryptographically strong. Ends the process if the kernel has none: nothing safe can be done then. */
void random_bytes(void *out, size_t size);

/* Uniform in [0, below); for jitter. below > 0. */
uint64_t random_below(uint64_t below);

/* Length of a UUID in text form without the NUL. */
enum { UUID_LENGTH = 36 };

/* UUID version 7 (RFC 9562): lower case, ordered by time to the millisecond. out holds UUID_LENGTH + 1 bytes. */
void uuid_v7(char *out);

/* The same of another time, in Unix milliseconds: nodes on one database order what they make by its clock. */
void uuid_v7_at(int64_t ms, char *out);

/* The same from a sequence that a kernel's number begins, without a call of the kernel: for what must be told apart but
 * is no secret, such as the names of requests. */
void uuid_v7_plain(char *out);

/* Is text a UUID of any version, in either case? */
bool uuid_is_valid(const char *text);

/* Lower-case hexadecimal; out holds 2 * size + 1 bytes. */
void hex_encode(const void *data, size_t size, char *out);

#endif
