/* A webhook of an account: a signed request, after Standard Webhooks 1.0. */
#include "deliver/site/site.h"

static const struct setting settings[] = {
    {"url", SETTING_URL, .is_required = true, .summary = "Where the requests go."},
};

static enum status send(const struct delivery_call *call, struct delivery_outcome *outcome, struct error *err)
{
    (void)call, (void)outcome;
    return error_set(err, E_INTERNAL, NULL, "webhooks are not sent yet");
}

const struct delivery_target webhook_target = {
    .name = "webhook",
    .takes_failed = true,
    .url_setting = "url",
    .settings = settings,
    .setting_count = COUNT_OF(settings),
    .test = send,
    .send = send,
};
