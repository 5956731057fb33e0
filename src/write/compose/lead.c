/* Does a sentence define the subject? */
#include "write/compose/compose.h"

#include <stdlib.h>

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
    definition->is_whole = topic_share(topic, &(struct terms){ids, count}) > 0.999;
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

/* What is asked of one sentence of a lead. */

enum { LEAST_WORDS = 6, MOST_WORDS = 45, LABEL_WORDS = 4 };

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

/* How surely a sentence answers what the keyword asks, when it stands first. The order of the rules was read by eye on
 * requests to manuals in eight languages: what a page says first under a heading that is the subject answers where it
 * begins with the subject, and tells of something else as often as not where it does not. */

static const double step_exact = 0.999; /* likeness of headings that are the subject */
static const double near = 0.35;        /* from here on a heading has to do with the subject */

/* What the section of a sentence is called. */
struct step_place {
    double heading, title; /* likeness to the subject, of its heading and of its page's title */
    bool is_root;          /* right below the title */
    bool is_narrower;      /* the heading names more than the subject */
};

static double highest(double a, double b)
{
    return a > b ? a : b;
}

/* By what it defines, wherever it stands. */
static double step_of_definition(const struct definition *definition, const struct step_place *place)
{
    bool is_strict = definition->kind == DEFINES_STRICTLY;
    bool is_near = highest(place->heading, place->title) >= near;
    bool is_of_part = is_near && place->is_narrower && place->title < step_exact && definition->is_known;
    if (definition->is_named) /* "the local server is called ..." tells of one that was named before */
        return definition->is_known ? 3.3 : 3.9;
    if (definition->is_subordinate)
        return 0;
    if (definition->kind && definition->is_whole && !definition->others && definition->ends_with_head)
        return is_strict ? 4 : is_near ? 3.6 : 3.2;
    if (is_strict && !definition->others && definition->has_head && !definition->is_known && is_near)
        return 3.5;
    if (definition->is_about)
        return is_of_part ? LEAD_OPENS - 0.1 : is_near ? 3.4 : LEAD_OPENS; /* "the mask is shown", under "Show mask" */
    bool is_kind = is_strict && definition->is_whole && definition->others == 1 && definition->ends_with_head;
    return is_kind && !definition->is_known ? 3.1 : 0; /* "the patch decorators are ..." */
}

/* Is the subject, or what it is about, among the first things that the sentence names? */
static bool step_begins_with_subject(const struct topic *topic, const struct terms *terms)
{
    size_t most = topic->terms.count + 1;
    struct terms start = {terms->ids, terms->count < most ? terms->count : most};
    return topic_holds(topic, &start, 1) || (topic_has_head(topic, &start) && topic_share(topic, &start) >= 0.5);
}

bool lead_is_narrower(const struct lead *lead, const struct terms *heading)
{
    for (size_t i = 0; i < heading->count; i++)
        if (!topic_has(lead->topic, heading->ids[i]) && !terms_have(&lead->topic->optional, heading->ids[i]))
            return true;
    return false;
}

/* By the heading that it stands under. */
static double step_of_place(const struct lead *lead, const struct lead_sentence *sentence,
                            const struct step_place *place)
{
    const struct terms *terms = &lead->corpus->sentences[sentence->sentence].terms;
    bool opens_page = place->is_root && place->title >= step_exact && sentence->place == 1;
    if (opens_page && topic_share(lead->topic, terms) > 0)
        return 3.8;
    if (!topic_has_head(lead->topic, terms) || topic_share(lead->topic, terms) < 0.5)
        return 0;
    const struct definition *definition = &sentence->definition;
    bool is_part = definition->kind && !definition->is_whole && definition->is_known; /* "the mask is a ..." */
    bool begins = step_begins_with_subject(lead->topic, terms) && !is_part, is_first = sentence->place == 1;
    bool is_near = begins || place->title >= near; /* else the page says it of something else */
    if (place->is_root && place->title >= step_exact && sentence->place <= 2)
        return begins ? 3.75 : 3.35;
    if (place->heading >= step_exact && sentence->place <= 3)
        return begins ? 3.7 : is_near && is_first ? 3.3 : 2.9;
    if (place->title < step_exact && place->is_narrower)
        return place->heading >= 0.5 || (place->is_root && place->title >= 0.5) ? LEAD_OPENS - 0.1 : 0;
    if (place->heading >= 0.79 && sentence->place <= 2)
        return begins ? 3.3 : 2.9;
    if ((place->is_root ? highest(place->heading, place->title) : place->heading) < 0.5)
        return 0;
    return sentence->place > 2 ? 2.6 : begins ? 3.05 : 2.9;
}

