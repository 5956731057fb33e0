#include "deliver/draft.h"

#include "deliver/site.h"

#define PICTURE_PATH "/media/"

enum { PICTURE_ID = 32, EXTENSION_MAX = 5 };

static bool scan_is_id(struct str id)
{
    for (size_t i = 0; i < id.len; i++)
        if (!ascii_is_digit(id.data[i]) && (id.data[i] < 'a' || id.data[i] > 'f'))
            return false;
    return id.len == PICTURE_ID;
}

static bool is_extension(struct str extension)
{
    for (size_t i = 0; i < extension.len; i++)
        if (extension.data[i] < 'a' || extension.data[i] > 'z')
            return false;
    return extension.len > 0 && extension.len <= EXTENSION_MAX;
}

static size_t last_of(struct str text, char wanted)
{
    for (size_t i = text.len; i > 0; i--)
        if (text.data[i - 1] == wanted)
            return i - 1;
    return text.len;
}

/* Where the service keeps a picture: ".../media/ID.EXT". Slices of the address. */
struct draft_address {
    struct str id, extension;
};

/* Is it the path of a picture that the service keeps, or an absolute http(s) URL that ends in one? */
static bool read_picture_address(struct str address, struct draft_address *parts)
{
    size_t dot = last_of(address, '.');
    size_t tail = strlen(PICTURE_PATH) + PICTURE_ID;
    if (dot == address.len || dot < tail)
        return false;
    struct str before = {address.data, dot - tail};
    struct str path = {before.data + before.len, strlen(PICTURE_PATH)};
    *parts = (struct draft_address){.id = {address.data + dot - PICTURE_ID, PICTURE_ID},
                                    .extension = {address.data + dot + 1, address.len - dot - 1}};
    bool is_ours = before.len == 0 || url_is_web(before);
    return is_ours && str_eq(path, STR(PICTURE_PATH)) && scan_is_id(parts->id) && is_extension(parts->extension);
}

/* The address in an <img>, decoded into `room`, which is emptied first. False for every other token, and for pictures
 * of other places; room->failed when memory ran out. value (may be NULL): the bytes of the attribute's value as it
 * stands. */
static bool draft_image_read(const struct html_token *token, struct buf *room, struct draft_address *parts,
                             struct str *value)
{
    if (token->kind != HTML_START || !str_ieq(token->name, STR("img")))
        return false;
    struct str source = html_attribute(token, STR("src"));
    buf_clear(room);
    if (source.data)
        html_decode(room, source, true);
    if (value)
        *value = source;
    struct str address = str_trim((struct str){buf_text(room), room->failed ? 0 : room->len});
    return read_picture_address(address, parts);
}

static size_t skip_space(struct str html, size_t at)
{
    while (at < html.len && ascii_is_space(html.data[at]))
        at++;
    return at;
}

/* The bytes of the first <h1> with its end tag and the white space behind it, start == end when there is none, and what
 * stands in it. */
static void draft_heading_find(struct arena *arena, struct str html, size_t *start, size_t *end, struct str *inner)
{
    struct html_tokenizer *tokenizer = html_tokenizer_new(html);
    struct html_token token;
    bool is_open = false;
    size_t opened = 0;
    *start = *end = 0;
    *inner = (struct str){"", 0};
    while (tokenizer && html_next(tokenizer, &token)) {
        bool is_heading = (token.kind == HTML_START || token.kind == HTML_CLOSE) && str_ieq(token.name, STR("h1"));
        if (is_heading && token.kind == HTML_START && !is_open) {
            is_open = true;
            opened = token.start;
            inner->data = html.data + token.end;
        } else if (is_heading && token.kind == HTML_CLOSE && is_open) {
            inner->len = (size_t)(html.data + token.start - inner->data);
            *start = opened;
            *end = skip_space(html, token.end);
            break;
        }
    }
    if (!tokenizer || html_tokenizer_failed(tokenizer))
        arena_fail(arena);
    html_tokenizer_free(tokenizer);
}

#define MARKER "copydesk-%s"

enum {
    TITLE_MAX = 300, /* characters; so are the next two */
    ALT_MAX = 500,
    CAPTION_MAX = 1000,
    SLUG_MAX = 80,
    TAG_MAX = 100, /* bytes: every site takes as long a tag */
    TAGS_MAX = 10
};

/* --- tags --- */

static bool has_tag(const struct delivered_draft *draft, struct str tag)
{
    for (size_t i = 0; i < draft->tag_count; i++)
        if (str_ieq(str_from(draft->tags[i]), tag))
            return true;
    return false;
}

