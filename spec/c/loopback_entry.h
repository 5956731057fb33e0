/* An entry of the configuration that names a service on loopback. Include it behind cmocka.h. */
#ifndef COPYDESK_SPEC_LOOPBACK_ENTRY_H
#define COPYDESK_SPEC_LOOPBACK_ENTRY_H

#include "base/base.h"

#include <jansson.h>

/* Of JSON in which "URL" stands for the address of the service. */
static inline json_t *entry_at(const char *url, const char *text)
{
    struct buf out = {0};
    struct str rest = str_from(text);
    for (size_t at; (at = str_find(rest, STR("URL"), 0)) < rest.len;) {
        buf_add(&out, rest.data, at);
        buf_str(&out, url);
        rest = (struct str){rest.data + at + 3, rest.len - at - 3};
    }
    buf_add(&out, rest.data, rest.len);
    json_t *entry = json_loads(buf_text(&out), 0, NULL);
    if (!entry)
        fail_msg("no JSON: %s", buf_text(&out));
    buf_free(&out);
    return entry;
}

#endif
