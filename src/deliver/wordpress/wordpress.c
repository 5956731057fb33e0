#include "deliver/draft/draft.h"
#include "deliver/site/progress.h"
#include "deliver/wordpress/media.h"
#include "deliver/wordpress/terms.h"
#include "text/escape.h"

#define POSTS_PATH "/wp/v2/posts"

/* --- what is there already --- */

enum { BAD_REQUEST = 400 };

static enum status has_post(struct wordpress *wordpress, json_int_t id, bool *has, struct error *err)
{
    struct site_answer answer;
    const char *path = arena_printf(wordpress->call->arena, POSTS_PATH "/%lld", (long long)id);
    if (!path)
        return error_memory(err);
    enum status status = wordpress_ask(
        wordpress, &(struct wordpress_request){.path = path, .query = "context=edit&_fields=id"}, &answer, err);
    *has = status == OK && wordpress_id(answer.json) == id;
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
    if (!query)
        return error_memory(err);
    enum status status =
        wordpress_ask(wordpress, &(struct wordpress_request){.path = POSTS_PATH, .query = query}, &answer, err);
    if (status == OK)
        *id = find_marked(answer.json, marker);
    if (status == OK && answer.status == BAD_REQUEST)
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
    if (status != OK)
        return status;
    if (kept && !has && wordpress->outcome->status != 404)
        *done = may_go_on(wordpress);
    if (has)
        *id = kept;
    for (size_t i = 0; i < COUNT_OF(ways) && !*id && *done && status == OK; i++) {
        status = wordpress_search(wordpress, ways[i].name, ways[i].value, draft->marker, id, err);
        *done = status == OK && may_go_on(wordpress);
    }
    return status;
}

/* --- the post --- */

/* Puts the marker where WordPress makes no paragraph of its own of it. */
static enum status mark(struct arena *arena, const char *marker, struct str *html, struct error *err)
{
    static const struct str paragraph = {"<p>", 3};
    size_t at = str_find(*html, paragraph, 0);
    at = at < html->len ? at + paragraph.len : html->len;
    struct buf out = {0};
    buf_add(&out, html->data, at);
    buf_printf(&out, "<!-- %s -->", marker);
    buf_add(&out, html->data + at, html->len - at);
    *html = (struct str){out.failed ? NULL : arena_copy_n(arena, buf_text(&out), out.len), out.len};
    buf_free(&out);
    return html->data ? OK : error_memory(err);
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
    if (status != OK)
        return status;
    *done = !failed_for_now(wordpress->outcome);
    const json_t *fields = member(answer.json, path);
    for (size_t i = 0; i < COUNT_OF(description_fields) && status == OK; i++)
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

static enum status wordpress_accept(struct wordpress *wordpress, json_int_t id, struct error *err)
{
    const char *address = arena_printf(wordpress->call->arena, "%s/wp-admin/post.php?post=%lld&action=edit",
                                       wordpress->admin, (long long)id);
    *wordpress->outcome = (struct delivery_outcome){.verdict = DELIVERY_ACCEPTED,
                                                    .status = wordpress->outcome->status,
                                                    .remote_url = address,
                                                    .retry_after_ms = -1};
    return address ? OK : error_memory(err);
}

static enum status keep_post(const struct delivery_call *call, json_int_t id, struct error *err)
{
    return progress_keep(call, NULL, "post", json_integer(id), err);
}

static enum status add_post(struct wordpress *wordpress, const json_t *post, struct error *err)
{
    const struct wordpress_request request = {
        .method = "POST", .path = POSTS_PATH, .query = "_fields=id", .json = post};
    struct site_answer answer;
    enum status status = wordpress_ask(wordpress, &request, &answer, err);
    json_int_t id = status == OK ? wordpress_id(answer.json) : 0;
    site_done(&answer);
    if (status != OK || wordpress->outcome->verdict != DELIVERY_ACCEPTED)
        return status;
    if (!id)
        return site_judge(wordpress->call, wordpress->outcome, DELIVERY_RETRY, err,
                          "%s took the draft but does not say what it is", wordpress->host);
    status = wordpress_accept(wordpress, id, err);
    return status == OK ? keep_post(wordpress->call, id, err) : status;
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
    if (status == OK && *done)
        status = add_setting(wordpress, "/wp/v2/tags", "tags", lists->tags, done, err);
    if (status == OK && *done)
        status = add_setting(wordpress, "/wp/v2/categories", "categories", lists->categories, done, err);
    if (status == OK && *done && *draft->meta_description)
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
    if (status == OK && done) {
        post = post_of(draft, html, wordpress_first_picture(wordpress->call, draft), &lists);
        status = post ? add_post(wordpress, post, err) : error_memory(err);
    }
    json_decref(post);
    json_decref(lists.tags);
    json_decref(lists.categories);
    json_decref(lists.meta);
    return status;
}

static enum status tell_refused(struct wordpress *wordpress, int refusal, struct error *err)
{
    if (!refusal || wordpress->outcome->verdict != DELIVERY_ACCEPTED)
        return OK;
    return site_judge(wordpress->call, wordpress->outcome, DELIVERY_ACCEPTED, err,
                      "the site did not take a picture (status %d): the draft shows it from where it was", refusal);
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
    if (status != OK || !done)
        return status;
    status = draft_html(draft, addresses, call->arena, &html, err);
    if (status == OK)
        status = mark(call->arena, draft->marker, &html, err);
    if (status == OK)
        status = write_post(wordpress, draft, html, err);
    return status == OK ? tell_refused(wordpress, media.status, err) : status;
}

static enum status wordpress_send(const struct delivery_call *call, struct delivery_outcome *outcome, struct error *err)
{
    struct wordpress wordpress;
    struct delivered_draft draft;
    bool open = false, done = true;
    json_int_t id = 0;
    enum status status = draft_of_article(call, &draft, err);
    if (status == OK)
        status = wordpress_open(&wordpress, call, outcome, &open, err);
    if (status != OK || !open)
        return status;
    if (call->is_repeated)
        status = wordpress_look(&wordpress, &draft, &id, &done, err);
    if (status != OK || !done)
        return status;
    return id ? wordpress_accept(&wordpress, id, err) : wordpress_make(&wordpress, &draft, err);
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
    if (status != OK || !open)
        return status;
    status = wordpress_ask(&wordpress, &request, &answer, err);
    if (status == OK && outcome->verdict == DELIVERY_ACCEPTED)
        status = judge_rights(&wordpress, answer.json, err);
    site_done(&answer);
    return status;
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