/* A longer one is none: it was a sentence. */
static void add_tag(struct arena *arena, struct str text, struct delivered_draft *draft)
{
    const char *tag = text_squeeze(arena, text);
    if (tag && *tag && strlen(tag) <= TAG_MAX && draft->tag_count < TAGS_MAX && !has_tag(draft, str_from(tag)))
        draft->tags[draft->tag_count++] = tag;
}

/* The terms that the request asks the article to cover, separated by commas or lines. */
static void add_terms(struct arena *arena, struct str terms, struct delivered_draft *draft)
{
    struct str line, term;
    while (str_split(&terms, '\n', &line))
        while (str_split(&line, ',', &term))
            add_tag(arena, term, draft);
}

static void read_tags(struct arena *arena, const json_t *config, struct delivered_draft *draft)
{
    const char *keyword = json_string_value(json_object_get(config, "targetKeyword"));
    const char *level = json_string_value(json_object_get(config, "seoOptimizationLevel"));
    const char *terms = json_string_value(json_object_get(config, "extraEntitiesPrompt"));
    draft->tags = ARENA_ARRAY(arena, TAGS_MAX, const char *);
    if (!draft->tags)
        return;
    add_tag(arena, str_from(keyword), draft);
    if (terms && level && strcmp(level, "manual") == 0)
        add_terms(arena, str_from(terms), draft);
}

/* --- title and slug --- */

/* Lower case letters, digits and single hyphens; "" when nothing of it is left. */
static const char *ascii_slug(struct arena *arena, const char *text, const struct language *language)
{
    char *slug = text ? slug_from(arena, str_from(text), language) : arena_copy(arena, "");
    size_t kept = 0;
    for (size_t i = 0; slug && slug[i] && kept < SLUG_MAX; i++) {
        bool is_fit = ascii_is_alnum(slug[i]);
        if (is_fit || (kept && slug[kept - 1] != '-'))
            slug[kept++] = is_fit ? ascii_lower(slug[i]) : '-';
    }
    while (kept && slug[kept - 1] == '-')
        kept--;
    if (slug)
        slug[kept] = '\0';
    return slug;
}

/* Sites want a title and a slug. An article in another script has no slug of ASCII letters: its marker is one. */
static void read_names(struct arena *arena, const struct article *article, struct str heading,
                       const struct language *language, struct delivered_draft *draft)
{
    draft->marker = arena_printf(arena, MARKER, article->id);
    draft->meta_description = article->meta_description ? article->meta_description : "";
    draft->title = article->title && *article->title ? article->title : plain_text(arena, heading, TITLE_MAX);
    if (!draft->title || !*draft->title)
        draft->title = draft->tag_count ? draft->tags[0] : draft->marker;
    draft->slug = ascii_slug(arena, article->slug, language);
    if (draft->slug && !*draft->slug)
        draft->slug = ascii_slug(arena, draft->title, language);
    if (!draft->slug || !*draft->slug)
        draft->slug = draft->marker;
}

/* --- pictures --- */

struct draft_reading {
    struct arena *arena;
    struct html_tokenizer *tokenizer;
    struct draft_picture *pictures;
    size_t count, cap;
    size_t figure;       /* the first picture of the figure that is open */
    bool in_figure;      /* so is one */
    const char *caption; /* where the text of its caption begins; NULL: none is open */
    struct buf room;
};

static const char *alternative(struct draft_reading *reading, const struct html_token *token)
{
    struct str value = html_attribute(token, STR("alt"));
    buf_clear(&reading->room);
    if (value.data)
        html_decode(&reading->room, value, true);
    const char *text = text_squeeze(reading->arena, (struct str){buf_text(&reading->room), reading->room.len});
    return text ? text_cut(reading->arena, str_from(text), ALT_MAX) : NULL;
}

static bool draft_is_known(const struct draft_reading *reading, struct str id)
{
    for (size_t i = 0; i < reading->count; i++)
        if (str_eq(str_from(reading->pictures[i].id), id))
            return true;
    return false;
}

static void draft_add_picture(struct draft_reading *reading, const struct html_token *token,
                              const struct draft_address *address)
{
    struct draft_picture *picture = VEC_PUSH(reading->arena, reading->pictures, reading->count, reading->cap);
    if (picture)
        *picture = (struct draft_picture){
            .id = arena_copy_n(reading->arena, address->id.data, address->id.len),
            .filename =
                arena_printf(reading->arena, "copydesk-%.*s.%.*s", STR_ARG(address->id), STR_ARG(address->extension)),
            .alt = alternative(reading, token),
            .caption = "",
        };
}

