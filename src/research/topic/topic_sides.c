#include "research/topic/topic_sides.h"

#include "research/topic/topic_parts.h"

enum { SIDE_TEXT = 40 /* words below a heading that names a side */ };

static bool has_or_is_light(const struct topic_match *match, const struct terms *terms, uint32_t half)
{
    if (half < match->known && match->is_light[half])
        return true;
    for (size_t i = 0; i < terms->count; i++)
        if (terms->ids[i] == half)
            return true;
    return false;
}

/* Does a form of the stem stand there, or do the bearing halves of a compound, in any place: "Pakete" for
 * "Paketverwaltung"? */
static bool tells_of(const struct topic_match *match, const struct terms *terms, stem_set stem)
{
    if (match_near(match, terms) & stem)
        return true;
    for (size_t i = 0; i < match->compound_count; i++) {
        const struct compound *compound = &match->compounds[i];
        bool has_one = has_or_is_light(match, terms, compound->left) && has_or_is_light(match, terms, compound->right);
        bool both_light = compound->left < match->known && compound->right < match->known &&
                          match->is_light[compound->left] && match->is_light[compound->right];
        if ((compound->stem & stem) && has_one && !both_light)
            return true;
    }
    return false;
}

/* In how many sentences of the section, with those inside it, a form of the stem stands. */
static size_t sentences_with(const struct survey *survey, stem_set stem, size_t section)
{
    const struct corpus *corpus = survey->topic->corpus;
    size_t count = 0, end = corpus_section_end(corpus, section);
    for (size_t i = 0; i < corpus->statement_count; i++)
        if (corpus->statements[i].section >= section && corpus->statements[i].section < end)
            count += tells_of(survey->match, &corpus->statements[i].terms, stem);
    return count;
}

/*
 * Is a section whose heading names these stems and nothing else on the subject? Two bearing stems or more before a
 * preposition are it, whatever stands behind that is no name: "remove red eyes from photos". Else the stems must be all
 * that bears the subject, one side of a preposition, or all but one, and the section's text must speak of the others:
 * "Web Server" of Apache for "web server with Apache".
 */
static bool is_side(const struct survey *survey, stem_set stems, size_t section)
{
    enum { OTHER_SENTENCES = 3 };
    const struct topic_match *match = survey->match;
    stem_set strong = match->strong & match->needed, before = strong & ~match->tail, behind = strong & match->tail;
    stem_set rest = match->needed & ~stems;
    if (!(stems & strong))
        return false;
    if (behind && !(behind & match->foreign) && stems_count(before) > 1 && (stems & before) == before)
        return true;
    bool is_whole_side = behind && before && ((stems & before) == before || (stems & behind) == behind);
    if (!is_whole_side && (strong & ~stems) && (stems_count(stems & strong) < 2 || stems_count(strong & ~stems) > 1))
        return false;
    for (stem_set left = rest; left; left &= left - 1) {
        stem_set one = left & (~left + 1);
        if (sentences_with(survey, one, section) < (one & strong ? OTHER_SENTENCES : 1))
            return false;
    }
    return true;
}

static enum status find_side(const struct survey *survey, size_t root, size_t end, stem_set *side)
{
    const struct corpus *corpus = survey->topic->corpus;
    enum status status = OK;
    for (size_t i = root; i < end && !status && !*side; i++) {
        const struct source_section *section = &corpus->sections[i];
        struct heading_parts parts;
        if (survey->all[i].words < SIDE_TEXT || !match_near(survey->match, &section->terms) ||
            !heading_is_short(section))
            continue;
        status = heading_parts_read(corpus, section, survey->arena, &parts, survey->err);
        stem_set stems = status ? 0 : heading_names_only(survey->match, &parts);
        *side = stems && is_side(survey, stems, i) ? stems : 0;
    }
    return status;
}

enum status topic_sides_judge(struct survey *survey)
{
    const struct corpus *corpus = survey->topic->corpus;
    enum status status = OK;
    for (size_t root = 0, end; root < corpus->section_count && !status; root = end) {
        size_t page = corpus->sections[root].page;
        stem_set side = 0;
        end = corpus_section_end(corpus, root);
        status = find_side(survey, root, end, &side);
        if (!side)
            continue;
        survey->about[page] = side;
        survey->topic->pages[page].tier = survey->topic->tier = TOPIC_NEAR;
    }
    return status || survey->topic->tier == TOPIC_NOT ? status : topic_count(survey);
}

/* --- less than the subject --- */

/* The stems of the subject but one that the title holds side by side, those that weigh most; 0: none. Without the head
 * they name something wider, which is on the subject where a few pages make up the collection. */
static stem_set akin(const struct topic_match *match, const struct terms *title)
{
    stem_set best = 0;
    for (stem_set rest = match->needed; rest; rest &= rest - 1) {
        stem_set missing = rest & (~rest + 1), stems = match->needed & ~missing;
        bool may_miss = missing != match->head || match->pages < MANY_PAGES;
        if (may_miss && match_weight(match, stems) > match_weight(match, best) && match_holds(match, title, stems, 0))
            best = stems;
    }
    return best;
}

enum status topic_sides_widen(struct survey *survey)
{
    const struct corpus *corpus = survey->topic->corpus;
    bool found = false;
    for (size_t root = 0; root < corpus->section_count; root = corpus_section_end(corpus, root)) {
        size_t page = corpus->sections[root].page;
        if (survey->topic->pages[page].tier != TOPIC_NOT || !heading_is_short(&corpus->sections[root]))
            continue;
        stem_set stems = akin(survey->match, &corpus->sections[root].terms);
        if (!stems)
            continue;
        survey->about[page] = stems;
        survey->topic->pages[page].tier = TOPIC_NEAR;
        found = true;
    }
    return found ? topic_count(survey) : OK;
}
