/* Sentences that may open an article, or close it: what each defines, how surely it answers the keyword, which opens.
 */
#include "write/compose/compose.h"

#include <stdlib.h>

/* Half of the subject, or likeness to half of it: one of two words. */
static const double half = 0.5;
/* Likeness from which a heading has to do with a subject of three stems: it has one of them and one more (0.4), but not
 * one and two more (0.33). */
static const double near = 0.35;

/* --- does it define the subject? --- */

enum {
    MOST_SUBJECT = 9, /* words before the verb */
    MOST_ARTICLES = 1 /* before the first of them that bears meaning */
};

static const struct definition_words *definition_words_of(const struct topic *topic)
{
    static const struct definition_words none = {0};
    const struct language *language = topic->corpus->language;
    return language && language->definition_words ? language->definition_words : &none;
}

/* The first verb right behind a noun: not behind "may", "itself". */
static size_t definition_find_verb(const struct definition_words *words, const struct worded *sentence,
                                   enum definition_kind *kind)
{
    size_t end, most = sentence->count < MOST_SUBJECT ? sentence->count : MOST_SUBJECT;
    for (size_t i = 1; i < most; i++) {
        if (sentence->words[i - 1].is_stop)
            continue;
        *kind = pattern_begins(words->strict, sentence, i, &end)  ? DEFINES_STRICTLY
                : pattern_begins(words->wider, sentence, i, &end) ? DEFINES_WIDELY
                                                                  : DEFINES_NOTHING;
        if (*kind)
            return i;
    }
    return 0;
}

static bool is_head(const struct topic *topic, uint32_t term)
{
    return topic_has_head(topic, &(struct terms){&term, 1});
}

static bool head_is_first(const struct topic *topic)
{
    const struct keyword_words *words = topic->corpus->language->keyword_words;
    return words && words->head_is_first;
}

/* What stands before the verb: its stems against those of the subject. */
static void definition_read_subject(const struct topic *topic, const struct worded *sentence, size_t end,
                                    struct definition *definition)
{
    uint32_t ids[MOST_SUBJECT];
    size_t count = 0, own = 0;
    for (size_t i = 0; i < end; i++)
        if (!sentence->words[i].is_stop)
            ids[count++] = vocabulary_find(&topic->corpus->vocabulary, sentence->words[i].stem);
    for (size_t i = 0; i < count; i++)
        own += topic_has(topic, ids[i]);
    definition->others = count - own;
    definition->is_whole = topic_share(topic, &(struct terms){ids, count}) > WHOLE_SUBJECT;
    definition->has_head = topic_has_head(topic, &(struct terms){ids, count});
    definition->ends_with_head = count && is_head(topic, head_is_first(topic) ? ids[0] : ids[count - 1]);
}

/* The content words from `at` on that make up the subject, if nothing but an article stands among them; the word behind
 * them, or 0: they are not the subject. A word with a hyphen may be several of its stems. */
static size_t subject_end(const struct topic *topic, const struct worded *sentence, size_t at)
{
    uint32_t ids[MOST_SUBJECT];
    size_t count = 0, most = topic->terms.count < MOST_SUBJECT ? topic->terms.count : MOST_SUBJECT;
    while (at < sentence->count && count < most) {
        const struct word *word = &sentence->words[at++];
        if (word->is_stop)
            continue;
        ids[count++] = vocabulary_find(&topic->corpus->vocabulary, word->stem);
        if (!topic_has(topic, ids[count - 1]))
            return 0;
        if (topic_holds(topic, &(struct terms){ids, count}, 0))
            return at;
    }
    return 0;
}

/* "Table partitioning", not "a partitioned table". */
static bool ends_with_head(const struct topic *topic, const struct worded *sentence, size_t from, size_t end)
{
    bool is_first = head_is_first(topic);
    for (size_t i = 0; i < end - from; i++) {
        const struct word *word = &sentence->words[is_first ? from + i : end - 1 - i];
        if (!word->is_stop)
            return is_head(topic, vocabulary_find(&topic->corpus->vocabulary, word->stem));
    }
    return false;
}

/* "... a feature called autovacuum". */
static bool names_subject(const struct topic *topic, const struct definition_words *words,
                          const struct worded *sentence)
{
    struct pattern_place place;
    size_t end;
    for (size_t from = 1; pattern_find(words->naming, sentence, from, &place); from = place.first + 1)
        if ((end = subject_end(topic, sentence, place.end)) && ends_with_head(topic, sentence, place.end, end))
            return true;
    return false;
}

