#include "write/research/kinds.h"

#include "write/research/research_words.h"

#include <time.h>

enum {
    LEAST_RESULTS = 4,    /* that say something of a subject */
    FRESH_DAYS = 14,      /* of news */
    DAY_MS = 24 * 3600000 /* milliseconds */
};

/* Hosts where studies are published, and ends of such hosts. */
static const char *const scholarly_hosts[] = {
    "doi.org",
    "arxiv.org",
    "ncbi.nlm.nih.gov",
    "nature.com",
    "sciencedirect.com",
    "springer.com",
    "jstor.org",
    "plos.org",
    "frontiersin.org",
    "onlinelibrary.wiley.com",
    "biorxiv.org",
    "medrxiv.org",
    "mdpi.com",
    "academic.oup.com",
    "tandfonline.com",
    "cochrane.org",
    "pnas.org",
    "science.org",
    "thelancet.com",
    "nejm.org",
    "bmj.com",
    "jamanetwork.com",
    "semanticscholar.org",
    "openalex.org",
    "researchgate.net",
};

static bool is_configured(const struct writing *writing, enum search_kind kind)
{
    return writing->services->search[kind] != NULL;
}

/* The first kind that is configured, the web before the others; SEARCH_KINDS: none. */
static enum search_kind any_configured(const struct writing *writing)
{
    enum search_kind kind = SEARCH_WEB;
    while (kind < SEARCH_KINDS && !is_configured(writing, kind))
        kind++;
    return kind;
}

/* The kind that the request names, or what stands in for it. */
static enum status choose_first(struct writing *writing, enum search_kind wanted, struct kinds *kinds)
{
    enum search_kind instead = any_configured(writing);
    const char *name = search_kind_name(wanted);
    kinds->first = wanted;
    if (is_configured(writing, wanted))
        return OK;
    if (instead == SEARCH_KINDS) {
        enum status status = writing_note(writing,
                                          "realTimeData: nothing was searched, since the configuration has no "
                                          "entry search.%s.",
                                          name);
        return status ? status
                      : error_set(writing->err, E_NOT_FOUND, NULL, "the configuration has no entry search.%s", name);
    }
    kinds->first = instead;
    return writing_note(writing, "The configuration has no entry search.%s: search.%s was searched instead.", name,
                        search_kind_name(instead));
}

static int year_of(int64_t now_ms)
{
    time_t now = (time_t)(now_ms / 1000);
    struct tm utc;
    gmtime_r(&now, &utc);
    return utc.tm_year + 1900;
}

enum status kinds_choose(struct writing *writing, struct kinds *kinds)
{
    const char *source = config_string(writing->config, "realTimeDataSource");
    enum search_kind wanted = SEARCH_WEB, subject = SEARCH_WEB;
    *kinds = (struct kinds){.is_custom = source && strcmp(source, "custom") == 0};
    if (kinds->is_custom && !json_array_size(json_object_get(writing->config, "urls")))
        return writing_note(writing, "realTimeDataSource \"custom\" means urls, and the request names none.");
    if (kinds->is_custom)
        return OK;
    for (enum search_kind kind = SEARCH_WEB; source && kind < SEARCH_KINDS; kind++)
        if (strcmp(search_kind_name(kind), source) == 0)
            wanted = kind;
    enum status status = choose_first(writing, wanted, kinds);
    kinds->is_open = source && strcmp(source, "auto") == 0;
    if (status || !kinds->is_open)
        return status;
    status = kinds_of_keyword(writing->arena, writing->brief.keyword, writing->brief.language, year_of(clock_now_ms()),
                              &subject, writing->err);
    kinds_add(writing, kinds, subject);
    return status;
}

void kinds_add(const struct writing *writing, struct kinds *kinds, enum search_kind kind)
{
    if (!kinds->is_open || kinds->has_second || kind == SEARCH_WEB || kind == kinds->first ||
        !is_configured(writing, kind))
        return;
    kinds->has_second = true;
    kinds->second = kind;
}

/* --- by words --- */

/* A year that has hardly begun to be written about. */
static bool has_recent_year(const struct worded *worded, int year)
{
    for (size_t i = 0; i < worded->count; i++) {
        struct str word = worded->words[i].folded;
        int value = 0;
        for (size_t j = 0; j < word.len && word.len == 4; j++)
            value = ascii_is_digit(word.data[j]) ? value * 10 + (word.data[j] - '0') : -10000;
        if (value >= year && value <= year + 2)
            return true;
    }
    return false;
}

enum status kinds_of_keyword(struct arena *arena, struct str keyword, const struct language *language, int year,
                             enum search_kind *kind, struct error *err)
{
    const struct research_words *words = research_words_of(language);
    struct worded worded;
    struct pattern_place place;
    enum status status = worded_split(arena, keyword, language, &worded, err);
    *kind = SEARCH_WEB;
    if (status)
        return status;
    if (words && pattern_find(words->scholarly, &worded, 0, &place))
        *kind = SEARCH_SCHOLARLY;
    else if (has_recent_year(&worded, year) || (words && pattern_find(words->news, &worded, 0, &place)))
        *kind = SEARCH_NEWS;
    return OK;
}

/* --- by what was found --- */

static bool is_scholarly(const char *url)
{
    struct url parts;
    if (url_parse(str_from(url), &parts, NULL))
        return false;
    for (size_t i = 0; i < COUNT_OF(scholarly_hosts); i++) {
        struct str host = str_from(scholarly_hosts[i]);
        size_t before = parts.host.len - host.len;
        if (str_ends(parts.host, host) && (parts.host.len == host.len || parts.host.data[before - 1] == '.'))
            return true;
    }
    return false;
}

enum search_kind kinds_of_results(const struct search_result *const *results, size_t count, int64_t now_ms)
{
    size_t fresh = 0, scholarly = 0;
    for (size_t i = 0; i < count; i++) {
        fresh += results[i]->published_ms > now_ms - (int64_t)FRESH_DAYS * DAY_MS;
        scholarly += is_scholarly(results[i]->url);
    }
    if (count < LEAST_RESULTS)
        return SEARCH_WEB;
    if (scholarly * 3 >= count)
        return SEARCH_SCHOLARLY;
    return fresh * 2 >= count ? SEARCH_NEWS : SEARCH_WEB;
}
