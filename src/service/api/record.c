#include "service/api/api.h"
#include "service/api/media.h"

#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

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

enum { PLACES = 128, RECORD_MAX = 128 * 1024, ID_MAX = 80 };

struct record_cache_place {
    char id[UUID_LENGTH + 1], account_id[ID_MAX];
    int64_t version;
    char *record; /* NULL: free */
    size_t length;
};

struct record_cache {
    pthread_mutex_t lock;
    unsigned drops;
    struct record_cache_place places[PLACES]; /* by the hash of the id */
};

struct record_cache *record_cache_new(void)
{
    struct record_cache *cache = calloc(1, sizeof *cache);
    if (cache)
        pthread_mutex_init(&cache->lock, NULL);
    return cache;
}

void record_cache_free(struct record_cache *cache)
{
    if (!cache)
        return;
    for (int i = 0; i < PLACES; i++)
        free(cache->places[i].record);
    pthread_mutex_destroy(&cache->lock);
    free(cache);
}

static struct record_cache_place *record_cache_place_of(struct record_cache *cache, const char *id)
{
    return &cache->places[hash_bytes(id, strlen(id)) % PLACES];
}

bool record_cache_get(struct record_cache *cache, const char *account_id, const char *id, int64_t *version,
                      struct buf *out)
{
    pthread_mutex_lock(&cache->lock);
    const struct record_cache_place *place = record_cache_place_of(cache, id);
    bool here = place->record && strcmp(place->id, id) == 0 && strcmp(place->account_id, account_id) == 0;
    if (here) {
        *version = place->version;
        buf_add(out, place->record, place->length);
    }
    pthread_mutex_unlock(&cache->lock);
    return here;
}

void record_cache_put(struct record_cache *cache, unsigned drops, const struct article *article, struct str record)
{
    bool fits = record.len <= RECORD_MAX && strlen(article->id) <= UUID_LENGTH && strlen(article->account_id) < ID_MAX;
    char *copy = fits ? malloc(record.len) : NULL;
    if (!copy)
        return;
    memcpy(copy, record.data, record.len);
    pthread_mutex_lock(&cache->lock);
    if (cache->drops == drops) {
        struct record_cache_place *place = record_cache_place_of(cache, article->id);
        char *old = place->record;
        strcpy(place->id, article->id);
        strcpy(place->account_id, article->account_id);
        place->version = article->version;
        place->record = copy;
        place->length = record.len;
        copy = old;
    }
    pthread_mutex_unlock(&cache->lock);
    free(copy);
}

unsigned record_cache_drops(struct record_cache *cache)
{
    pthread_mutex_lock(&cache->lock);
    unsigned drops = cache->drops;
    pthread_mutex_unlock(&cache->lock);
    return drops;
}

void record_cache_drop(struct record_cache *cache, const char *id)
{
    pthread_mutex_lock(&cache->lock);
    struct record_cache_place *place = record_cache_place_of(cache, id);
    cache->drops++;
    if (strcmp(place->id, id) == 0) {
        free(place->record);
        place->record = NULL;
    }
    pthread_mutex_unlock(&cache->lock);
}