/* "in", "that", "and": a word behind which the sentence is about a case of the subject, or about something besides. */
static bool limits_subject(const struct topic *topic, const struct worded *sentence, size_t at)
{
    const struct keyword_words *keyword = topic->corpus->language->keyword_words;
    const struct definition_words *words = definition_words_of(topic);
    struct str word = sentence->words[at].folded;
    size_t before = at ? sentence->words[at - 1].end : 0;
    if (memchr(sentence->text.data + before, '(', sentence->words[at].start - before)) /* "a reverse proxy (or ...)" */
        return false;
    return (keyword && keyword->prepositions && word_list_has(keyword->prepositions, word)) ||
           (words->relatives && word_list_has(words->relatives, word)) ||
           (words->either && word_list_has(words->either, word));
}

/* "A layer mask has ...", not "The layer mask command ...": what follows the subject is a function word. */
static bool definition_begins_with_subject(const struct topic *topic, const struct worded *sentence)
{
    size_t start = 0, end;
    while (start < sentence->count && sentence->words[start].is_stop)
        start++;
    end = start <= MOST_ARTICLES ? subject_end(topic, sentence, start) : 0;
    if (!end || end == sentence->count)
        return false;
    return sentence->words[end].is_stop && !limits_subject(topic, sentence, end);
}

/* "... is a waste of time if the table is small": a condition stands behind the verb, and not in a clause on what the
 * subject is, as in "... is a function that runs if a row changes". */
static bool is_conditional(const struct definition_words *words, const struct worded *sentence, size_t verb)
{
    size_t end;
    for (size_t i = verb + 1; i < sentence->count; i++) {
        if (words->relatives && word_list_has(words->relatives, sentence->words[i].folded))
            return false;
        if (pattern_begins(words->conditions, sentence, i, &end))
            return true;
    }
    return false;
}

static void definition_read(const struct topic *topic, const struct worded *sentence, struct definition *definition)
{
    const struct definition_words *words = definition_words_of(topic);
    size_t end;
    *definition = (struct definition){.kind = DEFINES_NOTHING};
    if (!sentence->count)
        return;
    definition->is_subordinate = pattern_begins(words->subordinate, sentence, 0, &end);
    definition->is_conditional = pattern_begins(words->conditions, sentence, 0, &end);
    definition->is_imperative = pattern_begins(words->imperatives, sentence, 0, &end);
    definition->is_known = !words->definite || pattern_begins(words->definite, sentence, 0, &end);
    definition->is_named = names_subject(topic, words, sentence);
    bool is_told_before = topic->terms.count == 1 && words->definite && definition->is_known; /* "the packet is ..." */
    definition->is_about =
        !definition->is_subordinate && !is_told_before && definition_begins_with_subject(topic, sentence);
    size_t verb = definition_find_verb(words, sentence, &definition->kind);
    if (!verb)
        return;
    definition_read_subject(topic, sentence, verb, definition);
    definition->is_conditional |= definition->kind == DEFINES_STRICTLY && is_conditional(words, sentence, verb);
}

/* --- is it fit to stand by itself? --- */

enum {
    LEAST_WORDS = 6, /* fewer are a heading, a label, a cry */
    MOST_WORDS = 45, /* more are a list in disguise, which nobody reads first */
    LABEL_WORDS = 4  /* before a colon: "The preview area: ..." */
};

/* The title of the page that the section is part of, as a section. */
static const struct source_section *lead_root(const struct lead *lead, size_t section)
{
    return &lead->corpus->sections[corpus_section_root(lead->corpus, section)];
}

/* The score of the page, as a share of the best one's. */
static double lead_page_share(const struct lead *lead, size_t page)
{
    double best = lead->page_count ? lead->topic->pages[lead->pages[0]].score : 0;
    return best > 0 ? lead->topic->pages[page].score / best : 0;
}

/* "The preview area: ...", "(There can be ...)". */
static bool is_labelled(struct str text)
{
    size_t words = 1;
    for (size_t i = 0; i + 1 < text.len && words <= LABEL_WORDS; i++) {
        if (text.data[i] == ':' && text.data[i + 1] == ' ')
            return true;
        words += text.data[i] == ' ';
    }
    return str_starts(text, STR("("));
}

bool lead_is_fit(const struct lead *lead, const struct lead_sentence *sentence)
{
    const struct source_sentence *source = &lead->corpus->sentences[sentence->sentence];
    struct str text = source->text;
    if (!source->stands_alone || source->stays_in_section || source->item)
        return false;
    if (source->words < LEAST_WORDS || source->words > MOST_WORDS)
        return false;
    if (lead->corpus->sections[sentence->section].tells_of_attack ||
        lead->corpus->sections[sentence->section].is_example)
        return false;
    if (is_labelled(text))
        return false;
    size_t opened = 0, closed = 0;
    for (size_t i = 0; i < text.len; i++) {
        opened += text.data[i] == '(' || text.data[i] == '[';
        closed += text.data[i] == ')' || text.data[i] == ']';
    }
    return opened == closed && !str_ends(text, STR(":")) && !str_ends(text, STR("?")) && !str_ends(text, STR("\u061F"));
}

