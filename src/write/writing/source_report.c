#include "write/writing/writing.h"

#include <string.h>

/* One sentence for each reason; "%s" stands for the detail. */
static const char *const sentences[SOURCE_REASONS] = {
    [SOURCE_UNREACHABLE] = "It could not be read: %s.",
    [SOURCE_SAME] = "It is the same as %s.",
    [SOURCE_FOREIGN] = "It is in another language than the article.",
    [SOURCE_EMPTY] = "No text was found in it.",
    [SOURCE_CUT] = "It is too long: only its beginning was read.",
    [SOURCE_REPEATS] = "Passages that another source has too were left out.",
    [SOURCE_ADDRESSES] = "Passages that address a language model were left out.",
    [SOURCE_UNFIT] = "Nothing in it fits the subject.",
    [SOURCE_NOT_READ] = "It was found, and other pages were read instead.",
    [SOURCE_OLD] = "It is older than was asked for.",
    [SOURCE_LIKE] = "It says nearly the same as %s.",
    [SOURCE_NO_ROOM] = "Better pages fill what may be used.",
    [SOURCE_SUMMARY] = "Its summary stands in for the page, which could not be read: %s.",
    [SOURCE_CITED] = "The article cites it.",
    [SOURCE_UNCITED] = "It was read, and the article does not cite it.",
};

static void source_report_add_sentence(struct buf *why, const struct source_fate *fate)
{
    const char *sentence = sentences[fate->reason], *gap = strstr(sentence, "%s");
    if (!gap) {
        buf_str(why, sentence);
        return;
    }
    buf_add(why, sentence, (size_t)(gap - sentence));
    buf_str(why, fate->detail ? fate->detail : "");
    buf_str(why, gap + 2);
}

/* What was said before and the sentence behind it, which stands there once. */
static void add_reason(struct buf *why, const char *before, const struct source_fate *fate)
{
    struct buf sentence = {0};
    source_report_add_sentence(&sentence, fate);
    buf_str(why, before);
    if (!strstr(before, buf_text(&sentence)))
        buf_printf(why, "%s%s", *before ? " " : "", buf_text(&sentence));
    why->failed = why->failed || sentence.failed;
    buf_free(&sentence);
}

static json_t *source_report_find(const json_t *sources, const char *url)
{
    for (size_t i = 0; i < json_array_size(sources); i++) {
        json_t *source = json_array_get(sources, i);
        const char *known = json_string_value(json_object_get(source, "url"));
        if (known && strcmp(known, url) == 0)
            return source;
    }
    return NULL;
}

static const char *source_report_text_of(const json_t *source, const char *key)
{
    const char *text = json_string_value(json_object_get(source, key));
    return text ? text : "";
}

enum status source_report_add(json_t *sources, const struct source_fate *fate, struct error *err)
{
    json_t *known = source_report_find(sources, fate->url);
    struct buf why = {0};
    add_reason(&why, source_report_text_of(known, "why"), fate);
    const char *title =
        *source_report_text_of(known, "title") || !fate->title ? source_report_text_of(known, "title") : fate->title;
    bool is_used = fate->reason == SOURCE_CITED || json_is_true(json_object_get(known, "used"));
    json_t *entry = why.failed ? NULL
                               : json_pack("{s:s,s:s,s:b,s:s}", "url", fate->url, "title", title, "used", is_used,
                                           "why", buf_text(&why));
    buf_free(&why);
    bool ok = entry && (known ? json_object_update_existing(known, entry) : json_array_append(sources, entry)) == 0;
    json_decref(entry);
    return ok ? OK : error_memory(err);
}

/* Reasons are only ever added behind others: of two the longer has both. */
static bool is_told(const json_t *known, const json_t *stored)
{
    return known && strncmp(source_report_text_of(known, "why"), source_report_text_of(stored, "why"),
                            strlen(source_report_text_of(stored, "why"))) == 0;
}

enum status source_report_merge(json_t *sources, const json_t *stored, struct error *err)
{
    for (size_t i = 0; i < json_array_size(stored); i++) {
        json_t *entry = json_array_get(stored, i),
               *known = source_report_find(sources, source_report_text_of(entry, "url"));
        json_t *copy = is_told(known, entry) ? NULL : json_deep_copy(entry);
        if (is_told(known, entry))
            continue;
        bool ok = copy && (known ? json_object_update_existing(known, copy) : json_array_append(sources, copy)) == 0;
        json_decref(copy);
        if (!ok)
            return error_memory(err);
    }
    return OK;
}
