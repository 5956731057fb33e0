#include "service/domain/crawl_log.h"

#include "base/log_event.h"

static struct log_event begin_crawl(const char *name, const struct domain *domain)
{
    struct log_event event = log_event_begin(name);
    log_event_text(&event, "domain", domain->id);
    log_event_text(&event, "name", domain->name);
    return event;
}

void crawl_log_begun(const struct domain *domain)
{
    struct log_event event = begin_crawl("crawl begun", domain);
    log_event_end(&event, LOG_INFO);
}

void crawl_log_ended(const struct domain *domain, bool failed, size_t pages, const char *problem, int64_t began_at)
{
    struct log_event event = begin_crawl(failed ? "crawl failed" : "crawl ended", domain);
    log_event_number(&event, "pages", (int64_t)pages);
    log_event_text(&event, failed ? "reason" : "note", problem);
    log_event_seconds(&event, "seconds", clock_mono_ms() - began_at);
    log_event_end(&event, LOG_INFO);
}

void crawl_log_left(const struct domain *domain, bool interrupted)
{
    struct log_event event = begin_crawl(
        interrupted ? "crawl interrupted, goes on when the service runs again:" : "crawl cancelled", domain);
    log_event_end(&event, LOG_INFO);
}
