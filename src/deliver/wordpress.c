/*
 * wordpress: a target that makes a draft at a WordPress site, through its REST API
 * (https://developer.wordpress.org/rest-api/reference/), with an application password (WordPress 5.6 or later). The
 * interface is below /wp-json/ where the site has pretty addresses, and behind /?rest_route= everywhere.
 *
 * The marker is a comment within the first paragraph: the search of the interface finds it, whatever state the post is
 * in by then, and under whatever title. Once the answer to the making of the draft is there its id is kept as well, so
 * that it is known even when the content was written anew. Between the two a draft is lost sight of only if somebody
 * removes the comment before the next attempt; it is then made again.
 */
#include "deliver/draft.h"
#include "deliver/site.h"

#include <stdlib.h>

struct wordpress {
    const struct delivery_call *call;
    struct delivery_outcome *outcome; /* of the last request; of the attempt in the end */
    const char *host;                 /* of the site, for sentences */
    const char *root;                 /* what the paths of requests follow: "https://blog.example/wp-json" */
    const char *admin;                /* what /wp-admin/ follows; not always the site's own address */
    const char *authorization;        /* a header: application passwords are for Basic authentication */
};

struct wordpress_request {
    const char *method;             /* NULL: GET */
    const char *path;               /* "/wp/v2/posts" */
    const char *query;              /* "search=x&per_page=10"; NULL: none */
    const json_t *json;             /* the body; NULL: `body` is */
    const char *type, *disposition; /* headers of `body` */
    struct str body;                /* data NULL: there is none */
};

enum { UNAUTHORIZED = 401 };

static const char *const roots[] = {"/wp-json", "/?rest_route="};

/* --- requests --- */

/* A value of a query. In the arena of the call; NULL: no memory. */
static const char *wordpress_encode(const struct wordpress *wordpress, const char *text)
{
    struct buf out = {0};
    for (; *text; text++)
        if (url_is_unreserved(*text))
            buf_char(&out, *text);
        else
            url_encode_octet(&out, (unsigned char)*text);
    return buf_keep(&out, wordpress->call->arena).data;
}

/* The id in an object of the interface; 0: there is none. */
static json_int_t wordpress_id(const json_t *object)
{
    json_int_t id = json_integer_value(json_object_get(object, "id"));
    return id > 0 ? id : 0;
}

static const char *interface_address_of(const struct wordpress *wordpress, const struct wordpress_request *request)
{
    const char *joint = !request->query ? "" : strchr(wordpress->root, '?') ? "&" : "?";
    return arena_printf(wordpress->call->arena, "%s%s%s%s", wordpress->root, request->path, joint,
                        request->query ? request->query : "");
}

/* A page instead of JSON, a redirection: something stands where the interface should. WordPress does not say that a
 * password is wrong, only that nobody is logged in. */
static enum status interface_judge(const struct wordpress *wordpress, const struct site_answer *answer,
                                   struct error *err)
{
    const struct delivery_call *call = wordpress->call;
    struct delivery_outcome *outcome = wordpress->outcome;
    if (answer->status >= 300 && answer->status < 400)
        return site_judge(call, outcome, DELIVERY_RETRY, err,
                          "%s leads elsewhere (status %d): url has to be the address that it leads to", wordpress->host,
                          answer->status);
    if (answer->status == UNAUTHORIZED)
        return site_judge(call, outcome, DELIVERY_RETRY, err,
                          "%s Username or applicationPassword is wrong, or the web server does not pass them on.",
                          outcome->problem);
    if (outcome->verdict == DELIVERY_ACCEPTED && !json_is_object(answer->json) && !json_is_array(answer->json))
        return site_judge(call, outcome, DELIVERY_RETRY, err,
                          "%s answered with a page where its interface was expected", wordpress->host);
    return OK;
}

