/* The backend "rss" of search: feeds in RSS or Atom, whose entries are ranked by the words of the query. */
#include "research/search/search_backend.h"
#include "research/search/search_feed.h"
#include "research/search/search_parts.h"
#include "text/html/html.h"

#include <stdlib.h>

enum {
    MOST_FEEDS = 32,
    SIDE_BY_SIDE = 8,
    FEED_SECONDS = 15,
    IN_TITLE = 3, /* how much more a word counts there */
};

struct feeds {
    char name[24];
    struct source {
        struct upstream *upstream;
        char *url;
    } list[MOST_FEEDS];
    size_t count;
};

/* --- opening --- */

static void close_rss(void *state)
{
    struct feeds *feeds = state;
    for (size_t i = 0; i < feeds->count; i++) {
        upstream_close(feeds->list[i].upstream);
        free(feeds->list[i].url);
    }
    free(feeds);
}

static bool rss_is_address(const json_t *value)
{
    struct url parts;
    const char *text = json_string_value(value);
    return text && entry_is_plain(text) && !url_parse(str_from(text), &parts, NULL) && !parts.userinfo.data;
}

static enum status check_feeds(const char *name, const json_t *list, struct error *err)
{
    bool is_good = json_array_size(list) > 0 && json_array_size(list) <= MOST_FEEDS;
    for (size_t i = 0; i < json_array_size(list) && is_good; i++)
        is_good = rss_is_address(json_array_get(list, i));
    if (is_good)
        return OK;
    return error_set(err, E_INVALID, "config",
                     "configuration: %s.feeds must be a list of 1 to %d addresses, such as "
                     "{ \"https://example.org/feed.xml\" }",
                     name, MOST_FEEDS);
}

static enum status add_feed(struct feeds *feeds, enum search_kind kind, const char *url, long seconds,
                            struct error *err)
{
    struct source *source = &feeds->list[feeds->count++];
    const struct upstream_settings settings = {
        .name = feeds->name,
        .base_url = url,
        .seconds = seconds,
        .keep_seconds = search_keep_seconds(kind),
    };
    source->url = strdup(url);
    return source->url ? upstream_open(&settings, &source->upstream, err) : error_memory(err);
}

static enum status open_rss(enum search_kind kind, const char *name, const json_t *entry, void **state,
                            struct error *err)
{
    static const char *const members[] = {"feeds", "seconds", NULL};
    const json_t *list = json_object_get(entry, "feeds");
    long seconds = FEED_SECONDS;
    enum status status = entry_check(entry, name, members, err);
    if (!status)
        status = check_feeds(name, list, err);
    if (!status)
        status = entry_whole(entry, name, "seconds", 1, 600, &seconds, err);
    if (status)
        return status;
    struct feeds *feeds = calloc(1, sizeof *feeds);
    if (!feeds)
        return error_memory(err);
    snprintf(feeds->name, sizeof feeds->name, "%s", name);
    for (size_t i = 0; i < json_array_size(list) && !status; i++)
        status = add_feed(feeds, kind, json_string_value(json_array_get(list, i)), seconds, err);
    if (status)
        close_rss(feeds);
    else
        *state = feeds;
    return status;
}

/* --- fetching --- */

/* One feed while it is fetched, in a thread of its own. */
struct fetch {
    const struct source *source;
    char shown[120]; /* the address in messages: without its query, which may hold a key */
    struct lookup lookup;
    struct error err;
    enum status status;
    struct feed feed;
    pthread_t thread;
    bool has_thread;
};

static enum status fetch_feed(struct fetch *fetch)
{
    static const struct upstream_request any = {
        .accept = "application/rss+xml, application/atom+xml, application/xml;q=0.9, text/xml;q=0.9"};
    struct upstream_request request = any;
    struct upstream_answer answer;
    struct error *err = &fetch->err;
    request.path = fetch->source->url;
    enum status status = upstream_ask(fetch->source->upstream, &request, &fetch->lookup, &answer);
    if (status && answer.status >= 300 && answer.status < 400)
        return upstream_fault(fetch->source->upstream, err, "%s has moved: name its new address", fetch->shown);
    if (!status)
        status = feed_read(fetch->lookup.arena, answer.body, answer.type, fetch->source->url, &fetch->feed, err);
    if (status == E_CORRUPT)
        return upstream_fault(fetch->source->upstream, err, "%s is no feed in RSS or Atom", fetch->shown);
    return status;
}

