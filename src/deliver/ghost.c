/*
 * ghost: a target that makes a draft at a Ghost site, through the Admin API of version 5
 * (https://docs.ghost.org/admin-api/).
 *
 * The marker is a comment in the draft's own code injection: Ghost drops comments from the text itself, and what it can
 * filter by is little. It shows nothing to readers, and stays whatever is done to title, slug, text and tags. The id of
 * the draft is kept besides.
 *
 * Ghost has no list of its pictures. Addresses are kept as soon as they are known; of an attempt that ends between a
 * picture's arrival and its answer one unused file stays at the site.
 */
#include "deliver/deliver_parts.h"
#include "deliver/draft.h"
#include "deliver/site.h"

#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <time.h>

enum { ID_DIGITS = 24, SECRET_BYTES = 32, DIGEST_BYTES = 32, VALID_SECONDS = 5 * 60 };

static int digit_of(char character)
{
    static const char digits[] = "0123456789abcdef";
    const char *found = character ? strchr(digits, ascii_lower(character)) : NULL;
    return found ? (int)(found - digits) : -1;
}

static bool are_digits(const char *text, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (digit_of(text[i]) < 0)
            return false;
    return true;
}

bool ghost_is_key(const char *text)
{
    return strlen(text) == ID_DIGITS + 1 + 2 * SECRET_BYTES && text[ID_DIGITS] == ':' && are_digits(text, ID_DIGITS) &&
           are_digits(text + ID_DIGITS + 1, (size_t)2 * SECRET_BYTES);
}

/* Base64 for addresses, without padding. */
static char *encode(struct arena *arena, const void *bytes, size_t length)
{
    char *text = arena_alloc(arena, (length + 2) / 3 * 4 + 1);
    if (!text)
        return NULL;
    EVP_EncodeBlock((unsigned char *)text, bytes, (int)length);
    text[strcspn(text, "=")] = '\0';
    for (char *character = text; *character; character++)
        *character = *character == '+' ? '-' : *character == '/' ? '_' : *character;
    return text;
}

static const char *encode_text(struct arena *arena, const char *text)
{
    return text ? encode(arena, text, strlen(text)) : NULL;
}

/* NULL also when libcrypto has no memory. */
static const char *sign(struct arena *arena, const char *secret, const char *text)
{
    unsigned char key[SECRET_BYTES], digest[DIGEST_BYTES];
    for (size_t i = 0; i < SECRET_BYTES; i++)
        key[i] = (unsigned char)(digit_of(secret[2 * i]) * 16 + digit_of(secret[2 * i + 1]));
    bool is_signed =
        HMAC(EVP_sha256(), key, SECRET_BYTES, (const unsigned char *)text, strlen(text), digest, NULL) != NULL;
    return is_signed ? encode(arena, digest, sizeof digest) : NULL;
}

const char *ghost_token(struct arena *arena, const char *key, int64_t now)
{
    const char *header =
        encode_text(arena, arena_printf(arena, "{\"alg\":\"HS256\",\"typ\":\"JWT\",\"kid\":\"%.*s\"}", ID_DIGITS, key));
    const char *claims = encode_text(arena, arena_printf(arena, "{\"iat\":%lld,\"exp\":%lld,\"aud\":\"/admin/\"}",
                                                         (long long)now, (long long)now + VALID_SECONDS));
    const char *text = header && claims ? arena_printf(arena, "%s.%s", header, claims) : NULL;
    const char *signature = text ? sign(arena, key + ID_DIGITS + 1, text) : NULL;
    return signature ? arena_printf(arena, "%s.%s", text, signature) : NULL;
}

#define POSTS_PATH  "posts/"
#define IMAGES_PATH "images/upload/"
#define ANY_STATUS  "status:[draft,published,scheduled,sent]"

/* What Ghost takes, in characters. */
enum { TITLE_MAX = 255, EXCERPT_MAX = 300, DESCRIPTION_MAX = 500, ALT_MAX = 191 };

/* --- requests --- */

struct ghost {
    const struct delivery_call *call;
    struct delivery_outcome *outcome;
    int status; /* HTTP status with which the site refused a picture for good; 0: it refused none */
};