/* As site_ask, where an answer counts as accepted only if it is in JSON. E_MEMORY, E_CANCELLED. */
static enum status wordpress_ask(struct wordpress *wordpress, const struct wordpress_request *request,
                                 struct site_answer *answer, struct error *err)
{
    const struct delivery_call *call = wordpress->call;
    const char *type = request->json ? "application/json" : request->type ? request->type : "application/octet-stream";
    bool has_body = request->json || request->body.data;
    const char *headers[] = {wordpress->authorization,
                             has_body ? arena_printf(call->arena, "Content-Type: %s", type) : NULL,
                             request->disposition, NULL};
    const struct site_request wanted = {.method = request->method,
                                        .url = interface_address_of(wordpress, request),
                                        .headers = headers,
                                        .body = request->body};
    enum status status = request->json ? site_ask_json(call, &wanted, json_incref((json_t *)request->json), answer,
                                                       wordpress->outcome, err)
                                       : site_ask(call, &wanted, answer, wordpress->outcome, err);
    if (!status)
        status = interface_judge(wordpress, answer, err);
    if (status)
        site_done(answer);
    return status;
}

/* --- finding it --- */

static const char *basic_authorization(const struct delivery_call *call)
{
    struct buf plain = {0};
    buf_printf(&plain, "%s:%s", site_setting(call, "username"), site_setting(call, "applicationPassword"));
    struct str both = buf_keep(&plain, call->arena);
    return arena_printf(call->arena, "Authorization: Basic %s", both.data ? base64_encode(call->arena, both) : "");
}

static bool has_posts(const json_t *index)
{
    size_t i;
    json_t *name;
    json_array_foreach (json_object_get(index, "namespaces"), i, name) {
        if (json_is_string(name) && strcmp(json_string_value(name), "wp/v2") == 0)
            return true;
    }
    return false;
}

/* Could the interface be at another place? Not where the site is down or wants another password. */
static bool may_be_elsewhere(const struct site_answer *answer)
{
    return answer->status == 404 || (answer->status >= 200 && answer->status < 400);
}

static enum status interface_keep(struct wordpress *wordpress, const char *root, const json_t *index, struct error *err)
{
    const struct delivery_call *call = wordpress->call;
    const char *admin = json_string_value(json_object_get(index, "url"));
    json_t *found =
        json_pack("{s:s, s:s}", "root", root, "url", site_is_address(admin) ? admin : site_url(call, "url", ""));
    return progress_keep(call, NULL, "interface", found, err);
}

/* Takes what the progress has. False: it has nothing. */
static bool take_kept(struct wordpress *wordpress)
{
    const struct delivery_call *call = wordpress->call;
    const json_t *kept = progress_get(call, NULL, "interface");
    const char *root = json_string_value(json_object_get(kept, "root"));
    const char *admin = json_string_value(json_object_get(kept, "url"));
    if (!root || !admin)
        return false;
    wordpress->root = site_url(call, "url", root);
    wordpress->admin = arena_copy(call->arena, admin);
    return true;
}

static enum status interface_look_at(struct wordpress *wordpress, const char *root, bool *found, bool *is_last,
                                     struct error *err)
{
    struct site_answer answer;
    wordpress->root = site_url(wordpress->call, "url", root);
    enum status status = wordpress_ask(
        wordpress, &(struct wordpress_request){.path = "/", .query = "_fields=namespaces,url"}, &answer, err);
    if (status)
        return status;
    *found = has_posts(answer.json);
    *is_last = *found || !may_be_elsewhere(&answer);
    if (*found)
        status = interface_keep(wordpress, root, answer.json, err);
    site_done(&answer);
    return status;
}

static enum status interface_find(struct wordpress *wordpress, bool *found, struct error *err)
{
    bool is_last = false;
    for (size_t i = 0; i < COUNT_OF(roots) && !is_last; i++) {
        enum status status = interface_look_at(wordpress, roots[i], found, &is_last, err);
        if (status)
            return status;
    }
    int status = wordpress->outcome->status;
    if (*found || is_last || (status >= 300 && status < 400))
        return OK;
    return site_judge(wordpress->call, wordpress->outcome, DELIVERY_RETRY, err,
                      "%s does not answer as WordPress does, neither at /wp-json/ nor at /?rest_route=/",
                      wordpress->host);
}

/* Finds the interface, once: the progress keeps where it is. *open false: the outcome says why. Statuses: those of
 * delivery_target.send. */
