#include "research/topic/topic.h"

#include "research/topic/survey.h"

/* What whoever refuses can say: the heading that comes nearest, and the words that none holds. */
static void look_for_nearest(struct survey *survey)
{
    struct topic *topic = survey->topic;
    const struct topic_match *match = survey->match;
    struct buf missing = {0};
    stem_set held = 0;
    double best = 0;
    for (size_t i = 0; i < topic->corpus->section_count; i++) {
        const struct source_section *section = &topic->corpus->sections[i];
        stem_set here = match_all(match, &section->terms);
        double weight = here ? match_weight(match, here) + match_likeness(match, &section->terms) : 0;
        held |= here;
        if (weight > best && heading_is_short(section)) {
            best = weight;
            topic->nearest = section->title;
        }
    }
    for (size_t i = 0; i < match->count; i++)
        if (!(held >> i & 1))
            buf_printf(&missing, "%s%.*s", missing.len ? ", " : "", STR_ARG(match->words[i]));
    topic->missing = buf_keep(&missing, survey->arena);
}

enum status topic_open(struct corpus *corpus, const struct topic_query *query, struct arena *arena, struct topic *topic,
                       struct error *err)
{
    struct topic_match *match = ARENA_NEW(arena, struct topic_match);
    *topic = (struct topic){.corpus = corpus, .subject = query->subject, .match = match};
    struct survey survey = {.topic = topic, .match = match, .arena = arena};
    if (match)
        topic_subject_read(topic, query, arena, match);
    if (!arena_failed(arena))
        survey_pages(&survey);
    if (!arena_failed(arena))
        survey_sections(&survey);
    if (!arena_failed(arena))
        look_for_nearest(&survey);
    return arena_failed(arena) ? error_memory(err) : OK;
}

/* --- a text compared with the subject --- */

bool topic_holds(const struct topic *topic, const struct terms *terms, size_t slack)
{
    return match_holds(topic->match, terms, topic->match->needed, slack);
}

double topic_likeness(const struct topic *topic, const struct terms *terms)
{
    return match_likeness(topic->match, terms);
}

double topic_share(const struct topic *topic, const struct terms *terms)
{
    size_t needed = set_count(topic->match->needed);
    return needed ? (double)set_count(match_all(topic->match, terms) & topic->match->needed) / (double)needed : 0;
}

bool topic_has_head(const struct topic *topic, const struct terms *terms)
{
    return (match_all(topic->match, terms) & topic->match->head) != 0;
}

bool topic_has(const struct topic *topic, uint32_t term)
{
    return term < topic->match->known && (topic->match->held[term] & topic->match->needed);
}

double topic_collection_share(void *collection, struct str stem)
{
    enum { FEWEST = 8 };
    const struct topic_collection *all = collection;
    for (size_t i = 0; i < all->stem_count && all->pages >= FEWEST; i++)
        if (str_eq(all->stems[i].stem, stem))
            return (double)all->stems[i].pages / (double)all->pages;
    return 0;
}
