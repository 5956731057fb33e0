/*
 * Constants: chosen for the best balance of precision and recall on 413 requests that a page answers and 714 that none
 * does. With two sentences instead of three a quarter of those that nothing answers would be accepted.
 */
#include "research/topic/survey.h"

enum {
    PHRASE_SENTENCES = 3, /* of a page that speaks of the subject without a heading on it */
    TITLE_OTHERS = 2,     /* words beside the subject's in a title that is near it */
    SINGLE_STEM = 6,      /* one word says less: a sixth of the page's sentences must have it, */
    SINGLE_OFTEN = 3,     /* or a third of those below a heading that has it beside its own noun */
    HEADING_TEXT = 30,    /* words below a heading that counts */
    NEAR_TEXT = 40,       /* below one that names only what bears the subject */
};

/* --- what sentences say of it --- */

enum { LIGHT_TIMES = 2 /* how often a light word of the subject is in a text that speaks of it */ };

static void section_count_add(struct section_count *sum, const struct section_count *part)
{
    sum->sentences += part->sentences;
    sum->words += part->words;
    sum->phrases += part->phrases;
    sum->heads += part->heads;
    sum->names += part->names;
    sum->share += part->share;
}

/* The head, or else the last of the stems. */
static stem_set head_among(const struct topic_match *match, stem_set stems)
{
    stem_set head = stems & match->head;
    for (stem_set one = stems; one && !(stems & match->head); one &= one - 1)
        head = one & (~one + 1);
    return head;
}

static void count_statement(struct survey *survey, const struct statement *said)
{
    const struct topic_match *match = survey->match;
    stem_set about = survey->about[survey->topic->corpus->sections[said->section].page];
    stem_set held = match_all(match, &said->terms) & about;
    struct section_count one = {.sentences = 1, .words = said->words};
    one.heads = (held & head_among(match, about)) != 0;
    one.share = about ? (double)set_count(held) / (double)set_count(about) : 0;
    for (size_t i = 0; i < said->terms.count; i++)
        one.names |= said->terms.ids[i] < match->known && match->is_hidden[said->terms.ids[i]];
    one.phrases = held == about && match_holds(match, &said->terms, about, 0);
    section_count_add(&survey->own[said->section], &one);
}

static void count_all(struct survey *survey)
{
    const struct corpus *corpus = survey->topic->corpus;
    survey->own = ARENA_ARRAY(survey->arena, corpus->section_count + 1, struct section_count);
    survey->all = ARENA_ARRAY(survey->arena, corpus->section_count + 1, struct section_count);
    if (!survey->own || !survey->all)
        return;
    for (size_t i = 0; i < corpus->statement_count; i++)
        count_statement(survey, &corpus->statements[i]);
    for (size_t i = corpus->section_count; i-- > 0;) {
        section_count_add(&survey->all[i], &survey->own[i]);
        if (corpus->sections[i].parent != NO_SECTION)
            section_count_add(&survey->all[corpus->sections[i].parent], &survey->all[i]);
    }
    for (size_t i = 0; i < corpus->section_count; i++)
        if (survey->all[i].words < corpus->sections[i].total_words)
            survey->all[i].words = corpus->sections[i].total_words; /* lists, and sources without sentences */
}

/* How often the stem stands in the sections' sentences, and in the headings above and in them. */
static size_t times_of(const struct survey *survey, stem_set stem, size_t first, size_t end)
{
    const struct corpus *corpus = survey->topic->corpus;
    size_t times = 0;
    for (size_t i = 0; i < corpus->statement_count; i++)
        if (corpus->statements[i].section >= first && corpus->statements[i].section < end)
            times += (match_all(survey->match, &corpus->statements[i].terms) & stem) != 0;
    for (size_t i = first; i < end; i++)
        times += (match_all(survey->match, &corpus->sections[i].terms) & stem) != 0;
    for (size_t i = corpus->sections[first].parent; i != NO_SECTION; i = corpus->sections[i].parent)
        times += (match_all(survey->match, &corpus->sections[i].terms) & stem) != 0;
    return times;
}

static bool speaks_of(const struct survey *survey, stem_set stems, size_t section)
{
    size_t end = corpus_section_end(survey->topic->corpus, section);
    for (; stems; stems &= stems - 1)
        if (times_of(survey, stems & (~stems + 1), section, end) < LIGHT_TIMES)
            return false;
    return true;
}