static enum status wordpress_open(struct wordpress *wordpress, const struct delivery_call *call,
                                  struct delivery_outcome *outcome, bool *open, struct error *err)
{
    *wordpress = (struct wordpress){.call = call,
                                    .outcome = outcome,
                                    .host = site_host(call, site_setting(call, "url")),
                                    .authorization = basic_authorization(call)};
    *open = take_kept(wordpress);
    if (*open)
        return OK;
    enum status status = interface_find(wordpress, open, err);
    if (!status && *open)
        *open = take_kept(wordpress);
    return status;
}

/* --- pictures in the media library of a WordPress site --- */

struct wordpress_media {
    struct wordpress *wordpress;
    int status; /* HTTP status with which the site refused a picture for good; 0: it refused none */
};

#define MEDIA_PATH "/wp/v2/media"

/* What the site has of a picture. */
struct copy {
    json_int_t id; /* 0: it has none */
    const char *address;
    bool is_described;
};

static void read_copy(struct wordpress *wordpress, const json_t *object, struct copy *copy)
{
    const char *address = json_string_value(json_object_get(object, "source_url"));
    const char *alt = json_string_value(json_object_get(object, "alt_text"));
    *copy = (struct copy){.id = address ? wordpress_id(object) : 0, .is_described = alt && *alt};
    copy->address = arena_copy(wordpress->call->arena, address ? address : "");
}

static bool was_accepted(const struct wordpress *wordpress)
{
    return wordpress->outcome->verdict == DELIVERY_ACCEPTED;
}

/* WordPress makes the slug of a medium of its file's name: "copydesk-ID". */
static enum status find_copy(struct wordpress *wordpress, const struct draft_picture *picture, struct copy *copy,
                             struct error *err)
{
    struct site_answer answer;
    int length = (int)strcspn(picture->filename, ".");
    const char *query =
        arena_printf(wordpress->call->arena, "slug=%.*s&_fields=id,source_url,alt_text", length, picture->filename);
    enum status status =
        wordpress_ask(wordpress, &(struct wordpress_request){.path = MEDIA_PATH, .query = query}, &answer, err);
    if (!status)
        read_copy(wordpress, json_array_get(answer.json, 0), copy);
    site_done(&answer);
    return status;
}

static enum status add_copy(struct wordpress *wordpress, const struct draft_picture *picture,
                            const struct stored_picture *bytes, struct copy *copy, struct error *err)
{
    struct site_answer answer;
    const char *disposition =
        arena_printf(wordpress->call->arena, "Content-Disposition: attachment; filename=\"%s\"", picture->filename);
    const struct wordpress_request request = {
        .method = "POST",
        .path = MEDIA_PATH,
        .query = "_fields=id,source_url,alt_text",
        .type = bytes->type,
        .disposition = disposition,
        .body = bytes->bytes,
    };
    enum status status = wordpress_ask(wordpress, &request, &answer, err);
    if (!status)
        read_copy(wordpress, was_accepted(wordpress) ? answer.json : NULL, copy);
    site_done(&answer);
    return status;
}

/* The alternative text is plain, the caption is HTML. */
static json_t *description_of(const struct draft_picture *picture)
{
    struct buf caption = {0};
    escape_html(&caption, str_from(picture->caption));
    json_t *description =
        caption.failed ? NULL : json_pack("{s:s, s:s}", "alt_text", picture->alt, "caption", buf_text(&caption));
    buf_free(&caption);
    return description;
}

static enum status media_describe(struct wordpress *wordpress, const struct draft_picture *picture, json_int_t id,
                                  struct error *err)
{
    struct site_answer answer;
    const char *path = arena_printf(wordpress->call->arena, MEDIA_PATH "/%lld", (long long)id);
    json_t *description = description_of(picture);
    if (!description)
        return error_memory(err);
    const struct wordpress_request request = {
        .method = "POST", .path = path, .query = "_fields=id", .json = description};
    enum status status = wordpress_ask(wordpress, &request, &answer, err);
    site_done(&answer);
    json_decref(description);
    return status;
}

/* A picture that is refused for good stays where it is. */
static enum status settle_refusal(struct wordpress_media *media, struct error *err)
{
    struct delivery_outcome *outcome = media->wordpress->outcome;
    if (outcome->verdict == DELIVERY_ACCEPTED) /* of an object without an address: not WordPress's answer */
        return site_judge(media->wordpress->call, outcome, DELIVERY_RETRY, err,
                          "%s took a picture but does not say where it is", media->wordpress->host);
    draft_refuse_picture(outcome, &media->status);
    return OK;
}