bool lead_holds_list(const struct lead *lead, const struct lead_sentence *sentence)
{
    const struct source_sentence *next = &lead->corpus->sentences[sentence->sentence + 1];
    return lead->corpus->passages[sentence->passage].is_list && (next->item || !next->stands_alone);
}

/* Does the passage behind this one stand only behind it? */
static bool is_leaned_on(const struct corpus *corpus, size_t passage)
{
    const struct passage *one = &corpus->passages[passage], *next = one + 1;
    return passage + 1 < corpus->passage_count && next->section == one->section && !next->stands_alone &&
           !next->is_list && next->first == one->first + one->count;
}

bool lead_is_loose(const struct lead *lead, const struct lead_sentence *sentence)
{
    const struct passage *passage = &lead->corpus->passages[sentence->passage];
    size_t next = sentence->sentence + 1, end = passage->first + passage->count;
    if (passage->is_list)
        return false;
    while (next < end && str_starts(lead->corpus->sentences[next].text, STR("("))) /* beside the text */
        next++;
    if (next == end)
        return !passage->code.len && !passage->row_count && !is_leaned_on(lead->corpus, sentence->passage);
    return lead->corpus->sentences[next].stands_alone;
}

bool lead_is_plain(const struct lead *lead, const struct lead_sentence *sentence)
{
    const struct definition *definition = &sentence->definition;
    return sentence->is_read && !sentence->points_back && !sentence->is_vague && !sentence->tells_of_screen &&
           !definition->is_imperative && !definition->is_subordinate && !definition->is_conditional &&
           lead_is_fit(lead, sentence) && !lead_holds_list(lead, sentence);
}

/*
 * --- how surely does it answer? ---
 *
 * The order of the steps was read by eye on requests to manuals in eight languages: what a page says first under a
 * heading that is the subject answers where it begins with the subject, and tells of something else as often as not
 * where it does not. A sentence gets the highest step that its definition, its place or its words give, and no higher
 * one than its beginning allows.
 */

/* A rule of a list in which the first that holds decides. */
struct step_rule {
    bool holds;
    enum lead_step step;
};

static enum lead_step first_that_holds(const struct step_rule *rules, size_t count, enum lead_step otherwise)
{
    for (size_t i = 0; i < count; i++)
        if (rules[i].holds)
            return rules[i].step;
    return otherwise;
}

/* What the section of a sentence is called. */
struct step_place {
    double heading, title; /* likeness to the subject, of its heading and of its page's title */
    bool is_root;          /* right below the title */
    bool is_narrower;      /* the heading names more than the subject */
};

static double larger(double a, double b)
{
    return a > b ? a : b;
}

static enum lead_step higher(enum lead_step a, enum lead_step b)
{
    return a > b ? a : b;
}

/* By what it defines, wherever it stands. */
static enum lead_step step_of_definition(const struct definition *definition, const struct step_place *place)
{
    bool is_strict = definition->kind == DEFINES_STRICTLY;
    bool is_near = larger(place->heading, place->title) >= near;
    bool is_of_part = is_near && place->is_narrower && place->title < WHOLE_SUBJECT && definition->is_known;
    bool is_subject = definition->kind && definition->is_whole && !definition->others && definition->ends_with_head;
    bool is_head = is_strict && !definition->others && definition->has_head && !definition->is_known;
    bool is_kind = is_strict && definition->is_whole && definition->others == 1 && definition->ends_with_head;
    const struct step_rule rules[] = {
        /* "the local server is called ..." tells of one that was named before */
        {definition->is_named && definition->is_known, STEP_SUBJECT_NEAR},
        {definition->is_named, STEP_NAMES},
        {definition->is_subordinate, STEP_NONE},
        {is_subject && is_strict, STEP_DEFINES},
        {is_subject && is_near, STEP_DEFINES_WIDELY},
        {is_subject, STEP_DEFINES_ELSEWHERE},
        {is_head && is_near, STEP_DEFINES_HEAD},
        {definition->is_about && is_of_part, STEP_PART}, /* "the mask is shown", under "Show mask" */
        {definition->is_about && is_near, STEP_ABOUT_NEAR},
        {definition->is_about, LEAD_OPENS},
        {is_kind && !definition->is_known, STEP_DEFINES_KIND}, /* "the patch decorators are ..." */
    };
    return first_that_holds(rules, COUNT_OF(rules), STEP_NONE);
}