/* --- headings --- */

/* Where no word of the subject bears one, a heading must say nothing else: "Delete Layer Mask" is not on deletions. */
static bool holds_subject(const struct topic_match *match, const struct source_section *section)
{
    size_t slack = set_count(match->needed) > 2;
    return match_holds(match, &section->terms, match->needed, slack) && heading_is_short(section) &&
           (!match->is_light_alone || terms_name_only(match, &section->terms));
}

/* Is a subject of one stem the noun that the text's other words describe? "User" is not what "User space" is on. */
static bool is_head_of(const struct corpus *corpus, const struct topic_match *match, const struct terms *terms)
{
    const struct keyword_words *frames = corpus->language ? corpus->language->keyword_words : NULL;
    bool first = frames && frames->head_is_first, is_head = false, any = false;
    for (size_t i = 0; i < terms->count; i++) {
        bool is_one = match_at(match, terms, i) & match->needed;
        if ((!is_one && !term_bears(match, terms->ids[i])) || (first && any))
            continue;
        any = true;
        is_head = is_one;
    }
    return is_head;
}

/* Is one stem left where a name was left out: "securing" of "securing SSH"? */
static bool is_left_alone(const struct survey *survey)
{
    return survey->topic->optional.count && set_count(survey->match->needed) == 1 && !survey->match->deed;
}

static size_t letters_of(struct str text)
{
    size_t count = 0;
    uint32_t codepoint;
    for (size_t at = 0; at < text.len; count++)
        at += utf8_decode(text, at, &codepoint);
    return count;
}

/* Is it the same word in another number, case or form of a verb? Stems say less: "operation" is not what "operator" is.
 * A hyphen in the word of a text does not count. */
static bool is_form_of_word(struct str word, struct str wanted)
{
    enum { LONGEST = 3, BOTH = 4 /* letters at the ends that differ: "rewrite", "rewriting" */ };
    while (word.len && wanted.len && (word.data[0] == '-' || word.data[0] == wanted.data[0])) {
        if (word.data[0] != '-')
            wanted = (struct str){wanted.data + 1, wanted.len - 1};
        word = (struct str){word.data + 1, word.len - 1};
    }
    size_t end = letters_of(word), other = letters_of(wanted);
    return end <= LONGEST && other <= LONGEST && end + other <= BOTH;
}

/* The same of a word, or a part of one with hyphens. */
static bool has_form(struct str word, struct str wanted)
{
    struct str rest = word, part;
    bool has = is_form_of_word(word, wanted);
    while (!has && str_split(&rest, '-', &part))
        has = is_form_of_word(part, wanted);
    return has;
}

/* Has the heading the word of a subject that has only one? */
static bool heading_has_word(const struct survey *survey, size_t number)
{
    const struct corpus *corpus = survey->topic->corpus;
    struct word *words;
    size_t count, at = 0;
    bool has = survey->match->compound_count || (corpus->language && corpus->language->is_unspaced);
    while (!(survey->match->needed >> at & 1))
        at++;
    words_split(survey->arena, corpus->sections[number].title, corpus->language, &words, &count, NULL);
    for (size_t i = 0; i < count && !has; i++)
        has = has_form(words[i].folded, survey->match->words[at]);
    return has;
}

/* Is the section on the subject that its heading holds? With one stem, by which little is said, the heading or a part
 * of it must be on that, or the text must speak of it again and again. */
static bool heading_is_on_subject(const struct survey *survey, size_t number)
{
    const struct topic_match *match = survey->match;
    const struct corpus *corpus = survey->topic->corpus;
    const struct section_count *count = &survey->all[number];
    stem_set without;
    bool says_often = count->phrases >= PHRASE_SENTENCES && count->phrases * SINGLE_OFTEN >= count->sentences;
    if (set_count(match->needed) > 1 || match->deed || says_often)
        return true;
    if (!heading_has_word(survey, number))
        return false;
    struct heading_parts parts = heading_parts_of(corpus, &corpus->sections[number], survey->arena);
    bool is = false;
    for (size_t i = 0; i < parts.count && !is; i++)
        is = is_left_alone(survey) ? terms_name(match, &parts.list[i], 0, &without)
                                   : is_head_of(corpus, match, &parts.list[i]);
    return is;
}

/* TOPIC_NEAR: a heading holds the subject and is not on it. Of what is left alone such a heading says nothing:
 * "Securing FTP" is not near "securing SSH". */
