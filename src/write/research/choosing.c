#include "write/research/choosing.h"

#include <stdlib.h>

enum { OF_A_HOST = 3 /* pages, while other hosts have some that fit */ };

/* Of the subject's words: a page of another host with fewer is no reason to leave out the fourth page of a good one. */
static const double fits = 0.5;

/* What a hit is worth that says nothing of the subject, beside one that says all of it: its snippet may be short. */
static const double unfit = 0.25;

struct choosing_candidate {
    struct hit *hit;
    double value;
    struct str host, path;
};

static int by_value(const void *left, const void *right)
{
    const struct choosing_candidate *a = left, *b = right;
    bool is_first = a->hit->rank == 1 && a->hit->share >= fits, other_is = b->hit->rank == 1 && b->hit->share >= fits;
    if (is_first != other_is)
        return is_first ? -1 : 1;
    if (a->value != b->value)
        return a->value < b->value ? 1 : -1;
    return (a->hit > b->hit) - (a->hit < b->hit);
}

/* The share of the content words of what was looked for that title and text have; 1 where it has none. */
static enum status fit_to(struct study *study, const struct hit *hit, struct str sought, double *share)
{
    struct writing *writing = study->writing;
    struct word *words = NULL, *asked = NULL;
    size_t count = 0, asked_count = 0, content = 0, shared = 0;
    const char *text = arena_printf(study->arena, "%s. %s", hit->result.title, hit->result.text);
    enum status status =
        text ? words_split(study->arena, sought, writing->brief.language, &asked, &asked_count, writing->err)
             : error_memory(writing->err);
    if (!status)
        status = words_split(study->arena, str_from(text), writing->brief.language, &words, &count, writing->err);
    for (size_t i = 0; i < asked_count && !status; i++) {
        if (asked[i].is_stop)
            continue;
        content++;
        for (size_t j = 0; j < count; j++)
            if (str_eq(words[j].stem, asked[i].stem)) {
                shared++;
                break;
            }
    }
    *share = content && !status ? (double)shared / (double)content : 1;
    return status;
}

/* A hit of a query that asks for a gap need not have the subject's own words. */
static enum status choosing_fit(struct study *study, const struct hit *hit, double *share)
{
    double of_query = 0;
    enum status status = fit_to(study, hit, study->writing->brief.sought, share);
    if (!status)
        status = fit_to(study, hit, hit->query, &of_query);
    *share = of_query > *share ? of_query : *share;
    return status;
}

static enum status choosing_rate(struct study *study, struct choosing_candidate *list, size_t *count)
{
    enum status status = OK;
    *count = 0;
    for (size_t i = 0; i < study->hit_count && !status; i++) {
        struct hit *hit = &study->hits[i];
        struct url parts;
        if (hit->is_used)
            continue;
        status = hit->share < 0 ? choosing_fit(study, hit, &hit->share) : OK;
        list[(*count)++] = (struct choosing_candidate){
            .hit = hit,
            .value = hit->value * (unfit + hit->share),
        };
        if (!url_parse(str_from(hit->address), &parts, NULL)) {
            list[*count - 1].host = parts.host;
            list[*count - 1].path = parts.path;
        }
    }
    qsort(list, *count, sizeof *list, by_value);
    return status;
}

static size_t of_host(const struct choosing_candidate *list, const bool *is_chosen, size_t count, struct str host)
{
    size_t number = 0;
    for (size_t i = 0; i < count && host.len; i++)
        number += is_chosen[i] && str_eq(list[i].host, host);
    return number;
}

/* The same page at another host: of a manual in several languages, or a mirror. "/" and "/en/" tell nothing. */
static bool is_at(const struct hit *hit, const struct choosing_candidate *candidate)
{
    struct url parts;
    if (candidate->path.len < 2 || str_ends(candidate->path, STR("/")) ||
        str_ends(candidate->path, STR("/index.html")) || url_parse(str_from(hit->address), &parts, NULL))
        return false;
    return str_eq(parts.path, candidate->path) && !str_eq(parts.host, candidate->host);
}

static bool is_elsewhere(const struct study *study, const struct choosing_candidate *candidate)
{
    for (size_t i = 0; i < study->hit_count; i++)
        if (study->hits[i].is_used && is_at(&study->hits[i], candidate))
            return true;
    return false;
}

/* Who found it first, or, where that one has enough to read, whoever has least. */
static size_t agent_for(const struct study *study, const struct hit *hit, const size_t *taken, size_t each)
{
    size_t agent = hit->agent;
    for (size_t i = 0; taken[hit->agent] >= each && i < study->level->agents; i++)
        if (taken[i] < taken[agent])
            agent = i;
    return agent;
}

enum status choosing_hits(struct study *study, size_t each, size_t most, struct hit **list, size_t *count)
{
    struct choosing_candidate *candidates = ARENA_ARRAY(study->arena, study->hit_count + 1, struct choosing_candidate);
    bool *is_chosen = ARENA_ARRAY(study->arena, study->hit_count + 1, bool);
    size_t *taken = ARENA_ARRAY(study->arena, study->level->agents, size_t);
    size_t candidate_count = 0;
    *count = 0;
    if (!candidates || !is_chosen || !taken)
        return error_memory(study->writing->err);
    enum status status = choosing_rate(study, candidates, &candidate_count);
    for (int pass = 0; pass < 2 && !status; pass++)
        for (size_t i = 0; i < candidate_count && *count < most; i++) {
            struct hit *hit = candidates[i].hit;
            size_t agent = agent_for(study, hit, taken, each);
            bool is_many = of_host(candidates, is_chosen, candidate_count, candidates[i].host) >= OF_A_HOST;
            bool waits = pass == 0 && (is_many || hit->share < fits || is_elsewhere(study, &candidates[i]));
            if (is_chosen[i] || taken[agent] >= each || waits)
                continue;
            is_chosen[i] = hit->is_used = true;
            hit->agent = agent;
            taken[agent]++;
            list[(*count)++] = hit;
        }
    return status;
}
