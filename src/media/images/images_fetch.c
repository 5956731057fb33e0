#include "media/images/images_fetch.h"

#include "media/images/images.h"

static const char accepted_types[] = "image/png, image/jpeg, image/webp, image/gif";

enum { LONGEST_WAIT_MS = 60 * 1000, LONGEST_URL = 8000 /* bytes; signed addresses are long */ };

static enum status fetch_own(struct upstream *upstream, const char *url, const struct lookup *lookup, struct str *data)
{
    struct upstream_request request = {
        .path = url, .accept = accepted_types, .is_fresh = true, .max_bytes = IMAGE_BYTES};
    struct upstream_answer answer;
    enum status status = upstream_ask(upstream, &request, lookup, &answer);
    *data = answer.body;
    return status;
}

/* For as long as the look-up may last. */
static int time_left(const struct lookup *lookup)
{
    int64_t left = lookup->deadline ? lookup->deadline - clock_mono_ms() : LONGEST_WAIT_MS;
    return left < 1 ? 1 : left > LONGEST_WAIT_MS ? LONGEST_WAIT_MS : (int)left;
}

static enum status fetch_guarded(const struct upstream *upstream, struct net *net, const char *url,
                                 const struct lookup *lookup, struct str *data)
{
    static const char *const headers[] = {"Accept: image/png, image/jpeg, image/webp, image/gif", NULL};
    struct net_request request = {.url = url,
                                  .headers = headers,
                                  .timeout_ms = time_left(lookup),
                                  .max_bytes = IMAGE_BYTES,
                                  .cancel = lookup->cancel};
    struct net_response response = {0};
    enum status status = net_fetch(net, &request, lookup->arena, &response, lookup->err);
    if (status)
        return status;
    *data = response.body;
    if (response.status >= 200 && response.status < 300)
        return OK;
    return upstream_fault(upstream, lookup->err, "the picture that it names answers with status %d", response.status);
}

/* An absolute address, or a path at the service. */
static bool fetch_is_address(struct str text)
{
    struct url url;
    if (memchr(text.data, '\0', text.len))
        return false;
    bool is_path = text.data[0] == '/' && !(text.len > 1 && text.data[1] == '/');
    return is_path || url_parse(text, &url, NULL) == OK;
}

enum status image_fetch(struct upstream *upstream, struct net *net, struct str url, const struct lookup *lookup,
                        struct str *data)
{
    struct str address = str_trim(url);
    if (!address.len || address.len > LONGEST_URL || !fetch_is_address(address))
        return upstream_fault(upstream, lookup->err, "the address of its picture is none");
    const char *base = arena_printf(lookup->arena, "%s/", upstream_settings(upstream)->base_url);
    const char *absolute = base ? url_resolve(lookup->arena, base, address) : NULL;
    const char *origin = base ? url_normalise(lookup->arena, str_from(base)) : NULL;
    if (!absolute || !origin)
        return error_memory(lookup->err);
    if (url_same_origin(absolute, origin))
        return fetch_own(upstream, absolute, lookup, data);
    return fetch_guarded(upstream, net, absolute, lookup, data);
}