static enum topic_tier judge_headings(const struct survey *survey, size_t root, size_t end)
{
    const struct source_section *sections = survey->topic->corpus->sections;
    enum topic_tier tier = TOPIC_NOT;
    for (size_t i = root; i < end && tier != TOPIC_FULL; i++) {
        if ((i > root && survey->all[i].words < HEADING_TEXT) || !holds_subject(survey->match, &sections[i]))
            continue;
        bool is = heading_is_on_subject(survey, i);
        if (is || !is_left_alone(survey))
            tier = is ? TOPIC_FULL : TOPIC_NEAR;
    }
    return tier;
}

static bool says_subject(const struct survey *survey, size_t page, size_t root)
{
    const struct topic_match *match = survey->match;
    size_t sentences = survey->all[root].sentences, phrases = survey->topic->pages[page].sentences;
    bool enough = set_count(match->needed) > 1 || phrases * SINGLE_STEM >= sentences;
    return !match->is_light_alone && phrases >= PHRASE_SENTENCES && enough;
}

static bool may_name(const struct topic_match *match, const struct terms *terms)
{
    stem_set held = match_near(match, terms);
    return match->strong && (held & match->strong & match->needed) == (match->strong & match->needed);
}

/* "Watering an indoor herb garden" is near "watering herbs". */
static bool is_near_title(const struct survey *survey, const struct source_section *root)
{
    const struct topic_match *match = survey->match;
    size_t needed = set_count(match->needed);
    return needed > 1 && root->terms.count <= needed + TITLE_OTHERS &&
           (match_all(match, &root->terms) & match->needed) == match->needed && !match->is_light_alone;
}

static bool is_near(const struct survey *survey, size_t root, size_t end)
{
    const struct corpus *corpus = survey->topic->corpus;
    bool is = is_near_title(survey, &corpus->sections[root]);
    for (size_t i = root; i < end && !is; i++) {
        const struct source_section *section = &corpus->sections[i];
        stem_set without;
        if (survey->all[i].words < NEAR_TEXT || !may_name(survey->match, &section->terms) || !heading_is_short(section))
            continue;
        struct heading_parts parts = heading_parts_of(corpus, section, survey->arena);
        is = heading_names(survey->match, &parts, &without) && speaks_of(survey, without, i);
    }
    return is;
}

/* Is the title, or what it names first, the subject letter by letter, but for their case? A subject of function words
 * has no other way. */
static bool is_titled(const struct survey *survey, size_t root)
{
    return str_ieq(heading_name(&survey->topic->corpus->sections[root]), survey->topic->subject);
}

/* The tier of a page; `known`: what it was found to be before. */
typedef enum topic_tier (*judge_page)(const struct survey *survey, size_t page, size_t root, size_t end,
                                      enum topic_tier known);

static enum topic_tier judge_whole(const struct survey *survey, size_t page, size_t root, size_t end,
                                   enum topic_tier known)
{
    (void)known;
    survey->topic->pages[page].sentences = survey->all[root].phrases;
    enum topic_tier tier = judge_headings(survey, root, end);
    bool says = says_subject(survey, page, root), is_single = set_count(survey->match->needed) == 1;
    if ((says && !is_single) || is_titled(survey, root))
        return TOPIC_FULL;
    if (tier != TOPIC_NOT)
        return tier;
    if (says) /* a stem of the text may be that of another word */
        return TOPIC_NEAR;
    return is_near(survey, root, end) ? TOPIC_NEAR : TOPIC_NOT;
}

/* What is done is no more among the needed stems, but must be told of, unless it is what may be done with anything. */
static enum topic_tier judge_task(const struct survey *survey, size_t page, size_t root, size_t end,
                                  enum topic_tier known)
{
    survey->topic->pages[page].sentences = survey->all[root].phrases;
    if (known != TOPIC_NOT)
        return known;
    bool is_told = judge_headings(survey, root, end) == TOPIC_FULL || says_subject(survey, page, root);
    bool does = survey->match->deed_is_light || speaks_of(survey, survey->match->deed, root);
    return is_told && does ? TOPIC_NEAR : TOPIC_NOT;
}

