#include "service/record.h"

#include "service/json.h"

static void member(struct buf *out, const char *name, const char *text)
{
    buf_printf(out, ",\"%s\":", name);
    json_text(out, text);
}

/* What the store keeps as JSON text goes out as it is. */
static void member_json(struct buf *out, const char *name, const char *json, const char *absent)
{
    buf_printf(out, ",\"%s\":", name);
    buf_str(out, json && json[0] ? json : absent);
}

/* A fraction in thousandths, with a point in every locale. */
static void member_fraction(struct buf *out, const char *name, double fraction)
{
    int thousandths = fraction <= 0 ? 0 : fraction >= 1 ? 1000 : (int)(fraction * 1000);
    if (thousandths % 1000 == 0)
        buf_printf(out, ",\"%s\":%d", name, thousandths / 1000);
    else
        buf_printf(out, ",\"%s\":0.%03d", name, thousandths);
}

static void member_integer(struct buf *out, const char *name, int64_t value)
{
    buf_printf(out, ",\"%s\":%lld", name, (long long)value);
}

void record_write(struct buf *out, const struct article *article, bool with_output)
{
    bool finished = article->state == ARTICLE_FINISHED;
    buf_str(out, "{\"articleId\":");
    json_text(out, article->id);
    member(out, "status", article_state_name(article->state));
    member(out, "statusDetail", article->detail ? article->detail : "");
    member_fraction(out, "progress", finished ? 1 : article->progress);
    member(out, "error", article->error);
    member(out, "errorCode", article->error_code);
    member_integer(out, "createdAt", article->created_at);
    member_integer(out, "updatedAt", article->updated_at);
    member(out, "title", article->title);
    member(out, "slug", article->slug);
    member(out, "metaDescription", article->meta_description);
    member_integer(out, "wordsCharged", article->words_charged);
    member_json(out, "sources", article->sources, "[]");
    member_json(out, "notes", article->notes, "[]");
    member_json(out, "config", article->config, "{}");
    if (finished && with_output) {
        buf_str(out, ",\"output\":{\"html\":");
        json_text(out, article->html ? article->html : "");
        member(out, "polishedHtml", article->polished_html);
        buf_char(out, '}');
    }
    buf_char(out, '}');
}
