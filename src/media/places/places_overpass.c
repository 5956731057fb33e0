#include "media/places/places_overpass.h"

#include "base/version.h"
#include "media/data/loose.h"
#include "media/places/places_sought.h"
#include "net/upstream/entry.h"
#include "net/upstream/pause.h"

#include <stdlib.h>

enum {
    PAUSE_MS = 1200,          /* Nominatim wants a second between two questions; one may overtake the other a little */
    KEEP_SECONDS = 24 * 3600, /* both ask that answers are kept */
    MOST_TRIES = 3,           /* after an answer that says the server is busy */
    MOST_SLOT_MS = 60 * 1000, /* to wait for a slot */
    SECONDS = 90,             /* articles side by side wait for each other */
    LONGEST_AGENT = 200,
};

struct overpass {
    struct upstream *nominatim, *overpass;
    char *agent; /* "User-Agent: ..." */
};

/* --- where --- */

static enum status find_named(const struct overpass *service, const struct places_query *query,
                              const struct lookup *call, struct place_area *area)
{
    const char *name = query->city && query->country ? arena_printf(call->arena, "%s, %s", query->city, query->country)
                                                     : (query->city ? query->city : query->country);
    return name ? place_area_find(service->nominatim, str_from(name), query->language, call, area)
                : error_memory(call->err);
}

/* E_NOT_FOUND: nothing of the keyword is the name of a city or country. */
static enum status find_area(const struct overpass *service, const struct places_query *query,
                             const struct lookup *call, struct places_sought *sought, struct place_area *area,
                             struct str *name)
{
    enum status status = E_NOT_FOUND;
    *name = STR("");
    if (query->city || query->country)
        return find_named(service, query, call, area);
    for (size_t i = 0; i < sought->name_count && status == E_NOT_FOUND; i++) {
        *name = sought->names[i];
        status = place_area_find(service->nominatim, *name, query->language, call, area);
    }
    return status;
}

/* --- asking --- */

static const char *const remark_words[] = {"runtime error", "rate_limited", "Dispatcher_Client", "timeout", NULL};

/* Does the text tell of a server that could not answer? */
static bool tells_of_overload(struct str text)
{
    for (size_t i = 0; remark_words[i]; i++)
        if (str_find(text, str_from(remark_words[i]), 0) < text.len)
            return true;
    return false;
}

/* Remarks stand in answers with status 200; such an answer is not the answer for a day. */
static bool may_keep(struct str body)
{
    struct str text = str_trim(body);
    size_t remark = str_find(text, STR("\"remark\""), 0);
    struct str rest = {text.data + remark, text.len - remark};
    return str_starts(text, STR("{")) && str_ends(text, STR("}")) && !tells_of_overload(rest);
}

/* Milliseconds until a slot is free, as /api/status says: "Slot available after: 2026-05-04T10:11:12Z, in 3 seconds."
 * -1: it does not say. */
static int64_t slot_wait(struct str status)
{
    int64_t least = -1;
    if (str_find(status, STR("slots available now"), 0) < status.len)
        return 0;
    for (size_t at = 0; (at = str_find(status, STR(", in "), at)) < status.len; at++) {
        int64_t wait =
            clock_parse_duration((struct str){status.data + at + 5, str_find(status, STR(" "), at + 5) - at - 5}, 1000);
        if (wait >= 0 && (least < 0 || wait < least))
            least = wait;
    }
    return least;
}

/* Would another try end as this one did: "runtime error: Query timed out", "Query ran out of memory"? */
static bool is_too_much(const char *remark)
{
    return strstr(remark, "timed out") || strstr(remark, "out of memory");
}

static enum status wait_for_slot(const struct overpass *service, int tries, const struct lookup *call)
{
    const struct upstream_request request = {.path = "/api/status", .accept = "text/plain", .is_fresh = true};
    struct upstream_answer answer;
    struct error unheard = {0};
    struct lookup asking = *call;
    asking.err = &unheard;
    enum status status = upstream_ask(service->overpass, &request, &asking, &answer);
    if (status == E_CANCELLED || status == E_MEMORY)
        return error_set(call->err, status, NULL, "%s", unheard.message);
    int64_t wait = status ? -1 : slot_wait(answer.body);
    int64_t usual = pause_length(tries);
    wait = wait < usual ? usual : wait;
    return pause_wait(wait < MOST_SLOT_MS ? wait : MOST_SLOT_MS, call->cancel, call->err);
}

/* Asks until the answer is no remark of an overload; what came in spite of one is taken. */
static enum status overpass_ask(const struct overpass *service, struct str form, const struct lookup *call,
                                json_t **value)
{
    const struct upstream_request request = {
        .path = "/api/interpreter", .body = form, .type = "application/x-www-form-urlencoded", .may_keep = may_keep};
    for (int tries = 1;; tries++) {
        enum status status = upstream_json(service->overpass, &request, call, value);
        if (status)
            return status;
        const char *remark = json_string_value(loose_at(*value, "remark"));
        bool is_busy = remark && tells_of_overload(str_from(remark)) && !json_array_size(loose_at(*value, "elements"));
        if (!is_busy)
            return OK;
        char what[120];
        snprintf(what, sizeof what, "%.*s", (int)utf8_valid_length((struct str){remark, strnlen(remark, 110)}), remark);
        json_decref(*value);
        *value = NULL;
        if (is_too_much(what))
            return error_set(call->err, E_LIMIT, NULL, "places.overpass: the area has too much to look through: %s",
                             what);
        if (tries == MOST_TRIES)
            return error_set(call->err, E_LIMIT, NULL, "places.overpass is busy: %s", what);
        status = wait_for_slot(service, tries, call);
        if (status)
            return status;
    }
}