static void *rss_run(void *argument)
{
    struct fetch *fetch = argument;
    fetch->status = fetch->lookup.arena ? fetch_feed(fetch) : error_memory(&fetch->err);
    return NULL;
}

/* Some at a time; where there are no more threads this one does the work. */
static void fetch_all(struct fetch *list, size_t count)
{
    for (size_t first = 0; first < count; first += SIDE_BY_SIDE) {
        size_t end = first + SIDE_BY_SIDE < count ? first + SIDE_BY_SIDE : count;
        for (size_t i = first; i < end; i++) {
            list[i].has_thread = i + 1 < end && !thread_start(&list[i].thread, rss_run, &list[i], NULL);
            if (!list[i].has_thread)
                rss_run(&list[i]);
        }
        for (size_t i = first; i < end; i++)
            if (list[i].has_thread)
                pthread_join(list[i].thread, NULL);
    }
}

static void log_failure(const struct feeds *feeds, const struct fetch *fetch)
{
    struct log_event event = log_event_begin("feed left out");
    log_event_text(&event, "entry", feeds->name);
    log_event_text(&event, "feed", fetch->shown);
    log_event_text(&event, "why", fetch->err.message);
    log_event_end(&event, LOG_WARN);
}

/* OK: at least one could be read. */
static enum status check_fetches(const struct feeds *feeds, const struct fetch *list, struct error *err)
{
    size_t good = 0;
    for (size_t i = 0; i < feeds->count; i++) {
        enum status status = list[i].status;
        good += !status;
        if (status == E_MEMORY || status == E_CANCELLED)
            return error_set(err, status, list[i].err.code, "%s", list[i].err.message);
        if (status)
            log_failure(feeds, &list[i]);
    }
    return good ? OK : error_set(err, list[0].status, NULL, "%s", list[0].err.message);
}

/* --- ranking --- */

/* The stems that are looked for, each once. */
struct wanted {
    struct word_memory *memory;
    struct str *stems;
    size_t count;
};

struct rss_match {
    const struct feed_entry *entry;
    size_t found; /* stems that the entry has */
    size_t score;
    size_t place; /* in the order of the feeds */
};

static void read_query(struct wanted *wanted, const struct search_query *query, const struct lookup *lookup)
{
    struct word *words;
    size_t count;
    words_split(lookup->arena, query->text, query->language, &words, &count, NULL);
    wanted->stems = ARENA_ARRAY(lookup->arena, count + 1, struct str);
    for (int stops = 0; stops < 2 && wanted->stems && !wanted->count; stops++) /* of function words alone: those */
        for (size_t i = 0; i < count; i++)
            if ((stops || !words[i].is_stop) && !words_have_stem(words, i, words[i].stem))
                wanted->stems[wanted->count++] = words[i].stem;
}

/* The words of markup, as plain text; words NULL: memory ran out, which the arena notes. */
static struct worded rss_split(const struct wanted *wanted, const char *markup, size_t most, struct arena *arena)
{
    struct worded worded = {0};
    const char *text = plain_text(arena, str_from(markup), most);
    if (text)
        worded_split_again(wanted->memory, arena, str_from(text), &worded, NULL);
    return worded;
}

