#include "service/journal.h"

#include "text/url.h"

#include <stdio.h>

enum { LINE_MAX_BYTES = 900, VALUE_MAX_BYTES = 240 };

/* A line in the making. What does not fit is left out. */
struct line {
    char text[LINE_MAX_BYTES];
    size_t length;
};

static void add(struct line *line, const char *text, size_t length)
{
    if (line->length + length >= sizeof line->text)
        return;
    memcpy(line->text + line->length, text, length);
    line->length += length;
    line->text[line->length] = '\0';
}

static struct line begin(const char *event)
{
    struct line line = {.length = 0};
    add(&line, event, strlen(event));
    return line;
}

static void end(const struct line *line, enum log_level level)
{
    log_line(level, "%s", line->text);
}

/* --- values --- */

static bool is_control(struct str at)
{
    unsigned char first = (unsigned char)at.data[0];
    return first < ' ' || first == 127 || (first == 0xC2 && at.len > 1 && (unsigned char)at.data[1] < 0xA0);
}

/* Bytes of the character at the beginning; 0: none that may stand in a line (no UTF-8, or it would move a terminal's cursor). */
static size_t shown_length(struct str text)
{
    if (is_control(text))
        return 0;
    return (unsigned char)text.data[0] < 0x80 ? 1 : utf8_sequence(text);
}

static void add_quoted(struct line *line, struct str text)
{
    add(line, "\"", 1);
    while (text.len) {
        size_t length = shown_length(text);
        if (text.data[0] == '"' || text.data[0] == '\\')
            add(line, "\\", 1);
        add(line, length ? text.data : "?", length ? length : 1);
        length += !length;
        text = (struct str){text.data + length, text.len - length};
    }
    add(line, "\"", 1);
}

static bool is_word(struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        if ((unsigned char)text.data[i] <= ' ' || (unsigned char)text.data[i] >= 127 || strchr("\"\\=", text.data[i]))
            return false;
    return text.len > 0;
}

static void add_name(struct line *line, const char *name)
{
    add(line, " ", 1);
    add(line, name, strlen(name));
    add(line, "=", 1);
}

static void add_slice(struct line *line, const char *name, struct str value)
{
    if (value.len > VALUE_MAX_BYTES)
        value.len = utf8_valid_length((struct str){value.data, VALUE_MAX_BYTES});
    add_name(line, name);
    if (is_word(value))
        add(line, value.data, value.len);
    else
        add_quoted(line, value);
}

/* NULL: left out. */
static void add_text(struct line *line, const char *name, const char *value)
{
    if (value)
        add_slice(line, name, str_from(value));
}

static void add_number(struct line *line, const char *name, int64_t value)
{
    char text[32];
    add_name(line, name);
    add(line, text, (size_t)snprintf(text, sizeof text, "%lld", (long long)value));
}

static void add_seconds(struct line *line, const char *name, int64_t ms)
{
    char text[32];
    ms = ms > 0 ? ms : 0;
    add_name(line, name);
    add(line, text, (size_t)snprintf(text, sizeof text, "%lld.%03d", (long long)(ms / 1000), (int)(ms % 1000)));
}

/* --- the service --- */

void journal_ready(const char *url)
{
    struct line line = begin("ready");
    add_text(&line, "url", url);
    end(&line, LOG_INFO);
}

static void journal_key(const char *event, const char *key_id, const char *account_id)
{
    struct line line = begin(event);
    add_text(&line, "id", key_id);
    add_text(&line, "account", account_id);
    end(&line, LOG_INFO);
}

void journal_key_made(const char *key_id, const char *account_id)
{
    journal_key("key made", key_id, account_id);
}

void journal_key_deleted(const char *key_id, const char *account_id)
{
    journal_key("key deleted", key_id, account_id);
}