static enum status ask_query(const struct overpass *service, struct str text, const struct lookup *call, json_t **value)
{
    struct buf form = {0};
    upstream_query(&form, "data", text);
    const char *copy = form.failed ? NULL : arena_copy(call->arena, buf_text(&form));
    buf_free(&form);
    return copy ? overpass_ask(service, str_from(copy + 1), call, value) /* without its "?" */
                : error_memory(call->err);
}

/* --- answering --- */

static enum status overpass_find_places(const struct overpass *service, const struct places_query *query,
                                        const struct places_sought *sought, const struct place_area *area,
                                        const struct lookup *call, struct places_found *found)
{
    struct buf text = {0};
    json_t *value = NULL;
    places_sought_query(sought, area, &text);
    enum status status = text.failed ? error_memory(call->err) : OK;
    bool asks = !status && text.len;
    if (asks)
        status = ask_query(service, (struct str){buf_text(&text), text.len}, call, &value);
    buf_free(&text);
    if (asks && !status)
        status = overpass_read(value, area, query->most, call->arena, &found->list, &found->count, call->err);
    json_decref(value);
    return status;
}

static enum status overpass_search(void *state, const struct places_query *query, const struct lookup *call,
                                   struct places_found *found)
{
    const struct overpass *service = state;
    struct places_sought sought = {0};
    struct place_area area = {0};
    struct str name = STR("");
    enum status status = places_sought_read(query, call, &sought);
    if (!status)
        status = find_area(service, query, call, &sought, &area, &name);
    if (status && status != E_NOT_FOUND)
        return status;
    bool is_somewhere = status == OK;
    if (is_somewhere) {
        places_sought_take_out(&sought, query->keyword, name);
        found->city = area.city;
        found->country = area.country;
        found->city_words = area.city ? name : STR("");
        found->attribution = "© OpenStreetMap contributors (ODbL)";
        found->attribution_url = "https://www.openstreetmap.org/copyright";
    }
    found->unknown_words = places_sought_unknown(&sought, call->arena);
    if (!found->unknown_words)
        return error_memory(call->err);
    return is_somewhere ? overpass_find_places(service, query, &sought, &area, call, found) : OK;
}

/* --- the entry --- */

static void close_service(void *state)
{
    struct overpass *service = state;
    upstream_close(service->nominatim);
    upstream_close(service->overpass);
    free(service->agent);
    free(service);
}

static bool is_header_text(const char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text < ' ' || (unsigned char)*text >= 0x7F)
            return false;
    return true;
}

/* Who asks, as Nominatim's usage policy wants it said. */
static enum status read_agent(const json_t *entry, char **agent, struct error *err)
{
    const char *given = NULL, *email = NULL;
    struct buf header = {0};
    enum status status = entry_optional(entry, "places", "user_agent", &given, err);
    if (!status)
        status = entry_optional(entry, "places", "email", &email, err);
    if (status)
        return status;
    const char *who = given ? given : email;
    if (!who || strlen(who) > LONGEST_AGENT || !is_header_text(who))
        return error_set(err, E_INVALID, "config",
                         "configuration: places.email or places.user_agent must say who asks, as the usage policy of "
                         "Nominatim wants it: at most %d printable ASCII characters",
                         LONGEST_AGENT);
    buf_printf(&header, given ? "User-Agent: %s" : "User-Agent: copydesk/" COPYDESK_VERSION " (%s)", who);
    *agent = buf_take(&header);
    return *agent ? OK : error_memory(err);
}

static enum status open_both(const json_t *entry, struct overpass *service, struct error *err)
{
    struct upstream_settings nominatim = {.name = "places.nominatim",
                                          .pause_ms = PAUSE_MS,
                                          .seconds = SECONDS,
                                          .parallel = 1,
                                          .keep_seconds = KEEP_SECONDS,
                                          .header = service->agent};
    struct upstream_settings overpass = {.name = "places.overpass",
                                         .parallel = 1,
                                         .seconds = SECONDS,
                                         .keep_seconds = KEEP_SECONDS,
                                         .header = service->agent};
    enum status status = entry_address(entry, "places", "nominatim", &nominatim.base_url, err);
    if (!status)
        status = entry_address(entry, "places", "overpass", &overpass.base_url, err);
    if (!status)
        status = upstream_open(&nominatim, &service->nominatim, err);
    return status ? status : upstream_open(&overpass, &service->overpass, err);
}

static enum status open_service(const json_t *entry, void **state, struct error *err)
{
    static const char *const members[] = {"nominatim", "overpass", "user_agent", "email", NULL};
    enum status status = entry_check(entry, "places", members, err);
    if (status)
        return status;
    struct overpass *service = calloc(1, sizeof *service);
    if (!service)
        return error_memory(err);
    status = read_agent(entry, &service->agent, err);
    if (!status)
        status = open_both(entry, service, err);
    if (status)
        close_service(service);
    else
        *state = service;
    return status;
}

const struct place_backend places_overpass_backend = {
    .api = "overpass", .open = open_service, .close = close_service, .search = overpass_search};