/* A page instead of JSON, a redirection: something stands where the interface should. */
static enum status ghost_judge(const struct ghost *ghost, const struct site_answer *answer, struct error *err)
{
    const char *site = site_host(ghost->call, site_setting(ghost->call, "url"));
    if (answer->status >= 300 && answer->status < 400)
        return site_judge(ghost->call, ghost->outcome, DELIVERY_RETRY, err,
                          "%s leads elsewhere (status %d): url has to be the address that it leads to", site,
                          answer->status);
    if (!json_is_object(answer->json) && (answer->status == 404 || ghost->outcome->verdict == DELIVERY_ACCEPTED))
        return site_judge(ghost->call, ghost->outcome, DELIVERY_RETRY, err,
                          "%s does not answer as Ghost does at /ghost/api/admin/", site);
    return OK;
}

/* path: below the interface. type: a header, of the body, which is `body` or the JSON, whose reference is taken. */
static enum status ghost_ask(struct ghost *ghost, const char *method, const char *path, const char *type,
                             struct str body, json_t *json, struct site_answer *answer, struct error *err)
{
    const struct delivery_call *call = ghost->call;
    struct arena *arena = call->arena;
    const char *token = ghost_token(arena, site_setting(call, "adminApiKey"), (int64_t)time(NULL));
    const char *headers[] = {arena_printf(arena, "Authorization: Ghost %s", token), "Accept-Version: v5.0", type, NULL};
    const struct site_request request = {.method = method,
                                         .url = site_url(call, "url", arena_printf(arena, "/ghost/api/admin/%s", path)),
                                         .headers = headers,
                                         .body = body};
    *answer = (struct site_answer){0};
    if (!token) { /* libcrypto had no memory */
        json_decref(json);
        return error_memory(err);
    }
    enum status status = json ? site_ask_json(call, &request, json, answer, ghost->outcome, err)
                              : site_ask(call, &request, answer, ghost->outcome, err);
    if (!status)
        status = ghost_judge(ghost, answer, err);
    if (status)
        site_done(answer);
    return status;
}

static enum status ghost_get(struct ghost *ghost, const char *path, struct site_answer *answer, struct error *err)
{
    return ghost_ask(ghost, NULL, path, NULL, (struct str){0}, NULL, answer, err);
}

/* A member of the first object in a list of the answer: {"posts": [{"id": ""}]}. NULL: there is none. */
static const char *first(const struct site_answer *answer, const char *list, const char *name)
{
    return json_string_value(json_object_get(json_array_get(json_object_get(answer->json, list), 0), name));
}

/* --- what is there already --- */

/* *id NULL: no post is there. In the arena. */
static enum status ask_for_post(struct ghost *ghost, const char *path, const char **id, struct error *err)
{
    struct site_answer answer;
    enum status status = ghost_get(ghost, path, &answer, err);
    if (status)
        return status;
    const char *found = ghost->outcome->verdict == DELIVERY_ACCEPTED ? first(&answer, "posts", "id") : NULL;
    *id = found ? arena_copy(ghost->call->arena, found) : NULL;
    site_done(&answer);
    return site_end(ghost->call, OK, err);
}

static const char *search_path(const struct ghost *ghost, const char *marker)
{
    struct buf filter = {0}, out = {0};
    buf_printf(&filter, "codeinjection_head:~'%s'+" ANY_STATUS, marker);
    for (const char *at = buf_text(&filter); *at; at++)
        url_encode_octet(&out, (unsigned char)*at);
    out.failed = out.failed || filter.failed;
    buf_free(&filter);
    return arena_printf(ghost->call->arena, POSTS_PATH "?fields=id&filter=%s", buf_keep(&out, ghost->call->arena).data);
}

/* Looks for the draft of an earlier attempt. *id NULL: there is none, if *done. */
static enum status ghost_look(struct ghost *ghost, const struct delivered_draft *draft, const char **id, bool *done,
                              struct error *err)
{
    struct arena *arena = ghost->call->arena;
    const char *kept = json_string_value(progress_get(ghost->call, NULL, "post"));
    enum status status = OK;
    *id = NULL;
    *done = true;
    if (kept) {
        status = ask_for_post(ghost, arena_printf(arena, POSTS_PATH "%s/?fields=id", kept), id, err);
        *done = *id || ghost->outcome->status == 404;
    }
    if (status || *id || !*done)
        return status;
    status = ask_for_post(ghost, search_path(ghost, draft->marker), id, err);
    if (ghost->outcome->verdict == DELIVERY_REFUSED) /* whatever it is, the draft may be there */
        ghost->outcome->verdict = DELIVERY_RETRY;
    *done = ghost->outcome->verdict == DELIVERY_ACCEPTED;
    return status;
}

