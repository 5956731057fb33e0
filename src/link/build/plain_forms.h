/*
 * Words that are found without their accents too: "resume" leads to "résumé" on a site that has no "resume". Only words
 * of phrases: the others would take room and make no link.
 */
#ifndef COPYDESK_LINK_BUILD_PLAIN_FORMS_H
#define COPYDESK_LINK_BUILD_PLAIN_FORMS_H

#include "link/site/numbers.h"
#include "link/site/site.h"

/*
 * Fills `plain`, which is empty, with index_hash_stem of the stem without accents -> term plus one. Of several words
 * that are the same without accents the one is meant that more pages have. False: memory ran out.
 */
bool plain_forms_choose(const struct site *site, struct numbers *plain);

#endif
