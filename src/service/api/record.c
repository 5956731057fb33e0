#include "service/api/record.h"

#include "service/api/media/media.h"
#include "service/http/json.h"

#include <stddef.h>

/* --- how values are written ----------------------------------------------------------------------------------------
 */

/* The store keeps this as JSON text, which is copied. */
static void write_json(struct buf *out, const void *field, const char *absent)
{
    const char *json = *(const char *const *)field;
    buf_str(out, json && json[0] ? json : absent);
}

static void record_write_list(struct buf *out, const void *object, const void *field)
{
    (void)object;
    write_json(out, field, "[]");
}

static void write_object(struct buf *out, const void *object, const void *field)
{
    (void)object;
    write_json(out, field, "{}");
}

/* Left out where it is NULL. */
static void write_seo(struct buf *out, const void *object, const void *field)
{
    (void)object;
    write_json(out, field, "null");
}

static void write_status(struct buf *out, const void *object, const void *field)
{
    const struct article *article = object;
    (void)field;
    json_text(out, article_state_name(article->state));
}

static void write_detail(struct buf *out, const void *object, const void *field)
{
    const struct article *article = object;
    (void)field;
    json_text(out, article->detail ? article->detail : "");
}

/* printf would write a decimal comma in some locales. */
static void write_progress(struct buf *out, const void *object, const void *field)
{
    const struct article *article = object;
    (void)field;
    double progress = article->state == ARTICLE_FINISHED ? 1 : article->progress;
    int thousandths = progress <= 0 ? 0 : progress >= 1 ? 1000 : (int)(progress * 1000);
    if (thousandths % 1000 == 0)
        buf_printf(out, "%d", thousandths / 1000);
    else
        buf_printf(out, "0.%03d", thousandths);
}

static void write_output(struct buf *out, const void *object, const void *field)
{
    const struct article *article = object;
    (void)field;
    buf_str(out, "{\"html\":");
    json_text(out, article->html ? article->html : "");
    buf_str(out, ",\"polishedHtml\":");
    json_text(out, article->polished_html);
    buf_char(out, '}');
}

const char *record_state_word(size_t i)
{
    return i <= ARTICLE_FAILED ? article_state_name((enum article_state)i) : NULL;
}

/* --- the members ---------------------------------------------------------------------------------------------------
 */

#define AT(member) offsetof(struct article, member)

static const struct member members[] = {
    {"articleId", "string", "Identifier of the article.", write_text, AT(id)},
    {"status", NULL, "Where it stands; the last two are final.", write_status, 0, .word = record_state_word},
    {"statusDetail", "string", "The same for people to read.", write_detail, 0},
    {"progress", "number", "From 0 to 1; never falls.", write_progress, 0},
    {"error", "string?", "Why it failed, a sentence.", write_text, AT(error)},
    {"errorCode", "string?", "Why it failed, a stable word, such as `cancelled` or `no_sources`.", write_text,
     AT(error_code)},
    {"createdAt", "integer", "When it was queued, in milliseconds since 1970.", write_integer, AT(created_at)},
    {"updatedAt", "integer", "When it changed last, in milliseconds since 1970.", write_integer, AT(updated_at)},
    {"title", "string?", "Title, once there is one.", write_text, AT(title)},
    {"slug", "string?", "The title as a part of a URL.", write_text, AT(slug)},
    {"metaDescription", "string?", "A sentence or two for search results.", write_text, AT(meta_description)},
    {"wordsCharged", "integer", "Words that the account was charged for.", write_integer, AT(words_charged)},
    {"sources", "Source[]", "Pages and documents that the article cites.", record_write_list, AT(sources)},
    {"notes", "string[]", "What was asked for and could not be done.", record_write_list, AT(notes)},
    {"config", "CreateRequest", "The request as it was understood: with defaults, without what does not apply.",
     write_object, AT(config)},
    {"seo", "Seo?", "The terms of the pages found, and how well the text covers them; with `ai_powered` alone.",
     write_seo, AT(seo), .optional = true},
    {"output", "Output?", "The article's text, once it is finished.", write_output, 0, .optional = true},
};

const struct members record_members = {"Record", "The status record of an article.", members, COUNT_OF(members)};

static void write_members(struct buf *out, const struct article *article, bool with_output)
{
    bool has_output = with_output && article->state == ARTICLE_FINISHED;
    for (size_t i = 0; i < COUNT_OF(members); i++) {
        const struct member *member = &members[i];
        if ((member->write == write_output && !has_output) || (member->write == write_seo && !article->seo))
            continue;
        buf_printf(out, "%c\"%s\":", i ? ',' : '{', member->name);
        member->write(out, article, (const char *)article + member->at);
    }
    buf_char(out, '}');
}

/* The HTML with whole addresses; as it is where it has none. The text is that of the buffer. */
static const char *with_addresses(const char *html, const char *base, struct buf *text)
{
    if (!media_has_addresses(html))
        return html;
    media_addresses(text, html, base);
    return buf_text(text);
}

void record_write(struct buf *out, const struct article *article, const char *base, bool with_output)
{
    struct buf html = {0}, polished = {0};
    struct article shown = *article;
    if (with_output) {
        shown.html = with_addresses(article->html, base, &html);
        shown.polished_html = with_addresses(article->polished_html, base, &polished);
    }
    write_members(out, &shown, with_output);
    out->failed = out->failed || html.failed || polished.failed;
    buf_free(&html);
    buf_free(&polished);
}
