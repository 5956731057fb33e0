#include "link/build/plain_forms.h"

#include "link/site/store.h"

#include <stdlib.h>

/* Per term: is it part of a phrase? NULL: memory ran out. */
static bool *find_used_terms(const struct site *site)
{
    const struct site_store *store = site->store;
    bool *used = calloc((size_t)site->term_count + 1, sizeof *used);
    for (uint32_t node = 1; used && node < store->node_count; node++)
        used[store->nodes[node].term] = true;
    return used;
}

bool plain_forms_choose(const struct site *site, struct numbers *plain)
{
    const struct forms *forms = &site->store->forms;
    bool *used = find_used_terms(site), good = used != NULL;
    for (size_t i = 0; good && i < forms->plain_count; i++) {
        const struct plain_form *form = &forms->plain[i];
        uint32_t *term = used[form->term] ? numbers_put(plain, form->hash) : NULL;
        good = term || !used[form->term];
        if (term && (!*term || site->terms[*term - 1].counts[TERM_PAGES] < site->terms[form->term].counts[TERM_PAGES]))
            *term = form->term + 1;
    }
    free(used);
    return good;
}