/* Is the subject, or what it is about, among the first things that the sentence names? */
static bool step_begins_with_subject(const struct topic *topic, const struct terms *terms)
{
    size_t most = topic->terms.count + 1;
    struct terms start = {terms->ids, terms->count < most ? terms->count : most};
    return topic_holds(topic, &start, 1) || (topic_has_head(topic, &start) && topic_share(topic, &start) >= half);
}

bool lead_is_narrower(const struct lead *lead, const struct terms *heading)
{
    for (size_t i = 0; i < heading->count; i++)
        if (!topic_has(lead->topic, heading->ids[i]) && !terms_have(&lead->topic->optional, heading->ids[i]))
            return true;
    return false;
}

/* By the heading that it stands under. The further down, the less the heading says of the sentence. */
static enum lead_step step_of_place(const struct lead *lead, const struct lead_sentence *sentence,
                                    const struct step_place *place)
{
    const struct terms *terms = &lead->corpus->sentences[sentence->sentence].terms;
    const struct definition *definition = &sentence->definition;
    bool is_titled = place->title >= WHOLE_SUBJECT, is_first = sentence->place == 1;
    bool is_root = place->is_root && is_titled, is_second = sentence->place <= 2, is_third = sentence->place <= 3;
    if (is_root && is_first && topic_share(lead->topic, terms) > 0)
        return STEP_OPENS_PAGE;
    if (!topic_has_head(lead->topic, terms) || topic_share(lead->topic, terms) < half)
        return STEP_NONE;
    bool is_part = definition->kind && !definition->is_whole && definition->is_known; /* "the mask is a ..." */
    bool begins = step_begins_with_subject(lead->topic, terms) && !is_part;
    bool is_near = begins || place->title >= near; /* else the page says it of something else */
    bool is_heading = place->heading >= WHOLE_SUBJECT, is_like = place->heading >= LIKE_SUBJECT;
    bool is_narrower = !is_titled && place->is_narrower;
    bool is_half = place->heading >= half || (place->is_root && place->title >= half);
    const struct step_rule rules[] = {
        {is_root && is_second && begins, STEP_SUBJECT_BELOW_TITLE},
        {is_root && is_second, STEP_BELOW_TITLE},
        {is_heading && is_third && begins, STEP_SUBJECT_BELOW_HEADING},
        {is_heading && is_third && is_near && is_first, STEP_SUBJECT_NEAR},
        {is_heading && is_third, STEP_PART},
        {is_narrower && is_half, STEP_PART},
        {is_narrower, STEP_NONE},
        {is_like && is_second && begins, STEP_SUBJECT_NEAR},
        {is_like && is_second, STEP_PART},
        {!is_half, STEP_NONE},
        {!is_second, STEP_LATE},
        {begins, STEP_SUBJECT_BELOW_HALF},
    };
    return first_that_holds(rules, COUNT_OF(rules), STEP_PART);
}

/* By the words that it holds. */
static enum lead_step step_of_words(const struct topic *topic, const struct terms *terms)
{
    double share = topic_share(topic, terms);
    const struct step_rule rules[] = {
        {topic_holds(topic, terms, 0), STEP_HOLDS_SUBJECT},
        {share > WHOLE_SUBJECT, STEP_HAS_WORDS},
        {topic_has_head(topic, terms) && share >= half, STEP_HAS_HALF},
    };
    return first_that_holds(rules, COUNT_OF(rules), STEP_NONE);
}

/* Does the text name what is done, of a keyword that asks how? */
static bool names_task(const struct lead *lead, const struct terms *terms)
{
    return terms_have(terms, lead->verb);
}

/* "To sort a list, ...": the words of the subject in their order, among the first `most`, with what is done among them
 * or right before them. */
static bool tells_task(const struct lead *lead, const struct terms *terms, size_t most)
{
    const struct terms *subject = &lead->topic->terms;
    if (!lead->is_task || !subject->count)
        return false;
    bool has_verb = names_task(lead, subject);
    most = terms->count < most ? terms->count : most;
    for (size_t i = 0; i + subject->count <= most; i++)
        if (memcmp(terms->ids + i, subject->ids, subject->count * sizeof *subject->ids) == 0 &&
            (has_verb || (i && terms->ids[i - 1] == lead->verb)))
            return true;
    return false;
}