/*
 * A draft_upload, with a struct wordpress_media. In a repeated attempt a copy is looked for by its file's name first.
 * The progress gets the id of each, under "media". A picture that the site will never take, since it is too large or
 * of a type that it does not know, keeps the service's address: it is no reason to do without the draft.
 */
static enum status wordpress_upload(void *context, const struct draft_picture *picture,
                                    const struct stored_picture *bytes, const char **address,
                                    struct delivery_outcome *outcome, struct error *err)
{
    struct wordpress_media *media = context;
    struct wordpress *wordpress = media->wordpress;
    struct copy copy = {0};
    enum status status = OK;
    wordpress->outcome = outcome;
    if (wordpress->call->is_repeated) {
        status = find_copy(wordpress, picture, &copy, err);
        if (status || !was_accepted(wordpress))
            return status;
    }
    if (!copy.id)
        status = add_copy(wordpress, picture, bytes, &copy, err);
    if (status)
        return status;
    if (!copy.id)
        return settle_refusal(media, err);
    if (!copy.is_described && (*picture->alt || *picture->caption)) {
        status = media_describe(wordpress, picture, copy.id, err);
        if (status || outcome->verdict == DELIVERY_RETRY)
            return status;
    }
    *address = copy.address; /* its id is stored together with it, as soon as that is known */
    return progress_note(wordpress->call, "media", picture->id, json_integer(copy.id), err);
}

/* The id of the first picture that the site has; 0: it has none. */
static json_int_t wordpress_first_picture(const struct delivery_call *call, const struct delivered_draft *draft)
{
    for (size_t i = 0; i < draft->picture_count; i++) {
        json_int_t id = json_integer_value(progress_get(call, "media", draft->pictures[i].id));
        if (id)
            return id;
    }
    return 0;
}

enum { ID_DIGITS = 18, NAME_MAX_CHARACTERS = 200, FORBIDDEN = 403 };

static bool terms_is_id(const char *name)
{
    size_t digits = strspn(name, "0123456789");
    return digits > 0 && digits <= ID_DIGITS && !name[digits];
}

static enum status add_id(json_t *ids, json_int_t id, struct error *err)
{
    size_t i;
    json_t *other;
    json_array_foreach (ids, i, other) {
        if (json_integer_value(other) == id)
            return OK;
    }
    return json_array_append_new(ids, json_integer(id)) == 0 ? OK : error_memory(err);
}

/* The search also finds names that contain the wanted one. Names come as HTML. */
static json_int_t pick(struct wordpress *wordpress, const json_t *terms, const char *name)
{
    size_t i;
    json_t *term;
    json_array_foreach (terms, i, term) {
        struct str html = str_from(json_string_value(json_object_get(term, "name")));
        const char *text = plain_text(wordpress->call->arena, html, NAME_MAX_CHARACTERS);
        if (text && str_ieq(str_from(text), str_from(name)) && wordpress_id(term))
            return wordpress_id(term);
    }
    return 0;
}

static enum status find_term(struct wordpress *wordpress, const char *path, const char *name, json_int_t *id,
                             struct error *err)
{
    struct site_answer answer;
    const char *query = arena_printf(wordpress->call->arena, "search=%s&per_page=100&_fields=id,name",
                                     wordpress_encode(wordpress, name));
    enum status status =
        wordpress_ask(wordpress, &(struct wordpress_request){.path = path, .query = query}, &answer, err);
    if (!status)
        *id = pick(wordpress, answer.json, name);
    site_done(&answer);
    return status;
}

/* One request makes a term or tells the id of the one that there is: {"code": "term_exists", "data": {"term_id": 2}}.
 * Whoever may make none is told nothing. */