static void judge_pages(struct survey *survey, judge_page judge)
{
    struct topic *topic = survey->topic;
    const struct corpus *corpus = topic->corpus;
    topic->tier = TOPIC_NOT;
    for (size_t root = 0, end; root < corpus->section_count && !arena_failed(survey->arena); root = end) {
        struct topic_page *page = &topic->pages[corpus->sections[root].page];
        end = corpus_section_end(corpus, root);
        page->tier = judge(survey, corpus->sections[root].page, root, end, page->tier);
        topic->tier = page->tier > topic->tier ? page->tier : topic->tier;
    }
}

static void ask_all_pages(struct survey *survey)
{
    for (size_t i = 0; i < survey->topic->corpus->page_count; i++)
        survey->about[i] = survey->match->needed;
}

static void judge_again(struct survey *survey)
{
    struct topic_match *match = survey->match;
    stem_set needed = match->needed, strong = match->strong;
    match->needed &= ~match->deed;
    match->strong = match->strong & ~match->deed ? match->strong & ~match->deed : match->needed;
    ask_all_pages(survey);
    count_all(survey);
    judge_pages(survey, judge_task);
    if (survey->topic->tier != TOPIC_NOT) {
        topic_subject_list(survey->topic, match, survey->arena);
        return;
    }
    match->needed = needed;
    match->strong = strong;
    ask_all_pages(survey);
    count_all(survey);
}

/* --- near it without naming all of it --- */

enum { SIDE_TEXT = 40 /* words below a heading that names a side */ };

static bool has_or_is_light(const struct topic_match *match, const struct terms *terms, uint32_t half)
{
    return (half < match->known && match->is_light[half]) || terms_have(terms, half);
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

/* Is a section whose heading names these stems and nothing else on the subject? They must be all that bears one side of
 * a preposition, and the section's text must speak of the others: "Web Server" of Apache for "web server with Apache".
 */
static bool is_side(const struct survey *survey, stem_set stems, size_t section)
{
    enum { OTHER_SENTENCES = 3 };
    const struct topic_match *match = survey->match;
    stem_set strong = match->strong & match->needed, before = strong & ~match->tail, behind = strong & match->tail;
    bool is_whole_side = behind && before && ((stems & before) == before || (stems & behind) == behind);
    for (stem_set left = match->needed & ~stems; left && is_whole_side; left &= left - 1) {
        stem_set one = left & (~left + 1);
        is_whole_side = sentences_with(survey, one, section) >= (one & strong ? OTHER_SENTENCES : 1);
    }
    return is_whole_side;
}

static stem_set find_side(const struct survey *survey, size_t root, size_t end)
{
    const struct corpus *corpus = survey->topic->corpus;
    for (size_t i = root; i < end; i++) {
        const struct source_section *section = &corpus->sections[i];
        if (survey->all[i].words < SIDE_TEXT || !match_near(survey->match, &section->terms) ||
            !heading_is_short(section))
            continue;
        struct heading_parts parts = heading_parts_of(corpus, section, survey->arena);
        stem_set stems = heading_names_only(survey->match, &parts);
        if (stems && is_side(survey, stems, i))
            return stems;
    }
    return 0;
}

static void judge_sides(struct survey *survey)
{
    const struct corpus *corpus = survey->topic->corpus;
    for (size_t root = 0, end; root < corpus->section_count && !arena_failed(survey->arena); root = end) {
        size_t page = corpus->sections[root].page;
        end = corpus_section_end(corpus, root);
        stem_set side = find_side(survey, root, end);
        if (!side)
            continue;
        survey->about[page] = side;
        survey->topic->pages[page].tier = survey->topic->tier = TOPIC_NEAR;
    }
    if (survey->topic->tier != TOPIC_NOT)
        count_all(survey);
}

/* --- all pages --- */

void survey_pages(struct survey *survey)
{
    size_t pages = survey->topic->corpus->page_count;
    survey->topic->pages = ARENA_ARRAY(survey->arena, pages + 1, struct topic_page);
    survey->about = ARENA_ARRAY(survey->arena, pages + 1, stem_set);
    if (!survey->topic->pages || !survey->about)
        return;
    ask_all_pages(survey);
    count_all(survey);
    judge_pages(survey, judge_whole);
    if (survey->topic->tier != TOPIC_FULL && survey->match->deed && survey->match->deed != survey->match->needed)
        judge_again(survey);
    if (survey->topic->tier == TOPIC_NOT && set_count(survey->match->needed) > 1)
        judge_sides(survey);
    if (!arena_failed(survey->arena))
        survey_score(survey);
}