/* --- pictures --- */

static enum status ghost_read_address(struct ghost *ghost, const struct site_answer *answer, const char **address,
                                      struct error *err)
{
    struct delivery_outcome *outcome = ghost->outcome;
    const char *url = first(answer, "images", "url");
    if (outcome->verdict == DELIVERY_ACCEPTED && url) {
        *address = arena_copy(ghost->call->arena, url);
        return site_end(ghost->call, OK, err);
    }
    if (outcome->verdict == DELIVERY_ACCEPTED)
        return site_judge(ghost->call, outcome, DELIVERY_RETRY, err,
                          "the site took a picture but does not say where it is");
    draft_refuse_picture(outcome, &ghost->status);
    return OK;
}

static enum status upload(void *context, const struct draft_picture *picture, const struct stored_picture *bytes,
                          const char **address, struct delivery_outcome *outcome, struct error *err)
{
    struct ghost *ghost = context;
    struct site_answer answer;
    struct delivery_form form;
    enum status status;
    ghost->outcome = outcome;
    form_begin(&form);
    form_text(&form, "purpose", "image");
    form_text(&form, "ref", picture->filename);
    form_file(&form, "file", picture->filename, bytes->type, bytes->bytes);
    if (form_end(&form)) {
        struct str body = {buf_text(&form.body), form.body.len};
        status = ghost_ask(ghost, "POST", IMAGES_PATH, form.header, body, NULL, &answer, err);
        if (!status)
            status = ghost_read_address(ghost, &answer, address, err);
        site_done(&answer);
    } else {
        status = error_memory(err);
    }
    form_free(&form);
    return status;
}

/* --- the post --- */

/* Adds a text, as long as Ghost takes it; an empty one is left out. */
static bool ghost_add_text(const struct ghost *ghost, json_t *post, const char *name, const char *text, size_t most)
{
    const char *cut = text_cut(ghost->call->arena, str_from(text), most);
    return cut && (!*cut || json_object_set_new(post, name, json_string(cut)) == 0);
}

/* Ghost hides a tag that begins with a number sign. */
static json_t *tags_of(const struct delivered_draft *draft)
{
    json_t *tags = json_array();
    for (size_t i = 0; i < draft->tag_count; i++) {
        const char *tag = draft->tags[i] + strspn(draft->tags[i], "# ");
        if (*tag && json_array_append_new(tags, json_string(tag)) != 0) {
            json_decref(tags);
            return NULL;
        }
    }
    return tags;
}

/* The first picture that the site has is the draft's. */
static bool add_feature(const struct ghost *ghost, json_t *post, const struct delivered_draft *draft,
                        const char *const *addresses)
{
    for (size_t i = 0; i < draft->picture_count; i++)
        if (addresses[i])
            return json_object_set_new(post, "feature_image", json_string(addresses[i])) == 0 &&
                   ghost_add_text(ghost, post, "feature_image_alt", draft->pictures[i].alt, ALT_MAX);
    return true;
}

/* The request of a draft. NULL: no memory. */
static json_t *post_of(const struct ghost *ghost, const struct delivered_draft *draft, const char *const *addresses,
                       struct str html)
{
    const char *comment = arena_printf(ghost->call->arena, "<!-- %s -->", draft->marker);
    json_t *post = json_pack("{s:s, s:s, s:s, s:s%, s:o}", "status", "draft", "slug", draft->slug, "codeinjection_head",
                             comment ? comment : "", "html", html.data, html.len, "tags", tags_of(draft));
    bool done = post && comment && ghost_add_text(ghost, post, "title", draft->title, TITLE_MAX) &&
                ghost_add_text(ghost, post, "meta_description", draft->meta_description, DESCRIPTION_MAX) &&
                ghost_add_text(ghost, post, "custom_excerpt", draft->meta_description, EXCERPT_MAX) &&
                add_feature(ghost, post, draft, addresses);
    if (done)
        return json_pack("{s:[o]}", "posts", post);
    json_decref(post);
    return NULL;
}