static enum status make_term(struct wordpress *wordpress, const char *path, const char *name, json_int_t *id,
                             struct error *err)
{
    struct site_answer answer;
    json_t *body = json_pack("{s:s}", "name", name);
    if (!body)
        return error_memory(err);
    enum status status = wordpress_ask(
        wordpress, &(struct wordpress_request){.method = "POST", .path = path, .json = body}, &answer, err);
    json_decref(body);
    if (status)
        return status;
    const json_t *existing = json_object_get(json_object_get(answer.json, "data"), "term_id");
    *id = wordpress->outcome->verdict == DELIVERY_ACCEPTED ? wordpress_id(answer.json) : json_integer_value(existing);
    site_done(&answer);
    return wordpress->outcome->status == FORBIDDEN ? find_term(wordpress, path, name, id, err) : OK;
}

static enum status add_term(struct wordpress *wordpress, const char *path, const char *name, json_t *ids, bool *done,
                            struct error *err)
{
    json_int_t id = 0;
    enum status status = make_term(wordpress, path, name, &id, err);
    if (status)
        return status;
    if (id)
        return add_id(ids, id, err);
    /* A name that the site refuses, or may not make for this user, is done without. */
    *done = wordpress->outcome->verdict != DELIVERY_RETRY;
    return OK;
}

/*
 * Adds the ids of terms by their names to a list, each once. path: "/wp/v2/tags". A name that the site does not have is
 * made, if it lets the user do so; otherwise the draft goes without it. With `may_be_ids` names of digits alone are
 * ids. *done false: the outcome says why. E_MEMORY, E_CANCELLED.
 */
static enum status wordpress_terms(struct wordpress *wordpress, const char *path, const char *const *names,
                                   size_t count, bool may_be_ids, json_t *ids, bool *done, struct error *err)
{
    enum status status = OK;
    *done = true;
    for (size_t i = 0; i < count && *done && !status; i++) {
        if (may_be_ids && terms_is_id(names[i]))
            status = add_id(ids, (json_int_t)strtoll(names[i], NULL, 10), err);
        else
            status = add_term(wordpress, path, names[i], ids, done, err);
    }
    return status;
}

#define POSTS_PATH "/wp/v2/posts"

/* --- what is there already --- */

enum { BAD_REQUEST = 400 };

static enum status has_post(struct wordpress *wordpress, json_int_t id, bool *has, struct error *err)
{
    struct site_answer answer;
    const char *path = arena_printf(wordpress->call->arena, POSTS_PATH "/%lld", (long long)id);
    enum status status = wordpress_ask(
        wordpress, &(struct wordpress_request){.path = path, .query = "context=edit&_fields=id"}, &answer, err);
    *has = !status && wordpress_id(answer.json) == id;
    site_done(&answer);
    return status;
}

static json_int_t find_marked(const json_t *posts, const char *marker)
{
    size_t i;
    json_t *post;
    json_array_foreach (posts, i, post) {
        struct str content = str_from(json_string_value(json_object_get(json_object_get(post, "content"), "raw")));
        if (str_find(content, str_from(marker), 0) < content.len)
            return wordpress_id(post);
    }
    return 0;
}

/* WordPress complains about the states that are asked for, rather than about who asks. */
static enum status tell_unseen(struct wordpress *wordpress, struct error *err)
{
    return site_judge(wordpress->call, wordpress->outcome, DELIVERY_RETRY, err,
                      "%s shows no drafts to this user: username or applicationPassword is wrong, the user may not "
                      "write posts, or the web server does not pass them on.",
                      wordpress->host);
}

static enum status wordpress_search(struct wordpress *wordpress, const char *name, const char *value,
                                    const char *marker, json_int_t *id, struct error *err)
{
    struct site_answer answer;
    const char *query = arena_printf(wordpress->call->arena,
                                     "%s=%s&status=any,trash&context=edit&per_page=20&_fields=id,content", name, value);
    enum status status =
        wordpress_ask(wordpress, &(struct wordpress_request){.path = POSTS_PATH, .query = query}, &answer, err);
    if (!status)
        *id = find_marked(answer.json, marker);
    if (!status && answer.status == BAD_REQUEST)
        status = tell_unseen(wordpress, err);
    site_done(&answer);
    return status;
}

/* What cannot be looked for now may be there: whoever may not look, with 400 for the states that are asked for, may not
 * write either. */
