/* Headings taken apart, and what they name. */
#include "research/topic/survey.h"

#include "text/unicode.h"
#include "text/word_list.h"

bool heading_is_short(const struct source_section *section)
{
    return words_count(section->title) <= HEADING_WORDS;
}

struct survey_parts_cutter {
    const struct corpus *corpus;
    struct str title;
    const struct word *words;
    size_t count;
    uint32_t *room;
    struct heading_parts *parts;
};

/* Does a mark that parts two names stand between the word and the one before it? */
static bool is_cut_before(const struct survey_parts_cutter *cutter, size_t at)
{
    size_t length;
    for (size_t i = at ? cutter->words[at - 1].end : 0; at && i < cutter->words[at].start; i += length) {
        uint32_t codepoint;
        length = utf8_decode(cutter->title, i, &codepoint);
        bool is_dash = codepoint == 0x2013 || codepoint == 0x2014;
        if (is_dash || (codepoint < 0x80 && codepoint && strchr(":,;/()", (int)codepoint)))
            return true;
    }
    return false;
}

static bool is_either(const struct survey_parts_cutter *cutter, size_t at)
{
    const struct language *language = cutter->corpus->language;
    const struct definition_words *words = language ? language->definition_words : NULL;
    return words && word_list_has(words->either, cutter->words[at].folded);
}

static void survey_parts_add_part(struct survey_parts_cutter *cutter, size_t first, size_t end)
{
    struct terms part = {cutter->room, 0};
    for (size_t i = first; i < end; i++) {
        uint32_t number = vocabulary_find(&cutter->corpus->vocabulary, cutter->words[i].stem);
        if (!cutter->words[i].is_stop && number != NO_WORD)
            cutter->room[part.count++] = number;
    }
    if (!part.count || cutter->parts->count == COUNT_OF(cutter->parts->list))
        return;
    cutter->parts->list[cutter->parts->count++] = part;
    cutter->room += part.count;
}

enum status heading_parts_read(const struct corpus *corpus, const struct source_section *section, struct arena *arena,
                               struct heading_parts *parts, struct error *err)
{
    struct word *words;
    size_t count, first = 0;
    enum status status = words_split(arena, section->title, corpus->language, &words, &count, err);
    if (status)
        return status;
    *parts = (struct heading_parts){.list = {section->terms}, .count = 1};
    struct survey_parts_cutter cutter = {corpus, section->title, words, count, ARENA_ARRAY(arena, count + 1, uint32_t),
                                         parts};
    if (!cutter.room)
        return error_memory(err);
    for (size_t i = 1; i < count; i++) {
        bool is_word = is_either(&cutter, i);
        if (!is_word && !is_cut_before(&cutter, i))
            continue;
        survey_parts_add_part(&cutter, first, i);
        first = i + is_word;
    }
    if (first)
        survey_parts_add_part(&cutter, first, count);
    return OK;
}

/* --- names --- */

struct str heading_name(const struct source_section *section)
{
    static const char *const marks[] = {" \xE2\x80\x94 ", " \xE2\x80\x93 ", " - ", ": "};
    struct str name = section->title;
    for (size_t i = 0; i < COUNT_OF(marks); i++) {
        size_t at = str_find(name, str_from(marks[i]), 0);
        name.len = at && at < name.len ? at : name.len;
    }
    return name;
}

enum status heading_name_read(const struct corpus *corpus, const struct source_section *section, struct arena *arena,
                              struct terms *name, struct error *err)
{
    struct word *words;
    size_t count;
    struct str text = heading_name(section);
    *name = section->terms;
    if (text.len == section->title.len)
        return OK;
    enum status status = words_split(arena, text, corpus->language, &words, &count, err);
    if (status)
        return status;
    struct heading_parts parts = {.count = 0};
    struct survey_parts_cutter cutter = {corpus, text, words, count, ARENA_ARRAY(arena, count + 1, uint32_t), &parts};
    if (!cutter.room)
        return error_memory(err);
    survey_parts_add_part(&cutter, 0, count);
    if (parts.count)
        *name = parts.list[0];
    return OK;
}

static size_t words_shared(struct str text, struct str other, size_t *count)
{
    size_t shared = 0;
    struct str word, known;
    for (*count = 0; str_split(&text, ' ', &word); ++*count)
        for (struct str rest = other; str_split(&rest, ' ', &known);)
            if (str_ieq(word, known)) {
                shared++;
                break;
            }
    return shared;
}

double written_likeness(struct str a, struct str b)
{
    size_t in_a, in_b, shared = words_shared(a, b, &in_a) + words_shared(b, a, &in_b);
    return in_a + in_b ? (double)shared / (double)(in_a + in_b) : 0;
}

/* --- what a heading names --- */

static stem_set near_at(const struct topic_match *match, const struct terms *terms, size_t at)
{
    uint32_t term = terms->ids[at];
    return match_at(match, terms, at) | (term < match->known ? match->near[term] : 0);
}

bool term_bears(const struct topic_match *match, uint32_t term)
{
    return term >= match->known || (!match->is_light[term] && !match->is_hidden[term]);
}

bool terms_name(const struct topic_match *match, const struct terms *terms, size_t most_others, stem_set *without)
{
    stem_set held = 0, strong = match->strong & match->needed;
    size_t others = 0;
    for (size_t i = 0; i < terms->count; i++) {
        stem_set here = near_at(match, terms, i);
        held |= here;
        others += !(here & match->needed) && term_bears(match, terms->ids[i]);
    }
    *without = match->needed & ~held;
    return strong && (held & strong) == strong && others <= most_others;
}

bool heading_names(const struct topic_match *match, const struct heading_parts *parts, stem_set *without)
{
    size_t most_others = stems_count(match->strong & match->needed) > 1;
    for (size_t i = 0; i < parts->count; i++)
        if (terms_name(match, &parts->list[i], most_others, without))
            return true;
    return false;
}

stem_set terms_name_only(const struct topic_match *match, const struct terms *terms)
{
    stem_set held = 0;
    for (size_t i = 0; i < terms->count; i++) {
        stem_set here = near_at(match, terms, i) & match->needed;
        if (!here && (terms->ids[i] >= match->known || !match->is_hidden[terms->ids[i]]))
            return 0;
        held |= here;
    }
    return held;
}

stem_set heading_names_only(const struct topic_match *match, const struct heading_parts *parts)
{
    stem_set best = 0;
    for (size_t i = 0; i < parts->count; i++) {
        stem_set held = terms_name_only(match, &parts->list[i]);
        if (stems_count(held & match->strong) > stems_count(best & match->strong))
            best = held;
    }
    return best;
}