/* Where people find it. */
static void ghost_accept(struct ghost *ghost, const char *id)
{
    const char *path = arena_printf(ghost->call->arena, "/ghost/#/editor/post/%s", id);
    *ghost->outcome = (struct delivery_outcome){.verdict = DELIVERY_ACCEPTED,
                                                .status = ghost->outcome->status,
                                                .remote_url = site_url(ghost->call, "url", path),
                                                .retry_after_ms = -1};
}

static enum status read_post(struct ghost *ghost, const struct site_answer *answer, struct error *err)
{
    const char *id = first(answer, "posts", "id");
    if (ghost->outcome->verdict != DELIVERY_ACCEPTED)
        return OK;
    if (!id)
        return site_judge(ghost->call, ghost->outcome, DELIVERY_RETRY, err,
                          "the site took the draft but does not say what it is");
    ghost_accept(ghost, id);
    return progress_keep(ghost->call, NULL, "post", json_string(id), err);
}

/* The reference is taken. */
static enum status add_post(struct ghost *ghost, json_t *post, struct error *err)
{
    struct site_answer answer;
    enum status status = ghost_ask(ghost, "POST", POSTS_PATH "?source=html", "Content-Type: application/json",
                                   (struct str){0}, post, &answer, err);
    if (!status)
        status = read_post(ghost, &answer, err);
    site_done(&answer);
    return status;
}

/* --- an attempt --- */

static enum status ghost_make(struct ghost *ghost, const struct delivered_draft *draft, struct error *err)
{
    const struct delivery_call *call = ghost->call;
    const char **addresses;
    struct str html;
    bool done;
    enum status status = draft_pictures(call, draft, upload, ghost, &addresses, &done, ghost->outcome, err);
    if (status || !done)
        return status;
    status = draft_html(draft, addresses, call->arena, &html, err);
    json_t *post = status ? NULL : post_of(ghost, draft, addresses, html);
    if (!status)
        status = post ? add_post(ghost, post, err) : error_memory(err);
    return status ? status : draft_tell_refusal(call, ghost->status, ghost->outcome, err);
}

static enum status ghost_send(const struct delivery_call *call, struct delivery_outcome *outcome, struct error *err)
{
    struct ghost ghost = {.call = call, .outcome = outcome};
    struct delivered_draft draft;
    const char *id = NULL;
    bool done = true;
    enum status status = draft_of_article(call, &draft, err);
    if (!status && call->is_repeated)
        status = ghost_look(&ghost, &draft, &id, &done, err);
    if (status || !done)
        return status;
    if (id)
        ghost_accept(&ghost, id);
    else
        status = ghost_make(&ghost, &draft, err);
    return site_end(call, status, err);
}

/* --- a test, and settings --- */

/* Every Admin API key may write posts and upload pictures: that it is one is all there is to ask. */
static enum status ghost_test(const struct delivery_call *call, struct delivery_outcome *outcome, struct error *err)
{
    struct ghost ghost = {.call = call, .outcome = outcome};
    struct site_answer answer;
    enum status status = ghost_get(&ghost, POSTS_PATH "?limit=1&fields=id", &answer, err);
    site_done(&answer);
    return site_end(call, status, err);
}

static enum status ghost_check(const json_t *settings, struct arena *arena, struct error *err)
{
    (void)arena;
    const char *key = json_string_value(json_object_get(settings, "adminApiKey"));
    if (key && !ghost_is_key(key))
        return error_set(err, E_INVALID, NULL,
                         "adminApiKey must be the Admin API key of a custom integration: 24 hexadecimal digits, a "
                         "colon and 64 hexadecimal digits");
    return OK;
}

static const struct setting settings[] = {
    {"url", SETTING_URL, .is_required = true, .summary = "The address of the site."},
    {"adminApiKey", SETTING_TEXT, .is_secret = true, .is_required = true,
     .summary = "The Admin API key of a custom integration of the site."},
};

const struct delivery_target ghost_target = {
    .name = "ghost",
    .url_setting = "url",
    .settings = settings,
    .setting_count = COUNT_OF(settings),
    .check = ghost_check,
    .test = ghost_test,
    .send = ghost_send,
};