static enum status rss_judge(const struct wanted *wanted, struct rss_match *match, const struct lookup *lookup)
{
    struct arena *arena = arena_new();
    if (!arena)
        return error_memory(lookup->err);
    struct worded title = rss_split(wanted, match->entry->title, SEARCH_TITLE, arena);
    struct worded text = rss_split(wanted, match->entry->text, SEARCH_TEXT, arena);
    for (size_t i = 0; i < wanted->count; i++) {
        bool is_in_title = words_have_stem(title.words, title.count, wanted->stems[i]);
        bool is_there = is_in_title || words_have_stem(text.words, text.count, wanted->stems[i]);
        match->found += is_there;
        match->score += is_in_title ? IN_TITLE : is_there;
    }
    bool failed = arena_failed(arena);
    arena_free(arena);
    return failed ? error_memory(lookup->err) : lookup_check(lookup);
}

static int rss_compare(const void *a, const void *b)
{
    const struct rss_match *one = a, *other = b;
    if (one->score != other->score)
        return one->score > other->score ? -1 : 1;
    if (one->entry->published_ms != other->entry->published_ms)
        return one->entry->published_ms > other->entry->published_ms ? -1 : 1;
    return one->place < other->place ? -1 : one->place > other->place;
}

/* Entries that have half of the words or more. */
static enum status rank(const struct wanted *wanted, const struct fetch *list, size_t feeds,
                        const struct lookup *lookup, struct search_list *found)
{
    struct rss_match *matches = NULL;
    size_t count = 0, cap = 0, place = 0;
    for (size_t i = 0; i < feeds; i++)
        for (size_t k = 0; k < list[i].feed.count; k++) {
            struct rss_match match = {.entry = &list[i].feed.list[k], .place = place};
            place++;
            enum status status = rss_judge(wanted, &match, lookup);
            if (status)
                return status;
            if (!match.found || match.found * 2 < wanted->count)
                continue;
            struct rss_match *added = VEC_PUSH(lookup->arena, matches, count, cap);
            if (added)
                *added = match;
        }
    if (count)
        qsort(matches, count, sizeof *matches, rss_compare);
    for (size_t i = 0; i < count; i++) {
        const struct feed_entry *entry = matches[i].entry;
        const struct search_result result = {
            .url = entry->url, .title = entry->title, .text = entry->text, .published_ms = entry->published_ms};
        search_add(found, &result);
    }
    return OK;
}

/* --- asking --- */

static enum status search_feeds(const struct feeds *feeds, const struct fetch *list, const struct search_query *query,
                                const struct lookup *lookup, struct search_list *found)
{
    struct wanted wanted = {.memory = word_memory_new(query->language)};
    enum status status = check_fetches(feeds, list, lookup->err);
    if (!status)
        read_query(&wanted, query, lookup);
    if (!status && (!wanted.memory || arena_failed(lookup->arena)))
        status = error_memory(lookup->err);
    if (!status)
        status = rank(&wanted, list, feeds->count, lookup, found);
    word_memory_free(wanted.memory);
    return status;
}

static enum status ask_rss(void *state, enum search_kind kind, const struct search_query *query,
                           const struct lookup *lookup, struct search_list *list)
{
    const struct feeds *feeds = state;
    (void)kind;
    struct fetch *fetches = ARENA_ARRAY(lookup->arena, feeds->count, struct fetch);
    if (!fetches)
        return error_memory(lookup->err);
    for (size_t i = 0; i < feeds->count; i++) {
        const char *url = feeds->list[i].url;
        fetches[i].source = &feeds->list[i];
        snprintf(fetches[i].shown, sizeof fetches[i].shown, "%.*s", (int)strcspn(url, "?"), url);
        fetches[i].lookup = *lookup;
        fetches[i].lookup.arena = arena_new();
        fetches[i].lookup.err = &fetches[i].err;
    }
    fetch_all(fetches, feeds->count);
    enum status status = search_feeds(feeds, fetches, query, lookup, list);
    for (size_t i = 0; i < feeds->count; i++)
        arena_free(fetches[i].lookup.arena);
    return status;
}

const struct search_backend search_rss_backend = {
    .api = "rss",
    .kinds = 1U << SEARCH_NEWS,
    .open = open_rss,
    .close = close_rss,
    .ask = ask_rss,
};