void journal_request(const char *id, const char *account_id, const char *method, const char *path, int status,
                     int64_t ms)
{
    if (!log_wants(LOG_DEBUG))
        return;
    struct line line = begin("request");
    add_text(&line, "method", method);
    add_text(&line, "path", path);
    add_number(&line, "status", status);
    add_number(&line, "ms", ms);
    add_text(&line, "id", id);
    add_text(&line, "account", account_id);
    end(&line, LOG_DEBUG);
}

/* --- articles --- */

static struct line begin_article(const char *event, const struct journal_article *article)
{
    struct line line = begin(event);
    add_text(&line, "id", article->id);
    add_text(&line, "keyword", article->keyword);
    return line;
}

static void end_article(struct line *line, const struct journal_article *article, enum log_level level)
{
    if (article->began_at)
        add_seconds(line, "seconds", clock_mono_ms() - article->began_at);
    end(line, level);
}

void journal_article_begun(const struct journal_article *article, const struct article *claimed)
{
    const char *event = "article begun";
    if (claimed->taken_over)
        event = "article taken over from a process that ended:";
    else if (claimed->attempt > 1)
        event = "article resumed";
    struct line line = begin_article(event, article);
    end(&line, LOG_INFO);
}

void journal_article_ended(const struct journal_article *article, const struct article *ended, const char *fault)
{
    bool finished = ended->state == ARTICLE_FINISHED;
    struct line line = begin_article(finished ? "article finished" : "article failed", article);
    if (finished)
        add_number(&line, "words", ended->words_charged);
    add_text(&line, "error", ended->error_code);
    add_text(&line, "reason", fault ? fault : ended->error);
    end_article(&line, article, fault ? LOG_ERROR : LOG_INFO);
}

void journal_article_left(const struct journal_article *article, enum journal_end end)
{
    static const char *const events[] = {
        [JOURNAL_CANCELLED] = "article cancelled",
        [JOURNAL_DELETED] = "article deleted",
        [JOURNAL_INTERRUPTED] = "article interrupted, goes on when the service runs again:",
        [JOURNAL_LOST] = "article taken over by another process",
    };
    struct line line = begin_article(events[end], article);
    end_article(&line, article, LOG_INFO);
}

/* --- crawls --- */

static struct line begin_crawl(const char *event, const struct domain *domain)
{
    struct line line = begin(event);
    add_text(&line, "domain", domain->id);
    add_text(&line, "name", domain->name);
    return line;
}

void journal_crawl_begun(const struct domain *domain)
{
    struct line line = begin_crawl("crawl begun", domain);
    end(&line, LOG_INFO);
}

void journal_crawl_ended(const struct domain *domain, bool failed, size_t pages, const char *problem, int64_t began_at)
{
    struct line line = begin_crawl(failed ? "crawl failed" : "crawl ended", domain);
    add_number(&line, "pages", (int64_t)pages);
    add_text(&line, failed ? "reason" : "note", problem);
    add_seconds(&line, "seconds", clock_mono_ms() - began_at);
    end(&line, LOG_INFO);
}

void journal_crawl_left(const struct domain *domain, bool interrupted)
{
    struct line line = begin_crawl(
        interrupted ? "crawl interrupted, goes on when the service runs again:" : "crawl cancelled", domain);
    end(&line, LOG_INFO);
}

/* --- deliveries --- */

void journal_delivery(const struct delivery *delivery)
{
    struct url url;
    bool delivered = strcmp(delivery->state, "delivered") == 0, again = strcmp(delivery->state, "pending") == 0;
    struct line line = begin(delivered ? "delivery made" : "delivery failed");
    add_text(&line, "id", delivery->id);
    add_text(&line, "article", delivery->article_id);
    if (url_parse(str_from(delivery->url), &url, NULL) == OK)
        add_slice(&line, "host", url.host);
    add_number(&line, "status", delivery->last_status);
    add_number(&line, "attempt", delivery->attempts);
    add_text(&line, "reason", delivered ? NULL : delivery->last_error);
    if (again)
        add_seconds(&line, "again_in", delivery->next_at - clock_now_ms());
    end(&line, LOG_INFO);
}