static bool may_go_on(struct wordpress *wordpress)
{
    if (wordpress->outcome->verdict == DELIVERY_REFUSED)
        wordpress->outcome->verdict = DELIVERY_RETRY;
    return wordpress->outcome->verdict == DELIVERY_ACCEPTED;
}

/* Looks for the draft of an earlier attempt: by its id; by the marker; by the slug, since some sites search otherwise
 * than WordPress does. *id 0: there is none, if *done. */
static enum status wordpress_look(struct wordpress *wordpress, const struct delivered_draft *draft, json_int_t *id,
                                  bool *done, struct error *err)
{
    const struct {
        const char *name, *value;
    } ways[] = {{"search", draft->marker}, {"slug", draft->slug}};
    json_int_t kept = json_integer_value(progress_get(wordpress->call, NULL, "post"));
    bool has = false;
    *id = 0;
    *done = true;
    enum status status = kept ? has_post(wordpress, kept, &has, err) : OK;
    if (status)
        return status;
    if (kept && !has && wordpress->outcome->status != 404)
        *done = may_go_on(wordpress);
    if (has)
        *id = kept;
    for (size_t i = 0; i < COUNT_OF(ways) && !*id && *done && !status; i++) {
        status = wordpress_search(wordpress, ways[i].name, ways[i].value, draft->marker, id, err);
        *done = !status && may_go_on(wordpress);
    }
    return status;
}

/* --- the post --- */

/* Puts the marker where WordPress makes no paragraph of its own of it. */
static struct str mark(struct arena *arena, const char *marker, struct str html)
{
    static const struct str paragraph = {"<p>", 3};
    size_t at = str_find(html, paragraph, 0);
    at = at < html.len ? at + paragraph.len : html.len;
    struct buf out = {0};
    buf_add(&out, html.data, at);
    buf_printf(&out, "<!-- %s -->", marker);
    buf_add(&out, html.data + at, html.len - at);
    return buf_keep(&out, arena);
}

/* Titles and excerpts are HTML. */
static json_t *wordpress_html_text(const char *text)
{
    struct buf out = {0};
    escape_html(&out, str_from(text));
    json_t *value = out.failed ? NULL : json_stringn(buf_text(&out), out.len);
    buf_free(&out);
    return value;
}

/* The fields in which well-known plugins keep the description for search engines. */
static const char *const description_fields[] = {
    "_yoast_wpseo_metadesc",   /* Yoast SEO */
    "rank_math_description",   /* Rank Math */
    "_aioseo_description",     /* All in One SEO */
    "_seopress_titles_desc",   /* SEOPress */
    "_genesis_description",    /* The SEO Framework, Genesis */
    "advanced_seo_description" /* Jetpack */
};

static const json_t *member(const json_t *object, const char *const *path)
{
    for (; *path && object; path++)
        object = json_object_get(object, *path);
    return object;
}

/* Did the request fail so that it may well not fail the next time? */
static bool failed_for_now(const struct delivery_outcome *outcome)
{
    return outcome->status == 0 || outcome->status == 429 || outcome->status >= 500;
}

/* Which of them the site offers is in the description of its posts. A site that does not describe them has none. */
static enum status read_fields(struct wordpress *wordpress, const char *description, json_t *meta, bool *done,
                               struct error *err)
{
    static const char *const path[] = {"schema", "properties", "meta", "properties", NULL};
    const struct wordpress_request request = {
        .method = "OPTIONS", .path = POSTS_PATH, .query = "_fields=schema.properties.meta"};
    struct site_answer answer;
    enum status status = wordpress_ask(wordpress, &request, &answer, err);
    if (status)
        return status;
    *done = !failed_for_now(wordpress->outcome);
    const json_t *fields = member(answer.json, path);
    for (size_t i = 0; i < COUNT_OF(description_fields) && !status; i++)
        if (json_object_get(fields, description_fields[i]) &&
            json_object_set_new(meta, description_fields[i], json_string(description)) != 0)
            status = error_memory(err);
    site_done(&answer);
    return status;
}

/* What a post has besides its texts. */
struct lists {
    json_t *tags, *categories, *meta;
};

static bool wordpress_add_list(json_t *post, const char *name, json_t *list)
{
    return json_array_size(list) + json_object_size(list) == 0 || json_object_set(post, name, list) == 0;
}