/* The highest step that the beginning of a sentence leaves it. */
static enum lead_step bound_of(const struct lead *lead, const struct lead_sentence *sentence, const struct terms *terms)
{
    const struct definition *definition = &sentence->definition;
    bool tells = tells_task(lead, terms, definition->is_subordinate ? lead->topic->terms.count + 1 : SIZE_MAX);
    bool is_of_subject =
        definition->is_about || (definition->kind && definition->is_whole); /* behind it "its" is its */
    bool is_bare_task = lead->is_task && lead->topic->tier == TOPIC_NEAR && !names_task(lead, terms);
    bool defines = definition->kind && definition->is_whole && !definition->others;
    const struct step_rule rules[] = {
        {definition->is_imperative && tells, STEP_DEFINES_KIND},
        {definition->is_imperative, STEP_NONE},
        {definition->is_named, STEP_DEFINES},
        {definition->is_conditional, STEP_CASE},
        {is_bare_task, STEP_LATE}, /* pages that say nothing of what is to be done */
        {definition->is_subordinate && tells, STEP_TELLS_TASK},
        {sentence->is_vague || (sentence->points_back && !is_of_subject), STEP_PART},
        {definition->is_subordinate, STEP_CASE},
        {sentence->tells_of_screen && !defines, STEP_SCREEN},
    };
    return first_that_holds(rules, COUNT_OF(rules), STEP_DEFINES);
}

/* --- the better of two that answer alike --- */

/*
 * Among sentences of one step, and where no step is asked for, the sum of these decides. They were set by hand, with
 * the steps. The likeness of the headings (0-1) is the measure: to begin with the subject is worth half of it, to stand
 * on the best page too; where the sentence stands, and that it tells where to click, about a third.
 */
static const double worth_of_head = 0.3, worth_of_beginning = 0.5; /* it names the subject itself, and does so first */
static const double worth_of_first = 0.3; /* in its section; the second one has half of it, and so on */
static const double worth_of_start = 0.3; /* at the start of the page; at its end nothing */
static const double worth_of_page = 0.5;  /* by the score of the page, as a share of the best one's */
static const double cost_of_screen = 0.3;

/* A sentence that names the subject itself is better than one that leans on the heading above it. */
static double worth_of_naming(const struct topic *topic, const struct terms *terms)
{
    struct terms start = {terms->ids, terms->count <= topic->terms.count ? terms->count : topic->terms.count + 1};
    return worth_of_head * topic_has_head(topic, terms) + worth_of_beginning * topic_holds(topic, &start, 1);
}

static void find_step(const struct lead *lead, struct lead_sentence *sentence)
{
    const struct corpus *corpus = lead->corpus;
    const struct terms *terms = &corpus->sentences[sentence->sentence].terms;
    const struct source_section *section = &corpus->sections[sentence->section];
    struct step_place place = {.heading = topic_likeness(lead->topic, &section->terms),
                               .title = lead->titles[sentence->page],
                               .is_root = section->parent == NO_SECTION,
                               .is_narrower = lead_is_narrower(lead, &section->terms)};
    enum lead_step step =
        higher(step_of_definition(&sentence->definition, &place), step_of_place(lead, sentence, &place));
    if (tells_task(lead, terms, SIZE_MAX) && !sentence->doubts)
        step = higher(step, STEP_TELLS_TASK);
    step = higher(step, step_of_words(lead->topic, terms));
    enum lead_step bound = bound_of(lead, sentence, terms);
    sentence->step = step < bound ? step : bound;
    sentence->better =
        worth_of_naming(lead->topic, terms) + larger(place.heading, place.title) +
        worth_of_first / (double)sentence->place + worth_of_start * (1 - corpus->passages[sentence->passage].position) +
        worth_of_page * lead_page_share(lead, sentence->page) - cost_of_screen * sentence->tells_of_screen;
}

/* Sets step and better of all. */
static void lead_find_steps(struct lead *lead)
{
    for (size_t i = 0; i < lead->count; i++)
        if (lead_is_fit(lead, &lead->list[i]))
            find_step(lead, &lead->list[i]);
}

/* --- which sentences there are, and where they stand --- */

enum {
    MOST_PAGES = 8,               /* the best ones: what opens an article stands on none further down */
    SENTENCES_OF_A_PARAGRAPH = 2, /* that one which was left out is taken for */
    LATE = 9,                     /* place in the text below a page's title */
    LOOKED_AT = 4,                /* first sentences of a section, whatever they name */
    FIRST_WORDS = 9,              /* words among which a pronoun points back before the sentence */
    FIRST_NOUNS = 4,              /* words among which the noun stands that a sentence is about */
    LONG_PART = 5                 /* bytes of a word that is found in compounds too */
};

struct scored_page {
    size_t page;
    double score;
};

static int by_page_value(const void *left, const void *right)
{
    const struct scored_page *a = left, *b = right;
    if (a->score != b->score)
        return a->score < b->score ? 1 : -1;
    return (a->page > b->page) - (a->page < b->page);
}

