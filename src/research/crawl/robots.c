/* The Robots Exclusion Protocol, RFC 9309, with the widespread Crawl-delay. */
#include "research/crawl/robots.h"

#include "research/crawl/crawl.h"

enum {
    ROBOTS_LIMIT = 500 * 1024,    /* a parser need not read more (section 2.5) */
    MOST_STEPS = 20 * 1000 * 1000 /* octets compared for one path: a tenth of a second */
};

/* --- lines --- */

struct robots_line {
    struct str key, value; /* trimmed; key "" for blank lines and comments */
};

static bool next_line(struct str *rest, struct robots_line *line)
{
    if (!rest->len)
        return false;
    size_t end = 0;
    while (end < rest->len && rest->data[end] != '\n' && rest->data[end] != '\r')
        end++;
    struct str text = {rest->data, end};
    size_t used = end < rest->len ? end + 1 : end;
    *rest = (struct str){rest->data + used, rest->len - used};
    const char *comment = text.len ? memchr(text.data, '#', text.len) : NULL;
    if (comment)
        text.len = (size_t)(comment - text.data);
    const char *colon = text.len ? memchr(text.data, ':', text.len) : NULL;
    *line = (struct robots_line){STR(""), STR("")};
    if (!colon)
        return true;
    size_t length = (size_t)(colon - text.data);
    line->key = str_trim((struct str){text.data, length});
    line->value = str_trim((struct str){colon + 1, text.len - length - 1});
    return true;
}

static struct str without_mark(struct str text)
{
    if (text.len > ROBOTS_LIMIT)
        text.len = ROBOTS_LIMIT;
    return str_starts(text, STR("\xEF\xBB\xBF")) ? (struct str){text.data + 3, text.len - 3} : text;
}

bool robots_next_sitemap(struct str *rest, struct str *url)
{
    struct robots_line line;
    while (next_line(rest, &line)) {
        if (!str_ieq(line.key, STR("sitemap")) || !line.value.len)
            continue;
        *url = line.value;
        return true;
    }
    return false;
}

/* --- patterns (section 2.2.2, 2.2.3) --- */

/*
 * One octet of a path or pattern as it is compared, *at moved behind it: percent-encoded octets equal themselves in
 * either spelling, unreserved ones their plain form, and octets outside ASCII their encoded form. Encoded octets are
 * 256 and more, so that "%2A" is no "*".
 */
static int next_octet(struct str text, size_t *at)
{
    int octet = url_decode_octet(text, *at);
    if (octet < 0) {
        unsigned char byte = (unsigned char)text.data[(*at)++];
        return byte < 0x80 ? byte : 256 + byte;
    }
    *at += 3;
    return url_is_unreserved((char)octet) ? octet : 256 + octet;
}

/* Does the pattern match the path from its start? "*" is any run, "$" at its end the end of the path. *steps counts
 * what was compared; with MOST_STEPS of them it is given up, as no match. */
static bool robots_matches(struct str pattern, struct str path, size_t *steps)
{
    size_t p = 0, t = 0, star = SIZE_MAX, resume = 0;
    bool to_end = pattern.len && pattern.data[pattern.len - 1] == '$';
    pattern.len -= to_end;
    while (++*steps < MOST_STEPS) {
        if (p < pattern.len && pattern.data[p] == '*') {
            star = ++p;
            resume = t;
            continue;
        }
        if (p == pattern.len && (!to_end || t == path.len))
            return true;
        size_t next_p = p, next_t = t;
        if (p < pattern.len && t < path.len && next_octet(pattern, &next_p) == next_octet(path, &next_t)) {
            p = next_p;
            t = next_t;
            continue;
        }
        if (star == SIZE_MAX || resume >= path.len)
            return false;
        next_octet(path, &resume); /* the last star matches one octet more */
        p = star;
        t = resume;
    }
    return false;
}

/* --- groups (section 2.2.1) --- */

/* What the rules of the groups that apply say of a path. */
struct robots_verdict {
    bool named;  /* a group for the agent exists */
    size_t best; /* octets of the longest rule that matched */
    bool allowed;
    int delay_ms;
    size_t steps;
};

/* Does the value of a User-agent line name the agent? "copydesk/1.0 (+https://...)" names copydesk. */
static bool names_agent(struct str value, struct str agent)
{
    size_t length = 0;
    while (length < value.len && (ascii_is_alnum(value.data[length]) || memchr("-_", value.data[length], 2)))
        length++;
    return str_ieq((struct str){value.data, length}, agent);
}

static void read_delay(struct robots_verdict *verdict, struct str value)
{
    char number[32];
    size_t length = value.len < sizeof number - 1 ? value.len : sizeof number - 1;
    int64_t whole = 0, thousandths = 0, scale = 100;
    memcpy(number, value.data, length);
    number[length] = '\0';
    const char *at = number;
    if (!ascii_is_digit(*at))
        return;
    for (; ascii_is_digit(*at) && whole < 1000000; at++)
        whole = whole * 10 + (*at - '0');
    if (*at == '.')
        for (at++; ascii_is_digit(*at) && scale; at++, scale /= 10)
            thousandths += (*at - '0') * scale;
    verdict->delay_ms = (int)(whole > 86400 ? 86400000 : whole * 1000 + thousandths);
}