/* NULL: no memory. */
static json_t *post_of(const struct delivered_draft *draft, struct str html, json_int_t featured,
                       const struct lists *lists)
{
    json_t *post = json_pack("{s:s, s:s, s:o, s:o, s:s%}", "status", "draft", "slug", draft->slug, "title",
                             wordpress_html_text(draft->title), "excerpt", wordpress_html_text(draft->meta_description),
                             "content", html.data, html.len);
    if (!post)
        return NULL;
    bool done = wordpress_add_list(post, "tags", lists->tags) &&
                wordpress_add_list(post, "categories", lists->categories) &&
                wordpress_add_list(post, "meta", lists->meta) &&
                (!featured || json_object_set_new(post, "featured_media", json_integer(featured)) == 0);
    if (done)
        return post;
    json_decref(post);
    return NULL;
}

/* Where people find it. */
static void wordpress_accept(struct wordpress *wordpress, json_int_t id)
{
    const char *address = arena_printf(wordpress->call->arena, "%s/wp-admin/post.php?post=%lld&action=edit",
                                       wordpress->admin, (long long)id);
    *wordpress->outcome = (struct delivery_outcome){.verdict = DELIVERY_ACCEPTED,
                                                    .status = wordpress->outcome->status,
                                                    .remote_url = address,
                                                    .retry_after_ms = -1};
}

static enum status add_post(struct wordpress *wordpress, const json_t *post, struct error *err)
{
    const struct wordpress_request request = {
        .method = "POST", .path = POSTS_PATH, .query = "_fields=id", .json = post};
    struct site_answer answer;
    enum status status = wordpress_ask(wordpress, &request, &answer, err);
    json_int_t id = !status ? wordpress_id(answer.json) : 0;
    site_done(&answer);
    if (status || wordpress->outcome->verdict != DELIVERY_ACCEPTED)
        return status;
    if (!id)
        return site_judge(wordpress->call, wordpress->outcome, DELIVERY_RETRY, err,
                          "%s took the draft but does not say what it is", wordpress->host);
    wordpress_accept(wordpress, id);
    return progress_keep(wordpress->call, NULL, "post", json_integer(id), err);
}

/* --- tags and categories --- */

/* Adds the terms that a setting names. */
static enum status add_setting(struct wordpress *wordpress, const char *path, const char *setting, json_t *ids,
                               bool *done, struct error *err)
{
    const json_t *list = json_object_get(wordpress->call->settings, setting);
    size_t count = json_array_size(list);
    const char **names = ARENA_ARRAY(wordpress->call->arena, count + 1, const char *);
    if (!names)
        return error_memory(err);
    for (size_t i = 0; i < count; i++)
        names[i] = json_string_value(json_array_get(list, i));
    return wordpress_terms(wordpress, path, names, count, true, ids, done, err);
}

static enum status fill_lists(struct wordpress *wordpress, const struct delivered_draft *draft, struct lists *lists,
                              bool *done, struct error *err)
{
    enum status status =
        wordpress_terms(wordpress, "/wp/v2/tags", draft->tags, draft->tag_count, false, lists->tags, done, err);
    if (!status && *done)
        status = add_setting(wordpress, "/wp/v2/tags", "tags", lists->tags, done, err);
    if (!status && *done)
        status = add_setting(wordpress, "/wp/v2/categories", "categories", lists->categories, done, err);
    if (!status && *done && *draft->meta_description)
        status = read_fields(wordpress, draft->meta_description, lists->meta, done, err);
    return status;
}

/* --- an attempt --- */

static enum status write_post(struct wordpress *wordpress, const struct delivered_draft *draft, struct str html,
                              struct error *err)
{
    struct lists lists = {json_array(), json_array(), json_object()};
    json_t *post = NULL;
    bool done = false;
    enum status status = lists.tags && lists.categories && lists.meta ? fill_lists(wordpress, draft, &lists, &done, err)
                                                                      : error_memory(err);
    if (!status && done) {
        post = post_of(draft, html, wordpress_first_picture(wordpress->call, draft), &lists);
        status = post ? add_post(wordpress, post, err) : error_memory(err);
    }
    json_decref(post);
    json_decref(lists.tags);
    json_decref(lists.categories);
    json_decref(lists.meta);
    return status;
}