static void find_pages(struct lead *lead, struct arena *arena)
{
    const struct topic *topic = lead->topic;
    struct scored_page *places = ARENA_ARRAY(arena, lead->corpus->page_count + 1, struct scored_page);
    lead->pages = ARENA_ARRAY(arena, lead->corpus->page_count + 1, size_t);
    if (!places || !lead->pages)
        return;
    size_t count = 0;
    for (size_t i = 0; i < lead->corpus->page_count; i++)
        if (topic->pages[i].tier != TOPIC_NOT && topic->pages[i].tier >= topic->tier)
            places[count++] = (struct scored_page){i, topic->pages[i].score};
    qsort(places, count, sizeof *places, by_page_value);
    for (size_t i = 0; i < count && i < MOST_PAGES; i++)
        lead->pages[lead->page_count++] = places[i].page;
}

static bool is_of_best_page(const struct lead *lead, size_t page)
{
    for (size_t i = 0; i < lead->page_count; i++)
        if (lead->pages[i] == page)
            return true;
    return false;
}

/* How like the subject the title is without its frame: "Introduction to masks". */
static double bare_likeness(const struct lead *lead, struct str title, struct arena *arena)
{
    struct keyword asked = {.shape = KEYWORD_NOUN};
    struct worded worded = {0};
    const struct language *language = lead->corpus->language;
    bool is_read = !keyword_read(arena, title, language, &asked, NULL) &&
                   !worded_split(arena, asked.subject, language, &worded, NULL);
    uint32_t *ids = is_read ? ARENA_ARRAY(arena, worded.count + 1, uint32_t) : NULL;
    struct terms terms = {ids, 0};
    if (!ids) {
        arena_fail(arena);
        return 0;
    }
    for (size_t i = 0; i < worded.count; i++)
        if (!worded.words[i].is_stop)
            ids[terms.count++] = vocabulary_find(&lead->topic->corpus->vocabulary, worded.words[i].stem);
    return topic_likeness(lead->topic, &terms);
}

/* The titles of the best pages, as they stand or without their frame, whichever is more like the subject. */
static void read_titles(struct lead *lead, struct arena *arena)
{
    const struct corpus *corpus = lead->corpus;
    lead->titles = ARENA_ARRAY(arena, corpus->page_count + 1, double);
    for (size_t i = 0; lead->titles && i < corpus->section_count; i++) {
        const struct source_section *section = &corpus->sections[i];
        if (section->parent == NO_SECTION && is_of_best_page(lead, section->page))
            lead->titles[section->page] =
                larger(bare_likeness(lead, section->title, arena), topic_likeness(lead->topic, &section->terms));
    }
}

/* Paragraphs between the passage and the heading above it. */
static size_t paragraphs_before(const struct corpus *corpus, const struct passage *passage)
{
    const struct page *page = &corpus->pages[passage->page];
    size_t at = passage->block, count = 0;
    while (at > 0 && page->blocks[at - 1].kind != BLOCK_HEADING) {
        at--;
        count++;
    }
    return count;
}

/* The place of a passage's first sentence in its section. */
static size_t open_place_of(const struct corpus *corpus, const struct passage *passage)
{
    size_t place = 1 + SENTENCES_OF_A_PARAGRAPH * paragraphs_before(corpus, passage);
    struct str block = corpus->pages[passage->page].blocks[passage->block].text;
    const struct passage *before = passage;
    while (before > corpus->passages && before[-1].page == passage->page && before[-1].block == passage->block) {
        before--;
        place += before->count;
    }
    bool is_start = str_starts(block, corpus->sentences[before->first].text);
    return place + !is_start;
}

static bool open_has(const char *const *list, struct str word)
{
    return list && word_list_has(list, word);
}

/* Parts of compounds count where they are long enough to be told from ends of other words: "Ebenendialog". */
static bool is_of_screen(const char *const *list, struct str word)
{
    for (; list && *list; list++) {
        struct str part = str_from(*list);
        if (str_eq(part, word) || (part.len >= LONG_PART && (str_starts(word, part) || str_ends(word, part))))
            return true;
    }
    return false;
}

/* "When the planner can prove this, ..." points back. */
static void open_read_words(const struct topic *topic, const struct worded *worded, struct lead_sentence *sentence)
{
    static const struct phrases none = {.doubts = NULL};
    const struct language *language = topic->corpus->language;
    const struct phrases *phrases = language->phrases ? language->phrases : &none;
    sentence->is_read = true;
    sentence->begins_plainly =
        worded->count && (!worded->words[0].is_stop || open_has(phrases->articles, worded->words[0].folded));
    for (size_t i = 0; i < worded->count; i++) {
        const struct word *word = &worded->words[i];
        bool is_last = i + 1 == worded->count || worded->words[i + 1].is_stop;
        sentence->points_back |= i < FIRST_WORDS && language->cues && open_has(language->cues->pronouns, word->folded);
        sentence->is_vague |= i < FIRST_NOUNS && is_last && open_has(phrases->vague_subjects, word->folded);
        sentence->advises |= open_has(phrases->advice, word->folded);
        sentence->doubts |= open_has(phrases->doubts, word->folded);
        sentence->tells_of_screen |= is_of_screen(phrases->screen, word->folded) &&
                                     !topic_has(topic, vocabulary_find(&topic->corpus->vocabulary, word->stem));
    }
}