static void end_caption(struct draft_reading *reading, const char *end)
{
    if (!reading->caption)
        return;
    struct str html = {reading->caption, (size_t)(end - reading->caption)};
    const char *caption = plain_text(reading->arena, html, CAPTION_MAX);
    reading->caption = NULL;
    for (size_t i = reading->figure; i < reading->count; i++)
        reading->pictures[i].caption = caption;
}

static void draft_read_token(struct draft_reading *reading, struct str html, const struct html_token *token)
{
    struct draft_address address;
    bool is_start = token->kind == HTML_START, is_close = token->kind == HTML_CLOSE;
    if ((is_start || is_close) && str_ieq(token->name, STR("figure"))) {
        reading->in_figure = is_start;
        reading->figure = reading->count;
        reading->caption = NULL;
    } else if (is_start && reading->in_figure && str_ieq(token->name, STR("figcaption"))) {
        reading->caption = html.data + token->end;
    } else if (is_close && str_ieq(token->name, STR("figcaption"))) {
        end_caption(reading, html.data + token->start);
    } else if (draft_image_read(token, &reading->room, &address, NULL) && !draft_is_known(reading, address.id)) {
        draft_add_picture(reading, token, &address);
    }
    if (reading->room.failed)
        arena_fail(reading->arena);
}

static void read_pictures(struct arena *arena, struct delivered_draft *draft)
{
    struct draft_reading reading = {.arena = arena, .tokenizer = html_tokenizer_new(draft->html)};
    struct html_token token;
    while (reading.tokenizer && !arena_failed(arena) && html_next(reading.tokenizer, &token))
        draft_read_token(&reading, draft->html, &token);
    if (!reading.tokenizer || html_tokenizer_failed(reading.tokenizer))
        arena_fail(arena);
    html_tokenizer_free(reading.tokenizer);
    buf_free(&reading.room);
    draft->pictures = reading.pictures;
    draft->picture_count = reading.count;
}

/* --- all of it --- */

static void cut_heading(struct arena *arena, struct str html, struct str *body, struct str *heading)
{
    size_t start, end;
    draft_heading_find(arena, html, &start, &end, heading);
    char *text = arena_alloc(arena, html.len - (end - start) + 1);
    if (!text)
        return;
    memcpy(text, html.data, start);
    memcpy(text + start, html.data + end, html.len - end);
    *body = (struct str){text, html.len - (end - start)};
}

/* NULL: it is not known. */
static const struct language *language_of(const json_t *config)
{
    const char *name = json_string_value(json_object_get(config, "language"));
    return name ? language_find(str_from(name)) : NULL;
}

/* Sites show a text in the direction of their own language, unless it names another. */
static void say_direction(struct arena *arena, const struct language *language, struct str *html)
{
    if (!language || !language->is_right_to_left)
        return;
    const char *text =
        arena_printf(arena, "<div lang=\"%s\" dir=\"rtl\">\n%.*s</div>\n", language->tag, STR_ARG(*html));
    *html = str_from(text ? text : "");
}

enum status draft_of_article(const struct delivery_call *call, struct delivered_draft *draft, struct error *err)
{
    const struct article *article = call->article;
    const char *html = article->polished_html ? article->polished_html : article->html;
    struct str heading;
    *draft = (struct delivered_draft){.html = STR("")};
    cut_heading(call->arena, str_from(html ? html : ""), &draft->html, &heading);
    json_t *config = article->config ? json_loads(article->config, 0, NULL) : NULL;
    read_tags(call->arena, config, draft);
    const struct language *language = language_of(config);
    json_decref(config);
    say_direction(call->arena, language, &draft->html);
    read_names(call->arena, article, heading, language, draft);
    read_pictures(call->arena, draft);
    return arena_failed(call->arena) ? error_memory(err) : OK;
}

const char *draft_other_slug(const struct delivered_draft *draft, struct arena *arena)
{
    return arena_printf(arena, "%s-%s", draft->slug, draft->marker + strlen(draft->marker) - 6);
}

/* --- the pictures of a draft: given to the site, and their addresses put into the HTML --- */

/* --- addresses in the HTML --- */

static const char *pictures_address_of(const struct delivered_draft *draft, const char *const *addresses, struct str id)
{
    for (size_t i = 0; i < draft->picture_count; i++)
        if (str_eq(str_from(draft->pictures[i].id), id))
            return addresses[i];
    return NULL;
}

