#include "research/topic/match.h"

size_t stems_count(stem_set set)
{
    size_t count = 0;
    for (; set; set &= set - 1)
        count++;
    return count;
}

static bool is_hidden(const struct topic_match *match, uint32_t term)
{
    return term < match->known && match->is_hidden[term];
}

stem_set match_at(const struct topic_match *match, const struct terms *terms, size_t at)
{
    uint32_t term = terms->ids[at];
    stem_set held = term < match->known ? match->held[term] : 0;
    for (size_t i = 0; i < match->compound_count; i++) {
        const struct compound *compound = &match->compounds[i];
        bool is_left = term == compound->left && at + 1 < terms->count && terms->ids[at + 1] == compound->right;
        bool is_right = term == compound->right && at && terms->ids[at - 1] == compound->left;
        held |= is_left || is_right ? compound->stem : 0;
    }
    return held;
}

stem_set match_all(const struct topic_match *match, const struct terms *terms)
{
    stem_set held = 0;
    for (size_t i = 0; i < terms->count; i++)
        held |= match_at(match, terms, i);
    return held;
}

stem_set match_near(const struct topic_match *match, const struct terms *terms)
{
    stem_set held = match_all(match, terms);
    for (size_t i = 0; i < terms->count; i++)
        held |= terms->ids[i] < match->known ? match->near[terms->ids[i]] : 0;
    return held;
}

bool match_holds(const struct topic_match *match, const struct terms *terms, stem_set wanted, size_t slack)
{
    size_t size = stems_count(wanted) + slack;
    for (size_t i = 0; wanted && i < terms->count; i++) {
        stem_set held = match_at(match, terms, i);
        size_t used = 1;
        for (size_t j = i + 1; (held & wanted) && j < terms->count && used < size; j++) {
            if (is_hidden(match, terms->ids[j]))
                continue;
            held |= match_at(match, terms, j);
            used++;
        }
        if ((held & wanted) == wanted)
            return true;
    }
    return false;
}

static bool stands_before(const struct terms *terms, size_t at)
{
    for (size_t i = 0; i < at; i++)
        if (terms->ids[i] == terms->ids[at])
            return true;
    return false;
}

double match_likeness(const struct topic_match *match, const struct terms *terms)
{
    stem_set held = 0;
    size_t others = 0;
    for (size_t i = 0; i < terms->count; i++) {
        stem_set here = match_at(match, terms, i) & match->needed;
        held |= here;
        others += !here && !is_hidden(match, terms->ids[i]) && !stands_before(terms, i);
    }
    size_t shared = stems_count(held), size = shared + others + stems_count(match->needed);
    return size ? 2.0 * (double)shared / (double)size : 0;
}

double match_weight(const struct topic_match *match, stem_set set)
{
    double held = 0, all = 0;
    for (size_t i = 0; i < match->count; i++) {
        all += match->idf[i];
        held += set >> i & 1 ? match->idf[i] : 0;
    }
    return all > 0 ? held / all : 0;
}