static enum status wordpress_make(struct wordpress *wordpress, const struct delivered_draft *draft, struct error *err)
{
    const struct delivery_call *call = wordpress->call;
    struct wordpress_media media = {.wordpress = wordpress};
    const char **addresses;
    struct str html;
    bool done;
    enum status status =
        draft_pictures(call, draft, wordpress_upload, &media, &addresses, &done, wordpress->outcome, err);
    if (status || !done)
        return status;
    status = draft_html(draft, addresses, call->arena, &html, err);
    if (!status)
        status = write_post(wordpress, draft, mark(call->arena, draft->marker, html), err);
    return status ? status : draft_tell_refusal(call, media.status, wordpress->outcome, err);
}

static enum status wordpress_send(const struct delivery_call *call, struct delivery_outcome *outcome, struct error *err)
{
    struct wordpress wordpress;
    struct delivered_draft draft;
    bool open = false, done = true;
    json_int_t id = 0;
    enum status status = draft_of_article(call, &draft, err);
    if (!status)
        status = wordpress_open(&wordpress, call, outcome, &open, err);
    if (status || !open)
        return status;
    if (call->is_repeated)
        status = wordpress_look(&wordpress, &draft, &id, &done, err);
    if (status || !done)
        return status;
    if (id)
        wordpress_accept(&wordpress, id);
    else
        status = wordpress_make(&wordpress, &draft, err);
    return site_end(call, status, err);
}

/* --- a test --- */

static const struct {
    const char *capability, *deed;
} rights[] = {{"edit_posts", "write posts"}, {"upload_files", "upload pictures"}};

static enum status judge_rights(struct wordpress *wordpress, const json_t *user, struct error *err)
{
    const json_t *capabilities = json_object_get(user, "capabilities");
    for (size_t i = 0; i < COUNT_OF(rights); i++)
        if (!json_is_true(json_object_get(capabilities, rights[i].capability)))
            return site_judge(wordpress->call, wordpress->outcome, DELIVERY_RETRY, err,
                              "the user may not %s at %s: the role Author or a higher one lets it", rights[i].deed,
                              wordpress->host);
    return OK;
}

static enum status wordpress_test(const struct delivery_call *call, struct delivery_outcome *outcome, struct error *err)
{
    const struct wordpress_request request = {.path = "/wp/v2/users/me", .query = "context=edit&_fields=capabilities"};
    struct wordpress wordpress;
    struct site_answer answer;
    bool open;
    enum status status = wordpress_open(&wordpress, call, outcome, &open, err);
    if (status || !open)
        return status;
    status = wordpress_ask(&wordpress, &request, &answer, err);
    if (!status && outcome->verdict == DELIVERY_ACCEPTED)
        status = judge_rights(&wordpress, answer.json, err);
    site_done(&answer);
    return site_end(call, status, err);
}

/* --- settings --- */

static enum status wordpress_check(const json_t *settings, struct arena *arena, struct error *err)
{
    (void)arena;
    const char *username = json_string_value(json_object_get(settings, "username"));
    if (username && strchr(username, ':'))
        return error_set(err, E_INVALID, NULL, "username must not contain a colon");
    return OK;
}

static const struct setting settings[] = {
    {"url", SETTING_URL, .is_required = true, .summary = "The address of the site."},
    {"username", SETTING_TEXT, .is_required = true, .summary = "A user who may write posts and upload pictures."},
    {"applicationPassword", SETTING_TEXT, .is_secret = true, .is_required = true,
     .summary = "An application password of the user, made on the page of its profile."},
    {"categories", SETTING_TEXTS,
     .summary = "Categories of every draft, by name or id. What the site does not have is made if the user may do so."},
    {"tags", SETTING_TEXTS, .summary = "Tags of every draft besides the article's own, by name or id."},
};

const struct delivery_target wordpress_target = {
    .name = "wordpress",
    .url_setting = "url",
    .settings = settings,
    .setting_count = COUNT_OF(settings),
    .check = wordpress_check,
    .test = wordpress_test,
    .send = wordpress_send,
};