static bool is_quote(char character)
{
    return character == '"' || character == '\'';
}

/* Replaces the value of an attribute with its quotes, if it has any. */
static void replace_value(struct buf *out, struct str html, size_t *from, struct str value, const char *address)
{
    size_t start = (size_t)(value.data - html.data), end = start + value.len;
    if (is_quote(html.data[start - 1])) {
        start--;
        end++;
    }
    buf_add(out, html.data + *from, start - *from);
    buf_char(out, '"');
    escape_attribute(out, str_from(address));
    buf_char(out, '"');
    *from = end;
}

static void write_html(const struct delivered_draft *draft, const char *const *addresses,
                       struct html_tokenizer *tokenizer, struct buf *room, struct buf *out)
{
    struct html_token token;
    struct draft_address parts;
    struct str value;
    size_t from = 0;
    while (!room->failed && html_next(tokenizer, &token)) {
        const char *address =
            draft_image_read(&token, room, &parts, &value) ? pictures_address_of(draft, addresses, parts.id) : NULL;
        if (address)
            replace_value(out, draft->html, &from, value, address);
    }
    buf_add(out, draft->html.data + from, draft->html.len - from);
    out->failed = out->failed || room->failed || html_tokenizer_failed(tokenizer);
}

enum status draft_html(const struct delivered_draft *draft, const char *const *addresses, struct arena *arena,
                       struct str *html, struct error *err)
{
    struct html_tokenizer *tokenizer = html_tokenizer_new(draft->html);
    struct buf out = {.failed = !tokenizer}, room = {0};
    if (tokenizer)
        write_html(draft, addresses, tokenizer, &room, &out);
    html_tokenizer_free(tokenizer);
    buf_free(&room);
    *html = buf_keep(&out, arena);
    return html->data ? OK : error_memory(err);
}

/* --- giving them to the site --- */

static enum status give(const struct delivery_call *call, const struct draft_picture *picture, draft_upload upload,
                        void *context, const char **address, bool *done, struct delivery_outcome *outcome,
                        struct error *err)
{
    struct arena *arena = arena_new(); /* the bytes of one picture at a time */
    struct stored_picture bytes;
    if (!arena)
        return error_memory(err);
    enum status status = call->picture(call->context, picture->id, arena, &bytes, err);
    if (!status) {
        status = upload(context, picture, &bytes, address, outcome, err);
        *done = !status && (*address || outcome->verdict == DELIVERY_ACCEPTED);
    } else if (status == E_NOT_FOUND) {
        status = OK;
    }
    arena_free(arena);
    return status;
}

static enum status pictures_settle(const struct delivery_call *call, const struct draft_picture *picture,
                                   draft_upload upload, void *context, const char **address, bool *done,
                                   struct delivery_outcome *outcome, struct error *err)
{
    const char *kept = json_string_value(progress_get(call, "pictures", picture->id));
    if (kept) {
        *address = arena_copy(call->arena, kept);
        return *address ? OK : error_memory(err);
    }
    enum status status = give(call, picture, upload, context, address, done, outcome, err);
    if (status || !*address)
        return status;
    return progress_keep(call, "pictures", picture->id, json_string(*address), err);
}

enum status draft_pictures(const struct delivery_call *call, const struct delivered_draft *draft, draft_upload upload,
                           void *context, const char ***addresses, bool *done, struct delivery_outcome *outcome,
                           struct error *err)
{
    *done = true;
    *addresses = ARENA_ARRAY(call->arena, draft->picture_count + 1, const char *);
    if (arena_failed(call->arena))
        return error_memory(err);
    for (size_t i = 0; i < draft->picture_count && *done; i++) {
        enum status status =
            pictures_settle(call, &draft->pictures[i], upload, context, &(*addresses)[i], done, outcome, err);
        if (status)
            return status;
    }
    return OK;
}

void draft_refuse_picture(struct delivery_outcome *outcome, int *refusal)
{
    if (outcome->verdict != DELIVERY_REFUSED)
        return;
    *refusal = outcome->status;
    *outcome = (struct delivery_outcome){.verdict = DELIVERY_ACCEPTED, .status = outcome->status, .retry_after_ms = -1};
}

enum status draft_tell_refusal(const struct delivery_call *call, int refusal, struct delivery_outcome *outcome,
                               struct error *err)
{
    if (!refusal || outcome->verdict != DELIVERY_ACCEPTED)
        return OK;
    return site_judge(call, outcome, DELIVERY_ACCEPTED, err,
                      "the site did not take a picture (status %d): the draft shows it from where it was", refusal);
}