/* By the words that it holds. */
static double step_of_words(const struct topic *topic, const struct terms *terms)
{
    if (topic_holds(topic, terms, 0))
        return 2.2;
    if (topic_share(topic, terms) > step_exact)
        return 2;
    return topic_has_head(topic, terms) && topic_share(topic, terms) >= 0.5 ? 1 : 0;
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

/* What the beginning of a sentence takes from its step: the highest that is left. */
static double bound_of(const struct lead *lead, const struct lead_sentence *sentence, const struct terms *terms)
{
    const struct definition *definition = &sentence->definition;
    bool tells = tells_task(lead, terms, definition->is_subordinate ? lead->topic->terms.count + 1 : SIZE_MAX);
    bool is_of_subject =
        definition->is_about || (definition->kind && definition->is_whole); /* behind it "its" is its */
    if (definition->is_imperative)
        return tells ? 3.1 : 0;
    if (definition->is_named)
        return 4;
    if (definition->is_conditional)
        return LEAD_OPENS - 0.2;
    if (lead->is_task && lead->topic->tier == TOPIC_NEAR && !names_task(lead, terms))
        return LEAD_OPENS - 0.4; /* pages that say nothing of what is to be done */
    if (definition->is_subordinate && tells)
        return 3.2;
    if (sentence->is_vague || (sentence->points_back && !is_of_subject))
        return LEAD_OPENS - 0.1;
    if (definition->is_subordinate)
        return LEAD_OPENS - 0.2;
    bool defines = definition->kind && definition->is_whole && !definition->others;
    return sentence->tells_of_screen && !defines ? LEAD_OPENS - 0.3 : 4;
}

/* A sentence that names the subject itself is better than one that leans on the heading above it. */
static double named(const struct topic *topic, const struct terms *terms)
{
    struct terms start = {terms->ids, terms->count <= topic->terms.count ? terms->count : topic->terms.count + 1};
    return 0.3 * topic_has_head(topic, terms) + 0.5 * topic_holds(topic, &start, 1);
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
    double likest = highest(place.heading, place.title);
    double step = highest(step_of_definition(&sentence->definition, &place), step_of_place(lead, sentence, &place));
    if (tells_task(lead, terms, SIZE_MAX) && !sentence->doubts)
        step = highest(step, 3.2);
    step = highest(step, step_of_words(lead->topic, terms));
    double bound = bound_of(lead, sentence, terms);
    sentence->step = step < bound ? step : bound;
    sentence->better = named(lead->topic, terms) + likest + 0.3 / (double)sentence->place +
                       0.3 * (1 - corpus->passages[sentence->passage].position) +
                       0.5 * lead_page_share(lead, sentence->page) - 0.3 * sentence->tells_of_screen;
}

/* Sets step and better of all. */
static void lead_find_steps(struct lead *lead)
{
    for (size_t i = 0; i < lead->count; i++)
        if (lead_is_fit(lead, &lead->list[i]))
            find_step(lead, &lead->list[i]);
}

enum {
    MOST_PAGES = 8,
    SENTENCES_OF_A_PARAGRAPH = 2, /* that one which was left out is taken for */
    LATE = 9,                     /* place in the text below a page's title */
    LOOKED_AT = 4,                /* first sentences of a section, whatever they name */
    FIRST_WORDS = 9,
    FIRST_NOUNS = 4, /* words among which the noun stands that a sentence is about */
    LONG_PART = 5    /* bytes */
};

struct open_page_place {
    size_t page;
    double score;
};

static int open_by_score(const void *left, const void *right)
{
    const struct open_page_place *a = left, *b = right;
    if (a->score != b->score)
        return a->score < b->score ? 1 : -1;
    return (a->page > b->page) - (a->page < b->page);
}

static enum status find_pages(struct lead *lead, struct arena *arena, struct error *err)
{
    const struct topic *topic = lead->topic;
    struct open_page_place *places = ARENA_ARRAY(arena, lead->corpus->page_count + 1, struct open_page_place);
    lead->pages = ARENA_ARRAY(arena, lead->corpus->page_count + 1, size_t);
    if (!places || !lead->pages)
        return error_memory(err);
    size_t count = 0;
    for (size_t i = 0; i < lead->corpus->page_count; i++)
        if (topic->pages[i].tier != TOPIC_NOT && topic->pages[i].tier >= topic->tier)
            places[count++] = (struct open_page_place){i, topic->pages[i].score};
    qsort(places, count, sizeof *places, open_by_score);
    for (size_t i = 0; i < count && i < MOST_PAGES; i++)
        lead->pages[lead->page_count++] = places[i].page;
    return OK;
}

static bool is_of_best_page(const struct lead *lead, size_t page)
{
    for (size_t i = 0; i < lead->page_count; i++)
        if (lead->pages[i] == page)
            return true;
    return false;
}

/* How like the subject the title is without its frame: "Introduction to masks". */
static enum status bare_likeness(const struct lead *lead, struct str title, struct arena *arena, double *likeness,
                                 struct error *err)
{
    struct keyword asked = {.shape = KEYWORD_NOUN};
    struct worded worded;
    const struct language *language = lead->corpus->language;
    if (keyword_read(arena, title, language, &asked, err) != OK ||
        worded_split(arena, asked.subject, language, &worded, err) != OK)
        return E_MEMORY;
    uint32_t *ids = ARENA_ARRAY(arena, worded.count + 1, uint32_t);
    struct terms terms = {ids, 0};
    if (!ids)
        return error_memory(err);
    for (size_t i = 0; i < worded.count; i++)
        if (!worded.words[i].is_stop)
            ids[terms.count++] = vocabulary_find(&lead->topic->corpus->vocabulary, worded.words[i].stem);
    *likeness = topic_likeness(lead->topic, &terms);
    return OK;
}

/* The titles of the best pages, as they stand or without their frame, whichever is more like the subject. */
static enum status read_titles(struct lead *lead, struct arena *arena, struct error *err)
{
    const struct corpus *corpus = lead->corpus;
    lead->titles = ARENA_ARRAY(arena, corpus->page_count + 1, double);
    if (!lead->titles)
        return error_memory(err);
    for (size_t i = 0; i < corpus->section_count; i++) {
        const struct source_section *section = &corpus->sections[i];
        if (section->parent != NO_SECTION || !is_of_best_page(lead, section->page))
            continue;
        double bare = 0, whole = topic_likeness(lead->topic, &section->terms);
        enum status status = bare_likeness(lead, section->title, arena, &bare, err);
        if (status)
            return status;
        lead->titles[section->page] = bare > whole ? bare : whole;
    }
    return OK;
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

/* memory: of the words of the sentences. */
static enum status open_collect(struct lead *lead, struct word_memory *memory, struct arena *arena, struct error *err)
{
    const struct corpus *corpus = lead->corpus;
    for (size_t i = 0; i < corpus->passage_count; i++) {
        const struct passage *passage = &corpus->passages[i];
        if (!is_of_best_page(lead, passage->page))
            continue;
        size_t place = open_place_of(corpus, passage);
        bool begins_page = !lead->count || lead->list[lead->count - 1].page != passage->page;
        if (begins_page && corpus->sections[passage->section].parent == NO_SECTION && place <= LATE)
            place = place < 2 ? place : 2; /* authors, dates and lists stand before what a page says first */
        for (size_t j = 0; j < passage->count && !corpus->sentences[passage->first + j].item; j++) {
            const struct source_sentence *source = &corpus->sentences[passage->first + j];
            struct lead_sentence *sentence = &lead->list[lead->count++];
            *sentence = (struct lead_sentence){.sentence = passage->first + j,
                                               .passage = i,
                                               .page = passage->page,
                                               .section = passage->section,
                                               .place = place + j};
            struct word *words;
            size_t count;
            if (sentence->place > LOOKED_AT && topic_share(lead->topic, &source->terms) <= 0)
                continue;
            enum status status = words_split_again(memory, arena, source->text, &words, &count, err);
            if (status)
                return status;
            struct worded worded = {source->text, words, count};
            definition_read(lead->topic, &worded, &sentence->definition);
            open_read_words(lead->topic, &worded, sentence);
        }
    }
    return OK;
}

/* What a task's subject begins with, which may be a function word elsewhere: "back up a database". */
static enum status open_find_verb(struct lead *lead, struct arena *arena, struct error *err)
{
    struct worded subject;
    const struct language *language = lead->corpus->language;
    const char *const *articles = language->phrases ? language->phrases->articles : NULL;
    lead->verb = UINT32_MAX;
    enum status status = worded_split(arena, lead->topic->subject, language, &subject, err);
    for (size_t i = 0; !status && lead->is_task && i < subject.count; i++)
        if (!open_has(articles, subject.words[i].folded)) {
            lead->verb = vocabulary_find(&lead->topic->corpus->vocabulary, subject.words[i].stem);
            break;
        }
    return status;
}

enum status lead_open(struct corpus *corpus, const struct topic *topic, enum keyword_shape shape, struct arena *arena,
                      struct lead *lead, struct error *err)
{
    *lead = (struct lead){.corpus = corpus,
                          .topic = topic,
                          .list = ARENA_ARRAY(arena, corpus->sentence_count + 1, struct lead_sentence),
                          .is_task = shape == KEYWORD_HOW_TO};
    enum status status = lead->list ? find_pages(lead, arena, err) : error_memory(err);
    if (!status)
        status = open_find_verb(lead, arena, err);
    if (!status)
        status = read_titles(lead, arena, err);
    if (status)
        return status;
    struct word_memory *memory = word_memory_new(corpus->language);
    status = memory ? open_collect(lead, memory, arena, err) : error_memory(err);
    word_memory_free(memory);
    if (!status)
        lead_find_steps(lead);
    return status;
}

/* Which sentence opens an article. */

enum {
    FIRST_PLACES = 2, /* in a section */
    FIRST_STEMS = 4   /* of a sentence */
};

static const double exact = 0.999, same = 0.79, half = 0.5; /* likeness of titles, share of the subject */

/* The steps from which on a sentence answers wherever it stands: one that names the subject, and one that defines. */
static const double surely = 3.9, defining = 3.5;

static const struct terms *terms_of(const struct lead *lead, const struct lead_sentence *sentence)
{
    return &lead->corpus->sentences[sentence->sentence].terms;
}

static bool is_of_subject(const struct lead *lead, const struct lead_sentence *sentence)
{
    return lead_is_plain(lead, sentence) && topic_has_head(lead->topic, terms_of(lead, sentence));
}

/* --- what opens --- */

/* It stands on a page whose title is the subject. */
static bool is_titled(const struct lead *lead, const struct lead_sentence *sentence)
{
    return lead->titles[sentence->page] >= exact;
}

/* It defines the subject, or names it, wherever it stands. */
static bool by_definition(const struct lead *lead, const struct lead_sentence *sentence)
{
    bool is_strict = sentence->definition.kind == DEFINES_STRICTLY;
    return sentence->step >= (is_strict ? defining : surely) && !lead_holds_list(lead, sentence);
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

static double step_of(const struct lead_sentence *sentence)
{
    return 100 * sentence->step + sentence->better;
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
           lead->titles[sentence->page] >= same &&
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

/* The cascade. */
static const struct opening_way {
    bool (*is_fit)(const struct lead *lead, const struct lead_sentence *sentence);
    double (*value)(const struct lead_sentence *sentence);
    bool of_task, of_list; /* what asks how something is done: other ways tell what there is; of a list alone */
} ways[] = {
    {by_definition, step_of, true, false}, {by_step_of_title, step_of, true, false},
    {by_step, step_of, true, false},       {by_page, opening_place_of, false, false},
    {by_subject, better_of, false, false}, {by_start_of_page, opening_place_of, false, false},
    {by_half, better_of, false, true},
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
