/* The text of JSON lines of the log: strings with room for so many bytes, whatever is in them. */
#ifndef COPYDESK_BASE_LOG_JSON_H
#define COPYDESK_BASE_LOG_JSON_H

#include "base/str.h"

/*
 * Appends a text as a JSON string, quotes included, to what stands in out[0..length). What is not UTF-8 becomes U+FFFD;
 * what does not fit is cut between two characters. Returns the new length; `length` itself when not even an empty
 * string fits into `room` bytes.
 */
size_t log_json_string(char *out, size_t length, size_t room, struct str text);

#endif
