#include "service/jobs/article_log.h"

#include "base/log_event.h"
#include "store/db/article_name.h"

const char *article_log_keyword(const struct article *article, struct arena *arena)
{
    return article_keyword(article->config, arena);
}

static struct log_event begin_article(const char *name, const struct logged_article *article)
{
    struct log_event event = log_event_begin(name);
    log_event_id(&event, "article", article->id);
    log_event_text(&event, "keyword", article->keyword);
    return event;
}

static void end_article(struct log_event *event, const struct logged_article *article, enum log_level level)
{
    if (article->began_at)
        log_event_seconds(event, "seconds", clock_mono_ms() - article->began_at);
    log_event_end(event, level);
}

void article_log_queued(const struct article *article, const char *request_id)
{
    if (!log_wants(LOG_INFO))
        return;
    struct log_event event = begin_article("article queued", &(struct logged_article){.id = article->id});
    log_event_text(&event, "request", request_id);
    log_event_text(&event, "account", article->account_id);
    log_event_end(&event, LOG_INFO);
}

void article_log_begun(const struct logged_article *article, const struct article *claimed)
{
    const char *name = "article begun";
    if (claimed->polish)
        name = "polishing begun";
    else if (claimed->taken_over)
        name = "article taken over from a process that ended:";
    else if (claimed->attempt > 1)
        name = "article resumed";
    struct log_event event = begin_article(name, article);
    log_event_end(&event, LOG_INFO);
}

void article_log_ended(const struct logged_article *article, const struct article *ended, const char *fault)
{
    bool finished = ended->state == ARTICLE_FINISHED;
    struct log_event event = begin_article(finished ? "article finished" : "article failed", article);
    if (finished)
        log_event_number(&event, "words", ended->words_charged);
    log_event_text(&event, "error", ended->error_code);
    log_event_text(&event, "reason", fault ? fault : ended->error);
    end_article(&event, article, fault ? LOG_ERROR : LOG_INFO);
}

void article_log_polished(const struct logged_article *article, const char *problem, const char *fault)
{
    struct log_event event = begin_article(problem ? "article not polished" : "article polished", article);
    log_event_text(&event, "reason", fault ? fault : problem);
    end_article(&event, article, fault ? LOG_ERROR : LOG_INFO);
}

void article_log_left(const struct logged_article *article, enum article_log_end end)
{
    static const char *const events[] = {
        [ARTICLE_LOG_CANCELLED] = "article cancelled",
        [ARTICLE_LOG_DELETED] = "article deleted",
        [ARTICLE_LOG_INTERRUPTED] = "article interrupted, goes on when the service runs again:",
        [ARTICLE_LOG_LOST] = "article taken over by another process",
    };
    struct log_event event = begin_article(events[end], article);
    end_article(&event, article, LOG_INFO);
}
