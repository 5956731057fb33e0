#include "deliver/draft/draft.h"

#include "base/vec.h"
#include "deliver/draft/draft_scan.h"
#include "text/html/plain_text.h"
#include "text/text.h"

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
static enum status add_tag(struct arena *arena, struct str text, struct delivered_draft *draft, struct error *err)
{
    const char *tag = text_squeeze(arena, text);
    if (!tag)
        return error_memory(err);
    if (*tag && strlen(tag) <= TAG_MAX && draft->tag_count < TAGS_MAX && !has_tag(draft, str_from(tag)))
        draft->tags[draft->tag_count++] = tag;
    return OK;
}

/* The terms that the request asks the article to cover, separated by commas or lines. */
static enum status add_terms(struct arena *arena, struct str terms, struct delivered_draft *draft, struct error *err)
{
    struct str line, term;
    while (str_split(&terms, '\n', &line))
        while (str_split(&line, ',', &term)) {
            enum status status = add_tag(arena, term, draft, err);
            if (status != OK)
                return status;
        }
    return OK;
}

static enum status read_tags(struct arena *arena, const json_t *config, struct delivered_draft *draft,
                             struct error *err)
{
    const char *keyword = json_string_value(json_object_get(config, "targetKeyword"));
    const char *level = json_string_value(json_object_get(config, "seoOptimizationLevel"));
    const char *terms = json_string_value(json_object_get(config, "extraEntitiesPrompt"));
    draft->tags = ARENA_ARRAY(arena, TAGS_MAX, const char *);
    if (!draft->tags)
        return error_memory(err);
    enum status status = add_tag(arena, str_from(keyword), draft, err);
    if (status == OK && terms && level && strcmp(level, "manual") == 0)
        status = add_terms(arena, str_from(terms), draft, err);
    return status;
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
static enum status read_names(struct arena *arena, const struct article *article, struct str heading,
                              const struct language *language, struct delivered_draft *draft, struct error *err)
{
    draft->marker = arena_printf(arena, MARKER, article->id);
    draft->meta_description = article->meta_description ? article->meta_description : "";
    draft->title = article->title && *article->title ? article->title : plain_text(arena, heading, TITLE_MAX);
    if (!draft->marker || !draft->title)
        return error_memory(err);
    if (!*draft->title)
        draft->title = draft->tag_count ? draft->tags[0] : draft->marker;
    draft->slug = ascii_slug(arena, article->slug, language);
    if (draft->slug && !*draft->slug)
        draft->slug = ascii_slug(arena, draft->title, language);
    if (!draft->slug)
        return error_memory(err);
    if (!*draft->slug)
        draft->slug = draft->marker;
    return OK;
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
    struct error *err;
};

static const char *alternative(struct draft_reading *reading, const struct html_token *token)
{
    struct str value = html_attribute(token, STR("alt"));
    buf_clear(&reading->room);
    if (value.data)
        html_decode(&reading->room, value, true);
    if (reading->room.failed)
        return NULL;
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

static enum status draft_add_picture(struct draft_reading *reading, const struct html_token *token,
                                     const struct draft_address *address)
{
    struct draft_picture *list =
        vec_room(reading->arena, reading->pictures, reading->count, &reading->cap, sizeof *list);
    if (!list)
        return error_memory(reading->err);
    reading->pictures = list;
    struct draft_picture *picture = &list[reading->count];
    picture->id = arena_copy_n(reading->arena, address->id.data, address->id.len);
    picture->filename =
        arena_printf(reading->arena, "copydesk-%.*s.%.*s", STR_ARG(address->id), STR_ARG(address->extension));
    picture->caption = "";
    picture->alt = alternative(reading, token);
    if (!picture->id || !picture->filename || !picture->alt)
        return error_memory(reading->err);
    reading->count++;
    return OK;
}

static enum status read_image(struct draft_reading *reading, const struct html_token *token)
{
    struct draft_address address;
    bool is_ours = draft_image_read(token, &reading->room, &address, NULL);
    if (reading->room.failed)
        return error_memory(reading->err);
    return is_ours && !draft_is_known(reading, address.id) ? draft_add_picture(reading, token, &address) : OK;
}

static enum status end_caption(struct draft_reading *reading, const char *end)
{
    if (!reading->caption)
        return OK;
    struct str html = {reading->caption, (size_t)(end - reading->caption)};
    const char *caption = plain_text(reading->arena, html, CAPTION_MAX);
    reading->caption = NULL;
    if (!caption)
        return error_memory(reading->err);
    for (size_t i = reading->figure; i < reading->count; i++)
        reading->pictures[i].caption = caption;
    return OK;
}

static enum status draft_read_token(struct draft_reading *reading, struct str html, const struct html_token *token)
{
    bool is_start = token->kind == HTML_START, is_close = token->kind == HTML_CLOSE;
    if ((is_start || is_close) && str_ieq(token->name, STR("figure"))) {
        reading->in_figure = is_start;
        reading->figure = reading->count;
        reading->caption = NULL;
    } else if (is_start && reading->in_figure && str_ieq(token->name, STR("figcaption"))) {
        reading->caption = html.data + token->end;
    } else if (is_close && str_ieq(token->name, STR("figcaption"))) {
        return end_caption(reading, html.data + token->start);
    }
    return read_image(reading, token);
}

static enum status read_pictures(struct arena *arena, struct delivered_draft *draft, struct error *err)
{
    struct draft_reading reading = {.arena = arena, .tokenizer = html_tokenizer_new(draft->html), .err = err};
    struct html_token token;
    enum status status = reading.tokenizer ? OK : error_memory(err);
    while (status == OK && html_next(reading.tokenizer, &token))
        status = draft_read_token(&reading, draft->html, &token);
    if (status == OK && html_tokenizer_failed(reading.tokenizer))
        status = error_memory(err);
    html_tokenizer_free(reading.tokenizer);
    buf_free(&reading.room);
    draft->pictures = reading.pictures;
    draft->picture_count = reading.count;
    return status;
}

/* --- all of it --- */

static enum status cut_heading(struct arena *arena, struct str html, struct str *body, struct str *heading,
                               struct error *err)
{
    size_t start, end;
    enum status status = draft_heading_find(html, &start, &end, heading, err);
    if (status != OK)
        return status;
    char *text = arena_alloc(arena, html.len - (end - start) + 1);
    if (!text)
        return error_memory(err);
    memcpy(text, html.data, start);
    memcpy(text + start, html.data + end, html.len - end);
    *body = (struct str){text, html.len - (end - start)};
    return OK;
}

/* NULL: it is not known. */
static const struct language *language_of(const json_t *config)
{
    const char *name = json_string_value(json_object_get(config, "language"));
    return name ? language_find(str_from(name)) : NULL;
}

/* Sites show a text in the direction of their own language, unless it names another. */
static enum status say_direction(struct arena *arena, const struct language *language, struct str *html,
                                 struct error *err)
{
    if (!language || !language->is_right_to_left)
        return OK;
    const char *text =
        arena_printf(arena, "<div lang=\"%s\" dir=\"rtl\">\n%.*s</div>\n", language->tag, STR_ARG(*html));
    *html = str_from(text ? text : "");
    return text ? OK : error_memory(err);
}

enum status draft_of_article(const struct delivery_call *call, struct delivered_draft *draft, struct error *err)
{
    const struct article *article = call->article;
    const char *html = article->polished_html ? article->polished_html : article->html;
    struct str heading;
    *draft = (struct delivered_draft){0};
    enum status status = cut_heading(call->arena, str_from(html ? html : ""), &draft->html, &heading, err);
    if (status != OK)
        return status;
    json_t *config = article->config ? json_loads(article->config, 0, NULL) : NULL;
    status = read_tags(call->arena, config, draft, err);
    const struct language *language = language_of(config);
    json_decref(config);
    if (status == OK)
        status = say_direction(call->arena, language, &draft->html, err);
    if (status == OK)
        status = read_names(call->arena, article, heading, language, draft, err);
    return status == OK ? read_pictures(call->arena, draft, err) : status;
}
