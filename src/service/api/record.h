/* The status record of an article, as the status path, the list, cancel and webhooks show it. */
#ifndef COPYDESK_SERVICE_API_RECORD_H
#define COPYDESK_SERVICE_API_RECORD_H

#include "service/api/fields/members.h"
#include "store/store.h"

/* Appends it as a JSON object. with_output: the `output` member of a finished one (a list leaves it out). base: what
 * its pictures' addresses begin with (media/media.h). */
void record_write(struct buf *out, const struct article *article, const char *base, bool with_output);

extern const struct members record_members;

/* The states of an article in the order of the enum; NULL behind the last. */
const char *record_state_word(size_t i);

#endif
