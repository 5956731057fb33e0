/* The countries of ISO 3166-1, by everyday English name and both letter codes. */
#ifndef COPYDESK_TEXT_COUNTRY_H
#define COPYDESK_TEXT_COUNTRY_H

#include "base/base.h"

struct country {
    const char *alpha2, *alpha3;
    const char *name; /* English, UTF-8 */
};

/* By name, another common name, or code; letter case of ASCII letters does not matter. NULL when unknown. */
const struct country *country_find(struct str name_or_code);

#endif
