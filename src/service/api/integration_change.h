#ifndef COPYDESK_SERVICE_API_INTEGRATION_CHANGE_H
#define COPYDESK_SERVICE_API_INTEGRATION_CHANGE_H

#include "deliver/deliver.h"

/* What a request says of the settings of an integration, checked by the table of its kind. */

/* The settings of an integration while they are changed. */
struct integration_settings {
    const struct delivery_target *target;
    json_t *shown, *secrets; /* objects: what it has */
    bool have_secrets_changed;
};

void integration_settings_free(struct integration_settings *settings);

/*
 * Takes over what is given (NULL: nothing): an absent setting stays as it is, null or an empty value removes one that
 * is not secret, and leaves a secret as it is; secrets have to be given again where the address of the receiver gets
 * another scheme, host or port, so that nobody reads them by sending them elsewhere. Names that the kind does not have
 * are ignored. Adds a fault for each setting that is wrong or missing. E_MEMORY.
 */
enum status integration_settings_take(struct integration_settings *settings, const json_t *given, const struct net *net,
                                      struct faults *faults, struct error *err);

#endif