/* Fills in what is known of a sentence, as far as it may open anything. memory: of the words of the sentences. */
static void open_read(const struct lead *lead, struct word_memory *memory, struct arena *arena,
                      struct lead_sentence *sentence)
{
    const struct source_sentence *source = &lead->corpus->sentences[sentence->sentence];
    struct worded worded = {0};
    if (sentence->place > LOOKED_AT && topic_share(lead->topic, &source->terms) <= 0)
        return;
    if (worded_split_again(memory, arena, source->text, &worded, NULL))
        arena_fail(arena);
    definition_read(lead->topic, &worded, &sentence->definition);
    open_read_words(lead->topic, &worded, sentence);
}

static void open_collect(struct lead *lead, struct word_memory *memory, struct arena *arena)
{
    const struct corpus *corpus = lead->corpus;
    for (size_t i = 0; i < corpus->passage_count && !arena_failed(arena); i++) {
        const struct passage *passage = &corpus->passages[i];
        if (!is_of_best_page(lead, passage->page))
            continue;
        size_t place = open_place_of(corpus, passage);
        bool begins_page = !lead->count || lead->list[lead->count - 1].page != passage->page;
        if (begins_page && corpus->sections[passage->section].parent == NO_SECTION && place <= LATE)
            place = place < 2 ? place : 2; /* authors, dates and lists stand before what a page says first */
        for (size_t j = 0; j < passage->count && !corpus->sentences[passage->first + j].item; j++) {
            struct lead_sentence *sentence = &lead->list[lead->count++];
            *sentence = (struct lead_sentence){.sentence = passage->first + j,
                                               .passage = i,
                                               .page = passage->page,
                                               .section = passage->section,
                                               .place = place + j};
            open_read(lead, memory, arena, sentence);
        }
    }
}

/* What a task's subject begins with, which may be a function word elsewhere: "back up a database". */
static void open_find_verb(struct lead *lead, struct arena *arena)
{
    struct worded subject = {0};
    const struct language *language = lead->corpus->language;
    const char *const *articles = language->phrases ? language->phrases->articles : NULL;
    size_t first = 0;
    lead->verb = UINT32_MAX;
    if (!lead->is_task)
        return;
    if (worded_split(arena, lead->topic->subject, language, &subject, NULL))
        arena_fail(arena);
    while (first < subject.count && open_has(articles, subject.words[first].folded))
        first++;
    if (first < subject.count)
        lead->verb = vocabulary_find(&lead->topic->corpus->vocabulary, subject.words[first].stem);
}

void lead_open(struct corpus *corpus, const struct topic *topic, enum keyword_shape shape, struct arena *arena,
               struct lead *lead)
{
    *lead = (struct lead){.corpus = corpus,
                          .topic = topic,
                          .list = ARENA_ARRAY(arena, corpus->sentence_count + 1, struct lead_sentence),
                          .is_task = shape == KEYWORD_HOW_TO};
    struct word_memory *memory = word_memory_new(corpus->language);
    if (!memory)
        arena_fail(arena);
    find_pages(lead, arena);
    open_find_verb(lead, arena);
    read_titles(lead, arena);
    if (!arena_failed(arena))
        open_collect(lead, memory, arena);
    word_memory_free(memory);
    if (arena_failed(arena))
        lead->count = lead->page_count = 0;
    lead_find_steps(lead);
}

/* --- which sentence opens an article --- */

enum {
    FIRST_PLACES = 2, /* in a section: behind them a page has gone on to something else */
    FIRST_STEMS = 4   /* of a sentence, among which it comes to its subject */
};

static const struct terms *terms_of(const struct lead *lead, const struct lead_sentence *sentence)
{
    return &lead->corpus->sentences[sentence->sentence].terms;
}

static bool is_of_subject(const struct lead *lead, const struct lead_sentence *sentence)
{
    return lead_is_plain(lead, sentence) && topic_has_head(lead->topic, terms_of(lead, sentence));
}

/* It stands on a page whose title is the subject. */
static bool is_titled(const struct lead *lead, const struct lead_sentence *sentence)
{
    return lead->titles[sentence->page] >= WHOLE_SUBJECT;
}