/* Is it a rule of a group? Other lines may stand anywhere and do not end a list of agents. */
static bool is_rule(const struct robots_line *line)
{
    return str_ieq(line->key, STR("allow")) || str_ieq(line->key, STR("disallow")) ||
           str_ieq(line->key, STR("crawl-delay"));
}

static void apply_rule(struct robots_verdict *verdict, const struct robots_line *line, struct str path)
{
    bool allow = str_ieq(line->key, STR("allow"));
    if (str_ieq(line->key, STR("crawl-delay")))
        read_delay(verdict, line->value);
    if (!allow && !str_ieq(line->key, STR("disallow")))
        return;
    struct str pattern = line->value;
    if (!pattern.len || pattern.len < verdict->best || !robots_matches(pattern, path, &verdict->steps))
        return;
    verdict->allowed = allow || (pattern.len == verdict->best && verdict->allowed);
    verdict->best = pattern.len;
}

/* Reads all groups for the agent ("*": those for everybody) as one group. */
static struct robots_verdict robots_judge(struct str robots, struct str agent, struct str path)
{
    struct robots_verdict verdict = {.allowed = true, .delay_ms = -1};
    struct robots_line line;
    bool in_agents = false, applies = false;
    bool everybody = str_eq(agent, STR("*"));
    while (next_line(&robots, &line)) {
        if (!str_ieq(line.key, STR("user-agent"))) {
            in_agents = in_agents && !is_rule(&line);
            if (applies)
                apply_rule(&verdict, &line, path);
            continue;
        }
        if (!in_agents)
            applies = false;
        in_agents = true;
        applies = applies || (everybody ? str_eq(line.value, agent) : names_agent(line.value, agent));
        verdict.named = verdict.named || applies;
    }
    return verdict;
}

bool robots_allows(struct str robots_txt, const char *agent, const char *path, int *delay_ms)
{
    struct str robots = without_mark(robots_txt), target = str_from(path);
    struct robots_verdict verdict = robots_judge(robots, str_from(agent), target);
    if (!verdict.named)
        verdict = robots_judge(robots, STR("*"), target);
    if (delay_ms)
        *delay_ms = verdict.delay_ms;
    /* Rules that cannot be weighed in a reasonable time forbid, as rules do that cannot be had (section 2.3.1.4). */
    bool is_weighed = verdict.steps < MOST_STEPS;
    return (verdict.allowed && is_weighed) || str_eq(target, STR("/robots.txt"));
}

enum {
    USUAL_PAUSE_MS = 200,
    BUSY_MS = 1000,                   /* where a busy site does not say how long */
    ROBOTS_LARGEST = 2 * 1024 * 1024, /* bytes fetched; robots_allows reads as many of them as the protocol asks */
};

static const char agent[] = "copydesk";

enum status site_robots(struct net *net, const char *url, struct net_request *request, struct arena *arena,
                        struct str *robots, struct error *err)
{
    struct net_response response;
    const char *address = url_resolve(arena, url, STR("/robots.txt"));
    if (!address)
        return error_memory(err);
    request->url = address;
    request->max_bytes = ROBOTS_LARGEST;
    enum status status = net_fetch(net, request, arena, &response, err);
    if (status)
        return status;
    if (response.status >= 500)
        return error_set(err, E_DENIED, NULL, "%s answered %d: the site is not crawled while it cannot be read",
                         address, response.status);
    *robots = response.status < 300 ? response.body : STR("");
    return OK;
}

/* Path and query of a normalised URL, which the rules of robots.txt are about. */
static const char *site_path_of(const char *url)
{
    const char *authority = strstr(url, "://");
    return authority ? authority + 3 + strcspn(authority + 3, "/?#") : "/";
}

bool site_allows(struct str robots, const char *url)
{
    return robots_allows(robots, agent, site_path_of(url), NULL);
}

static bool is_loopback(const char *url)
{
    struct url parts;
    return !url_parse(str_from(url), &parts, NULL) && address_is_loopback(parts.host);
}

int site_pause(struct str robots, const char *url, int wished_ms)
{
    int asked = -1;
    robots_allows(robots, agent, "/", &asked);
    if (asked > SITE_LONGEST_PAUSE_MS)
        asked = SITE_LONGEST_PAUSE_MS;
    if (wished_ms < 0)
        wished_ms = is_loopback(url) ? 0 : USUAL_PAUSE_MS;
    return asked > wished_ms ? asked : wished_ms;
}

int64_t site_busy_ms(const struct net_response *response)
{
    if (response->status != 429 && response->status != 503)
        return -1;
    return response->retry_after_ms < 0 ? BUSY_MS : response->retry_after_ms;
}
