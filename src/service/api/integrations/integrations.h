/*
 * integrations: where an account's finished articles go. A kind of integration is a row of deliver/targets.c; what its
 * settings are that row says.
 *
 *   integrations.h   this file: the routes
 *   integrations.c   list, get, delete
 *   change.c         create, update, a new secret for a webhook
 *   settings.h       what a request says of settings, checked
 *   shown.h          an integration as answers show it
 *   test.c           asks the receiver whether it would take a delivery
 *   key.c            the key that seals the secrets, changed by whoever runs the service
 */
#ifndef COPYDESK_SERVICE_API_INTEGRATIONS_H
#define COPYDESK_SERVICE_API_INTEGRATIONS_H

#include "service/api/api.h"
#include "service/api/fields/fields.h"
#include "service/api/fields/members.h"

extern const struct fields integration_fields, integration_change_fields, integration_list_fields;
extern const struct members integration_members, integration_test_members, secret_rotation_members;

/* GET and POST /api/integrations; GET, PATCH and DELETE /api/integrations/{id} */
void integrations_list(struct request *request);
void integrations_create(struct request *request);
void integrations_get(struct request *request);
void integrations_update(struct request *request);
void integrations_delete(struct request *request);

/* POST /api/integrations/{id}/rotate: a webhook gets a new secret; the one before signs beside it for a day. */
void integrations_rotate(struct request *request);

/* POST /api/integrations/{id}/test. Blocks for as long as the receiver takes, 20 s at most: one at a time for an
 * account, and a few for all, so that other requests are answered meanwhile. */
void integrations_test(struct request *request);

/* The tests that are under way, for struct api. NULL: no memory. */
struct integration_tests *integration_tests_new(void);
void integration_tests_free(struct integration_tests *tests);

/* POST /api/secrets/rotate, for operators. */
void secrets_rotate_key(struct request *request);

#endif