/* It defines the subject, or names it, wherever it stands. */
static bool by_definition(const struct lead *lead, const struct lead_sentence *sentence)
{
    bool is_strict = sentence->definition.kind == DEFINES_STRICTLY;
    return sentence->step >= (is_strict ? STEP_DEFINES_HEAD : STEP_NAMES) && !lead_holds_list(lead, sentence);
}

static bool by_step(const struct lead *lead, const struct lead_sentence *sentence)
{
    return sentence->step >= LEAD_OPENS && !lead_holds_list(lead, sentence);
}

/* Of other pages what is said of the subject is said of a case of it. */
static bool by_step_of_title(const struct lead *lead, const struct lead_sentence *sentence)
{
    return by_step(lead, sentence) && is_titled(lead, sentence);
}

/* Steps come first: what is better among those of one is never as much as this. */
static double step_of(const struct lead_sentence *sentence)
{
    static const double more_than_better = 100;
    return more_than_better * sentence->step + sentence->better;
}

/* It begins with the noun that the subject is about, or soon comes to it. */
static bool soon_names_head(const struct lead *lead, const struct lead_sentence *sentence)
{
    const struct terms *terms = terms_of(lead, sentence);
    struct terms first = {terms->ids, terms->count < FIRST_STEMS ? terms->count : FIRST_STEMS};
    return topic_has_head(lead->topic, &first) && topic_share(lead->topic, terms) >= half;
}

/* What the best page says first of the subject, where its title is the subject or nearly so: what stands at the start
 * of a section, since a page's own beginning may be unfit. */
static bool by_page(const struct lead *lead, const struct lead_sentence *sentence)
{
    return sentence->page == lead->pages[0] && sentence->place <= FIRST_PLACES &&
           lead->titles[sentence->page] >= LIKE_SUBJECT &&
           (is_titled(lead, sentence) || !lead_is_narrower(lead, &lead_root(lead, sentence->section)->terms)) &&
           soon_names_head(lead, sentence) && is_of_subject(lead, sentence);
}

static double opening_place_of(const struct lead_sentence *sentence)
{
    return -(double)sentence->sentence;
}

/* It begins with the whole subject; under a heading that says more "the mask" is the one spoken of there. */
static bool by_subject(const struct lead *lead, const struct lead_sentence *sentence)
{
    return sentence->definition.is_about && is_of_subject(lead, sentence) &&
           !(sentence->definition.is_known && lead_is_narrower(lead, &lead->corpus->sections[sentence->section].terms));
}

/* The very first sentence of the best page, where its title is the subject: it leans on nothing, so that it speaks of
 * that though it may not name it. */
static bool by_start_of_page(const struct lead *lead, const struct lead_sentence *sentence)
{
    bool is_root = lead->corpus->sections[sentence->section].parent == NO_SECTION;
    return sentence->page == lead->pages[0] && is_titled(lead, sentence) && is_root && sentence->place == 1 &&
           !sentence->doubts && lead_is_plain(lead, sentence);
}

/* Of a list: half of the subject. No source need speak of all of it ("herbs for a windowsill") for there to be things
 * that belong into the list. */
static bool by_half(const struct lead *lead, const struct lead_sentence *sentence)
{
    return topic_share(lead->topic, terms_of(lead, sentence)) >= half && is_of_subject(lead, sentence);
}

static double better_of(const struct lead_sentence *sentence)
{
    return sentence->better;
}

/* The ways in which a sentence comes to open an article: the surest first, down to those that answer least. */
static const struct opening_way {
    bool (*is_fit)(const struct lead *lead, const struct lead_sentence *sentence);
    double (*value)(const struct lead_sentence *sentence);
    bool of_task, of_list; /* what asks how something is done: other ways tell what there is; of a list alone */
} ways[] = {
    {by_definition, step_of, .of_task = true},
    {by_step_of_title, step_of, .of_task = true},
    {by_step, step_of, .of_task = true},
    {by_page, opening_place_of},
    {by_subject, better_of},
    {by_start_of_page, opening_place_of},
    {by_half, better_of, .of_list = true},
};

const struct lead_sentence *lead_opening(const struct lead_article *article, const struct lead *lead)
{
    const struct lead_sentence *best = NULL;
    for (size_t i = 0; i < sizeof ways / sizeof *ways && lead->page_count && !best; i++) {
        const struct opening_way *way = &ways[i];
        if ((lead->is_task && !way->of_task) || (way->of_list && !article->is_list))
            continue;
        for (size_t j = 0; j < lead->count; j++) {
            const struct lead_sentence *next = &lead->list[j];
            if (way->is_fit(lead, next) && !article->says(article->article, next->sentence) &&
                (!best || way->value(next) > way->value(best)))
                best = next;
        }
    }
    return best;
}
